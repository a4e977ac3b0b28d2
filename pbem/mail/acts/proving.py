"""Commands about proof: receipts again, the game as a signed file, and whether it follows from the orders and dice."""

from __future__ import annotations

from pbem import chronicle
from pbem.chronicle import GIVEN_BY
from pbem.mail.acts.declared import declare
from pbem.mail.commands import Command, Said, form
from pbem.mail.work import No, Work
from pbem.models import Phase, Receipt
from pbem.pace import zone_info
from pbem.play import Refused, chain, games, receipts, verify
from pbem.play.tell import Kind, tell
from pbem.records import asking

MOST = 20
"""Receipts in one list."""


@declare(
    Command(
        "receipt",
        (
            form(
                r"(my |the )?(last )?receipt( (no\.? ?|number )?(?P<number>\d{1,9}))?",
                "receipt 7",
                "that receipt again, with the orders it is for; “receipt” alone, the last",
            ),
        ),
        "orders",
        elsewhere="Your receipts have a page of their own, which your desk names below your orders.",
        says=(
            "receipt",
            "receipt again",
            "receipt for",
            "receipt none",
            "receipt nothing",
            "receipt salt",
            "receipt unknown orders",
            "receipt by",
            *GIVEN_BY.values(),
        ),
        asks=True,
        once=True,
    )
)
def receipt(work: Work, said: Said) -> str:
    number = int(said.args["number"]) if "number" in said.args else None
    row = receipts.newest(work.session, work.seat) if number is None else None
    row = receipts.numbered(work.session, work.seat, number) if number is not None else row
    if row is None:
        raise No(work.say("receipt none"))
    title = work.say("receipt again", number=row.number, seat=work.say.name(work.seat))
    return work.tell(title, "\n".join(lines(work, row)))


def lines(work: Work, row: Receipt) -> list[str]:
    """A receipt as it is given again, with all that is needed to check it."""
    say, phase = work.say, work.session.get_one(Phase, row.phase_id)
    kept = receipts.orders_of(work.session, row)
    standing = chain.load_orders(kept, games.engine(work.game)) if kept else ()
    told = [order.text for order in standing] or [say("receipt nothing" if kept else "receipt unknown orders")]
    salt = [say("receipt salt", salt=receipts.salt(work.game, work.seat, row))] if kept else []
    by = [say("receipt by", by=say(GIVEN_BY[row.by]))] if row.by in GIVEN_BY else []
    return [sentence(work, row), say("receipt for", phase=work.called(phase)), *by, *told, *salt]


def sentence(work: Work, row: Receipt) -> str:
    return chronicle.receipt(row.number, row.at, row.hash, zone_info(work.writer.player.zone), work.say)


@declare(
    Command(
        "receipts",
        (form(r"(my |list )?receipts", "receipts", "your last receipts, each with its number, its time and its hash"),),
        "orders",
        elsewhere="Your receipts have a page of their own, which your desk names below your orders.",
        says=("receipts", "receipts earlier", "receipt none"),
        asks=True,
        once=True,
    )
)
def list_receipts(work: Work, _: Said) -> str:
    rows = receipts.page(work.session, work.seat, most=MOST)
    if not rows:
        raise No(work.say("receipt none"))
    earlier = [work.say("receipts earlier", number=rows[-1].number - 1)] if rows[-1].number > 1 else []
    title = work.say("receipts", seat=work.say.name(work.seat))
    return work.tell(title, "\n".join([*(sentence(work, row) for row in rows), *earlier]))


# --- the game ---------------------------------------------------------------------------------------------------


@declare(
    Command(
        "export",
        (
            form(
                r"export( (the |my |this )?game)?|(get )?(game )?file",
                "export",
                "the game as one signed file: what you may know of it, and all of it once it is over",
            ),
        ),
        "letters",
        elsewhere="The page of the game has a link “Proof”, and there the file.",
        once=True,
        tells=True,
        says=("record",),
    )
)
def export(work: Work, _: Said) -> str:
    asking.record(work.session, work.game, work.writer.seat, work.writer.player)
    asking.counted(work.session, work.config.limits, work.writer.player, work.now)
    key, writer = f"record:{work.key}", work.writer
    tell(work.session, Kind.RECORD, writer.player, key, game=work.game, seat=writer.seat, now=work.now)
    return work.say("record", slug=work.game.slug)


@declare(
    Command(
        "verify",
        (
            form(
                r"verify( (the |my |this )?game)?|proof",
                "verify",
                "every phase resolved once more from the orders and the dice, and what came out",
            ),
        ),
        "letters",
        elsewhere="The page of the game has a link “Proof”.",
        asks=True,
        once=True,
        says=("proof title", "proof holds", "proof fails", "proof sealed", "proof last", "secret"),
    )
)
def verify_(work: Work, _: Said) -> str:
    """What is wrong is counted while the game goes on: the words of an error may hold what is hidden."""
    say, game, phase = work.say, work.game, work.phase
    if phase is None:
        raise Refused("no record yet", slug=game.slug)
    asking.counted(work.session, work.config.limits, work.writer.player, work.now)
    faults = verify.verify(work.session, game)
    first = say("proof fails", count=len(faults)) if faults else say("proof holds", count=phase.number)
    over = game.status == "finished"
    sealed = [say("proof sealed", hash=game.commitment), *([say("secret", secret=game.secret)] if over else [])]
    last = say("proof last", number=phase.number, hash=phase.hash)
    told = [first, *(faults[:MOST] if over else ()), last, *sealed]
    return work.tell(say("proof title", slug=game.slug), "\n".join(told))
