"""The demonstration: bots play, a seat is always free, and the game rests while nobody is there."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlmodel import select

from engines.base import Dice, Step
from engines.diplomacy import Diplomacy
from engines.diplomacy.state import DiplomacyState as Position
from engines.language.grammar import Order
from pbem.games import Refusal, demo, games
from pbem.games.notify import list_holders
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.phases import phase_turns
from pbem.games.seating import seats
from pbem.server import bots, clock
from pbem.server.duties.work import keep_demonstrations
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Game, Seat, Submission
from tests.games import toy
from tests.games.party import clock_at
from tests.games.toy import Toy


def maintain(store: Store, now: datetime) -> str:
    with store.write_session() as session:
        return demo.maintain_demo(session, now).status


def rounds(store: Store, now: datetime, count: int) -> datetime:
    """Lets bots and clock work as a server does."""
    for _ in range(count):
        maintain(store, now)
        bots.play_bots(store, clock_at(now), Random(1))
        now += timedelta(minutes=1)
        clock.run_clock_tick(store, clock_at(now))
    return now


@pytest.mark.slow
def test_one_call_seats_a_visitor(store: Store, now: datetime) -> None:
    """In a running game, with an empty desk; another seat is free for the next one."""
    now = rounds(store, now, 1)
    maintain(store, now)
    bots.play_bots(store, clock_at(now), Random(1))
    with store.write_session() as session:
        seat = demo.seat_visitor(session, "localhost", now)
        game = demo.find_newest_demo(session)
        assert game is not None and game.status == "running"
        players = {s.id: p for s, p in list_holders(session, game)}
        assert players[seat.id].address == "visitor-1@localhost"
        phase = games.find_current_phase(session, game)
        assert phase is not None and [s.id for s in phase_turns.list_debtor_seats(session, phase)] == [seat.id]
        assert len(players) == len(games.list_game_seats(session, game)) - 1
        assert demo.seat_visitor(session, "localhost", now).id != seat.id


@pytest.mark.slow
def test_the_game_goes_on_and_then_waits_for_company(
    store: Store, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots alone play a while; then the clock stands until somebody joins."""
    monkeypatch.setattr(demo, "ENOUGH", 4)
    now = rounds(store, now, 1)
    assert maintain(store, now) == "running"
    now = rounds(store, now, 6)
    assert maintain(store, now) == "paused"
    with store.write_session() as session:
        demo.seat_visitor(session, "localhost", now)
    assert maintain(store, now) == "running"


def test_without_a_demonstration_there_is_no_seat(store: Store, now: datetime) -> None:
    """Refusal, as any game that does not exist."""
    with store.write_session() as session, pytest.raises(Refusal, match="no such game"):
        demo.seat_visitor(session, "localhost", now)


@pytest.mark.slow
def test_every_game_is_on_show(sqlite: Store, now: datetime) -> None:
    """Each with a name of its own, and a seat for the visitor who asks for it."""
    keep_demonstrations(sqlite, ENGINES, now)
    keep_demonstrations(sqlite, ENGINES, now)
    with sqlite.write_session() as session:
        shown = demo.list_newest_demos(session)
        assert len({game.slug for game in shown}) == len({game.engine for game in shown}) == len(shown) >= 3
        seat = demo.seat_visitor(session, "localhost", now, shown[-1].slug)
        assert seat.game_id == shown[-1].id
    with sqlite.write_session() as session, pytest.raises(Refusal, match="no such game"):
        demo.seat_visitor(session, "localhost", now, "demo-nothing")


def test_a_game_waits_for_a_beginner(sqlite: Store, now: datetime) -> None:
    """It begins with its first phase when he sits down where he wishes, bots take the rest, and the next one waits."""
    keep_demonstrations(sqlite, ["europax"], now)
    keep_demonstrations(sqlite, ["europax"], now)
    with sqlite.write_session() as session:
        game = demo.find_waiting_game(session, "europax")
        assert game is not None and (game.slug, game.status) == ("first-europax", "forming")
        seat = demo.seat_visitor(session, "localhost", now, game.slug, "RED")
        phase = games.find_current_phase(session, game)
        assert (seat.code, game.status, phase and phase.number) == ("RED", "running", 1)
        assert [p.address for _, p in list_holders(session, game) if not p.bot] == ["visitor-1@localhost"]
        following = demo.find_waiting_game(session, "europax")
        assert following is not None and following.slug == "first-europax-2"
        shown = demo.find_newest_demo(session, "europax")
        assert shown is not None and shown.slug == "demo-europax"


def test_bots_join_a_beginner_who_came_by_letter(sqlite: Store, now: datetime) -> None:
    """At the server's next round."""
    keep_demonstrations(sqlite, ["europax"], now)
    with sqlite.write_session() as session:
        game = demo.find_waiting_game(session, "europax")
        assert game is not None
        seats.join_game(session, game, people.get_or_register_plain(session, "anna@example.org", now), (), now)
        assert game.status == "forming"
    keep_demonstrations(sqlite, ["europax"], now)
    with sqlite.read_session() as session:
        assert games.get_game(session, "first-europax").status == "running"


def test_a_game_at_fault_costs_no_other(sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are demonstrated all the same."""

    class Faulty(Diplomacy):
        code = "faulty"

        def start(self, options: Sequence[Order], dice: Dice) -> Step[Position]:
            raise RuntimeError(f"out of order: {options}, {dice}")

    monkeypatch.setitem(ENGINES, "faulty", Faulty())
    assert keep_demonstrations(sqlite, ["faulty", "europax"], now) == ["europax"]
    with sqlite.read_session() as session:
        assert [game.engine for game in demo.list_newest_demos(session)] == ["europax"]


@pytest.mark.slow
def test_bots_follow_their_engines_advice(sqlite: Store, now: datetime) -> None:
    """A few phases of every game, without a line that is refused."""
    keep_demonstrations(sqlite, ENGINES, now)
    for _ in range(4):
        bots.play_bots(sqlite, clock_at(now), Random(1))
        now += timedelta(minutes=1)
        clock.run_clock_tick(sqlite, clock_at(now))
    with sqlite.read_session() as session:
        assert all(
            (phase := games.find_current_phase(session, game)) and phase.number > 2
            for game in demo.list_newest_demos(session)
        )
        for row in session.exec(select(Submission)):
            assert all(line["text"] for line in json.loads(row.lines)), row.text


# --- visitors who are gone --------------------------------------------------------------------------------------


def seat_visitor(store: Store, now: datetime, slug: str) -> Seat:
    with store.write_session() as session:
        return demo.seat_visitor(session, "localhost", now, slug)


def minutes(store: Store, now: datetime, count: int, ready: Seat | None = None) -> datetime:
    """Lets some minutes pass as a server does, with patience for half an hour; one visitor is ready each time."""
    for _ in range(count):
        keep_demonstrations(store, ["toy"], now, timedelta(minutes=30))
        bots.play_bots(store, clock_at(now), Random(1))
        if ready is not None:
            with suppress(Refusal), store.write_session() as session:
                orders.set_ready(session, session.get_one(Seat, ready.id), True, now)
        now += timedelta(minutes=10)
        clock.run_clock_tick(store, clock_at(now))
    return now


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A toy game of many rounds."""
    monkeypatch.setattr(toy, "ROUNDS", 1000)


@pytest.mark.slow
@pytest.mark.usefixtures("endless")
def test_a_beginners_game_ends_when_he_has_gone(store: Store, now: datetime) -> None:
    """After the time the host sets; the one of somebody who plays goes on. Nobody has won."""
    keep_demonstrations(store, ["toy"], now)
    gone, plays = seat_visitor(store, now, "first-toy"), seat_visitor(store, now, "first-toy-2")
    now = minutes(store, now, 2, plays)
    with store.read_session() as session:
        assert games.get_game(session, "first-toy").status == "running"
    minutes(store, now, 4, plays)
    with store.read_session() as session:
        left, going = session.get_one(Game, gone.game_id), session.get_one(Game, plays.game_id)
        assert (left.status, going.status) == ("finished", "running")
        assert json.loads(left.outcome) == {"how": "abandoned", "seats": [], "ranks": {}}


@pytest.mark.slow
@pytest.mark.usefixtures("endless")
def test_a_visitor_who_has_gone_gives_his_seat_back(store: Store, now: datetime) -> None:
    """So that the next one finds one, however many have come; all other seats are held by bots again."""
    keep_demonstrations(store, ["toy"], now)
    show = "demo-toy"
    for _ in range(4):
        seat_visitor(store, now, show)
        now = minutes(store, now, 5)
    with store.read_session() as session:
        game = games.get_game(session, show)
        players = [player for _, player in list_holders(session, game)]
        assert game.status in ("running", "paused") and all(player.bot for player in players)
        assert (
            len(games.list_vacant_seats(session, game)) == 1 == len(games.list_game_seats(session, game)) - len(players)
        )


def test_two_who_click_at_once_get_a_seat_each(sqlite: Store, now: datetime) -> None:
    """The second in the game that waits by then."""
    keep_demonstrations(sqlite, ["toy"], now)
    first, second = seat_visitor(sqlite, now, "first-toy"), seat_visitor(sqlite, now, "first-toy")
    with sqlite.read_session() as session:
        assert first.game_id != second.game_id
        assert session.get_one(Game, second.game_id).slug == "first-toy-2"


def test_the_seat_on_show_is_in_the_game(sqlite: Store, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the one that was free is eliminated while it waits."""
    resolve = Toy.resolve

    def lost(self: Toy, *given: Any) -> Step[Any]:
        step = resolve(self, *given)
        return Step(replace(step.state, out=step.state.seats[:1]), step.events)

    monkeypatch.setattr(Toy, "resolve", lost)
    monkeypatch.setattr(toy, "ROUNDS", 1000)
    keep_demonstrations(sqlite, ["toy"], now)
    minutes(sqlite, now, 3)
    seat = seat_visitor(sqlite, now + timedelta(minutes=40), "demo-toy")
    assert seat.code == "BLU"
