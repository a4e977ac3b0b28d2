"""What an order is about, and which orders stand when more come: the later for the same thing replaces the earlier."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from engines.base import Line, Order

FIELD = re.compile(r"\{([\w.]+)\}")
SHARED = "+"
"""How the slot begins of orders that stand side by side if one text holds them."""


def slot_of(line: Line, args: Mapping[str, Any]) -> str:
    """The slot of an order: the line's, with the arguments it names filled in; one key for each value."""
    if not FIELD.search(line.slot):
        return (SHARED if line.several and line.slot else "") + line.slot
    names = list(dict.fromkeys(FIELD.findall(line.slot)))
    found = product(*(list(dict.fromkeys(values(args, name.split(".")))) or [""] for name in names))
    keys = (fill(line.slot, dict(zip(names, one, strict=True))) for one in found)
    return (SHARED if line.several else "") + "|".join(keys)


def fill(template: str, found: Mapping[str, str]) -> str:
    return FIELD.sub(lambda m: found[m[1]], template)


def values(args: Any, path: Sequence[str]) -> Iterator[str]:
    """The values at a path through arguments; rows give one each."""
    if isinstance(args, list):
        for row in args:
            yield from values(row, path)
    elif not path:
        yield str(args)
    elif path[0] in args:
        yield from values(args[path[0]], path[1:])


def keys(order: Order) -> frozenset[str]:
    """What an order is about; one without a slot only about itself."""
    slot = order.slot.removeprefix(SHARED)
    return frozenset(slot.split("|")) if slot else frozenset((f"\n{order.text}",))


def is_shared(order: Order) -> bool:
    return order.slot.startswith(SHARED)


def replaced_by(order: Order, later: Order) -> bool:
    """Whether a later order of the same text takes an order's place."""
    both = is_shared(order) and is_shared(later)
    return order.text == later.text if both else bool(keys(order) & keys(later))


def of_one_text(orders: Iterable[Order]) -> tuple[Order, ...]:
    """The orders of one text that count."""
    counted: list[Order] = []
    for order in orders:
        place = next((n for n, earlier in enumerate(counted) if replaced_by(earlier, order)), len(counted))
        counted = [*counted[:place], order, *(o for o in counted[place:] if not replaced_by(o, order))]
    return tuple(counted)


def amended(standing: Sequence[Order], new: Iterable[Order]) -> tuple[Order, ...]:
    """The orders that stand after a new text: its own, in the place of those about the same things."""
    fresh = of_one_text(new)
    found: list[Order] = []
    for old in standing:
        rivals = [order for order in fresh if keys(order) & keys(old)]
        found += [order for order in rivals if order not in found] if rivals else [old]
    return (*found, *(order for order in fresh if order not in found))
