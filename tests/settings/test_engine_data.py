"""A host's own data files: used, or refused with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from engines.all import SHIPPED
from engines.europa.data import COUNTRIES, FILES
from pbem.games.engine_data import furnish_engines
from pbem.server.doctor.examining import examine
from pbem.settings.config import ConfigError
from pbem.settings.installed_engines import ENGINES


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    ENGINES.laid.clear()


def write_data_file(folder: Path, game: str, name: str, text: str) -> Path:
    path = folder / "data" / game / name
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    return path


def test_without_files_engines_stay_as_they_come(tmp_path: Path) -> None:
    furnish_engines(tmp_path)
    assert ENGINES == SHIPPED


def test_a_hosts_table_is_played_with(tmp_path: Path) -> None:
    write_data_file(
        tmp_path, "europa", COUNTRIES, FILES[COUNTRIES].replace('"points": 2, "votes": 1', '"points": 8, "votes": 1')
    )
    furnish_engines(tmp_path)
    assert ENGINES["europa"].boxes["STANDARD"].countries["LUX"].points == 8  # type: ignore[attr-defined]
    furnish_engines(tmp_path / "elsewhere")
    assert ENGINES == SHIPPED


@pytest.mark.slow
def test_a_fault_names_file_and_line(tmp_path: Path, now: datetime) -> None:
    path = write_data_file(tmp_path, "europa", COUNTRIES, FILES[COUNTRIES].replace('"votes": 6', '"votes": "six"', 1))
    line = 1 + next(n for n, text in enumerate(path.read_text("utf-8").splitlines()) if '"six"' in text)
    with pytest.raises(ConfigError, match=f"countries.json, line {line}: “votes” must be a whole number"):
        furnish_engines(tmp_path)
    assert any(name == "games" and f"line {line}" in found.text for name, found in examine(tmp_path, {}, now))


@pytest.mark.parametrize(
    ("game", "told"), [("diplomacy", "no data files that can be replaced"), ("chess", "there is no game “chess”")]
)
def test_files_for_no_use(tmp_path: Path, game: str, told: str) -> None:
    write_data_file(tmp_path, game, "x.json", "{}")
    with pytest.raises(ConfigError, match=told):
        furnish_engines(tmp_path)
