"""What is written into the box of a desk: read as a letter's lines are, and done by the same acts.

What a desk has a better place for is not done from the box; it is said where (`Command.elsewhere`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from engines.language import Verdict, bounds
from engines.language.bounds import QUOTED, clipped
from pbem.mail import own, proof
from pbem.mail.acts import COMMANDS
from pbem.mail.commands import Said
from pbem.mail.identity import Writer
from pbem.mail.outcomes import AWAITED, Outcome, act, by_line, joined, no_end, not_ready
from pbem.mail.work import Work
from pbem.models import Game, Seat
from pbem.play import Refused, orders
from pbem.play.orders import Answer
from pbem.web import access, standing
from pbem.web.standing import Row

LONGEST = 600
"""Characters of one answer."""
ROOM = 1_800
"""Bytes of all answers together: they travel to the next page in a cookie, and no browser keeps one of 4 kB."""
ANSWERED = 8
"""Questions that are answered while one types; of more it is told what they ask."""
MARKS = {"yes": "✓", "doubt": "!", "no": "✗", "ok": "✓", "instead": "→", "skip": "–"}


def work(db: Session, game: Game, seat: Seat) -> Work:
    """The words of a box, none of them read yet."""
    stands_in = access.deputy(db, game)
    deputy = stands_in[0] if stands_in else None
    writer = Writer(access.me(db), seat, game, proof=proof.SIGNED_IN, deputy=deputy)
    key = f"web:{seat.id}:{secrets.token_hex(8)}"
    return Work(session=db, config=access.config(), known=writer, now=access.now(), key=key)


def read(work: Work, text: str) -> Sequence[Said]:
    """Raises Refused "text too long"."""
    if len(text) > bounds.TEXT:
        raise Refused("text too long", length=len(text), longest=bounds.TEXT)
    return COMMANDS.read([own.Line(own.fold(line)) for line in text.splitlines()], lambda: work.verbs)


# --- done ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Done:
    """What came of a box. `fault`: why its orders were not even looked at; `answers` to its commands, each with whether
    it was done; `submission`: the number of the orders that were stored, 0 if none were."""

    fault: str
    answers: tuple[tuple[str, bool], ...]
    submission: int


def given(db: Session, game: Game, seat: Seat, text: str) -> Done:
    """Does what the lines say. Raises Refused "text too long"."""
    here = work(db, game, seat)
    here.begin()
    here.saying = read(here, text)
    found = by_line(here)
    fault = "" if here.submission else next((v.text for v in found if v.name == "orders"), "")
    return Done(fault, tuple(few(notice(v) for v in found if v.name != "orders" and told(v))), here.submission)


def told(outcome: Outcome) -> bool:
    """Whether anything is to be told of a line that is none of the game's."""
    return outcome.level != "skip" or outcome.name == "ignored"


def notice(outcome: Outcome) -> tuple[str, bool]:
    """What is told of a command by itself, and whether that is well."""
    if outcome.level == "ok":
        return clipped(outcome.text, LONGEST), True
    return f"“{clipped(outcome.said, QUOTED)}”: {why(outcome)}", outcome.level == "skip"


def why(outcome: Outcome) -> str:
    return clipped(f"not read: {outcome.text}" if outcome.level == "skip" else outcome.text, LONGEST)


def few(answers: Iterator[tuple[str, bool]]) -> Iterator[tuple[str, bool]]:
    """As many as there is room for."""
    left = ROOM
    for text, done in answers:
        left -= len(text.encode())
        if left < 0:
            yield "There is no room here for all the answers; the page shows what came of your lines.", True
            return
        yield text, done


# --- foretold -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """What is told of a line while it is written: what was understood, with a mark and in words."""

    raw: str
    text: str
    mark: str
    words: str
    remarks: list[str]


def previewed(db: Session, game: Game, seat: Seat, text: str) -> tuple[list[Told], Answer]:
    """What `given` would say to each line, and to the orders together; nothing is stored. Questions are answered.
    Raises Refused "not running", "no orders", "text too long", "too many orders"."""
    here = work(db, game, seat)
    here.saying = read(here, text)
    said = [one for one in here.saying if one.name == "orders"]
    answer = orders.judged(here.hearing, joined(said))[0]
    rows = [(said[min(v.at, len(said) - 1)].at if said else 0, of_order(answer, v)) for v in answer.verdicts]
    unread = any(row.mark == MARKS["no"] for _, row in rows) or any(kept_back(one) for one in here.saying)
    rows += [(one.at, foretold(here, one, unread)) for one in here.saying if one.name != "orders"]
    return [row for _, row in sorted(rows, key=lambda one: one[0])], answer


def kept_back(said: Said) -> bool:
    """Whether a line alone, before it is done, keeps “ready” from acting."""
    if said.fault == "no end" or said.command is None:
        return said.fault == "no end"
    return said.command.instead or (bool(said.command.elsewhere) and said.name in AWAITED)


def of_order(answer: Answer, verdict: Verdict) -> Told:
    row: Row = standing.of_verdict(answer, verdict)
    return Told(verdict.raw, verdict.text, MARKS[row.mark], row.words, [remark.text for remark in row.remarks])


def foretold(work: Work, said: Said, unread: bool) -> Told:
    """What would come of a command: its help, if it is done; what only asks is answered at once."""
    command, raw = said.command, said.lines[0]
    if said.fault == "no end":
        outcome = no_end(work, said)
    elif command is None or command.elsewhere or (command.asks and len(work.sections) < ANSWERED):
        outcome = act(work, said)
    elif said.name == "ready" and unread:
        outcome = not_ready(work, said)
    else:
        outcome = Outcome(said.at, raw, "ok", said.help)
    told = why(outcome).removeprefix(f"{raw}\n")
    return Told(raw, said.name if outcome.level == "ok" else "", MARKS[outcome.level], clipped(raw, QUOTED), [told])
