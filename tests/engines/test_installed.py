"""Engines of other packages: found by their entry points; what cannot be used is left out with its reason."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, distributions
from pathlib import Path
from unittest.mock import Mock

import pytest

from engines.all import GROUP, PACKAGES, SHIPPED, Catalogue, LeftOut, list_own_engines
from engines.diplomacy import ENGINE as DIPLOMACY
from goofspiel import ENGINE as GOOFSPIEL
from tests.engines.toy import CARDS_GAME

THIEF = "from goofspiel import Goofspiel\n\nclass Thief(Goofspiel):\n    code = 'diplomacy'\n\nENGINE = Thief()\n"
FAULTS = {
    "raise RuntimeError('half installed')": "RuntimeError: half installed",
    "raise SystemExit('not today')": "SystemExit: not today",
    "import no_such_module": "ModuleNotFoundError: No module named 'no_such_module'",
    "def": "SyntaxError: ",
    "OTHER = 1": "AttributeError: module 'odd_game' has no attribute 'ENGINE'",
    "from goofspiel import Goofspiel as ENGINE": "TypeError: it names the class Goofspiel, not an engine made of it",
    "import goofspiel as ENGINE": "TypeError: it is no engine: it has no code, title, about, credit, kinds, ",
    THIEF: "ValueError: its code “diplomacy” is taken by Diplomacy",
    THIEF.replace("diplomacy", "Odd Game"): "ValueError: its code “Odd Game” must be of small letters",
}


def package(folder: Path, name: str, source: str) -> Iterator[EntryPoint]:
    """A package of one module as an installer lays it down; its entry points."""
    module = name.replace("-", "_")
    info = folder / f"{module}-2.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{module} = {module}:ENGINE\n")
    (folder / f"{module}.py").write_text(source + "\n", "utf-8")
    return (point for dist in distributions(path=[str(folder)]) for point in dist.entry_points)


@pytest.mark.parametrize("source", FAULTS, ids=FAULTS.values())
def test_a_broken_package_costs_its_own_game_only(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named with its version and what is wrong; a sound one beside it is found."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_game", raising=False)
    points = [*package(tmp_path, "odd-game", source), EntryPoint("sound", "tests.engines.toy:CARDS_GAME", GROUP)]
    engines = Catalogue(["diplomacy"], points)
    assert engines == {"diplomacy": DIPLOMACY, "cards": CARDS_GAME}
    (told,) = map(str, engines.list_left_out())
    assert told.startswith(f"odd_game, of the package odd-game 2.1: {FAULTS[source]}")


def test_the_second_of_a_code_is_told_of() -> None:
    """Also where both come from other packages: the first by name stays."""
    points = [EntryPoint(name, "goofspiel:ENGINE", GROUP) for name in ("b", "a")]
    engines = Catalogue((), points)
    assert engines == {"goofspiel": GOOFSPIEL}
    assert [str(one) for one in engines.list_left_out()] == [
        "b, of the package unknown: ValueError: its code “goofspiel” is taken by Goofspiel"
    ]


def test_our_own_are_all_there() -> None:
    """Each under a code that another package would have to keep to as well."""
    engines = Catalogue(
        PACKAGES, [EntryPoint(own.code, f"engines.{own.code}:ENGINE", GROUP) for own in list_own_engines()]
    )
    assert list(engines.values()) == list(list_own_engines()) and [own.code for own in list_own_engines()] == list(
        PACKAGES
    )
    assert [one.why for one in engines.list_left_out()] == [
        f"ValueError: its code “{own.code}” is taken by {own.title}"
        for own in sorted(list_own_engines(), key=lambda own: own.code)
    ]


def test_one_of_ours_that_is_damaged_is_told_of_when_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who listen hear of it once; the others are there, in their order."""
    monkeypatch.setitem(sys.modules, "engines.europa", None)
    engines, told = Catalogue(PACKAGES[:3], ()), list[LeftOut]()
    engines.listen_for_left_out(told.append)
    assert next(iter(engines)) == "diplomacy" and told == []
    assert "europa" not in engines and "europa" not in engines
    assert list(engines) == ["diplomacy", "cantillon"] and len(engines) == 2
    assert engines.list_left_out() == tuple(told) and told[0].name == "europa" and "; install pbem again" in told[0].why


def test_what_the_machine_lacks_just_now_takes_no_game_away(monkeypatch: pytest.MonkeyPatch) -> None:
    engines = Catalogue(PACKAGES, ())
    with monkeypatch.context() as patch:
        patch.setattr("engines.all.import_module", Mock(side_effect=OSError(24, "Too many open files")))
        with pytest.raises(OSError, match="Too many"):
            engines["europa"]
    assert "europa" in engines and engines.list_left_out() == ()


def test_what_is_shipped_stays_as_it_is() -> None:
    """`engines` is pure: what a host changes stands in a table of the server (`pbem.settings.installed_engines`)."""
    with pytest.raises(TypeError, match="does not support item assignment"):
        SHIPPED["diplomacy"] = GOOFSPIEL  # type: ignore[index]
