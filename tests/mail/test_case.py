"""A letter's way is one thing: what it needs to know of its game is asked once, and again only when that changed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import event

from pbem.games import Refusal, games
from pbem.games.orders import orders
from pbem.games.results import votes
from pbem.mail.inbound import phase_of_letter
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase, Seat
from tests.mail.conftest import Office

RED = "red@example.org"


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """All that the database is asked meanwhile."""
    said: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        said.append(statement)

    event.listen(store.engine, "before_cursor_execute", note)
    yield said
    event.remove(store.engine, "before_cursor_execute", note)


@pytest.mark.parametrize(
    "text", ["bid 7", "ready", "status\nclear\nbid 7\nhelp\nbid ?\nnonsense\nready", "bid 7\nclear\nbid 3\nwait"]
)
def test_the_open_phase_is_asked_for_once(office: Office, text: str) -> None:
    """H10: it was asked for 3, 7, 24 and 12 times."""
    game = office.start_party()
    to = office.seat_address(game, "RED")
    with statements(office.store) as said:
        office.write(RED, to, text)
    assert [level for level, _ in office.outcomes(RED)]
    assert sum("max(phase_1.number)" in one for one in said) == 1
    assert not any("ORDER BY phase.number DESC" in one for one in said)


def test_a_phase_that_a_letter_resolves_is_another(office: Office) -> None:
    """What is known of the phase is asked for again after an act that changed it."""
    game = office.start_party()
    office.write("master@example.org", office.seat_address(game, "RED"), "")  # nobody's
    with office.store.write_session() as session:
        game.game(session).master_id = game.player(session, "RED").id
    office.later(hours=1)
    office.write(RED, office.seat_address(game, "RED"), "bid 7\nprocess\nstatus")
    assert [level for level, _ in office.outcomes(RED)] == ["ok"] * 3
    (section,) = office.receipt(RED)["sections"]
    assert section["title"] == "Status" and "Round 2" in section["text"]
    assert game.now_at().name == "R2"


def test_orders_of_the_letter_that_ends_its_game_come_before_its_end(office: Office) -> None:
    """Orders are read before the votes of the same letter, so that they bring back the vote of who was absent."""
    game = office.start_party()
    with office.store.write_session() as session:
        votes.cast_vote(session, game.seat(session, "BLU"), "draw", office.now)
    office.write(RED, office.seat_address(game, "RED"), "vote draw\nbid 7")
    (voted, bid) = office.outcomes(RED)
    assert voted == ("ok", "Carried.") and bid[0] == "ok"


def test_a_subject_is_compared_with_the_newest_phases(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a seat calls a phase must be asked of the game, which is locked meanwhile, and may have hundreds."""
    party, asked = office.start_party(), list[Phase]()

    def titled(_: Game, phase: Phase, __: Seat) -> str:
        asked.append(phase)
        return "Fall"

    monkeypatch.setattr("pbem.documents.reports.phase_title_for", titled)
    with office.store.read_session() as session:
        game, seat = party.game(session), party.seat(session, "RED")
        every = games.list_phases(session, game) * 200
        assert phase_of_letter.find_phase_by_title(game, seat, every, "Hello there") is None
        assert len(asked) < 40
        assert phase_of_letter.find_phase_by_title(game, seat, every, "Fall, and more") == every[0]


def test_orders_that_are_refused_leave_no_trace(office: Office) -> None:
    """They are judged before anything of them is written, so a letter needs no savepoint for them."""
    game = office.start_party()
    with office.store.write_session() as session:
        seat = game.seat(session, "RED")
        for words in ("bid 7\n" * 20_000, "bid 7 " + "x" * 200_000):
            with pytest.raises(Refusal, match="text too long"):
                orders.add_orders(session, seat, words, source="mail", now=office.now)
        assert not session.new and not session.dirty


def test_a_subject_that_can_name_no_phase_costs_nothing(office: Office) -> None:
    """A long game is gone through only for who names an older phase than the open one."""
    game = office.start_party()
    to = office.seat_address(game, "RED")
    for subject, asked in (("Hello", 0), (f"Re: [{game.now_at().name}] R1 RED", 0), ("Re: R7", 1)):
        with statements(office.store) as said:
            office.write(RED, to, "bid 7", subject)
        assert sum("ORDER BY phase.number" in one and "DESC" not in one for one in said) == asked, subject


def test_a_machine_that_repeats_itself_does_not_use_up_what_its_owner_has(office: Office) -> None:
    office.config = replace(office.config, limits=replace(office.config.limits, same_receipts=2, receipts=4))
    game = office.start_party()
    for text in [*["bid 7"] * 6, "bid 3", "bid 4", "bid 5"]:
        office.write(RED, office.seat_address(game, "RED"), text)
    assert len(office.outbox(RED, "receipt")) == 4
