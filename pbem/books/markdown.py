"""The Markdown of the books as report blocks: headings, paragraphs, lists, tables, code, and how words are set.

What can be cited gets a name that links lead to (its anchor): a numbered heading, a paragraph or an item that begins
with a bold number, and the codes in the first column of a table. Other headings have one made of their words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.report import Block, Cell, Code, Column, Heading, Items, Run, Table, Text

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

NUMBER = re.compile(r"(?P<number>\d+(?:\.\d+)*[a-z]?)\.?(?:\s+|$)")
CODE = re.compile(r"([A-Z]{1,2})(\d{1,3})")
RANGE = re.compile(rf"{CODE.pattern}(?:\s*[–-]\s*{CODE.pattern})?")
CODES = re.compile(rf"{CODE.pattern}(?:\s*[-–,;/]\s*{CODE.pattern})*")
TABLE = "book"
"""The name of the tables of books."""
Link = Callable[[str], str]
"""Where a link leads from the page a book stands on; "" if nowhere, then its words stand alone."""


def blocks(source: str, link: Link = lambda to: to) -> tuple[Block, ...]:
    """A text as blocks."""
    return tuple(apart(inside(parsed(source), link)))


def parsed(source: str) -> SyntaxTreeNode:
    from markdown_it import MarkdownIt  # a megabyte, for when a book is opened
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).enable("table").parse(source))


def apart(found: Iterable[Block]) -> Iterator[Block]:
    """Blocks whose headings have names of their own: the second of one name gets a number."""
    seen = Counter[str]()
    for block in found:
        if isinstance(block, Heading):
            times = seen[block.anchor]
            seen[block.anchor] += 1
            yield replace(block, anchor=f"{block.anchor}-{times}") if times else block
        else:
            yield block


def inside(node: SyntaxTreeNode, link: Link) -> Iterator[Block]:
    """The blocks of a node's children; what the books do not use is passed over."""
    for child in node.children:
        match child.type:
            case "heading":
                yield heading(child, link)
            case "paragraph":
                yield paragraph(child, link)
            case "bullet_list":
                yield Items(items(child, link))
            case "ordered_list":
                yield Items(items(child, link), int(child.attrs.get("start", 1)))
            case "fence" | "code_block":
                yield Code(child.content.rstrip("\n"))
            case "table":
                yield table(child, link)
            case "blockquote":
                yield from inside(child, link)


def items(node: SyntaxTreeNode, link: Link) -> tuple[tuple[Block, ...], ...]:
    return tuple(tuple(inside(item, link)) for item in node.children)


def heading(node: SyntaxTreeNode, link: Link) -> Heading:
    text = said(runs(node, link))
    return Heading(text, int(node.tag[1:]), number(text) or slug(text))


def paragraph(node: SyntaxTreeNode, link: Link) -> Text:
    """Cited by the bold number or code it begins with."""
    found = runs(node, link)
    first = found[0] if found else Run("")
    return Text(said(found), runs=plainly(found), anchor=cited(first.text) if first.strong else "")


def cited(words: str) -> str:
    """The number or code that words begin with."""
    code = CODE.match(words)
    return number(words) or (code[0] if code else "")


def number(words: str) -> str:
    found = NUMBER.match(words)
    return found["number"] if found else ""


def slug(words: str) -> str:
    """The anchor of a heading without a number, as the usual readers of Markdown make it."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words.lower()).strip())


# --- tables -----------------------------------------------------------------------------------------------------


def table(node: SyntaxTreeNode, link: Link) -> Table:
    head, *rows = [row.children for part in node.children for row in part.children]
    return Table(TABLE, tuple(column(cell, link) for cell in head), tuple(row_of(cells, link) for cells in rows))


def column(node: SyntaxTreeNode, link: Link) -> Column:
    right = "right" in str(node.attrs.get("style", ""))
    return Column(said(runs(node, link)), "r" if right else "l")


def row_of(cells: Sequence[SyntaxTreeNode], link: Link) -> tuple[Cell, ...]:
    first, *rest = (cell_of(cell, link) for cell in cells)
    return replace(first, anchors=tuple(codes(first.text))), *rest


def cell_of(node: SyntaxTreeNode, link: Link) -> Cell:
    found = runs(node, link)
    return Cell(said(found), runs=plainly(found))


def codes(words: str) -> Iterator[str]:
    """The codes that a cell consists of: "E04–E06" is three, "W15, W16" two; a cell with other words has none."""
    for found in RANGE.finditer(words) if CODES.fullmatch(words.strip()) else ():
        letters, low, others, high = found.groups()
        for n in range(int(low), int(high or low) + 1):
            yield from (f"{kind}{n:0{len(low)}}" for kind in dict.fromkeys((letters, others or letters)))


# --- words ------------------------------------------------------------------------------------------------------


def runs(node: SyntaxTreeNode, link: Link) -> tuple[Run, ...]:
    """The words of a heading, a paragraph or a cell, as they are set."""
    return tuple(merged(run for inline in node.children for run in flat(inline, Run(""), link)))


def flat(node: SyntaxTreeNode, style: Run, link: Link) -> Iterator[Run]:
    """`style` is how the words around it are set."""
    for child in node.children:
        match child.type:
            case "text":
                yield replace(style, text=child.content)
            case "code_inline":
                yield replace(style, text=child.content, code=True)
            case "softbreak" | "hardbreak":
                yield replace(style, text=" ")
            case "strong":
                yield from flat(child, replace(style, strong=True), link)
            case "em":
                yield from flat(child, replace(style, slanted=True), link)
            case "link":
                yield from flat(child, replace(style, to=link(str(child.attrs["href"]))), link)


def merged(found: Iterator[Run]) -> Iterator[Run]:
    """Neighbours that are set alike as one."""
    last: Run | None = None
    for run in found:
        if not run.text:
            continue
        if last is not None and replace(last, text="") == replace(run, text=""):
            last = replace(last, text=last.text + run.text)
            continue
        if last is not None:
            yield last
        last = run
    if last is not None:
        yield last


def said(found: Sequence[Run]) -> str:
    return "".join(run.text for run in found)


def plainly(found: tuple[Run, ...]) -> tuple[Run, ...]:
    """Nothing if all words are set in the usual way."""
    return () if all(replace(run, text="") == Run("") for run in found) else found
