"""What was agreed about a game, changed while it runs: its pace, its zone, its quiet times, its rules, a line for each.
All are told, and the ledger has the lines with the reason.

A line is what opens a game, too: “PACE daily 20:00”, “ZONE Europe/Paris”, “QUIET sat, sun”, “GRACE 6 hours”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from engines import language
from engines.base import Engine
from pbem.limits import Limits
from pbem.models import Game, Player
from pbem.pace import Pace, PaceError, Quiet
from pbem.play import Refused, deadlines, games, master, people, phases, rules
from pbem.play.rules import Rules, rules_of
from pbem.play.tell import Kind, tell_all

CLOCK = re.compile(r"\s*(?P<what>pace|(game |time )?zone|quiet)\s+(?P<value>.+?)\s*", re.IGNORECASE)
"""The lines that are no rules."""
NEVER_QUIET = frozenset({"none", "never", "off", "no"})


@dataclass(frozen=True)
class Clock:
    """What lines that are no rules say: None for what they do not name."""

    pace: str | None = None
    zone: str | None = None
    quiet: tuple[str, ...] | None = None


def parted(text: str) -> tuple[Clock, str]:
    """What a text says of pace, zone and quiet times, and its other lines. Raises Refused "bad pace"."""
    clock: dict[str, str] = {}
    others: list[str] = []
    for line in text.splitlines():
        if match := CLOCK.fullmatch(line):
            clock[match["what"].lower().split()[-1]] = match["value"]
        else:
            others.append(line)
    quiet = quiet_times(clock["quiet"]) if "quiet" in clock else None
    return Clock(clock.get("pace"), clock.get("zone"), quiet), "\n".join(others)


def quiet_times(text: str) -> tuple[str, ...]:
    """Quiet times as a game keeps them; none, if the text says so. Raises Refused "bad pace"."""
    try:
        return () if text.strip(" .").lower() in NEVER_QUIET else Quiet.read(text).items
    except PaceError as error:
        raise Refused("bad pace", why=str(error)) from error


def written(game: Game) -> tuple[str, ...]:
    """All that was agreed, a line each."""
    return in_lines(games.engine(game), game.pace, game.zone, rules_of(game))


def in_lines(engine: Engine[Any], pace: str, zone: str, agreed: Rules) -> tuple[str, ...]:
    """The same of what a game is, or is to be, opened with."""
    clock = f"PACE {Pace.parse(pace)}", f"ZONE {zone}", f"QUIET {Quiet.parse(agreed.quiet) or 'none'}"
    return (*clock, *rules.written(agreed, engine.kinds))


def change(
    session: Session, game: Game, actor: Player | None, text: str, now: datetime, reason: str = ""
) -> tuple[str, ...]:
    """Changes what these lines say; the lines that are new.

    All or nothing. Raises Refused "not the master", "game over", "bad rules", "bad rule", "bad pace", "rule fixed" (of
    one that cannot change after the start), "nothing new"."""
    games.lock(session, game)
    master.allow(session, game, actor)
    if game.status == "finished":
        raise Refused("game over", slug=game.slug)
    before = written(game)
    clock, others = parted(text)
    put(session, game, clock, chosen(game, others), now)
    new = tuple(line for line in written(game) if line not in before)
    if not new:
        raise Refused("nothing new", slug=game.slug)
    entry = master.enter(session, game, actor, "changed the rules", now, reason, lines=list(new))
    session.flush()
    data = {"lines": list(new), "reason": people.one_line(reason, master.LONGEST_REASON)}
    tell_all(session, Kind.TERMS, game, f"terms:{entry.id}", phase=games.current(session, game), data=data, now=now)
    return new


def put(session: Session, game: Game, clock: Clock, new: Rules, now: datetime) -> None:
    """Gives a game what was chosen; its deadline moves only if that hangs on it."""
    old = rules_of(game)
    new = new if clock.quiet is None else replace(new, quiet=clock.quiet)
    timed = any(rule.group == "pace" and rule.says(old) != rule.says(new) for rule in rules.RULES)
    if clock.pace or clock.zone or timed or old.quiet != new.quiet:
        deadlines.repace(session, game, now, pace=clock.pace, zone=clock.zone, rules=new)
        return
    game.rules = rules.dumped(new)
    session.add(game)
    phase = games.current(session, game)
    if phase and not phase.resolved_at:
        phases.hurry(session, game, phase, now)


def chosen(game: Game, text: str) -> Rules:
    """The rules of a game with those that a text says. Raises Refused: see `change`."""
    engine, old = games.engine(game), rules_of(game)
    new = rules.read(text, engine.kinds, old)
    if new.press_kinds != old.press_kinds:
        new = replace(new, press_kinds=rules.with_press(new.press_kinds, engine))
    if game.status != "forming":
        refuse_fixed(old, new)
    return new


def refuse_fixed(old: Rules, new: Rules) -> None:
    for rule in rules.RULES:
        if rule.fixed and rule.says(old) != rule.says(new):
            raise Refused("rule fixed", rule=rule.word)


def opened(
    session: Session, engine_code: str, slug: str, text: str, lead: Player, zone: str, now: datetime, limits: Limits
) -> Game:
    """Opens a game as these lines say: the game's own options, and what is agreed as in `change`; the rest is usual.

    Raises Refused "no such engine", "bad lines" with what is neither, and what `games.create` raises."""
    options, clock, agreed = understood(games.named_engine(engine_code), text)
    return games.create(
        session,
        engine_code,
        options,
        slug=slug,
        master=lead,
        pace=clock.pace or "48h",
        zone=clock.zone or zone,
        rules=agreed,
        now=now,
        limits=limits,
    )


def understood(engine: Engine[Any], text: str) -> tuple[str, Clock, Rules]:
    """What lines that open a game say: its options, its clock and its rules. Raises Refused: see `opened`."""
    clock, others = parted(text)
    options, said = sorted_out(engine, others)
    agreed = replace(rules.read("\n".join(said), engine.kinds, rules.usual(engine)), quiet=clock.quiet or ())
    return "\n".join(options), clock, agreed


def sorted_out(engine: Engine[Any], text: str) -> tuple[Sequence[str], Sequence[str]]:
    """Which lines are options of the game, and which are rules. Raises Refused "bad lines"."""
    asks = replace(engine.setup, phrases={**engine.setup.phrases, **rules.PHRASES}), rules.ask(engine.kinds)
    found: tuple[list[str], list[str]] = [], []
    wrong: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        readings = [language.read(ask, line) for ask in asks]
        at = next((n for n, reading in enumerate(readings) if reading.orders), None)
        if at is None:
            told = [" ".join(remark.text for remark in reading.remarks) for reading in readings]
            wrong.append(f"“{line[:80]}”: {min(told, key=lambda text: not text or rules.LISTED in text)}")
        else:
            found[at].append(line)
    if wrong:
        raise Refused("bad lines", faults=wrong[: master.MOST_FAULTS])
    return found
