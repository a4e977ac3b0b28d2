"""Events in words for people: every throw, every vote, every pawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Event
from engines.europa.state import State
from engines.europa.words import PAWNS, called, counted, upper
from engines.language.names import enumerated
from engines.palette import NAMES

MARKERS = {"T": "Tension", "W": "War"}
LOTS = {"order": "Dice for the order of play", "peace": "Dice between equals"}
VERDICTS = {
    "Total": "no quarrel is left on the continent, and the world comes to learn how it was done",
    "Decisive": "little is left to settle; give it a few generations, and all of Europe is one",
    "Fragile": "the union stands, but nobody can say whether it outlives the tensions around it",
    "Pyrrhic": "the elections were won and peace was lost; the next great war is only a matter of time",
}
"""What each of the four endings means (§5.12)."""
Args = Mapping[str, Any]
NAMED = 4
"""More countries than this are counted, not named."""


def told(view: State, event: Event) -> str:
    """An event as a sentence; "" for one that only tables show."""
    words = SENTENCES.get(event.kind)
    return upper(words(view, event.args)) if words else ""


def pawns(count: int) -> str:
    return counted(count, PAWNS)


def some(view: State, codes: Sequence[str]) -> str:
    """Countries by name or, if there are many, how many."""
    return (
        enumerated([view.country(code).spoken for code in codes]) if len(codes) <= NAMED else f"{len(codes)} countries"
    )


def points(count: int) -> str:
    return f"{count} Victory Point{'' if abs(count) == 1 else 's'}"


# --- the start of a turn -----------------------------------------------------------------------------------------


def lot(_: State, a: Args) -> str:
    thrown = ", ".join(f"{NAMES[seat]} {value}" for seat, value in a["dice"].items())
    return f"{LOTS[a['stream']]}: {thrown}."


def order(_: State, a: Args) -> str:
    return f"Order of play: {', '.join(NAMES[seat] for seat in a['order'])}."


def risk(view: State, a: Args) -> str:
    """One throw of the risks of war and what it did."""
    first, second = a["dice"]
    country = view.country(a["country"])
    head = f"{first} + {second} = {first + second}, {country.spoken}:"
    if a["safe"]:
        return f"{head} in the EU, nothing happens."
    changed = [f"{MARKERS[marker]} in {view.country(code).spoken}" for code, marker in a["changed"].items()]
    spill = " at War already, it spreads:" if a["country"] not in a["changed"] else ""
    return f"{head}{spill} {', '.join(changed) or 'no further change'}."


def level(_: State, a: Args) -> str:
    return f"The conflict level is {a['level']}."


# --- peace -------------------------------------------------------------------------------------------------------


def peace(_: State, a: Args) -> str:
    gave = ", ".join(f"{NAMES[seat]} {n}" for seat, n in a["commits"].items())
    result = "the peace succeeds, all conflicts end" if a["success"] else "the peace fails"
    return f"Given for peace: {gave}; {a['pool']} in all against a conflict level of {a['level']}: {result}."


def award(_: State, a: Args) -> str:
    verb = "gains" if a["vp"] > 0 else "loses"
    return f"{NAMES[a['seat']]} {verb} {points(abs(a['vp']))}."


def chooser(_: State, a: Args) -> str:
    return f"{NAMES[a['seat']]} gave most and decides what the {pawns(a['pool'])} end."


def ended(view: State, a: Args) -> str:
    return f"{MARKERS[a['marker']]} in {view.country(a['country']).spoken} ends for {pawns(a['cost'])}."


def left(_: State, a: Args) -> str:
    unused = f"{pawns(a['pool'])} left over are lost; " if a["pool"] else ""
    return f"{unused}the conflict level is now {a['level']}.".capitalize()


# --- pawns -------------------------------------------------------------------------------------------------------


def placements(view: State, seat: str, events: Sequence[Event]) -> str:
    """Where a party has placed its pawns, in order."""
    found: Counter[tuple[str, bool]] = Counter()
    for event in events:
        found[event.args.get("country", ""), event.args.get("given", True)] += event.args["count"]
    where = (placed(view, code, given, count) for (code, given), count in found.items())
    return f"{NAMES[seat]}: {', '.join(where)}."


def placed(view: State, code: str, given: bool, count: int) -> str:
    """Pawns in a country; those that no country was open for, if there is none."""
    if not code:
        return f"{pawns(count)} lost, since no country is open"
    return f"{pawns(count)} in {view.country(code).spoken}{'' if given else ' (by the default rule)'}"


# --- elections ---------------------------------------------------------------------------------------------------


def proposal(_: State, a: Args) -> str:
    """A vote, and why it was carried or not."""
    others = called(a["coalition"]) if a["coalition"] != [a["seat"]] else "itself alone"
    count = f"{a['votes']} of {a['total']} votes"
    if a["carried"]:
        return f"{NAMES[a['seat']]} proposes {others}: {count}, carried."
    why = [f"{called(a['refused'])} refused to join"] if a["refused"] else []
    why += ["no majority"] if 2 * a["votes"] <= a["total"] else []
    no = f"; No from {called(a['no'])}" if a["no"] else ""
    return f"{NAMES[a['seat']]} proposes {others}: {count}{no}; fails: {' and '.join(why)}."


def on_the_table(view: State, a: Args) -> str:
    country = view.country(a["country"]).spoken
    return f"{country}: {NAMES[a['seat']]} proposes {called(a['coalition'])}. The others present now answer."


def passed(_: State, a: Args) -> str:
    return f"{NAMES[a['seat']]} passes."


def joined(view: State, a: Args) -> str:
    each = " each" if len(a["coalition"]) > 1 else ""
    won = f"{a['pp']} Political Points and {points(a['vp'])}{each}"
    return f"{view.country(a['country']).spoken} joins the EU; {called(a['coalition'])} won: {won}."


def nationalists(view: State, a: Args) -> str:
    here = sum(a["pawns"].values())
    strongest = sum(sorted(a["pawns"].values(), reverse=True)[:3])
    why = "no pawns" if not here else "too few votes" if strongest < a["need"] else "no coalition was carried"
    return f"{view.country(a['country']).spoken}: nationalists ({why})."


def moves(view: State, events: Sequence[Event]) -> Iterator[str]:
    """Where the winners send a pawn, those together who send it to the same country."""
    sent: dict[str, list[str]] = {}
    for event in events:
        sent.setdefault(str(event.args["to"]), []).append(str(event.args["seat"]))
    for to, seats in sent.items():
        yield f"{called(seats)} {sending(view, to, len(seats))}."


def sending(view: State, to: str, count: int) -> str:
    """ "send a pawn each to Spain", "sends no pawn on"."""
    send, each = ("sends", "") if count == 1 else ("send", " each")
    return f"{send} a pawn{each} to {view.country(to).spoken}" if to else f"{send} no pawn on"


def no_election(view: State, a: Args) -> str:
    return f"{view.country(a['country']).spoken} is at War: no election this turn."


# --- the end -----------------------------------------------------------------------------------------------------


def resigned(_: State, a: Args) -> str:
    return f"{NAMES[a['seat']]} has resigned."


def president(_: State, a: Args) -> str:
    held = "is president" if len(a["seats"]) == 1 else "share the presidency"
    return f"{called(a['seats'])} {held}: most Political Points, {points(a['vp'])}."


def end(_: State, a: Args) -> str:
    best = [seat for seat, rank in a["ranks"].items() if rank == 1]
    table = ", ".join(f"{NAMES[seat]} {vp}" for seat, vp in sorted(a["vp"].items(), key=lambda each: -each[1]))
    scores = ", ".join(f"{NAMES[seat]} {score}" for seat, score in a["scores"].items())
    union = f"Conflict level {a['level']}, a {a['quality']} victory: {VERDICTS[a['quality']]}."
    won = "won" if len(best) == 1 else "share the first place"
    return f"{called(best)} {won}. Victory Points: {table}.\n{union}\nFor comparing games: {scores}."


SENTENCES: Mapping[str, Callable[[State, Args], str]] = {
    "lot": lot,
    "order": order,
    "risk": risk,
    "level": level,
    "peace": peace,
    "award": award,
    "nobody chooses": lambda _, __: "Nobody gave a pawn, so nothing ends.",
    "chooser": chooser,
    "ended": ended,
    "left": left,
    "proposal": proposal,
    "on the table": on_the_table,
    "passed": passed,
    "joined": joined,
    "nationalists": nationalists,
    "no election": no_election,
    "resigned": resigned,
    "president": president,
    "end": end,
}
THE_END, ELECTIONS, PEACE, TURN, PLACING = "The end", "Elections", "Peace", "The turn", "Placement"
HEADINGS = (THE_END, ELECTIONS, PEACE, "Elections called off", "Risks of war", PLACING, TURN)
"""The parts of a report, the most important first."""
SECTIONS: Mapping[str, str] = {
    **dict.fromkeys(("peace", "award", "nobody chooses", "chooser", "ended", "left"), PEACE),
    **dict.fromkeys(("placed", "lost"), PLACING),
    **dict.fromkeys(("proposal", "passed", "joined", "nationalists", "moved", "on the table"), ELECTIONS),
    **dict.fromkeys(("risk", "level"), "Risks of war"),
    **dict.fromkeys(("no election",), "Elections called off"),
    **dict.fromkeys(("president", "end"), THE_END),
}
"""The part that each event belongs to; others belong to the turn."""
