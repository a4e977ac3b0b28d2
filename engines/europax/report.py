"""What a player is told, in his language: boards, the log of every card, hands, what his cards are worth (9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, whole
from engines.colours import NAMES as COLOURS
from engines.dice import LoadedDice
from engines.europax import prose
from engines.europax.box import Country
from engines.europax.market import Market
from engines.europax.state import State, title_of
from engines.report import STANDINGS, Block, Cell, Heading, Row, Table, Text

T = {
    "boards": ("The boards", "Les tableaux"),
    "stock": ("Production cards", "Cartes de production"),
    "hands": ("Demand cards", "Cartes de demande"),
    "log": ("What happened", "Ce qui s'est passé"),
    "yours": ("Yours", "À vous"),
}


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for a player or (None) anybody."""
    french = bool(seat) and view.language.get(seat or "") == "FR"
    yield Heading(title_of(before.phase, french) if before else "Europax", 1)
    if view.order:
        yield standings(view, seat, french)
        yield talons(view, french)
    yield from log(view, events, french)
    if view.order:
        yield stock(view, seat, french)
        yield hands(view, french)
    if seat and view.countries(seat) and view.ranks is None:
        yield from own(view, seat, french)


def standings(view: State, seat: Seat | None, french: bool) -> Table:
    """The countries by what they are worth."""
    order = sorted(view.order, key=lambda c: (-view.worth(c), view.order.index(c)))
    rows = tuple(standing(view, country, seat, french) for country in order)
    head = ("Pays", "M", "net", "cartes", "dem.", "") if french else ("Country", "M", "net", "cards", "dem.", "")
    return Table(STANDINGS, head, rows, align="lrrrrl")


def standing(view: State, country: Country, seat: Seat | None, french: bool) -> Row:
    holder = view.boards[country]
    mine = Cell(f"{country} {COLOURS.get(holder, holder)}", seat=holder, strong=holder == seat)
    marks = [("main" if french else "leads")] if country == view.leader else []
    marks += ["hôtel" if french else "hotel"] if country in view.hotels else []
    count = sum(view.stock[country].values())
    return (
        mine,
        str(view.cash[country]),
        str(view.worth(country)),
        str(count),
        str(len(view.hands[country])),
        ", ".join(marks),
    )


def talons(view: State, french: bool) -> Text:
    left = len(view.demands), len(view.production), view.played
    english = "Talons: {} demands, {} production. {} cards played."
    words = "Talons : {} demandes, {} production. {} cartes jouées." if french else english
    return Text(words.format(*left))


def log(view: State, events: Sequence[Event], french: bool) -> Iterator[Block]:
    """A paragraph for each card."""
    paragraphs: list[list[str]] = [[]]
    for event in events:
        if event.kind == "card":
            paragraphs.append([])
        paragraphs[-1].append(prose.told(view, event, french))
    told = [" ".join(filter(None, words)) for words in paragraphs]
    if any(told):
        yield Heading(T["log"][french], 3)
        yield from (Text(words) for words in told if words)


def stock(view: State, seat: Seat | None, french: bool) -> Table:
    """Products by country, own boards first, the total, and how many cards are left in the talon."""
    order = sorted(view.order, key=lambda c: (view.boards[c] != seat, view.order.index(c)))
    market = sum(view.delivered.values())
    rows = []
    for code, goods in view.box.products.items():
        counts = [view.stock[c].get(code, 0) for c in order]
        name = goods.fr if french else goods.en
        price = f"{goods.europe}/{goods.abroad}"
        shown = (str(n) if n else "" for n in counts)
        rows.append((f"{code} {name}", price, *shown, str(sum(counts)), str(goods.cards)))
    head = ("Produit" if french else "Product", "M", *order, "Σ", "max")
    title = f"{T['stock'][french]} ({market} {'livrées' if french else 'delivered'})"
    return Table("stock", head, tuple(rows), title, "lr" + "r" * (len(order) + 2))


def hands(view: State, french: bool) -> Table:
    """Every hand; a star marks cards for which the holder has something to sell today."""
    rows = tuple(
        (Cell(country, seat=view.boards[country]), "; ".join(card_text(view, country, n) for n in view.hands[country]))
        for country in view.order
    )
    return Table("hands", ("", "Cartes" if french else "Cards"), rows, T["hands"][french])


def card_text(view: State, country: Country, number: int) -> str:
    demands = view.box.card(number)
    sells = any(d.country != country and view.stock[country].get(d.product, 0) for d in demands)
    asked = ", ".join(f"{d.country} {d.product}{f'×{d.cards}' if d.cards > 1 else ''}" for d in demands)
    return f"{number}{'*' if sells else ''} ({asked})"


def own(view: State, seat: Seat, french: bool) -> Iterator[Block]:
    """What each own card would bring now, and plan and preferences as they are understood."""
    yield Heading(T["yours"][french], 3)
    for country in view.countries(seat):
        values = worth_of(view, country)
        words = "Valeur des cartes de {}" if french else "What the cards of {} are worth"
        yield Text(f"{words.format(prose.name(country, french))}: {', '.join(f'{n} {v:+} M' for n, v in values)}.")
    lines = (*view.plan.get(seat, ()), *view.prefs.get(seat, ()))
    if lines:
        yield Text(("Plan et préférences :\n" if french else "Plan and preferences:\n") + "\n".join(lines))


def worth_of(view: State, country: Country) -> list[tuple[int, int]]:
    """The cards of a hand with what the leader would earn by them, the best first (5.3)."""
    market = Market(view, LoadedDice(), {})
    market.leader = country
    return sorted(((n, market.value(n)) for n in view.hands[country]), key=lambda pair: (-pair[1], pair[0]))
