"""Commands that carry words to others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.commands.context import Work
from pbem.commands.declarations import CommandForm, ServerCommand, Utterance, command_form
from pbem.commands.handlers.declared import declare
from pbem.games import Refusal, games
from pbem.games.rights import Right
from pbem.games.seating import seats
from pbem.games.talk import press
from pbem.storage.models import Seat

PRESS_BLOCK_END = re.compile(r"end ?press|end ?broadcast", re.IGNORECASE)


def press_command(name: str, one: CommandForm, says: tuple[str, ...]) -> ServerCommand:
    """A command that carries words to others."""
    return ServerCommand(
        name, (one,), "others", end=PRESS_BLOCK_END, says=says, talks=True, right=Right.PRESS, checks_first=True
    )


@declare(
    press_command(
        "press",
        command_form(
            r"(white )?press( white)?( to)? (?P<to>[^:]+?)( ?: ?(?P<text>.+))?",
            "press to SEAT, SEAT … endpress",
            "the lines between go to these seats; “master” is the game master",
        ),
        says=("sent to", "all", "master"),
    )
)
def write_to_some(work: Work, said: Utterance, text: str, to: str = "") -> str:
    return send_writer_press(work, parse_press_recipients(work, to), text, said.at)


@declare(
    press_command(
        "broadcast",
        command_form(
            r"(no ?fake )?broadcast( white)?( ?: ?(?P<text>.+))?",
            "broadcast … endbroadcast",
            "the lines between go to all",
        ),
        says=("sent to", "all", "master"),
    )
)
def broadcast_words(work: Work, said: Utterance, text: str) -> str:
    return send_writer_press(work, "*", text, said.at)


def send_writer_press(work: Work, audience: Sequence[str] | str, text: str, at: int) -> str:
    is_master = work.is_host or (work.writer.seat is None and work.is_leader)
    author: Seat | str = press.MASTER if is_master else work.seat
    key, limits = f"{work.key}:{at}", work.config.limits
    leader = work.leader if is_master else None
    sent = press.post_press(work.session, work.game, author, audience, text, work.now, key, limits, leader)
    return work.say("sent to", names=describe_audience(work, sent.audience))


def parse_press_recipients(work: Work, words: str) -> Sequence[str] | str:
    """Seat codes from "france and italy", "all", "all but turkey", "master"."""
    words = re.sub(r"^-\s*", "all but ", words.strip().removeprefix("+").strip())  # “+x” and “-x”, as judges have it
    everybody = re.fullmatch(r"(all|everybody|everyone)( (but|except) (?P<but>.+))?", words, re.I)
    if "*" in words.split(", ") or (everybody and not everybody["but"]):
        return "*"
    pieces = [p for p in re.split(r"\s*(?:,|;|&|\+|\band\b)\s*", everybody["but"] if everybody else words) if p]
    codes = [code for piece in pieces for code in parse_recipient_piece(work, piece)]
    if everybody:
        return [s.code for s in games.list_game_seats(work.session, work.game) if s.code not in codes]
    return codes


def parse_recipient_piece(work: Work, piece: str) -> list[str]:
    if piece.lower().removeprefix("the ") in ("master", "m", "gm", "game master", "gamemaster"):
        return [press.MASTER]
    try:
        return [seats.get_seat_by_name(work.session, work.game, piece).code]
    except Refusal:
        words = piece.split()
        if len(words) < 2:
            raise
        return [code for word in words for code in parse_recipient_piece(work, word)]


def describe_audience(work: Work, audience: str) -> str:
    """Return who that is, for people."""
    if audience == "*":
        return work.say("all")
    labels = {s.code: work.say.seat_name(s) for s in games.list_game_seats(work.session, work.game)}
    return ", ".join(labels.get(code) or work.say("master") for code in audience.split())
