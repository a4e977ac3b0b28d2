"""What answers a command, or an answer to press."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # what answers a command
    "address": "It comes in a letter of its own.",
    "address new": "Your seat has a new address; it comes in a letter of its own.",
    "address new of": "{seat} has a new address; its player is told.",
    "all ready": "All are ready.",
    "carried": "Carried.",
    "game": "{slug}: {title}, {status}, orders due {pace}",
    "game free": "{slug}: {title}, {status}, orders due {pace}; free: {seats}",
    "games": "Games",
    "gone back": "Back to {phase}",
    "history": "History",
    "how to join": "To take a seat write, for example: join {slug}",
    "joined": "You play {seat} in {slug}. A letter with your seat's own address is on its way.",
    "joined other": "You play {seat} in {slug}. {wish} was taken. A letter with your seat's own address is on its way.",
    "left": "You have left {seat} in {slug}.",
    "link": "The link comes in a letter of its own.",
    "argument missing": "Something is missing. It is written so: {usage}",
    "no number": "“{words}” is no number.",
    "not as host": "Only a player can do that. Add “--for” and their address to do it for one.",
    "needs proof": "This is done only for a letter from your registered address to your seat's own.",
    "more games": "There are more: {url}",
    "no games": "There is no game at the moment.",
    "no more links": (
        "So many links were mailed to you today that there is no other one; use the last, or ask tomorrow."
    ),
    "no phase": "There is no phase “{name}” in {slug}. Its phases are: {names}.",
    "no phase yet": "{slug} has no phases yet.",
    "no topic": "“{words}” is no command and no game.{near:near} The line “help” lists the commands.",
    "not ready yet": "Not ready yet: {seats}.",
    "nothing to confirm": "There is nothing to confirm here.",
    "question declined": "Then it is not done. The letter in your name was put away.",
    "question too wordy": (
        "Nothing was done yet, since what the letter says cannot be undone, and you wrote more than a yes. If all of "
        "it is yours, answer with the one word: yes. If not: no."
    ),
    "question unclear": (
        "Nothing was done yet, since this says neither yes nor no. If the letter in question is yours, answer with the "
        "one word: yes. If it is not: no."
    ),
    "of which game": ("Of which game? Write its name behind the word, such as “rules {first}”. There are: {codes}."),
    "orders by": "{phase}: orders by {when}.",
    "proposal": "Proposed: {proposal}; {needed} votes carry it.",
    "proposal one": "Proposed: {proposal}; one vote carries it.",
    "resign how": "To leave {seat} for good, write: resign {slug}",
    "sent to": "Sent to {names}.",
    "signed out": "No browser is signed in as you any more.",
    "settings": "Changed for all your letters.",
    "several games": "More than one game has that. Write {lines}.",
    "signon": "Not needed here: the address you write to says which seat is yours, and no password travels by mail.",
    "status": "Status",
    "unvoted": "Your votes for {phase} are taken back.",
    "voted": "Your vote is cast for {phase}. All are told what is proposed, nobody who votes for it.",
    "what if": "What if",
    "what if done": "See below; nothing of this is given as an order.",
    "what if left out": "Left out: {line}",
    "what if many": "{count} of these are answered at a time; ask this one by itself.",
    "what if own": "No seat is named, so it is taken as yours: {seat}.",
    "what if spent": (
        "So many of these were answered in this hour that there is no other answer; ask again in the next."
    ),
    "what if taken": "{seat}: {line}",
    # what answers an answer to press
    "press absence": (
        "This reads as if a program had written it while you are away, so it was not passed on. If the words are "
        "yours, send them between “press to” with a seat and “endpress”; “away” with days has your games wait for you."
    ),
    "press block": "This is a block for others or for the server, so it was neither sent to {circle} nor done. {how}",
    "press how": (
        "To have it done, answer a report or a receipt, or write “pbem” before each line; to send these words to "
        "{circle}, put a sentence of your own to them."
    ),
    "press no orders": (
        "Nothing of it was taken as an order or a command. Give orders in an answer to a report or a receipt, or write "
        "“pbem” before the line."
    ),
    "press withheld": "Every line of this is an order or a command, so it was neither sent nor done. {how}",
}
