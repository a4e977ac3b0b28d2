"""Every way to end every game: whatever tells of the end tells the same, and as the table in docs/ends.md has it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session

from engines.all import list_own_engines
from engines.base import rank_by_worth
from engines.report import Block, Cell, Lead, Paragraph, Table
from pbem.campaigns import results
from pbem.documents import game_summary, reports, scores
from pbem.games import games
from pbem.games.leading import master
from pbem.games.proof import build_record
from pbem.games.results import endings, ratings, result, votes
from pbem.games.results.result import How, Result
from pbem.games.rules import Rules, dump_rules, rules_of
from pbem.records import importing
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase
from tests.games.party import Party, somebody_plays, start_party
from tests.size import take_some

HOUR = timedelta(hours=1)
ENGINES = sorted(engine.code for engine in list_own_engines())
SOON = {"cantillon": "GOAL ROUNDS 1", "diplomacy": "VICTORY 4", "europe2028": "MAX-ROUNDS 1"}
"""Options with which a game is soon over by its rules; the others are short enough."""
DOCS = (Path(__file__).parents[2] / "docs" / "ends.md").read_text("utf-8")
ROWS = {
    row[0]: row
    for line in DOCS.splitlines()
    if line.startswith("|")
    and len(row := [cell.strip() for cell in line.split("|")[1:-1]]) == 6
    and row[0] not in ("how it ends", "---")
}
"""The rows of the table, by how a game ends."""
DRAW_SIZE = "draw-size"

# --- what the table says ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class End:
    """A game that has ended, and whom a vote named."""

    game: Game
    phase: Phase
    ended: Result
    asked: frozenset[str]

    @property
    def first(self) -> set[str]:
        return {*self.ended.first_seats}

    @property
    def alive_seats(self) -> set[str]:
        return {*endings.list_alive_seats(self.phase)}

    @property
    def theirs(self) -> list[Fraction]:
        """The points of those who are first."""
        return [points for seat, points in self.ended.scores.items() if seat in self.first]

    @property
    def others(self) -> list[Fraction]:
        return [points for seat, points in self.ended.scores.items() if seat not in self.first]

    @property
    def standings(self) -> dict[str, int]:
        """Return who is where by what the board counts; who is out comes last."""
        has = endings.phase_figures(self.phase)
        return rank_by_worth(
            {seat: (seat in self.alive_seats, has.get(seat, 0)) for seat in games.phase_state(self.phase).seats}
        )


def orderly(end: End) -> bool:
    """Return whether nobody has more points than somebody in a better place."""
    had = sorted((rank, end.ended.scores[seat]) for seat, rank in end.ended.ranks.items())
    return all(points >= fewer for place, points in had for worse, fewer in had if place < worse)


CELLS: Mapping[str, Callable[[End], bool]] = {
    # who is named first
    "the first": lambda end: len(end.first) == 1,
    "all who are first": lambda end: bool(end.first),
    "all who are left": lambda end: end.first == end.alive_seats,
    "its sharers": lambda end: end.first == end.asked,
    "that one": lambda end: end.first == end.asked,
    "nobody": lambda end: not end.first,
    # places
    "as the rules rank": lambda end: end.ended.ranks == (games.phase_state(end.phase).ranks or end.ended.ranks),
    "they first, others second": lambda end: {*end.ended.ranks.values()} <= {1, 2},
    "as the standings are": lambda end: end.ended.ranks == end.standings,
    "none": lambda end: not end.ended.ranks and not end.ended.scores,
    # points
    "by the system": orderly,
    "in equal parts, to them alone": lambda end: len({*end.theirs}) == 1 and not any(end.others),
    "by the system, most to them": orderly,
    "the most there is to win": lambda end: end.theirs[0] > max(end.others),
}
WON: Mapping[str, Callable[[End], bool]] = {
    "the first": lambda end: end.ended.sole_winner in end.first,
    "that one": lambda end: end.ended.sole_winner in end.asked,
    "nobody": lambda end: end.ended.sole_winner is None,
    "who is first alone": lambda end: (end.ended.sole_winner is not None) is (len(end.first) == 1),
}


def as_the_table_says(end: End, row: Sequence[str]) -> None:
    how, first, places, points, won, rated = row
    for cell in (first, places, points):
        assert CELLS[cell](end), (how, cell, end.ended)
    assert WON[won](end), (how, won, end.ended)
    assert (rated == "yes") is bool(end.ended.ranks)


# --- what is told of it -------------------------------------------------------------------------------------------


def all_agree(session: Session, end: End) -> None:
    """Sentence, places, scores, “Won”, ratings and record: each reads the same result."""
    game, ended = end.game, end.ended
    names, seated = game_summary.seat_names(session, game), games.list_game_seats(session, game)
    told = game_summary.find_game_ending(session, game)
    assert told is not None
    assert {code for code, name in names.items() if re.search(rf"\b{name}\b", told.sentence)} == end.first
    assert column(reports.people_blocks(session, game), 2) == {
        code: game_summary.describe_rank(rank) for code, rank in ended.ranks.items()
    }
    assert column(scores.iter_score_blocks(session, game), 1) == {
        code: scores.format_score(points) for code, points in ended.scores.items()
    }
    gains = {seat.code: gain for seat in seated if (gain := results.find_gain(game, seat))}
    assert {code: gain.points for code, gain in gains.items()} == ended.scores
    assert [code for code, gain in gains.items() if gain.won] == [ended.sole_winner] * (ended.sole_winner is not None)
    held = {seat.player_id: seat.code for seat in seated}
    assert {held[part.player]: part.rank for part in ratings.list_rated_players(session, game)} == ended.ranks
    record = build_record.build_proof_record(session, game)
    if ended.how is not How.PLAYED or games.phase_state(end.phase).ranks is not None:
        assert importing.read_result(session, game, end.phase, record) == ended


def column(blocks: Iterable[Block], at: int) -> dict[str, object]:
    """A column of a table, by seat; nothing if it has no such column."""
    tables = [block for block in blocks if isinstance(block, Table)]
    rows = [row for table in tables for row in table.rows if len(row) > at]
    return {row[0].seat: row[at] for row in rows if isinstance(row[0], Cell)}


# --- the ends -----------------------------------------------------------------------------------------------------


def game_of(store: Store, now: datetime, engine: str, options: str = "", **chosen: Any) -> Party:
    return start_party(store, now, Rules(grace_hours=0, **chosen), players=0, engine=engine, options=options)


def play_to_end(party: Party, now: datetime) -> Party:
    """Played to its end, though nobody orders anything but in the first phase."""
    with party.store.write_session() as session:
        somebody_plays(session, party.game(session), now)
    while party.status() == "running":
        with party.store.write_session() as session:
            master.process_phase(session, party.game(session), None, now)
    return party


def last(engine: str) -> int:
    """The first year of a game that counts years, else its first round."""
    return 1901 if engine == "diplomacy" else 1


def by_rules(store: Store, now: datetime, engine: str) -> Party:
    return play_to_end(game_of(store, now, engine, SOON.get(engine, "")), now)


def by_its_own_last_year(store: Store, now: datetime, engine: str) -> Party:
    return play_to_end(game_of(store, now, engine, "END 1901"), now)


def by_its_own_last_year_as_a_draw(store: Store, now: datetime, engine: str) -> Party:
    return play_to_end(game_of(store, now, engine, "END 1901", end_counts="draw"), now)


def several_first(store: Store, now: datetime, engine: str) -> Party:
    """As if the rules had ranked all alike."""
    party = game_of(store, now, engine)
    with store.write_session() as session:
        game, phase = party.game(session), party.phase(session)
        somebody_plays(session, game, now)
        ranks = dict.fromkeys(games.phase_state(phase).seats, 1)
        endings.finish_game(session, game, phase, endings.result_by_engine(game, phase, ranks), now)
    return party


def by_last(store: Store, now: datetime, engine: str) -> Party:
    return play_to_end(game_of(store, now, engine, ends_after=last(engine)), now)


def by_last_without_standings(store: Store, now: datetime, engine: str) -> Party:
    return by_last(store, now, engine)


def by_last_as_a_draw(store: Store, now: datetime, engine: str) -> Party:
    return play_to_end(game_of(store, now, engine, ends_after=last(engine), end_counts="draw"), now)


def vote_unanimously(party: Party, now: datetime, proposal: str) -> Party:
    """All vote for the same, and it is worth what they were told before."""
    with party.store.write_session() as session:
        game, phase = party.game(session), party.phase(session)
        payoffs = {one.seat: one for one in endings.list_payoffs(session, game, phase)}
        for seat in games.list_game_seats(session, game):
            if game.status == "running":
                votes.cast_vote(session, seat, proposal, now)
        ended = result.find_result(game)
    assert ended
    if {*ended.first_seats} == {*payoffs}:
        assert ended.scores == {code: one.drawn for code, one in payoffs.items()}
    if ended.sole_winner:
        assert ended.scores[ended.sole_winner] == payoffs[ended.sole_winner].won
    return party


def end_in_draw(store: Store, now: datetime, engine: str) -> Party:
    return vote_unanimously(game_of(store, now, engine), now, "draw")


def drawn_by_two(store: Store, now: datetime, engine: str) -> Party:
    party = game_of(store, now, engine, draws="any")
    return vote_unanimously(party, now, f"draw {' '.join(two(party))}")


def end_in_concession(store: Store, now: datetime, engine: str) -> Party:
    party = game_of(store, now, engine)
    return vote_unanimously(party, now, f"concede {two(party)[1]}")


def two(party: Party) -> list[str]:
    with party.store.read_session() as session:
        return [seat.code for seat in games.list_game_seats(session, party.game(session))][1:3]


def end_abandoned(store: Store, now: datetime, engine: str) -> Party:
    party = game_of(store, now, engine)
    with store.write_session() as session:
        endings.end_as_abandoned(session, party.game(session), party.phase(session), now)
    return party


def called_off(store: Store, now: datetime, engine: str) -> Party:
    party = game_of(store, now, engine)
    with store.write_session() as session:
        master.cancel_game(session, party.game(session), None, now, "we are too few")
    return party


def end_unplayed(store: Store, now: datetime, engine: str) -> Party:
    return silent(game_of(store, now, engine, ends_after=last(engine), open_after=0), now)


def silent(party: Party, now: datetime) -> Party:
    """Deadline after deadline passes, and nobody writes a word."""
    for number in range(1, 60):
        if party.status() == "running":
            party.close(now + number * 1000 * HOUR)
    return party


def out_of_time(system: str, otherwise: str) -> str:
    """The row of the table."""
    return f"out of time, {'scored by the size of the draw' if system == DRAW_SIZE else otherwise}"


Maker = Callable[[Store, datetime, str], Party]
ENDS: Mapping[Maker, Callable[[str, Result], str]] = {
    by_rules: lambda _, ended: f"by its rules, {'one is' if ended.sole_winner else 'several are'} first",
    several_first: lambda _, __: "by its rules, several are first",
    by_its_own_last_year: lambda system, _: out_of_time(system, "`COUNTS points`, by a last year of its own"),
    by_its_own_last_year_as_a_draw: lambda system, _: out_of_time(system, "`COUNTS draw`"),
    end_in_draw: lambda _, __: "a draw of all who are left",
    drawn_by_two: lambda _, __: "a draw that leaves somebody out",
    end_in_concession: lambda _, __: "conceded to somebody",
    by_last: lambda system, _: out_of_time(system, "`COUNTS points`, by the last year or round agreed"),
    by_last_as_a_draw: lambda system, _: out_of_time(system, "`COUNTS draw`"),
    by_last_without_standings: lambda _, __: "out of time, in a game without standings",
    end_abandoned: lambda _, __: "abandoned: nobody is left to play it",
    called_off: lambda _, __: "called off by who leads it",
    end_unplayed: lambda _, __: "by its rules or out of time, and nobody ever gave orders",
}
"""How each end is made, and which row of the table tells of it, by the system of scoring and the result."""
ALONE: Mapping[Maker, Collection[str]] = {
    by_its_own_last_year: ["diplomacy"],
    by_its_own_last_year_as_a_draw: ["diplomacy"],
    several_first: [engine for engine in ENGINES if engine != "diplomacy"],
    by_last_without_standings: ["toy"],
}
"""The games that end so at all, where not every game does."""
CASES = [(end, engine) for n, end in enumerate(ENDS) for engine in take_some(ALONE.get(end, ENGINES), 2, n % 4)]


@pytest.mark.slow
@pytest.mark.parametrize(("end", "engine"), CASES, ids=[f"{end.__name__}-{engine}" for end, engine in CASES])
def test_all_that_tells_of_an_end_tells_the_same(sqlite: Store, now: datetime, end: Maker, engine: str) -> None:
    """By every system that suits the game."""
    party = end(sqlite, now, engine)
    with sqlite.write_session() as session:
        game, phase = party.game(session), party.phase(session)
        first = result.find_result(game)
        assert first is not None
        asked = frozenset(first.first_seats if end is end_in_draw else two(party)[end is end_in_concession :])
        for system in endings.scoring_systems(game):
            game.rules = dump_rules(replace(rules_of(game), scoring=system))
            draft = rescore_result(session, game, phase, first)
            result.store_result(game, draft)
            ended = End(game, phase, draft, asked)
            as_the_table_says(ended, ROWS[ENDS[end](system, draft)])
            all_agree(session, ended)


@pytest.mark.parametrize("engine", sorted(SOON))
def test_no_game_names_a_winner_whom_nobody_played(sqlite: Store, now: datetime, engine: str) -> None:
    """Neither in its own headline nor in what it tells in detail, to anybody."""
    party = silent(game_of(sqlite, now, engine, SOON[engine], open_after=0), now)
    with sqlite.read_session() as session:
        phase = party.phase(session)
        for seat in (None, *games.list_game_seats(session, party.game(session))):
            told = reports.report_blocks(session, phase, seat)
            assert [block.text for block in told if isinstance(block, Lead)] == ["Nobody played this game."]
            assert not [
                block for block in told if isinstance(block, Paragraph) and re.search(r"\bw[io]ns?\b", block.text)
            ]


def test_a_last_year_that_nobody_won_gives_nobody_two_places(sqlite: Store, now: datetime) -> None:
    """France shares a game that Russia leads: it is told no second place."""
    party = by_its_own_last_year(sqlite, now, "diplomacy")
    with sqlite.read_session() as session:
        told = reports.report_blocks(session, party.phase(session), party.seat(session, "FRANCE"))
    leads = " ".join(block.text for block in told if isinstance(block, Lead))
    assert "share it" in leads and "Russia leads with 4 centres" in leads and "You come" not in leads


def rescore_result(session: Session, game: Game, phase: Phase, ended: Result) -> Result:
    """Return how the game would have ended by the system that it has now."""
    by_rules = (
        endings.find_result_by_rules(game, phase, games.phase_state(phase))
        if ended.how in endings.ENDS_BY_THEMSELVES
        else None
    )
    return endings.score_draft(session, game, phase, by_rules or ended)


def test_every_row_of_the_table_is_tried() -> None:
    one, several = Result(How.PLAYED, {"RED": 1}), Result(How.PLAYED, {"RED": 1, "BLU": 1})
    tried = {
        row(system, ended) for row in ENDS.values() for system in (DRAW_SIZE, "places") for ended in (one, several)
    }
    assert tried == ROWS.keys()
