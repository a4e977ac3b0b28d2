"""The countries that a line can name now: what stands there, and why the others cannot be named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.europa import words
from engines.europa.data import Code
from engines.europa.elections import hopeless
from engines.europa.placing import worth
from engines.europa.state import State, cost
from engines.language.ask import Given, Pick
from engines.language.names import Choice, Message, Told
from engines.palette import NAMES

CLOSED, ABSENT, NO_ELECTION, FAR = "Closed", "Where you have no pawn yet", "No election", "No link with the union yet"
CERTAIN = "In a certain country"
"""Headings under which countries are folded away."""
BEST = Choice("AUTO", "the best country then", note="most points for a vote")
NOWHERE = Choice("NONE", "no country", ("stay", "nowhere"))


def note(view: State, code: Code) -> str:
    """ "Number 7: 30 points, 4 votes needed; Blue 2, Red 1"."""
    return f"Number {view.cards[code].number}: {facts(view, code)}"


def prospect(view: State, code: Code) -> str:
    """The note on an election, and that it cannot be won so far if that is so."""
    return f"{note(view, code)}{'; cannot be won so far' if hopeless(view, code) else ''}"


def facts(view: State, code: Code) -> str:
    """ "30 points, 4 votes needed; Blue 2, Red 1"."""
    points = words.counted(view.country(code).points, words.POINTS)
    need = f"{words.counted(view.need(code), words.VOTES)} needed"
    return f"{points}, {need}; {pawns(view, code) or 'no pawns yet'}"


def pawns(view: State, code: Code) -> str:
    """Who stands in a country: "Blue 2, Red 1"."""
    return ", ".join(f"{NAMES[seat]} {count}" for seat, count in view.board.get(code, {}).items() if count)


# --- conflicts ---------------------------------------------------------------------------------------------------

MARKERS = {"T": "Tension", "W": "War"}


def conflicts(view: State) -> Pick:
    """The countries under Tension or at War, wars first."""
    found = (words.named(view.country(code), note=conflict(view, code)) for code in in_conflict(view))
    return words.country(view, "country", found, Message("There is no conflict in {label}.", "E21"))


def in_conflict(view: State) -> list[Code]:
    """The countries at War, then those under Tension: the dearest first. No War costs as little as a Tension."""
    return sorted(view.markers, key=lambda code: (-price(view, code), code))


def conflict(view: State, code: Code) -> str:
    """ "War, 10 pawns to end it"."""
    return f"{MARKERS[view.markers[code]]}, {words.counted(price(view, code), words.PAWNS)} to end it"


def price(view: State, code: Code) -> int:
    return cost(view.country(code), view.markers[code])


# --- placing -----------------------------------------------------------------------------------------------------


def to_place(view: State) -> Iterator[Choice]:
    """Every country: those that bring most points for a vote first, those that are closed last."""
    for code in sorted(view.open_countries, key=lambda code: worth(view, code), reverse=True):
        yield words.named(view.country(code), note=note(view, code))
    for country in view.table.countries.values():
        if country.code not in view.open_countries:
            yield words.named(country, shut(view, country.code), group=CLOSED)


def anywhere(view: State) -> Iterator[Choice]:
    """Every country, apart from what is about all of them."""
    return (words.named(country, group=CERTAIN) for country in view.table.countries.values())


def looked_at(view: State) -> Pick:
    """The countries that a condition can look at: those that pawns can stand in. Of others it is read, too."""
    every = words.inside(tuple(view.table.countries.values()))
    there = tuple(every.get(code) for code in view.open_countries)
    return Pick("at", there or every.choices, every, lenient=True)


def shut(view: State, code: Code) -> Told:
    """Why no pawn can be placed in a country that is not open."""
    country, card = view.country(code), view.card(code)
    cover = view.table.overlay(country, view.turn)
    if code in view.eu:
        return words.told(f"{country.spoken} is in the EU already.", "E10")
    if cover:
        return words.told(
            f"{country.spoken} is still covered by “{cover.name}”, which opens on turn {cover.opens}.", "E11"
        )
    if card is None or card.status == "war":
        return words.told(f"{country.spoken} is at War; there is no election this turn.", "E13")
    return words.told(f"{country.spoken} has no border or dotted line with the EU.", "E12")


# --- elections ---------------------------------------------------------------------------------------------------


def elections(view: State, seat: Seat, codes: Sequence[Code]) -> Pick:
    """The elections to come, those first that the party can help to win, then * for all others."""
    mine = sorted((code for code in codes if view.pawns(code, seat)), key=lambda code: hopeless(view, code))
    rest = [code for code in codes if code not in mine]
    shut = ((c, no_election(view, c.code)) for c in view.table.countries.values() if c.code not in codes)
    return words.where(
        view,
        (
            *(words.named(view.country(code), note=prospect(view, code)) for code in mine),
            words.ALL,
            *(words.named(view.country(code), note=note(view, code), group=ABSENT) for code in rest),
            *(words.named(country, why, group=NO_ELECTION) for country, why in shut),
        ),
    )


def voting(view: State) -> list[Code]:
    """The countries that are voted on now, in the order of their elections."""
    return [card.country for card in view.track if not no_election(view, card.country)]


def no_election(view: State, code: Code) -> Told:
    """Why nothing is voted on in a country; "" if something is."""
    card, name = view.card(code), view.country(code).spoken
    if view.vote.country == code:
        return ""
    if card is None or card.status == "war":
        return words.told(f"{name} has no election this turn.", "E33")
    over = card.status != "pending" or card.part < view.part
    return words.told(f"The election in {name} is over.", "E34") if over else ""


def here(view: State) -> Pick:
    """The one country that is voted on, by the book."""
    code = view.vote.country
    only = (words.named(view.country(code)),)
    return Pick("where", only, words.atlas(view), Message("Not now in {label}.", "E33"), code)


# --- moving on ---------------------------------------------------------------------------------------------------


def destinations(view: State, codes: Iterable[Code]) -> Pick:
    """Where a winner's pawn may go; from a country, where an election comes later."""
    given = Given("where", words.ByCountry((*codes, words.ALL.code), lambda code: later(view, code)), "")
    return replace(any_destination(view), given=given, lenient=True)


def any_destination(view: State) -> Pick:
    """Where a pawn may go on some turn."""
    lexicon = words.atlas(view, BEST, NOWHERE)
    return Pick("to", lexicon.choices, lexicon)


def goal(view: State, code: Code, group: str = "", hint: Told = "") -> Choice:
    """A country that a pawn is sent to."""
    why = no_way(view, code)
    if why:
        return words.named(view.country(code), why, group=CLOSED)
    return words.named(view.country(code), hint=hint, note=note(view, code), group=group)


def later(view: State, start: Code) -> tuple[Choice, ...]:
    """From a country: what votes later, what has no link with the union yet apart; then what no pawn can go to.
    From any other one: all that votes."""
    shut = tuple(goal(view, code) for code in view.table.countries if no_way(view, code))
    if start == words.ALL.code:
        return (BEST, *(goal(view, code) for code in voting(view) if not no_way(view, code)), NOWHERE, *shut)
    cards = [
        card.country for card in view.track if not no_way(view, card.country) and not early(view, start, card.country)
    ]
    near = [code for code in cards if view.borders_eu(code) or view.table.linked(start, code)]
    far = (goal(view, code, FAR, unlinked(view, code)) for code in cards if code not in near)
    return (BEST, *(goal(view, code) for code in near), NOWHERE, *far, *shut)


def early(view: State, start: Code, code: Code) -> bool:
    """Whether a country has voted when a pawn would come from another."""
    one, other = view.card(start), view.card(code)
    return bool(one and other and other.number <= one.number)


def unlinked(view: State, code: Code) -> Message:
    return words.told(
        f"{view.country(code).spoken} does not border the EU at present; kept in case it does then.", "W39"
    )


def no_way(view: State, code: Code) -> Told:
    """Why a winner's pawn can never go to a country this turn; "" if it might."""
    country = view.country(code)
    if code in view.eu:
        return words.told(f"{country.spoken} is in the EU.", "E38")
    if view.markers.get(code) == "W":
        return words.told(f"{country.spoken} is at War.", "E38")
    if view.table.overlay(country, view.turn):
        return words.told(f"{country.spoken} is covered.", "E38")
    return no_election(view, code)
