"""What the page of a game and that of its game book say."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "a player without a name": "a player without a name",
    "a seat is vacant": "A seat is vacant",
    "all of ledger": "All of the ledger",
    "all phases": "All {count} phases",
    "any seat name": "any",
    "are you there": "Are you there?",
    "asked to lead this": "You are asked to lead this game.",
    "book about to be made": "It is about to be made: 0 of {total} phases.",
    "book being made": "It is being made: {done} of {total} phases.",
    "book close press": "Close my press",
    "book failed": "It could not be made. The host finds why in the log; you can try again.",
    "book letters": "Your letters in it",
    "book looks again": "This page looks again by itself.",
    "book make": "Make the book",
    "book name": "The game book",
    "book none yet": "There is none yet: a phase must be resolved first.",
    "book open": "Open the book ({size} MB)",
    "book open press": "Open my press at the end",
    "book press closed": (
        "What you wrote to some stays between you and them, unless you open it: then all may read it once the game"
        " is over. What you wrote to the game master stays closed."
    ),
    "book press opens": (
        "Once the game is over, all may read what you wrote to some of them. What you wrote to the game master "
        "stays closed."
    ),
    "book public": "It holds what everybody may know.",
    "book sign in and make": "Sign in and make the book",
    "book title": "Game book of {slug} – pbem",
    "book what": (
        "The whole game as one PDF, to read, to print and to keep: a cover, the contents, for each phase what "
        "happened with its map and its press, how everybody fared, and the proof that all of it follows from the "
        "orders and the dice."
    ),
    "book yours": "It is yours alone: what stands in it is what {seat} was told.",
    "book yours so far": "It is yours alone: what stands in it is what {seat} was told so far.",
    "bot mark": "(bot)",
    "by winning alone": "By winning alone",
    "change wishes": "Change my wishes",
    "desk of stand in": "The desk of {seat}, for whose player you stand in",
    "diary of now": "From the diary of {seat}, {when}",
    "dice anything": "anything",
    "dice sealed": "Dice sealed with {hash}…",
    "export name": "Export",
    "first turn rules guide": "Your first turn, rules and guide",
    "game book link": "Game book",
    "game clock stands": (
        "<strong>{phase}</strong>: the clock stands. Orders are still taken; the deadline moves on by as long as "
        "it stands."
    ),
    "game clock stands since": (
        "<strong>{phase}</strong>: the clock stands since {when}. Orders are still taken; the deadline moves on by"
        " as long as it stands."
    ),
    "game draw how": (
        "{count} of {all} players are there. When the last has come, the seats are drawn by wishes: in an order "
        "that the sealed dice give, each gets the best of their own wishes that is left. So it never pays to wish "
        "for anything but what you want. By mail: <code>join {slug}: {first}, {last}, any</code> to pbem@{host}."
    ),
    "game finished": "finished",
    "game guide of": "{link} of {title}",
    "game is played": "being played",
    "game join by mail": "By mail: <code>join {slug}</code> to pbem@{host}.",
    "game join by word": "By mail: <code>join {slug} word …</code> to pbem@{host}.",
    "game may speak": (
        "Nobody owes orders. {seats} may still say something; the game goes on at once when all are ready."
    ),
    "game orders by": "<strong>{phase}</strong>: orders by {when}.",
    "game orders late": "<strong>{phase}</strong>: the deadline has passed; orders still count until {when}.",
    "game owing": "Still to come from {seats}.",
    "game paused now": "paused",
    "game phase stuck": (
        "<strong>{phase}</strong> could not be resolved. Nothing is lost; the game master has been told."
    ),
    "game phase title": "{slug}, {phase} – pbem",
    "game seat free": "1 of {all} seats is free; the game begins when all are taken.",
    "game seats free": "{count} of {all} seats are free; the game begins when all are taken.",
    "game stuck now": "waits for its host",
    "game title": "{slug} – pbem",
    "game waits": "waits for players",
    "how scored": "How it is scored",
    "i am here": "I am here",
    "i do not": "I do not",
    "i stand in": "I stand in",
    "i take it": "I take it",
    "in a draw of all": "In a draw of all who are left",
    "join game": "Join",
    "lead it": "Lead it",
    "lead the game": "Lead the game",
    "ledger lately": "Ledger: what the game master and the server did lately",
    "looking back": "looking back",
    "map svg": "Map (SVG)",
    "names never told": "Who plays what is never told.",
    "names told at end": "Who plays what is told when the game is over.",
    "no thank you": "No, thank you",
    "nobody at the end now": "nobody at the end",
    "noted in phase": "What was noted in this phase",
    "part of dice": "Your part of the dice's seed",
    "pdf to print": "PDF to print",
    "phases around": "Phases around it, of {count} in all",
    "phases name": "Phases",
    "plain text": "Plain text",
    "player name": "Player",
    "proof name": "Proof",
    "public press": "Public press",
    "roll call how": (
        "All seats are taken. Everybody says by {when} that they are there; {seat} is offered to others if you do not."
    ),
    "said afterwards": "What was said of it afterwards",
    "score name": "Score",
    "scores name": "Scores",
    "seat name": "Seat",
    "seat offered how now": "Its player would like to give you the seat, for good.",
    "seat offered you": "{seat} is offered to you",
    "seat taken": "taken",
    "seat vacant now": "vacant",
    "seats are vacant": "Seats are vacant",
    "stand in how": (
        "You were asked to play in this seat's name from {begins} to {ends}: give orders, read the reports of that"
        " time, write to the others. It ends by itself."
    ),
    "statement back": "Take it back",
    "statement label": "What you say of the game, for all to read",
    "statement say": "Say it",
    "statement say so": "Say it so",
    "take a seat": "Take a seat",
    "the report name": "The report",
    "unwatch game": "Send me no more reports of this game",
    "watch game": "Send me its public reports",
    "what is voted": "What is voted on",
    "who played now": "Who played",
    "who plays name": "Who plays",
    "will you stand in": "Will you stand in for {seat}?",
    "wish fifth": "Fifth",
    "wish first": "Your first wish",
    "wish fourth": "Fourth",
    "wish second": "Second",
    "wish seventh": "Seventh",
    "wish sixth": "Sixth",
    "wish third": "Third",
    "withdraw from draw": "Withdraw",
    "word of game": "The word of this game",
    "worth now": "What an end would be worth now",
    "you said so": "You said so. The game begins when everybody has.",
    "you wait for the draw": "You wait for the draw",
    "your desk": "Your desk: {seat}",
}
