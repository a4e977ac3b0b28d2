"""What an empire is told: empires, market, regions, the log of every turn, its hand and objectives (section 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat
from engines.dice import LoadedDice
from engines.europe2028 import prose, scoring
from engines.europe2028.cards import SUITS, points
from engines.europe2028.state import MAT, SECRET_WORDS, SECRETS, WAREHOUSE, State, title_of
from engines.europe2028.table import Table as Board
from engines.europe2028.world import Code
from engines.report import Block, Cell, Heading, Row, Table, Text


def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None) -> Iterator[Block]:
    """The report on what led to a position, for an empire or (None) anybody."""
    yield Heading(title_of(before.phase) if before else "Europe 2028", 1)
    yield standings(view, seat)
    yield decks(view)
    yield from log(view, events)
    if seat:
        yield from own(view, seat)
    yield market(view)
    yield regions(view)
    yield from disposed(view)


def standings(view: State, seat: Seat | None) -> Table:
    """Empires by what they hold."""
    board = Board(view, LoadedDice())
    order = sorted(view.seats, key=lambda s: (-scoring.held(view, s), view.order.index(s)))
    rows = tuple(standing(view, board, each, each == seat) for each in order)
    return Table("standings", ("Empire", "VP", "end", "coins", "+", "cards", "level"), rows, align="lrrrrrr")


def standing(view: State, board: Board, seat: Seat, own_row: bool) -> Row:
    name = Cell(f"{seat} {view.world.empires[seat].name}", seat=seat, strong=own_row)
    vp, end = scoring.vp_text(scoring.held(view, seat)), scoring.vp_text(scoring.conquered(view, seat))
    figures = view.coins[seat], board.income(seat), len(view.hands[seat]), view.levels[seat]
    return (name, vp, end, *map(str, figures))


def decks(view: State) -> Text:
    first = f"{view.first} begins the round. " if view.round else ""
    left = f"{len(view.deck)} regions, {len(view.cards)} cards to draw, {len(view.pile)} disposed of"
    return Text(f"{first}{left}. {view.options.end_vp} VP of conquered regions end the game.")


def log(view: State, events: Sequence[Event]) -> Iterator[Block]:
    """Each turn in the order of play."""
    title, found = "What happened", list[str]()
    for event in events:
        if event.kind in ("turn", "end"):
            yield from paragraph(title, found)
            turn = event.kind == "turn"
            title, found = prose.who(view, event.args["seat"]) if turn else "The end", []
        found.append(prose.told(view, event))
    yield from paragraph(title, found)


def paragraph(title: str, found: Sequence[str]) -> Iterator[Block]:
    said = [words for words in found if words]
    if said:
        yield Heading(title, 3)
        yield Text("\n".join(said))


def market(view: State) -> Table:
    rows = tuple(region_row(view, code) for code in view.market)
    return Table("market", ("Region", "VP", "coins", "levels", "tokens"), rows, "The market", "lrrrl")


def region_row(view: State, code: Code) -> Row:
    region = view.region(code)
    return (f"{code} {region.name}", str(region.vp), str(region.coins), str(region.influence), on_it(view, code))


def on_it(view: State, code: Code) -> str:
    """The tokens on a region with their levels."""
    found = (
        f"{seat} {token} {at.level}/{view.region(code).influence}"
        for seat, mine in view.tokens.items()
        for token, at in mine.items()
        if at.place == code
    )
    return ", ".join(found)


def regions(view: State) -> Table:
    """Held regions, empire by empire."""
    rows: list[Row] = []
    for seat in view.order:
        rows.append((Cell(f"{seat} {view.world.empires[seat].name}: {tokens_of(view, seat)}", seat=seat),))
        for code in view.holdings(seat):
            region, holding = view.region(code), view.held[code]
            how = holding.kind or "original"
            damage = "damaged" if holding.damaged else ""
            rows.append((f"{code} {region.name}", str(region.vp), str(region.coins), how, damage, on_it(view, code)))
    return Table("regions", ("Region", "VP", "coins", "by", "", "tokens"), tuple(rows), "Empires", "lrrlll")


def tokens_of(view: State, seat: Seat) -> str:
    """Where an empire's tokens are."""
    names = {MAT: "mat", WAREHOUSE: "warehouse"}
    return ", ".join(f"{token} {names.get(at.place, at.place)}" for token, at in view.tokens[seat].items())


def own(view: State, seat: Seat) -> Iterator[Block]:
    """The hand, the objectives, what landing costs, and standing challenges."""
    yield Heading("Yours", 3)
    hand = ", ".join(f"{card} ({points(card) or 'joker'})" for card in view.hand(seat)) or "none"
    yield Text(f"Cards: {hand}.")
    secret = view.secret.get(seat)
    choice = view.dealt.get(seat, ()) if secret is None else (secret,)
    kept = "; ".join(f"{s} {SECRET_WORDS[SECRETS[s][0]]}, {SECRETS[s][1]} VP" for s in choice)
    objective = view.world.empires[seat].objective
    held = sum(code in view.holdings(seat) for code in objective)
    yield Text(f"Secret objective: {kept}. Open objective: {', '.join(objective)}, {held} of {len(objective)}.")
    if lines := view.standing.get(seat, ()):
        yield Text("Standing challenges:\n" + "\n".join(lines))


def disposed(view: State) -> Iterator[Block]:
    """Cards that are gone, by suit, for those who count."""
    if view.pile:
        rows = tuple((name, " ".join(c for c in view.pile if c[-1] == suit)) for suit, name in SUITS.items())
        yield Table("pile", ("Suit", "Cards"), rows, "Disposed of")
