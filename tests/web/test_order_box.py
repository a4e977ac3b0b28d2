"""The box of a desk understands what a letter does: done there, or said where it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.commands.handlers import COMMANDS
from pbem.commands.language import ServerCommand
from pbem.games.orders import orders, projection
from pbem.games.phases import phases
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
from tests.web.test_what_if import resolve_phase

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
        turn = phases.find_turn(session, game.phase(session), seat)
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


def in_words(command: ServerCommand) -> str:
    """A line that gives a command."""
    given = {"replace": "replace Blue by eve@example.org", "what if": "what if\nbid 7\nendif"}
    usage = command.forms[0]
    block = f"\nbid 7\n{usage.usage.partition(' … ')[2]}" if command.end else ""
    return given.get(command.name, usage.sample_lines[0] + block)


ELSEWHERE = [command for command in COMMANDS.known if command.elsewhere]


@pytest.mark.slow
def test_what_is_done_elsewhere_is_said_to_be(site: Site, present: datetime) -> None:
    """A sentence that ends, while one types and when it is sent; nothing is done."""
    game = start_party(site.store, present)
    red, before = desk(site, "RED"), stands(game)
    for command in ELSEWHERE:
        told = judge_text(red, in_words(command))[0]
        assert (told["mark"], told["remarks"]) == ("✗", [command.elsewhere]) and command.elsewhere.endswith(".")
        red.send(f"{SEAT}/orders", text=in_words(command))
        assert command.elsewhere in red.words, command.name
        assert stands(game) == before, command.name


def test_what_is_named_as_elsewhere_is_on_the_desk(site: Site, present: datetime) -> None:
    """Headings and buttons by the names they have, in a phase after the first; or on the page of the game."""
    game = open_desk_game(site.store, "diplomacy", present)
    resolve_phase(game, present)
    austria = desk(site, "AUSTRIA")
    seen = austria.page.text()
    austria.get("/games/verdun")
    seen += austria.page.text()
    austria.get("/account")
    seen += austria.page.text()
    for command in (command for command in ELSEWHERE if command.group != "leading" and command.who != "master"):
        missing = [name for name in re.findall("“(.+?)”", command.elsewhere) if name not in seen]
        assert missing == [], (command.name, missing)


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


@pytest.mark.slow
def test_many_answers_fit_into_a_cookie(site: Site, present: datetime) -> None:
    """They travel with the browser to the next page."""
    game = start_party(site.store, present)
    red = desk(site, "RED")
    red.send(f"{SEAT}/orders", text="bid 4\n" + "\n".join(f"vote nonsense {n} é" for n in range(100)))
    assert "nonsense 1" in red.words and "no room here for all the answers" in red.words
    assert stands(game).standing == ("BID 4",)


@pytest.mark.parametrize("sign", ["e", "и", "漢", "🂡"])
def test_answers_in_any_script_fit_into_a_cookie(site: Site, sign: str) -> None:
    """One of 4 kB is kept by no browser, and all that is told would be lost with it."""
    dice = Random(1)
    answers = (("".join(chr(ord(sign) + dice.randrange(60)) for _ in range(300)), True) for _ in range(20))
    cookie = site.app.session_interface.get_signing_serializer(site.app)  # type: ignore[attr-defined]
    kept = cookie.dumps(
        {"token": "t" * 43, "csrf_token": "c" * 40, "_flashes": [*order_box.iter_fitting_answers(answers)]}
    )
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
