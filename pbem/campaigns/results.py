"""How everybody in a campaign stands: the results of finished games, what they are worth, and who is where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from statistics import mean

from sqlmodel import Session, col, select

from engines.base import rank_by_worth
from pbem.campaigns import opening
from pbem.games.results import result
from pbem.storage.models import Campaign, Entrant, Game, Rest, Seat

PlayerId = int


@dataclass(frozen=True)
class Gain:
    """What one player got in one game. `points` are those of its scoring; `won`: whether they came first, and
    alone."""

    player: PlayerId
    seat: str
    round: int
    board: int
    points: Fraction
    won: bool


@dataclass(frozen=True)
class Share:
    """What a round brought a player; an even part of its points and its wins if they sat it out."""

    points: Fraction
    wins: Fraction


@dataclass(frozen=True)
class Placing:
    """A row of the table: `place` is shared by those who stand alike. `rounds`: the points of each round played."""

    place: int
    player: PlayerId
    points: Fraction
    wins: int
    rounds: tuple[Fraction, ...]


def list_placings(session: Session, campaign: Campaign) -> list[Placing]:
    """Everybody who takes part, the best first."""
    found, entrants = list_gains(session, campaign), opening.list_entrants(session, campaign)
    worth = compare_with_rivals(found) if campaign.kind == "duplicate" else {one: one.points for one in found}
    shares: dict[PlayerId, list[Share]] = {one.player_id: [] for one in entrants}
    for one in found:
        if one.player in shares:
            shares[one.player].append(Share(worth[one], Fraction(one.won)))
    for player, share in iter_rest_shares(session, entrants, worth):
        shares[player].append(share)
    out = {one.player_id: one.out_at for one in entrants if one.out_at}
    return place_players(shares, campaign.best, out if campaign.kind == "knockout" else None)


def list_campaign_leaders(session: Session, campaign: Campaign) -> list[PlayerId]:
    """Return who stands first; nobody before anybody has a result."""
    return [row.player for row in list_placings(session, campaign) if row.place == 1 and row.rounds]


def list_gains(session: Session, campaign: Campaign) -> list[Gain]:
    """Those of all finished games. Who held a seat at the end has its result."""
    query = select(Game, Seat).join(Seat, col(Seat.game_id) == Game.id)
    rows = session.exec(query.where(Game.campaign_id == campaign.id, col(Seat.player_id).is_not(None))).all()
    return [found for game, seat in rows if (found := find_gain(game, seat))]


def find_gain(game: Game, seat: Seat) -> Gain | None:
    """Return what the holder of a seat got; None while the game goes on, and if it counts for nobody."""
    ended = result.find_result(game)
    if ended is None or seat.code not in ended.ranks or seat.player_id is None:
        return None
    return Gain(
        seat.player_id,
        seat.code,
        game.round,
        game.board,
        ended.scores[seat.code],
        ended.sole_winner == seat.code,
    )


def compare_with_rivals(found: Sequence[Gain]) -> dict[Gain, Fraction]:
    """Each result against those of the same seat at the other tables of its round."""
    rivals = defaultdict[tuple[int, str], list[Fraction]](list)
    for one in found:
        rivals[one.round, one.seat].append(one.points)
    return {one: beaten_share(one.points, rivals[one.round, one.seat]) for one in found}


def beaten_share(score: Fraction, all_scores: Sequence[Fraction]) -> Fraction:
    """The part of the others that a score beats, a tie as half; an even share where there is nobody to compare with."""
    others = len(all_scores) - 1
    if not others:
        return Fraction(1, 2)
    points = sum(Fraction(2 if score > other else 1 if score == other else 0, 2) for other in all_scores)
    return (points - Fraction(1, 2)) / others


def iter_rest_shares(
    session: Session, entrants: Sequence[Entrant], worth: Mapping[Gain, Fraction]
) -> Iterable[tuple[PlayerId, Share]]:
    """Yield what those get who sat out a round that is over, so that it neither helps nor costs them a place."""
    players = {one.id: one.player_id for one in entrants}
    for rest in session.exec(select(Rest).where(col(Rest.entrant_id).in_(players))):
        if played := [one for one in worth if one.round == rest.round]:
            share = Share(mean(worth[one] for one in played), mean(Fraction(one.won) for one in played))
            yield players[rest.entrant_id], share


def list_resting_players(session: Session, campaign: Campaign, number: int) -> list[PlayerId]:
    """Return who sits a round out."""
    query = select(Entrant.player_id).join(Rest, col(Rest.entrant_id) == Entrant.id)
    query = query.where(Entrant.campaign_id == campaign.id, Rest.round == number)
    return list(session.exec(query.order_by(col(Entrant.id))))


def place_players(
    shares: Mapping[PlayerId, Sequence[Share]], best: int, out: Mapping[PlayerId, datetime] | None = None
) -> list[Placing]:
    """By points, then by games won. `best`: so many results count, 0 for all. `out`: when somebody went out of a
    knock-out. There whoever went later stands before, and nothing is decided yet between those who are still in."""
    points = {player: sum_best_points(some, best) for player, some in shares.items()}
    worth: dict[PlayerId, tuple[object, ...]] = {
        player: (points[player], sum(one.wins for one in some)) for player, some in shares.items()
    }
    if out is not None:
        worth = {one: (False, out[one], *mine) if one in out else (True,) for one, mine in worth.items()}
    ranks = rank_by_worth(worth)
    return [
        Placing(ranks[one], one, points[one], count_wins(shares[one]), tuple(share.points for share in shares[one]))
        for one in sorted(shares, key=lambda player: (ranks[player], -points[player]))
    ]


def count_wins(shares: Sequence[Share]) -> int:
    """The games won, without the parts of those that were sat out."""
    return sum(int(one.wins) for one in shares)


def sum_best_points(shares: Sequence[Share], best: int) -> Fraction:
    """The points of so many shares, the best ones."""
    return sum(sorted((one.points for one in shares), reverse=True)[: best or None], Fraction())
