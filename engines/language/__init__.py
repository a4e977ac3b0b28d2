"""The order language: reads, writes, outlines, completes and rolls any `Ask`.

`ask` holds the description, `names` what things are called; `reader` walks one line, `text` reads a whole text, and
`faults` says what was wrong with it; `writing` and `rolling` go the other way; `slots` tells what an order is about,
`standing` keeps lines for later phases.
"""

from engines.language.completing import Completion, Step, complete
from engines.language.index import Grammar
from engines.language.meaning import Verdict
from engines.language.rolling import roll
from engines.language.text import Reading, read
from engines.language.writing import lexemes, outline, write

__all__ = [
    "Completion",
    "Grammar",
    "Reading",
    "Step",
    "Verdict",
    "complete",
    "lexemes",
    "outline",
    "read",
    "roll",
    "write",
]
