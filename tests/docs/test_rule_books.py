"""The rule books keep what is said of them: what is cited is found, links lead somewhere, and named tests exist.

A game whose book is not written yet is not asked for; one that has a book must have all of it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from engines.all import SHIPPED
from engines.report import Table
from pbem.books import markdown, shelf
from pbem.books.book import Book, iter_passages, parse_book, read_book
from pbem.render.tables import column_heads, row_cells
from tests.docs import cited
from tests.docs.cited import GAMES, GUIDES, LINK, ROOT, RULES, STATEMENTS
from tests.hosting import PATIENCE

BOOKS = [*(RULES / f"{code}.md" for code in GAMES), *sorted(GUIDES.glob("*.md"))]


def rules(code: str) -> Book:
    found = read_book(SHIPPED[code], "rules")
    assert found is not None
    return found


@pytest.mark.parametrize("code", GAMES)
def test_every_section_that_is_cited_is_found(code: str) -> None:
    known = rules(code).passages_by_anchor
    assert {number: where for number, where in cited.sections(code).items() if number not in known} == {}


@pytest.mark.parametrize("code", GAMES)
def test_every_code_of_a_remark_is_explained(code: str) -> None:
    """Whoever is told E30 can look it up."""
    assert cited.remarks(code) - set(rules(code).passages_by_anchor) == set()


@pytest.mark.parametrize("code", GAMES)
def test_nothing_is_numbered_twice(code: str) -> None:
    """A second section of one number could not be led to."""
    book = rules(code)
    names = [name for at, block in enumerate(book.blocks) for name, _ in iter_passages(book.blocks, at, block)]
    assert {name for name in names if names.count(name) > 1 and name[:1].isdigit()} == set()


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_link_leads_somewhere(path: Path) -> None:
    """To a file of the checkout and, in a book, to a name that it has."""
    broken = [to for to in LINK.findall(path.read_text("utf-8")) if not leads_somewhere(path, to)]
    assert broken == []


def leads_somewhere(path: Path, to: str) -> bool:
    if to.startswith(("https://", "http://", "mailto:")):
        return True
    name, _, anchor = to.partition("#")
    target = (path.parent / name).resolve() if name else path
    if not target.exists():
        return False
    return (
        not anchor
        or target.suffix != ".md"
        or anchor in parse_book("", "rules", target.read_text("utf-8"), "").passages_by_anchor
    )


@pytest.mark.slow
@pytest.mark.parametrize("path", STATEMENTS, ids=lambda path: path.stem)
def test_what_the_statements_name_exists(path: Path) -> None:
    """Each place and each test of the tables on the original documents."""
    missing = [
        f"{name}:{inside}"
        for name, inside in cited.iter_cited_names(path.read_text("utf-8"))
        if not exists(name, inside)
    ]
    assert missing == []


def exists(name: str, inside: str) -> bool:
    path = ROOT / name
    if not path.exists():
        return "/" not in name  # a file that is only spoken of, without a place
    return not inside or path.suffix != ".py" or inside in cited.defined_names(path)


@pytest.mark.parametrize("path", STATEMENTS, ids=lambda path: path.stem)
def test_every_statement_says_where_it_is(path: Path) -> None:
    """Four cells, numbered without a gap; either a place or a word on what is different."""
    tables = [block for block in markdown.parse_markdown_blocks(path.read_text("utf-8")) if isinstance(block, Table)]
    rows = [row for table in tables if column_heads(table)[:2] == ["no", "statement"] for row in table.rows]
    texts = [[cell.text for cell in row_cells(row)] for row in rows]
    assert texts
    assert [row[0] for row in texts] == [str(n) for n in range(1, len(texts) + 1)]
    assert [row[0] for row in texts if len(row) != 4 or not row[1] or not row[2]] == []


# --- what stands here can fail --------------------------------------------------------------------------------------

BOOK = """# Toy: the rules
## 5 Play
### 5.2 Peace
Words.

**5.10a** A paragraph with a number. See [5.2](#5.2).

- **5.3.1** An item.
- Another.

| code | what it says |
| --- | --- |
| E04–E06 | three |
| W15, W16 | two |
| E37–W39 | both |
| PAR | no code |
"""


def test_what_counts_as_found() -> None:
    """Headings, paragraphs and items that begin with a number; codes in the first column, also of a range."""
    found = set(parse_book("toy", "rules", BOOK, "").passages_by_anchor)
    numbers = {"5", "5.2", "5.10a", "5.3.1"}
    codes = {"E04", "E05", "E06", "W15", "W16", "E37", "E38", "E39", "W37", "W38", "W39"}
    assert found == numbers | codes | {"toy-the-rules"}


def test_a_broken_link_is_seen(tmp_path: Path) -> None:
    book = tmp_path / "toy.md"
    book.write_text(BOOK, "utf-8")
    assert leads_somewhere(book, "#5.2") and leads_somewhere(book, "toy.md#5.10a")
    assert not leads_somewhere(book, "#5.4") and not leads_somewhere(book, "other.md")


def test_a_place_that_is_gone_is_seen() -> None:
    here = "tests/docs/test_rule_books.py"
    assert (
        exists(here, "exists") and exists("tests/docs/cited.py", "GAMES") and exists("engines/base.py", "Engine.seats")
    )
    assert not exists(here, "gone") and not exists("tests/docs/gone.py", "")


# --- the wheel ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_wheel_holds_the_books(tmp_path: Path) -> None:
    """What is served from a checkout is served from an installed package."""
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    (wheel,) = tmp_path.glob("*.whl")
    inside = set(ZipFile(wheel).namelist())
    written = {shelf.house_path(code, kind) for code in SHIPPED for kind in shelf.KINDS}
    assert {f"pbem/_books/{path}" for path in written if (ROOT / "docs" / path).is_file()} <= inside
    assert "pbem/_books/engines/europa.md" in inside
