"""People who leave, move, were two, or are not wanted; games stay whole, and can be proved as before."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa
from sqlmodel import Session, SQLModel, col, select

from pbem import render
from pbem.documents import reports
from pbem.games import Refusal, games, waiting_for_yes
from pbem.games.leading import leaders, master
from pbem.games.people import address_change, bans, people, privacy, sign_in
from pbem.games.proof import verify
from pbem.games.rules import Rules
from pbem.games.seating import deputies, gifts, seat_lottery, seats
from pbem.games.talk import press
from pbem.server import clock
from pbem.settings.limits import USUAL_LIMITS
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Player, Submission, WebSession
from tests.games.party import MASTER, Party, clock_at, open_party, start_party

HOUR = timedelta(hours=1)
PROMPT = Rules(grace_hours=0, remind_hours=())
KEY = "key"


def who(session: Session, address: str) -> Player:
    found = people.find_player(session, address)
    assert found is not None
    return found


def test_every_table_that_names_people_is_of_one_kind() -> None:
    """Whoever adds one says whether it goes with a person or stays with the games."""
    named = {table.name for table, _ in privacy.iter_player_columns()}
    assert privacy.KEPT_TABLES.isdisjoint(privacy.DELETED_TABLES)
    assert named - privacy.KEPT_TABLES - privacy.DELETED_TABLES == set(), (
        "say in pbem/games/people/privacy.py what becomes of these"
    )


def play_short_game(store: Store, now: datetime) -> Party:
    """A game of two that is over, and in which something was written, said and mailed."""
    party = start_party(store, now, PROMPT)
    party.submit("RED", "BID 5 said red@example.org", now)
    with store.write_session() as session:
        game = party.game(session)
        press.post_press(session, game, party.seat(session, "RED"), ["BLU"], "Let us be friends.", now, "k")
        letter = MailIn(
            digest="d", sender="red@example.org", recipient="pbem@x", raw=b"Red lives in Rouen", received_at=now
        )
        session.add(letter)
    for n in (1, 2, 3):
        clock.run_clock_tick(store, clock_at(now + 48 * n * HOUR))
    assert party.status() == "finished"
    return party


def dump(session: Session) -> str:
    """All that lies in the database, as text."""
    rows = [row for table in SQLModel.metadata.sorted_tables for row in session.execute(sa.select(table)).all()]
    return repr(rows)


@pytest.mark.slow
def test_who_is_forgotten_is_nowhere_and_his_games_are_whole(store: Store, now: datetime) -> None:
    """No address, no name, no letter and no words of orders; what he wrote to others stays theirs; the proof holds."""
    party = play_short_game(store, now)
    with store.write_session() as session:
        kept = privacy.export_player(session, who(session, "red@example.org"))
        privacy.forget_player(session, who(session, "red@example.org"), now)
    with store.read_session() as session:
        game, left = party.game(session), dump(session)
        assert verify.verify_game(session, game) == []
        assert "red@example.org" not in left and "Rouen" not in left and "said red" not in left
        assert "Let us be friends." in left
        told = render.render_plain_text(reports.report_blocks(session, party.phase(session), None))
        assert "a former player" in told and "Blue" in told
    found = json.loads(kept)
    assert found["player"][0]["address"] == "red@example.org"
    assert found["press"][0]["text"] == "Let us be friends." and "Rouen" in found["mail_in"][0]["raw"]
    assert not any("secret" in row for row in found.get("game", []))


def test_words_of_seats_that_he_left_or_stood_in_for_go_with_him(store: Store, now: datetime) -> None:
    """Those that were written on a page hang on no letter; what others say in the same seat stays theirs."""
    party = start_party(store, now, PROMPT, pace="9d")
    with store.write_session() as session:
        game, bob = party.game(session), people.get_or_register_player(session, "bob@example.org", now)
        deputies.name_deputy(session, game, party.seat(session, "BLU"), bob, now, now + 48 * HOUR, now, USUAL_LIMITS)
        deputies.accept_deputyship(session, game, bob, now)
    party.submit("RED", "BID 5 said red", now, "web")
    party.submit("BLU", "BID 2 said the deputy", now, "deputy")
    party.submit("BLU", "BID 3 said blue", now, "web")
    with store.write_session() as session:
        seats.leave_seat_vacant(session, party.seat(session, "RED"), now + HOUR)
        seats.join_game(
            session,
            party.game(session),
            people.get_or_register_player(session, "ada@example.org", now),
            ["RED"],
            now + HOUR,
        )
    party.submit("RED", "BID 4 said ada", now + HOUR, "web")
    with store.write_session() as session:
        assert "said red" in privacy.export_player(session, who(session, "red@example.org"))
        for address in ("red@example.org", "bob@example.org"):
            privacy.forget_player(session, who(session, address), now + HOUR)
    with store.read_session() as session:
        left = " ".join(session.exec(select(Submission.text)).all())
    assert "said red" not in left and "said the deputy" not in left
    assert "said ada" in left and "said blue" in left


def test_an_export_of_a_master_holds_no_secret_of_his_game(sqlite: Store, now: datetime) -> None:
    """Who leads a game does not know its dice."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.read_session() as session:
        text, game = privacy.export_player(session, who(session, MASTER)), party.game(session)
        assert "verdun" in text
        assert game.secret not in text and game.commitment not in text and (not game.shared or game.shared not in text)


def test_who_is_forgotten_leaves_what_goes_on(store: Store, now: datetime) -> None:
    """His seat is vacant, nobody waits for it, nothing is written to him, and the host leads his games."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        game = party.game(session)
        game.master_id = party.player(session, "RED").id
        session.add(game)
        session.flush()
        privacy.forget_player(session, party.player(session, "RED"), now)
        assert not party.seat(session, "RED").player_id and not party.game(session).master_id
    clock.run_clock_tick(store, clock_at(now + 48 * HOUR))
    with store.read_session() as session:
        gone = session.exec(select(Player).where(col(Player.forgotten_at).is_not(None))).one()
        assert session.exec(select(Outbox).where(Outbox.player_id == gone.id)).all() == []
        assert party.phase(session).number > 1


def test_two_addresses_of_one_person(store: Store, now: datetime) -> None:
    """Seats, games led, letters and sessions go along; the first address is not known any more."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        kept = people.get_or_register_player(session, "anna@example.org", now)
        gone = party.player(session, "RED")
        master.ask_co_master(session, party.game(session), None, gone, now)
        leaders.accept_lead(session, party.game(session), gone, now)
        privacy.merge_players(session, gone, kept)
        assert party.player(session, "RED").address == "anna@example.org"
        assert leaders.leads_game(session, party.game(session), party.player(session, "RED"))
        assert people.find_player(session, "red@example.org") is None
        assert party.player(session, "RED").name == "Red" and party.player(session, "RED").answered_at


def test_two_seats_of_one_game_do_not_become_one_persons(store: Store, now: datetime) -> None:
    party = start_party(store, now, PROMPT)
    with store.write_session() as session, pytest.raises(Refusal, match="sit together"):
        privacy.merge_players(session, party.player(session, "RED"), party.player(session, "BLU"))


def test_another_address_is_proved_by_both(store: Store, now: datetime) -> None:
    """The old one asks, the new one agrees with the code, once, in time; a changed code is none."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        red = party.player(session, "RED")
        address_change.ask_new_address(session, USUAL_LIMITS, red, "New@example.org", now)
        new = who(session, "new@example.org")
        (row,) = session.exec(select(Outbox).where(Outbox.kind == "address-new")).all()
        code = address_change.make_address_code(KEY, red, new, json.loads(row.data)["expires"])
        for wrong in (
            code[:-1] + ("0" if code[-1] != "0" else "1"),
            code.replace("-", ""),
            "1-2-3",
            "",
            "99999999999-1-1-" + "0" * 24,
        ):
            with pytest.raises(Refusal, match="address code"):
                address_change.confirm_new_address(session, KEY, wrong, now)
        with pytest.raises(Refusal, match="address code"):
            address_change.confirm_new_address(session, KEY, code, now + waiting_for_yes.NEW_ADDRESS)
        assert address_change.confirm_new_address(session, KEY, code, now).id == new.id
        assert party.player(session, "RED").address == "new@example.org"
        with pytest.raises(Refusal, match="address code"):
            address_change.confirm_new_address(session, KEY, code, now)


def test_new_addresses_are_asked_within_bounds(sqlite: Store, now: datetime) -> None:
    """Nobody can have letters sent to a stranger again and again."""
    party = start_party(sqlite, now, PROMPT)
    with sqlite.write_session() as session:
        red = party.player(session, "RED")
        for _ in range(USUAL_LIMITS.answers_to_one):
            address_change.ask_new_address(session, USUAL_LIMITS, red, "stranger@example.net", now)
        with pytest.raises(Refusal, match="too many addresses"):
            address_change.ask_new_address(session, USUAL_LIMITS, red, "stranger@example.net", now)


def test_who_is_banned_is_out(store: Store, now: datetime) -> None:
    """His seats are vacant, no browser is his, no link is mailed, he cannot be given a seat; until he may again."""
    party = start_party(store, now, PROMPT)
    with store.write_session() as session:
        red = party.player(session, "RED")
        session.add(WebSession(token_hash="t", player_id=red.id, created_at=now, expires_at=now + HOUR))
        session.flush()
        bans.ban_player(session, red, now)
        assert party.seat(session, "RED").player_id is None
        assert session.exec(select(WebSession).where(WebSession.player_id == red.id)).all() == []
        link = sign_in.request_sign_in(session, USUAL_LIMITS, red.address, "b", now).row
        assert link, "whoever asks sees no difference"
        assert getattr(sign_in.find_sign_in_letter(session, link.id), "kind", "") == "banned"
        with pytest.raises(Refusal, match="link unknown"):
            sign_in.finish_sign_in(session, KEY, sign_in.make_link_token(KEY, link), "b", now)
        with pytest.raises(Refusal, match="banned"):
            master.replace_player(session, party.game(session), None, "RED", red, now)
        bans.unban_player(session, red)
        assert seats.join_game(session, party.game(session), red, [], now).code == "RED"


def test_who_is_banned_waits_and_stands_in_for_nothing(store: Store, now: datetime) -> None:
    """No draw, no gift and no deputy brings him into a game again."""
    party = start_party(store, now, Rules(deputies="players", giving="master"))
    lobby = open_party(store, now, Rules(seating="draw"), slug="ypres")
    with store.write_session() as session:
        game, person = party.game(session), people.get_or_register_player(session, "carl@example.org", now)
        people.mark_address_proved(session, person, now)
        seat_lottery.join_or_wait(session, lobby.game(session), person, [], now)
        deputies.name_deputy(session, game, party.seat(session, "RED"), person, now, now + 48 * HOUR, now)
        deputies.accept_deputyship(session, game, person, now)
        gifts.offer_seat(session, game, party.seat(session, "BLU"), person, now)
        gifts.accept_gift(session, game, person, now)
        bans.ban_player(session, person, now)
        assert seat_lottery.list_wishes(session, lobby.game(session)) == []
        assert deputies.list_deputy_players(session, party.seat(session, "RED"), now) == []
        with pytest.raises(Refusal, match="nothing offered"):
            gifts.agree_to_gift(session, game, party.seat(session, "BLU"), now)


def test_an_export_names_nobody_else(sqlite: Store, now: datetime) -> None:
    """In an anonymous game whoever is asked to stand in does not learn who asks."""
    party = start_party(sqlite, now, Rules(anonymous=True, deputies="players"))
    with sqlite.write_session() as session:
        game, person = party.game(session), people.get_or_register_player(session, "carl@example.org", now)
        people.mark_address_proved(session, person, now)
        deputies.name_deputy(session, game, party.seat(session, "RED"), person, now, now + 48 * HOUR, now)
        gifts.offer_seat(session, game, party.seat(session, "BLU"), person, now)
        found = json.loads(privacy.export_player(session, person))
    assert found["deputy"] and all("holder_id" not in row for row in found["deputy"])
    assert found["gift"] and all("giver_id" not in row for row in found["gift"])


def test_words_of_orders_go_but_orders_stay(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now, PROMPT)
    party.submit("RED", "BID 5", now)
    with sqlite.write_session() as session:
        privacy.forget_player(session, party.player(session, "RED"), now)
        assert [row.text for row in session.exec(select(Submission)).all()] == [""]
        game = session.exec(select(Game)).one()
        master.process_phase(session, game, None, now)
        assert games.phase_state(party.phase(session)).scores["RED"] in (0, 5)  # type: ignore[attr-defined]
        assert verify.verify_game(session, game) == []
