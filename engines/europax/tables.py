"""The tables of a report: countries, production cards, demand cards, what own cards are worth (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.base import Seat
from engines.europax import flows, prose
from engines.europax.data import Country, Demand
from engines.europax.flows import Flows
from engines.europax.prose import NATIONS
from engines.europax.state import EuropaxState, removed_demands
from engines.language.grammar import Order
from engines.palette import STYLES
from engines.report import STANDINGS, Block, Cell, Change, Paragraph, Table, TableRow, Value, make_columns

TABLE_PHRASES = {
    "ranking": ("The result", "Le résultat"),
    "hands": ("Demand cards", "Cartes de demande"),
    "numbers": ("The demand cards of the others", "Les cartes de demande des autres"),
    "star": ("* the holder has something asked for to sell", "* le pays a de quoi vendre"),
    "flows": ("Where the money came from, and went", "D'où est venu l'argent, et où il est allé"),
    "plan": ("Your plan and preferences", "Votre plan et vos préférences"),
    "left": (
        "Cards played: {}. Still to draw: demand cards {}, production cards {}, imprévus {}.",
        "Cartes jouées : {}. Restent à tirer : cartes de demande {}, de production {}, imprévus {}.",
    ),
    "talon": ("Demand cards in the talon: {}.", "Cartes de demande dans le talon : {}."),
    "debts": ("Debts: {}.", "Dettes : {}."),
    "owes": ("{} to {} {} M", "{} à {} {} M"),
    "pile": ("The next imprévus: {}", "Les prochains imprévus : {}"),
}
HANDS = "hands"
"""The name of the tables of demand cards that are not the reader's, shorter on their desk than in their report."""
MOST_EVENTS_SHOWN = 5
"""Events shown of a pile whose order everybody knows."""
FLOWS = {
    flows.SOLD: ("sold", "ventes"),
    flows.BOUGHT: ("bought", "achats"),
    flows.ABROAD: ("abroad", "étranger"),
    flows.REWARDS: ("empty board", "tableau vide"),
    flows.AID: ("aid", "aide"),
    flows.EVENTS: ("imprévus", "imprévus"),
}
HEADS = {
    "standings": (("Country", "M", "+/-", "prod.", "dem."), ("Pays", "M", "+/-", "prod.", "dem.")),
    "net": ("net", "net"),
    "ranking": (("Player", "Countries", "M"), ("Joueur", "Pays", "M")),
    "flows": (("Country", "+/-"), ("Pays", "+/-")),
}


def europax_standings_table(view: EuropaxState, seat: Seat | None, french: bool, before: EuropaxState | None) -> Table:
    """The countries by what they are worth, after debts if there are any."""
    order = sorted(view.order, key=lambda c: (-view.country_worth(c), view.order.index(c)))
    rows = tuple(tuple(standings_row(view, country, seat, french, before)) for country in order)
    head = make_columns(*HEADS["standings"][french], *([HEADS["net"][french]] if shows_worth(view) else ()))
    return Table(STANDINGS, head, rows, styles=STYLES)


def ranking_table(view: EuropaxState, ranks: Mapping[Seat, int], french: bool) -> Table:
    """The end: every player with what their countries are worth together."""
    rows = []
    for seat in sorted(view.players, key=lambda seat: ranks[seat]):
        mine = view.countries_of(seat)
        named = " + ".join(NATIONS[country][french] for country in mine)
        rows.append((ranks[seat], prose.player_name(seat, french), named, sum(map(view.country_worth, mine))))
    return Table("ranking", make_columns("", *HEADS["ranking"][french]), tuple(rows), TABLE_PHRASES["ranking"][french])


def shows_worth(view: EuropaxState) -> bool:
    """Return whether a country is worth something else than its cash."""
    return bool(view.ledger) or view.options.stock_counts


def standings_row(
    view: EuropaxState, country: Country, seat: Seat | None, french: bool, before: EuropaxState | None
) -> Iterator[Value]:
    holder, cash = view.boards[country], view.cash[country]
    whole = f"{country} {NATIONS[country][french]} ({prose.player_name(holder, french)})"
    marks = [("a la main" if french else "leads")] if country == view.leader and view.ranks is None else []
    marks += ["hôtel" if french else "hotel"] if country in view.hotels else []
    yield Cell(", ".join((whole, *marks)), seat=holder, strong=holder == seat)
    yield cash
    change = cash - before.cash.get(country, cash) if before else 0
    yield Change(change) if change else None
    yield sum(view.stock[country].values())
    yield len(view.hands[country])
    if shows_worth(view):
        yield view.country_worth(country)


def own_countries_first(view: EuropaxState, seat: Seat | None) -> list[Country]:
    """The countries round the table, those of a seat before the others."""
    return sorted(view.order, key=lambda c: (view.boards[c] != seat, view.order.index(c)))


def hands_blocks(view: EuropaxState, seat: Seat | None, french: bool) -> Iterator[Block]:
    """Every hand that is not the reader's, whose cards are in the picture; a star marks cards for which the holder has
    something to sell today."""
    mine = view.countries_of(seat) if seat and view.ranks is None else ()
    rows = tuple(
        row
        for country in own_countries_first(view, seat)
        if country not in mine
        for row in hand_rows(view, country, french)
    )
    yield Table(HANDS, make_columns("", ""), rows, TABLE_PHRASES["numbers" if mine else "hands"][french])
    yield Paragraph(TABLE_PHRASES["star"][french], quiet=True)


def hand_numbers_table(view: EuropaxState, countries: Sequence[Country], french: bool) -> Table:
    """Hands that are not the reader's in a line each."""
    rows = tuple(
        (Cell(NATIONS[c][french], seat=view.boards[c]), ", ".join(map(str, sorted(view.hands[c])))) for c in countries
    )
    return Table(HANDS, make_columns("", ""), rows, TABLE_PHRASES["numbers"][french], STYLES)


def hand_rows(view: EuropaxState, country: Country, french: bool) -> Iterator[TableRow]:
    """The country across the table, then its cards."""
    yield (Cell(NATIONS[country][french], seat=view.boards[country]),)
    for number in sorted(view.hands[country]):
        asked = view.box.get_card_demands(number)
        sells = any(d.country != country and view.stock[country].get(d.product, 0) for d in asked)
        yield f"{number}{'*' if sells else ''}", ", ".join(map(short_demand, asked))


def short_demand(demand: Demand) -> str:
    """ "FR CER", "FR CER ×2"."""
    return f"{demand.country} {demand.product}{f' ×{demand.cards}' if demand.cards > 1 else ''}"


def plan_table(lines: Sequence[Order], french: bool) -> Table:
    """Return what holds until something else is said, as it is written and as it is meant."""
    return Table(
        "plan", make_columns("", ""), tuple((order.text, order.words) for order in lines), TABLE_PHRASES["plan"][french]
    )


def flow_table(view: EuropaxState, found: Flows, seat: Seat | None, french: bool) -> Table:
    """Return what each country got and paid, by kind, who gained most first; kinds of which there was nothing are left
    out."""
    kinds = [kind for kind in FLOWS if any(mine[kind] for mine in found.values())]
    order = sorted(found, key=lambda c: (-sum(found[c].values()), view.order.index(c)))
    rows = tuple(tuple(flow_row(view, country, found[country], kinds, seat, french)) for country in order)
    first, last = HEADS["flows"][french]
    head = make_columns(first, *(FLOWS[kind][french] for kind in kinds), last)
    return Table("flows", head, rows, TABLE_PHRASES["flows"][french], STYLES)


def flow_row(
    view: EuropaxState, country: Country, mine: Mapping[str, int], kinds: Sequence[str], seat: Seat | None, french: bool
) -> Iterator[Value]:
    holder = view.boards[country]
    yield Cell(NATIONS[country][french], seat=holder, strong=holder == seat)
    yield from (Change(mine[kind]) if mine[kind] else None for kind in kinds)
    yield Change(sum(mine.values()))


# --- in a line or two --------------------------------------------------------------------------------------------


def talon_texts(view: EuropaxState, french: bool) -> Iterator[Paragraph]:
    """Yield what is left of the talons; the next events, once everybody could know them."""
    left = view.played, len(view.demands), len(view.production), len(view.events)
    yield Paragraph(TABLE_PHRASES["left"][french].format(*left))
    known_cards = {*view.used, *(n for hand in view.hands.values() for n in hand), *removed_demands(view)}
    if rest := [n for n in sorted(map(int, view.box.demands)) if n not in known_cards]:
        yield Paragraph(TABLE_PHRASES["talon"][french].format(", ".join(map(str, rest))), quiet=True)
    if known := known_event_pile(view):
        told = (
            f"{n}. {prose.describe_event_card(view, number, french)}"
            for n, number in enumerate(known[:MOST_EVENTS_SHOWN], 1)
        )
        yield Paragraph(TABLE_PHRASES["pile"][french].format(" ".join(told)), quiet=True)


def debt_texts(view: EuropaxState, french: bool) -> Iterator[Paragraph]:
    """Yield who owes whom how much."""
    sums: dict[tuple[Country, Country], int] = {}
    for debt in view.ledger:
        pair = debt.debtor, debt.creditor
        sums[pair] = sums.get(pair, 0) + debt.amount
    if told := [
        TABLE_PHRASES["owes"][french].format(*(prose.country_name(c, french) for c in pair), n)
        for pair, n in sums.items()
    ]:
        yield Paragraph(prose.contract_french(TABLE_PHRASES["debts"][french].format(", ".join(told))), quiet=True)


def known_event_pile(view: EuropaxState) -> list[int]:
    """The order of the events after a whole pass, from the cards that were drawn in the open; nothing before."""
    last = {number: n for n, number in enumerate(view.drawn)}
    if view.options.reshuffle or len(last) < len(view.box.events):
        return []
    return sorted((n for n in last if n not in view.hotels.values()), key=lambda n: last[n])
