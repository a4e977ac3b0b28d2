"""What letters say of letters."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # what a stranger's letter asks for
    "wish a seat": "for a seat in the game {slug}",
    "wish any seat": (
        "for a seat in the game {slug}. Which one cannot be made out, so it would be any that is free; the seats are "
        "{seats}"
    ),
    "wish create": "to open a game of {title}, with the name and the rules that stand in it",
    "wish campaign": "to open several games of {title} under one name, with the rules that stand in it",
    "wish enter": "to take part in {slug}, games that belong together",
    "wish seat": "for the seat {seat} in the game {slug}",
    "wish watch": "for the public reports of the game {slug}",
    # the parts of a letter that could not be read, or were passed over
    "enclosed more": "{count} more files hang on your letter; they are not named here.",
    "enclosed kept back": "{name} was neither read nor passed on: an answer to press brings its words alone.",
    "enclosed read": "{name} was read as a part of your letter.",
    "enclosed unnamed": "A file without a name",
    "enclosed unread": (
        "{name} was not read. Write orders as lines of the letter itself, or in a plain text file (.txt)."
    ),
    "letter encrypted": (
        "Your letter is encrypted; this server has no key for it. Nothing that is encrypted was read: send it "
        "again without encryption."
    ),
    "letter packed": (
        "The words of your letter are packed into its signature, so they were not read. Send it again without a "
        "signature, or signed in clear text."
    ),
    "held up": "Our mail server had your letter on {since} and brought it on {came}: it counts as of the earlier time.",
    "held up counted": (
        "Our mail server had your letter on {since} and brought it on {came}: it counts as of {counted}."
    ),
    "held up too long": (
        "Your letter is about {before}. Our mail server had it on {since}, before that phase ended on {time}, but "
        "brought it only on {came}. What is resolved stays so: nothing of it was done for that phase or any "
        "other, and below stands what it would have done. The game master can go back to that phase; tell them."
    ),
    "letter attachment": "Your letter had no text of its own; the attached text was read.",
    "letter parts left out": "Your letter has very many parts; only the first were read.",
    "letter no header": "Your letter had no header; all of it was read as text.",
    "letter empty": "There was no text in your letter that can be read. Please write plain text.",
    "letter too long": "Your letter is too long to be read whole; only its beginning was read.",
    "passed over": "not for the game",
    "passed over again": "asked above",
    "passed over end": "the end of what you wrote",
    "passed over after end": "after the end",
    "passed over too many": "this and all that follows, beyond {lines} lines; send it by itself",
    "unreadable header": "its header is longer than 64 KB",
    "unreadable killing": "it could not be read",
    "unreadable parts": "it has too many parts inside parts",
    "unreadable structure": "its structure cannot be made out",
    # verdicts
    "command meant": "Did you mean the command “{word}”?",
    "away meant": "Are you going away? Write “away until Friday” or “away 3 Jan to 10 Jan” on a line of its own.",
    "no end": (
        "The line “{end}” is missing, so nothing was sent or done, and the lines below were not read as orders."
    ),
    "no order": "This is no order of the game now, and no command.",
    "no room": "No room for",
    "no room for": "the rest of: {titles}",
    "no seat": "You have no seat in {slug}.",
    "same": "The same.",
    "too early": "This came before {phase} began, so it was not read for it. Please send it again.",
    "which game": "Which game? Answer a letter from that game, or put its name into the subject.",
    # letters that wait for their writer's word, and what comes of what they say
    "final process": "{game} is resolved at once, without the orders that are missing",
    "final replace": "{seat} in {game} is taken from its player for good",
    "final resign": "you give up {seat} in {game} for good",
    "final rollback": "{game} goes back to {phase}; all orders since are void",
    "final vote": "{game} ends if all others agree",
    "the game": "the game",
    "waits one": (
        "One other letter in your name waits for an answer to our question. Leave it if it is not yours; if it is and "
        "you were not asked about it, send it again from your registered address to the address of your seat."
    ),
    "waits": (
        "{count} other letters in your name wait for an answer to our question. Leave them if they are not yours; if "
        "they are and you were not asked about them, send them again from your registered address to the address of "
        "your seat."
    ),
    "your seat": "your seat",
}
