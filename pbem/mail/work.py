"""Words being done: a letter's, or those of the box of a desk; and what an act raises that cannot be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from sqlmodel import Session

from engines.language.ask import Ask
from engines.language.phrases import Phrases
from pbem import reports
from pbem.asked import holds
from pbem.config import Config
from pbem.db import anew
from pbem.mail.commands import Said
from pbem.mail.identity import Writer
from pbem.models import Deputy, Game, MailIn, Phase, Seat
from pbem.models.words import Source
from pbem.pace import zone_info
from pbem.play import Refused, acting, games, invitations, leaders, orders, seats
from pbem.play.orders import Hearing
from pbem.play.rights import Role
from pbem.wording import ENGLISH, Tongue, tongue


class No(Exception):  # noqa: N818
    """A command that cannot be done, in words for its writer."""


def span(deputy: Deputy) -> tuple[datetime, datetime]:
    """From when until when somebody stands in."""
    return deputy.begins_at, deputy.ends_at


Door = Literal["letter", "page"]
"""Where words come in: by letter, or in the box of a desk."""


@dataclass
class Stand:
    """How a game stands: its newest phase, and what is needed to judge a seat's words in it, or why it can say none."""

    status: str
    phase: Phase | None
    resolved_at: datetime | None
    hearing: Hearing | Refused | None = None

    def holds(self, game: Game) -> bool:
        """Whether nothing was done since that resolved the phase, or ended the game."""
        return game.status == self.status and (self.phase is None or self.phase.resolved_at == self.resolved_at)


@dataclass(kw_only=True)
class Work:
    """Somebody's words being done, from whatever door, and the parts of the answer so far. The letters among them are
    cases (`pbem.mail.case.Case`), which may be nobody's."""

    session: Session
    config: Config
    known: Writer | None
    """Who writes; None: nobody we know."""
    now: datetime
    mail: MailIn | None = None
    key: str
    """Names these words, so that what is written because of them is written once."""
    saying: Sequence[Said] = ()
    """What the words say."""
    sections: list[dict[str, str]] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """What was asked for and done so far, as it was written."""
    refused: list[tuple[str, str]] = field(default_factory=list)
    """Lines within what was done last that were not taken, each with why."""
    standing: orders.Answer | None = None
    """The seat's orders after what was done last, if that is known."""
    submission: int = 0
    """The number of the orders that were stored last, 0 if none were."""
    open: Phase | None = None
    """The phase that was open when the work began."""
    stand: Stand | None = None
    """How the game stood when it was last looked at."""

    @property
    def door(self) -> Door:
        return "letter" if self.mail else "page"

    @property
    def source(self) -> Source:
        return "deputy" if self.role is Role.DEPUTY else "mail" if self.mail else "web"

    @property
    def received_at(self) -> datetime:
        """When the words came."""
        return self.mail.received_at if self.mail else self.now

    @property
    def counted_at(self) -> datetime:
        """As of when the words count for a deadline; never later than they came."""
        return self.received_at

    @property
    def writer(self) -> Writer:
        """Who writes, where that must be somebody."""
        assert self.known is not None
        return self.known

    @property
    def contribution(self) -> str:
        """What the words add to the dice of a game that their writer joins."""
        return ""

    def begin(self) -> None:
        """Locks the game: which phase is open, and whose the seat is, stays so until all is done. The seat is no longer
        the writer's if it was handed on meanwhile."""
        seat, game = self.writer.seat, self.writer.game
        if game is None:
            return
        is_new = holds(self.session, game.id)  # what was read of it is
        games.lock(self.session, game)
        if seat is not None:
            if not is_new:
                anew(self.session, seat)
            if not self.holds(seat):
                self.known = replace(self.writer, seat=None)
        self.stand = None
        self.open = self.phase

    def holds(self, seat: Seat) -> bool:
        """Whether the writer may still speak for a seat: it is his, or he stands in for its holder."""
        if self.writer.deputy is None:
            return seat.player_id == self.writer.player.id
        found = acting.deputy_of(self.session, seat, self.writer.player, self.received_at)
        return found is not None and found.id == self.writer.deputy.id

    @property
    def role(self) -> Role:
        """As what the writer speaks for his seat."""
        return Role.DEPUTY if self.writer.deputy else Role.HOLDER

    @property
    def stands(self) -> Stand:
        """How the game stands. It is looked at once, and again after an act that changed it."""
        game = self.game
        if self.stand is None or not self.stand.holds(game):
            phase = games.current(self.session, game)
            self.stand = Stand(game.status, phase, phase.resolved_at if phase else None)
        return self.stand

    @property
    def phase(self) -> Phase | None:
        """The newest phase of the game."""
        return self.stands.phase

    @property
    def game(self) -> Game:
        if self.writer.game is None:
            raise No(self.say("which game"))
        return self.writer.game

    def meant(self, said: Said) -> Game:
        """The game that a line names, else the one the writer writes about. Raises Refused "no such game"; No."""
        return self.visible(said.args["game"], said.args.get("word", "")) if "game" in said.args else self.game

    def visible(self, slug: str, word: str = "") -> Game:
        """The game that is so called, if the writer may know of it: of one that is not open to all who has to do with
        it, or says its word. Raises Refused "no such game"."""

        def knows(game: Game) -> bool:
            own = self.known is not None and self.known.game is not None and self.known.game.id == game.id
            return own or invitations.knows(self.config.secret_key, game, word)

        return invitations.visible(self.session, slug, self.known.player if self.known else None, knows)

    @property
    def leads(self) -> bool:
        """Whether the writer leads the game that it is about."""
        return self.writer.game is not None and leaders.leads(self.session, self.writer.game, self.writer.player)

    @property
    def seat(self) -> Seat:
        game = self.game
        if self.writer.seat is None and self.writer.deputy:
            zone = zone_info(self.writer.player.zone)
            begins, ends = (self.say.calendar.moment(at, zone) for at in span(self.writer.deputy))
            raise No(self.say("deputy not now", slug=game.slug, begins=begins, ends=ends))
        if self.writer.seat is not None:
            return self.writer.seat
        mine = [s for s in seats.held(self.session, self.writer.player) if s.game_id == game.id]
        if len(mine) > 1:
            raise No(self.say("which seat", slug=game.slug, seats=[self.say.name(seat) for seat in mine]))
        raise No(self.say("no seat", slug=game.slug))

    @property
    def say(self) -> Tongue:
        """The language of whoever wrote."""
        game = self.writer.game
        return tongue(game, self.phase, self.writer.seat) if game else ENGLISH

    @property
    def hearing(self) -> Hearing:
        """What is needed to judge the seat's words now. Raises No, and Refused "not running", "no orders"."""
        stands, seat = self.stands, self.seat
        if stands.hearing is None:
            stands.hearing = self.found_hearing(stands.phase, seat)
        if isinstance(stands.hearing, Refused):
            raise Refused(stands.hearing.code, **stands.hearing.facts)
        return stands.hearing

    def found_hearing(self, phase: Phase | None, seat: Seat) -> Hearing | Refused:
        try:
            return orders.hearing_in(self.session, self.game, seat, phase)
        except Refused as error:
            return error

    @property
    def ask(self) -> Ask | None:
        """What the seat may say now; None: nothing."""
        try:
            return self.hearing.ask if self.known else None
        except (No, Refused):
            return None

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of what the seat can say now, in lower case."""
        return frozenset(line.verb.lower().partition(" ")[0] for line in self.ask.lines) if self.ask else frozenset()

    @property
    def phrases(self) -> Phrases:
        """How the game speaks to the writer now."""
        return Phrases(self.ask.phrases if self.ask else {})

    def called(self, phase: Phase) -> str:
        """What a phase is called."""
        own = self.ask if self.open and phase.id == self.open.id else None
        return own.title if own else reports.titled(self.game, phase, self.writer.seat, self.say)

    @property
    def named(self) -> str:
        """What the phase now open is called."""
        return self.called(self.open) if self.open else ""

    def tell(self, title: str, text: str) -> str:
        """Adds a section to the receipt; a page has no room for it but in its answer to the line itself."""
        self.sections.append({"title": title, "text": text})
        return self.say("below") if self.door == "letter" else f"{title}\n{text}"
