"""Events in words for people."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engines.base import Event
from engines.europe2028 import features
from engines.europe2028.data import Code
from engines.europe2028.ending import vp_text
from engines.europe2028.state import SECRET_WORDS, SECRETS, State
from engines.europe2028.words import KIND_NAMES, capital, cards_named, coins, empire, token_name
from engines.europe2028.working import DAMAGE_COST
from engines.language.names import enumerated

Args = Mapping[str, Any]
CODE, TOKEN_THERE = re.compile(r"B\d\d "), re.compile(r"for ([A-Z]{3}\d?) at ([A-Z]{2,3})")
ELSEWHERE, COSTS = re.compile(r"it is on ([A-Z]{2,3})"), re.compile(r"landing costs (\d+)")
"""What is stored of lines that came to nothing."""


def told(view: State, event: Event) -> str:
    """An event as a sentence; "" for one that is only a mark."""
    words = SENTENCES.get(event.kind)
    return words(view, event.args) if words else ""


def who(view: State, seat: str) -> str:
    """An empire within a sentence."""
    return empire(view.world, seat)


def thrown(view: State, dice: Mapping[str, int]) -> str:
    return ", ".join(f"{who(view, seat)} {n}" for seat, n in dice.items())


def attack(view: State, a: Args) -> str:
    """An attack with all cards, the challenger, and what came of it."""
    return f"{fight(view, a)} {outcome(a)}".rstrip()


def outcome(a: Args) -> str:
    """What became of the token; that it takes its region is told by itself."""
    before, top = a["level"], a["top"]
    if a["result"] > 0:
        return "" if before + 1 >= top else f"It climbs to level {before + 1} of {top}."
    if a["result"] == 0:
        return f"It is held {place(before)}."
    return f"It is thrown back {back(before)}."


def place(level: int) -> str:
    return f"on level {level}" if level else "in the landing zone"


def back(level: int) -> str:
    return {0: "to the mat", 1: "to the landing zone"}.get(level, f"to level {level - 1}")


def fight(view: State, a: Args) -> str:
    """Who plays what against whom."""
    own = f"The {token_name(a['token'])} attacks {view.region(a['region']).name} with {cards_named(a['cards'])}."
    if not a["challenger"]:
        return own
    lot = "; ".join(thrown(view, dice) for dice in a["dice"])
    dice = f", chosen by dice ({lot})" if lot else ""
    return f"{own} {capital(who(view, a['challenger']))} challenges with {cards_named(a['answer'])}{dice}."


def conquered(view: State, a: Args) -> str:
    loser = f" from {who(view, a['loser'])}" if a["loser"] else ""
    damage = ", and damaged" if a["kind"] == "MIL" else ""
    return f"{view.region(a['region']).name} is conquered{loser}{damage}."


def end(view: State, a: Args) -> str:
    """Everybody's score with the objectives, the best first."""
    order = sorted(a["halves"], key=lambda seat: -a["halves"][seat])
    return "\n".join(
        f"{capital(who(view, seat))}: {vp_text(a['halves'][seat])} VP, with the secret objective {objective(kept)}; "
        f"not kept: {enumerated(list(map(objective, a['returned'][seat])))}."
        for seat in order
        for kept in [a["secrets"][seat]]
    )


def objective(secret: str) -> str:
    return f"“{SECRET_WORDS[SECRETS[secret][0]]}” ({secret})"


def landed(view: State, a: Args) -> str:
    """A landing with its price; a lowered one names the special feature, where only one gives it."""
    paid = cards_named(a["cards"]) if a["cards"] else coins(a["cost"]) if a["cost"] else "nothing"
    by = [view.region(code).name for code in lowered(view, a)]
    feature = f", thanks to {by[0]}" if len(by) == 1 else ""
    return f"The {token_name(a['token'])} lands at {view.region(a['region']).name} for {paid}{feature}."


def lowered(view: State, a: Args) -> list[Code]:
    """The regions whose special feature may have made a landing cheap."""
    if a["cards"]:
        return [code for code, region in view.world.regions.items() if region.feature == features.CLUBS_PAY]
    return features.cheaper(view.world, a["token"][:3], a["cost"])


def damaged(view: State, a: Args) -> str:
    """Damage done by a special feature, and to whom."""
    by = next((r.name for r in view.world.regions.values() if r.feature == features.DAMAGING), "")
    return f"{view.region(a['region']).name} is damaged by {by}, for {coins(DAMAGE_COST)}."


def reworded(view: State, text: str) -> str:
    """Why a line came to nothing, in words. What is stored of it stays as it is, since proofs compare it."""
    text = TOKEN_THERE.sub(lambda m: f"for the {token_name(m[1])} at {view.region(m[2]).name}", CODE.sub("", text))
    text = ELSEWHERE.sub(lambda m: f"it stands at {view.region(m[1]).name}", text)
    return COSTS.sub(lambda m: f"landing costs {coins(int(m[1]))}", text)


def void(view: State, a: Args) -> str:
    """An attack that came to nothing; what was stored before the reason was told has none."""
    why = f": {reworded(view, a['why'])}" if a.get("why") else ""
    return f"The {token_name(a['token'])} does not go to {view.region(a['region']).name}{why}. Nothing is paid."


def first(view: State, a: Args) -> str:
    chosen = "; ".join(
        f"{who(view, seat)} {enumerated([KIND_NAMES[token[:3]] for token in tokens])}"
        for seat, tokens in a["tokens"].items()
    )
    return f"{capital(who(view, a['seat']))} begins. Tokens: {chosen}."


def level(_: State, a: Args) -> str:
    unlocked = f"the {token_name(a['kind'])} is unlocked" if a["kind"] else "no token is left to unlock"
    return f"Level {a['level']} is reached: {unlocked}."


def converted(_: State, a: Args) -> str:
    verb = "is" if len(a["cards"]) == 1 else "are"
    return f"{capital(cards_named(a['cards']))} {verb} changed into {coins(a['coins'])}."


SENTENCES: Mapping[str, Callable[[State, Args], str]] = {
    "seats": lambda v, a: f"Round the table: {enumerated([who(v, seat) for seat in a['order']])}.",
    "lot": lambda v, a: f"Dice: {thrown(v, a['dice'])}.",
    "first": first,
    "converted": converted,
    "refused": lambda v, a: reworded(v, a["text"]),
    "drew": lambda _, a: f"You draw {cards_named(a['cards'])}.",
    "discarded": lambda v, a: f"{capital(who(v, a['seat']))} discards {cards_named(a['cards'])}.",
    "recalled": lambda _, a: f"The {token_name(a['token'])} is called back.",
    "landed": landed,
    "void": void,
    "opening": lambda v, a: f"{fight(v, a)} Who challenges?",
    "waiting": lambda v, a: f"{fight(v, a)} Will {who(v, a['mover'])} add cards?",
    "attack": attack,
    "conquered": conquered,
    "damaged": damaged,
    "repaired": lambda v, a: f"{v.region(a['region']).name} is repaired.",
    "level": level,
    "income": lambda _, a: f"Its regions bring {coins(a['coins'])}.",
    "opened": lambda v, a: f"New in the market: {v.region(a['region']).name}.",
    "end": end,
}
