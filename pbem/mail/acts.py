"""What each command of a letter does, and the sentence that answers it.

`ACTS` maps a command's name to a function of the letter being worked on; it returns the sentence for the receipt, or
raises `Refused` (put into words by `pbem.wording`) or `No` with its own words. Nothing here decides who may write.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session

from engines import orders as language
from engines.phrases import Phrases
from pbem import render, wording
from pbem.config import Config
from pbem.limits import spend
from pbem.mail.commands import COMMANDS, MASTERS, Said
from pbem.mail.identity import Writer
from pbem.models import Game, MailIn, Phase, Seat
from pbem.pace import PaceError, length, local_text, zone_info
from pbem.play import Refused, foresight, games, master, orders, people, phases, press, seats, sign_in, tell, votes
from pbem.tongues import tongue_now

ONCE = frozenset({"help", "games", "status", "report", "history", "what if", "address", "sign in"})
"""What is done once for a letter, however many lines of it say the same."""
MOST_WHAT_IFS = 5
"""What would happen is worked out so often for one letter: each costs as much as a phase."""


class No(Exception):  # noqa: N818
    """A command that cannot be done, in words for its writer."""


@dataclass
class Work:
    """A letter being worked on: who writes, and the parts of its receipt so far."""

    session: Session
    config: Config
    mail: MailIn
    message_id: str
    writer: Writer
    now: datetime
    open: Phase | None = None
    """The phase that was open when the letter came to the desk."""
    about: Phase | None = None
    """The phase the letter speaks of; None if of none."""
    verbs: frozenset[str] = frozenset()
    """The first words of what the seat can say now."""
    sections: list[dict[str, str]] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    """What was asked for and done so far, as it was written."""
    standing: orders.Receipt | None = None
    """The seat's orders after what was done last, if that is known."""

    @property
    def game(self) -> Game:
        if self.writer.game is None:
            raise No("Which game? Answer a letter from that game, or put its name into the subject.")
        return self.writer.game

    @property
    def seat(self) -> Seat:
        game = self.game
        if self.writer.seat is None:
            raise No(f"You have no seat in {game.slug}.")
        return self.writer.seat

    def say(self, key: str, **facts: object) -> str:
        """A sentence in the language of whoever wrote."""
        return tongue_now(self.session, self.writer.game, self.writer.seat)(key, **facts)

    @property
    def phrases(self) -> Phrases:
        """How the game speaks to the writer now."""
        ask = orders.ask(self.session, self.writer.seat) if self.writer.seat else None
        return Phrases(ask.phrases if ask else {})

    @property
    def named(self) -> str:
        """What the phase now open is called."""
        return self.open.name if self.open else ""

    def tell(self, title: str, text: str) -> str:
        """Adds a section to the receipt."""
        self.sections.append({"title": title, "text": text})
        return "See below."


# --- to know -----------------------------------------------------------------------------------------------------


def help_(work: Work, _: Said) -> str:
    leads = work.writer.game is not None and work.writer.game.master_id == work.writer.player.id
    usages = [c for c in COMMANDS if c.usage and (leads or not c.help.startswith(MASTERS))]
    lines = [f"{c.usage}\n    {c.help}" for c in usages]
    ask = orders.ask(work.session, work.writer.seat) if work.writer.seat else None
    if ask:
        work.tell("What you can order now", "\n".join(language.outline(ask)))
    return work.tell("Commands, one a line", "\n".join(lines))


def list_games(work: Work, _: Said) -> str:
    rows = [game_line(work.session, game) for game in games.listed(work.session) if game.status != "finished"]
    return work.tell("Games", "\n".join(rows) or "There is no game at the moment.")


def game_line(session: Session, game: Game) -> str:
    free = [s.label for s in games.seats(session, game) if s.player_id is None]
    open_ = f"; free: {', '.join(free)}" if free else ""
    return f"{game.slug}: {games.engine(game).title}, {game.status}, {game.pace}{open_}"


def status(work: Work, said: Said) -> str:
    game = games.find(work.session, said.args["game"]) if "game" in said.args else work.game
    if game.id != (work.writer.game and work.writer.game.id):
        return work.tell(game.slug, game_line(work.session, game))
    phase = games.current(work.session, game)
    lines = [game_line(work.session, game)]
    if phase and phase.deadline and game.status != "finished":
        awaited = [s.label for s in phases.waiting(work.session, phase)]
        zone = zone_info(work.writer.player.zone)
        lines += [f"Phase {phase.name}, deadline {local_text(phase.deadline, zone)} ({phase.deadline_why})."]
        lines += [f"Not ready yet: {', '.join(awaited)}." if awaited else "All are ready."]
    lines += [f"Proposed: {s.proposal}; {s.needed} votes carry it." for s in votes.standing(work.session, game)]
    return work.tell("Status", "\n".join(lines))


def report(work: Work, said: Said) -> str:
    phase = named_phase(work, said.args.get("phase", ""))
    key = f"report:{phase.id}:{work.writer.seat.id if work.writer.seat else 'master'}:mail:{work.mail.id}"
    tell.tell(
        work.session,
        "report",
        work.writer.player,
        key,
        game=work.game,
        phase=phase,
        seat=work.writer.seat,
        now=work.now,
    )
    return work.say("report", phase=phase.name)


def named_phase(work: Work, name: str) -> Phase:
    """The phase of a name or number, the newest if it came more than once; the current one without a name."""
    known = games.timeline(work.session, work.game)
    found = [p for p in known if name.lower() in ("", p.name.lower(), str(p.number))]
    if not found:
        names = ", ".join(p.name for p in known) or "none yet"
        raise No(f"There is no phase “{name}” in {work.game.slug}. Its phases are: {names}.")
    return found[-1]


def history(work: Work, _: Said) -> str:
    zone = zone_info(work.writer.player.zone)
    rows = [f"{local_text(p.opened_at, zone)}: {p.name}{came(p)}" for p in games.timeline(work.session, work.game)]
    rows += [
        f"{local_text(a.at, zone)}: {a.act} ({a.actor.title()})"
        for a in tell.ledger(work.session, work.game)
        if a.actor in ("MASTER", "HOST")
    ]
    return work.tell("History", "\n".join(rows))


def came(phase: Phase) -> str:
    return f" ({phase.origin})" if phase.origin not in ("start", "resolve") else ""


# --- a seat's own ------------------------------------------------------------------------------------------------


def join(work: Work, said: Said) -> str:
    game = games.find(work.session, said.args["game"])
    wishes = [said.args["seat"]] if "seat" in said.args else []
    seat = seats.join(work.session, game, work.writer.player, wishes, work.now, contribution=work.message_id)
    wanted = bool(wishes) and seats.find(work.session, game, wishes[0]).id != seat.id
    other = f" {wishes[0]} was taken." if wanted else ""
    return f"You play {seat.label} in {game.slug}.{other} A letter with your seat's own address is on its way."


def ready(work: Work, _: Said) -> str:
    work.standing = orders.ready(work.session, work.seat, True, work.mail.received_at)
    return work.say("ready", phase=work.named)


def wait(work: Work, _: Said) -> str:
    work.standing = orders.ready(work.session, work.seat, False, work.mail.received_at)
    return work.say("wait", phase=work.named)


def clear(work: Work, said: Said) -> str:
    what = said.args.get("what", "")
    work.standing = orders.clear(work.session, work.seat, work.mail.received_at, what)
    key = "cleared some" if what else "cleared"
    return work.say(key, what=what, phase=work.named)


def resign(work: Work, said: Said) -> str:
    seat, game = work.seat, work.game
    if said.args.get("game", "").lower() != game.slug:
        raise No(f"To leave {seat.label} for good, write: resign {game.slug}")
    seats.resign(work.session, seat, work.now)
    return f"You have left {seat.label} in {game.slug}."


def vote(work: Work, said: Said) -> str:
    proposal = said.args["proposal"]
    carried = votes.cast(work.session, work.seat, proposal, work.now)
    cast = f"Your vote is cast for {work.named}. All are told what is proposed, nobody who votes for it."
    return "Carried." if carried else cast


def unvote(work: Work, _: Said) -> str:
    votes.withdraw(work.session, work.seat, "", work.now)
    return f"Your votes for {work.named} are taken back."


def what_if(work: Work, said: Said) -> str:
    if sum(section["title"] == "What if" for section in work.sections) >= MOST_WHAT_IFS:
        raise No(f"{MOST_WHAT_IFS} of these are answered in one letter; send this one in another.")
    if not spend(work.session, work.config.limits, "what_ifs", work.writer.player.id, work.now):
        raise No("So many of these were answered in this hour that there is no other answer; ask again in the next.")
    found = foresight.what_if(work.session, work.seat, said.text)
    lines = [line for supposed in found.lines for line in supposed_line(work, supposed)]
    work.tell("What if", "\n".join([*lines, "", render.text(found.blocks)]))
    return "See below; nothing of this is given as an order."


def supposed_line(work: Work, line: foresight.Supposed) -> list[str]:
    """The verdict on a line of a “what if”."""
    if line.refused:
        return [f"NO  {line.raw}", f"    {wording.refusal(line.refused)}"]
    faults = [r.text for r in line.remarks if r.level == "error"]
    whose = seats.by_code(work.session, work.game, line.seat).label
    own = [] if line.named else [f"    No seat is named, so it is taken as yours: {whose}."]
    if faults or not line.text:
        return [f"NO  {line.raw}", *own, *(f"    {fault}" for fault in faults)]
    return [f"ok  {whose}: {line.text}", *own]


def address(work: Work, said: Said) -> str:
    """The seat's own address goes to where its player is registered, never into a receipt."""
    proven(work)
    seat = seats.find(work.session, work.game, said.args["seat"]) if "seat" in said.args else work.seat
    if work.writer.seat is None or seat.id != work.writer.seat.id:
        master.readdress(work.session, work.game, work.writer.player, seat, work.now)
        return f"{seat.label} has a new address; its player is told."
    if "new" in said.args:
        seats.readdress(work.session, seat, work.now)
        return "Your seat has a new address; it comes in a letter of its own."
    key, data = f"address:mail:{work.mail.id}", {"code": "address", "by": ""}
    tell.tell(work.session, "notice", work.writer.player, key, game=work.game, seat=seat, data=data, now=work.now)
    return "It comes in a letter of its own."


def link(work: Work, _: Said) -> str:
    proven(work)
    if not sign_in.start_by_letter(work.session, work.config.limits, work.writer.player, work.now):
        raise No("So many links were mailed to you today that there is no other one; use the last, or ask tomorrow.")
    return "The link comes in a letter of its own."


def proven(work: Work) -> None:
    """What opens a door is done for letters alone that were proved to be their player's."""
    if not work.writer.proof.acts:
        raise No("This is done only for a letter from your registered address to your seat's own.")


# --- letters to others -------------------------------------------------------------------------------------------


def write(work: Work, said: Said) -> str:
    """Press to some or to all."""
    if said.fault:
        raise No("The line “endpress” is missing, so nothing was sent, and the lines below were not read as orders.")
    audience = "*" if said.name == "broadcast" else recipients(work, said.args["to"])
    return send_press(work, audience, said.text, said.at)


def send_press(work: Work, audience: Sequence[str] | str, text: str, at: int) -> str:
    is_master = work.writer.seat is None and work.game.master_id == work.writer.player.id
    author: Seat | str = press.MASTER if is_master else work.seat
    key, limits = f"mail:{work.mail.id}:{at}", work.config.limits
    sent = press.send(work.session, work.game, author, audience, text, work.now, key, limits)
    return f"Sent to {spoken(work, sent.audience)}."


def recipients(work: Work, words: str) -> Sequence[str] | str:
    """Seat codes from "france and italy", "all", "all but turkey", "master"."""
    everybody = re.fullmatch(r"(all|everybody|everyone)( (but|except) (?P<but>.+))?", words, re.I)
    if everybody and not everybody["but"]:
        return "*"
    pieces = [p for p in re.split(r"\s*(?:,|;|&|\+|\band\b)\s*", everybody["but"] if everybody else words) if p]
    codes = [code for piece in pieces for code in named(work, piece)]
    if everybody:
        return [s.code for s in games.seats(work.session, work.game) if s.code not in codes]
    return codes


def named(work: Work, piece: str) -> list[str]:
    if piece.lower().removeprefix("the ") in ("master", "gm", "game master", "gamemaster"):
        return [press.MASTER]
    try:
        return [seats.find(work.session, work.game, piece).code]
    except Refused:
        words = piece.split()
        if len(words) < 2:
            raise
        return [code for word in words for code in named(work, word)]


def spoken(work: Work, audience: str) -> str:
    """Who that is, for people."""
    if audience == "*":
        return "all"
    labels = {s.code: s.label for s in games.seats(work.session, work.game)}
    return ", ".join(labels.get(code, "the game master") for code in audience.split())


# --- one's letters -----------------------------------------------------------------------------------------------


def settings(work: Work, said: Said) -> str:
    args = said.args
    given: dict[str, Any] = {}
    if "zone" in args:
        given["zone"] = args["zone"]
    if "flag" in args:
        given["attach_pdf"] = args["flag"].lower() == "on"
    if "paper" in args:
        given["paper"] = "A4" if args["paper"].lower() == "a4" else "Letter"
    people.settings(work.session, work.writer.player, **given)
    return "Changed for all your letters."


def signon(_: Work, __: Said) -> str:
    return "Not needed here: the address you write to says which seat is yours, and no password travels by mail."


def nothing_to_confirm(_: Work, __: Said) -> str:
    raise No("There is nothing to confirm here.")


# --- game master -------------------------------------------------------------------------------------------------


def extend(work: Work, said: Said) -> str:
    try:
        by = length(said.args["length"])
    except PaceError as error:
        raise No(str(error)) from error
    if work.game.master_id != work.writer.player.id:
        raise No(f"Only the game master moves deadlines alone. You can write: vote extend {said.args['length']}")
    master.extend(work.session, work.game, work.writer.player, by, work.now)
    return "The deadline is moved; all are told."


def pause(work: Work, _: Said) -> str:
    master.pause(work.session, work.game, work.writer.player, work.now)
    return "The clock stands; all are told."


def resume(work: Work, _: Said) -> str:
    master.resume(work.session, work.game, work.writer.player, work.now)
    return "The clock runs again; all are told."


def process(work: Work, _: Said) -> str:
    phase = master.process(work.session, work.game, work.writer.player, work.now)
    return f"Resolved; {phase.name} has begun."


def replace(work: Work, said: Said) -> str:
    master.allow(work.game, work.writer.player)
    seat = seats.find(work.session, work.game, said.args["seat"])
    player = people.player(work.session, said.args["address"], work.now)
    master.replace(work.session, work.game, work.writer.player, seat.code, player, work.now, work.config.limits)
    return f"{seat.label} is now played by {player.address}."


def rollback(work: Work, said: Said) -> str:
    phase = named_phase(work, said.args["phase"])
    master.rollback(work.session, work.game, work.writer.player, phase.number, work.now)
    return f"The game goes on from {phase.name}; all are told."


ACTS: dict[str, Callable[[Work, Said], str]] = {
    "help": help_,
    "games": list_games,
    "join": join,
    "status": status,
    "report": report,
    "history": history,
    "ready": ready,
    "wait": wait,
    "clear": clear,
    "press": write,
    "broadcast": write,
    "vote": vote,
    "unvote": unvote,
    "resign": resign,
    "what if": what_if,
    "address": address,
    "sign in": link,
    "zone": settings,
    "pdf": settings,
    "paper": settings,
    "yes": nothing_to_confirm,
    "signon": signon,
    "extend": extend,
    "pause": pause,
    "resume": resume,
    "process": process,
    "replace": replace,
    "rollback": rollback,
}
