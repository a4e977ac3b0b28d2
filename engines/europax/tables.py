"""The tables of a report: countries, production cards, demand cards, what own cards are worth (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.base import Seat
from engines.colours import STYLES
from engines.europax import prose
from engines.europax.box import Country, Demand
from engines.europax.state import State
from engines.europax.words import NATIONS
from engines.report import STANDINGS, Block, Cell, Row, Table, Text

T = {
    "ranking": ("The result", "Le résultat"),
    "stock": ("Production cards ({} delivered)", "Cartes de production ({} livrées)"),
    "hands": ("Demand cards", "Cartes de demande"),
    "star": ("* the holder has something asked for to sell", "* le pays a de quoi vendre"),
    "values": ("Your cards ({}), and what each would bring now", "Vos cartes ({}), et ce que chacune rapporterait"),
}
HEADS = {
    "standings": (("Country", "M", "+/-", "prod.", "dem.", ""), ("Pays", "M", "+/-", "prod.", "dem.", "")),
    "debts": (("owes", "owed", "net"), ("doit", "a prêté", "net")),
    "stock": (("Product", "price"), ("Produit", "prix")),
    "stock end": (("Σ", "talon"), ("Σ", "talon")),
    "ranking": (("Player", "Countries", "M"), ("Joueur", "Pays", "M")),
    "values": (("Card", "asks for", "M"), ("Carte", "demande", "M")),
}


def standings(view: State, seat: Seat | None, french: bool, before: State | None) -> Table:
    """The countries by what they are worth; debts only if there are any."""
    order = sorted(view.order, key=lambda c: (-view.worth(c), view.order.index(c)))
    rows = tuple(tuple(standing(view, country, seat, french, before)) for country in order)
    *head, last = HEADS["standings"][french]
    debts = HEADS["debts"][french] if shows_worth(view) else ()
    return Table(STANDINGS, (*head, *debts, last), rows, align="l" + "r" * (4 + len(debts)) + "l", styles=STYLES)


def ranking(view: State, ranks: Mapping[Seat, int], french: bool) -> Table:
    """The end: every player with what his countries are worth together."""
    rows = []
    for seat in sorted(view.players, key=lambda seat: ranks[seat]):
        mine = view.countries(seat)
        named = " + ".join(NATIONS[country][french] for country in mine)
        rows.append((str(ranks[seat]), prose.player(seat, french), named, str(sum(map(view.worth, mine)))))
    return Table("ranking", ("", *HEADS["ranking"][french]), tuple(rows), T["ranking"][french], "rllr")


def shows_worth(view: State) -> bool:
    """Whether a country is worth something else than its cash."""
    return bool(view.ledger) or view.options.stock_counts


def standing(
    view: State, country: Country, seat: Seat | None, french: bool, before: State | None
) -> Iterator[str | Cell]:
    holder, cash = view.boards[country], view.cash[country]
    whole = f"{country} {NATIONS[country][french]}"
    yield Cell(f"{whole} ({prose.player(holder, french)})", seat=holder, strong=holder == seat)
    yield str(cash)
    change = cash - before.cash.get(country, cash) if before else 0
    yield signed(change) if change else ""
    yield str(sum(view.stock[country].values()))
    yield str(len(view.hands[country]))
    if shows_worth(view):
        yield str(sum(d.amount for d in view.ledger if d.debtor == country) or "")
        yield str(sum(d.amount for d in view.ledger if d.creditor == country) or "")
        yield str(view.worth(country))
    marks = [("a la main" if french else "leads")] if country == view.leader and view.ranks is None else []
    marks += ["hôtel" if french else "hotel"] if country in view.hotels else []
    yield ", ".join(marks)


def signed(amount: int) -> str:
    """ "+170", "-80", "0"."""
    return f"{amount:+}" if amount else "0"


def stock(view: State, seat: Seat | None, french: bool) -> Table:
    """Products by country, own boards first, the total, and how many are left in the talon, as all can work out."""
    order = own_first(view, seat)
    rows = []
    for code, goods in view.box.products.items():
        counts = [view.stock[c].get(code, 0) for c in order]
        talon = goods.cards - sum(counts) - view.market.get(code, 0)
        name = f"{code} {goods.fr if french else goods.en}"
        shown = (str(n) if n else "" for n in (*counts, sum(counts), talon))
        rows.append((name, f"{goods.europe}/{goods.abroad}", *shown))
    head = (*HEADS["stock"][french], *order, *HEADS["stock end"][french])
    title = T["stock"][french].format(sum(view.market.values()))
    return Table("stock", head, tuple(rows), title, "l" + "r" * (len(order) + 3))


def own_first(view: State, seat: Seat | None) -> list[Country]:
    """The countries round the table, those of a seat before the others."""
    return sorted(view.order, key=lambda c: (view.boards[c] != seat, view.order.index(c)))


def hands(view: State, seat: Seat | None, french: bool) -> Iterator[Block]:
    """Every hand; a star marks cards for which the holder has something to sell today."""
    rows = tuple(row for country in own_first(view, seat) for row in hand(view, country, french))
    yield Table("hands", ("", ""), rows, T["hands"][french], "ll")
    yield Text(T["star"][french], quiet=True)


def hand(view: State, country: Country, french: bool) -> Iterator[Row]:
    """The country across the table, then its cards."""
    yield (Cell(NATIONS[country][french], seat=view.boards[country]),)
    for number in sorted(view.hands[country]):
        asked = view.box.card(number)
        sells = any(d.country != country and view.stock[country].get(d.product, 0) for d in asked)
        yield f"{number}{'*' if sells else ''}", ", ".join(map(short, asked))


def short(demand: Demand) -> str:
    """ "FR CER", "FR CER ×2"."""
    return f"{demand.country} {demand.product}{f' ×{demand.cards}' if demand.cards > 1 else ''}"


def values(view: State, country: Country, worth: Sequence[tuple[int, int]], french: bool) -> Table:
    """The own cards in words, with what each would bring."""
    rows = tuple((str(n), ", ".join(long(view, d, french) for d in view.box.card(n)), signed(v)) for n, v in worth)
    name = NATIONS[country][french]
    return Table("values", HEADS["values"][french], rows, T["values"][french].format(name), "rlr")


def long(view: State, demand: Demand, french: bool) -> str:
    """ "France 6 Mt cereals"."""
    return f"{NATIONS[demand.country][french]} {prose.goods(view, demand.product, french, demand.cards)}"
