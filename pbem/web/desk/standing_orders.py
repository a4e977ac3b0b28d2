"""The orders of a seat as they stand, a row each: in words, with what there is to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from engines.language import LineVerdict
from engines.language.grammar import OrderGrammar, Remark
from pbem.books import steps
from pbem.games.orders.orders import Answer

Mark = Literal["yes", "doubt", "no"]
"""It counts; it counts, but there is a warning; it does not count."""


@dataclass(frozen=True)
class OrderRow:
    """An order in `words`, `text` as it is stored; a refused line as it was written."""

    mark: Mark
    words: str
    text: str
    remarks: tuple[Remark, ...] = ()

    @property
    def anchor(self) -> str:
        return order_anchor(self.text)


def order_anchor(text: str) -> str:
    """The name by which links lead to the row of an order."""
    return f"o-{crc32(text.encode()):08x}"


def lines_in_words(grammar: OrderGrammar, texts: Sequence[str]) -> list[str]:
    """Canonical lines in plain language; one that is no longer understood as it is stored."""
    words = steps.orders_in_words(grammar, texts)
    return [words.get(text, text) for text in texts]


def list_order_rows(grammar: OrderGrammar, answer: Answer) -> tuple[OrderRow, ...]:
    """Return what stands. A line that the rules are against stands no longer, so its remark is not here (see
    `refused`)."""
    words = lines_in_words(grammar, answer.standing)
    return tuple(
        build_order_row(text, said, [r for r in answer.remarks if r.line == text])
        for text, said in zip(answer.standing, words, strict=True)
    )


def build_order_row(text: str, words: str, remarks: Iterable[Remark]) -> OrderRow:
    told = tuple(remarks)
    return OrderRow(mark_of(told), words, text, told)


def mark_of(remarks: Sequence[Remark]) -> Mark:
    return "no" if any(r.level == "error" for r in remarks) else "doubt" if remarks else "yes"


def list_doubtful_rows(answer: Answer) -> tuple[OrderRow, ...]:
    """Of the lines that were sent those that do not count, by themselves or among the others, and those that count with
    a warning of their own; all others are told by the list of what stands."""
    every = (build_verdict_row(answer, verdict) for verdict in answer.verdicts)
    return tuple(one for one in every if one.remarks and (one.mark == "no" or one.text in answer.standing))


def build_verdict_row(answer: Answer, verdict: LineVerdict) -> OrderRow:
    told = (*verdict.remarks, *(r for r in answer.remarks if verdict.order_text and r.line == verdict.order_text))
    if not verdict.order_text:
        return OrderRow("no", verdict.raw, verdict.raw, told)
    return build_order_row(verdict.order_text, verdict.order_words or verdict.order_text, told)


def list_general_remarks(answer: Answer) -> tuple[Remark, ...]:
    """Return what there is to say of all orders together."""
    spoken_of = {*answer.standing, *(verdict.order_text for verdict in answer.verdicts)}
    return tuple(remark for remark in answer.remarks if remark.line not in spoken_of)
