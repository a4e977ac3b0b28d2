"""Ratings: how good players are, from the rated games that are over, in the order of their ends (OpenSkill, after
Plackett and Luce). For each engine, and for all games together.

What is kept is worked out from the games alone and can be made again from nothing: `catch_up_ratings` goes on from the
first place at which what is kept is not what the games say, so that a game which ended a little earlier than one
already rated, or was taken back after its end, puts right all that came after it. Bots and vacant seats are not rated,
and nobody is rated against them; nor against who took less than half of their turns, so that a game that nobody played
says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlmodel import Session, col, select

from pbem.games.notify import list_holders
from pbem.games.phases.turn_verdicts import TurnVerdict
from pbem.games.results import result
from pbem.games.rules import are_names_told, rules_of
from pbem.storage.inserting import column_values, insert_missing_rows
from pbem.storage.models import Game, Phase, Player, Rating, Seat, Turn

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3
"""What is thought of somebody of whom nothing is known."""
ALL_GAMES = ""
"""The scope of all games together."""
FEWEST_PLAYERS = 2
"""People without whom a game says nothing."""
TAKEN_VERDICTS = frozenset({TurnVerdict.TAKEN, TurnVerdict.LATE})
"""The turns that a player took themselves."""
JUDGED_VERDICTS = TAKEN_VERDICTS | {TurnVerdict.STOOD_IN, TurnVerdict.MISSED}
"""The turns that they are judged by; those they were excused of, or were not told of, say nothing."""


@dataclass(frozen=True)
class Strength:
    """What is thought of a player: as good as `mu`, give or take `sigma`, after so many games."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def lower_bound(self) -> float:
        """As good as they very likely are at least; lists are ordered by it."""
        return self.mu - 3 * self.sigma


@dataclass(frozen=True)
class RatedPlayer:
    """A player's part in a game: the rank of their seat, and for how much of the game they held it."""

    player: int
    rank: int
    weight: float


Strengths = Mapping[int, Strength]
"""By player."""


# --- one game -----------------------------------------------------------------------------------------------------


@cache
def rating_model() -> PlackettLuce:
    from openskill.models import PlackettLuce  # a megabyte, for when a game has ended

    return PlackettLuce(mu=MU, sigma=SIGMA)


def rate_game(parts: Sequence[RatedPlayer], before: Strengths) -> dict[int, Strength]:
    """Return what is thought of the players after a game. Who held their seat for a part of it moves by that part."""
    known = [before.get(part.player, Strength()) for part in parts]
    judge = rating_model()
    teams = [[judge.create_rating([one.mu, one.sigma])] for one in known]
    after = judge.rate(teams, ranks=[float(part.rank) for part in parts])
    return {
        part.player: move_strength(old, new.mu, new.sigma, part.weight)
        for part, old, (new,) in zip(parts, known, after, strict=True)
    }


def move_strength(old: Strength, mu: float, sigma: float, weight: float) -> Strength:
    return Strength(old.mu + weight * (mu - old.mu), old.sigma + weight * (sigma - old.sigma), old.games + 1)


def list_rated_players(session: Session, game: Game) -> list[RatedPlayer]:
    """Return who is rated by a game that is over; [] if nobody is, as by one that keeps names: the list would tell
    them."""
    ended = result.find_result(game)
    if ended is None or not ended.ranks or not rules_of(game).rated or not are_names_told(game):
        return []
    begun = list(session.exec(select(Phase.opened_at).where(Phase.game_id == game.id)))
    held = [
        (seat, player) for seat, player in list_holders(session, game) if not player.bot and seat.code in ended.ranks
    ]
    found = [RatedPlayer(player.id, ended.ranks[seat.code], held_share(seat, begun)) for seat, player in held]
    absent = mostly_absent_players(session, game)
    some = [part for part in found if part.weight > 0 and part.player not in absent]
    return some if len(some) >= FEWEST_PLAYERS else []


def mostly_absent_players(session: Session, game: Game) -> set[int]:
    """The players who took less than half of the turns of a game that they are judged by; what a rollback has undone
    counts for nobody."""
    query = select(Turn.player_id, Turn.verdict).join(Phase, col(Phase.id) == Turn.phase_id)
    query = query.where(col(Phase.undone).is_(False))
    due, taken = Counter[int](), Counter[int]()
    for player, verdict in session.exec(query.where(Phase.game_id == game.id, col(Turn.player_id).is_not(None))):
        if player is not None and verdict in JUDGED_VERDICTS:
            due[player] += 1
            taken[player] += verdict in TAKEN_VERDICTS
    return {player for player, count in due.items() if 2 * taken[player] < count}


def held_share(seat: Seat, begun: Sequence[datetime]) -> float:
    """For how much of a game, whose phases began then, its last holder had a seat."""
    if seat.joined_at is None or not begun:
        return 1.0
    return sum(at >= seat.joined_at for at in begun) / len(begun) if seat.joined_at > min(begun) else 1.0


# --- all games ----------------------------------------------------------------------------------------------------


def list_finished_games(session: Session) -> list[tuple[int, datetime]]:
    """All games that are over and when they ended, in the order of that."""
    query = select(Game.id, Game.finished_at).where(Game.status == "finished", col(Game.finished_at).is_not(None))
    found = session.exec(query.order_by(col(Game.finished_at), col(Game.id)))
    return [(game_id, at) for game_id, at in found if at is not None]


def compute_all_ratings(session: Session) -> list[Rating]:
    """Return what ratings should be, worked out anew from all games."""
    return list(iter_new_ratings(session, list_finished_games(session), {}, 0))


def iter_new_ratings(
    session: Session, over: Iterable[tuple[int, datetime]], before: Mapping[tuple[str, int], Strength], number: int
) -> Iterator[Rating]:
    """The ratings that come of games, the first of which has the place behind `number`."""
    known = dict(before)
    for place, (game_id, _) in enumerate(over, number + 1):
        game = session.get_one(Game, game_id)
        playing = list_rated_players(session, game)
        for scope in (ALL_GAMES, game.engine) if playing else ():
            had = {part.player: known.get((scope, part.player), Strength()) for part in playing}
            now = rate_game(playing, had)
            known |= {(scope, player): strength for player, strength in now.items()}
            yield from (build_rating(place, game, scope, part, now[part.player]) for part in playing)


def build_rating(number: int, game: Game, scope: str, part: RatedPlayer, now: Strength) -> Rating:
    assert game.finished_at is not None
    return Rating(
        number=number,
        game_id=game.id,
        ended_at=game.finished_at,
        player_id=part.player,
        scope=scope,
        weight=part.weight,
        mu=now.mu,
        sigma=now.sigma,
        games=now.games,
    )


def catch_up_ratings(session: Session) -> int:
    """Rates the games that ended since; how many ratings were written."""
    over = list_finished_games(session)
    good = last_agreeing_number(session, over)
    session.execute(sa.delete(Rating).where(col(Rating.number) > good))
    new = list(iter_new_ratings(session, over[good:], latest_strengths(session), good))
    insert_missing_rows(session, Rating, [column_values(one) for one in new], "game_id", "scope", "player_id")
    return len(new)


def last_agreeing_number(session: Session, over: Sequence[tuple[int, datetime]]) -> int:
    """Up to which place what is kept is of the games that have these places now."""
    kept = select(Rating.number, Rating.game_id, Rating.ended_at).distinct().order_by(col(Rating.number))
    good = 0
    for number, game_id, ended_at in session.exec(kept):
        if number == good or number > len(over) or over[number - 1] != (game_id, ended_at):
            return min(good, number - 1)
        good = number
    return good


def latest_strengths(session: Session) -> dict[tuple[str, int], Strength]:
    """Return what is thought of everybody now, by scope and player."""
    of, last = sa.tuple_(col(Rating.scope), col(Rating.player_id), col(Rating.number)), sa.func.max(col(Rating.number))
    newest = sa.select(col(Rating.scope), col(Rating.player_id), last).group_by(
        col(Rating.scope), col(Rating.player_id)
    )
    rows = session.exec(select(Rating).where(of.in_(newest)))
    return {(one.scope, one.player_id): Strength(one.mu, one.sigma, one.games) for one in rows}


def list_rating_differences(session: Session) -> list[tuple[Rating | None, Rating | None]]:
    """Return where what is kept is not what the games say: what is kept, and what should be."""
    kept = {rating_key(one): one for one in session.exec(select(Rating))}
    wanted = {rating_key(one): one for one in compute_all_ratings(session)}
    return [
        (kept.get(key), wanted.get(key))
        for key in sorted(kept.keys() | wanted.keys())
        if key not in kept or key not in wanted or rating_figures(kept[key]) != rating_figures(wanted[key])
    ]


def rating_key(one: Rating) -> tuple[int, str, int]:
    return one.number, one.scope, one.player_id


def rating_figures(one: Rating) -> tuple[int, float, float, float, int]:
    return one.game_id, one.weight, one.mu, one.sigma, one.games


def forget_ratings(session: Session) -> None:
    """Strikes all ratings out: they are made anew the next time that they are caught up."""
    session.execute(sa.delete(Rating))


# --- told ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RankedPlayer:
    """A player in a list of ratings. Those who are as good share a place."""

    place: int
    player: Player
    strength: Strength


def list_ranked_players(session: Session, scope: str = ALL_GAMES, most: int = 200) -> list[RankedPlayer]:
    """The players with a rating, the best first."""
    found = [(player, strength) for (of, player), strength in latest_strengths(session).items() if of == scope]
    best = sorted(found, key=lambda one: (-one[1].lower_bound, one[0]))
    safes = [strength.lower_bound for _, strength in best]
    return [
        RankedPlayer(1 + safes.index(strength.lower_bound), session.get_one(Player, player), strength)
        for player, strength in best[:most]
    ]


def list_rating_scopes(session: Session) -> list[str]:
    """The engines whose games have ratings."""
    return sorted(scope for scope in session.exec(select(Rating.scope).distinct()) if scope)
