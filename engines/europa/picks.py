"""The countries that a line can name now: what stands there, and why the others cannot be named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engines.base import Seat
from engines.europa import words
from engines.europa.data import Code
from engines.europa.elections import is_hopeless
from engines.europa.placing import points_per_vote
from engines.europa.state import EuropaState, conflict_cost
from engines.language.grammar import DependentChoices, Pick
from engines.language.names import Choice, Message, MessageLike
from engines.palette import NAMES

CLOSED, ABSENT, NO_ELECTION, FAR = "Closed", "Where you have no pawn yet", "No election", "No link with the union yet"
CERTAIN = "In a certain country"
"""Headings under which countries are folded away."""
BEST = Choice("AUTO", "the best country then", note="most points for a vote")
NOWHERE = Choice("NONE", "no country", ("stay", "nowhere"))


def election_note(view: EuropaState, code: Code) -> str:
    """ "Number 7: 30 points, 4 votes needed; Blue 2, Red 1"."""
    return f"Number {view.cards_by_country[code].number}: {country_facts(view, code)}"


def election_prospect(view: EuropaState, code: Code) -> str:
    """The note on an election, and that it cannot be won so far if that is so."""
    return f"{election_note(view, code)}{'; cannot be won so far' if is_hopeless(view, code) else ''}"


def country_facts(view: EuropaState, code: Code) -> str:
    """ "30 points, 4 votes needed; Blue 2, Red 1"."""
    points = words.count_with_unit(view.get_country(code).points, words.POINTS)
    need = f"{words.count_with_unit(view.votes_needed(code), words.VOTES)} needed"
    return f"{points}, {need}; {describe_pawns(view, code) or 'no pawns yet'}"


def describe_pawns(view: EuropaState, code: Code) -> str:
    """Return who stands in a country: "Blue 2, Red 1"."""
    return ", ".join(f"{NAMES[seat]} {count}" for seat, count in view.board.get(code, {}).items() if count)


# --- conflicts ---------------------------------------------------------------------------------------------------

MARKERS = {"T": "Tension", "W": "War"}


def conflict_pick(view: EuropaState) -> Pick:
    """The countries under Tension or at War, wars first."""
    found = (
        words.country_choice(view.get_country(code), note=conflict_note(view, code))
        for code in countries_in_conflict(view)
    )
    return words.country_pick(view, "country", found, Message("There is no conflict in {label}.", "E21"))


def countries_in_conflict(view: EuropaState) -> list[Code]:
    """The countries at War, then those under Tension: the dearest first. No War costs as little as a Tension."""
    return sorted(view.markers, key=lambda code: (-conflict_price(view, code), code))


def conflict_note(view: EuropaState, code: Code) -> str:
    """ "War, 10 pawns to end it"."""
    return f"{MARKERS[view.markers[code]]}, {words.count_with_unit(conflict_price(view, code), words.PAWNS)} to end it"


def conflict_price(view: EuropaState, code: Code) -> int:
    return conflict_cost(view.get_country(code), view.markers[code])


# --- placing -----------------------------------------------------------------------------------------------------


def placing_choices(view: EuropaState) -> Iterator[Choice]:
    """Every country: those that bring most points for a vote first, those that are closed last."""
    for code in sorted(view.open_countries, key=lambda code: points_per_vote(view, code), reverse=True):
        yield words.country_choice(view.get_country(code), note=election_note(view, code))
    for country in view.table.countries.values():
        if country.code not in view.open_countries:
            yield words.country_choice(country, why_closed(view, country.code), group=CLOSED)


def certain_country_choices(view: EuropaState) -> Iterator[Choice]:
    """Every country, apart from what is about all of them."""
    return (words.country_choice(country, group=CERTAIN) for country in view.table.countries.values())


def condition_country_pick(view: EuropaState) -> Pick:
    """The countries that a condition can look at: those that pawns can stand in. Of others it is read, too."""
    every = words.lexicon_of_places(tuple(view.table.countries.values()))
    there = tuple(every.get(code) for code in view.open_countries)
    return Pick("at", there or every.choices, every, lenient=True)


def why_closed(view: EuropaState, code: Code) -> MessageLike:
    """Return why no pawn can be placed in a country that is not open."""
    country, card = view.get_country(code), view.find_card(code)
    cover = view.table.find_overlay(country, view.turn)
    if code in view.eu:
        return words.coded_message(f"{country.spoken_name} is in the EU already.", "E10")
    if cover:
        return words.coded_message(
            f"{country.spoken_name} is still covered by “{cover.name}”, which opens on turn {cover.opens}.", "E11"
        )
    if card is None or card.status == "war":
        return words.coded_message(f"{country.spoken_name} is at War; there is no election this turn.", "E13")
    return words.coded_message(f"{country.spoken_name} has no border or dotted line with the EU.", "E12")


# --- elections ---------------------------------------------------------------------------------------------------


def election_pick(view: EuropaState, seat: Seat, codes: Sequence[Code]) -> Pick:
    """The elections to come, those first that the party can help to win, then * for all others."""
    mine = sorted((code for code in codes if view.count_pawns(code, seat)), key=lambda code: is_hopeless(view, code))
    rest = [code for code in codes if code not in mine]
    shut = ((c, why_no_election(view, c.code)) for c in view.table.countries.values() if c.code not in codes)
    return words.ballot_country_pick(
        view,
        (
            *(words.country_choice(view.get_country(code), note=election_prospect(view, code)) for code in mine),
            words.ALL,
            *(
                words.country_choice(view.get_country(code), note=election_note(view, code), group=ABSENT)
                for code in rest
            ),
            *(words.country_choice(country, why, group=NO_ELECTION) for country, why in shut),
        ),
    )


def voting_countries(view: EuropaState) -> list[Code]:
    """The countries that are voted on now, in the order of their elections."""
    return [card.country for card in view.track if not why_no_election(view, card.country)]


def why_no_election(view: EuropaState, code: Code) -> MessageLike:
    """Return why nothing is voted on in a country; "" if something is."""
    card, name = view.find_card(code), view.get_country(code).spoken_name
    if view.current_vote.country == code:
        return ""
    if card is None or card.status == "war":
        return words.coded_message(f"{name} has no election this turn.", "E33")
    over = card.status != "pending" or card.part < view.part
    return words.coded_message(f"The election in {name} is over.", "E34") if over else ""


def current_vote_pick(view: EuropaState) -> Pick:
    """The one country that is voted on, by the book."""
    code = view.current_vote.country
    only = (words.country_choice(view.get_country(code)),)
    return Pick("where", only, words.country_lexicon(view), Message("Not now in {label}.", "E33"), code)


# --- moving on ---------------------------------------------------------------------------------------------------


def destination_pick(view: EuropaState, codes: Iterable[Code]) -> Pick:
    """Return where a winner's pawn may go; from a country, where an election comes later."""
    given = DependentChoices(
        "where", words.ChoicesByCountry((*codes, words.ALL.code), lambda code: destination_choices(view, code)), ""
    )
    return replace(any_destination_pick(view), given=given, lenient=True)


def any_destination_pick(view: EuropaState) -> Pick:
    """Return where a pawn may go on some turn."""
    lexicon = words.country_lexicon(view, BEST, NOWHERE)
    return Pick("to", lexicon.choices, lexicon)


def destination_choice(view: EuropaState, code: Code, group: str = "", hint: MessageLike = "") -> Choice:
    """A country that a pawn is sent to."""
    why = why_unreachable(view, code)
    if why:
        return words.country_choice(view.get_country(code), why, group=CLOSED)
    return words.country_choice(view.get_country(code), hint=hint, note=election_note(view, code), group=group)


def destination_choices(view: EuropaState, start: Code) -> tuple[Choice, ...]:
    """From a country: what votes later, what has no link with the union yet apart; then what no pawn can go to.
    From any other one: all that votes."""
    shut = tuple(destination_choice(view, code) for code in view.table.countries if why_unreachable(view, code))
    if start == words.ALL.code:
        return (
            BEST,
            *(destination_choice(view, code) for code in voting_countries(view) if not why_unreachable(view, code)),
            NOWHERE,
            *shut,
        )
    cards = [
        card.country
        for card in view.track
        if not why_unreachable(view, card.country) and not votes_earlier(view, start, card.country)
    ]
    near = [code for code in cards if view.borders_eu(code) or view.table.are_linked(start, code)]
    far = (destination_choice(view, code, FAR, unlinked_warning(view, code)) for code in cards if code not in near)
    return (BEST, *(destination_choice(view, code) for code in near), NOWHERE, *far, *shut)


def votes_earlier(view: EuropaState, start: Code, code: Code) -> bool:
    """Return whether a country has voted when a pawn would come from another."""
    one, other = view.find_card(start), view.find_card(code)
    return bool(one and other and other.number <= one.number)


def unlinked_warning(view: EuropaState, code: Code) -> Message:
    return words.coded_message(
        f"{view.get_country(code).spoken_name} does not border the EU at present; kept in case it does then.", "W39"
    )


def why_unreachable(view: EuropaState, code: Code) -> MessageLike:
    """Return why a winner's pawn can never go to a country this turn; "" if it might."""
    country = view.get_country(code)
    if code in view.eu:
        return words.coded_message(f"{country.spoken_name} is in the EU.", "E38")
    if view.markers.get(code) == "W":
        return words.coded_message(f"{country.spoken_name} is at War.", "E38")
    if view.table.find_overlay(country, view.turn):
        return words.coded_message(f"{country.spoken_name} is covered.", "E38")
    return why_no_election(view, code)
