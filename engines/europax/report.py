"""What a player is told, in his language: the log of every card, the countries, and what is his (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, whole
from engines.dice import LoadedDice
from engines.europax import prose, tables
from engines.europax.asks import everything_of, where
from engines.europax.box import Country
from engines.europax.market import Market
from engines.europax.state import State, removed, title_of
from engines.language import read
from engines.report import Block, Heading, Table, Text

T = {
    "log": ("What happened", "Ce qui s'est passé"),
    "yours": ("Yours", "À vous"),
    "plan": ("Plan and preferences:", "Plan et préférences :"),
    "talons": (
        "{} cards played. Left in the talons: {} demands, {} production, {} imprévus.",
        "{} cartes jouées. Restent dans les talons : {} demandes, {} production, {} imprévus.",
    ),
    "demands": ("Demand cards in the talon: {}.", "Cartes de demande dans le talon : {}."),
    "debts": ("Debts: {}.", "Dettes : {}."),
    "owes": ("{} to {} {} M", "{} à {} {} M"),
    "pile": ("The next imprévus: {}", "Les prochains imprévus : {}"),
}
KNOWN = 5
"""Events shown of a pile whose order everybody knows."""


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for a player or (None) anybody."""
    french = view.reads_french(seat)
    yield Heading(title_of(before.phase, french) if before else "Europax", 1)
    if view.ranks is not None:
        yield tables.ranking(view, view.ranks, french)
    if view.order:
        yield tables.standings(view, seat, french, before)
        yield from debts(view, french)
        yield from talons(view, french)
    yield from log(view, events, french)
    if view.order:
        yield tables.stock(view, seat, french)
        yield from tables.hands(view, seat, french)
    if seat and view.countries(seat) and view.ranks is None:
        yield from own(view, seat, french)
        told = (where(view, e.args["country"], e.args["card"], french) for e in events if e.kind == "stale")
        yield from (Text(words, quiet=True) for words in dict.fromkeys(told))


def talons(view: State, french: bool) -> Iterator[Text]:
    """What is left of the talons; the next events, once everybody could know them."""
    left = view.played, len(view.demands), len(view.production), len(view.events)
    yield Text(T["talons"][french].format(*left))
    known_cards = {*view.used, *(n for hand in view.hands.values() for n in hand), *removed(view)}
    if rest := [n for n in sorted(map(int, view.box.demands)) if n not in known_cards]:
        yield Text(T["demands"][french].format(", ".join(map(str, rest))), quiet=True)
    if known := known_pile(view):
        told = (f"{n}. {prose.happening(view, number, french)}" for n, number in enumerate(known[:KNOWN], 1))
        yield Text(T["pile"][french].format(" ".join(told)), quiet=True)


def debts(view: State, french: bool) -> Iterator[Text]:
    """Who owes whom how much."""
    sums: dict[tuple[Country, Country], int] = {}
    for debt in view.ledger:
        pair = debt.debtor, debt.creditor
        sums[pair] = sums.get(pair, 0) + debt.amount
    if told := [T["owes"][french].format(*(prose.name(c, french) for c in pair), n) for pair, n in sums.items()]:
        yield Text(prose.contracted(T["debts"][french].format(", ".join(told))), quiet=True)


def known_pile(view: State) -> list[int]:
    """The order of the events after a whole pass, from the cards that were drawn in the open; nothing before."""
    last = {number: n for n, number in enumerate(view.drawn)}
    if view.options.reshuffle or len(last) < len(view.box.events):
        return []
    return sorted((n for n in last if n not in view.hotels.values()), key=lambda n: last[n])


def log(view: State, events: Sequence[Event], french: bool) -> Iterator[Block]:
    """A paragraph for each card: a line for each demand, then what came of it."""
    paragraphs: list[list[str]] = []
    flowing = False
    for kind, words in prose.sentences(view, events, french):
        if kind in ("card", "end") or not paragraphs:
            paragraphs.append([words])
        elif kind == "supply" or not flowing:
            paragraphs[-1].append(words)
        else:
            paragraphs[-1][-1] += f" {words}"
        flowing = kind not in ("card", "supply")
    if paragraphs:
        yield Heading(T["log"][french], 3)
        yield from (Text("\n".join(lines)) for lines in paragraphs)


def own(view: State, seat: Seat, french: bool) -> Iterator[Block]:
    """What each own card would bring now, and plan and preferences as they are understood."""
    yield Heading(T["yours"][french], 3)
    yield from (values(view, country, french) for country in view.countries(seat))
    lines = "\n".join((*view.plan.get(seat, ()), *view.prefs.get(seat, ())))
    if lines:
        kept = read(everything_of(view, seat), lines).orders
        yield Text("\n".join([T["plan"][french], *(order.text for order in kept)]))


def values(view: State, country: Country, french: bool) -> Table:
    """The cards of a country with what they would bring now, the best first."""
    return tables.values(view, country, worth_of(view, country), french)


def worth_of(view: State, country: Country) -> list[tuple[int, int]]:
    """The cards of a hand with what the leader would earn by them, the best first (§5.3)."""
    market = Market(view, LoadedDice(), {})
    market.leader = country
    return sorted(((n, market.value(n)) for n in view.hands[country]), key=lambda pair: (-pair[1], pair[0]))
