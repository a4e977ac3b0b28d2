"""Letters about who stands in for a player."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # deputy-asked
    "subject deputy asked": "Will you stand in for {seat}?",
    "stand in by master": (
        "The game master of {slug} asks you to stand in for the player of {seat}, from {begins} to {ends}. It is a "
        "game of {title}, played by mail."
    ),
    "stand in by player": (
        "The player of {seat} in {slug} asks you to stand in for them, from {begins} to {ends}. It is a game of "
        "{title}, played by mail."
    ),
    "stand in means": (
        "For that time you would get its reports, give its orders and write to the others in its name. You would not "
        "vote, and not give the seat away. It ends by itself."
    ),
    "stand in yes": "If you want to, answer this letter with the one word: accept",
    "stand in no": "If not, with the word: decline",
    "stand in or nothing": "You may also do nothing, and hear no more of it.",
    "stand in what game": "What game that is, and how a turn goes: {url}",
    # deputy
    "subject deputy": "You stand in for {seat}",
    "deputy thanks": (
        "Thank you. From {begins} to {ends} you stand in for the player of {seat} in {slug}, a game of {title}."
    ),
    "deputy has address": "For that time you have an address of your own for the seat:",
    "deputy address how": (
        "Keep it to yourself: together with your own address it speaks for the seat. Orders and press, one a line, go "
        "there; answering any letter about the seat does the same."
    ),
    "deputy may": (
        "You can give orders, take them back and be ready, read the reports of this time, and write to the others and "
        "read what they write. You cannot vote, resign, or read what was written in private before. The player can "
        "write too; the last word for each thing counts."
    ),
    "deputy begins": "When the time begins you get the report with all you need. “decline” ends it sooner.",
    # deputy-news
    "subject deputy named": "Somebody was asked to stand in for you",
    "subject deputy accepted": "Your deputy has accepted",
    "subject deputy declined": "The one you asked does not stand in",
    "subject deputy stood down": "Your deputy stands in no longer",
    "subject deputy over": "You stand in for {seat} no longer",
    "subject deputy back": "Your deputy's time is over",
    "subject deputy begun": "A deputy plays {seat}",
    "deputy news named": (
        "The game master of {slug} has asked somebody to stand in for you as {seat}, from {begins} to {ends}. The seat "
        "stays yours, and you can write as ever. The line “no deputy” in an answer to a letter of this game ends it at "
        "once."
    ),
    "deputy news accepted": (
        "The one who was asked stands in for you as {seat} in {slug}, from {begins} to {ends}. They get the reports "
        "and can give orders; the seat stays yours, you go on getting all letters, and what you write counts as ever. "
        "The line “no deputy” ends it sooner."
    ),
    "deputy news declined": (
        "The one who was asked to stand in for you as {seat} in {slug} does not want to, or cannot. You can ask "
        "somebody else: deputy NAME@HOST from DAY to DAY"
    ),
    "deputy news stood down": (
        "The one who stood in for you as {seat} in {slug} does so no longer. Nobody gives orders for you now but you. "
        "You can ask somebody else: deputy NAME@HOST from DAY to DAY"
    ),
    "deputy news over": (
        "Your time as deputy for {seat} in {slug} is over; the address that you had for it works no more. Thank you."
    ),
    "deputy news back": (
        "The time in which somebody stood in for you as {seat} in {slug} is over. From now on nobody gives orders for "
        "you but you."
    ),
    "deputy news begun": "In {slug} somebody stands in for the player of {seat} until {ends}.",
}
