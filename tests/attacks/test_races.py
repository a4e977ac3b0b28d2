"""Two people at the same moment: whoever comes second finds what the first has done, on either database."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import datetime, timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, col, select

from pbem.games import Refusal, games, notify
from pbem.games.leading import corrections, leaders, master
from pbem.games.people import bans, people, privacy
from pbem.games.phases import closing
from pbem.games.proof.verify import verify_game
from pbem.games.rules import Rules
from pbem.games.seating import deputies, gifts, leave, seat_lottery
from pbem.games.seating import seats as seating
from pbem.pace import DaySpan
from pbem.storage.database import Store
from pbem.storage.models import Absence, Player, Seat, Wish
from tests.games.party import Party, open_party, start_party
from tests.games.toy import Bids
from tests.size import take_some

HOUR = timedelta(hours=1)
PROMPT, DRAWN = Rules(grace_hours=0), Rules(seating="draw")
EVE = "eve@example.org"
Act = Callable[[Session], object]


def race(store: Store, first: Act, second: Act) -> list[BaseException | None]:
    """The second begins when the first has done all it does, but nobody can see it yet. What was raised by each."""

    def act(one: Act) -> None:
        with store.write_session() as session:
            one(session)

    with ThreadPoolExecutor(1) as pool:
        try:
            with store.write_session() as session:
                first(session)
                session.flush()
                other = pool.submit(act, second)
                while not (waits(store) or wait([other], timeout=0.01).done):
                    pass
        except Refusal as error:
            return [error, other.exception()]
        return [None, other.exception()]


def waits(store: Store) -> bool:
    """Return whether somebody waits for a lock of ours; on SQLite nobody who writes so much as begins."""
    if store.is_sqlite:
        return True
    with store.read_session() as session:
        waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        return session.execute(text(waiting)).first() is not None


def either_way(store: Store, one: Act, other: Act, turned: bool) -> list[BaseException | None]:
    return race(store, other, one)[::-1] if turned else race(store, one, other)


def register_known_player(store: Store, now: datetime, address: str = EVE) -> int:
    with store.write_session() as session:
        player = people.get_or_register_player(session, address, now)
        people.mark_address_proved(session, player, now)
        return player.id


def who(session: Session, number: int) -> Player:
    return session.get_one(Player, number)


WAYS_IN: dict[str, tuple[Rules, Callable[[Session, Party, Player, datetime], object]]] = {
    "joins": (PROMPT, lambda s, party, eve, now: seating.join_game(s, party.game(s), eve, [], now)),
    "is replaced": (PROMPT, lambda s, party, eve, now: master.replace_player(s, party.game(s), None, "RED", eve, now)),
    "waits for the draw": (DRAWN, lambda s, party, eve, now: seat_lottery.join_or_wait(s, party.game(s), eve, [], now)),
    "is given a seat": (PROMPT, lambda s, party, eve, now: gifts.accept_gift(s, party.game(s), eve, now)),
    "stands in": (PROMPT, lambda s, party, eve, now: deputies.accept_deputyship(s, party.game(s), eve, now)),
    "leads": (PROMPT, lambda s, party, eve, now: leaders.accept_lead(s, party.game(s), eve, now)),
}


@pytest.mark.proof
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("gone", [bans.ban_player, privacy.forget_player])
@pytest.mark.parametrize("way", take_some(WAYS_IN, 3))
def test_who_is_banned_or_forgotten_while_he_comes_in_is_out(
    store: Store, now: datetime, way: str, gone: Callable[..., None], turned: bool
) -> None:
    """He had a seat that nobody could speak for, and whose letters nobody got."""
    rules, come_in = WAYS_IN[way]
    lobby = way in ("joins", "waits for the draw")
    party, eve = (open_party if lobby else start_party)(store, now, rules), register_known_player(store, now)
    with store.write_session() as session:
        game, person = party.game(session), who(session, eve)
        if way == "is given a seat":
            gifts.offer_seat(session, game, party.seat(session, "RED"), person, now)
        elif way == "stands in":
            deputies.name_deputy(session, game, party.seat(session, "RED"), person, now, now + 48 * HOUR, now)
        elif way == "leads":
            leaders.offer_lead(session, game, person, "asked", now)
    raised = either_way(
        store,
        lambda session: come_in(session, party, who(session, eve), now),
        lambda session: gone(session, who(session, eve), now),
        turned,
    )
    assert raised[1] is None and (raised[0] is None or isinstance(raised[0], Refusal))
    with store.read_session() as session:
        game, person = party.game(session), who(session, eve)
        assert session.exec(select(Seat).where(Seat.player_id == eve)).all() == []
        assert session.exec(select(Wish).where(Wish.player_id == eve)).all() == []
        assert not deputies.is_named_deputy(session, game, person) and not leaders.leads_game(session, game, person)
        assert gifts.list_open_gifts(session, game, now) == []


@pytest.mark.parametrize("turned", [False, True])
def test_a_ban_against_the_clock(store: Store, now: datetime, turned: bool) -> None:
    """The phase is resolved once, and nobody waits for who is banned."""
    party, late = start_party(store, now, PROMPT, players=3), now + 48 * HOUR
    party.submit("BLU", "BID 1", now)
    either_way(
        store,
        lambda session: bans.ban_player(session, party.player(session, "RED"), late),
        lambda session: closing.close_phase(session, party.game(session), party.phase(session), late),
        turned,
    )
    assert party.now_at().number == 2
    with store.read_session() as session:
        assert party.seat(session, "RED").player_id is None
        assert verify_game(session, party.game(session)) == []


@pytest.mark.parametrize("turned", [False, True])
def test_a_ban_against_the_draw(store: Store, now: datetime, turned: bool) -> None:
    """The last one in brings the draw about while somebody who waits for it is banned."""
    party = open_party(store, now, Rules(seating="draw"))
    ada, eve = register_known_player(store, now, "ada@example.org"), register_known_player(store, now)
    with store.write_session() as session:
        seat_lottery.join_or_wait(session, party.game(session), who(session, eve), [], now)
    raised = either_way(
        store,
        lambda session: seat_lottery.join_or_wait(session, party.game(session), who(session, ada), [], now),
        lambda session: bans.ban_player(session, who(session, eve), now),
        turned,
    )
    assert raised == [None, None]
    with store.read_session() as session:
        assert session.exec(select(Seat).where(Seat.player_id == eve)).all() == []
        waiting = [one.player_id for one in seat_lottery.list_wishes(session, party.game(session))]
        assert [one.id for one in (who(session, ada),) if one.id in waiting] or party.status() == "running"


@pytest.mark.parametrize("gone", [bans.ban_player, privacy.forget_player])
def test_twice_at_once_is_once(store: Store, now: datetime, gone: Callable[..., None]) -> None:
    party = start_party(store, now)
    with store.read_session() as session:
        red = party.player(session, "RED").id
    raised = race(store, *[lambda session: gone(session, who(session, red), now)] * 2)
    assert raised[0] is None and (raised[1] is None or str(raised[1]).startswith("banned"))
    with store.read_session() as session:
        acts = [one.act for one in notify.list_ledger_entries(session, party.game(session)) if one.actor == "RED"]
    assert acts in (["joined", "ejected"], ["joined", "resigned"])


def test_two_players_who_are_forgotten_at_once(store: Store, now: datetime) -> None:
    """Each plays where the other does; neither waits for ever for a game that the other holds."""
    tables = [start_party(store, now, players=3, slug=f"game-{n}") for n in range(2)]
    with store.read_session() as session:
        red, blue = (tables[0].player(session, code).id for code in ("RED", "BLU"))
    raised = race(
        store,
        lambda session: privacy.forget_player(session, who(session, red), now),
        lambda session: privacy.forget_player(session, who(session, blue), now),
    )
    assert raised == [None, None]
    with store.read_session() as session:
        assert [seat.player_id for seat in session.exec(select(Seat)) if seat.player_id in (red, blue)] == []


def test_two_claimants_of_a_seat(store: Store, now: datetime) -> None:
    """One gets it; the other hears that it is taken."""
    party = start_party(store, now)
    with store.write_session() as session:
        seating.leave_seat_vacant(session, party.seat(session, "RED"), now)
    ada, eve = register_known_player(store, now, "ada@example.org"), register_known_player(store, now)
    raised = race(
        store,
        *[
            lambda session, one=one: seating.join_game(session, party.game(session), who(session, one), ["RED"], now)
            for one in (ada, eve)
        ],
    )
    assert raised[0] is None and isinstance(raised[1], Refusal)
    with store.read_session() as session:
        assert party.player(session, "RED").id == ada


def test_two_masters_put_the_board_right_at_once(store: Store, now: datetime) -> None:
    """The second puts right what the first has made of it."""
    party = start_party(store, now)

    def puts_right(line: str) -> Act:
        return lambda session: corrections.correct_board(session, party.game(session), None, line, now)

    assert race(store, puts_right("score Red 5"), puts_right("score Blue 7")) == [None, None]
    with store.read_session() as session:
        position = games.phase_state(party.phase(session))
        assert isinstance(position, Bids) and position.scores == {"RED": 5, "BLU": 7}
        assert verify_game(session, party.game(session)) == []


def test_two_masters_go_forward_at_once(store: Store, now: datetime) -> None:
    """The second went forward to the same phase once more."""
    party = start_party(store, now, PROMPT, players=3)
    party.close(now + 48 * HOUR)
    with store.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 1, now)
    raised = race(store, *[lambda session: master.roll_forward_game(session, party.game(session), None, now)] * 2)
    assert raised[0] is None and str(raised[1]).startswith("nothing to go forward to")
    assert party.now_at().number == 4


def test_absences_that_cross(store: Store, now: datetime) -> None:
    """Two letters, each about a game of its own, say that their writers are away from both. PostgreSQL ends one of the
    two rather than let them wait for ever, and the inbox reads that letter again
    (`pbem.mail.inbound.inbox.process_letters`)."""
    tables = [start_party(store, now, slug=f"game-{n}") for n in range(2)]
    span = DaySpan(now.date(), now.date() + timedelta(days=3))

    def away(about: int, code: str) -> Act:
        def act(session: Session) -> None:
            session.refresh(tables[about].game(session), with_for_update=True)
            leave.note_absence(session, tables[0].player(session, code), span, now)

        return act

    raised = race(store, away(0, "RED"), away(1, "BLU"))
    assert all(one is None or isinstance(one, OperationalError) for one in raised)
    for act, error in zip((away(0, "RED"), away(1, "BLU")), raised, strict=True):
        if error:
            with store.write_session() as session:
                act(session)
    with store.read_session() as session:
        assert len(session.exec(select(Absence).order_by(col(Absence.id))).all()) == 2


def test_a_game_is_held_while_its_player_becomes_another_one(store: Store, now: datetime) -> None:
    """Whoever has the game finds the seat in the hands of who is left: the other one could not be told anything."""
    party, eve, found = start_party(store, now), register_known_player(store, now), list[int | None]()

    def one_person(session: Session) -> None:
        privacy.merge_players(session, party.player(session, "RED"), who(session, eve))

    def look(session: Session) -> None:
        games.lock_game(session, party.game(session))
        found.append(party.seat(session, "RED").player_id)

    assert race(store, one_person, look) == [None, None]
    assert found == [eve]
