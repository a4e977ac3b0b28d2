"""Commands for who will not write: orders in advance, what stands in, and that one is there when the roll is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engines.language.bounds import clip_text
from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import ServerCommand, command_form
from pbem.commands.handlers.declared import declare
from pbem.documents import game_summary, orders_in_advance
from pbem.documents.orders_in_advance import AdvanceVerdict
from pbem.games.orders import fallback_orders, scheduled_orders
from pbem.games.seating import roll_call
from pbem.wording import Tongue

NOTHING_WORDS = ("none", "nothing", "nobody", "no")
SHOWN_FAULTS = 5
"""Lines that a page tells to be no orders; whoever has put those right is told of the next."""
SHOWN_HANGING_LINES = 10
"""Lines that are named as hanging on the board."""


@declare(
    ServerCommand(
        "phase",
        (
            command_form(
                r"phase (?P<wanted>\w[\w ,.()–/-]{0,59}?):?",
                "phase NAME … endphase",
                "orders for a phase to come, by its name, its kind, or “next”: they are given when it opens. What "
                "stands below a line “else” is given if not all above it can be",
            ),
        ),
        "orders",
        end=re.compile(r"end ?phase", re.I),
        says=("later kept", "later hangs", "later not ready", "later nothing", "later wrong"),
    )
)
def schedule_orders(work: Work, wanted: str, text: str, otherwise: str = "") -> str:
    """A letter's lines that are orders are kept, though others are none; whoever sits before a page can put those right
    at once, and nothing is kept before. `otherwise`: what is given if not all of `text` can be."""
    seat = work.seat
    whole = f"\n{fallback_orders.OTHERWISE}\n".join(filter(None, (text.strip(), otherwise.strip())))
    found = orders_in_advance.judge_in_advance(work.session, seat, wanted, whole)
    if found.refused and work.door == "page":
        wrong = [f"“{clip_text(line)}”: {why}" for line, why in found.refused[:SHOWN_FAULTS]]
        raise CommandRefused(work.say("later wrong", lines=wrong))
    work.refused_lines += found.refused
    if found.refused and found.is_empty:
        raise CommandRefused(work.say("later nothing"))
    row = scheduled_orders.schedule_orders(work.session, seat, wanted, found.text, work.received_at)
    return describe_kept_orders(work.say, row.wanted, found)


def describe_kept_orders(say: Callable[..., str], wanted: str, found: AdvanceVerdict) -> str:
    """Return what is kept, and what of it only the board of then can tell."""
    told = [say("later kept", phase=wanted)]
    if found.hanging:
        told.append(say("later hangs", lines=[f"“{clip_text(line)}”" for line in found.hanging[:SHOWN_HANGING_LINES]]))
    return " ".join([*told, *([say("later not ready")] if found.lost_ready else [])])


@declare(
    ServerCommand(
        "later",
        (command_form(r"(show |list )?later", "later", "what you ordered in advance, and what stands in for you"),),
        "orders",
        asks=True,
        once=True,
        says=("later list", "later none", "stand ins", "stand ins none"),
    )
)
def list_scheduled_orders(work: Work) -> str:
    rows = scheduled_orders.list_scheduled(work.session, work.seat)
    told = [f"{row.wanted}:\n" + "\n".join(f"    {line}" for line in row.text.splitlines()) for row in rows]
    lines = [
        *(told or [work.say("later none")]),
        describe_stand_ins(work.say, fallback_orders.seat_fallbacks(work.game, work.seat)),
    ]
    return work.add_section(work.say("later list"), "\n".join(lines))


@declare(
    ServerCommand(
        "forget later",
        (
            command_form(r"forget (later|phases)", "forget later", "takes back all that you ordered in advance"),
            command_form(r"forget phase (?P<wanted>.+)", "forget phase NAME", "the same for one phase"),
        ),
        "orders",
        says=("later dropped", "later none"),
    )
)
def forget_scheduled_orders(work: Work, wanted: str = "") -> str:
    count = scheduled_orders.take_back_scheduled(work.session, work.seat, wanted)
    return work.say("later dropped", count=count) if count else work.say("later none")


@declare(
    ServerCommand(
        "stand in",
        (
            command_form(
                r"stand[ -]?ins?:? (?P<ways>\w[\w ,]{0,60})",
                "stand in standing, advice · stand in none",
                "if you do not write: the orders you gave last in a phase of this kind, or what the game would advise; "
                "the first that can be done counts",
            ),
        ),
        "orders",
        says=("stand ins", "stand ins none"),
    )
)
def choose_stand_ins(work: Work, ways: str = "") -> str:
    words = [word for word in re.split(r"[\s,]+", ways.lower()) if word and word not in ("and", "then")]
    chosen = fallback_orders.choose_fallbacks(
        work.session, work.seat, [] if words[:1] and words[0] in NOTHING_WORDS else words
    )
    return describe_stand_ins(work.say, chosen)


def describe_stand_ins(say: Tongue, ways: Sequence[str]) -> str:
    """Return what stands in for a player, in their order."""
    names = [say(game_summary.STAND_IN_WORDS[way]) for way in ways]
    return say("stand ins", ways=names) if names else say("stand ins none")


@declare(
    ServerCommand(
        "here",
        (
            command_form(
                r"(i am |i'm )?here",
                "here",
                "you are there, when the roll is called before a game begins",
                friendly=True,
            ),
        ),
        "game",
        tells=True,
        says=("here", "here all"),
    )
)
def answer_roll_call(work: Work) -> str:
    return work.say("here all" if roll_call.answer_roll_call(work.session, work.seat, work.now) else "here")
