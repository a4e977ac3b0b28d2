"""What a seat could do as the board stands now, stage by stage: what is offered first, and what is advised.

It says the same as carrying a line out would, but looks at all lines at once: what hangs together is found once, and
again only where a unit would leave its area to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from engines.base import Seat
from engines.cantillon import combat, goods, moves
from engines.cantillon.connect import reachable_areas
from engines.cantillon.data import Area
from engines.cantillon.stages import FIRST, LAST, CantillonTurn
from engines.cantillon.state import COSTS, FACTORY_COST, ROOM, CantillonState, Goods, goods_value, present_goods
from engines.cantillon.turn_context import CantillonTurnContext, LineRefused, LuckyDice

PAID_IN, EXPAND = 2, 3
"""The stages in which armies are paid, after the tax, and in which units step; a round or a turn begins before."""


class SeatOutlook:
    """A seat's possibilities from its own view; all other seats stay as they are."""

    def __init__(self, view: CantillonState, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.working = CantillonTurnContext(view, LuckyDice())
        self.board = view.board
        self.without_cache: dict[Area, set[Area]] = {}

    @cached_property
    def joined_areas(self) -> set[Area]:
        """Return what hangs together with a city."""
        return reachable_areas(self.working, self.own_cities, self.own_areas.__contains__)

    @cached_property
    def own_areas(self) -> set[Area]:
        """All that is the seat's."""
        return set(self.owned_areas)

    @cached_property
    def own_cities(self) -> list[Area]:
        return self.working.cities_of(self.seat)

    @cached_property
    def own_lands(self) -> list[Area]:
        return self.working.lands_of(self.seat)

    @cached_property
    def own_fleets(self) -> list[Area]:
        """The seas with a fleet of the seat."""
        return self.working.fleets_of(self.seat)

    def is_own(self, area: Area) -> bool:
        return area in self.own_areas

    # --- money and goods ----------------------------------------------------------------------------------------

    @cached_property
    def after_upkeep(self) -> CantillonTurnContext:
        """The position once taxes are in, if they are still to come, and armies are paid."""
        trial = self.working.copy_for_trial()
        CantillonTurn(trial, self.seat, ()).play_stages(max(FIRST, self.view.stage), PAID_IN)
        return trial

    @cached_property
    def spending_stock(self) -> Goods:
        """The treasury then."""
        return present_goods(self.after_upkeep.stock[self.seat])

    @cached_property
    def final_stock(self) -> Goods:
        """The treasury when it is negotiated, if nothing is spent and all factories work."""
        trial = self.after_upkeep.copy_for_trial()
        CantillonTurn(trial, self.seat, ()).play_stages(max(EXPAND, self.view.stage), LAST - 1)
        return present_goods(trial.stock[self.seat])

    @cached_property
    def money(self) -> int:
        """Return what can be spent, once armies are paid."""
        return goods_value(self.spending_stock)

    def can_afford(self, letter: str) -> bool:
        return self.money >= COSTS[letter]

    @property
    def can_afford_factory(self) -> bool:
        return self.money >= FACTORY_COST

    # --- units --------------------------------------------------------------------------------------------------

    @cached_property
    def units_by_letter(self) -> Mapping[str, list[Area]]:
        """Return where units are, by their letters."""
        anchored = [area for area, plot in self.working.lands.items() if plot.anchor == self.seat]
        carrying = {sea: self.working.seas[sea].cargo for sea in self.own_fleets}
        standing = {
            letter: [
                *(area for area in self.own_lands if letter in self.working.plot_of(area).units),
                *(sea for sea, cargo in carrying.items() if cargo == letter),
            ]
            for letter in "TA"
        }
        return {**standing, "F": [*sorted(anchored, key=int), *self.own_fleets]}

    def is_bound(self, letter: str, area: Area) -> bool:
        """Return whether it is the last taxman of the first city, who must remain there (§5.1d)."""
        home = self.view.homes.get(self.seat) == area
        return home and letter == "T" and self.working.plot_of(area).units.count("T") < 2

    def leaves_empty(self, letter: str, area: Area) -> bool:
        """Return whether an area is nobody's once a unit of that kind has left it."""
        if area in self.board.seas:
            return letter == "F"
        return letter != "F" and len(self.working.plot_of(area).units) == 1

    def joined_without(self, area: Area) -> set[Area]:
        """Return what hangs together with a city if an area is no longer the seat's."""
        if area not in self.without_cache:
            self.without_cache[area] = self.joined_areas - {area} if self.is_end(area) else self.spread_without(area)
        return self.without_cache[area]

    def is_end(self, area: Area) -> bool:
        """Return whether nothing can hang on an area, since it is no city and touches only one that is the seat's."""
        return area not in self.board.cities and sum(map(self.is_own, self.board.next_to[area])) < 2

    def spread_without(self, area: Area) -> set[Area]:
        cities = [city for city in self.own_cities if city != area]
        return reachable_areas(self.working, cities, (self.own_areas - {area}).__contains__)

    def keeps_together(self, letter: str, start: Area, goal: Area) -> bool:
        """Return whether nothing is cut off when a unit goes to a neighbouring area and holds it (§5.2.3c)."""
        if start not in self.joined_areas or not self.leaves_empty(letter, start):
            return True
        if self.working.plot_of(start).anchor == self.seat:
            return False
        left = self.joined_without(start)
        if goal not in left and goal not in self.board.cities and left.isdisjoint(self.board.next_to[goal]):
            return False
        lost = self.joined_areas - left - {start}
        return not lost or lost <= self.spread_past(left | {goal}, start)

    def spread_past(self, sources: set[Area], gone: Area) -> set[Area]:
        return reachable_areas(self.working, sources, (self.own_areas - {gone}).__contains__)

    # --- stage 3 ------------------------------------------------------------------------------------------------

    def possible_steps(self, letter: str, start: Area) -> Iterator[Area]:
        """The areas to which a unit could step; an army's step into land of others is an attack."""
        if not self.is_bound(letter, start):
            for goal in self.board.next_to[start]:
                if self.can_enter(letter, start, goal) and self.keeps_together(letter, start, goal):
                    yield goal

    @cached_property
    def steppable_starts(self) -> Mapping[str, list[Area]]:
        """Return where units are that could step, by their letters."""
        return {
            letter: [start for start in here if any(True for _ in self.possible_steps(letter, start))]
            for letter, here in self.units_by_letter.items()
        }

    def can_enter(self, letter: str, start: Area, goal: Area) -> bool:
        """Return whether a unit finds room there, or somebody to attack."""
        if letter == "A" and goal in self.board.lands and self.is_hostile(goal):
            return True
        cargo = self.working.seas[start].cargo if letter == "F" and start in self.working.seas else ""
        try:
            if letter == "F":
                moves.require_berth(self.working, self.seat, goal, cargo)
            else:
                moves.require_entry(self.working, self.seat, letter, goal)
        except LineRefused:
            return False
        return True

    def is_hostile(self, area: Area) -> bool:
        return combat.is_hostile(self.working, self.seat, area)

    @cached_property
    def possible_attacks(self) -> Mapping[Area, list[Area]]:
        """Return what could be attacked, and from where: land by armies, fleets at sea by fleets."""
        found: dict[Area, list[Area]] = {}
        for letter in ("A", "F"):
            for start in self.units_by_letter[letter]:
                for goal in self.board.next_to[start]:
                    fits = (goal in self.board.seas) == (letter == "F")
                    if fits and self.is_hostile(goal) and self.keeps_together(letter, start, goal):
                        found.setdefault(goal, []).append(start)
        return found

    # --- stages 4 to 7 --------------------------------------------------------------------------------------------

    def has_room(self, land: Area) -> bool:
        return len(self.working.plot_of(land).units) < ROOM

    def build_sites(self, letter: str) -> list[Area]:
        """Return where a unit could be built, were there money."""
        lands = [area for area in self.own_lands if area in self.joined_areas]
        if letter != "F":
            return [area for area in lands if self.has_room(area)]
        anchors = [a for a in lands if self.board.is_port(a) and not self.working.plot_of(a).anchor]
        return [*anchors, *self.free_coasts(set(lands))]

    def sites_after_step(self, letter: str) -> list[Area]:
        """Full lands in which a land unit could be built, once one of theirs has stepped away."""
        if letter == "F" or self.view.stage > EXPAND:
            return []
        leaving = {area for kind in "TA" for area in self.steppable_starts[kind]} & self.joined_areas
        return [area for area in self.own_lands if area in leaving and not self.has_room(area)]

    def free_coasts(self, near: set[Area]) -> list[Area]:
        """Free seas at the coast of some lands, or next to some own fleets."""
        seas = {sea for area in near for sea in self.board.next_to[area] if sea in self.board.seas}
        return sorted(sea for sea in seas if not self.working.owner_of(sea))

    @cached_property
    def movable_starts(self) -> Mapping[str, list[Area]]:
        """Return where units are that could be positioned elsewhere, by their letters."""
        return {
            letter: [start for start in here if self.possible_berths(letter, start)]
            for letter, here in self.units_by_letter.items()
        }

    def possible_berths(self, letter: str, start: Area) -> list[Area]:
        """Return where a unit could be positioned without a fee, leaving nothing empty and nothing cut off."""
        if letter == "F":
            return self.fleet_berths(start)
        if self.is_bound(letter, start) or self.leaves_empty(letter, start):
            return []

        def passable(area: Area) -> bool:
            return self.is_own(area) or (letter == "A" and area in self.board.lands and not self.working.owner_of(area))

        reached = reachable_areas(self.working, [start], passable) - {start}
        return sorted((area for area in reached if self.can_rest_in(start, area)), key=lambda a: (len(a), a))

    def can_rest_in(self, start: Area, area: Area) -> bool:
        """Return whether a land unit may rest in an own area: on land with room, or aboard."""
        if not self.is_own(area) or (start in self.joined_areas and area not in self.joined_areas):
            return False
        return self.has_room(area) if area in self.board.lands else not self.working.seas[area].cargo

    def fleet_berths(self, start: Area) -> list[Area]:
        """Return where a fleet could rest: a free sea next to what hangs together without it, or an own free anchor."""
        left = self.joined_without(start) if start in self.board.seas else self.joined_areas
        if self.joined_areas - left - {start}:
            return []
        reached = reachable_areas(
            self.working,
            [start],
            lambda area: area in self.board.seas and self.working.owner_of(area) in ("", self.seat),
        )
        seas = [sea for sea in self.free_coasts(left) if sea in reached and sea != start]
        cargo = self.working.seas[start].cargo if start in self.board.seas else ""
        return [*seas, *(port for port in sorted(left - {start}) if self.is_berth(port, reached, cargo))]

    def is_berth(self, area: Area, reached: set[Area], cargo: str) -> bool:
        """Return whether a fleet can come to rest on the anchor of a port."""
        free = self.board.is_port(area) and not self.working.plot_of(area).anchor
        return free and not reached.isdisjoint(self.board.next_to[area]) and (not cargo or self.has_room(area))

    def factory_sites(self, kind: str) -> list[Area]:
        """Return where the seat has a factory, "B" or "ADV"."""
        return [area for each, area in goods.list_factories(self.working, self.seat) if each == kind]

    def is_fed(self, kind: str, area: Area) -> bool:
        """Return whether a factory's goods are in the treasury."""
        inputs = goods.factory_inputs(self.working, kind, area)
        return all(self.spending_stock.get(letter, 0) >= count for letter, count in inputs.items())

    def factory_grounds(self, kind: str) -> list[Area]:
        """Return where a factory could be built, were there money."""
        colour = kind.lower() if kind in "RY" else ""
        owned = (a for a in self.own_lands if not colour or self.board.lands[a].goods == colour)
        basic = kind in "BRY"
        return [a for a in owned if not (self.working.plot_of(a).basic if basic else self.working.plot_of(a).advanced)]

    # --- near -----------------------------------------------------------------------------------------------------

    @property
    def owned_areas(self) -> list[Area]:
        """All lands and seas of the seat."""
        return [*self.own_lands, *self.own_fleets]

    @cached_property
    def nearby_areas(self) -> list[Area]:
        """Return what is the seat's, and what touches it."""
        return list(
            dict.fromkeys(
                (*self.owned_areas, *(near for area in self.owned_areas for near in self.board.next_to[area]))
            )
        )
