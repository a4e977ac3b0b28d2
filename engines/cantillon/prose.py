"""Events in words for people: every step, every toss, every payment one may know of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engines.base import Event
from engines.cantillon.facts import count_noun, goods_in_words
from engines.cantillon.moves import UNITS
from engines.cantillon.state import STAGES, CantillonState
from engines.language.names import Message, join_english_list
from engines.palette import NAMES

Args = Mapping[str, Any]
CODE_IN_TEXT = re.compile(r"\b(?!A (?:fleet|taxman)\b)([A-Z]{1,3}|\d{1,2})\b")
"""What may be the code of an area or a seat in the text of a refusal; A may be a word."""
GOODS_IN_TEXT = re.compile(r"\b(\d+)([rbyRBYPOGc])\b")
"""Goods in such a text: "2y"."""
FACTORIES = {"P": "purple", "O": "orange", "G": "green"}
MONEY_REFUSALS = frozenset({"C30", "C44"})
"""Refusals in which numbers are money."""


def describe_event(view: CantillonState, event: Event) -> str:
    """An event as a sentence; "" for one that is only a mark."""
    words = SENTENCES.get(event.kind)
    return words(view, event.args) if words else ""


def name_or_code(code: str) -> str:
    return NAMES.get(code, code)


def name_areas(view: CantillonState, areas: Any) -> str:
    """Areas with their names: "Normandy and Picardy (40) and Southern North Sea (H)"."""
    return join_english_list(list(map(view.board.name_with_code, areas)))


def refusal_of_event(view: CantillonState, event: Event) -> Message:
    """Return why a line was not possible. Events hold the code and the sentence with the codes of areas and seats,
    which get their names here."""
    text, code = event.args["text"], event.args.get("code", "")
    if not code:
        code, _, text = text.partition(" ")
    if code not in MONEY_REFUSALS:
        text = CODE_IN_TEXT.sub(lambda found: full_name(view, found[0]), text)
    return Message(GOODS_IN_TEXT.sub(lambda found: goods_in_words({found[2]: int(found[1])}), text), code)


def full_name(view: CantillonState, code: str) -> str:
    return NAMES.get(code) or view.board.plain_name(code)


# --- the beginning ----------------------------------------------------------------------------------------------


def lot_sentence(_: CantillonState, a: Args) -> str:
    return f"Dice for the order of play: {', '.join(f'{name_or_code(seat)} {n}' for seat, n in a['dice'].items())}."


def order_sentence(_: CantillonState, a: Args) -> str:
    return f"Order of play: {', '.join(map(name_or_code, a['order']))}. The last chooses a city first."


def city_sentence(view: CantillonState, a: Args) -> str:
    wished = "" if a["wished"] else " (the free city of lowest number)"
    return f"{name_or_code(a['seat'])} begins in {view.board.cities[a['area']]}{wished}."


# --- goods ------------------------------------------------------------------------------------------------------


def tax_sentence(_: CantillonState, a: Args) -> str:
    return f"Tax: {goods_in_words(a['goods'])}."


def upkeep_sentence(_: CantillonState, a: Args) -> str:
    paid, armies = a["paid"], a["armies"]
    return f"{count_noun(paid, 'army')} paid." if paid == armies else f"{paid} of {count_noun(armies, 'army')} paid."


def unpaid_sentence(view: CantillonState, a: Args) -> str:
    return f"An army in {view.board.name_with_code(a['area'])} is not paid and removed."


def gather_idle(events: Iterable[Event]) -> list[Event]:
    """The events of a turn, with all factories that stand idle in one."""
    every = list(events)
    idle = [event for event in every if event.kind == "idle"]
    together = Event("idle", {"all": tuple(event.args for event in idle)})
    return [together if event is idle[0] else event for event in every if event not in idle[1:]] if idle else every


def idle_sentence(view: CantillonState, a: Args) -> str:
    """Factories that lack something, those that lack the same together."""
    lack: dict[str, list[str]] = {}
    for one in a.get("all", (a,)):
        needs = goods_in_words({letter: int(number) for number, letter in GOODS_IN_TEXT.findall(one["text"])})
        lack.setdefault(needs, []).append(one["area"])
    count = sum(map(len, lack.values()))
    if len(lack) > 1:
        told = (f"{len(areas)} for lack of {needs} ({name_areas(view, areas)})" for needs, areas in lack.items())
        return f"{count} factories stand idle: {'; '.join(told)}."
    needs, areas = next(iter(lack.items()))
    if count == 1:
        return f"The factory in {name_areas(view, areas)} stands idle: it needs {needs}."
    return f"{count} factories stand idle for lack of {needs}: {name_areas(view, areas)}."


def made_sentence(view: CantillonState, a: Args) -> str:
    return f"{goods_in_words({a['product']: 1})} made in {view.board.name_with_code(a['area'])}."


def factory_sentence(view: CantillonState, a: Args) -> str:
    kind = "basic" if a["basic"] else FACTORIES[a["factory"]]
    return f"New {kind} factory in {view.board.name_with_code(a['area'])}."


# --- steps and attacks ------------------------------------------------------------------------------------------


def step_sentence(view: CantillonState, a: Args) -> str:
    return (
        f"{UNITS[a['unit']].capitalize()} from {view.board.name_with_code(a['start'])} to "
        f"{view.board.name_with_code(a['goal'])}."
    )


def attack_sentence(view: CantillonState, a: Args) -> str:
    """An attack with its tosses, attacker first."""
    thrown = ", ".join(f"{mine} against {theirs}" for mine, theirs in a["dice"]) or "no toss against taxmen alone"
    start, goal = view.board.name_with_code(a["start"]), view.board.name_with_code(a["goal"])
    captured = f"; {a['city']} is captured" if a["city"] and a["won"] else ""
    outcome = "won" if a["won"] else "lost"
    return f"Attack on {name_or_code(a['defender'])} in {goal} from {start} {outcome} ({thrown}){captured}."


def siege_lost_sentence(view: CantillonState, a: Args) -> str:
    return f"{view.board.cities[a['area']]} falls to the siege; all units there are removed."


def isolated_sentence(view: CantillonState, a: Args) -> str:
    return f"Cut off from every city and removed: {name_areas(view, a['areas'])}."


def defeated_sentence(_: CantillonState, a: Args) -> str:
    heir = f"; {name_or_code(a['victor'])} takes all lands, units and factories" if a["victor"] else ""
    return f"{name_or_code(a['seat'])} has no city left and is defeated{heir}."


def positioned_sentence(view: CantillonState, a: Args) -> str:
    fee = f", for a fee of {a['fee']}" if a["fee"] else ""
    start, goal = view.board.name_with_code(a["start"]), view.board.name_with_code(a["goal"])
    return f"{UNITS[a['unit']].capitalize()} brought from {start} to {goal}{fee}."


# --- deals ------------------------------------------------------------------------------------------------------


def traded_sentence(_: CantillonState, a: Args) -> str:
    return (
        f"{name_or_code(a['seat'])} and {name_or_code(a['partner'])} trade {goods_in_words(a['give'])} for "
        f"{goods_in_words(a['get'])}."
    )


def permit_sentence(view: CantillonState, a: Args) -> str:
    fee = f", for {a['fee']} each" if a["fee"] else ""
    return (
        f"{name_or_code(a['seat'])} lets {name_or_code(a['partner'])} pass {name_areas(view, a['seas'])} up to round "
        f"{a['last']}{fee}."
    )


def revoked_sentence(_: CantillonState, a: Args) -> str:
    kept = "; paid passages of this round stay" if a["kept"] else ""
    return f"{name_or_code(a['seat'])} takes back the leave of {name_or_code(a['partner'])} to pass{kept}."


def refused_sentence(view: CantillonState, a: Args) -> str:
    return f"“{a['line']}” was not possible: {refusal_of_event(view, Event('refused', a))}"


# --- the end ----------------------------------------------------------------------------------------------------


def end_sentence(_: CantillonState, a: Args) -> str:
    best = [name_or_code(seat) for seat, rank in a["ranks"].items() if rank == 1]
    worth = ", ".join(f"{name_or_code(seat)} {n}" for seat, n in a["worth"].items())
    return f"{join_english_list(best)} {'won' if len(best) == 1 else 'share the first place'}. Treasuries: {worth}."


SENTENCES: Mapping[str, Callable[[CantillonState, Args], str]] = {
    "lot": lot_sentence,
    "order": order_sentence,
    "city": city_sentence,
    "tax": tax_sentence,
    "upkeep": upkeep_sentence,
    "unpaid": unpaid_sentence,
    "disbanded": lambda v, a: f"The {UNITS[a['unit']]} in {v.board.name_with_code(a['area'])} is disbanded.",
    "goods": lambda v, a: f"Goods found in {v.board.name_with_code(a['area'])}: {goods_in_words(a['goods'])}.",
    "step": step_sentence,
    "attack": attack_sentence,
    "siege": lambda v, a: f"{v.board.cities[a['area']]} is besieged.",
    "siege broken": lambda v, a: f"The siege of {v.board.cities[a['area']]} is broken.",
    "siege lost": siege_lost_sentence,
    "isolated": isolated_sentence,
    "defeated": defeated_sentence,
    "built": lambda v, a: f"New {UNITS[a['unit']]} in {v.board.name_with_code(a['area'])}.",
    "positioned": positioned_sentence,
    "made": made_sentence,
    "idle": idle_sentence,
    "factory": factory_sentence,
    "traded": traded_sentence,
    "given": lambda _, a: f"{name_or_code(a['seat'])} gives {name_or_code(a['partner'])} {goods_in_words(a['goods'])}.",
    "permit": permit_sentence,
    "revoked": revoked_sentence,
    "ceded": lambda v, a: f"{v.board.name_with_code(a['area'])} is ceded to {name_or_code(a['to'])}.",
    "burnt": lambda v, a: f"{v.board.name_with_code(a['area'])} is burnt.",
    "resigned": lambda _, a: f"{name_or_code(a['seat'])} has left the game; what is left stands empty.",
    "reopened": lambda _, a: f"All agreed: back to stage {a['stage']}, {STAGES[a['stage']]}.",
    "refused": refused_sentence,
    "skipped": lambda _, a: f"“{a['line']}” was left out: its condition was not true.",
    "remark": lambda v, a: str(refusal_of_event(v, Event("remark", a))),
    "end": end_sentence,
}
