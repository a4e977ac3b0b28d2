"""The box of a desk understands what a letter does: done there, or said where it is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.games.orders import orders, projection
from pbem.games.phases import phase_turns
from pbem.games.results import votes
from pbem.games.talk import press
from pbem.web.desk import order_box
from tests.attacks.tables import post_office
from tests.games.party import Party, start_party
from tests.mail.conftest import Office
from tests.web import finger
from tests.web.conftest import Browser, Site
from tests.web.test_desk import desk, open_desk_game
from tests.web.test_what_if import press as press_what_if

SEAT = "/games/verdun/seat"
RED = "red@example.org"


@dataclass
class Stands:
    """What came of some words, whatever door they came by."""

    standing: tuple[str, ...]
    ready: bool
    votes: tuple[str, ...]
    messages: tuple[str, ...]


def stands(game: Party) -> Stands:
    with game.store.read_session() as session:
        seat, other = game.seat(session, "RED"), game.seat(session, "BLU")
        turn = phase_turns.find_turn(session, game.phase(session), seat)
        assert turn is not None
        heard = press.list_visible_press(session, game.game(session), other)
        cast = tuple(votes.list_votes_of_seat(session, seat))
        return Stands(orders.current_answer(session, seat).standing, turn.ready, cast, tuple(p.text for p in heard))


@pytest.fixture
def office(site: Site, tmp_path: Path, present: datetime) -> Iterator[Office]:
    with post_office(site.store, tmp_path, present) as found:
        yield found


def judge_text(red: Browser, text: str) -> list[dict[str, Any]]:
    held = red.form_fields(f"{SEAT}/orders") | {"text": [text]}
    found: list[dict[str, Any]] = red.client.post(f"{SEAT}/judge", data=held).get_json()["lines"]
    return found


@pytest.mark.parametrize(
    "text",
    [
        "bid 7\nset no wait",
        "bid 7\nbidd 3\nset ready",
        "bid 7\nready\nnot ready",
        "vote draw\nbid 3",
        "vote extend 24h\nvote none",
        "bid 7\nclear\nbid 2",
        "bid 7\nclear bid",
        "press to blue\nbid 9\nready\nendpress\nbid 1",
        "broadcast: who bids?\nbid 1",
        "press to blue\nbid 9\nready",
        "bid ?\nbid 3 ?\n?",
        "// bid 9\nHello all,\nbid 4\nThanks\nbid 5",
        "- bid 6\npbem ready",
        "status\nhelp\nresign verdun\naddress new\npause",
    ],
)
def test_the_box_does_what_a_letter_does(site: Site, office: Office, present: datetime, text: str) -> None:
    """H2: it knew three words; lines of a message to others were taken for orders, and so were questions."""
    by_letter = start_party(site.store, present, slug="ypres")
    by_box = start_party(site.store, present)
    office.write(RED, office.seat_address(by_letter, "RED"), text)
    desk(site, "RED").send(f"{SEAT}/orders", text=text)
    assert stands(by_box) == stands(by_letter)


def test_a_box_does_what_a_page_has_forms_for(site: Site, present: datetime) -> None:
    """N4: it read every command, and refused most of them with where to click."""
    start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", text="away 3 Jan to 10 Jan\nname Ada\nopen diary\nledger")
    assert "You are called Ada now" in red.words and "The ledger of verdun" in red.words
    red.get("/away")
    assert "3 January" in red.words
    red.get(SEAT)
    red.send(f"{SEAT}/orders", text="resign verdun")
    assert red.url.startswith("/games/verdun") and "You have left Red in verdun." in red.words


def test_answers_that_no_cookie_holds_stand_on_the_desk(site: Site, present: datetime) -> None:
    start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", text="bid 4\nhelp")
    assert "deputy NAME@HOST from 3 Jan to 10 Jan" in red.words and "BID 4" in red.page.html  # type: ignore[operator]


def test_a_question_is_a_question_in_both(site: Site, office: Office, present: datetime) -> None:
    """H2: “A BUD H ?” gave the order to hold in the box."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    for question in ("bid 7 ?", "bid ?"):
        (told,) = judge_text(red, question)
        assert told["mark"] == "✓" and told["text"] == "steps"
        red.send(f"{SEAT}/orders", text=question)
        assert question.removesuffix("?").upper().strip() in red.words.upper()
    office.write(RED, office.seat_address(game, "RED"), "bid 7 ?")
    assert office.outcomes(RED) == [("ok", "See below.")]
    assert stands(game).standing == ()


def test_status_is_told_on_the_desk(site: Site, present: datetime) -> None:
    """Without being sent to a mail program."""
    start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", text="status")
    assert "Not ready yet: Red, Blue" in red.words
    (told,) = judge_text(red, "status")
    assert "Not ready yet" in told["remarks"][0]


def test_the_judge_tells_what_a_command_would_do(site: Site, present: datetime) -> None:
    """In the words of help, and nothing is done."""
    game = start_party(site.store, present)
    red, before = desk(site, "RED"), stands(game)
    rows = judge_text(red, "bid 3\nvote draw\nclear bid\nset no wait\nthanks")
    assert [(row["raw"], row["mark"]) for row in rows] == [
        ("bid 3", "✓"),
        ("vote draw", "✓"),
        ("clear bid", "✓"),
        ("set no wait", "✓"),
        ("thanks", "–"),
    ]
    assert rows[2]["remarks"] == ["take back the orders that say these words"]
    assert stands(game) == before


def test_many_answers_are_all_told(site: Site, present: datetime) -> None:
    """More of them than a cookie can carry to the next page."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", text="bid 4\n" + "\n".join(f"vote nonsense {n} é" for n in range(100)))
    assert "nonsense 1 " in red.words and "nonsense 99" in red.words
    assert stands(game).standing == ("BID 4",)


@pytest.mark.parametrize("sign", ["e", "и", "漢", "🂡"])
def test_answers_in_any_script_fit_into_a_cookie(site: Site, sign: str) -> None:
    """One of 4 kB is kept by no browser, and all that is told would be lost with it."""
    dice = Random(1)
    answers = [("".join(chr(ord(sign) + dice.randrange(60)) for _ in range(300)), True) for _ in range(20)]
    while not order_box.BoxOutcome("", tuple(answers), 0, True).fits:
        answers.pop()
    cookie = site.app.session_interface.get_signing_serializer(site.app)  # type: ignore[attr-defined]
    kept = cookie.dumps({"token": "t" * 43, "csrf_token": "c" * 40, "_flashes": answers})
    assert 0 < len(kept) < 3_500


def test_too_much_is_kept_and_said(site: Site, present: datetime) -> None:
    """What is too long for the orders stays in the box."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", status=400, text="bid 4\n" * 8_000)
    assert "is the most" in red.words and stands(game).standing == ()


def test_questions_have_an_end(site: Site, present: datetime) -> None:
    """Whoever types a page of them is told of the first few."""
    start_party(site.store, present)
    rows = judge_text(desk(site, "RED"), "\n".join(f"bid {n % 10} ?{' ' * (n // 10)}?" for n in range(40)))
    assert len(rows) == 40 and sum("whole order" in row["remarks"][0] for row in rows) == 8


SUPPOSED = "A VIE - GAL\nRussia: A WAR - GAL\n1. Italy: A VEN H\n- A BUD S A VIE - GAL\nGermany:\nA MUN - BOH"


def test_what_if_reads_the_same_lines_everywhere(site: Site, office: Office, present: datetime) -> None:
    """H2: lines with a seat, below a seat, in a list, and those of one's own that name none."""
    game = open_desk_game(site.store, "diplomacy", present)
    austria = desk(site, "AUSTRIA")
    with site.store.read_session() as session:
        at = projection.build_projection_context(session, game.seat(session, "AUSTRIA"))
        lines, given = projection.read_supposed_orders(session, at, SUPPOSED)
    assert {code: [order.text for order in texts] for code, texts in given.items()} == {
        "AUSTRIA": ["A VIE - GAL", "A BUD S A VIE - GAL"],
        "RUSSIA": ["A WAR - GAL"],
        "ITALY": ["A VEN H"],
        "GERMANY": ["A MUN - BOH"],
    }
    austria.get(f"{SEAT}/what-if")
    press_what_if(austria, write="yes", text=SUPPOSED)
    office.write("austria@example.org", office.seat_address(game, "AUSTRIA"), f"what if\n{SUPPOSED}\nendif")
    (told,) = office.receipt("austria@example.org")["sections"]
    laid_out = finger.buttons(austria.page, "take")
    for line in lines:
        assert f"{line.seat}: {line.text}" in laid_out and f": {line.text}\n" in told["text"]
    assert len(lines) == 5 and "Left out" not in told["text"]
