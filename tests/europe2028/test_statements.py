"""Statements of the printed rules that no other test holds (tests/docs/statements/europe2028.md)."""

from __future__ import annotations

import pytest

from engines.europe2028 import ENGINE, ending
from engines.europe2028.cards import DECK, JOKERS, attack_points, compare_cards, conversion_points, fits_kind
from engines.europe2028.data import STANDARD
from engines.report import Table
from tests.europe2028.tables import events_of_kind, play, position, token

REGIONS = {
    "": "PAR 10 4 5, BER 10 4 5, IST 10 4 5, MOS 6 2 3, SIB 6 2 3, POL 6 2 3, AUH 6 2 3, LON 6 4 3, DEN 4 2 2, "
    "RME 5 2 3, CAT 5 2 3",
    "Germany": "GER 4 4 2",
    "France": "NFR 4 4 2, SFR 2 2 1",
    "Old Ottoman Empire": "ANA 6 2 3, GRE 4 2 2, SBA 4 2 2, CYP 2 2 1",
    "Russian Empire": "VLA 6 4 3, STA 6 4 3, UKR 6 2 3",
    "Austro-Hungarian Empire": "CZS 6 4 3, ROM 4 2 2, NBA 4 2 2",
    "Scandinavia": "FIN 6 2 3, SWE 6 4 3",
    "British Isles": "ENG 6 4 3",
    "The Mediterranean": "POR 6 4 3, NAF 6 4 3, ITA 4 4 2",
    "Unaffiliated": "SWI 2 4 1, SCA 2 2 1, NCA 2 2 1, ICE 2 2 1, SIC 2 2 1",
}
"""VP, coins and levels by affiliation (§1.2); of original regions that of their empire."""


@pytest.mark.parametrize("group", REGIONS)
def test_the_cards_of_regions(group: str) -> None:
    """§1.2: what is printed on every card, and no region is missing."""
    mine = [r for r in STANDARD.regions.values() if (r.group == group if group else r.original)]
    printed = {f"{r.code} {r.vp} {r.coins} {r.influence}" for r in mine}
    assert printed == set(REGIONS[group].split(", "))
    assert sum(len(cards.split(", ")) for cards in REGIONS.values()) == len(STANDARD.regions)


@pytest.mark.parametrize(("kind", "suit"), [("MIL", "S"), ("ECO", "D"), ("CUL", "H"), ("POL", "C")])
def test_each_suit_drives_its_token_alone(kind: str, suit: str) -> None:
    """§1.5, §6.20: and jokers drive them all."""
    assert {card for card in (*DECK, *JOKERS) if fits_kind(card, kind)} == {c for c in DECK if c[-1] == suit} | {
        *JOKERS
    }


def test_card_points() -> None:
    """§1.5: in attacks and in coins."""
    assert [attack_points(f"{rank}S") for rank in ("2", "10", "J", "Q", "K", "A")] == [2, 10, 12, 12, 12, 20]
    assert [conversion_points(card) for card in ("2S", "10S", "JS", "QS", "KS", "AS", "X1")] == [
        2,
        10,
        15,
        15,
        15,
        15,
        15,
    ]
    assert compare_cards(["X1"], ["AS", "KS", "QS"]) == 1
    assert attack_points("X1") == 0, "a joker counts by itself"


def test_a_tie_in_the_landing_zone_stays_there() -> None:
    """§5.3.8: a token that landed in this turn stays in the landing zone when it is blocked."""
    state = position(hands={"RU": "7S", "EA": "7S"})
    step = play(state, {"RU": "ATTACK MIL UKR WITH 7S", "EA": "CHALLENGE WITH 7S"})
    assert token(step, "RU", "MIL1") == ("UKR", 0)


def test_cards_not_used_stay() -> None:
    """§5.3.6: a reserve that nobody makes one play, and cards that no line names."""
    state = position(hands={"RU": "7S 9S 2H"}, cards=())
    step = play(state, {"RU": "ATTACK MIL UKR WITH 7S RESERVE 9S"})
    assert {"9S", "2H"} <= {*step.state.hands["RU"]}
    assert events_of_kind(step, "attack")[0].args["cards"] == ["7S"]


def test_discarded_cards_are_shown_to_all() -> None:
    """§2: face up, in the report of a bystander too."""
    blocks = ENGINE.report(position(pile=("7S", "X2", "2S")), None, ())
    (pile,) = (block for block in blocks if isinstance(block, Table) and block.name == "pile")
    assert pile.rows == (("spades", "2 7"), ("jokers", "2"))


@pytest.mark.parametrize(
    ("secret", "kind"), [("S1", "MIL"), ("S3", "POL"), ("S4", "POL"), ("S5", "CUL"), ("S7", "ECO"), ("S8", "ECO")]
)
def test_each_secret_objective_counts_its_own_deeds(secret: str, kind: str) -> None:
    """§1.5: most conquests by one kind of token; those of other kinds do not help."""
    others = {each: 3 for each in ("MIL", "ECO", "CUL", "POL") if each != kind}
    state = position(order=("RU", "EA"), conquests={"RU": {kind: 1}, "EA": others})
    assert ending.secret_vp(state, "RU", secret) > 0
    assert ending.secret_vp(state, "EA", secret) == 0
