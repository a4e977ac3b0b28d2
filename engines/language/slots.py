"""What an order is about, and which orders stand when more come: the later for the same thing replaces the earlier."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from engines.language.grammar import Order, OrderPattern

SLOT_FIELD = re.compile(r"\{([\w.]+)\}")
SHARED_MARK = "+"
"""How the slot begins of orders that stand side by side if one text holds them."""


def order_slot(line: OrderPattern, args: Mapping[str, Any]) -> str:
    """The slot of an order: the line's, with the arguments it names filled in; one key for each value."""
    if not SLOT_FIELD.search(line.slot):
        return (SHARED_MARK if line.several and line.slot else "") + line.slot
    names = list(dict.fromkeys(SLOT_FIELD.findall(line.slot)))
    found = product(*(list(dict.fromkeys(values_at_path(args, name.split(".")))) or [""] for name in names))
    keys = (fill_template(line.slot, dict(zip(names, one, strict=True))) for one in found)
    return (SHARED_MARK if line.several else "") + "|".join(keys)


def fill_template(template: str, found: Mapping[str, str]) -> str:
    return SLOT_FIELD.sub(lambda m: found[m[1]], template)


def values_at_path(args: Any, path: Sequence[str]) -> Iterator[str]:
    """The values at a path through arguments; rows give one each."""
    if isinstance(args, list):
        for row in args:
            yield from values_at_path(row, path)
    elif not path:
        yield str(args)
    elif path[0] in args:
        yield from values_at_path(args[path[0]], path[1:])


def slot_keys(order: Order) -> frozenset[str]:
    """Return what an order is about; one without a slot only about itself."""
    slot = order.slot.removeprefix(SHARED_MARK)
    return frozenset(slot.split("|")) if slot else frozenset((f"\n{order.text}",))


def is_shared(order: Order) -> bool:
    return order.slot.startswith(SHARED_MARK)


def is_replaced_by(order: Order, later: Order) -> bool:
    """Return whether a later order of the same text takes an order's place."""
    both = is_shared(order) and is_shared(later)
    return order.text == later.text if both else bool(slot_keys(order) & slot_keys(later))


class CountedOrders:
    """The orders of one text that count so far. What is about the same thing is found by its key, not by looking
    through all."""

    def __init__(self) -> None:
        self.orders: dict[int, Order] = {}
        self.alone: dict[str, int] = {}
        self.beside: dict[str, dict[str, int]] = {}
        self.size = 0

    def add_order(self, order: Order) -> None:
        """An order takes the first place of those it replaces, or the last."""
        replaced = sorted(self.rival_places(order))
        for place in replaced:
            self.remove_at(place)
        place = replaced[0] if replaced else self.size
        self.size += not replaced
        self.orders[place] = order
        for key in slot_keys(order):
            if is_shared(order):
                self.beside.setdefault(key, {})[order.text] = place
            else:
                self.alone[key] = place

    def rival_places(self, order: Order) -> set[int]:
        """The places of those that an order replaces."""
        found = set()
        for key in slot_keys(order):
            found |= {self.alone[key]} if key in self.alone else set()
            beside = self.beside.get(key, {})
            same = [beside[order.text]] if order.text in beside else []
            found.update(same if is_shared(order) else beside.values())
        return found

    def remove_at(self, place: int) -> None:
        order = self.orders.pop(place)
        for key in slot_keys(order):
            if is_shared(order):
                del self.beside[key][order.text]
            else:
                del self.alone[key]


def counting_orders(orders: Iterable[Order]) -> tuple[Order, ...]:
    """The orders of one text that count."""
    counted = CountedOrders()
    for order in orders:
        counted.add_order(order)
    return tuple(counted.orders[place] for place in sorted(counted.orders))


def find_replacements(orders: Sequence[Order]) -> list[Order | None]:
    """For each order of one text the next later one that says something else about the same thing."""
    after: dict[tuple[str, bool], list[tuple[int, Order]]] = {}
    found: list[Order | None] = []
    for n in range(len(orders) - 1, -1, -1):
        order = orders[n]
        rivals = [
            at for key in slot_keys(order) for at in after.get((key, is_shared(order)), ()) if texts_differ(at, order)
        ]
        found.append(min(rivals, key=lambda at: at[0])[1] if rivals else None)
        for key in slot_keys(order):
            for shared in (False,) if is_shared(order) else (False, True):
                others = [at for at in after.get((key, shared), ()) if texts_differ(at, order)]
                after[key, shared] = [(n, order), *others[:1]]
    return found[::-1]


def texts_differ(at: tuple[int, Order], order: Order) -> bool:
    return at[1].text != order.text


def amend_orders(standing: Sequence[Order], new: Iterable[Order]) -> tuple[Order, ...]:
    """The orders that stand after a new text: its own, in the place of those about the same things."""
    fresh = counting_orders(new)
    about: dict[str, list[int]] = {}
    for n, order in enumerate(fresh):
        for key in slot_keys(order):
            about.setdefault(key, []).append(n)
    found: list[Order] = []
    left = dict(enumerate(fresh))
    for old in standing:
        same = slot_keys(old) & about.keys()
        rivals = sorted({n for key in same for n in about[key]} & left.keys())
        found += [left.pop(n) for n in rivals] if same else [old]
        about.update((key, []) for key in same)
    return (*found, *left.values())
