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
from pbem.games import Refusal, games, rules
from pbem.games.leading import master
from pbem.games.notify import Kind, queue_to_all
from pbem.games.people import people
from pbem.games.phases import deadlines, phases
from pbem.games.rules import Rules, rules_of
from pbem.pace import Pace, PaceError, QuietTimes
from pbem.settings.limits import Limits
from pbem.storage.models import Game, Player

CLOCK_LINE = re.compile(r"\s*(?P<what>pace|(game |time )?zone|quiet)\s+(?P<value>.+?)\s*", re.IGNORECASE)
"""The lines that are no rules."""
NEVER_QUIET = frozenset({"none", "never", "off", "no"})


@dataclass(frozen=True)
class ClockTerms:
    """What lines that are no rules say: None for what they do not name."""

    pace: str | None = None
    zone: str | None = None
    quiet: tuple[str, ...] | None = None


def split_clock_lines(text: str) -> tuple[ClockTerms, str]:
    """Return what a text says of pace, zone and quiet times, and its other lines. Raises Refusal "bad pace"."""
    clock: dict[str, str] = {}
    others: list[str] = []
    for line in text.splitlines():
        if match := CLOCK_LINE.fullmatch(line):
            clock[match["what"].lower().split()[-1]] = match["value"]
        else:
            others.append(line)
    quiet = parse_quiet_times(clock["quiet"]) if "quiet" in clock else None
    return ClockTerms(clock.get("pace"), clock.get("zone"), quiet), "\n".join(others)


def parse_quiet_times(text: str) -> tuple[str, ...]:
    """Quiet times as a game keeps them; none, if the text says so. Raises Refusal "bad pace"."""
    try:
        return () if text.strip(" .").lower() in NEVER_QUIET else QuietTimes.parse_line(text).item_texts
    except PaceError as error:
        raise Refusal("bad pace", why=str(error)) from error


def format_terms(game: Game) -> tuple[str, ...]:
    """All that was agreed, a line each."""
    return format_terms_lines(games.get_engine(game), game.pace, game.zone, rules_of(game))


def format_terms_lines(engine: Engine[Any], pace: str, zone: str, agreed: Rules) -> tuple[str, ...]:
    """The same of what a game is, or is to be, opened with."""
    clock = f"PACE {Pace.parse(pace)}", f"ZONE {zone}", f"QUIET {QuietTimes.parse(agreed.quiet) or 'none'}"
    return (*clock, *rules.format_rules(agreed, engine.kinds))


def change_terms(
    session: Session, game: Game, actor: Player | None, text: str, now: datetime, reason: str = ""
) -> tuple[str, ...]:
    """Changes what these lines say; the lines that are new.

    All or nothing. Raises Refusal "not the master", "game over", "bad rules", "bad rule", "bad pace", "rule fixed" (of
    one that cannot change after the start), "nothing new"."""
    games.lock_game(session, game)
    master.check_leads_game(session, game, actor)
    if game.status == "finished":
        raise Refusal("game over", slug=game.slug)
    before = format_terms(game)
    clock, others = split_clock_lines(text)
    apply_terms(session, game, clock, parse_changed_rules(game, others), now)
    new = tuple(line for line in format_terms(game) if line not in before)
    if not new:
        raise Refusal("nothing new", slug=game.slug)
    entry = master.enter_act(session, game, actor, "changed the rules", now, reason, lines=list(new))
    session.flush()
    data = {"lines": list(new), "reason": people.clean_text_line(reason, master.LONGEST_REASON)}
    queue_to_all(
        session,
        Kind.TERMS,
        game,
        f"terms:{entry.id}",
        phase=games.find_current_phase(session, game),
        data=data,
        now=now,
    )
    return new


def apply_terms(session: Session, game: Game, clock: ClockTerms, new: Rules, now: datetime) -> None:
    """Gives a game what was chosen; its deadline moves only if that hangs on it."""
    old = rules_of(game)
    new = new if clock.quiet is None else replace(new, quiet=clock.quiet)
    timed = any(rule.group == "pace" and rule.says(old) != rule.says(new) for rule in rules.RULES)
    if clock.pace or clock.zone or timed or old.quiet != new.quiet:
        deadlines.change_pace(session, game, now, pace=clock.pace, zone=clock.zone, rules=new)
        return
    game.rules = rules.dump_rules(new)
    session.add(game)
    phase = games.find_current_phase(session, game)
    if phase and not phase.resolved_at:
        phases.refresh_alarm(session, game, phase, now)


def parse_changed_rules(game: Game, text: str) -> Rules:
    """The rules of a game with those that a text says. Raises Refusal: see `change_terms`."""
    engine, old = games.get_engine(game), rules_of(game)
    new = rules.parse_rules(text, engine.kinds, old)
    if new.press_kinds != old.press_kinds:
        new = replace(new, press_kinds=rules.resolve_press_kinds(new.press_kinds, engine))
    if game.status != "forming":
        refuse_fixed_rules(old, new)
    return new


def refuse_fixed_rules(old: Rules, new: Rules) -> None:
    for rule in rules.RULES:
        if rule.fixed and rule.says(old) != rule.says(new):
            raise Refusal("rule fixed", rule=rule.word)


def create_game(
    session: Session, engine_code: str, slug: str, text: str, lead: Player, zone: str, now: datetime, limits: Limits
) -> Game:
    """Opens a game as these lines say: the game's own options, and what is agreed as in `change_terms`; the rest is
    usual.

    Raises Refusal "no such engine", "bad lines" with what is neither, and what `games.insert_game` raises."""
    options, clock, agreed = parse_opening_lines(games.get_engine_by_code(engine_code), text)
    return games.insert_game(
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


def parse_opening_lines(engine: Engine[Any], text: str) -> tuple[str, ClockTerms, Rules]:
    """Return what lines that open a game say: its options, its clock and its rules. Raises Refusal: see
    `create_game`."""
    clock, others = split_clock_lines(text)
    options, said = sort_opening_lines(engine, others)
    agreed = replace(
        rules.parse_rules("\n".join(said), engine.kinds, rules.usual_rules(engine)), quiet=clock.quiet or ()
    )
    return "\n".join(options), clock, agreed


def sort_opening_lines(engine: Engine[Any], text: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return which lines are options of the game, and which are rules. Raises Refusal "bad lines"."""
    asks = (
        replace(engine.setup, phrases={**engine.setup.phrases, **rules.PHRASES}),
        rules.build_rules_grammar(engine.kinds),
    )
    found: tuple[list[str], list[str]] = [], []
    wrong: list[str] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        readings = [language.parse_orders(grammar, line) for grammar in asks]
        at = next((n for n, reading in enumerate(readings) if reading.orders), None)
        if at is None:
            told = [" ".join(remark.text for remark in reading.remarks) for reading in readings]
            wrong.append(f"“{line[:80]}”: {min(told, key=lambda text: not text or rules.HELP_CREATE_HINT in text)}")
        else:
            found[at].append(line)
    if wrong:
        raise Refusal("bad lines", faults=wrong[: master.MOST_FAULTS])
    return found
