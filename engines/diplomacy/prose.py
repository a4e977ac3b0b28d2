"""Sentences about what happened: the one place where events of Diplomacy become English (§15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engines.base import Event, Seat
from engines.diplomacy.data import STANDARD
from engines.diplomacy.lexicon import full_label, join_province_names, location_label
from engines.diplomacy.units import Province, province_of
from engines.language.names import join_english_list

Args = Mapping[str, Any]
DEEDS = {"H": "holds", "M": "moves", "S": "supports", "C": "convoys"}


def describe_order(args: Args) -> str:
    """An order in plain language: "Army Marseilles supports Army Paris to Burgundy"."""
    unit, to = full_label(args["unit"]), f" to {location_label(args['to'])}" if args["to"] else ""
    if args["kind"] == "M":
        return f"{unit}{to}{' by convoy' if ' VIA' in args['order'] else ''}"
    return f"{unit} holds" if args["kind"] == "H" else f"{unit} {DEEDS[args['kind']]} {full_label(args['helped'])}{to}"


def describe_reason(args: Args) -> str:
    """Return why an order came out so: "bounced: strength 1 against 1 of A MUN"."""
    words = VERDICTS[args["verdict"]](args)
    if args["dislodged_by"] and args["verdict"] != "dislodged":
        return f"{words}; dislodged by the attack from {location_label(args['dislodged_by'])}"
    return words


def succeeds_reason(args: Args) -> str:
    return DEEDS[args["kind"]]


def bounced_reason(args: Args) -> str:
    if args["note"] == "own unit":
        return f"bounced: does not dislodge its own side in {location_label(province_of(args['to']))}"
    if not args["by"]:
        return "bounced"
    return f"bounced: strength {args['strength']} against {args['against']} of {name_provinces(args['by'])}"


def cut_reason(args: Args) -> str:
    return f"cut by the attack from {name_provinces(args['by'])}"


def dislodged_reason(args: Args) -> str:
    return f"dislodged by the attack from {location_label(args['dislodged_by'])}"


def void_reason(args: Args) -> str:
    other = full_label(args["helped"])
    if args["kind"] == "C" or (args["to"] and args["note"] == "holds"):
        return f"void: {other} was not ordered to go there"
    return f"void: {other} moves elsewhere" if args["to"] else f"void: {other} moves"


def no_convoy_reason(args: Args) -> str:
    why = {
        "disrupted": f"the convoy was broken from {name_provinces(args['by'])}",
        "paradox": "its convoy is part of a paradox",
        "not ordered": "no fleets were ordered to convoy it",
    }
    return f"no convoy: {why[args['note']]}"


def available_reason(args: Args) -> str:
    why = {
        "by land": f"{full_label(args['helped'])} goes by land",
        "disrupted": f"the convoy was broken from {name_provinces(args['by'])}",
        "not ordered": "no whole chain of fleets was ordered to convoy",
    }
    return f"ready to convoy: {why[args['note']]}"


def invalid_reason(args: Args) -> str:
    return f"invalid: {args['note']}"


VERDICTS = {
    "succeeds": succeeds_reason,
    "bounced": bounced_reason,
    "cut": cut_reason,
    "dislodged": dislodged_reason,
    "void": void_reason,
    "no convoy": no_convoy_reason,
    "available": available_reason,
    "invalid": invalid_reason,
}


def name_provinces(codes: Iterable[Province]) -> str:
    return join_province_names(codes)


# --- retreats and winter ----------------------------------------------------------------------------------------


def retreat_order(args: Args) -> str:
    """Return what was ordered for a dislodged unit, or became of it, in plain language."""
    to = args["to"]
    return (
        f"{full_label(args['unit'])} "
        f"{f'retreats to {location_label(to)}' if to and to != 'DISBAND' else 'is disbanded'}"
    )


def retreat_reason(args: Args) -> str:
    """Return what became of a dislodged unit, and why."""
    if args["verdict"] == "succeeds":
        return "retreats"
    return {
        "clash": f"disbanded: {name_provinces(args['by'])} retreats there too"
        if args["by"]
        else "disbanded: cannot go there",
        "no place": "disbanded: it could go nowhere",
        "ordered": "disbanded as ordered",
        "no order": "disbanded: no order came",
    }[args["note"]]


def build_reason(event: Event) -> str:
    """Return what was built or removed, and on whose word."""
    if event.kind == "build":
        return "built"
    if event.kind == "waive":
        return "as ordered" if event.args["note"] == "ordered" else "no order came"
    return "removed as ordered" if event.args["note"] == "ordered" else "removed by the rule of civil disorder"


def build_text(event: Event) -> str:
    """The order that was carried out, as it would be written."""
    if event.kind == "waive":
        count = event.args["count"]
        return "WAIVE" if count == 1 else f"WAIVE × {count}"
    return f"{'BUILD' if event.kind == 'build' else 'REMOVE'} {event.args['unit']}"


def winter_order(event: Event) -> str:
    """A build or a removal in plain language."""
    if event.kind == "waive":
        return f"{count_things(event.args['count'], 'build')} not used"
    return full_label(event.args["unit"])


def describe_adjustment(owed: int) -> str:
    """Return what a power may build or must remove."""
    return f"may build {count_things(owed, 'unit')}" if owed > 0 else f"must remove {count_things(-owed, 'unit')}"


def count_things(count: int, thing: str) -> str:
    """ "1 unit", "2 units"."""
    return f"{count} {thing}{'s' * (count != 1)}"


# --- centres and the end ----------------------------------------------------------------------------------------


def describe_capture(args: Args) -> str:
    before = f" from {args['from'].title()}" if args["from"] else ""
    return f"{args['seat'].title()} takes {STANDARD.places[args['centre']].name}{before}."


def describe_diplomacy_end(args: Args, reader: Seat | None = None) -> str:
    """Return how the game ended."""
    one = len(args["seats"]) == 1 and reader not in args["seats"]
    who = join_english_list(["you" if seat == reader else seat.title() for seat in args["seats"]])
    how = {
        "victory": f"{who[:1].upper()}{who[1:]} {'has' if one else 'have'} won with {args['centres']} centres.",
        "end year": f"The last year is over; {who} {'leads' if one else 'lead'} with {args['centres']} centres.",
        "no units": "No unit is left on the board.",
    }
    return how[args["how"]]
