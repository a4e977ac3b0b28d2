"""Systems of scoring: figures from where they are described, and that nothing is made or lost."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.abilities import Scorable
from engines.base import rank_by_worth
from pbem.documents import scores
from pbem.games.results import scoring
from pbem.games.results.scoring import SYSTEMS, Final
from pbem.settings.installed_engines import ENGINES

WDD = {"A": 4, "E": 0, "F": 9, "G": 7, "I": 7, "R": 3, "T": 4}
"""The example of C-Diplo 100 in the World Diplomacy Database."""
WEBDIP = {"R": 14, "T": 7, "F": 6, "G": 4, "E": 3, "I": 0, "A": 0}
EQUAL = {"E": 8, "R": 8, "F": 7, "T": 6, "I": 4, "A": 1, "G": 0}
"""Two examples of Carnage in a thread of webDiplomacy; in the first Austria went before Italy."""
WEASELS = {"A": 0, "E": 0, "F": 13, "G": 4, "I": 4, "R": 12, "T": 1}
"""Game 398 of the club that made Tribute."""


def make_final(has: Mapping[str, int], winner: str | None = None, lasted: Mapping[str, int] | None = None) -> Final:
    return Final(
        ranks=rank_by_worth(has),
        winner=winner,
        sharers=frozenset(seat for seat in has if has[seat]),
        has={seat: Fraction(count) for seat, count in has.items()},
        stake=Fraction(34),
        lasted=lasted or {},
    )


@pytest.mark.parametrize(
    ("system", "final", "wanted"),
    [
        ("draw-size", make_final(WEASELS), {"A": 0, "E": 0, "F": 20, "G": 20, "I": 20, "R": 20, "T": 20}),
        ("sum-of-squares", make_final({"A": 17, "B": 17}), {"A": 50, "B": 50}),
        ("sum-of-squares", make_final({"A": 1, "B": 3}), {"A": 10, "B": 90}),
        ("c-diplo", make_final(WDD), {"A": 5, "E": 1, "F": 48, "G": 18.5, "I": 18.5, "R": 4, "T": 5}),
        (
            "carnage",
            make_final(WEBDIP, lasted={"I": 1906, "A": 1903}),
            {"R": 7014, "T": 6007, "F": 5006, "G": 4004, "E": 3003, "I": 2000, "A": 1000},
        ),
        ("carnage", make_final(EQUAL), {"E": 6508, "R": 6508, "F": 5007, "T": 4006, "I": 3004, "A": 2001, "G": 1000}),
        ("tribute", make_final(WEASELS), {"A": 0, "E": 0, "F": 54.2, "G": 10.2, "I": 10.2, "R": 18.2, "T": 7.2}),
        ("places", make_final({"A": 5, "B": 5, "C": 1}), {"A": 1.5, "B": 1.5, "C": 0}),
        ("winner", make_final({"A": 5, "B": 5, "C": 1}), {"A": 50, "B": 50, "C": 0}),
        ("points", make_final({"A": 3, "B": 1}), {"A": 75, "B": 25}),
    ],
)
def test_figures_from_where_the_systems_are_described(system: str, final: Final, wanted: dict[str, float]) -> None:
    found = SYSTEMS[system](final)
    assert found == {seat: Fraction(str(score)) for seat, score in wanted.items()}


@pytest.mark.parametrize(("system", "whole"), [("c-diplo", 100), ("carnage", 28034), ("tribute", 100)])
def test_who_wins_alone_has_all_of_it(system: str, whole: int) -> None:
    found = SYSTEMS[system](make_final(WEBDIP, "R"))
    assert found.pop("R") == whole
    assert set(found.values()) == {0}


CENTRES = st.lists(st.integers(0, 17), min_size=7, max_size=7).filter(any)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(CENTRES, st.sampled_from("ABCDEFG"), st.lists(st.integers(1, 20), min_size=7, max_size=7))
def test_the_same_is_shared_out_however_a_game_ends(some: list[int], winner: str, years: list[int]) -> None:
    """By a draw or a victory, by every system; exactly."""
    has, lasted = dict(zip("ABCDEFG", some, strict=True)), dict(zip("ABCDEFG", years, strict=True))
    for name, system in SYSTEMS.items():
        shared, alone = Final(**vars(make_final(has, None, lasted)) | {"stake": Fraction(0)}), None
        alone = Final(**vars(shared) | {"winner": winner, "ranks": {s: 1 if s == winner else 2 for s in has}})
        one, other = system(shared), system(alone)
        assert sum(one.values()) == sum(other.values()), name
        assert min(*one.values(), *other.values()) >= 0, name
        assert other[winner] == max(other.values()), name


def test_scores_are_kept_exactly_and_shown_rounded() -> None:
    third = {"A": Fraction(100, 3)}
    assert scoring.load_scores(scoring.dump_scores(third)) == third
    assert scores.format_score(Fraction(100, 3)) == "33.33"
    assert scores.format_score(Fraction(28034)) == "28034"
    assert scores.format_score(Fraction(1, 200)) == "0.01"


def test_every_system_is_told_and_every_game_names_systems_that_are() -> None:
    assert SYSTEMS.keys() == scores.NAMED.keys() == scores.TOLD.keys()
    for engine in ENGINES.values():
        assert {*scoring.suitable_systems(engine)} <= SYSTEMS.keys()
    assert isinstance(ENGINES["diplomacy"], Scorable)
