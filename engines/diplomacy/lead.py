"""The first thing a reader is told: what happened, in a few sentences, and what it means for him."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Event, Seat
from engines.diplomacy.board import balance_of
from engines.diplomacy.defaults import due
from engines.diplomacy.drawing import STYLES
from engines.diplomacy.lexicon import label, spoken, unit_label
from engines.diplomacy.prose import adjustment, counted, ending
from engines.diplomacy.state import State
from engines.diplomacy.units import province
from engines.language.names import enumerated

Args = Mapping[str, Any]
MOST = 4
"""Things of one kind that are told one by one; of more their number."""
ELSEWHERE = 2
"""Sentences on what happened to others, if the reader has news of his own."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def opening(view: State, seat: Seat | None) -> str:
    """What a reader begins with."""
    goal = f"Whoever owns {view.options.victory} of the 34 centres at the end of a fall has won."
    if seat is None:
        return f"Seven powers begin with 22 units. {goal}"
    units = enumerated([unit_label(unit) for unit in view.units_of(seat)])
    return f"You lead {STYLES[seat].name}: {units}. {goal}"


def lead(view: State, seat: Seat | None, events: Sequence[Event]) -> str:
    """What led to a position, the most important first, and how the reader stands."""
    plays = seat not in view.out or any(seat in (e.args.get("seat"), e.args.get("from")) for e in events)
    reader = seat if plays else None
    news = Events(events)
    ends = [end(args, view, seat) for args in news.of("end")]
    mine = [*own_news(news, reader)] if reader else []
    others = [*news_of_others(news, reader)]
    out = [f"{'You are' if a['seat'] == seat else f'{name(a)} is'} out of the game." for a in news.of("out")]
    shown = others[:ELSEWHERE] if mine else others or [*all_moves(news)]
    return " ".join((*ends, *mine, *shown, *out, *standing(view, seat), *owed(view, seat)))


class Events:
    """What happened, by kind."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.args: dict[str, list[Args]] = {}
        for event in events:
            self.args.setdefault(event.kind, []).append(event.args)

    def of(self, kind: str) -> Sequence[Args]:
        return self.args.get(kind, ())

    def fights(self) -> list[tuple[Seat, Args]]:
        """Each unit that was dislodged, with the power that dislodged it."""
        stood = {(args["phase"], province(args["unit"][2:])): str(args["seat"]) for args in self.of("order")}
        return [(stood[args["phase"], args["by"]], args) for args in self.of("dislodged")]

    def retreats(self) -> list[Args]:
        """What became of dislodged units, without those of which it was told that they could go nowhere."""
        lost = [(args["phase"][:-1], args["unit"]) for args in self.of("dislodged") if not args["options"]]
        return [args for args in self.of("retreat") if (args["phase"][:-1], args["unit"]) not in lost]


def end(args: Args, view: State, seat: Seat | None) -> str:
    """Who won and how, and which place the reader has; none where nobody has won, since that may count as a draw."""
    if seat is None or seat in args["seats"] or args["how"] != "victory":
        return ending(args, seat)
    return f"{ending(args, seat)} You come {ORDINALS[(view.ranks or {})[seat] - 1]}."


def name(args: Args) -> str:
    return STYLES[args["seat"]].name


def whose(args: Args, reader: Seat | None) -> str:
    return "your" if args["seat"] == reader else f"{name(args)}'s"


# --- the reader's own -------------------------------------------------------------------------------------------


def own_news(news: Events, reader: Seat) -> Iterator[str]:
    """Centres, fights, retreats, builds; or how the orders came out if nothing else is to be told."""
    told = [
        *own_centres(news, reader),
        *fights([fight for fight in news.fights() if reader in (fight[0], fight[1]["seat"])], reader),
        *retreats([args for args in news.retreats() if args["seat"] == reader], reader),
        *own_winter(news, reader),
    ]
    yield from told or own_orders(news, reader)


def own_centres(news: Events, reader: Seat) -> Iterator[str]:
    """Which centres the reader took and lost."""
    gained = prizes([args for args in news.of("centre") if args["seat"] == reader])
    lost = [args for args in news.of("centre") if args["from"] == reader]
    to = [f"{enumerated(places)} to {STYLES[seat].name}" for seat, places in by(lost, "seat").items()]
    if gained or lost:
        both = [f"took {gained}"] * bool(gained) + [f"lost {enumerated(to)}"] * bool(lost)
        yield f"You {' and '.join(both)}."


def own_winter(news: Events, reader: Seat) -> Iterator[str]:
    """What the reader built and removed."""
    built, removed = (
        [spoken(args["unit"]) for args in news.of(kind) if args["seat"] == reader] for kind in ("build", "remove")
    )
    unused = sum(args["count"] for args in news.of("waive") if args["seat"] == reader)
    done = [f"built {enumerated(built)}"] * bool(built) + [f"removed {enumerated(removed)}"] * bool(removed)
    done += [f"left {counted(unused, 'build')} unused"] * bool(unused)
    if done:
        yield f"You {enumerated(done)}."


def own_orders(news: Events, reader: Seat) -> Iterator[str]:
    """How the reader's orders came out."""
    given = [args for args in news.of("order") if args["given"] and args["seat"] == reader]
    failed = [args for args in given if args["verdict"] not in ("succeeds", "available")]
    mishaps = f": {enumerated([mishap(args) for args in failed])}" if len(failed) <= MOST else ""
    if failed:
        yield f"{some(len(given) - len(failed), len(given))}{mishaps}."
    elif given:
        yield "All your orders succeeded." if len(given) > 1 else "Your order succeeded."
    elif any(args["seat"] == reader for args in news.of("order")):
        yield "You gave no orders; your units held."


def some(succeeded: int, count: int) -> str:
    if count == 1:
        return "Your order failed"
    return f"{succeeded or 'None'} of your {counted(count, 'order')} succeeded"


def mishap(args: Args) -> str:
    unit = spoken(args["unit"])
    if args["kind"] == "M":
        return f"{unit} did not get to {label(args['to'])}"
    return f"{unit} held" if args["kind"] == "H" else f"{unit} gave no {'support' if args['kind'] == 'S' else 'convoy'}"


# --- everybody's ------------------------------------------------------------------------------------------------


def news_of_others(news: Events, reader: Seat | None) -> Iterator[str]:
    """What happened to the others; a bystander is told of everybody."""
    taken = [args for args in news.of("centre") if reader is None or reader not in (args["seat"], args["from"])]
    fought = [args for args in taken if args["from"]]
    yield from captures(fought or ([] if reader else taken))
    yield from fights([fight for fight in news.fights() if reader not in (fight[0], fight[1]["seat"])], reader)
    yield from retreats([args for args in news.retreats() if args["seat"] != reader], reader)
    built, removed = (sum(args["seat"] != reader for args in news.of(kind)) for kind in ("build", "remove"))
    if built or removed:
        done = [f"built {counted(built, 'unit')}"] * bool(built) + [f"removed {removed}"] * bool(removed)
        yield f"{'The others' if reader else 'The powers'} {enumerated(done)}."


def captures(taken: Sequence[Args]) -> Iterator[str]:
    """What powers took, power by power, the greatest gains first."""
    gains = by(taken, "seat")
    most = sorted(gains, key=lambda power: -len(gains[power]))
    clauses = [f"{STYLES[power].name} took {prizes([a for a in taken if a['seat'] == power])}" for power in most]
    if clauses:
        yield f"{'; '.join(clauses[:MOST])}{'; others took centres, too' if len(clauses) > MOST else ''}."


def prizes(taken: Sequence[Args]) -> str:
    """Centres and whose they were: "Belgium and Germany's Kiel and Munich"."""
    if len(taken) > MOST:
        return counted(len(taken), "centre")
    owners = by(taken, "from").items()
    return enumerated([f"{STYLES[at].name}'s {enumerated(some)}" if at else enumerated(some) for at, some in owners])


def by(taken: Sequence[Args], key: str) -> dict[Seat, list[str]]:
    """The centres by who took or lost them; nobody's first."""
    found: dict[Seat, list[str]] = {}
    for args in sorted(taken, key=lambda args: str(args[key])):
        found.setdefault(args[key], []).append(label(args["centre"]))
    return found


def fights(fought: Sequence[tuple[Seat, Args]], reader: Seat | None) -> Iterator[str]:
    """Who drove whose units out, in one sentence for each victor."""
    for power in dict.fromkeys(power for power, _ in fought):
        units = [args for each, args in fought if each == power]
        driven = enumerated([f"{whose(args, reader)} {spoken(args['unit'])}" for args in units])
        lost = "; it can go nowhere" if len(units) == 1 and not units[0]["options"] else ""
        yield f"{'You' if power == reader else STYLES[power].name} drove {driven} out{lost}."


def retreats(done: Sequence[Args], reader: Seat | None) -> Iterator[str]:
    """What became of dislodged units, in one sentence."""
    clauses = [f"{whose(args, reader)} {spoken(args['unit'])} {retreated(args)}" for args in done[:MOST]]
    if len(done) > MOST:
        clauses.append("others retreated or were disbanded, too")
    if clauses:
        told = enumerated(clauses)
        yield f"{told[:1].upper()}{told[1:]}."


def retreated(args: Args) -> str:
    return f"retreated to {label(args['to'])}" if args["verdict"] == "succeeds" else "was disbanded"


def all_moves(news: Events) -> Iterator[str]:
    """How many moves got anywhere, if nothing more is to be told."""
    going = [args for args in news.of("order") if args["kind"] == "M"]
    arrived = sum(args["verdict"] == "succeeds" for args in going)
    if going:
        yield f"{'All' if arrived == len(going) else f'{arrived} of'} {counted(len(going), 'move')} succeeded."


# --- how the reader stands --------------------------------------------------------------------------------------


def standing(view: State, seat: Seat | None) -> Iterator[str]:
    """The reader's centres and those of whoever leads."""
    if view.ranks is not None:
        return
    most = max(view.count(power) for power in view.seats)
    leaders = [power for power in view.seats if view.count(power) == most]
    names = [*(["You"] if seat in leaders else []), *(STYLES[power].name for power in leaders if power != seat)]
    leads = "leads" if len(leaders) == 1 and seat not in leaders else "lead"
    lead = f"{enumerated(names)} {leads} with {counted(most, 'centre')}{' each' if len(leaders) > 1 else ''}."
    own = seat and seat not in leaders and seat not in view.out
    yield f"You have {counted(view.count(seat), 'centre')}; {lead}" if seat and own else lead


def owed(view: State, seat: Seat | None) -> Iterator[str]:
    """What the reader has to decide now, beside moves."""
    if seat is None or view.ranks is not None:
        return
    if view.kind == "retreat" and due(view, seat):
        yield f"{enumerated([unit_label(one.unit) for one in view.dislodged_of(seat) if one.options])} must retreat."
    if view.kind == "adjustment" and balance_of(view, seat):
        yield f"You {adjustment(balance_of(view, seat))}."
