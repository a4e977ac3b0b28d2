"""An answer to press: its words go to the same people, whole, and nothing in it acts but a line that begins so.

Anything else may be a word to a friend: “Done.”, “Yes.”, an order that is being discussed. What is nothing but orders
and commands, and tells what is planned (“vote draw”), goes nowhere: its writer is told both ways to go on.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pbem.commands.context import CommandRefused
from pbem.commands.declarations import Utterance
from pbem.commands.dispatch import describe_refusal
from pbem.commands.handlers import COMMANDS
from pbem.commands.handlers.letters import describe_audience, send_writer_press
from pbem.commands.lines import WriterLine
from pbem.commands.outcomes import LineOutcome, carry_out_lines, join_order_lines
from pbem.games import Refusal
from pbem.games.orders import orders
from pbem.mail.inbound.case import Case, answers_press, is_server_word
from pbem.storage.models import Press, Seat


def is_press_reply(case: Case) -> bool:
    """Return whether a letter answers press."""
    return answers_press(case.known, case.mail)


def answer_press_reply(case: Case) -> list[LineOutcome]:
    """The words passed on, and what stands behind “pbem” done. Nothing for an empty letter."""
    lines, verbs = case.lines, case.verbs
    said, words = COMMANDS.parse_press_reply(lines, lambda: verbs)
    if not words.strip():
        return carry_out_lines(case, said, unread=case.is_partly_read)
    at = next(n for n, line in enumerate(lines) if not line.dropped and line.text.strip())
    meant = COMMANDS.parse_lines([WriterLine(line) for line in words.splitlines()], lambda: verbs)
    why = withholding_reason(case, meant)
    first = words.strip().splitlines()[0] + (" …" if "\n" in words.strip() else "")
    passed = LineOutcome(at, first, "no", why) if why else pass_words_on(case, at, first, words, meant)
    return sorted(
        [passed, *carry_out_lines(case, said, unread=passed.level == "no" or case.is_partly_read)], key=lambda v: v.at
    )


def pass_words_on(case: Case, at: int, first: str, words: str, meant: Sequence[Utterance]) -> LineOutcome:
    given = [s for s in meant if s.name == "orders"]
    acts = any(map(is_server_word, meant)) or any(which_are_orders(case, given))
    try:
        text = send_writer_press(case, reply_circle(get_answered_press(case), case.writer.seat), words, 0)
        return LineOutcome(at, first, "ok", text, [case.say("press no orders")] if acts else [])
    except (CommandRefused, Refusal) as error:
        return LineOutcome(at, first, "no", describe_refusal(case, error))


def withholding_reason(case: Case, meant: Sequence[Utterance]) -> str:
    """Return why words must not be passed on: they are clearly for the game or for others, and would betray what is
    planned. "" if they may. What reads as a program's note of absence may have been written by nobody."""
    if case.is_absence():
        return case.say("press absence")
    to = describe_audience(case, " ".join(reply_circle(get_answered_press(case), case.writer.seat)))
    how = case.say("press how", circle=to)
    blocks = [s for s in meant if s.is_block and not s.fault]
    if any(s.text or len(s.lines) > 1 for s in blocks) or any(
        s.lines[0].lower().startswith("press to ") for s in meant
    ):
        return case.say("press block", circle=to, how=how)
    return case.say("press withheld", how=how) if betrays_plans(case, meant) else ""


def betrays_plans(case: Case, meant: Sequence[Utterance]) -> bool:
    """Return whether words are nothing but orders and commands, and tell what is planned. A block that does not end
    begins as a sentence may (“If you help me …”): what stands below its first line decides, without the seat before a
    colon."""
    rest = [s for s in meant if not (s.is_for_nobody or is_writers_name(case, s))]
    for said in rest:
        if said.fault == "no end":
            below = COMMANDS.parse_lines(
                [WriterLine(line.rpartition(": ")[2]) for line in said.lines[1:]], lambda: case.verbs
            )
            return betrays_plans(case, [s for s in rest if s is not said] + below)
    given = [s for s in rest if s.name == "orders"]
    if given and not all(which_are_orders(case, given)):
        return False
    return bool(given) or not all(s.is_friendly for s in rest)


def is_writers_name(case: Case, said: Utterance) -> bool:
    """Return whether a line is the name of who writes, as it stands below their words."""
    names = [case.writer.player.name, *case.writer.player.name.split()[:1]]
    names += [case.writer.seat.label] if case.writer.seat else []
    return said.name == "orders" and said.text.strip(" .,-–").casefold() in {name.casefold() for name in names if name}


def which_are_orders(case: Case, given: Sequence[Utterance]) -> list[bool]:
    """Return which lines are orders of the seat now; all of prose is none."""
    try:
        verdicts = orders.judge_text(case.order_context, join_order_lines(given))[0].verdicts if given else ()
    except (Refusal, CommandRefused):
        return [False]
    return [bool(v.order_text) for v in verdicts] or [False]


def get_answered_press(case: Case) -> Press:
    assert case.writer.answers is not None
    return case.session.get_one(Press, int(json.loads(case.writer.answers.data)["press"]))


def reply_circle(message: Press, seat: Seat | None) -> Sequence[str] | str:
    """Everybody a message was between, without the one who answers."""
    if message.audience == "*":
        return "*"
    mine = seat.code if seat else "MASTER"
    return [code for code in dict.fromkeys((message.author, *message.audience.split())) if code != mine]
