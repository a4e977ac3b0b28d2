"""Words being done, whatever door they came through; and what an act raises that cannot be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from sqlmodel import Session

from engines.language.grammar import OrderGrammar
from engines.language.phrases import Phrases
from engines.report import Block
from pbem.commands.declarations import Utterance
from pbem.commands.writer import Writer
from pbem.documents import reports
from pbem.games import Refusal, games
from pbem.games.leading import leaders
from pbem.games.orders import orders
from pbem.games.orders.orders import OrderContext
from pbem.games.rights import Role
from pbem.games.seating import invitations, seats, substitutes
from pbem.pace import zone_info
from pbem.settings.config import Config
from pbem.storage.database import reread_row
from pbem.storage.models import Game, MailIn, Phase, Player, Seat
from pbem.storage.models.words import Source
from pbem.storage.questions import is_marked_locked
from pbem.wording import ENGLISH, Tongue, seat_tongue


class CommandRefused(Exception):  # noqa: N818
    """A command that cannot be done, in words for its writer."""


WordsDoor = Literal["letter", "page", "shell"]
"""Where words come in: by letter, on a page, or on the command line of the host."""


@dataclass(frozen=True)
class AnswerSection:
    """Something that was asked for, below the answer to the line that asks. `blocks`: the same as a report, where it is
    one."""

    title: str
    text: str
    blocks: Sequence[Block] = ()


@dataclass
class GameSnapshot:
    """How a game stands: its newest phase, and what is needed to judge a seat's words in it, or why it can say none."""

    status: str
    phase: Phase | None
    resolved_at: datetime | None
    order_context: OrderContext | Refusal | None = None

    def is_current_for(self, game: Game) -> bool:
        """Return whether nothing was done since that resolved the phase, or ended the game."""
        return game.status == self.status and (self.phase is None or self.phase.resolved_at == self.resolved_at)


@dataclass(kw_only=True)
class Work:
    """Somebody's words being done, from whatever door, and the parts of the answer so far. The letters among them are
    cases (`pbem.mail.inbound.case.Case`), which may be nobody's."""

    session: Session
    config: Config
    known: Writer | None
    """Who writes; None: nobody we know, or the host."""
    host_game: Game | None = None
    """The game that the host speaks of at the command line, where they may do what its master may."""
    now: datetime
    door: WordsDoor = "page"
    mail: MailIn | None = None
    key: str
    """Names these words, so that what is written because of them is written once."""
    saying: Sequence[Utterance] = ()
    """What the words say."""
    sections: list[AnswerSection] = field(default_factory=list)
    lines_done: set[str] = field(default_factory=set)
    """What was asked for and done so far, as it was written."""
    refused_lines: list[tuple[str, str]] = field(default_factory=list)
    """Lines within what was done last that were not taken, each with why."""
    standing: orders.Answer | None = None
    """The seat's orders after what was done last, if that is known."""
    submission: int = 0
    """The number of the orders that were stored last, 0 if none were."""
    open: Phase | None = None
    """The phase that was open when the work began."""
    last_snapshot: GameSnapshot | None = None
    """How the game stood when it was last looked at."""

    @property
    def is_host(self) -> bool:
        return self.known is None and self.host_game is not None

    @property
    def words_source(self) -> Source:
        return "deputy" if self.role is Role.DEPUTY else "mail" if self.mail else "web"

    @property
    def received_at(self) -> datetime:
        """Return when the words came."""
        return self.mail.received_at if self.mail else self.now

    @property
    def counted_at(self) -> datetime:
        """As of when the words count for a deadline; never later than they came."""
        return self.received_at

    @property
    def writer(self) -> Writer:
        """Return who writes, where that must be somebody. Raises CommandRefused for the host."""
        if self.known is None:
            raise CommandRefused(self.say("not as host"))
        return self.known

    @property
    def leader(self) -> Player | None:
        """Return who leads the game, as use cases of the master have it; None: the host."""
        return None if self.is_host else self.writer.player

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which the writer reads and writes: for the host that of the game."""
        return zone_info(self.host_game.zone if self.host_game and self.known is None else self.writer.player.zone)

    @property
    def contribution(self) -> str:
        """Return what the words add to the dice of a game that their writer joins."""
        return ""

    def lock_writer_game(self) -> None:
        """Locks the game: which phase is open, and whose the seat is, stays so until all is done. The seat is no longer
        the writer's if it was handed on meanwhile."""
        game = self.host_game or (self.known.game if self.known else None)
        if game is None:
            return
        seat = self.known.seat if self.known else None
        is_new = is_marked_locked(self.session, game.id)  # what was read of it is
        games.lock_game(self.session, game)
        if seat is not None:
            if not is_new:
                reread_row(self.session, seat)
            if not self.can_speak_for_seat(seat):
                self.known = replace(self.writer, seat=None)
        self.last_snapshot = None
        self.open = self.phase

    def holds_seat(self, seat: Seat) -> bool:
        """Return whether the writer speaks for a seat as who holds it."""
        own = self.known.seat if self.known and self.role is Role.HOLDER else None
        return own is not None and own.id == seat.id

    def can_speak_for_seat(self, seat: Seat) -> bool:
        """Return whether the writer may still speak for a seat: it is theirs, or they stand in for its holder."""
        if self.writer.deputy is None:
            return seat.player_id == self.writer.player.id
        found = substitutes.find_deputy(self.session, seat, self.writer.player, self.received_at)
        return found is not None and found.id == self.writer.deputy.id

    @property
    def role(self) -> Role:
        """As what the writer speaks for their seat."""
        return Role.DEPUTY if self.known and self.known.deputy else Role.HOLDER

    @property
    def snapshot(self) -> GameSnapshot:
        """Return how the game stands. It is looked at once, and again after an act that changed it."""
        game = self.game
        if self.last_snapshot is None or not self.last_snapshot.is_current_for(game):
            phase = games.find_current_phase(self.session, game)
            self.last_snapshot = GameSnapshot(game.status, phase, phase.resolved_at if phase else None)
        return self.last_snapshot

    @property
    def phase(self) -> Phase | None:
        """The newest phase of the game."""
        return self.snapshot.phase

    @property
    def game(self) -> Game:
        """Raises CommandRefused if it cannot be known."""
        if self.is_host and self.host_game:
            return self.host_game
        if self.writer.game is None:
            raise CommandRefused(self.say("which game"))
        return self.writer.game

    def get_game_for_writer(self, slug: str, word: str = "") -> Game:
        """The game that is so called, if the writer may know of it: of one that is not open to all who has to do with
        it, or says its word. Raises Refusal "no such game"."""

        def is_known_to_writer(game: Game) -> bool:
            own = self.known is not None and self.known.game is not None and self.known.game.id == game.id
            return own or invitations.is_entry_word(self.config.secret_key, game, word)

        return invitations.get_game_for_reader(
            self.session, slug, self.known.player if self.known else None, is_known_to_writer
        )

    @property
    def game_id(self) -> int | None:
        """The game that the words are about, by its row; None: none is known."""
        game = self.host_game or (self.known.game if self.known else None)
        return game.id if game else None

    def ask_to_mean_it(self, name: str, **facts: object) -> str:
        """Return how somebody shows that they mean what cannot be undone: they name the game, or tick a box that
        does."""
        return self.say("page tick") if self.door == "page" else self.say(name, **facts)

    @property
    def is_leader(self) -> bool:
        """Return whether the writer leads the game that it is about, or is the host."""
        return self.is_host or (
            self.writer.game is not None and leaders.leads_game(self.session, self.writer.game, self.writer.player)
        )

    @property
    def seat(self) -> Seat:
        game = self.game
        if self.writer.seat is None and self.writer.deputy:
            stands_in, moment = self.writer.deputy, self.say.calendar.format_moment
            begins, ends = moment(stands_in.begins_at, self.zone), moment(stands_in.ends_at, self.zone)
            raise CommandRefused(self.say("deputy not now", slug=game.slug, begins=begins, ends=ends))
        if self.writer.seat is not None:
            return self.writer.seat
        mine = [s for s in seats.list_held_seats(self.session, self.writer.player) if s.game_id == game.id]
        if len(mine) > 1:
            raise CommandRefused(
                self.say("which seat", slug=game.slug, seats=[self.say.seat_name(seat) for seat in mine])
            )
        raise CommandRefused(self.say("no seat", slug=game.slug))

    @property
    def say(self) -> Tongue:
        """The language of whoever wrote."""
        game = self.known.game if self.known else None
        return seat_tongue(game, self.phase, self.writer.seat) if game else ENGLISH

    @property
    def order_context(self) -> OrderContext:
        """Return what is needed to judge the seat's words now. Raises CommandRefused, and Refusal "not running", "no
        orders"."""
        stands, seat = self.snapshot, self.seat
        if stands.order_context is None:
            stands.order_context = self.try_hearing(stands.phase, seat)
        if isinstance(stands.order_context, Refusal):
            raise Refusal(stands.order_context.code, **stands.order_context.facts)
        return stands.order_context

    def try_hearing(self, phase: Phase | None, seat: Seat) -> OrderContext | Refusal:
        try:
            return orders.build_newest_context(self.session, self.game, seat, phase)
        except Refusal as error:
            return error

    @property
    def current_grammar(self) -> OrderGrammar | None:
        """Return what the seat may say now; None: nothing."""
        try:
            return self.order_context.grammar if self.known else None
        except (CommandRefused, Refusal):
            return None

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of what the seat can say now, in lower case."""
        return (
            frozenset(line.verb.lower().partition(" ")[0] for line in self.current_grammar.lines)
            if self.current_grammar
            else frozenset()
        )

    @property
    def phrases(self) -> Phrases:
        """Return how the game speaks to the writer now."""
        return Phrases(self.current_grammar.phrases if self.current_grammar else {})

    def writer_phase_title(self, phase: Phase) -> str:
        """Return what a phase is called."""
        own = self.current_grammar if self.open and phase.id == self.open.id else None
        seat = self.known.seat if self.known else None
        return own.title if own else reports.phase_title_for(self.game, phase, seat, self.say)

    @property
    def open_phase_title(self) -> str:
        """Return what the phase now open is called."""
        return self.writer_phase_title(self.open) if self.open else ""

    def add_section(self, title: str, text: str, blocks: Sequence[Block] = ()) -> str:
        """Adds a section to the answer, and returns the sentence that leads to it."""
        self.sections.append(AnswerSection(title, text, blocks))
        return self.say("below") if self.door == "letter" else f"{title}\n{text}"
