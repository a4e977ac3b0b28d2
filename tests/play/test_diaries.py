"""Diaries and statements: whose they are, who reads them when, and how much there may be."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

import pytest

from pbem.db import Store
from pbem.gamebook import content
from pbem.play import Refused, diaries, people, seats, statements, votes
from pbem.play.rules import dumped, rules_of
from pbem.render import text
from tests.play.party import MASTER, Party, begun, said

DAY = timedelta(days=1)
PLAN = "Blue will be stabbed in the spring."


def noted(party: Party, code: str, words: str, now: datetime) -> int:
    with party.store.write() as session:
        return diaries.write(session, party.seat(session, code), words, now).number


def over(party: Party, now: datetime) -> None:
    with party.store.write() as session:
        for code in ("RED", "BLU"):
            votes.cast(session, party.seat(session, code), "draw", now)


def book(party: Party, code: str | None) -> str:
    """All that a game book tells a reader."""
    with party.store.read() as session:
        seat = party.seat(session, code) if code else None
        subject = content.Subject(party.game(session), party.phase(session), seat, "UTC")
        told = [text(content.people(session, subject))]
        told += [text(content.spread(session, subject, p, "").blocks) for p in content.phases(session, subject)]
        return "\n".join(told)


def test_a_diary_is_its_writers_alone(store: Store, now: datetime) -> None:
    """Neither before the end nor after it, unless he opens it."""
    party = begun(store, now)
    assert [noted(party, "RED", PLAN, now), noted(party, "RED", "Or not.", now)] == [1, 2]
    with store.read() as session:
        assert diaries.own(session, party.seat(session, "BLU")) == []
    over(party, now)
    assert not any(PLAN in book(party, reader) for reader in ("BLU", None))
    with store.write() as session:
        diaries.open_at_end(session, party.game(session), party.seat(session, "RED"), True)
    assert all(PLAN in book(party, reader) for reader in ("BLU", None))


def test_an_opened_diary_waits_for_the_end(sqlite: Store, now: datetime) -> None:
    """What is noted after the word is opened as well; nothing of it before the game is over."""
    party = begun(sqlite, now)
    noted(party, "RED", "First", now)
    with sqlite.write() as session:
        diaries.open_at_end(session, party.game(session), party.seat(session, "RED"), True)
    noted(party, "RED", PLAN, now)
    with sqlite.read() as session:
        assert diaries.opened(session, party.game(session)) == []
    assert PLAN not in book(party, "BLU")
    over(party, now)
    assert PLAN in book(party, "BLU")


def test_a_successor_reads_nothing_of_it(sqlite: Store, now: datetime) -> None:
    """His own diary begins with 1, and what he opens is his."""
    party = begun(sqlite, now)
    noted(party, "RED", PLAN, now)
    with sqlite.write() as session:
        heir = people.player(session, "heir@example.org", now)
        seats.replace(session, party.game(session), "RED", heir, now)
    with sqlite.read() as session:
        assert diaries.own(session, party.seat(session, "RED")) == []
    assert noted(party, "RED", "I am new here.", now) == 1
    with sqlite.write() as session:
        diaries.open_at_end(session, party.game(session), party.seat(session, "RED"), True)
    over(party, now)
    assert PLAN not in book(party, None)
    assert "I am new here." in book(party, None)


def test_a_rule_changed_later_opens_nothing(sqlite: Store, now: datetime) -> None:
    """What was noted while it was the writer's own matter stays so; a rule that closes them closes all."""
    party = begun(sqlite, now)
    noted(party, "RED", PLAN, now)
    agree(party, "open")
    noted(party, "BLU", "As agreed", now)
    over(party, now)
    assert "As agreed" in book(party, None) and PLAN not in book(party, None)
    agree(party, "closed")
    assert "As agreed" not in book(party, None)


def agree(party: Party, diaries_: Literal["leave", "open", "closed"]) -> None:
    """Changes the rule about diaries."""
    with party.store.write() as session:
        game = party.game(session)
        game.rules = dumped(replace(rules_of(game), diaries=diaries_))
        session.add(game)


@pytest.mark.parametrize(
    ("words", "code"),
    [(" \n", "diary empty"), ("x" * (diaries.LONGEST + 1), "diary too long")],
)
def test_bounds_of_a_note(sqlite: Store, now: datetime, words: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        noted(begun(sqlite, now), "RED", words, now)
    assert caught.value.code == code


def test_bounds_of_a_diary(sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number is not given again, what is deleted is gone, and there is an end to it."""
    monkeypatch.setattr(diaries, "MOST", 2)
    party = begun(sqlite, now)
    noted(party, "RED", "One", now)
    noted(party, "RED", "Two", now)
    with pytest.raises(Refused, match="diary full"):
        noted(party, "RED", "Three", now)
    with sqlite.write() as session:
        diaries.delete(session, party.seat(session, "RED"), 1)
    assert noted(party, "RED", "Three", now) == 3
    with pytest.raises(Refused, match="no such note"), sqlite.write() as session:
        diaries.delete(session, party.seat(session, "BLU"), 3)


# --- statements ----------------------------------------------------------------------------------------------------


def stated(party: Party, code: str, words: str, now: datetime) -> None:
    with party.store.write() as session:
        seat = party.seat(session, code)
        statements.write(session, party.game(session), seat, party.player(session, code), words, now)


def test_a_statement_is_told_to_all_once_and_can_be_written_anew(store: Store, now: datetime) -> None:
    party = begun(store, now)
    with pytest.raises(Refused, match="not over yet"):
        stated(party, "RED", "I shall win.", now)
    over(party, now)
    stated(party, "RED", "I nearly won.", now)
    stated(party, "RED", "I nearly won, thanks to Blue.", now + 13 * DAY)
    told = party.letters("statement")
    assert len(told) == 2  # the other seat and the master
    assert "thanks to Blue" in book(party, None)
    assert book(party, None).count("I nearly won") == 1
    with pytest.raises(Refused, match="statements closed"):
        stated(party, "BLU", "So late", now + 15 * DAY)


def test_the_master_says_something_too_and_nobody_else_for_him(sqlite: Store, now: datetime) -> None:
    party = begun(sqlite, now)
    over(party, now)
    with sqlite.write() as session:
        game = party.game(session)
        statements.write(session, game, None, people.player(session, MASTER, now), "Well played.", now)
    with pytest.raises(Refused, match="statement not yours"), sqlite.write() as session:
        statements.write(session, party.game(session), None, party.player(session, "RED"), "I am the master", now)
    assert "Well played." in book(party, "RED")
    assert said(party.letters("statement")[0]).keys() == {"statement"}


def test_a_statement_can_be_taken_back(sqlite: Store, now: datetime) -> None:
    party = begun(sqlite, now)
    over(party, now)
    stated(party, "RED", "Never again", now)
    with sqlite.write() as session:
        statements.withdraw(session, party.game(session), party.seat(session, "RED"), party.player(session, "RED"), now)
    assert "Never again" not in book(party, None)
    told = len(party.letters("statement"))
    stated(party, "RED", "Or once more", now)
    assert len(party.letters("statement")) == told  # nobody makes the server write to all by taking it back
