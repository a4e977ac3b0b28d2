"""Events in words, in English and in French."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines import colours
from engines.base import Event, Seat
from engines.europax.state import BANK, State

NAMES: Mapping[str, tuple[str, str]] = {
    "FR": ("France", "la France"),
    "EN": ("England", "l'Angleterre"),
    "DE": ("Germany", "l'Allemagne"),
    "BX": ("Benelux", "le Benelux"),
    "IT": ("Italy", "l'Italie"),
    BANK: ("the bank", "la banque"),
}
WORDS: Mapping[str, tuple[str, str]] = {
    "own": ("{country}: {goods}, delivered by itself.", "{country} : {goods}, livré par soi-même."),
    "abroad": (
        "{country}: {goods}, bought abroad for {price} M.",
        "{country} : {goods}, acheté à l'étranger pour {price} M.",
    ),
    "sale": (
        "{country}: {goods}, bought from {source} for {price} M.",
        "{country} : {goods}, acheté chez {source} pour {price} M.",
    ),
    "bought": (
        "{country} buys {goods} from {source} for {price} M.",
        "{country} achète {goods} chez {source} pour {price} M.",
    ),
    "card": ("{country} plays card {card}.", "{country} joue la carte {card}."),
    "void": (
        "{country} plays card {card}: it asks nothing of a country in play.",
        "{country} joue la carte {card} : elle ne demande rien à un pays en jeu.",
    ),
    "lead": ("{country} has the lead.", "{country} a la main."),
    "refill": (
        "{country} has an empty board: {amount} M and {count} cards.",
        "{country} a vidé son tableau : {amount} M et {count} cartes.",
    ),
    "demands": ("{country} gets demand cards: {cards}.", "{country} reçoit des demandes : {cards}."),
    "rebuilt": (
        "The demand talon is made anew: {cards} cards.",
        "Le talon des demandes est refait : {cards} cartes.",
    ),
    "rescue": ("{country} is rescued: {given}.", "{country} reçoit de l'aide : {given}."),
    "advance": ("The bank advances {amount} M to {country}.", "La banque avance {amount} M à {country}."),
    "stopped": ("{country} ends the round.", "{country} arrête la manche."),
    "asked": (
        "Card {card}: {country} may say from whom it buys {goods}.",
        "Carte {card} : {country} choisit à qui acheter {goods}.",
    ),
    "event": ("Imprévu for {country}: {told}", "Imprévu pour {country} : {told}"),
    "boards": ("Boards: {boards}.", "Tableaux : {boards}."),
    "end": ("Debts are paid back. {worth}.", "Les dettes sont remboursées. {worth}."),
}
KINDS: Mapping[str, tuple[str, str]] = {
    "HOTEL": ("a well equipped hotel industry.", "une hôtellerie bien équipée."),
    "TOURISTS": (
        "tourists, {amount} M if hotels are equipped.",
        "des touristes, {amount} M si l'hôtellerie est équipée.",
    ),
    "URGENT": ("buy {cards} {product} at once.", "acheter {cards} {product} d'urgence."),
    "RECEIVE_BANK": ("{about}, +{amount} M.", "{about}, +{amount} M."),
    "PAY_BANK": ("{about}, -{amount} M.", "{about}, -{amount} M."),
    "RECEIVE_EACH": ("{about}, {amount} M from every partner.", "{about}, {amount} M de chaque partenaire."),
    "PAY_EACH": ("{about}, {amount} M to every partner.", "{about}, {amount} M à chaque partenaire."),
}


def name(country: str, french: bool) -> str:
    return NAMES.get(country, (country, country))[french]


def player(seat: Seat, french: bool) -> str:
    """What a seat is called."""
    names = {**(colours.FRENCH if french else colours.NAMES), BANK: "Banque" if french else "Bank"}
    return names.get(seat, seat)


def told(view: State, event: Event, french: bool) -> str:
    """An event as a sentence; "" for one that is only a mark."""
    kind, a = event.kind, dict(event.args)
    if kind == "supply":
        kind = "own" if a["source"] == a["country"] else "abroad" if a["source"] == BANK else "sale"
    if kind == "card" and not a["valid"]:
        kind = "void"
    if kind not in WORDS:
        return ""
    words = WORDS[kind][french].format(**arguments(view, a, french))
    whole = words[:1].upper() + words[1:]
    return whole.replace(" :", "\u00a0:") if french else whole


def arguments(view: State, a: dict[str, Any], french: bool) -> dict[str, Any]:
    """What the sentences name: countries, goods, lists."""
    found = dict(a)
    for key in ("country", "source"):
        if key in a:
            found[key] = name(a[key], french)
    if "product" in a:
        found["goods"] = goods(view, a["product"], french)
    if "given" in a:
        found["given"] = ", ".join(f"{name(c, french)} {n} M" for c, n in a["given"].items())
    if "worth" in a:
        found["worth"] = ", ".join(f"{name(c, french)} {n} M" for c, n in a["worth"].items())
    if "boards" in a:
        found["boards"] = ", ".join(f"{name(c, french)} {seat}" for c, seat in a["boards"].items())
    if isinstance(a.get("cards"), list):
        found["count"] = len(a["cards"])
        found["cards"] = ", ".join(map(str, a["cards"]))
    if "card" in a and "valid" not in a and "product" not in a:
        found["told"] = happening(view, a["card"], french)
    return found


def goods(view: State, product: str, french: bool) -> str:
    """A card of a product with its tonnage: "3 Mt cereals"."""
    found = view.box.products[product]
    tonnes = found.tonnes
    weight = f"{tonnes // 1_000_000} Mt" if tonnes % 1_000_000 == 0 else f"{tonnes:,} t".replace(",", " ")
    return f"{weight} {found.fr if french else found.en}"


def happening(view: State, number: int, french: bool) -> str:
    card = view.box.event(number)
    product = view.box.products[card.product] if card.product else None
    named = (product.fr if french else product.en) if product else ""
    about = (card.fr if french else card.en) or card.kind.lower()
    return KINDS[card.kind][french].format(amount=card.amount, cards=card.cards, product=named, about=about)
