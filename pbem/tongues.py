"""The server's words around a report in every language that a game speaks (`engines.abilities.Linguist`)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sqlmodel import Session

from engines.abilities import Linguist
from pbem.models import Game, Phase, Seat
from pbem.play import games

USUAL = "en"
SENTENCES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "all": "all",
        "by": "{phase}: orders by {when}.",
        "can": "What {seat} can order: {title}",
        "cleared": "All your orders are taken back.",
        "cleared some": "Your orders that say “{what}” are taken back.",
        "due": "Orders are due from {seats}.",
        "later": "You may also say now what shall happen later ({later}); the line “help” shows how.",
        "master": "the game master",
        "next": "Next",
        "nothing": "You owe nothing in this phase.",
        "nothing now": "Nothing just now.",
        "player": "Player",
        "press": "Press since the last report",
        "proof": "Phase {number}, proof {hash}.",
        "ready": "You are ready: no more time is needed for you.",
        "report": "The report on {phase} comes in a letter of its own.",
        "rolled back": "The game master took the game back to {phase}. What follows happened before that phase.",
        "seat": "Seat",
        "secret": "The dice's secret was {secret}.",
        "to": "{author} to {audience}, {when}:",
        "wait": "Noted: not before the deadline, as far as you are concerned.",
        "why": "Why then: {why}.",
    },
    "fr": {
        "all": "tous",
        "by": "{phase} : ordres attendus avant le {when}.",
        "can": "Ce que {seat} peut ordonner : {title}",
        "cleared": "Tous vos ordres sont retirés.",
        "cleared some": "Vos ordres où figure « {what} » sont retirés.",
        "due": "Des ordres sont attendus de {seats}.",
        "later": "Vous pouvez dire dès maintenant ce qui viendra plus tard ({later}) ; la ligne « help » l'explique.",
        "master": "le maître du jeu",
        "next": "La suite",
        "nothing": "On n'attend rien de vous dans cette phase.",
        "nothing now": "Rien pour l'instant.",
        "player": "Joueur",
        "press": "Messages depuis le dernier rapport",
        "proof": "Phase {number}, preuve {hash}.",
        "ready": "C'est noté : il ne vous faut plus de temps.",
        "report": "Le rapport sur {phase} arrive dans une lettre à part.",
        "rolled back": "Le maître du jeu a ramené la partie à {phase}. La suite s'est passée avant cette phase.",
        "seat": "Place",
        "secret": "Le secret des dés était {secret}.",
        "to": "{author} à {audience}, {when} :",
        "wait": "C'est noté : pour vous, pas avant le délai.",
        "why": "Raison : {why}.",
    },
}


def pairs(text: str) -> dict[str, str]:
    """ "after: après le, in: à" as a mapping."""
    return dict(pair.split(": ") for pair in text.split(", "))


TIMES: Mapping[str, Mapping[str, str]] = {
    "fr": pairs(
        "mon: lun, tue: mar, wed: mer, thu: jeu, fri: ven, sat: sam, sun: dim, "
        "jan: janvier, feb: février, mar: mars, apr: avril, may: mai, jun: juin, jul: juillet, aug: août, "
        "sep: septembre, oct: octobre, nov: novembre, dec: décembre, "
        "after: après le, at least: au moins, daily: chaque jour à, in: heure, "
        "moved from: repoussé du, to: au, because of quiet days: à cause de jours de repos, "
        "the first phase is: la première phase dure, longer: de plus, less than a minute: moins d'une minute, "
        "later because of the pause: plus tard à cause de la pause, "
        "later because the game master gave more time: plus tard parce que le maître du jeu a donné du temps, "
        "later because the players voted for it: plus tard parce que les joueurs l'ont voté, "
        "from now because the server was down for: dès maintenant parce que le serveur a été arrêté"
    ),
}
"""The words that instants, and the reasons of deadlines, are made of, by what they are in English."""


class Tongue:
    """One language, and what the seats of a game are called in it. Words that are missing here are English."""

    def __init__(self, code: str, linguist: Linguist | None = None) -> None:
        self.code, self.linguist = code, linguist

    def __call__(self, key: str, **facts: object) -> str:
        return SENTENCES.get(self.code, SENTENCES[USUAL])[key].format(**facts)

    def time(self, text: str) -> str:
        """An instant or the reason of a deadline, given in English."""
        known = TIMES.get(self.code, {})
        runs = "|".join(sorted(known, key=len, reverse=True)) or "$."
        return re.sub(rf"(?<![\w/])(?:{runs})(?![\w/])", lambda found: known[found[0].lower()], text, flags=re.I)

    def name(self, seat: Seat) -> str:
        """What a seat is called."""
        return self.linguist.name(seat.code, self.code) if self.linguist else seat.label


ENGLISH = Tongue(USUAL)


def tongue(game: Game, phase: Phase | None, seat: Seat | None) -> Tongue:
    """The language a seat chose; a game that has but one is told in English, and so are bystanders."""
    engine = games.engine(game)
    if phase is None or seat is None or not isinstance(engine, Linguist):
        return ENGLISH
    return Tongue(engine.language(games.view(phase, seat.code), seat.code), engine)


def tongue_now(session: Session, game: Game | None, seat: Seat | None) -> Tongue:
    """The language a seat reads as the game stands."""
    return tongue(game, games.current(session, game), seat) if game else ENGLISH
