"""The order language: reads, writes, outlines, completes and rolls any `OrderGrammar`.

`grammar` holds the description, `names` what things are called; `reader` walks one line, `text` reads a whole text, and
`faults` says what was wrong with it; `writing` and `rolling` go the other way; `slots` tells what an order is about,
`standing` keeps lines for later phases.
"""

from engines.language.completing import Completion, CompletionStep, complete_order
from engines.language.index import CompiledGrammar
from engines.language.meaning import LineVerdict
from engines.language.rolling import roll_orders
from engines.language.text import ParsedText, parse_orders
from engines.language.writing import opening_lexemes, outline_grammar, write_order

__all__ = [
    "CompiledGrammar",
    "Completion",
    "CompletionStep",
    "LineVerdict",
    "ParsedText",
    "complete_order",
    "opening_lexemes",
    "outline_grammar",
    "parse_orders",
    "roll_orders",
    "write_order",
]
