"""The cards of Europax: products, demands and events, read from data files that an owner of the box may replace.

Every fault names its file and line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeAlias

from engines.base import DataError

Country: TypeAlias = str
"""A board: "FR", "EN", "DE", "BX", "IT"."""
Product: TypeAlias = str
"""A product by its three letters: "CER"."""
PRODUCTS, DEMANDS, EVENTS = "products.json", "demands.json", "events.json"
CODES = ("FR", "EN", "DE", "BX", "IT")
"""The boards of the box."""
DEMANDS_NEEDED, PRODUCTION_NEEDED = 40, 75
"""What five countries are dealt."""
KINDS: Mapping[str, tuple[str, ...]] = {
    "HOTEL": (),
    "TOURISTS": ("amount",),
    "URGENT": ("product", "cards"),
    "RECEIVE_BANK": ("amount",),
    "PAY_BANK": ("amount",),
    "RECEIVE_EACH": ("amount",),
    "PAY_EACH": ("amount",),
}
"""What each kind of event needs besides its number (specification, 1.4)."""


@dataclass(frozen=True)
class Goods:
    """A product: prices in millions, the `tonnes` of one card, how many cards there are (1.2)."""

    code: Product
    en: str
    fr: str
    tonnes: int
    europe: int
    abroad: int
    cards: int


@dataclass(frozen=True)
class Demand:
    """So many cards of a product for a country."""

    country: Country
    product: Product
    cards: int


@dataclass(frozen=True)
class Happening:
    """An event card; `en` and `fr` say what it is about (1.4)."""

    number: int
    kind: str
    amount: int = 0
    product: Product = ""
    cards: int = 0
    en: str = ""
    fr: str = ""


@dataclass(frozen=True)
class Box:
    """All cards. `removed` lists the demand cards left out for so many players ("2", "3")."""

    products: Mapping[Product, Goods]
    demands: Mapping[str, tuple[Demand, ...]]
    events: Mapping[str, Happening]
    removed: Mapping[str, tuple[int, ...]]

    def card(self, number: int) -> tuple[Demand, ...]:
        return self.demands[str(number)]

    def event(self, number: int) -> Happening:
        return self.events[str(number)]


def read_box(files: Mapping[str, str]) -> Box:
    """The cards in three files of JSON. Raises DataError."""
    products = {row["code"]: Goods(**row) for row in rows(files, PRODUCTS, "products", goods_fault)}
    data = parsed(files, DEMANDS)
    demands = {}
    for row in rows(files, DEMANDS, "demands", demand_fault):
        demands[str(row["number"])] = tuple(asked(files, row, products))
    events = {str(row["number"]): Happening(**row) for row in rows(files, EVENTS, "events", event_fault)}
    for number, event in events.items():
        if event.product and event.product not in products:
            raise DataError(
                EVENTS, line_of(files[EVENTS], f'"number": {number},'), f"there is no product {event.product}"
            )
    removed = left_out(files, data, demands)
    enough(files, products, demands)
    # sorted, as storage keeps them: shuffles must not depend on the order of a file
    return Box(dict(sorted(products.items())), dict(sorted(demands.items())), dict(sorted(events.items())), removed)


def left_out(
    files: Mapping[str, str], data: Mapping[str, Any], demands: Mapping[str, object]
) -> dict[str, tuple[int, ...]]:
    """The cards left out by number of players: "2": "6 10 11"."""
    found = data.get("removed", {})
    line = line_of(files[DEMANDS], '"removed"')
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise DataError(DEMANDS, line, '“removed” must name players and cards: { "2": "6 10 11" }')
    for players, text in found.items():
        if strange := next((n for n in text.split() if n not in demands), ""):
            here = line_of(files[DEMANDS], f'"{players}": "')
            raise DataError(DEMANDS, here, f"there is no demand card {strange} to be left out")
    return {players: tuple(map(int, text.split())) for players, text in found.items()}


def enough(files: Mapping[str, str], products: Mapping[str, Goods], demands: Mapping[str, object]) -> None:
    """Five countries must get their first cards."""
    if len(demands) < DEMANDS_NEEDED:
        raise DataError(DEMANDS, line_of(files[DEMANDS], '"demands"'), f"{DEMANDS_NEEDED} cards are dealt at the start")
    if sum(goods.cards for goods in products.values()) < PRODUCTION_NEEDED:
        why = f"{PRODUCTION_NEEDED} production cards are dealt at the start"
        raise DataError(PRODUCTS, line_of(files[PRODUCTS], '"products"'), why)


def parsed(files: Mapping[str, str], name: str) -> dict[str, Any]:
    try:
        data = json.loads(files[name])
    except (ValueError, RecursionError) as error:
        raise DataError(name, getattr(error, "lineno", 1), f"this is no JSON: {error}") from error
    if not isinstance(data, dict):
        raise DataError(name, 1, "the file must hold an object: { … }")
    return data


def rows(files: Mapping[str, str], name: str, key: str, fault: Any) -> Iterator[dict[str, Any]]:
    """The rows of a file, each checked, none twice."""
    found = parsed(files, name).get(key)
    if not isinstance(found, list) or not found or not all(isinstance(row, dict) for row in found):
        raise DataError(name, line_of(files[name], f'"{key}"'), f"“{key}” must be a list of objects")
    met: set[object] = set()
    for row in found:
        own = row.get("code", row.get("number"))
        mark = f'"code": "{own}"' if "code" in row else f'"number": {own},'
        wrong = fault(row)
        if own in met:
            wrong = f"{own} stands here a second time"
        if wrong:
            raise DataError(name, line_of(files[name], mark, 2 if own in met else 1), wrong)
        met.add(own)
        yield row


def line_of(text: str, mark: str, nth: int = 1) -> int:
    """The line in which something stands for the nth time; 1 if it does not."""
    lines = [n for n, line in enumerate(text.splitlines(), 1) if mark in line]
    return lines[nth - 1] if len(lines) >= nth else 1


def goods_fault(row: Mapping[str, Any]) -> str:
    texts, numbers = ("code", "en", "fr"), ("tonnes", "europe", "abroad", "cards")
    if set(row) != {*texts, *numbers}:
        return f"a product has {', '.join((*texts, *numbers))}"
    if not all(isinstance(row[key], str) and row[key] for key in texts):
        return "code, en and fr must be texts"
    if not all(isinstance(row[key], int) and row[key] > 0 for key in numbers):
        return "tonnes, prices and cards must be whole numbers above zero"
    return "" if row["europe"] % 5 == row["abroad"] % 5 == 0 else "prices are whole multiples of 5"


def demand_fault(row: Mapping[str, Any]) -> str:
    good = isinstance(row.get("number"), int) and isinstance(row.get("demands"), str) and len(row) == 2
    return "" if good else "a demand card has a number and a text of demands: “FR CER 1; DE ACI 2”"


def event_fault(row: Mapping[str, Any]) -> str:
    kind = str(row.get("kind"))
    if kind not in KINDS or not isinstance(row.get("number"), int):
        return f"an event has a number and a kind: {', '.join(KINDS)}"
    needed = {"number", "kind", *KINDS[kind]}
    if not needed <= row.keys() <= needed | {"en", "fr"}:
        return f"{kind} needs {', '.join(KINDS[kind]) or 'nothing more'}, and may have en and fr"
    if not isinstance(row.get("product", ""), str) or not (
        isinstance(row.get("cards", 1), int) and row.get("cards", 1) > 0
    ):
        return "a product has three letters, and cards is a number above zero"
    amount = row.get("amount", 5)
    return "" if isinstance(amount, int) and amount > 0 and amount % 5 == 0 else "amounts are whole multiples of 5"


def asked(files: Mapping[str, str], row: Mapping[str, Any], products: Mapping[str, Goods]) -> Iterator[Demand]:
    """The demands of a card."""
    for part in row["demands"].split(";"):
        words = part.split()
        fits = len(words) == 3 and words[0] in CODES and words[1] in products and words[2].isdecimal()
        if not fits or not 0 < int(words[2]) < 10:
            line = line_of(files[DEMANDS], f'"number": {row["number"]},')
            raise DataError(DEMANDS, line, f"“{part.strip()}” is no demand: a country, a product, and how many cards")
        yield Demand(words[0], words[1], int(words[2]))


def load(names: Sequence[str]) -> dict[str, str]:
    folder = resources.files("engines.europax") / "data"
    return {name: (folder / name).read_text(encoding="utf-8") for name in names}


FILES: Mapping[str, str] = load((PRODUCTS, DEMANDS, EVENTS))
"""The data files as they come with the game."""
STANDARD = read_box(FILES)
