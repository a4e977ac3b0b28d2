"""What must be true after a storm of kills, told from the database, the journal of the crowd and the relay's memory."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf
from pathlib import Path

from sqlmodel import Session, col, select

from bench._crowd import Journal, Letter
from bench._sink import TakenLetter
from bench._undisturbed import differences
from pbem.games.notify import Kind
from pbem.games.phases.mailboxes import OPENING_KINDS
from pbem.games.phases.turn_verdicts import TurnVerdict
from pbem.games.proof import verify
from pbem.mail.inbound import identity
from pbem.pace import parse_length
from pbem.settings import mail_addresses
from pbem.settings.config import Config
from pbem.storage.database import Store
from pbem.storage.models import Game, MailIn, Outbox, Phase, Player, Press, Seat, Submission, Turn

MESSAGE_ID = re.compile(rb"^message-id:\s*(<[^>]+>)", re.I | re.M)
OURS = re.compile(r"<(\d+)\.")
"""How a Message-ID of the server begins: with the number of the outbox row."""
SILENT = "no receipt"
"""How the note of a letter begins that was deliberately not answered."""


@dataclass(frozen=True)
class Finding:
    """One promise: at how many things was looked, and which of them break it."""

    promise: str
    looked_at: int
    faults: list[str]


@dataclass(frozen=True)
class Evidence:
    """Everything there is to know afterwards. `copies`: what the relay took of each row of the outbox."""

    store: Store
    folder: Path
    journal: Journal
    mails: Mapping[str, Sequence[MailIn]]
    rows: Mapping[int, Outbox]
    outbox: Mapping[str, Outbox]
    copies: Mapping[int, Sequence[TakenLetter]]
    strange: Sequence[str]
    submissions: Sequence[Submission]
    press: Sequence[Press]
    seats: Mapping[int, Seat]
    players: Mapping[int, Player]
    timelines: Mapping[int, Sequence[Phase]]
    turns: Sequence[Turn]
    games: Sequence[Game]

    def letters(self, kind: str = "") -> list[Letter]:
        """The letters that were acknowledged."""
        return [one for one in self.journal.letters if one.code == 250 and kind in ("", one.kind)]

    def mail(self, letter: Letter) -> MailIn | None:
        return next(iter(self.mails.get(letter.message_id, ())), None)

    def receipt(self, letter: Letter) -> Sequence[Mapping[str, str]]:
        """Return what the receipt of a letter says of each of its lines."""
        mail = self.mail(letter)
        row = self.outbox.get(f"receipt:{mail.id}") if mail else None
        found: list[dict[str, str]] = json.loads(row.data).get("lines", []) if row else []
        return found

    def phase_spoken_of(self, letter: Letter) -> int | None:
        """The phase a letter speaks of: that of the letter which it answers."""
        row = self.rows.get(int(found[1])) if (found := OURS.match(letter.answers)) else None
        return row.phase_id if row and row.kind != "press" else None

    def was_sent(self, row: Outbox | None) -> bool:
        return row is not None and bool(self.copies.get(row.id))


def gather_evidence(
    store: Store, config: Config, folder: Path, journal: Journal, taken: Sequence[TakenLetter]
) -> Evidence:
    with store.read_session() as session:
        rows = {row.id: row for row in session.exec(select(Outbox))}
        copies, strange = match_taken_letters(config, rows, taken)
        mails: dict[str, list[MailIn]] = defaultdict(list)
        for mail in session.exec(select(MailIn)):
            found = MESSAGE_ID.search(mail.raw)
            mails[found[1].decode() if found else ""].append(mail)
        timelines: dict[int, list[Phase]] = defaultdict(list)
        for phase in session.exec(select(Phase).order_by(col(Phase.number))):
            timelines[phase.game_id].append(phase)
        return Evidence(
            store=store,
            folder=folder,
            journal=journal,
            mails=mails,
            rows=rows,
            outbox={row.key: row for row in rows.values()},
            copies=copies,
            strange=strange,
            submissions=session.exec(select(Submission).order_by(col(Submission.id))).all(),
            press=session.exec(select(Press)).all(),
            seats={seat.id: seat for seat in session.exec(select(Seat))},
            players={player.id: player for player in session.exec(select(Player))},
            timelines=timelines,
            turns=session.exec(select(Turn)).all(),
            games=session.exec(select(Game)).all(),
        )


def match_taken_letters(
    config: Config, rows: Mapping[int, Outbox], taken: Sequence[TakenLetter]
) -> tuple[dict[int, list[TakenLetter]], list[str]]:
    """Return what the relay took, by the outbox row its envelope names; and what carries another Message-ID. Letters of
    the server to itself are in no outbox."""
    copies: dict[int, list[TakenLetter]] = defaultdict(list)
    strange = []
    for one in taken:
        if mail_addresses.address_kind(one.recipient) == "probe":
            continue
        read = mail_addresses.parse_address(config.secret_key, "bounce", one.sender)
        row = rows.get(read[0]) if read else None
        if row is None:
            strange.append(f"a letter to {one.recipient} from {one.sender} is in no outbox")
        elif one.message_id != identity.make_message_id(config, row):
            strange.append(f"{row.key} came as {one.message_id}")
        else:
            copies[row.id].append(one)
    return copies, strange


def proof(evidence: Evidence) -> list[Finding]:
    """All promises, in the order of the docs."""
    return [Finding(promise, *list_faults(check(evidence))) for promise, check in PROMISES] + [
        compare_undisturbed(evidence)
    ]


def list_faults(found: Iterator[str]) -> tuple[int, list[str]]:
    """A check yields "" for what is well and a sentence for what is not."""
    told = list(found)
    return len(told), [fault for fault in told if fault]


# --- nothing accepted lost ---------------------------------------------------------------------------------------


def kept_once(evidence: Evidence) -> Iterator[str]:
    for letter in evidence.journal.letters:
        count = len(evidence.mails.get(letter.message_id, ()))
        allowed = (1,) if letter.code == 250 else (0, 1)
        yield "" if count in allowed else f"{letter.message_id}: kept {count} times, answered {letter.code}"


def set_aside(evidence: Evidence) -> Iterator[str]:
    for mails in evidence.mails.values():
        for mail in mails:
            well = mail.status == "done"
            yield "" if well else f"letter {mail.id}: {mail.status}, {mail.note or 'no note'}, {mail.attempts} attempts"


def receipts(evidence: Evidence) -> Iterator[str]:
    for letter in evidence.letters():
        mail = evidence.mail(letter)
        row = evidence.outbox.get(f"receipt:{mail.id}") if mail else None
        if mail is not None and mail.note.startswith(SILENT):
            continue
        yield "" if evidence.was_sent(row) else f"{letter.message_id}: receipt {'not sent' if row else 'missing'}"


def letters_acted_on(evidence: Evidence) -> Iterator[str]:
    """Orders are a submission once, unless the receipt says of every line why not."""
    count = Counter(said.mail_id for said in evidence.submissions if said.mail_id)
    for letter in evidence.letters("orders"):
        mail = evidence.mail(letter)
        lines = evidence.receipt(letter)
        heard = [line["said"] for line in lines if line["level"] == "ok" and line["said"] != "ready"]
        number = count[mail.id] if mail else 0
        well = number == 1 or (number == 0 and bool(lines) and not heard)
        note = mail.note if mail else "not kept"
        yield "" if well else f"{letter.message_id}: {number} submissions; {note or f'heard: {heard}'}"


def posts_acted_on(evidence: Evidence) -> Iterator[str]:
    marks = Counter(said.text.partition("\n")[0].removeprefix("# ") for said in evidence.submissions)
    for post in evidence.journal.posts:
        if post.kind == "orders":
            yield check_form_count(post.mark, post.status, marks[post.mark])


def press_once(evidence: Evidence) -> Iterator[str]:
    marks = Counter(one.text.removeprefix("my word ") for one in evidence.press)
    for post in evidence.journal.posts:
        if post.kind == "press":
            yield check_form_count(post.mark, post.status, marks[post.mark])
    for letter in evidence.letters("press"):
        mark = letter.message_id.strip("<").partition(".")[0]
        refused = {line["level"] for line in evidence.receipt(letter)} == {"no"}  # some phases have no press
        well = marks[mark] == (not refused)
        yield "" if well else f"{mark}: {marks[mark]} messages, {'refused' if refused else 'not refused'}"


def check_form_count(mark: str, status: int, count: int) -> str:
    """A form that was answered well counts once; one without an answer may; one that was refused does not."""
    allowed = (1,) if 200 <= status < 400 else (0, 1) if status in (0, 500, 502, 503) else (0,)
    return "" if count in allowed else f"{mark}: answered {status}, found {count} times"


# --- nothing done twice ------------------------------------------------------------------------------------------


def bots_once(evidence: Evidence) -> Iterator[str]:
    count = Counter((said.phase_id, said.seat_id) for said in evidence.submissions if said.source == "bot")
    for (phase, seat), number in count.items():
        yield "" if number == 1 else f"phase {phase}, {evidence.seats[seat].code}: {number} moves of a bot"


def phases_once(evidence: Evidence) -> Iterator[str]:
    for game in evidence.games:
        timeline = evidence.timelines.get(game.id, ())
        for place, phase in enumerate(timeline, 1):
            following = place < len(timeline)
            well = phase.number == place and (phase.resolved_at is not None) == following
            yield "" if well or game.status == "finished" else f"{game.slug} {phase.number}: out of its place"


def missed_once(evidence: Evidence) -> Iterator[str]:
    """A turn has a verdict if it was due and somebody held the seat, and only when its phase is over."""
    over = {phase.id for timeline in evidence.timelines.values() for phase in timeline if phase.resolved_at}
    for turn in evidence.turns:
        judged = bool(turn.verdict)
        well = judged == (turn.player_id is not None) and (not judged or (turn.due and turn.phase_id in over))
        yield "" if well else f"turn {turn.id}: “{turn.verdict}” for player {turn.player_id}"


def told_before_missed(evidence: Evidence) -> Iterator[str]:
    """Yield where this fails: who missed a turn had the report on its phase for half as long as the pace gives: by a
    quarter the phase before may be closed late, a quarter letters may take. Where a mailbox refused it at first, as the
    relay does in a bad mood, it need only have come: the phase waits for one mailbox in two phases of ten. Bots need no
    report, only the phase."""
    phases = {phase.id: phase for timeline in evidence.timelines.values() for phase in timeline}
    paces = {game.id: parse_length(game.pace) for game in evidence.games}
    reports = defaultdict[tuple[int | None, int | None], list[Outbox]](list)
    for row in evidence.rows.values():
        if row.kind in OPENING_KINDS:
            reports[row.phase_id, row.seat_id].append(row)
    for turn in evidence.turns:
        if turn.verdict == TurnVerdict.MISSED:
            phase = phases[turn.phase_id]
            rows = reports[phase.id, turn.seat_id]
            copies = [one.at for row in rows for one in evidence.copies.get(row.id, ())]
            if not person(evidence, evidence.seats[turn.seat_id]):
                copies.append(phase.opened_at.timestamp())
            assert phase.resolved_at is not None
            had = phase.resolved_at.timestamp() - min(copies, default=inf)
            refused = any(row.attempts > 1 for row in rows)
            well = had >= 1 / 2 * paces[phase.game_id].total_seconds() - 1 or (refused and had > 0)
            yield "" if well else f"turn {turn.id} of phase {phase.id} was missed {had:.0f} s after it could be known"


# --- positions ---------------------------------------------------------------------------------------------------


def games_sound(evidence: Evidence) -> Iterator[str]:
    for game in evidence.games:
        yield "" if game.status in ("running", "paused", "finished") else f"{game.slug}: {game.status}"


def verify_games(evidence: Evidence) -> Iterator[str]:
    with evidence.store.read_session() as session:
        for game in evidence.games:
            yield from verify_one_game(session, game)


def verify_one_game(session: Session, game: Game) -> Iterator[str]:
    faults = verify.verify_game(session, session.get_one(Game, game.id))
    yield from (f"{game.slug}: {fault}" for fault in faults)
    yield ""


def compare_undisturbed(evidence: Evidence) -> Finding:
    try:
        number, faults = differences(evidence.store, evidence.folder)
    except Exception as error:
        number, faults = 0, [f"could not be played again: {type(error).__name__}: {error}"]
    return Finding("phases, positions and orders as in an undisturbed run", number, faults)


# --- notices -----------------------------------------------------------------------------------------------------


def reports_sent(evidence: Evidence) -> Iterator[str]:
    """The report on each phase to each seat that a person holds."""
    for game in evidence.games:
        people = [s for s in evidence.seats.values() if s.game_id == game.id and person(evidence, s)]
        for phase in evidence.timelines.get(game.id, ()):
            kind = "started" if phase.number == 1 else "report"
            for seat in people:
                key = f"{kind}:{phase.id}:{seat.id}:{seat.generation}"
                row = evidence.outbox.get(key)
                yield "" if evidence.was_sent(row) else f"{key}: {row.error or 'not sent' if row else 'missing'}"


def person(evidence: Evidence, seat: Seat) -> bool:
    return seat.player_id is not None and not evidence.players[seat.player_id].bot


def all_sent(evidence: Evidence) -> Iterator[str]:
    """But for deadlines that a newer letter to the same seat tells."""
    newest: dict[tuple[int | None, int | None], int] = {}
    for row in evidence.outbox.values():
        if row.kind == Kind.DEADLINE and evidence.was_sent(row):
            newest[row.seat_id, row.player_id] = max(row.id, newest.get((row.seat_id, row.player_id), 0))
    for row in evidence.outbox.values():
        told = row.kind == Kind.DEADLINE and newest.get((row.seat_id, row.player_id), 0) > row.id
        well = row.ready_at is None and (told or (row.sent_at is not None and evidence.was_sent(row)))
        yield "" if well else f"{row.key}: {row.error or 'not sent'}, {len(evidence.copies.get(row.id, ()))} copies"


def same_id(evidence: Evidence) -> Iterator[str]:
    yield from evidence.strange
    for copies in evidence.copies.values():
        for _ in copies:
            yield ""


# --- time --------------------------------------------------------------------------------------------------------


def in_time(evidence: Evidence) -> Iterator[str]:
    """Yield where this fails: what was accepted while a phase was open counts for it: the time of the 250 decides, not
    that of the reading. What speaks of another phase does not, and is told so."""
    numbers = {phase.id: phase.number for timeline in evidence.timelines.values() for phase in timeline}
    owed = {(turn.phase_id, turn.seat_id) for turn in evidence.turns}
    counted = {said.mail_id: numbers[said.phase_id] for said in evidence.submissions if said.mail_id}
    for letter in evidence.letters("orders"):
        mail = evidence.mail(letter)
        if mail is None:
            continue
        timeline = evidence.timelines[evidence.seats[letter.seat_id].game_id]
        phase = open_at(timeline, mail.received_at)
        number = counted.get(mail.id)
        if (
            phase is None
            or (phase.id, letter.seat_id) not in owed
            or evidence.phase_spoken_of(letter) not in (None, phase.id)
        ):
            continue
        well = number is not None and number <= phase.number
        told = f"accepted in phase {phase.number}{how_closed(phase, timeline)}, counts for {number or 'none'}"
        yield "" if well else f"{letter.message_id}: {told}"


def how_closed(phase: Phase, timeline: Sequence[Phase]) -> str:
    """In which way the phase ended."""
    following = next((other for other in timeline if other.number == phase.number + 1), None)
    early = following is not None and phase.deadline is not None and following.opened_at < phase.deadline
    return " (closed before its deadline, all being ready)" if early else ""


def open_at(timeline: Sequence[Phase], at: datetime) -> Phase | None:
    """The phase that was open then. Where one was closed late, the next is as if opened at the deadline."""
    return next((phase for phase in reversed(timeline) if phase.opened_at <= at), None)


PROMISES: tuple[tuple[str, Callable[[Evidence], Iterator[str]]], ...] = (
    ("a letter that was offered is kept once if it got its 250, else at most once", kept_once),
    ("no letter is set aside, none left unread", set_aside),
    ("a letter that got its 250 has one receipt, which was sent", receipts),
    ("orders of such a letter are a submission once, or refused with a reason", letters_acted_on),
    ("orders of an answered page are a submission once", posts_acted_on),
    ("a message between players is relayed once", press_once),
    ("a bot moves once in a phase", bots_once),
    ("a phase is resolved once", phases_once),
    ("a missed turn is counted once", missed_once),
    ("nobody misses a turn of which they were not told in time", told_before_missed),
    ("no game is stuck", games_sound),
    ("pbem verify proves every game", verify_games),
    ("a report on each phase to each seat was sent", reports_sent),
    ("every row of the outbox was sent", all_sent),
    ("every copy carries the Message-ID of its row", same_id),
    ("a letter accepted while a phase was open counts for it", in_time),
)
