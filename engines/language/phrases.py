"""The sentences with which a reader of orders answers, in English and in French. A game may put its own in their place.

The server says two of them, of letters: "empty" and "late".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.language.names import MessageLike

MAX_SHOWN = 8
"""Choices named in one answer; the rest are counted."""

ENGLISH: Mapping[str, str] = {
    "again": "This stands above already; it counts once.",
    "ambiguous": "{word} could be {choices}. Say which.",
    "begins": "{word} begins no order that is possible now.",
    "empty": (
        "I found nothing to do in your letter. Orders and commands stand one a line; the line “help” gets you a "
        "list of them."
    ),
    "example": "An order looks like this: {example}",
    "impossible": "“{text}” is not possible.",
    "instead": "Possible: {choices}.",
    "late": "{before} ended on {time}; this counts for {now}, the phase now open.",
    "long": "This line is too long to be an order.",
    "meant": "Did you mean “{text}”?",
    "meant but": "If “{text}” is meant: {told}",
    "needed": "There it needs {needs}.",
    "no order": "This line is no order that is possible now.",
    "no words": "There are no words in this line.",
    "not here": "{name} is not possible here.",
    "over": (
        "“{text}” is a whole order; {word} after it is not understood. Write one order on a line, and nothing else."
    ),
    "remarks": "No more is remarked on this text: {count} remarks are enough.",
    "replaced": "Your later line “{text}” replaces this one.",
    "short": "The line stops too early: after “{text}” it needs {needs}.",
    "strange": "{word} is not understood after “{text}”.",
    "tangled": "This line can be read in too many ways. Write one short order on a line.",
    "two": "This could mean {choices}. Write one of them.",
    "unread": "Only {count} lines of this text were read; the rest is too much for one text. Send it in another.",
    # what can be said next, and the order sheet
    "whole": "“{text}” is a whole order: {words}. To give it, leave the question mark out.",
    "refused": "Not now: {choices}",
    "one more": "and one more:",
    "unfold": "Two question marks list also what is only counted here: {line}",
    "lines more": "… and {count} more ways; write more of the line, and a question mark behind it.",
    "said": "Order",
    "stands": "As it stands",
    "could": "What it could be",
    "purpose": "What it is for",
    "nothing": "nothing yet",
    "such as": "For example: {example}",
    "ask more": "To see how a line can go on, write its beginning with a question mark: {example}",
    "later": "For later: {sections}. The line “help orders” tells of these, and of all that can be written.",
    # parts of sentences
    "and more": " and {count} more",
    "more": "… ({count} more)",
    "none": "none",
    "number": "a number from {low} to {high}",
    "quoted": "“{text}”",
    "something": "something else",
    "steps": " in steps of {step}",
    "or": "or",
}
FRENCH: Mapping[str, str] = {
    "again": "Cette ligne figure déjà plus haut ; elle ne compte qu'une fois.",
    "ambiguous": "{word} peut être {choices}. Précisez.",
    "begins": "{word} ne commence aucun ordre possible maintenant.",
    "empty": "Rien à faire dans votre lettre. Les ordres s'écrivent un par ligne ; la ligne « help » les donne.",
    "example": "Un ordre s'écrit ainsi : {example}",
    "impossible": "« {text} » n'est pas possible.",
    "instead": "Possible : {choices}.",
    "late": "{before} a été jouée le {time} ; ceci compte pour {now}, la phase en cours.",
    "long": "Cette ligne est trop longue pour un ordre.",
    "meant": "Vouliez-vous dire « {text} » ?",
    "meant but": "Si vous vouliez dire « {text} » : {told}",
    "needed": "Il faut là {needs}.",
    "no order": "Cette ligne n'est pas un ordre possible maintenant.",
    "no words": "Il n'y a aucun mot dans cette ligne.",
    "not here": "{name} n'est pas possible ici.",
    "over": (
        "« {text} » est un ordre entier ; {word} qui suit n'est pas compris. Écrivez un seul ordre par ligne, "
        "et rien d'autre."
    ),
    "remarks": "Le reste de ce texte n'est plus commenté : {count} remarques suffisent.",
    "replaced": "Votre ligne suivante « {text} » remplace celle-ci.",
    "short": "La ligne s'arrête trop tôt : après « {text} » il faut {needs}.",
    "strange": "{word} n'est pas compris après « {text} ».",
    "tangled": "Cette ligne peut se lire de trop de façons. Écrivez un ordre court par ligne.",
    "two": "Ceci peut vouloir dire {choices}. Écrivez l'un d'eux.",
    "unread": "Seules {count} lignes de ce texte ont été lues ; la suite est de trop. Envoyez le reste à part.",
    "whole": "« {text} » est un ordre entier : {words}. Pour le donner, ôtez le point d'interrogation.",
    "refused": "Pas maintenant : {choices}",
    "one more": "et encore :",
    "unfold": "Deux points d'interrogation donnent aussi ce qui n'est ici que compté : {line}",
    "lines more": "… et {count} autres façons ; écrivez un peu plus de la ligne, suivi d'un point d'interrogation.",
    "said": "Ordre",
    "stands": "Dit jusqu'ici",
    "could": "Ce qui est possible",
    "purpose": "À quoi cela sert",
    "nothing": "rien encore",
    "such as": "Par exemple : {example}",
    "ask more": "Pour voir comment une ligne continue, écrivez son début suivi d'un point d'interrogation : {example}",
    "later": "Pour plus tard : {sections}. La ligne « help orders » en parle, comme de tout ce qui peut s'écrire.",
    "and more": " et {count} autres",
    "more": "… ({count} autres)",
    "none": "rien",
    "number": "un nombre de {low} à {high}",
    "quoted": "« {text} »",
    "something": "autre chose",
    "steps": " par pas de {step}",
    "or": "ou",
}


class Phrases:
    """The sentences of one reader; those that a game does not bring are English."""

    def __init__(self, own: Mapping[str, MessageLike] = {}) -> None:
        self.own = own

    def get_message(self, key: str, **facts: object) -> MessageLike:
        """The sentence, with its code if the game has one for it."""
        return (self.own.get(key) or ENGLISH[key]).format(**facts)

    def __call__(self, key: str, **facts: object) -> str:
        return str(self.get_message(key, **facts))

    def join_with_or(self, texts: Iterable[str]) -> str:
        """ "a, b or c"."""
        every = [t for t in texts if t]
        last = f" {self('or')} "
        return last.join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every) or self("something")

    def join_shortened(self, texts: Iterable[str]) -> str:
        """ "a, b, c and 5 more"."""
        every = list(texts)
        more = self("and more", count=len(every) - MAX_SHOWN) if len(every) > MAX_SHOWN else ""
        return ", ".join(every[:MAX_SHOWN]) + more
