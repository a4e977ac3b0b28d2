"""Events in words for people: every step, every toss, every payment one may know of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.base import Event
from engines.cantillon.moves import UNITS
from engines.cantillon.state import STAGES, State, listed
from engines.colours import NAMES

Args = Mapping[str, Any]


def told(view: State, event: Event) -> str:
    """An event as a sentence; "" for one that is only a mark."""
    words = SENTENCES.get(event.kind)
    return words(view, event.args) if words else ""


def who(code: str) -> str:
    return NAMES.get(code, code)


def named(view: State, areas: Any) -> str:
    """Areas with their names: "40 Normandy and Picardy, H Southern North Sea"."""
    return ", ".join(view.board.name(area) for area in areas)


# --- the beginning ----------------------------------------------------------------------------------------------


def lot(_: State, a: Args) -> str:
    return f"Dice for the order of play: {', '.join(f'{who(seat)} {n}' for seat, n in a['dice'].items())}."


def order(_: State, a: Args) -> str:
    return f"Order of play: {', '.join(map(who, a['order']))}. The last chooses his city first."


def city(view: State, a: Args) -> str:
    wished = "" if a["wished"] else " (the free city of lowest number)"
    return f"{who(a['seat'])} starts in {view.board.cities[a['area']]}{wished}."


# --- goods ------------------------------------------------------------------------------------------------------


def tax(_: State, a: Args) -> str:
    return f"Tax: {listed(a['goods'])}."


def upkeep(_: State, a: Args) -> str:
    return f"Pay: {a['paid']} of {a['armies']} armies."


def unpaid(view: State, a: Args) -> str:
    return f"An army in {view.board.name(a['area'])} is not paid and removed."


def idle(_: State, a: Args) -> str:
    return f"A factory stands idle: {a['text'][4:]}"


def factory(view: State, a: Args) -> str:
    kind = "basic" if a["basic"] else "advanced"
    return f"A new {kind} factory ({a['factory']}) in {view.board.name(a['area'])}."


# --- steps and attacks ------------------------------------------------------------------------------------------


def step(view: State, a: Args) -> str:
    return f"{UNITS[a['unit']].capitalize()} from {a['start']} to {view.board.name(a['goal'])}."


def attack(view: State, a: Args) -> str:
    """An attack with its tosses, attacker first."""
    thrown = ", ".join(f"{mine}-{theirs}" for mine, theirs in a["dice"]) or "no toss, taxmen alone"
    head = f"Attack on {view.board.name(a['goal'])} ({who(a['defender'])}) from {a['start']}: {thrown}"
    captured = f"; {a['city']} is captured" if a["city"] and a["won"] else ""
    return f"{head}; {'won' if a['won'] else 'lost'}{captured}."


def siege_lost(view: State, a: Args) -> str:
    return f"{view.board.cities[a['area']]} falls to the siege; all units there are removed."


def isolated(view: State, a: Args) -> str:
    return f"Cut off from every city and removed: {named(view, a['areas'])}."


def defeated(_: State, a: Args) -> str:
    heir = f"; {who(a['victor'])} takes all lands, units and factories" if a["victor"] else ""
    return f"{who(a['seat'])} has no city left and is defeated{heir}."


def positioned(view: State, a: Args) -> str:
    fee = f", for a fee of {a['fee']}" if a["fee"] else ""
    return f"{UNITS[a['unit']].capitalize()} brought from {a['start']} to {view.board.name(a['goal'])}{fee}."


# --- deals ------------------------------------------------------------------------------------------------------


def traded(_: State, a: Args) -> str:
    return f"{who(a['seat'])} and {who(a['partner'])} trade {listed(a['give'])} for {listed(a['get'])}."


def permit(_: State, a: Args) -> str:
    fee = f", for {a['fee']} each" if a["fee"] else ""
    return f"{who(a['seat'])} lets {who(a['partner'])} pass {', '.join(a['seas'])} up to round {a['last']}{fee}."


def revoked(_: State, a: Args) -> str:
    kept = "; paid passages of this round stay" if a["kept"] else ""
    return f"{who(a['seat'])} takes back the leave of {who(a['partner'])} to pass{kept}."


def refused(_: State, a: Args) -> str:
    return f"“{a['line']}” was not possible: {a['text']}"


# --- the end ----------------------------------------------------------------------------------------------------


def end(_: State, a: Args) -> str:
    best = [who(seat) for seat, rank in a["ranks"].items() if rank == 1]
    worth = ", ".join(f"{who(seat)} {n}" for seat, n in a["worth"].items())
    return f"{' and '.join(best)} won. Treasuries: {worth}."


SENTENCES: Mapping[str, Callable[[State, Args], str]] = {
    "lot": lot,
    "order": order,
    "city": city,
    "tax": tax,
    "upkeep": upkeep,
    "unpaid": unpaid,
    "disbanded": lambda v, a: f"The {UNITS[a['unit']]} in {v.board.name(a['area'])} is disbanded.",
    "goods": lambda v, a: f"Goods found in {v.board.name(a['area'])}: {listed(a['goods'])}.",
    "step": step,
    "attack": attack,
    "siege": lambda v, a: f"{v.board.cities[a['area']]} is besieged.",
    "siege broken": lambda v, a: f"The siege of {v.board.cities[a['area']]} is broken.",
    "siege lost": siege_lost,
    "isolated": isolated,
    "defeated": defeated,
    "built": lambda v, a: f"New {UNITS[a['unit']]} in {v.board.name(a['area'])}.",
    "positioned": positioned,
    "made": lambda v, a: f"1 {a['product']} made in {v.board.name(a['area'])}.",
    "idle": idle,
    "factory": factory,
    "traded": traded,
    "given": lambda _, a: f"{who(a['seat'])} gives {who(a['partner'])} {listed(a['goods'])}.",
    "permit": permit,
    "revoked": revoked,
    "ceded": lambda v, a: f"{v.board.name(a['area'])} is ceded to {who(a['to'])}.",
    "burnt": lambda v, a: f"{v.board.name(a['area'])} is burnt.",
    "resigned": lambda _, a: f"{who(a['seat'])} has left the game; what is left stands empty.",
    "reopened": lambda _, a: f"All agreed: back to stage {a['stage']} ({STAGES[a['stage']]}).",
    "refused": refused,
    "skipped": lambda _, a: f"“{a['line']}” was left out: its condition was not true.",
    "remark": lambda _, a: a["text"],
    "end": end,
}
