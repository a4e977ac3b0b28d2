"""People: one for each address, who can be written to or not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from itertools import product

import pytest

from pbem.documents import printing
from pbem.games import Refusal
from pbem.games.leading import master
from pbem.games.people import people
from pbem.games.results import votes
from pbem.games.rules import Rules
from pbem.games.seating import deputies, gifts, seats
from pbem.render.paper import PRINTS, SIZES, TONERS, Paper
from pbem.settings.limits import USUAL_LIMITS
from pbem.storage.database import Store
from pbem.storage.models import Player
from tests.games.party import Party, letter_data, start_party


@pytest.mark.usefixtures("at_once")
def test_an_address_is_one_person(store: Store, now: datetime) -> None:
    """However it is written, and when several letters come at once."""

    def meet(address: str) -> int | None:
        with store.write_session() as session:
            return people.get_or_register_player(session, address, now, "Ada").id

    with ThreadPoolExecutor(4) as pool:
        ids = set(pool.map(meet, ["ada@example.org", " Ada@Example.ORG"] * 4))
    assert len(ids) == 1


@pytest.mark.parametrize(
    "address", ["", "ada", "@example.org", "a b@example.org", "a@b,c@d", "a@b\r\nBcc: c@d", "x" * 300 + "@y"]
)
def test_what_is_no_address_is_refused(sqlite: Store, now: datetime, address: str) -> None:
    """Nothing that could add a header or a second recipient is an address."""
    with pytest.raises(Refusal, match="bad address"), sqlite.write_session() as session:
        people.get_or_register_player(session, address, now)


def test_settings_are_judged(sqlite: Store, now: datetime) -> None:
    """A zone that exists, paper that exists; a name in one line."""
    with sqlite.write_session() as session:
        ada = people.get_or_register_player(session, "ada@example.org", now)
        people.change_settings(
            session, ada, name=" Ada \n Lovelace ", zone="Europe/London", paper="Letter", attach_pdf=False
        )
        assert (ada.name, ada.zone, ada.paper, ada.attach_pdf) == ("Ada Lovelace", "Europe/London", "Letter", False)
        with pytest.raises(Refusal, match="bad zone"):
            people.change_settings(session, ada, zone="Mars/Olympus")
        with pytest.raises(Refusal, match="bad print"):
            people.change_settings(session, ada, paper="A0")
        people.change_settings(session, ada, print="Large", toner="low")
        assert printing.player_paper(ada) == Paper("Letter", "large", "low")


def test_what_can_be_chosen_can_be_printed() -> None:
    """What a player may choose is what the painters know."""
    for paper, letters, toner in product(people.PAPERS, people.PRINTS, people.TONERS):
        assert Paper(paper, letters, toner)
    assert ((*SIZES,), (*PRINTS,), TONERS) == (people.PAPERS, people.PRINTS, people.TONERS)


# --- whether they can be written to ------------------------------------------------------------------------------


def start_with_unproved_red(store: Store, now: datetime) -> tuple[Party, int]:
    """A game in which Red was handed to somebody who has never answered."""
    party = start_party(store, now)
    with store.write_session() as session:
        new = people.get_or_register_player(session, "new@example.org", now)
        seats.replace_holder(session, party.game(session), "RED", new, now)
        return party, new.id


def kinds(party: Party, player_id: int) -> list[str]:
    return [row.kind for row in party.letters() if row.player_id == player_id]


def test_one_invitation_until_an_answer(store: Store, now: datetime) -> None:
    """Whatever happens in the game; then welcome and report, once."""
    party, new = start_with_unproved_red(store, now)
    party.ready("BLU", now)
    party.close(now + timedelta(days=9))
    assert kinds(party, new) == ["invitation"]
    for _ in range(2):
        with store.write_session() as session:
            people.mark_address_proved(session, session.get_one(Player, new), now)
    assert kinds(party, new) == ["invitation", "welcome", "report"]


def test_who_cannot_be_reached(store: Store, now: datetime) -> None:
    """Three letters in a row that came back, none a week after the one before; told once, mended by an answer."""
    party = start_party(store, now)
    for day in (0, 8, 9, 15, 16):
        with store.write_session() as session:
            people.count_player_bounce(session, party.player(session, "RED"), now + timedelta(days=day))
    with store.read_session() as session:
        red = party.player(session, "RED")
        assert (red.bounces, red.unreachable_at) == (4, now + timedelta(days=15))
    assert [letter_data(x) for x in party.letters("unreachable")] == [{"seat": "Red"}]
    with store.write_session() as session:
        people.mark_address_proved(session, party.player(session, "RED"), now)
        assert (party.player(session, "RED").bounces, party.player(session, "RED").unreachable_at) == (0, None)


# --- who is asked for something ------------------------------------------------------------------------------------


@pytest.mark.parametrize("wish", ["deputy", "gift", "co-master", "seat"])
def test_nobody_is_pestered(sqlite: Store, now: datetime, wish: str) -> None:
    """By one other who asks him again and again; the day after he may. Each was bounded by sixty commands an hour."""
    party = start_party(sqlite, now, Rules(deputies="players", giving="players"), players=3)
    with sqlite.write_session() as session:
        eve = people.get_or_register_player(session, "eve@example.org", now)
        people.mark_address_proved(session, eve, now)

    def ask(at: datetime) -> None:
        with sqlite.write_session() as session:
            game, seat, eve = (
                party.game(session),
                party.seat(session, "RED"),
                people.get_or_register_player(session, "eve@example.org", at),
            )
            boss = session.get_one(Player, game.master_id)
            match wish:
                case "deputy":
                    deputies.name_deputy(session, game, seat, eve, at, at + timedelta(days=3), at)
                case "gift":
                    gifts.offer_seat(session, game, seat, eve, at)
                case "co-master":
                    master.ask_co_master(session, game, boss, eve, at)
                    master.dismiss_co_master(session, game, boss, eve, at)
                case "seat":
                    master.replace_player(session, game, boss, "RED", eve, at)
                    master.eject_player(session, game, boss, seat, at)

    for _ in range(USUAL_LIMITS.asked_of_one):
        ask(now)
    with pytest.raises(Refusal, match="asked too often"):
        ask(now)
    ask(now + timedelta(days=1))


def test_a_stranger_is_asked_by_few(sqlite: Store, now: datetime) -> None:
    """Whoever asks him, and for whatever."""
    tables = [start_party(sqlite, now, Rules(giving="players"), slug=f"game-{n}") for n in range(6)]
    with sqlite.write_session() as session:
        for party in tables[: USUAL_LIMITS.invited_to_one]:
            new = people.get_or_register_player(session, "new@example.org", now)
            gifts.offer_seat(session, party.game(session), party.seat(session, "RED"), new, now)
        with pytest.raises(Refusal, match="asked too often"):
            deputies.name_deputy(
                session, tables[5].game(session), tables[5].seat(session, "BLU"), new, now, now + timedelta(days=2), now
            )


def test_all_hear_only_so_often_of_one_who_comes_and_goes(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, players=3)
    with sqlite.write_session() as session:
        game, red = party.game(session), party.player(session, "RED")
        for _ in range(USUAL_LIMITS.seats_taken - 1):
            seats.leave_seat_vacant(session, party.seat(session, "RED"), now)
            seats.join_game(session, game, red, [], now)
        seats.leave_seat_vacant(session, party.seat(session, "RED"), now)
        with pytest.raises(Refusal, match="seats taken too often"):
            seats.join_game(session, game, red, [], now)
        seats.join_game(session, game, red, [], now + timedelta(days=1))


def test_all_hear_only_so_many_proposals_of_one(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, players=3)
    with sqlite.write_session() as session:
        seat = party.seat(session, "RED")
        for hours in range(1, USUAL_LIMITS.proposals + 1):
            votes.cast_vote(session, seat, f"extend {hours}h", now)
            votes.withdraw_votes(session, seat, "", now)
        with pytest.raises(Refusal, match="too many proposals"):
            votes.cast_vote(session, seat, "extend 70h", now)
