"""What is written into the box of a desk: orders, and the few words besides that a letter would understand there too.

The lines are worked on in their order, as in a letter: "clear" takes back what stands then. "ready" is heard last, and
not while any line is refused: whoever wrote it would be bound by less than he said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from engines.language.ask import Ask, Remark
from pbem.mail import commands, own
from pbem.mail.commands import Said
from pbem.models import Seat
from pbem.play import orders
from pbem.play.orders import LineVerdict, Receipt

WORDS = ("ready", "wait", "clear")
"""The commands of a letter that a box understands."""
MEANS = {
    "ready": "You need no more time.",
    "wait": "Not before the deadline.",
    "clear": "Your orders are taken back.",
}
MOST_PIECES = 10
"""Times that "clear" is heard in one box."""
NOT_READY = "You are not made ready while a line is refused: mend it, and say “ready” again."


def commanded(ask: Ask | None, line: str) -> Said | None:
    """The command a line is, if it is none of the game's own sentences."""
    verbs = frozenset(one.verb.lower().partition(" ")[0] for one in ask.lines) if ask else frozenset()
    found = commands.read([own.Line(line)], lambda: verbs)
    return found[0] if found and found[0].name in WORDS else None


@dataclass(frozen=True)
class Saying:
    """What a box says: orders, each piece followed by the "clear" that ends it, if one does; and whether its writer is
    ready, of which the last word counts."""

    pieces: tuple[tuple[str, Said | None], ...]
    wishes: tuple[Said, ...]

    @property
    def orders(self) -> str:
        return "\n".join(text for text, _ in self.pieces if text)

    @property
    def commands(self) -> list[Said]:
        return [*(clear for _, clear in self.pieces if clear), *self.wishes]

    @property
    def wish(self) -> str:
        return self.wishes[-1].name if self.wishes else ""


def read(ask: Ask | None, text: str) -> Saying:
    """The lines of a box, told apart."""
    pieces, lines, wishes = list[tuple[str, Said | None]](), list[str](), list[Said]()
    for line in text.splitlines():
        command = commanded(ask, line) if len(pieces) < MOST_PIECES else None
        if command is None:
            lines.append(line)
        elif command.name == "clear":
            pieces.append(("\n".join(lines), command))
            lines = []
        else:
            wishes.append(command)
    return Saying((*pieces, ("\n".join(lines), None)), tuple(wishes))


def given(db: Session, seat: Seat, text: str, now: datetime) -> tuple[Receipt, tuple[LineVerdict, ...]]:
    """Does what the lines say: the receipt for the orders, and the verdicts on commands. Raises what `orders.submit`
    and `orders.clear` raise."""
    saying = read(orders.ask(db, seat), text)
    verdicts, remarks = list[LineVerdict](), dict[Remark, None]()
    for piece, clear in saying.pieces:
        if piece or clear is None:
            receipt = orders.submit(db, seat, piece, source="web", now=now)
            verdicts += receipt.verdicts
            remarks |= dict.fromkeys(receipt.remarks)
        if clear is not None:
            receipt = orders.clear(db, seat, now, clear.args.get("what", ""))
    said = replace(receipt, verdicts=tuple(verdicts), remarks=tuple(remarks))
    if saying.wish and (saying.wish == "wait" or not refused(said)):
        orders.ready(db, seat, saying.wish == "ready", now)
    return said, heard(said, saying)


def judged(db: Session, seat: Seat, text: str) -> Receipt:
    """What `given` would say to each line; nothing is done."""
    saying = read(orders.ask(db, seat), text)
    return told(orders.judge(db, seat, saying.orders), saying)


def told(receipt: Receipt, saying: Saying) -> Receipt:
    """The receipt for the orders of a box, with the verdicts on its commands below."""
    return replace(receipt, verdicts=(*receipt.verdicts, *heard(receipt, saying)))


def heard(receipt: Receipt, saying: Saying) -> tuple[LineVerdict, ...]:
    """The verdicts on the commands of a box."""
    keeps = bool(refused(receipt))
    return tuple(verdict(said, heard=said.name != "ready" or not keeps) for said in saying.commands)


def verdict(said: Said, *, heard: bool) -> LineVerdict:
    raw = said.lines[0]
    if not heard:
        return LineVerdict(raw, "", (Remark("error", NOT_READY, raw),))
    return LineVerdict(raw, said.name, (Remark("warning", MEANS[said.name], raw),))


def refused(receipt: Receipt) -> frozenset[str]:
    """The lines that do not count, as they were written or, if only the rules are against them, as understood."""
    against = {remark.line for remark in receipt.remarks if remark.level == "error"}
    return frozenset(v.text or v.raw for v in receipt.verdicts if not v.text or v.text in against)
