"""Signing in: by a link in a letter, once, soon, in the browser that asked."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from freezegun import freeze_time
from sqlmodel import select
from structlog.testing import capture_logs

from pbem.games.people import people, sign_in
from pbem.settings.limits import Limits
from pbem.storage.database import Store
from pbem.storage.models import Outbox
from tests.games.party import start_party
from tests.web.conftest import Site, site


def test_a_mailed_link_signs_in(every_site: Site) -> None:
    """Asked for, opened, confirmed with the button: from then on the browser is known."""
    ada = every_site.browser("ada@example.org")
    ada.get("/account")
    assert "ada@example.org" in ada.words


def test_looking_at_the_link_does_not_use_it_up(site: Site) -> None:
    """Programs that open links in letters only look; the person's click still works."""
    ada = site.browser()
    ada.get("/sign-in")
    ada.send("/sign-in", address="ada@example.org")
    link = f"/sign-in/{ada.mailed_token('ada@example.org')}"
    site.browser().get(link)
    ada.get(link)
    ada.send(link)
    ada.get("/account")


def test_whoever_must_sign_in_first_comes_back(site: Site, present: datetime) -> None:
    """A desk that was asked for is where the link leads; another site never is."""
    start_party(site.store, present)
    red = site.browser()
    red.get("/games/verdun/seat")
    assert red.url.startswith("/sign-in")
    red.send("/sign-in", address="red@example.org")
    link = f"/sign-in/{red.mailed_token('red@example.org')}"
    red.get(link)
    red.send(link)
    assert red.url.startswith("/games/verdun/seat")
    eve = site.browser()
    eve.get("/sign-in?next=//evil.example/")
    eve.send("/sign-in", address="eve@example.org")
    link = f"/sign-in/{eve.mailed_token('eve@example.org')}"
    eve.get(link)
    eve.send(link)
    assert eve.url == "/"


def test_a_link_works_once(site: Site) -> None:
    """The second use is told so."""
    ada = site.browser("ada@example.org")
    link = f"/sign-in/{ada.mailed_token('ada@example.org')}"
    ada.get(link)
    ada.client.post(link, data=ada.form_fields(link))
    ada.get("/sign-in")
    assert "used already" in ada.words


def test_another_browser_cannot_use_the_link(site: Site) -> None:
    """Whoever reads the letter over a shoulder is not signed in by it."""
    ada, eve = site.browser(), site.browser()
    ada.get("/sign-in")
    ada.send("/sign-in", address="ada@example.org")
    link = f"/sign-in/{ada.mailed_token('ada@example.org')}"
    eve.get(link)
    eve.client.post(link, data=eve.form_fields(link))
    assert eve.client.get("/account").status_code == 302


def test_a_link_that_does_not_work_leads_to_the_form(site: Site, present: datetime) -> None:
    """N14: “ask for a new one here” stood above a button that could only fail again. One still gets to one's page."""
    start_party(site.store, present)
    ada, eve = site.browser(), site.browser()
    ada.get("/sign-in")
    ada.send("/sign-in", address="ada@example.org")
    eve.get("/games/verdun/seat")
    eve.send("/sign-in", address="eve@example.org")
    link = f"/sign-in/{ada.mailed_token('ada@example.org')}"
    eve.get(link)
    eve.send(link)
    assert "ask for a new one here" in eve.words and eve.page.css_first("main input[name=address]")
    assert eve.form_fields("/sign-in")["next"][0].startswith("/games/verdun/seat")


def test_an_old_link_does_not_work(site: Site) -> None:
    """Its life is short."""
    ada = site.browser()
    ada.get("/sign-in")
    ada.send("/sign-in", address="ada@example.org")
    link = f"/sign-in/{ada.mailed_token('ada@example.org')}"
    with freeze_time(datetime.now(UTC) + sign_in.LINK_LIFE):
        ada.get(link)
        ada.client.post(link, data=ada.form_fields(link))
        ada.get(link)
        assert "too old" in ada.words
    assert ada.client.get("/account").status_code == 302


def test_one_mailbox_is_not_flooded(site: Site) -> None:
    """After some letters no more are sent to an address on that day, whoever asks, and the page says until when."""
    with site.store.write_session() as session:
        people.get_or_register_player(session, "ada@example.org", datetime.now(UTC)).answered_at = datetime.now(UTC)
    for n in range(Limits.sign_ins_to_one + 3):
        eve = site.browser()
        eve.client.environ_base["REMOTE_ADDR"] = f"10.0.{n}.1"
        eve.get("/sign-in")
        eve.send("/sign-in", address="ada@example.org")
        assert ("This address gets no more letters before" in eve.words) == (n >= Limits.sign_ins_to_one)
    with site.store.read_session() as session:
        letters = session.exec(select(Outbox).where(Outbox.kind == "signin")).all()
    assert len(letters) == Limits.sign_ins_to_one


def test_signing_out_everywhere_ends_other_browsers(site: Site) -> None:
    """A session made before is no session any more."""
    here, there = site.browser("ada@example.org"), site.browser("ada@example.org")
    here.get("/account")
    here.send("/account", everywhere="yes")
    assert there.client.get("/account").status_code == 302


def test_signing_out(site: Site) -> None:
    """Ends this browser's session."""
    ada = site.browser("ada@example.org")
    ada.get("/")
    ada.send("/sign-out")
    assert ada.client.get("/account").status_code == 302


def test_a_form_from_elsewhere_is_refused(site: Site) -> None:
    """Without the token of the page nothing is done."""
    ada = site.browser("ada@example.org")
    response = ada.client.post("/account", data={"name": "Eve"})
    assert response.status_code == 400
    ada.get("/account")
    assert "Eve" not in ada.form_fields("/account")["name"]


def test_the_cookie_is_kept_to_this_site(site: Site) -> None:
    """No script reads it, no other site sends it."""
    response = site.app.test_client().post("/sign-in", data={})
    cookies = " ".join(
        [*response.headers.getlist("Set-Cookie"), *site.browser().client.get("/sign-in").headers.getlist("Set-Cookie")]
    )
    assert "HttpOnly" in cookies and "SameSite=Lax" in cookies


def test_no_link_stands_in_the_log(site: Site) -> None:
    """Where a page breaks, its path is told; the link in it still signs somebody in."""
    token = "1-" + "0" * 40
    with site.app.test_request_context(f"/sign-in/{token}"), capture_logs() as logged:
        site.app.preprocess_request()
        site.app.handle_user_exception(ValueError())
    assert [event["path"] for event in logged] == ["(secret link)"]


def test_settings_are_kept(site: Site) -> None:
    """Name, zone, paper and the PDF."""
    ada = site.browser("ada@example.org")
    ada.get("/account")
    ada.send("/account", name="Ada", zone="Europe/Paris", paper="Letter")
    ada.get("/account")
    held = ada.form_fields("/account")
    assert (held["name"], held["zone"], held["paper"]) == (["Ada"], ["Europe/Paris"], ["Letter"])
    assert timedelta() < sign_in.LINK_LIFE <= timedelta(hours=1)


def test_a_busy_database_is_no_fault_of_a_page(sqlite: Store, tmp_path: Path) -> None:
    """Somebody else writes for long: it is told as that, nothing is done, and no traceback is logged."""
    hasty = Store(sqlite.url.render_as_string(hide_password=False), busy=0)
    ada = site(hasty, tmp_path).browser()
    ada.get("/sign-in")
    with capture_logs() as logs, sqlite.write_engine.begin():
        ada.send("/sign-in", status=503, address="ada@example.org")
    assert [entry["log_level"] for entry in logs] == ["warning"] and "try again" in ada.words
    hasty.close()
