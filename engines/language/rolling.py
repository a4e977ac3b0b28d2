"""Random legal orders from an ask: what a bot plays and what the tests throw at an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.language.ask import Ask, Line, Many, Number, OneOf, Order, Part, Pick, Word
from engines.language.reader import first_of, narrowed
from engines.language.slots import slot_of
from engines.language.writing import write

ROWS = 3
"""Rows a list is given beyond the fewest it needs."""
EXTRA = 0.3
"""How often a sentence is said that nobody waits for: without a slot, or of another section."""


class Dead(Exception):  # noqa: N818
    """The parts leave nothing to choose."""


def roll(ask: Ask, random: Random, grave: float = 0.0) -> list[Order]:
    """Random orders: one for each slot of the ask, now and then one that is not owed. Each is legal by itself.
    What a page folds away is said like all else: it is legal too, and tests are to meet it.

    `grave`: how often, from 0 to 1, something is said that cannot be undone."""
    slots: dict[str, list[Line]] = {}
    for n, line in enumerate(ask.lines):
        if not line.grave or random.random() < grave:
            slots.setdefault(line.slot or f"\n{n}", []).append(line)
    chosen = (said(lines, random) for name, lines in slots.items() if spoken(name, lines, random))
    return [order for order in chosen if order is not None]


def spoken(name: str, lines: Sequence[Line], random: Random) -> bool:
    """Whether the slot is filled this time."""
    owed = not name.startswith("\n") and not lines[0].section
    return owed or random.random() < EXTRA


def said(lines: Sequence[Line], random: Random) -> Order | None:
    """One of some sentences, with random arguments."""
    for line in random.sample(lines, len(lines)):
        try:
            args = arguments(line.parts, random)
        except Dead:
            continue
        return Order(line.verb, args, slot_of(line, args), write(line, args))
    return None


NOTHING: Mapping[str, Any] = {}


def arguments(
    parts: Sequence[Part], random: Random, before: Mapping[str, Any] = NOTHING, taken: Sequence[str] = ()
) -> dict[str, Any]:
    """Arguments for a run of parts. `before`: what was picked in the forms around it; `taken`: what its list holds
    already and does not say twice. Raises Dead if a part has no choice that is open, or no number."""
    args: dict[str, Any] = {}
    for part in parts:
        match part:
            case Word():
                pass
            case Pick():
                open_ = narrowed(part, {**before, **args}).choices
                codes = [c.code for c in open_ if not c.why_not and c.code not in taken]
                if not codes:
                    raise Dead
                args[part.name] = random.choice(codes)
            case Number():
                values = part.values
                if not values:
                    raise Dead
                args[part.name] = random.choice(values)
            case OneOf():
                args[part.name] = way(part, random, {**before, **args}, taken)
            case Many():
                args[part.name] = rows(part, random, {**before, **args})
    return args


def way(part: OneOf, random: Random, before: Mapping[str, Any], taken: Sequence[str]) -> dict[str, Any]:
    """One of the forms that leave something to choose."""
    for one in random.sample(part.ways, len(part.ways)):
        try:
            return {"way": one.name, **arguments(one.parts, random, before, taken)}
        except Dead:
            continue
    raise Dead


def rows(part: Many, random: Random, before: Mapping[str, Any]) -> list[dict[str, Any]]:
    """As few rows as are needed and some more; rows that would repeat one are left out."""
    wish = random.randint(part.low, min(part.high, part.low + ROWS))
    found: list[dict[str, Any]] = []
    for _ in range(wish):
        said = [*first_of(part, before), *(str(value) for row in found for value in row.values())]
        taken = said if part.distinct else []
        try:
            row = arguments(part.parts, random, before, taken)
        except Dead:
            break
        if row not in found or len(found) < part.low:
            found.append(row)
    if len(found) < part.low:
        raise Dead
    return found
