"""The form of a new game's options, made from their ask: its fields, filled with what is advised, and what is posted
back as text. Orders are put together step by step instead (`pbem.web.desk.desk_page`).

A form is only another way of writing the text a mail carries: what comes out here is read like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from engines import language
from engines.language.grammar import GrammarPart, Number, OneOf, Order, OrderGrammar, OrderPattern, Pick, Repeat, Word
from engines.language.names import Choice
from engines.language.slots import order_slot

BLANK_ROWS = 2
"""Empty rows shown below the filled ones of a list."""
RANKED = (">", "")
"""What stands between the things of a ranking."""
LONG = 60
"""Choices from which one types what is meant, with a list that helps."""
FEW = 45
"""Choices up to which a ranking has room for all, or as many as there can be rows."""
MOST_ROWS = 12
"""Rows up to which blank ones are added."""
USED = "on"


@dataclass(frozen=True)
class Field:
    """One control. `kind`: word, pick, typed, number, ways or rows; `value` is what stands in it.

    What is `typed` has so many choices that they stand in a list of the page, named `iter_posted_rows`.
    """

    kind: str
    name: str = ""
    label: str = ""
    value: str = ""
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    groups: tuple[tuple[Field, ...], ...] = ()
    listed: str = ""


@dataclass(frozen=True)
class FormSentence:
    """One line of the ask as a group of controls; `own_switch`: it has none, and needs a box to be said at all."""

    name: str
    help: str
    fields: tuple[Field, ...]
    own_switch: bool
    used: bool


@dataclass(frozen=True)
class OptionsForm:
    """All sentences, and the long lists that fields refer to."""

    sentences: tuple[FormSentence, ...]

    @property
    def lists(self) -> dict[str, tuple[Choice, ...]]:
        return collect_choice_lists(each for sentence in self.sentences for each in sentence.fields)


def build_options_form(grammar: OrderGrammar, said: Sequence[str], prefix: str = "o") -> OptionsForm:
    """The form, filled with canonical lines. `prefix` tells the fields of two forms on one page apart."""
    found = [o for text in said for o in language.parse_orders(grammar, text).orders]
    lines = enumerate(grammar.lines)
    return OptionsForm(
        tuple(
            build_form_sentence(f"{prefix}{n}", line, next((o for o in found if line_spells_order(line, o)), None))
            for n, line in lines
        )
    )


def line_spells_order(line: OrderPattern, order: Order) -> bool:
    """Return whether this line can spell the order."""
    try:
        return (
            line.verb == order.verb
            and order_slot(line, order.args) == order.slot
            and language.write_order(line, order.args) == order.text
        )
    except (KeyError, IndexError, TypeError):
        return False


def build_form_sentence(name: str, line: OrderPattern, order: Order | None) -> FormSentence:
    args = order.args if order else {}
    found = tuple(iter_form_fields(line.parts, name, args))
    own_switch = not has_controls(found)
    found = (
        found
        if own_switch or is_unmistakable(line.parts, found)
        else (build_tick_box(name, line.verb, order is not None), *found)
    )
    return FormSentence(name, line.help, found, own_switch, order is not None)


def build_tick_box(name: str, label: str, used: bool) -> Field:
    """A box that says that what follows is said."""
    return Field("tick", f"{name}.{USED}", label, USED * used)


def has_controls(found: Sequence[Field]) -> bool:
    """Return whether there is anything to fill in."""
    return any(f.kind != "word" for f in found)


def is_unmistakable(parts: Sequence[GrammarPart], found: Sequence[Field]) -> bool:
    """Return whether something is always filled in when this is said, so that it needs no box."""
    sure = {part.name for part in parts if isinstance(part, OneOf | Number | Pick)}
    return any(f.kind in ("pick", "typed", "number", "ways") and f.label in sure for f in found)


def iter_form_fields(parts: Sequence[GrammarPart], prefix: str, args: Mapping[str, Any]) -> Iterator[Field]:
    for part in parts:
        match part:
            case Word():
                if part.text:
                    yield Field("word", label=part.text)
            case Pick() if len(part.choices) == 1 and not part.choices[0].why_not:
                yield Field("word", label=part.choices[0].code)
            case Pick() if len(part.choices) > LONG:
                value = str(args.get(part.name, ""))
                yield Field(
                    "typed",
                    f"{prefix}.{part.name}",
                    part.name,
                    value,
                    part.choices,
                    listed=choice_list_name(part.choices),
                )
            case Pick():
                value = str(args.get(part.name, ""))
                yield Field("pick", f"{prefix}.{part.name}", part.name, value, part.choices)
            case Number():
                value = str(args.get(part.name, ""))
                low = -(-part.low // part.step) * part.step  # browsers count steps from the lowest number
                yield Field("number", f"{prefix}.{part.name}", part.name, value, (), low, part.high, part.step)
            case OneOf():
                yield build_ways_field(part, f"{prefix}.{part.name}", args.get(part.name, {}))
            case Repeat():
                yield build_rows_field(part, f"{prefix}.{part.name}", args.get(part.name, []))


def choice_list_name(choices: tuple[Choice, ...]) -> str:
    """The name of a list of choices on the page."""
    return f"list-{crc32(' '.join(choice.code for choice in choices).encode()):08x}"


def collect_choice_lists(found: Iterable[Field]) -> dict[str, tuple[Choice, ...]]:
    """The lists that some fields refer to, each once."""
    named: dict[str, tuple[Choice, ...]] = {}
    for each in found:
        named |= {each.listed: each.choices} if each.listed else {}
        for group in each.groups:
            named |= collect_choice_lists(group)
    return named


def build_ways_field(part: OneOf, name: str, chosen: Mapping[str, Any]) -> Field:
    groups = tuple(
        tuple(iter_form_fields(way.parts, f"{name}.{n}", chosen if chosen.get("way") == way.name else {}))
        for n, way in enumerate(part.alternatives)
    )
    value = next((str(n) for n, way in enumerate(part.alternatives) if way.name == chosen.get("way")), "")
    return Field("ways", name, part.name, value, groups=groups)


def build_rows_field(part: Repeat, name: str, filled: Sequence[Mapping[str, Any]]) -> Field:
    count = max(part.low, min(part.high, len(filled) + count_blank_rows(part), MOST_ROWS), len(filled))
    groups = tuple(build_row_fields(part, f"{name}.{n}", filled[n] if n < len(filled) else None) for n in range(count))
    return Field("rows", name, part.name, groups=groups)


def count_blank_rows(part: Repeat) -> int:
    """A ranking of few things has room for all of them at once."""
    first = part.parts[0] if part.between in RANKED else None
    choices = [c for c in first.choices if not c.why_not] if isinstance(first, Pick) and len(part.parts) == 1 else []
    return max(BLANK_ROWS, len(choices)) if len(choices) <= FEW else BLANK_ROWS


def build_row_fields(part: Repeat, name: str, filled: Mapping[str, Any] | None) -> tuple[Field, ...]:
    """One row, with a box where nothing else would tell that it is said."""
    found = tuple(iter_form_fields(part.parts, name, filled or {}))
    return (
        found if is_unmistakable(part.parts, found) else (build_tick_box(name, part.name, filled is not None), *found)
    )


# --- posted -----------------------------------------------------------------------------------------------------


def posted_text(grammar: OrderGrammar, posted: Mapping[str, str], prefix: str = "o") -> str:
    """Return what a posted form says, as lines of order text. Sentences that were not used say nothing."""
    named = [(f"{prefix}{n}", line) for n, line in enumerate(grammar.lines)]
    used = ((name, line) for name, line in named if is_sentence_used(line.parts, name, posted))
    return "\n".join(" ".join(iter_posted_words(line.parts, name, posted)) for name, line in used)


def is_sentence_used(parts: Sequence[GrammarPart], name: str, posted: Mapping[str, str]) -> bool:
    """Return whether a sentence (or a row) is used: its box is ticked, or anything in it is filled in. What stands in a
    form that is not the chosen one does not count."""
    ticked = posted.get(name) or posted.get(f"{name}.{USED}")
    return bool(ticked) or any(
        is_part_filled(part, f"{name}.{part.name}", posted) for part in parts if not isinstance(part, Word)
    )


def is_part_filled(part: Pick | Number | Repeat | OneOf, name: str, posted: Mapping[str, str]) -> bool:
    if isinstance(part, Repeat):
        return any(is_sentence_used(part.parts, f"{name}.{n}", posted) for n in range(part.high))
    return bool(posted.get(name, "").strip())


def iter_posted_words(parts: Sequence[GrammarPart], prefix: str, posted: Mapping[str, str]) -> Iterator[str]:
    for part in parts:
        match part:
            case Word():
                yield from (part.text,) if part.text else ()
            case Pick() if len(part.choices) == 1 and not part.choices[0].why_not:
                yield part.choices[0].code
            case Pick() | Number():
                value = posted.get(f"{prefix}.{part.name}", "").strip()
                yield from (value,) if value else ()
            case OneOf():
                name = f"{prefix}.{part.name}"
                way = posted.get(name, "")
                if way.isdecimal() and len(way) < 4 and int(way) < len(part.alternatives):
                    yield from iter_posted_words(part.alternatives[int(way)].parts, f"{name}.{int(way)}", posted)
            case Repeat():
                yield from iter_posted_rows(part, f"{prefix}.{part.name}", posted)


def iter_posted_rows(part: Repeat, name: str, posted: Mapping[str, str]) -> Iterator[str]:
    """The rows that are filled in, and those that must be."""
    shown = [n for n in range(part.high) if n < part.low or is_sentence_used(part.parts, f"{name}.{n}", posted)]
    for count, n in enumerate(shown):
        yield from (part.between,) if count and part.between else ()
        yield from iter_posted_words(part.parts, f"{name}.{n}", posted)
