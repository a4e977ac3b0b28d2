"""What the page says on which a game is led."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "master why": "Why",
    "master why read": "all can read it",
    "master title": "Leading {slug} – pbem",
    "master page": "Lead the game",
    "master deadline": "<strong>{phase}</strong>: deadline {at}.",
    "master time": "Time",
    "master by": "By",
    "master move": "Move the deadline",
    "master to like": "24 Dec 20:00",
    "master to": "To {field} in {zone}",
    "master set": "Set the deadline",
    "master start clock": "Start the clock again",
    "master stop clock": "Stop the clock",
    "master resolve": "Resolve now with what is there",
    "master preview as": "As",
    "master bystander": "a bystander",
    "master preview": "Dry run: the report if it was resolved now",
    "master preview means": "A dry run changes nothing; the ledger says that you looked.",
    "master seats": "Seats",
    "master this phase": "This phase",
    "master turns": "Turns",
    "master vacant": "vacant",
    "master taken": "taken",
    "master bot": "{name} (bot)",
    "master unreachable": "letters come back since {at}",
    "master owes": "owes orders",
    "master names": "Players are shown by their names alone. What you write below reaches them all.",
    "master no names": (
        "This game is anonymous, and you play in it: nobody's name is shown. What you write below reaches them all."
    ),
    "master hand seat": "Hand it to",
    "master replace": "Replace its player",
    "master make vacant": "Make it vacant",
    "master adviser": "Let the game's adviser play it",
    "master new address": "Give it a new secret address",
    "master deputy": "Let somebody stand in for a player",
    "master deputy means": "The seat stays the player's, who is told.",
    "master gift": "The player of {seat} gives the seat to somebody, who has accepted.",
    "master agree": "I agree",
    "master who may play": "Who may play",
    "master invite": "Invite",
    "master invite like": "ada@example.org, bob@example.org",
    "master private word": (
        "The game is not open to all and stands in no list. Whoever knows the word <code>{word}</code> can join: "
        "<code>join {slug} word {word}</code>, or by the link <code>{link}</code>."
    ),
    "master private": (
        "The game is not open to all and stands in no list. It has no word: only those whom you invite can play."
    ),
    "master another word": "Another word; this one is void then",
    "master make word": "Make a word",
    "master correct": "Give orders in somebody's place",
    "master correct lines": "Orders, one a line; they replace what stood",
    "master correct give": "Give them",
    "master correct means": "The player is told, and it is entered in the ledger.",
    "master board": "Put the board right",
    "master board lines": "Corrections, one a line",
    "master board put": "Put it right",
    "master board example": "<code>{line}</code> ({does})",
    "master board means": (
        "Such as {examples}. Orders that are still possible stand as they were, the deadline stays, and all are told."
    ),
    "master go back": "Go back",
    "master go back to": "To",
    "master go back orders": "with the orders given then",
    "master go on": "Go on from there",
    "master go forward": "Take the last going back back",
    "master go back means": "Nothing is erased: the game goes on from that position as a new phase, and all are told.",
    "master write": "Write to all",
    "master message": "Message",
    "master send": "Send",
    "master press": "Press to you and to all",
    "master press line": "{author}, {at}",
    "master terms": "Pace and rules",
    "master terms lines": "What is to change, one a line",
    "master terms like": "GRACE 6 hours",
    "master terms change": "Change it",
    "master terms now": "As it is: {lines}. All are told what changes.",
    "master leaders": "Who leads the game",
    "master beside": "Beside the master",
    "master is co-master": "co-master",
    "master asked co-master": "asked to be co-master",
    "master asked heir": "asked to be the master",
    "master dismiss": "No more",
    "master ask leader": "Ask",
    "master lead with you": "To lead the game with you",
    "master hand over to": "Hand the game over to",
    "master hand over": "Hand over",
    "master step down": "Lead this game no more",
    "master leaders means": (
        "A co-master can do all that the master can, but for handing the game over and choosing who leads. Whoever is "
        "asked must accept."
    ),
    "master call off": "Call the game off",
    "master call off meant": "It ends for all, without a winner, for good",
    "master call it off": "Call it off",
}
