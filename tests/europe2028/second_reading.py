"""A second, slow reading of the rules by the book (docs/rules/europe2028.md), to be played beside the engine.

It was written from the rules alone and shares no rule with the engine. Everything is said as plainly as can be; nothing
is made fast. This file has the windows of a turn and what happens in them; `second_table` what lies on the table, and
`second_cards` the cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engines.base import Dice
from engines.europe2028.state import Europe2028State
from engines.language.grammar import Order
from tests.europe2028.second_cards import ahead, attack_points, cards_needed, could_tie, fits, is_joker
from tests.europe2028.second_table import TOKENS, Args, Table

Orders: TypeAlias = Mapping[str, Sequence[Order]]


@dataclass
class Fight:
    """`mine` and `theirs` lie on the table; `list_mine` and `list_theirs` are what each would add. A side that has said
    how far it goes is not asked."""

    token: str
    region: str
    mine: list[str]
    list_mine: list[str]
    said_mine: bool
    challenger: str = ""
    theirs: list[str] = field(default_factory=list)
    list_theirs: list[str] = field(default_factory=list)
    said_theirs: bool = False
    block: bool = False
    passes: int = 0
    attacker_acts: bool = False


class Reading(Table):
    """A game by the book; `window` is the kind of the open phase, `adds` counts windows for more cards."""

    def __init__(self, dealt: Europe2028State) -> None:
        super().__init__(dealt)
        self.window, self.adds = "setup", 0
        self.fights: list[Fight] = []
        self.damage_wishes: list[str] = []
        self.repair_wishes: list[str] = []
        self.last_round = False

    def answer(self, orders: Orders, dice: Dice) -> None:
        """What all said in the open window; on to the next."""
        self.dice = dice
        for seat in self.order:
            self.remember(seat, orders.get(seat, ()))
        if self.window == "setup":
            self.choose(orders)
        elif self.window == "turn":
            self.take_turn(orders.get(self.turn, ()))
        elif self.window == "challenge":
            self.be_challenged(orders)
        else:
            self.more_cards(orders)

    # --- the beginning (§3.1, §5.1) ---

    def choose(self, orders: Orders) -> None:
        for seat in self.order:
            said = {order.verb: order.args for order in orders.get(seat, ())}
            chosen = [said["TOKENS"][name] for name in ("first", "second")] if "TOKENS" in said else []
            kinds = chosen or self.usual_tokens(seat)
            for kind in kinds:
                self.unlock(seat, kind)
            kept = said["SECRET"]["id"] if "SECRET" in said else self.usual_secret(seat)
            self.secrets[seat] = [kept]
        throwers = list(self.order)
        while len(throwers) > 1:
            thrown = {seat: self.dice.roll("dice", 6) for seat in throwers}
            throwers = [seat for seat in throwers if thrown[seat] == max(thrown.values())]
        while self.order[0] != throwers[0]:
            self.order.append(self.order.pop(0))
        self.round = 1
        self.begin_turn(self.order[0])

    # --- a turn (§3.2, §5.2) ---

    def begin_turn(self, seat: str) -> None:
        self.turn, self.window = seat, "turn"
        for _ in range(self.levels[seat] + 1):
            if not self.cards:
                self.cards, self.pile = self.dice.shuffle("cards", self.pile), []
            if self.cards:
                self.hands[seat].append(self.cards.pop(0))

    def take_turn(self, said: Sequence[Order]) -> None:
        self.convert([row["card"] for order in said if order.verb == "CONVERT" for row in order.args["cards"]])
        for order in said:
            if order.verb == "RECALL":
                self.recall(order.args["token"])
        self.fights, self.adds = [], 0
        attacked: list[str] = []
        for order in said:
            if order.verb in ("ATTACK", "LAND"):
                self.attack(order.verb, order.args, attacked)
        self.damage_wishes = [row["region"] for o in said if o.verb == "DAMAGE" for row in o.args["regions"]]
        self.repair_wishes = [row["region"] for o in said if o.verb == "REPAIR" for row in o.args["regions"]]
        if self.fights and any(self.hands[seat] for seat in self.order if seat != self.turn):
            self.window = "challenge"
        else:
            self.end_turn()

    # --- landing and opening (§5.3.1, §5.3.2) ---

    def attack(self, verb: str, args: Args, attacked: list[str]) -> None:
        for region in [args["region"], *(other["other"] for other in args.get("else", []))]:
            token = self.meant_token(args["token"], region, attacked)
            if token in attacked:
                return
            if self.stands_or_lands(token, region, args):
                if verb == "ATTACK":
                    attacked.append(token)
                    self.open_fight(token, region, args)
                return

    def open_fight(self, token: str, region: str, args: Args) -> None:
        kind, opening = token[:3], list[str]()
        for part in args.get("with", ()):
            opening += self.cards_meant(self.turn, part["cards"], kind)
        if not opening:
            return
        for card in opening:
            self.hands[self.turn].remove(card)
        reserve = [card for part in args["reserve"] for card in self.cards_meant(self.turn, part["more"], kind)]
        self.fights.append(Fight(token, region, opening, reserve, bool(args["reserve"])))

    # --- challenges (§5.3.3, §5.3.4) ---

    def be_challenged(self, orders: Orders) -> None:
        at = self.order.index(self.turn)
        others = self.order[at + 1 :] + self.order[:at]
        for fight in self.fights:
            able = {}
            for seat in others:
                lines = [order.args for order in orders.get(seat, ()) if order.verb == "CHALLENGE"]
                line = next((each for each in lines + self.standing[seat] if self.is_meant(each, fight)), None)
                if line and could_tie(self.challenge_cards(seat, line, fight), fight.mine):
                    able[seat] = line
            best = list(able)
            while len(best) > 1:
                thrown = {seat: self.dice.roll("dice", 6) for seat in best}
                best = [seat for seat in best if thrown[seat] == max(thrown.values())]
            if best:
                line = able[best[0]]
                fight.challenger = best[0]
                fight.list_theirs = self.challenge_cards(best[0], line, fight)
                fight.said_theirs = line["cards"]["way"] in ("low", "high", "all") or bool(line["max"])
                fight.block = bool(line["block"])
            self.exchange(fight, just_answered="")
        self.ask_or_end()

    def is_meant(self, line: Args, fight: Fight) -> bool:
        top = self.world.regions[fight.region].influence
        if line["who"] and line["who"][0]["empire"] not in ("ANY", self.turn):
            return False
        if line["at"] and line["at"][0]["region"] not in ("ANY", fight.region):
            return False
        if line["token"] and line["token"][0]["kind"] != fight.token[:3]:
            return False
        if line["final"] and self.step[self.turn][fight.token] + 1 < top:
            return False
        if line["upto"]:
            too_much = sum(map(attack_points, fight.mine)) > line["upto"][0]["points"]
            return not too_much and not any(map(is_joker, fight.mine))
        return True

    def challenge_cards(self, seat: str, line: Args, fight: Fight) -> list[str]:
        cards = self.cards_meant(seat, line["cards"], fight.token[:3])
        return cards[: line["max"][0]["n"]] if line["max"] else cards

    # --- the exchange (§5.3.6) and more cards (§3.2) ---

    def exchange(self, fight: Fight, just_answered: str) -> None:
        """On until two passes in a row, or until the side to act must be asked."""
        while fight.challenger and fight.passes < 2:
            seat = self.turn if fight.attacker_acts else fight.challenger
            if seat != just_answered and self.must_be_asked(seat, fight):
                return
            just_answered = ""
            self.act(seat, fight)

    def must_be_asked(self, seat: str, fight: Fight) -> bool:
        attacker = seat == self.turn
        lead = ahead(fight.mine, fight.theirs) if attacker else ahead(fight.theirs, fight.mine)
        named = [card for card in (fight.list_mine if attacker else fight.list_theirs) if card in self.hands[seat]]
        if lead > 0 or (lead == 0 and not attacker and fight.block):
            return False
        if named or (fight.said_mine if attacker else fight.said_theirs):
            return False
        return any(fits(card, fight.token[:3]) for card in self.hands[seat])

    def act(self, seat: str, fight: Fight) -> None:
        """The side to act adds what it must, or passes."""
        attacker = seat == self.turn
        mine, theirs = (fight.mine, fight.theirs) if attacker else (fight.theirs, fight.mine)
        left = [card for card in (fight.list_mine if attacker else fight.list_theirs) if card in self.hands[seat]]
        added = cards_needed(mine, theirs, left, block=fight.block and not attacker)
        for card in added:
            self.hands[seat].remove(card)
            mine.append(card)
        rest = left[len(added) :]
        if attacker:
            fight.list_mine = rest
        else:
            fight.list_theirs = rest
        fight.passes = 0 if added else fight.passes + 1
        fight.attacker_acts = not attacker

    def waiting(self) -> list[Fight]:
        return [fight for fight in self.fights if fight.challenger and fight.passes < 2]

    def ask_or_end(self) -> None:
        if self.waiting():
            self.window = "add"
            self.adds += 1
        else:
            self.end_turn()

    def more_cards(self, orders: Orders) -> None:
        open_fights = [(fight, self.turn if fight.attacker_acts else fight.challenger) for fight in self.waiting()]
        for fight, seat in open_fights:
            lines = [order.args for order in orders.get(seat, ()) if order.verb == "ADD"]
            meant = [line for line in lines if not line["at"] or line["at"][0]["region"] == fight.region]
            cards = [card for line in meant for card in self.cards_meant(seat, line["cards"], fight.token[:3])]
            if cards and seat == self.turn:
                fight.list_mine = list(dict.fromkeys(cards))
            elif cards:
                fight.list_theirs = list(dict.fromkeys(cards))
        for fight, seat in open_fights:
            self.exchange(fight, just_answered=seat)
        self.ask_or_end()

    # --- results (§5.3.7 to §5.3.9), and the rest of a turn (§5.2.3c to §5.2.3f) ---

    def end_turn(self) -> None:
        for fight in self.fights:
            self.settle(fight)
        self.fights = []
        self.damage_one(self.damage_wishes)
        self.rise()
        self.repair(self.repair_wishes)
        self.coins[self.turn] += sum(self.brings(code) for code in self.holder if self.holder[code] == self.turn)
        while len(self.market) < self.options.market and self.deck:
            self.market.append(self.deck.pop(0))
        if max(self.conquered_halves(seat) for seat in self.order) >= 2 * self.options.end_vp:
            self.last_round = True
        self.next_empire()

    def settle(self, fight: Fight) -> None:
        seat, token, region = self.turn, fight.token, fight.region
        self.pile += fight.mine + fight.theirs
        result = ahead(fight.mine, fight.theirs) if fight.challenger else 1
        self.step[seat][token] += result
        if self.step[seat][token] < 0:
            self.home(seat, token)
        if self.place[seat][token] == region and self.step[seat][token] == self.world.regions[region].influence:
            if region in self.market:
                self.market.remove(region)
            self.holder[region], self.taken_by[region] = seat, token[:3]
            self.damaged.discard(region)
            if token.startswith("MIL"):
                self.damaged.add(region)
            self.deeds[seat][token[:3]] += 1
            for other in self.order:
                for each in TOKENS:
                    if self.place[other][each] == region:
                        self.home(other, each)

    # --- the end (§5.6) ---

    def next_empire(self) -> None:
        at = self.order.index(self.turn) + 1
        if at < len(self.order):
            self.begin_turn(self.order[at])
        elif self.last_round or self.round == self.options.max_rounds:
            self.window = "end"
        else:
            self.keep_to_the_limit()
            self.round += 1
            self.begin_turn(self.order[0])
