"""What a player reads at their desk, and where they try what would happen."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    # --- the board and the finder ---
    "desk title": "{seat} in {slug} – pbem",
    "desk back": "To the page of {slug}",
    "desk until": "until {at}",
    "desk until late": "late: until {at}",
    "desk kept": "What you wrote is kept: <code>{text}</code>",
    "desk not begun": "The game begins when every seat is taken.",
    "desk nothing to order": "There is nothing for you to order in this phase.",
    "desk board": "The board now",
    "desk board with orders": "The board now, with your orders",
    "desk nearer": "Nearer",
    "desk farther": "Farther",
    "desk finder": "What you can order",
    "desk stands": "How things stand",
    "desk stands all": "How all stand",
    "desk what if": "What if …",
    "desk what if means": "Try orders for everybody and see what would happen; nothing is ordered.",
    # --- an order, step by step ---
    "desk close": "Close",
    "desk step back": "‹ Back",
    "desk give": "Order this: {order}",
    "desk rank higher": "{row}: one place up",
    "desk rank out": "Take out {row}",
    "desk one more": "And",
    "desk one more of": "And {heading}",
    "desk number": "{low} to {high}",
    "desk number take": "Take this number",
    # --- the orders that stand ---
    "desk orders": "Your orders",
    "desk ordered": "ordered",
    "desk sent": "Of what you sent",
    "desk mark yes": "stands",
    "desk mark doubt": "stands, with a warning",
    "desk mark no": "refused",
    "desk no order": "no order yet",
    "desk no order default": "no order yet; without one: {order}",
    "desk choose": "Choose",
    "desk choose order": "Choose an order: {thing}",
    "desk change": "Change",
    "desk change order": "Change: {order}",
    "desk take back": "Take back",
    "desk take back order": "Take back: {order}",
    "desk take back all": "Take all back",
    "desk no orders": "You have ordered nothing yet.",
    "desk no orders default": "You have ordered nothing yet. If nothing comes:",
    "desk receipt": "Receipt {number}",
    "desk receipt line": "{receipt} of {at}: {hash}",
    # --- the box ---
    "desk box": "Write orders yourself",
    "desk box lines": "One order a line, as in a letter",
    "desk box go on": "Go on with",
    "desk box send": "Send these lines",
    "desk box how": "Any spelling will do; what you do not name stays as it is.",
    "desk box first turn": "Your first turn",
    "desk box orders": "what you can write",
    "desk box help": "help",
    # --- ready ---
    "desk ready": "Ready",
    "desk ready sure": "<b>{wanting}</b> Ready all the same?",
    "desk ready refused one": "1 refused",
    "desk ready refused": "{count} refused",
    "desk ready yes": "Yes, I am ready",
    "desk ready say": "I am ready",
    "desk ready ask": "I am ready…",
    "desk wait": "Wait after all",
    # --- the first turn ---
    "lesson begin": "<b>Your first turn.</b> Press one: {things}.",
    "lesson begin by board": "<b>Your first turn.</b> Press one of the buttons by the board.",
    "lesson pick": (
        "<strong>Pick what you want to order.</strong> On the board or in the list, a click or a tap is enough."
    ),
    "lesson go on": "<strong>Choose how it goes on.</strong> What is not possible is grey and says why.",
    "lesson see": (
        "<strong>See it in your list.</strong> A tick means that it is stored and legal; change it or take it back "
        "until the deadline."
    ),
    "lesson ready": (
        "<strong>Say that you are ready.</strong> Bots play the others: the next turn comes within a minute."
    ),
    "lesson in full": "The first turn told in full",
    "lesson more": "{page}, with what it is good for.",
    # --- what happened ---
    "desk report": "What happened",
    "desk report read": "The report",
    "desk report map": "The map of what happened",
    "desk report whole": "The whole report",
    "desk report pdf": "PDF to print",
    "desk report text": "Plain text",
    # --- letters to the others ---
    "desk press": "Letters",
    "desk press count": "Letters ({count})",
    "desk press line": "{author} to {audience}, {at}",
    "desk press none": "Nothing written yet.",
    "desk press when": "Players write to each other only during: {kinds}.",
    "desk press hushed": "Players write to each other only during: {kinds}. Now only the game master reads you.",
    "desk press to": "To",
    "desk press message": "Message",
    "desk press send": "Send",
    # --- standing in ---
    "desk deputy": "You stand in for this seat's player",
    "desk deputy means": (
        "You give orders and write to the others in {seat}'s name until {until}. The player can write too; for each "
        "thing the last word counts. You cannot vote, nor read what was written in private before."
    ),
    "desk deputy stop": "Stand in no longer",
    # --- the diary ---
    "desk diary": "Diary",
    "desk diary count": "Diary ({count})",
    "desk diary note": "Note {number}, {at}",
    "desk diary take out": "Take out",
    "desk diary take out note": "Take out note {number}",
    "desk diary write": "A note for yourself",
    "desk diary keep": "Note it",
    "desk diary agreed open": (
        "As agreed, all may read diaries once the game is over. Until then nobody else reads yours."
    ),
    "desk diary agreed closed": "Nobody but you reads it, also when the game is over.",
    "desk diary opens": "All may read it once the game is over.",
    "desk diary closed": "Nobody but you reads it.",
    "desk diary close": "Keep it closed",
    "desk diary open": "Open it at the end",
    # --- votes ---
    "desk votes mine": "You voted for: {proposals}.",
    "desk votes proposal": "Proposal",
    "desk votes for": "Vote for it",
    "desk votes back": "Take my vote back",
    # --- orders for when nobody writes ---
    "desk absent": "If you do not write",
    "desk absent count": "If you do not write ({count})",
    "desk absent first": "What stands in for you",
    "desk absent second": "else",
    "desk absent nothing": "nothing",
    "desk absent means": (
        "It counts only if the deadline passes without a word from you. The report tells that it stood in."
    ),
    "desk advance": "In advance, for <b>{phase}</b>",
    "desk advance take back": "Take back what you ordered for {phase}",
    "desk advance phase": "Orders in advance for the phase",
    "desk advance lines": "One order a line",
    "desk advance otherwise": "Otherwise, if not all of them can be given",
    "desk advance keep": "Keep them",
    "desk advance how": (
        "“next”, a kind of phase, or its name. They are judged and given when it opens, and a letter tells what was "
        "taken. More than two ways: put a line “else” between them."
    ),
    # --- the seat itself ---
    "desk address": "Your seat's secret address",
    "desk address means": (
        "Whoever knows the address at which you answer your letters can write as {seat}. If you passed a letter on, "
        "take a new one: it comes by mail, and the old one is void at once."
    ),
    "desk address new": "Give me a new address",
    "desk seating": "Let somebody stand in for you, or have your seat",
    "desk leave": "Leave the game",
    "desk leave meant": "I mean it: somebody else may take my seat",
    "desk resign": "Resign",
    # --- trying what would happen ---
    "trial title": "What if – {seat} in {slug} – pbem",
    "trial back": "Back to your desk",
    "trial kept": "What you had laid out stands below, under “Write orders yourself”.",
    "trial only": "Only tried out: nothing is ordered, and nobody learns of it.",
    "trial nothing": "There is nothing to try now.",
    "trial board": "The board, with all orders that you try",
    "trial board after": "The board, with what comes of all orders",
    "trial whose": "Whose orders",
    "trial give": "Try this: {order}",
    "trial outcome": "If all ordered so",
    "trial outcome told": "What would come of it",
    "trial outcome whole": "The whole report of it",
    "trial outcome rest": "The rest of the report",
    "trial outcome known": "As far as you can know: what the others have really ordered plays no part in it.",
    "trial orders": "What you try",
    "trial laid out": "laid out",
    "trial sent": "Of what you wrote",
    "trial yours": "{seat} (you)",
    "trial no order": "no order",
    "trial no order default": "no order; without one: {order}",
    "trial take away": "Take away",
    "trial take away order": "Take away: {order}",
    "trial silent": "Then it does nothing.",
    "trial silent default": "Without orders, as far as you can know:",
    "trial silent seats": "No orders for {seats}",
    "trial anew": "Begin again with your own orders",
    "trial as given": "For yourself you try what you have ordered.",
    "trial take over": "Order mine in earnest",
    "trial take over means": "What you try for {seat} takes the place of all that you have ordered.",
    "trial box lines": "One order a line, before it whose it is; without that it is yours",
    "trial box send": "Try these lines",
    "trial ready": "What would happen",
    "trial count none": "Nothing laid out yet",
    "trial count one": "1 order laid out",
    "trial count": "{count} orders laid out",
    "trial tell": "What would happen?",
    # --- a form for what a game can be set to ---
    "form as usual": "as usual",
}
