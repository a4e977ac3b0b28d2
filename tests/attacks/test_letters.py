"""What a letter of ours gives away, and which phase a letter to us acts on."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Thread

import pytest
import sqlalchemy as sa
from sqlmodel import select

from pbem.games.leading import master
from pbem.games.people import people, sign_in
from pbem.games.talk import press
from pbem.mail.inbound.quoting import SENTINEL
from pbem.settings import config
from pbem.settings.mail_addresses import SECRET_ADDRESS
from pbem.storage.database import Store
from pbem.storage.models import Submission
from tests import conftest
from tests.databases import Databases
from tests.games.party import Party
from tests.mail.conftest import Office, letter
from tests.mail.test_by_mail import BLUE, FRONT, MASTER, RED
from tests.size import take_some


def close_open_phase(office: Office, party: Party) -> None:
    """The open phase is over."""
    with office.store.write_session() as session:
        master.process_phase(session, party.game(session), None, office.now)


def answer(office: Office, party: Party, text: str, to: str = "", subject: str = "") -> str:
    """A letter of Red's that answers the letter with this Message-ID; its receipt."""
    office.write(RED, office.seat_address(party, "RED"), text, subject, fields={"In-Reply-To": to} if to else {})
    return office.text(office.outbox(RED, "receipt")[-1])


def newest(office: Office, kind: str) -> str:
    return str(office.paint_letter(office.outbox(RED, kind)[-1])["Message-ID"])


# --- secrets -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_letter_passed_on_gives_no_seat_away(office: Office) -> None:
    """S5: the seat's secret stood in From and in press; whoever got one forwarded report had the seat. It stands only
    in the welcome letter, and in Reply-To, which nobody passes on."""
    party = office.start_party(players=3)
    office.write(RED, office.seat_address(party, "RED"), "press to blue: hello\nbid 3\nstatus\nhelp\nvote draw")
    office.later(hours=25)
    close_open_phase(office, party)
    office.write(BLUE, office.seat_address(party, "BLU"), "bid 3")
    kinds = set()
    for row in office.outbox():
        painted = office.paint_letter(row)
        kinds.add(row.kind)
        if row.kind == "welcome":
            continue
        assert str(painted["From"].addresses[0].addr_spec) == FRONT, row.kind
        del painted["Reply-To"]
        assert not SECRET_ADDRESS.search(painted.as_string()), row.kind
    assert {"welcome", "started", "press", "receipt", "report", "proposed"} <= kinds


@pytest.mark.parametrize("form", ["{}", "<{}>", "ORDERS mailto:{}?subject=x", "https://x/?to={}"])
def test_no_door_lets_a_secret_through_to_others(office: Office, form: str) -> None:
    """S5: a secret address that somebody quotes is taken out wherever another reads his words: press by any way, to
    some and to all, the master's messages, names."""
    party = office.start_party()
    secret = office.seat_address(party, "RED")
    secrets = (secret, secret.upper(), secret.replace("+", "%2B"))
    words = "\n".join(form.format(s) for s in (*secrets, f"https://pbem.test/sign-in/{'a1_-' * 8}"))
    office.write(RED, secret, f"press to blue\n{words}\nendpress\nbroadcast\n{words}\nendbroadcast")
    with office.store.write_session() as session:
        game, red = party.game(session), party.seat(session, "RED")
        press.post_press(session, game, red, ["BLU"], words, office.now, "web:1")
        master.message_all_players(session, game, None, words, office.now, "web:2")
        people.change_settings(session, party.player(session, "RED"), name=f"Anna {secret}")
    close_open_phase(office, party)
    told = [office.paint_letter(row) for row in office.outbox(BLUE)]
    assert sum(row.kind == "press" for row in office.outbox(BLUE)) == 4
    for painted in told:
        text = "".join(p.get_content() for p in painted.walk() if p.get_content_maintype() == "text")
        token = secret.partition("+")[2].partition("@")[0]
        assert token not in text.lower() and "a1_-a1_-" not in text
    with office.store.read_session() as session:
        assert party.player(session, "RED").name == "Anna (secret address)"


def test_a_receipt_quotes_no_secret(office: Office) -> None:
    """S5: what a letter quotes, in its lines, its subject or below them, comes back without it."""
    party = office.start_party()
    secret = office.seat_address(party, "RED")
    office.write(RED, secret, f"bid 3\nwrite to {secret}\n\n> {secret}", f"Fwd: {secret}")
    painted = office.paint_letter(office.outbox(RED, "receipt")[-1])
    del painted["Reply-To"]
    assert not SECRET_ADDRESS.search(painted.as_string())


def test_a_player_gets_a_new_address(office: Office) -> None:
    """S5: “You play Red already” was all one got. The old address is void at once, also that of letters sent before;
    the new one comes to the registered address."""
    party = office.start_party()
    old = office.seat_address(party, "RED")
    office.write(RED, old, "address")
    told = office.outbox(RED, "address")[-1]
    assert old in office.text(told)
    office.write("eve@example.net", old, "address new")
    assert office.seat_address(party, "RED") == old, "nobody else gets one"
    office.write(RED, old, "bid 3\naddress new\naddress new")
    assert len(office.outbox(RED, "address")) == 2, "one letter, one address"
    new = office.seat_address(party, "RED")
    assert new != old
    assert new in office.text(office.outbox(RED, "address")[-1])
    receipt = office.paint_letter(office.outbox(RED, "receipt")[-1])
    assert receipt["Reply-To"] == new and new not in office.text(office.outbox(RED, "receipt")[-1])
    with pytest.raises(Exception, match="another address"):
        office.post(RED, old, letter(RED, "bid 4").as_bytes())
    office.write(RED, new, "bid 5")
    assert office.receipt(RED)["standing"] == ["BID 5"]


def test_the_master_replaces_an_address(office: Office) -> None:
    """S5: for a seat whose secret got out; a player cannot do it to another."""
    party = office.start_party()
    old = office.seat_address(party, "RED")
    office.write(BLUE, office.seat_address(party, "BLU"), "address new Red")
    assert office.outcomes(BLUE)[0][0] == "no" and office.seat_address(party, "RED") == old
    office.write(MASTER, office.reply_address(office.outbox(MASTER)[0]), "address new red")
    assert office.outcomes(MASTER)[0] == ("ok", "Red has a new address; its player is told.")
    new = office.seat_address(party, "RED")
    assert new != old and new in office.text(office.outbox(RED, "address")[-1])
    assert new not in office.text(office.outbox(MASTER, "receipt")[-1])


def test_a_sign_in_link_by_mail(office: Office) -> None:
    """A link for any browser, once, thirty minutes; only for the registered address."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), "sign in")
    assert office.outcomes(RED) == [("ok", "The link comes in a letter of its own.")]
    text = office.text(office.outbox(RED, "signin")[-1])
    found = re.search(r"/sign-in/([\w-]+)", text)
    assert found and "in the browser you asked" not in text
    with office.store.write_session() as session:
        assert sign_in.finish_sign_in(session, office.config.secret_key, found[1], "any", office.now).address == RED
    with office.store.write_session() as session, pytest.raises(Exception, match="link used"):
        sign_in.finish_sign_in(session, office.config.secret_key, found[1], "any", office.now)


# --- which phase a letter speaks of ------------------------------------------------------------------------------


@pytest.mark.usefixtures("toy")
def test_a_phase_that_closes_while_its_answer_is_read(databases: Databases, tmp_path: Path, now: datetime) -> None:
    """S20, by two processes: the reader still saw the old phase open, waited for the game's lock, and gave the orders
    to the new one."""
    settings = config.load_config(tmp_path, {"PBEM_SMTP_LISTEN": "127.0.0.1:0", "PBEM_MAIL_HOST": "pbem.test"})
    for store in conftest.postgres_store(databases):
        office = Office(store, settings, now)
        party = office.start_party()
        about = {"In-Reply-To": newest(office, "started")}
        office.post(RED, office.seat_address(party, "RED"), letter(RED, "bid 3", "", about).as_bytes())
        reader = Thread(target=office.read)
        with store.write_session() as session:
            master.process_phase(session, party.game(session), None, now)
            reader.start()
            while not waiting_for_a_lock(store):
                pass
        reader.join()
        assert office.outcomes(RED)[0][0] == "late" and party.now_at().number == 2
        with store.read_session() as session:
            assert session.exec(select(Submission)).all() == []
        office.listener.stop_listening()


def waiting_for_a_lock(store: Store) -> bool:
    waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    with store.read_session() as session:
        return bool(session.execute(sa.text(waits)).scalar_one())


@pytest.mark.parametrize("kind", ["started", "receipt"])
def test_an_answer_to_a_phase_that_is_over_acts_on_none(office: Office, kind: str) -> None:
    """S20: it was read for the phase then open, which its writer had not seen. Nothing acts; he is shown what it would
    have done; the same lines in answer to that receipt count."""
    party = office.start_party()
    answer(office, party, "status", newest(office, "started"))
    old = newest(office, kind)
    office.later(hours=49)
    close_open_phase(office, party)
    office.later(minutes=20)
    text = answer(office, party, "bid 4\nbid 99\nready\nvote draw\nzone Europe/Paris", old)
    assert office.receipt(RED)["standing"] == [] and office.receipt(RED)["ready"] is False
    assert [level for level, _ in office.outcomes(RED)] == ["late", "late", "late", "late", "ok"]
    assert "after the deadline of that phase, Wednesday 4 March, 13:00 in Paris" in text
    assert (
        "late  bid 4\n    It would have stood: BID 4" in text and "late  bid 99\n    It would have been refused" in text
    )
    assert "To say the same for Round 2, the phase now open, answer this letter with the same lines." in text
    assert not office.outbox(BLUE, "proposed"), "nothing was proposed"
    receipt = office.paint_letter(office.outbox(RED, "receipt")[-1])
    assert receipt["Subject"] == "[verdun] Round 2: your letter about Round 1 came too late"
    answer(office, party, "bid 4\nready", str(receipt["Message-ID"]), f"Re: {receipt['Subject']}")
    assert office.receipt(RED)["standing"] == ["BID 4"] and office.receipt(RED)["ready"] is True
    assert "You are ready for Round 2" in office.outcomes(RED)[1][1]


def test_a_phase_that_was_resolved_before_its_deadline(office: Office) -> None:
    """S20: all others were ready; the receipt says when it was resolved."""
    party = office.start_party()
    old = newest(office, "started")
    office.later(hours=1)
    close_open_phase(office, party)
    office.later(minutes=5)
    text = answer(office, party, "bid 4", old)
    assert (
        "is about Round 1, which ended on Monday 2 March, 13:00 UTC. It came later, Monday 2 March, 13:05 UTC" in text
    )
    assert office.receipt(RED)["standing"] == []


@pytest.mark.parametrize(
    "subject", ["Re: [verdun] Round 1 (R1), Red", "Re: [verdun] Round 1, Red", "AW: orders for r1"]
)
def test_the_subject_names_a_phase(office: Office, subject: str) -> None:
    """S20: for programs that send no References; a phase that is open counts as it always did."""
    party = office.start_party()
    office.later(hours=1)
    answer(office, party, "bid 3", subject=subject)
    assert office.receipt(RED)["standing"] == ["BID 3"]
    close_open_phase(office, party)
    answer(office, party, "bid 4", subject=subject)
    assert office.receipt(RED)["standing"] == [] and office.outcomes(RED)[0][0] == "late"
    answer(office, party, "bid 4", subject=re.sub(r"(?i)\b(R|Round )1\b", r"\g<1>2", subject))
    assert office.receipt(RED)["standing"] == ["BID 4"] and not office.receipt(RED)["notes"]


def test_a_letter_that_names_no_phase(office: Office) -> None:
    """S20: it counts for the phase now open, and says so for twelve hours."""
    party = office.start_party()
    answer(office, party, "bid 2")
    assert not office.receipt(RED)["notes"], "there was none before"
    office.later(hours=1)
    close_open_phase(office, party)
    office.later(hours=11)
    assert "Round 1 ended on Monday 2 March, 13:00 UTC; this counts for Round 2" in answer(office, party, "bid 4")
    office.later(hours=2)
    answer(office, party, "bid 5")
    assert (office.receipt(RED)["standing"], office.receipt(RED)["notes"]) == (["BID 5"], [])


def test_the_master_does_not_resolve_a_phase_he_has_not_seen(office: Office) -> None:
    """S21: “process”, written to a letter about the phase before, resolved the next one as well."""
    party = office.start_party()
    old = office.paint_letter(office.outbox(MASTER, "started")[-1])
    close_open_phase(office, party)
    office.write(MASTER, str(old["Reply-To"]), "process", fields={"In-Reply-To": str(old["Message-ID"])})
    assert party.now_at().name == "R2" and office.outcomes(MASTER) == [("late", "Not done.")]


def test_a_proposal_of_a_phase_that_is_over(office: Office) -> None:
    """S21: “vote draw” in answer to an old proposal voted in the phase after."""
    party = office.start_party()
    office.write(BLUE, office.seat_address(party, "BLU"), "vote draw")
    old = newest(office, "proposed")
    close_open_phase(office, party)
    answer(office, party, "vote draw", old)
    assert office.outcomes(RED) == [("late", "You would have voted.")]


# --- what counts together ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["bid 99\nbidd 3\nfoo\nready", "ready\nbid 99", "bid 3\nbid 99\nready", "ready\npress to blue\nbid 3"]
)
def test_ready_needs_its_orders(office: Office, text: str) -> None:
    """V8: among three wrong lines it made ready all the same, and the phase was resolved without them."""
    party = office.start_party()
    answer(office, party, text)
    assert office.receipt(RED)["ready"] is False
    said = {line["said"]: (line["level"], line["text"]) for line in office.receipt(RED)["lines"]}
    assert said["ready"][0] == "no" and "write “ready” alone" in said["ready"][1]
    answer(office, party, "bid 3\nready\nThanks\nA. Smith")
    assert office.receipt(RED)["ready"] is True and office.receipt(RED)["standing"] == ["BID 3"]


@pytest.mark.parametrize(("text", "flag"), [("ready\nwait", False), ("wait\nready", True), ("ready\nclear", False)])
def test_the_last_word_on_being_ready(office: Office, text: str, flag: bool) -> None:
    """V8: as before, though “ready” is done last."""
    party = office.start_party()
    answer(office, party, f"bid 3\n{text}")
    assert office.receipt(RED)["ready"] is flag


def test_each_line_of_a_what_if_has_its_verdict(office: Office) -> None:
    """V8: lines without a seat and illegal ones were passed over in silence."""
    from tests.mail import wrong_mails

    wrong_mails.open_wrong_mail_game(office, "somme")
    with office.store.read_session() as session:
        from pbem.games import games
        from pbem.games.seating import seats
        from pbem.settings import mail_addresses

        seat = seats.get_seat_by_name(session, games.get_game(session, "somme"), "FRANCE")
        to = mail_addresses.make_seat_address(
            office.config.secret_key, "pbem.test", seat.id, seat.generation, seat.nonce
        )
    lines = (
        "A PAR - BUR\nGermany: A MUN - BUR\nGermany: A MUN - MOS\nBelgium: A BRU H\nItaly:\nA VEN - TYR\nA: MAR - SPA"
    )
    office.write("france@example.org", to, f"what if\n{lines}\nendif")
    told = office.receipt("france@example.org")["sections"][0]["text"]
    assert "France: A PAR - BUR\n    No seat is named, so it is taken as yours: France." in told
    assert (
        "\nGermany: A MUN - BUR" in told and "Left out: Germany: A MUN - MOS\n    Moscow does not touch Munich" in told
    )
    assert "Left out: Belgium: A BRU H\n    “Belgium” is no seat" in told
    assert "\nItaly: A VEN - TYR" in told and "bounce" in told.lower()
    office.config = replace(office.config, limits=replace(office.config.limits, what_ifs=1))
    office.write("france@example.org", to, "what if\nA MAR H\nendif")
    assert office.outcomes("france@example.org")[0][1].startswith("So many of these were answered in this hour")


# --- nothing vanishes --------------------------------------------------------------------------------------------


def test_a_receipt_shows_what_it_left_out(office: Office) -> None:
    """V15: kind, number of lines, and the first line."""
    party = office.start_party()
    text = answer(
        office, party, f"bid 3\n\nOn Mon, 2 Mar 2026, Red <pbem@pbem.test> wrote:\n> {SENTINEL}\n> bid 9\n-- \nAnna"
    )
    assert "quoted text (lines: 3), which begins: On Mon, 2 Mar 2026, Red <pbem@pbem.test> wrote:" in text
    assert "a signature (lines: 2), which begins: --" in text


@pytest.mark.parametrize("spelling", ["A: PAR - BUR\nA: MAR - SPA", "1. A PAR - BUR\n2. A MAR - SPA"])
@pytest.mark.parametrize(
    "below", [f"\n{SENTINEL}\nA PAR H", f"France <pbem@pbem.test> wrote:\n> {SENTINEL}\n> A PAR H"]
)
def test_orders_are_not_swallowed_as_quotation(office: Office, spelling: str, below: str) -> None:
    """V15: two lines “A: PAR - BUR” were taken for fields of a letter's head, a numbered order for an introduction."""
    from tests.mail import wrong_mails

    wrong_mails.open_wrong_mail_game(office, "somme")
    with office.store.read_session() as session:
        from pbem.games import games
        from pbem.games.seating import seats
        from pbem.settings import mail_addresses

        seat = seats.get_seat_by_name(session, games.get_game(session, "somme"), "FRANCE")
        to = mail_addresses.make_seat_address(
            office.config.secret_key, "pbem.test", seat.id, seat.generation, seat.nonce
        )
    office.write("france@example.org", to, f"{spelling}\n{below}\n")
    assert len(office.receipt("france@example.org")["lines"]) == 2
    assert office.receipt("france@example.org")["lines"][0]["said"].endswith("PAR - BUR")


MUCH = {
    "nonsense": "x" * 76 + "\n",
    "bids": "bid 3\n",
    "questions": "help\nstatus\nhistory\n",
    "emoji": "🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲\n",
    "tags": '<<<<"&&&&>>>>\n',
    "quotation": "> old\n",
    "long": "bid " + "y" * 5000 + "\n",
    "what if": "what if\nRED: bid 3\nendif\n",
}


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("name", take_some(MUCH, 3))
def test_a_receipt_of_any_letter_is_short(office: Office, name: str) -> None:
    """S12, S14: 39 kB of text made a receipt of 971 kB; it stays under 60 kB, and says what it does not show."""
    party = office.start_party()
    office.write(RED, office.seat_address(party, "RED"), MUCH[name] * (200_000 // len(MUCH[name])), "🎲" * 300)
    for row in office.outbox(RED, "receipt"):
        assert len(office.paint_letter(row).as_bytes()) < 60_000
    assert office.receipt(RED)["lines"] or name == "quotation"
