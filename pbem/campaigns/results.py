"""How everybody in a campaign stands: the results of finished games, what they are worth, and who is where."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import mean

from sqlmodel import Session, col, select

from pbem.campaigns import opening
from pbem.models import Campaign, Entrant, Game, Rest, Seat

PlayerId = int


@dataclass(frozen=True)
class Result:
    """What one player got in one game. `score` is in points of its scoring, `best` whether he won: came
    first, and alone."""

    player: PlayerId
    seat: str
    round: int
    board: int
    score: Fraction
    best: bool


@dataclass(frozen=True)
class Placing:
    """A row of the table: `place` is shared by those who stand alike. `rounds`: the points of each round played."""

    place: int
    player: PlayerId
    points: Fraction
    wins: int
    rounds: tuple[Fraction, ...]


def standings(session: Session, campaign: Campaign) -> list[Placing]:
    """Everybody who takes part, the best first. A round that somebody sits out counts as an even share of it."""
    found, entrants = results(session, campaign), opening.entrants(session, campaign)
    worth = compared(found) if campaign.kind == "duplicate" else {one: one.score for one in found}
    points, wins = defaultdict[PlayerId, list[Fraction]](list), defaultdict[PlayerId, int](int)
    for one in found:
        points[one.player].append(worth[one])
        wins[one.player] += one.best
    for player, share in rests(session, entrants, worth):
        points[player].append(share)
    return placed({e.player_id: points[e.player_id] for e in entrants}, wins, campaign.best)


def results(session: Session, campaign: Campaign) -> list[Result]:
    """Those of all finished games. Who held a seat at the end has its result."""
    query = select(Game, Seat).join(Seat, col(Seat.game_id) == Game.id)
    rows = session.exec(
        query.where(Game.campaign_id == campaign.id, Game.status == "finished", col(Seat.player_id).is_not(None))
    ).all()
    return [found for game, seat in rows if (found := result(game, seat))]


def result(game: Game, seat: Seat) -> Result | None:
    """What the holder of a seat got; None if the game counts for nobody."""
    scored = scores(json.loads(game.outcome))
    if seat.code not in scored or seat.player_id is None:
        return None
    first = [code for code, rank in json.loads(game.outcome)["ranks"].items() if rank == 1]
    return Result(seat.player_id, seat.code, game.round, game.board, scored[seat.code], first == [seat.code])


def scores(outcome: Mapping[str, object]) -> dict[str, Fraction]:
    """The points of each seat: by the game's scoring, else by how many of the others it left behind."""
    kept = outcome.get("scores")
    if isinstance(kept, dict) and kept:
        return {seat: Fraction(points) for seat, points in kept.items()}
    ranks = outcome.get("ranks")
    if not isinstance(ranks, dict):
        return {}
    return {seat: beaten(rank, ranks.values(), len(ranks)) for seat, rank in ranks.items()}


def beaten(rank: int, ranks: Iterable[int], size: int) -> Fraction:
    """The share of the others with a worse rank, a tie as half of it."""
    points = sum(Fraction(2 if rank < other else 1 if rank == other else 0, 2) for other in ranks) - Fraction(1, 2)
    return points / max(1, size - 1)


def compared(found: Sequence[Result]) -> dict[Result, Fraction]:
    """Each result against those of the same seat at the other tables of its round."""
    rivals = defaultdict[tuple[int, str], list[Fraction]](list)
    for one in found:
        rivals[one.round, one.seat].append(one.score)
    return {one: share(one.score, rivals[one.round, one.seat]) for one in found}


def share(score: Fraction, all_scores: Sequence[Fraction]) -> Fraction:
    """The part of the others that a score beats, a tie as half; an even share where there is nobody to compare with."""
    others = len(all_scores) - 1
    if not others:
        return Fraction(1, 2)
    points = sum(Fraction(2 if score > other else 1 if score == other else 0, 2) for other in all_scores)
    return (points - Fraction(1, 2)) / others


def rests(
    session: Session, entrants: Sequence[Entrant], worth: Mapping[Result, Fraction]
) -> Iterable[tuple[PlayerId, Fraction]]:
    """What those get who sat out a round that is over."""
    by_round = defaultdict[int, list[Fraction]](list)
    for one, points in worth.items():
        by_round[one.round].append(points)
    players = {one.id: one.player_id for one in entrants}
    for rest in session.exec(select(Rest).where(col(Rest.entrant_id).in_(players))):
        if by_round[rest.round]:
            yield players[rest.entrant_id], mean(by_round[rest.round])


def resting(session: Session, campaign: Campaign, number: int) -> list[PlayerId]:
    """Who sits a round out."""
    query = select(Entrant.player_id).join(Rest, col(Rest.entrant_id) == Entrant.id)
    query = query.where(Entrant.campaign_id == campaign.id, Rest.round == number)
    return list(session.exec(query.order_by(col(Entrant.id))))


def placed(points: Mapping[PlayerId, list[Fraction]], wins: Mapping[PlayerId, int], best: int) -> list[Placing]:
    """By points, then by games won. `best`: so many results count, 0 for all."""
    totals = {player: sum(sorted(mine, reverse=True)[: best or None], Fraction()) for player, mine in points.items()}
    order = sorted(totals, key=lambda player: (-totals[player], -wins[player]))
    found = list[Placing]()
    for number, player in enumerate(order, 1):
        last = found[-1] if found else None
        alike = last is not None and (last.points, last.wins) == (totals[player], wins[player])
        place = last.place if last and alike else number
        found.append(Placing(place, player, totals[player], wins[player], tuple(points[player])))
    return found
