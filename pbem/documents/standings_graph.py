"""How everybody fared: the standings of a game over time, as a graph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from sqlmodel import Session

from engines.base import Seat as SeatCode
from engines.report import Block, Graph, Series, Style, styles_in_blocks
from pbem.games import games
from pbem.games.games import PhaseSummary
from pbem.games.results import standings
from pbem.storage.models import Game, Phase
from pbem.wording import Tongue

FEWEST = 3
"""Points below which there is nothing to see."""
NUMBER = re.compile(r"\d+")


def build_standings_graph(session: Session, game: Game, upto: Phase, now: Sequence[Block], say: Tongue) -> Graph | None:
    """The figures of all seats after each year or round up to a phase; None if there are too few. `now` tells of that
    phase: it says how seats look and what is counted."""
    unit = standings.figures_unit(now) or standings.figures_unit(
        games.get_engine(game).board(games.phase_view(upto, None), None, ())
    )
    points = list(iter_last_points(iter_marked_points(session, standings.phases_leading_to(session, game, upto))))
    if not unit or len(points) < FEWEST:
        return None
    seats = [seat.code for seat in games.list_game_seats(session, game)]
    names = {seat.code: say.seat_name(seat) for seat in games.list_game_seats(session, game)}
    return Graph(
        say("over time", unit=unit),
        unit,
        tuple(mark for mark, _ in points),
        tuple(Series(code, names[code], tuple(had.get(code) for _, had in points)) for code in seats),
        styles_by_seat(now, seats),
    )


def iter_marked_points(session: Session, phases: Sequence[PhaseSummary]) -> Iterator[tuple[str, standings.SeatFigures]]:
    """Yield what everybody has when a phase begins stands over the year or the round before it."""
    if phases:
        yield "", standings.load_figures(phases[:1])[0]
    for before, phase in pairwise(phases):
        number = NUMBER.search(games.summary_title(session, before))
        yield number[0] if number else "", standings.load_figures([phase])[0]


def iter_last_points(
    points: Iterator[tuple[str, standings.SeatFigures]],
) -> Iterator[tuple[str, standings.SeatFigures]]:
    """The last point of each year or round; all of those without a number."""
    for mark, some in groupby(points, key=lambda point: point[0]):
        *others, last = some
        yield from [last] if mark else [*others, last]


def styles_by_seat(now: Sequence[Block], seats: Sequence[SeatCode]) -> Mapping[SeatCode, Style]:
    styles = styles_in_blocks(now)
    return {code: styles[code] for code in seats if code in styles}
