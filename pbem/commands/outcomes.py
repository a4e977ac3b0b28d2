"""Outcomes: what a letter, a box or the command line says is done line by line, and each line has one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import takewhile

from engines.language import LineVerdict, bounds
from engines.language.grammar import Remark
from pbem import wording
from pbem.books import citations
from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import Utterance
from pbem.commands.dispatch import check_in_time, describe_refusal, give_command
from pbem.commands.handlers import COMMANDS
from pbem.commands.lines import AWAY_WORDS
from pbem.games import Refusal
from pbem.games.orders import orders
from pbem.storage.inserting import begin_savepoint
from pbem.wording import sentence_family

IGNORED_REASONS = sentence_family("passed over", "end", "after end", "too many")
"""Why a line is not read, by `Said.fault`."""
AWAITED_NAMES = ("orders", "phase", "press", "broadcast")
"""What keeps “ready” from acting if it is refused."""


@dataclass
class LineOutcome:
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


def carry_out_lines(
    work: Work, saying: Sequence[Utterance] | None = None, *, unread: bool = False
) -> list[LineOutcome]:
    """All that is said, or a part of it, in its order; the lines of orders up to a "clear" are read together, and
    before the first vote among them, since orders bring back the vote of who was absent. Whether the seat is ready
    comes last, and hangs on all orders being taken. `unread`: there are orders that were not looked at."""
    found: list[LineOutcome] = []
    saying = work.saying if saying is None else saying
    given = orders_up_to_clear(saying)
    for place, said in enumerate(saying, 1):
        if said.name in ("orders", "ready"):
            continue
        if said.name in ("clear", "vote"):
            found += take_orders(work, given)
            given = []
        found += [carry_out_command(work, said), *block_outcomes(work, said)]
        if said.name == "clear":
            given = orders_up_to_clear(saying[place:])
    found += take_orders(work, given)
    unread = unread or any(map(is_undone, found)) or any(s.fault == "no end" for s in saying)
    found += [ready_outcome(work, said, found, unread) for said in saying if said.name == "ready"]
    return sorted(found, key=lambda v: v.at)


def orders_up_to_clear(saying: Sequence[Utterance]) -> list[Utterance]:
    """The lines of orders before the first "clear"."""
    return [said for said in takewhile(lambda said: said.name != "clear", saying) if said.name == "orders"]


def block_outcomes(work: Work, said: Utterance) -> list[LineOutcome]:
    """The lines inside a block that were not taken, each for itself."""
    refused, work.refused_lines = work.refused_lines, []
    return [
        LineOutcome(said.at, line, "no", why, command_hints(work, Utterance(said.at, (line,), "orders")), "orders")
        for line, why in refused
    ]


def is_undone(outcome: LineOutcome) -> bool:
    """Return whether somebody asked for more than was done, and may not want the phase to close without it: orders that
    were not taken, also those in advance, words to others that were not sent, and what is done here in another way."""
    return (outcome.level == "no" and outcome.name in AWAITED_NAMES) or outcome.level == "instead"


def ready_outcome(work: Work, said: Utterance, found: Sequence[LineOutcome], unread: bool) -> LineOutcome:
    """Refuse “ready” to who wrote orders that were not taken: they would be resolved without them."""
    if any(v.at > said.at and v.level == "ok" and v.name in ("wait", "clear") for v in found):
        return LineOutcome(said.at, said.lines[0], "ok", work.say("ready undone"), name="ready")
    return not_ready_outcome(work, said) if unread else carry_out_command(work, said)


def not_ready_outcome(work: Work, said: Utterance) -> LineOutcome:
    return LineOutcome(said.at, said.lines[0], "no", work.say("not ready"), name="ready")


def no_end_outcome(work: Work, said: Utterance) -> LineOutcome:
    """On a block that does not end: the lines below might be orders as well as words for others."""
    return LineOutcome(said.at, f"{said.lines[0]} …", "no", work.say("no end", end=said.end_word), name=said.name)


def carry_out_command(work: Work, said: Utterance) -> LineOutcome:
    """One command. What cannot be done leaves no trace: it wrote nothing before it was refused, or is taken back."""
    first = said.lines[0] + (" …" if len(said.lines) > 1 else "")
    if said.command is None:
        return LineOutcome(said.at, first, "skip", describe_ignored_line(work, said), name=said.name)
    if said.command.once and "\n".join(said.lines) in work.lines_done:
        return LineOutcome(said.at, first, "skip", work.say("passed over again"), name=said.name)
    if said.fault == "no end":
        return no_end_outcome(work, said)
    work.standing, before = None, work.last_snapshot
    try:
        with nullcontext() if said.command.checks_first else begin_savepoint(work.session):
            told = give_command(work, said)
        work.lines_done.add("\n".join(said.lines))
        return LineOutcome(said.at, first, "instead" if said.command.instead else "ok", told, name=said.name)
    except (CommandRefused, Refusal) as error:
        work.last_snapshot = before
        return LineOutcome(said.at, first, "no", describe_refusal(work, error), name=said.name)


def describe_ignored_line(work: Work, said: Utterance) -> str:
    """Return why a line is not read."""
    return (
        work.say(IGNORED_REASONS[said.fault], lines=bounds.LINES)
        if said.fault in IGNORED_REASONS
        else work.say("passed over")
    )


# --- orders ------------------------------------------------------------------------------------------------------


def take_orders(work: Work, given: Sequence[Utterance]) -> list[LineOutcome]:
    """Lines of the game, judged together."""
    if not given:
        return []
    try:
        return submit_orders(work, given)
    except (CommandRefused, Refusal) as error:  # which come before anything is written
        return refuse_all_orders(work, given, describe_refusal(work, error))


def refuse_all_orders(work: Work, given: Sequence[Utterance], why: str) -> list[LineOutcome]:
    """One reason for all lines."""
    reasons = [why, *[work.say("same")] * (len(given) - 1)]
    return [
        LineOutcome(s.at, s.text, "no", w, command_hints(work, s), "orders")
        for s, w in zip(given, reasons, strict=True)
    ]


def submit_orders(work: Work, given: Sequence[Utterance]) -> list[LineOutcome]:
    seat, text = work.seat, join_order_lines(given)
    check_in_time(work)
    work.standing = orders.add_orders(
        work.session,
        seat,
        text,
        source=work.words_source,
        now=work.received_at,
        mail=work.mail,
        at=work.order_context,
        counted=work.counted_at,
    )
    work.submission = work.standing.submission
    return list_verdict_outcomes(work, work.standing, given)


def list_verdict_outcomes(work: Work, answer: orders.Answer, given: Sequence[Utterance]) -> list[LineOutcome]:
    """The outcomes of an answer, each at its line's place in the letter."""
    refused: dict[str, list[Remark]] = {}
    for remark in answer.remarks:
        if remark.level == "error":
            refused.setdefault(remark.line, []).append(remark)
    places = [said.at for said in given]
    last = len(places) - 1
    return [
        make_verdict_outcome(work, places[min(v.at, last)], v, [*v.remarks, *refused.get(v.order_text, ())])
        for v in answer.verdicts
    ]


def join_order_lines(given: Sequence[Utterance]) -> str:
    """The lines as one text, each on one line of it."""
    return "\n".join(" ".join(said.text.splitlines()) for said in given)


def make_verdict_outcome(work: Work, at: int, verdict: LineVerdict, remarks: Iterable[Remark]) -> LineOutcome:
    raw, told = verdict.raw.strip(), list(remarks)
    faults = [wording.add_remark_code(r.text, r.code) for r in told if r.level == "error"]
    warnings = [wording.add_remark_code(r.text, r.code) for r in told if r.level != "error"]
    cites = [name for remark in told for name in citations.cited_names(remark)]
    if not verdict.order_text or faults:
        first, *others = faults or [work.say("no order")]
        notes = [*others, *warnings, *command_hints(work, Utterance(at, (raw,), "orders"))]
        return LineOutcome(at, raw, "no", first, notes, "orders", cites=cites)
    return LineOutcome(at, raw, "ok", verdict.order_text, warnings, "orders", verdict.order_words, cites)


def command_hints(work: Work, said: Utterance) -> list[str]:
    """The command that a line which is no order may have meant, if its writer may give it."""
    if AWAY_WORDS.search(said.lines[0]):
        return [work.say("away meant")]
    near = COMMANDS.nearest_command(said.lines[0]) and COMMANDS.nearest_command(said.lines[0], leads=work.is_leader)
    return [work.say("command meant", word=near)] if near else []
