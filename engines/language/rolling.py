"""Random legal orders from an ask: what a bot plays and what the tests throw at an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.language.grammar import GrammarPart, Number, OneOf, Order, OrderGrammar, OrderPattern, Pick, Repeat, Word
from engines.language.reader import first_in_list, narrow_pick
from engines.language.slots import order_slot
from engines.language.writing import write_order

EXTRA_ROWS = 3
"""Rows a list is given beyond the fewest it needs."""
EXTRA_CHANCE = 0.3
"""How often a sentence is said that nobody waits for: without a slot, or of another section."""


class NothingToChoose(Exception):  # noqa: N818
    """The parts leave nothing to choose."""


def roll_orders(grammar: OrderGrammar, random: Random, grave: float = 0.0) -> list[Order]:
    """Random orders: one for each slot of the ask, now and then one that is not owed. Each is legal by itself.
    What a page folds away is said like all else: it is legal too, and tests are to meet it.

    `grave`: how often, from 0 to 1, something is said that cannot be undone."""
    slots: dict[str, list[OrderPattern]] = {}
    for n, line in enumerate(grammar.lines):
        if not line.grave or random.random() < grave:
            slots.setdefault(line.slot or f"\n{n}", []).append(line)
    chosen = (random_order(lines, random) for name, lines in slots.items() if is_slot_filled(name, lines, random))
    return [order for order in chosen if order is not None]


def is_slot_filled(name: str, lines: Sequence[OrderPattern], random: Random) -> bool:
    """Return whether the slot is filled this time."""
    owed = not name.startswith("\n") and not lines[0].section
    return owed or random.random() < EXTRA_CHANCE


def random_order(lines: Sequence[OrderPattern], random: Random) -> Order | None:
    """One of some sentences, with random arguments."""
    for line in random.sample(lines, len(lines)):
        try:
            args = random_arguments(line.parts, random)
        except NothingToChoose:
            continue
        return Order(line.verb, args, order_slot(line, args), write_order(line, args))
    return None


NO_ARGUMENTS: Mapping[str, Any] = {}


def random_arguments(
    parts: Sequence[GrammarPart], random: Random, before: Mapping[str, Any] = NO_ARGUMENTS, taken: Sequence[str] = ()
) -> dict[str, Any]:
    """Arguments for a run of parts. `before`: what was picked in the forms around it; `taken`: what its list holds
    already and does not say twice. Raises NothingToChoose if a part has no choice that is open, or no number."""
    args: dict[str, Any] = {}
    for part in parts:
        match part:
            case Word():
                pass
            case Pick():
                open_ = narrow_pick(part, {**before, **args}).choices
                codes = [c.code for c in open_ if not c.why_not and c.code not in taken]
                if not codes:
                    raise NothingToChoose
                args[part.name] = random.choice(codes)
            case Number():
                values = part.values
                if not values:
                    raise NothingToChoose
                args[part.name] = random.choice(values)
            case OneOf():
                args[part.name] = random_alternative(part, random, {**before, **args}, taken)
            case Repeat():
                args[part.name] = random_rows(part, random, {**before, **args})
    return args


def random_alternative(part: OneOf, random: Random, before: Mapping[str, Any], taken: Sequence[str]) -> dict[str, Any]:
    """One of the forms that leave something to choose."""
    for one in random.sample(part.alternatives, len(part.alternatives)):
        try:
            return {"way": one.name, **random_arguments(one.parts, random, before, taken)}
        except NothingToChoose:
            continue
    raise NothingToChoose


def random_rows(part: Repeat, random: Random, before: Mapping[str, Any]) -> list[dict[str, Any]]:
    """As few rows as are needed and some more; rows that would repeat one are left out."""
    wish = random.randint(part.low, min(part.high, part.low + EXTRA_ROWS))
    found: list[dict[str, Any]] = []
    for _ in range(wish):
        said = [*first_in_list(part, before), *(str(value) for row in found for value in row.values())]
        taken = said if part.distinct else []
        try:
            row = random_arguments(part.parts, random, before, taken)
        except NothingToChoose:
            break
        if row not in found or len(found) < part.low:
            found.append(row)
    if len(found) < part.low:
        raise NothingToChoose
    return found
