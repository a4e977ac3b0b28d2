"""The booklet of a game: what it holds, where its links lead, and that it is painted once."""

from __future__ import annotations

import io

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject

from engines.report import Heading, Paragraph, Run, Table, make_columns
from goofspiel import ENGINE as GOOFSPIEL
from pbem.books import booklet
from pbem.render.chapters import Chapter
from pbem.render.paper import Paper
from pbem.render.pdf import booklet as painter
from tests.books import RULES, replace_books
from tests.games.toy import TOY


def pages(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def test_it_holds_the_first_turn_the_rules_and_the_orders() -> None:
    """With who made the game on its cover, and a page number for each chapter that is true."""
    told = pages(booklet.make_game_booklet(GOOFSPIEL, "pbem.test"))
    assert "Merrill Flood" in told[0] and "pbem.test" in told[0]
    assert "Contents" in told[1]
    for chapter in ("Your first turn", "Rules", "Orders", "Credits"):
        entry = next(line for line in told[1].splitlines() if line.startswith(chapter))
        number = int("".join(filter(str.isdigit, entry)))
        assert told[number - 1].lstrip().startswith(chapter)
        assert str(number) in told[number - 1].splitlines()


def test_without_rules_the_guide_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_books(monkeypatch, rules="")
    told = pages(booklet.make_game_booklet(TOY, "pbem.test"))[1]
    assert "Guide" in told and "Rules" not in told


def test_links_lead_to_their_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """To sections of the same chapter; what the booklet does not hold is words alone."""
    replace_books(monkeypatch, rules=RULES)
    found = PdfReader(io.BytesIO(booklet.make_game_booklet(TOY, "pbem.test")))
    dests = [[str(note["/Dest"]) for note in links(page)] for page in found.pages]
    contents = ["Your first turn", "Rules", "1 Bidding", "2 What you are told"]
    lines = pages(booklet.make_game_booklet(TOY, "pbem.test"))[1].splitlines()
    assert [title for line in lines for title in contents if line.startswith(title)] == contents
    assert dests[2:5] == [[], [dests[1][3]], []]
    assert len(set(dests[1])) == len(dests[1])


def links(page: PageObject) -> list[DictionaryObject]:
    notes = [note.get_object() for note in page.get("/Annots", [])]
    return [note for note in notes if isinstance(note, DictionaryObject)]


def test_a_long_chapter_has_running_heads() -> None:
    """The title and the chapter on every page but the first, and the section that page is in."""
    blocks = [block for n in range(30) for block in (Heading(f"{n} Section", 2, str(n)), Paragraph("Words. " * 60))]
    told = pages(painter.build_booklet_pdf("Game", (), [Chapter("rules", "Rules", blocks)]))
    assert len(told) > 5
    assert all("Game · Rules" in page for page in told[3:]) and "Game · Rules" not in told[2]
    assert all(f"{n} Section" in " ".join(told[2:]) for n in range(30))


def test_a_table_has_its_head_on_every_page() -> None:
    table = Table("book", make_columns("code", "what it says"), tuple((f"E{n:02}", "Words. " * 12) for n in range(60)))
    told = pages(painter.build_booklet_pdf("Game", (), [Chapter("rules", "Rules", [table])]))[2:]
    assert len(told) > 3 and all("what it says" in page for page in told)


@pytest.mark.parametrize(("sentences", "smaller"), [(4, False), (6, True), (40, False)])
def test_a_first_turn_is_kept_on_its_page(sentences: int, smaller: bool) -> None:
    """Set smaller, if that is enough; else as large as the rest."""
    blocks = [Paragraph("Nine words make a line of this page, roughly. " * sentences) for _ in range(10)]
    free, kept = (
        pages(painter.build_booklet_pdf("Game", (), [Chapter("first", "Your first turn", blocks, one_page)]))
        for one_page in (False, True)
    )
    assert (len(free), len(kept)) == (4, 3) if smaller else free == kept


def test_words_set_in_several_ways_are_all_there() -> None:
    runs = (Run("strong", strong=True), Run(", "), Run("x" * 200, code=True), Run(" end", slanted=True))
    text = Paragraph("".join(run.text for run in runs), runs=runs)
    told = "".join(pages(painter.build_booklet_pdf("G", (), [Chapter("r", "R", [text])]))[2].split())
    assert "strong,xxx" in told and told.count("x") == 200 and "end" in told


def test_it_is_painted_once_for_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """And again when a book has changed. Strangers may ask for it again and again."""
    replace_books(monkeypatch, rules=RULES)
    first = booklet.make_game_booklet(TOY, "pbem.test")
    assert booklet.make_game_booklet(TOY, "pbem.test") is first
    replace_books(monkeypatch, rules=RULES.replace("Silence is 0", "Silence is 1"))
    changed = booklet.make_game_booklet(TOY, "pbem.test")
    assert changed != first and any("Silence is 1" in page for page in pages(changed))


def test_american_paper() -> None:
    sizes = [
        tuple(
            round(float(n))
            for n in PdfReader(io.BytesIO(booklet.make_game_booklet(GOOFSPIEL, "h", one))).pages[0].mediabox[2:]
        )
        for one in (Paper("A4"), Paper("letter"))
    ]
    assert sizes == [(420, 595), (396, 612)]
