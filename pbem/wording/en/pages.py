"""What a page says after something was done, where it cannot be, and of how things stand at a desk."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "page demonstration": "You play {seat}; bots play the others.",
    "page letter again": "It was written on {at}. Your side does not take it just now; it is tried again by itself.",
    "page letter failed": "It could not be delivered. Look whether the address is right.",
    "page letter from": "So many sign-in letters were asked for from your part of the net; none goes before {until}.",
    "page letter gone": "It is no longer kept here; ask for another.",
    "page letter kept": "It was written on {at}, and lies in the mailbox of this server, which sends no letters.",
    "page letter left": "It left on {at}.",
    "page letter many": (
        "Very many letters were asked for, so an address that is new here gets none before {until}. If yours has been "
        "used here before, its letter is written all the same, and leaves within a minute."
    ),
    "page letter one": "This address gets no more letters before {until}: so many were asked for already.",
    "page letter queued": "It was written on {at}, and leaves within a minute.",
    "page letter unsent": (
        "It was written on {at}, and waits: the part of this server that sends letters does not run just now. It "
        "leaves once that does."
    ),
    "page letter waits": (
        "It was written on {at}, and waits: the mail server that takes this server’s letters takes none just now. It "
        "leaves by itself once it does."
    ),
    "page letter refused": "The letter could not be sent: {why}",
    "page letter sent": "Sent. The answer comes in a moment: reload this page.",
    "page letter unsigned": "Say from which address the letter is.",
    "page no book": "{game} has no book of this name here.",
    "page no game": "There is no such game here. There are: {games}.",
    "page no picture": "This game has no picture.",
    "page opened": "{slug} is open. Players join on its page, or by mail with the line “join {slug}”.",
    "page tried": "What you tried for yourself are your orders now.",
    "page tried nothing": "You tried nothing for yourself.",
    "page record too large": "This game is too large for one file. Your host can give it to you.",
    "page report left": "The report of this phase left for your mailbox: {at}.",
    "page report lost": (
        "The report of this phase cannot be delivered to your mailbox. Read it here, and give your mailbox room or "
        "take another address on your account page."
    ),
    "page report refused": (
        "Your mailbox does not take the report of this phase for now; it is tried again. Read it here meanwhile."
    ),
    "page report unreachable": (
        "Your mailbox has taken no report of this game for some phases, so nobody waits for you any more: if nothing "
        "comes, your seat may be offered to others. Give your orders here, and give your mailbox room or take another "
        "address on your account page."
    ),
    "page report waits": (
        "The report of this phase has not left for your mailbox yet: this server's letters wait. Nothing is lost, and "
        "your time begins when it has left. Read it here meanwhile."
    ),
    "page resting": ("This server is not resolving turns at present. Nothing is lost, and time will be given back."),
    "page saved": "Saved.",
    "page saved everywhere": "Saved; all browsers are signed out.",
    "page signed out": "You are signed out.",
    "page taken back": "Taken back.",
    "page tick": "Tick the box to show that you mean it.",
    "rules about pace": "More about the pace",
    "rules about missed turns": "Missed turns",
    "rules about seats": "Seats",
    "rules about press": "Press",
    "rules about endings": "Endings",
    "server letters in": "Letters to be read",
    "server letters out": "Letters to be sent",
    "server letters given up": "Letters given up in two weeks",
    "server letters unread": "Letters that could not be read",
    "server letters unpainted": "Letters that could not be painted",
    "server deadlines passed": "Deadlines that have passed",
    "server duty work": "The clock (pbem work)",
    "server duty receive": "The door for letters (pbem receive)",
    "server duty send": "The sender (pbem send)",
    "server backup": "The last backup (pbem backup)",
    "shelf open": "Games with people that still need you",
    "shelf running": "Being played",
    "shelf finished": "Finished",
    # --- at a desk ---
    "page calendar unknown": "There is no such calendar. Its address may have been replaced.",
    "page click more": "{meaning} and {count} more",
    "page click one more": "{meaning} and 1 more",
    "page count": "{count} orders in",
    "page count all": "{given} of {owed} in",
    "page count free": "You need not order anything",
    "page count missing": "{given} of {owed} in · {missing} missing",
    "page count one": "1 order in",
    "page count owed": "You owe orders",
    "page count ready": "You are ready.",
    "page game master": "game master",
    "page line not read": "not read: {why}",
    "page line told": "“{line}”: {told}",
    "page not now": "Not now",
    "page trial of": "For {seat}",
    "page wanting": "No order yet for {things}.",
    "page wanting all": "You have ordered nothing.",
    "page wanting none": "Not all you sent counts.",
    # --- where something cannot be done ---
    "error 400": "That was not understood",
    "error 403": "This is not yours to see",
    "error 404": "There is no such page",
    "error 405": "Not in this way",
    "error 409": "The game has gone on",
    "error 413": "Too much at once",
    "error 414": "Too much at once",
    "error 429": "Slowly, please",
    "error 500": "Something broke here",
    "error 503": "Too busy for the moment",
    "error else sign in": "A game that is not open to all is shown to those who play in it, once they are signed in.",
    "error foreign form": (
        "This form is too old, or came from elsewhere. Nothing was done; go back, reload and send it again."
    ),
    "error foreign host": "This server has another name.",
    "error noted": "It was noted down. Nothing was done; try again in a moment.",
    "error other": "That did not work",
    "error try again": "Nothing was done; try again in a moment.",
    "kept signed out": "You are signed out in this browser, so nothing was done. What you wrote is kept below.",
    "kept too old": "This form is too old. Nothing was done; look at what you wrote, and send it again.",
    "outdated form": (
        "The game has gone on since this page was drawn; this is {now} now. What you sent was not done: look at it, "
        "and send it again if it still holds."
    ),
    "outdated form ended": (
        "{before} ended on {at}; this is {now} now. What you sent was not done: look at it, and send it again if it "
        "still holds."
    ),
    "outdated form not begun": (
        "The game has gone on since this page was drawn; it has not begun. What you sent was not done: look at it, "
        "and send it again if it still holds."
    ),
    "page book unmade": "This book is not made yet: its page says how far it is.",
    "page nameless": "a player",
    "page no map": "There is no map in the report on phase {number}: the report itself tells all there is.",
    "page no player": "There is no such player, or nothing that may be told of them.",
    "page no seat": "You hold no seat in this game.",
    "page not a deputy": "You stand in for this seat's player, and a deputy cannot do that.",
    "page not the master": "Only the game master can do this.",
    "page sign in first": "Sign in first.",
}
