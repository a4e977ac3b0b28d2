"""A letter on its way with the clerk: who writes, and what the letter says, command by command."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from pbem.commands.context import WordsDoor, Work
from pbem.commands.declarations import Utterance
from pbem.commands.handlers import COMMANDS
from pbem.commands.handlers.when import CALENDAR_FILE
from pbem.commands.language import ASIDE_PATTERNS, QUESTION
from pbem.commands.lines import WriterLine
from pbem.commands.writer import Writer
from pbem.games import requests
from pbem.games.notify import Kind
from pbem.mail.inbound import absence_notes, identity, quoting, transit
from pbem.mail.inbound.attachments import Attachment
from pbem.mail.inbound.letter import Letter
from pbem.mail.inbound.waiting_letters import WAITING_LETTERS
from pbem.mail.inbound.yes_or_no import is_single_yes, parse_yes_or_no
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.models import MailIn, Phase
from pbem.storage.models.words import MailStatus

Ruling = tuple[MailStatus, str]
"""A status for the letter and a note for the host."""
UNREAD_FLAGS = frozenset({"encrypted", "packed", "parts left out", "too long"})
"""What is said of a letter (`Letter.flags`) of which a part was not read."""
NOTE_CHARACTERS = 1_000
"""Characters in which a note of absence says that it is one."""
ATTACHED_WORDS = re.compile(
    r"\b(attached|attachments?|enclosed|anbei|anhang|angehängt\w*|beigefügt\w*|ci-jointe?s?|pièces? jointes?)\b", re.I
)
"""What somebody says of a file that hangs on their letter."""
NAMING_ARGS = {"game", "campaign", "slug"}
"""What a wish names that is about a game or campaign of its own."""


@dataclass(kw_only=True)
class Case(Work):
    """A letter with its writer (`known` is None: nobody we know). `lines` are all of its lines."""

    door: WordsDoor = "letter"
    mail: MailIn
    letter: Letter
    lines: Sequence[WriterLine] = ()
    about: Phase | None = None
    """The phase the letter speaks of; None if of none."""
    files: Sequence[Attachment] = ()
    """What hangs on it; the lines of those that are read stand at the end of `lines`."""
    alone: bool = False
    """Whether it says more than its writer was asked about, and that is not done."""

    @property
    def contribution(self) -> str:
        return self.letter.message_id

    @property
    def counted_at(self) -> datetime:
        """Of a letter that waited at the host's own mail server, the time it had it. It was not written before what it
        answers."""
        counted = transit.letter_counted_at(self.config, self.mail, self.letter)
        return min(self.received_at, max(counted, self.about.opened_at)) if self.about else counted

    def command_names(self) -> set[str]:
        return {said.name for said in self.saying}

    @property
    def is_partly_read(self) -> bool:
        """Return whether there may be words in it that could not be read."""
        return any(one.text is None for one in self.files) or bool(UNREAD_FLAGS.intersection(self.letter.flags))

    def says_nothing(self) -> bool:
        """Return whether it says nothing to anybody."""
        return all(said.is_for_nobody for said in self.saying)

    def is_absence(self) -> bool:
        """Return whether it reads as a program's note that somebody is away, and holds no word of ours. A player who
        asks for something at a secret address wrote it themselves."""
        text = " ".join(line.text for line in self.lines if not line.dropped)[:NOTE_CHARACTERS]
        asks = self.known is not None and self.known.proof.final and absence_notes.speaks_of_play(text)
        return (
            absence_notes.is_absence_note(self.letter.subject, text)
            and not asks
            and not any(map(is_server_word, self.saying))
        )

    def is_understood(self) -> bool:
        """Return whether there is a word of ours in it, or one that comes near."""
        return any(
            is_server_word(said) and (said.name != "yes" or self.read_yes_or_no()) for said in self.saying
        ) or any(COMMANDS.nearest_command(s.lines[0]) for s in self.saying if s.name == "orders")

    def read_yes_or_no(self) -> bool | None:
        """Return whether it says yes or no to what its writer was asked; None if neither."""
        return parse_yes_or_no(self.own_words, list_question_names(self.known))

    def is_one_word(self) -> bool:
        """Return whether that is a yes and nothing else."""
        return is_single_yes(self.own_words)

    @property
    def own_words(self) -> list[str]:
        return [line.text for line in self.lines if not line.dropped]


def list_question_names(writer: Writer | None) -> list[str]:
    """Return what the letter of ours that is answered is about, by its names."""
    if writer is None or writer.answers is None:
        return []
    named = [writer.player.name, writer.seat.label if writer.seat else "", writer.game.slug if writer.game else ""]
    return [*named, *json.loads(writer.answers.data).get("wish", {}).get("facts", {}).values()]


def is_server_word(said: Utterance) -> bool:
    """Return whether it is a word of ours, and no question how a line can go on."""
    return said.command is not None and said.name != QUESTION


def settle_letter(session: Session, mail: MailIn, status: MailStatus, note: str) -> None:
    """Ends the way of a letter, or says that it waits for its writer's word."""
    if "held" in (mail.status, status):
        WAITING_LETTERS.forget(session)
    mail.status, mail.note, mail.ready_at = status, note, None
    session.add(mail)


def open_case(
    session: Session, config: Config, mail: MailIn, read: Letter, writer: Writer | None, now: datetime
) -> Case:
    """The case of a letter that was read: placed in its game, which is locked if it may act there, and cut into what it
    says."""
    files = files_to_read(read, answers_press(writer, mail))
    lines = [*quoting.split_own_lines(read.text, config.mail_host)]
    for one in files:
        first, *others = quoting.split_own_lines(one.text or "", config.mail_host) or [WriterLine("")]
        lines += [replace(first, begins=True), *others]
    if writer is not None and writer.game is None and not is_wish_elsewhere(lines):
        writer = identity.find_game_of_writer(session, writer, read.subject, mail.received_at)
    case = Case(session=session, config=config, known=writer, now=now, mail=mail, letter=read, key=f"mail:{mail.id}")
    if writer is not None and writer.proof.acts:
        case.lock_writer_game()
    case.lines, case.files = lines, files
    case.saying = [mark_small_talk(case, said) for said in COMMANDS.parse_lines(case.lines, lambda: case.verbs)]
    add_calendar_files(case)
    case.saying = expand_answer(case)
    if not [said for said in case.saying if said.name != "ignored"]:
        read_subject_command(case)
    return case


def mark_small_talk(case: Case, said: Utterance) -> Utterance:
    """The same; as what is for nobody, if it is a line with no more than its writer's name, or one that speaks of files
    which are all read."""
    if said.name != "orders":
        return said
    beside = says_name(said.text, case.letter.name) or (
        bool(case.files) and not case.is_partly_read and bool(ATTACHED_WORDS.search(said.text))
    )
    first = said.text.lower().partition(" ")[0]
    return replace(said, name="greeting") if beside and first not in case.verbs else said


def says_name(text: str, name: str) -> bool:
    """Return whether words are somebody's name as they sign with it: whole, or its first or last word."""
    said, whole = re.findall(r"\w+", text.casefold()), re.findall(r"\w+", name.casefold())
    return len("".join(said)) > 1 and said in (whole, whole[:1], whole[-1:])


def answers_press(writer: Writer | None, mail: MailIn) -> bool:
    """Return whether a letter answers press: at the address of that letter, or at one that says nothing of whom it is
    for."""
    answers = writer.answers if writer else None
    return (
        answers is not None and answers.kind == Kind.PRESS and mail_addresses.address_kind(mail.recipient) != "orders"
    )


def files_to_read(letter: Letter, press: bool) -> Sequence[Attachment]:
    """The files on a letter. What hangs on an answer to press is not passed on: it may be meant for the game."""
    return [replace(one, text=None) if press and one.text else one for one in letter.files]


def expand_answer(case: Case) -> Sequence[Utterance]:
    """Return what it says; where it begins with a yes or no to a letter that asked for a line
    (`pbem.games.requests`), that line in the place of the word."""
    asked = case.known.answers if case.known else None
    if case.known is None or asked is None or Kind(asked.kind) not in requests.BY_LETTER:
        return case.saying
    agrees = parse_yes_or_no(lines_beside_commands(case), list_question_names(case.known))
    if agrees is None:
        return case.saying
    slug = case.known.game.slug if case.known.game else ""
    line = requests.answer_line(case.session, case.config.secret_key, asked, slug, agrees)
    meant = COMMANDS.find_command(line) if line else None
    word = next((said for said in case.saying if is_server_word(said) or said.name == "orders"), None)
    return [replace(meant, at=word.at, lines=word.lines) if meant and one is word else one for one in case.saying]


def lines_beside_commands(case: Case) -> list[str]:
    """A letter's own lines without those that are commands, each of which is done for itself (“yes”, “name Ada”)."""
    commands = [said for said in case.saying if said.command and is_server_word(said) and said.name != "yes"]
    lines = {line for said in commands if said.command and not said.command.instead for line in said.lines}
    return [line for line in case.own_words if line not in lines]


def is_wish_elsewhere(lines: Sequence[WriterLine]) -> bool:
    """Return whether all that is said is a wish that anybody may have (“join marne”): it is about none of the games
    that its writer plays, even if that is only one."""
    found = [said for said in COMMANDS.parse_lines(lines) if said.name != "ignored" and said.name not in ASIDE_PATTERNS]
    wishes = [said for said in found if said.command and said.command.wanted and NAMING_ARGS & said.args.keys()]
    return bool(found) and wishes == found


def add_calendar_files(case: Case) -> None:
    """Calendar files that hang on a letter speak as lines at its end do."""
    for name, text in case.letter.calendars:
        said = Utterance(len(case.lines), (name,), CALENDAR_FILE, {"name": name}, text, command=COMMANDS[CALENDAR_FILE])
        case.saying, case.lines = [*case.saying, said], [*case.lines, WriterLine(name)]


def read_subject_command(case: Case) -> None:
    """A letter with nothing in it may say it all in its subject ("join verdun"), or by the address ("help@…")."""
    for words in (case.letter.subject, case.mail.recipient.partition("@")[0]):
        found = COMMANDS.parse_lines([WriterLine(words)])
        if found and is_server_word(found[0]) and not found[0].is_block and words.strip().lower() != "orders":
            case.saying = [*case.saying, replace(found[0], at=len(case.lines))]
            case.lines = [*case.lines, WriterLine(words)]
            return
