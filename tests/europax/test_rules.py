"""The rule book says what the game does: its tables are those of the box, its codes those of the answers."""

from __future__ import annotations

import re
from pathlib import Path

from engines.europax import ENGINE
from engines.europax.codes import MESSAGES
from engines.europax.data import STANDARD
from engines.europax.state import (
    AID,
    DEAL_DEMANDS,
    DEAL_PRODUCTION,
    REFILL_CASH,
    REFILL_DEMANDS,
    REFILL_PRODUCTION,
    START_CASH,
)
from engines.europax.tables import short_demand

BOOK = (Path(__file__).parents[2] / "docs" / "rules" / "europax.md").read_text("utf-8")


def rows(section: str) -> list[list[str]]:
    """The rows of the table in a section, without its head."""
    text = re.split(r"^##", BOOK.split(f"# {section} ", 1)[1], maxsplit=1, flags=re.M)[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" |")] for line in lines[2:]]


def test_products() -> None:
    """§1.2."""
    said = {
        code: (en, fr, load, int(europe), int(abroad), int(cards))
        for code, en, fr, load, europe, abroad, cards in rows("1.2")
    }
    assert said == {
        g.code: (g.en, g.fr, weight(g.tonnes), g.europe, g.abroad, g.cards) for g in STANDARD.products.values()
    }


def weight(tonnes: int) -> str:
    return f"{tonnes // 1_000_000} Mt" if tonnes >= 1_000_000 else f"{tonnes:,} t".replace(",", " ")


def test_demand_cards() -> None:
    """§1.3: what each asks, and with how many boards it is left out."""
    said = {number: (asks, out) for number, asks, out in rows("1.3")}
    removed = STANDARD.removed
    assert said == {
        number: (
            ", ".join(map(short_demand, demands)),
            ", ".join(boards for boards in sorted(removed) if int(number) in removed[boards]),
        )
        for number, demands in STANDARD.demands.items()
    }


def test_imprevus() -> None:
    """§1.4: what each says, how much it is about, and who pays."""
    said: dict[str, str] = {}
    for numbers, text in rows("1.4"):
        first, _, last = numbers.partition("–")
        said |= dict.fromkeys(map(str, range(int(first), int(last or first) + 1)), text)
    assert said.keys() == STANDARD.events.keys()
    marks = {
        "HOTEL": "your hotels are equipped",
        "TOURISTS": "tourists: {amount} M if your hotels are equipped",
        "URGENT": "buy {cards} {product} at once",
        "RECEIVE_BANK": "{en}: the bank pays you {amount} M",
        "PAY_BANK": "{en}: you pay the bank {amount} M",
        "RECEIVE_EACH": "{en}: every partner pays you {amount} M",
        "PAY_EACH": "{en}: you pay every partner {amount} M",
    }
    for number, event in STANDARD.events.items():
        assert said[number] == marks[event.kind].format_map(vars(event))


def test_numbers_to_remember() -> None:
    """§1.5."""
    assert [cell for _, cell in rows("1.5")] == [
        f"{START_CASH} M",
        f"{DEAL_DEMANDS}, then {REFILL_DEMANDS}",
        f"{DEAL_PRODUCTION}, then {REFILL_PRODUCTION}",
        f"{REFILL_CASH} M",
        f"{AID} M",
    ]


def test_every_code_is_explained() -> None:
    """§4.5."""
    assert [code for code, _, _ in rows("4.5")] == sorted(MESSAGES)


def test_every_option_is_explained() -> None:
    """§8."""
    assert {name.strip("`") for name, _, _ in rows("8")} == {line.verb for line in ENGINE.setup.lines}
