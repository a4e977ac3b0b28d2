"""What a player is told: the map, standings, the log of every turn, lands, and what his units could do (§9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.base import Event, Seat, whole
from engines.cantillon import combat, endings, goods, moves, prose
from engines.cantillon.board import Area
from engines.cantillon.chart import LINKS, WALLS, chart
from engines.cantillon.check import Lucky
from engines.cantillon.connect import besieged_cities, isolated
from engines.cantillon.state import Plot, State, listed, title_of
from engines.cantillon.table import Table
from engines.colours import STYLES
from engines.report import STANDINGS, Block, Cell, Heading, Map, Piece, Row, Sign, Style, Text
from engines.report import Table as Rows

LANDS = {
    "r": Style("minerals (r)", "r", "#E8C4B8", "#F1DDD5", ""),
    "b": Style("wood (b)", "b", "#C9D3E0", "#DFE6EE", ""),
    "y": Style("food (y)", "y", "#EFE6B8", "#F7F2D9", ""),
}
"""How free land looks, by what it yields."""
BROWN = "#7A4A1E"
COLOURS = {"P": "#8A3FA0", "O": "#E07B1A", "G": "#2E8B3D"}
NAMES = {"P": "purple factory", "O": "orange factory", "G": "green factory"}


@whole
def blocks(view: State, seat: Seat | None, events: Sequence[Event], before: State | None = None) -> Iterator[Block]:
    """The report on what led to a position, for a player or (None) anybody."""
    yield Heading(title_of(before.phase) if before else "Cantillon's Europe", 1)
    yield drawing(view)
    yield standings(view, seat)
    yield from log(view, events)
    if seat and seat in view.alive and view.lands:
        yield from own(view, seat)
    yield from lands(view)


# --- the map ----------------------------------------------------------------------------------------------------


def drawing(view: State) -> Map:
    """Lands by owner, or by what they yield; units, cities, factories, fleets. What is not in play is left blank."""
    table, here = Table(view, Lucky()), view.board.next_to.keys()
    besieged = {area for seat in view.alive for area in besieged_cities(table, seat)}
    lost = {area for seat in view.alive for area in isolated(table, seat)}
    lands = view.board.lands
    return Map(
        chart(view.options.fold),
        title_of(view.phase),
        owners={code: look(view, code) for code in lands},
        pieces=tuple(pieces(view)),
        styles={s: STYLES[s] for s in view.seats},
        looks=LANDS,
        tags={code: tag for code in lands if (tag := goods_tag(view, code))},
        signs=(
            *(sign for code in lands for sign in signs(view, code, code in besieged)),
            *(Sign("ring", code, "#6B6B6B", "cut off") for code in sorted(lost)),
        ),
        links=tuple((a, b) for a, b in LINKS if {a, b} <= here),
        walls=frozenset(pair for pair in WALLS if pair <= here),
        words={"flag": "taxman", "disc": "army", "boat": "fleet at anchor"},
    )


def look(view: State, code: Area) -> str:
    return view.plot(code).owner or view.board.lands[code].goods


def goods_tag(view: State, code: Area) -> str:
    """What a land yields if it is owned, and goods that lie there."""
    plot = view.plot(code)
    colour = view.board.lands[code].goods if plot.owner else ""
    lying = f" +{sum(plot.goods.values())}" if plot.goods else ""
    return f"{colour}{lying}".strip()


def pieces(view: State) -> Iterator[Piece]:
    """Taxmen as flags, armies as discs, fleets as hulls with what they carry."""
    for code, plot in view.lands.items():
        for letter in plot.units:
            yield Piece("flag" if letter == "T" else "disc", plot.owner, code)
        if plot.anchor:
            yield Piece("boat", plot.anchor, code)
    for code, water in view.seas.items():
        cargo = f"+{water.cargo}" if water.cargo else ""
        yield Piece("fleet", water.fleet, code, "", f"{STYLES[water.fleet].letter}{cargo}")


def signs(view: State, code: Area, besieged: bool) -> Iterator[Sign]:
    land, plot = view.board.lands[code], view.plot(code)
    if land.city:
        yield Sign("disc", code, "#111111", "city")
    if land.port:
        yield Sign("anchor", code, "#123A66", "port")
    if besieged:
        yield Sign("ring", code, "#D4001A", "siege")
    if plot.basic:
        yield Sign("square", code, BROWN, "basic factory", land.goods.upper())
    if plot.advanced:
        yield Sign("square", code, COLOURS[plot.advanced], NAMES[plot.advanced], plot.advanced)


# --- tables -----------------------------------------------------------------------------------------------------


def standings(view: State, seat: Seat | None) -> Rows:
    """Cities, lands, units, what will be taxed next, and what treasuries are worth."""
    table = Table(view, Lucky())
    rows = tuple(standing(view, table, each, each == seat) for each in view.order)
    head = ("Player", "C", "L", "T", "A", "F", "tax", "worth")
    return Rows(STANDINGS, head, rows, goal_text(view), "lrrrrrrr")


def standing(view: State, table: Table, seat: Seat, own_row: bool) -> Row:
    units = "".join(plot.units for plot in view.lands.values() if plot.owner == seat)
    units += "".join(water.cargo for water in view.seas.values() if water.fleet == seat)
    fleets = len(table.fleets(seat)) + sum(plot.anchor == seat for plot in view.lands.values())
    name = Cell(STYLES[seat].name + (" (out)" if seat in view.out else ""), seat=seat, strong=own_row)
    counts = endings.cities(view, seat), endings.lands(view, seat), units.count("T"), units.count("A"), fleets
    return (name, *map(str, counts), str(goods.income(table, seat)), str(view.worth.get(seat, 0)))


def goal_text(view: State) -> str:
    goal, target = view.options.goal, view.options.target
    aim = "the last one left" if goal == "last" else f"{target} {goal}"
    return f"Goal: {aim}. C cities, L lands"


def lands(view: State) -> Iterator[Block]:
    """Everything that lies on lands and seas, owner by owner."""
    rows: list[Row] = []
    for seat in view.order:
        mine = [code for code, plot in view.lands.items() if plot.owner == seat]
        sailing = [code for code, water in view.seas.items() if water.fleet == seat]
        if mine or sailing:
            rows.append((Cell(STYLES[seat].name, seat=seat),))
            rows += [land_row(view, code, view.plot(code)) for code in sorted(mine, key=int)]
            rows += [
                (view.board.name(code), "", f"F {view.seas[code].cargo}".strip(), "", "") for code in sorted(sailing)
            ]
    empty = [
        code for code, plot in view.lands.items() if not plot.owner and (plot.basic or plot.advanced or plot.goods)
    ]
    if empty:
        rows.append((Cell("free"),))
        rows += [land_row(view, code, view.plot(code)) for code in sorted(empty, key=int)]
    if rows:
        yield Rows("lands", ("Area", "", "units", "factories", "goods"), tuple(rows), "Lands and seas")


def land_row(view: State, code: Area, plot: Plot) -> Row:
    land = view.board.lands[code]
    city = f" ({land.city})" if land.city else ""
    units = plot.units + (f" F:{plot.anchor}" if plot.anchor else "")
    made = " ".join(filter(None, (land.goods.upper() if plot.basic else "", plot.advanced)))
    return (f"{view.board.name(code)}{city}", land.goods, units, made, listed(plot.goods) if plot.goods else "")


# --- what happened ----------------------------------------------------------------------------------------------


def log(view: State, events: Sequence[Event]) -> Iterator[Block]:
    """Each turn in the order of play; steps of one turn in one paragraph."""
    found: list[str] = []
    title = "Before the first round" if not view.round or view.kind == "setup" else ""
    for event in events:
        if event.kind == "turn":
            yield from paragraph(title, found)
            title, found = f"The turn of {prose.who(event.args['seat'])}", []
        elif event.kind == "end":
            yield from paragraph(title, found)
            title, found = "The end", [prose.told(view, event)]
        else:
            found.append(prose.told(view, event))
    yield from paragraph(title, found)


def paragraph(title: str, found: Sequence[str]) -> Iterator[Block]:
    said = [words for words in found if words]
    if said:
        yield Heading(title or "What happened", 3)
        yield Text("\n".join(said))


# --- for the reader ---------------------------------------------------------------------------------------------


def own(view: State, seat: Seat) -> Iterator[Block]:
    """The treasury, upkeep, steps and targets, leave to pass, open contracts."""
    table = Table(view, Lucky())
    yield Heading("Yours", 3)
    upkeep = sum(1 for _ in table.armies(seat))
    yield Text(f"Treasury: {listed(view.stock.get(seat, {}))}, worth {view.worth.get(seat, 0)}. Upkeep due: {upkeep}.")
    steps: dict[str, list[str]] = {}
    for letter, start, goal in moves.targets(table, seat):
        steps.setdefault(f"{letter} {start}", []).append(goal)
    if steps:
        yield Text("Steps: " + "; ".join(f"{unit}-{'/'.join(goals)}" for unit, goals in steps.items()) + ".")
    if targets := list(attacks(table, seat)):
        yield Rows("targets", ("Attack", "held by", "tosses", "odds"), tuple(targets), "Targets", "llrr")
    deals = [f"{p.giver} lets {p.taker} pass {', '.join(p.seas)} to round {p.last}" for p in view.permits.get(seat, ())]
    deals += [f"{h.giver} offers {h.partner} {listed(h.give)} for {listed(h.get)}" for h in view.halves.get(seat, ())]
    if deals:
        yield Text(f"Leave and contracts: {'; '.join(deals)}.")
    if lines := view.standing.get(seat, ()):
        yield Text("Your standing lines:\n" + "\n".join(lines))


def attacks(table: Table, seat: Seat) -> Iterator[Row]:
    """Every land or fleet next to an own army or fleet that could be attacked, with tosses and odds."""
    starts = [(area, "A") for area in dict.fromkeys(table.armies(seat))] + [(a, "F") for a in table.fleets(seat)]
    for start, letter in starts:
        for goal in table.board.next_to[start]:
            fits = (goal in table.board.seas) == (letter == "F")
            if fits and combat.hostile(table, seat, goal):
                count = combat.tosses(table, goal)
                line = f"ATT {table.board.name(goal)} FROM {start}"
                yield line, prose.who(table.owner(goal)), str(count), f"{combat.odds(count):.0%}"
