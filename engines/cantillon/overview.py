"""How things stand: the board from which a seat orders, with its lines drawn on it and counted, and the tables that
reports share with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.base import Event, Seat, whole
from engines.cantillon import endings, goods, prose
from engines.cantillon.asks import pending
from engines.cantillon.combat import odds
from engines.cantillon.facts import in_hundred, in_words, units_in_words
from engines.cantillon.picture import drawing, ordered
from engines.cantillon.rehearsal import Trial, may_play, rehearse
from engines.cantillon.state import COSTS, FACTORY_COST, INPUTS, STAGES, State, title, value
from engines.cantillon.table import Lucky, Table
from engines.cantillon.words import YIELDS
from engines.colours import NAMES, STYLES
from engines.language.ask import Order
from engines.report import STANDINGS, Block, Cell, Change, Row, columns
from engines.report import Table as Rows


@whole
def board(view: State, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
    """The position now: the map with the seat's lines, its turn as it would run, and how everybody stands."""
    if seat and may_play(view, seat):
        trials, waiting = rehearse(view, seat, orders), pending(view, seat)
        refused = {e.args.get("line", "") for trial in trials for e in trial.events if e.kind == "refused"}
        yield drawing(view, seat, title(view), tuple(ordered(seat, (*waiting, *orders), refused)), orders)
        yield from turn_table(view, seat, trials, orders)
    else:
        yield drawing(view, seat, title(view), given=orders if seat else ())
    yield from standings(view, seat)
    if seat:
        yield from agreements(view, seat)


# --- a turn in money --------------------------------------------------------------------------------------------


def turn_table(view: State, seat: Seat, trials: Sequence[Trial], orders: Sequence[Order]) -> Iterator[Block]:
    """The purse: what there is, and what each line takes or brings, stage by stage."""
    words = {order.text: order.words or order.text for order in orders}
    rows: list[Row] = [("In the treasury", value(view.stock.get(seat, {})))]
    for trial in trials:
        if lines := list(stage_rows(view, seat, trial, words)):
            rows.append((Cell(f"Stage {trial.stage}: {STAGES[trial.stage]}"),))
            rows += lines
    if trials:
        rows.append((Cell("Left at the end", strong=True), trials[-1].worth))
        yield Rows("turn", columns("What would happen", "worth"), tuple(rows), "Your turn as the board stands now")


def stage_rows(view: State, seat: Seat, trial: Trial, words: Mapping[str, str]) -> Iterator[Row]:
    """What would happen in a stage, with its price; what would not, with its reason."""
    for event in trial.events:
        line = event.args.get("line", "")
        said = words.get(line, line)
        if event.kind == "refused":
            yield Cell(f"{said}: not now. {prose.refusal(view, event)}", good=False), None
        elif event.kind == "skipped":
            yield Cell(f"{said}: left out, for its condition is not true now.", good=False), None
        elif event.kind == "attack":
            yield chance(view, event), None
        elif told := prose.told(view, event):
            yield told, money(event, seat)


def chance(view: State, event: Event) -> str:
    """An attack that has not been made: its odds. What comes behind it goes as if it were won."""
    a = event.args
    where = f"{NAMES[a['defender']]} in {view.board.name(a['goal'])} from {view.board.name(a['start'])}"
    return f"Attack on {where}: {in_hundred(odds(len(a['dice'])))}. If it is won:"


def money(event: Event, seat: Seat) -> Change | None:
    """What something brings or costs a seat."""
    a = event.args
    match event.kind:
        case "tax" | "goods":
            change = value(a["goods"])
        case "upkeep":
            change = -a["paid"]
        case "built":
            change = -COSTS[a["unit"]]
        case "factory":
            change = -FACTORY_COST
        case "positioned":
            change = -a["fee"]
        case "made":
            change = -value(inputs_of(a["product"]))
        case "given":
            change = value(a["goods"]) * (1 if a["partner"] == seat else -1)
        case "traded":
            change = (value(a["get"]) - value(a["give"])) * (1 if a["seat"] == seat else -1)
        case _:
            change = 0
    return Change(change) if change else None


def inputs_of(product: str) -> dict[str, int]:
    """What a factory takes for a product."""
    return dict.fromkeys(INPUTS[product], 1) if product in INPUTS else {product.lower(): 1}


# --- everybody --------------------------------------------------------------------------------------------------


def standings(view: State, seat: Seat | None) -> Iterator[Block]:
    """What decides: cities, lands, what treasuries are worth; then units, and what will be taxed next."""
    names = {each: name_cell(view, each, seat) for each in view.order}
    rows: list[Row] = [(names[each], *score(view, each)) for each in view.order]
    yield Rows(STANDINGS, columns("Player", "cities", "lands", "worth"), tuple(rows), goal_text(view))
    table = Table(view, Lucky())
    alive = (each for each in view.order if each not in view.out)
    forces: list[Row] = [(names[each], *strength(view, table, each)) for each in alive]
    yield Rows("forces", columns("Player", "taxmen", "armies", "fleets", "next tax"), tuple(forces))


def name_cell(view: State, seat: Seat, reader: Seat | None) -> Cell:
    return Cell(STYLES[seat].name + (" (out)" if seat in view.out else ""), seat=seat, strong=seat == reader)


def score(view: State, seat: Seat) -> tuple[int, int, int]:
    return endings.cities(view, seat), endings.lands(view, seat), view.worth.get(seat, 0)


def strength(view: State, table: Table, seat: Seat) -> tuple[int, int, int, int]:
    """Taxmen, armies and fleets, carried and anchored ones too, and what lies on the seat's lands."""
    units = "".join(plot.units for plot in view.lands.values() if plot.owner == seat)
    units += "".join(water.cargo for water in view.seas.values() if water.fleet == seat)
    fleets = len(table.fleets(seat)) + sum(plot.anchor == seat for plot in view.lands.values())
    return units.count("T"), units.count("A"), fleets, goods.income(table, seat)


def goal_text(view: State) -> str:
    """What decides the game."""
    goal, target = view.options.goal, view.options.target
    match goal:
        case "last":
            return "The last one left wins"
        case "rounds":
            return f"After {target} {'round' if target == 1 else 'rounds'} most cities win, then most lands"
        case "wealth":
            return f"The first with a treasury worth {target} wins"
        case _:
            return f"The first with {target} {goal} wins"


# --- what lies where --------------------------------------------------------------------------------------------


def lands(view: State) -> Iterator[Block]:
    """Everything that lies on lands and seas, owner by owner."""
    rows: list[Row] = []
    for seat in view.order:
        mine = sorted((code for code, plot in view.lands.items() if plot.owner == seat), key=int)
        sailing = sorted(code for code, water in view.seas.items() if water.fleet == seat)
        if mine or sailing:
            rows.append((Cell(STYLES[seat].name, seat=seat),))
            rows += [land_row(view, code) for code in mine]
            rows += [(view.board.name(c), units_in_words(f"F{view.seas[c].cargo}"), "", "") for c in sailing]
    left = [code for code, p in view.lands.items() if not p.owner and (p.basic or p.advanced or p.goods)]
    if left:
        rows.append((Cell("free"),))
        rows += [land_row(view, code) for code in sorted(left, key=int)]
    if rows:
        yield Rows("lands", columns("Area", "units", "factories", "goods there"), tuple(rows), "Lands and seas")


def land_row(view: State, code: str) -> Row:
    land, plot = view.board.lands[code], view.plot(code)
    city = f", {land.city}" if land.city else ""
    own_fleet = "F" if plot.anchor and plot.anchor == plot.owner else ""
    units = units_in_words(plot.units + own_fleet)
    guest = f", fleet of {NAMES[plot.anchor]}" if plot.anchor and not own_fleet else ""
    made = ", ".join(filter(None, ("basic" if plot.basic else "", prose.FACTORIES.get(plot.advanced, ""))))
    lying = in_words(plot.goods) if plot.goods else f"yields {YIELDS[land.goods]}"
    return f"{view.board.name(code)}{city}", f"{units}{guest}", made, lying


# --- what is agreed ---------------------------------------------------------------------------------------------


def agreements(view: State, seat: Seat) -> Iterator[Block]:
    """The treasury of a seat, those of others if they are open, contracts, and leave to pass."""
    rows: list[Row] = [("Treasury", in_words(view.stock.get(seat, {})))]
    shown = ((other, goods) for other, goods in view.stock_shown.items() if other != seat)
    rows += [(f"Treasury of {NAMES[other]}", in_words(stock)) for other, stock in shown]
    for half in view.halves.get(seat, ()):
        offer = f"{NAMES[half.giver]} offers {NAMES[half.partner]} {in_words(half.give)} for {in_words(half.get)}"
        rows.append(("Contract", f"{offer}, up to round {half.last}"))
    for permit in view.permits.get(seat, ()):
        passing = f"{NAMES[permit.giver]} lets {NAMES[permit.taker]} pass {prose.named(view, permit.seas)}"
        rows.append(("Leave to pass", f"{passing}, up to round {permit.last}"))
    yield Rows("yours", columns("Yours", ""), tuple(rows))
