"""A second, slow reading of the rules of Europa by the book (docs/rules/europa.md), to be played beside the engine.

It was written from the rules alone and shares no rule with the engine. The game is one long story that stops wherever
somebody is asked: who reads `whole_game` from top to bottom reads a game. `second_ballots` has what
is said in elections, `second_table` what lies on the table.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TypeAlias

from engines.base import Dice
from engines.europa.state import EuropaOptions
from engines.language.grammar import Order
from tests.europa.second_ballots import Ballots, Lines
from tests.europa.second_table import COUNTRIES, Args, Said

Letters: TypeAlias = Mapping[str, Sequence[Order]]
Asking: TypeAlias = Generator[None, Letters, Lines]


class Reading(Ballots):
    """A game by the book; `phase` is the open one, `asked` who may write in it."""

    def __init__(self, seats: Sequence[str], options: EuropaOptions, dice: Dice) -> None:
        super().__init__(seats, options, dice)
        self.phase, self.asked = "", [""]
        self.resigned: list[str] = []
        self.standing: dict[str, list[Order]] = {seat: [] for seat in seats}
        self.decides, self.pool = "", 0
        self.on_the_table: tuple[str, list[str]] = ("", [])
        self.game = self.whole_game()
        next(self.game)

    def answer(self, letters: Letters, dice: Dice) -> None:
        """What all said in the open phase; on to the next."""
        self.dice = dice
        try:
            self.game.send(letters)
        except StopIteration:
            self.phase, self.asked = "END", []

    def whole_game(self) -> Generator[None, Letters, None]:
        for self.turn in (1, 2, 3, 4):
            self.begin_turn()
            gave = dict.fromkeys(self.seats, 0)
            if self.turn >= 3:
                self.six_throws()
                gave = yield from self.peace()
            there = [seat for seat in self.seats if seat not in self.removed]
            self.left = {seat: self.raised[seat] - gave[seat] if seat in there else 0 for seat in self.seats}
            yield from self.placing("PLACE1")
            yield from self.placing("PLACE2")
            for code in self.number:
                if self.votes_here(code):
                    yield from self.election(code)
                    self.held.add(code)
                    self.board[code] = dict.fromkeys(self.seats, 0)
        self.presidents()

    # --- who is asked, and what is said (§3.3, §4.5) ---

    def grammar(self, name: str, who: Sequence[str]) -> Asking:
        """The lines of those asked, their standing lines behind. Who has resigned is not asked; nobody: no phase."""
        asked = [seat for seat in who if seat not in self.resigned]
        if not asked:
            return {}
        self.phase, self.asked = f"T{self.turn}-{name}", asked
        self.fired["3.3 asked " + next(word for word in name.split("-") if word not in COUNTRIES)] += 1
        letters = yield
        lines = {seat: self.read_lines(seat, letters.get(seat, ())) for seat in asked}
        for seat, said in letters.items():
            self.remember(seat, said)
        return {seat: said for seat, said in lines.items() if seat not in self.resigned}

    def read_lines(self, seat: str, said: Sequence[Order]) -> list[Said]:
        lines = [(order.verb, order.args) for order in said]
        named = {row["country"] for verb, args in lines if verb == "PLACE" for row in args["on"]}
        behind: list[Said] = []
        for order in self.standing[seat]:
            verb, args = order.args["line"]["way"], order.args["line"]
            if self.can_be_said(seat, verb, args, named):
                if verb in ("PEACE", "PROPOSE", "MOVE"):  # of these the later replaces the earlier
                    behind = [line for line in behind if (line[0], line[1].get("where")) != (verb, args.get("where"))]
                behind.append((verb, args))
        return lines + behind

    def can_be_said(self, seat: str, verb: str, args: Args, named: set[str]) -> bool:
        """A standing line is lost for now where it is an error (§4.6), and where the letter speaks of its country."""
        if verb == "PEACE":
            return bool(args["n"] <= self.raised[seat])
        if verb == "PLACE":
            codes = {row["country"] for row in args["on"]}
            few = all(row["n"] <= self.half(seat) for row in args["on"])
            return few and codes <= set(self.open_countries()) and not codes & named
        if verb == "MOVE":
            return all(row["to"] in ("AUTO", "NONE") or self.votes_here(row["to"]) for row in args["list"])
        return True

    def remember(self, seat: str, said: Sequence[Order]) -> None:
        """STANDING and RESIGN."""
        new = [order for order in said if order.verb == "STANDING"]
        if any(order.text == "STANDING CLEAR" for order in new):
            self.standing[seat] = []
        new = [order for order in new if order.text != "STANDING CLEAR"]
        slots = {order.slot for order in new}
        self.standing[seat] = [order for order in self.standing[seat] if order.slot not in slots] + new
        if any(order.verb == "RESIGN" for order in said):
            self.fired["3.4 resigned"] += 1
            self.resigned.append(seat)
            if self.options.remove_resigned:
                self.remove(seat)

    def remove(self, seat: str) -> None:
        self.removed.append(seat)
        self.order = [other for other in self.order if other != seat]
        self.left[seat] = self.raised[seat] = 0
        for pawns in self.board.values():
            pawns[seat] = 0

    # --- peace (§5.6) and placing (§5.9) ---

    def peace(self) -> Generator[None, Letters, dict[str, int]]:
        """Yield how many pawns each gives."""
        gave = dict.fromkeys(self.seats, 0)
        if not self.marker:
            self.fired["6.8 no conflict"] += 1
            return gave
        lines = yield from self.grammar("PEACE", [seat for seat in self.seats if self.raised[seat] > 0])
        for seat, said in lines.items():
            gave[seat] = next((args["n"] for verb, args in said if verb == "PEACE"), 0)
        self.pool = sum(gave.values())
        if self.pool >= self.level():
            self.reward(gave)
            return gave
        self.fine(gave)
        if self.pool == 0:
            self.fired["6.12 nobody decides"] += 1
            return gave
        self.decides = self.who_decides(gave)
        lines = yield from self.grammar("RESOLVE", [self.decides])
        wishes = [args["order"] for verb, args in lines.get(self.decides, ()) if verb == "RESOLVE"]
        self.end_conflicts(self.pool, [row["country"] for row in wishes[0]] if wishes else [])
        return gave

    def half(self, seat: str) -> int:
        """The pawns a party places now: half of those it has, rounded up, or all the rest."""
        return (self.left[seat] + 1) // 2 if "PLACE1" in self.stage else self.left[seat]

    def placing(self, stage: str) -> Generator[None, Letters, None]:
        self.stage = stage
        for seat in list(self.order):
            if self.left[seat] > 0 and not self.open_countries():
                self.fired["6.33 pawns lost"] += 1
                self.left[seat] = 0
            if self.left[seat] > 0:
                lines = yield from self.grammar(f"{stage}-{seat}", [seat])
                count = self.half(seat)
                self.place(seat, count, lines.get(seat, ()))
                self.left[seat] -= count

    # --- elections (§5.10) ---

    def election(self, code: str) -> Generator[None, Letters, None]:
        if self.options.variable_order:
            self.order.sort(key=lambda seat: (-self.pp[seat], self.order_at_start.index(seat)))
        there = self.present(code)
        if self.options.campaign and len(there) > 1 and self.can_be_won(code):
            yield from self.grammar(f"{code}-CAMPAIGN", self.seats)
        winners = yield from self.proposals(code)
        if winners:
            yield from self.joins(code, winners)
        else:
            self.fired["5.10d none carried"] += 1

    def proposals(self, code: str) -> Generator[None, Letters, list[str]]:
        """The coalition that is carried; nobody if none is. Each party proposes once, in the order of play."""
        had_their_turn: list[str] = []
        while True:
            there = self.present(code)
            if not self.can_be_won(code):
                return []
            line = there[::-1] if self.options.black_horse else there
            waiting = [seat for seat in line if seat not in had_their_turn]
            if not waiting:
                return []
            seat = waiting[0]
            had_their_turn.append(seat)
            if there == [seat]:
                self.fired["6.26 alone"] += 1
                return [seat]
            lines = yield from self.grammar(f"{code}-PROPOSE-{seat}", [seat])
            coalition = self.proposed_coalition(code, seat, lines.get(seat, ()))
            if not coalition:
                self.fired["5.10c passed"] += 1
                continue
            self.on_the_table = (seat, coalition)
            answers = yield from self.grammar(f"{code}-ANSWER-{seat}", [other for other in there if other != seat])
            if self.is_carried(code, seat, coalition, answers):
                return coalition

    def is_carried(self, code: str, seat: str, coalition: list[str], answers: Lines) -> bool:
        if not self.possible(code, seat, coalition):
            self.fired["3.4 a member was removed"] += 1
            return False
        yes = [s for s in self.present(code) if s == seat or self.agrees(code, s, seat, coalition, answers)]
        if 2 * sum(self.board[code][s] for s in yes) <= self.total(code):
            self.fired["6.21 no majority"] += 1
            return False
        if not set(coalition) <= set(yes):
            self.fired["6.22 a member refuses"] += 1
            return not self.options.consent
        self.fired["5.10c carried"] += 1
        return True

    # --- a country joins (§5.10e) ---

    def joins(self, code: str, winners: Sequence[str]) -> Generator[None, Letters, None]:
        self.fired["5.10e joins"] += 1
        self.union[code] = (self.turn, sorted(winners))
        self.held.add(code)
        if self.marker.pop(code, ""):
            self.fired["6.15 a Tension ends"] += 1
        for seat in winners:
            self.pp[seat] += self.share(code, winners)
            self.vp[seat] += 1
        if not self.ways(code):
            self.fired["5.10e nowhere to go"] += 1
            return
        movers = [seat for seat in self.order if seat in winners]
        lines = yield from self.grammar(f"{code}-MOVE", movers)
        for seat in movers:
            to = self.goes_to(code, lines.get(seat, ()))
            if to and self.board[code][seat]:
                self.fired["5.10e moves"] += 1
                self.board[to][seat] += 1
