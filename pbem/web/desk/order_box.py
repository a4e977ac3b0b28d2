"""What is written into the box of a desk: read as a letter's lines are, and done by the same acts.

It takes every line that a letter takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from engines.language import LineVerdict, bounds
from engines.language.bounds import QUOTED, clip_text
from pbem.commands.context import Work
from pbem.commands.declarations import Utterance
from pbem.commands.handlers import COMMANDS
from pbem.commands.lines import WriterLine, fold_blanks
from pbem.commands.outcomes import (
    LineOutcome,
    carry_out_command,
    carry_out_lines,
    join_order_lines,
    no_end_outcome,
    not_ready_outcome,
)
from pbem.games import Refusal
from pbem.games.orders import orders
from pbem.games.orders.orders import Answer
from pbem.storage.models import Game, Seat
from pbem.web.desk import standing_orders
from pbem.web.desk.standing_orders import OrderRow
from pbem.web.http import access
from pbem.web.http.command_door import open_page_work
from pbem.web.http.cookies import fit_into_cookie

LONGEST = 600
"""Characters of why a line was not done, or of what it would bring."""
ANSWERED = 8
"""Questions that are answered while one types; of more it is told what they ask."""
MARKS = {"yes": "✓", "doubt": "!", "no": "✗", "ok": "✓", "instead": "→", "skip": "–"}


def read_box_lines(work: Work, text: str) -> Sequence[Utterance]:
    """Raises Refusal "text too long"."""
    if len(text) > bounds.TEXT:
        raise Refusal("text too long", length=len(text), longest=bounds.TEXT)
    return COMMANDS.parse_lines([WriterLine(fold_blanks(line)) for line in text.splitlines()], lambda: work.verbs)


# --- done ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BoxOutcome:
    """What came of a box. `fault`: why its orders were not even looked at; `answers` to its commands, each with whether
    it was done; `submission`: the number of the orders that were stored, 0 if none were; `keeps_seat`: whether its
    writer has to do with the seat after it."""

    fault: str
    answers: tuple[tuple[str, bool], ...]
    submission: int
    keeps_seat: bool

    @property
    def fits(self) -> bool:
        """Return whether the answers can travel to the next page."""
        return fit_into_cookie(text for text, _ in self.answers)


def do_box_lines(db: Session, game: Game, seat: Seat, text: str) -> BoxOutcome:
    """Does what the lines say. Raises Refusal "text too long"."""
    here = open_page_work(db, game, seat)
    here.saying = read_box_lines(here, text)
    found = carry_out_lines(here)
    fault = "" if here.submission else next((v.text for v in found if v.name == "orders"), "")
    told = tuple(describe_command_outcome(v) for v in found if v.name != "orders" and needs_telling(v))
    return BoxOutcome(fault, told, here.submission, here.can_speak_for_seat(seat))


def needs_telling(outcome: LineOutcome) -> bool:
    """Return whether anything is to be told of a line that is none of the game's."""
    return outcome.level != "skip" or outcome.name == "ignored"


def describe_command_outcome(outcome: LineOutcome) -> tuple[str, bool]:
    """Return what is told of a command by itself, and whether that is well."""
    if outcome.level == "ok":
        return outcome.text, True
    line, told = clip_text(outcome.said, QUOTED), explain_box_outcome(outcome)
    return access.say("page line told", line=line, told=told), outcome.level == "skip"


def explain_box_outcome(outcome: LineOutcome) -> str:
    told = access.say("page line not read", why=outcome.text) if outcome.level == "skip" else outcome.text
    return clip_text(told, LONGEST)


# --- foretold -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LineForecast:
    """What is told of a line while it is written: what was understood, with a mark and in words."""

    raw: str
    text: str
    mark: str
    words: str
    remarks: list[str]


def preview_box_lines(db: Session, game: Game, seat: Seat, text: str) -> tuple[list[LineForecast], Answer]:
    """Return what `do_box_lines` would say to each line, and to the orders together; nothing is stored. Questions are
    answered. Raises Refusal "not running", "no orders", "text too long", "too many orders"."""
    here = open_page_work(db, game, seat, lock=False)
    here.saying = read_box_lines(here, text)
    said = [one for one in here.saying if one.name == "orders"]
    answer = orders.judge_text(here.order_context, join_order_lines(said))[0]
    rows = [(said[min(v.at, len(said) - 1)].at if said else 0, forecast_order(answer, v)) for v in answer.verdicts]
    unread = any(row.mark == MARKS["no"] for _, row in rows) or any(keeps_ready_back(one) for one in here.saying)
    rows += [(one.at, forecast_command(here, one, unread)) for one in here.saying if one.name != "orders"]
    return [row for _, row in sorted(rows, key=lambda one: one[0])], answer


def keeps_ready_back(said: Utterance) -> bool:
    """Return whether a line alone, before it is done, keeps “ready” from acting."""
    if said.fault == "no end" or said.command is None:
        return said.fault == "no end"
    return said.command.instead


def forecast_order(answer: Answer, verdict: LineVerdict) -> LineForecast:
    row: OrderRow = standing_orders.build_verdict_row(answer, verdict)
    return LineForecast(
        verdict.raw, verdict.order_text, MARKS[row.mark], row.words, [remark.text for remark in row.remarks]
    )


def forecast_command(work: Work, said: Utterance, unread: bool) -> LineForecast:
    """Return what would come of a command: its help, if it is done; what only asks is answered at once."""
    command, raw = said.command, said.lines[0]
    if said.fault == "no end":
        outcome = no_end_outcome(work, said)
    elif command is None or (command.foretold and len(work.sections) < ANSWERED):
        outcome = carry_out_command(work, said)
    elif said.name == "ready" and unread:
        outcome = not_ready_outcome(work, said)
    else:
        outcome = LineOutcome(said.at, raw, "ok", said.help_text)
    told = explain_box_outcome(outcome).removeprefix(f"{raw}\n")
    return LineForecast(
        raw, said.name if outcome.level == "ok" else "", MARKS[outcome.level], clip_text(raw, QUOTED), [told]
    )
