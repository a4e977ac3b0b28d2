"""Scoring: what a finished game is worth to each seat, by several systems. Pure and exact.

A system is a function of a `Final`. All systems share out a fixed sum, whoever wins it: a table that is played out, a
draw and a concession can be compared, and points are neither made nor lost by how a game ends. Which systems suit a
game is the engine's word (`engines.abilities.Scorable`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby

from engines.abilities import Scorable
from engines.base import Seat

Scores = dict[Seat, Fraction]


@dataclass(frozen=True)
class Final:
    """How a game ended. `ranks`: who came where, of every seat, 1 the best. `score_winner`: who won it alone; otherwise
    `sharers` share it. `has`: what the standings count, such as centres; `stake`: all that there is of it. `lasted`:
    for how long each seat was in the game; the longer, the larger."""

    ranks: Mapping[Seat, int]
    winner: Seat | None = None
    sharers: frozenset[Seat] = frozenset()
    has: Mapping[Seat, Fraction] = field(default_factory=dict)
    stake: Fraction = Fraction(0)
    lasted: Mapping[Seat, int] = field(default_factory=dict)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(self.ranks)

    def counted_holding(self, seat: Seat) -> Fraction:
        """Return what a seat has; debts count as nothing."""
        return max(Fraction(0), self.has.get(seat, Fraction(0)))

    @property
    def remaining_seats(self) -> list[Seat]:
        """Return who has anything left; all, if nothing is counted."""
        return [seat for seat in self.all_seats if self.counted_holding(seat)] or [*self.all_seats]

    def as_draw(self) -> Final:
        """A draw as its sharers score it: whoever it leaves out keeps nothing that counts, and lasted longest of those
        who have nothing."""
        left_out = [seat for seat in self.all_seats if seat not in self.sharers and self.counted_holding(seat)]
        last = max(self.lasted.values(), default=0) + 1
        has = {seat: self.has[seat] if seat in self.sharers else Fraction(0) for seat in self.has}
        return replace(self, has=has, lasted={**self.lasted, **dict.fromkeys(left_out, last)})

    @property
    def total_stake(self) -> Fraction:
        """All that there is to have."""
        return self.stake or sum(map(self.counted_holding, self.all_seats), Fraction(0))


System = Callable[[Final], Scores]


# --- parts of systems --------------------------------------------------------------------------------------------


def award_winner(final: Final, points: Fraction) -> Scores:
    """All to who won alone."""
    return {seat: points if seat == final.winner else Fraction(0) for seat in final.all_seats}


def share_equally(seats: Iterable[Seat], points: Fraction, among: Iterable[Seat]) -> Scores:
    """The same to each of some."""
    some = frozenset(among)
    return {seat: points / len(some) if seat in some else Fraction(0) for seat in seats}


def award_prizes(order: Mapping[Seat, object], prizes: Sequence[Fraction]) -> Scores:
    """Prizes for the first, second … by an `order` in which more is better. Equal ones share the prizes of their
    places."""
    best = sorted(order, key=lambda seat: order[seat], reverse=True)  # type: ignore[arg-type, return-value]
    found, at = Scores(), 0
    for _, equal in groupby(best, key=lambda seat: order[seat]):
        some = list(equal)
        points = sum(prizes[at : at + len(some)], Fraction(0))
        found |= dict.fromkeys(some, points / len(some))
        at += len(some)
    return {seat: found[seat] for seat in order}


def add_scores(*parts: Scores) -> Scores:
    return {seat: sum((part[seat] for part in parts), Fraction(0)) for seat in parts[0]}


# --- systems of Diplomacy ----------------------------------------------------------------------------------------

HUNDRED = Fraction(100)


def score_draw_size(final: Final) -> Scores:
    """100 points: to who wins alone, or in equal parts to those who share the draw.

    Source: playdiplomacy.com/forum/viewtopic.php?f=31&t=57943 (DSS)."""
    return award_winner(final, HUNDRED) if final.winner else share_equally(final.all_seats, HUNDRED, final.sharers)


def score_sum_of_squares(final: Final) -> Scores:
    """100 points: to who wins alone; otherwise in proportion to the squares of what each has.

    Source: playdiplomacy.com/forum/viewtopic.php?f=31&t=57943."""
    squares = {seat: final.counted_holding(seat) ** 2 for seat in final.all_seats}
    whole = sum(squares.values())
    if final.winner or not whole:
        return (
            award_winner(final, HUNDRED)
            if final.winner
            else share_equally(final.all_seats, HUNDRED, final.sharers or final.all_seats)
        )
    return {seat: HUNDRED * square / whole for seat, square in squares.items()}


def score_c_diplo(final: Final) -> Scores:
    """One point for each who played, one for each centre, 38, 14 and 7 for the three who have most, equal ones sharing;
    who wins alone has all of it, which is 100 points for seven with 34 centres.

    Source: world-diplomacy-database.com/php/scoring/scoring_class.php?id_scoring=5 (C-Diplo 100, B.-A. Giraudon)."""
    prizes = [*map(Fraction, (38, 14, 7))]
    if final.winner:
        return award_winner(final, len(final.all_seats) + final.total_stake + sum(prizes))
    has = {seat: final.counted_holding(seat) for seat in final.all_seats}
    return add_scores(dict.fromkeys(final.all_seats, Fraction(1)), has, award_prizes(has, prizes))


def score_carnage(final: Final) -> Scores:
    """7000 for the first of seven, 6000 for the second … 1000 for the last, and one for each centre; equal ones share,
    and of those who are out who lasted longer stands before. Who wins alone has all of it: 28034.

    Source: webdiplomacy.net/forum.php?page-thread=1&threadID=1325258."""
    prizes = [Fraction(1000 * place) for place in range(len(final.all_seats), 0, -1)]
    if final.winner:
        return award_winner(final, sum(prizes) + final.total_stake)
    has = {seat: final.counted_holding(seat) for seat in final.all_seats}
    order = {seat: (has[seat], 0 if has[seat] else final.lasted.get(seat, 0)) for seat in final.all_seats}
    return add_scores(has, award_prizes(order, prizes))


FREE_OF_TRIBUTE = 6
"""Centres for which nobody pays the one who has most."""
SURVIVAL = Fraction(66)


def score_tribute(final: Final) -> Scores:
    """One point for each centre, and 66 in equal parts to those who are left. Each of them then pays whoever has most
    one point for each centre beyond six, at most what they had of the 66; several who have most share that. Who wins
    alone has all of it: 100.

    Source: windycityweasels.org/tribute-scoring-system and world-diplomacy-wiki.fandom.com/wiki/Tribute_Scoring_System
    (B. Fogel)."""
    if final.winner:
        return award_winner(final, SURVIVAL + final.total_stake)
    has, left = {seat: final.counted_holding(seat) for seat in final.all_seats}, final.remaining_seats
    most = max(has.values())
    first = [seat for seat in left if has[seat] == most]
    due = max(Fraction(0), min(most - FREE_OF_TRIBUTE, SURVIVAL / len(left)))
    paid = {seat: -due if seat in left and seat not in first else Fraction(0) for seat in final.all_seats}
    received = share_equally(final.all_seats, -sum(paid.values(), Fraction(0)), first)
    return add_scores(has, share_equally(final.all_seats, SURVIVAL, left), paid, received)


# --- systems of any game -----------------------------------------------------------------------------------------


def score_places(final: Final) -> Scores:
    """As many points as seats came behind; equal ones share. Who wins alone has those of the first."""
    count = len(final.all_seats)
    order = {seat: -rank for seat, rank in final.ranks.items()}
    return award_prizes(order, [Fraction(count - place) for place in range(1, count + 1)])


def score_winner(final: Final) -> Scores:
    """100 points: to the first, or in equal parts to those who share the first place."""
    best = min(final.ranks.values())
    return share_equally(final.all_seats, HUNDRED, [seat for seat, rank in final.ranks.items() if rank == best])


def score_points(final: Final) -> Scores:
    """100 points in proportion to what each has; if all agreed on who won, all to the winner."""
    whole = sum(map(final.counted_holding, final.all_seats), Fraction(0))
    if final.winner or not whole:
        return (
            award_winner(final, HUNDRED)
            if final.winner
            else share_equally(final.all_seats, HUNDRED, final.sharers or final.all_seats)
        )
    return {seat: HUNDRED * final.counted_holding(seat) / whole for seat in final.all_seats}


SYSTEMS: Mapping[str, System] = {
    "draw-size": score_draw_size,
    "sum-of-squares": score_sum_of_squares,
    "c-diplo": score_c_diplo,
    "carnage": score_carnage,
    "tribute": score_tribute,
    "places": score_places,
    "winner": score_winner,
    "points": score_points,
}
USUAL = ("places", "winner")
"""The systems that suit any game."""


def suitable_systems(engine: object) -> tuple[str, ...]:
    """The systems that suit the games of an engine, the usual one first."""
    return engine.scoring if isinstance(engine, Scorable) else USUAL


# --- kept and shown ----------------------------------------------------------------------------------------------


def dump_scores(scores: Mapping[Seat, Fraction]) -> dict[Seat, str]:
    """Scores as JSON can hold them, exactly: "100/3"."""
    return {seat: str(score) for seat, score in scores.items()}


def load_scores(scores: Mapping[Seat, str]) -> Scores:
    return {seat: Fraction(score) for seat, score in scores.items()}


def round_score(score: Fraction) -> Fraction:
    """To hundredths, as it is shown; halves go up."""
    return Fraction((score * 200 + 1) // 2, 100)
