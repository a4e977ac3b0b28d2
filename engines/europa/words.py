"""The words and picks that all sentences of Europa share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from engines.base import Seat
from engines.europa.data import Code, Country
from engines.europa.options import SEATS
from engines.europa.state import EuropaState
from engines.language.grammar import GrammarPart, Number, Pick, Word
from engines.language.names import Choice, Lexicon, Message, MessageLike, fold_text, join_english_list
from engines.memo import memoize
from engines.palette import NAMES

ALL = Choice("*", "every country not named", ("all", "any country", "any other country", "everywhere"))
SKIP = frozenset({"the", "pawn", "pawns", "in", "of", "votes"})
SIGN = Pick(
    "sign",
    (
        Choice("<=", "are at most"),
        Choice("<", "are fewer than"),
        Choice(">=", "are at least"),
        Choice(">", "are more than"),
        Choice("=", "are exactly", ("==",)),
    ),
)
PAWNS, VOTES, POINTS = ("pawn", "pawns"), ("vote", "votes"), ("point", "points")
"""What numbers count, of one and of more."""
EXTRA = {"GBR": ("Britain", "United Kingdom", "UK", "GB"), "CZE": ("Czechia",), "NLD": ("Holland",)}
EXTRA |= {"MDA": ("Moldova",), "MKD": ("North Macedonia",), "BIH": ("Bosnia", "Bosnia and Herzegovina")}
EXTRA |= {"RUS": ("CCCP",), "YUG": ("Serbia",)}
EXTRA |= {"DNK": ("DEN",), "CHE": ("SUI",), "GRC": ("Hellas",)}


def count_with_unit(count: int, unit: tuple[str, str]) -> str:
    """ "1 pawn", "3 pawns"."""
    return f"{count} {unit[count != 1]}"


def capitalize_first(text: str) -> str:
    """With a capital at its beginning."""
    return text[:1].upper() + text[1:]


def coded_message(text: str, code: str) -> Message:
    """A sentence for the player, and the code under which the rules tell more of it."""
    return Message(capitalize_first(text), code)


def name_parties(seats: Iterable[Seat]) -> str:
    """Parties by their names: "Blue, Green and Red"."""
    return join_english_list([NAMES[seat] for seat in seats])


# --- countries ---------------------------------------------------------------------------------------------------


@memoize(1024)
def country_choice(
    country: Country, why_not: MessageLike = "", hint: MessageLike = "", note: str = "", group: str = ""
) -> Choice:
    """A country as it can be picked."""
    names = tuple(
        dict.fromkeys((country.name, country.native, fold_text(country.native), *EXTRA.get(country.code, ())))
    )
    return Choice(country.code, country.spoken_name, names, why_not, hint, (country.code,), note, group)


@memoize(16)
def lexicon_of_countries(countries: tuple[Country, ...], beside: tuple[Choice, ...] = ()) -> Lexicon:
    """All countries by their names, and what can be said in place of one."""
    return Lexicon([*(country_choice(country) for country in countries), *beside])


@memoize(16)
def lexicon_of_places(countries: tuple[Country, ...]) -> Lexicon:
    """Countries as places where something stands: "in Ireland"."""
    return Lexicon([replace(country_choice(country), label=f"in {country.spoken_name}") for country in countries])


def country_lexicon(view: EuropaState, *beside: Choice) -> Lexicon:
    return lexicon_of_countries(tuple(view.table.countries.values()), beside)


def country_pick(
    view: EuropaState, name: str, choices: Iterable[Choice] | None = None, refusal: MessageLike = ""
) -> Pick:
    """Any country; or those choices, of which some may be refused with a reason."""
    lexicon = country_lexicon(view)
    return Pick(name, tuple(choices) if choices is not None else lexicon.choices, lexicon, refusal)


def ballot_country_pick(view: EuropaState, choices: Iterable[Choice]) -> Pick:
    """The country that a line of a ballot is about; * for every other one."""
    return Pick("where", tuple(choices), country_lexicon(view, ALL))


class ChoicesByCountry(Mapping[Code, tuple[Choice, ...]]):
    """What can be chosen for each country, made when it is asked for."""

    def __init__(self, codes: Iterable[Code], made: Callable[[Code], tuple[Choice, ...]]) -> None:
        self.codes, self.made = dict.fromkeys(codes), cache(made)

    def __getitem__(self, code: Code) -> tuple[Choice, ...]:
        if code not in self.codes:
            raise KeyError(code)
        return self.made(code)

    def __contains__(self, code: object) -> bool:
        return code in self.codes  # a fault in what is made is not taken for a country that is not there

    def __iter__(self) -> Iterator[Code]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)


# --- parties -----------------------------------------------------------------------------------------------------

MINE = ("me", "myself", "my party")


@memoize(64)
def party_choices(seats: tuple[Seat, ...], me: Seat) -> tuple[Choice, ...]:
    """The parties of the game; ME is the one that writes."""
    return tuple(Choice(c.code, c.label, MINE if c.code == me else ()) for c in SEATS if c.code in seats)


@memoize(64)
def party_pawn_choices(seats: tuple[Seat, ...], me: Seat) -> tuple[Choice, ...]:
    """The parties by what they have on the map: "Blue’s pawns"."""
    return tuple(replace(choice, label=f"{choice.label}’s pawns") for choice in party_choices(seats, me))


def party_pick(view: EuropaState, me: Seat) -> Pick:
    """A party of the game."""
    return Pick("party", party_choices(view.seats, me), party_lexicon(view.seats, me), NO_PARTY)


def other_party_pick(view: EuropaState, me: Seat) -> Pick:
    """A party other than the one that writes; that one is read, too."""
    mine = party_pick(view, me)
    return replace(mine, choices=tuple(c for c in mine.choices if c.code != me), lenient=True)


NO_PARTY = Message("{label} is no party of this game.", "E04")


@memoize(64)
def party_lexicon(seats: tuple[Seat, ...], me: Seat) -> Lexicon:
    """The parties of the game, and the colours that are not in it."""
    return Lexicon((*party_choices(seats, me), *(c for c in SEATS if c.code not in seats)))


def at_least_parts(unit: tuple[str, str], most: int) -> tuple[GrammarPart, ...]:
    """A bound from below: ">= 10"; ">" of the same is not understood, so that nobody is one off. More than `most` has
    no sense, and is not offered."""
    bound = Word(">=", ("at least", "from"), plain="at least")
    return (bound, Number("n", 0, 999, unit=unit, most=most))


def plain_word(text: str, plain: str, *also: str) -> Word:
    """A word, and what it is in plain language."""
    return Word(text, also, plain=plain)
