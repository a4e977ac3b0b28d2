"""Tables of a position that the report and the board share: standings, market, regions, tokens, features, discards."""

from __future__ import annotations

from collections.abc import Iterator

from engines.base import Seat
from engines.dice import LoadedDice
from engines.europe2028 import ending, features
from engines.europe2028.card_picks import in_order
from engines.europe2028.cards import SUITS, Card, is_joker, rank
from engines.europe2028.data import Code
from engines.europe2028.drawing import look
from engines.europe2028.state import KINDS, MAT, TOKENS, WAREHOUSE, State, Token
from engines.europe2028.words import KIND_NAMES, capital, cards_named, counted, empire, rung, token_name
from engines.europe2028.working import HELD_LANDING, Working
from engines.report import STANDINGS, Block, Cell, Row, Table, Text, columns


def name_cell(view: State, seat: Seat, strong: bool = False) -> Cell:
    return Cell(view.world.empires[seat].name, seat=seat, strong=strong)


# --- empires ------------------------------------------------------------------------------------------------------


def standings(view: State, seat: Seat | None) -> Table:
    """Empires by what they hold, and at the end by what they scored."""
    done = view.ranks is not None
    order = sorted(view.seats, key=lambda s: (-total(view, s), view.order.index(s)))
    rows = tuple(standings_row(view, each, each == seat) for each in order)
    return Table(STANDINGS, columns("Empire", "score" if done else "VP", "taken", "coins", "cards"), rows)


def total(view: State, seat: Seat) -> int:
    """What an empire counts now, in half points."""
    return ending.score(view, seat) if view.ranks is not None else ending.held(view, seat)


def standings_row(view: State, seat: Seat, own_row: bool) -> Row:
    vp, conquered = total(view, seat) / 2, ending.conquered(view, seat) / 2
    return (name_cell(view, seat, own_row), vp, conquered, view.coins[seat], len(view.hands[seat]))


def empires(view: State) -> Table:
    """What each empire is able to do, has done and lays claim to."""
    working = Working(view, LoadedDice())
    head = columns("Empire", "level", "income", "conquests by token", "objective")
    rows = tuple(abilities(view, working, seat) for seat in view.order)
    return Table("empires", head, rows, "Levels, income and conquests")


def abilities(view: State, working: Working, seat: Seat) -> Row:
    deeds = ", ".join(f"{count} {KIND_NAMES[kind]}" for kind in KINDS if (count := view.conquests[seat][kind]))
    return name_cell(view, seat), view.levels[seat], working.income(seat), deeds, goal(view, seat)


def goal(view: State, seat: Seat) -> str:
    """How much of the open objective is held."""
    wanted = view.world.empires[seat].objective
    return f"{sum(code in view.holdings(seat) for code in wanted)} of {len(wanted)}"


def tokens(view: State) -> Table:
    """Where everybody's tokens are, without those still in the warehouse."""
    rows = tuple(tokens_of(view, seat) for seat in view.order)
    return Table("tokens", columns("Empire", "on regions", "on the mat"), rows, "Tokens")


def tokens_of(view: State, seat: Seat) -> Row:
    mine = {token_name(token).removesuffix(" token"): at for token, at in view.tokens[seat].items()}
    out = "; ".join(f"{name}: {where(view, at)}" for name, at in mine.items() if at.place not in (MAT, WAREHOUSE))
    return name_cell(view, seat), capital(out), capital(", ".join(n for n, at in mine.items() if at.place == MAT))


def where(view: State, at: Token) -> str:
    """Where a token is: nothing for one that is not unlocked yet."""
    if at.place == WAREHOUSE:
        return ""
    return "on the mat" if at.place == MAT else f"{view.region(at.place).name}, {level(view, at)}"


def level(view: State, at: Token) -> str:
    """How far a token on a region has climbed."""
    return rung(at.level, view.region(at.place).influence)


def landing(view: State) -> Table:
    """What each empire pays for a landing, its special features counted (§1.3, §6.16)."""
    working = Working(view, LoadedDice())
    rows = tuple((name_cell(view, seat), fares(working, seat)) for seat in view.order)
    dear = "" if view.options.all_features else f"; {HELD_LANDING} on a region that another has conquered"
    return Table("landing", columns("Empire", "coins"), rows, f"Coins for a landing in the market{dear}")


def fares(working: Working, seat: Seat) -> str:
    """What tokens cost an empire: “economic 1, others 2”."""
    found = {kind: fare(working, seat, kind) for kind in KINDS}
    usual = max(found.values(), key=list(found.values()).count)
    other = [f"{KIND_NAMES[kind]} {cost}" for kind, cost in found.items() if cost != usual]
    return ", ".join([*other, f"others {usual}"]) if other else f"{usual} for each token"


def fare(working: Working, seat: Seat, kind: str) -> str:
    """The price on the market, and whether clubs do as well."""
    clubs = " or clubs" if kind == "POL" and working.clubs_pay(seat) else ""
    return f"{working.price(seat, kind)}{clubs}"


# --- regions ------------------------------------------------------------------------------------------------------


def market(view: State) -> Table:
    rows = tuple(region_row(view, code) for code in view.market)
    head = columns("Region", "VP", "coins", "levels", "special feature", "tokens")
    return Table("market", head, rows, "The market")


def region_row(view: State, code: Code) -> Row:
    region = view.region(code)
    figures = region.vp, region.coins, region.influence
    return (region.name, *figures, features.SHORT.get(region.feature, ""), on_it(view, code))


def on_it(view: State, code: Code) -> str:
    """The tokens on a region with their levels."""
    found = ((seat, token, view.tokens[seat][token]) for seat in view.seats for token in TOKENS)
    here = ((seat, token, at) for seat, token, at in found if at.place == code)
    return "; ".join(
        f"{view.world.empires[seat].name}: {KIND_NAMES[token[:3]]}, {level(view, at)}" for seat, token, at in here
    )


def regions(view: State) -> Table:
    """Held regions, empire by empire."""
    working, rows = Working(view, LoadedDice()), list[Row]()
    for seat in view.order:
        rows.append((name_cell(view, seat),))
        rows += [held_row(view, working, code) for code in view.holdings(seat)]
    head = columns("Region", "VP", "coins", "levels", "taken by", "special feature", "tokens")
    return Table("regions", head, tuple(rows), "Regions held")


def held_row(view: State, working: Working, code: Code) -> Row:
    region, holding = view.region(code), view.held[code]
    how = f"{KIND_NAMES.get(holding.kind, 'original')}{', damaged' * holding.damaged}"
    figures = ending.halves(view, code) / 2, working.yields(code), region.influence
    special = features.SHORT.get(region.feature, "") if features.works(region.feature, holding.damaged) else ""
    return (region.name, *figures, how, special, on_it(view, code))


def specials(view: State) -> Table:
    """What the special features are, who has them, and which are lost while the region is damaged (§1.3)."""
    rows = tuple(special_row(view, r.code) for r in view.world.regions.values() if r.feature)
    head = columns("Region", "held by", "special feature")
    return Table("specials", head, rows, "Special features: what holders get")


def special_row(view: State, code: Code) -> Row:
    region, holding = view.region(code), view.held.get(code)
    holder = name_cell(view, holding.seat) if holding else Cell(FREE_WORDS[look(view, code)])
    lost = holding is not None and not features.works(region.feature, holding.damaged)
    words = features.WORDS.get(region.feature, region.feature)
    return region.name, holder, f"{words} Not now: it is damaged." if lost else words


FREE_WORDS = {"market": "nobody: it is open", "deck": "nobody: it is in the deck"}


def undealt(view: State) -> Iterator[Block]:
    """The regions that are still to come, in no order."""
    coming = [c for c in view.world.regions if c not in view.held and c not in view.market]
    if coming:
        yield Text(f"Still in the deck: {'; '.join(view.region(code).name for code in coming)}.", quiet=True)


# --- cards --------------------------------------------------------------------------------------------------------


def disposed(view: State) -> Iterator[Block]:
    """Cards that are gone, by suit, for those who count."""
    if view.pile:
        suits = {**{name: suit for suit, name in SUITS.items()}, "jokers": ""}
        rows = ((name, " ".join(map(face, in_suit(view.pile, suit)))) for name, suit in suits.items())
        yield Table("pile", columns("Suit", "Cards"), tuple(row for row in rows if row[1]), "Disposed of")


def in_suit(cards: tuple[Card, ...], suit: str) -> list[Card]:
    """Those of a suit, "" for the jokers, the lowest first."""
    return [card for card in in_order(cards) if (is_joker(card) if not suit else card[-1] == suit)]


def face(card: Card) -> str:
    """A card among others of its suit."""
    return card[1] if is_joker(card) else rank(card)


def fights(view: State) -> Iterator[Block]:
    """By the book: the attacks on the table, with the cards that lie there."""
    if view.fights:
        rows = tuple(
            (
                name_cell(view, f.seat),
                f"the {token_name(f.token)} at {view.region(f.region).name}",
                cards_named(f.attack),
                f"{empire(view.world, f.challenger)} with {cards_named(f.answer)}" if f.challenger else "nobody yet",
            )
            for f in view.fights
        )
        yield Table("fights", columns("Attacker", "attack", "cards", "challenged by"), rows, "Attacks on the table")


def left(view: State) -> str:
    """What the decks still hold."""
    coming, cards = counted(len(view.deck), "region"), counted(len(view.cards), "card")
    return f"In the decks: {coming} and {cards}; {counted(len(view.pile), 'card')} disposed of."
