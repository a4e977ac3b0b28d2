"""Every letter there is can be painted: for whoever may get it, in every language, with a phase and without one."""

from __future__ import annotations

import re
from datetime import datetime
from itertools import product
from typing import Any

import pytest
from jinja2 import Environment, nodes
from sqlmodel import Session

from pbem.campaigns import opening
from pbem.games.notify import Kind
from pbem.games.people import people, sign_in
from pbem.games.results.result import How
from pbem.games.rules import Rules
from pbem.games.talk import press
from pbem.mail.outbound import mime_parts
from pbem.mail.outbound.compose import compose_letter
from pbem.settings.config import templates_folder
from pbem.storage.models import Outbox, Phase, Player, Seat, Statement, canonical_json
from tests import kept
from tests.games.party import MASTER, Party
from tests.mail.conftest import Office
from tests.mail.html_rules import faults
from tests.mail.test_pictures import html

LETTERS = templates_folder() / "mail"
WHEN = "2026-03-04T12:00:00+00:00"
LINE = {"said": "foo", "level": "late", "text": "no order", "notes": ["Did you mean “bar”?"]}
RECEIPT: dict[str, Any] = {
    "subject": "Re: orders",
    "title": "",
    "first": "",
    "lines": [LINE, *({**LINE, "level": level} for level in ("ok", "no", "skip"))],
    "hidden": 3,
    "empty": "",
    "aside": [{"kind": kind, "count": 2, "first": "> x"} for kind in ("copy", "quoted", "signature")],
    "notes": ["A note."],
    "sections": [{"title": "Status", "text": "fine"}],
    "mail": 7,
}
STANDING = {
    "status": "running",
    "phase": "R1",
    "standing": ["BID 3"],
    "standing_hidden": 2,
    "remarks": ["low"],
    "owed": False,
    "ready": True,
    "deadline": WHEN,
    "awaited": ["Red"],
}
QUESTION: dict[str, Any] = {
    "mail": 1,
    "at": WHEN,
    "from": "x@y.example",
    "lines": ["bid 3"],
    "final": ["“resign verdun”: for good"],
    "others": ["One more waits."],
}
STOOD_IN: dict[str, Any] = {"seat": "Red", "deputy": 1, "begins": WHEN, "ends": "2026-03-10T12:00:00+00:00"}
WHY: list[dict[str, str]] = [{}, {"reason": "we are slow"}]
"""Without a reason, and with one."""
WRONG = {"name": "disk", "words": "3 MB are free on the disk of the database: make room"}
SAMPLES: dict[str, list[dict[str, Any]]] = {
    "again": [{"campaign": "cup", "until": WHEN}],
    "book": [
        {"engine": "europa", "kind": kind, "part": part, "booklet": not part}
        for kind in ("rules", "guide", "orders")
        for part in ("", "5", "options")
    ],
    "address-asked": [{"new": "new@example.org"}],
    "address-new": [{"player": 1, "old": "old@example.org", "expires": 1_800_000_000, "days": 3}],
    "banned": [{}],
    "board-corrected": [
        {"lines": ["SCORE RED 5"], "hidden": hidden, "reason": why}
        for why in ("", "a slip")
        for hidden in ([], ["RED"])
    ],
    "ejected": [{"seat": "Red"} | why for why in WHY],
    "export": [{}],
    "lead": [{"role": role} for role in ("asked", "heir")],
    "led": [{"how": how} for how in ("handed over", "dismissed")],
    "terms": [{"lines": ["GRACE 6 hours"], "reason": why} for why in ("", "we are slow")],
    "campaign": [{"campaign": "cup"}],
    "calendar": [{}],
    "deadline": [{"deadline": WHEN, "why": [{"kind": "votes", "span": 172800}]}],
    "deputy": [STOOD_IN],
    "deputy-asked": [STOOD_IN | {"by": by} for by in ("player", "master")],
    "deputy-news": [
        STOOD_IN | {"what": what} for what in ("named", "accepted", "declined", "stood down", "over", "back", "begun")
    ],
    "enlisted": [{"wishes": wishes, "there": 1, "of": 2} for wishes in ([], ["RED", "BLU"])],
    "finished": [{"how": how, "seats": ["RED"], "ranks": {"RED": 1, "BLU": 2}} for how in How]
    + [
        {
            "how": "draw",
            "seats": ["RED", "BLU"],
            "ranks": {"RED": 1, "BLU": 1},
            "scoring": "winner",
            "scores": {"RED": "50", "BLU": "50"},
        }
    ],
    "address": [{"by": by} for by in ("", "player", "master")],
    "gift": [{"seat": "Red"}],
    "given": [{"seat": "Red"}],
    "invitation": [{}],
    "record": [{}],
    "invited": [{}],
    "corrected": [{"seat": "Red", "standing": lines} | why for lines in (["BID 3"], []) for why in WHY],
    "for-the-host": [
        {
            "mail": 1,
            "at": WHEN,
            "to": "abuse@pbem.test",
            "from": "x@y.example",
            "subject": "S",
            "text": "a\nb",
            "cut": cut,
        }
        for cut in (0, 7)
    ],
    "forged": [{"at": WHEN, "to": to, "from": "x@y.example"} for to in ("seat", "letter", "pbem@pbem.test")],
    "game-book": [{"game_book": 1, "failed": failed} for failed in (False, True)],
    "late": [{"seats": ["Red"], "late": True, "until": until} for until in ("", WHEN)],
    "later": [
        {"wanted": "R2", "taken": taken, "refused": [{"line": "BID x", "why": ["No number."]}] * (not taken)}
        for taken in (["BID 3"], [])
    ],
    "opened": [{"seat": "Red"}, {"seat": "Red", "lost": "3"}],
    "roll-call": [{"until": WHEN}],
    "taken": [{"seat": "Red"}],
    "trouble": [
        {"new": new, "over": over, "still": still}
        for new in ([], [WRONG])
        for over in ([], ["clock"])
        for still in ([], [WRONG])
        if new or over
    ],
    "offered": [{"seat": "Red", "gift": 1}],
    "vacant": [
        {"seats": some, "why": why} for some in (["Red"], ["Red", "Blue"]) for why in ("resigned", "opened", "ejected")
    ],
    "parked": [{"mail": 1, "why": "header"}],
    "paused": [{"why": "outage"}, *({"why": "master"} | why for why in WHY)],
    "proposed": [{"proposal": "draw", "needed": 2}, {"proposal": "draw RED BLU", "needed": 2, "by": "RED"}],
    "put-aside": [{"mail": 1, "why": "header"}],
    "replaced": [{"seat": "Red"}],
    "resigned": [{"seat": "Red"}],
    "rolled-back": [{"from": "R2", "to": "R1", "keep_orders": one, "dice_told": one} for one in (True, False)],
    "statement": [{}],
    "stuck": [{"error": "ValueError"}],
    "unreachable": [{"seat": "Red"}],
    "unreadable": [{"mail": 1, "why": "header"}],
    "press": [{}],
    "question": [
        {"mail": 1, "at": WHEN, "why": "wish", "wish": {"says": says, "facts": facts}, "others": []}
        for says, facts in (("wish a seat", {"slug": "verdun"}), ("wish create", {"title": "Diplomacy"}))
    ]
    + [
        QUESTION | {"why": why, "to": to, "long": long}
        for why, to, long in (("address", "seat", False), ("front", "pbem@pbem.test", True), ("final", "letter", False))
    ],
    "receipt": [
        RECEIPT,
        RECEIPT | STANDING,
        RECEIPT | STANDING | {"title": "Late", "first": "Too late.", "standing": []},
    ],
    "remind": [{"late": late, "until": until} for late in (True, False) for until in ("", WHEN)],
    "report": [{}],
    "signin": [{"sign_in": 1}],
    "started": [{}],
    "stranger": [{"games": []}, {"games": [{"slug": "lille", "title": "Diplomacy", "free": 3}]}],
    "welcome": [{}],
    "word": [{}],
}
"""The facts each letter is queued with."""


@pytest.fixture
def party(office: Office) -> Party:
    """Europax in its second round; Blue reads French, Red English, the master holds no seat."""

    def make() -> tuple[int, datetime]:
        found: Party = office.start_party(engine="europax", rules=Rules(grace_hours=0))
        with office.store.write_session() as session:
            opening.create_campaign(session, "europax", slug="cup", title="The Cup", kind="series", now=office.now)
        office.write("blue@example.org", office.seat_address(found, "BLU"), "LANGUE FRANÇAIS\nTABLEAU FR")
        for _ in range(2):
            office.later(hours=50)
            found.close(office.now)
        return found.game_id, office.now

    game_id, office.now = kept.world(office.store, "europax in its second round", make)
    return Party(office.store, game_id)


def readers(session: Session, party: Party, now: datetime) -> list[tuple[Player, Seat | None]]:
    """Return who holds a seat, in each language; the master, and somebody who only looks on."""
    seated: list[tuple[Player, Seat | None]] = [
        (party.player(session, c), party.seat(session, c)) for c in ("BLU", "RED")
    ]
    return [
        *seated,
        *((people.get_or_register_player(session, a, now), None) for a in (MASTER, "bystander@example.org")),
    ]


def row(
    name: str, data: dict[str, Any], party: Party, player: Player, seat: Seat | None, phase: Phase | None, now: datetime
) -> Outbox:
    return Outbox(
        key=f"{name}:{player.id}:{phase and phase.id}:{canonical_json(data)}",
        kind=name,
        player_id=player.id,
        game_id=party.game_id,
        phase_id=phase.id if phase else None,
        seat_id=seat.id if seat else None,
        data=canonical_json(data),
        created_at=now,
    )


def write_samples(session: Session, party: Party, text: str, now: datetime) -> dict[str, dict[str, Any]]:
    """Return what somebody wrote that letters tell of, by their kind."""
    sent = press.post_press(session, party.game(session), "RED", "*", text, now, "k")
    stated = Statement(game_id=party.game_id, author="RED", player_id=1, text=text, written_at=now)
    session.add(stated)
    session.flush()
    return {"press": {"press": sent.id}, "statement": {"statement": stated.id}}


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_every_letter_can_be_painted(office: Office, party: Party, name: str) -> None:
    """S27: the master's letter that orders are late lacked its phase, and was tried for days. Whatever a letter's row
    holds, it becomes a letter with a subject and a text. P13: in both languages its HTML keeps to what every mail
    program knows."""
    wrong = dict[str, str]()
    with office.store.write_session() as session:
        known = write_samples(session, party, f"Look: https://x.example/{'y' * 90}", office.now)
        phase = party.phase(session)
        sign_in.request_by_letter(
            session, office.config.limits, people.get_or_register_player(session, MASTER, office.now), office.now
        )
        for (player, seat), about, sample in product(readers(session, party, office.now), (phase, None), SAMPLES[name]):
            queued = row(name, known.get(name, sample), party, player, seat, about, office.now)
            session.add(queued)
            session.flush()
            letter = compose_letter(session, office.config, queued)
            body = letter.get_body(("plain",))
            assert body is not None and mime_parts.message_bytes(letter) == letter.as_bytes()
            assert letter["Subject"].removeprefix("[verdun]").strip(" :") and "None" not in letter["Subject"]
            assert "None" not in body.get_content() and len(body.get_content().split()) > 12, letter["Subject"]
            wrong |= dict.fromkeys(faults(html(letter)), str(letter["Subject"]))
    assert wrong == {}


def test_every_template_is_tried() -> None:
    """A letter that is new needs its facts above; there is one template of every kind for all languages, and nothing
    else."""
    assert sorted(path.stem for path in LETTERS.rglob("*.txt") if path.stem != "footer") == sorted(Kind)
    assert set(SAMPLES) == {*Kind}


@pytest.mark.parametrize("name", Kind)
def test_templates_hold_no_sentence(name: str) -> None:
    """Each letter was written once more for each language, and a line that changed had to be found in all. What is left
    in a template is its frame, conditions, addresses and lines to be typed."""
    tree = Environment().parse((LETTERS / f"{name}.txt").read_text("utf-8"))
    names = [call.args[0] for call in tree.find_all(nodes.Call) if call.args]
    names += [code for test in tree.find_all(nodes.Compare) for code in test.find_all(nodes.Const)]
    others = [str(one.value) for one in tree.find_all(nodes.Const) if not any(one is name for name in names)]
    written = [node.data for node in tree.find_all(nodes.TemplateData)]
    assert [text for text in written + others if re.search(r"\w \w", text.replace("pbem verify ", ""))] == []
