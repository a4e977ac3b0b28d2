"""How much of what people write is read, and how much is answered: the one home of these numbers.

Whatever lies beyond is told in one sentence, never dropped in silence. Measured by `python -m bench adversarial`.
"""

from __future__ import annotations

TEXT = 40_000
"""Characters of one text that are read; a line that begins before is read to its end."""
LINES = 500
"""Lines of one text that are judged; several orders on a line count as several."""
LINE = 2_000
"""Characters of one line that are read, and of one order in its canonical form."""
STEPS = 60_000
"""Steps spent on one text, of which the dearest games' longest letters need a tenth."""
STEPS_OF_LINE = 10_000
"""Steps spent on one line: hostile text costs no more than this."""
EXPLAINED = 25
"""Lines of one text whose faults are explained at length: a page of prose costs no more than that."""
REMARKS = 100
"""Warnings kept of one text."""
REMARK = 600
"""Characters of one remark."""
QUOTED = 80
"""Characters quoted in an answer of what somebody wrote."""
STANDING = 20_000
"""Characters of all orders that stand of one seat, in their canonical form."""


def clip_text(text: str, most: int = QUOTED) -> str:
    """The beginning of a text; "…" stands for the rest."""
    return text if len(text) <= most else f"{text[: most - 2].rstrip()} …"
