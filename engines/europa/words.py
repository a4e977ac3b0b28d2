"""The words and picks that all sentences of Europa share."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engines.base import Seat
from engines.europa.options import SEATS
from engines.europa.state import State
from engines.europa.table import Code, Country
from engines.language.ask import Number, Part, Pick, say
from engines.language.names import Choice, Lexicon, fold

ALL = Choice("*", "everywhere", ("all", "any country"))
SKIP = frozenset({"the", "pawn", "pawns", "in", "of", "votes"})
SIGN = Pick("sign", (Choice("<="), Choice("<"), Choice(">="), Choice(">"), Choice("=", names=("==",))))
EXTRA = {"GBR": ("Britain", "United Kingdom", "UK", "GB"), "CZE": ("Czechia",), "NLD": ("Holland",)}
EXTRA |= {"MDA": ("Moldova",), "MKD": ("North Macedonia",), "BIH": ("Bosnia", "Bosnia and Herzegovina")}
EXTRA |= {"RUS": ("CCCP",), "YUG": ("Serbia",)}
EXTRA |= {"DNK": ("DEN",), "CHE": ("SUI",), "GRC": ("Hellas",)}


@lru_cache(maxsize=4096)
def named(country: Country, why_not: str = "", hint: str = "") -> Choice:
    """A country as it can be picked."""
    names = tuple(dict.fromkeys((country.native, fold(country.native), *EXTRA.get(country.code, ()))))
    return Choice(country.code, country.name, names, why_not, hint, (country.code,))


@lru_cache(maxsize=16)
def every(countries: tuple[Country, ...]) -> Lexicon:
    """All countries by their names."""
    return Lexicon([named(country) for country in countries])


def atlas(view: State) -> Lexicon:
    return every(tuple(view.table.countries.values()))


def country(view: State, name: str, choices: Iterable[Choice] | None = None) -> Pick:
    """Any country; or those choices, of which some may be refused with a reason."""
    lexicon = atlas(view)
    return Pick(name, tuple(choices) if choices is not None else lexicon.choices, lexicon)


def where(view: State, refused: dict[Code, str], name: str = "where") -> Pick:
    """A country, or * for every other one."""
    found = tuple(named(view.country(c.code), refused.get(c.code, "")) for c in atlas(view).choices)
    return Pick(name, (*found, ALL))


@lru_cache(maxsize=64)
def parties(seats: tuple[Seat, ...], me: Seat, without: bool = False) -> tuple[Choice, ...]:
    """The parties of the game; ME is the one that writes. `without`: not that one."""
    mine = ("me", "myself", "my party")
    every_seat = [Choice(c.code, c.label, mine if c.code == me else ()) for c in SEATS if c.code in seats]
    return tuple(c for c in every_seat if not (without and c.code == me))


def party(view: State, me: Seat, name: str = "party") -> Pick:
    """A party of the game."""
    return Pick(name, parties(view.seats, me), lexicon(view.seats, me), "E04 {label} is no party of this game.")


@lru_cache(maxsize=64)
def lexicon(seats: tuple[Seat, ...], me: Seat) -> Lexicon:
    """The parties of the game, and the colours that are not in it."""
    return Lexicon((*parties(seats, me), *(c for c in SEATS if c.code not in seats)))


def at_least(*parts: Part) -> tuple[Part, ...]:
    """A bound from below: ">= 10"; ">" of the same is not understood, so that nobody is one off."""
    return (*parts, say(">=", "at least", "from"), Number("n", 0, 999))
