"""How everybody fared: a point for each year or round, from what was kept with each phase."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from engines.report import Graph
from pbem.documents import reports, standings_graph
from pbem.games import games
from pbem.games.leading import master
from pbem.storage.database import Store
from pbem.storage.models import Phase
from pbem.wording import ENGLISH
from tests.games.party import Party, play_advised_party
from tests.size import take_some


def build_party_graph(party: Party) -> Graph | None:
    with party.store.read_session() as session:
        game, phase = party.game(session), party.phase(session)
        return standings_graph.build_standings_graph(
            session, game, phase, reports.phase_board_blocks(session, game, phase, None), ENGLISH
        )


def phases(party: Party) -> list[Phase]:
    with party.store.read_session() as session:
        return games.list_phases(session, party.game(session))


@pytest.mark.slow
def test_a_point_for_each_year(sqlite: Store, now: datetime) -> None:
    """Diplomacy: the start, and what everybody has at the end of each year and of the last phase."""
    party = play_advised_party(sqlite, "diplomacy", 9, now)
    graph = build_party_graph(party)
    assert graph and graph.unit == "centres"
    every = phases(party)
    years = sorted({phase.name[1:5] for phase in every[:-1]})
    assert graph.ticks == ("", *years)
    last = json.loads(every[-1].standings)
    assert {one.seat: one.values[-1] for one in graph.series} == last
    assert {one.values[0] for one in graph.series} == {3, 4}


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize(
    ("engine", "count"), take_some([("europa", 6), ("cantillon", 6), ("europax", 9), ("europe2028", 6)], 1)
)
def test_every_game_has_one(sqlite: Store, now: datetime, engine: str, count: int) -> None:
    """Each game counts something in its standings that a bystander may know."""
    party = play_advised_party(sqlite, engine, count, now)
    graph = build_party_graph(party)
    assert graph and graph.unit and len(graph.ticks) >= standings_graph.FEWEST
    assert all(value is not None for one in graph.series for value in one.values)
    assert {one.seat for one in graph.series} == {*graph.styles}
    with sqlite.read_session() as session:
        phase = party.phase(session)
        seat = games.list_game_seats(session, party.game(session))[0]
        told = [block for block in reports.report_blocks(session, phase, seat) if isinstance(block, Graph)]
    assert [{*one.styles} for one in told] == [{one.seat for one in graph.series}]


@pytest.mark.slow
def test_what_was_undone_is_left_out(sqlite: Store, now: datetime) -> None:
    party = play_advised_party(sqlite, "diplomacy", 9, now)
    with sqlite.write_session() as session:
        game = party.game(session)
        back = next(phase.number for phase in games.list_phases(session, game) if phase.name == "S1902M")
        master.roll_back_game(session, game, None, back, now)
    graph = build_party_graph(party)
    assert graph is None or max(filter(None, graph.ticks)) == "1901"


@pytest.mark.slow
def test_phases_without_standings_have_no_place_on_the_line(sqlite: Store, now: datetime) -> None:
    """As where an engine failed to tell them: the line begins with the first figures."""
    party = play_advised_party(sqlite, "diplomacy", 9, now)
    with sqlite.write_session() as session:
        for phase in games.list_phases(session, party.game(session))[:-1]:
            phase.standings = "{}"
            session.add(phase)
    assert build_party_graph(party) is None
