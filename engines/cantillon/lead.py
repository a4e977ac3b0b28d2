"""The first sentences of a report: what changed, what it means for its reader, and who is ahead (§9)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Event, Seat
from engines.cantillon import ending
from engines.cantillon.connect import besieged_cities, isolated_areas
from engines.cantillon.data import Area
from engines.cantillon.facts import count_noun
from engines.cantillon.state import PHASES_OF_ONE, CantillonState
from engines.cantillon.turn_context import CantillonTurnContext, LuckyDice
from engines.language.names import join_english_list
from engines.palette import NAMES

MAX_NAMED = 3
"""More areas than this are counted, not named."""
MAX_DEEDS = 4
"""More deeds than this are told further below only."""
YOU = re.compile(r"\b[Yy]ou")
"""What concerns the reader."""


def write_cantillon_lead(
    view: CantillonState, seat: Seat | None, events: Sequence[Event], before: CantillonState
) -> str:
    """Return what happened, for a player or (None) anybody."""
    if before.kind == "setup":
        return " ".join(opening_news(view, seat, events))
    told = [*active_player_news(seat, events, before), *pick_foremost(deed_news(view, seat, events))]
    if view.ranks is not None:
        return " ".join((*final_news(view, seat), *told))
    plays = seat if seat and seat not in view.out else None
    mine = [*describe_changes(view, plays, events, before), *describe_dangers(view, plays)] if plays else []
    return " ".join((*told, *mine, describe_leader(view, plays)))


def player_name(code: Seat, reader: Seat | None) -> str:
    return "you" if code == reader else NAMES[code]


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def have_or_has(code: Seat, reader: Seat | None) -> str:
    return "have" if code == reader else "has"


def realm_text(cities: int, lands: int) -> str:
    """ "1 city and 4 lands"."""
    return f"{cities} {'city' if cities == 1 else 'cities'} and {count_noun(lands, 'land')}"


# --- the beginning and the end ----------------------------------------------------------------------------------


def opening_news(view: CantillonState, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    places = {e.args["seat"]: view.board.cities[e.args["area"]] for e in events if e.kind == "city"}
    others = [f"{NAMES[each]} in {place}" for each, place in places.items() if each != seat]
    if seat in places:
        yield f"You begin in {places[seat]}, with two taxmen; {join_english_list(others)}."
    else:
        yield f"Everybody has a city: {join_english_list(others)}."


def final_news(view: CantillonState, seat: Seat | None) -> Iterator[str]:
    """Yield who won, and how."""
    ranks = view.ranks or {}
    best = [each for each, rank in ranks.items() if rank == 1]
    subject = capitalize_first(join_english_list([player_name(each, seat) for each in best]))
    yield f"{subject} {'won' if len(best) == 1 else 'share the first place'}: {ending_reason(view, best[0])}."
    if seat and seat not in best:
        yield f"You came {ordinal_word(ranks[seat])} of {len(ranks)}."


def ordinal_word(number: int) -> str:
    return ("first", "second", "third", "fourth", "fifth", "sixth")[number - 1]


def ending_reason(view: CantillonState, best: Seat) -> str:
    """Return what decided the game."""
    if len(view.living_seats) <= ending.ALWAYS_OVER:
        return "nobody else is left"
    goal, target = view.options.goal, view.options.target
    if goal == "rounds":
        held = realm_text(ending.count_cities(view, best), ending.count_lands(view, best))
        return f"{held} after {count_noun(view.round, 'round')}"
    return f"a treasury worth {target}" if goal == "wealth" else f"{target} {goal} reached"


# --- what happened ----------------------------------------------------------------------------------------------

COUNTED_DEEDS = {
    "took": {"step": "step"},
    "made": {"attack": "attack"},
    "built": {"built": "unit", "factory": "factory"},
    "moved": {"positioned": "unit"},
}
"""What a player did, and the events that are counted for it."""


def active_player_news(seat: Seat | None, events: Sequence[Event], before: CantillonState) -> Iterator[str]:
    """Yield what the player did whose turn it was, where only one had a turn."""
    if before.kind in PHASES_OF_ONE:
        kinds = Counter(event.kind for event in events if event.args.get("seat") == before.active)
        counts = {
            verb: [count_noun(kinds[k], noun) for k, noun in of.items() if kinds[k]]
            for verb, of in COUNTED_DEEDS.items()
        }
        done = [f"{verb} {join_english_list(some)}" for verb, some in counts.items() if some]
        yield (
            f"{capitalize_first(player_name(before.active, seat))} "
            f"{join_english_list(done) or 'changed nothing on the map'}."
        )


def deed_news(view: CantillonState, seat: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """Cities that fell, players who are out, land that was taken."""
    for event in events:
        if told := describe_deed(view, seat, event.kind, event.args):
            yield f"{capitalize_first(told)}."
    yield from describe_conquests(view, seat, events)


def pick_foremost(told: Iterable[str]) -> list[str]:
    """The first few, those that concern the reader before others."""
    return sorted(told, key=lambda text: YOU.search(text) is None)[:MAX_DEEDS]


def describe_deed(view: CantillonState, reader: Seat | None, kind: str, a: Mapping[str, Any]) -> str:
    match kind:
        case "attack" if a["won"] and a["city"]:
            return f"{player_name(a['seat'], reader)} took {a['city']} from {player_name(a['defender'], reader)}"
        case "siege lost":
            whose = "your city" if a["seat"] == reader else f"{NAMES[a['seat']]}’s city"
            return f"{whose} {view.board.cities[a['area']]} fell to the siege"
        case "defeated":
            heir = (
                f", and {player_name(a['victor'], reader)} {have_or_has(a['victor'], reader)} all that is left"
                if a["victor"]
                else ""
            )
            return f"{player_name(a['seat'], reader)} {'are' if a['seat'] == reader else 'is'} defeated{heir}"
        case "resigned":
            return f"{player_name(a['seat'], reader)} {have_or_has(a['seat'], reader)} left the game"
    return ""


def describe_conquests(view: CantillonState, reader: Seat | None, events: Sequence[Event]) -> Iterator[str]:
    """Areas without a city that changed hands by force."""
    taken: dict[tuple[Seat, Seat], list[Area]] = {}
    for event in events:
        a = event.args
        if event.kind == "attack" and a["won"] and not a["city"]:
            taken.setdefault((a["seat"], a["defender"]), []).append(a["goal"])
    for (winner, loser), areas in taken.items():
        yield (
            f"{capitalize_first(player_name(winner, reader))} took {name_or_count_areas(view, areas)} from "
            f"{player_name(loser, reader)}."
        )


def join_compound_names(names: Sequence[str]) -> str:
    """Names of which some are made of two: "Hungary, and Wallachia and Moldavia"."""
    if len(names) > 1 and any(" and " in name for name in names):
        return f"{', '.join(names[:-1])}, and {names[-1]}"
    return join_english_list(names)


def name_or_count_areas(view: CantillonState, areas: Sequence[Area]) -> str:
    """Areas by name; many of them only counted."""
    if len(areas) <= MAX_NAMED:
        return join_compound_names([view.board.name_with_city(area) for area in areas])
    seas = sum(area in view.board.seas for area in areas)
    parts = [count_noun(n, noun) for n, noun in ((len(areas) - seas, "land"), (seas, "sea")) if n]
    return join_english_list(parts)


def describe_changes(
    view: CantillonState, seat: Seat, events: Sequence[Event], before: CantillonState
) -> Iterator[str]:
    """Yield what the reader gained and lost besides what was told already."""
    told = {event.args["goal"] for event in events if event.kind == "attack" and event.args["won"]}
    were, are = (held_areas(state, seat) for state in (before, view))
    gained = [area for area in are if area not in were and area not in told]
    lost = [area for area in were if area not in are and area not in told]
    news = [f"gained {name_or_count_areas(view, gained)}"] if gained else []
    news += [f"lost {name_or_count_areas(view, lost)}"] if lost else []
    if news:
        yield f"You {join_english_list(news)}."


def held_areas(state: CantillonState, seat: Seat) -> list[Area]:
    return [area for area, _ in state.board.iter_areas() if state.owner_of(area) == seat]


def describe_dangers(view: CantillonState, seat: Seat) -> Iterator[str]:
    """Cities under siege, and what no city reaches: both are lost if the reader does nothing."""
    working = CantillonTurnContext(view, LuckyDice())
    if shut := [view.board.cities[area] for area in besieged_cities(working, seat)]:
        yield f"{join_english_list(shut)} {'is' if len(shut) == 1 else 'are'} besieged: break out in your next turn."
    if lost := isolated_areas(working, seat):
        yield f"Cut off from your cities, and lost unless you join it again: {name_or_count_areas(view, lost)}."


def describe_leader(view: CantillonState, reader: Seat | None) -> str:
    """Return what the reader holds, and who leads: by cities and lands, or by treasuries if they decide."""
    worth = {seat: lead_measure(view, seat) for seat in view.living_seats}
    best = max(worth.values())
    first = [seat for seat in worth if worth[seat] == best]
    others = [NAMES[seat] for seat in first if seat != reader]
    if reader and reader in first:
        also = f", as {'does' if len(others) == 1 else 'do'} {join_english_list(others)}" if others else ""
        return f"{describe_holding(view, reader)} and lead{also}."
    verb, each = ("lead", " each") if len(others) > 1 else ("leads", "")
    leading = f"{join_english_list(others)} {verb} with {describe_measure(view, best)}{each}."
    return f"{describe_holding(view, reader).rstrip(',')}; {leading}" if reader else leading


def describe_holding(view: CantillonState, seat: Seat) -> str:
    hoard = f", with a treasury worth {view.worth.get(seat, 0)}," if view.options.goal == "wealth" else ""
    return f"You hold {realm_text(ending.count_cities(view, seat), ending.count_lands(view, seat))}{hoard}"


def lead_measure(view: CantillonState, seat: Seat) -> tuple[int, ...]:
    """Return what counts for the lead."""
    if view.options.goal == "wealth":
        return (view.worth.get(seat, 0),)
    return ending.count_cities(view, seat), ending.count_lands(view, seat)


def describe_measure(view: CantillonState, best: tuple[int, ...]) -> str:
    return f"a treasury worth {best[0]}" if view.options.goal == "wealth" else realm_text(*best)
