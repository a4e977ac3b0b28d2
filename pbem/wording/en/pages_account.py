"""What the pages of signing in, of the account, of receipts and of players say."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "a player": "A player",
    "account address": "Mail address: <strong>{address}</strong>",
    "account another": "Another mail address",
    "account asks": (
        "It gets one letter that asks whether it is yours. Once it agrees, your seats and all you have here go with it."
    ),
    "account away": "When you are away, and your calendar",
    "account everywhere": "Sign out in all browsers",
    "account export": "All of it as a file",
    "account forget": "Forget me",
    "account forget how": "To show that you mean it, write your mail address",
    "account forget means": (
        "Your seats in games that go on become vacant; in games that are over you are “a former player”. Your "
        "letters and the words of your orders are deleted. The orders themselves stay, which the games are made "
        "of, and what you wrote to other players, which is theirs, too. This cannot be undone."
    ),
    "account forgotten": "Be forgotten",
    "account kept": "What is kept of you",
    "account move": "Have my letters there",
    "account name": "Name others see",
    "account new": "New address",
    "account paper": "Paper of printed reports",
    "account pdf": "Attach the PDF to reports by mail",
    "account print": "Their letters",
    "account save": "Save",
    "account title": "Your account – pbem",
    "account toner": "Toner of their maps",
    "account zone": "Time zone",
    "games name": "Games",
    "ledger name": "Ledger",
    "ledger newest": "The newest",
    "ledger older": "← What was before",
    "ledger pages": "Pages of the ledger",
    "ledger title": "Ledger of {slug} – pbem",
    "ledger what": "What the game master and the server did.",
    "look again": "Look again",
    "mail address": "Mail address",
    "mailbox name": "Mailbox",
    "new address": "Your new address",
    "new address question": (
        "The letters of <strong>{old}</strong> are to come to <strong>{new}</strong> from now on, with all seats "
        "and settings. If you are the same person, press the button; if not, close this page."
    ),
    "new address title": "Your new address – pbem",
    "new address yes": "Yes, both are mine",
    "player count of": "{count} of {all}",
    "player excused": (
        "Turns that were excused do not count; those of games that keep names secret count once they are over."
    ),
    "player game finished": ", finished",
    "player late": "Late, in time to count",
    "player seats left": "Seats left",
    "player seats taken": "Seats taken over",
    "player title": "{name} – pbem",
    "player turns in time": "Turns in time",
    "receipt by hand": "To check it by hand",
    "receipt documentation": "How these make the hash of the receipt stands in the documentation, under “Records”.",
    "receipt given": "For {phase}. {by}",
    "receipt hash before": "Hash before",
    "receipt hash only": "The game came here as a file, which held the hash of these orders only.",
    "receipt no orders": "No orders stood.",
    "receipt number": "Receipt {number}",
    "receipt salt name": "Salt",
    "receipt salted hash": "Hash of the salted orders",
    "receipt title": "Receipt {number} of {seat} in {slug} – pbem",
    "receipts each": "Each change of your orders has one.",
    "receipts earlier page": "Earlier ones",
    "receipts none yet": "There are none yet.",
    "receipts of": "Receipts of {seat} in {slug}",
    "receipts prove": "What they prove",
    "receipts row": "{phase}, number {number}",
    "receipts title": "Receipts of {seat} in {slug} – pbem",
    "seat in game": "{seat} in {slug}",
    "sign in as": (
        "You will be signed in as <strong>{address}</strong>. If this is not your own address, close this page."
    ),
    "sign in by line": (
        "Or write the line <code>sign in</code> from your address to pbem@{host}: the answer brings a link that "
        "works in any browser."
    ),
    "sign in letter goes": (
        "A letter with a link goes to <strong>{address}</strong>. Open it in this browser within half an hour. It "
        "works once."
    ),
    "sign in look": "Look into your mail",
    "sign in mailbox": "This server keeps its letters: you will find it in the {link} in a moment.",
    "sign in name": "Sign in",
    "sign in no letter": (
        "No letter? Look among what your mail program takes for junk. Write the line <code>sign in</code> from "
        "your address to pbem@{host}: the answer brings a link that works in any browser."
    ),
    "sign in no passwords": "There are no passwords. Say your mail address, and you get a letter with a link.",
    "sign in now": "Sign in now",
    "sign in send": "Send me a link",
    "sign in title": "Sign in – pbem",
    "sign in why button": "The button is here because some mail programs open links by themselves.",
    "slowly": "Slowly, please",
    "your account": "Your account",
    "your receipts": "Your receipts",
}
