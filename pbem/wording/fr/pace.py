"""Pace, quiet times and absences."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "quiet": "Aucun délai ne tombe {times}.",
    "quiet day": "le {day}",
    "quiet days": "du {first} au {last}",
    "quiet holidays": "un jour férié ({places})",
    "quiet hours": "entre {start} et {end}",
    "quiet weekdays": "le {days}",
    "calendar grace": "Les ordres en retard sont attendus : {span}.",
    "calendar sent": "L'adresse de votre calendrier arrive dans une lettre à part.",
    "calendar new": "Votre calendrier a une nouvelle adresse, qui arrive par lettre ; l'ancienne ne vaut plus.",
    "file nothing": (
        "{name} : aucun congé à venir n'y figure. Comptent les journées entières et les événements d'au moins "
        "20 heures, sauf s'ils se répètent ou vous laissent libre."
    ),
    "pace next": "Les prochains délais, si chaque phase se termine au sien :",
    "pace would": "Les prochains délais seraient, si chaque phase se terminait au sien :",
    "pace told": "Les ordres sont attendus {pace}.",
    "pace of": "Le rythme de {slug}",
    "pace asked": "Le rythme « {pace} »",
    "away noted": "Vous êtes en congé du {first} au {last} ; {games}.",
    "away noted day": "Vous êtes en congé le {first} ; {games}.",
    "away moves": "dans {slugs}, aucun délai ne tombe sur vous à ce moment : il est reporté jusqu'à votre retour",
    "away not in": "dans {slug}, personne ne vous attend (jours qui y restent cette année : {left} sur {most})",
    "away nowhere": "aucune de vos parties ne doit attendre",
    "away list": "Vos congés",
    "away none": "Vous n'avez annoncé aucun congé. « away 3 Jan to 10 Jan » en annonce un.",
    "away days": "du {first} au {last}",
    "away day": "le {first}",
    "away left": "{slug} : jours qui restent cette année : {left} sur {most}.",
    "back": "Bon retour. Personne ne vous attend plus.",
    "back ahead": "Congé annulé : {times}.",
    "calendar due": "{slug} : {phase}, ordres de {seat}",
    "calendar away": "Congé (pbem)",
    "calendar name": "pbem : mes délais",
    "calendar on page": "L'adresse de votre calendrier se trouve ci-dessous.",
    "page book": "Le livre de la partie est en train de se faire.",
    "page calendar new": "Votre calendrier a une nouvelle adresse ; l'ancienne ne vaut plus.",
    "file read": "{name} : {told}",
    "file unreadable": "{name} n'est pas un fichier de calendrier lisible, ou il est trop grand.",
    "which seat": (
        "Vous tenez plusieurs places dans {slug} : {seats}. Répondez à une lettre pour celle dont il s'agit, ou "
        "mettez son nom dans l'objet."
    ),
}
REFUSALS: Mapping[str, str] = {
    "absence far": "Le {first} est trop loin : annoncez-le au plus {days} jours avant.",
    "absence long": "{count} jours, c'est plus qu'un congé ne peut avoir ; {most} au plus.",
    "absence unclear": "{why}",
    "no absence left": "{slug} n'attend pas si longtemps : jours qui y restent cette année : {left} sur {most}.",
    "not away": "Vous n'avez annoncé aucun congé.",
    "too many absences": "Vous avez annoncé {most} congés en un an ; c'est le maximum.",
    "deadline far": "Un délai est au plus {days} jours plus tard.",
    "deadline past": "Le {at} est passé.",
    "deadline quiet": "Le {at} tombe pendant le repos de cette partie. Le premier bon moment ensuite est le {free}.",
}
LEDGER: Mapping[str, str] = {
    "repaced": "Le rythme de la partie a changé : {told}",
}
REASONS: Mapping[str, str] = {
    "away": "{seat} est en congé jusqu'au {day}",
    "exact": "fixé à la main à cet instant précis",
    "hours": "reporté depuis le {since} à cause des heures de repos, de {start} à {end}{place}",
    "repaced": "le rythme de la partie a changé",
}
