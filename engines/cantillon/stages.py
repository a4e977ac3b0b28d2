"""One player's turn: eight stages, each line carried out in its stage, from top to bottom (§5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from engines.base import Seat
from engines.cantillon import combat, deals, goods, leaving, moves, transport
from engines.cantillon.connect import besieged_cities
from engines.cantillon.data import Area
from engines.cantillon.deals import number_or_usual
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused
from engines.language.grammar import Order

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


class CantillonTurn:
    """A player's turn with all their lines. `once`: after an attacker is lost the rest of the attack waits in `rest`,
    and the lines after it in `waiting`."""

    def __init__(self, working: CantillonTurnContext, seat: Seat, orders: Sequence[Order], once: bool = False) -> None:
        self.working, self.seat, self.orders, self.once = working, seat, orders, once
        self.rest: combat.AttackWave | None = None
        self.waiting: Sequence[Order] = ()
        self.sieges: Sequence[Area] = ()
        working.saved_goods = deals.count_goods(row for o in self.orders_with("SAVE") for row in o.args["goods"])
        working.spent_first = deals.count_goods(row for o in self.orders_with("SPEND") for row in o.args["goods"])

    def orders_with(self, *verbs: str) -> Iterator[Order]:
        return (order for order in self.orders if order.verb in verbs)

    def play_stages(self, first: int = FIRST, last: int = LAST) -> None:
        """Stages from `first` to `last`; none after a defeat."""
        for stage in range(first, last + 1):
            if self.seat not in self.working.out and self.rest is None:
                STAGES[stage](self)

    def carry_out_each(self, orders: Iterable[Order], act: Callable[[Args], None]) -> None:
        """Carries out some lines, each as often as it says, while its condition holds."""
        for order in orders:
            self.carry_out_line(order, act)

    def carry_out_line(self, order: Order, act: Callable[[Args], None]) -> None:
        """One line; what is refused is told to its writer, and how often else it was to be carried out left out."""
        if not conditions_hold(self.working, self.seat, order.args.get("if", ())):
            self.working.record_event("skipped", (self.seat,), seat=self.seat, line=order.text)
            return
        try:
            for _ in range(number_or_usual(order.args.get("times", ()), 1)):
                act(order.args)
        except LineRefused as refusal:
            self.tell_refusal(order, refusal)

    def tell_refusal(self, order: Order, refusal: LineRefused) -> None:
        self.working.record_event("refused", (self.seat,), seat=self.seat, line=order.text, text=str(refusal))

    def carry_out_rows(self, order: Order, rows: Iterable[T], act: Callable[[T], None]) -> None:
        """A line with a list: each of it for itself, so that one that is refused stops no other."""
        for row in rows:
            try:
                act(row)
            except LineRefused as refusal:
                self.tell_refusal(order, refusal)


def conditions_hold(working: CantillonTurnContext, seat: Seat, conditions: Sequence[Args]) -> bool:
    """Return whether an IF is true at this moment."""
    return all(is_condition_true(working, seat, each["where"], each["is"]) != bool(each["not"]) for each in conditions)


def is_condition_true(working: CantillonTurnContext, seat: Seat, where: Area, test: Args) -> bool:
    """FREE, MINE, HELD by another or by somebody, or exactly so many ARMIES, carried ones included (§4.1)."""
    holder = working.owner_of(where)
    match test["way"]:
        case "free":
            return not holder
        case "mine":
            return holder == seat
        case "held":
            by = test["by"][0]["party"] if test["by"] else ""
            return holder == by if by else holder not in ("", seat)
        case _:
            return count_armies(working, where) == int(test["n"])


def count_armies(working: CantillonTurnContext, where: Area) -> int:
    carried = working.seas[where].cargo if where in working.seas else ""
    return (working.plot_of(where).units + carried).count("A")


# --- the stages -------------------------------------------------------------------------------------------------


def tax_stage(turn: CantillonTurn) -> None:
    deals.settle_contracts(turn.working, turn.seat, at_start=True)
    goods.collect_tax(turn.working, turn.seat)


def pay_stage(turn: CantillonTurn) -> None:
    turn.carry_out_each(
        turn.orders_with("DISBAND"), lambda a: disband_unit(turn.working, turn.seat, a["unit"], a["at"])
    )
    first = [row["area"] for o in turn.orders_with("PAY") for row in o.args["what"].get("areas", ())]
    goods.pay_upkeep(turn.working, turn.seat, first)


def disband_unit(working: CantillonTurnContext, seat: Seat, letter: str, area: Area) -> None:
    moves.require_ready_unit(working, seat, letter, area)
    moves.require_spare_taxman(working, seat, letter, area)
    working.remove_unit(area, letter)
    working.record_event("disbanded", seat=seat, unit=letter, area=area)


def expand_stage(turn: CantillonTurn) -> None:
    """Steps and attacks, then sieges, isolated units and defeats."""
    working = turn.working
    working.moved.clear()
    working.takers.clear()
    working.tossed = 0
    sieges = besieged_cities(working, turn.seat)
    for city in sieges:
        working.record_event("siege", seat=turn.seat, area=city)
    carry_out_steps(turn, list(turn.orders_with("STEP", "ATT")), sieges)


def carry_out_steps(turn: CantillonTurn, lines: Sequence[Order], sieges: Sequence[Area]) -> None:
    """The lines of stage 3; by the book they wait when an attacker was lost."""
    turn.sieges = sieges
    for n, order in enumerate(lines):
        turn.carry_out_line(
            order, partial(carry_out_step, turn) if order.verb == "STEP" else partial(carry_out_attack, turn, order)
        )
        if turn.rest is not None:
            turn.waiting = lines[n + 1 :]
            return
    end_expansion(turn, sieges)


def end_expansion(turn: CantillonTurn, sieges: Sequence[Area]) -> None:
    working = turn.working
    leaving.end_sieges(working, turn.seat, sieges)
    leaving.remove_isolated(working, turn.seat)
    leaving.defeat_cityless(working)
    working.moved.clear()
    working.takers.clear()


def carry_out_step(turn: CantillonTurn, a: Args) -> None:
    """A step; an army's step into a land of others is an attack (§4)."""
    working, goal = turn.working, a["to"]
    if a["unit"] == "A" and goal in working.board.lands:
        combat.attack_once(working, turn.seat, a["from"], goal)
    else:
        moves.step_unit(working, turn.seat, a["unit"], a["from"], goal)


def carry_out_attack(turn: CantillonTurn, order: Order, a: Args) -> None:
    turn.rest = combat.carry_out_wave(
        turn.working, turn.seat, read_wave(a), partial(turn.tell_refusal, order), turn.once
    )


def read_wave(a: Args) -> combat.AttackWave:
    """An ATT line as attackers that go one after the other, all of them unless it bounds how many."""
    starts = tuple(row["area"] for row in a["from"])
    return combat.AttackWave(
        a["to"],
        starts,
        number_or_usual(a["max"], len(starts)),
        number_or_usual(a["stop"], len(starts)),
        bool(a["follow"]),
    )


def build_stage(turn: CantillonTurn) -> None:
    turn.carry_out_each(
        turn.orders_with("BUILD"), lambda a: transport.build_unit(turn.working, turn.seat, a["unit"], a["at"])
    )


def position_stage(turn: CantillonTurn) -> None:
    working, seat = turn.working, turn.seat

    def position_one(a: Args) -> None:
        paying = number_or_usual(a["paying"], 0)
        used = transport.position_unit(
            working, seat, a["unit"], a["from"], a["to"], paying, lambda sea: deals.cheapest_permit(working, seat, sea)
        )
        deals.mark_used(working, used)

    turn.carry_out_each(turn.orders_with("POS"), position_one)


def generate_stage(turn: CantillonTurn) -> None:
    """Growth; then factories as RUN says, all without a word; each once."""
    working, seat = turn.working, turn.seat
    goods.grow_goods(working, seat)
    lines = list(turn.orders_with("RUN"))
    done: set[tuple[str, Area]] = set()
    if not lines:
        run_all_factories(working, seat, done)
    for order in lines:
        carry_out_run(turn, order, done)


def carry_out_run(turn: CantillonTurn, order: Order, done: set[tuple[str, Area]]) -> None:
    """One RUN; `done` are the factories that worked already."""
    what, working, seat = order.args["what"], turn.working, turn.seat
    if what["way"] == "all":
        run_all_factories(working, seat, done)
    elif what["way"] != "none":
        kind = "B" if what["way"] == "basic" else "ADV"
        rows = [row["area"] for row in what["areas"]]
        turn.carry_out_rows(order, rows, lambda area: run_factory_once(working, seat, kind, area, done))


def run_factory_once(
    working: CantillonTurnContext, seat: Seat, kind: str, area: Area, done: set[tuple[str, Area]]
) -> None:
    """A factory that has not worked yet in this stage. Raises C50 or C51."""
    if (kind, area) not in done:
        goods.run_factory(working, seat, kind, area)
        done.add((kind, area))


def run_all_factories(working: CantillonTurnContext, seat: Seat, done: set[tuple[str, Area]]) -> None:
    """Every factory that has its inputs."""
    for kind, area in goods.list_factories(working, seat):
        try:
            run_factory_once(working, seat, kind, area, done)
        except LineRefused as refusal:
            working.record_event("idle", (seat,), seat=seat, area=area, text=str(refusal))


def factories_stage(turn: CantillonTurn) -> None:
    turn.carry_out_each(
        turn.orders_with("FACTORY"), lambda a: goods.build_factory(turn.working, turn.seat, a["kind"], a["area"])
    )


def negotiate_stage(turn: CantillonTurn) -> None:
    """Contracts, gifts, leave to pass; and leaving the game."""
    working, seat = turn.working, turn.seat
    deals.settle_contracts(working, seat, at_start=False)
    for order in turn.orders_with(*AGREEMENTS):
        turn.carry_out_line(order, partial(AGREEMENTS[order.verb], working, seat))
    leaves = any(turn.orders_with("RESIGN"))
    if leaves or working.options.cede_any:
        carry_out_leaving(turn)
    if leaves:
        leaving.give_up_realm(working, seat)
    leaving.defeat_cityless(working)


def carry_out_leaving(turn: CantillonTurn) -> None:
    """What is ceded, then what is burnt: by lines of their own, or as parts of RESIGN."""
    resigning = list(turn.orders_with("RESIGN"))
    for order in turn.orders_with("CEDE"):
        turn.carry_out_line(order, partial(carry_out_cede, turn, order))
    for order in resigning:
        turn.carry_out_rows(order, order.args["cede"], partial(carry_out_cede, turn, order))
    for order in turn.orders_with("BURN"):
        carry_out_burn(turn, order, order.args)
    for order in resigning:
        for row in order.args["burn"]:
            carry_out_burn(turn, order, row)


AGREEMENTS = {"GIVE": deals.give_goods, "PERMIT": deals.grant_passage, "REVOKE": deals.revoke_passage}


def carry_out_cede(turn: CantillonTurn, order: Order, a: Args) -> None:
    to = deals.require_living(turn.working, a["party"])
    rows = [row["area"] for row in a["areas"]]
    turn.carry_out_rows(order, rows, lambda area: leaving.cede_area(turn.working, turn.seat, area, to))


def carry_out_burn(turn: CantillonTurn, order: Order, a: Args) -> None:
    working, seat = turn.working, turn.seat
    everything = [*working.lands_of(seat), *working.fleets_of(seat)]
    some = a["what"].get("areas")
    rows = [row["area"] for row in some] if some else everything
    turn.carry_out_rows(order, rows, lambda area: leaving.burn_area(working, seat, area))


STAGES: Sequence[Callable[[CantillonTurn], None]] = (
    lambda _: None,
    tax_stage,
    pay_stage,
    expand_stage,
    build_stage,
    position_stage,
    generate_stage,
    factories_stage,
    negotiate_stage,
)
"""What is done in each stage, by its number."""
