"""A book is read into blocks that all painters know, and whatever it numbers can be asked for."""

from __future__ import annotations

import pytest

from engines.all import SHIPPED
from engines.language.grammar import Remark
from engines.report import Code, Column, Heading, Items, Paragraph, Run, Table
from goofspiel import ENGINE as GOOFSPIEL
from pbem import render
from pbem.books import citations, markdown, shelf
from pbem.books.book import Book, first_turn_blocks, parse_book, read_book
from pbem.render.tables import row_cells
from tests.books import GUIDE, RULES, replace_books
from tests.games.toy import TOY


def rules(base: str = "") -> Book:
    return parse_book("toy", "rules", RULES, base)


# --- Markdown -------------------------------------------------------------------------------------------------------


def test_the_subset_becomes_blocks() -> None:
    """Paragraphs, lists of both kinds with lists in them, code, and how words are set."""
    text = (
        "Plain *slanted* **strong** `code` [there](#5).\n\n- one\n  - inner\n\n3. three\n4. four\n\n```\nBID 7\n```\n"
    )
    words, dashes, numbers, code = markdown.parse_markdown_blocks(text)
    assert isinstance(words, Paragraph) and words.text == "Plain slanted strong code there."
    assert words.runs[1::2] == (
        Run("slanted", slanted=True),
        Run("strong", strong=True),
        Run("code", code=True),
        Run("there", to="#5"),
    )
    assert dashes == Items(((Paragraph("one"), Items(((Paragraph("inner"),),))),))
    assert numbers == Items(((Paragraph("three"),), (Paragraph("four"),)), 3)
    assert code == Code("BID 7")


def test_a_table_keeps_its_sides_and_names_its_codes() -> None:
    (table,) = markdown.parse_markdown_blocks("| code | n |\n| --- | ---: |\n| E04–E06 | 1 |\n| E1 and more | 2 |\n")
    assert isinstance(table, Table) and table.columns == (Column("code", "l"), Column("n", "r"))
    first, second = (row_cells(row)[0] for row in table.rows)
    assert first.anchors == ("E04", "E05", "E06") and second.anchors == ()


def test_html_is_only_words() -> None:
    """Whoever writes a book cannot write a page."""
    told = render.render_page_html(
        markdown.parse_markdown_blocks("<script>alert(1)</script> and <b>b</b> [x](javascript:alert(1))\n")
    )
    assert "<script" not in told and "<b>" not in told and "javascript:" not in told.replace("(javascript:", "")


def test_headings_of_one_name_are_told_apart() -> None:
    names = [b.anchor for b in markdown.parse_markdown_blocks("## Example\n\n## Example\n") if isinstance(b, Heading)]
    assert names == ["example", "example-1"]


def test_the_painters_say_the_same() -> None:
    """Each in its way: what can be led to has its name on the page, and code is set off in a letter."""
    page, letter, plain = (
        render.render_page_html(rules().blocks),
        render.render_mail_html(rules().blocks),
        render.render_plain_text(rules().blocks),
    )
    for name in ("1.1", "1.1a", "E05", "W15", "2.2.1"):
        assert f'id="{name}"' in page and f'id="{name}"' in letter
    assert "<pre>BID 7</pre>" in page and "    BID 7\n" in plain and '<p class="code">BID 7</p>' in letter
    assert "1.1a Who passes bids nothing" in plain and "- 2.2.1 A siege lasts a round." in plain


# --- passages -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says", "not_"),
    [
        ("1", "Who passes", "Codes"),
        ("1.1", "Silence is 0", "Codes"),
        ("§1.1A", "Who passes", "Silence"),
        ("2.2.1", "lasts a round", "Another item"),
        ("E05", "no such card", "wins nothing"),
        ("w15", "wins nothing", "no such card"),
        ("siege", "Nobody escapes", "Codes"),
        ("what you are told", "Codes", "Silence"),
    ],
)
def test_a_passage(words: str, says: str, not_: str) -> None:
    """By number, code, title, or words of a title; it ends where the next of its rank begins."""
    told = render.render_plain_text(rules().find_passage(words))
    assert says in told and not_ not in told


def test_what_does_not_exist_is_near_to_something() -> None:
    assert rules().find_passage("1.7") == rules().find_passage("nothing") == rules().find_passage("") == ()
    assert rules().nearest_titles("1.7")[0] == "1.1 A bid"
    assert "W15" in rules().nearest_titles("W16")
    assert rules().nearest_titles("sieg of the card") == ["2.2 Siege of the last card"]


# --- links ----------------------------------------------------------------------------------------------------------


def test_links_lead_where_the_book_is_read() -> None:
    """On its page, from a letter; what is not served is words alone."""
    nobody = parse_book("nobody", "rules", RULES.replace("toy.md", "nobody.md"), "")  # a game that is not installed
    assert "guide#your-first-turn" not in render.render_page_html(nobody.blocks)
    own = parse_book("europa", "rules", RULES.replace("toy.md", "europa.md"), "")
    assert 'href="guide#your-first-turn"' in render.render_page_html(
        own.blocks
    ) and "hosting" not in render.render_page_html(own.blocks)
    far = parse_book("europa", "rules", RULES.replace("toy.md", "cantillon.md"), "https://h.example/help/europa/rules")
    assert 'href="https://h.example/help/cantillon/guide#your-first-turn"' in render.render_page_html(far.blocks)
    assert 'href="https://h.example/help/europa/rules#2"' in render.render_page_html(far.blocks)


# --- the shelf ------------------------------------------------------------------------------------------------------


def test_an_engine_brings_its_books() -> None:
    """They lie beside its class; nothing is declared."""
    assert shelf.list_shelf_kinds(GOOFSPIEL) == ["guide", "rules", "orders"]
    found = read_book(GOOFSPIEL, "rules")
    assert found is not None and "2.4" in found.passages_by_anchor


def test_a_game_without_books_is_told_of_all_the_same() -> None:
    assert shelf.list_shelf_kinds(TOY) == ["orders"] and read_book(TOY, "rules") is None


@pytest.mark.parametrize("code", SHIPPED)
def test_each_of_our_games_has_a_guide(code: str) -> None:
    guide = read_book(SHIPPED[code], "guide")
    assert guide is not None and first_turn_blocks(guide)


# --- citations ------------------------------------------------------------------------------------------------------


def test_what_a_remark_cites(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code, and the sections its text names; not what only looks like a code, nor what no book tells of."""
    replace_books(monkeypatch, rules=RULES, guide=GUIDE)
    told = [
        ("You hold no 7.", "E05"),
        ("As §1.1a says.", ""),
        ("Nothing.", "E99"),
        ("W15 is a word.", ""),
        ("§9.9", ""),
    ]
    names = [name for text, code in told for name in citations.cited_names(Remark("error", text, code=code))]
    assert citations.locate_citations(TOY, names) == {"E05": "rules#E05", "1.1a": "rules#1.1a"}
