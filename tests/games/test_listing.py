"""Lists of games: bounded pages, one behind the other, in which nobody finds what he may not know of."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
import sqlalchemy as sa
from sqlmodel import Session

from pbem.games import Refusal, games, listing
from pbem.games.people import people
from pbem.games.phases import deadlines
from pbem.games.results import endings
from pbem.games.rules import USUAL, dump_rules
from pbem.games.seating import invitations, seats
from pbem.storage.database import Store
from pbem.storage.models import Game, Player
from tests.games.party import Party, open_party

pytestmark = pytest.mark.usefixtures("toy")
PRIVATE = replace(USUAL, open_to="invited")


def shelf(session: Session, party: Party) -> tuple[str, int]:
    """Return where a game is listed, and how many seats of it can be taken; both as they are kept."""
    session.flush()
    row = session.execute(sa.text("SELECT shelf, free FROM game WHERE id = :id"), {"id": party.game_id}).one()
    assert row.free == len(games.list_vacant_seats(session, party.game(session)))
    return row.shelf, row.free


def test_a_game_stands_in_the_list_that_suits_it(store: Store, now: datetime) -> None:
    """Whatever is done to it, and by whomever."""
    party = open_party(store, now, players=2)
    with store.write_session() as session:
        assert shelf(session, party) == ("open", 2)
        for name in ("red", "blue"):
            seats.join_game(
                session,
                party.game(session),
                people.get_or_register_player(session, f"{name}@example.org", now),
                (),
                now,
            )
        assert shelf(session, party) == ("running", 0)
        seats.leave_seat_vacant(session, party.seat(session, "RED"), now)
        assert shelf(session, party) == ("open", 1)
        deadlines.stop_game_clock(session, party.game(session), "", now)
        assert shelf(session, party) == ("open", 1)
        seats.replace_holder(
            session, party.game(session), "RED", people.get_or_register_player(session, "new@example.org", now), now
        )
        assert shelf(session, party) == ("running", 0)
        party.game(session).rules = dump_rules(PRIVATE)
        assert shelf(session, party) == ("hidden", 0)
        party.game(session).rules = dump_rules(USUAL)
        endings.end_as_cancelled(
            session, party.game(session), games.find_current_phase(session, party.game(session)), now
        )
        assert shelf(session, party) == ("finished", 0)


def test_a_list_is_read_page_by_page(store: Store, now: datetime) -> None:
    """Each game once, the newest first, whatever was opened meanwhile."""
    made = [open_party(store, now, slug=f"g{n}").game_id for n in range(7)]
    with store.write_session() as session:
        found, before = list[int](), None
        for _ in range(3):
            page = listing.load_games_page(session, "open", None, before, 3)
            found += [game.id for game in page.games]
            before = page.next
            games.insert_game(session, "toy", slug=f"later-{len(found)}", now=now)
    assert found == made[::-1] and before is None


def test_games_for_the_invited_are_listed_for_them_alone(store: Store, now: datetime) -> None:
    """Among the others, in their place."""
    ids = [open_party(store, now, rule, slug=f"g{n}").game_id for n, rule in enumerate((USUAL, PRIVATE, USUAL))]
    with store.write_session() as session:
        guest, stranger = (
            people.get_or_register_player(session, f"{name}@example.org", now) for name in ("guest", "stranger")
        )
        game = session.get_one(Game, ids[1])
        invitations.invite_players(session, game, session.get_one(Player, game.master_id), [guest.address], now)

        def seen(reader: Player | None, most: int = 20) -> list[int]:
            return [one.id for one in listing.load_games_page(session, "open", reader, None, most).games]

        assert seen(None) == seen(stranger) == [ids[2], ids[0]]
        assert seen(guest) == ids[::-1] and seen(guest, 2) == ids[:0:-1]
        assert listing.load_games_page(session, "open", guest, ids[2], 1).next == ids[1]


def test_a_name_that_is_misspelt_is_found_among_thousands(store: Store, now: datetime) -> None:
    """But nobody learns that a game is called so which he may not know of."""
    party, hidden = open_party(store, now, slug="austerlitz"), open_party(store, now, PRIVATE, slug="austerlits")
    with store.write_session() as session:
        copy = {c.key: getattr(party.game(session), c.key) for c in sa.inspect(Game).columns}
        others = [{**copy, "id": hidden.game_id + n, "slug": f"g{n}"} for n in range(1, 2_000)]
        session.execute(sa.insert(Game), others)
    with store.read_session() as session, pytest.raises(Refusal) as said:
        games.get_game(session, "austerlizt")
    assert said.value.facts["near"] == ["austerlitz"]
