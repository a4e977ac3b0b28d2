"""English: the language that has every sentence."""

from __future__ import annotations

from pbem.wording.calendar import build_calendar
from pbem.wording.en import (
    answers,
    campaigns,
    ending,
    games,
    general,
    leading,
    letters,
    letters_deputies,
    letters_games,
    letters_people,
    letters_post,
    letters_seats,
    letters_turns,
    missed,
    pace,
    pages,
    pages_desk,
    pages_seating,
    proof,
    seats,
)
from pbem.wording.language import build_language

CALENDAR = build_calendar(
    days="Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    months="January February March April May June July August September October November December",
    short_days="Mon Tue Wed Thu Fri Sat Sun",
    short_months="Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    numbers="one two three four five six seven eight nine ten eleven twelve",
    city=" in {city}",
    left={
        "soon": "in less than an hour",
        "hour": "in an hour",
        "hours": "in {count} hours",
        "day": "in a day",
        "days": "in {count} days",
    },
    lengths={
        "none": "less than a minute",
        "minute": "{count} minute",
        "minutes": "{count} minutes",
        "hour": "{count} hour",
        "hours": "{count} hours",
        "day": "{count} day",
        "days": "{count} days",
        "both": "{} and {}",
    },
)
LANGUAGE = build_language(
    "en",
    CALENDAR,
    (
        answers,
        campaigns,
        ending,
        games,
        general,
        leading,
        letters,
        letters_deputies,
        letters_games,
        letters_people,
        letters_post,
        letters_seats,
        letters_turns,
        missed,
        pace,
        pages,
        pages_desk,
        pages_seating,
        proof,
        seats,
    ),
)
