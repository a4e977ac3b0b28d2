"""Notes of absence: what a mail program writes for somebody who is away, or has opened a letter, in English, French and
German. Pure."""

from __future__ import annotations

import re

from pbem.commands.lines import AWAY_WORDS

AUTOMATIC_SUBJECT = re.compile(
    r"\s*(automatic reply|auto(matic)?[ -]?(reply|response)|out of (the )?office|abwesenheits(notiz|assistent|meldung)"
    r"|automatische (antwort|abwesenheits\w*)|réponse automatique|absence du bureau|message d.absence"
    r"|urlaubs(notiz|meldung)|(vacation|holiday) (reply|response|message|notice)|(absente?|abwesend)\s*:)",
    re.I,
)
"""How the subjects of automatic answers begin; a person who answers one writes “Re:” before it."""
READ_SUBJECT = re.compile(r"\s*(read|gelesen|lu)\s*:", re.I)
"""How the subjects of notes begin that say that a letter was read. People write so as well (“Read: my orders”)."""
ASSURANCE = re.compile(
    r"\b(urgent|urgence|dringend\w*|thanks? (you )?for (your|the) (e-?mail|message|letter|note)"
    r"|(vielen )?dank für ihre (e-?mail|nachricht)|merci (de|pour) votre (e-?mail|courriel|message)"
    r"|(limited|no|without) access to|(your|ihre|votre) (e-?mail|message|nachricht|courriel)s? (will|wird|werden|sera)"
    r"|(contact|turn to|call|wenden sie sich|kontaktieren|contacte[rz]|adresser|appele[rz]) .{0,30}"
    r"\b(colleague|kolleg|deputy|vertretung|collègue|remplaçant)"
    r"|(reply|respond|answer|get back to you|antworten|répondrai|répondre) .{0,30}"
    r"\b(return|rückkehr|retour|am back|possible|möglich)|automati)",
    re.I,
)
"""What such a note says beside that, to whomever it goes."""


WAS_READ = re.compile(
    r"\byour (e-?mail|message|letter)\b.{0,200}\bwas (read|displayed|opened)\b"
    r"|\bihre (e-?mail|nachricht)\b.{0,200}\bwurde\b.{0,60}\b(gelesen|angezeigt)\b"
    r"|\bvotre (e-?mail|courriel|message)\b.{0,200}\ba été (lue?|affichée?|ouverte?)\b",
    re.I | re.S,
)
"""What a program says when a letter was opened."""


OF_PLAY = re.compile(
    r"\?|\b(deadlines?|games?|turns?|orders?|moves?|extend(ed)?|extension|fristen?|spiel\w*|partie\w*|züge?n?|befehle?"
    r"|verlängern\w*|délais?|échéances?|tours?|ordres?|prolong\w+)\b",
    re.I,
)
"""What no program writes of itself to a game: a question, or a word about the game."""


def speaks_of_play(text: str) -> bool:
    """Return whether words ask something or are about a game: a player wrote them, whatever else they say."""
    return bool(OF_PLAY.search(text))


def is_absence_note(subject: str, text: str) -> bool:
    """Return whether words read as such a note: somebody is away, and whoever wrote is put off (one alone may be a word
    to a friend), or their letter was opened."""
    return bool(WAS_READ.search(text) or (AWAY_WORDS.search(f"{subject}\n{text}") and ASSURANCE.search(text)))
