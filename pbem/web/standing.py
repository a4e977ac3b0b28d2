"""The orders of a seat as they stand, a row each: in words, with what there is to say of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal
from zlib import crc32

from engines.language import Verdict
from engines.language.ask import Ask, Remark
from pbem.books import steps
from pbem.play.orders import Answer

Mark = Literal["yes", "doubt", "no"]
"""It counts; it counts, but there is a warning; it does not count."""


@dataclass(frozen=True)
class Row:
    """An order in `words`, `text` as it is stored; a refused line as it was written."""

    mark: Mark
    words: str
    text: str
    remarks: tuple[Remark, ...] = ()

    @property
    def anchor(self) -> str:
        return anchor(self.text)


def anchor(text: str) -> str:
    """The name by which links lead to the row of an order."""
    return f"o-{crc32(text.encode()):08x}"


def in_words(ask: Ask, texts: Sequence[str]) -> list[str]:
    """Canonical lines in plain language; one that is no longer understood as it is stored."""
    words = steps.in_words(ask, texts)
    return [words.get(text, text) for text in texts]


def rows(ask: Ask, answer: Answer) -> tuple[Row, ...]:
    """What stands. A line that the rules are against stands no longer, so its remark is not here (see `refused`)."""
    words = in_words(ask, answer.standing)
    return tuple(
        row(text, said, [r for r in answer.remarks if r.line == text])
        for text, said in zip(answer.standing, words, strict=True)
    )


def row(text: str, words: str, remarks: Iterable[Remark]) -> Row:
    told = tuple(remarks)
    return Row(mark_of(told), words, text, told)


def mark_of(remarks: Sequence[Remark]) -> Mark:
    return "no" if any(r.level == "error" for r in remarks) else "doubt" if remarks else "yes"


def doubtful(answer: Answer) -> tuple[Row, ...]:
    """Of the lines that were sent those that do not count, by themselves or among the others, and those that count with
    a warning of their own; all others are told by the list of what stands."""
    every = (of_verdict(answer, verdict) for verdict in answer.verdicts)
    return tuple(one for one in every if one.remarks and (one.mark == "no" or one.text in answer.standing))


def of_verdict(answer: Answer, verdict: Verdict) -> Row:
    told = (*verdict.remarks, *(r for r in answer.remarks if verdict.text and r.line == verdict.text))
    if not verdict.text:
        return Row("no", verdict.raw, verdict.raw, told)
    return row(verdict.text, verdict.words or verdict.text, told)


def general(answer: Answer) -> tuple[Remark, ...]:
    """What there is to say of all orders together."""
    spoken_of = {*answer.standing, *(verdict.text for verdict in answer.verdicts)}
    return tuple(remark for remark in answer.remarks if remark.line not in spoken_of)
