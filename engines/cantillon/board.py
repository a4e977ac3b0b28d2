"""How things stand: the board from which a seat orders, with its lines drawn on it and counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.base import Event, Seat, whole
from engines.cantillon import prose
from engines.cantillon.asks import pending
from engines.cantillon.combat import odds
from engines.cantillon.drawing import drawing, ordered
from engines.cantillon.facts import in_hundred
from engines.cantillon.rehearsal import Trial, may_play, rehearse
from engines.cantillon.state import COSTS, FACTORY_COST, INPUTS, STAGES, State, title, value
from engines.cantillon.tables import agreements, standings
from engines.language.ask import Order
from engines.palette import NAMES
from engines.report import Block, Cell, Change, Row, Table, columns


@whole
def blocks(view: State, seat: Seat | None, orders: Sequence[Order] = ()) -> Iterator[Block]:
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
        yield Table("turn", columns("What would happen", "worth"), tuple(rows), "Your turn as the board stands now")


def stage_rows(view: State, seat: Seat, trial: Trial, words: Mapping[str, str]) -> Iterator[Row]:
    """What would happen in a stage, with its price; what would not, with its reason."""
    for event in prose.gathered(trial.events):
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
