"""A receipt stays short, whatever the letter was: how much is shown of each part of it, and what is said of the rest.

Sizes are in bytes of the letter as it travels: a text is in it twice, plain and as HTML, and some characters take many.
"""

from __future__ import annotations

import quopri
from collections.abc import Sequence
from html import escape
from typing import Any

from engines.language.bounds import QUOTED, REMARK, clip_text
from pbem.books.steps import words_beyond_line
from pbem.commands.lines import WriterLine
from pbem.commands.outcomes import LineOutcome
from pbem.settings.mail_addresses import redact_secrets
from pbem.wording import Tongue

LINES, LINES_SIZE = 200, 20_000
"""Lines of a letter whose outcomes are shown, and what they may take together."""
NOTES = 4
"""Remarks on one line besides its outcome."""
SECTIONS_SIZE = 24_000
"""What the answers to questions may take together."""
STANDING_SIZE = 8_000
"""What the orders that stand may take."""
REMARKS = 10
"""Remarks on the orders that stand."""


def mailed_size(text: str) -> int:
    """Return what a text takes of a letter."""
    return sum(len(quopri.encodestring(part.encode("utf-8", "replace"))) for part in (text, escape(text)))


def count_fitting(texts: Sequence[str], most: int) -> int:
    """Return how many of these texts, from the first, fit into a size."""
    taken = 0
    for count, text in enumerate(texts):
        taken += mailed_size(text) + 10
        if taken > most:
            return count
    return len(texts)


def shorten_outcomes(found: Sequence[LineOutcome]) -> tuple[list[dict[str, Any]], int]:
    """The outcomes as data, and how many are not shown. Secrets that a letter quotes are not."""
    shown = [outcome_data(outcome) for outcome in found[:LINES]]
    count = count_fitting(["\n".join((s["said"], s["text"], s["words"], *s["notes"])) for s in shown], LINES_SIZE)
    return shown[:count], len(found) - count


def outcome_data(outcome: LineOutcome) -> dict[str, Any]:
    notes = [clip_text(redact_secrets(note), REMARK) for note in outcome.notes[:NOTES]]
    told = clip_text(redact_secrets(outcome.text), REMARK)
    said, words = clip_text(redact_secrets(outcome.said), 2 * QUOTED), words_beyond_line(outcome.text, outcome.words)
    return {
        "said": said,
        "level": outcome.level,
        "text": told,
        "words": clip_text(redact_secrets(words), REMARK),
        "notes": notes,
    }


def shorten_sections(say: Tongue, found: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """The answers to questions, cut where there is no more room; what is left out is named."""
    left, shown = SECTIONS_SIZE, list[dict[str, str]]()
    for number, section in enumerate(found):
        rows = section["text"].split("\n")
        count = count_fitting(rows, left)
        shown.append({"title": section["title"], "text": "\n".join(rows[:count])})
        left -= mailed_size(shown[-1]["text"])
        if count < len(rows):
            titles = ", ".join(dict.fromkeys(s["title"] for s in found[number:]))
            shown.append({"title": say("no room"), "text": clip_text(say("no room for", titles=titles), REMARK)})
            break
    return shown


def shorten_standing_orders(orders: Sequence[tuple[str, str]]) -> tuple[list[tuple[str, str]], int]:
    """The orders that stand, each with its words, and how many are not shown."""
    count = count_fitting(["  ".join(one) for one in orders], STANDING_SIZE)
    return list(orders[:count]), len(orders) - count


def summarize_dropped_lines(lines: Sequence[WriterLine]) -> list[dict[str, Any]]:
    """Return what was left out of a letter: each kind with its number of lines and the first of them."""
    found: dict[str, list[str]] = {}
    for one in lines:
        if one.dropped and one.text.strip(" >|"):
            found.setdefault(one.dropped, []).append(one.text.strip())
    return [
        {"kind": kind, "count": len(texts), "first": clip_text(redact_secrets(texts[0]))}
        for kind, texts in found.items()
    ]
