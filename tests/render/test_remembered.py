"""What is made of short texts is kept, and what somebody writes at length is not."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from engines.memo import MAX_TEXT_LENGTH, memoize_texts
from pbem.render import to_mail, to_text
from pbem.render.pdf import columns, words

ROOT = Path(__file__).parents[2]
FONT = words.PLAIN
LONG, TEXTS = 8_000, 8


def test_short_texts_are_worked_out_once() -> None:
    asked = []

    @memoize_texts(2)
    def twice(text: str, times: int) -> str:
        asked.append((text, times))
        return text * times

    short, long = "a" * MAX_TEXT_LENGTH, "b" * (MAX_TEXT_LENGTH + 1)
    for text in (short, short, long, long):
        assert twice(text, 2) == text * 2
    assert twice(short, 3) == short * 3
    assert asked == [(short, 2), (long, 2), (long, 2), (short, 3)]


def kept_bytes() -> int:
    """What painters keep of what was traced; whatever else a process does meanwhile is none of it."""
    painters = [tracemalloc.Filter(True, f"{ROOT}/{room}/*") for room in ("pbem/render", "engines", "tests/render")]
    found = tracemalloc.take_snapshot().filter_traces(painters)
    return sum(one.size for one in found.statistics("filename"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    [
        lambda text: words.lay_out_text(text, (), FONT, 9, 400),
        lambda text: columns.longest_word_width(text, FONT),
        lambda text: to_text.wrap_line(text, 72),
        lambda text: to_mail.longest_part_pixels(text, 12, False),
    ],
    ids=["lines of a PDF", "columns", "lines of a text", "cells of a letter"],
)
@pytest.mark.parametrize("word", ["x", "and so "], ids=["one word", "many"])
def test_what_is_written_at_length_is_not_kept(made: Callable[[str], object], word: str) -> None:
    """Texts that differ in their last letter: none stays whole, nor any long part of one. Their lines may, up to the
    number of short texts that are kept."""
    words.register_fonts()
    text = word * (LONG // len(word))
    made(text)
    tracemalloc.start()
    try:
        for number in range(TEXTS):
            made(f"{text}{number}")
        kept = kept_bytes()
    finally:
        tracemalloc.stop()
    assert kept < TEXTS * LONG / 2
