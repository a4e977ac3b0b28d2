"""The receipt: a letter worked on line by line, each line with its one verdict, then everything as it stands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import accumulate
from typing import Any, TypeVar

from sqlmodel import Session

from engines import bounds
from engines.base import Remark
from engines.bounds import clipped
from engines.phrases import Phrases
from pbem import reports, wording
from pbem.config import Config
from pbem.mail import commands
from pbem.mail.acts import ACTS, No, Work, send_press
from pbem.mail.commands import Said
from pbem.mail.identity import Writer
from pbem.mail.letter import Letter
from pbem.mail.own import Line
from pbem.models import Game, MailIn, Phase, Press, Seat
from pbem.play import Refused, games, orders, phases
from pbem.tongues import tongue_now

IGNORED = {
    "end": "the end of your letter",
    "after end": "after the end",
    "too many": f"this and all that follows, beyond {bounds.LINES} lines; send it in another letter",
}
FLAGS = {
    "no header": "Your letter had no header; all of it was read as text.",
    "parts left out": "Your letter has very many parts; only the first were read.",
    "too long": "Your letter is too long to be read whole; only its beginning was read.",
}
SOURCES = {
    "attachment": "Your letter had no text of its own; the attached text was read.",
    "": "There was no text in your letter that can be read. Please write plain text.",
}
TOLD = 16_000
"""Characters said of the lines of a letter, one by one; of those that follow the number is told."""
SECTIONS = 20_000
"""Characters of all that was asked for in one letter: longer reports and lists come when they are asked for alone."""
REMARKS = 4_000
"""Characters of what is remarked on all orders together."""
T = TypeVar("T")


@dataclass
class Verdict:
    """On one line: `level` "ok", "no" or "skip"; `text` what was understood or why it was not; `notes` besides."""

    at: int
    said: str
    level: str
    text: str
    notes: list[str] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        notes = [clipped(note, bounds.REMARK) for note in self.notes[:5]]
        text = clipped(self.text, bounds.REMARK)
        return {"said": clipped(self.said, 2 * bounds.QUOTED), "level": self.level, "text": text, "notes": notes}

    @property
    def size(self) -> int:
        """How much of a receipt it takes."""
        return len(str(self.data()))


@dataclass
class Receipt:
    """What the outbox keeps of it. `useful`: something was done or told."""

    data: dict[str, Any]
    game: Game | None
    seat: Seat | None
    phase: Phase | None
    useful: bool


def verbs(session: Session, writer: Writer | None) -> frozenset[str]:
    """The first words of what the writer's seat can say now."""
    ask = orders.ask(session, writer.seat) if writer and writer.seat else None
    return frozenset(line.verb.lower().partition(" ")[0] for line in ask.lines) if ask else frozenset()


def worked(
    session: Session,
    config: Config,
    mail: MailIn,
    letter: Letter,
    writer: Writer,
    lines: Sequence[Line],
    saying: Sequence[Said],
    now: datetime,
) -> Receipt:
    """Does what a letter says, as far as it can be done, and draws up the receipt."""
    work = Work(session, config, mail, letter.message_id, writer, now)
    verdicts = list(press_reply(work, lines, saying)) or list(by_line(work, saying))
    verdicts.sort(key=lambda v: v.at)
    seat = writer.seat if writer.seat and writer.seat.player_id == writer.player.id else None
    told = fitting(verdicts, TOLD, lambda v: v.size)
    sections = fitting(no_twins(work.sections), SECTIONS, lambda s: len(s["text"])) or work.sections[:1]
    data: dict[str, Any] = {
        "subject": letter.subject,
        "lines": [v.data() for v in told],
        "empty": "" if any(v.level != "skip" for v in verdicts) else phrases_of(work)("empty"),
        "left": left_out(lines),
        "notes": [
            *untold(verdicts[len(told) :]),
            *flags(letter),
            *stale(work, verdicts),
            *unsent(no_twins(work.sections)[len(sections) :]),
        ],
        "sections": sections,
        "mail": mail.id,
        **standing(work, seat),
    }
    phase = work.standing.phase if work.standing else games.current(session, writer.game) if writer.game else None
    useful = bool(work.sections) or any(v.level == "ok" for v in verdicts)
    return Receipt(data, writer.game, seat, phase, useful)


# --- no longer than anybody reads --------------------------------------------------------------------------------


def fitting(things: Sequence[T], most: int, size: Callable[[T], int]) -> list[T]:
    """As many of some things, from the first on, as have room."""
    sizes = accumulate(map(size, things))
    return [thing for thing, so_far in zip(things, sizes, strict=True) if so_far <= most]


def no_twins(sections: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    """What was asked for, each thing once."""
    return list({tuple(section.items()): section for section in sections}.values())


def untold(verdicts: Sequence[Verdict]) -> list[str]:
    """One sentence on the lines there is no room for."""
    if not verdicts:
        return []
    taken, refused = (sum(v.level == level for v in verdicts) for level in ("ok", "no"))
    return [
        f"There is no room for the other {len(verdicts)} lines of your letter: {taken} of them were understood and "
        f"count, {refused} were not and cost nothing else."
    ]


def unsent(sections: Sequence[dict[str, str]]) -> list[str]:
    """One sentence on what was asked for and there is no room for."""
    titles = clipped(", ".join(section["title"] for section in sections), bounds.REMARK)
    return [f"There is no room for all you asked for; ask again for these: {titles}."] if sections else []


def flags(letter: Letter) -> list[str]:
    noted = [FLAGS[flag] for flag in letter.flags if flag in FLAGS]
    return noted + ([SOURCES[letter.source]] if letter.source in SOURCES else [])


def left_out(lines: Sequence[Line]) -> dict[str, int]:
    """How many lines of each kind were set aside."""
    found: dict[str, int] = {}
    for line in lines:
        if line.dropped and line.text.strip():
            kind = "signature" if line.dropped == "signature" else "quoted"
            found[kind] = found.get(kind, 0) + 1
    return found


def stale(work: Work, verdicts: Iterable[Verdict]) -> list[str]:
    """A word to who answers an old report."""
    answers, game = work.writer.answers, work.writer.game
    if game is None or answers is None or answers.phase_id is None or not any(v.level == "ok" for v in verdicts):
        return []
    current, old = games.current(work.session, game), work.session.get(Phase, answers.phase_id)
    if current is None or old is None or old.id == current.id or answers.kind not in ("report", "remind"):
        return []
    at = reports.when(old.resolved_at, work.writer.player.zone) if old.resolved_at else ""
    at = tongue_now(work.session, game, work.writer.seat).time(at)
    return [phrases_of(work)("late", before=old.name, now=current.name, time=at)]


def phrases_of(work: Work) -> Phrases:
    """How the game speaks to the writer now."""
    ask = orders.ask(work.session, work.writer.seat) if work.writer.seat else None
    return Phrases(ask.phrases if ask else {})


def standing(work: Work, seat: Seat | None) -> dict[str, Any]:
    """The seat's orders as they stand, as data; nothing if there is nothing to order."""
    game = work.writer.game
    if game is None or seat is None:
        return {}
    try:
        now = work.standing or orders.receipt(work.session, seat)
    except Refused:
        return {"status": game.status}
    work.standing = now
    say = tongue_now(work.session, game, seat)
    awaited = [say.name(s) for s in phases.waiting(work.session, now.phase)] if now.ready else []
    return {
        "status": game.status,
        "phase": now.phase.name,
        "standing": list(now.standing),
        "remarks": fitting([r.text for r in now.remarks if r.level == "warning"], REMARKS, len),
        "owed": now.owed,
        "ready": now.ready,
        "deadline": now.deadline.isoformat() if now.deadline else "",
        "awaited": awaited,
    }


# --- line by line ------------------------------------------------------------------------------------------------


def by_line(work: Work, saying: Sequence[Said]) -> Iterable[Verdict]:
    """All in the order of the letter; the lines of orders up to a "clear" are read together."""
    given: list[Said] = []
    for said in saying:
        if said.name == "orders":
            given.append(said)
            continue
        if said.name == "clear":
            yield from ordered(work, given)
            given = []
        yield act(work, said)
    yield from ordered(work, given)


def act(work: Work, said: Said) -> Verdict:
    """One command, in a savepoint of its own: what cannot be done leaves no trace."""
    first = said.lines[0] + (" …" if len(said.lines) > 1 else "")
    if said.name in ("comment", "greeting", "ignored"):
        return Verdict(said.at, first, "skip", IGNORED.get(said.fault, "not for the game"))
    work.standing = None
    try:
        with work.session.begin_nested():
            return Verdict(said.at, first, "ok", ACTS[said.name](work, said))
    except No as error:
        return Verdict(said.at, first, "no", str(error))
    except Refused as error:
        return Verdict(said.at, first, "no", wording.refusal(error))


def ordered(work: Work, given: Sequence[Said]) -> list[Verdict]:
    """Lines of the game, judged together."""
    if not given:
        return []
    try:
        with work.session.begin_nested():
            return submitted(work, given)
    except No as error:
        why = str(error)
    except Refused as error:
        why = wording.refusal(error)
    return [Verdict(given[0].at, given[0].text, "no", why, hint(given[0]))] + [
        Verdict(said.at, said.text, "no", "The same.", hint(said)) for said in given[1:]
    ]


def submitted(work: Work, given: Sequence[Said]) -> list[Verdict]:
    seat, received = work.seat, work.mail.received_at
    phase = games.current(work.session, work.game)
    if phase is not None and received < phase.opened_at:
        raise No(f"This came before {phase.name} began, so it was not read for it. Please send your orders again.")
    text = "\n".join(" ".join(said.text.splitlines()) for said in given)
    receipt = work.standing = orders.submit(work.session, seat, text, source="mail", now=received, mail=work.mail)
    refused: dict[str, list[Remark]] = {}
    for remark in receipt.remarks:
        if remark.level == "error":
            refused.setdefault(remark.line, []).append(remark)
    return [
        judged(given[min(verdict.at, len(given) - 1)].at, verdict, [*verdict.remarks, *refused.get(verdict.text, ())])
        for verdict in receipt.verdicts
    ]


def judged(at: int, verdict: orders.LineVerdict, remarks: Sequence[Remark]) -> Verdict:
    raw = verdict.raw.strip()
    faults = [r.text for r in remarks if r.level == "error"]
    warnings = [r.text for r in remarks if r.level != "error"]
    if not verdict.text or faults:
        first, *others = faults or ["This is no order of the game now, and no command."]
        return Verdict(at, raw, "no", first, [*others, *warnings, *hint(Said(at, (raw,), "orders"))])
    return Verdict(at, raw, "ok", verdict.text, warnings)


def hint(said: Said) -> list[str]:
    near = commands.nearest(said.lines[0])
    return [f"Did you mean the command “{near}”?"] if near else []


# --- an answer to press ------------------------------------------------------------------------------------------


def press_reply(work: Work, lines: Sequence[Line], saying: Sequence[Said]) -> Iterable[Verdict]:
    """An answer to a relayed message goes to the same people, whole. Unless every line of it is a command or an order:
    then it was meant for the game, and must not reach anybody else."""
    answers = work.writer.answers
    if answers is None or answers.kind != "press" or not work.mail.recipient.startswith("reply+"):
        return
    text = "\n".join(line.text for line in lines if not line.dropped).strip()
    if not text or work.writer.game is None or meant_for_the_game(work, saying):
        return
    message = work.session.get_one(Press, press_id(answers.data))
    to = circle(message, work.writer.seat)
    first = text.splitlines()[0] + (" …" if "\n" in text else "")
    try:
        with work.session.begin_nested():
            yield Verdict(0, first, "ok", send_press(work, to, text, 0))
    except Refused as error:
        yield Verdict(0, first, "no", wording.refusal(error))
    except No as error:
        yield Verdict(0, first, "no", str(error))


def press_id(data: str) -> int:
    return int(json.loads(data)["press"])


def circle(message: Press, seat: Seat | None) -> Sequence[str] | str:
    """Everybody a message was between, without the one who answers."""
    if message.audience == "*":
        return "*"
    mine = seat.code if seat else "MASTER"
    return [code for code in dict.fromkeys((message.author, *message.audience.split())) if code != mine]


def meant_for_the_game(work: Work, saying: Sequence[Said]) -> bool:
    said = [s for s in saying if s.name not in ("ignored", "greeting", "comment")]
    if not said:
        return False
    lines = [s.text for s in said if s.name == "orders"]
    if not lines:
        return True
    try:
        verdicts = orders.judge(work.session, work.seat, "\n".join(lines)).verdicts
    except (Refused, No):
        return False
    return bool(verdicts) and all(v.text for v in verdicts)
