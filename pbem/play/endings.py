"""How games end: played out, agreed upon, conceded, out of time, abandoned or never played; and what that is worth to
each seat. Then the secret of the dice is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engines import base
from engines.abilities import Decisive
from engines.base import Seat as SeatCode
from engines.base import State
from pbem.models import Campaign, Game, Phase, Turn, canonical
from pbem.play import games, scoring, standings
from pbem.play.games import Glimpse
from pbem.play.rules import rules_of
from pbem.play.tell import Kind, note, tell_all

NUMBER = re.compile(r"\d+")
EARNED = frozenset({"played", "time"})
"""The ends that come by themselves, and mean nothing if nobody played."""
OF_ITSELF = frozenset({"standing", "advice"})
"""By which name a turn is given (`Turn.given_by`) where the server speaks for who is silent."""
NOBODY: Mapping[str, Any] = {"ranks": {}, "seats": []}
"""Who comes first, and who anywhere, where nobody does."""


def played_out(session: Session, game: Game, phase: Phase, ranks: Mapping[SeatCode, int], now: datetime) -> None:
    """The engine says who came where. Where standing first is not yet winning, its last year is as that of the
    rules."""
    engine, outcome = games.engine(game), by_rank(ranks)
    if isinstance(engine, Decisive) and engine.winner(games.state(phase)) is None:
        shared = first_places(phase, alive(phase)) if system(game) == "draw-size" else outcome
        outcome = {**shared, "how": "time"}
    finish(session, game, phase, outcome, now)


def by_rank(ranks: Mapping[str, int]) -> dict[str, object]:
    """The outcome of a game that was played to its end."""
    best = min(ranks.values())
    return {"how": "played", "ranks": dict(ranks), "seats": [code for code, rank in ranks.items() if rank == best]}


def agreed(session: Session, game: Game, phase: Phase, kind: str, shared: Sequence[SeatCode], now: datetime) -> None:
    """All agreed on a draw, or conceded the game."""
    how = "draw" if kind == "draw" else "concession"
    finish(session, game, phase, {"how": how, **first_places(phase, shared)}, now)


def abandoned(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Nobody is left to play it."""
    finish(session, game, phase, {"how": "abandoned", **NOBODY}, now)


def cancelled(session: Session, game: Game, phase: Phase | None, now: datetime) -> None:
    """Who leads it has called it off, maybe before it began."""
    finish(session, game, phase, {"how": "cancelled", **NOBODY}, now)


def first_places(phase: Phase, shared: Sequence[SeatCode]) -> dict[str, Any]:
    """The outcome when some are first and all others second."""
    ranks = {code: 1 if code in shared else 2 for code in games.state(phase).seats}
    return {"seats": list(shared), "ranks": ranks}


def finish(session: Session, game: Game, phase: Phase | None, outcome: Mapping[str, Any], now: datetime) -> None:
    """Ends a game in a phase. `outcome`: "how" ("played", "draw", "concession", "time", "abandoned",
    "cancelled"), "seats" who won or share, "ranks"; the score is added. One that nobody played ends as "unplayed",
    without any of them. In words: `pbem.chronicle`."""
    if outcome["how"] in EARNED and not was_played(session, game):
        outcome = {"how": "unplayed", **NOBODY}
    whole = {**outcome, **(scored(session, game, phase, outcome) if phase else {})}
    game.status, game.finished_at, game.outcome = "finished", now, canonical(whole)
    if phase:
        phase.resolved_at, phase.due_at, phase.deadline = phase.resolved_at or now, None, None
        session.add(phase)
    session.add(game)
    session.flush()
    wake(session, game, now)
    note(session, game, "SERVER", "finished", now, **whole, secret=game.secret)
    key = f"finished:{phase.id if phase else game.slug}"
    tell_all(session, Kind.FINISHED, game, key, phase=phase, data=whole, now=now)


def was_played(session: Session, game: Game) -> bool:
    """Whether anybody ever gave orders, or said that they had none: not only the server, in the place of the silent."""
    given = select(Turn.id).join(Phase, col(Phase.id) == Turn.phase_id).where(Phase.game_id == game.id)
    theirs = sa.or_(
        col(Turn.given_by) != "", col(Turn.orders) != "[]"
    )  # of a game that was moved here nobody knows by whom
    return session.exec(given.where(theirs, col(Turn.given_by).not_in(OF_ITSELF)).limit(1)).first() is not None


def wake(session: Session, game: Game, now: datetime) -> None:
    """Has the clock look at the set of games that this one belongs to."""
    if game.campaign_id:
        session.execute(sa.update(Campaign).where(col(Campaign.id) == game.campaign_id).values(due_at=now))


# --- time ---------------------------------------------------------------------------------------------------------


def number_of(game: Game, position: State) -> int:
    """The year or the round of a position, as the game itself calls it; 0 if it has none."""
    found = NUMBER.search(games.engine(game).called(position))
    return int(found[0]) if found else 0


def is_time_up(game: Game, position: State) -> bool:
    """Whether the last year or round that the game's rules let be played is over."""
    last = rules_of(game).ends_after
    return bool(last) and number_of(game, position) > last


def time_up(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Ends a game whose time is over: by what its standings say, or as a draw of all who are left, which is all that
    the size of a draw can score."""
    position = games.state(phase)
    alive = [code for code in position.seats if code not in position.out]
    has = figures(phase)
    if rules_of(game).end_counts == "draw" or system(game) == "draw-size" or not has:
        outcome = first_places(phase, alive)
    else:
        ranks = base.ranked({code: (code in alive, has.get(code, Fraction(0))) for code in position.seats})
        outcome = {"seats": [code for code in position.seats if ranks[code] == 1], "ranks": ranks}
    finish(session, game, phase, {"how": "time", **outcome}, now)


# --- scores -------------------------------------------------------------------------------------------------------


def systems(game: Game) -> tuple[str, ...]:
    """The systems of scoring that suit a game, the usual one first."""
    return scoring.suiting(games.engine(game))


def system(game: Game) -> str:
    """The system by which a game is scored; one that this version does not know is that of any game."""
    chosen = rules_of(game).scoring or systems(game)[0]
    return chosen if chosen in scoring.SYSTEMS else scoring.USUAL[0]


def scored(session: Session, game: Game, phase: Phase, outcome: Mapping[str, Any]) -> dict[str, Any]:
    """What a way to end is worth to each seat, exactly; {} if nobody came anywhere."""
    if not outcome["ranks"]:
        return {}
    by = system(game)
    return {"scoring": by, "scores": scoring.kept(scoring.SYSTEMS[by](final(session, game, phase, outcome)))}


def final(session: Session, game: Game, phase: Phase, outcome: Mapping[str, Any]) -> scoring.Final:
    """A way to end, as systems of scoring see it."""
    engine, drawn = games.engine(game), outcome["how"] == "draw"
    ended = scoring.Final(
        ranks=outcome["ranks"],
        winner=winner_of(game, phase, outcome),
        sharers=frozenset(outcome["seats"] if drawn else alive(phase)),
        has=figures(phase),
        stake=Fraction(engine.stake if isinstance(engine, Decisive) else 0),
        lasted=lasted(session, game, phase),
    )
    return ended.drawn() if drawn else ended


def winner_of(game: Game, phase: Phase, outcome: Mapping[str, Any]) -> SeatCode | None:
    """Who won alone, and did not only stand first when the time was up."""
    engine, first = games.engine(game), outcome["seats"]
    if outcome["how"] == "played":
        return engine.winner(games.state(phase)) if isinstance(engine, Decisive) else None
    return first[0] if len(first) == 1 and outcome["how"] != "time" else None


def alive(phase: Phase) -> list[SeatCode]:
    position = games.state(phase)
    return [code for code in position.seats if code not in position.out]


def figures(phase: Phase | Glimpse) -> dict[SeatCode, Fraction]:
    """What the standings of a phase count, which all may know."""
    return {code: Fraction(figure) for code, figure in standings.read([phase])[0].items()}


def lasted(session: Session, game: Game, upto: Phase) -> dict[SeatCode, int]:
    """The year or round in which each seat last had something; those that have still are left out."""
    now, last = figures(upto), dict[SeatCode, Glimpse]()
    for phase in standings.led_to(session, game, upto):
        last |= {code: phase for code, figure in figures(phase).items() if figure and not now.get(code)}
    return {code: year(session, phase) for code, phase in last.items()}


def year(session: Session, phase: Glimpse) -> int:
    """The year or the round of a phase, or its number where the game has none."""
    found = NUMBER.search(games.called_then(session, phase))
    return int(found[0]) if found else phase.number


@dataclass(frozen=True)
class Payoff:
    """What a seat would have if the game ended now: by a draw of all who are left, and if it won alone."""

    seat: SeatCode
    drawn: Fraction
    won: Fraction


def prospects(session: Session, game: Game, phase: Phase) -> list[Payoff]:
    """What an end would be worth to each seat that is left now; [] once the game is over."""
    if game.status == "finished":
        return []
    left, share_out = alive(phase), scoring.SYSTEMS[system(game)]
    drawn = final(session, game, phase, {"how": "draw", **first_places(phase, left)})
    alone = {code: replace(drawn, winner=code, ranks=first_places(phase, [code])["ranks"]) for code in left}
    by_draw = share_out(drawn)
    return [Payoff(code, by_draw[code], share_out(alone[code])[code]) for code in left]


def scored_by(game: Game) -> str:
    """The system by which a finished game was scored."""
    return str(json.loads(game.outcome)["scoring"])


def scores(game: Game) -> scoring.Scores:
    """What a finished game was worth to each seat; {} if it was not scored."""
    return scoring.read(json.loads(game.outcome).get("scores", {})) if game.outcome else {}
