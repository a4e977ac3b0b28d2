"""The first words of a report: what happened in a sentence, and in another what it means for the reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engines.base import Event, Seat
from engines.europa import prose, words
from engines.europa.data import Code
from engines.europa.due import is_due
from engines.europa.state import PERIODS, EuropaState
from engines.language.names import join_english_list

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def write_europa_lead(view: EuropaState, seat: Seat | None, events: Sequence[Event], before: EuropaState | None) -> str:
    """The lead of a report."""
    happened = [*what_happened(view, events, before)] or ["nothing has changed"]
    means = [*what_it_means(view, seat, events)] if seat else [*describe_leaders(view)]
    return " ".join(f"{words.capitalize_first(part)}." for part in ("; ".join(happened), "; ".join(means)) if part)


def event_args(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.args) for event in events if event.kind == kind]


# --- what happened -----------------------------------------------------------------------------------------------


def what_happened(view: EuropaState, events: Sequence[Event], before: EuropaState | None) -> Iterator[str]:
    """Yield what happened in the phase, the most important first."""
    if before is None:
        each = words.count_with_unit(view.pp[view.seats[0]], words.POINTS)
        yield f"{PERIODS[0]}: {len(view.seats)} parties begin with {each} each, and the union is empty"
        return
    if before.kind == "campaign":
        yield "the campaign is over"
    yield from describe_game_end(events)
    yield from describe_votes(view, events, before.kind == "elections")
    yield from describe_open_step(view, events)
    yield from describe_peace(events)
    yield from describe_pawns_placed(view, events)
    yield from (f"{words.name_parties([a['seat']])} gives up" for a in event_args(events, "resigned"))
    if view.turn != before.turn:
        yield f"turn {view.turn} begins{describe_conflicts(view)}"


def describe_game_end(events: Sequence[Event]) -> Iterator[str]:
    for a in event_args(events, "end"):
        best = [seat for seat, rank in a["ranks"].items() if rank == 1]
        wins = "wins the game" if len(best) == 1 else "share the first place"
        won = f"{words.name_parties(best)} {wins} with {prose.victory_points_text(a['vp'][best[0]])}"
        yield f"{won}, and the peace that is left makes it a {a['quality']} victory"


def describe_votes(view: EuropaState, events: Sequence[Event], all_at_once: bool) -> Iterator[str]:
    """The countries that joined, and those that were fought for in vain."""
    joined = [a["country"] for a in event_args(events, "joined")]
    lost = [a["country"] for a in event_args(events, "nationalists") if sum(a["pawns"].values())]
    if joined:
        yield f"{prose.name_countries(view, joined)} {'joins' if len(joined) == 1 else 'join'} the union"
    elif all_at_once and event_args(events, "nationalists"):
        yield "no country joins the union"
    if lost:
        yield f"the nationalists win in {prose.name_countries(view, lost)}"


def describe_open_step(view: EuropaState, events: Sequence[Event]) -> Iterator[str]:
    """A step of an election that is still open."""
    for a in event_args(events, "on the table"):
        yield (
            f"{words.name_parties([a['seat']])} proposes {name_coalition(a)} for "
            f"{view.get_country(a['country']).spoken_name}"
        )
    over = {a["country"] for kind in ("joined", "nationalists") for a in event_args(events, kind)}
    for a in event_args(events, "proposal"):
        if a["country"] not in over:
            yield f"{words.name_parties([a['seat']])} finds no majority in {view.get_country(a['country']).spoken_name}"
    for a in event_args(events, "passed"):
        if a["country"] not in over:
            yield f"{words.name_parties([a['seat']])} proposes nothing in {view.get_country(a['country']).spoken_name}"

    yield from describe_pawns_sent(view, events) if not event_args(events, "joined") else ()


def describe_pawns_sent(view: EuropaState, events: Sequence[Event]) -> Iterator[str]:
    """The pawns that winners move, where that is a step of its own."""
    sent: dict[Code, list[Seat]] = {}
    for a in event_args(events, "moved"):
        sent.setdefault(a["to"], []).append(a["seat"])
    if sent.keys() == {""}:
        yield "no pawn is sent on"
    for to, seats in sent.items():
        if to:
            yield f"{words.name_parties(seats)} {prose.sending_text(view, to, len(seats))}"


def name_coalition(a: dict[str, Any]) -> str:
    return words.name_parties(a["coalition"]) if a["coalition"] != [a["seat"]] else "itself alone"


def describe_peace(events: Sequence[Event]) -> Iterator[str]:
    for a in event_args(events, "peace"):
        given = f"{words.count_with_unit(a['pool'], words.PAWNS)} against a conflict level of {a['level']}"
        yield f"peace is made in all of Europe with {given}" if a["success"] else f"the peace fails with {given}"


def describe_pawns_placed(view: EuropaState, events: Sequence[Event]) -> Iterator[str]:
    """Yield where pawns were placed, those countries first that drew most."""
    drew: Counter[Code] = Counter()
    for a in event_args(events, "placed"):
        drew[a["country"]] += a["count"]
    count, first = drew.total(), drew.most_common(prose.MOST_COUNTRIES_NAMED)
    where = join_english_list([f"{number} in {view.get_country(code).spoken_name}" for code, number in first])
    if count:
        most = "" if len(first) == len(drew) else ", most of them"
        are = "is" if count == 1 else "are"
        yield f"{words.count_with_unit(count, words.PAWNS)} {are} placed{most}: {where}"


def describe_conflicts(view: EuropaState) -> str:
    """ " with War in Yugoslavia and Tension in Albania"."""
    wars, tensions = ([code for code, found in view.markers.items() if found == marker] for marker in "WT")
    told = [
        f"{name} in {prose.name_countries(view, where)}"
        for name, where in (("War", wars), ("Tension", tensions))
        if where
    ]
    return f" with {' and '.join(told)}" if told else ""


# --- what it means -----------------------------------------------------------------------------------------------


def what_it_means(view: EuropaState, seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    """For one party: what it won and lost, how it stands, what is next."""
    if view.ranks is not None:
        yield f"you are {ordinal_place(view.ranks[seat], view)} with {prose.victory_points_text(view.vp[seat])}"
        return
    if seat in view.resigned:
        yield "your party goes on without you" if seat in view.playing_seats else "your party is out of the game"
        return
    yield from describe_countries_won(view, seat, events)
    yield from describe_awards(seat, events)
    yield from describe_own_place(view, seat, events)
    yield from describe_tasks(view, seat)


def describe_countries_won(view: EuropaState, seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    """The countries it won; or that it won none where it had pawns."""
    joined = [a for a in event_args(events, "joined") if seat in a["coalition"]]
    fought = [a for a in event_args(events, "nationalists") if a["pawns"].get(seat)]
    fought += [
        a for a in event_args(events, "proposal") if seat in (*a["coalition"], a["seat"], *a["no"]) and a["carried"]
    ]
    if joined:
        names = prose.name_countries(view, [a["country"] for a in joined])
        yield f"you win {names} ({words.count_with_unit(sum(a['pp'] for a in joined), words.POINTS)})"
    elif fought:
        yield "you win no country"


def describe_awards(seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    for a in event_args(events, "award"):
        if a["seat"] == seat:
            yield f"you {'gain' if a['vp'] > 0 else 'lose'} {prose.victory_points_text(abs(a['vp']))}"


def describe_own_place(view: EuropaState, seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    """Its place, where points have changed."""
    if event_args(events, "joined"):
        points = [view.pp[other] for other in view.playing_seats]
        mine = f"with {words.count_with_unit(view.pp[seat], words.POINTS)} you"
        rank = 1 + sum(other > view.pp[seat] for other in points)
        alone = points.count(view.pp[seat]) == 1
        shared = f"{mine} share {ORDINALS[rank - 1]} place"
        yield shared if not alone else f"{mine} lead" if rank == 1 else f"{mine} are {ordinal_place(rank, view)}"


def ordinal_place(rank: int, view: EuropaState) -> str:
    """ "second of 5"."""
    return f"{ORDINALS[rank - 1]} of {len(view.seats)}"


def describe_tasks(view: EuropaState, seat: Seat) -> Iterator[str]:
    """Yield what is asked of it next, as far as it takes numbers."""
    here = [code for code, pawns in view.board.items() if pawns.get(seat)]
    if view.kind == "place" and view.half.get(seat):
        rest = view.reserve[seat] - view.half[seat]
        later = f", and {rest} later" if rest else ""
        yield f"now you place {words.count_with_unit(view.half[seat], words.PAWNS)}{later}"
    elif view.kind == "elections" and here:
        vote = "votes" if len(here) == 1 else "vote"
        yield f"now {prose.name_countries(view, here)} {vote} with your pawns"
    elif view.kind == "peace" and view.recruits.get(seat):
        mine = words.count_with_unit(view.recruits[seat], words.PAWNS)
        yield f"you have {mine}, and peace takes {view.conflict_level} from all together"
    elif view.sheet and is_due(view, seat) and view.kind in STEPS:
        yield f"{STEPS[view.kind]} {view.get_country(view.sheet.country).spoken_name}"


STEPS = {
    "propose": "now it is for you to propose in",
    "answer": "now you answer for",
    "move": "now you may send a pawn on from",
}
"""What a party does at a step of an election by the book."""


def describe_leaders(view: EuropaState) -> Iterator[str]:
    """Yield who leads, or who has won: for bystanders."""
    if view.ranks is None:
        most = max(view.pp.values())
        best = [seat for seat in view.seats if view.pp[seat] == most]
        if len(best) < len(view.seats):
            lead = "leads" if len(best) == 1 else "lead"
            yield f"{words.name_parties(best)} {lead} with {words.count_with_unit(most, words.POINTS)}"
