"""Events in words, in English and in French."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines import palette
from engines.base import Event, Seat
from engines.europax.data import Country, Demand
from engines.europax.prospects import Prospect
from engines.europax.state import BANK, EuropaxState
from engines.language.names import fold_text
from engines.report import format_figure

NATIONS: Mapping[str, tuple[str, str]] = {
    "FR": ("France", "France"),
    "EN": ("England", "Angleterre"),
    "DE": ("Germany", "Allemagne"),
    "BX": ("Benelux", "Benelux"),
    "IT": ("Italy", "Italie"),
}
NAMES: Mapping[str, tuple[str, str]] = {
    "FR": ("France", "la France"),
    "EN": ("England", "l'Angleterre"),
    "DE": ("Germany", "l'Allemagne"),
    "BX": ("Benelux", "le Benelux"),
    "IT": ("Italy", "l'Italie"),
    BANK: ("the bank", "la banque"),
}
"""What countries are called within a sentence."""
WORDS: Mapping[str, tuple[str, str]] = {
    "own": ("– {country}: {goods}, its own.", "– {country} : {goods}, de sa production."),
    "abroad": (
        "– {country}: {goods}, from abroad for {price} M.",
        "– {country} : {goods}, à l'étranger pour {price} M.",
    ),
    "sale": (
        "– {country}: {goods}, from {source} for {price} M.",
        "– {country} : {goods}, auprès de {source} pour {price} M.",
    ),
    "bought": (
        "{country} buys {goods} from {source} for {price} M.",
        "{country} achète {goods} auprès de {source} pour {price} M.",
    ),
    "card": ("{country} plays card {card}.", "{country} joue la carte {card}."),
    "void": (
        "{country} plays card {card}: it asks nothing of a country in play.",
        "{country} joue la carte {card} : elle ne demande rien à un pays en jeu.",
    ),
    "lead": ("{country} has the lead.", "{country} a la main."),
    "refill": (
        "{country} has an empty board: {amount} M and {count} new cards.",
        "{country} a vidé son tableau : {amount} M et {count} nouvelles cartes.",
    ),
    "demands": ("{country} gets the demand cards {cards}.", "{country} reçoit les cartes de demande {cards}."),
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
    "idle": ("Nothing comes of it.", "Sans effet."),
    "boards": ("Boards: {boards}.", "Tableaux : {boards}."),
    "end": ("The game is over. Debts are paid back.", "La partie est finie. Les dettes sont remboursées."),
}
KINDS: Mapping[str, tuple[str, str]] = {
    "HOTEL": ("a well equipped hotel industry.", "une hôtellerie bien équipée."),
    "TOURISTS": (
        "tourists, {amount} M if hotels are equipped.",
        "des touristes, {amount} M si l'hôtellerie est équipée.",
    ),
    "URGENT": ("{goods} to be bought at once.", "{goods} à acheter d'urgence."),
    "RECEIVE_BANK": ("{about}, +{amount} M.", "{about}, +{amount} M."),
    "PAY_BANK": ("{about}, -{amount} M.", "{about}, -{amount} M."),
    "RECEIVE_EACH": ("{about}, {amount} M from every partner.", "{about}, {amount} M de chaque partenaire."),
    "PAY_EACH": ("{about}, {amount} M to every partner.", "{about}, {amount} M à chaque partenaire."),
}


TITLES: Mapping[str, tuple[str, str]] = {
    "setup": ("Dealing the boards", "Distribution des tableaux"),
    "round": ("Round {}", "Manche {}"),
    "lead": ("Card {}", "Carte {}"),
    "buyer": ("Card {}: {} chooses a seller", "Carte {} : {} choisit un vendeur"),
    "end": ("The end", "La fin"),
}
OF_ABOUT = (" of about {}", " sur {} environ")


def europax_phase_title(view: EuropaxState, french: bool) -> str:
    """A phase's name for people."""
    buyer = view.pending.country if view.pending else ""
    return TITLES[view.kind][french].format(game_progress(view)[0] if view.order else 0, country_name(buyer, french))


def title_with_progress(view: EuropaxState, french: bool) -> str:
    """A phase's name, and how far the game is: "Round 6 of about 7"."""
    at, usual = game_progress(view) if view.order and view.ranks is None else (0, -1)
    return europax_phase_title(view, french) + (OF_ABOUT[french].format(usual) if at <= usual else "")


def game_progress(view: EuropaxState) -> tuple[int, int]:
    """Return which round or card is played, and how many a game has on the average; 0 where it is not told."""
    if view.kind == "round":
        return view.round, -(-view.usual_cards // view.cards_per_round)
    return view.played + 1, view.usual_cards if view.kind == "lead" else 0


def country_name(country: str, french: bool) -> str:
    return NAMES.get(country, (country, country))[french]


def player_name(seat: Seat, french: bool) -> str:
    """Return what a seat is called."""
    names = {**(palette.FRENCH if french else palette.NAMES), BANK: "Banque" if french else "Bank"}
    return names.get(seat, seat)


def prospect_note(one: Prospect, country: Country, french: bool) -> str:
    """Return what a card would bring now, and who would lead then."""
    if one.leader == country:
        then = "puis vous avez la main" if french else "then you lead"
    else:
        leader = country_name(one.leader, french)
        then = f"puis {leader} a la main" if french else f"then {leader} leads"
    return f"{format_signed(one.value)} M, {then}"


def format_signed(amount: int) -> str:
    """ "+170", "−80", "0"."""
    return f"{'+' if amount > 0 else ''}{format_figure(amount)}"


def event_sentences(view: EuropaxState, events: Sequence[Event], french: bool) -> Iterator[tuple[str, str]]:
    """The events that are told, each with its kind; equal cards of one demand or purchase together."""
    for event, count in group_events(events):
        if words := tell_europax_event(view, event, french, count):
            yield event.kind, words


def group_events(events: Sequence[Event]) -> Iterator[tuple[Event, int]]:
    """Events with how often they happened in a row; prices are added up."""
    run: list[Event] = []
    for event in events:
        if run and (event.kind not in ("supply", "bought") or event != run[0]):
            yield sum_event_prices(run), len(run)
            run = []
        run.append(event)
    if run:
        yield sum_event_prices(run), len(run)


def sum_event_prices(run: Sequence[Event]) -> Event:
    first = run[0]
    if len(run) == 1:
        return first
    return replace(first, args={**first.args, "price": first.args["price"] * len(run)})


def tell_europax_event(view: EuropaxState, event: Event, french: bool, count: int = 1) -> str:
    """An event as a sentence; "" for one that is only a mark."""
    kind, a = event.kind, dict(event.args)
    if kind == "supply":
        kind = "own" if a["source"] == a["country"] else "abroad" if a["source"] == BANK else "sale"
    if kind == "card" and not a["valid"]:
        kind = "void"
    if kind not in WORDS:
        return ""
    return polish_sentence(WORDS[kind][french].format(**sentence_facts(view, a, french, count)), french)


def polish_sentence(words: str, french: bool) -> str:
    """A sentence with a capital, and in French as it is said and set."""
    at = 2 if words.startswith("– ") else 0
    whole = words[:at] + words[at : at + 1].upper() + words[at + 1 :]
    return contract_french(whole).replace(" :", "\u00a0:") if french else whole


def contract_french(french: str) -> str:
    """ "à le Benelux" and "de le Benelux" as they are said: "au Benelux", "du Benelux"."""
    return french.replace("à le ", "au ").replace("de le ", "du ")


def sentence_facts(view: EuropaxState, a: dict[str, Any], french: bool, count: int) -> dict[str, Any]:
    """Return what the sentences name: countries, goods, lists."""
    found = dict(a)
    found |= {key: country_name(a[key], french) for key in ("country", "source") if key in a}
    if "product" in a:
        found["goods"] = goods_text(view, a["product"], french, count)
    if "given" in a:
        found["given"] = ", ".join(f"{country_name(c, french)} {n} M" for c, n in a["given"].items())
    if "boards" in a:
        found["boards"] = ", ".join(
            f"{country_name(c, french)} ({player_name(seat, french)})" for c, seat in a["boards"].items()
        )
    if isinstance(a.get("cards"), list):
        found["count"] = len(a["cards"])
        found["cards"] = ", ".join(map(str, a["cards"]))
    if "card" in a and "valid" not in a and "product" not in a:
        found["told"] = describe_event_card(view, a["card"], french)
    return found


def goods_text(view: EuropaxState, product: str, french: bool, count: int = 1) -> str:
    """So many cards of a product with their tonnage: "3 Mt cereals"."""
    found = view.box.products[product]
    tonnes = found.tonnes * count
    weight = f"{tonnes // 1_000_000} Mt" if tonnes % 1_000_000 == 0 else f"{format_figure(tonnes)} t"
    return f"{weight} {french_de(found.fr)}" if french else f"{weight} {found.en}"


def french_de(french: str) -> str:
    """A French noun after "de"."""
    return f"d'{french}" if fold_text(french[:1]) in "aeiouyh" else f"de {french}"


def describe_demands(view: EuropaxState, number: int, french: bool, between: str = ", ") -> str:
    """Return what a card asks of whom: "England: cereals ×2, Germany: timber"."""
    return between.join(describe_demand(view, demand, french) for demand in view.box.get_card_demands(number))


def describe_demand(view: EuropaxState, demand: Demand, french: bool) -> str:
    """ "England: cereals ×2"."""
    found = view.box.products[demand.product]
    times = f" ×{demand.cards}" if demand.cards > 1 else ""
    colon, product = ("\u00a0:", found.fr) if french else (":", found.en)
    return f"{NATIONS[demand.country][french]}{colon} {product}{times}"


def describe_event_card(view: EuropaxState, number: int, french: bool) -> str:
    """Return what an event card says."""
    card = view.box.get_event_card(number)
    asked = goods_text(view, card.product, french, card.cards) if card.product else ""
    about = (card.fr if french else card.en) or card.kind.lower()
    return KINDS[card.kind][french].format(amount=card.amount, goods=asked, about=about)
