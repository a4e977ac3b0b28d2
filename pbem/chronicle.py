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
from pbem import reasons, timetable
from pbem.models import Audit, Game, Phase, Player, Seat
from pbem.pace import Quiet, length
from pbem.play import ballots, games, press, ratings, reliability, result, standings, tell, votes
from pbem.play.result import How, Result
from pbem.play.rules import rules_of
from pbem.wording import ENGLISH, Tongue, When, family

Names = Mapping[str, str]
"""What seats are called, by their codes."""


# --- how it ended -----------------------------------------------------------------------------------------------

ENDED = family(
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


def ending(session: Session, game: Game, say: Tongue = ENGLISH) -> Ending | None:
    """How a game ended; None while it goes on."""
    found = result.of(game)
    return describe_ending(found, names_of(session, game, say), say) if found else None


def names_of(session: Session, game: Game, say: Tongue = ENGLISH) -> dict[str, str]:
    """What the seats of a game are called."""
    return {seat.code: say.name(seat) for seat in games.seats(session, game)}


def describe_ending(found: Result, names: Names, say: Tongue = ENGLISH) -> Ending:
    """A result in words. Seats are named in the order of `names`."""
    first = [name for code, name in names.items() if code in found.first]
    told = SEVERAL.get(found.how, "") if len(first) > 1 else ""
    sentence = say(ENDED[told or found.how], seats=first)
    return Ending(sentence, places(found.ranks, names, say) if found.how in SEVERAL else (), found.how is How.PLAYED)


def to_winner(found: Result | None, seat: Seat | None, say: Tongue = ENGLISH) -> str:
    """What the player of a seat is told besides to which the game was conceded; "" to anybody else."""
    won = found is not None and seat is not None and found.how is How.CONCESSION and seat.code in found.first
    return say("ended concession yours") if won else ""


def places(ranks: Mapping[str, int], names: Names, say: Tongue) -> tuple[tuple[str, str], ...]:
    """Who came first, second and so on; equal ones stand together, as the seats do in their game."""
    ordered = sorted((code for code in names if code in ranks), key=lambda code: ranks[code])
    rows = [(rank, [names[code] for code in some]) for rank, some in groupby(ordered, key=lambda code: ranks[code])]
    return tuple((place(rank, say), say.listed(who)) for rank, who in rows)


def place(rank: int, say: Tongue = ENGLISH) -> str:
    """A rank as one says it: "First"."""
    ordinals = say("ordinals").split()
    return ordinals[rank - 1] if rank <= len(ordinals) else f"{rank}"


# --- its receipts -----------------------------------------------------------------------------------------------


GIVEN_BY = family("by", "deputy", "master", "later", "standing", "advice", "server")
"""Who gave the orders of a receipt, if it was not the player himself."""


def receipt(number: int, at: datetime, hash: str, zone: ZoneInfo, say: Tongue = ENGLISH) -> str:
    """A receipt in a sentence: its number, when orders were taken, by the reader's clock and by UTC, and its hash."""
    when, utc = say.calendar.moment(at, zone), f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    return say("receipt", number=number, when=when, utc=utc, hash=hash)


# --- its manners ------------------------------------------------------------------------------------------------


def manners(game: Game, say: Tongue = ENGLISH) -> str:
    """When players write to each other; "" for always."""
    if rules_of(game).press == "none":
        return say("manners none")
    kinds = press.kinds_with_press(game)
    return say("manners during", kinds=say.listed(kinds)) if kinds else ""


# --- its players ------------------------------------------------------------------------------------------------


def reliably(known: reliability.Figures, say: Tongue = ENGLISH) -> str:
    """How reliably somebody plays, in a sentence or some."""
    if not known.turns:
        return say("reliable new")
    told = [say("reliable", percent=known.percent, turns=known.turns, games=known.games)]
    told += [
        say("reliable rescued one") if known.rescued == 1 else say("reliable rescued", count=known.rescued)
    ] * bool(known.rescued)
    told += [say("reliable left one") if known.left == 1 else say("reliable left", count=known.left)] * bool(known.left)
    return " ".join(told)


# --- what is voted on -------------------------------------------------------------------------------------------


def proposed(text: str, names: Names, say: Tongue = ENGLISH) -> str:
    """What a vote is for, by its canonical words: "a draw shared by England and France"."""
    proposal = ballots.parsed(text)
    who = [names[code] for code in proposal.seats]
    match proposal.kind:
        case "draw":
            several = say("proposed draw of", seats=who)
            return several if len(who) > 1 else say("proposed win", seats=who) if who else say("proposed draw")
        case "concede":
            return say("proposed concession", seats=who)
    return say("proposed time", span=say.calendar.span(length(proposal.length)))


def ballot_line(text: str, names: Names, all_share: bool) -> str:
    """What a player writes to vote for a proposal. `all_share`: a draw is shared by all who are left, so that nobody
    need be named."""
    proposal = ballots.parsed(text)
    if proposal.kind not in ("draw", "concede"):
        return f"vote {text}"
    who = [] if proposal.kind == "draw" and all_share else [names[code] for code in proposal.seats]
    return f"vote {proposal.kind} {', '.join(who)}".rstrip()


def ballot(text: str, own: SeatCode, everybody: Collection[SeatCode], names: Names, say: Tongue = ENGLISH) -> str:
    """What a seat has voted for, with all that it accepts by that: "any draw that you share". `everybody`: who is left;
    () where a draw is shared by all of them anyway."""
    proposal = ballots.parsed(text)
    if proposal.kind != "draw" or not everybody or len(proposal.seats) < FEWER:
        return proposed(text, names, say)
    if own in proposal.seats and proposal.shared == {*everybody}:
        return say("ballot any")
    who = [names[code] for code in proposal.seats]
    return say("ballot own" if own in proposal.seats else "ballot others", seats=who)


FEWER = 3
"""Seats of a draw of which some can share a smaller one."""


def accepted(session: Session, seat: Seat, say: Tongue = ENGLISH) -> list[str]:
    """What a seat has voted for."""
    game = session.get_one(Game, seat.game_id)
    phase, names = games.current(session, game), names_of(session, game, say)
    everybody = ballots.survivors(phase) if phase and rules_of(game).draws == "any" else ()
    return [ballot(text, seat.code, everybody, names, say) for text in votes.cast_by(session, seat)]


def table(session: Session, game: Game, say: Tongue = ENGLISH) -> list[str]:
    """What is voted on, a line each: how many votes carry it and, where votes are open, whose it has."""
    names = names_of(session, game, say)
    return [tabled(one, names, say) for one in votes.tabled(session, game)]


def tabled(one: votes.Tabled, names: Names, say: Tongue) -> str:
    what = proposed(one.proposal, names, say)
    told = say("proposal one" if one.needed == 1 else "proposal", proposal=what, needed=one.needed)
    return f"{told} {say('votes by', seats=[names[code] for code in one.by])}" if one.by else told


DRAWS = family("draws", "any", "none", "survivors")
VOTES = family("votes", "open", "secret")


def how_votes_go(game: Game, say: Tongue = ENGLISH) -> list[str]:
    """Which draws there can be, whether votes are secret, and when they do not wait for somebody."""
    rules = rules_of(game)
    return [say(DRAWS[rules.draws]), say(VOTES[rules.votes]), absence(game, say)]


def absence(game: Game, say: Tongue = ENGLISH) -> str:
    """When votes do not wait for a player."""
    count = rules_of(game).unasked_after
    return say("unasked after", count=count) if count else say("unasked never")


# --- what a seat is worth ---------------------------------------------------------------------------------------


def prospects(seat: Seat, phase: Phase | None, say: Tongue = ENGLISH) -> str:
    """A seat with how it stands in a phase among the others, for who thinks of taking it; as a bystander may know
    it."""
    figures = standings.read([phase])[0] if phase else {}
    if seat.code not in figures or len(figures) < 2:
        return say.name(seat)
    before = sum(figure > figures[seat.code] for figure in figures.values())
    return say("prospects", seat=say.name(seat), place=before + 1, count=len(figures))


# --- who did not write ------------------------------------------------------------------------------------------

STOOD_IN = family("by", "later", "deputy", "master", "standing", "advice")
"""What stands in for a player, by `Turn.given_by`."""


# --- the ledger -------------------------------------------------------------------------------------------------

UNTOLD = frozenset({"replaced", "ejected"})
"""What a seat need not tell, since the master's own line does."""


@dataclass(frozen=True)
class Line:
    """One act of the ledger in words, and when it was; `number` tells it from others."""

    number: int
    at: datetime
    actor: str
    text: str


def ledger(
    session: Session,
    game: Game,
    when: When,
    say: Tongue = ENGLISH,
    last: int | None = None,
    before: int | None = None,
) -> list[Line]:
    """What the game master and the server did, or the `last` so many acts of it, or of those before the one of a
    number; `when` puts an instant into words."""
    names, entries = names_of(session, game, say), tell.ledger(session, game, last, before)
    called = mentioned(session, game, entries)
    known = [entry for entry in entries if not (entry.actor in names and entry.act in UNTOLD)]
    return [Line(entry.id, entry.at, entry.actor, worded(entry, names, called, when, say)) for entry in known]


def mentioned(session: Session, game: Game, entries: Iterable[Audit]) -> dict[int | str, str]:
    """What the phases are called that some entries name, by name and by number."""
    facts = [json.loads(entry.data) for entry in entries]
    wanted = {data[key] for data in facts for key in ("phase", "to") if isinstance(data.get(key), int | str)}
    every = games.course(session, game) if wanted else ()
    return {key: games.called_then(session, past) for past in every for key in past[1:3] if key in wanted}


def worded(entry: Audit, names: Names, called: Mapping[int | str, str], when: When, say: Tongue = ENGLISH) -> str:
    """One entry. `called`: phases by number and by name."""
    data: dict[str, Any] = json.loads(entry.data)
    reason = data.pop("reason", "")
    words: dict[str, Callable[[Any], str]] = {
        "seat": lambda code: names.get(code, code),
        "whose": lambda codes: say.listed(names.get(code, code) for code in codes),
        "phase": lambda name: called.get(name, name),
        "made": lambda text: when(datetime.fromisoformat(text)),
        "deadline": lambda text: when(datetime.fromisoformat(text)),
        "until": lambda text: when(datetime.fromisoformat(text)),
        "minutes": lambda minutes: say.span(60 * minutes),
        "to": lambda number: called.get(number) or say("phase number", number=number),
        "proposal": lambda text: proposed(text, names, say),
        "by": lambda giver: say(STOOD_IN[giver]),
        "why": lambda steps: say.why(reasons.found(steps), when),
    }
    facts = {key: words[key](value) if key in words else value for key, value in data.items()}
    if entry.act == "repaced":
        told = timetable.told(data["pace"], data["zone"], Quiet.parse(data["quiet"]), say)
        facts = {"told": told, "phase": ""}
    if entry.act == "finished":
        facts["ending"] = describe_ending(result.read(data), names, say).sentence
    told = say.entry(entry.act, {**facts, "actor": actor(entry.actor, names, say)})
    return say("because", text=told, reason=reason) if reason else told


def actor(code: str, names: Names, say: Tongue) -> str:
    """Who did something: a seat, or somebody besides."""
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


def rating(one: ratings.Listed, say: Tongue = ENGLISH) -> str:
    """A line of a list of ratings: "3. Edi: 27.1 ± 5.2, after 4 games"."""
    strength = one.strength
    facts = {
        "place": one.place,
        "name": called(one.player) or say("rating nameless"),
        "strength": decimal(strength.mu, say),
        "spread": decimal(2 * strength.sigma, say),
        "count": strength.games,
    }
    return say("rating one" if strength.games == 1 else "rating", **facts)


def decimal(figure: float, say: Tongue) -> str:
    return f"{figure:.1f}".replace(".", say("decimal"))


def called(player: Player, say: Tongue = ENGLISH) -> str:
    """A player's name as others read it, "" if he has none. Some mail programs write the address for a name: that is
    nobody's business."""
    if player.forgotten_at:
        return say("former player")
    return "" if "@" in player.name else player.name
