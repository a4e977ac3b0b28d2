"""Standing lines: “STANDING YES * ME” is kept, and said again for its player in every phase to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.language import slots
from engines.language.grammar import OneOf, Order, OrderGrammar, OrderPattern, Word, alternative
from engines.language.text import parse_orders

STANDING_VERB = "STANDING"
CLEAR_TEXT = "STANDING CLEAR"
STANDING_SECTION = "Standing lines"


def standing_line(lines: Sequence[OrderPattern], about: str = "") -> OrderPattern:
    """The sentence that keeps one of some others. `about` names the argument by which lines of one kind differ: a later
    one with the same replaces the earlier."""
    clear = alternative("CLEAR", Word("CLEAR", ("NONE",), plain="say nothing more"))
    ways = OneOf("line", (*(alternative(line.verb, *line.parts) for line in lines), clear))
    slot = "STANDING {line.way}" + (f" {{line.{about}}}" if about else "")
    verb = Word(STANDING_VERB, plain="from the next phase on,")
    return OrderPattern(
        STANDING_VERB, (verb, ways), slot, "a line that holds from the next phase on", STANDING_SECTION, several=True
    )


def update_standing_lines(grammar: OrderGrammar, before: Sequence[str], said: Sequence[Order]) -> tuple[str, ...]:
    """The standing lines after what was said, without the word STANDING; those kept are spelled as they were."""
    new = [order for order in said if order.verb == STANDING_VERB]
    if not new:
        return tuple(before)
    wiped = any(order.text == CLEAR_TEXT for order in new)
    old = parse_orders(grammar, "" if wiped else "\n".join(f"{STANDING_VERB} {line}" for line in before))
    spelled = {verdict.order.text: verdict.raw for verdict in old.verdicts if verdict.order}
    left = (order.text for order in slots.amend_orders(old.orders, new) if order.text != CLEAR_TEXT)
    return tuple(spelled.get(text, text).removeprefix(f"{STANDING_VERB} ") for text in left)


def read_standing_lines(grammar: OrderGrammar | None, lines: Sequence[str]) -> tuple[Order, ...]:
    """Standing lines as orders, as far as they can be given now."""
    return parse_orders(grammar, "\n".join(lines)).orders if grammar and lines else ()


def append_standing_orders(said: Sequence[Order], standing: Sequence[Order]) -> tuple[Order, ...]:
    """Return what was said, then those standing lines that it does not replace."""
    taken = frozenset(key for order in said for key in slots.slot_keys(order))
    return (*said, *(order for order in standing if not slots.slot_keys(order) & taken))


def with_standing_draft(grammar: OrderGrammar, lines: Sequence[str]) -> OrderGrammar:
    """The ask with standing lines as its draft, as far as they can be given now."""
    found = read_standing_lines(grammar, lines)
    return replace(grammar, draft=tuple(order.text for order in found)) if found else grammar


def clear_when_vacant(grammar: OrderGrammar, lines: Sequence[str], wipe: Sequence[str] = (CLEAR_TEXT,)) -> OrderGrammar:
    """The ask with words that forget the standing lines, for when nobody holds the seat any more."""
    return replace(grammar, vacant=tuple(wipe)) if lines else grammar
