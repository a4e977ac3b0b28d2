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

from engines.report import Block, Cell, Code, Column, Heading, Items, Paragraph, Run, Table

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

NUMBER = re.compile(r"(?P<number>\d+(?:\.\d+)*[a-z]?)\.?(?:\s+|$)")
CODE = re.compile(r"([A-Z]{1,2})(\d{1,3})")
RANGE = re.compile(rf"{CODE.pattern}(?:\s*[–-]\s*{CODE.pattern})?")
CODES = re.compile(rf"{CODE.pattern}(?:\s*[-–,;/]\s*{CODE.pattern})*")
TABLE = "book"
"""The name of the tables of books."""
LinkResolver = Callable[[str], str]
"""Where a link leads from the page a book stands on; "" if nowhere, then its words stand alone."""


def parse_markdown_blocks(source: str, link: LinkResolver = lambda to: to) -> tuple[Block, ...]:
    """A text as blocks."""
    return tuple(number_repeated_anchors(iter_child_blocks(parse_markdown_tree(source), link)))


def parse_markdown_tree(source: str) -> SyntaxTreeNode:
    from markdown_it import MarkdownIt  # a megabyte, for when a book is opened
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).enable("table").parse(source))


def number_repeated_anchors(found: Iterable[Block]) -> Iterator[Block]:
    """Blocks whose headings have names of their own: the second of one name gets a number."""
    seen = Counter[str]()
    for block in found:
        if isinstance(block, Heading):
            times = seen[block.anchor]
            seen[block.anchor] += 1
            yield replace(block, anchor=f"{block.anchor}-{times}") if times else block
        else:
            yield block


def iter_child_blocks(node: SyntaxTreeNode, link: LinkResolver) -> Iterator[Block]:
    """The blocks of a node's children; what the books do not use is passed over."""
    for child in node.children:
        match child.type:
            case "heading":
                yield parse_heading(child, link)
            case "paragraph":
                yield parse_paragraph(child, link)
            case "bullet_list":
                yield Items(parse_list_items(child, link))
            case "ordered_list":
                yield Items(parse_list_items(child, link), int(child.attrs.get("start", 1)))
            case "fence" | "code_block":
                yield Code(child.content.rstrip("\n"))
            case "table":
                yield parse_table(child, link)
            case "blockquote":
                yield from iter_child_blocks(child, link)


def parse_list_items(node: SyntaxTreeNode, link: LinkResolver) -> tuple[tuple[Block, ...], ...]:
    return tuple(tuple(iter_child_blocks(item, link)) for item in node.children)


def parse_heading(node: SyntaxTreeNode, link: LinkResolver) -> Heading:
    text = join_run_texts(parse_runs(node, link))
    return Heading(text, int(node.tag[1:]), leading_number(text) or heading_slug(text))


def parse_paragraph(node: SyntaxTreeNode, link: LinkResolver) -> Paragraph:
    """Cited by the bold number or code it begins with."""
    found = parse_runs(node, link)
    first = found[0] if found else Run("")
    return Paragraph(
        join_run_texts(found), runs=drop_plain_runs(found), anchor=leading_citation(first.text) if first.strong else ""
    )


def leading_citation(words: str) -> str:
    """The number or code that words begin with."""
    code = CODE.match(words)
    return leading_number(words) or (code[0] if code else "")


def leading_number(words: str) -> str:
    found = NUMBER.match(words)
    return found["number"] if found else ""


def heading_slug(words: str) -> str:
    """The anchor of a heading without a number, as the usual readers of Markdown make it."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words.lower()).strip())


# --- tables -----------------------------------------------------------------------------------------------------


def parse_table(node: SyntaxTreeNode, link: LinkResolver) -> Table:
    head, *rows = [row.children for part in node.children for row in part.children]
    return Table(
        TABLE,
        tuple(parse_table_column(cell, link) for cell in head),
        tuple(parse_table_row(cells, link) for cells in rows),
    )


def parse_table_column(node: SyntaxTreeNode, link: LinkResolver) -> Column:
    right = "right" in str(node.attrs.get("style", ""))
    return Column(join_run_texts(parse_runs(node, link)), "r" if right else "l")


def parse_table_row(cells: Sequence[SyntaxTreeNode], link: LinkResolver) -> tuple[Cell, ...]:
    first, *rest = (parse_table_cell(cell, link) for cell in cells)
    return replace(first, anchors=tuple(iter_cited_codes(first.text))), *rest


def parse_table_cell(node: SyntaxTreeNode, link: LinkResolver) -> Cell:
    found = parse_runs(node, link)
    return Cell(join_run_texts(found), runs=drop_plain_runs(found))


def iter_cited_codes(words: str) -> Iterator[str]:
    """The codes that a cell consists of: "E04–E06" is three, "W15, W16" two; a cell with other words has none."""
    for found in RANGE.finditer(words) if CODES.fullmatch(words.strip()) else ():
        letters, low, others, high = found.groups()
        for n in range(int(low), int(high or low) + 1):
            yield from (f"{kind}{n:0{len(low)}}" for kind in dict.fromkeys((letters, others or letters)))


# --- words ------------------------------------------------------------------------------------------------------


def parse_runs(node: SyntaxTreeNode, link: LinkResolver) -> tuple[Run, ...]:
    """The words of a heading, a paragraph or a cell, as they are set."""
    return tuple(merge_runs(run for inline in node.children for run in iter_flat_runs(inline, Run(""), link)))


def iter_flat_runs(node: SyntaxTreeNode, style: Run, link: LinkResolver) -> Iterator[Run]:
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
                yield from iter_flat_runs(child, replace(style, strong=True), link)
            case "em":
                yield from iter_flat_runs(child, replace(style, slanted=True), link)
            case "link":
                yield from iter_flat_runs(child, replace(style, to=link(str(child.attrs["href"]))), link)


def merge_runs(found: Iterator[Run]) -> Iterator[Run]:
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


def join_run_texts(found: Sequence[Run]) -> str:
    return "".join(run.text for run in found)


def drop_plain_runs(found: tuple[Run, ...]) -> tuple[Run, ...]:
    """Nothing if all words are set in the usual way."""
    return () if all(replace(run, text="") == Run("") for run in found) else found
