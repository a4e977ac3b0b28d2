"""Boards as one picture: wide and tall, as SVG, on paper and in words."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from engines.palette import ABROAD
from engines.report import Bank, Boards, CardDemand, CardHand, Change, PlayerBoard, Price, Sale, Stock, TableCard
from pbem import render
from pbem.render.boards import picture
from pbem.render.boards.parts import GROUND, SHORT, measure_board_words
from pbem.render.scene import Scene, SceneArea, ScenePath, SceneText
from tests.render.sample import STYLES
from tests.render.test_painters import HOSTILE

STOCKS = (Stock("ACI", "steel", 2, 1, ("34",)), Stock("VIN", "wine"), Stock("BOI", "timber", 9, 4, ("7", "9", "12")))
BLOCK = Boards(
    "The boards",
    (
        PlayerBoard("Italy", "IT", "ONE", True, "3600 M", Change(-80), "net 3300 M", ("leads",), STOCKS, "IT"),
        PlayerBoard("France", "FR", "TWO", False, "4000 M", Change(120), "", ("hotel",), STOCKS, "FR"),
    ),
    STYLES,
    (Sale("IT", "FR", 160, "2 ACI · 160", "Italy sells steel."), Sale("", "IT", 140, "VIN · 140", "Italy buys wine.")),
    Bank("Bank", "Europe / abroad", (Price("ACI", "steel", 110, 170, 6), Price("VIN", "wine", 90, 140, 5))),
    (
        CardHand(
            "Your cards",
            (TableCard("34", at="card 34", note="+70 M", demands=(CardDemand("FR", "France", "ACI", "steel", 2, 1),)),),
        ),
    ),
    {"stock": "a card", "gone": "went out", "asked": "asked here", "flow": "sold", "abroad": "from abroad"},
)
SCENES = pytest.mark.parametrize("paint", [picture.wide_boards_scene, picture.tall_boards_scene])


def words(scene: Scene) -> list[str]:
    return [one.text for one in scene.primitives if isinstance(one, SceneText)]


@SCENES
def test_the_picture_holds_boards_flows_bank_and_cards(paint: object) -> None:
    assert callable(paint)
    shown = words(paint(BLOCK))
    assert {"Italy", "3600 M", "net 3300 M", "France", "ACI", "2 ACI · 160", "VIN · 140", "Bank", "+70 M"} <= {*shown}
    assert "First · leads" in shown and "–80" in shown, "the fonts have no minus"
    assert {"a card", "went out", "asked here", "sold", "from abroad"} <= {*shown}


@SCENES
def test_nothing_stands_beyond_its_edges(paint: object) -> None:
    assert callable(paint)
    scene = paint(BLOCK)
    for one in scene.primitives:
        if isinstance(one, SceneText):
            wide = one.width or measure_board_words(one.text, one.size, one.bold)
            start = {"": one.x - wide / 2, "l": one.x, "r": one.x - wide}[one.align]
            assert start >= 0 and start + wide <= scene.width and 0 < one.y < scene.height, one.text
        if isinstance(one, ScenePath):
            xs = [n for _, numbers in one.steps for n in numbers[::2]]
            assert min(xs) >= 0 and max(xs) <= scene.width


def test_goods_of_which_there_are_many_are_counted() -> None:
    """Nine squares, four dashed ones and three plates find no room in a column."""
    shown = words(picture.wide_boards_scene(BLOCK))
    assert {"×9", "×4", "7 9 12"} <= {*shown} and "×2" not in shown


def test_signs_that_do_not_occur_are_not_explained() -> None:
    quiet = replace(BLOCK, flows=(), boards=tuple(replace(board, stocks=()) for board in BLOCK.boards))
    assert not {"a card", "went out", "asked here", "sold", "from abroad"} & {*words(picture.wide_boards_scene(quiet))}


def test_words_are_as_wide_as_they_were_measured() -> None:
    """Whatever fonts there are where the picture is shown."""
    texts = ElementTree.fromstring(picture.render_boards_svgs(BLOCK)[0]).findall(".//{*}text")
    long = [text for text in texts if len(text.text or "") > SHORT]
    assert long and all(text.get("textLength") for text in long)


def test_toner_is_saved_where_it_is_wanted() -> None:
    """Neither the colours of seats nor their tints; the hatches stay."""
    wide = picture.wide_boards_scene(BLOCK, outline=True)
    looks = {colour for style in STYLES.values() for colour in (style.fill, style.tint)}
    painted = [one for one in wide.primitives if isinstance(one, SceneArea | ScenePath)]
    assert not looks & {one.fill for one in painted}
    assert not {ABROAD, GROUND} & {
        paint for one in painted if isinstance(one, ScenePath) for paint in (one.fill, one.stroke)
    }
    assert {one.hatch for one in painted if isinstance(one, SceneArea)} == {style.hatch for style in STYLES.values()}


def test_the_two_pictures_share_no_names() -> None:
    """A pattern of a picture that is not shown would not be painted in the other."""
    wide, tall = ({*re.findall(r' id="([^"]*)"', svg)} for svg in picture.render_boards_svgs(BLOCK))
    assert wide and tall and not wide & tall


def test_what_can_be_picked_is_a_link() -> None:
    links = {"FR": ("/here?at=FR", "Buy of France"), "card 34": ("/here?at=card+34", "Play 34"), "DE": ("/x", "x")}
    for svg in picture.render_boards_svgs(BLOCK, links):
        found = ElementTree.fromstring(svg).findall(".//{*}a")
        assert {one.get("data-at"): one.get("aria-label") for one in found} == {
            "FR": "Buy of France",
            "card 34": "Play 34",
        }
        assert 'role="group"' in svg
    assert 'role="img"' in picture.render_boards_svgs(BLOCK)[0]


def test_it_is_told_in_plain_text() -> None:
    told = render.render_plain_text([BLOCK])
    assert "Italy (First), 3600 M, −80, net 3300 M, leads" in told
    assert re.search(r"^ACI steel +110/170 +2 \(1\) +2 \(1\) +6$", told, re.M)
    assert "Italy sells steel." in told and "34 +70 M; France steel ×2" in told


def test_mail_tells_it_in_words() -> None:
    mailed = render.render_mail_html([BLOCK])
    assert "<svg" not in mailed and "Italy buys wine." in mailed and "net 3300 M" in mailed


def test_paper_shows_it() -> None:
    text = PdfReader(io.BytesIO(render.render_report_pdf([BLOCK]))).pages[0].extract_text()
    assert "2 ACI · 160" in text and "3600 M" in text


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_words_break_nothing(hostile: str) -> None:
    stock, price = Stock(hostile, hostile, 1, 1, (hostile,)), Price(hostile, hostile, 1, 2, 3)
    some = (PlayerBoard(hostile, "A", hostile, True, hostile, None, hostile, (hostile,), (stock,), hostile),)
    card = TableCard(
        hostile, hostile, hostile, note=hostile, demands=(CardDemand(hostile, hostile, hostile, hostile, 1),)
    )
    flow, bank = Sale("", "A", 10, hostile, hostile), Bank(hostile, hostile, (price,))
    block = Boards(hostile, some, {}, (flow,), bank, (CardHand(hostile, (card,)),), dict.fromkeys(BLOCK.words, hostile))
    for svg in picture.render_boards_svgs(block, {hostile: (hostile, hostile)}):
        ElementTree.fromstring(svg)
    assert (
        render.render_plain_text([block]).encode()
        and render.render_mail_html([block]).encode()
        and render.render_report_pdf([block])
    )


@pytest.mark.parametrize("block", [Boards("none", ()), replace(BLOCK, boards=())])
def test_a_table_without_boards_is_painted(block: Boards) -> None:
    assert all(picture.render_boards_svgs(block)) and render.render_plain_text([block])
