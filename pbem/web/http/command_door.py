"""Commands given by a form: the same that letters give, through the same dispatcher.

A form's button names the command, its fields are the command's arguments; several fields of one name are one argument.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask import request
from sqlmodel import Session
from werkzeug.exceptions import BadRequest

from engines.language import bounds
from pbem.commands.arguments import ARGUMENT_KINDS
from pbem.commands.context import AnswerSection, Work
from pbem.commands.declarations import ServerCommand, Utterance
from pbem.commands.dispatch import give_command
from pbem.commands.handlers import COMMANDS
from pbem.commands.lines import fold_blanks
from pbem.commands.writer import SIGNED_IN, Writer
from pbem.games import Refusal
from pbem.storage.models import Game, Seat
from pbem.web.http import access
from pbem.web.http.cookies import fit_into_cookie

ACT, KEY = "act", "key"
"""The fields of a form that name its command, and the form itself, so that what is sent twice is done once."""


@dataclass(frozen=True)
class PageAnswer:
    """What came of a command: its answer, what it was asked for, and whether its writer leads the game after it, or has
    to do with a seat."""

    text: str
    sections: Sequence[AnswerSection] = ()
    leads: bool = False
    seated: bool = False

    @property
    def fits(self) -> bool:
        """Return whether the next page can show the answer."""
        return fit_into_cookie([self.text])


def posted_command() -> ServerCommand:
    """Return the command that the button names, which is one that people are told of. Raises BadRequest."""
    name = request.form.get(ACT, "")
    if all(one.name != name or not one.usages for one in COMMANDS.known):
        raise BadRequest("There is no such command.")
    return COMMANDS[name]


TEXTS = frozenset({"text", "otherwise"})
"""Arguments of several lines; all others are of one, as in a letter."""


def posted_arguments(command: ServerCommand) -> dict[str, str]:
    """Return what the fields say; those that are empty say nothing. Raises Refusal "text too long"."""
    found = dict[str, str]()
    for one in command.arguments:
        fields = map(str.strip if one.name in TEXTS else fold_into_line, request.form.getlist(one.name))
        if words := ARGUMENT_KINDS[one.kind].joint.join(filter(None, fields)):
            check_length(words, bounds.TEXT if one.name in TEXTS else bounds.LINE)
            found[one.name] = words
    return found


def fold_into_line(words: str) -> str:
    """Return the words as one line, with single blanks."""
    return " ".join(word for line in words.splitlines() for word in fold_blanks(line).split())


def check_length(words: str, longest: int) -> None:
    if len(words) > longest:
        raise Refusal("text too long", length=len(words), longest=longest)


def build_utterance(name: str, args: Mapping[str, str]) -> Utterance:
    return Utterance(0, (name,), name, args, args.get("text", ""), command=COMMANDS[name])


def give_page_commands(asked: Iterable[tuple[str, Mapping[str, str]]]) -> list[str]:
    """Gives commands that are of no game as the player who asks, all or none; their answers. Raises CommandRefused,
    Refusal."""
    with access.current_store().write_session() as db:
        work = open_page_work(db, None)
        return [give_command(work, build_utterance(name, args)) for name, args in asked]


def give_page_command(name: str, args: Mapping[str, str], slug: str = "") -> PageAnswer:
    """Gives a command as the player who asks. Raises CommandRefused, Refusal, Forbidden, OutdatedForm."""
    said = build_utterance(name, args)
    with access.current_store().write_session() as db:
        game = access.get_visible_game(db, slug) if slug else None
        if game is not None and (said.is_bound or "phase" in request.form):
            access.required_phase(db, game)
        work = open_page_work(db, game)
        text = give_command(work, said)
        seated = game is not None and bool(access.my_seat(db, game) or access.find_deputyship(db, game))
        return PageAnswer(text, work.sections, game is not None and work.is_leader, seated)


def open_page_work(db: Session, game: Game | None, seat: Seat | None = None, *, lock: bool = True) -> Work:
    """Words of the player who asks, none of them read yet; about their seat of the game, or that of whom they stand in
    for. The game is locked, unless they only ask."""
    player, stands_in = access.signed_in_player(db), access.find_deputyship(db, game) if game else None
    if game is not None and seat is None:
        seat = stands_in[1] if stands_in else access.my_seat(db, game)
    writer = Writer(player, seat, game, proof=SIGNED_IN, deputy=stands_in[0] if stands_in else None)
    key = f"web:{player.id}:{request.form.get(KEY, '')[:40] or secrets.token_hex(8)}"
    work = Work(session=db, config=access.current_config(), known=writer, now=access.request_time(), key=key)
    if lock:
        work.lock_writer_game()
    return work
