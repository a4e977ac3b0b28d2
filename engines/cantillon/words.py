"""The picks and parts that all sentences of Cantillon's Europe share."""

from __future__ import annotations

from functools import lru_cache

from engines import colours
from engines.base import Seat
from engines.cantillon.board import Area, Board, board
from engines.cantillon.state import VALUES
from engines.language.ask import Many, Number, OneOf, Pick, maybe, say, way
from engines.language.names import Choice, Lexicon

SEATS = colours.seats("RED BLU GRN YEL PUR BLK")
SKIP = frozenset({"the", "land", "area", "please"})
UNITS = (
    Choice("T", "taxman", ("taxmen", "taxmann")),
    Choice("A", "army", ("armies",)),
    Choice("F", "fleet", ("fleets",)),
)


def area_choice(found: Board, code: Area, why_not: str = "") -> Choice:
    """A land by number, name or city; a sea by letter or name."""
    if code in found.lands:
        land = found.lands[code]
        return Choice(code, land.name, (land.city,) if land.city else (), why_not, at=(code,))
    sea = found.seas[code]
    return Choice(code, sea.name, (sea.sign,) if sea.sign != code else (), why_not, at=(code,))


@lru_cache(maxsize=1)
def atlas() -> Lexicon:
    """Every area of the whole map."""
    whole = board("full")
    return Lexicon([area_choice(whole, code) for code, _ in whole.areas()])


@lru_cache(maxsize=64)
def areas(fold: str) -> tuple[Choice, ...]:
    return tuple(area_choice(board(fold), code) for code, _ in board(fold).areas())


def area(fold: str, name: str) -> Pick:
    """Any area of the fold."""
    return Pick(name, areas(fold), atlas(), "C03 {label} is outside the part of the map that is played.")


def land(fold: str, name: str) -> Pick:
    """Any land of the fold."""
    choices = tuple(choice for choice in areas(fold) if choice.code in board(fold).lands)
    return Pick(name, choices, atlas(), "C03 {label} is no land of this map.")


def sea(fold: str, name: str) -> Pick:
    """Any sea of the fold."""
    choices = tuple(choice for choice in areas(fold) if choice.code in board(fold).seas)
    return Pick(name, choices, atlas(), "C03 {label} is no sea of this map.")


def many(name: str, one: Pick) -> Many:
    """A list of areas."""
    return Many(name, (one,), 1, 12, ",")


def unit(name: str = "unit") -> Pick:
    return Pick(name, UNITS)


@lru_cache(maxsize=64)
def others(seats: tuple[Seat, ...], me: Seat) -> tuple[Choice, ...]:
    return tuple(choice for choice in SEATS if choice.code in seats and choice.code != me)


def party(seats: tuple[Seat, ...], me: Seat, name: str = "party") -> Pick:
    """Another player; those who are out are named too, and refused."""
    return Pick(name, others(seats, me), lexicon(), "C05 '{label}' is not in this game (or is defeated).")


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    return Lexicon(SEATS)


GOODS = tuple(Choice(letter) for letter in VALUES)


def goods(name: str) -> Many:
    """Goods as "2y 1R"; here alone capitals matter."""
    return Many(name, (Number("n", 1, 999), Pick("kind", GOODS, exact=True)), 1, 10, "")


def times() -> Many:
    return maybe("times", say("x", "times"), Number("n", 1, 9))


def option(name: str, word: str, low: int, high: int) -> Many:
    """A word with a number that may be left out."""
    return maybe(name, say(word), Number("n", low, high))


def condition(fold: str, seats: tuple[Seat, ...]) -> Many:
    """IF an area is free, mine, held, or has so many armies, at the moment the line is carried out."""
    everybody = Pick("party", tuple(choice for choice in SEATS if choice.code in seats))
    tests = (
        way("free", say("FREE")),
        way("mine", say("MINE")),
        way("held", say("HELD", "held by"), maybe("by", everybody)),
        way("armies", say("ARMIES"), Number("n", 0, 2)),
    )
    return maybe("if", say("IF"), maybe("not", say("NOT")), area(fold, "where"), OneOf("is", tests))
