"""A second reading of Cantillon's rules: turns, rounds, the three ways to play them, and the end (§3, §5.1, §5.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from engines.base import Dice
from engines.language.grammar import Order
from tests.cantillon import second_reading_deals as deals
from tests.cantillon import second_reading_money as money
from tests.cantillon import second_reading_ways as ways
from tests.cantillon.second_reading_pieces import Board, Unit, worth
from tests.cantillon.second_reading_war import Asking, Expansion, defeats, leave_table

STAGE = {
    "PAY": 2, "DISBAND": 2, "STEP": 3, "ATT": 3, "BUILD": 4, "POS": 5, "RUN": 6, "FACTORY": 7, "TRADE": 8, "GIVE": 8,
    "PERMIT": 8, "REVOKE": 8, "RESIGN": 8, "CEDE": 8, "BURN": 8,
}  # fmt: skip


def condition(board: Board, seat: str, order: Order) -> bool:
    """Return whether the IF of a line holds now."""
    for row in order.args.get("if", ()):
        way, holder = row["is"]["way"], board.owner(row["where"])
        if way == "free":
            true = not holder
        elif way == "mine":
            true = holder == seat
        elif way == "held":
            by = row["is"]["by"]
            true = holder == by[0]["party"] if by else holder not in ("", seat)
        else:
            true = len(board.at(row["where"], "A")) == row["is"]["n"]
        board.fired[f"IF {way}: {true}, {'NOT' if row['not'] else ''}"] += 1
        return true != bool(row["not"])
    return True


class Turn:
    """A seat's turn, stage by stage."""

    def __init__(self, board: Board, seat: str, dice: Callable[[], Dice]) -> None:
        self.board, self.seat, self.dice = board, seat, dice
        self.purse = money.Purse(board, seat, Counter(), [])

    def hear(self, orders: Sequence[Order]) -> None:
        """What is said about all payments of the stages that a letter closes."""
        self.purse = money.Purse(self.board, self.seat, Counter(), [])
        for order in orders:
            if order.verb == "SAVE":
                self.purse.saved = money.goods_of(order.args["goods"])
            elif order.verb == "SPEND":
                self.purse.first = [(row["kind"], row["n"]) for row in order.args["goods"]]

    def play(self, stage: int, said: Sequence[Order]) -> Asking:
        """One stage with the lines that are said for it."""
        board, seat = self.board, self.seat
        orders = [order for order in said if STAGE.get(order.verb) == stage]
        if stage == 1:
            deals.carry_out(board, seat, at_start=True)
            money.tax(board, seat)
        elif stage == 2:
            money.pay_troops(board, self.purse, orders)
        elif stage == 3:
            yield from self.expand(orders)
        elif stage == 6:
            money.generate(board, seat, orders)
        elif stage == 8:
            self.finalize(orders)
        for order in orders:
            if stage == 4:
                ways.build(board, self.purse, order, lambda order=order: condition(board, seat, order))  # type: ignore[misc]
            elif stage == 5:
                ways.position(board, self.purse, order, lambda order=order: condition(board, seat, order))  # type: ignore[misc]
            elif stage == 7:
                money.build_factory(board, self.purse, order)

    def expand(self, orders: Sequence[Order]) -> Asking:
        expansion = Expansion(self.board, self.seat, self.dice)
        for order in orders:
            yield from expansion.line(order, condition(self.board, self.seat, order))
        defeats(self.board, expansion.close())

    def finalize(self, orders: Sequence[Order]) -> None:
        deals.carry_out(self.board, self.seat, at_start=False)
        for order in orders:
            if order.verb in ("GIVE", "PERMIT", "REVOKE"):
                deals.line(self.board, self.seat, order)
        deals.leaving(self.board, self.seat, orders)
        defeats(self.board, {})


# --- setup --------------------------------------------------------------------------------------------------------


def choose_cities(board: Board, wishes: Mapping[str, Sequence[str]]) -> None:
    """The last in the order of play takes the first free city of his list; the others after him."""
    taken: list[str] = []
    for seat in reversed(board.order):
        free = [city for city in board.atlas.cities if city not in taken]
        city = next((one for one in wishes.get(seat, ()) if one in free), free[0])
        taken.append(city)
        board.homes[seat] = city
        board.units += [Unit(seat, "T", city), Unit(seat, "T", city)]
        if city in board.atlas.ports:
            board.units.append(Unit(seat, "F", city))
        board.ground[city].goods[board.atlas.colour[city]] += 1


def order_of_play(seats: Sequence[str], dice: Dice) -> list[str]:
    """A die each; the highest begins, equal ones throw again among themselves."""
    if len(seats) < 2:
        return list(seats)
    thrown = {seat: dice.roll("order", 6) for seat in seats}
    return [
        one
        for value in (6, 5, 4, 3, 2, 1)
        for one in order_of_play([seat for seat in seats if thrown[seat] == value], dice)
    ]


# --- rounds -------------------------------------------------------------------------------------------------------


def over(board: Board) -> bool:
    return len(board.alive()) <= 1


def play_turn(turn: Turn, orders: Sequence[Order]) -> None:
    """All eight stages at once; attackers go on as the letter says. It ends where the game or the player does."""
    turn.hear(orders)
    for stage in range(1, 9):
        if turn.seat in turn.board.out or over(turn.board):
            return
        drive(turn.play(stage, orders), lambda: True)


def drive(asking: Asking, answer: Callable[[], bool]) -> None:
    """Runs a stage, answering whether attackers go on."""
    try:
        next(asking)
        while True:
            asking.send(answer())
    except StopIteration:
        return


def end_round(board: Board) -> None:
    """What is over lapses, the goal is looked at, the next round begins."""
    options = board.options
    reached: Callable[[str], bool] = {
        "cities": lambda seat: len(board.cities(seat)) >= options.target,
        "lands": lambda seat: len(board.lands(seat)) >= options.target,
        "wealth": lambda seat: worth(board.stock[seat]) >= options.target,
        "rounds": lambda _: board.round >= options.target,
        "last": lambda _: False,
    }[options.goal]
    if any(reached(seat) for seat in board.alive()):
        board.fired[f"goal {options.goal}"] += 1
        board.ranks = ranking(board, [] if options.goal == "rounds" else [s for s in board.alive() if reached(s)])
        return
    board.leaves = [leave for leave in board.leaves if leave.last > board.round]
    board.halves = [half for half in board.halves if half.last > board.round]
    board.round += 1
    if options.rotate:
        board.order = (*board.order[1:], board.order[0])


def ranking(board: Board, first: Sequence[str] = ()) -> dict[str, int]:
    """§5.7: who reached the goal, who is in play, cities, lands, treasury; of those who are out, who stayed longer."""

    def key(seat: str) -> tuple[int, ...]:
        out = board.out.index(seat) if seat in board.out else 99
        wealth = len(board.cities(seat)), len(board.lands(seat)), worth(board.stock[seat])
        return seat in first, seat not in board.out, *wealth, out

    return {seat: 1 + sum(key(other) > key(seat) for other in board.seats) for seat in board.seats}


def sealed_round(board: Board, said: Mapping[str, Sequence[Order]], dice: Dice) -> None:
    """§3.1: contracts are laid down, then one turn after the other."""
    lay_all_down(board, said)
    for seat in board.alive():
        count_silence(board, seat, said)
    for seat in board.alive():
        if seat not in board.out and not over(board):
            take_turn(board, seat, said, dice)
    finish(board)


def lay_all_down(board: Board, said: Mapping[str, Sequence[Order]]) -> None:
    for seat in board.alive():
        for order in said.get(seat, ()):
            if order.verb == "TRADE":
                deals.lay_down(board, seat, order)


def count_silence(board: Board, seat: str, said: Mapping[str, Sequence[Order]]) -> None:
    """Seats that send nothing have no player here."""
    board.silent[seat] = 0 if said.get(seat) else board.silent.get(seat, 0) + 1


def take_turn(board: Board, seat: str, said: Mapping[str, Sequence[Order]], dice: Dice) -> None:
    """A turn; whose seat was vacant for too long has resigned instead (§3.4)."""
    if board.options.absent and board.silent[seat] >= board.options.absent:
        board.fired["absent too long"] += 1
        board.out.append(seat)
        leave_table(board, seat)
    else:
        play_turn(Turn(board, seat, lambda: dice), said.get(seat, ()))


def single_turn(board: Board, seat: str, said: Mapping[str, Sequence[Order]], dice: Dice) -> None:
    """§3.2: one turn, while the others may lay down contracts."""
    lay_all_down(board, said)
    count_silence(board, seat, said)
    take_turn(board, seat, said, dice)


def following(board: Board, seat: str) -> str:
    """Return who has the turn after a seat in this round; "" for nobody."""
    later = board.order[board.order.index(seat) + 1 :]
    return next((one for one in later if one not in board.out), "")


def finish(board: Board) -> None:
    """Ends the round, or the game."""
    if over(board):
        board.ranks = ranking(board)
    else:
        end_round(board)
