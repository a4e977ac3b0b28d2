"""Texts made to be dear: what they cost grows with them and no faster, and what they bring about has an end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engines.all import list_own_engines
from engines.language import bounds, parse_orders, slots
from engines.language.phrases import Phrases
from pbem.commands.handlers import COMMANDS
from pbem.games import Refusal
from pbem.games.orders import orders
from pbem.mail.inbound import letter, quoting
from pbem.mail.inbound.html import SIZE_LIMIT, read_page
from pbem.storage.database import Store
from tests.attacks.adversarial import GAMES, SIZE, Desk, desks, pages, wordings
from tests.attacks.tables import address, codes, post_office, start_engine_party
from tests.attacks.work import calls
from tests.mail.conftest import letter as written
from tests.size import size, take_some
from tests.web.conftest import site

pytestmark = pytest.mark.proof
CODES = [game.code for game in GAMES]
SOME = take_some(CODES, 1, 3)
HARD = ("x lines", "valid lines", "the longest line", "nearly right", "one expanding line", "standing lines", "commas")
GROWING = (
    *("x lines", "the same line", "valid lines", "valid lines, semicolons", "commas", "nearly right", "cut short"),
    *("a line that goes on", "conditions", "beginnings only", "expanding characters", "invisible", "numbers"),
    *("headings and lines", "bullets", "standing lines", "words in any order"),
)
FEW = size(300, 1_000)
MOST = 2.3
"""How often as much twice the text may cost as the half: less than the four times of what is quadratic."""
START = 3_000
"""Calls that a text may take besides, however short it is."""
RECEIPT = 60_000
KILOBYTES_39 = 39_000


@pytest.mark.slow
@pytest.mark.parametrize("game", SOME)
def test_twice_the_text_costs_twice_as_much(game: str) -> None:
    """S12: reading was quadratic in every engine, and so was taking in what came of it."""
    for desk, name, text in corpus(game, GROWING, FEW):
        process_orders_text(desk, text)  # what is remembered between texts is remembered now
        once, twice = (calls(lambda: process_orders_text(desk, "\n".join([text] * times))) for times in (1, 2))  # noqa: B023
        assert twice <= MOST * once + START, name


def corpus(game: str, names: Sequence[str], length: int) -> Iterator[tuple[Desk, str, str]]:
    """These texts for the desks of a game, with what to call them when something is wrong: dealt out among the desks,
    and in a proof all of them for each."""
    for n, desk in enumerate(desks(game).values()):
        texts = desk.texts(length)
        for name in size(names[n :: len(desks(game))], names):
            yield desk, f"{desk.name}: {name}", texts[name]


def process_orders_text(desk: Desk, text: str) -> None:
    """All that is done with a text of orders."""
    orders = parse_orders(desk.grammar, text).orders
    standing = slots.amend_orders(orders, orders)
    if desk.view is not None:
        desk.engine.check(desk.view, desk.seat, standing)


@pytest.mark.slow
@pytest.mark.parametrize("game", SOME)
def test_what_is_said_of_a_text_has_an_end(game: str) -> None:
    """S12: so many lines are judged and so much is said of them; the rest is told in one sentence, not dropped."""
    for desk, name, text in corpus(game, HARD, SIZE):
        reading = parse_orders(desk.grammar, text)
        *judged, last = reading.verdicts
        assert len(judged) <= bounds.LINES, name
        enough = Phrases(desk.grammar.phrases)("unread", count=len(judged))
        assert judged == [] or [remark.text for remark in last.remarks] == [enough], name
        assert all(len(remark.text) <= bounds.REMARK for remark in reading.remarks), name
        assert sum(remark.level == "warning" for remark in reading.remarks) <= bounds.REMARKS, name
        assert sum(len(v.raw) + sum(len(r.text) for r in v.remarks) for v in reading.verdicts) < 150_000, name


@pytest.mark.slow
def test_no_line_is_read_in_part() -> None:
    """What is left out begins where a line begins: half an order may be another order."""
    desk = desks("diplomacy")["movement"]
    order = parse_orders(desk.grammar, desk.texts(FEW)["valid lines"]).orders[0].text
    for over in range(-len(order) - 3, 3):
        found = parse_orders(desk.grammar, f"# {'.' * (bounds.TEXT + over - 3)}\n{order} x\n{order}").verdicts
        assert not found[0].order and (len(found) == 2 or over >= 0)


# --- by mail ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", wordings(FEW))
def test_letters_are_taken_apart_line_by_line(name: str) -> None:
    """S12: quotations, commands and signatures are looked for in as many steps as there are lines."""
    text = wordings(FEW)[name]
    once, twice = calls(lambda: parse_command_letter(text)), calls(lambda: parse_command_letter(f"{text}\n{text}"))
    assert twice <= MOST * once + START


def parse_command_letter(text: str) -> None:
    COMMANDS.parse_lines(quoting.split_own_lines(letter.parse_letter(written("a@example.org", text).as_bytes()).text))


@pytest.mark.slow
def test_lines_beyond_the_bounds_are_one_remark() -> None:
    """S12: each of a hundred thousand lines got its verdict."""
    *read_, rest = COMMANDS.parse_lines(quoting.split_own_lines("x\n" * 100_000))
    assert len(read_) == bounds.LINES and (rest.fault, len(rest.lines)) == ("too many", 100_000 - bounds.LINES)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "engine"), take_some(enumerate(engine.code for engine in list_own_engines()), 2, 3))
def test_a_receipt_stays_short(number: int, engine: str, sqlite: Store, tmp_path: Path, now: datetime) -> None:
    """S12: 39 kB of “x” lines made a receipt of 971 kB; any letter is answered with less than 60 kB. In a proof each
    game has all the texts, else every third one."""
    party = start_engine_party(sqlite, engine, now)
    code = codes(party)[0]
    texts = next(desk for desk in desks(engine).values() if desk.view).texts(KILOBYTES_39)
    names = size(HARD[number % 3 :: 3], HARD)
    letters = [*(texts[name] for name in names), "help\nstatus\nhistory\ngames\nreport\n" * 99]
    with post_office(sqlite, tmp_path, now) as office:
        to = office.seat_address(party, code)
        for text in letters:
            office.write(address(code), to, text)
            office.later(hours=1)
        receipts = office.outbox(address(code), "receipt")
        assert len(receipts) == len(letters)
        for n, row in enumerate(receipts):
            assert len(row.data) < RECEIPT and len(office.text(row)) < RECEIPT, letters[n][:40]


@pytest.mark.slow
def test_the_page_that_judges_while_one_types_stays_short(sqlite: Store, tmp_path: Path) -> None:
    """S12: the same by “/judge”, where nothing but a session was needed."""
    party = start_engine_party(sqlite, "diplomacy", datetime.now(UTC))
    code = codes(party)[0]
    browser = site(sqlite, tmp_path).browser(address(code))
    desk = desks("diplomacy")["movement"]
    seat = "/games/try-diplomacy/seat"
    browser.get(seat)
    form = browser.form_fields(f"{seat}/orders")
    for name in HARD:
        text = desk.texts(KILOBYTES_39)[name]
        answer = browser.client.post(f"{seat}/judge", data={**form, "text": text})
        assert answer.status_code == 413 or answer.get_json()["lines"]
        assert len(answer.get_data()) < 3 * RECEIPT, name


@pytest.mark.slow
def test_orders_that_stand_have_an_end(sqlite: Store, now: datetime) -> None:
    """S12's brother: letter after letter added to what stands, and each receipt shows it all."""
    party = start_engine_party(sqlite, "europa", now)
    code = codes(party)[0]
    with pytest.raises(Refusal, match="too many orders"):
        for country in ("BEL", "DEU", "ESP", "FRA", "GBR", "IRL", "ITA", "NLD", "POL", "PRT", "SWE", "GRC"):
            tests = (" ".join(f"SHARE >= {900 - 6 * n - m}" for m in range(6)) for n in range(40))
            party.submit(code, "\n".join(f"STANDING YES {country} {test}" for test in tests), now)
    with sqlite.read_session() as session:
        standing = orders.current_answer(session, party.seat(session, code)).standing
    assert bounds.STANDING / 2 < sum(map(len, standing)) <= bounds.STANDING


# --- pages of HTML ----------------------------------------------------------------------------------------------


@pytest.mark.proof
@pytest.mark.parametrize("name", take_some(pages(FEW), 12))
def test_pages_are_walked_once(name: str) -> None:
    """S11: a tree of tags that are never closed was the square of its page."""
    page = pages(FEW)[name]
    once, twice = calls(lambda: read_page(page)), calls(lambda: read_page(page * 2))
    assert twice <= MOST * once + START
    text, whole = read_page(pages(4 * SIZE_LIMIT)[name])
    assert not whole and len(text) <= 3 * SIZE_LIMIT


@pytest.mark.slow
def test_a_long_page_is_told_to_be_cut(sqlite: Store, tmp_path: Path, now: datetime) -> None:
    """S11: what lay beyond was dropped, and nobody was told."""
    party = start_engine_party(sqlite, "diplomacy", now)
    code = codes(party)[0]
    with post_office(sqlite, tmp_path, now) as office:
        page = written(address(code), "")
        page.set_content("<p>status</p>\n" + "<div><div><div>\n" * 45_000 + "<p>ready</p>", subtype="html", cte="8bit")
        office.post(address(code), office.seat_address(party, code), page.as_bytes())
        office.read()
        (row,) = office.outbox(address(code), "receipt")
        told = office.text(row)
        assert "too long to be read whole" in told and "ok  status" in told and "ok  ready" not in told
