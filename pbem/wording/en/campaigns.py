"""Leagues, knock-outs, duplicates and series."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "campaign again": "You play the next season of {title}.",
    "campaign at table": "Players",
    "campaign begun": "{title} has begun; its games: {count}.",
    "campaign due": "{phase}, orders by {when}",
    "campaign duplicate": (
        "a duplicate: every table begins alike, and each is compared with those who held the same seat elsewhere"
    ),
    "campaign entered": "You take part in {title}.",
    "campaign game": "Game",
    "campaign games": "Rounds",
    "campaign hidden": "secret until the end",
    "campaign is asking": (
        "Round {round} is over. Everybody is asked whether they play the next; {entered} said yes so far, {needed} "
        "are needed."
    ),
    "campaign is finished": "It is over.",
    "campaign is open": "Players can enter: {entered} so far, {needed} at a table.",
    "campaign is running": "Round {round}{rounds}: {over} of {count} games are over.",
    "campaign knockout": "a knock-out: who comes off best at their table goes on",
    "campaign league": "a league: everybody plays every round",
    "campaign left": "You play no further round of {title}. Seats you hold you give back in their games.",
    "campaign line": "{slug}: {title}, {kind}. {game}. {lead}",
    "campaign not again": "You do not play the next season of {title}.",
    "campaign of rounds": " of {count}",
    "campaign points": "Points",
    "campaign rests": "This round is sat out by {players}, for want of a full table.",
    "campaign round": "The games of round {round}",
    "campaign series": "a series: one game follows the other, with those who say yes",
    "campaign standings": "How everybody stands",
    "campaign stands": "How it stands",
    "campaign unplayed": "{title} is over. Nobody played in it.",
    "campaign wins": "Won",
    "campaign won": "{title} is over. First: {players}.",
    "campaigns": "Campaigns",
    "no campaigns": "There is no campaign at the moment.",
    "campaign opened": (
        "{title} is open, and you lead it. Players take part with the line: enter {slug} – and the first round opens "
        "with your line: begin {slug}"
    ),
    "page campaign opened": "{title} is open. Players enter on this page, or by letter with the line: enter {slug}",
}
REFUSALS: Mapping[str, str] = {
    "bad campaign": (
        "This campaign is not possible. Its kind is one of {kinds}; it has up to {most} rounds, a league at least one."
    ),
    "not asking": "{title} does not ask just now who plays its next season; it does when a season is over.",
    "campaign closed": "{title} takes nobody in any more.",
    "campaign full": "{title} has {most} players already; that is the most.",
    "entered": "You take part in {title} already.",
    "no such campaign": "There is no campaign “{slug}”.{near:near}",
    "not entered": "You do not take part in {title}.",
    "too few entrants": "A table needs {needed} players; {entered} have entered.",
}
