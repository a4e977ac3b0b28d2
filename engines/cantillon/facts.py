"""What is known of what can be chosen, in a few words beside it: who holds it, what it yields, the odds, the price."""

from __future__ import annotations

from collections.abc import Sequence

from engines.cantillon import combat, goods
from engines.cantillon.data import Area, Land
from engines.cantillon.moves import UNITS
from engines.cantillon.outlook import Outlook
from engines.cantillon.state import Goods, have
from engines.cantillon.words import NOUNS, UNCOUNTED, YIELDS
from engines.language.names import enumerated
from engines.palette import NAMES

PLURALS = {"taxman": "taxmen", "army": "armies", "factory": "factories"}


def counted(number: int, noun: str) -> str:
    """ "1 army", "2 armies"."""
    return f"{number} {noun if number == 1 else PLURALS.get(noun, f'{noun}s')}"


def in_words(some: Goods) -> str:
    """ "2 food and 1 red product"; "nothing"."""
    each = (
        f"{n} {NOUNS[letter]}" if letter in UNCOUNTED else counted(n, NOUNS[letter]) for letter, n in have(some).items()
    )
    return enumerated(list(each)) or "nothing"


def units_in_words(letters: str) -> str:
    """ "taxman and army", "2 armies"."""
    kinds = [(UNITS[letter], letters.count(letter)) for letter in "TAF" if letter in letters]
    return enumerated([name if number == 1 else counted(number, name) for name, number in kinds])


def in_hundred(chance: float) -> str:
    """ "42 in 100"."""
    return f"{round(100 * chance)} in 100"


def yields(land: Land) -> str:
    return f"yields {YIELDS[land.goods]}"


class Facts:
    """The notes for one seat."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook, self.working, self.board = outlook, outlook.working, outlook.board
        self.stands: dict[Area, str] = {}

    def cost(self, price: int) -> str:
        return f"costs {price}, you can spend {self.outlook.money}"

    def places(self, areas: Sequence[Area]) -> str:
        return f"in {counted(len(areas), 'area')}" if areas else ""

    def yields(self, area: Area) -> str:
        return yields(self.board.lands[area])

    def standing(self, area: Area) -> str:
        """The units in an area."""
        if area not in self.stands:
            self.stands[area] = units_in_words(self.letters(area)) or "empty"
        return self.stands[area]

    def letters(self, area: Area) -> str:
        if area in self.board.seas:
            water = self.working.seas.get(area)
            return f"F{water.cargo}" if water else ""
        plot = self.working.plot(area)
        return plot.units + ("F" if plot.anchor else "")

    def holder(self, area: Area) -> str:
        """Whose an area is, and what stands there."""
        owner = self.working.owner(area)
        if not owner:
            return "free"
        return f"{'yours' if owner == self.outlook.seat else NAMES[owner]}: {self.standing(area)}"

    def entered(self, letter: str, area: Area) -> str:
        """What a unit finds that steps into an area."""
        if letter == "A" and area in self.board.lands and self.outlook.hostile(area):
            return f"attack on {self.guarded(area)}"
        if area in self.board.seas:
            return "aboard your fleet" if letter != "F" else "free"
        if letter == "F":
            return "your port"
        here = self.working.plot(area).units
        found = f"yours: {units_in_words(here)}" if here else f"free, {self.yields(area)}"
        return f"{found}; {lying}" if (lying := self.lying(area)) and not here else found

    def lying(self, area: Area) -> str:
        """Goods that lie on free land."""
        some = self.working.plot(area).goods
        return f"{in_words(some)} to be found" if some else ""

    def guarded(self, area: Area) -> str:
        """Who holds what could be attacked, and the chance of one attacker."""
        chance = combat.odds(combat.tosses(self.working, area))
        return f"{NAMES[self.working.owner(area)]}, {self.standing(area)}: {in_hundred(chance)}"

    def work(self, kind: str, area: Area) -> str:
        """What a factory takes and makes."""
        made = {goods.product_of(self.working, kind, area): 1}
        return f"{in_words(goods.inputs(self.working, kind, area))} to {in_words(made)}"
