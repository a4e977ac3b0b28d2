"""Tokens, regions and empires to pick, each with what helps to choose. What is pointless as things are is folded away
under a heading (§4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from engines.base import Seat
from engines.dice import LoadedDice
from engines.europe2028 import features
from engines.europe2028.cards import fits_kind
from engines.europe2028.choices import (
    FOREIGN,
    TOKEN_NAMES,
    LazyChoices,
    choice_as_now,
    foreign_choices,
    region_lexicons,
    undamageable_choices,
)
from engines.europe2028.data import Code
from engines.europe2028.state import KINDS, MAT, TOKENS, WAREHOUSE, Europe2028State, Holding, is_attackable
from engines.europe2028.turn_context import DAMAGE_COST, HELD_LANDING, REPAIR, Europe2028TurnContext
from engines.europe2028.words import (
    capitalize_sentence,
    coins_text,
    count_things,
    empire_genitive,
    empire_name,
    level_text,
    token_name,
)
from engines.language.grammar import DependentChoices, Pick
from engines.language.names import Choice, Message, MessageLike

MILITARY = ("MIL1", "MIL2")
CLOSED, DEAR = "Cannot be attacked now", "Landing costs more than you have"
UNDAMAGED = "Cannot be damaged now"


class Europe2028Picks:
    """What one seat can pick now. `prices` are what landings cost it, by kind of token and region."""

    def __init__(self, view: Europe2028State, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.working = Europe2028TurnContext(view, LoadedDice())
        self.hand = view.known_hand(seat)
        self.atlas, self.places = region_lexicons(tuple((r.code, r.name) for r in view.world.regions.values()))
        self.mine = view.tokens[seat]
        self.open = [code for code in view.world.regions if is_attackable(view.market, view.held.get(code), seat, code)]
        free, dear = (
            {kind: self.working.landing_price(seat, kind, code) for kind in KINDS}
            for code in ("", self.conquered_region)
        )
        self.prices = {code: dear if code in view.held else free for code in self.open}

    @property
    def conquered_region(self) -> Code:
        """Any region that another empire has conquered."""
        return next((code for code in self.open if code in self.view.held), "")

    # --- tokens -----------------------------------------------------------------------------------------------------

    def token_pick(self, why: Callable[[str], str], hint: Callable[[str], MessageLike] = lambda _: "") -> Pick:
        """A token; `why` says what it is folded away for, `hint` what is warned of. MIL is the military one that fits;
        while only one is unlocked it needs no number."""
        free = [token for token in MILITARY if self.mine[token].place != WAREHOUSE]
        either = free[0] if len(free) == 1 else "MIL"
        return Pick("token", tuple(self.token_choice(c, either, why, hint) for c in TOKEN_NAMES.choices), TOKEN_NAMES)

    def token_choice(
        self, choice: Choice, either: str, why: Callable[[str], str], hint: Callable[[str], MessageLike]
    ) -> Choice:
        token = either if choice.code == "MIL" else choice.code
        if all(self.mine[each].place == WAREHOUSE for each in (MILITARY if token == "MIL" else (token,))):
            locked = Message(f"Your {token_name(token[:3])} is not unlocked yet.", "B07")
            return choice_as_now(choice, why_not=locked, group="Not unlocked yet")
        if token == "MIL":
            return choice_as_now(choice, note="the one that fits", group="Either of two")
        at = self.mine[token].place
        drawn = (f"token {token}", *((at,) if at != MAT else ()))
        group = "By number" if choice.code == either else why(token)
        return choice_as_now(choice, at=drawn, note=self.token_place(token), group=group, hint=hint(token))

    def token_place(self, token: str) -> str:
        """Return where a token is, in a few words."""
        at = self.mine[token]
        if at.place == MAT:
            return "on your mat"
        return (
            f"at {self.view.get_region(at.place).name}, "
            f"{level_text(at.level, self.view.get_region(at.place).influence)}"
        )

    def why_no_attack(self, token: str) -> str:
        if not any(fits_kind(card, token[:3]) for card in self.hand):
            return "No card of yours fits"
        return self.why_no_payment(token)

    def why_no_landing(self, token: str) -> str:
        return self.why_no_payment(token) if self.mine[token].place == MAT else "On a region: call it back first"

    def why_no_payment(self, token: str) -> str:
        kind = token[:3]
        if self.mine[token].place != MAT or any(self.can_pay_landing(kind, code) for code in self.open):
            return ""
        return DEAR if self.open else "No region is open"

    def can_pay_landing(self, kind: str, code: Code) -> bool:
        """Return whether the coins there are, or clubs, pay a landing."""
        if self.prices[code][kind] <= self.view.coins[self.seat]:
            return True
        return not self.working.why_clubs_refused(self.seat, kind, code, self.hand)

    def why_at_home(self, token: str) -> str:
        return "On your mat already" if self.mine[token].place == MAT else ""

    def nothing_to_recall(self, token: str) -> MessageLike:
        return (
            f"Your {token_name(token)} is on your mat: nothing is to be called back." if self.why_at_home(token) else ""
        )

    # --- where tokens go ----------------------------------------------------------------------------------------------

    @cached_property
    def attacker_pick(self) -> Pick:
        """A token to attack with."""
        return self.token_pick(self.why_no_attack)

    def target_pick(self, before: str, landing: bool = False) -> Pick:
        """Regions that can be attacked (in the market, or conquered by another empire), given the token. `landing`: it
        is only to be brought there."""
        unlocked = [t for t in ("MIL", *TOKENS) if t == "MIL" or self.mine[t].place != WAREHOUSE]

        def choices_given(said: str) -> tuple[Choice, ...]:
            return tuple(
                self.aim_choice(c, said, landing) if c.code in self.target_facts else c for c in self.plain_targets
            )

        return Pick(
            "region",
            self.plain_targets,
            self.atlas,
            given=DependentChoices("token", LazyChoices(unlocked, choices_given), ""),
            before=before,
        )

    @cached_property
    def plain_targets(self) -> tuple[Choice, ...]:
        """All regions as targets, whatever the token."""
        return tuple(
            choice_as_now(c, note=self.target_facts[c.code])
            if c.code in self.target_facts
            else choice_as_now(c, why_not=self.closed_message(c.code), group=CLOSED)
            for c in self.atlas.choices
        )

    @cached_property
    def target_facts(self) -> dict[Code, str]:
        """Return what the regions that can be attacked take and bring, and who else stands there."""
        return {code: self.region_fact(code) for code in self.open}

    def closed_message(self, code: Code) -> Message:
        """Return what refuses a region as a target."""
        return Message(
            f"{self.view.get_region(code).name} cannot be attacked now: it is {self.why_not_attackable(code)}.", "B06"
        )

    def why_not_attackable(self, code: Code) -> str:
        """Return why a region cannot be attacked."""
        holding = self.view.held.get(code)
        if holding is None:
            return "still in the deck"
        if holding.seat == self.seat:
            return "your own"
        return f"an original region of {empire_name(self.view.world, holding.seat)}"

    def aim_choice(self, choice: Choice, said: str, landing: bool) -> Choice:
        """A region as a target of a token."""
        code, facts, token = choice.code, choice.note, self.working.find_meant_token(self.seat, said, choice.code)
        at, top = self.mine[token], self.view.get_region(code).influence
        if at.place == code:
            step = "the last step takes it" if at.level + 1 >= top else f"climbs to level {at.level + 1} of {top}"
            return choice_as_now(choice, note=f"{step} · {facts}", group="It stands there already" if landing else "")
        cost = self.prices[code][token[:3]]
        note = f"{f'{coins_text(cost)} to land' if cost else 'lands free'} · {facts}"
        return choice_as_now(choice, note=note, group=self.far_heading(token, code))

    def far_heading(self, token: str, code: Code) -> str:
        """The heading under which a region to land on is folded away; "" if it is near at hand."""
        place, kind = self.mine[token].place, token[:3]
        if place not in (MAT, WAREHOUSE):
            return f"Call it back from {self.view.get_region(place).name} first"
        if any(at.place == code for at in self.mine.values()):
            return "Another token of yours stands there"
        if not self.can_pay_landing(kind, code):
            return f"{DEAR}: {coins_text(self.view.coins[self.seat])}"
        return self.dear_heading(code) if self.prices[code][kind] == HELD_LANDING else ""

    def region_fact(self, code: Code) -> str:
        region = self.view.get_region(code)
        found = [count_things(region.influence, "level"), f"{region.vp} VP", f"{coins_text(region.coins)} a turn"]
        found += [features.SHORT[region.feature]] if region.feature else []
        return " · ".join([*found, *self.other_tokens.get(code, ())])

    @cached_property
    def other_tokens(self) -> dict[Code, list[str]]:
        """Tokens of other empires, by where they stand."""
        found: dict[Code, list[str]] = {}
        for seat, mine in self.view.tokens.items():
            for token, at in mine.items() if seat != self.seat else ():
                if at.place not in (MAT, WAREHOUSE):
                    level = level_text(at.level, self.view.get_region(at.place).influence)
                    told = f"{empire_genitive(self.view.world, seat)} {token_name(token)}, {level}"
                    found.setdefault(at.place, []).append(told)
        return found

    def other_target_pick(self, group: str = "") -> Pick:
        """The region of ELSE, given the first; a target that is impossible now costs a warning only. `group`: all are
        folded away."""
        near = {
            c.code: choice_as_now(c, note=c.note, group=group or self.dear_heading(c.code))
            for c in self.plain_targets
            if c.code in self.target_facts
        }
        found = tuple(near.get(c.code, c) for c in self.closed_second_targets)

        def choices_given(first: str) -> tuple[Choice, ...]:
            told = Message(f"{self.view.get_region(first).name} is the first target already: it is passed over.", "B25")
            return tuple(choice_as_now(c, hint=told, group="The first target") if c.code == first else c for c in found)

        return Pick(
            "other", found, self.atlas, given=DependentChoices("region", LazyChoices(self.open, choices_given), "")
        )

    @cached_property
    def closed_second_targets(self) -> tuple[Choice, ...]:
        """All regions as second targets that cannot be attacked now and are passed over."""

        def choice(c: Choice) -> Choice:
            told = Message(f"{c.label} is passed over: it is {self.why_not_attackable(c.code)}.", "B25")
            return choice_as_now(c, hint=told, group=CLOSED)

        return tuple(map(choice, self.atlas.choices))

    def dear_heading(self, code: Code) -> str:
        """The heading over regions that others have conquered."""
        return f"Conquered by others: landing costs {HELD_LANDING}" if code in self.view.held else ""

    # --- what is done after attacks ---------------------------------------------------------------------------------

    def damage_pick(self) -> Pick:
        """Undamaged regions of others, for the holder of Moscow; what is impossible now may be possible by then."""
        if not features.can_damage_others(self.view.world, self.view.regions_held_by(self.seat)):
            every = self.view.world.regions.values()
            source = next((r.name for r in every if r.feature == features.DAMAGING), "a region that can")
            return Pick("region", undamageable_choices(self.atlas.choices, source), self.atlas)
        poor = f"It costs {coins_text(DAMAGE_COST)}" if self.view.coins[self.seat] < DAMAGE_COST else ""

        def choice(c: Choice) -> Choice:
            holding = self.view.held.get(c.code)
            reason = self.why_undamageable(holding)
            if not reason and holding:
                return choice_as_now(
                    c,
                    note=f"{empire_genitive(self.view.world, holding.seat)}, {self.view.get_region(c.code).vp} VP",
                    group=poor,
                )
            told = Message(f"You cannot damage {c.label}: {reason}.", "B16")
            return choice_as_now(c, hint=told, group=UNDAMAGED)

        return Pick("region", tuple(map(choice, self.atlas.choices)), self.atlas)

    def why_undamageable(self, holding: Holding | None) -> str:
        if holding is None:
            return "nobody holds it at present"
        return "it is your own" if holding.seat == self.seat else "it is damaged already" if holding.damaged else ""

    def repair_pick(self) -> Pick:
        """Own regions, and those that may become one's own in the turn; the latter, and undamaged ones, with a
        warning."""
        poor = f"It costs {coins_text(REPAIR)}" if self.view.coins[self.seat] < REPAIR else ""

        def choice(c: Choice) -> Choice:
            holding = self.view.held.get(c.code)
            if holding and holding.seat == self.seat:
                told = "" if holding.damaged else Message(f"{c.label} is not damaged at present.", "B17")
                return choice_as_now(
                    c, hint=told, note=coins_text(REPAIR), group=poor if holding.damaged else "Not damaged"
                )
            yours = Message(f"{c.label} is not yours.", "B17")
            return choice_as_now(c, hint=yours, group=FOREIGN)

        near = {*self.open, *self.view.regions_held_by(self.seat)}
        never = foreign_choices(self.atlas.choices)
        found = (choice(c) if c.code in near else never[n] for n, c in enumerate(self.atlas.choices))
        return Pick("region", tuple(found), self.atlas)

    # --- fights of others -------------------------------------------------------------------------------------------

    @cached_property
    def empire_pick(self) -> Pick:
        """Return whose attacks are to be challenged; by the book those of the empire whose turn it is."""
        now = self.view.turn if self.view.kind == "challenge" else ""

        def choice(seat: Seat) -> Choice:
            names = (self.view.world.empires[seat].name,)
            group = "" if now in ("", seat) else "It is not their turn"
            return Choice(seat, empire_name(self.view.world, seat), names, group=group)

        own = Message("You cannot challenge your own attack.", "B14")
        others = (choice(seat) for seat in self.view.seats if seat != self.seat)
        mine = choice_as_now(choice(self.seat), why_not=own, group="Your own")
        return Pick("empire", (*others, mine, Choice("ANY", "anyone", ("anybody", "all"))), before="of")

    @cached_property
    def attacked_region_pick(self) -> Pick:
        """Return where attacks are to be challenged: by the book, where there are some."""
        fights = [fight.region for fight in self.view.fights] if self.view.kind == "challenge" else None
        conquered = [code for code, holding in self.view.held.items() if holding.kind]
        near = {*self.view.market, *conquered} if fights is None else fights
        far = CLOSED if fights is None else "No attack there now"

        def choice(c: Choice) -> Choice:
            group = "" if c.code in (*near, "ANY") else far
            return choice_as_now(c, note=capitalize_sentence(", ".join(self.other_tokens.get(c.code, ()))), group=group)

        return Pick("region", tuple(map(choice, self.places.choices)), self.places)

    def kinds_attacking(self) -> tuple[str, ...]:
        """The kinds of tokens whose attacks can be challenged now."""
        fights = self.view.fights if self.view.kind == "challenge" else ()
        return tuple(dict.fromkeys(fight.kind for fight in fights)) or KINDS
