"""Commands about proof: receipts again, the game as a signed file, and whether it follows from the orders and dice."""

from __future__ import annotations

from pbem.commands.context import CommandRefused, Work
from pbem.commands.declarations import ServerCommand, command_form
from pbem.commands.handlers.declared import declare
from pbem.documents import game_summary
from pbem.documents.game_summary import GIVEN_BY
from pbem.games import Refusal
from pbem.games.notify import Kind, queue_letter
from pbem.games.orders import receipts
from pbem.games.proof import hash_chain, verify
from pbem.records import asking
from pbem.storage.models import Phase, Receipt

MOST_RECEIPTS = 20
"""Receipts in one list."""


@declare(
    ServerCommand(
        "receipt",
        (
            command_form(
                r"(my |the )?(last )?receipt( (no\.? ?|number )?(?P<number>\d{1,9}))?",
                "receipt 7",
                "that receipt again, with the orders it is for; “receipt” alone, the last",
            ),
        ),
        "orders",
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
def show_receipt(work: Work, number: int | None = None) -> str:
    row = receipts.find_newest_receipt(work.session, work.seat) if number is None else None
    row = receipts.get_receipt(work.session, work.seat, number) if number is not None else row
    if row is None:
        raise CommandRefused(work.say("receipt none"))
    title = work.say("receipt again", number=row.number, seat=work.say.seat_name(work.seat))
    return work.add_section(title, "\n".join(receipt_lines(work, row)))


def receipt_lines(work: Work, row: Receipt) -> list[str]:
    """A receipt as it is given again, with all that is needed to check it."""
    say, phase = work.say, work.session.get_one(Phase, row.phase_id)
    kept = receipts.receipt_orders(work.session, row)
    standing = hash_chain.load_orders(kept) if kept else ()
    told = [order.text for order in standing] or [say("receipt nothing" if kept else "receipt unknown orders")]
    salt = [say("receipt salt", salt=receipts.salt_of_receipt(work.game, work.seat, row))] if kept else []
    by = [say("receipt by", by=say(GIVEN_BY[row.by]))] if row.by in GIVEN_BY else []
    return [
        describe_given_receipt(work, row),
        say("receipt for", phase=work.writer_phase_title(phase)),
        *by,
        *told,
        *salt,
    ]


def describe_given_receipt(work: Work, row: Receipt) -> str:
    return game_summary.describe_receipt(row.number, row.at, row.hash, work.zone, work.say)


@declare(
    ServerCommand(
        "receipts",
        (
            command_form(
                r"(my |list )?receipts", "receipts", "your last receipts, each with its number, its time and its hash"
            ),
        ),
        "orders",
        says=("receipts", "receipts earlier", "receipt none"),
        asks=True,
        once=True,
    )
)
def list_receipts(work: Work) -> str:
    rows = receipts.list_seat_receipts(work.session, work.seat, most=MOST_RECEIPTS)
    if not rows:
        raise CommandRefused(work.say("receipt none"))
    earlier = [work.say("receipts earlier", number=rows[-1].number - 1)] if rows[-1].number > 1 else []
    title = work.say("receipts", seat=work.say.seat_name(work.seat))
    return work.add_section(title, "\n".join([*(describe_given_receipt(work, row) for row in rows), *earlier]))


# --- the game ---------------------------------------------------------------------------------------------------


@declare(
    ServerCommand(
        "export",
        (
            command_form(
                r"export( (the |my |this )?game)?|(get )?(game )?file",
                "export",
                "the game as one signed file: what you may know of it, and all of it once it is over",
            ),
        ),
        "letters",
        once=True,
        tells=True,
        says=("record",),
    )
)
def export_record(work: Work) -> str:
    asking.get_record_for_player(work.session, work.game, work.writer.seat, work.writer.player)
    asking.count_record_request(work.session, work.config.limits, work.writer.player, work.now)
    key, writer = f"record:{work.key}", work.writer
    queue_letter(work.session, Kind.RECORD, writer.player, key, game=work.game, seat=writer.seat, now=work.now)
    return work.say("record", slug=work.game.slug)


@declare(
    ServerCommand(
        "verify",
        (
            command_form(
                r"verify( (the |my |this )?game)?|proof",
                "verify",
                "every phase resolved once more from the orders and the dice, and what came out",
            ),
        ),
        "letters",
        asks=True,
        once=True,
        says=("proof title", "proof holds", "proof fails", "proof sealed", "proof last", "secret"),
    )
)
def verify_game(work: Work) -> str:
    """Verify all phases. Faults are only counted while the game goes on: their words may hold what is hidden."""
    say, game, phase = work.say, work.game, work.phase
    if phase is None:
        raise Refusal("no record yet", slug=game.slug)
    if work.known:
        asking.count_record_request(work.session, work.config.limits, work.known.player, work.now)
    faults = verify.verify_game(work.session, game)
    first = say("proof fails", count=len(faults)) if faults else say("proof holds", count=phase.number)
    over = game.status == "finished"
    sealed = [say("proof sealed", hash=game.commitment), *([say("secret", secret=game.secret)] if over else [])]
    last = say("proof last", number=phase.number, hash=phase.hash)
    told = [first, *(faults[:MOST_RECEIPTS] if over else ()), last, *sealed]
    return work.add_section(say("proof title", slug=game.slug), "\n".join(told))
