"""Why an order came out as it did, in the vocabulary of `units.CommandOutcome`. Asked for after a phase is resolved."""

from __future__ import annotations

from engines.diplomacy.legality import why_illegal
from engines.diplomacy.questions import MovementQuestions
from engines.diplomacy.units import CommandOutcome, Province, UnitCommand, province_of


def explain_outcome(
    phase: MovementQuestions, at: Province, command: UnitCommand, dislodged_by: Province
) -> CommandOutcome:
    """Return what became of the command of the unit in a province; `dislodged_by`: where it was dislodged from, "" if
    not."""
    if reason := why_illegal(phase.board, phase.units, phase.units[at], command):
        return CommandOutcome("invalid", dislodged_by=dislodged_by, note=reason)
    if command.kind == "M":
        return explain_move(phase, at, dislodged_by)
    if command.kind == "S":
        return explain_support(phase, at, command, dislodged_by)
    if command.kind == "C":
        return explain_convoy(phase, command, dislodged_by)
    return CommandOutcome(
        "dislodged" if dislodged_by else "succeeds", by=province_tuple(dislodged_by), dislodged_by=dislodged_by
    )


def province_tuple(at: Province) -> tuple[Province, ...]:
    """The province as a tuple, () if there is none."""
    return (at,) if at else ()


def explain_move(phase: MovementQuestions, at: Province, dislodged_by: Province) -> CommandOutcome:
    """A move with the strengths that decided it. A bounce names all that were at least as strong."""
    there = phase.orders.goal[at]
    if at in phase.orders.by_sea and not phase.convoy_holds(at):
        return explain_broken_convoy(phase, at, dislodged_by)
    (strength, _), (hold, _) = phase.clash_strengths(at, there)
    against = {there: hold} if there in phase.units else {}
    against |= {rival: phase.prevent_strength(rival)[0] for rival in phase.orders.entering[there] if rival != at}
    most = max(against.values(), default=0)
    if phase.move_arrives(at):
        return CommandOutcome("succeeds", strength=strength, against=most)
    by = tuple(rival for rival, theirs in against.items() if theirs >= strength)
    own = there in by and phase.units[at].seat == phase.units[there].seat
    return CommandOutcome("bounced", by, strength, most, dislodged_by, "own unit" if own else "")


def explain_broken_convoy(phase: MovementQuestions, at: Province, dislodged_by: Province) -> CommandOutcome:
    """An army whose convoy is not ordered, broken by the units `by`, or part of a paradox."""
    fleets = phase.orders.by_sea[at]
    by = tuple(mover for fleet in fleets for mover in phase.orders.entering.get(fleet, ()) if phase.move_arrives(mover))
    note = "disrupted" if by else "paradox" if phase.judge_crossing(at) else "not ordered"
    return CommandOutcome("no convoy", by, dislodged_by=dislodged_by, note=note)


def explain_support(
    phase: MovementQuestions, at: Province, command: UnitCommand, dislodged_by: Province
) -> CommandOutcome:
    """A support: given, cut, dislodged by the very unit it was aimed at, or of an order not given."""
    if at not in phase.orders.into:
        return CommandOutcome("void", dislodged_by=dislodged_by, note=unmatched_note(phase, command))
    if phase.support_holds(at):
        return CommandOutcome("succeeds", dislodged_by=dislodged_by)
    by = tuple(attacker for attacker in phase.orders.entering.get(at, ()) if cuts_support(phase, attacker, at))
    return (
        CommandOutcome("cut", by, dislodged_by=dislodged_by)
        if by
        else CommandOutcome("dislodged", (dislodged_by,), 0, 0, dislodged_by)
    )


def cuts_support(phase: MovementQuestions, attacker: Province, at: Province) -> bool:
    """Return whether an attack alone, without dislodging, cuts the support of the unit in `at`."""
    orders, units = phase.orders, phase.units
    foreign = units[attacker].seat != units[at].seat and attacker != orders.into[at]
    return foreign and (attacker not in orders.by_sea or bool(phase.convoy_holds(attacker)))


def unmatched_note(phase: MovementQuestions, command: UnitCommand) -> str:
    """Return what the unit that was to be supported did instead: "moves" or "holds"."""
    return "moves" if command.helped in phase.orders.goal else "holds"


def explain_convoy(phase: MovementQuestions, command: UnitCommand, dislodged_by: Province) -> CommandOutcome:
    """A convoy: carried, dislodged, not needed, broken elsewhere, or of a move not ordered."""
    army, orders = command.helped, phase.orders
    if orders.goal.get(army) != province_of(command.target):
        return CommandOutcome("void", dislodged_by=dislodged_by, note=unmatched_note(phase, command))
    if dislodged_by:
        return CommandOutcome("dislodged", (dislodged_by,), dislodged_by=dislodged_by)
    if army not in orders.by_sea:
        return CommandOutcome("available", note="by land")
    return (
        CommandOutcome("succeeds")
        if phase.convoy_holds(army)
        else explain_idle_fleet(explain_broken_convoy(phase, army, ""))
    )


def explain_idle_fleet(broken: CommandOutcome) -> CommandOutcome:
    """A fleet that held its place in a convoy that did not come about: it was available, but in a paradox."""
    return broken if broken.note == "paradox" else CommandOutcome("available", broken.by, note=broken.note)
