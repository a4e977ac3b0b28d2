"""Events in words for people: every throw, every vote, every pawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engines.base import Event
from engines.europa.state import EuropaState
from engines.europa.words import PAWNS, capitalize_first, count_with_unit, name_parties
from engines.language.names import join_english_list
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
MOST_COUNTRIES_NAMED = 4
"""More countries than this are counted, not named."""


def tell_europa_event(view: EuropaState, event: Event) -> str:
    """An event as a sentence; "" for one that only tables show."""
    words = SENTENCES.get(event.kind)
    return capitalize_first(words(view, event.args)) if words else ""


def pawns_text(count: int) -> str:
    return count_with_unit(count, PAWNS)


def name_countries(view: EuropaState, codes: Sequence[str]) -> str:
    """Countries by name or, if there are many, how many."""
    return (
        join_english_list([view.get_country(code).spoken_name for code in codes])
        if len(codes) <= MOST_COUNTRIES_NAMED
        else f"{len(codes)} countries"
    )


def victory_points_text(count: int) -> str:
    return f"{count} Victory Point{'' if abs(count) == 1 else 's'}"


# --- the start of a turn -----------------------------------------------------------------------------------------


def lot_sentence(_: EuropaState, a: Args) -> str:
    thrown = ", ".join(f"{NAMES[seat]} {value}" for seat, value in a["dice"].items())
    return f"{LOTS[a['stream']]}: {thrown}."


def play_order_sentence(_: EuropaState, a: Args) -> str:
    return f"Order of play: {', '.join(NAMES[seat] for seat in a['order'])}."


def risk_sentence(view: EuropaState, a: Args) -> str:
    """One throw of the risks of war and what it did."""
    first, second = a["dice"]
    country = view.get_country(a["country"])
    head = f"{first} + {second} = {first + second}, {country.spoken_name}:"
    if a["safe"]:
        return f"{head} in the EU, nothing happens."
    changed = [f"{MARKERS[marker]} in {view.get_country(code).spoken_name}" for code, marker in a["changed"].items()]
    spill = " at War already, it spreads:" if a["country"] not in a["changed"] else ""
    return f"{head}{spill} {', '.join(changed) or 'no further change'}."


def conflict_level_sentence(_: EuropaState, a: Args) -> str:
    return f"The conflict level is {a['level']}."


# --- peace -------------------------------------------------------------------------------------------------------


def peace_sentence(_: EuropaState, a: Args) -> str:
    gave = ", ".join(f"{NAMES[seat]} {n}" for seat, n in a["commits"].items())
    result = "the peace succeeds, all conflicts end" if a["success"] else "the peace fails"
    return f"Given for peace: {gave}; {a['pool']} in all against a conflict level of {a['level']}: {result}."


def award_sentence(_: EuropaState, a: Args) -> str:
    verb = "gains" if a["vp"] > 0 else "loses"
    return f"{NAMES[a['seat']]} {verb} {victory_points_text(abs(a['vp']))}."


def chooser_sentence(_: EuropaState, a: Args) -> str:
    return f"{NAMES[a['seat']]} gave most and decides what the {pawns_text(a['pool'])} end."


def conflict_end_sentence(view: EuropaState, a: Args) -> str:
    return f"{MARKERS[a['marker']]} in {view.get_country(a['country']).spoken_name} ends for {pawns_text(a['cost'])}."


def pool_left_sentence(_: EuropaState, a: Args) -> str:
    unused = f"{pawns_text(a['pool'])} left over are lost; " if a["pool"] else ""
    return f"{unused}the conflict level is now {a['level']}.".capitalize()


# --- pawns -------------------------------------------------------------------------------------------------------


def placements_sentence(view: EuropaState, seat: str, events: Sequence[Event]) -> str:
    """Return where a party has placed its pawns, in order."""
    found: Counter[tuple[str, bool]] = Counter()
    for event in events:
        found[event.args.get("country", ""), event.args.get("given", True)] += event.args["count"]
    where = (pawns_placed_text(view, code, given, count) for (code, given), count in found.items())
    return f"{NAMES[seat]}: {', '.join(where)}."


def pawns_placed_text(view: EuropaState, code: str, given: bool, count: int) -> str:
    """Pawns in a country; those that no country was open for, if there is none."""
    if not code:
        return f"{pawns_text(count)} lost, since no country is open"
    return f"{pawns_text(count)} in {view.get_country(code).spoken_name}{'' if given else ' (by the default rule)'}"


# --- elections ---------------------------------------------------------------------------------------------------


def proposal_sentence(_: EuropaState, a: Args) -> str:
    """A vote, and why it was carried or not."""
    others = name_parties(a["coalition"]) if a["coalition"] != [a["seat"]] else "itself alone"
    count = f"{a['votes']} of {a['total']} votes"
    if a["carried"]:
        return f"{NAMES[a['seat']]} proposes {others}: {count}, carried."
    why = [f"{name_parties(a['refused'])} refused to join"] if a["refused"] else []
    why += ["no majority"] if 2 * a["votes"] <= a["total"] else []
    no = f"; No from {name_parties(a['no'])}" if a["no"] else ""
    return f"{NAMES[a['seat']]} proposes {others}: {count}{no}; fails: {' and '.join(why)}."


def open_proposal_sentence(view: EuropaState, a: Args) -> str:
    country = view.get_country(a["country"]).spoken_name
    return f"{country}: {NAMES[a['seat']]} proposes {name_parties(a['coalition'])}. The others present now answer."


def pass_sentence(_: EuropaState, a: Args) -> str:
    return f"{NAMES[a['seat']]} passes."


def joining_sentence(view: EuropaState, a: Args) -> str:
    each = " each" if len(a["coalition"]) > 1 else ""
    won = f"{a['pp']} Political Points and {victory_points_text(a['vp'])}{each}"
    return f"{view.get_country(a['country']).spoken_name} joins the EU; {name_parties(a['coalition'])} won: {won}."


def nationalists_sentence(view: EuropaState, a: Args) -> str:
    here = sum(a["pawns"].values())
    strongest = sum(sorted(a["pawns"].values(), reverse=True)[:3])
    why = "no pawns" if not here else "too few votes" if strongest < a["need"] else "no coalition was carried"
    return f"{view.get_country(a['country']).spoken_name}: nationalists ({why})."


def move_sentences(view: EuropaState, events: Sequence[Event]) -> Iterator[str]:
    """Yield where the winners send a pawn, those together who send it to the same country."""
    sent: dict[str, list[str]] = {}
    for event in events:
        sent.setdefault(str(event.args["to"]), []).append(str(event.args["seat"]))
    for to, seats in sent.items():
        yield f"{name_parties(seats)} {sending_text(view, to, len(seats))}."


def sending_text(view: EuropaState, to: str, count: int) -> str:
    """ "send a pawn each to Spain", "sends no pawn on"."""
    send, each = ("sends", "") if count == 1 else ("send", " each")
    return f"{send} a pawn{each} to {view.get_country(to).spoken_name}" if to else f"{send} no pawn on"


def no_election_sentence(view: EuropaState, a: Args) -> str:
    return f"{view.get_country(a['country']).spoken_name} is at War: no election this turn."


# --- the end -----------------------------------------------------------------------------------------------------


def resignation_sentence(_: EuropaState, a: Args) -> str:
    return f"{NAMES[a['seat']]} has resigned."


def president_sentence(_: EuropaState, a: Args) -> str:
    held = "is president" if len(a["seats"]) == 1 else "share the presidency"
    return f"{name_parties(a['seats'])} {held}: most Political Points, {victory_points_text(a['vp'])}."


def europa_end_sentence(_: EuropaState, a: Args) -> str:
    best = [seat for seat, rank in a["ranks"].items() if rank == 1]
    table = ", ".join(f"{NAMES[seat]} {vp}" for seat, vp in sorted(a["vp"].items(), key=lambda each: -each[1]))
    scores = ", ".join(f"{NAMES[seat]} {score}" for seat, score in a["scores"].items())
    union = f"Conflict level {a['level']}, a {a['quality']} victory: {VERDICTS[a['quality']]}."
    won = "won" if len(best) == 1 else "share the first place"
    return f"{name_parties(best)} {won}. Victory Points: {table}.\n{union}\nFor comparing games: {scores}."


SENTENCES: Mapping[str, Callable[[EuropaState, Args], str]] = {
    "lot": lot_sentence,
    "order": play_order_sentence,
    "risk": risk_sentence,
    "level": conflict_level_sentence,
    "peace": peace_sentence,
    "award": award_sentence,
    "nobody chooses": lambda _, __: "Nobody gave a pawn, so nothing ends.",
    "chooser": chooser_sentence,
    "ended": conflict_end_sentence,
    "left": pool_left_sentence,
    "proposal": proposal_sentence,
    "on the table": open_proposal_sentence,
    "passed": pass_sentence,
    "joined": joining_sentence,
    "nationalists": nationalists_sentence,
    "no election": no_election_sentence,
    "resigned": resignation_sentence,
    "president": president_sentence,
    "end": europa_end_sentence,
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
