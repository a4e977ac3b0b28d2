"""Diaries and statements: whose they are, who reads them when, and how much there may be."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

import pytest

from pbem.documents.gamebook import content
from pbem.games import Refusal
from pbem.games.people import people
from pbem.games.results import votes
from pbem.games.rules import dump_rules, rules_of
from pbem.games.seating import seats
from pbem.games.talk import diaries, statements
from pbem.render import render_plain_text
from pbem.storage.database import Store
from tests.games.party import MASTER, Party, letter_data, start_party

DAY = timedelta(days=1)
PLAN = "Blue will be stabbed in the spring."


def write_diary_note(party: Party, code: str, words: str, now: datetime) -> int:
    with party.store.write_session() as session:
        return diaries.write_note(session, party.seat(session, code), words, now).number


def over(party: Party, now: datetime) -> None:
    with party.store.write_session() as session:
        for code in ("RED", "BLU"):
            votes.cast_vote(session, party.seat(session, code), "draw", now)


def book(party: Party, code: str | None) -> str:
    """All that a game book tells a reader."""
    with party.store.read_session() as session:
        seat = party.seat(session, code) if code else None
        subject = content.BookSubject(party.game(session), party.phase(session), seat, "UTC")
        told = [render_plain_text(content.book_people_blocks(session, subject))]
        told += [
            render_plain_text(content.make_phase_spread(session, subject, p, "").blocks)
            for p in content.list_book_phases(session, subject)
        ]
        return "\n".join(told)


def test_a_diary_is_its_writers_alone(store: Store, now: datetime) -> None:
    """Neither before the end nor after it, unless he opens it."""
    party = start_party(store, now)
    assert [write_diary_note(party, "RED", PLAN, now), write_diary_note(party, "RED", "Or not.", now)] == [1, 2]
    with store.read_session() as session:
        assert diaries.list_own_notes(session, party.seat(session, "BLU")) == []
    over(party, now)
    assert not any(PLAN in book(party, reader) for reader in ("BLU", None))
    with store.write_session() as session:
        diaries.open_diary_at_end(session, party.game(session), party.seat(session, "RED"), True)
    assert all(PLAN in book(party, reader) for reader in ("BLU", None))


def test_an_opened_diary_waits_for_the_end(sqlite: Store, now: datetime) -> None:
    """What is noted after the word is opened as well; nothing of it before the game is over."""
    party = start_party(sqlite, now)
    write_diary_note(party, "RED", "First", now)
    with sqlite.write_session() as session:
        diaries.open_diary_at_end(session, party.game(session), party.seat(session, "RED"), True)
    write_diary_note(party, "RED", PLAN, now)
    with sqlite.read_session() as session:
        assert diaries.list_opened_notes(session, party.game(session)) == []
    assert PLAN not in book(party, "BLU")
    over(party, now)
    assert PLAN in book(party, "BLU")


def test_a_successor_reads_nothing_of_it(sqlite: Store, now: datetime) -> None:
    """His own diary begins with 1, and what he opens is his."""
    party = start_party(sqlite, now)
    write_diary_note(party, "RED", PLAN, now)
    with sqlite.write_session() as session:
        heir = people.get_or_register_player(session, "heir@example.org", now)
        seats.replace_holder(session, party.game(session), "RED", heir, now)
    with sqlite.read_session() as session:
        assert diaries.list_own_notes(session, party.seat(session, "RED")) == []
    assert write_diary_note(party, "RED", "I am new here.", now) == 1
    with sqlite.write_session() as session:
        diaries.open_diary_at_end(session, party.game(session), party.seat(session, "RED"), True)
    over(party, now)
    assert PLAN not in book(party, None)
    assert "I am new here." in book(party, None)


def test_a_rule_changed_later_opens_nothing(sqlite: Store, now: datetime) -> None:
    """What was noted while it was the writer's own matter stays so; a rule that closes them closes all."""
    party = start_party(sqlite, now)
    write_diary_note(party, "RED", PLAN, now)
    agree(party, "open")
    write_diary_note(party, "BLU", "As agreed", now)
    over(party, now)
    assert "As agreed" in book(party, None) and PLAN not in book(party, None)
    agree(party, "closed")
    assert "As agreed" not in book(party, None)


def agree(party: Party, diaries_: Literal["leave", "open", "closed"]) -> None:
    """Changes the rule about diaries."""
    with party.store.write_session() as session:
        game = party.game(session)
        game.rules = dump_rules(replace(rules_of(game), diaries=diaries_))
        session.add(game)


@pytest.mark.parametrize(
    ("words", "code"),
    [(" \n", "diary empty"), ("x" * (diaries.LONGEST + 1), "diary too long")],
)
def test_bounds_of_a_note(sqlite: Store, now: datetime, words: str, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        write_diary_note(start_party(sqlite, now), "RED", words, now)
    assert caught.value.code == code


def test_bounds_of_a_diary(sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number is not given again, what is deleted is gone, and there is an end to it."""
    monkeypatch.setattr(diaries, "MOST", 2)
    party = start_party(sqlite, now)
    write_diary_note(party, "RED", "One", now)
    write_diary_note(party, "RED", "Two", now)
    with pytest.raises(Refusal, match="diary full"):
        write_diary_note(party, "RED", "Three", now)
    with sqlite.write_session() as session:
        diaries.delete_note(session, party.seat(session, "RED"), 1)
    assert write_diary_note(party, "RED", "Three", now) == 3
    with pytest.raises(Refusal, match="no such note"), sqlite.write_session() as session:
        diaries.delete_note(session, party.seat(session, "BLU"), 3)


# --- statements ----------------------------------------------------------------------------------------------------


def write_end_statement(party: Party, code: str, words: str, now: datetime) -> None:
    with party.store.write_session() as session:
        seat = party.seat(session, code)
        statements.write_statement(session, party.game(session), seat, party.player(session, code), words, now)


def test_a_statement_is_told_to_all_once_and_can_be_written_anew(store: Store, now: datetime) -> None:
    party = start_party(store, now)
    with pytest.raises(Refusal, match="not over yet"):
        write_end_statement(party, "RED", "I shall win.", now)
    over(party, now)
    write_end_statement(party, "RED", "I nearly won.", now)
    write_end_statement(party, "RED", "I nearly won, thanks to Blue.", now + 13 * DAY)
    told = party.letters("statement")
    assert len(told) == 2  # the other seat and the master
    assert "thanks to Blue" in book(party, None)
    assert book(party, None).count("I nearly won") == 1
    with pytest.raises(Refusal, match="statements closed"):
        write_end_statement(party, "BLU", "So late", now + 15 * DAY)


def test_the_master_says_something_too_and_nobody_else_for_him(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now)
    over(party, now)
    with sqlite.write_session() as session:
        game = party.game(session)
        statements.write_statement(
            session, game, None, people.get_or_register_player(session, MASTER, now), "Well played.", now
        )
    with pytest.raises(Refusal, match="statement not yours"), sqlite.write_session() as session:
        statements.write_statement(
            session, party.game(session), None, party.player(session, "RED"), "I am the master", now
        )
    assert "Well played." in book(party, "RED")
    assert letter_data(party.letters("statement")[0]).keys() == {"statement"}


def test_a_statement_can_be_taken_back(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now)
    over(party, now)
    write_end_statement(party, "RED", "Never again", now)
    with sqlite.write_session() as session:
        statements.withdraw_statement(
            session, party.game(session), party.seat(session, "RED"), party.player(session, "RED"), now
        )
    assert "Never again" not in book(party, None)
    told = len(party.letters("statement"))
    write_end_statement(party, "RED", "Or once more", now)
    assert len(party.letters("statement")) == told  # nobody makes the server write to all by taking it back
