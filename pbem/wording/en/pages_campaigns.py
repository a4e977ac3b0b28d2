"""The pages of campaigns: their list, one of them, and the form that opens one."""

from __future__ import annotations

from collections.abc import Mapping

PAGES: Mapping[str, str] = {
    "campaigns page about": (
        "Sets of games under one name: leagues, knock-outs, duplicate tournaments, and games that follow from games."
    ),
    "campaigns page campaign": "Campaign",
    "campaigns page stands": "How it stands",
    "campaigns page none": "None just now.",
    "campaigns page open": "Open a campaign",
    "campaigns page by letter": "By letter: the line “campaigns” lists them, “enter NAME” takes part.",
    # --- one of them
    "campaign page about": "{game}: {kind}.",
    "campaign page again": "I play the next season",
    "campaign page not again": "Not this time",
    "campaign page enter": "Take part",
    "campaign page sign in": "Sign in, and take part",
    "campaign page begin": "Open the first round",
    "campaign page leave": "Play no further round",
    "campaign page entrants": "Who takes part",
    "campaign page games": "All games",
    "campaign page game": "Round {round}: {game}",
    "campaign page good to know": "Good to know",
    "campaign page draw": (
        "Tables are drawn so that the same players meet rarely and everybody holds each seat once before any comes "
        "again."
    ),
    "campaign page sealed": "The draw is sealed with <code>{seal}</code>, whose secret is shown at the end.",
    "campaign page told": "The draw is sealed with <code>{seal}</code>; its secret was <code>{secret}</code>.",
    "campaign page sat out": "A round that somebody sits out counts as an even share of it.",
    "campaign page best": "The best {count} results count.",
    "campaign page best one": "The best result counts.",
    "campaign page calendar": "Its deadlines for your calendar",
    "campaign page by letter": ("By letter: “campaign {slug}” tells how it stands; a letter comes once a week."),
    # --- a new one
    "campaign new": "New campaign",
    "campaign new title": "Title",
    "campaign new title like": "Spring League",
    "campaign new slug": "Name in addresses",
    "campaign new slug like": "spring",
    "campaign new rounds": "Rounds",
    "campaign new rounds none": "0: as many as there are players for; a series without end",
    "campaign new best": "Results that count",
    "campaign new best none": "0: all",
    "campaign new open": "Open the campaign",
    "campaign new leads": (
        "You will lead it, open its first round when enough have entered, and can take part yourself."
    ),
}
