"""How things stand: the board from which a seat orders, with its lines drawn on it and counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.base import Event, Seat, returns_tuple
from engines.cantillon import prose
from engines.cantillon.combat import winning_odds
from engines.cantillon.drawing import draw_cantillon_map, order_strokes
from engines.cantillon.facts import in_hundred
from engines.cantillon.grammars import rest_of_attack
from engines.cantillon.rehearsal import StageTrial, may_play_now, rehearse_turn
from engines.cantillon.state import (
    COSTS,
    FACTORY_COST,
    INPUTS,
    STAGES,
    CantillonState,
    cantillon_phase_title,
    goods_value,
)
from engines.cantillon.tables import agreements_table, cantillon_standings_tables
from engines.language.grammar import Order
from engines.palette import NAMES
from engines.report import Block, Cell, Change, Table, TableRow, make_columns


@returns_tuple
def build_cantillon_board(view: CantillonState, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
    """The position now: the map with the seat's lines, its turn as it would run, and how everybody stands."""
    if seat and may_play_now(view, seat):
        trials, waiting = rehearse_turn(view, seat, orders), rest_of_attack(view, seat)
        refused = {e.args.get("line", "") for trial in trials for e in trial.events if e.kind == "refused"}
        yield draw_cantillon_map(
            view, seat, cantillon_phase_title(view), tuple(order_strokes(seat, (*waiting, *orders), refused)), orders
        )
        yield from turn_table(view, seat, trials, orders)
    else:
        yield draw_cantillon_map(view, seat, cantillon_phase_title(view), given=orders if seat else ())
    yield from cantillon_standings_tables(view, seat)
    if seat:
        yield from agreements_table(view, seat)


# --- a turn in money --------------------------------------------------------------------------------------------


def turn_table(
    view: CantillonState, seat: Seat, trials: Sequence[StageTrial], orders: Sequence[Order]
) -> Iterator[Block]:
    """The purse: what there is, and what each line takes or brings, stage by stage."""
    words = {order.text: order.words or order.text for order in orders}
    rows: list[TableRow] = [("In the treasury", goods_value(view.stock.get(seat, {})))]
    for trial in trials:
        if lines := list(stage_rows(view, seat, trial, words)):
            rows.append((Cell(f"Stage {trial.stage}: {STAGES[trial.stage]}"),))
            rows += lines
    if trials:
        rows.append((Cell("Left at the end", strong=True), trials[-1].worth))
        yield Table(
            "turn", make_columns("What would happen", "worth"), tuple(rows), "Your turn as the board stands now"
        )


def stage_rows(view: CantillonState, seat: Seat, trial: StageTrial, words: Mapping[str, str]) -> Iterator[TableRow]:
    """Yield what would happen in a stage, with its price; what would not, with its reason."""
    for event in prose.gather_idle(trial.events):
        line = event.args.get("line", "")
        said = words.get(line, line)
        if event.kind == "refused":
            yield Cell(f"{said}: not now. {prose.refusal_of_event(view, event)}", good=False), None
        elif event.kind == "skipped":
            yield Cell(f"{said}: left out, for its condition is not true now.", good=False), None
        elif event.kind == "attack":
            yield describe_attack_odds(view, event), None
        elif told := prose.describe_event(view, event):
            yield told, money_change(event, seat)


def describe_attack_odds(view: CantillonState, event: Event) -> str:
    """An attack that has not been made: its odds. What comes behind it goes as if it were won."""
    a = event.args
    where = (
        f"{NAMES[a['defender']]} in {view.board.name_with_code(a['goal'])} from {view.board.name_with_code(a['start'])}"
    )
    return f"Attack on {where}: {in_hundred(winning_odds(len(a['dice'])))}. If it is won:"


def money_change(event: Event, seat: Seat) -> Change | None:
    """Return what something brings or costs a seat."""
    a = event.args
    match event.kind:
        case "tax" | "goods":
            change = goods_value(a["goods"])
        case "upkeep":
            change = -a["paid"]
        case "built":
            change = -COSTS[a["unit"]]
        case "factory":
            change = -FACTORY_COST
        case "positioned":
            change = -a["fee"]
        case "made":
            change = -goods_value(product_inputs(a["product"]))
        case "given":
            change = goods_value(a["goods"]) * (1 if a["partner"] == seat else -1)
        case "traded":
            change = (goods_value(a["get"]) - goods_value(a["give"])) * (1 if a["seat"] == seat else -1)
        case _:
            change = 0
    return Change(change) if change else None


def product_inputs(product: str) -> dict[str, int]:
    """Return what a factory takes for a product."""
    return dict.fromkeys(INPUTS[product], 1) if product in INPUTS else {product.lower(): 1}
