"""What can be picked in each place of a sentence, of everything there is on the map: for standing lines, which hold for
rounds to come, and for reading again what was said before. `offers` has the same as the board stands.
"""

from __future__ import annotations

from dataclasses import replace

from engines.base import Seat
from engines.cantillon import words
from engines.cantillon.data import Area, board
from engines.kept import keeps
from engines.language.ask import Given, Many, Number, Pick
from engines.language.names import Choice, Message

APART = Message("{label} does not touch {given}.", "C21")
WRONG_COLOUR = Message("{label} has another colour; a basic factory always has that of its land.", "C60")
COLOURED = "RY"
"""The kinds of a factory that are named by the colour of their land."""


@keeps(64)
def touching(fold: str) -> dict[Area, tuple[Choice, ...]]:
    """The areas next to each area."""
    every = words.areas(fold)
    return {code: tuple(every[other] for other in board(fold).next_to[code]) for code in every}


@keeps(256)
def anywhere(fold: str, name: str) -> Pick:
    return words.area(name, tuple(words.areas(fold).values()))


@keeps(256)
def any_land(fold: str, name: str) -> Pick:
    lands = tuple(choice for code, choice in words.areas(fold).items() if code in board(fold).lands)
    return words.area(name, lands, "no land of this map")


@keeps(256)
def any_sea(fold: str, name: str) -> Pick:
    seas = tuple(choice for code, choice in words.areas(fold).items() if code in board(fold).seas)
    return words.area(name, seas, "no sea of this map")


class Picks:
    """The picks of all sentences. `kinds`: units of one sentence, for those sentences that are another for each."""

    kinds: tuple[tuple[Choice, ...], ...] = (words.UNITS,)

    def __init__(self, fold: str, alive: tuple[Seat, ...], seat: Seat) -> None:
        self.fold, self.alive, self.seat = fold, alive, seat
        self.board = board(fold)
        self.every = words.areas(fold)

    # --- areas --------------------------------------------------------------------------------------------------

    def anywhere(self, name: str) -> Pick:
        return anywhere(self.fold, name)

    def any_land(self, name: str) -> Pick:
        return any_land(self.fold, name)

    def any_sea(self, name: str) -> Pick:
        return any_sea(self.fold, name)

    def next_to(self, name: str, other: str) -> Pick:
        """An area that touches another one of the sentence."""
        return replace(self.anywhere(name), given=Given(other, touching(self.fold), APART))

    # --- stages 2 to 5 ------------------------------------------------------------------------------------------

    def unit(self, units: tuple[Choice, ...], verb: str) -> Pick:  # noqa: ARG002
        return Pick("unit", units)

    def start(self, units: tuple[Choice, ...], verb: str) -> Pick:  # noqa: ARG002
        """Where a unit starts from, by a step or in stage 5."""
        return replace(self.anywhere("from"), before="from")

    def step(self, units: tuple[Choice, ...]) -> Pick:  # noqa: ARG002
        """Where a unit may step to."""
        return self.next_to("to", "from")

    def berth(self, units: tuple[Choice, ...]) -> Pick:  # noqa: ARG002
        """Where a unit goes in stage 5."""
        return self.anywhere("to")

    def target(self) -> Pick:
        """What is attacked."""
        return self.anywhere("to")

    def attackers(self) -> Many:
        """Where the attackers are; one area twice, if two are there."""
        return words.many("from", self.next_to("area", "to"), distinct=False)

    def site(self) -> Pick:
        """Where a unit is built."""
        return replace(self.anywhere("at"), before="in")

    def dismissed(self) -> Pick:
        """Where the unit is that is dismissed."""
        return replace(self.anywhere("at"), before="in")

    def army(self) -> Pick:
        """Where an army is paid first."""
        return self.anywhere("area")

    # --- stages 6 to 8 ------------------------------------------------------------------------------------------

    def works(self, kind: str) -> Pick:  # noqa: ARG002
        """Where a factory works, "B" or "ADV"."""
        return self.any_land("area")

    def kind(self) -> Pick:
        """The kind of a new factory."""
        return Pick("kind", words.KINDS)

    def ground(self) -> Pick:
        """Where it is built; a basic one has the colour of its land."""
        every = replace(self.any_land("area"), before="in")
        found = {kind: tuple(c for c in every.choices if self.can_hold(kind, c.code)) for kind in COLOURED}
        return replace(every, given=Given("kind", found, WRONG_COLOUR))

    def can_hold(self, kind: str, land: Area) -> bool:
        """Whether a land has the colour of a kind of factory."""
        return kind not in COLOURED or self.board.lands[land].goods == kind.lower()

    def opened(self) -> Pick:
        """A sea through which another may pass."""
        return self.any_sea("area")

    def given_up(self) -> Pick:
        """An area that is ceded or burnt."""
        return self.anywhere("area")

    def where(self) -> Pick:
        """An area that a condition looks at."""
        return self.anywhere("where")

    # --- players and goods --------------------------------------------------------------------------------------

    def party(self, verb: str) -> Pick:  # noqa: ARG002
        """Another player; those who are out are named too, and refused."""
        return Pick("party", words.others(self.alive, self.seat), words.lexicon(), words.NOT_HERE)

    def goods(self, name: str, verb: str) -> Many:  # noqa: ARG002
        """Goods as "2y 1R"; here alone capitals matter."""
        return Many(name, (Number("n", 1, 999), Pick("kind", words.GOODS, exact=True)), 1, 10, "", distinct=True)
