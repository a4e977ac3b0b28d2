"""A game as a whole, in words: its manners, how it ended and who came where, what is voted on, and what its
ledger holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from engines.base import Seat as SeatCode
from pbem.documents import timetable
from pbem.games import games, notify
from pbem.games.results import ratings, reliability, result, standings, vote_counting, votes
from pbem.games.results.result import How, Result
from pbem.games.rules import rules_of
from pbem.games.talk import press
from pbem.pace import QuietTimes, parse_length, reasons
from pbem.storage.models import Audit, Game, Phase, Player, Seat
from pbem.wording import ENGLISH, InstantFormat, Tongue, sentence_family

Names = Mapping[str, str]
"""What seats are called, by their codes."""


# --- how it ended -----------------------------------------------------------------------------------------------

ENDING_WORDS = sentence_family(
    "ended", "abandoned", "cancelled", "concession", "draw", "played", "shared", "time", "time shared", "unplayed"
)
SEVERAL = {How.PLAYED: "shared", How.TIME: "time shared"}
"""How those ends are told at which one comes first or several do."""


@dataclass(frozen=True)
class Ending:
    """How a game ended, in a sentence; and who came where, if that says more: "Second", "France and Turkey".

    `played`: to its end by the rules, so that the game's own report says it better.
    """

    sentence: str
    places: tuple[tuple[str, str], ...]
    played: bool


def find_game_ending(session: Session, game: Game, say: Tongue = ENGLISH) -> Ending | None:
    """Return how a game ended; None while it goes on."""
    found = result.find_result(game)
    return describe_ending(found, seat_names(session, game, say), say) if found else None


def seat_names(session: Session, game: Game, say: Tongue = ENGLISH) -> dict[str, str]:
    """Return what the seats of a game are called."""
    return {seat.code: say.seat_name(seat) for seat in games.list_game_seats(session, game)}


def describe_ending(found: Result, names: Names, say: Tongue = ENGLISH) -> Ending:
    """A result in words. Seats are named in the order of `names`."""
    first = [name for code, name in names.items() if code in found.first_seats]
    told = SEVERAL.get(found.how, "") if len(first) > 1 else ""
    sentence = say(ENDING_WORDS[told or found.how], seats=first)
    return Ending(
        sentence, describe_places(found.ranks, names, say) if found.how in SEVERAL else (), found.how is How.PLAYED
    )


def describe_conceded_win(found: Result | None, seat: Seat | None, say: Tongue = ENGLISH) -> str:
    """Return what the player of a seat is told besides to which the game was conceded; "" to anybody else."""
    won = found is not None and seat is not None and found.how is How.CONCESSION and seat.code in found.first_seats
    return say("ended concession yours") if won else ""


def describe_places(ranks: Mapping[str, int], names: Names, say: Tongue) -> tuple[tuple[str, str], ...]:
    """Return who came first, second and so on; equal ones stand together, as the seats do in their game."""
    ordered = sorted((code for code in names if code in ranks), key=lambda code: ranks[code])
    rows = [(rank, [names[code] for code in some]) for rank, some in groupby(ordered, key=lambda code: ranks[code])]
    return tuple((describe_rank(rank, say), say.join_list(who)) for rank, who in rows)


def describe_rank(rank: int, say: Tongue = ENGLISH) -> str:
    """A rank as one says it: "First"."""
    ordinals = say("ordinals").split()
    return ordinals[rank - 1] if rank <= len(ordinals) else f"{rank}"


# --- its receipts -----------------------------------------------------------------------------------------------


GIVEN_BY = sentence_family("by", "deputy", "master", "later", "standing", "advice", "server")
"""Who gave the orders of a receipt, if it was not the player."""


def describe_receipt(number: int, at: datetime, hash: str, zone: ZoneInfo, say: Tongue = ENGLISH) -> str:
    """A receipt in a sentence: its number, when orders were taken, by the reader's clock and by UTC, and its hash."""
    when, utc = say.calendar.format_moment(at, zone), f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    return say("receipt", number=number, when=when, utc=utc, hash=hash)


# --- its manners ------------------------------------------------------------------------------------------------


def describe_press_times(game: Game, say: Tongue = ENGLISH) -> str:
    """Return when players write to each other; "" for always."""
    if rules_of(game).press == "none":
        return say("manners none")
    kinds = press.kinds_with_press(game)
    return say("manners during", kinds=say.join_list(kinds)) if kinds else ""


# --- its players ------------------------------------------------------------------------------------------------


def describe_reliability_figures(known: reliability.ReliabilityFigures, say: Tongue = ENGLISH) -> str:
    """Return how reliably somebody plays, in a sentence or some."""
    if not known.turns:
        return say("reliable new")
    told = [say("reliable", percent=known.percent, turns=known.turns, games=known.games)]
    told += [
        say("reliable rescued one") if known.rescued == 1 else say("reliable rescued", count=known.rescued)
    ] * bool(known.rescued)
    told += [say("reliable left one") if known.left == 1 else say("reliable left", count=known.left)] * bool(known.left)
    return " ".join(told)


# --- what is voted on -------------------------------------------------------------------------------------------


def describe_proposal(text: str, names: Names, say: Tongue = ENGLISH) -> str:
    """Return what a vote is for, by its canonical words: "a draw shared by England and France"."""
    proposal = vote_counting.parse_proposal(text)
    who = [names[code] for code in proposal.seats]
    match proposal.kind:
        case "draw":
            several = say("proposed draw of", seats=who)
            return several if len(who) > 1 else say("proposed win", seats=who) if who else say("proposed draw")
        case "concede":
            return say("proposed concession", seats=who)
    return say("proposed time", span=say.calendar.format_span(parse_length(proposal.length)))


def format_ballot_line(text: str, names: Names, all_share: bool) -> str:
    """Return what a player writes to vote for a proposal. `all_share`: a draw is shared by all who are left, so that
    nobody need be named."""
    proposal = vote_counting.parse_proposal(text)
    if proposal.kind not in ("draw", "concede"):
        return f"vote {text}"
    who = [] if proposal.kind == "draw" and all_share else [names[code] for code in proposal.seats]
    return f"vote {proposal.kind} {', '.join(who)}".rstrip()


def describe_ballot(
    text: str, own: SeatCode, everybody: Collection[SeatCode], names: Names, say: Tongue = ENGLISH
) -> str:
    """Return what a seat has voted for, with all that it accepts by that: "any draw that you share". `everybody`: who
    is left; () where a draw is shared by all of them anyway."""
    proposal = vote_counting.parse_proposal(text)
    if proposal.kind != "draw" or not everybody or len(proposal.seats) < FEWER:
        return describe_proposal(text, names, say)
    if own in proposal.seats and proposal.sharing_seats == {*everybody}:
        return say("ballot any")
    who = [names[code] for code in proposal.seats]
    return say("ballot own" if own in proposal.seats else "ballot others", seats=who)


FEWER = 3
"""Seats of a draw of which some can share a smaller one."""


def describe_seat_ballots(session: Session, seat: Seat, say: Tongue = ENGLISH) -> list[str]:
    """Return what a seat has voted for."""
    game = session.get_one(Game, seat.game_id)
    phase, names = games.find_current_phase(session, game), seat_names(session, game, say)
    everybody = vote_counting.surviving_seats(phase) if phase and rules_of(game).draws == "any" else ()
    return [describe_ballot(text, seat.code, everybody, names, say) for text in votes.list_votes_of_seat(session, seat)]


def describe_open_votes(session: Session, game: Game, say: Tongue = ENGLISH) -> list[str]:
    """Return what is voted on, a line each: how many votes carry it and, where votes are open, whose it has."""
    names = seat_names(session, game, say)
    return [describe_tabled_proposal(one, names, say) for one in votes.list_tabled_proposals(session, game)]


def describe_tabled_proposal(one: votes.TabledProposal, names: Names, say: Tongue) -> str:
    what = describe_proposal(one.proposal, names, say)
    told = say("proposal one" if one.needed == 1 else "proposal", proposal=what, needed=one.needed)
    return f"{told} {say('votes by', seats=[names[code] for code in one.by])}" if one.by else told


DRAWS = sentence_family("draws", "any", "none", "survivors")
VOTES = sentence_family("votes", "open", "secret")


def describe_voting_rules(game: Game, say: Tongue = ENGLISH) -> list[str]:
    """Return which draws there can be, whether votes are secret, and when they do not wait for somebody."""
    rules = rules_of(game)
    return [say(DRAWS[rules.draws]), say(VOTES[rules.votes]), describe_unasked_rule(game, say)]


def describe_unasked_rule(game: Game, say: Tongue = ENGLISH) -> str:
    """Return when votes do not wait for a player."""
    count = rules_of(game).unasked_after
    return say("unasked after", count=count) if count else say("unasked never")


# --- what a seat is worth ---------------------------------------------------------------------------------------


def describe_seat_prospects(seat: Seat, phase: Phase | None, say: Tongue = ENGLISH) -> str:
    """A seat with how it stands in a phase among the others, for who thinks of taking it; as a bystander may know
    it."""
    figures = standings.load_figures([phase])[0] if phase else {}
    if seat.code not in figures or len(figures) < 2:
        return say.seat_name(seat)
    before = sum(figure > figures[seat.code] for figure in figures.values())
    return say("prospects", seat=say.seat_name(seat), place=before + 1, count=len(figures))


# --- who did not write ------------------------------------------------------------------------------------------

STAND_IN_WORDS = sentence_family("by", "later", "deputy", "master", "standing", "advice")
"""What stands in for a player, by `Turn.given_by`."""


# --- the ledger -------------------------------------------------------------------------------------------------

UNTOLD_ACTS = frozenset({"replaced", "ejected"})
"""What a seat need not tell, since the master's own line does."""


@dataclass(frozen=True)
class LedgerLine:
    """One act of the ledger in words, and when it was; `number` tells it from others."""

    number: int
    at: datetime
    actor: str
    text: str


def describe_ledger(
    session: Session,
    game: Game,
    when: InstantFormat,
    say: Tongue = ENGLISH,
    last: int | None = None,
    before: int | None = None,
) -> list[LedgerLine]:
    """Return what the game master and the server did, or the `last` so many acts of it, or of those before the one of a
    number; `when` puts an instant into words."""
    names, entries = seat_names(session, game, say), notify.list_ledger_entries(session, game, last, before)
    called = mentioned_phase_titles(session, game, entries)
    known = [entry for entry in entries if not (entry.actor in names and entry.act in UNTOLD_ACTS)]
    return [
        LedgerLine(entry.id, entry.at, entry.actor, describe_entry(entry, names, called, when, say)) for entry in known
    ]


def mentioned_phase_titles(session: Session, game: Game, entries: Iterable[Audit]) -> dict[int | str, str]:
    """Return what the phases are called that some entries name, by name and by number."""
    facts = [json.loads(entry.data) for entry in entries]
    wanted = {data[key] for data in facts for key in ("phase", "to") if isinstance(data.get(key), int | str)}
    every = games.list_phase_summaries(session, game) if wanted else ()
    return {key: games.summary_title(session, past) for past in every for key in past[1:3] if key in wanted}


def describe_entry(
    entry: Audit, names: Names, called: Mapping[int | str, str], when: InstantFormat, say: Tongue = ENGLISH
) -> str:
    """One entry. `shown_player_name`: phases by number and by name."""
    data: dict[str, Any] = json.loads(entry.data)
    reason = data.pop("reason", "")
    words: dict[str, Callable[[Any], str]] = {
        "seat": lambda code: names.get(code, code),
        "whose": lambda codes: say.join_list(names.get(code, code) for code in codes),
        "phase": lambda name: called.get(name, name),
        "made": lambda text: when(datetime.fromisoformat(text)),
        "deadline": lambda text: when(datetime.fromisoformat(text)),
        "until": lambda text: when(datetime.fromisoformat(text)),
        "minutes": lambda minutes: say.format_span(60 * minutes),
        "to": lambda number: called.get(number) or say("phase number", number=number),
        "proposal": lambda text: describe_proposal(text, names, say),
        "by": lambda giver: say(STAND_IN_WORDS[giver]),
        "why": lambda steps: say.explain_reasons(reasons.load_reasons(steps), when),
    }
    facts = {key: words[key](value) if key in words else value for key, value in data.items()}
    if entry.act == "repaced":
        told = timetable.describe_pace_and_quiet(data["pace"], data["zone"], QuietTimes.parse(data["quiet"]), say)
        facts = {"told": told, "phase": ""}
    if entry.act == "finished":
        facts["ending"] = describe_ending(result.parse_result(data), names, say).sentence
    told = say.ledger_sentence(entry.act, {**facts, "actor": describe_actor(entry.actor, names, say)})
    return say("because", text=told, reason=reason) if reason else told


def describe_actor(code: str, names: Names, say: Tongue) -> str:
    """Return who did something: a seat, or somebody besides."""
    match code:
        case "MASTER":
            return say("master")
        case "CO-MASTER":
            return say("co-master")
        case "HOST":
            return say("host")
        case "SERVER":
            return say("server")
    return names.get(code, code)


# --- ratings ----------------------------------------------------------------------------------------------------


def describe_rating_line(one: ratings.RankedPlayer, say: Tongue = ENGLISH) -> str:
    """A line of a list of ratings: "3. Edi: 27.1 ± 5.2, after 4 games"."""
    strength = one.strength
    facts = {
        "place": one.place,
        "name": shown_player_name(one.player) or say("nameless"),
        "strength": format_decimal(strength.mu, say),
        "spread": format_decimal(2 * strength.sigma, say),
        "count": strength.games,
    }
    return say("rating one" if strength.games == 1 else "rating", **facts)


def format_decimal(figure: float, say: Tongue) -> str:
    return f"{figure:.1f}".replace(".", say("decimal"))


def shown_player_name(player: Player, say: Tongue = ENGLISH) -> str:
    """A player's name as others read it, "" if they have none. Some mail programs write the address for a name: that is
    nobody's business."""
    if player.forgotten_at:
        return say("former player")
    return "" if "@" in player.name else player.name
