"""Français."""

from __future__ import annotations

from pbem.wording.calendar import build_calendar
from pbem.wording.fr import (
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
    proof,
    seats,
)
from pbem.wording.language import build_language

CALENDAR = build_calendar(
    days="lundi mardi mercredi jeudi vendredi samedi dimanche",
    months="janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    short_days="lun mar mer jeu ven sam dim",
    short_months="janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    numbers="un deux trois quatre cinq six sept huit neuf dix onze douze",
    city=" (heure de {city})",
    left={
        "soon": "dans moins d'une heure",
        "hour": "dans une heure",
        "hours": "dans {count} heures",
        "day": "dans un jour",
        "days": "dans {count} jours",
    },
    lengths={
        "none": "moins d'une minute",
        "minute": "{count} minute",
        "minutes": "{count} minutes",
        "hour": "{count} heure",
        "hours": "{count} heures",
        "day": "{count} jour",
        "days": "{count} jours",
        "both": "{} et {}",
    },
)
LANGUAGE = build_language(
    "fr",
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
        proof,
        seats,
    ),
)
