"""The cards of Europax: products, demands and events, read from data files that an owner of the box may replace.

Every fault names its file and line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from engines.data import Source, describe_wrong_fields, read_shipped_files

Country: TypeAlias = str
"""A board: "FR", "EN", "DE", "BX", "IT"."""
Product: TypeAlias = str
"""A product by its three letters: "CER"."""
PRODUCTS, DEMANDS, EVENTS = "products.json", "demands.json", "events.json"
CODES = ("FR", "EN", "DE", "BX", "IT")
"""The boards of the box."""
DEMANDS_NEEDED, PRODUCTION_NEEDED = 40, 75
"""What five countries are dealt."""
MOST_CARDS = 999
"""The largest number of a demand card that can be named in an order."""
KINDS: Mapping[str, tuple[str, ...]] = {
    "HOTEL": (),
    "TOURISTS": ("amount",),
    "URGENT": ("product", "cards"),
    "RECEIVE_BANK": ("amount",),
    "PAY_BANK": ("amount",),
    "RECEIVE_EACH": ("amount",),
    "PAY_EACH": ("amount",),
}
"""What each kind of event needs besides its number (§1.4)."""
EVENT_FIELDS: Mapping[str, type] = {
    **dict.fromkeys(("number", "amount", "cards"), int),
    **dict.fromkeys(("kind", "product", "en", "fr"), str),
}


@dataclass(frozen=True)
class Goods:
    """A product: prices in millions, the `tonnes` of one card, how many cards there are (§1.2)."""

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
    """An event card; `en` and `fr` say what it is about (§1.4)."""

    number: int
    kind: str
    amount: int = 0
    product: Product = ""
    cards: int = 0
    en: str = ""
    fr: str = ""


@dataclass(frozen=True)
class EuropaxGameData:
    """All cards. `removed` lists the demand cards left out for so many players ("2", "3")."""

    products: Mapping[Product, Goods]
    demands: Mapping[str, tuple[Demand, ...]]
    events: Mapping[str, Happening]
    removed: Mapping[str, tuple[int, ...]]

    def get_card_demands(self, number: int) -> tuple[Demand, ...]:
        return self.demands[str(number)]

    def get_event_card(self, number: int) -> Happening:
        return self.events[str(number)]


def read_europax_data(files: Mapping[str, str]) -> EuropaxGameData:
    """The cards in three files of JSON. Raises DataError."""
    sources = {name: Source(name, files[name]) for name in (PRODUCTS, DEMANDS, EVENTS)}
    products = {row["code"]: Goods(**row) for row in sources[PRODUCTS].read_rows("products", "code", goods_fault)}
    rows = sources[DEMANDS].read_rows("demands", "number", demand_fault)
    demands = {str(row["number"]): tuple(parse_demands(sources[DEMANDS], row, products)) for row in rows}
    events = {str(r["number"]): Happening(**r) for r in sources[EVENTS].read_rows("events", "number", event_fault)}
    for event in events.values():
        if event.product and event.product not in products:
            raise sources[EVENTS].error_at_key(f"there is no product {event.product}", "number", event.number)
    removed = read_removed_cards(sources[DEMANDS], demands)
    if len(demands) < DEMANDS_NEEDED:
        raise sources[DEMANDS].error_at_key(f"{DEMANDS_NEEDED} cards are dealt at the start", "demands")
    if sum(goods.cards for goods in products.values()) < PRODUCTION_NEEDED:
        raise sources[PRODUCTS].error_at_key(f"{PRODUCTION_NEEDED} production cards are dealt at the start", "products")
    # sorted, as storage keeps them: shuffles must not depend on the order of a file
    return EuropaxGameData(
        dict(sorted(products.items())), dict(sorted(demands.items())), dict(sorted(events.items())), removed
    )


def read_removed_cards(source: Source, demands: Mapping[str, object]) -> dict[str, tuple[int, ...]]:
    """The cards left out by number of players: "2": "6 10 11"."""
    found = source.read_object().get("removed", {})
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise source.error_at_key('“removed” must name players and cards: { "2": "6 10 11" }', "removed")
    for players, text in found.items():
        if strange := next((n for n in text.split() if n not in demands), ""):
            raise source.error_at_key(f"there is no demand card {strange} to be left out", players)
        needed = int(players) * DEMANDS_NEEDED // len(CODES) if players in ("2", "3", "4", "5") else 0
        if not needed or len(demands) - len(set(text.split())) < needed:
            why = f"for {players} players {needed} cards are dealt at the start" if needed else "players are 2 to 5"
            raise source.error_at_key(why, players)
    return {players: tuple(map(int, text.split())) for players, text in found.items()}


def goods_fault(row: Mapping[str, Any]) -> str:
    numbers = ("tonnes", "europe", "abroad", "cards")
    wrong = describe_wrong_fields(
        row, dict.fromkeys(("code", "en", "fr"), str) | dict.fromkeys(numbers, int), "a product"
    )
    if wrong:
        return wrong
    if not all(row[key] for key in ("code", "en", "fr")) or not all(row[key] > 0 for key in numbers):
        return "a product has a code, two names, and tonnes, prices and cards above zero"
    if not row["code"].isalnum():
        return "a product's code has letters and digits alone"
    return "" if row["europe"] % 5 == row["abroad"] % 5 == 0 else "prices are whole multiples of 5"


def demand_fault(row: Mapping[str, Any]) -> str:
    if wrong := describe_wrong_fields(row, {"number": int, "demands": str}, "a demand card"):
        return f"{wrong}: a card has a number and demands, such as “FR CER 1; DE ACI 2”"
    return "" if 0 < row["number"] <= MOST_CARDS else f"cards have numbers from 1 to {MOST_CARDS}"


def event_fault(row: Mapping[str, Any]) -> str:
    kind = str(row.get("kind"))
    if kind not in KINDS or type(row.get("number")) is not int:
        return f"an event has a number and a kind: {', '.join(KINDS)}"
    needed = {"number", "kind", *KINDS[kind]}
    if not needed <= row.keys() <= needed | {"en", "fr"}:
        return f"{kind} needs {', '.join(KINDS[kind]) or 'nothing more'}, and may have en and fr"
    if wrong := describe_wrong_fields(row, {key: EVENT_FIELDS[key] for key in row}, "an event"):
        return wrong
    if row.get("cards", 1) < 1:
        return "cards is a number above zero"
    amount = row.get("amount", 5)
    return "" if amount > 0 and amount % 5 == 0 else "amounts are whole multiples of 5"


def parse_demands(source: Source, row: Mapping[str, Any], products: Mapping[str, Goods]) -> Iterator[Demand]:
    """The demands of a card."""
    for part in row["demands"].split(";"):
        words = part.split()
        fits = len(words) == 3 and words[0] in CODES and words[1] in products and words[2].isdecimal()
        if not fits or not 0 < int(words[2]) < 10:
            why = f"“{part.strip()}” is no demand: a country, a product, and how many cards"
            raise source.error_at_key(why, "number", row["number"])
        yield Demand(words[0], words[1], int(words[2]))


FILES: Mapping[str, str] = read_shipped_files("engines.europax", PRODUCTS, DEMANDS, EVENTS)
"""The data files as they come with the game."""
STANDARD = read_europax_data(FILES)
