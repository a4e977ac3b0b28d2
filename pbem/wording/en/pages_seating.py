"""What a player reads where they say who sits on their seat and when they are away; what was written in vain; and the
top of every page."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    # --- who sits on a seat ---
    "seating title": "Who sits on your seat – {slug} – pbem",
    "seating desk": "Your desk: {seat}",
    "seating": "Who sits on your seat",
    "seating address": "Mail address",
    "seating address example": "name@example.org",
    "seating deputy": "Somebody stands in for you",
    "seating deputy asked": "{name} <strong>is asked to stand in for you</strong> from {begins} to {ends}.",
    "seating deputy accepted": "{name} <strong>stands in for you</strong> from {begins} to {ends}.",
    "seating somebody asked": "Whom you asked <strong>is asked to stand in for you</strong> from {begins} to {ends}.",
    "seating somebody accepted": "Whom you asked <strong>stands in for you</strong> from {begins} to {ends}.",
    "seating deputy end": "I play myself again",
    "seating first day": "First day",
    "seating last day": "Last day",
    "seating ask": "Ask to stand in",
    "seating deputy means": (
        "Who accepts gets the reports of these days, gives your orders and writes to the others as {seat}; never "
        "votes, nor reads what was private before. The seat stays yours, and you can write as ever. All are told that "
        "somebody stands in, not who."
    ),
    "seating give": "Give the seat away",
    "seating offered": "The seat is <strong>offered to somebody</strong>.",
    "seating offered accepted": (
        "The seat is <strong>offered to somebody</strong>, who has accepted; the game master has to agree."
    ),
    "seating keep": "I keep it",
    "seating give press": "Whoever takes it may read what I wrote to others, and others to me",
    "seating give meant": "I mean it: the seat passes on for good",
    "seating offer": "Offer the seat",
    "seating give means": (
        "It passes on when whoever you name has accepted, within two weeks; until then it is yours."
    ),
    "seating give agreed": (
        "It passes on when whoever you name has accepted and the game master has agreed, within two weeks; until then "
        "it is yours."
    ),
    # --- away ---
    "away page title": "Away – pbem",
    "away page": "Away",
    "away page means": (
        "On days when you are away no deadline of yours falls: it waits until you are back, as long as your games "
        "allow. The others read that your seat is away, and until when."
    ),
    "away page days": "Days",
    "away page example": "3 Jan to 10 Jan",
    "away page examples": "until Friday · 24 Dec to 6 Jan · 5 days",
    "away page file": "Or a calendar file",
    "away page file means": "its whole days, and events of 20 hours or more",
    "away page send": "I am away then",
    "away page back": "I am back, or shall not go",
    "away page left": "Days left this year",
    "away page left line": "{game}: {days} of {most}",
    "away page calendar": "Your calendar",
    "away page calendar means": (
        "All your deadlines and the days you are away, for your own calendar to subscribe to. Keep the address for "
        "yourself: whoever has it can read them."
    ),
    "away page calendar new": "Give it another address",
    # --- what was sent in vain ---
    "kept title": "Kept for you – pbem",
    "kept": "Kept for you",
    "kept sign in": "{link}, then come back here and send it again.",
    "kept sign in link": "Sign in, in another tab",
    "kept text": "What you wrote",
    "kept send": "Send it again",
    "kept throw away": "Throw it away",
    # --- the top of every page ---
    "top site": "Site",
    "top new game": "New game",
    "top mailbox": "Mailbox",
    "top help": "Help",
    "top server": "Server",
    "top sign out": "Sign out",
    "top sign in": "Sign in",
}
