"""The words of which columns hold one: the code is typed with them, the database lets in no other
(`pbem.storage.models.checks`).

To add a word, add it here: a server brings the checks of its database up when it starts, and no migration is needed.
To take one away, or to give it another name, needs one, for the rows that hold it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from typing import Literal, get_args

GameStatus = Literal["forming", "running", "paused", "stuck", "finished"]
"""`stuck`: it could not be resolved."""
Shelf = Literal["open", "running", "finished", "hidden"]
"""The list in which a game stands; "hidden": in none."""
CampaignKind = Literal["league", "knockout", "duplicate", "series"]
CampaignStatus = Literal["open", "running", "asking", "finished"]
"""People enter; they play; who plays the next season?; it is over."""
Answer = Literal["", "yes", "no"]
"""Whether somebody plays on; "" while they have not said."""
Role = Literal["co-master", "asked", "heir"]
"""Who may do all that the master may; who was asked to be that; who was asked to be the master."""
Told = Literal["", "begun", "ended"]
"""How much of a deputy's time was told."""
Way = Literal["", "resigned", "replaced", "ejected", "opened", "given"]
"""How somebody's time in a seat ended, by the act of the ledger; "" while it lasts."""
MailStatus = Literal["new", "done", "ignored", "held", "parked"]
"""`held`: it waits for a confirmation; `parked`: it kills its reader, and the host is told."""
BookStatus = Literal["waiting", "done", "failed"]
StandIn = Literal["standing", "advice"]
"""What the server may say for a player who does not write (`pbem.games.orders.fallback_orders.FALLBACK_WAYS`)."""
Source = Literal["mail", "web", "bot", "deputy", "master", "later", "standing", "advice"]
"""Where orders came from: the first three are the player; then who gave them for the player, and what stood in."""
Giver = Literal["player", "deputy", "master", "later", "standing", "advice"]
"""Who gave orders."""
GivenBy = Literal["", Giver]
"""Who gave the orders of a turn first; "" while nobody did."""
ReceiptBy = Literal[Giver, "server"]
"""Who gave the orders of a receipt; "server" for what it put in itself."""
Size = Literal["A4", "Letter"]
Print = Literal["normal", "large"]
Toner = Literal["full", "low"]
"""What a PDF is made for (`pbem.render.paper.Paper`)."""


class TurnVerdict(StrEnum):
    """What became of a turn that was due, as `Turn.verdict` keeps it.

    `FREE`: the seat was waited for, and need not say anything. `LATE`: it came in the grace. `EXCUSED`: the player had
    announced being away, their time was cut short, or the report could not be handed over. `UNREACHABLE`: the player's
    letters come back, or their mailbox has taken no report for some phases.
    """

    TAKEN = "taken"
    TROUBLE = "trouble"
    FREE = "free"
    LATE = "late"
    STOOD_IN = "stood in"
    EXCUSED = "excused"
    UNREACHABLE = "unreachable"
    MISSED = "missed"


class Kind(StrEnum):
    """The kinds of letters, as `Outbox.kind` keeps them. Each has a template of that name
    (`pbem.mail.outbound.compose`)."""

    ADDRESS = "address"
    ADDRESS_ASKED = "address-asked"
    ADDRESS_NEW = "address-new"
    BOOK = "book"
    BANNED = "banned"
    BOARD_CORRECTED = "board-corrected"
    AGAIN = "again"
    CAMPAIGN = "campaign"
    CALENDAR = "calendar"
    CORRECTED = "corrected"
    DEADLINE = "deadline"
    DEPUTY = "deputy"
    DEPUTY_ASKED = "deputy-asked"
    DEPUTY_NEWS = "deputy-news"
    ENLISTED = "enlisted"
    EJECTED = "ejected"
    FINISHED = "finished"
    EXPORT = "export"
    FOR_THE_HOST = "for-the-host"
    FORGED = "forged"
    GAME_BOOK = "game-book"
    GIFT = "gift"
    GIVEN = "given"
    INVITATION = "invitation"
    INVITED = "invited"
    LATE = "late"
    LEAD = "lead"
    LED = "led"
    LATER = "later"
    OPENED = "opened"
    OFFERED = "offered"
    PARKED = "parked"
    PAUSED = "paused"
    PRESS = "press"
    PROPOSED = "proposed"
    PUT_ASIDE = "put-aside"
    QUESTION = "question"
    RECEIPT = "receipt"
    RECORD = "record"
    REMIND = "remind"
    REPLACED = "replaced"
    REPORT = "report"
    RESIGNED = "resigned"
    ROLLED_BACK = "rolled-back"
    ROLL_CALL = "roll-call"
    SIGNIN = "signin"
    STARTED = "started"
    STATEMENT = "statement"
    STRANGER = "stranger"
    STUCK = "stuck"
    TERMS = "terms"
    TAKEN = "taken"
    TROUBLE = "trouble"
    UNREACHABLE = "unreachable"
    UNREADABLE = "unreadable"
    VACANT = "vacant"
    WELCOME = "welcome"
    WORD = "word"


ACTS = (
    *("asked a deputy", "asked to lead", "cancelled", "carried", "changed the rules", "closed press"),
    *("corrected orders", "corrected the board", "corrected what is hidden", "deadline", "deputy", "deputy ended"),
    *("dismissed", "drawn", "ejected", "enlisted", "excused", "extended", "finished", "gave a new address"),
    *("gave to a dummy", "given", "imported", "joined", "late", "leads no more", "leads now", "leads too", "missed"),
    *("opened", "opened press", "paused", "previewed", "processed", "repaced", "replaced", "resigned", "resumed"),
    *("roll call", "rolled back", "rolled forward", "seat opened", "set the deadline", "started", "stated"),
    *("stood in", "stuck", "unknown", "unlisted", "unreachable"),
)
"""The acts of the ledger, each with its words under `LEDGER` of every language. "unknown": one that came in a file, of
a version that has more; its own word is among its facts."""


@dataclass(frozen=True)
class ClosedSet:
    """Of a column: it holds one of these words, and no other."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class ColumnForm:
    """Of a column: what must hold of what it holds, as SQL that both databases understand, about `{column}`."""

    sql: str


VERDICTS = ClosedSet(("", *TurnVerdict))
KINDS = ClosedSet(tuple(Kind))
STAND_INS = ClosedSet(
    tuple(" ".join(some) for n in range(len(get_args(StandIn)) + 1) for some in permutations(get_args(StandIn), n))
)
"""Any of them in any order, with blanks between."""
ORIGIN = ColumnForm(
    "{column} IN ('start', 'resolve', 'correction')"
    " OR ({column} LIKE 'rollback _%' AND ltrim(substr({column}, 10), '0123456789') = '')"
)
PROPOSAL = ColumnForm("{column} LIKE 'draw _%' OR {column} LIKE 'concede _%' OR {column} LIKE 'extend _%'")
AUDIENCE = ColumnForm("{column} = '*' OR ({column} <> '' AND {column} NOT LIKE '%*%' AND {column} = trim({column}))")
KEY = ColumnForm("{column} <> ''")
"""What it is about, and of which row: "report:12:3"."""
