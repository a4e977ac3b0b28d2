"""Who sits at the table, and what proves the game."""

from __future__ import annotations

from collections.abc import Iterator

from sqlmodel import Session

from engines.report import Block, Cell, Paragraph, Table, make_columns
from pbem.documents import game_summary
from pbem.games import games
from pbem.games.notify import list_holders
from pbem.games.orders import receipts
from pbem.games.results import result
from pbem.games.rules import are_names_told
from pbem.render.pdf.parts import PROOF
from pbem.storage.models import Game, Phase, Seat
from pbem.wording import ENGLISH, Tongue


def proof_texts(game: Game, phase: Phase, seat: Seat | None, say: Tongue) -> Iterator[Block]:
    """The hash of the chain so far, the reader's last receipt for what was resolved, and what the dice were sealed
    with."""
    yield Paragraph(say("proof", number=phase.number, hash=phase.hash), quiet=True, anchor=PROOF)
    if last := receipts.last_receipt(phase, seat) if seat else None:
        yield Paragraph(say("receipt last", number=last[0], hash=last[1]), quiet=True, anchor=PROOF)
    if game.status == "finished":
        yield Paragraph(say("secret", secret=game.secret), quiet=True, anchor=PROOF)


def people_blocks(session: Session, game: Game, say: Tongue = ENGLISH) -> Iterator[Block]:
    """Yield who holds which seat, and at the end in which place, unless the game keeps names secret to its end, or
    nobody has given one."""
    known = {seat.code: game_summary.shown_player_name(player, say) for seat, player in list_holders(session, game)}
    if hides_names(game) or not any(known.values()):
        return
    ended = result.find_result(game)
    ranks = ended.ranks if ended else {}
    seats = sorted(games.list_game_seats(session, game), key=lambda s: ranks.get(s.code, 0))
    head = make_columns(say("seat"), say("player"), *([say("rank")] if ranks else ()))
    rows = (
        (
            Cell(say.seat_name(s), seat=s.code),
            (known[s.code] or say("nameless")) if s.code in known else "",
            *([game_summary.describe_rank(ranks[s.code], say)] if ranks else ()),
        )
        for s in seats
    )
    yield Table("players", head, tuple(rows))


def hides_names(game: Game) -> bool:
    """Return whether nobody is told who plays: in an anonymous game before its end, and then, too, if it keeps
    names."""
    return not are_names_told(game)
