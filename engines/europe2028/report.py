"""What an empire is told: the map, empires, its own cards, the log of every turn, market, regions (§9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engines.base import Event, Seat, whole
from engines.dice import LoadedDice
from engines.europe2028 import features, prose, scoring
from engines.europe2028.cards import JOKERS, SUITS, Card, points, strength
from engines.europe2028.chart import chart
from engines.europe2028.looks import FREE, styles
from engines.europe2028.state import KINDS, MAT, SECRET_WORDS, SECRETS, TOKENS, WAREHOUSE, State, Token, title_of
from engines.europe2028.table import HELD_LANDING
from engines.europe2028.table import Table as Board
from engines.europe2028.world import Code
from engines.language.names import enumerated
from engines.report import STANDINGS, Block, Cell, Heading, Map, Piece, Row, Sign, Table, Text

RED, GREEN = "#C62828", "#1E7A3C"
KEY = (
    "Under each code: VP/coins and the levels to conquer it; + marks a special feature. A star marks original regions. "
    "A token shows its kind and its level: M2 is a military one on level 2."
)
AFTER = ("opened", "drew")
"""What happens between turns."""


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for an empire or (None) anybody."""
    yield Heading(title_of(before.phase) if before else "Europe 2028", 1)
    yield summary(view)
    yield drawing(view, seat)
    yield Text(KEY, quiet=True)
    yield standings(view, seat)
    if seat and view.ranks is None:
        yield from own(view, seat)
    yield from log(view, events, before)
    yield market(view)
    yield from undealt(view)
    yield tokens(view)
    yield regions(view)
    yield specials(view)
    yield landing(view)
    yield empires(view)
    yield from disposed(view)


def summary(view: State) -> Text:
    """Whose turn it is, who is nearest to the end, and what is left in the decks."""
    most = max(scoring.conquered(view, seat) for seat in view.seats)
    best = enumerated([seat for seat in view.order if scoring.conquered(view, seat) == most])
    counted = "held" if view.options.end_all else "conquered"
    leads = f"{best}: {scoring.vp_text(most)} VP of {counted} regions" if most else "Nobody has conquered a region yet"
    left = f"{len(view.deck)} regions in the deck, {len(view.cards)} cards to draw, {len(view.pile)} disposed of."
    return Text(f"{begins(view)}{leads}; {view.options.end_vp} VP end the game. {left}")


def begins(view: State) -> str:
    if view.ranks is not None or not view.round:
        return ""
    if view.turn:
        return f"It is the turn of {prose.who(view, view.turn)}. "
    return f"{prose.who(view, view.first)} begins round {view.round}. "


# --- the map ------------------------------------------------------------------------------------------------------


def drawing(view: State, seat: Seat | None) -> Map:
    """Regions by holder, with what they are worth, damage, tokens, and the reader's open objective."""
    goals = view.world.empires[seat].objective if seat else ()
    tiles = {r.code: f"{r.vp}/{r.coins} L{r.influence}{' +' * bool(r.feature)}" for r in view.world.regions.values()}
    damage = tuple(Sign("square", c, RED, "damaged", "!") for c in sorted(view.held) if view.held[c].damaged)
    return Map(
        chart(view.world),
        title_of(view.phase),
        owners={code: look(view, code) for code in view.world.regions},
        pieces=tuple(pieces(view)),
        styles=styles(view),
        stars=frozenset(code for code, holding in view.held.items() if not holding.kind),
        looks=FREE,
        tags=tiles,
        signs=(*damage, *(Sign("ring", code, GREEN, "your open objective") for code in goals)),
        words={"pawn": "token"},
    )


def look(view: State, code: Code) -> str:
    if code in view.held:
        return view.held[code].seat
    return "market" if code in view.market else "deck"


def pieces(view: State) -> Iterator[Piece]:
    """Tokens on regions: the first letter of their kind, and the level."""
    for seat in view.seats:
        for token in TOKENS:
            at = view.tokens[seat][token]
            if at.place not in (MAT, WAREHOUSE):
                yield Piece("pawn", seat, at.place, "", f"{token[0]}{at.level}")


# --- tables -------------------------------------------------------------------------------------------------------


def standings(view: State, seat: Seat | None) -> Table:
    """Empires by what they hold, and at the end by what they scored."""
    done = view.ranks is not None
    order = sorted(view.seats, key=lambda s: (-total(view, s), view.order.index(s)))
    rows = tuple(standing(view, each, each == seat) for each in order)
    return Table(STANDINGS, ("Empire", "score" if done else "VP", "conq.", "coins", "cards"), rows, align="lrrrr")


def total(view: State, seat: Seat) -> int:
    return scoring.score(view, seat) if view.ranks is not None else scoring.held(view, seat)


def standing(view: State, seat: Seat, own_row: bool) -> Row:
    name = Cell(f"{seat} {view.world.empires[seat].name}", seat=seat, strong=own_row)
    vp, conquered = scoring.vp_text(total(view, seat)), scoring.vp_text(scoring.conquered(view, seat))
    return (name, vp, conquered, str(view.coins[seat]), str(len(view.hands[seat])))


def empires(view: State) -> Table:
    """What each empire is able to do, has done and lays claim to."""
    board = Board(view, LoadedDice())
    head = ("Empire", "level", "income", *(f"by {kind}" for kind in KINDS), "goal")
    rows = tuple(abilities(view, board, seat) for seat in view.order)
    return Table("empires", head, rows, "Levels, income and conquests", "l" + "r" * 6 + "l")


def abilities(view: State, board: Board, seat: Seat) -> Row:
    deeds = (str(view.conquests[seat][kind] or "") for kind in KINDS)
    return Cell(seat, seat=seat), str(view.levels[seat]), str(board.income(seat)), *deeds, goal(view, seat)


def goal(view: State, seat: Seat) -> str:
    """How much of the open objective is held."""
    wanted = view.world.empires[seat].objective
    return f"{sum(code in view.holdings(seat) for code in wanted)} of {len(wanted)}"


def tokens(view: State) -> Table:
    """Where everybody's tokens are: with their level on a region; nothing for those still in the warehouse."""
    rows = tuple(tokens_of(view, seat) for seat in view.order)
    return Table("tokens", ("Empire", *TOKENS), rows, "Tokens")


def tokens_of(view: State, seat: Seat) -> Row:
    return Cell(seat, seat=seat), *(where(view, view.tokens[seat][token]) for token in TOKENS)


def where(view: State, at: Token) -> str:
    if at.place == WAREHOUSE:
        return ""
    return "mat" if at.place == MAT else f"{at.place} {at.level}/{view.region(at.place).influence}"


def market(view: State) -> Table:
    rows = tuple(region_row(view, code) for code in view.market)
    return Table("market", ("Region", "VP", "coins", "levels", "special", "tokens"), rows, "The market", "lrrrll")


def region_row(view: State, code: Code) -> Row:
    region = view.region(code)
    figures = str(region.vp), str(region.coins), str(region.influence)
    return (f"{code} {region.name}", *figures, features.SHORT.get(region.feature, ""), on_it(view, code))


def on_it(view: State, code: Code) -> str:
    """The tokens on a region with their levels."""
    top = view.region(code).influence
    found = ((seat, token, view.tokens[seat][token]) for seat in view.seats for token in TOKENS)
    return ", ".join(f"{seat} {token} {at.level}/{top}" for seat, token, at in found if at.place == code)


def regions(view: State) -> Table:
    """Held regions, empire by empire."""
    board, rows = Board(view, LoadedDice()), list[Row]()
    for seat in view.order:
        rows.append((Cell(view.world.empires[seat].name, seat=seat),))
        rows += [held_row(view, board, code) for code in view.holdings(seat)]
    head = ("Region", "VP", "coins", "levels", "taken by", "special", "tokens")
    return Table("regions", head, tuple(rows), "Regions held", "lrrrlll")


def held_row(view: State, board: Board, code: Code) -> Row:
    region, holding = view.region(code), view.held[code]
    how = f"{holding.kind or 'original'}{', damaged' * holding.damaged}"
    figures = scoring.vp_text(scoring.halves(view, code)), str(board.yields(code)), str(region.influence)
    special = features.SHORT.get(region.feature, "") if features.works(region.feature, holding.damaged) else ""
    return (f"{code} {region.name}", *figures, how, special, on_it(view, code))


def specials(view: State) -> Table:
    """What the special features are, who has them, and which are lost while the region is damaged (§1.3)."""
    rows = tuple(special_row(view, r.code) for r in view.world.regions.values() if r.feature)
    return Table("specials", ("Region", "held by", "special feature"), rows, "Special features: what holders get")


def special_row(view: State, code: Code) -> Row:
    region, holding = view.region(code), view.held.get(code)
    holder = Cell(holding.seat, seat=holding.seat) if holding else Cell(look(view, code))
    lost = holding is not None and not features.works(region.feature, holding.damaged)
    words = features.WORDS.get(region.feature, region.feature)
    return f"{code} {region.name}", holder, f"{words} Not now: it is damaged." if lost else words


def landing(view: State) -> Table:
    """What each empire pays for a landing, its special features counted (§1.3, §6.16)."""
    board = Board(view, LoadedDice())
    rows = tuple(fares(board, seat) for seat in view.order)
    dear = "" if view.options.all_features else f"; {HELD_LANDING} on a region of another"
    return Table("landing", ("Empire", *KINDS), rows, f"Coins for a landing on the market{dear}", "lrrrr")


def fares(board: Board, seat: Seat) -> Row:
    return Cell(seat, seat=seat), *(fare(board, seat, kind) for kind in KINDS)


def fare(board: Board, seat: Seat, kind: str) -> str:
    """The price on the market, and whether clubs do as well."""
    clubs = " or clubs" if kind == "POL" and board.clubs_pay(seat) else ""
    return f"{board.price(seat, kind)}{clubs}"


def undealt(view: State) -> Iterator[Block]:
    """The regions that are still to come, in no order."""
    coming = [c for c in view.world.regions if c not in view.held and c not in view.market]
    if coming:
        yield Text(
            f"Still in the deck: {', '.join(f'{code} {view.region(code).name}' for code in coming)}.", quiet=True
        )


def disposed(view: State) -> Iterator[Block]:
    """Cards that are gone, by suit, for those who count."""
    if view.pile:
        suits = {**{name: suit for suit, name in SUITS.items()}, "jokers": ""}
        rows = ((name, " ".join(c for c in in_suits(view.pile) if in_suit(c, suit))) for name, suit in suits.items())
        found = tuple(row for row in rows if row[1])
        yield Table("pile", ("Suit", "Cards"), found, "Disposed of")


def in_suits(cards: Iterable[Card]) -> list[Card]:
    """Suit by suit, the lowest first."""
    return sorted(cards, key=lambda card: (card[-1] if card not in JOKERS else "", strength(card)))


def in_suit(card: str, suit: str) -> bool:
    return card[-1] == suit if suit else card[0] == "X"


# --- words --------------------------------------------------------------------------------------------------------


def log(view: State, events: Sequence[Event], before: State | None) -> Iterator[Block]:
    """Each turn in the order of play, and what is turned up and drawn for the next. By the book a turn may go on."""
    title = prose.who(view, before.turn) if before and before.turn else "What happened"
    found = list[str]()
    after = [prose.told(view, event) for event in events if event.kind in AFTER]
    for event in events:
        if event.kind in ("turn", "end"):
            yield from paragraph(title, found)
            turn = event.kind == "turn"
            title, found = prose.who(view, event.args["seat"]) if turn else "The end", []
        found += [prose.told(view, event)] if event.kind not in AFTER else []
    yield from paragraph(title, found)
    yield from paragraph("For what comes next", after)


def paragraph(title: str, found: Sequence[str]) -> Iterator[Block]:
    said = [words for words in found if words]
    if said:
        yield Heading(title, 3)
        yield Text("\n".join(said))


def own(view: State, seat: Seat) -> Iterator[Block]:
    """The hand, the objectives, what landing costs, and what was said for longer."""
    yield Heading("Yours", 3)
    hand = ", ".join(f"{card} ({points(card) or 'joker'})" for card in in_suits(view.hand(seat))) or "none"
    secret = view.secret.get(seat)
    choice = view.dealt.get(seat, ()) if secret is None else (secret,)
    kept = "; or ".join(f"{s} {SECRET_WORDS[SECRETS[s][0]]}, {SECRETS[s][1]} VP" for s in choice)
    objective = ", ".join(view.region(code).name for code in view.world.empires[seat].objective)
    lines = [f"Cards: {hand}.", f"Secret objective: {kept}.", f"Open objective: {objective} ({goal(view, seat)})."]
    yield Text("\n".join([*lines, prices(view, seat)]))
    if wanted := view.wanted.get(seat, ()):
        yield Text(f"Next tokens: {', '.join(wanted)}.")
    if standing_lines := view.standing.get(seat, ()):
        yield Text("Standing challenges:\n" + "\n".join(standing_lines))


def prices(view: State, seat: Seat) -> str:
    """What it costs this empire to land."""
    board = Board(view, LoadedDice())
    usual = ", ".join(f"{kind} {fare(board, seat, kind)}" for kind in KINDS) if view.market else "nothing is open"
    conquered = next((code for code in sorted(view.held) if view.held[code].kind), "")
    dear = ", ".join(f"{kind} {board.price(seat, kind, conquered)}" for kind in KINDS) if conquered else "5"
    return f"Landing on the market costs: {usual}. On a region of another: {dear}."
