"""A game as a whole, in words: its manners, how it ended and who came where, what is voted on, and what its
ledger holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from sqlmodel import Session

from pbem.calendars import CALENDARS
from pbem.models import Audit, Game
from pbem.pace import Every, Fixed, Pace, length
from pbem.play import games, press, tell, votes
from pbem.tongues import ENGLISH, Tongue
from pbem.wording import listed

Names = Mapping[str, str]
"""What seats are called, by their codes."""
WEEK = CALENDARS["en"].days


# --- how it ended -----------------------------------------------------------------------------------------------


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
    return ended(json.loads(game.outcome), names_of(session, game, say), say) if game.outcome else None


def names_of(session: Session, game: Game, say: Tongue = ENGLISH) -> dict[str, str]:
    """What the seats of a game are called."""
    return {seat.code: say.name(seat) for seat in games.seats(session, game)}


def ended(outcome: Mapping[str, Any], names: Names, say: Tongue = ENGLISH) -> Ending:
    """The ending that `pbem.play.endings` keeps, in words."""
    who = [names[code] for code in outcome["seats"]]
    how = "shared" if outcome["how"] == "played" and len(who) > 1 else outcome["how"]
    sentence = say(f"ended {how}", seats=listed(who, say("and")))
    played = outcome["how"] == "played"
    return Ending(sentence, places(outcome["ranks"], names, say) if played else (), played)


def places(ranks: Mapping[str, int], names: Names, say: Tongue) -> tuple[tuple[str, str], ...]:
    """Who came first, second and so on; equal ones stand together, as the seats do in their game."""
    ordered = sorted((code for code in names if code in ranks), key=lambda code: ranks[code])
    rows = [(rank, [names[code] for code in some]) for rank, some in groupby(ordered, key=lambda code: ranks[code])]
    return tuple((place(rank, say), listed(who, say("and"))) for rank, who in rows)


def place(rank: int, say: Tongue = ENGLISH) -> str:
    """A rank as one says it: "First"."""
    ordinals = say("ordinals").split()
    return ordinals[rank - 1] if rank <= len(ordinals) else f"{rank}"


# --- its manners ------------------------------------------------------------------------------------------------


def pace(game: Game) -> str:
    """When orders are due: "2 days after a phase begins", "every day at 20:00; retreat: 12 hours after it begins"."""
    found, city = Pace.parse(game.pace), game.zone.rpartition("/")[2].replace("_", " ")
    every = (("", found.default), *(kind for kind in found.kinds if kind[1] != found.default))
    return "; ".join(f"{kind}: {due(rule, city)}" if kind else due(rule, city) for kind, rule in every)


def due(rule: Every | Fixed, city: str) -> str:
    if isinstance(rule, Every):
        return f"{spelled(rule.span)} after a phase begins"
    days = "every day" if len(rule.days) == 7 else listed(f"{WEEK[day]}s" for day in sorted(rule.days))
    return f"{days} at {rule.at:%H:%M} ({city} time)"


def manners(game: Game) -> str:
    """When players write to each other."""
    if games.rules(game).press == "none":
        return "Players do not write to each other."
    kinds = press.kinds_with_press(game)
    return f"Players write to each other only during: {', '.join(kinds)}." if kinds else ""


# --- what is voted on -------------------------------------------------------------------------------------------


def proposed(text: str, names: Names) -> str:
    """What a vote is for, by its canonical words: "a draw shared by England and France"."""
    proposal = votes.parsed(text)
    who = listed(names[code] for code in proposal.seats)
    match proposal.kind:
        case "draw":
            return (
                f"a draw, shared by {who}" if len(proposal.seats) > 1 else f"that {who} wins alone" if who else "a draw"
            )
        case "concede":
            return f"to concede the game to {who}"
    return f"{spelled(length(proposal.length))} more"


def spelled(span: timedelta) -> str:
    """A length of time in words: "2 days", "90 minutes"."""
    minutes = round(span.total_seconds() / 60)
    count, unit = next(
        (minutes // size, unit) for size, unit in ((1440, "day"), (60, "hour"), (1, "minute")) if minutes % size == 0
    )
    return f"{count} {unit}{'s' * (count != 1)}"


# --- the ledger -------------------------------------------------------------------------------------------------

LEDGER = {
    "carried": "The vote was carried: {proposal}.",
    "corrected orders": "{actor} gave orders in the place of {seat}.",
    "deadline": "The deadline of {phase} was set to {deadline}: {why}.",
    "extended": "{actor} moved the deadline by {minutes}.",
    "finished": "{ending} The secret of the dice was {secret}.",
    "gave a new address": "{actor} gave {seat} a new secret address.",
    "joined": "{actor} has a player.",
    "opened": "The game was opened. Its dice are sealed with {commitment}.",
    "paused": "{actor} stopped the clock.",
    "processed": "{actor} had the phase resolved with the orders that were there.",
    "replaced": "{actor} gave {seat} to another player.",
    "resigned": "The player of {actor} left the game.",
    "resumed": "{actor} started the clock again.",
    "rolled back": "{actor} took the game back to {to}.",
    "started": "The game began.",
    "stuck": "{phase} could not be resolved ({error}).",
}
"""What each act is in words (see `pbem.play.tell.note`)."""
UNTOLD = frozenset({"replaced"})
"""What a seat need not tell, since the master's own line does."""


@dataclass(frozen=True)
class Line:
    """One act of the ledger in words, and when it was."""

    at: datetime
    actor: str
    text: str


def ledger(session: Session, game: Game, when: Callable[[datetime], str]) -> list[Line]:
    """What the game master and the server did; `when` puts an instant into words."""
    names, entries = names_of(session, game), tell.ledger(session, game)
    phases = games.timeline(session, game)
    called: dict[int | str, str] = {key: games.called(p) for p in phases for key in (p.number, p.name)}
    known = [entry for entry in entries if not (entry.actor in names and entry.act in UNTOLD)]
    return [Line(entry.at, entry.actor, worded(entry, names, called, when)) for entry in known]


def worded(entry: Audit, names: Names, called: Mapping[int | str, str], when: Callable[[datetime], str]) -> str:
    """One entry; an act that is not known is told by its own word. `called`: phases by number and by name."""
    data: dict[str, Any] = json.loads(entry.data)
    words: dict[str, Callable[[Any], str]] = {
        "seat": lambda code: names.get(code, code),
        "phase": lambda name: called.get(name, name),
        "deadline": lambda text: when(datetime.fromisoformat(text)),
        "minutes": lambda minutes: spelled(timedelta(minutes=minutes)),
        "to": lambda number: called.get(number, f"phase {number}"),
        "proposal": lambda text: proposed(text, names),
    }
    facts = {key: words[key](value) if key in words else value for key, value in data.items()}
    if entry.act == "finished":
        facts["ending"] = ended(data, names).sentence
    text = LEDGER.get(entry.act, "{actor}: {act}.")
    return text.format(**facts, actor=ACTORS.get(entry.actor) or names.get(entry.actor, entry.actor), act=entry.act)


ACTORS = {"MASTER": "The game master", "HOST": "The host", "SERVER": "The server"}
