"""Limits that one stranger could use up for all, and limits that could be gone round."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from urllib.parse import urlencode

import pytest
from sqlmodel import func, select

from pbem.games.people import sign_in
from pbem.settings import mail_addresses
from pbem.settings.limits import Limits
from pbem.storage.database import Store
from pbem.storage.models import MailIn
from tests.attacks import afoot
from tests.attacks.test_door import FRONT, codes
from tests.attacks.test_writer import EVE, RED
from tests.hosting import Host, Relay
from tests.mail.conftest import Office, letter


def count_stored_letters(host: Host) -> int:
    with afoot.store_of(host) as store, store.read_session() as session:
        return session.exec(select(func.count()).select_from(MailIn)).one()


@pytest.mark.parametrize("kind", ["reply", "bounce"])
def test_an_answer_to_a_stranger_is_no_secret(host: Host, relay: Relay, kind: str) -> None:
    """S11: every letter to a stranger gave him two addresses at which 20 MB an hour were kept, beside all limits for
    strangers: 60 such letters an hour made 2.4 GB."""
    host.settings["limits_peer_letters"] = "3"
    with host.serving():
        host.post(EVE, FRONT, f"From: {EVE}\r\n\r\nhelp\r\n")
        answer = relay.wait_for_letter(EVE)
        sender = next(sender for sender, to, _ in relay.letters if to == EVE)
        to = str(answer["Reply-To"]) if kind == "reply" else sender
        assert to.startswith(f"{kind}+")
        assert codes(host, to, 4, "127.0.0.1") == [250, 250, 452, 452]
    assert count_stored_letters(host) == 3


@pytest.mark.parametrize("kind", ["reply", "bounce"])
def test_all_letters_to_a_player_have_one_limit(office: Office, kind: mail_addresses.AddressKind) -> None:
    """S11: each letter to a player brought two more addresses, each with a limit of its own."""
    office.config = replace(office.config, limits=Limits(seat_letters=3))
    office.listener.door.config = office.config
    party = office.start_party()
    for n in range(3):
        office.write(RED, office.seat_address(party, "RED"), f"bid {n}")
    made = [
        mail_addresses.make_address(office.config.secret_key, kind, office.config.mail_host, row.id, row.nonce)
        for row in office.outbox(RED)
    ]
    assert len(made) > 3
    answers = [try_to_post(office, to, n) for n, to in enumerate(made)]
    assert answers == [True] * 3 + [False] * (len(made) - 3)


def try_to_post(office: Office, to: str, n: int) -> bool:
    try:
        office.post(RED, to, letter(RED, f"word {n}").as_bytes())
    except Exception as error:
        assert "Too many letters" in str(error)
        return False
    return True


def test_one_peer_does_not_use_up_what_newcomers_get(host: Host, relay: Relay) -> None:
    """S11: one network address that forged sixty senders an hour kept all others from joining, by mail and on the
    web."""
    host.settings |= {"limits_stranger_answers": "8", "limits_peer_answers": "4"}
    with host.serving():
        with host.door("127.0.0.2") as talk:
            for n in range(12):
                talk.sendmail(EVE, [FRONT], f"From: v{n}@example.org\r\n\r\nhelp {n}\r\nhelp\r\n")
        host.post("ada@example.org", FRONT, "From: ada@example.org\r\n\r\nhelp\r\n")
        assert relay.wait_for_letter("ada@example.org")
        page, text = host.http("/sign-in", headers={"Host": "pbem.test"})
        token = re.findall(r'name="csrf_token"[^>]*value="([^"]+)"', text)[0]
        cookie = str(page.getheader("Set-Cookie")).partition(";")[0]
        sent = {"Cookie": cookie, "Host": "pbem.test", "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({"csrf_token": token, "address": "bob@example.org"})
        assert host.http("/sign-in", "POST", body, sent)[0].status == 200
        assert relay.wait_for_letter("bob@example.org")
        assert len([to for _, to, _ in relay.letters if to.startswith("v")]) == 4


@pytest.mark.slow
def test_one_peer_on_the_web_does_not_either(sqlite: Store, now: datetime) -> None:
    """S11: twenty sign-in letters an hour from one network address were all that newcomers get in a day."""
    limits = Limits()
    with sqlite.write_session() as session:
        heard = [
            sign_in.request_sign_in(
                session, limits, f"v{n}@example.org", "b", now + timedelta(hours=n // 20), "", "peer"
            )
            for n in range(200)
        ]
        assert sum(asked.row is not None for asked in heard) == limits.peer_answers
        assert sign_in.request_sign_in(session, limits, "ada@example.org", "b", now, "", "another").row
