"""Who will not write, in a browser: orders in advance, what stands in, and that he is there."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.rules import Rules
from pbem.games.seating import seats
from pbem.server import clock
from tests.games.party import clock_at, open_party, start_party
from tests.web.conftest import Site

SEAT = "/games/verdun/seat"


def test_orders_in_advance_and_what_stands_in(site: Site, present: datetime) -> None:
    party = start_party(site.store, present, Rules(grace_hours=0))
    red = site.browser("red@example.org")
    red.get(SEAT)
    red.give("phase", wanted="R2", text="bid 7")
    assert "Kept for R2." in red.words
    red.give("stand in", ways=["standing"])
    assert "this stands in for you: the orders given last" in red.words
    clock.run_clock_tick(site.store, clock_at(present + timedelta(hours=48)))
    assert party.letters("later")
    red.get("/games/verdun")
    assert "No orders for Round 1 came from Blue" in red.words


def test_orders_in_advance_with_others_for_another_board(site: Site, present: datetime) -> None:
    """What is given otherwise has a box of its own; it is kept as a letter would say it, and given if it must be."""
    party = start_party(site.store, present, Rules(grace_hours=0))
    red = site.browser("red@example.org")
    red.get(SEAT)
    red.give("phase", wanted="next", text="bid 77", otherwise="bid 7")
    assert "bid 77 else bid 7" in red.words
    clock.run_clock_tick(site.store, clock_at(present + timedelta(hours=48)))
    with site.store.read_session() as session:
        assert orders.current_answer(session, party.seat(session, "RED")).standing == ("BID 7",)


def test_what_cannot_be_kept_is_not_lost(site: Site, present: datetime) -> None:
    start_party(site.store, present)
    red = site.browser("red@example.org")
    red.get(SEAT)
    red.give("phase", wanted="never", text="bid 7", otherwise="bid 4", status=400)
    assert "No phase will be called “never”" in red.words
    assert "bid 7" in red.response.text and "bid 4" in red.response.text


def test_nonsense_in_advance_is_told_at_once(site: Site, present: datetime) -> None:
    """A10: nothing is kept before all of it is an order; what was written stays in its boxes."""
    start_party(site.store, present)
    red = site.browser("red@example.org")
    red.get(SEAT)
    red.give("phase", wanted="R2", text="bid 7\nbanana", otherwise="pass", status=400)
    assert "Nothing is kept yet" in red.words
    assert "“banana”: “banana” begins no order that is possible now." in red.words
    assert "bid 7\nbanana</textarea>" in red.response.text and "pass</textarea>" in red.response.text
    red.give("phase", wanted="R2", text="bid 7", otherwise="pass")
    assert "Kept for R2." in red.words


def test_the_roll_is_called_on_the_page(site: Site, present: datetime) -> None:
    party = open_party(site.store, present, Rules(roll_call_hours=48))
    with site.store.write_session() as session:
        for name in ("red", "blue"):
            seats.join_game(
                session,
                party.game(session),
                people.get_or_register_player(session, f"{name}@example.org", present),
                [],
                present,
            )
    for name in ("red", "blue"):
        browser = site.browser(f"{name}@example.org")
        browser.get("/games/verdun")
        browser.give("here")
    assert party.status() == "running"


def test_a_vacant_seat_is_on_the_front_page(site: Site, present: datetime) -> None:
    """C6: which seat is free, and how it stands as all may know it."""
    with site.store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug="verdun", now=present)
        for seat in games.list_game_seats(session, game):
            person = people.get_or_register_player(session, f"{seat.code.lower()}@example.org", present)
            seats.join_game(session, game, person, [seat.code], present)
        seats.leave_seat_vacant(session, seats.get_seat_by_code(session, game, "RUSSIA"), present)
        seats.leave_seat_vacant(session, seats.get_seat_by_code(session, game, "TURKEY"), present)
    visitor = site.browser()
    visitor.get("/")
    assert "Russia (place 1 of 7), Turkey (place 2 of 7)" in visitor.words


def test_in_the_grace_pages_name_the_time_that_counts(site: Site, present: datetime) -> None:
    """C6: not the deadline that is past."""
    party = start_party(site.store, present, Rules(grace_hours=6))
    late = present + timedelta(hours=48)
    clock.run_clock_tick(site.store, clock_at(late))
    until = (late + timedelta(hours=6)).isoformat()
    red = site.browser("red@example.org")
    for url in ("/games/verdun", SEAT):
        red.get(url)
        assert until in red.response.text, url
        assert late.isoformat() not in red.response.text, url
    assert party.now_at().in_grace
