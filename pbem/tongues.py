"""The server's words around a report in every language that a game speaks (`engines.abilities.Linguist`)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sqlmodel import Session

from engines.abilities import Linguist
from pbem.calendars import CALENDARS, Calendar
from pbem.models import Game, Phase, Seat
from pbem.play import games

USUAL = "en"
SENTENCES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "after closing": (
            "Your letter is about {before}, which was resolved {time}. It came later, {came}, so nothing of it "
            "was done for that phase or any other; below stands what it would have done."
        ),
        "after deadline": (
            "Your letter is about {before}. It came {came}, after the deadline of that phase, {time}, so nothing "
            "of it was done for that phase or any other; below stands what it would have done."
        ),
        "all": "all",
        "and": "and",
        "aside copy": "a copy of an earlier letter (lines: {count}), which begins: {first}",
        "aside quoted": "quoted text (lines: {count}), which begins: {first}",
        "aside signature": "a signature (lines: {count}), which begins: {first}",
        "below": "See below.",
        "book": "{title}, “{part}”: it comes in a letter of its own.",
        "by": "Orders by {when}.",
        "by in": "Orders by {when}: {left}.",
        "can": "What {seat} can order: {title}",
        "can all": "All that {seat} can write: {title}",
        "cited": "What {code} means: write “rules {code}”, or look at {url}",
        "cleared": "All your orders for {phase} are taken back.",
        "cleared some": "Your orders for {phase} that say “{what}” are taken back.",
        "commands": "Commands, one a line",
        "details": "In detail",
        "due": "Orders are due from {seats}.",
        "due all": "Orders are due from everybody.",
        "due relaxed": "{seats} may speak, and need not: it goes on when all are ready, or at the deadline.",
        "ended abandoned": "The game is over: nobody was left to play it.",
        "ended concession": "The game is over: all conceded it to {seats}.",
        "ended draw": "The game is over: the survivors agreed on a draw of {seats}.",
        "ended played": "The game is over: {seats} won it.",
        "ended shared": "The game is over: {seats} share the first place.",
        "late title": "your letter about {before} came too late",
        "later": "You may also say now what shall happen later ({later}); the line “help” shows how.",
        "lost": "The line “?” lists what you can order, “help” all commands, “guide” brings your first turn.",
        "master": "the game master",
        "near": "Near to it: {titles}.",
        "next": "Next",
        "no book": "{title} has no such book here. You can write: {books}.",
        "no passage": "There is nothing called “{part}” in the books of {title}.",
        "not done": "Not done.",
        "not ready": (
            "Not done, since not all that you wrote was taken as orders. Say “ready” once the lines above are as "
            "you want them."
        ),
        "nothing": "You owe nothing in this phase.",
        "nothing now": "Nothing just now.",
        "now": "How it stands",
        "no more steps": "{count} questions are answered at a time; ask this one by itself.",
        "once more": "To say the same for {now}, the phase now open, answer this letter with the same lines.",
        "ordinals": "First Second Third Fourth Fifth Sixth Seventh",
        "paused": "The clock stands: the game is paused. Orders are still taken.",
        "player": "Player",
        "press": "Press since the last report",
        "press all": "To all",
        "press with": "With {names}",
        "press before": "The newest {count} messages; those before them were mailed to you when they were written.",
        "proof": "Phase {number}, proof {hash}.",
        "ready": "You are ready for {phase}: no more time is needed for you.",
        "ready undone": "A line below takes this back.",
        "report": "The report on {phase} comes in a letter of its own.",
        "rolled back": "The game master took the game back to {phase}. What follows happened before that phase.",
        "rank": "Place",
        "seat": "Seat",
        "secret": "The dice's secret was {secret}.",
        "said by": "{author}, {when}:",
        "wait": "Noted for {phase}: not before the deadline, as far as you are concerned.",
        "why": "Why then: {why}.",
        "would clear": "It would have taken orders back.",
        "would not": "It would have been refused: {text}",
        "would ready": "You would have been ready.",
        "would stand": "It would have stood: {text}",
        "would unvote": "Your votes would have been taken back.",
        "would vote": "You would have voted.",
        "would wait": "You would have waited for the deadline.",
        "you": "You",
    },
    "fr": {
        "after closing": (
            "Votre lettre porte sur « {before} », jouée le {time}. Elle est arrivée plus tard, le {came} : rien n'en "
            "a été fait, ni pour cette phase ni pour une autre. Voici ce qu'elle aurait fait."
        ),
        "after deadline": (
            "Votre lettre porte sur « {before} ». Elle est arrivée le {came}, après le délai de cette phase, le "
            "{time} : rien n'en a été fait, ni pour cette phase ni pour une autre. Voici ce qu'elle aurait fait."
        ),
        "all": "tous",
        "and": "et",
        "aside copy": "la copie d'une lettre précédente (lignes : {count}), qui commence par : {first}",
        "aside quoted": "du texte cité (lignes : {count}), qui commence par : {first}",
        "aside signature": "une signature (lignes : {count}), qui commence par : {first}",
        "below": "Voir plus bas.",
        "book": "{title}, « {part} » : cela arrive dans une lettre à part (en anglais).",
        "by": "Ordres attendus avant le {when}.",
        "by in": "Ordres attendus avant le {when} : {left}.",
        "can": "Ce que {seat} peut ordonner : {title}",
        "can all": "Tout ce que {seat} peut écrire : {title}",
        "cited": "Ce que veut dire {code} : écrivez « rules {code} », ou voyez {url}",
        "cleared": "{phase} : tous vos ordres sont retirés.",
        "cleared some": "{phase} : vos ordres où figure « {what} » sont retirés.",
        "commands": "Commandes, une par ligne",
        "details": "En détail",
        "due": "Des ordres sont attendus de {seats}.",
        "due all": "Des ordres sont attendus de tous.",
        "due relaxed": "{seats} peuvent parler sans y être tenus ; on continue quand tous sont prêts, ou au délai.",
        "ended abandoned": "La partie est finie : il ne restait personne pour la jouer.",
        "ended concession": "La partie est finie : tous l'ont concédée à {seats}.",
        "ended draw": "La partie est finie : les survivants se sont mis d'accord sur une nulle de {seats}.",
        "ended played": "La partie est finie, gagnée par {seats}.",
        "ended shared": "La partie est finie : {seats} se partagent la première place.",
        "late title": "votre lettre sur « {before} » est arrivée trop tard",
        "later": "Vous pouvez dire dès maintenant ce qui viendra plus tard ({later}) ; la ligne « help » l'explique.",
        "lost": "La ligne « ? » dit ce que vous pouvez ordonner, « help » les commandes, « guide » le premier tour.",
        "master": "le maître du jeu",
        "near": "S'en approchent : {titles}.",
        "next": "La suite",
        "no book": "{title} n'a pas ce livre ici. Vous pouvez écrire : {books}.",
        "no passage": "Rien ne s'appelle « {part} » dans les livres de {title}.",
        "no more steps": "On répond à {count} questions à la fois ; posez celle-ci à part.",
        "not done": "Cela n'a pas été fait.",
        "not ready": (
            "Cela n'a pas été fait : tout n'a pas été pris comme ordres. Écrivez « ready » quand les "
            "lignes sont comme vous les voulez."
        ),
        "nothing": "On n'attend rien de vous dans cette phase.",
        "nothing now": "Rien pour l'instant.",
        "now": "Où on en est",
        "once more": (
            "Pour dire la même chose dans la phase en cours, « {now} », répondez à cette lettre avec les mêmes lignes."
        ),
        "ordinals": "Premier Deuxième Troisième Quatrième Cinquième Sixième Septième",
        "paused": "Le temps est arrêté : la partie est suspendue. Les ordres sont encore pris.",
        "player": "Joueur",
        "press": "Messages depuis le dernier rapport",
        "press all": "À tous",
        "press with": "Avec {names}",
        "press before": "Les {count} derniers messages ; les précédents vous ont été envoyés quand ils ont été écrits.",
        "proof": "Phase {number}, preuve {hash}.",
        "ready": "{phase} : c'est noté, il ne vous faut plus de temps.",
        "ready undone": "Une ligne plus bas annule celle-ci.",
        "report": "Le rapport « {phase} » arrive dans une lettre à part.",
        "rolled back": "Le maître du jeu a ramené la partie à « {phase} ». La suite s'est passée avant cette phase.",
        "rank": "Rang",
        "seat": "Place",
        "secret": "Le secret des dés était {secret}.",
        "said by": "{author}, {when} :",
        "wait": "{phase} : c'est noté, pour vous pas avant le délai.",
        "why": "Raison : {why}.",
        "would clear": "Des ordres auraient été retirés.",
        "would not": "Cela aurait été refusé : {text}",
        "would ready": "Vous auriez été prêt.",
        "would stand": "Cela aurait compté : {text}",
        "would unvote": "Vos votes auraient été retirés.",
        "would vote": "Vous auriez voté.",
        "would wait": "Vous auriez attendu le délai.",
        "you": "Vous",
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

    @property
    def calendar(self) -> Calendar:
        """How instants are told in full."""
        return CALENDARS.get(self.code, CALENDARS[USUAL])

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
