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
from engines.cantillon.facts import SeatNotes
from engines.cantillon.outlook import SeatOutlook
from engines.cantillon.picks import NOT_TOUCHING, WRONG_COLOUR, CantillonPicks, touching_choices
from engines.cantillon.state import COSTS, CantillonState, Goods
from engines.language.grammar import DependentChoices, Number, Pick, Repeat
from engines.language.names import Choice
from engines.memo import memoize

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
MAX_OFFERED = 9
"""The highest number of a kind of goods that is offered in a contract; a letter may say more."""


NOTHING: Mapping[Area, str] = {}


class ChoicesByPick(Mapping[str, tuple[Choice, ...]]):
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


@memoize(8192)
def area_with_note(fold: str, code: Area, note: str) -> Choice:
    """An area with a note."""
    return replace(words.area_choices(fold)[code], note=note)


@memoize(512)
def areas_under_heading(fold: str, group: str) -> dict[Area, Choice]:
    """Every area of a fold, folded away under a heading."""
    return {code: replace(choice, group=group) for code, choice in words.area_choices(fold).items()}


class OfferedPicks(CantillonPicks):
    """The picks of a seat's turn, from its own view."""

    kinds = tuple((unit,) for unit in words.UNITS)

    def __init__(self, view: CantillonState, seat: Seat) -> None:
        super().__init__(view.options.fold, view.living_seats, seat)
        self.view, self.outlook = view, SeatOutlook(view, seat)
        self.facts = SeatNotes(self.outlook)

    def arrange_areas(
        self, among: Collection[Area], near: Mapping[Area, str], rest: str, also: Mapping[Area, str] = NOTHING
    ) -> tuple[Choice, ...]:
        """Some areas: those that are `near`, with their notes; `also` others, each under its heading; the `rest` under
        one."""
        first = {code: area_with_note(self.fold, code, note) for code, note in near.items() if code in among}
        first.update(
            (code, areas_under_heading(self.fold, also[code])[code])
            for code in also
            if code in among and code not in first
        )
        others = areas_under_heading(self.fold, rest)
        return (*first.values(), *[others[code] for code in among if code not in first])

    def narrow_areas(
        self,
        name: str,
        among: Collection[Area],
        near: Mapping[Area, str],
        rest: str,
        also: Mapping[Area, str] = NOTHING,
    ) -> Pick:
        """A pick with its choices arranged; it refuses others as the pick of them all does."""
        choices = self.arrange_areas(among, near, rest, also)
        if among is self.board.lands:
            return replace(self.any_land(name), choices=choices)
        return replace(self.any_sea(name) if among is self.board.seas else self.any_area(name), choices=choices)

    def depend_on_area(self, pick: Pick, name: str, work: Callable[[Area], tuple[Choice, ...]]) -> Pick:
        """A pick whose choices are worked out for each area that an earlier one can be."""
        return replace(pick, given=DependentChoices(name, ChoicesByPick(self.every, work), NOT_TOUCHING))

    # --- stages 2 to 5 ------------------------------------------------------------------------------------------

    def unit_kind_pick(self, units: tuple[Choice, ...], verb: str) -> Pick:
        return Pick("unit", tuple(self.note_unit_kind(unit, verb) for unit in units))

    def note_unit_kind(self, unit: Choice, verb: str) -> Choice:
        """A kind of unit: what a new one costs, or how many there are."""
        if verb == "BUILD":
            free = "" if self.outlook.build_sites(unit.code) or self.outlook.sites_after_step(unit.code) else NO_ROOM
            dear = "" if self.outlook.can_afford(unit.code) else TOO_DEAR
            return replace(unit, note=self.facts.price_note(COSTS[unit.code]), group=dear or free)
        able = self.able_areas(unit.code, verb)
        return replace(unit, note=self.facts.places_note(able), group="" if able else NONE)

    def able_areas(self, letter: str, verb: str) -> list[Area]:
        """Return where units of a kind are that can do something now."""
        match verb:
            case "STEP":
                return self.outlook.steppable_starts[letter]
            case "POS":
                return self.outlook.movable_starts[letter]
            case _:
                return [
                    area for area in self.outlook.units_by_letter[letter] if not self.outlook.is_bound(letter, area)
                ]

    def start_pick(self, units: tuple[Choice, ...], verb: str) -> Pick:
        letter = units[0].code
        near = {area: self.facts.units_note(area) for area in self.able_areas(letter, verb)}
        starts = self.narrow_areas(
            "from", self.every, near, NOT_YOURS, dict.fromkeys(self.outlook.units_by_letter[letter], STAYS)
        )
        return replace(starts, before="from")

    def step_pick(self, units: tuple[Choice, ...]) -> Pick:
        return self.depend_on_area(self.any_area("to"), "from", partial(self.step_choices, units[0].code))

    def step_choices(self, letter: str, start: Area) -> tuple[Choice, ...]:
        around = touching_choices(self.fold)[start]
        if start not in self.outlook.units_by_letter[letter]:
            return around
        near = {goal: self.facts.entry_note(letter, goal) for goal in self.outlook.possible_steps(letter, start)}
        return self.arrange_areas(self.board.next_to[start], near, NOT_NOW)

    def berth_pick(self, units: tuple[Choice, ...]) -> Pick:
        return self.depend_on_area(self.any_area("to"), "from", partial(self.berth_choices, units[0].code))

    def berth_choices(self, letter: str, start: Area) -> tuple[Choice, ...]:
        if start not in self.outlook.units_by_letter[letter]:
            return tuple(self.every.values())
        near = {goal: self.facts.units_note(goal) for goal in self.outlook.possible_berths(letter, start)}
        return self.arrange_areas(self.every, near, NOT_NOW)

    def target_pick(self) -> Pick:
        near = {goal: self.facts.attack_note(goal) for goal in self.outlook.possible_attacks}
        return self.narrow_areas("to", self.every, near, "Nothing you could attack now")

    def attacker_list(self) -> Repeat:
        pairs = any("AA" in plot.units for plot in self.view.lands.values() if plot.owner == self.seat)
        return words.area_list(
            "from", self.depend_on_area(self.any_area("area"), "to", self.attacking_choices), distinct=not pairs
        )

    def attacking_choices(self, goal: Area) -> tuple[Choice, ...]:
        near = {start: self.facts.units_note(start) for start in self.outlook.possible_attacks.get(goal, ())}
        return (
            self.arrange_areas(self.board.next_to[goal], near, NOT_NOW) if near else touching_choices(self.fold)[goal]
        )

    def site_pick(self) -> Pick:
        return self.area_by_unit(self.site_choices)

    def site_choices(self, letter: str) -> tuple[Choice, ...]:
        here, soon = self.outlook.build_sites(letter), self.outlook.sites_after_step(letter)
        if not self.outlook.can_afford(letter):
            return self.arrange_areas(self.every, {}, NOT_NOW, dict.fromkeys((*here, *soon), TOO_DEAR))
        near = {area: self.facts.units_note(area) for area in here}
        near |= {area: f"{self.facts.units_note(area)}: room once one has stepped away" for area in soon}
        return self.arrange_areas(self.every, near, NOT_NOW, dict.fromkeys(self.outlook.nearby_areas, NOT_YET))

    def area_by_unit(self, work: Callable[[str], tuple[Choice, ...]]) -> Pick:
        """An area, of which there are others for each kind of unit."""
        every = self.any_area("at")
        return replace(
            every,
            before="in",
            given=DependentChoices("unit", ChoicesByPick((unit.code for unit in words.UNITS), work), ""),
        )

    def dismissed_pick(self) -> Pick:
        return self.area_by_unit(self.dismissable_choices)

    def dismissable_choices(self, letter: str) -> tuple[Choice, ...]:
        near = {area: self.facts.units_note(area) for area in self.able_areas(letter, "DISBAND")}
        return self.arrange_areas(
            self.every, near, NOT_YOURS, dict.fromkeys(self.outlook.units_by_letter[letter], STAYS)
        )

    def army_pick(self) -> Pick:
        near = {area: self.facts.units_note(area) for area in self.outlook.units_by_letter["A"]}
        return self.narrow_areas("area", self.every, near, NOT_YOURS)

    # --- stages 6 to 8 ------------------------------------------------------------------------------------------

    def factory_pick(self, kind: str) -> Pick:
        here = self.outlook.factory_sites(kind)
        near = {area: self.facts.factory_note(kind, area) for area in here if self.outlook.is_fed(kind, area)}
        return self.narrow_areas(
            "area", self.board.lands, near, "No such factory of yours there", dict.fromkeys(here, UNFED)
        )

    def factory_kind_pick(self) -> Pick:
        dear = "" if self.outlook.can_afford_factory else TOO_DEAR
        free = {kind.code: "" if self.outlook.factory_grounds(kind.code) else NO_GROUND for kind in words.KINDS}
        return Pick("kind", tuple(replace(kind, group=dear or free[kind.code] or kind.group) for kind in words.KINDS))

    def factory_ground_pick(self) -> Pick:
        every = self.any_land("area")
        found = ChoicesByPick((kind.code for kind in words.KINDS), self.ground_choices)
        return replace(every, before="in", given=DependentChoices("kind", found, WRONG_COLOUR))

    def ground_choices(self, kind: str) -> tuple[Choice, ...]:
        lands = [code for code in self.board.lands if self.can_hold(kind, code)]
        here = {area: self.facts.yield_note(area) for area in self.outlook.factory_grounds(kind)}
        if not self.outlook.can_afford_factory:
            return self.arrange_areas(lands, {}, NOT_NOW, dict.fromkeys(here, TOO_DEAR))
        return self.arrange_areas(lands, here, NOT_NOW, dict.fromkeys(self.outlook.nearby_areas, NOT_YET))

    def opened_sea_pick(self) -> Pick:
        near = {sea: self.facts.units_note(sea) for sea in self.outlook.own_fleets}
        return self.narrow_areas("area", self.board.seas, near, "No fleet of yours there now")

    def given_up_pick(self) -> Pick:
        near = {area: self.facts.units_note(area) for area in self.outlook.owned_areas}
        return self.narrow_areas("area", self.every, near, NOT_YOURS)

    def condition_area_pick(self) -> Pick:
        return self.narrow_areas(
            "where", self.every, {a: self.facts.holder_note(a) for a in self.outlook.nearby_areas}, FAR
        )

    # --- players and goods --------------------------------------------------------------------------------------

    def party_pick(self, verb: str) -> Pick:
        pick = super().party_pick(verb)
        if verb == "GIVE" and not self.outlook.final_stock:
            return replace(pick, choices=tuple(replace(choice, group=NONE) for choice in pick.choices))
        if verb == "REVOKE":
            leave = {permit.taker for permit in self.view.permits.get(self.seat, ()) if permit.giver == self.seat}
            free = (
                choice if choice.code in leave else replace(choice, group="Has no leave") for choice in pick.choices
            )
            return replace(pick, choices=tuple(free))
        return pick

    def goods_list(self, name: str, verb: str) -> Repeat:
        stock = self.outlook.final_stock if verb == "GIVE" else self.outlook.spending_stock
        most = max((*stock.values(), 1))
        kinds = Pick("kind", words.GOODS, exact=True)
        if verb in ("SAVE", "SPEND", "GIVE"):
            kinds = replace(
                kinds,
                given=DependentChoices(
                    "n", ChoicesByPick(map(str, range(1, most + 1)), partial(note_held_goods, stock)), ""
                ),
            )
        else:
            kinds, most = (
                replace(kinds, choices=note_held_goods(stock, "1") if name == "give" else words.GOODS),
                max(most, MAX_OFFERED),
            )
        return Repeat(name, (Number("n", 1, 999, most=most), kinds), 1, 10, "", distinct=True)


def note_held_goods(stock: Goods, least: str) -> tuple[Choice, ...]:
    """Goods with how many of them there are; those of which there are fewer than `least` are folded away."""
    return tuple(
        replace(kind, note=f"you have {n}" if n else "", group="" if n >= int(least) else "You have fewer")
        for kind in words.GOODS
        for n in [stock.get(kind.code, 0)]
    )
