"""Orders that were stored while the ways of a `OneOf` had numbers: as they are loaded, their ways get names.

What is stored stays as it is, since the hash of its phase covers it; nothing is stored so any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from engines.language.grammar import Order
from engines.language.standing import STANDING_VERB as STANDING

LegacyNames: TypeAlias = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The names of ways in the order of their old numbers, by verb ("" for any) and argument."""


def rename_legacy_order(order: Order, numbered: LegacyNames) -> Order:
    """The order with names in place of numbers, also in the slot of a standing line."""
    args = rename_legacy_args(order.verb, order.args, numbered)
    if args == order.args:
        return order
    if order.verb != STANDING:
        return replace(order, args=args)
    number, name = order.args["line"]["way"], args["line"]["way"]
    return replace(order, args=args, slot=order.slot.replace(f"{STANDING} {number}", f"{STANDING} {name}"))


def rename_legacy_args(verb: str, args: Mapping[str, Any], numbered: LegacyNames) -> dict[str, Any]:
    return {name: rename_legacy_value(verb, name, value, numbered) for name, value in args.items()}


def rename_legacy_value(verb: str, argument: str, value: Any, numbered: LegacyNames) -> Any:
    if isinstance(value, list):
        return [rename_legacy_args(verb, row, numbered) for row in value]
    if not isinstance(value, Mapping):
        return value
    way, names = value.get("way"), numbered.get(verb, {}).get(argument) or numbered.get("", {}).get(argument)
    known = {"way": names[way]} if isinstance(way, int) and names else {}
    inner = known.get("way", verb) if verb == STANDING and argument == "line" else verb
    return rename_legacy_args(inner, {**value, **known}, numbered)
