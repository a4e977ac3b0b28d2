"""Outcomes: what a letter or the box of a desk says is done line by line, and each line has one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from engines.language import Verdict, bounds
from engines.language.ask import Remark
from pbem import wording
from pbem.books import citations
from pbem.db import savepoint
from pbem.mail import absence
from pbem.mail.acts import COMMANDS
from pbem.mail.commands import Command, Said
from pbem.mail.work import No, Work
from pbem.play import Refused, orders, people
from pbem.play.rights import Role, may
from pbem.wording import family

IGNORED = family("passed over", "end", "after end", "too many")
"""Why a line is not read, by `Said.fault`."""
AWAITED = ("orders", "phase", "press", "broadcast")
"""What keeps “ready” from acting if it is refused."""


@dataclass
class Outcome:
    """On one line: `level` "ok", "no", "instead" (understood and not done here; `text` says what does it), "skip" or
    "late" (what it would have done); `text` what was understood or why it
    was not; `words` the same in plain language; `notes` besides; `name` the command's, or "orders"; `cites` the codes
    and sections of the rules that are named."""

    at: int
    said: str
    level: str
    text: str
    notes: list[str] = field(default_factory=list)
    name: str = ""
    words: str = ""
    cites: list[str] = field(default_factory=list)


def by_line(work: Work, saying: Sequence[Said] | None = None, *, unread: bool = False) -> list[Outcome]:
    """All that is said, or a part of it, in its order; the lines of orders up to a "clear" are read together, and
    before the first vote among them, since orders bring back the vote of who was absent. Whether the seat is ready
    comes last, and hangs on all orders being taken. `unread`: there are orders that were not looked at."""
    found: list[Outcome] = []
    saying = work.saying if saying is None else saying
    given = up_to_clear(saying)
    for place, said in enumerate(saying, 1):
        if said.name in ("orders", "ready"):
            continue
        if said.name in ("clear", "vote"):
            found += ordered(work, given)
            given = []
        found += [act(work, said), *within(work, said)]
        if said.name == "clear":
            given = up_to_clear(saying[place:])
    found += ordered(work, given)
    unread = unread or any(map(is_undone, found)) or any(s.fault == "no end" for s in saying)
    found += [readied(work, said, found, unread) for said in saying if said.name == "ready"]
    return sorted(found, key=lambda v: v.at)


def up_to_clear(saying: Sequence[Said]) -> list[Said]:
    """The lines of orders before the first "clear"."""
    return [said for said in takewhile(lambda said: said.name != "clear", saying) if said.name == "orders"]


def within(work: Work, said: Said) -> list[Outcome]:
    """The lines inside a block that were not taken, each for itself."""
    refused, work.refused = work.refused, []
    return [
        Outcome(said.at, line, "no", why, hint(work, Said(said.at, (line,), "orders")), "orders")
        for line, why in refused
    ]


def is_undone(outcome: Outcome) -> bool:
    """Whether somebody asked for more than was done, and may not want the phase to close without it: orders that were
    not taken, also those in advance, words to others that were not sent, and what is done here in another way."""
    return (outcome.level == "no" and outcome.name in AWAITED) or outcome.level == "instead"


def readied(work: Work, said: Said, found: Sequence[Outcome], unread: bool) -> Outcome:
    """Whoever is ready wants the orders he wrote, and would be resolved without them."""
    if any(v.at > said.at and v.level == "ok" and v.name in ("wait", "clear") for v in found):
        return Outcome(said.at, said.lines[0], "ok", work.say("ready undone"), name="ready")
    return not_ready(work, said) if unread else act(work, said)


def not_ready(work: Work, said: Said) -> Outcome:
    return Outcome(said.at, said.lines[0], "no", work.say("not ready"), name="ready")


def no_end(work: Work, said: Said) -> Outcome:
    """On a block that does not end: the lines below might be orders as well as words for others."""
    end = said.form.usage.split()[-1] if said.form and said.form.usage else "end"
    return Outcome(said.at, f"{said.lines[0]} …", "no", work.say("no end", end=end), name=said.name)


def act(work: Work, said: Said) -> Outcome:
    """One command, in a savepoint of its own: what cannot be done leaves no trace."""
    first = said.lines[0] + (" …" if len(said.lines) > 1 else "")
    if said.command is None:
        return Outcome(said.at, first, "skip", ignored(work, said), name=said.name)
    if said.command.once and "\n".join(said.lines) in work.asked:
        return Outcome(said.at, first, "skip", work.say("passed over again"), name=said.name)
    if said.fault == "no end":
        return no_end(work, said)
    work.standing, before = None, work.stand
    try:
        with savepoint(work.session):
            told = done(work, said, said.command)
        work.asked.add("\n".join(said.lines))
        return Outcome(said.at, first, "instead" if said.command.instead else "ok", told, name=said.name)
    except (No, Refused) as error:
        work.stand = before
        return Outcome(said.at, first, "no", why_not(work, error), name=said.name)


def done(work: Work, said: Said, command: Command) -> str:
    """Does a command: the sentence that answers it. Raises No, Refused."""
    assert command.act is not None
    if command.elsewhere and work.door == "page":
        raise No(command.elsewhere)
    if not (command.who == "anybody" or may(work.role, command.right)) and work.role is Role.DEPUTY:
        raise No(work.say("deputy may not"))
    if command.bound:
        in_time(work)
    if command.tells:
        people.commanded(work.session, work.config.limits, work.writer.player, work.now)
    return command.act(work, said)


def why_not(work: Work, error: No | Refused) -> str:
    """What is told of something that cannot be done."""
    return work.say.refusal(error) if isinstance(error, Refused) else str(error)


def ignored(work: Work, said: Said) -> str:
    """Why a line is not read."""
    return work.say(IGNORED[said.fault], lines=bounds.LINES) if said.fault in IGNORED else work.say("passed over")


def in_time(work: Work) -> None:
    """Raises No for a letter that came before the phase now open had begun: its writer never saw that one. A page is
    bound to its phase by what it sends, and must not hang on two clocks that agree."""
    phase = work.open
    if work.door == "letter" and phase is not None and work.counted_at < phase.opened_at:
        raise No(work.say("too early", phase=work.named))


# --- orders ------------------------------------------------------------------------------------------------------


def ordered(work: Work, given: Sequence[Said]) -> list[Outcome]:
    """Lines of the game, judged together."""
    if not given:
        return []
    try:
        return submitted(work, given)
    except (No, Refused) as error:  # which come before anything is written
        return all_refused(work, given, why_not(work, error))


def all_refused(work: Work, given: Sequence[Said], why: str) -> list[Outcome]:
    """One reason for all lines."""
    reasons = [why, *[work.say("same")] * (len(given) - 1)]
    return [Outcome(s.at, s.text, "no", w, hint(work, s), "orders") for s, w in zip(given, reasons, strict=True)]


def submitted(work: Work, given: Sequence[Said]) -> list[Outcome]:
    seat, text = work.seat, joined(given)
    in_time(work)
    work.standing = orders.submit(
        work.session,
        seat,
        text,
        source=work.source,
        now=work.received_at,
        mail=work.mail,
        at=work.hearing,
        counted=work.counted_at,
    )
    work.submission = work.standing.submission
    return each(work, work.standing, given)


def each(work: Work, answer: orders.Answer, given: Sequence[Said]) -> list[Outcome]:
    """The outcomes of an answer, each at its line's place in the letter."""
    refused: dict[str, list[Remark]] = {}
    for remark in answer.remarks:
        if remark.level == "error":
            refused.setdefault(remark.line, []).append(remark)
    places = [said.at for said in given]
    last = len(places) - 1
    return [outcome(work, places[min(v.at, last)], v, [*v.remarks, *refused.get(v.text, ())]) for v in answer.verdicts]


def joined(given: Sequence[Said]) -> str:
    """The lines as one text, each on one line of it."""
    return "\n".join(" ".join(said.text.splitlines()) for said in given)


def outcome(work: Work, at: int, verdict: Verdict, remarks: Iterable[Remark]) -> Outcome:
    raw, told = verdict.raw.strip(), list(remarks)
    faults = [wording.coded(r.text, r.code) for r in told if r.level == "error"]
    warnings = [wording.coded(r.text, r.code) for r in told if r.level != "error"]
    cites = [name for remark in told for name in citations.names(remark)]
    if not verdict.text or faults:
        first, *others = faults or [work.say("no order")]
        notes = [*others, *warnings, *hint(work, Said(at, (raw,), "orders"))]
        return Outcome(at, raw, "no", first, notes, "orders", cites=cites)
    return Outcome(at, raw, "ok", verdict.text, warnings, "orders", verdict.words, cites)


def hint(work: Work, said: Said) -> list[str]:
    """The command that a line which is no order may have meant, if its writer may give it."""
    if absence.AWAY.search(said.lines[0]):
        return [work.say("away meant")]
    near = COMMANDS.nearest(said.lines[0]) and COMMANDS.nearest(said.lines[0], leads=work.leads)
    return [work.say("command meant", word=near)] if near else []
