"""Events in words for people."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engines.base import Event
from engines.europe2028 import features
from engines.europe2028.data import Code
from engines.europe2028.ending import vp_text
from engines.europe2028.state import SECRET_WORDS, SECRETS, Europe2028State
from engines.europe2028.turn_context import DAMAGE_COST
from engines.europe2028.words import KIND_NAMES, capitalize_sentence, coins_text, empire_name, name_cards, token_name
from engines.language.names import join_english_list

Args = Mapping[str, Any]
CODE, TOKEN_THERE = re.compile(r"B\d\d "), re.compile(r"for ([A-Z]{3}\d?) at ([A-Z]{2,3})")
ELSEWHERE, COSTS = re.compile(r"it is on ([A-Z]{2,3})"), re.compile(r"landing costs (\d+)")
"""What is stored of lines that came to nothing."""


def tell_europe2028_event(view: Europe2028State, event: Event) -> str:
    """An event as a sentence; "" for one that is only a mark."""
    words = SENTENCES.get(event.kind)
    return words(view, event.args) if words else ""


def name_empire(view: Europe2028State, seat: str) -> str:
    """An empire within a sentence."""
    return empire_name(view.world, seat)


def list_throws(view: Europe2028State, dice: Mapping[str, int]) -> str:
    return ", ".join(f"{name_empire(view, seat)} {n}" for seat, n in dice.items())


def attack_sentences(view: Europe2028State, a: Args) -> str:
    """An attack with all cards, the challenger, and what came of it."""
    return f"{fight_sentences(view, a)} {attack_outcome(a)}".rstrip()


def attack_outcome(a: Args) -> str:
    """Return what became of the token; that it takes its region is told by itself."""
    before, top = a["level"], a["top"]
    if a["result"] > 0:
        return "" if before + 1 >= top else f"It climbs to level {before + 1} of {top}."
    if a["result"] == 0:
        return f"It is held {level_place(before)}."
    return f"It is thrown back {level_below(before)}."


def level_place(level: int) -> str:
    return f"on level {level}" if level else "in the landing zone"


def level_below(level: int) -> str:
    return {0: "to the mat", 1: "to the landing zone"}.get(level, f"to level {level - 1}")


def fight_sentences(view: Europe2028State, a: Args) -> str:
    """Return who plays what against whom."""
    own = f"The {token_name(a['token'])} attacks {view.get_region(a['region']).name} with {name_cards(a['cards'])}."
    if not a["challenger"]:
        return own
    lot = "; ".join(list_throws(view, dice) for dice in a["dice"])
    dice = f", chosen by dice ({lot})" if lot else ""
    return (
        f"{own} {capitalize_sentence(name_empire(view, a['challenger']))} challenges with "
        f"{name_cards(a['answer'])}{dice}."
    )


def conquest_sentence(view: Europe2028State, a: Args) -> str:
    loser = f" from {name_empire(view, a['loser'])}" if a["loser"] else ""
    damage = ", and damaged" if a["kind"] == "MIL" else ""
    return f"{view.get_region(a['region']).name} is conquered{loser}{damage}."


def final_scores_text(view: Europe2028State, a: Args) -> str:
    """Everybody's score with the objectives, the best first."""
    order = sorted(a["halves"], key=lambda seat: -a["halves"][seat])
    return "\n".join(
        f"{capitalize_sentence(name_empire(view, seat))}: {vp_text(a['halves'][seat])} VP, with the secret "
        f"objective {objective_text(kept)}; "
        f"not kept: {join_english_list(list(map(objective_text, a['returned'][seat])))}."
        for seat in order
        for kept in [a["secrets"][seat]]
    )


def objective_text(secret: str) -> str:
    return f"“{SECRET_WORDS[SECRETS[secret][0]]}” ({secret})"


def landing_sentence(view: Europe2028State, a: Args) -> str:
    """A landing with its price; a lowered one names the special feature, where only one gives it."""
    paid = name_cards(a["cards"]) if a["cards"] else coins_text(a["cost"]) if a["cost"] else "nothing"
    by = [view.get_region(code).name for code in price_lowering_regions(view, a)]
    feature = f", thanks to {by[0]}" if len(by) == 1 else ""
    return f"The {token_name(a['token'])} lands at {view.get_region(a['region']).name} for {paid}{feature}."


def price_lowering_regions(view: Europe2028State, a: Args) -> list[Code]:
    """The regions whose special feature may have made a landing cheap."""
    if a["cards"]:
        return [code for code, region in view.world.regions.items() if region.feature == features.CLUBS_PAY]
    return features.regions_with_price(view.world, a["token"][:3], a["cost"])


def damage_sentence(view: Europe2028State, a: Args) -> str:
    """Damage done by a special feature, and to whom."""
    by = next((r.name for r in view.world.regions.values() if r.feature == features.DAMAGING), "")
    return f"{view.get_region(a['region']).name} is damaged by {by}, for {coins_text(DAMAGE_COST)}."


def reword_reason(view: Europe2028State, text: str) -> str:
    """Return why a line came to nothing, in words. What is stored of it stays as it is, since proofs compare it."""
    text = TOKEN_THERE.sub(lambda m: f"for the {token_name(m[1])} at {view.get_region(m[2]).name}", CODE.sub("", text))
    text = ELSEWHERE.sub(lambda m: f"it stands at {view.get_region(m[1]).name}", text)
    return COSTS.sub(lambda m: f"landing costs {coins_text(int(m[1]))}", text)


def void_attack_sentence(view: Europe2028State, a: Args) -> str:
    """An attack that came to nothing."""
    where, why = view.get_region(a["region"]).name, reword_reason(view, a["why"])
    return f"The {token_name(a['token'])} does not go to {where}: {why}. Nothing is paid."


def first_seat_sentence(view: Europe2028State, a: Args) -> str:
    chosen = "; ".join(
        f"{name_empire(view, seat)} {join_english_list([KIND_NAMES[token[:3]] for token in tokens])}"
        for seat, tokens in a["tokens"].items()
    )
    return f"{capitalize_sentence(name_empire(view, a['seat']))} begins. Tokens: {chosen}."


def empire_level_sentence(_: Europe2028State, a: Args) -> str:
    unlocked = f"the {token_name(a['kind'])} is unlocked" if a["kind"] else "no token is left to unlock"
    return f"Level {a['level']} is reached: {unlocked}."


def conversion_sentence(_: Europe2028State, a: Args) -> str:
    verb = "is" if len(a["cards"]) == 1 else "are"
    return f"{capitalize_sentence(name_cards(a['cards']))} {verb} changed into {coins_text(a['coins'])}."


SENTENCES: Mapping[str, Callable[[Europe2028State, Args], str]] = {
    "seats": lambda v, a: f"Round the table: {join_english_list([name_empire(v, seat) for seat in a['order']])}.",
    "lot": lambda v, a: f"Dice: {list_throws(v, a['dice'])}.",
    "first": first_seat_sentence,
    "converted": conversion_sentence,
    "refused": lambda v, a: reword_reason(v, a["text"]),
    "drew": lambda _, a: f"You draw {name_cards(a['cards'])}.",
    "discarded": lambda v, a: f"{capitalize_sentence(name_empire(v, a['seat']))} discards {name_cards(a['cards'])}.",
    "recalled": lambda _, a: f"The {token_name(a['token'])} is called back.",
    "landed": landing_sentence,
    "void": void_attack_sentence,
    "opening": lambda v, a: f"{fight_sentences(v, a)} Who challenges?",
    "waiting": lambda v, a: f"{fight_sentences(v, a)} Will {name_empire(v, a['mover'])} add cards?",
    "attack": attack_sentences,
    "conquered": conquest_sentence,
    "damaged": damage_sentence,
    "repaired": lambda v, a: f"{v.get_region(a['region']).name} is repaired.",
    "level": empire_level_sentence,
    "income": lambda _, a: f"Its regions bring {coins_text(a['coins'])}.",
    "opened": lambda v, a: f"New in the market: {v.get_region(a['region']).name}.",
    "end": final_scores_text,
}
