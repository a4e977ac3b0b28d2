"""What a seat was sent, or can fetch, tells nothing of what it may not see.

Games of every kind are played with all that is sealed and hidden, then attacked by a player and by a bystander: by
trying what the printed hash could cover, by exchanging what is hidden for something else, and by searching.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Annotated, Any, get_origin

import pytest
from pypdf import PdfReader
from sqlmodel import Session, col, select

from engines import states
from engines.abilities import Adviser
from engines.all import list_own_engines
from engines.base import State
from engines.language import roll_orders
from engines.language.grammar import OrderGrammar
from engines.report import Boards, Map
from pbem.documents import reports
from pbem.documents.gamebook import content, making
from pbem.games import games
from pbem.games.orders import orders
from pbem.games.phases import phase_turns, phases
from pbem.games.proof import hash_chain
from pbem.games.results import standings
from pbem.games.talk import press
from pbem.mail.outbound.compose import compose_letter
from pbem.mail.outbound.pictures import draw_block
from pbem.render.maps import labels
from pbem.render.paper import PLAIN_PAPER
from pbem.settings import config
from pbem.settings.config import Config
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Outbox, Phase, Seat, Submission, Turn
from tests.attacks.tables import address, codes, start_engine_party
from tests.games.party import Party
from tests.size import size
from tests.web.conftest import Browser, site

PHASES = {"diplomacy": 5, "cantillon": 5, **dict.fromkeys(("europa", "europax", "europe2028"), size(3, 5))}
"""How many are played of each game: as many as it takes until something is hidden in it."""
LONG = timedelta(days=5)
"""Longer than any phase is open."""
MARK = "for nobody else to read"
TOKEN = re.compile(rb'name="(csrf_token|key)" value="[^"]*"')
"""What is drawn by lot each time a page is made."""
LETTER = "x\nready\nPASS"
MAPPED = ("diplomacy", "europa", "cantillon", "europe2028")
pytestmark = [pytest.mark.slow, pytest.mark.proof]
GAMES = size(["europa"], [engine.code for engine in list_own_engines()])
"""Europa keeps its points hidden, seals orders and has a map."""


def play_some_phases(store: Store, engine: str, now: datetime) -> Party:
    """A game some phases on, by advice or at random, in which everybody has given orders for the open phase too."""
    now -= PHASES[engine] * LONG
    party, random = start_engine_party(store, engine, now), Random(2)
    for n in range(PHASES[engine]):
        for code in codes(party):
            with store.read_session() as session:
                grammar = orders.find_seat_grammar(session, party.seat(session, code))
                phase = party.phase(session)
            if grammar is not None:
                party.submit(
                    code, "\n".join((f"# {MARK} {code}", *advised_lines(engine, phase, code, grammar, random))), now
                )
        one, two, *_ = codes(party)[1:]
        with store.write_session() as session:
            press.post_press(
                session, party.game(session), party.seat(session, one), [two], f"{MARK} {one}", now, key=f"p{n}"
            )
        if n < PHASES[engine] - 1:
            now += LONG
            assert party.close(now) is not None
    return party


def advised_lines(engine: str, phase: Phase, code: str, grammar: OrderGrammar, random: Random) -> list[str]:
    """Return what a seat orders: what is advised, and whatever it may say besides (standing orders, plans)."""
    rolled = [order.text for order in roll_orders(grammar, random)]
    rules = ENGINES[engine]
    if not isinstance(rules, Adviser):
        return rolled
    state = states.load_state(rules.State, phase.state)
    return [*rolled, *rules.advise(states.seat_view(state, code), code, random)]


def engine_of(party: Party) -> str:
    with party.store.read_session() as session:
        return party.game(session).engine


# --- what it was sent, and can fetch ----------------------------------------------------------------------------


def collect_views(store: Store, settings: Config, party: Party, browser: Browser, code: str | None) -> dict[str, bytes]:
    """All letters to a seat part by part, and every page, text, picture and PDF of the game as its reader gets them."""
    found: dict[str, bytes] = {}
    with store.read_session() as session:
        who = party.player(session, code).id if code else 0
        rows = session.exec(select(Outbox).where(Outbox.player_id == who, col(Outbox.game_id).is_not(None))).all()
        for row in rows:
            found.update(parts(f"{row.kind} {row.id}", compose_letter(session, settings, row)))
            found.update(pictures(session, row))
        found["game book"] = game_book(store, session, party, code)
    slug, last = f"/games/try-{engine_of(party)}", PHASES[engine_of(party)]
    pages = [f"{slug}/phases/{n}{kind}" for n in (last - 1, last) for kind in ("", ".txt", ".svg", ".pdf")]
    for page in (slug, *pages, *([f"{slug}/seat"] if code else [])):
        answer = browser.client.get(page)
        assert answer.status_code == 200 or (page.endswith(".svg") and engine_of(party) not in MAPPED), page
        found[page] = answer.get_data()
    if code:
        browser.get(f"{slug}/seat")
        judged = browser.client.post(
            f"{slug}/seat/judge", data={**browser.form_fields(f"{slug}/seat/orders"), "text": LETTER}
        )
        assert judged.get_json()["lines"]
        found["judge"] = judged.get_data()
    return {name: TOKEN.sub(rb"", data) if b"<html" in data[:200] else data for name, data in found.items()}


def pictures(session: Session, row: Outbox) -> dict[str, bytes]:
    """Return what the pictures in a letter are painted from, and what they say in words."""
    if row.phase_id is None or row.seat_id is None:
        return {}
    phase, seat = session.get_one(Phase, row.phase_id), session.get_one(Seat, row.seat_id)
    drawn = [block for block in reports.report_blocks(session, phase, seat) if isinstance(block, Map | Boards)]
    originals = enumerate(map(draw_block, drawn))
    return {f"{row.kind} {row.id}, picture {n}": f"{one.collage} {one.words}".encode() for n, one in originals}


def game_book(store: Store, session: Session, party: Party, code: str | None) -> bytes:
    """The whole game, without the proof: that another world does not follow from its orders is no secret."""
    seat = party.seat(session, code) if code else None
    row = making.make_blank_book(session, party.game(session), seat, PLAIN_PAPER, party.game(session).created_at)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(content, "book_proof_blocks", lambda *_: ())
        *_, (_, file) = making.paint_book(store, row)
    assert file is not None
    return file


def parts(name: str, letter: EmailMessage) -> dict[str, bytes]:
    """A letter without the boundaries between its parts, which are drawn by lot."""
    found = {f"{name}, head": "\n".join(f"{k}: {v}" for k, v in letter.items() if k != "Content-Type").encode()}
    for n, part in enumerate(letter.walk()):
        if not part.is_multipart():
            found[f"{name}, part {n}"] = part.get_payload(decode=True)  # type: ignore[assignment]
    return found


def words(found: Mapping[str, bytes]) -> str:
    """All that can be read in it, the PDFs too."""
    return "\n".join(read_pdf(data) if data.startswith(b"%PDF") else data.decode("utf-8") for data in found.values())


def read_pdf(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the words of a map stand is kept for all maps of a game: what looks alike in both worlds is drawn alike."""
    monkeypatch.setattr(labels, "arrange_labels", lru_cache(100)(labels.arrange_labels.__wrapped__))


@pytest.fixture
def settings(tmp_path: Path) -> Config:
    return config.load_config(tmp_path / "instance", {"PBEM_MAIL_HOST": "pbem.test"})


# --- something else in its place --------------------------------------------------------------------------------


def exchange_secrets(state: State, seat: str | None) -> State:
    """The position with all that a seat (None: a bystander) may not see otherwise than it is."""
    changed = {}
    kind: Any = type(state)
    for name, hint in states.field_hints(kind).items():
        if get_origin(hint) is Annotated:
            changed[name] = otherwise(getattr(state, name), hint.__metadata__[0], seat)
    other = replace(state, **changed)
    assert states.seat_view(other, seat) == states.seat_view(state, seat), "what is seen stays"
    return other


def otherwise(value: Any, secrecy: str, seat: str | None) -> Any:
    """Hands are dealt anew among the others, decks turned round, secrets passed on."""
    if isinstance(value, tuple):
        return value[::-1]
    others = [code for code in value if code != seat or secrecy == "hidden"]
    if secrecy == "face down":
        dealt: dict[str, Any]
        cards = iter([card for code in others for card in value[code]][::-1])
        dealt = {code: tuple(next(cards) for _ in value[code]) for code in others}
    else:
        passed = [value[code] for code in (*others[1:], *others[:1])]
        dealt = {c: each + 7 if isinstance(each, int) else each for c, each in zip(others, passed, strict=True)}
    return {code: dealt.get(code, kept) for code, kept in value.items()}


def into_another_world(store: Store, party: Party, code: str | None) -> int:
    """Changes what a seat may not see in all that is stored: positions, what others ordered, wrote and were told. How
    many positions are other than they were."""
    count = 0
    games.TITLES.clear()  # kept by the hashes of phases, which stay as they were
    with store.write_session() as session:
        mine = party.seat(session, code).id if code else 0
        for phase in session.exec(select(Phase).where(Phase.game_id == party.game_id)).all():
            state = games.phase_state(phase)
            other = exchange_secrets(state, code)
            count += other != state
            seen = hash_chain.visible_events(hash_chain.load_events(phase.events), code)
            phase.state, phase.events = states.dump_state(other), hash_chain.dump_events(seen)
            phase.standings = standings.dump_standings(ENGINES[engine_of(party)], other)
            session.add(phase)
            for turn in session.exec(select(Turn).where(Turn.phase_id == phase.id, Turn.seat_id != mine)):
                turn.orders = "[]"
                session.add(turn)
            for row in session.exec(
                select(Submission).where(Submission.phase_id == phase.id, Submission.seat_id != mine)
            ):
                row.text, row.lines = "", "[]"
                session.add(row)
    return count


@pytest.mark.parametrize("engine", GAMES)
def test_what_is_hidden_changes_nothing_one_gets(engine: str, sqlite: Store, tmp_path: Path, settings: Config) -> None:
    """Two worlds that differ only in what a reader may not see give the same letters, pages, pictures and PDFs, byte
    by byte; and no word of the others' is in them."""
    party = play_some_phases(sqlite, engine, datetime.now(UTC))
    place = site(sqlite, tmp_path)
    for code in (codes(party)[0], None):
        browser = place.browser(address(code) if code else "")
        first = collect_views(sqlite, settings, party, browser, code)
        told = words(first)
        assert f"{MARK} {codes(party)[1]}" not in told
        for other in codes(party)[1:]:
            assert address(other) not in told
        assert into_another_world(sqlite, party, code), "something is hidden in it"
        second = collect_views(sqlite, settings, party, browser, code)
        assert first.keys() == second.keys() and len(first) > 8
        assert [name for name in first if first[name] != second[name]] == []


# --- the printed hash -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", GAMES)
def test_the_printed_hash_tells_no_guess_from_another(
    engine: str, sqlite: Store, settings: Config, now: datetime
) -> None:
    """Europa's hidden victory points were found in 806 guesses. Whoever knows the whole game but what is hidden tries
    what it could be: without a salt he finds it, by what is printed he does not."""
    party = play_some_phases(sqlite, engine, now)
    code = codes(party)[0]
    with sqlite.read_session() as session:
        before, phase = games.list_phases(session, party.game(session))[-2:]
        state, given = games.phase_state(phase), phases.orders_by_seat(phase_turns.list_turns(session, before))
        row = session.exec(
            select(Outbox).where(Outbox.phase_id == phase.id, Outbox.player_id == party.player(session, code).id)
        ).first()
        assert row is not None
        letter = words(parts("report", compose_letter(session, settings, row)))
        public = ["", phase.previous_hash, party.game(session).commitment, party.game(session).slug, str(phase.number)]
        own = {head for seat, (_, head) in json.loads(phase.receipts or "{}").items() if seat == code}
        (printed,) = set(re.findall(r"\b[0-9a-f]{64}\b", letter)) - {party.game(session).commitment} - own
        guesses = [
            *{states.dump_state(exchange_secrets(state, s)) for s in (*state.seats, None)} - {phase.state},
            phase.state,
        ]
        assert len(guesses) > 1

        def found(hash_: str) -> set[str]:
            return {g for g in guesses for s in public if hash_guess(phase, given, g, s) == hash_}

        assert found(printed) == set()
        assert found(hash_guess(phase, given, phase.state, "")) == {phase.state}
        assert printed == hash_guess(
            phase, given, phase.state, hash_chain.phase_salt(party.game(session), phase.number)
        )


def hash_guess(phase: Phase, given: Mapping[str, str], guess: str, salt: str) -> str:
    """Return what would be printed if this were the position."""
    return hash_chain.hash_phase(
        phase.previous_hash, phase.origin, given, guess, phase.events, salt, phase.receipts, phase.presence
    )
