"""Standing lines: “STANDING YES * ME” is kept, and said again for its player in every phase to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.language import slots
from engines.language.ask import Ask, Line, OneOf, Order, Word, way
from engines.language.text import read

VERB = "STANDING"
WIPE = "STANDING CLEAR"
SECTION = "Standing lines"


def standing_line(lines: Sequence[Line], about: str = "") -> Line:
    """The sentence that keeps one of some others. `about` names the argument by which lines of one kind differ: a later
    one with the same replaces the earlier."""
    clear = way("CLEAR", Word("CLEAR", ("NONE",), plain="say nothing more"))
    ways = OneOf("line", (*(way(line.verb, *line.parts) for line in lines), clear))
    slot = "STANDING {line.way}" + (f" {{line.{about}}}" if about else "")
    verb = Word(VERB, plain="from the next phase on,")
    return Line(VERB, (verb, ways), slot, "a line that holds from the next phase on", SECTION, several=True)


def kept(ask: Ask, before: Sequence[str], said: Sequence[Order]) -> tuple[str, ...]:
    """The standing lines after what was said, without the word STANDING; those kept are spelled as they were."""
    new = [order for order in said if order.verb == VERB]
    if not new:
        return tuple(before)
    wiped = any(order.text == WIPE for order in new)
    old = read(ask, "" if wiped else "\n".join(f"{VERB} {line}" for line in before))
    spelled = {verdict.order.text: verdict.raw for verdict in old.verdicts if verdict.order}
    left = (order.text for order in slots.amended(old.orders, new) if order.text != WIPE)
    return tuple(spelled.get(text, text).removeprefix(f"{VERB} ") for text in left)


def said_again(ask: Ask | None, lines: Sequence[str]) -> tuple[Order, ...]:
    """Standing lines as orders, as far as they can be given now."""
    return read(ask, "\n".join(lines)).orders if ask and lines else ()


def behind(said: Sequence[Order], standing: Sequence[Order]) -> tuple[Order, ...]:
    """What was said, then those standing lines that it does not replace."""
    taken = frozenset(key for order in said for key in slots.keys(order))
    return (*said, *(order for order in standing if not slots.keys(order) & taken))


def as_draft(ask: Ask, lines: Sequence[str]) -> Ask:
    """The ask with standing lines as its draft, as far as they can be given now."""
    found = said_again(ask, lines)
    return replace(ask, draft=tuple(order.text for order in found)) if found else ask


def ends_with_its_holder(ask: Ask, lines: Sequence[str], wipe: Sequence[str] = (WIPE,)) -> Ask:
    """The ask with words that forget the standing lines, for when nobody holds the seat any more."""
    return replace(ask, vacant=tuple(wipe)) if lines else ask
