"""Letters about a turn: what is owed, until when, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # of every letter about a phase
    "headed": "{head}: {words}",
    "why given": "Why: {reason}",
    "deadline is": "Deadline: {when}.",
    "late waited for": "The game waits for them.",
    # started
    "subject started": "The game has begun",
    "game begun": "{slug} has begun; every seat is taken.",
    "you play": "You play {seat}.",
    "begin how": (
        "Answer this letter with one order a line; the report below shows how the game begins and what you can order."
    ),
    "letters are answered": (
        "Each letter of yours gets an answer that shows what was understood. “ready” says that you need no more time, "
        "“press to …” writes to others, “help” lists it all."
    ),
    "letters are answered during": (
        "Each letter of yours gets an answer that shows what was understood. “ready” says that you need no more time, "
        "“press to …” writes to others (during: {kinds}), “help” lists it all."
    ),
    "new to the game": "New to the game? “guide” gets you your first turn in five minutes, “rules” the rules.",
    "new to the game page": (
        "New to the game? “guide” gets you your first turn in five minutes, “rules” the rules; both are at {url}."
    ),
    # report
    "report answerable": "Orders by {when}: answer this letter with one order a line.",
    "report nothing owed": "You owe nothing in this phase; it ends by {when}.",
    "report not yet": "There is no report yet; it comes once the game has begun.",
    # remind, late
    "subject remind": "your orders are awaited",
    "subject remind late": "your orders are late",
    "remind owed": "{seat} still owes orders for {phase}.",
    "remind owed sometime": "{seat} still owes orders.",
    "remind late": "The deadline of {phase} has passed and there are no orders from {seat}.",
    "remind late sometime": "The deadline has passed and there are no orders from {seat}.",
    "remind late until": "Until {when} they still count; after that the game goes on without them.",
    "remind how": (
        "Answer this letter with one order a line. An answer “ready” without orders gives none on purpose; “report” "
        "gets you the last report again."
    ),
    "remind how sheet": (
        "Answer this letter with one order a line; below stands what you can order. An answer “ready” without orders "
        "gives none on purpose; “report” gets you the last report again."
    ),
    "subject late": "orders are missing",
    "late orders": "The deadline has passed without orders from {seats}.",
    "late orders until": "They still count until {when}; then the game goes on.",
    "late orders awaited": "The game waits until they come.",
    "late orders lead": "You lead the game: “process” has it go on at once, “extend 24h” gives more time.",
    # later
    "subject later": "what you ordered in advance",
    "advance judged": "{phase} is open, and the orders that you gave for it in advance were judged.",
    "advance given": "Given:",
    "advance not taken": "Not taken:",
    "advance stands": "They stand until you change them: answer this letter with one order a line.",
    "advance stands until": "They stand until you change them: answer this letter with one order a line, by {when}.",
    "advance empty": "Nothing is ordered for you: answer this letter with one order a line.",
    "advance empty until": "Nothing is ordered for you: answer this letter with one order a line, by {when}.",
    # deadline, paused, stuck
    "subject deadline": "new deadline",
    "deadline now": "The deadline is now {when}.",
    "deadline now of": "The deadline of {phase} is now {when}.",
    "deadline because": "Why: {reasons}.",
    "in the words of the master": "In the game master's words: {reason}",
    "subject paused": "The clock stands",
    "game paused": "{slug} is paused. Orders are still taken; you will hear when it goes on.",
    "game paused by master": (
        "{slug} is paused by the game master. Orders are still taken; you will hear when it goes on."
    ),
    "subject stuck": "The game is stuck",
    "game stuck": (
        "{slug} could not be resolved ({error}). Nothing is lost; the host has been told. Once it is mended, write: "
        "process"
    ),
    "game stuck in": (
        "{phase} of {slug} could not be resolved ({error}). Nothing is lost; the host has been told. Once it is "
        "mended, write: process"
    ),
    # corrected, board-corrected, rolled-back
    "subject corrected": "Your orders were corrected",
    "orders for you": "The game master has given orders for {seat}. They stand now as:",
    "orders for you in": "The game master has given orders for {seat} in {phase}. They stand now as:",
    "orders for you none": "(none)",
    "orders for you change": "You can change them until the deadline, as always.",
    "subject board corrected": "The board was corrected",
    "put right by leader": "Who leads {slug} has put right how things stand:",
    "put right orders": "Orders that are still possible stand as they were; look at yours. A report follows.",
    "gone back by master": "The game master has taken the game back to {phase}, from {left}.",
    "gone back with orders": "The orders given then stand again; change what you like. A report follows.",
    "gone back without orders": "Please send your orders for it again. A report follows.",
    "gone back dice": (
        "The game was over, and the secret of its dice is told: whoever reckons can know how they will fall."
    ),
}
