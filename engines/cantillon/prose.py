"""Events in words for people: every step, every toss, every payment one may know of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engines.base import Event
from engines.cantillon.facts import counted, in_words
from engines.cantillon.moves import UNITS
from engines.cantillon.state import STAGES, State
from engines.language.names import Message, enumerated
from engines.palette import NAMES

Args = Mapping[str, Any]
NAMED = re.compile(r"\b(?!A (?:fleet|taxman)\b)([A-Z]{1,3}|\d{1,2})\b")
"""What may be the code of an area or a seat in the text of a refusal; A may be a word."""
TOKENS = re.compile(r"\b(\d+)([rbyRBYPOGc])\b")
"""Goods in such a text: "2y"."""
FACTORIES = {"P": "purple", "O": "orange", "G": "green"}
SUMS = frozenset({"C30", "C44"})
"""Refusals in which numbers are money."""


def told(view: State, event: Event) -> str:
    """An event as a sentence; "" for one that is only a mark."""
    words = SENTENCES.get(event.kind)
    return words(view, event.args) if words else ""


def who(code: str) -> str:
    return NAMES.get(code, code)


def named(view: State, areas: Any) -> str:
    """Areas with their names: "Normandy and Picardy (40) and Southern North Sea (H)"."""
    return enumerated(list(map(view.board.name, areas)))


def refusal(view: State, event: Event) -> Message:
    """Why a line was not possible. Events hold the code and the sentence with the codes of areas and seats, which get
    their names here."""
    text, code = event.args["text"], event.args.get("code", "")
    if not code:
        code, _, text = text.partition(" ")
    if code not in SUMS:
        text = NAMED.sub(lambda found: full_name(view, found[0]), text)
    return Message(TOKENS.sub(lambda found: in_words({found[2]: int(found[1])}), text), code)


def full_name(view: State, code: str) -> str:
    return NAMES.get(code) or view.board.plain(code)


# --- the beginning ----------------------------------------------------------------------------------------------


def lot(_: State, a: Args) -> str:
    return f"Dice for the order of play: {', '.join(f'{who(seat)} {n}' for seat, n in a['dice'].items())}."


def order(_: State, a: Args) -> str:
    return f"Order of play: {', '.join(map(who, a['order']))}. The last chooses his city first."


def city(view: State, a: Args) -> str:
    wished = "" if a["wished"] else " (the free city of lowest number)"
    return f"{who(a['seat'])} begins in {view.board.cities[a['area']]}{wished}."


# --- goods ------------------------------------------------------------------------------------------------------


def tax(_: State, a: Args) -> str:
    return f"Tax: {in_words(a['goods'])}."


def upkeep(_: State, a: Args) -> str:
    paid, armies = a["paid"], a["armies"]
    return f"{counted(paid, 'army')} paid." if paid == armies else f"{paid} of {counted(armies, 'army')} paid."


def unpaid(view: State, a: Args) -> str:
    return f"An army in {view.board.name(a['area'])} is not paid and removed."


def gathered(events: Iterable[Event]) -> list[Event]:
    """The events of a turn, with all factories that stand idle in one."""
    every = list(events)
    idle = [event for event in every if event.kind == "idle"]
    together = Event("idle", {"all": tuple(event.args for event in idle)})
    return [together if event is idle[0] else event for event in every if event not in idle[1:]] if idle else every


def idle(view: State, a: Args) -> str:
    """Factories that lack something, those that lack the same together."""
    lack: dict[str, list[str]] = {}
    for one in a.get("all", (a,)):
        needs = in_words({letter: int(number) for number, letter in TOKENS.findall(one["text"])})
        lack.setdefault(needs, []).append(one["area"])
    count = sum(map(len, lack.values()))
    if len(lack) > 1:
        told = (f"{len(areas)} for lack of {needs} ({named(view, areas)})" for needs, areas in lack.items())
        return f"{count} factories stand idle: {'; '.join(told)}."
    needs, areas = next(iter(lack.items()))
    if count == 1:
        return f"The factory in {named(view, areas)} stands idle: it needs {needs}."
    return f"{count} factories stand idle for lack of {needs}: {named(view, areas)}."


def made(view: State, a: Args) -> str:
    return f"{in_words({a['product']: 1})} made in {view.board.name(a['area'])}."


def factory(view: State, a: Args) -> str:
    kind = "basic" if a["basic"] else FACTORIES[a["factory"]]
    return f"New {kind} factory in {view.board.name(a['area'])}."


# --- steps and attacks ------------------------------------------------------------------------------------------


def step(view: State, a: Args) -> str:
    return f"{UNITS[a['unit']].capitalize()} from {view.board.name(a['start'])} to {view.board.name(a['goal'])}."


def attack(view: State, a: Args) -> str:
    """An attack with its tosses, attacker first."""
    thrown = ", ".join(f"{mine} against {theirs}" for mine, theirs in a["dice"]) or "no toss against taxmen alone"
    start, goal = view.board.name(a["start"]), view.board.name(a["goal"])
    captured = f"; {a['city']} is captured" if a["city"] and a["won"] else ""
    outcome = "won" if a["won"] else "lost"
    return f"Attack on {who(a['defender'])} in {goal} from {start} {outcome} ({thrown}){captured}."


def siege_lost(view: State, a: Args) -> str:
    return f"{view.board.cities[a['area']]} falls to the siege; all units there are removed."


def isolated(view: State, a: Args) -> str:
    return f"Cut off from every city and removed: {named(view, a['areas'])}."


def defeated(_: State, a: Args) -> str:
    heir = f"; {who(a['victor'])} takes all lands, units and factories" if a["victor"] else ""
    return f"{who(a['seat'])} has no city left and is defeated{heir}."


def positioned(view: State, a: Args) -> str:
    fee = f", for a fee of {a['fee']}" if a["fee"] else ""
    start, goal = view.board.name(a["start"]), view.board.name(a["goal"])
    return f"{UNITS[a['unit']].capitalize()} brought from {start} to {goal}{fee}."


# --- deals ------------------------------------------------------------------------------------------------------


def traded(_: State, a: Args) -> str:
    return f"{who(a['seat'])} and {who(a['partner'])} trade {in_words(a['give'])} for {in_words(a['get'])}."


def permit(view: State, a: Args) -> str:
    fee = f", for {a['fee']} each" if a["fee"] else ""
    return f"{who(a['seat'])} lets {who(a['partner'])} pass {named(view, a['seas'])} up to round {a['last']}{fee}."


def revoked(_: State, a: Args) -> str:
    kept = "; paid passages of this round stay" if a["kept"] else ""
    return f"{who(a['seat'])} takes back the leave of {who(a['partner'])} to pass{kept}."


def refused(view: State, a: Args) -> str:
    return f"“{a['line']}” was not possible: {refusal(view, Event('refused', a))}"


# --- the end ----------------------------------------------------------------------------------------------------


def end(_: State, a: Args) -> str:
    best = [who(seat) for seat, rank in a["ranks"].items() if rank == 1]
    worth = ", ".join(f"{who(seat)} {n}" for seat, n in a["worth"].items())
    return f"{enumerated(best)} {'won' if len(best) == 1 else 'share the first place'}. Treasuries: {worth}."


SENTENCES: Mapping[str, Callable[[State, Args], str]] = {
    "lot": lot,
    "order": order,
    "city": city,
    "tax": tax,
    "upkeep": upkeep,
    "unpaid": unpaid,
    "disbanded": lambda v, a: f"The {UNITS[a['unit']]} in {v.board.name(a['area'])} is disbanded.",
    "goods": lambda v, a: f"Goods found in {v.board.name(a['area'])}: {in_words(a['goods'])}.",
    "step": step,
    "attack": attack,
    "siege": lambda v, a: f"{v.board.cities[a['area']]} is besieged.",
    "siege broken": lambda v, a: f"The siege of {v.board.cities[a['area']]} is broken.",
    "siege lost": siege_lost,
    "isolated": isolated,
    "defeated": defeated,
    "built": lambda v, a: f"New {UNITS[a['unit']]} in {v.board.name(a['area'])}.",
    "positioned": positioned,
    "made": made,
    "idle": idle,
    "factory": factory,
    "traded": traded,
    "given": lambda _, a: f"{who(a['seat'])} gives {who(a['partner'])} {in_words(a['goods'])}.",
    "permit": permit,
    "revoked": revoked,
    "ceded": lambda v, a: f"{v.board.name(a['area'])} is ceded to {who(a['to'])}.",
    "burnt": lambda v, a: f"{v.board.name(a['area'])} is burnt.",
    "resigned": lambda _, a: f"{who(a['seat'])} has left the game; what is left stands empty.",
    "reopened": lambda _, a: f"All agreed: back to stage {a['stage']}, {STAGES[a['stage']]}.",
    "refused": refused,
    "skipped": lambda _, a: f"“{a['line']}” was left out: its condition was not true.",
    "remark": lambda v, a: str(refusal(v, Event("remark", a))),
    "end": end,
}
