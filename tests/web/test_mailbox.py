"""The embedded mailbox: letters read and answered in the browser, by the same way as those that come by SMTP."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from sqlmodel import select

from pbem.games import games
from pbem.games.orders import orders
from pbem.games.people import people
from pbem.games.seating import seats
from pbem.mail.inbound import inbox
from pbem.mail.outbound import delivery
from pbem.server import clock
from pbem.settings import config
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import Outbox
from tests.games.party import clock_at, start_party
from tests.web.conftest import Site, site


def settings(folder: Path) -> Config:
    return config.load_config(folder / "instance", {"PBEM_MAIL_HOST": "pbem.test"})


def test_a_letter_is_read_and_answered_with_orders(site: Site, tmp_path: Path, present: datetime) -> None:
    """From the list to the letter to the answer form; the desk then reads the answer as orders."""
    game = start_party(site.store, present)
    delivery.deliver_due_letters(site.store, settings(tmp_path), clock_at(present), Random(1))
    red = site.browser("red@example.org")
    red.get("/mailbox?as=red@example.org")
    links = [a.attributes["href"] for a in red.page.css("main table a")]
    assert links
    letters = {red.get(link or "").css_first("h1").text(): link for link in links}  # type: ignore[union-attr]
    begun_letter = next(link for title, link in letters.items() if "begun" in title)
    red.get(begun_letter or "")
    red.send("/mailbox/send", text="BID 6")
    inbox.read_waiting_letters(site.store, settings(tmp_path), clock_at(datetime.now(UTC)))
    with site.store.read_session() as session:
        assert orders.current_answer(session, game.seat(session, "RED")).standing == ("BID 6",)


@pytest.mark.slow
def test_html_and_attachments_of_a_letter(site: Site, tmp_path: Path, present: datetime) -> None:
    """The HTML is shown under a policy of its own that lets nothing run; attachments come as they were."""
    start_party(site.store, present)
    later = present + timedelta(hours=61)
    clock.run_clock_tick(site.store, clock_at(later))
    delivery.deliver_due_letters(site.store, settings(tmp_path), clock_at(later), Random(1))
    client = site.app.test_client()
    found = [n for n in range(1, 20) if client.get(f"/mailbox/{n}/html").status_code == 200]
    answer = client.get(f"/mailbox/{found[0]}/html")
    policy = answer.headers["Content-Security-Policy"]
    assert "sandbox" in policy and "script" not in policy
    pdfs = [client.get(f"/mailbox/{n}/attachments/0") for n in found]
    assert any(a.status_code == 200 and a.data.startswith(b"%PDF-") for a in pdfs)
    assert client.get(f"/mailbox/{found[0]}/attachments/99").status_code == 404
    assert client.get("/mailbox/999999").status_code == 404


@pytest.mark.slow
def test_pictures_of_a_letter_are_shown(site: Site, tmp_path: Path, present: datetime) -> None:
    """Those that it brings, and no others: nothing is fetched."""
    with site.store.write_session() as session:
        game = games.insert_game(session, "diplomacy", slug="verdun", now=present)
        for seat in games.list_game_seats(session, game):
            player = people.get_or_register_player(session, f"{seat.code.lower()}@example.org", present)
            seats.join_game(session, game, player, [seat.code], present)
    delivery.deliver_due_letters(site.store, settings(tmp_path), clock_at(present), Random(1))
    with site.store.read_session() as session:
        started = session.exec(select(Outbox.id).where(Outbox.kind == "started")).first()
    answer = site.app.test_client().get(f"/mailbox/{started}/html")
    assert answer.text.count('<img src="data:image/png;base64,') == 1 and "cid:" not in answer.text
    assert "img-src data:;" in answer.headers["Content-Security-Policy"]


def test_a_letter_to_nobody_is_refused_in_words(site: Site) -> None:
    """What is no address of this server is said so."""
    red = site.browser("red@example.org")
    red.get("/mailbox")
    red.send("/mailbox/send", {"from": "red@example.org"}, to="nobody@elsewhere.example", text="hello")
    assert "could not be sent" in red.words


def test_a_sender_cannot_smuggle_fields(site: Site) -> None:
    """Line breaks in an address or subject make no new fields."""
    red = site.browser("red@example.org")
    red.get("/mailbox")
    forged = {"from": "a@example.org\r\nBcc: x@y", "subject": "a\r\nBcc: b@example.org"}
    red.send("/mailbox/send", forged, text="hello")
    assert "could not be sent" in red.words or "Sent" in red.words


def test_no_mailbox_where_strangers_could_read_it(sqlite: Store, tmp_path: Path) -> None:
    """On any address but loopback the page does not exist."""
    wide = site(sqlite, tmp_path, PBEM_WEB_LISTEN="0.0.0.0:5000", PBEM_MAILBOX_PAGE="no")
    nobody = wide.browser()
    nobody.get("/mailbox", status=404)
