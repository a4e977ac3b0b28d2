"""The document about a phase: the engine's report for one seat, framed by what only the server knows.

It is made anew from (phase, seat) whenever it is sent or shown; mail, web page and PDF are painted from the same one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session, select

from engines.base import Seat as SeatCode
from engines.language.ask import Order
from engines.report import SHEET, STANDINGS, Block, Boards, Cell, Graph, Hand, Heading, Lead, Map, Table, Text, columns
from pbem import chronicle, history, reasons, scores
from pbem.books.sheet import sheet
from pbem.books.steps import spoken
from pbem.models import Game, Phase, Player, Press, Seat, Turn
from pbem.pace import zone_info
from pbem.play import (
    Refused,
    chain,
    corrections,
    diaries,
    games,
    missed,
    orders,
    press,
    receipts,
    statements,
    vacancies,
)
from pbem.play.rules import names_told, rules_of
from pbem.play.tell import holders
from pbem.render.pdf_parts import NEXT, NOW, PROOF
from pbem.wording import ENGLISH, Tongue, family, tongue


@dataclass(frozen=True)
class Extent:
    """So many messages of press, and so many characters in all, are told of one phase."""

    messages: int
    characters: int


IN_REPORT = Extent(press.MOST, 60_000)
ORDERS = "orders"
"""The name of the tables of all orders, which stand behind what is owed: they are long."""


def blocks(
    session: Session,
    phase: Phase,
    seat: Seat | None,
    zone: str = "",
    now: datetime | None = None,
    since: datetime | None = None,
    *,
    with_press: bool = True,
) -> tuple[Block, ...]:
    """What a seat (None: a bystander) is told about a phase: what led to it, with the press before it; how things
    stand; who owes what by when; what everybody ordered; and the proof. Times are in `zone`, by default the zone of the
    seat's player or of the game. `now`: it is told how long it is until the deadline. `since`: the reader stands in for
    the seat's holder, and reads nothing private that is older. `with_press` False: for who may see how things stand,
    but not what players write to each other."""
    game = games.of(phase)
    place, say = zone or zone_of(session, game, seat), tongue(game, phase, seat)
    first, *others = happened(session, game, phase, seat)
    now_stands = unseen(board(session, game, phase, seat), others)
    if phase.number == 1 and has_map(now_stands):
        others = [block for block in others if not isinstance(block, Map)]
    news, results = parted(others)
    return (
        first,
        Text(" · ".join([game.slug, games.engine(game).title, *([say.name(seat)] if seat else [])])),
        *ended(session, game, phase, say, any(isinstance(block, Lead) for block in news)),
        *absences(session, game, phase, seat, say),
        *news,
        *(written(session, game, phase, seat, place, say, since=since) if with_press else ()),
        *([Heading(say("now"), anchor=NOW), *now_stands] if now_stands else ()),
        *over_time(session, game, phase, (*others, *now_stands), say),
        *owed(session, game, phase, seat, place, say, now),
        *([Heading(say("details")), *results] if results else ()),
        *(people(session, game, say) if phase.number == 1 or game.status == "finished" else ()),
        *(scores.blocks(session, game, say) if is_end(session, game, phase) else ()),
        *proof(game, phase, seat, say),
    )


def unseen(now: Sequence[Block], told: Sequence[Block]) -> list[Block]:
    """What a board shows that a report does not. Standings are told with what has changed; where there is a picture of
    boards, with the cards below it, it shows how they stand, and tables tell more than those of their names here."""
    pictured = any(isinstance(block, Boards) for block in told)
    names = {block.name for block in told if isinstance(block, Table)}
    known = names if pictured else names & {STANDINGS}
    shown = (block for block in now if block not in told and not (isinstance(block, Table) and block.name in known))
    return [block for block in shown if not (pictured and isinstance(block, Boards | Hand))]


def has_map(some: Sequence[Block]) -> bool:
    return any(isinstance(block, Map) for block in some)


def zone_of(session: Session, game: Game, seat: Seat | None) -> str:
    player = session.get(Player, seat.player_id) if seat and seat.player_id else None
    return player.zone if player else game.zone


# --- what happened, and how things stand --------------------------------------------------------------------------


def happened(session: Session, game: Game, phase: Phase, seat: Seat | None) -> Iterator[Block]:
    """The engine's own report; after a rollback, of the phase gone back to."""
    code = seat.code if seat else None
    source = led_to(session, game, phase)
    earlier = select(Phase).where(Phase.game_id == game.id, Phase.number == source.number - 1)
    before = session.exec(earlier).one_or_none() if source.number > 1 else None
    events = chain.visible(chain.load_events(source.events), code)
    view_before = games.view(before, code) if before else None
    first, *others = games.engine(game).report(games.view(phase, code), code, events, view_before)
    yield first
    yield from put_right(session, game, phase, source, seat)
    yield from others


def led_to(session: Session, game: Game, phase: Phase) -> Phase:
    """The phase whose events led to the position of this one: another if the game went back to it, or if it was put
    right."""
    origin = chain.Origin.of(phase)
    if origin.kind in ("start", "resolve"):
        return phase
    number = origin.number if origin.kind == "rollback" else phase.number - 1
    return led_to(session, game, games.numbered(session, game, number))


def put_right(session: Session, game: Game, phase: Phase, source: Phase, seat: Seat | None) -> Iterator[Text]:
    """What who leads the game has done instead of the rules."""
    say = tongue(game, phase, seat)
    if chain.Origin.of(phase).kind == "rollback":
        yield Text(say("rolled back", phase=titled(game, source, None, say)))
    if phase.correction:
        told = corrections.known_to(game, phase, seat.code if seat else None)
        hidden = [say.name(one) for one in games.seats(session, game) if one.code in told.hidden]
        aside = [say("known to one", names=say.listed(hidden))] if hidden else []
        yield Text(say("put right", lines="; ".join([*told.lines, *aside])))


def said_first(session: Session, game: Game, phase: Phase, seat: Seat | None) -> str:
    """What the game itself says of a phase before all else."""
    return next((block.text for block in happened(session, game, phase, seat) if isinstance(block, Lead)), "")


def parted(told: Sequence[Block]) -> tuple[Sequence[Block], Sequence[Block]]:
    """A report up to its first table of orders, and from there on, with the heading over it."""
    at = next((n for n, b in enumerate(told) if isinstance(b, Table) and b.name == ORDERS), len(told))
    while at and isinstance(told[at - 1], Heading) and at < len(told):
        at -= 1
    return told[:at], told[at:]


def board(session: Session, game: Game, phase: Phase, seat: Seat | None) -> Sequence[Block]:
    """How things stand after a phase has begun, with the orders that a seat has given in it so far drawn on it."""
    code = seat.code if seat else None
    given = given_by(session, game, phase, seat) if seat and phase.resolved_at is None else ()
    return games.engine(game).board(games.view(phase, code), code, given)


def over_time(session: Session, game: Game, phase: Phase, told: Sequence[Block], say: Tongue) -> Iterator[Graph]:
    """How everybody fared so far, in the looks that the report gives them."""
    found = history.graph(session, game, phase, told, say)
    if found:
        yield found


def given_by(session: Session, game: Game, phase: Phase, seat: Seat) -> tuple[Order, ...]:
    """The orders of a seat as they stand, with their words."""
    try:
        at = orders.hearing(session, game, seat, phase)
    except Refused:
        return ()
    return spoken(at.ask, orders.given(at))


def ended(session: Session, game: Game, phase: Phase, say: Tongue, led: bool) -> Iterator[Block]:
    """At the end of a game how it ended, unless it was played to its end and its own report (`led`) says so better."""
    told = chronicle.ending(session, game, say)
    if told and not (told.played and led) and is_end(session, game, phase):
        yield Lead(told.sentence)


def is_end(session: Session, game: Game, phase: Phase) -> bool:
    """Whether a game ended in a phase."""
    return game.status == "finished" and games.current(session, game) == phase


def titled(game: Game, phase: Phase, seat: Seat | None = None, say: Tongue | None = None) -> str:
    """What a phase is called for people: in the seat's own language (`say`: in another), where the game has several;
    by what the seat may say; else by the game."""
    spoken = say or tongue(game, phase, seat)
    if spoken.linguist:
        return spoken.linguist.titled(games.view(phase, seat.code if seat else None), spoken.code)
    ask = games.engine(game).ask(games.view(phase, seat.code), seat.code) if seat else None
    return (ask and ask.title) or games.called(phase)


# --- what is owed ---------------------------------------------------------------------------------------------------


def owed(
    session: Session, game: Game, phase: Phase, seat: Seat | None, zone: str, say: Tongue, now: datetime | None
) -> Iterator[Block]:
    """The deadline with its reason, who owes orders, and what this seat may say."""
    if game.status == "finished" or phase.resolved_at:
        return
    yield Heading(say("next"), anchor=NEXT)
    if game.status == "paused":
        yield Text(say("paused"))
    elif phase.deadline:
        left = say.calendar.until(phase.deadline - now) if now else ""
        yield Text(say("by in" if left else "by", when=say.calendar.moment(phase.deadline, zone_info(zone)), left=left))
        yield Text(say("why", why=why(phase, zone, say)), quiet=True)
    yield from debtors(session, game, phase, say)
    if seat:
        yield from offered(session, game, phase, seat, say)


def why(phase: Phase, zone: str, say: Tongue = ENGLISH) -> str:
    """Why the deadline of a phase is when it is."""
    return say.why(reasons.read(phase.deadline_why), lambda at: say.calendar.moment(at, zone_info(zone)))


def debtors(session: Session, game: Game, phase: Phase, say: Tongue) -> Iterator[Text]:
    """Who is waited for; vacant seats are not."""
    debts = games.engine(game).owes(games.state(phase))
    held = [s for s in games.seats(session, game) if s.player_id is not None]
    due, relaxed = ([s for s in held if debts.get(s.code) == debt] for debt in ("due", "relaxed"))
    everybody = len(due) == len(games.seats(session, game)) > 2
    if due:
        yield Text(say("due all") if everybody else say("due", seats=say.listed(map(say.name, due))))
    if relaxed:
        yield Text(say("due relaxed", seats=say.listed(map(say.name, relaxed))))


def order_sheet(session: Session, phase: Phase, seat: Seat) -> tuple[Block, ...]:
    """What a seat can order while a phase is open, to be answered."""
    if phase.resolved_at is not None:
        return ()
    game = games.of(phase)
    return tuple(offered(session, game, phase, seat, tongue(game, phase, seat)))


def offered(session: Session, game: Game, phase: Phase, seat: Seat, say: Tongue) -> Iterator[Block]:
    """The order sheet of a seat, with what it has given drawn in, or what stands if it gives nothing."""
    try:
        at = orders.hearing(session, game, seat, phase)
    except Refused:
        yield Text(say("nothing"))
        return
    standing = [order.text for order in orders.given(at)] or at.ask.draft
    yield Heading(say("can", seat=say.name(seat), title=at.ask.title), 3, SHEET)
    yield from sheet(at.ask, standing, orders.judge_of(at)) or [Text(say("nothing now"))]


def when(at: datetime, zone: str) -> str:
    """An instant in the reader's zone, and in UTC where that differs."""
    here, short = zone_info(zone), ENGLISH.calendar.short
    told = f"{short(at, here)} {here.key}"
    return told if here.key == "UTC" else f"{told} ({short(at, zone_info('UTC'))} UTC)"


# --- who did not write ------------------------------------------------------------------------------------------

TOLD = family("told", "late", "excused", "unreachable", "missed")
YOURS = family("you", "late", "excused", "stood in", "missed")
"""What others are told, and what the player is told himself, by verdict."""


def absences(session: Session, game: Game, phase: Phase, seat: Seat | None, say: Tongue) -> Iterator[Text]:
    """Whose orders for the phase before were late or missing, and what stood in; the seat's own first."""
    if chain.Origin.of(phase).kind != "resolve" or (before := earlier(session, game, phase)) is None:
        return
    found, named = missed.of_phase(session, before), titled(game, before, None, say)
    own = [one for one in found if seat and one[1].id == seat.id and one[0].player_id == seat.player_id]
    for turn, held in own:
        yield Text(of_yours(session, game, before, turn, held, named, say))
    if rules_of(game).absences == "all":
        yield from of_others([one for one in found if one not in own], named, say)


def earlier(session: Session, game: Game, phase: Phase) -> Phase | None:
    """The phase that was resolved into one."""
    query = select(Phase).where(Phase.game_id == game.id, Phase.number == phase.number - 1)
    return session.exec(query).one_or_none()


def of_yours(session: Session, game: Game, before: Phase, turn: Turn, seat: Seat, phase: str, say: Tongue) -> str:
    """What became of a player's own turn, and what happens next."""
    if turn.verdict == missed.Verdict.STOOD_IN:
        return say("you stood in", phase=phase, by=say(chronicle.STOOD_IN[turn.given_by]))
    if turn.verdict not in missed.SILENT:
        return say(YOURS[turn.verdict], phase=phase)
    return say("you missed", phase=phase, next=what_next(session, game, before, seat, say))


def what_next(session: Session, game: Game, before: Phase, seat: Seat, say: Tongue) -> str:
    """What silence leads to, after a turn that was missed."""
    limit = vacancies.patience_with(rules_of(game))
    more = limit - missed.in_a_row(session, seat, before.number)
    if not limit or more < 1:
        return say("you missed never")
    return say("you missed last") if more == 1 else say("you missed more", count=more)


def what_follows(session: Session, game: Game, seat: Seat, say: Tongue) -> str:
    """What happens if the open turn is missed; "" if nothing worse than that."""
    limit = vacancies.patience_with(rules_of(game))
    return say("you may lose") if limit and missed.in_a_row(session, seat) + 1 >= limit else ""


def of_others(found: Sequence[tuple[Turn, Seat]], phase: str, say: Tongue) -> Iterator[Text]:
    for verdict, name in TOLD.items():
        if seats := [say.name(seat) for turn, seat in found if turn.verdict == verdict]:
            yield Text(say(name, seats=seats, phase=phase))
    for giver, name in chronicle.STOOD_IN.items():
        stood_in = [one for one in found if one[0].verdict == missed.Verdict.STOOD_IN and one[0].given_by == giver]
        if stood_in:
            yield Text(say("told stood in", seats=[say.name(seat) for _, seat in stood_in], by=say(name)))


# --- press ----------------------------------------------------------------------------------------------------------


def written(
    session: Session,
    game: Game,
    phase: Phase,
    seat: Seat | None,
    zone: str,
    say: Tongue,
    most: Extent = IN_REPORT,
    since: datetime | None = None,
) -> Iterator[Block]:
    """The press of the phase before, as far as it is for this seat."""
    earlier = select(Phase).where(Phase.game_id == game.id, Phase.number == phase.number - 1)
    before = session.exec(earlier).one_or_none()
    if before:
        yield from written_in(session, game, before.id or 0, seat, zone, say, say("press"), most, since)


def written_in(
    session: Session,
    game: Game,
    phase_id: int,
    seat: Seat | None,
    zone: str,
    say: Tongue,
    heading: str,
    most: Extent,
    since: datetime | None = None,
) -> Iterator[Block]:
    """The press of a phase, each conversation by itself; of very much, the newest; nothing if there is none."""
    sent = newest(press.visible(session, game, seat, phase_id, most.messages, since), most.characters)
    if not sent:
        return
    known = {s.code: say.name(s) for s in games.seats(session, game)} | {press.MASTER: say("master")}
    own = seat.code if seat else ""
    yield Heading(heading)
    if len(sent) < (every := press.count(session, game, seat, phase_id, since)):
        yield Text(say("press before", count=len(sent), all=every), quiet=True)
    circles = {p.id: circle(p, own) for p in sent}
    for one in dict.fromkeys(circles.values()):
        names = ", ".join(known.get(code, code) for code in one)
        yield Heading(say("press with", names=names) if one else say("press all"), 3)
        yield from (block for p in sent if circles[p.id] == one for block in quoted(p, own, known, zone, say))


def circle(sent: Press, own: SeatCode) -> tuple[SeatCode, ...]:
    """Whom a seat spoke with; () is everybody."""
    return () if sent.audience == "*" else tuple(sorted({sent.author, *sent.audience.split()} - {own}))


def quoted(sent: Press, own: SeatCode, known: Mapping[SeatCode, str], zone: str, say: Tongue) -> Iterator[Block]:
    """A message under its author and its time."""
    author = say("you") if sent.author == own else known.get(sent.author, sent.author)
    at = say.calendar.short(sent.sent_at, zone_info(zone))
    yield Text(say("said by", author=author[:1].upper() + author[1:], when=at), quiet=True)
    yield Text(sent.text)


def newest(every: Sequence[Press], room: int) -> list[Press]:
    """As many of the newest messages as there is room for; all were mailed when they were written."""
    found = list[Press]()
    for sent in reversed(every):
        room -= len(sent.text)
        if found and room < 0:
            break
        found.insert(0, sent)
    return found


# --- what is opened at the end --------------------------------------------------------------------------------------


def noted_before(session: Session, game: Game, phase: Phase, zone: str, say: Tongue) -> Iterator[Block]:
    """The opened diaries of the phase before, once the game is over."""
    earlier = select(Phase).where(Phase.game_id == game.id, Phase.number == phase.number - 1)
    before = session.exec(earlier).one_or_none()
    if before:
        yield from noted_in(session, game, before, zone, say)


def noted_in(session: Session, game: Game, phase: Phase, zone: str, say: Tongue) -> Iterator[Block]:
    """The opened diaries of a phase, seat by seat."""
    notes = diaries.opened(session, game, phase.id)
    for seat in games.seats(session, game):
        mine = [note for note in notes if note.seat_id == seat.id]
        if mine:
            yield Heading(say("diary of", seat=say.name(seat)), 3)
        for note in mine:
            yield Text(say.calendar.short(note.written_at, zone_info(zone)), quiet=True)
            yield Text(note.text)


def stated(session: Session, game: Game, say: Tongue = ENGLISH) -> Iterator[Block]:
    """What was said of a game after its end."""
    said = statements.of(session, game)
    names = {seat.code: say.name(seat) for seat in games.seats(session, game)} | {press.MASTER: say("master")}
    if said:
        yield Heading(say("statements"))
    for one in said:
        author = names.get(one.author, one.author)
        yield Heading(author[:1].upper() + author[1:], 3)
        yield Text(one.text)


# --- the end -----------------------------------------------------------------------------------------------------


def proof(game: Game, phase: Phase, seat: Seat | None, say: Tongue) -> Iterator[Block]:
    """The hash of the chain so far, the reader's last receipt for what was resolved, and what the dice were sealed
    with."""
    yield Text(say("proof", number=phase.number, hash=phase.hash), quiet=True, anchor=PROOF)
    if last := receipts.named(phase, seat) if seat else None:
        yield Text(say("receipt last", number=last[0], hash=last[1]), quiet=True, anchor=PROOF)
    if game.status == "finished":
        yield Text(say("secret", secret=game.secret), quiet=True, anchor=PROOF)


def people(session: Session, game: Game, say: Tongue = ENGLISH) -> Iterator[Block]:
    """Who holds which seat, and at the end in which place, unless the game keeps names secret to its end, or nobody has
    given one."""
    known = {seat.code: chronicle.called(player, say) for seat, player in holders(session, game)}
    if hides_names(game) or not any(known.values()):
        return
    ranks: Mapping[SeatCode, int] = json.loads(game.outcome).get("ranks", {}) if game.status == "finished" else {}
    seats = sorted(games.seats(session, game), key=lambda s: ranks.get(s.code, 0))
    head = columns(say("seat"), say("player"), *([say("rank")] if ranks else ()))
    rows = (
        (
            Cell(say.name(s), seat=s.code),
            known.get(s.code) or "",
            *([chronicle.place(ranks[s.code], say)] if ranks else ()),
        )
        for s in seats
    )
    yield Table("players", head, tuple(rows))


def hides_names(game: Game) -> bool:
    """Whether nobody is told who plays: in an anonymous game before its end, and then, too, if it keeps names."""
    return not names_told(game)
