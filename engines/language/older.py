"""Orders that were stored while the ways of a `OneOf` had numbers: as they are loaded, their ways get names.

What is stored stays as it is, since the hash of its phase covers it; nothing is stored so any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from engines.language.ask import Order
from engines.language.standing import VERB as STANDING

Numbered: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The names of ways in the order of their old numbers, by verb ("" for any) and argument."""


def renamed(order: Order, numbered: Numbered) -> Order:
    """The order with names in place of numbers, also in the slot of a standing line."""
    args = named(order.verb, order.args, numbered)
    if args == order.args:
        return order
    if order.verb != STANDING:
        return replace(order, args=args)
    number, name = order.args["line"]["way"], args["line"]["way"]
    return replace(order, args=args, slot=order.slot.replace(f"{STANDING} {number}", f"{STANDING} {name}"))


def named(verb: str, args: Mapping[str, Any], numbered: Numbered) -> dict[str, Any]:
    return {name: value_named(verb, name, value, numbered) for name, value in args.items()}


def value_named(verb: str, argument: str, value: Any, numbered: Numbered) -> Any:
    if isinstance(value, list):
        return [named(verb, row, numbered) for row in value]
    if not isinstance(value, Mapping):
        return value
    way, names = value.get("way"), numbered.get(verb, {}).get(argument) or numbered.get("", {}).get(argument)
    known = {"way": names[way]} if isinstance(way, int) and names else {}
    inner = known.get("way", verb) if verb == STANDING and argument == "line" else verb
    return named(inner, {**value, **known}, numbered)
