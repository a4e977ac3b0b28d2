"""What things are called in the sentences of Cantillon's Europe, and the small parts that many of them share."""

from __future__ import annotations

from functools import lru_cache

from engines import palette
from engines.base import Seat
from engines.cantillon.data import Area, CantillonBoard, fold_board
from engines.cantillon.state import ROOM, VALUES
from engines.language.grammar import Number, Pick, Repeat, Word, optional_parts
from engines.language.names import Choice, Lexicon, Message
from engines.memo import memoize

SEATS = palette.seats_by_codes("RED BLU GRN YEL PUR BLK")
SKIP = frozenset({"the", "land", "area", "please"})
UNITS = (
    Choice("T", "taxman", ("taxmen", "taxmann")),
    Choice("A", "army", ("armies",)),
    Choice("F", "fleet", ("fleets",)),
)
KINDS = (
    Choice("B", "basic factory", ("basic", "brown"), note="makes a token of its land into a product worth 2"),
    Choice("P", "purple factory", ("purple",), note="makes a red and a blue product into one worth 8"),
    Choice("O", "orange factory", ("orange",), note="makes a red and a yellow product into one worth 8"),
    Choice("G", "green factory", ("green",), note="makes a blue and a yellow product into one worth 8"),
    Choice("R", "red basic factory", ("red",), group="By the colour of the land"),
    Choice("Y", "yellow basic factory", ("yellow",), group="By the colour of the land"),
)
YIELDS = {"r": "minerals", "b": "wood", "y": "food"}
NOUNS = {
    "r": "mineral",
    "b": "wood",
    "y": "food",
    "R": "red product",
    "B": "blue product",
    "Y": "yellow product",
    "P": "purple product",
    "O": "orange product",
    "G": "green product",
    "c": "coin",
}
"""What one token is called."""
SMALL = 9
"""More than this is seldom paid or waited for."""
UNCOUNTED = "by"
"""Wood and food have no plural."""


@memoize(256)
def plain_word(text: str, plain: str, *also: str) -> Word:
    """A word with what it is in plain language, and what is understood for it besides."""
    return Word(text, also, plain=plain)


# --- areas ------------------------------------------------------------------------------------------------------


def area_choice(found: CantillonBoard, code: Area, why_not: str = "") -> Choice:
    """A land by number, name or city; a sea by letter or name."""
    if code in found.lands:
        land = found.lands[code]
        names = (land.name, land.city) if land.city else ()
        return Choice(code, found.name_with_city(code), names, why_not, at=(code,))
    sea = found.seas[code]
    return Choice(code, sea.name, (sea.sign,) if sea.sign != code else (), why_not, at=(code,))


@lru_cache(maxsize=1)
def area_lexicon() -> Lexicon:
    """Every area of the whole map."""
    whole = fold_board("full")
    return Lexicon([area_choice(whole, code) for code, _ in whole.iter_areas()])


@memoize(64)
def area_choices(fold: str) -> dict[Area, Choice]:
    """Every area of a fold."""
    return {code: area_choice(fold_board(fold), code) for code, _ in fold_board(fold).iter_areas()}


def area_pick(name: str, choices: tuple[Choice, ...], what: str = "outside the part of the map that is played") -> Pick:
    """Some areas; `what` others are called."""
    return Pick(name, choices, area_lexicon(), Message(f"{{label}} is {what}.", "C03"))


def area_list(name: str, one: Pick, distinct: bool = True) -> Repeat:
    """A list of areas."""
    return Repeat(name, (one,), 1, 12, ",", distinct=distinct)


# --- players ----------------------------------------------------------------------------------------------------


@memoize(64)
def other_players(seats: tuple[Seat, ...], me: Seat) -> tuple[Choice, ...]:
    return tuple(choice for choice in SEATS if choice.code in seats and choice.code != me)


@lru_cache(maxsize=1)
def seat_lexicon() -> Lexicon:
    return Lexicon(SEATS)


NOT_HERE = Message("{label} is not in this game, or out of it.", "C05")


# --- goods and numbers --------------------------------------------------------------------------------------------


GOODS = tuple(Choice(letter, f"× {NOUNS[letter]}") for letter in VALUES)


@lru_cache(maxsize=1)
def times_part() -> Repeat:
    return optional_parts("times", plain_word("x", "×", "times"), Number("n", 1, 9, most=ROOM))


@memoize(64)
def number_option(name: str, word: Word, low: int, high: int) -> Repeat:
    """A word with a number that may be left out; such numbers are small, mostly."""
    return optional_parts(name, word, Number("n", low, high, most=min(high, SMALL)))
