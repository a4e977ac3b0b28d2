"""One player's turn: eight stages, each line carried out in its stage, from top to bottom (§5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from engines.base import Seat
from engines.cantillon import combat, deals, goods, leaving, moves, transport
from engines.cantillon.connect import besieged_cities
from engines.cantillon.data import Area
from engines.cantillon.deals import number
from engines.cantillon.turn import Refused, Table
from engines.language.ask import Order

Args = Mapping[str, Any]
T = TypeVar("T")
STAGE_OF = {
    **dict.fromkeys(("PAY", "DISBAND"), 2),
    **dict.fromkeys(("STEP", "ATT"), 3),
    "BUILD": 4,
    "POS": 5,
    "RUN": 6,
    "FACTORY": 7,
    **dict.fromkeys(("TRADE", "GIVE", "PERMIT", "REVOKE", "RESIGN", "CEDE", "BURN"), 8),
}
"""The stage in which each verb is carried out (§4)."""
FIRST, LAST = 1, 8


class Turn:
    """A player's turn with all his lines. `once`: after an attacker is lost the rest of the attack waits in `rest`, and
    the lines after it in `waiting`."""

    def __init__(self, table: Table, seat: Seat, orders: Sequence[Order], once: bool = False) -> None:
        self.table, self.seat, self.orders, self.once = table, seat, orders, once
        self.rest: combat.Wave | None = None
        self.waiting: Sequence[Order] = ()
        self.sieges: Sequence[Area] = ()
        table.kept = deals.goods_of(row for o in self.said("SAVE") for row in o.args["goods"])
        table.spent_first = deals.goods_of(row for o in self.said("SPEND") for row in o.args["goods"])

    def said(self, *verbs: str) -> Iterator[Order]:
        return (order for order in self.orders if order.verb in verbs)

    def play(self, first: int = FIRST, last: int = LAST) -> None:
        """Stages from `first` to `last`; none after a defeat."""
        for stage in range(first, last + 1):
            if self.seat not in self.table.out and self.rest is None:
                STAGES[stage](self)

    def each(self, orders: Iterable[Order], act: Callable[[Args], None]) -> None:
        """Carries out some lines, each as often as it says, while its condition holds."""
        for order in orders:
            self.line(order, act)

    def line(self, order: Order, act: Callable[[Args], None]) -> None:
        """One line; what is refused is told to its writer, and how often else it was to be carried out left out."""
        if not holds(self.table, self.seat, order.args.get("if", ())):
            self.table.tell("skipped", (self.seat,), seat=self.seat, line=order.text)
            return
        try:
            for _ in range(number(order.args.get("times", ()), 1)):
                act(order.args)
        except Refused as refusal:
            self.refuse(order, refusal)

    def refuse(self, order: Order, refusal: Refused) -> None:
        self.table.tell("refused", (self.seat,), seat=self.seat, line=order.text, text=str(refusal))

    def each_row(self, order: Order, rows: Iterable[T], act: Callable[[T], None]) -> None:
        """A line with a list: each of it for itself, so that one that is refused stops no other."""
        for row in rows:
            try:
                act(row)
            except Refused as refusal:
                self.refuse(order, refusal)


def holds(table: Table, seat: Seat, conditions: Sequence[Args]) -> bool:
    """Whether an IF is true at this moment."""
    return all(true(table, seat, each["where"], each["is"]) != bool(each["not"]) for each in conditions)


def true(table: Table, seat: Seat, where: Area, test: Args) -> bool:
    """FREE, MINE, HELD by another or by somebody, or exactly so many ARMIES, carried ones included (§4.1)."""
    holder = table.owner(where)
    match test["way"]:
        case "free":
            return not holder
        case "mine":
            return holder == seat
        case "held":
            by = test["by"][0]["party"] if test["by"] else ""
            return holder == by if by else holder not in ("", seat)
        case _:
            return armies(table, where) == int(test["n"])


def armies(table: Table, where: Area) -> int:
    carried = table.seas[where].cargo if where in table.seas else ""
    return (table.plot(where).units + carried).count("A")


# --- the stages -------------------------------------------------------------------------------------------------


def tax(turn: Turn) -> None:
    deals.settle(turn.table, turn.seat, at_start=True)
    goods.tax(turn.table, turn.seat)


def pay(turn: Turn) -> None:
    turn.each(turn.said("DISBAND"), lambda a: disband(turn.table, turn.seat, a["unit"], a["at"]))
    first = [row["area"] for o in turn.said("PAY") for row in o.args["what"].get("areas", ())]
    goods.upkeep(turn.table, turn.seat, first)


def disband(table: Table, seat: Seat, letter: str, area: Area) -> None:
    moves.ready(table, seat, letter, area)
    moves.spared(table, seat, letter, area)
    table.remove(area, letter)
    table.tell("disbanded", seat=seat, unit=letter, area=area)


def expand(turn: Turn) -> None:
    """Steps and attacks, then sieges, isolated units and defeats."""
    table = turn.table
    table.moved.clear()
    table.takers.clear()
    table.tossed = 0
    sieges = besieged_cities(table, turn.seat)
    for city in sieges:
        table.tell("siege", seat=turn.seat, area=city)
    steps(turn, list(turn.said("STEP", "ATT")), sieges)


def steps(turn: Turn, lines: Sequence[Order], sieges: Sequence[Area]) -> None:
    """The lines of stage 3; by the book they wait when an attacker was lost."""
    turn.sieges = sieges
    for n, order in enumerate(lines):
        turn.line(order, partial(step, turn) if order.verb == "STEP" else partial(assault, turn, order))
        if turn.rest is not None:
            turn.waiting = lines[n + 1 :]
            return
    end_expansion(turn, sieges)


def end_expansion(turn: Turn, sieges: Sequence[Area]) -> None:
    table = turn.table
    leaving.end_sieges(table, turn.seat, sieges)
    leaving.remove_isolated(table, turn.seat)
    leaving.defeats(table)
    table.moved.clear()
    table.takers.clear()


def step(turn: Turn, a: Args) -> None:
    """A step; an army's step into a land of others is an attack (§4)."""
    table, goal = turn.table, a["to"]
    if a["unit"] == "A" and goal in table.board.lands and combat.hostile(table, turn.seat, goal):
        combat.one(table, turn.seat, a["from"], goal)
    else:
        moves.step(table, turn.seat, a["unit"], a["from"], goal)


def assault(turn: Turn, order: Order, a: Args) -> None:
    starts = tuple(row["area"] for row in a["from"])
    most, stop = number(a["max"], len(starts)), number(a["stop"], len(starts))
    wave = combat.Wave(a["to"], starts, most, stop, bool(a["follow"]))
    turn.rest = combat.attack(turn.table, turn.seat, wave, partial(turn.refuse, order), turn.once)


def build(turn: Turn) -> None:
    turn.each(turn.said("BUILD"), lambda a: transport.build(turn.table, turn.seat, a["unit"], a["at"]))


def position(turn: Turn) -> None:
    table, seat = turn.table, turn.seat

    def move(a: Args) -> None:
        paying = number(a["paying"], 0)
        used = transport.position(
            table, seat, a["unit"], a["from"], a["to"], paying, lambda sea: deals.leave_for(table, seat, sea)
        )
        deals.mark_used(table, used)

    turn.each(turn.said("POS"), move)


def generate(turn: Turn) -> None:
    """Growth; then factories as RUN says, all without a word; each once."""
    table, seat = turn.table, turn.seat
    goods.grow(table, seat)
    lines = list(turn.said("RUN"))
    done: set[tuple[str, Area]] = set()
    if not lines:
        run_all(table, seat, done)
    for order in lines:
        run(turn, order, done)


def run(turn: Turn, order: Order, done: set[tuple[str, Area]]) -> None:
    """One RUN; `done` are the factories that worked already."""
    what, table, seat = order.args["what"], turn.table, turn.seat
    if what["way"] == "all":
        run_all(table, seat, done)
    elif what["way"] != "none":
        kind = "B" if what["way"] == "basic" else "ADV"
        rows = [row["area"] for row in what["areas"]]
        turn.each_row(order, rows, lambda area: run_once(table, seat, kind, area, done))


def run_once(table: Table, seat: Seat, kind: str, area: Area, done: set[tuple[str, Area]]) -> None:
    """A factory that has not worked yet in this stage. Raises C50 or C51."""
    if (kind, area) not in done:
        goods.run(table, seat, kind, area)
        done.add((kind, area))


def run_all(table: Table, seat: Seat, done: set[tuple[str, Area]]) -> None:
    """Every factory that has its inputs."""
    for kind, area in goods.factories(table, seat):
        try:
            run_once(table, seat, kind, area, done)
        except Refused as refusal:
            table.tell("idle", (seat,), seat=seat, area=area, text=str(refusal))


def factories(turn: Turn) -> None:
    turn.each(turn.said("FACTORY"), lambda a: goods.build_factory(turn.table, turn.seat, a["kind"], a["area"]))


def negotiate(turn: Turn) -> None:
    """Contracts, gifts, leave to pass; and leaving the game."""
    table, seat = turn.table, turn.seat
    deals.settle(table, seat, at_start=False)
    for order in turn.said(*AGREEMENTS):
        turn.line(order, partial(AGREEMENTS[order.verb], table, seat))
    leaves = any(turn.said("RESIGN"))
    if leaves or table.options.cede_any:
        give_up(turn)
    if leaves:
        leaving.resign(table, seat)
    leaving.defeats(table)


def give_up(turn: Turn) -> None:
    """What is ceded, then what is burnt: by lines of their own, or as parts of RESIGN."""
    resigning = list(turn.said("RESIGN"))
    for order in turn.said("CEDE"):
        turn.line(order, partial(cede, turn, order))
    for order in resigning:
        turn.each_row(order, order.args.get("cede", ()), partial(cede, turn, order))
    turn.each(turn.said("BURN"), partial(burn, turn))
    for order in resigning:
        turn.each_row(order, order.args.get("burn", ()), partial(burn, turn))


AGREEMENTS = {"GIVE": deals.give, "PERMIT": deals.permit, "REVOKE": deals.revoke}


def cede(turn: Turn, order: Order, a: Args) -> None:
    to = deals.living(turn.table, a["party"])
    rows = [row["area"] for row in a["areas"]]
    turn.each_row(order, rows, lambda area: leaving.cede(turn.table, turn.seat, area, to))


def burn(turn: Turn, a: Args) -> None:
    table, seat = turn.table, turn.seat
    everything = [*table.owned(seat), *table.fleets(seat)]
    some = a["what"].get("areas")
    leaving.burn(table, seat, [row["area"] for row in some] if some else everything)


STAGES: Sequence[Callable[[Turn], None]] = (
    lambda _: None,
    tax,
    pay,
    expand,
    build,
    position,
    generate,
    factories,
    negotiate,
)
"""What is done in each stage, by its number."""
