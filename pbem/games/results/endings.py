"""How games end: played out, agreed upon, conceded, out of time, abandoned or never played; and what that is worth to
each seat. Then the secret of the dice is shown."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

import sqlalchemy as sa
from sqlmodel import Session, col, select

from engines import base
from engines.abilities import Decisive
from engines.base import Seat as SeatCode
from engines.base import State
from pbem.games import games
from pbem.games.games import PhaseSummary
from pbem.games.notify import Kind, add_ledger_entry, queue_to_all
from pbem.games.results import result, scoring, standings
from pbem.games.results.result import How, Result
from pbem.games.rules import rules_of
from pbem.storage.models import Campaign, Game, Phase, Turn

NUMBER = re.compile(r"\d+")
ENDS_BY_THEMSELVES = frozenset({How.PLAYED, How.TIME})
"""The ends that come by themselves, and mean nothing if nobody played."""
SERVER_GIVERS = frozenset({"standing", "advice"})
"""By which name a turn is given (`Turn.given_by`) where the server speaks for who is silent."""


# --- the ends -----------------------------------------------------------------------------------------------------


def find_result_by_rules(game: Game, phase: Phase, position: State) -> Result | None:
    """Return how a game ends in a phase by rules alone: its own, or those chosen for it; None while it goes on."""
    if position.ranks is not None:
        return result_by_engine(game, phase, position.ranks)
    return result_by_time(game, phase) if is_time_up(game, position) else None


def result_by_engine(game: Game, phase: Phase, ranks: Mapping[SeatCode, int]) -> Result:
    """The engine says who came where. Where standing first is not yet winning, its last year is as that of the
    rules."""
    engine = games.get_engine(game)
    if not isinstance(engine, Decisive) or engine.find_winner(games.phase_state(phase)) is not None:
        return Result(How.PLAYED, ranks)
    return build_result(How.TIME, phase, list_alive_seats(phase)) if is_drawn_by_time(game) else Result(How.TIME, ranks)


def result_by_time(game: Game, phase: Phase) -> Result:
    """Return what the standings say when the last year is over; or a draw of all who are left."""
    left, has = list_alive_seats(phase), phase_figures(phase)
    if is_drawn_by_time(game) or not has:
        return build_result(How.TIME, phase, left)
    every = games.phase_state(phase).seats
    return Result(How.TIME, base.rank_by_worth({code: (code in left, has.get(code, Fraction(0))) for code in every}))


def is_drawn_by_time(game: Game) -> bool:
    """Return whether nobody is first when the time is up: by the rules, or since the size of a draw can score nothing
    else."""
    return rules_of(game).end_counts == "draw" or scoring_system(game) == "draw-size"


def build_result(how: How, phase: Phase, first: Collection[SeatCode]) -> Result:
    """Some come first, and all others second."""
    return Result(how, {code: 1 if code in first else 2 for code in games.phase_state(phase).seats})


def end_as_agreed(
    session: Session, game: Game, phase: Phase, how: How, first: Collection[SeatCode], now: datetime
) -> None:
    """All agreed on a draw of some, or conceded the game to one."""
    finish_game(session, game, phase, build_result(how, phase, first), now)


def end_as_abandoned(session: Session, game: Game, phase: Phase, now: datetime) -> None:
    """Nobody is left to play it."""
    finish_game(session, game, phase, Result(How.ABANDONED), now)


def end_as_cancelled(session: Session, game: Game, phase: Phase | None, now: datetime) -> None:
    """Who leads it has called it off, maybe before it began."""
    finish_game(session, game, phase, Result(How.CANCELLED), now)


def finish_game(session: Session, game: Game, phase: Phase | None, draft: Result, now: datetime) -> None:
    """Ends a game in a phase, unless nobody played it as the `draft` says, to which the scores are added. In words:
    `pbem.documents.game_summary`."""
    if draft.how in ENDS_BY_THEMSELVES and not was_played(session, game):
        draft = Result(How.UNPLAYED)
    ended = score_draft(session, game, phase, draft) if phase else draft
    game.status, game.finished_at = "finished", now
    result.store_result(game, ended)
    if phase:
        phase.resolved_at, phase.due_at, phase.deadline = phase.resolved_at or now, None, None
        session.add(phase)
    session.add(game)
    session.flush()
    wake_campaign(session, game, now)
    add_ledger_entry(session, game, "SERVER", "finished", now, **ended.result_facts, secret=game.secret)
    key = f"finished:{phase.id if phase else game.slug}"
    queue_to_all(session, Kind.FINISHED, game, key, phase=phase, data=ended.result_facts, now=now)


def was_played(session: Session, game: Game) -> bool:
    """Return whether anybody ever gave orders, or said that they had none: not only the server, in the place of the
    silent."""
    given = select(Turn.id).join(Phase, col(Phase.id) == Turn.phase_id).where(Phase.game_id == game.id)
    theirs = sa.or_(col(Turn.given_by) != "", col(Turn.orders) != "[]")  # of a game moved here nobody knows by whom
    return session.exec(given.where(theirs, col(Turn.given_by).not_in(SERVER_GIVERS)).limit(1)).first() is not None


def wake_campaign(session: Session, game: Game, now: datetime) -> None:
    """Has the clock look at the set of games that this one belongs to."""
    if game.campaign_id:
        session.execute(sa.update(Campaign).where(col(Campaign.id) == game.campaign_id).values(due_at=now))


# --- time ---------------------------------------------------------------------------------------------------------


def year_or_round(game: Game, position: State) -> int:
    """The year or the round of a position, as the game itself calls it; 0 if it has none."""
    found = NUMBER.search(games.get_engine(game).phase_name(position))
    return int(found[0]) if found else 0


def is_time_up(game: Game, position: State) -> bool:
    """Return whether the last year or round that the game's rules let be played is over."""
    last = rules_of(game).ends_after
    return bool(last) and year_or_round(game, position) > last


# --- scores -------------------------------------------------------------------------------------------------------


def scoring_systems(game: Game) -> tuple[str, ...]:
    """The systems of scoring that suit a game, the usual one first."""
    return scoring.suitable_systems(games.get_engine(game))


def scoring_system(game: Game) -> str:
    """The system by which a game is scored; one that this version does not know is that of any game."""
    chosen = rules_of(game).scoring or scoring_systems(game)[0]
    return chosen if chosen in scoring.SYSTEMS else scoring.USUAL[0]


def score_draft(session: Session, game: Game, phase: Phase, draft: Result) -> Result:
    """A result with what it is worth to each seat, exactly; to nobody anything if nobody came anywhere."""
    return weigh_draft(game, phase, draft, last_year_by_seat(session, game, phase)) if draft.ranks else draft


def weigh_draft(game: Game, phase: Phase, draft: Result, lasted: Mapping[SeatCode, int]) -> Result:
    """Return what a draft is worth if its game ended in a phase. `last_year_by_seat`: how long each seat was in the
    game."""
    by = scoring_system(game)
    return replace(draft, scoring=by, scores=scoring.SYSTEMS[by](build_final(game, phase, draft, lasted)))


def build_final(game: Game, phase: Phase, draft: Result, lasted: Mapping[SeatCode, int]) -> scoring.Final:
    """A way to end, as systems of scoring see it."""
    engine, drawn = games.get_engine(game), draft.how is How.DRAW
    ended = scoring.Final(
        ranks=draft.ranks,
        winner=find_outright_winner(game, phase, draft),
        sharers=frozenset(draft.first_seats if drawn else list_alive_seats(phase)),
        has=phase_figures(phase),
        stake=Fraction(engine.stake if isinstance(engine, Decisive) else 0),
        lasted=lasted,
    )
    return ended.as_draw() if drawn else ended


def find_outright_winner(game: Game, phase: Phase, draft: Result) -> SeatCode | None:
    """Return who won outright, and did not only stand first when the time was up."""
    engine = games.get_engine(game)
    if draft.how is How.PLAYED:
        return engine.find_winner(games.phase_state(phase)) if isinstance(engine, Decisive) else None
    return draft.sole_winner if draft.how is not How.TIME else None


def list_alive_seats(phase: Phase) -> list[SeatCode]:
    position = games.phase_state(phase)
    return [code for code in position.seats if code not in position.out]


def phase_figures(phase: Phase | PhaseSummary) -> dict[SeatCode, Fraction]:
    """Return what the standings of a phase count, which all may know."""
    return {code: Fraction(figure) for code, figure in standings.load_figures([phase])[0].items()}


def last_year_by_seat(session: Session, game: Game, upto: Phase) -> dict[SeatCode, int]:
    """The year or round in which each seat last had something; those that have still are left out."""
    now, last = phase_figures(upto), dict[SeatCode, PhaseSummary]()
    for phase in standings.phases_leading_to(session, game, upto):
        last |= {code: phase for code, figure in phase_figures(phase).items() if figure and not now.get(code)}
    return {code: phase_year(session, phase) for code, phase in last.items()}


def phase_year(session: Session, phase: PhaseSummary) -> int:
    """The year or the round of a phase, or its number where the game has none."""
    found = NUMBER.search(games.summary_title(session, phase))
    return int(found[0]) if found else phase.number


@dataclass(frozen=True)
class Payoff:
    """What a seat would have if the game ended now: by a draw of all who are left, and if it won alone."""

    seat: SeatCode
    drawn: Fraction
    won: Fraction


def list_payoffs(session: Session, game: Game, phase: Phase) -> list[Payoff]:
    """Return what an end would be worth to each seat that is left now; [] once the game is over."""
    if game.status == "finished":
        return []
    left, lasting = list_alive_seats(phase), last_year_by_seat(session, game, phase)
    drawn = weigh_draft(game, phase, build_result(How.DRAW, phase, left), lasting).scores
    alone = {
        code: weigh_draft(game, phase, build_result(How.CONCESSION, phase, [code]), lasting).scores for code in left
    }
    return [Payoff(code, drawn[code], alone[code][code]) for code in left]
