"""Why an order came out as it did, in the vocabulary of `units.Outcome`. Asked for after a phase is resolved."""

from __future__ import annotations

from engines.diplomacy.legality import legal
from engines.diplomacy.questions import Phase
from engines.diplomacy.units import Command, Outcome, Province, province


def outcome(phase: Phase, at: Province, command: Command, dislodged_by: Province) -> Outcome:
    """What became of the command of the unit in a province; `dislodged_by`: where it was dislodged from, "" if not."""
    if reason := legal(phase.board, phase.units, phase.units[at], command):
        return Outcome("invalid", dislodged_by=dislodged_by, note=reason)
    if command.kind == "M":
        return move(phase, at, dislodged_by)
    if command.kind == "S":
        return support(phase, at, command, dislodged_by)
    if command.kind == "C":
        return convoy(phase, command, dislodged_by)
    return Outcome("dislodged" if dislodged_by else "succeeds", by=given_by(dislodged_by), dislodged_by=dislodged_by)


def given_by(at: Province) -> tuple[Province, ...]:
    """The province as a tuple, () if there is none."""
    return (at,) if at else ()


def move(phase: Phase, at: Province, dislodged_by: Province) -> Outcome:
    """A move with the strengths that decided it. A bounce names all that were at least as strong."""
    there = phase.orders.goal[at]
    if at in phase.orders.by_sea and not phase.crosses(at):
        return broken_convoy(phase, at, dislodged_by)
    (strength, _), (hold, _) = phase.clash(at, there)
    against = {there: hold} if there in phase.units else {}
    against |= {rival: phase.prevents(rival)[0] for rival in phase.orders.entering[there] if rival != at}
    most = max(against.values(), default=0)
    if phase.arrives(at):
        return Outcome("succeeds", strength=strength, against=most)
    by = tuple(rival for rival, theirs in against.items() if theirs >= strength)
    own = there in by and phase.units[at].seat == phase.units[there].seat
    return Outcome("bounced", by, strength, most, dislodged_by, "own unit" if own else "")


def broken_convoy(phase: Phase, at: Province, dislodged_by: Province) -> Outcome:
    """An army whose convoy is not ordered, broken by the units `by`, or part of a paradox."""
    fleets = phase.orders.by_sea[at]
    by = tuple(mover for fleet in fleets for mover in phase.orders.entering.get(fleet, ()) if phase.arrives(mover))
    note = "disrupted" if by else "paradox" if phase.judge_crossing(at) else "not ordered"
    return Outcome("no convoy", by, dislodged_by=dislodged_by, note=note)


def support(phase: Phase, at: Province, command: Command, dislodged_by: Province) -> Outcome:
    """A support: given, cut, dislodged by the very unit it was aimed at, or of an order not given."""
    if at not in phase.orders.into:
        return Outcome("void", dislodged_by=dislodged_by, note=unmatched(phase, command))
    if phase.given(at):
        return Outcome("succeeds", dislodged_by=dislodged_by)
    by = tuple(attacker for attacker in phase.orders.entering.get(at, ()) if cuts(phase, attacker, at))
    return (
        Outcome("cut", by, dislodged_by=dislodged_by)
        if by
        else Outcome("dislodged", (dislodged_by,), 0, 0, dislodged_by)
    )


def cuts(phase: Phase, attacker: Province, at: Province) -> bool:
    """Whether an attack alone, without dislodging, cuts the support of the unit in `at`."""
    orders, units = phase.orders, phase.units
    foreign = units[attacker].seat != units[at].seat and attacker != orders.into[at]
    return foreign and (attacker not in orders.by_sea or bool(phase.crosses(attacker)))


def unmatched(phase: Phase, command: Command) -> str:
    """What the unit that was to be supported did instead: "moves" or "holds"."""
    return "moves" if command.helped in phase.orders.goal else "holds"


def convoy(phase: Phase, command: Command, dislodged_by: Province) -> Outcome:
    """A convoy: carried, dislodged, not needed, broken elsewhere, or of a move not ordered."""
    army, orders = command.helped, phase.orders
    if orders.goal.get(army) != province(command.target):
        return Outcome("void", dislodged_by=dislodged_by, note=unmatched(phase, command))
    if dislodged_by:
        return Outcome("dislodged", (dislodged_by,), dislodged_by=dislodged_by)
    if army not in orders.by_sea:
        return Outcome("available", note="by land")
    return Outcome("succeeds") if phase.crosses(army) else idle_fleet(broken_convoy(phase, army, ""))


def idle_fleet(broken: Outcome) -> Outcome:
    """A fleet that held its place in a convoy that did not come about: it was available, but in a paradox."""
    return broken if broken.note == "paradox" else Outcome("available", broken.by, note=broken.note)
