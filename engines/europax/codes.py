"""Everything a player is told of their lines, by its code, in English and in French (§4.5).

What stands in braces is filled in here or, for names and words that only the reader knows, by the reader of orders.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.language import phrases
from engines.language.names import Message, MessageLike
from engines.memo import memoize

MESSAGES: Mapping[str, tuple[str, str]] = {
    "X01": ("I do not know the order {word}.", "Je ne connais pas l'ordre {word}."),
    "X02": (
        "There is no demand card {label}; cards run from 1 to {last}.",
        "Il n'y a pas de carte de demande {label} ; les cartes vont de 1 à {last}.",
    ),
    "X03": (
        "Card {card} is not beside your board: {place}.",
        "La carte {card} n'est pas à côté de votre tableau : {place}.",
    ),
    "X04": ("Card {card} is not in this game.", "La carte {card} n'est pas dans cette partie."),
    "X05": (
        "Card {card} asks nothing of a country in play: you keep the lead, and no imprévu is drawn.",
        "La carte {card} ne demande rien à un pays en jeu : vous gardez la main, sans tirer d'imprévu.",
    ),
    "X06": ("Unknown product {word}. Products: {products}.", "Produit inconnu : {word}. Produits : {products}."),
    "X07": ("{word} could be {choices}.", "{word} peut être {choices}."),
    "X08": ("{label} is not a country of this game.", "{label} n'est pas un pays de cette partie."),
    "X09": (
        "{country} is your own country: it is passed over.",
        "{country} est votre pays : cela ne compte pas.",
    ),
    "X10": (
        "I cannot read the condition {text}; the line is left out of your plan.",
        "Je ne peux pas lire la condition {text} ; la ligne est laissée hors de votre plan.",
    ),
    "X11": ("Card {card} is already in your plan.", "La carte {card} est déjà dans votre plan."),
    "X12": ("Amounts are whole multiples of 5.", "Les montants sont des multiples entiers de 5."),
    "X13": (
        "{order} is not used in this game (option {option}).",
        "{order} ne s'emploie pas dans cette partie (option {option}).",
    ),
    "X14": ("{order} is only for {phase}.", "{order} est seulement pour {phase}."),
    "X15": ("{label} is not your country.", "{label} n'est pas votre pays."),
    "X16": (
        "Which country? Begin the line with {one}: or {two}:.",
        "Quel pays ? Commencez la ligne par {one}: ou {two}:.",
    ),
    "X17": (
        "{country} leads now: this is kept until you do.",
        "{country} a la main : ceci attend que vous l'ayez.",
    ),
    "X18": (
        "{before} ended on {time}; your lines are taken for {now} where they still apply.",
        "{before} a été jouée le {time} ; vos lignes comptent pour {now}, si elles s'y appliquent encore.",
    ),
    "X19": (
        "No order found in your mail. Your standing plan is unchanged.",
        "Aucun ordre dans votre lettre. Votre plan reste inchangé.",
    ),
}
PLACES: Mapping[str, tuple[str, str]] = {
    "held": ("{country} holds it", "{country} la tient"),
    "used": ("it has been played", "elle a été jouée"),
    "talon": ("it lies in the talon", "elle est dans le talon"),
}
"""Where a card is that cannot be played."""
GROUPS: Mapping[str, tuple[str, str]] = {
    "held": ("Held by {country}", "Cartes tenues par {country}"),
    "used": ("Played already", "Cartes déjà jouées"),
    "talon": ("In the talon", "Cartes du talon"),
    "removed": ("Not in this game", "Cartes hors de cette partie"),
    "other": ("Other products", "Autres produits"),
}
"""Headings under which choices are folded away."""
PHASES: Mapping[str, tuple[str, str]] = {
    "setup": ("the dealing of boards", "la distribution des tableaux"),
    "round": ("the rounds", "les manches"),
    "sealed": ("sealed rounds, not for single cards", "les manches entières, pas pour des cartes une à une"),
}
"""What an order is for that is said at another time."""


def localized_message(code: str, french: bool, **facts: object) -> Message:
    """Return what is said, with its code; facts that are not given stay in braces."""
    text = MESSAGES[code][french]
    for name, fact in facts.items():
        text = text.replace(f"{{{name}}}", str(fact))
    return Message(text[:1].upper() + text[1:], code)


@memoize(64)
def reader_phrases(french: bool, example: str = "") -> Mapping[str, MessageLike]:
    """The sentences of the reader of orders, with the codes of this game where it has some. `example`: an order that
    would do."""
    own = {"begins": "X01", "ambiguous": "X07", "late": "X18", "empty": "X19"}
    told: dict[str, MessageLike] = {key: localized_message(code, french) for key, code in own.items()}
    usual = phrases.FRENCH if french else phrases.ENGLISH
    return {**usual, **told, "example": usual["example"].format(example=example)}
