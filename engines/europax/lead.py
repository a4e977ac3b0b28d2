"""The first that a reader is told of a phase: what happened, and what it means for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engines.base import Event, Seat, rank_by_worth
from engines.europax import prose
from engines.europax.data import Country
from engines.europax.state import EuropaxState, Pending

LEAD_PHRASES: Mapping[str, tuple[str, str]] = {
    "opening": (
        "{count} countries trade with each other, and the richest wins. First the boards are dealt.",
        "{count} pays commercent entre eux, et le plus riche gagne. D'abord les tableaux sont distribués.",
    ),
    "left out": ("{country} stays out of this game.", "{country} reste hors de cette partie."),
    "wish": ("You may say which countries you would like.", "Vous pouvez dire quels pays vous aimeriez."),
    "dealt": ("The boards are dealt.", "Les tableaux sont distribués."),
    "you play": ("You play {mine}.", "Vous jouez {mine}."),
    "one": ("{country} played card {card}.", "{country} a joué la carte {card}."),
    "many": ("{count} cards were played.", "{count} cartes ont été jouées."),
    "gained": ("{country} gained most, {amount} M.", "{country} a gagné le plus, {amount} M."),
    "rescued": ("{names} had to be rescued.", "Il a fallu secourir {names}."),
    "you gained": ("You ({mine}) gained {amount} M", "Vous ({mine}) avez gagné {amount} M"),
    "you lost": ("You ({mine}) lost {amount} M", "Vous ({mine}) avez perdu {amount} M"),
    "you kept": ("You ({mine}) neither gained nor lost", "Vous ({mine}) n'avez ni gagné ni perdu"),
    "stand": (" and stand {place} of {of} with {worth} M{to}.", " et êtes {place} sur {of} avec {worth} M{to}."),
    "richest": ("{names} is richest with {worth} M.", "{names} est en tête avec {worth} M."),
    "equal": ("{names} are richest with {worth} M each.", "{names} sont en tête avec {worth} M chacun."),
    "leads": ("{country} leads next.", "{country} a la main."),
    "you lead": ("{country} leads next: that is you.", "{country} a la main : c'est vous."),
    "leads first": ("{country} leads the first card.", "{country} a la main pour la première carte."),
    "you lead first": (
        "{country} leads the first card: that is you.",
        "{country} a la main pour la première carte : c'est vous.",
    ),
    "asked": (
        "Card {card} makes {country} buy {goods}; several could sell, and it says which.",
        "La carte {card} fait acheter {goods} à {country}, qui choisit son vendeur.",
    ),
    "you are asked": (
        "Card {card} makes you buy {goods}, and several could sell: say from whom.",
        "La carte {card} vous fait acheter {goods}, et plusieurs peuvent vendre : dites chez qui.",
    ),
    "won": (
        "The game is over: {names} wins with {worth} M{to}.",
        "La partie est finie : {names} gagne avec {worth} M{to}.",
    ),
    "shared": (
        "The game is over: {names} share the first place with {worth} M each.",
        "La partie est finie : {names} se partagent la première place avec {worth} M chacun.",
    ),
    "you won": (
        "The game is over, and you win with {worth} M{to}.",
        "La partie est finie, et vous gagnez avec {worth} M{to}.",
    ),
    "you end": (
        "You ({mine}) end {place} of {of} with {worth} M.",
        "Vous ({mine}) finissez {place} sur {of} avec {worth} M.",
    ),
    "no demands": (
        "{country} has no demand card left, and there are none to draw.",
        "{country} n'a plus de carte de demande, et il n'en reste pas à tirer.",
    ),
    "no goods": (
        "{country} has an empty board, and there are no production cards left.",
        "{country} a un tableau vide, et il ne reste pas de carte de production.",
    ),
    "ahead": (", ahead of {names} with {worth} M", ", devant {names} avec {worth} M"),
    "first is": ("; first is {names} with {worth} M", " ; en tête : {names} avec {worth} M"),
    "behind": (", behind {names} with {worth} M", ", derrière {names} avec {worth} M"),
    "level": (", level with {names}", ", à égalité avec {names}"),
}
PLACES = (
    ("first", "second", "third", "fourth", "fifth"),
    ("premier", "deuxième", "troisième", "quatrième", "cinquième"),
)
COUNTS = (("two", "three", "four", "five"), ("deux", "trois", "quatre", "cinq"))


def write_europax_lead(
    view: EuropaxState, seat: Seat | None, events: Sequence[Event], before: EuropaxState | None, french: bool
) -> str:
    """The sentences, as one text. `before` None: of the opening."""
    return " ".join(prose.polish_sentence(one, french) for one in lead_sentences(view, seat, events, before, french))


def lead_sentences(
    view: EuropaxState, seat: Seat | None, events: Sequence[Event], before: EuropaxState | None, french: bool
) -> Iterator[str]:
    mine = view.countries_of(seat) if seat else ()
    if before is None:
        yield from opening_sentences(view, seat, french)
    elif view.ranks is not None:
        yield from ending_sentences(view, seat, view.ranks, french)
    elif view.pending:
        yield asked_buyer_sentence(view, view.pending, mine, french)
    elif before.kind == "setup":
        yield lead_phrase("dealt", french)
        yield from [lead_phrase("you play", french, mine=join_countries(mine, french))] if mine else []
        yield next_leader_sentence(view, mine, french, " first")
    else:
        yield from cards_played_sentences(view, before, events, french)
        yield from gain_sentences(view, before, seat, french) if seat and mine else richest_sentences(view, french)
        yield next_leader_sentence(view, mine, french)


def lead_phrase(key: str, french: bool, **facts: object) -> str:
    return LEAD_PHRASES[key][french].format(**facts)


def opening_sentences(view: EuropaxState, seat: Seat | None, french: bool) -> Iterator[str]:
    """Yield what the game is about, and what may be said first."""
    boards = 4 if view.options.two_each else len(view.players)
    yield lead_phrase("opening", french, count=COUNTS[french][boards - 2])
    if view.options.without and boards == 4:
        yield lead_phrase("left out", french, country=prose.country_name(view.options.without, french))
    if seat in view.players:
        yield lead_phrase("wish", french)


def cards_played_sentences(
    view: EuropaxState, before: EuropaxState, events: Sequence[Event], french: bool
) -> Iterator[str]:
    """The cards, who gained most by them, and who was rescued."""
    cards = [event for event in events if event.kind == "card"]
    if len(cards) == 1:
        yield lead_phrase(
            "one", french, country=prose.country_name(cards[0].args["country"], french), card=cards[0].args["card"]
        )
    else:
        yield lead_phrase("many", french, count=len(cards))
    change = {country: view.country_worth(country) - before.country_worth(country) for country in view.order}
    best = max(view.order, key=lambda country: change[country])
    if change[best] > 0:
        yield lead_phrase("gained", french, country=prose.country_name(best, french), amount=change[best])
    if ruined := dict.fromkeys(event.args["country"] for event in events if event.kind == "rescue"):
        yield lead_phrase("rescued", french, names=join_countries(ruined, french))


def next_leader_sentence(view: EuropaxState, mine: Sequence[Country], french: bool, when: str = "") -> str:
    key = "you lead" if view.leader in mine else "leads"
    return lead_phrase(key + when, french, country=prose.country_name(view.leader, french))


def asked_buyer_sentence(view: EuropaxState, pending: Pending, mine: Sequence[Country], french: bool) -> str:
    """Return who must say from whom they buy."""
    key = "you are asked" if pending.country in mine else "asked"
    goods, country = prose.goods_text(view, pending.product, french), prose.country_name(pending.country, french)
    return lead_phrase(key, french, card=pending.card, country=country, goods=goods)


# --- who stands where -------------------------------------------------------------------------------------------


def seat_worth(view: EuropaxState, seat: Seat) -> int:
    """Return what a player's countries are worth together."""
    return sum(map(view.country_worth, view.countries_of(seat)))


def gain_sentences(view: EuropaxState, before: EuropaxState, seat: Seat, french: bool) -> Iterator[str]:
    """Yield what the phase brought the reader, and where that leaves them."""
    change = seat_worth(view, seat) - seat_worth(before, seat)
    key = "you gained" if change > 0 else "you lost" if change else "you kept"
    told = lead_phrase(key, french, mine=join_countries(view.countries_of(seat), french), amount=abs(change))
    ranks = rank_by_worth({each: seat_worth(view, each) for each in view.players})
    yield told + lead_phrase(
        "stand", french, to=rivals_phrase(view, seat, ranks, french), **place_facts(view, seat, ranks, french)
    )


def place_facts(view: EuropaxState, seat: Seat, ranks: Mapping[Seat, int], french: bool) -> dict[str, object]:
    count = COUNTS[french][len(view.players) - 2]
    return {"place": PLACES[french][ranks[seat] - 1], "of": count, "worth": seat_worth(view, seat)}


def rivals_phrase(view: EuropaxState, seat: Seat, ranks: Mapping[Seat, int], french: bool) -> str:
    """Return whom the reader is level with or behind; or who comes after them."""
    others = [each for each in view.players if each != seat]
    level = [each for each in others if ranks[each] == ranks[seat]]
    key = "level" if level else {1: "ahead", 2: "behind"}.get(ranks[seat], "first is")
    best = min(ranks[each] for each in others)
    rivals = level or [each for each in others if ranks[each] == best]
    return lead_phrase(key, french, names=join_holders(view, rivals, french), worth=seat_worth(view, rivals[0]))


def richest_sentences(view: EuropaxState, french: bool) -> Iterator[str]:
    ranks = rank_by_worth({seat: seat_worth(view, seat) for seat in view.players})
    first = [seat for seat in view.players if ranks[seat] == 1]
    key = "richest" if len(first) == 1 and len(view.countries_of(first[0])) == 1 else "equal"
    if key == "richest" or len(first) > 1:
        yield lead_phrase(key, french, names=join_holders(view, first, french), worth=seat_worth(view, first[0]))


# --- the end ----------------------------------------------------------------------------------------------------


def ending_sentences(view: EuropaxState, seat: Seat | None, ranks: Mapping[Seat, int], french: bool) -> Iterator[str]:
    """Yield who won, where the reader ended, and why it is over."""
    first = [each for each in view.players if ranks[each] == 1]
    facts = {"names": join_winners(view, first, french), "worth": seat_worth(view, first[0])}
    if len(first) > 1:
        yield lead_phrase("shared", french, **facts)
    else:
        key = "you won" if seat in first else "won"
        yield lead_phrase(key, french, to=rivals_phrase(view, first[0], ranks, french), **facts)
    if seat in view.players and seat not in first:
        mine = join_countries(view.countries_of(seat), french)
        yield lead_phrase("you end", french, mine=mine, **place_facts(view, seat, ranks, french))
    yield from end_reason_sentences(view, french)


def end_reason_sentences(view: EuropaxState, french: bool) -> Iterator[str]:
    """Yield why a game is over, as far as it shows (§5.7)."""
    bare = [country for country in view.order if not any(view.stock[country].values())]
    dry = [country for country in view.order if not view.hands[country]]
    if view.options.long and bare and not view.production:
        yield lead_phrase("no goods", french, country=prose.country_name(bare[0], french))
    elif dry and not view.demands:
        yield lead_phrase("no demands", french, country=prose.country_name(dry[0], french))


# --- names ------------------------------------------------------------------------------------------------------


def join_countries(countries: Iterable[Country], french: bool) -> str:
    """ "France, England and Italy"."""
    return join_with_and([prose.country_name(country, french) for country in countries], french)


def join_holders(view: EuropaxState, seats: Sequence[Seat], french: bool) -> str:
    """Players by their countries."""
    return join_countries((country for seat in seats for country in view.countries_of(seat)), french)


def join_winners(view: EuropaxState, seats: Sequence[Seat], french: bool) -> str:
    """Players by name, with their countries."""
    told = [f"{prose.player_name(seat, french)} ({join_countries(view.countries_of(seat), french)})" for seat in seats]
    return join_with_and(told, french)


def join_with_and(names: Sequence[str], french: bool) -> str:
    *most, last = names
    return f"{', '.join(most)} {'et' if french else 'and'} {last}" if most else last
