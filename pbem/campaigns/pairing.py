"""Who meets whom in a round: tables on which those sit who have met least, in seats that they have held least. Pure.

Whoever knows the seed draws the same tables again, so nobody can have chosen them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

Player = int
SWEEPS = 40
"""How often everybody is tried in everybody else's place at most; it mostly ends after a few."""
DRAWS = 8
"""Beginnings from which the tables are bettered; the best of them is taken."""


@dataclass(frozen=True)
class Meetings:
    """What was before: how often two have met, who held which seat, and who sat out."""

    met: Counter[frozenset[Player]] = field(default_factory=Counter)
    held: Counter[tuple[Player, str]] = field(default_factory=Counter)
    rested: Counter[Player] = field(default_factory=Counter)

    def add_round(self, tables: Iterable[Mapping[str, Player]], resting: Iterable[Player] = ()) -> None:
        """Remembers a round."""
        for table in tables:
            self.met.update(map(frozenset, combinations(sorted(table.values()), 2)))
            self.held.update((player, seat) for seat, player in table.items())
        self.rested.update(resting)


@dataclass(frozen=True)
class Round:
    """Tables, each from seat to player, and who sits this round out."""

    tables: tuple[Mapping[str, Player], ...]
    resting: tuple[Player, ...]


def pair_round(players: Sequence[Player], seats: Sequence[str], past: Meetings, luck: Random) -> Round:
    """As many full tables as there are players for. Those rest who have rested least; nobody if all can be seated."""
    playing, resting = split_resting_players(players, len(seats), past, luck)
    best = min(
        (improve_tables(shuffle_players(playing, luck), len(seats), past) for _ in range(DRAWS)),
        key=lambda t: tables_cost(t, past),
    )
    tables = tuple(assign_seats(table, seats, past, luck) for table in best)
    return Round(tables, tuple(resting))


def split_resting_players(
    players: Sequence[Player], size: int, past: Meetings, luck: Random
) -> tuple[list[Player], list[Player]]:
    """Return who plays, and who rests."""
    over = len(players) % size
    order = sorted(shuffle_players(players, luck), key=lambda player: past.rested[player])
    return order[over:], sorted(order[:over])


def shuffle_players(players: Sequence[Player], luck: Random) -> list[Player]:
    return luck.sample(sorted(players), len(players))


# --- tables -----------------------------------------------------------------------------------------------------


def improve_tables(order: list[Player], size: int, past: Meetings) -> list[list[Player]]:
    """Tables of `size` from some order, with players exchanged as long as that makes fewer meet again."""
    tables = [order[at : at + size] for at in range(0, len(order), size)]
    for _ in range(SWEEPS):
        exchanges = [exchange_players(tables, past, one, other) for one, other in combinations(range(len(tables)), 2)]
        if not any(exchanges):
            break
    return tables


def exchange_players(tables: list[list[Player]], past: Meetings, one: int, other: int) -> bool:
    """Return whether two tables have exchanged somebody, each time to the better."""
    done = False
    for here, there in iter_place_pairs(tables[one], tables[other]):
        first, second = tables[one], tables[other]
        now = meeting_burden(first, here, first[here], past) + meeting_burden(second, there, second[there], past)
        then = meeting_burden(first, here, second[there], past) + meeting_burden(second, there, first[here], past)
        if then < now:
            first[here], second[there] = second[there], first[here]
            done = True
    return done


def iter_place_pairs(one: Sequence[Player], other: Sequence[Player]) -> Iterator[tuple[int, int]]:
    return ((here, there) for here in range(len(one)) for there in range(len(other)))


def meeting_burden(table: Sequence[Player], at: int, player: Player, past: Meetings) -> int:
    """Return what it costs that this player sits there: to meet somebody a third time costs more than two a second
    time."""
    return sum(meeting_weight(past.met[frozenset((player, other))]) for n, other in enumerate(table) if n != at)


def meeting_weight(meetings: int) -> int:
    """Return what one more meeting costs."""
    return 2 * meetings * meetings + meetings


def tables_cost(tables: Iterable[Sequence[Player]], past: Meetings) -> int:
    pairs = (frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum(meeting_weight(past.met[pair]) for pair in pairs)


# --- seats ------------------------------------------------------------------------------------------------------


def assign_seats(table: Sequence[Player], seats: Sequence[str], past: Meetings, luck: Random) -> dict[str, Player]:
    """Return who of a table holds which seat: those that they have held least, all together; which of several ways is
    luck.

    The cheapest way for each set of players that fill the first seats, from one player to all of them.
    """
    players = shuffle_players(table, luck)
    best: dict[int, tuple[int, tuple[Player, ...]]] = {0: (0, ())}
    for seat in seats:
        ways: dict[int, tuple[int, tuple[Player, ...]]] = {}
        for taken, (spent, so_far) in best.items():
            for n, player in enumerate(players):
                if not taken & 1 << n:
                    new = spent + meeting_weight(past.held[player, seat])
                    if taken | 1 << n not in ways or new < ways[taken | 1 << n][0]:
                        ways[taken | 1 << n] = (new, (*so_far, player))
        best = ways
    (_, chosen), *_ = best.values()
    return dict(zip(seats, chosen, strict=True))
