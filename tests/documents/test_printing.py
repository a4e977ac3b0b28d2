"""Every page of every game on paper, in both languages: nothing blank, orphaned or too small, read in order, and a file
that says what it is."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import DecodedStreamObject, NameObject
from sqlmodel import Session

from engines.report import SHEET, STANDINGS, Block, Heading, Lead, Map, Table, styles_in_blocks
from pbem.documents import printing, reports
from pbem.games import games
from pbem.games.talk import press
from pbem.render.paper import Paper
from pbem.render.pdf.drawing import rgb_operands
from pbem.render.pdf.file import new_canvas
from pbem.render.pdf.strips import Strip
from pbem.render.to_pdf import PdfReport, build_report_pdf
from pbem.settings import config
from pbem.settings.config import Config
from pbem.settings.installed_engines import ENGINES
from pbem.storage.database import Store
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import LANGUAGES, Tongue, seat_tongue
from tests.attacks.tables import start_engine_party
from tests.games.party import Party, advice
from tests.size import take_some

PHASES = 3
GREETING = "Peace to all! 🙂 👍🏽 🇫🇷 你好 こんにちは 한국어 שלום abc مرحبا"
SILENT = re.compile(rb"/Span <</ActualText <FEFF>>> BDC.*?EMC", re.DOTALL)
FORM = re.compile(rb"(/FormXob\.form-\w+) Do")
LETTERS_OF_PIECES = 5.2
"""In points: the letters on the smallest pieces and coins of a map, which are signs, not words."""


@dataclass(frozen=True, eq=False)
class PrintedPhase:
    """What a seat of a game gets on paper."""

    blocks: tuple[Block, ...]
    game: Game
    phase: Phase
    seat: Seat
    say: Tongue
    config: Config

    @cached_property
    def file(self) -> bytes:
        return self.paint_pdf()

    def paint_pdf(self) -> bytes:
        return printing.render_phase_pdf(self.blocks, Paper(), self.game, self.seat, self.say, self.config)

    @property
    def reader(self) -> PdfReader:
        return PdfReader(io.BytesIO(self.file))

    def laid_out(self, paper: Paper) -> PdfReport:
        paper = printing.paper_in_tongue(paper, self.say)
        canvas = new_canvas(
            paper.size_in_points, paper, "", printing.make_imprint(self.game, self.seat, self.config, self.say)
        )
        return PdfReport(canvas, self.blocks, paper, printing.make_imprint(self.game, self.seat, self.config, self.say))


@pytest.fixture(scope="module")
def known(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, PrintedPhase]]:
    """Each game some phases on, always the same, as its first seat gets it, and Europax also in French."""
    folder = tmp_path_factory.mktemp("printing")
    path = folder / "pbem.db"
    path.write_bytes(sqlite_template.read_bytes())
    store = Store(f"sqlite:///{path}")
    settings = config.load_config(folder, {"PBEM_MAIL_HOST": "pbem.test", "PBEM_PUBLIC_URL": "https://pbem.test"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.games.games.secrets.token_hex", lambda size: f"{7:0{2 * size}x}")
        yield dict(positions(store, settings))
    store.close()


def positions(store: Store, settings: Config) -> Iterator[tuple[str, PrintedPhase]]:
    now = datetime.fromisoformat("2026-03-02T12:00:00+00:00")
    for code in ENGINES:
        party, at = start_engine_party(store, code, now), now
        for _ in range(PHASES):
            at = play_phase(store, party, at)
        with store.read_session() as session:
            yield code, print_phase(session, party, 0, settings)
            if code == "europax":
                yield "français", print_phase(session, party, 1, settings)


def play_phase(store: Store, party: Party, at: datetime) -> datetime:
    """A phase by advice, with talk; the second seat of a game of several languages reads French."""
    with store.read_session() as session:
        said = dict(advice(session, party))
        seats = [seat.code for seat in games.list_game_seats(session, party.game(session))]
    for code, lines in said.items():
        french = ("LANGUAGE FR",) if party.game_id and code == seats[1] else ()
        party.submit(code, "\n".join((*lines, *french)), at)
    with store.write_session() as session:
        game, (one, two, *_) = party.game(session), seats
        press.post_press(
            session, game, party.seat(session, one), [two], "Shall we say so for two years?", at, f"1 {at}"
        )
        press.post_press(session, game, party.seat(session, two), "*", GREETING, at, f"2 {at}")
    at += timedelta(days=10)
    party.close(at)
    return at


def print_phase(session: Session, party: Party, nth: int, settings: Config) -> PrintedPhase:
    game, phase = party.game(session), party.phase(session)
    seat = games.list_game_seats(session, game)[nth]
    blocks = reports.report_blocks(session, phase, seat, "Europe/Paris")
    return PrintedPhase(tuple(blocks), game, phase, seat, seat_tongue(game, phase, seat), settings)


CODES = (*ENGINES, "français")
PAPERS = (Paper(), Paper("Letter", toner="low"), Paper(print="large"))


@pytest.fixture(params=take_some(CODES, 2, 4))
def one(known: dict[str, PrintedPhase], request: pytest.FixtureRequest) -> PrintedPhase:
    return known[request.param]


def words_of(page: PageObject) -> str:
    """A page as it is read aloud: without what is drawn twice for its halo."""
    return " ".join(unfold_page(page).extract_text().split())


def unfold_page(page: PageObject) -> PageObject:
    """A page with what its forms show in it, without halos."""
    content = page.get_contents()
    assert content is not None
    forms: Any = page["/Resources"].get_object()

    def shown(found: re.Match[bytes]) -> bytes:
        form: bytes = forms["/XObject"][found[1].decode()].get_object().get_data()
        return b"q " + form + b" Q"

    stream = DecodedStreamObject()
    stream.set_data(SILENT.sub(b"", FORM.sub(shown, content.get_data())))
    page[NameObject("/Contents")] = stream
    return page


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: f"{paper.size} {paper.print} {paper.toner}")
def test_no_third_of_a_page_is_blank(one: PrintedPhase, paper: Paper) -> None:
    """But at the end."""
    report = one.laid_out(paper)
    for page in report.pages[:-1]:
        edges = sorted((strip.y, strip.y + strip.strip.height) for strip in page)
        tops = [report.foot_at]
        for bottom, top in edges:
            assert bottom - max(tops) < (report.top - report.foot_at) / 3, report.pages.index(page)
            tops.append(top)
        assert report.top - max(tops) < 1


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: f"{paper.size} {paper.print} {paper.toner}")
def test_no_heading_is_orphaned(one: PrintedPhase, paper: Paper) -> None:
    """What it stands over begins right below it."""
    for page in one.laid_out(paper).pages:
        for at in page:
            if at.strip.role in ("H2", "H3"):
                below = [
                    other for other in page if other.x == at.x and -0.1 <= at.y - other.y - other.strip.height < 12
                ]
                assert below, at.strip


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: f"{paper.size} {paper.print} {paper.toner}")
def test_strips_stand_on_the_page_and_not_on_each_other(one: PrintedPhase, paper: Paper) -> None:
    report = one.laid_out(paper)
    for page in report.pages:
        assert all(at.y >= report.foot_at - 0.1 and at.y + at.strip.height <= report.top + 0.1 for at in page)
        columns: dict[float, list[tuple[float, Strip]]] = {}
        for at in page:
            columns.setdefault(at.x, []).append((at.y, at.strip))
        for found in columns.values():
            found.sort(key=lambda pair: pair[0])
            assert all(low + strip.height <= high + 0.1 for (low, strip), (high, _) in pairwise(found))


def test_the_front_page_tells_the_turn(one: PrintedPhase) -> None:
    """Title, what happened, the picture, how everybody stands, and at its foot until when."""
    said = words_of(one.reader.pages[0])
    title, lead = (next(b.text for b in one.blocks if isinstance(b, kind)) for kind in (Heading, Lead))
    table = next(b for b in one.blocks if isinstance(b, Table) and b.name == STANDINGS)
    awaited = one.say("by", when="").split("{")[0][:8]
    places = [said.index(words) for words in (title, lead[:30], max((c.head for c in table.columns), key=len), awaited)]
    assert places == sorted(places)


def test_the_sheet_has_room_to_write(one: PrintedPhase) -> None:
    report = one.laid_out(Paper())
    table = next(b for b in one.blocks if isinstance(b, Table) and b.name == SHEET)
    rows = report.flow.list_block_strips(table, report.wide)[1:-1]
    assert len(rows) == len(table.rows) and all(row.height >= 19 for row in rows)


def test_nothing_is_set_too_small(one: PrintedPhase) -> None:
    """Words in 6 points at the least; letters on pieces are signs."""
    found: list[float] = []

    def note(text: str, matrix: list[float], at: list[float], _: Any, size: float) -> None:
        if len(text.strip()) > 2:
            found.append(size * abs(at[3]) * abs(matrix[3]))

    for page in one.reader.pages[:2]:
        unfold_page(page).extract_text(visitor_text=note)
    assert len(found) > 50 and min(found) > LETTERS_OF_PIECES


def test_large_print_is_large(one: PrintedPhase) -> None:
    """Paragraphs in 14 points and more."""
    report = one.laid_out(Paper(print="large"))
    assert report.zoom * 8.5 > 14 and report.width * report.zoom == pytest.approx(595, abs=1)


def test_low_toner_fills_nothing_with_the_colours_of_seats(one: PrintedPhase) -> None:
    """Neither a region nor a swatch nor a row; owners are told by hatch and letter."""
    file = PdfReader(io.BytesIO(build_report_pdf(one.blocks, Paper(toner="low"))))
    found = {fill for page in file.pages for fill in fills(page)}
    tints = {rgb_operands(style.tint).encode() for style in styles_in_blocks(one.blocks).values()}
    assert tints and not tints & found and tints & {fill for page in one.reader.pages for fill in fills(page)}


def fills(page: Any) -> set[bytes]:
    """The colours that a page is filled with, and what is drawn on it."""
    parts = [page.get_contents(), *(part.get_object() for part in page["/Resources"].get("/XObject", {}).values())]
    return {colour for part in parts for colour in re.findall(rb"([\d.]+ [\d.]+ [\d.]+) rg", part.get_data())}


# --- the file ---------------------------------------------------------------------------------------------------------


def test_the_file_says_what_it_is(one: PrintedPhase) -> None:
    """Its language, its title in words, its author, what it is about."""
    told = one.reader.metadata
    assert told is not None and language(one.reader) == one.say.code
    assert told.title == next(block.text for block in one.blocks if isinstance(block, Heading))
    assert told.author == "pbem.test" and one.game.slug in str(told.subject)
    assert one.phase.name not in str(told.title)


@pytest.mark.slow
def test_the_file_has_an_outline_and_links(one: PrintedPhase) -> None:
    """A bookmark for each section, and the pages of the game."""
    titles = [str(entry.title) for entry in flat(one.reader.outline)]
    sections = [b.text for b in one.blocks if isinstance(b, Heading) and b.level <= 2 and b.anchor != "next"]
    assert [title for title in sections if title not in titles] == []
    notes: list[Any] = [note.get_object() for note in one.reader.pages[0].get("/Annots", ())]
    address = f"https://pbem.test/games/{one.game.slug}"
    assert {str(note["/A"]["/URI"]) for note in notes} == {address, f"{address}/seat"}


def language(reader: PdfReader) -> str:
    root: Any = reader.trailer["/Root"]
    return str(root["/Lang"])


def flat(outline: Any) -> Iterator[Any]:
    for entry in outline:
        yield from flat(entry) if isinstance(entry, list) else (entry,)


def test_the_file_can_be_heard(one: PrintedPhase) -> None:
    """Headings, paragraphs, and pictures with their words, in a structure that covers the pages."""
    root: Any = one.reader.trailer["/Root"]
    body: Any = root["/StructTreeRoot"]["/K"]
    elements = [entry.get_object() for entry in body["/K"]]
    assert "/MarkInfo" in root and elements[0]["/S"] == "/H1"
    pictures = [element for element in elements if element["/S"] == "/Figure"]
    assert pictures and all(len(str(picture["/Alt"])) > 20 for picture in pictures)
    assert [int(str(page["/StructParents"])) for page in one.reader.pages] == list(range(len(one.reader.pages)))


def test_links_are_heard_where_they_stand(one: PrintedPhase) -> None:
    """Each lies in the structure below the words it stands on, leads there and back, and says where it leads."""
    root: Any = one.reader.trailer["/Root"]
    numbers: Any = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    parents = dict(zip(numbers[::2], numbers[1::2], strict=True))
    notes: list[Any] = [note.get_object() for page in one.reader.pages for note in page.get("/Annots", ())]
    assert notes
    for note in notes:
        element = parents[note["/StructParent"]].get_object()
        assert element["/S"] == "/Link" and element["/K"]["/Obj"].get_object() == note
        assert element in [kid.get_object() for kid in element["/P"]["/K"][1:]]
        assert note["/Contents"] == note["/A"]["/URI"]


@pytest.mark.slow
def test_the_file_says_what_it_is_to_newer_programs(known: dict[str, PrintedPhase]) -> None:
    """As XMP, beside the dictionary that older ones read."""
    for printed_ in known.values():
        reader = PdfReader(io.BytesIO(printed_.file))
        told, old = reader.xmp_metadata, reader.metadata
        assert told is not None and old is not None
        assert told.dc_title == {"x-default": old.title} and told.dc_creator == [old.author]
        assert told.dc_language == [language(reader)] and told.dc_description == {"x-default": old.subject}


def test_a_name_on_the_map_is_read_once(known: dict[str, PrintedPhase]) -> None:
    """Its halo is no word."""
    said = words_of(PdfReader(io.BytesIO(known["diplomacy"].file)).pages[0])
    assert len(re.findall(r"\bVIE\b", said)) == 1


def test_no_frame_word_is_english_where_french_is_read(known: dict[str, PrintedPhase]) -> None:
    french = known["français"]
    assert french.say.code == "fr"
    said = " ".join(words_of(page) for page in PdfReader(io.BytesIO(french.file)).pages)
    assert not re.search(r"\b(continued|Page|page of|Signs|Report|Orders by|Why then)\b", said)
    assert "La page de la partie" in said and "1 sur " in said


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_the_frame_is_in_the_language_of_all_games(known: dict[str, PrintedPhase], code: str) -> None:
    """Also where the game itself speaks but one."""
    for printed_ in known.values():
        one = replace(printed_, say=Tongue(code))
        assert one.laid_out(Paper()).paper.format_frame_words("continued", title="x") == Tongue(code)(
            "paper continued", title="x"
        )


def test_the_same_twice(one: PrintedPhase) -> None:
    assert one.paint_pdf() == one.file


def test_other_scripts_are_legible(known: dict[str, PrintedPhase]) -> None:
    """In their order; an emoji is told by its name, a flag by its letters; nothing is a box or a question mark."""
    said = " ".join(words_of(page) for page in PdfReader(io.BytesIO(known["diplomacy"].file)).pages)
    assert "[slightly smiling face]" in said and "[thumbs up sign]" in said and "[FR]" in said
    assert "你好" in said and "こんにちは" in said and "한국어" in said
    assert "םולש" in said or "שלום" in said
    assert "?" not in said.replace("years?", "").replace("? Did", "").replace("A ?", "") or "S ?" in said


def test_maps_of_a_file_share_their_land(known: dict[str, PrintedPhase]) -> None:
    """A second picture of the same land costs far less than the first."""
    one = known["diplomacy"]
    maps = [block for block in one.blocks if isinstance(block, Map)]
    assert len(maps) == 2
    single = replace(one, blocks=tuple(block for block in one.blocks if block is not maps[1]))
    assert len(one.file) - len(single.file) < 25_000
