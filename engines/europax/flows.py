"""Where each country's money came from and went to in a phase, from what happened in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.base import Event
from engines.europax.data import Country
from engines.europax.state import BANK, EuropaxState

SOLD, BOUGHT, ABROAD, REWARDS, AID, EVENTS = KINDS = ("sold", "bought", "abroad", "rewards", "aid", "events")
Flows = Mapping[Country, Mapping[str, int]]
"""For each country what each kind brought, below zero what it cost."""


def money_flows(view: EuropaxState, before: EuropaxState, events: Sequence[Event]) -> Flows:
    """All that changed the purses; what is left when all else is counted came of imprévus."""
    found: dict[Country, dict[str, int]] = {country: dict.fromkeys(KINDS, 0) for country in view.order}
    for event in events:
        for country, kind, amount in event_payments(event):
            found[country][kind] += amount
    for country, mine in found.items():
        mine[EVENTS] = view.cash[country] - before.cash[country] - sum(mine.values())
    return found


def event_payments(event: Event) -> Iterator[tuple[Country, str, int]]:
    """Yield who gets (or, below zero, pays) how much by an event other than an imprévu."""
    a = event.args
    match event.kind:
        case "supply" if a["source"] == BANK:
            yield a["country"], ABROAD, -a["price"]
        case "supply" | "bought" if a["source"] != a["country"]:
            yield a["country"], BOUGHT, -a["price"]
            yield a["source"], SOLD, a["price"]
        case "refill":
            yield a["country"], REWARDS, a["amount"]
        case "rescue":
            for helper, amount in a["given"].items():
                yield helper, AID, -amount
                yield a["country"], AID, amount
        case "advance":
            yield a["country"], AID, a["amount"]
