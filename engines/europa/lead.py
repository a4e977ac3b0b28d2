"""The first words of a report: what happened in a sentence, and in another what it means for the reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engines.base import Event, Seat
from engines.europa import prose, words
from engines.europa.data import Code
from engines.europa.due import is_due
from engines.europa.state import PERIODS, State
from engines.language.names import enumerated

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def lead(view: State, seat: Seat | None, events: Sequence[Event], before: State | None) -> str:
    """The lead of a report."""
    happened = [*what_happened(view, events, before)] or ["nothing has changed"]
    means = [*what_it_means(view, seat, events)] if seat else [*who_leads(view)]
    return " ".join(f"{words.upper(part)}." for part in ("; ".join(happened), "; ".join(means)) if part)


def of(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.args) for event in events if event.kind == kind]


# --- what happened -----------------------------------------------------------------------------------------------


def what_happened(view: State, events: Sequence[Event], before: State | None) -> Iterator[str]:
    """What happened in the phase, the most important first."""
    if before is None:
        each = words.counted(view.pp[view.seats[0]], words.POINTS)
        yield f"{PERIODS[0]}: {len(view.seats)} parties begin with {each} each, and the union is empty"
        return
    if before.kind == "campaign":
        yield "the campaign is over"
    yield from the_end(events)
    yield from votes(view, events, before.kind == "elections")
    yield from by_the_book(view, events)
    yield from peace(events)
    yield from placing(view, events)
    yield from (f"{words.called([a['seat']])} gives up" for a in of(events, "resigned"))
    if view.turn != before.turn:
        yield f"turn {view.turn} begins{conflicts(view)}"


def the_end(events: Sequence[Event]) -> Iterator[str]:
    for a in of(events, "end"):
        best = [seat for seat, rank in a["ranks"].items() if rank == 1]
        wins = "wins the game" if len(best) == 1 else "share the first place"
        won = f"{words.called(best)} {wins} with {prose.points(a['vp'][best[0]])}"
        yield f"{won}, and the peace that is left makes it a {a['quality']} victory"


def votes(view: State, events: Sequence[Event], all_at_once: bool) -> Iterator[str]:
    """The countries that joined, and those that were fought for in vain."""
    joined = [a["country"] for a in of(events, "joined")]
    lost = [a["country"] for a in of(events, "nationalists") if sum(a["pawns"].values())]
    if joined:
        yield f"{prose.some(view, joined)} {'joins' if len(joined) == 1 else 'join'} the union"
    elif all_at_once and of(events, "nationalists"):
        yield "no country joins the union"
    if lost:
        yield f"the nationalists win in {prose.some(view, lost)}"


def by_the_book(view: State, events: Sequence[Event]) -> Iterator[str]:
    """A step of an election that is still open."""
    for a in of(events, "on the table"):
        yield f"{words.called([a['seat']])} proposes {itself(a)} for {view.country(a['country']).spoken}"
    over = {a["country"] for kind in ("joined", "nationalists") for a in of(events, kind)}
    for a in of(events, "proposal"):
        if a["country"] not in over:
            yield f"{words.called([a['seat']])} finds no majority in {view.country(a['country']).spoken}"
    for a in of(events, "passed"):
        if a["country"] not in over:
            yield f"{words.called([a['seat']])} proposes nothing in {view.country(a['country']).spoken}"

    yield from sent_on(view, events) if not of(events, "joined") else ()


def sent_on(view: State, events: Sequence[Event]) -> Iterator[str]:
    """The pawns that winners move, where that is a step of its own."""
    sent: dict[Code, list[Seat]] = {}
    for a in of(events, "moved"):
        sent.setdefault(a["to"], []).append(a["seat"])
    if sent.keys() == {""}:
        yield "no pawn is sent on"
    for to, seats in sent.items():
        if to:
            yield f"{words.called(seats)} {prose.sending(view, to, len(seats))}"


def itself(a: dict[str, Any]) -> str:
    return words.called(a["coalition"]) if a["coalition"] != [a["seat"]] else "itself alone"


def peace(events: Sequence[Event]) -> Iterator[str]:
    for a in of(events, "peace"):
        given = f"{words.counted(a['pool'], words.PAWNS)} against a conflict level of {a['level']}"
        yield f"peace is made in all of Europe with {given}" if a["success"] else f"the peace fails with {given}"


def placing(view: State, events: Sequence[Event]) -> Iterator[str]:
    """Where pawns were placed, those countries first that drew most."""
    drew: Counter[Code] = Counter()
    for a in of(events, "placed"):
        drew[a["country"]] += a["count"]
    count, first = drew.total(), drew.most_common(prose.NAMED)
    where = enumerated([f"{number} in {view.country(code).spoken}" for code, number in first])
    if count:
        most = "" if len(first) == len(drew) else ", most of them"
        are = "is" if count == 1 else "are"
        yield f"{words.counted(count, words.PAWNS)} {are} placed{most}: {where}"


def conflicts(view: State) -> str:
    """ " with War in Yugoslavia and Tension in Albania"."""
    wars, tensions = ([code for code, found in view.markers.items() if found == marker] for marker in "WT")
    told = [f"{name} in {prose.some(view, where)}" for name, where in (("War", wars), ("Tension", tensions)) if where]
    return f" with {' and '.join(told)}" if told else ""


# --- what it means -----------------------------------------------------------------------------------------------


def what_it_means(view: State, seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    """For one party: what it won and lost, how it stands, what is next."""
    if view.ranks is not None:
        yield f"you are {place(view.ranks[seat], view)} with {prose.points(view.vp[seat])}"
        return
    if seat in view.resigned:
        yield "your party goes on without you" if seat in view.playing else "your party is out of the game"
        return
    yield from won(view, seat, events)
    yield from awards(seat, events)
    yield from stands(view, seat, events)
    yield from tasks(view, seat)


def won(view: State, seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    """The countries it won; or that it won none where it had pawns."""
    joined = [a for a in of(events, "joined") if seat in a["coalition"]]
    fought = [a for a in of(events, "nationalists") if a["pawns"].get(seat)]
    fought += [a for a in of(events, "proposal") if seat in (*a["coalition"], a["seat"], *a["no"]) and a["carried"]]
    if joined:
        names = prose.some(view, [a["country"] for a in joined])
        yield f"you win {names} ({words.counted(sum(a['pp'] for a in joined), words.POINTS)})"
    elif fought:
        yield "you win no country"


def awards(seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    for a in of(events, "award"):
        if a["seat"] == seat:
            yield f"you {'gain' if a['vp'] > 0 else 'lose'} {prose.points(abs(a['vp']))}"


def stands(view: State, seat: Seat, events: Sequence[Event]) -> Iterator[str]:
    """Its place, where points have changed."""
    if of(events, "joined"):
        points = [view.pp[other] for other in view.playing]
        mine = f"with {words.counted(view.pp[seat], words.POINTS)} you"
        rank = 1 + sum(other > view.pp[seat] for other in points)
        alone = points.count(view.pp[seat]) == 1
        shared = f"{mine} share {ORDINALS[rank - 1]} place"
        yield shared if not alone else f"{mine} lead" if rank == 1 else f"{mine} are {place(rank, view)}"


def place(rank: int, view: State) -> str:
    """ "second of 5"."""
    return f"{ORDINALS[rank - 1]} of {len(view.seats)}"


def tasks(view: State, seat: Seat) -> Iterator[str]:
    """What is asked of it next, as far as it takes numbers."""
    here = [code for code, pawns in view.board.items() if pawns.get(seat)]
    if view.kind == "place" and view.half.get(seat):
        rest = view.reserve[seat] - view.half[seat]
        later = f", and {rest} later" if rest else ""
        yield f"now you place {words.counted(view.half[seat], words.PAWNS)}{later}"
    elif view.kind == "elections" and here:
        vote = "votes" if len(here) == 1 else "vote"
        yield f"now {prose.some(view, here)} {vote} with your pawns"
    elif view.kind == "peace" and view.recruits.get(seat):
        mine = words.counted(view.recruits[seat], words.PAWNS)
        yield f"you have {mine}, and peace takes {view.level} from all together"
    elif view.sheet and is_due(view, seat) and view.kind in STEPS:
        yield f"{STEPS[view.kind]} {view.country(view.sheet.country).spoken}"


STEPS = {
    "propose": "now it is for you to propose in",
    "answer": "now you answer for",
    "move": "now you may send a pawn on from",
}
"""What a party does at a step of an election by the book."""


def who_leads(view: State) -> Iterator[str]:
    """Who leads, or who has won: for bystanders."""
    if view.ranks is None:
        most = max(view.pp.values())
        best = [seat for seat in view.seats if view.pp[seat] == most]
        if len(best) < len(view.seats):
            lead = "leads" if len(best) == 1 else "lead"
            yield f"{words.called(best)} {lead} with {words.counted(most, words.POINTS)}"
