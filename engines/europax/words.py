"""The words of orders in English and in French. A seat's own language is written, both are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from engines.europax import prose
from engines.europax.data import EuropaxGameData
from engines.europax.prose import NATIONS
from engines.language.grammar import Alternative, OneOf, Pick, Word, alternative
from engines.language.names import Choice, Lexicon, fold_text
from engines.memo import memoize

SKIP = frozenset({"le", "la", "les", "l", "the", "card", "carte", "n", "numero", "du", "des"})
WORDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "PLAY": (("PLAY", "present", "plan"), ("JOUER", "joue", "poser", "présenter")),
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
PLAIN: Mapping[str, tuple[str, str]] = {
    "PLAY": ("play", "jouer"),
    "PLAN": ("play in order", "jouer dans l'ordre"),
    "STOP": ("end this round when your plan is used up", "arrêter cette manche quand votre plan est épuisé"),
    "AUTO": ("when your plan is used up,", "quand votre plan est épuisé,"),
    "AUTO ON": ("play the best card", "jouer la meilleure carte"),
    "AUTO OFF": ("always end the round", "toujours arrêter la manche"),
    "BUY": ("buy", "acheter les cartes"),
    "FROM": ("from", "chez"),
    "SPREAD": ("where several sell,", "si plusieurs vendent,"),
    "SPREAD ON": ("buy one card from each in turn", "acheter une carte à chacun à son tour"),
    "SPREAD OFF": ("buy all from the first", "tout acheter au premier"),
    "AID": ("promise", "promettre"),
    "EXTRA": ("extra aid of", "une aide de plus,"),
    "TO": ("for", "pour"),
    "CLEAR": ("forget", "oublier"),
    "CLEAR PLAN": ("your plan", "votre plan"),
    "CLEAR BUYS": ("from whom you buy", "chez qui vous achetez"),
    "CLEAR AID": ("your promises of aid", "vos promesses d'aide"),
    "CLEAR ALL": ("your plan and all preferences", "votre plan et toutes vos préférences"),
    "BOARD": ("ask for", "demander"),
    "LANGUAGE": ("reports in", "rapports en"),
    "CONVENTION": ("what partners pay is", "ce que paient les partenaires est"),
    "IF": ("if", "si"),
    "AND": (", and", ", et"),
    "HAS": ("has", "a des cartes"),
    "HAS NO": ("has", "n'a"),
    "I": ("you", "vous"),
    "I HAS": ("have", "avez des cartes"),
    "I HAS NO": ("have", "n'avez"),
    "NO": ("no", "pas de carte"),
    "NOBODY HAS": ("nobody else has", "personne d'autre n'a de carte"),
    "ANYONE HAS": ("another country has", "un autre pays a des cartes"),
    "CASH": ("the purse of", "en caisse"),
}
"""These words in plain language; a word behind another that gives it its sense stands here with it ("AUTO OFF")."""
THEN: tuple[str, str] = (", then", ", puis")
"""What stands between the things of a list, in plain language."""
HELP: Mapping[str, tuple[str, str]] = {
    "PLAY": ("a card you play when you lead, best first", "une carte que vous jouez quand vous avez la main"),
    "PLAN": ("several cards, best first", "plusieurs cartes, la meilleure d'abord"),
    "BUY": ("from whom you buy, best first", "chez qui vous achetez, le préféré d'abord"),
    "SPREAD": ("one card from each seller in turn", "une carte de chaque vendeur à son tour"),
    "AUTO": ("play the best card when your list is dry", "jouer la meilleure carte quand la liste est épuisée"),
    "STOP": ("end this round when your list is dry", "arrêter cette manche quand la liste est épuisée"),
    "AID": ("more than the 300 M that are due", "plus que les 300 M qui sont dus"),
    "CLEAR": ("forget what you said in earlier rounds", "oublier ce que vous avez dit avant"),
    "LANGUAGE": ("what you read from the next report on", "ce que vous lirez dès le prochain rapport"),
    "BOARD": ("the countries you would like, best first", "les pays que vous aimeriez, le préféré d'abord"),
    "CONVENTION": ("whether partners lend or give", "si les partenaires prêtent ou donnent"),
}
ALIASES: Mapping[str, tuple[str, ...]] = {
    "TLA": ("laine", "wool"),
    "LAI": ("lait", "dairy"),
    "TCO": ("coton", "cotton"),
    "PET": ("pétrole", "oil", "petroleum"),
    "CER": ("blé", "grain"),
    "EN": ("GB", "UK", "Great Britain"),
}
NUMBERED = Word("", ("no", "numéro"), optional=True)
"""“PLAY NO 12”: elsewhere NO is a word that matters, so that it cannot be passed over everywhere."""
ONE_AT_LEAST = Word("", (">= 1",), optional=True)
"""“HAS CER >= 1” is “HAS CER”."""
NONE_BESIDES = Word("", ("all", "tous", "toutes"), optional=True)
"""“FROM DE, ALL” is “FROM DE”: whoever is not named comes behind those who are."""


@memoize(256)
def bilingual_word(name: str, french: bool, plain: str = "") -> Word:
    """A word in one language, which is understood in both. `plain`: its name among the plain words, if another."""
    own, other = WORDS[name][french], WORDS[name][not french]
    told = PLAIN.get(plain or name, ("", ""))[french]
    return Word(own[0], tuple(text for text in (*own[1:], *other) if text != own[0]), plain=told)


@memoize(16)
def own_country_word(country: str, french: bool) -> Word:
    """The reader, who may also call their country by its name."""
    known, own = bilingual_word("I", french), europax_country_lexicon(french).get(country)
    return replace(known, also=(*known.also, country, own.label, *own.names))


@memoize(8)
def bilingual_phrase(names: str, french: bool, same: str = "") -> Word:
    """Words that are taken as one: "NOBODY HAS". `same`: other words that say the same."""
    own = " ".join(WORDS[name][french][0] for name in names.split())
    also = (text for each in (names, same) if each for text in combine_spellings(each.split()))
    return Word(own, tuple(text for text in dict.fromkeys(also) if text != own), plain=PLAIN[names][french])


def combine_spellings(names: Sequence[str]) -> Iterator[str]:
    """All spellings of some words one behind the other, those of one language before those of both."""
    return (" ".join(one) for one in product(*(all_spellings(name) for name in names)))


def all_spellings(*names: str) -> tuple[str, ...]:
    """All spellings of some words."""
    return tuple(text for name in names for language in WORDS[name] for text in language)


def cash_sign_pick(french: bool) -> Pick:
    """Return whether there is less in a purse, or so much."""
    less, enough = ("a moins de", "a au moins") if french else ("holds less than", "holds at least")
    return Pick("sign", (Choice("<", less), Choice(">=", enough)))


def at_least_word(french: bool, none: bool) -> Word:
    """Return how many; behind HAS NO how few."""
    if none:
        return Word(">=", plain="ou moins de" if french else "or fewer than")
    return Word(">=", plain=", au moins" if french else ", at least")


@memoize(2)
def europax_country_lexicon(french: bool) -> Lexicon:
    named = ((code, names[french], names[not french]) for code, names in NATIONS.items())
    return Lexicon(Choice(code, own, (other, *ALIASES.get(code, ()))) for code, own, other in named)


@memoize(16)
def goods_choices(key: tuple[tuple[str, str, str], ...], french: bool) -> tuple[Choice, ...]:
    return tuple(
        Choice(code, prose.french_de(fr) if french else en, (en, fr, fold_text(fr), *ALIASES.get(code, ())))
        for code, en, fr in key
    )


def box_product_choices(box: EuropaxGameData, french: bool) -> tuple[Choice, ...]:
    """Products by code, English and French names, and the usual aliases."""
    return goods_choices(tuple((g.code, g.en, g.fr) for g in box.products.values()), french)


def everything_choice(french: bool) -> Choice:
    """All products that have no line of their own."""
    label = "de toute autre sorte" if french else "everything else"
    return Choice("*", label, ("all", "tout", "any", "everything"))


def all_partners_choice(french: bool) -> Choice:
    label, note = ("n'importe qui", "le plus pauvre d'abord") if french else ("anybody", "the poorest first")
    return Choice("TOUS" if french else "ALL", label, ("all", "tous", "toutes"), note=note)


def whoever_choice(french: bool) -> Choice:
    """Any country that is rescued."""
    return Choice("*", "qui sera secouru" if french else "whoever is rescued", ("all", "tous"))


def one_word_way(name: str, french: bool, verb: str) -> Alternative:
    """A form of one word, which is its name."""
    return alternative(name.lower(), bilingual_word(name, french, f"{verb} {name}"))


def switch_part(french: bool, verb: str) -> OneOf:
    """ON or OFF."""
    return OneOf("flag", tuple(one_word_way(name, french, verb) for name in ("ON", "OFF")))


def topic_part(french: bool, aid: bool) -> OneOf:
    """Return what can be forgotten; `aid`: promises of aid, too."""
    names = ("PLAN", "BUYS", "AID", "ALL") if aid else ("PLAN", "BUYS", "ALL")
    return OneOf("what", tuple(one_word_way(name, french, "CLEAR") for name in names))


def language_choices(french: bool) -> tuple[Choice, ...]:
    english, own = ("anglais", "français") if french else ("English", "French")
    return Choice("EN", english, ("English", "anglais")), Choice("FR", own, ("French", "français"))


def convention_choices(french: bool) -> tuple[Choice, ...]:
    """Return what may become of aid."""
    lent, given = ("prêté", "donné") if french else ("lent", "given")
    return Choice("LOAN", lent, ("pret",)), Choice("GIFT", given, ("don",))
