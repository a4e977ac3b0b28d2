"""Tables of a position that the report and the board share: standings, market, regions, tokens, features, discards."""

from __future__ import annotations

from collections.abc import Iterator

from engines.base import Seat
from engines.dice import LoadedDice
from engines.europe2028 import ending, features
from engines.europe2028.card_picks import sort_hand
from engines.europe2028.cards import SUITS, Card, card_rank, is_joker
from engines.europe2028.data import Code
from engines.europe2028.drawing import region_look
from engines.europe2028.state import KINDS, MAT, TOKENS, WAREHOUSE, Europe2028State, Europe2028Token
from engines.europe2028.turn_context import HELD_LANDING, Europe2028TurnContext
from engines.europe2028.words import (
    KIND_NAMES,
    capitalize_sentence,
    count_things,
    empire_name,
    level_text,
    name_cards,
    token_name,
)
from engines.report import STANDINGS, Block, Cell, Paragraph, Table, TableRow, make_columns


def empire_cell(view: Europe2028State, seat: Seat, strong: bool = False) -> Cell:
    return Cell(view.world.empires[seat].name, seat=seat, strong=strong)


# --- empires ------------------------------------------------------------------------------------------------------


def europe2028_standings_table(view: Europe2028State, seat: Seat | None) -> Table:
    """Empires by what they hold, and at the end by what they scored."""
    done = view.ranks is not None
    order = sorted(view.seats, key=lambda s: (-current_half_points(view, s), view.order.index(s)))
    rows = tuple(standings_row(view, each, each == seat) for each in order)
    return Table(STANDINGS, make_columns("Empire", "score" if done else "VP", "taken", "coins", "cards"), rows)


def current_half_points(view: Europe2028State, seat: Seat) -> int:
    """Return what an empire counts now, in half points."""
    return ending.final_score(view, seat) if view.ranks is not None else ending.held_half_points(view, seat)


def standings_row(view: Europe2028State, seat: Seat, own_row: bool) -> TableRow:
    vp, conquered = current_half_points(view, seat) / 2, ending.conquered_half_points(view, seat) / 2
    return (empire_cell(view, seat, own_row), vp, conquered, view.coins[seat], len(view.hands[seat]))


def empires_table(view: Europe2028State) -> Table:
    """Return what each empire is able to do, has done and lays claim to."""
    working = Europe2028TurnContext(view, LoadedDice())
    head = make_columns("Empire", "level", "income", "conquests by token", "objective")
    rows = tuple(empire_row(view, working, seat) for seat in view.order)
    return Table("empires", head, rows, "Levels, income and conquests")


def empire_row(view: Europe2028State, working: Europe2028TurnContext, seat: Seat) -> TableRow:
    deeds = ", ".join(f"{count} {KIND_NAMES[kind]}" for kind in KINDS if (count := view.conquests[seat][kind]))
    return empire_cell(view, seat), view.levels[seat], working.total_income(seat), deeds, objective_progress(view, seat)


def objective_progress(view: Europe2028State, seat: Seat) -> str:
    """Return how much of the open objective is held."""
    wanted = view.world.empires[seat].objective
    return f"{sum(code in view.regions_held_by(seat) for code in wanted)} of {len(wanted)}"


def tokens_table(view: Europe2028State) -> Table:
    """Return where everybody's tokens are, without those still in the warehouse."""
    rows = tuple(tokens_row(view, seat) for seat in view.order)
    return Table("tokens", make_columns("Empire", "on regions", "on the mat"), rows, "Tokens")


def tokens_row(view: Europe2028State, seat: Seat) -> TableRow:
    mine = {token_name(token).removesuffix(" token"): at for token, at in view.tokens[seat].items()}
    out = "; ".join(
        f"{name}: {describe_token_place(view, at)}" for name, at in mine.items() if at.place not in (MAT, WAREHOUSE)
    )
    return (
        empire_cell(view, seat),
        capitalize_sentence(out),
        capitalize_sentence(", ".join(n for n, at in mine.items() if at.place == MAT)),
    )


def describe_token_place(view: Europe2028State, at: Europe2028Token) -> str:
    """Return where a token is: nothing for one that is not unlocked yet."""
    if at.place == WAREHOUSE:
        return ""
    return "on the mat" if at.place == MAT else f"{view.get_region(at.place).name}, {describe_level(view, at)}"


def describe_level(view: Europe2028State, at: Europe2028Token) -> str:
    """Return how far a token on a region has climbed."""
    return level_text(at.level, view.get_region(at.place).influence)


def landing_table(view: Europe2028State) -> Table:
    """Return what each empire pays for a landing, its special features counted (§1.3, §6.16)."""
    working = Europe2028TurnContext(view, LoadedDice())
    rows = tuple((empire_cell(view, seat), landing_prices(working, seat)) for seat in view.order)
    dear = "" if view.options.all_features else f"; {HELD_LANDING} on a region that another has conquered"
    return Table("landing", make_columns("Empire", "coins"), rows, f"Coins for a landing in the market{dear}")


def landing_prices(working: Europe2028TurnContext, seat: Seat) -> str:
    """Return what tokens cost an empire: “economic 1, others 2”."""
    found = {kind: market_fare(working, seat, kind) for kind in KINDS}
    usual = max(found.values(), key=list(found.values()).count)
    other = [f"{KIND_NAMES[kind]} {cost}" for kind, cost in found.items() if cost != usual]
    return ", ".join([*other, f"others {usual}"]) if other else f"{usual} for each token"


def market_fare(working: Europe2028TurnContext, seat: Seat, kind: str) -> str:
    """The price on the market, and whether clubs do as well."""
    clubs = " or clubs" if kind == "POL" and working.can_clubs_pay(seat) else ""
    return f"{working.landing_price(seat, kind)}{clubs}"


# --- regions ------------------------------------------------------------------------------------------------------


def market_table(view: Europe2028State) -> Table:
    rows = tuple(region_row(view, code) for code in view.market)
    head = make_columns("Region", "VP", "coins", "levels", "special feature", "tokens")
    return Table("market", head, rows, "The market")


def region_row(view: Europe2028State, code: Code) -> TableRow:
    region = view.get_region(code)
    figures = region.vp, region.coins, region.influence
    return (region.name, *figures, features.SHORT.get(region.feature, ""), tokens_on_region(view, code))


def tokens_on_region(view: Europe2028State, code: Code) -> str:
    """The tokens on a region with their levels."""
    found = ((seat, token, view.tokens[seat][token]) for seat in view.seats for token in TOKENS)
    here = ((seat, token, at) for seat, token, at in found if at.place == code)
    return "; ".join(
        f"{view.world.empires[seat].name}: {KIND_NAMES[token[:3]]}, {describe_level(view, at)}"
        for seat, token, at in here
    )


def regions_table(view: Europe2028State) -> Table:
    """Held regions, empire by empire."""
    working, rows = Europe2028TurnContext(view, LoadedDice()), list[TableRow]()
    for seat in view.order:
        rows.append((empire_cell(view, seat),))
        rows += [held_row(view, working, code) for code in view.regions_held_by(seat)]
    head = make_columns("Region", "VP", "coins", "levels", "taken by", "special feature", "tokens")
    return Table("regions", head, tuple(rows), "Regions held")


def held_row(view: Europe2028State, working: Europe2028TurnContext, code: Code) -> TableRow:
    region, holding = view.get_region(code), view.held[code]
    how = f"{KIND_NAMES.get(holding.kind, 'original')}{', damaged' * holding.damaged}"
    figures = ending.region_half_points(view, code) / 2, working.region_income(code), region.influence
    special = features.SHORT.get(region.feature, "") if features.feature_works(region.feature, holding.damaged) else ""
    return (region.name, *figures, how, special, tokens_on_region(view, code))


def features_table(view: Europe2028State) -> Table:
    """Return what the special features are, who has them, and which are lost while the region is damaged (§1.3)."""
    rows = tuple(feature_row(view, r.code) for r in view.world.regions.values() if r.feature)
    head = make_columns("Region", "held by", "special feature")
    return Table("specials", head, rows, "Special features: what holders get")


def feature_row(view: Europe2028State, code: Code) -> TableRow:
    region, holding = view.get_region(code), view.held.get(code)
    holder = empire_cell(view, holding.seat) if holding else Cell(FREE_WORDS[region_look(view, code)])
    lost = holding is not None and not features.feature_works(region.feature, holding.damaged)
    words = features.WORDS.get(region.feature, region.feature)
    return region.name, holder, f"{words} Not now: it is damaged." if lost else words


FREE_WORDS = {"market": "nobody: it is open", "deck": "nobody: it is in the deck"}


def undealt_blocks(view: Europe2028State) -> Iterator[Block]:
    """The regions that are still to come, in no order."""
    coming = [c for c in view.world.regions if c not in view.held and c not in view.market]
    if coming:
        yield Paragraph(f"Still in the deck: {'; '.join(view.get_region(code).name for code in coming)}.", quiet=True)


# --- cards --------------------------------------------------------------------------------------------------------


def disposed_blocks(view: Europe2028State) -> Iterator[Block]:
    """Cards that are gone, by suit, for those who count."""
    if view.pile:
        suits = {**{name: suit for suit, name in SUITS.items()}, "jokers": ""}
        rows = ((name, " ".join(map(short_card_name, cards_in_suit(view.pile, suit)))) for name, suit in suits.items())
        yield Table("pile", make_columns("Suit", "Cards"), tuple(row for row in rows if row[1]), "Disposed of")


def cards_in_suit(cards: tuple[Card, ...], suit: str) -> list[Card]:
    """Those of a suit, "" for the jokers, the lowest first."""
    return [card for card in sort_hand(cards) if (is_joker(card) if not suit else card[-1] == suit)]


def short_card_name(card: Card) -> str:
    """A card among others of its suit."""
    return card[1] if is_joker(card) else card_rank(card)


def fight_blocks(view: Europe2028State) -> Iterator[Block]:
    """By the book: the attacks on the table, with the cards that lie there."""
    if view.fights:
        rows = tuple(
            (
                empire_cell(view, f.seat),
                f"the {token_name(f.token)} at {view.get_region(f.region).name}",
                name_cards(f.attack),
                f"{empire_name(view.world, f.challenger)} with {name_cards(f.answer)}"
                if f.challenger
                else "nobody yet",
            )
            for f in view.fights
        )
        yield Table(
            "fights", make_columns("Attacker", "attack", "cards", "challenged by"), rows, "Attacks on the table"
        )


def decks_left_text(view: Europe2028State) -> str:
    """Return what the decks still hold."""
    coming, cards = count_things(len(view.deck), "region"), count_things(len(view.cards), "card")
    return f"In the decks: {coming} and {cards}; {count_things(len(view.pile), 'card')} disposed of."
