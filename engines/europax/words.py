"""The words of orders in English and in French. A seat's own language is written, both are read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engines.europax.box import Box
from engines.language.ask import OneOf, Pick, Way, Word, way
from engines.language.names import Choice, Lexicon, fold

SKIP = frozenset({"le", "la", "les", "l", "the", "card", "carte", "n", "numero", "du", "des"})
WORDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "PLAY": (("PLAY", "present"), ("JOUER", "joue", "poser", "présenter")),
    "PLAN": (("PLAN",), ("PLAN",)),
    "STOP": (("STOP",), ("HALTE",)),
    "AUTO": (("AUTO",), ("AUTO",)),
    "BUY": (("BUY",), ("ACHETER", "achat", "achète")),
    "FROM": (("FROM",), ("CHEZ", "à", "a", "au")),
    "SPREAD": (("SPREAD",), ("RÉPARTIR",)),
    "AID": (("AID",), ("AIDE",)),
    "EXTRA": (("EXTRA",), ("PLUS",)),
    "TO": (("TO",), ("À",)),
    "CLEAR": (("CLEAR",), ("EFFACER",)),
    "BOARD": (("BOARD",), ("TABLEAU",)),
    "LANGUAGE": (("LANGUAGE",), ("LANGUE",)),
    "IF": (("IF",), ("SI",)),
    "AND": (("AND",), ("ET",)),
    "HAS": (("HAS", "have"), ("A", "ai", "possède")),
    "NO": (("NO",), ("PAS", "pas de")),
    "CASH": (("CASH",), ("CAISSE",)),
    "I": (("I",), ("JE", "j")),
    "NOBODY": (("NOBODY",), ("PERSONNE",)),
    "ANYONE": (("ANYONE",), ("QUELQU'UN", "quelquun")),
    "ON": (("ON", "yes"), ("OUI",)),
    "OFF": (("OFF", "no"), ("NON",)),
    "ALL": (("ALL",), ("TOUT",)),
    "BUYS": (("BUY",), ("ACHATS",)),
}
HELP: Mapping[str, tuple[str, str]] = {
    "PLAY": ("a card you play when you lead, best first", "une carte que vous jouez quand vous avez la main"),
    "PLAN": ("several cards, best first", "plusieurs cartes, la meilleure d'abord"),
    "BUY": ("from whom you buy, best first", "chez qui vous achetez, le préféré d'abord"),
    "SPREAD": ("one card from each seller in turn", "une carte de chaque vendeur à son tour"),
    "AUTO": ("play the best card when your list is dry", "jouer la meilleure carte quand la liste est épuisée"),
    "STOP": ("end the round when your list is dry", "arrêter la manche quand la liste est épuisée"),
    "AID": ("more than the 300 M that are due", "plus que les 300 M qui sont dus"),
    "CLEAR": ("forget what you said in earlier rounds", "oublier ce que vous avez dit avant"),
    "LANGUAGE": ("of your reports", "de vos rapports"),
    "BOARD": ("the countries you would like, best first", "les pays que vous aimeriez, le préféré d'abord"),
    "CONVENTION": ("whether partners lend or give", "si les partenaires prêtent ou donnent"),
}
OLD_WAYS = {
    "": {
        "flag": ("on", "off"),
        "what": ("plan", "buys", "aid", "all"),
        "who": ("i", "nobody", "anyone", "nation"),
        "test": ("has", "cash"),
    }
}
"""See `engines.abilities.Renamed`."""
NATIONS: Mapping[str, tuple[str, str]] = {
    "FR": ("France", "France"),
    "EN": ("England", "Angleterre"),
    "DE": ("Germany", "Allemagne"),
    "BX": ("Benelux", "Benelux"),
    "IT": ("Italy", "Italie"),
}
ALIASES: Mapping[str, tuple[str, ...]] = {
    "TLA": ("laine", "wool"),
    "LAI": ("lait", "dairy"),
    "TCO": ("coton", "cotton"),
    "PET": ("pétrole", "oil", "petroleum"),
    "CER": ("blé", "grain"),
    "EN": ("GB", "UK", "Great Britain"),
}
SIGN = Pick("sign", (Choice("<"), Choice(">=")))
NUMBERED = Word("", ("no", "numéro"), optional=True)
"""“PLAY NO 12”: elsewhere NO is a word that matters, so that it cannot be passed over everywhere."""


@lru_cache(maxsize=128)
def word(name: str, french: bool) -> Word:
    """A word in one language, which is understood in both."""
    own, other = WORDS[name][french], WORDS[name][not french]
    return Word(own[0], tuple(text for text in (*own[1:], *other) if text != own[0]))


def verbs(*names: str) -> tuple[str, ...]:
    """All spellings of some words."""
    return tuple(text for name in names for language in WORDS[name] for text in language)


@lru_cache(maxsize=2)
def countries(french: bool) -> Lexicon:
    named = ((code, names[french], names[not french]) for code, names in NATIONS.items())
    return Lexicon(Choice(code, own, (other, *ALIASES.get(code, ()))) for code, own, other in named)


@lru_cache(maxsize=16)
def goods_of(key: tuple[tuple[str, str, str], ...], french: bool) -> tuple[Choice, ...]:
    return tuple(Choice(code, (en, fr)[french], (en, fr, fold(fr), *ALIASES.get(code, ()))) for code, en, fr in key)


def products(box: Box, french: bool) -> tuple[Choice, ...]:
    """Products by code, English and French names, and the usual aliases."""
    return goods_of(tuple((g.code, g.en, g.fr) for g in box.products.values()), french)


def everything(french: bool) -> Choice:
    return Choice("*", "tout" if french else "everything", ("all", "tout", "any", "everything"))


def all_partners(french: bool) -> Choice:
    return Choice("TOUS" if french else "ALL", "tous" if french else "all", ("all", "tous", "toutes"))


def spoken(name: str, french: bool) -> Way:
    """A form of one word, which is its name."""
    return way(name.lower(), word(name, french))


def switch(french: bool) -> OneOf:
    """ON or OFF."""
    return OneOf("flag", tuple(spoken(name, french) for name in ("ON", "OFF")))


def topics(french: bool) -> OneOf:
    """What can be forgotten."""
    return OneOf("what", tuple(spoken(name, french) for name in ("PLAN", "BUYS", "AID", "ALL")))


def languages(french: bool) -> tuple[Choice, ...]:
    english, own = ("anglais", "français") if french else ("English", "French")
    return Choice("EN", english, ("English", "anglais")), Choice("FR", own, ("French", "français"))
