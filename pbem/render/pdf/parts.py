"""Which part of a report stands where on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engines.report import SHEET, STANDINGS, Block, Boards, Heading, Lead, Map, Paragraph, Table

SECTION = 2
"""The level of the headings of a report's parts."""
NEXT, NOW, PROOF = "next", "now", "proof"
"""The anchors of the section with the deadline, which stands on the front page, and of how things stand: it has a page
with a picture of its own, on which is also what can be ordered (`SHEET`). The proof is the last of all."""
Picture: TypeAlias = Map | Boards
"""What is shown large: blocks of which `pbem.render.pdf.front_page` makes a drawing."""


@dataclass
class ReportParts:
    """A report, part by part: its title with what stands beside it, what is told first, the pictures of what happened
    and of how things stand, the standings, the deadline, what belongs to how things stand, the sheet of orders, the
    rest, the proof."""

    title: str = ""
    under: str = ""
    leads: list[Lead] = field(default_factory=list)
    picture: Picture | None = None
    standings: list[Block] = field(default_factory=list)
    due: list[Paragraph] = field(default_factory=list)
    now_title: str = ""
    now_picture: Picture | None = None
    now: list[Block] = field(default_factory=list)
    sheet: list[Block] = field(default_factory=list)
    rest: list[Block] = field(default_factory=list)
    proof: list[Block] = field(default_factory=list)


def split_report_parts(blocks: Sequence[Block]) -> ReportParts:
    """The parts of a report. What comes in no section of its own is news, and stands in `rest`."""
    parts, section = ReportParts(), ""
    for n, block in enumerate(blocks):
        if isinstance(block, Heading) and (block.level <= SECTION or block.anchor):
            section = block.anchor
        match block:
            case Heading(level=1) if not parts.title:
                parts.title = block.text
            case Paragraph() if n == 1 and parts.title and not block.quiet:
                parts.under = block.text
            case Lead() if not section:
                parts.leads.append(block)
            case Heading() if section == NOW and not parts.now_title:
                parts.now_title = block.text
            case Map() | Boards() if not section and parts.picture is None:
                parts.picture = block
            case Map() | Boards() if section == NOW and parts.now_picture is None:
                parts.now_picture = block
            case Table() if block.name == STANDINGS:
                parts.standings.append(block)
            case Paragraph(anchor="proof"):
                parts.proof.append(block)
            case Heading() if block.anchor == NEXT:
                pass
            case Paragraph() if section == NEXT:
                parts.due.append(block)
            case Heading() | Paragraph() if section == SHEET:
                parts.sheet.append(block)
            case Table() if block.name == SHEET:
                parts.sheet.append(block)
            case _:
                (parts.now if section == NOW else parts.rest).append(block)
    return parts


def group_with_headings(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Blocks with the headings, and the words that announce them, over them."""
    group: list[Block] = []
    for block in blocks:
        group.append(block)
        if not isinstance(block, Heading) and not announces_next(block):
            yield group
            group = []
    if group:
        yield group


def announces_next(block: Block) -> bool:
    """Return whether a block announces the next."""
    return isinstance(block, Paragraph) and block.text.rstrip().endswith(":")
