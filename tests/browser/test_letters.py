"""Letters as a phone shows them: no wider than the narrowest, and in words that can be read, with style sheets and
without, on light screens and dark ones."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from datetime import datetime
from email.message import EmailMessage
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, col, select

from pbem.games import games
from pbem.games.people import people, sign_in
from pbem.games.phases import phases
from pbem.mail.outbound.compose import compose_letter
from pbem.mail.outbound.pictures import Album
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Outbox
from tests.browser import kinds
from tests.games.party import Party, clock_at
from tests.mail import test_every_letter as letters
from tests.mail.conftest import Office, office
from tests.mail.html_rules import faults
from tests.size import WHOLE, size, take_some

__all__ = ["office", "party"]
party = letters.party
WIDTH = 320
SMALL = """() => {
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const said = texts.currentNode.data.trim(), one = texts.currentNode.parentElement;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (said && size < 12) found.push(`${size}: ${said.slice(0, 40)}`);
  }
  return found;
}"""
"""Words of less than 12 pixels."""
PALE = """() => {
  const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map((n) => { n /= 255;
    return n <= 0.03928 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (one) => { const own = getComputedStyle(one).backgroundColor;
    return own === "rgba(0, 0, 0, 0)" && one.parentElement ? ground(one.parentElement) : own; };
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const said = texts.currentNode.data.trim(), one = texts.currentNode.parentElement;
    if (!said) continue;
    const [a, b] = [light(getComputedStyle(one).color), light(ground(one))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) found.push(said.slice(0, 40));
  }
  return found;
}"""
"""Words that do not stand out from their ground (WCAG AA)."""


def letter_html(letter: EmailMessage) -> str:
    """The HTML of a letter with its pictures in it."""
    body = letter.get_body(("html",))
    assert body is not None
    found = str(body.get_content())
    assert faults(found) == [], letter["Subject"]
    for part in letter.walk():
        if part["Content-ID"]:
            png = b64encode(part.get_content()).decode()
            found = found.replace(f"cid:{part['Content-ID'].strip('<>')}", f"data:image/png;base64,{png}")
    return found


def wrong(page: Any, html: str) -> list[str]:
    """Return what is wrong with a letter on a phone, as it is and where no style sheet is read."""
    found: list[str] = []
    for told in (html, html.replace("<style>", '<style media="none">')):
        page.set_content(told)
        width = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{width} pixels wide"] if width > WIDTH else []
        found += page.evaluate(SMALL)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found += [f"pale when {scheme}: {words}" for words in page.evaluate(PALE)]
    return found


@pytest.fixture(scope="module")
def phone(chromium: Any) -> Iterator[Any]:
    page = chromium.new_page(viewport={"width": WIDTH, "height": 640})
    yield page
    page.close()


@pytest.mark.proof
@pytest.mark.parametrize("name", take_some(letters.SAMPLES, 12))
def test_every_letter_fits_a_phone(office: Office, party: Party, phone: Any, name: str) -> None:
    """P13: all were 478 to 604 pixels wide. In English and French, with a seat and without."""
    with office.store.write_session() as session:
        known = letters.write_samples(session, party, f"https://x.example/{'y' * 80}", office.now)
        sign_in.request_by_letter(
            session,
            office.config.limits,
            people.get_or_register_player(session, "a@b.example", office.now),
            office.now,
        )
        phase, samples = party.phase(session), letters.SAMPLES[name][: None if WHOLE else 1]
        for (player, seat), data in product(letters.readers(session, party, office.now)[: size(1, 3)], samples):
            queued = letters.row(name, known.get(name, data), party, player, seat, phase, office.now)
            session.add(queued)
            session.flush()
            letter = compose_letter(session, office.config, queued)
            assert wrong(phone, letter_html(letter)) == [], letter["Subject"]


def iter_reports(db: Session, engine: str, now: datetime) -> Iterator[Outbox]:
    """Reports on a game that has gone on for some phases; on all its kinds of phases if there is time."""
    me, (options, seed, _) = people.get_or_register_player(db, "me@example.org", now), kinds.WAYS[engine][0]
    some = (
        kinds.iter_phase_kinds(engine)
        if WHOLE
        else islice(kinds.play_random_phases(games.get_engine_by_code(engine), engine, options, seed), 3, 4)
    )
    for one in some:
        kinds.store_game_position(db, one, me, now)
        game = games.get_game(db, one.slug)
        phase = games.find_current_phase(db, game)
        [seat] = [seat for seat in games.list_game_seats(db, game) if seat.player_id == me.id]
        assert phase is not None
        phases.queue_report_to_seat(db, game, phase, seat, me, now)
        yield db.exec(select(Outbox).where(Outbox.kind == "report").order_by(col(Outbox.id).desc()).limit(1)).one()


@pytest.mark.proof
@pytest.mark.usefixtures("pixels")
@pytest.mark.parametrize("engine", size(["europax"], [code for code in kinds.WAYS if code != "goofspiel"]))
def test_the_reports_of_every_game_fit_a_phone(
    sqlite: Store, tmp_path: Path, phone: Any, engine: str, now: datetime
) -> None:
    """With their pictures."""
    settings = config.load_config(tmp_path / "instance", {})
    album = Album(sqlite, clock_at(now))
    with sqlite.write_session() as db:
        rows = [row.id for row in iter_reports(db, engine, now)]
    for number in rows:
        with sqlite.read_session() as db:
            letter = compose_letter(db, settings, db.get_one(Outbox, number), album)
        assert wrong(phone, letter_html(letter)) == [], letter["Subject"]
