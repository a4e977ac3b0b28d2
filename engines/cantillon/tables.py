"""The tables of a position, for the report and the board alike: standings, what lies where, what is agreed."""

from __future__ import annotations

from collections.abc import Iterator

from engines.base import Seat
from engines.cantillon import ending, goods, prose
from engines.cantillon.facts import goods_in_words, units_in_words
from engines.cantillon.state import CantillonState
from engines.cantillon.turn_context import CantillonTurnContext, LuckyDice
from engines.cantillon.words import YIELDS
from engines.palette import NAMES, STYLES
from engines.report import STANDINGS, Block, Cell, Table, TableRow, make_columns


def cantillon_standings_tables(view: CantillonState, seat: Seat | None) -> Iterator[Block]:
    """Yield what decides: cities, lands, what treasuries are worth; then units, and what will be taxed next."""
    names = {each: name_cell(view, each, seat) for each in view.order}
    rows: list[TableRow] = [(names[each], *score_figures(view, each)) for each in view.order]
    yield Table(STANDINGS, make_columns("Player", "cities", "lands", "worth"), tuple(rows), goal_text(view))
    working = CantillonTurnContext(view, LuckyDice())
    alive = (each for each in view.order if each not in view.out)
    forces: list[TableRow] = [(names[each], *force_figures(view, working, each)) for each in alive]
    yield Table("forces", make_columns("Player", "taxmen", "armies", "fleets", "next tax"), tuple(forces))


def name_cell(view: CantillonState, seat: Seat, reader: Seat | None) -> Cell:
    return Cell(STYLES[seat].name + (" (out)" if seat in view.out else ""), seat=seat, strong=seat == reader)


def score_figures(view: CantillonState, seat: Seat) -> tuple[int, int, int]:
    return ending.count_cities(view, seat), ending.count_lands(view, seat), view.worth.get(seat, 0)


def force_figures(view: CantillonState, working: CantillonTurnContext, seat: Seat) -> tuple[int, int, int, int]:
    """Taxmen, armies and fleets, carried and anchored ones too, and what lies on the seat's lands."""
    units = "".join(plot.units for plot in view.lands.values() if plot.owner == seat)
    units += "".join(water.cargo for water in view.seas.values() if water.fleet == seat)
    fleets = len(working.fleets_of(seat)) + sum(plot.anchor == seat for plot in view.lands.values())
    return units.count("T"), units.count("A"), fleets, goods.untaxed_value(working, seat)


def goal_text(view: CantillonState) -> str:
    """Return what decides the game."""
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


def lands_table(view: CantillonState) -> Iterator[Block]:
    """Everything that lies on lands and seas, owner by owner."""
    rows: list[TableRow] = []
    for seat in view.order:
        mine = sorted((code for code, plot in view.lands.items() if plot.owner == seat), key=int)
        sailing = sorted(code for code, water in view.seas.items() if water.fleet == seat)
        if mine or sailing:
            rows.append((Cell(STYLES[seat].name, seat=seat),))
            rows += [land_row(view, code) for code in mine]
            rows += [(view.board.name_with_code(c), units_in_words(f"F{view.seas[c].cargo}"), "", "") for c in sailing]
    left = [code for code, p in view.lands.items() if not p.owner and (p.basic or p.advanced or p.goods)]
    if left:
        rows.append((Cell("free"),))
        rows += [land_row(view, code) for code in sorted(left, key=int)]
    if rows:
        yield Table("lands", make_columns("Area", "units", "factories", "goods there"), tuple(rows), "Lands and seas")


def land_row(view: CantillonState, code: str) -> TableRow:
    land, plot = view.board.lands[code], view.plot_of(code)
    city = f", {land.city}" if land.city else ""
    own_fleet = "F" if plot.anchor and plot.anchor == plot.owner else ""
    units = units_in_words(plot.units + own_fleet)
    guest = f", fleet of {NAMES[plot.anchor]}" if plot.anchor and not own_fleet else ""
    made = ", ".join(filter(None, ("basic" if plot.basic else "", prose.FACTORIES.get(plot.advanced, ""))))
    lying = goods_in_words(plot.goods) if plot.goods else f"yields {YIELDS[land.goods]}"
    return f"{view.board.name_with_code(code)}{city}", f"{units}{guest}", made, lying


# --- what is agreed ---------------------------------------------------------------------------------------------


def agreements_table(view: CantillonState, seat: Seat) -> Iterator[Block]:
    """The treasury of a seat, those of others if they are open, contracts, and leave to pass."""
    rows: list[TableRow] = [("Treasury", goods_in_words(view.stock.get(seat, {})))]
    shown = ((other, goods) for other, goods in view.stock_shown.items() if other != seat)
    rows += [(f"Treasury of {NAMES[other]}", goods_in_words(stock)) for other, stock in shown]
    for half in view.halves.get(seat, ()):
        offer = (
            f"{NAMES[half.giver]} offers {NAMES[half.partner]} {goods_in_words(half.give)} for "
            f"{goods_in_words(half.get)}"
        )
        rows.append(("Contract", f"{offer}, up to round {half.last}"))
    for permit in view.permits.get(seat, ()):
        passing = f"{NAMES[permit.giver]} lets {NAMES[permit.taker]} pass {prose.name_areas(view, permit.seas)}"
        rows.append(("Leave to pass", f"{passing}, up to round {permit.last}"))
    yield Table("yours", make_columns("Yours", ""), tuple(rows))
