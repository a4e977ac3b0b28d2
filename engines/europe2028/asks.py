"""What an empire may say (specification, section 4). Codes are those of that section."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engines.base import Ask, Choice, Line, Many, Number, OneOf, Part, Pick, Seat, Word, maybe
from engines.europe2028.cards import DECK, JOKERS, SUITS, Card, rank
from engines.europe2028.setup import best_secret, best_tokens
from engines.europe2028.state import KINDS, SECRETS, TOKENS, WAREHOUSE, State, title_of
from engines.europe2028.world import Code
from engines.names import Lexicon

SKIP = frozenset({"the", "of", "on", "region", "token", "card", "cards"})
KIND_NAMES = {"MIL": "military", "ECO": "economic", "CUL": "cultural", "POL": "political"}
RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace", "10": "T"}
PHASE_OF = {"SECRET": "the setup", "TOKENS": "the setup"}


def say(*texts: str) -> Word:
    return Word(texts[0], texts[1:])


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase; None after the end."""
    if view.ranks is not None or seat in view.out:
        return None
    if view.kind == "setup":
        return Ask(title_of(view.phase), tuple(setup_lines(view, seat)), draft=setup_draft(view, seat), skip=SKIP)
    shut = {word: f"B21 {word} is for {phase}." for word, phase in PHASE_OF.items()}
    return Ask(title_of(view.phase), tuple(lines(view, seat)), draft=("PASS",), skip=SKIP, elsewhere=shut)


# --- picks ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def card_choice(card: Card, hint: str = "") -> Choice:
    """A card as 4S, S4 or 4 of spades."""
    if card in JOKERS:
        return Choice(card, f"joker {card[1]}", (), "", hint)
    suit, spelled = SUITS[card[-1]], {rank(card), RANK_NAMES.get(rank(card), rank(card))}
    names = [f"{r} {s}" for r in sorted(spelled) for s in (suit, suit[:-1], card[-1])]
    names += [f"{card[-1]} {r}" for r in sorted(spelled)] + [f"{r}{card[-1]}" for r in sorted(spelled)]
    names += [f"{card[-1]}{r}" for r in sorted(spelled)]
    return Choice(card, f"{rank(card)} of {suit}", tuple(dict.fromkeys(names)), "", hint)


@lru_cache(maxsize=512)
def card_pick(hand: tuple[Card, ...]) -> Pick:
    """Any card; those that are not held are accepted with a warning, and left out when it is played."""
    held = (card_choice(card) for card in hand)
    others = (c for c in (*DECK, *JOKERS) if c not in hand)
    return Pick("card", (*held, *(card_choice(c, f"B03 You do not hold {c}; it was left out.") for c in others)))


def card_parts(hand: tuple[Card, ...], name: str) -> OneOf:
    """LOW, HIGH, ALL, or cards by name."""
    named = Many("cards", (card_pick(hand),), 1, 12, "")
    return OneOf(name, ((say("LOW"),), (say("HIGH"),), (say("ALL"),), (named,)))


def token_pick(view: State, seat: Seat) -> Pick:
    """A token that is out of the warehouse; MIL is the military one that fits."""
    mine = view.tokens.get(seat, {})
    locked = {t for t in TOKENS if mine.get(t) is not None and mine[t].place == WAREHOUSE}
    both = {"MIL1", "MIL2"} <= locked
    found = [Choice("MIL", "military", ("militaire",), told("military") if both else "")]
    for token in TOKENS:
        kind = KIND_NAMES[token[:3]]
        names = (kind,) if token in KINDS else ()
        found.append(Choice(token, token, names, told(kind) if token in locked else ""))
    return Pick("token", tuple(found))


def told(kind: str) -> str:
    return f"B07 You have not yet unlocked your {kind} token."


@lru_cache(maxsize=16)
def regions(key: tuple[tuple[Code, str], ...]) -> Lexicon:
    return Lexicon([Choice(code, name, (name.removeprefix("Greater "),), at=(code,)) for code, name in key])


def atlas(view: State) -> Lexicon:
    """All regions by their names."""
    return regions(tuple((r.code, r.name) for r in view.world.regions.values()))


def targets(view: State, seat: Seat, name: str) -> Pick:
    """Regions that can be attacked: in the market, or conquered by another empire."""
    found = [Choice(c.code, c.label, c.names, closed(view, seat, c.code)) for c in atlas(view).choices]
    return Pick(name, tuple(found), atlas(view))


def closed(view: State, seat: Seat, code: Code) -> str:
    """Why a region cannot be attacked; "" if it can."""
    holding, region = view.held.get(code), view.region(code)
    if code in view.market or (holding and holding.seat != seat and holding.kind):
        return ""
    why = (
        "still in the deck"
        if holding is None
        else "your own"
        if holding.seat == seat
        else f"original region of {holding.seat}"
    )
    return f"B06 {region.name} cannot be attacked now ({why})."


# --- lines ------------------------------------------------------------------------------------------------------


def setup_lines(view: State, seat: Seat) -> Iterator[Line]:
    dealt = view.dealt.get(seat, ())
    yours = f"B19 Your cards are {' and '.join(dealt)}."
    secret = Pick("id", tuple(Choice(s, why_not="" if s in dealt else yours) for s in SECRETS))
    yield Line("SECRET", (say("SECRET"), secret), "secret", "the secret objective you keep")
    kinds = Pick("token", tuple(Choice(kind, KIND_NAMES[kind]) for kind in KINDS))
    yield Line("TOKENS", (say("TOKENS"), Many("list", (kinds,), 2, 2, "")), "tokens", "the two tokens you begin with")
    yield next_line()


def next_line() -> Line:
    kinds = Pick("token", tuple(Choice(kind, KIND_NAMES[kind]) for kind in KINDS))
    return Line("NEXT", (say("NEXT"), Many("list", (kinds,), 1, 4, "")), "next", "tokens you want at the next levels")


def setup_draft(view: State, seat: Seat) -> tuple[str, ...]:
    if seat not in view.dealt:
        return ()
    kinds = best_tokens(view.hand(seat))
    return f"SECRET {best_secret(view.dealt[seat])}", f"TOKENS {' '.join(kinds)}"


def lines(view: State, seat: Seat) -> Iterator[Line]:
    """Everything that can be said for a round, in the order in which it happens."""
    hand = view.hand(seat)
    yield Line(
        "CONVERT",
        (say("CONVERT"), Many("cards", (card_pick(hand),), 1, 20, "")),
        help="cards into coins, ten points each",
    )
    token = token_pick(view, seat)
    yield Line("RECALL", (say("RECALL"), token), "RECALL {token}", "a token back to the mat")
    target, pay = targets(view, seat, "region"), maybe("pay", say("PAY"), Many("cards", (card_pick(hand),), 1, 5, ""))
    yield Line(
        "LAND", (say("LAND"), token, target, pay), "LAND {token} {region}", "a token onto a region, without a card"
    )
    parts: tuple[Part, ...] = (
        *(say("ATTACK"), token, target, pay),
        maybe("with", say("WITH"), card_parts(hand, "cards")),
        maybe("reserve", say("RESERVE"), card_parts(hand, "more")),
        maybe("else", say("ELSE"), targets(view, seat, "other")),
    )
    yield Line("ATTACK", parts, "ATTACK {token} {region}", "land, or advance, with cards")
    challenge = challenge_parts(view, seat)
    yield Line("CHALLENGE", challenge, help="against attacks of others; the first line that fits counts")
    yield Line("STANDING", (say("STANDING"), *challenge), help="a challenge that stays, with LOW, HIGH or ALL")
    yield Line("CANCEL", (say("CANCEL"), say("STANDING")), "cancel", "forget all standing challenges")
    others = Many("regions", (damage_pick(view, seat),), 1, 9, "")
    yield Line("DAMAGE", (say("DAMAGE"), others), "damage", "with Moscow: the first that is still possible")
    mine = Many("regions", (repair_pick(view, seat),), 1, 9, "")
    yield Line("REPAIR", (say("REPAIR"), mine), "repair", "in this order while coins last, 10 each")
    yield next_line()
    yield Line("PASS", (say("PASS"),), "pass", "nothing this round")


def challenge_parts(view: State, seat: Seat) -> tuple[Part, ...]:
    empires = tuple(Choice(s, view.world.empires[s].name) for s in view.seats if s != seat)
    mine = (Choice(seat, view.world.empires[seat].name, (), "B14 You cannot challenge your own attack."),)
    anyone = Choice("ANY", "anyone", ("anybody", "all"))
    anywhere = Choice("ANY", "anywhere")
    kinds = Pick("kind", tuple(Choice(kind, KIND_NAMES[kind]) for kind in KINDS))
    return (
        say("CHALLENGE"),
        maybe("who", Pick("empire", (*empires, *mine, anyone))),
        maybe("at", say("AT"), Pick("region", (*atlas(view).choices, anywhere))),
        maybe("token", kinds),
        maybe("final", say("FINAL")),
        maybe("block", say("BLOCK")),
        maybe("upto", say("UPTO"), Number("points", 1, 200)),
        say("WITH"),
        card_parts(view.hand(seat), "cards"),
        maybe("max", say("MAX"), Number("n", 1, 20)),
    )


def damage_pick(view: State, seat: Seat) -> Pick:
    """Undamaged regions of others, for the holder of Moscow."""
    holds = any(view.region(code).feature == "DAMAGE_OTHER_5" for code in view.holdings(seat))

    def why(code: Code) -> str:
        holding, name = view.held.get(code), view.region(code).name
        if not holds:
            return f"B16 You cannot damage {name}: you do not hold Moscow."
        if holding is None or holding.seat == seat:
            return f"B16 You cannot damage {name}: it is {'your own' if holding else 'nobody’s'}."
        return f"B16 You cannot damage {name}: it is damaged already." if holding.damaged else ""

    return Pick(
        "region", tuple(Choice(c.code, c.label, c.names, why(c.code)) for c in atlas(view).choices), atlas(view)
    )


def repair_pick(view: State, seat: Seat) -> Pick:
    """Own regions; that one is undamaged now may change before the repair."""

    def choice(code: Code) -> tuple[str, str]:
        holding, name = view.held.get(code), view.region(code).name
        if holding is None or holding.seat != seat:
            return f"B17 {name} is not yours.", ""
        return "", "" if holding.damaged else f"B17 {name} is not damaged at present."

    found = ((c, *choice(c.code)) for c in atlas(view).choices)
    return Pick("region", tuple(Choice(c.code, c.label, c.names, why, hint) for c, why, hint in found), atlas(view))
