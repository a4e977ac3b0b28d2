"""The picture of the table: the boards and what lies on them, what was sold from one to the other, prices, the reader's
cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engines.base import Event, Seat
from engines.europax import picks, prose, tables
from engines.europax.data import Country, Demand, Product
from engines.europax.prose import NATIONS
from engines.europax.prospects import Prospect, list_prospects
from engines.europax.state import BANK, EuropaxState
from engines.palette import STYLES
from engines.report import Bank, Boards, CardDemand, CardHand, Change, PlayerBoard, Price, Sale, Stock, Style, TableCard

PICTURE_PHRASES: Mapping[str, tuple[str, str]] = {
    "boards": ("The boards", "Les tableaux"),
    "you": ("{} (you)", "{} (vous)"),
    "net": ("net {} M", "net {} M"),
    "leads": ("leads", "a la main"),
    "hotel": ("hotel", "hôtel"),
    "cards": ("{} demand cards", "{} demandes"),
    "card": ("{} demand card", "{} demande"),
    "own hand": ("Your demand cards ({})", "Vos cartes de demande ({})"),
    "bank": ("Bank", "Banque"),
    "note": (
        "one card in Europe / abroad; how many are to come",
        "une carte en Europe / à l'étranger ; combien il en reste",
    ),
    "sold": ("{source} sells to {to} for {amount} M: {goods}.", "{source} vend à {to} pour {amount} M : {goods}."),
    "abroad": ("{to} buys abroad for {amount} M: {goods}.", "{to} achète à l'étranger pour {amount} M : {goods}."),
    "many": ("{} cards", "{} cartes"),
    "has": ("has it", "en a"),
    "you have": ("you have it", "chez vous"),
    "from you": ("from you", "par vous"),
    "from": ("from {}", "par {}"),
    "from abroad": ("from abroad", "de l'étranger"),
    "abroad brief": ("abroad", "étranger"),
    "out": ("not in play", "hors jeu"),
    "then": (", then ", ", puis "),
}
WORDS: tuple[Mapping[str, str], Mapping[str, str]] = (
    {
        "stock": "a production card",
        "gone": "went out this round",
        "asked": "your card asks for it here",
        "flow": "sold, from seller to buyer, as wide as the money",
        "abroad": "bought abroad",
        "yours": "you would deliver it",
        "good": "Product",
        "price": "price",
        "left": "to come",
        "flows": "What was sold",
    },
    {
        "stock": "une carte de production",
        "gone": "sortie pendant cette manche",
        "asked": "votre carte le demande ici",
        "flow": "vente (large comme la somme)",
        "abroad": "achat à l'étranger",
        "yours": "vous le livreriez",
        "good": "Produit",
        "price": "prix",
        "left": "à venir",
        "flows": "Ce qui a été vendu",
    },
)
"""What the signs are called, and what stands over what is told in words."""
FEW = 3
"""Kinds of goods that are named on the plate of a flow; of more it is told how many cards they are."""
MARKS = {"said": "dans vos ordres", "spent": "déjà jouée", "shut": "hors jeu pour l'instant"}
"""What the marks of cards are called in French."""
ProductCounts = Mapping[Product, int]


def picture_phrase(key: str, french: bool, *facts: object, **named: object) -> str:
    return PICTURE_PHRASES[key][french].format(*facts, **named)


def draw_boards(
    view: EuropaxState,
    seat: Seat | None,
    french: bool,
    events: Sequence[Event] = (),
    before: EuropaxState | None = None,
) -> Boards:
    """The boards, the reader's first, with all that was sold in a phase."""
    asked = cards_by_demand(view, seat)
    gone = Counter((e.args["source"], e.args["product"]) for e in events if e.kind in ("supply", "bought"))
    found = (
        draw_board(view, seat, country, french, gone, asked, before)
        for country in tables.own_countries_first(view, seat)
    )
    flowed = tuple(draw_sales(view, events, french))
    return Boards(
        picture_phrase("boards", french),
        tuple(found),
        seat_styles(french),
        flowed,
        draw_bank(view, french),
        (),
        WORDS[french],
    )


def with_own_hands(boards: Boards, view: EuropaxState, seat: Seat | None, french: bool) -> Boards:
    """The picture with the cards of its reader, unless the game is over."""
    mine = view.countries_of(seat) if seat and view.ranks is None else ()
    return replace(boards, hands=tuple(draw_own_hand(view, country, french) for country in mine if view.hands[country]))


def seat_styles(french: bool) -> Mapping[Seat, Style]:
    """Return how seats look, by what they are called in the reader's language."""
    return {seat: replace(style, name=prose.player_name(seat, french)) for seat, style in STYLES.items()}


# --- boards -----------------------------------------------------------------------------------------------------


def cards_by_demand(view: EuropaxState, seat: Seat | None) -> Mapping[tuple[Country, Product], tuple[str, ...]]:
    """The cards of a player by what they ask, and where."""
    found: dict[tuple[Country, Product], tuple[str, ...]] = {}
    mine = view.countries_of(seat) if seat and view.ranks is None else ()
    for number in sorted(number for country in mine for number in view.hands[country]):
        for one in view.box.get_card_demands(number):
            found[one.country, one.product] = (*found.get((one.country, one.product), ()), str(number))
    return found


def draw_board(
    view: EuropaxState,
    seat: Seat | None,
    country: Country,
    french: bool,
    gone: Mapping[tuple[Country, Product], int],
    asked: Mapping[tuple[Country, Product], tuple[str, ...]],
    before: EuropaxState | None,
) -> PlayerBoard:
    own, cash, title = view.boards[country] == seat, view.cash[country], NATIONS[country][french]
    change = cash - before.cash.get(country, cash) if before else 0
    return PlayerBoard(
        picture_phrase("you", french, title) if own else title,
        country,
        view.boards[country],
        own,
        f"{cash} M",
        Change(change) if change else None,
        picture_phrase("net", french, view.country_worth(country)) if view.country_worth(country) != cash else "",
        tuple(board_marks(view, country, french)),
        tuple(
            Stock(
                code,
                product_name(view, code, french),
                view.stock[country].get(code, 0),
                gone.get((country, code), 0),
                asked.get((country, code), ()),
            )
            for code in view.box.products
        ),
        country,
    )


def product_name(view: EuropaxState, product: Product, french: bool) -> str:
    found = view.box.products[product]
    return found.fr if french else found.en


def board_marks(view: EuropaxState, country: Country, french: bool) -> Iterator[str]:
    """Cards in hand, who leads, hotels."""
    count = len(view.hands[country])
    yield picture_phrase("card" if count == 1 or (french and not count) else "cards", french, count)
    if country == view.leader and view.ranks is None:
        yield picture_phrase("leads", french)
    if country in view.hotels:
        yield picture_phrase("hotel", french)


def draw_bank(view: EuropaxState, french: bool) -> Bank:
    """Prices, and what is left of each product, as all can work out."""
    prices = (
        Price(code, product_name(view, code, french), goods.europe, goods.abroad, count_cards_left(view, code))
        for code, goods in view.box.products.items()
    )
    return Bank(
        picture_phrase("bank", french), prose.polish_sentence(picture_phrase("note", french), french), tuple(prices)
    )


def count_cards_left(view: EuropaxState, product: Product) -> int:
    """Return how many cards of a product lie in the talon: those that lie nowhere else."""
    laid = sum(view.stock[country].get(product, 0) for country in view.order)
    return view.box.products[product].cards - laid - view.market.get(product, 0)


# --- what was sold ----------------------------------------------------------------------------------------------


def draw_sales(view: EuropaxState, events: Sequence[Event], french: bool) -> Iterator[Sale]:
    """All that one country bought of another, or abroad, in one flow; the dearest first."""
    goods: dict[tuple[Country, Country], Counter[Product]] = {}
    amounts: Counter[tuple[Country, Country]] = Counter()
    for event in events:
        if event.kind in ("supply", "bought") and event.args["source"] != event.args["country"]:
            pair = event.args["source"], event.args["country"]
            goods.setdefault(pair, Counter())[event.args["product"]] += 1
            amounts[pair] += event.args["price"]
    for (source, to), amount in sorted(amounts.items(), key=lambda one: (-one[1], one[0])):
        told = sale_sentence(view, source, to, goods[source, to], amount, french)
        label = f"{sale_label(goods[source, to], french)} · {amount}"
        yield Sale("" if source == BANK else source, to, amount, label, told)


def sale_sentence(
    view: EuropaxState, source: Country, to: Country, goods: ProductCounts, amount: int, french: bool
) -> str:
    *most, last = (name_with_count(product_name(view, code, french), count) for code, count in goods.items())
    listed = f"{', '.join(most)} {'et' if french else 'and'} {last}" if most else last
    names = {"source": prose.country_name(source, french), "to": prose.country_name(to, french)}
    told = picture_phrase("abroad" if source == BANK else "sold", french, goods=listed, amount=amount, **names)
    return prose.polish_sentence(told, french)


def sale_label(goods: ProductCounts, french: bool) -> str:
    """ "2 VIA, VIN"."""
    if len(goods) > FEW:
        return picture_phrase("many", french, sum(goods.values()))
    return ", ".join(f"{count} {code}" if count > 1 else code for code, count in goods.items())


def name_with_count(name: str, count: int) -> str:
    return f"{name} ×{count}" if count > 1 else name


# --- the reader's cards -----------------------------------------------------------------------------------------


def draw_own_hand(
    view: EuropaxState, country: Country, french: bool, planned: Mapping[int, Sequence[str]] | None = None
) -> CardHand:
    """The reader's cards, the best first: what each would bring, and its place in their plan, if it is known: `planned`
    are its cards, each with what is said of its conditions."""
    known = planned or {}
    places = {number: n for n, number in enumerate(known, 1)}
    cards = (
        TableCard(
            str(one.card),
            prose.describe_demands(view, one.card, french, "\n"),
            picks.card_mark(one.card),
            note="\n".join([prose.prospect_note(one, country, french), *known.get(one.card, ())]),
            mark="said" if one.card in places else "",
            place=places.get(one.card, 0),
            demands=tuple(
                draw_demand(view, country, asked, one, french) for asked in view.box.get_card_demands(one.card)
            ),
        )
        for one in list_prospects(view, country)
    )
    return CardHand(picture_phrase("own hand", french, NATIONS[country][french]), tuple(cards), MARKS if french else {})


def draw_demand(view: EuropaxState, country: Country, asked: Demand, one: Prospect, french: bool) -> CardDemand:
    """Return what a card asks of a country, and who would bring it now."""
    given = (event.args for event in one.supplies)
    came = [a["source"] for a in given if (a["country"], a["product"]) == (asked.country, asked.product)]
    told = dict.fromkeys(describe_source(country, asked.country, source, french) for source in came)
    brief = dict.fromkeys(describe_source(country, asked.country, source, french, brief=True) for source in came)
    then, out = picture_phrase("then", french), "" if came else picture_phrase("out", french)
    return CardDemand(
        asked.country,
        NATIONS[asked.country][french],
        asked.product,
        product_name(view, asked.product, french),
        asked.cards,
        came.count(country) if asked.country != country else 0,
        then.join(told) or out,
        then.join(brief) or out,
    )


def describe_source(mine: Country, asked: Country, source: Country, french: bool, brief: bool = False) -> str:
    """Return where a production card would come from."""
    if source == asked:
        return picture_phrase("you have" if asked == mine else "has", french)
    if source == mine:
        return picture_phrase("from you", french)
    if source == BANK:
        return picture_phrase("abroad brief" if brief else "from abroad", french)
    return picture_phrase("from", french, source if brief else prose.country_name(source, french))
