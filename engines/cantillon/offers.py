"""What is offered in a turn as the board stands: first what would be carried out now, with what is known of it.

What hangs on other lines, on other players or on luck is understood as ever, but folded away under what is in its way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from engines.base import Seat
from engines.cantillon import words
from engines.cantillon.data import Area
from engines.cantillon.facts import Facts
from engines.cantillon.outlook import Outlook
from engines.cantillon.picks import APART, WRONG_COLOUR, Picks, touching
from engines.cantillon.state import COSTS, Goods, State
from engines.kept import keeps
from engines.language.ask import Given, Many, Number, Pick
from engines.language.names import Choice

NOT_YOURS = "None of yours there now"
NOT_NOW = "Not as the board stands now"
STAYS = "Has nowhere to go, or must stay"
TOO_DEAR = "More than you can pay"
NOT_YET = "Once it is yours"
NONE = "None of yours can"
NO_ROOM = "No room for it"
NO_GROUND = "No land of yours is without"
UNFED = "Its goods are missing"
FAR = "Further away"
OFFERED = 9
"""The highest number of a kind of goods that is offered in a contract; a letter may say more."""


NOTHING: Mapping[Area, str] = {}


class Worked(Mapping[str, tuple[Choice, ...]]):
    """Choices by what was picked before, worked out when they are asked for."""

    def __init__(self, codes: Iterable[str], work: Callable[[str], tuple[Choice, ...]]) -> None:
        self.codes, self.work = dict.fromkeys(codes), work
        self.found: dict[str, tuple[Choice, ...]] = {}

    def __getitem__(self, code: str) -> tuple[Choice, ...]:
        if code not in self.found:
            if code not in self.codes:
                raise KeyError(code)
            self.found[code] = self.work(code)
        return self.found[code]

    def __contains__(self, code: object) -> bool:
        return code in self.codes

    def __iter__(self) -> Iterator[str]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)


@keeps(8192)
def noted(fold: str, code: Area, note: str) -> Choice:
    """An area with a note."""
    return replace(words.areas(fold)[code], note=note)


@keeps(512)
def under(fold: str, group: str) -> dict[Area, Choice]:
    """Every area of a fold, folded away under a heading."""
    return {code: replace(choice, group=group) for code, choice in words.areas(fold).items()}


class Offers(Picks):
    """The picks of a seat's turn, from its own view."""

    kinds = tuple((unit,) for unit in words.UNITS)

    def __init__(self, view: State, seat: Seat) -> None:
        super().__init__(view.options.fold, view.alive, seat)
        self.view, self.outlook = view, Outlook(view, seat)
        self.facts = Facts(self.outlook)

    def arranged(
        self, among: Collection[Area], near: Mapping[Area, str], rest: str, also: Mapping[Area, str] = NOTHING
    ) -> tuple[Choice, ...]:
        """Some areas: those that are `near`, with their notes; `also` others, each under its heading; the `rest` under
        one."""
        first = {code: noted(self.fold, code, note) for code, note in near.items() if code in among}
        first.update((code, under(self.fold, also[code])[code]) for code in also if code in among and code not in first)
        others = under(self.fold, rest)
        return (*first.values(), *[others[code] for code in among if code not in first])

    def narrow(
        self,
        name: str,
        among: Collection[Area],
        near: Mapping[Area, str],
        rest: str,
        also: Mapping[Area, str] = NOTHING,
    ) -> Pick:
        """A pick with its choices arranged; it refuses others as the pick of them all does."""
        choices = self.arranged(among, near, rest, also)
        if among is self.board.lands:
            return replace(self.any_land(name), choices=choices)
        return replace(self.any_sea(name) if among is self.board.seas else self.anywhere(name), choices=choices)

    def hanging(self, pick: Pick, name: str, work: Callable[[Area], tuple[Choice, ...]]) -> Pick:
        """A pick whose choices are worked out for each area that an earlier one can be."""
        return replace(pick, given=Given(name, Worked(self.every, work), APART))

    # --- stages 2 to 5 ------------------------------------------------------------------------------------------

    def unit(self, units: tuple[Choice, ...], verb: str) -> Pick:
        return Pick("unit", tuple(self.wanted(unit, verb) for unit in units))

    def wanted(self, unit: Choice, verb: str) -> Choice:
        """A kind of unit: what a new one costs, or how many there are."""
        if verb == "BUILD":
            free = "" if self.outlook.sites(unit.code) or self.outlook.soon(unit.code) else NO_ROOM
            dear = "" if self.outlook.affords(unit.code) else TOO_DEAR
            return replace(unit, note=self.facts.cost(COSTS[unit.code]), group=dear or free)
        able = self.able(unit.code, verb)
        return replace(unit, note=self.facts.places(able), group="" if able else NONE)

    def able(self, letter: str, verb: str) -> list[Area]:
        """Where units of a kind are that can do something now."""
        match verb:
            case "STEP":
                return self.outlook.stepping[letter]
            case "POS":
                return self.outlook.moving[letter]
            case _:
                return [area for area in self.outlook.units[letter] if not self.outlook.bound(letter, area)]

    def start(self, units: tuple[Choice, ...], verb: str) -> Pick:
        letter = units[0].code
        near = {area: self.facts.standing(area) for area in self.able(letter, verb)}
        starts = self.narrow("from", self.every, near, NOT_YOURS, dict.fromkeys(self.outlook.units[letter], STAYS))
        return replace(starts, before="from")

    def step(self, units: tuple[Choice, ...]) -> Pick:
        return self.hanging(self.anywhere("to"), "from", partial(self.steps, units[0].code))

    def steps(self, letter: str, start: Area) -> tuple[Choice, ...]:
        around = touching(self.fold)[start]
        if start not in self.outlook.units[letter]:
            return around
        near = {goal: self.facts.entered(letter, goal) for goal in self.outlook.steps(letter, start)}
        return self.arranged(self.board.next_to[start], near, NOT_NOW)

    def berth(self, units: tuple[Choice, ...]) -> Pick:
        return self.hanging(self.anywhere("to"), "from", partial(self.berths, units[0].code))

    def berths(self, letter: str, start: Area) -> tuple[Choice, ...]:
        if start not in self.outlook.units[letter]:
            return tuple(self.every.values())
        near = {goal: self.facts.standing(goal) for goal in self.outlook.berths(letter, start)}
        return self.arranged(self.every, near, NOT_NOW)

    def target(self) -> Pick:
        near = {goal: self.facts.guarded(goal) for goal in self.outlook.attacks}
        return self.narrow("to", self.every, near, "Nothing you could attack now")

    def attackers(self) -> Many:
        pairs = any("AA" in plot.units for plot in self.view.lands.values() if plot.owner == self.seat)
        return words.many("from", self.hanging(self.anywhere("area"), "to", self.attacking), distinct=not pairs)

    def attacking(self, goal: Area) -> tuple[Choice, ...]:
        near = {start: self.facts.standing(start) for start in self.outlook.attacks.get(goal, ())}
        return self.arranged(self.board.next_to[goal], near, NOT_NOW) if near else touching(self.fold)[goal]

    def site(self) -> Pick:
        return self.by_unit(self.sites)

    def sites(self, letter: str) -> tuple[Choice, ...]:
        here, soon = self.outlook.sites(letter), self.outlook.soon(letter)
        if not self.outlook.affords(letter):
            return self.arranged(self.every, {}, NOT_NOW, dict.fromkeys((*here, *soon), TOO_DEAR))
        near = {area: self.facts.standing(area) for area in here}
        near |= {area: f"{self.facts.standing(area)}: room once one has stepped away" for area in soon}
        return self.arranged(self.every, near, NOT_NOW, dict.fromkeys(self.outlook.around, NOT_YET))

    def by_unit(self, work: Callable[[str], tuple[Choice, ...]]) -> Pick:
        """An area, of which there are others for each kind of unit."""
        every = self.anywhere("at")
        return replace(every, before="in", given=Given("unit", Worked((unit.code for unit in words.UNITS), work), ""))

    def dismissed(self) -> Pick:
        return self.by_unit(self.dismissable)

    def dismissable(self, letter: str) -> tuple[Choice, ...]:
        near = {area: self.facts.standing(area) for area in self.able(letter, "DISBAND")}
        return self.arranged(self.every, near, NOT_YOURS, dict.fromkeys(self.outlook.units[letter], STAYS))

    def army(self) -> Pick:
        near = {area: self.facts.standing(area) for area in self.outlook.units["A"]}
        return self.narrow("area", self.every, near, NOT_YOURS)

    # --- stages 6 to 8 ------------------------------------------------------------------------------------------

    def works(self, kind: str) -> Pick:
        here = self.outlook.works(kind)
        near = {area: self.facts.work(kind, area) for area in here if self.outlook.is_fed(kind, area)}
        return self.narrow("area", self.board.lands, near, "No such factory of yours there", dict.fromkeys(here, UNFED))

    def kind(self) -> Pick:
        dear = "" if self.outlook.affords_factory else TOO_DEAR
        free = {kind.code: "" if self.outlook.grounds(kind.code) else NO_GROUND for kind in words.KINDS}
        return Pick("kind", tuple(replace(kind, group=dear or free[kind.code] or kind.group) for kind in words.KINDS))

    def ground(self) -> Pick:
        every = self.any_land("area")
        found = Worked((kind.code for kind in words.KINDS), self.grounds)
        return replace(every, before="in", given=Given("kind", found, WRONG_COLOUR))

    def grounds(self, kind: str) -> tuple[Choice, ...]:
        lands = [code for code in self.board.lands if self.can_hold(kind, code)]
        here = {area: self.facts.yields(area) for area in self.outlook.grounds(kind)}
        if not self.outlook.affords_factory:
            return self.arranged(lands, {}, NOT_NOW, dict.fromkeys(here, TOO_DEAR))
        return self.arranged(lands, here, NOT_NOW, dict.fromkeys(self.outlook.around, NOT_YET))

    def opened(self) -> Pick:
        near = {sea: self.facts.standing(sea) for sea in self.outlook.fleets}
        return self.narrow("area", self.board.seas, near, "No fleet of yours there now")

    def given_up(self) -> Pick:
        near = {area: self.facts.standing(area) for area in self.outlook.owned}
        return self.narrow("area", self.every, near, NOT_YOURS)

    def where(self) -> Pick:
        return self.narrow("where", self.every, {a: self.facts.holder(a) for a in self.outlook.around}, FAR)

    # --- players and goods --------------------------------------------------------------------------------------

    def party(self, verb: str) -> Pick:
        pick = super().party(verb)
        if verb == "GIVE" and not self.outlook.left:
            return replace(pick, choices=tuple(replace(choice, group=NONE) for choice in pick.choices))
        if verb == "REVOKE":
            leave = {permit.taker for permit in self.view.permits.get(self.seat, ()) if permit.giver == self.seat}
            free = (
                choice if choice.code in leave else replace(choice, group="Has no leave") for choice in pick.choices
            )
            return replace(pick, choices=tuple(free))
        return pick

    def goods(self, name: str, verb: str) -> Many:
        stock = self.outlook.left if verb == "GIVE" else self.outlook.stock
        most = max((*stock.values(), 1))
        kinds = Pick("kind", words.GOODS, exact=True)
        if verb in ("SAVE", "SPEND", "GIVE"):
            kinds = replace(kinds, given=Given("n", Worked(map(str, range(1, most + 1)), partial(held, stock)), ""))
        else:
            kinds, most = (
                replace(kinds, choices=held(stock, "1") if name == "give" else words.GOODS),
                max(most, OFFERED),
            )
        return Many(name, (Number("n", 1, 999, most=most), kinds), 1, 10, "", distinct=True)


def held(stock: Goods, least: str) -> tuple[Choice, ...]:
    """Goods with how many of them there are; those of which there are fewer than `least` are folded away."""
    return tuple(
        replace(kind, note=f"you have {n}" if n else "", group="" if n >= int(least) else "You have fewer")
        for kind in words.GOODS
        for n in [stock.get(kind.code, 0)]
    )
