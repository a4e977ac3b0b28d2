"""Seats, and who sits on them."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "named": "You are called {name} now, where a game shows who plays.",
    "unnamed": "You are called nothing now; others read “somebody”.",
    "who": "Who plays in {slug}",
    "who seat": "{seat}: {name}",
    "who you": "{seat}: {name} (you)",
    "who secret": "Who plays what in {slug} is told when the game is over.",
    "who somebody": "somebody",
    "who vacant": "{seat}: vacant",
    "deputy accepted": (
        "You stand in for {seat} in {slug}. A letter with an address of your own for the seat is on its way."
    ),
    "deputy asked": (
        "{address} is asked to stand in, from {begins} to {ends}. Until the answer comes, and in days outside of "
        "these, nothing changes."
    ),
    "deputy declined": "Noted: you do not stand in for {seat} in {slug}.",
    "deputy ended": "Nobody stands in for you any more.",
    "deputy may not": (
        "You stand in for this seat's player, and a deputy cannot do that: deputies give orders, read the reports "
        "and write to the others."
    ),
    "deputy not now": "You stand in for a player of {slug} from {begins} to {ends}, and not now.",
    # --- what waits for the reader's yes, on the front page ---
    "asks title": "Waits for your word",
    "asks until": "(until {at})",
    "asks lead": "You are asked to lead this game.",
    "asks seat": "{seat} is offered to you.",
    "asks deputy": "You are asked to stand in for {seat}.",
    "asks roll call": "Say that you are there, as {seat}; the game begins when all have.",
    "asks invitation": "You are invited to play.",
    "asks next season": "Do you play the next season?",
    "asks held letter": (
        "Letters in your name that wait for your answer to our question: {count}. Leave them if they are not yours."
    ),
    # --- an evening of a club ---
    "who waits": "The free seats are drawn when all are there; {count} of {most} are:",
    "wish alone": (
        "Of your letter only this was done. What else stood in it was not read, since you were not asked about it; "
        "send it again."
    ),
}
REFUSALS: Mapping[str, str] = {
    "bad name": "“{name}” cannot be your name here. Give the one your fellow players know you by.",
    "nobody there": "Nobody plays in {slug} yet, so nobody would read it.",
    "statement not yours": "Who holds a seat of {slug}, or leads the game, can say something of it. You do not.",
    "deputy span": "A deputy stands in for {days} days at most, for days that are not over and begin within a year.",
    "deputy yourself": "You cannot stand in for yourself.",
    "no deputies": "In {slug} nobody stands in for a player.",
    "no deputy": "Nobody stands in for {seat}, and nobody is asked to.",
    "nothing offered": "There is nothing in {slug} that you were asked and could still answer.",
    "plays and stands in": "You play in {slug} yourself, and there nobody stands in for another player.",
}
