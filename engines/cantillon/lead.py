"""The first sentences of a report: what changed, what it means for its reader, and who is ahead (§9)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Event, Seat
from engines.cantillon import ending
from engines.cantillon.connect import besieged_cities, isolated
from engines.cantillon.data import Area
from engines.cantillon.facts import counted
from engines.cantillon.state import PHASES_OF_ONE, State
from engines.cantillon.working import Lucky, Working
from engines.language.names import enumerated
from engines.palette import NAMES

NAMED = 3
"""More areas than this are counted, not named."""
MOST = 4
"""More deeds than this are told further below only."""
YOU = re.compile(r"\b[Yy]ou")
"""What concerns the reader."""


def lead(view: State, seat: Seat | None, events: Sequence[Event], before: State) -> str:
    """What happened, for a player or (None) anybody."""
    if before.kind == "setup":
        return " ".join(begun(view, seat, events))
    told = [*moves(seat, events, before), *foremost(deeds(view, seat, events))]
    if view.ranks is not None:
        return " ".join((*ended(view, seat), *told))
    plays = seat if seat and seat not in view.out else None
    mine = [*changes(view, plays, events, before), *dangers(view, plays)] if plays else []
    return " ".join((*told, *mine, ahead(view, plays)))


def name(code: Seat, reader: Seat | None) -> str:
    return "you" if code == reader else NAMES[code]


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def has(code: Seat, reader: Seat | None) -> str:
    return "have" if code == reader else "has"


def realm(cities: int, lands: int) -> str:
    """ "1 city and 4 lands"."""
    return f"{cities} {'city' if cities == 1 else 'cities'} and {counted(lands, 'land')}"


# --- the beginning and the end ----------------------------------------------------------------------------------


def begun(view: State, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    places = {e.args["seat"]: view.board.cities[e.args["area"]] for e in events if e.kind == "city"}
    others = [f"{NAMES[each]} in {place}" for each, place in places.items() if each != seat]
    if seat in places:
        yield f"You begin in {places[seat]}, with two taxmen; {enumerated(others)}."
    else:
        yield f"Everybody has a city: {enumerated(others)}."


def ended(view: State, seat: Seat | None) -> Iterator[str]:
    """Who won, and how."""
    ranks = view.ranks or {}
    best = [each for each, rank in ranks.items() if rank == 1]
    subject = capital(enumerated([name(each, seat) for each in best]))
    yield f"{subject} {'won' if len(best) == 1 else 'share the first place'}: {reason(view, best[0])}."
    if seat and seat not in best:
        yield f"You came {ordinal(ranks[seat])} of {len(ranks)}."


def ordinal(number: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth")[number - 1]


def reason(view: State, best: Seat) -> str:
    """What decided the game."""
    if len(view.alive) <= ending.ALWAYS_OVER:
        return "nobody else is left"
    goal, target = view.options.goal, view.options.target
    if goal == "rounds":
        held = realm(ending.cities(view, best), ending.lands(view, best))
        return f"{held} after {counted(view.round, 'round')}"
    return f"a treasury worth {target}" if goal == "wealth" else f"{target} {goal} reached"


# --- what happened ----------------------------------------------------------------------------------------------

DONE = {
    "took": {"step": "step"},
    "made": {"attack": "attack"},
    "built": {"built": "unit", "factory": "factory"},
    "moved": {"positioned": "unit"},
}
"""What a player did, and the events that are counted for it."""


def moves(seat: Seat | None, events: Sequence[Event], before: State) -> Iterator[str]:
    """What the player did whose turn it was, where only one had his."""
    if before.kind in PHASES_OF_ONE:
        kinds = Counter(event.kind for event in events if event.args.get("seat") == before.active)
        counts = {verb: [counted(kinds[k], noun) for k, noun in of.items() if kinds[k]] for verb, of in DONE.items()}
        done = [f"{verb} {enumerated(some)}" for verb, some in counts.items() if some]
        yield f"{capital(name(before.active, seat))} {enumerated(done) or 'changed nothing on the map'}."


def deeds(view: State, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """Cities that fell, players who are out, land that was taken."""
    for event in events:
        if told := deed(view, seat, event.kind, event.args):
            yield f"{capital(told)}."
    yield from conquests(view, seat, events)


def foremost(told: Iterable[str]) -> list[str]:
    """The first few, those that concern the reader before others."""
    return sorted(told, key=lambda text: YOU.search(text) is None)[:MOST]


def deed(view: State, reader: Seat | None, kind: str, a: Mapping[str, Any]) -> str:
    match kind:
        case "attack" if a["won"] and a["city"]:
            return f"{name(a['seat'], reader)} took {a['city']} from {name(a['defender'], reader)}"
        case "siege lost":
            whose = "your city" if a["seat"] == reader else f"{NAMES[a['seat']]}’s city"
            return f"{whose} {view.board.cities[a['area']]} fell to the siege"
        case "defeated":
            heir = (
                f", and {name(a['victor'], reader)} {has(a['victor'], reader)} all that is left" if a["victor"] else ""
            )
            return f"{name(a['seat'], reader)} {'are' if a['seat'] == reader else 'is'} defeated{heir}"
        case "resigned":
            return f"{name(a['seat'], reader)} {has(a['seat'], reader)} left the game"
    return ""


def conquests(view: State, reader: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """Areas without a city that changed hands by force."""
    taken: dict[tuple[Seat, Seat], list[Area]] = {}
    for event in events:
        a = event.args
        if event.kind == "attack" and a["won"] and not a["city"]:
            taken.setdefault((a["seat"], a["defender"]), []).append(a["goal"])
    for (winner, loser), areas in taken.items():
        yield f"{capital(name(winner, reader))} took {several(view, areas)} from {name(loser, reader)}."


def apart(names: Sequence[str]) -> str:
    """Names of which some are made of two: "Hungary, and Wallachia and Moldavia"."""
    if len(names) > 1 and any(" and " in name for name in names):
        return f"{', '.join(names[:-1])}, and {names[-1]}"
    return enumerated(names)


def several(view: State, areas: Sequence[Area]) -> str:
    """Areas by name; many of them only counted."""
    if len(areas) <= NAMED:
        return apart([view.board.called(area) for area in areas])
    seas = sum(area in view.board.seas for area in areas)
    parts = [counted(n, noun) for n, noun in ((len(areas) - seas, "land"), (seas, "sea")) if n]
    return enumerated(parts)


def changes(view: State, seat: Seat, events: Sequence[Event], before: State) -> Iterator[str]:
    """What the reader gained and lost besides what was told already."""
    told = {event.args["goal"] for event in events if event.kind == "attack" and event.args["won"]}
    were, are = (held(state, seat) for state in (before, view))
    gained = [area for area in are if area not in were and area not in told]
    lost = [area for area in were if area not in are and area not in told]
    news = [f"gained {several(view, gained)}"] if gained else []
    news += [f"lost {several(view, lost)}"] if lost else []
    if news:
        yield f"You {enumerated(news)}."


def held(state: State, seat: Seat) -> list[Area]:
    return [area for area, _ in state.board.areas() if state.owner(area) == seat]


def dangers(view: State, seat: Seat) -> Iterator[str]:
    """Cities under siege, and what no city reaches: both are lost if the reader does nothing."""
    working = Working(view, Lucky())
    if shut := [view.board.cities[area] for area in besieged_cities(working, seat)]:
        yield f"{enumerated(shut)} {'is' if len(shut) == 1 else 'are'} besieged: break out in your next turn."
    if lost := isolated(working, seat):
        yield f"Cut off from your cities, and lost unless you join it again: {several(view, lost)}."


def ahead(view: State, reader: Seat | None) -> str:
    """What the reader holds, and who leads: by cities and lands, or by treasuries if they decide."""
    worth = {seat: measure(view, seat) for seat in view.alive}
    best = max(worth.values())
    first = [seat for seat in worth if worth[seat] == best]
    others = [NAMES[seat] for seat in first if seat != reader]
    if reader and reader in first:
        also = f", as {'does' if len(others) == 1 else 'do'} {enumerated(others)}" if others else ""
        return f"{holding(view, reader)} and lead{also}."
    verb, each = ("lead", " each") if len(others) > 1 else ("leads", "")
    leading = f"{enumerated(others)} {verb} with {measured(view, best)}{each}."
    return f"{holding(view, reader).rstrip(',')}; {leading}" if reader else leading


def holding(view: State, seat: Seat) -> str:
    hoard = f", with a treasury worth {view.worth.get(seat, 0)}," if view.options.goal == "wealth" else ""
    return f"You hold {realm(ending.cities(view, seat), ending.lands(view, seat))}{hoard}"


def measure(view: State, seat: Seat) -> tuple[int, ...]:
    """What counts for the lead."""
    if view.options.goal == "wealth":
        return (view.worth.get(seat, 0),)
    return ending.cities(view, seat), ending.lands(view, seat)


def measured(view: State, best: tuple[int, ...]) -> str:
    return f"a treasury worth {best[0]}" if view.options.goal == "wealth" else realm(*best)
