"""What can be picked in each place of a sentence, of everything there is on the map: for standing lines, which hold for
rounds to come, and for reading again what was said before. `offers` has the same as the board stands.
"""

from __future__ import annotations

from dataclasses import replace

from engines.base import Seat
from engines.cantillon import words
from engines.cantillon.data import Area, fold_board
from engines.language.grammar import DependentChoices, Number, Pick, Repeat
from engines.language.names import Choice, Message
from engines.memo import memoize

NOT_TOUCHING = Message("{label} does not touch {given}.", "C21")
WRONG_COLOUR = Message("{label} has another colour; a basic factory always has that of its land.", "C60")
COLOURED = "RY"
"""The kinds of a factory that are named by the colour of their land."""


@memoize(64)
def touching_choices(fold: str) -> dict[Area, tuple[Choice, ...]]:
    """The areas next to each area."""
    every = words.area_choices(fold)
    return {code: tuple(every[other] for other in fold_board(fold).next_to[code]) for code in every}


@memoize(256)
def any_area_pick(fold: str, name: str) -> Pick:
    return words.area_pick(name, tuple(words.area_choices(fold).values()))


@memoize(256)
def any_land_pick(fold: str, name: str) -> Pick:
    lands = tuple(choice for code, choice in words.area_choices(fold).items() if code in fold_board(fold).lands)
    return words.area_pick(name, lands, "no land of this map")


@memoize(256)
def any_sea_pick(fold: str, name: str) -> Pick:
    seas = tuple(choice for code, choice in words.area_choices(fold).items() if code in fold_board(fold).seas)
    return words.area_pick(name, seas, "no sea of this map")


class CantillonPicks:
    """The picks of all sentences. `kinds`: units of one sentence, for those sentences that are another for each."""

    kinds: tuple[tuple[Choice, ...], ...] = (words.UNITS,)

    def __init__(self, fold: str, alive: tuple[Seat, ...], seat: Seat) -> None:
        self.fold, self.alive, self.seat = fold, alive, seat
        self.board = fold_board(fold)
        self.every = words.area_choices(fold)

    # --- areas --------------------------------------------------------------------------------------------------

    def any_area(self, name: str) -> Pick:
        return any_area_pick(self.fold, name)

    def any_land(self, name: str) -> Pick:
        return any_land_pick(self.fold, name)

    def any_sea(self, name: str) -> Pick:
        return any_sea_pick(self.fold, name)

    def touching_area(self, name: str, other: str) -> Pick:
        """An area that touches another one of the sentence."""
        return replace(self.any_area(name), given=DependentChoices(other, touching_choices(self.fold), NOT_TOUCHING))

    # --- stages 2 to 5 ------------------------------------------------------------------------------------------

    def unit_kind_pick(self, units: tuple[Choice, ...], verb: str) -> Pick:  # noqa: ARG002
        return Pick("unit", units)

    def start_pick(self, units: tuple[Choice, ...], verb: str) -> Pick:  # noqa: ARG002
        """Return where a unit starts from, by a step or in stage 5."""
        return replace(self.any_area("from"), before="from")

    def step_pick(self, units: tuple[Choice, ...]) -> Pick:  # noqa: ARG002
        """Return where a unit may step to."""
        return self.touching_area("to", "from")

    def berth_pick(self, units: tuple[Choice, ...]) -> Pick:  # noqa: ARG002
        """Return where a unit goes in stage 5."""
        return self.any_area("to")

    def target_pick(self) -> Pick:
        """Return what is attacked."""
        return self.any_area("to")

    def attacker_list(self) -> Repeat:
        """Return where the attackers are; one area twice, if two are there."""
        return words.area_list("from", self.touching_area("area", "to"), distinct=False)

    def site_pick(self) -> Pick:
        """Return where a unit is built."""
        return replace(self.any_area("at"), before="in")

    def dismissed_pick(self) -> Pick:
        """Return where the unit is that is dismissed."""
        return replace(self.any_area("at"), before="in")

    def army_pick(self) -> Pick:
        """Return where an army is paid first."""
        return self.any_area("area")

    # --- stages 6 to 8 ------------------------------------------------------------------------------------------

    def factory_pick(self, kind: str) -> Pick:  # noqa: ARG002
        """Return where a factory works, "B" or "ADV"."""
        return self.any_land("area")

    def factory_kind_pick(self) -> Pick:
        """The kind of a new factory."""
        return Pick("kind", words.KINDS)

    def factory_ground_pick(self) -> Pick:
        """Return where it is built; a basic one has the colour of its land."""
        every = replace(self.any_land("area"), before="in")
        found = {kind: tuple(c for c in every.choices if self.can_hold(kind, c.code)) for kind in COLOURED}
        return replace(every, given=DependentChoices("kind", found, WRONG_COLOUR))

    def can_hold(self, kind: str, land: Area) -> bool:
        """Return whether a land has the colour of a kind of factory."""
        return kind not in COLOURED or self.board.lands[land].goods == kind.lower()

    def opened_sea_pick(self) -> Pick:
        """A sea through which another may pass."""
        return self.any_sea("area")

    def given_up_pick(self) -> Pick:
        """An area that is ceded or burnt."""
        return self.any_area("area")

    def condition_area_pick(self) -> Pick:
        """An area that a condition looks at."""
        return self.any_area("where")

    # --- players and goods --------------------------------------------------------------------------------------

    def party_pick(self, verb: str) -> Pick:  # noqa: ARG002
        """Another player; those who are out are named too, and refused."""
        return Pick("party", words.other_players(self.alive, self.seat), words.seat_lexicon(), words.NOT_HERE)

    def goods_list(self, name: str, verb: str) -> Repeat:  # noqa: ARG002
        """Goods as "2y 1R"; here alone capitals matter."""
        return Repeat(name, (Number("n", 1, 999), Pick("kind", words.GOODS, exact=True)), 1, 10, "", distinct=True)
