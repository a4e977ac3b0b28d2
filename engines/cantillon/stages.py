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
from engines.cantillon.working import Refused, Working
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

    def __init__(self, working: Working, seat: Seat, orders: Sequence[Order], once: bool = False) -> None:
        self.working, self.seat, self.orders, self.once = working, seat, orders, once
        self.rest: combat.Wave | None = None
        self.waiting: Sequence[Order] = ()
        self.sieges: Sequence[Area] = ()
        working.kept = deals.goods_of(row for o in self.said("SAVE") for row in o.args["goods"])
        working.spent_first = deals.goods_of(row for o in self.said("SPEND") for row in o.args["goods"])

    def said(self, *verbs: str) -> Iterator[Order]:
        return (order for order in self.orders if order.verb in verbs)

    def play(self, first: int = FIRST, last: int = LAST) -> None:
        """Stages from `first` to `last`; none after a defeat."""
        for stage in range(first, last + 1):
            if self.seat not in self.working.out and self.rest is None:
                STAGES[stage](self)

    def each(self, orders: Iterable[Order], act: Callable[[Args], None]) -> None:
        """Carries out some lines, each as often as it says, while its condition holds."""
        for order in orders:
            self.line(order, act)

    def line(self, order: Order, act: Callable[[Args], None]) -> None:
        """One line; what is refused is told to its writer, and how often else it was to be carried out left out."""
        if not holds(self.working, self.seat, order.args.get("if", ())):
            self.working.tell("skipped", (self.seat,), seat=self.seat, line=order.text)
            return
        try:
            for _ in range(number(order.args.get("times", ()), 1)):
                act(order.args)
        except Refused as refusal:
            self.refuse(order, refusal)

    def refuse(self, order: Order, refusal: Refused) -> None:
        self.working.tell("refused", (self.seat,), seat=self.seat, line=order.text, text=str(refusal))

    def each_row(self, order: Order, rows: Iterable[T], act: Callable[[T], None]) -> None:
        """A line with a list: each of it for itself, so that one that is refused stops no other."""
        for row in rows:
            try:
                act(row)
            except Refused as refusal:
                self.refuse(order, refusal)


def holds(working: Working, seat: Seat, conditions: Sequence[Args]) -> bool:
    """Whether an IF is true at this moment."""
    return all(true(working, seat, each["where"], each["is"]) != bool(each["not"]) for each in conditions)


def true(working: Working, seat: Seat, where: Area, test: Args) -> bool:
    """FREE, MINE, HELD by another or by somebody, or exactly so many ARMIES, carried ones included (§4.1)."""
    holder = working.owner(where)
    match test["way"]:
        case "free":
            return not holder
        case "mine":
            return holder == seat
        case "held":
            by = test["by"][0]["party"] if test["by"] else ""
            return holder == by if by else holder not in ("", seat)
        case _:
            return armies(working, where) == int(test["n"])


def armies(working: Working, where: Area) -> int:
    carried = working.seas[where].cargo if where in working.seas else ""
    return (working.plot(where).units + carried).count("A")


# --- the stages -------------------------------------------------------------------------------------------------


def tax(turn: Turn) -> None:
    deals.settle(turn.working, turn.seat, at_start=True)
    goods.tax(turn.working, turn.seat)


def pay(turn: Turn) -> None:
    turn.each(turn.said("DISBAND"), lambda a: disband(turn.working, turn.seat, a["unit"], a["at"]))
    first = [row["area"] for o in turn.said("PAY") for row in o.args["what"].get("areas", ())]
    goods.upkeep(turn.working, turn.seat, first)


def disband(working: Working, seat: Seat, letter: str, area: Area) -> None:
    moves.ready(working, seat, letter, area)
    moves.spared(working, seat, letter, area)
    working.remove(area, letter)
    working.tell("disbanded", seat=seat, unit=letter, area=area)


def expand(turn: Turn) -> None:
    """Steps and attacks, then sieges, isolated units and defeats."""
    working = turn.working
    working.moved.clear()
    working.takers.clear()
    working.tossed = 0
    sieges = besieged_cities(working, turn.seat)
    for city in sieges:
        working.tell("siege", seat=turn.seat, area=city)
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
    working = turn.working
    leaving.end_sieges(working, turn.seat, sieges)
    leaving.remove_isolated(working, turn.seat)
    leaving.defeats(working)
    working.moved.clear()
    working.takers.clear()


def step(turn: Turn, a: Args) -> None:
    """A step; an army's step into a land of others is an attack (§4)."""
    working, goal = turn.working, a["to"]
    if a["unit"] == "A" and goal in working.board.lands:
        combat.one(working, turn.seat, a["from"], goal)
    else:
        moves.step(working, turn.seat, a["unit"], a["from"], goal)


def assault(turn: Turn, order: Order, a: Args) -> None:
    turn.rest = combat.attack(turn.working, turn.seat, wave_of(a), partial(turn.refuse, order), turn.once)


def wave_of(a: Args) -> combat.Wave:
    """An ATT line as attackers that go one after the other, all of them unless it bounds how many."""
    starts = tuple(row["area"] for row in a["from"])
    return combat.Wave(
        a["to"], starts, number(a["max"], len(starts)), number(a["stop"], len(starts)), bool(a["follow"])
    )


def build(turn: Turn) -> None:
    turn.each(turn.said("BUILD"), lambda a: transport.build(turn.working, turn.seat, a["unit"], a["at"]))


def position(turn: Turn) -> None:
    working, seat = turn.working, turn.seat

    def move(a: Args) -> None:
        paying = number(a["paying"], 0)
        used = transport.position(
            working, seat, a["unit"], a["from"], a["to"], paying, lambda sea: deals.leave_for(working, seat, sea)
        )
        deals.mark_used(working, used)

    turn.each(turn.said("POS"), move)


def generate(turn: Turn) -> None:
    """Growth; then factories as RUN says, all without a word; each once."""
    working, seat = turn.working, turn.seat
    goods.grow(working, seat)
    lines = list(turn.said("RUN"))
    done: set[tuple[str, Area]] = set()
    if not lines:
        run_all(working, seat, done)
    for order in lines:
        run(turn, order, done)


def run(turn: Turn, order: Order, done: set[tuple[str, Area]]) -> None:
    """One RUN; `done` are the factories that worked already."""
    what, working, seat = order.args["what"], turn.working, turn.seat
    if what["way"] == "all":
        run_all(working, seat, done)
    elif what["way"] != "none":
        kind = "B" if what["way"] == "basic" else "ADV"
        rows = [row["area"] for row in what["areas"]]
        turn.each_row(order, rows, lambda area: run_once(working, seat, kind, area, done))


def run_once(working: Working, seat: Seat, kind: str, area: Area, done: set[tuple[str, Area]]) -> None:
    """A factory that has not worked yet in this stage. Raises C50 or C51."""
    if (kind, area) not in done:
        goods.run(working, seat, kind, area)
        done.add((kind, area))


def run_all(working: Working, seat: Seat, done: set[tuple[str, Area]]) -> None:
    """Every factory that has its inputs."""
    for kind, area in goods.factories(working, seat):
        try:
            run_once(working, seat, kind, area, done)
        except Refused as refusal:
            working.tell("idle", (seat,), seat=seat, area=area, text=str(refusal))


def factories(turn: Turn) -> None:
    turn.each(turn.said("FACTORY"), lambda a: goods.build_factory(turn.working, turn.seat, a["kind"], a["area"]))


def negotiate(turn: Turn) -> None:
    """Contracts, gifts, leave to pass; and leaving the game."""
    working, seat = turn.working, turn.seat
    deals.settle(working, seat, at_start=False)
    for order in turn.said(*AGREEMENTS):
        turn.line(order, partial(AGREEMENTS[order.verb], working, seat))
    leaves = any(turn.said("RESIGN"))
    if leaves or working.options.cede_any:
        give_up(turn)
    if leaves:
        leaving.resign(working, seat)
    leaving.defeats(working)


def give_up(turn: Turn) -> None:
    """What is ceded, then what is burnt: by lines of their own, or as parts of RESIGN."""
    resigning = list(turn.said("RESIGN"))
    for order in turn.said("CEDE"):
        turn.line(order, partial(cede, turn, order))
    for order in resigning:
        turn.each_row(order, order.args["cede"], partial(cede, turn, order))
    for order in turn.said("BURN"):
        burn(turn, order, order.args)
    for order in resigning:
        for row in order.args["burn"]:
            burn(turn, order, row)


AGREEMENTS = {"GIVE": deals.give, "PERMIT": deals.permit, "REVOKE": deals.revoke}


def cede(turn: Turn, order: Order, a: Args) -> None:
    to = deals.living(turn.working, a["party"])
    rows = [row["area"] for row in a["areas"]]
    turn.each_row(order, rows, lambda area: leaving.cede(turn.working, turn.seat, area, to))


def burn(turn: Turn, order: Order, a: Args) -> None:
    working, seat = turn.working, turn.seat
    everything = [*working.owned(seat), *working.fleets(seat)]
    some = a["what"].get("areas")
    rows = [row["area"] for row in some] if some else everything
    turn.each_row(order, rows, lambda area: leaving.burn(working, seat, area))


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
