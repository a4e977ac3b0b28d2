"""What is known of what can be chosen, in a few words beside it: who holds it, what it yields, the odds, the price."""

from __future__ import annotations

from collections.abc import Sequence

from engines.cantillon import combat, goods
from engines.cantillon.data import Area, Land
from engines.cantillon.moves import UNITS
from engines.cantillon.outlook import SeatOutlook
from engines.cantillon.state import Goods, present_goods
from engines.cantillon.words import NOUNS, UNCOUNTED, YIELDS
from engines.language.names import join_english_list
from engines.palette import NAMES

PLURALS = {"taxman": "taxmen", "army": "armies", "factory": "factories"}


def count_noun(number: int, noun: str) -> str:
    """ "1 army", "2 armies"."""
    return f"{number} {noun if number == 1 else PLURALS.get(noun, f'{noun}s')}"


def goods_in_words(some: Goods) -> str:
    """ "2 food and 1 red product"; "nothing"."""
    each = (
        f"{n} {NOUNS[letter]}" if letter in UNCOUNTED else count_noun(n, NOUNS[letter])
        for letter, n in present_goods(some).items()
    )
    return join_english_list(list(each)) or "nothing"


def units_in_words(letters: str) -> str:
    """ "taxman and army", "2 armies"."""
    kinds = [(UNITS[letter], letters.count(letter)) for letter in "TAF" if letter in letters]
    return join_english_list([name if number == 1 else count_noun(number, name) for name, number in kinds])


def in_hundred(chance: float) -> str:
    """ "42 in 100"."""
    return f"{round(100 * chance)} in 100"


def yield_text(land: Land) -> str:
    return f"yields {YIELDS[land.goods]}"


class SeatNotes:
    """The notes for one seat."""

    def __init__(self, outlook: SeatOutlook) -> None:
        self.outlook, self.working, self.board = outlook, outlook.working, outlook.board
        self.unit_notes: dict[Area, str] = {}

    def price_note(self, price: int) -> str:
        return f"costs {price}, you can spend {self.outlook.money}"

    def places_note(self, areas: Sequence[Area]) -> str:
        return f"in {count_noun(len(areas), 'area')}" if areas else ""

    def yield_note(self, area: Area) -> str:
        return yield_text(self.board.lands[area])

    def units_note(self, area: Area) -> str:
        """The units in an area."""
        if area not in self.unit_notes:
            self.unit_notes[area] = units_in_words(self.unit_letters(area)) or "empty"
        return self.unit_notes[area]

    def unit_letters(self, area: Area) -> str:
        if area in self.board.seas:
            water = self.working.seas.get(area)
            return f"F{water.cargo}" if water else ""
        plot = self.working.plot_of(area)
        return plot.units + ("F" if plot.anchor else "")

    def holder_note(self, area: Area) -> str:
        """Return whose an area is, and what stands there."""
        owner = self.working.owner_of(area)
        if not owner:
            return "free"
        return f"{'yours' if owner == self.outlook.seat else NAMES[owner]}: {self.units_note(area)}"

    def entry_note(self, letter: str, area: Area) -> str:
        """Return what a unit finds that steps into an area."""
        if letter == "A" and area in self.board.lands and self.outlook.is_hostile(area):
            return f"attack on {self.attack_note(area)}"
        if area in self.board.seas:
            return "aboard your fleet" if letter != "F" else "free"
        if letter == "F":
            return "your port"
        here = self.working.plot_of(area).units
        found = f"yours: {units_in_words(here)}" if here else f"free, {self.yield_note(area)}"
        return f"{found}; {lying}" if (lying := self.goods_note(area)) and not here else found

    def goods_note(self, area: Area) -> str:
        """Goods that lie on free land."""
        some = self.working.plot_of(area).goods
        return f"{goods_in_words(some)} to be found" if some else ""

    def attack_note(self, area: Area) -> str:
        """Return who holds what could be attacked, and the chance of one attacker."""
        chance = combat.winning_odds(combat.count_tosses(self.working, area))
        return f"{NAMES[self.working.owner_of(area)]}, {self.units_note(area)}: {in_hundred(chance)}"

    def factory_note(self, kind: str, area: Area) -> str:
        """Return what a factory takes and makes."""
        made = {goods.factory_product(self.working, kind, area): 1}
        return f"{goods_in_words(goods.factory_inputs(self.working, kind, area))} to {goods_in_words(made)}"
