"""The first thing a reader is told: what happened, in a few sentences, and what it means for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Event, Seat
from engines.diplomacy.board import usable_balance
from engines.diplomacy.defaults import must_answer
from engines.diplomacy.drawing import STYLES
from engines.diplomacy.lexicon import full_label, location_label, unit_label
from engines.diplomacy.prose import count_things, describe_adjustment, describe_diplomacy_end
from engines.diplomacy.state import DiplomacyState
from engines.diplomacy.units import province_of
from engines.language.names import join_english_list

Args = Mapping[str, Any]
MAX_TOLD = 4
"""Things of one kind that are told one by one; of more their number."""
MAX_ELSEWHERE = 2
"""Sentences on what happened to others, if the reader has news of their own."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def diplomacy_opening_lead(view: DiplomacyState, seat: Seat | None) -> str:
    """Return what a reader begins with."""
    goal = f"Whoever owns {view.options.victory} of the 34 centres at the end of a fall has won."
    if seat is None:
        return f"Seven powers begin with 22 units. {goal}"
    units = join_english_list([unit_label(unit) for unit in view.units_of(seat)])
    return f"You lead {STYLES[seat].name}: {units}. {goal}"


def write_diplomacy_lead(view: DiplomacyState, seat: Seat | None, events: Sequence[Event]) -> str:
    """Return what led to a position, the most important first, and how the reader stands."""
    plays = seat not in view.out or any(seat in (e.args.get("seat"), e.args.get("from")) for e in events)
    reader = seat if plays else None
    news = EventsByKind(events)
    ends = [ending_news(args, view, seat) for args in news.args_of("end")]
    mine = [*own_news(news, reader)] if reader else []
    others = [*news_of_others(news, reader)]
    out = [f"{'You are' if a['seat'] == seat else f'{power_name(a)} is'} out of the game." for a in news.args_of("out")]
    shown = others[:MAX_ELSEWHERE] if mine else others or [*move_news(news)]
    return " ".join((*ends, *mine, *shown, *out, *standing_news(view, seat), *owed_news(view, seat)))


class EventsByKind:
    """What happened, by kind."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.args: dict[str, list[Args]] = {}
        for event in events:
            self.args.setdefault(event.kind, []).append(event.args)

    def args_of(self, kind: str) -> Sequence[Args]:
        return self.args.get(kind, ())

    def list_dislodgements(self) -> list[tuple[Seat, Args]]:
        """Each unit that was dislodged, with the power that dislodged it."""
        stood = {(args["phase"], province_of(args["unit"][2:])): str(args["seat"]) for args in self.args_of("order")}
        return [(stood[args["phase"], args["by"]], args) for args in self.args_of("dislodged")]

    def list_retreats(self) -> list[Args]:
        """Return what became of dislodged units, without those of which it was told that they could go nowhere."""
        lost = [(args["phase"][:-1], args["unit"]) for args in self.args_of("dislodged") if not args["options"]]
        return [args for args in self.args_of("retreat") if (args["phase"][:-1], args["unit"]) not in lost]


def ending_news(args: Args, view: DiplomacyState, seat: Seat | None) -> str:
    """Return who won and how, and which place the reader has; none where nobody has won, since that may count as a
    draw."""
    if seat is None or seat in args["seats"] or args["how"] != "victory":
        return describe_diplomacy_end(args, seat)
    return f"{describe_diplomacy_end(args, seat)} You come {ORDINALS[(view.ranks or {})[seat] - 1]}."


def power_name(args: Args) -> str:
    return STYLES[args["seat"]].name


def possessive_name(args: Args, reader: Seat | None) -> str:
    return "your" if args["seat"] == reader else f"{power_name(args)}'s"


# --- the reader's own -------------------------------------------------------------------------------------------


def own_news(news: EventsByKind, reader: Seat) -> Iterator[str]:
    """Centres, fights, retreats, builds; or how the orders came out if nothing else is to be told."""
    told = [
        *own_centres(news, reader),
        *fight_news([fight for fight in news.list_dislodgements() if reader in (fight[0], fight[1]["seat"])], reader),
        *retreat_news([args for args in news.list_retreats() if args["seat"] == reader], reader),
        *own_winter(news, reader),
    ]
    yield from told or own_orders(news, reader)


def own_centres(news: EventsByKind, reader: Seat) -> Iterator[str]:
    """Yield which centres the reader took and lost."""
    gained = describe_prizes([args for args in news.args_of("centre") if args["seat"] == reader])
    lost = [args for args in news.args_of("centre") if args["from"] == reader]
    to = [f"{join_english_list(places)} to {STYLES[seat].name}" for seat, places in group_centres(lost, "seat").items()]
    if gained or lost:
        both = [f"took {gained}"] * bool(gained) + [f"lost {join_english_list(to)}"] * bool(lost)
        yield f"You {' and '.join(both)}."


def own_winter(news: EventsByKind, reader: Seat) -> Iterator[str]:
    """Yield what the reader built and removed."""
    built, removed = (
        [full_label(args["unit"]) for args in news.args_of(kind) if args["seat"] == reader]
        for kind in ("build", "remove")
    )
    unused = sum(args["count"] for args in news.args_of("waive") if args["seat"] == reader)
    done = [f"built {join_english_list(built)}"] * bool(built) + [f"removed {join_english_list(removed)}"] * bool(
        removed
    )
    done += [f"left {count_things(unused, 'build')} unused"] * bool(unused)
    if done:
        yield f"You {join_english_list(done)}."


def own_orders(news: EventsByKind, reader: Seat) -> Iterator[str]:
    """Yield how the reader's orders came out."""
    given = [args for args in news.args_of("order") if args["given"] and args["seat"] == reader]
    failed = [args for args in given if args["verdict"] not in ("succeeds", "available")]
    mishaps = f": {join_english_list([describe_mishap(args) for args in failed])}" if len(failed) <= MAX_TOLD else ""
    if failed:
        yield f"{success_text(len(given) - len(failed), len(given))}{mishaps}."
    elif given:
        yield "All your orders succeeded." if len(given) > 1 else "Your order succeeded."
    elif any(args["seat"] == reader for args in news.args_of("order")):
        yield "You gave no orders; your units held."


def success_text(succeeded: int, count: int) -> str:
    if count == 1:
        return "Your order failed"
    return f"{succeeded or 'None'} of your {count_things(count, 'order')} succeeded"


def describe_mishap(args: Args) -> str:
    unit = full_label(args["unit"])
    if args["kind"] == "M":
        return f"{unit} did not get to {location_label(args['to'])}"
    return f"{unit} held" if args["kind"] == "H" else f"{unit} gave no {'support' if args['kind'] == 'S' else 'convoy'}"


# --- everybody's ------------------------------------------------------------------------------------------------


def news_of_others(news: EventsByKind, reader: Seat | None) -> Iterator[str]:
    """Yield what happened to the others; a bystander is told of everybody."""
    taken = [args for args in news.args_of("centre") if reader is None or reader not in (args["seat"], args["from"])]
    fought = [args for args in taken if args["from"]]
    yield from capture_news(fought or ([] if reader else taken))
    yield from fight_news(
        [fight for fight in news.list_dislodgements() if reader not in (fight[0], fight[1]["seat"])], reader
    )
    yield from retreat_news([args for args in news.list_retreats() if args["seat"] != reader], reader)
    built, removed = (sum(args["seat"] != reader for args in news.args_of(kind)) for kind in ("build", "remove"))
    if built or removed:
        done = [f"built {count_things(built, 'unit')}"] * bool(built) + [f"removed {removed}"] * bool(removed)
        yield f"{'The others' if reader else 'The powers'} {join_english_list(done)}."


def capture_news(taken: Sequence[Args]) -> Iterator[str]:
    """Yield what powers took, power by power, the greatest gains first."""
    gains = group_centres(taken, "seat")
    most = sorted(gains, key=lambda power: -len(gains[power]))
    clauses = [
        f"{STYLES[power].name} took {describe_prizes([a for a in taken if a['seat'] == power])}" for power in most
    ]
    if clauses:
        yield f"{'; '.join(clauses[:MAX_TOLD])}{'; others took centres, too' if len(clauses) > MAX_TOLD else ''}."


def describe_prizes(taken: Sequence[Args]) -> str:
    """Centres and whose they were: "Belgium and Germany's Kiel and Munich"."""
    if len(taken) > MAX_TOLD:
        return count_things(len(taken), "centre")
    owners = group_centres(taken, "from").items()
    return join_english_list(
        [f"{STYLES[at].name}'s {join_english_list(some)}" if at else join_english_list(some) for at, some in owners]
    )


def group_centres(taken: Sequence[Args], key: str) -> dict[Seat, list[str]]:
    """The centres by who took or lost them; nobody's first."""
    found: dict[Seat, list[str]] = {}
    for args in sorted(taken, key=lambda args: str(args[key])):
        found.setdefault(args[key], []).append(location_label(args["centre"]))
    return found


def fight_news(fought: Sequence[tuple[Seat, Args]], reader: Seat | None) -> Iterator[str]:
    """Yield who drove whose units out, in one sentence for each victor."""
    for power in dict.fromkeys(power for power, _ in fought):
        units = [args for each, args in fought if each == power]
        driven = join_english_list([f"{possessive_name(args, reader)} {full_label(args['unit'])}" for args in units])
        lost = "; it can go nowhere" if len(units) == 1 and not units[0]["options"] else ""
        yield f"{'You' if power == reader else STYLES[power].name} drove {driven} out{lost}."


def retreat_news(done: Sequence[Args], reader: Seat | None) -> Iterator[str]:
    """Yield what became of dislodged units, in one sentence."""
    clauses = [
        f"{possessive_name(args, reader)} {full_label(args['unit'])} {describe_retreat(args)}"
        for args in done[:MAX_TOLD]
    ]
    if len(done) > MAX_TOLD:
        clauses.append("others retreated or were disbanded, too")
    if clauses:
        told = join_english_list(clauses)
        yield f"{told[:1].upper()}{told[1:]}."


def describe_retreat(args: Args) -> str:
    return f"retreated to {location_label(args['to'])}" if args["verdict"] == "succeeds" else "was disbanded"


def move_news(news: EventsByKind) -> Iterator[str]:
    """Yield how many moves got anywhere, if nothing more is to be told."""
    going = [args for args in news.args_of("order") if args["kind"] == "M"]
    arrived = sum(args["verdict"] == "succeeds" for args in going)
    if going:
        yield f"{'All' if arrived == len(going) else f'{arrived} of'} {count_things(len(going), 'move')} succeeded."


# --- how the reader stands --------------------------------------------------------------------------------------


def standing_news(view: DiplomacyState, seat: Seat | None) -> Iterator[str]:
    """The reader's centres and those of whoever leads."""
    if view.ranks is not None:
        return
    most = max(view.count_centres(power) for power in view.seats)
    leaders = [power for power in view.seats if view.count_centres(power) == most]
    names = [*(["You"] if seat in leaders else []), *(STYLES[power].name for power in leaders if power != seat)]
    leads = "leads" if len(leaders) == 1 and seat not in leaders else "lead"
    lead = (
        f"{join_english_list(names)} {leads} with {count_things(most, 'centre')}{' each' if len(leaders) > 1 else ''}."
    )
    own = seat and seat not in leaders and seat not in view.out
    yield f"You have {count_things(view.count_centres(seat), 'centre')}; {lead}" if seat and own else lead


def owed_news(view: DiplomacyState, seat: Seat | None) -> Iterator[str]:
    """Yield what the reader has to decide now, beside moves."""
    if seat is None or view.ranks is not None:
        return
    if view.kind == "retreat" and must_answer(view, seat):
        units = [unit_label(one.unit) for one in view.dislodged_of(seat) if one.options]
        yield f"{join_english_list(units)} must retreat."
    if view.kind == "adjustment" and usable_balance(view, seat):
        yield f"You {describe_adjustment(usable_balance(view, seat))}."
