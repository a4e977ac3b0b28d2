"""What an empire may say (§4). Codes are those of that section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias

from engines.base import Seat
from engines.europe2028.cards import DECK, JOKERS, SUITS, Card, rank, strength
from engines.europe2028.features import DAMAGING, damages
from engines.europe2028.setup import best_secret, best_tokens
from engines.europe2028.state import KINDS, SECRET_WORDS, SECRETS, TOKENS, WAREHOUSE, State, attackable, title_of
from engines.europe2028.world import Code
from engines.language.ask import Ask, Line, Many, Number, OneOf, Part, Pick, Word, maybe, say, way
from engines.language.names import Choice, Lexicon
from engines.language.standing import ends_with_its_holder, standing_line

SKIP = frozenset({"the", "of", "on", "region", "token", "card", "cards"})
FORGET = "CANCEL STANDING"
KIND_NAMES = {"MIL": "military", "ECO": "economic", "CUL": "cultural", "POL": "political"}
RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace", "10": "T"}
TURN_WORDS = ("CONVERT", "RECALL", "LAND", "ATTACK", "DAMAGE", "REPAIR")
ROUND_WORDS = (*TURN_WORDS, "CHALLENGE", "STANDING", "CANCEL", "PASS")
SETUP_WORDS = dict.fromkeys(("SECRET", "TOKENS"), "the setup")
OLD_WAYS = {
    "STANDING": {"line": ("CHALLENGE", "CLEAR")},
    "": dict.fromkeys(("cards", "more"), ("low", "high", "all", "named")),
}
"""See `engines.abilities.Renamed`."""
WHEN = {
    False: {**SETUP_WORDS, **dict.fromkeys(ROUND_WORDS, "a round"), "ADD": "games by the book"},
    True: {
        **SETUP_WORDS,
        **dict.fromkeys(ROUND_WORDS, "a round"),
        **dict.fromkeys(TURN_WORDS, "your own turn"),
        "CHALLENGE": "the turn of another, when his attacks are on the table",
        "ADD": "a fight that waits for your cards",
    },
}
"""What each word is for, sealed and by the book (B21)."""


def ask(view: State, seat: Seat) -> Ask | None:
    """The sentences of the phase; None after the end."""
    if view.ranks is not None:
        return None
    found, due, draft = SPEECH[view.kind](view, seat)
    spoken = {line.parts[0].text for line in found if isinstance(line.parts[0], Word)}
    shut = {word: f"B21 {word} is for {when}." for word, when in WHEN[view.options.book].items() if word not in spoken}
    asked = Ask(title_of(view.phase), tuple(found), due, draft, SKIP, shut)
    return ends_with_its_holder(asked, view.standing.get(seat, ()), (FORGET,))


Speech: TypeAlias = tuple[list[Line], bool, tuple[str, ...]]
"""The lines, whether they are waited for, and what stands if nothing comes."""


def at_setup(view: State, seat: Seat) -> Speech:
    return [*setup_lines(view, seat), next_line()], True, setup_draft(view, seat)


def in_a_round(view: State, seat: Seat) -> Speech:
    """One mail for everything."""
    return [*turn_lines(view, seat), challenge_line(view, seat), *lasting(view, seat)], True, ("PASS",)


def in_a_turn(view: State, seat: Seat) -> Speech:
    """By the book: one empire's own turn."""
    mine = seat == view.turn
    return [*(turn_lines(view, seat) if mine else ()), *lasting(view, seat)], mine, ("PASS",)


def in_a_challenge(view: State, seat: Seat) -> Speech:
    """By the book: anybody else who holds a card."""
    may = seat != view.turn
    found = [challenge_line(view, seat)] if may else []
    return [*found, *lasting(view, seat)], may and bool(view.hands[seat]), ("PASS",)


def in_addition(view: State, seat: Seat) -> Speech:
    """By the book: a side that may add cards."""
    may = seat in view.asked
    return [*([add_line(view, seat)] if may else ()), *lasting(view, seat)], may, ("PASS",)


SPEECH: Mapping[str, Callable[[State, Seat], Speech]] = {
    "setup": at_setup,
    "round": in_a_round,
    "turn": in_a_turn,
    "challenge": in_a_challenge,
    "add": in_addition,
}


# --- picks ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def card_choice(card: Card, hint: str = "") -> Choice:
    """A card as 4S, S4 or 4 of spades. One with a hint is not in the hand, and its label says so."""
    held = "" if not hint else ", not held"
    if card in JOKERS:
        return Choice(card, f"joker {card[1]}{held}", (f"joker {card[1]}",), "", hint)
    suit, spelled = SUITS[card[-1]], {rank(card), RANK_NAMES.get(rank(card), rank(card))}
    names = [f"{r} {s}" for r in sorted(spelled) for s in (suit, suit[:-1], card[-1])]
    names += [f"{card[-1]} {r}" for r in sorted(spelled)] + [f"{r}{card[-1]}" for r in sorted(spelled)]
    names += [f"{card[-1]}{r}" for r in sorted(spelled)]
    return Choice(card, f"{rank(card)} of {suit}{held}", tuple(dict.fromkeys(names)), "", hint)


@lru_cache(maxsize=512)
def card_pick(hand: tuple[Card, ...]) -> Pick:
    """Any card; those that are not held are accepted with a warning, and left out when it is played."""
    held = (card_choice(card) for card in sorted(hand, key=lambda card: (card[-1], strength(card))))
    others = (c for c in (*DECK, *JOKERS) if c not in hand)
    return Pick("card", (*held, *(card_choice(c, f"B03 You do not hold {c}; it was left out.") for c in others)))


def card_parts(hand: tuple[Card, ...], name: str) -> OneOf:
    """LOW, HIGH, ALL, or cards by name."""
    named = Many("cards", (card_pick(hand),), 1, 12, "")
    whole = (way(word.lower(), say(word)) for word in ("LOW", "HIGH", "ALL"))
    return OneOf(name, (*whole, way("named", named)))


def token_pick(view: State, seat: Seat) -> Pick:
    """A token that is out of the warehouse; MIL is the military one that fits."""
    mine = view.tokens.get(seat, {})
    locked = {t for t in TOKENS if mine.get(t) is not None and mine[t].place == WAREHOUSE}
    both = {"MIL1", "MIL2"} <= locked
    found = [Choice("MIL", "military", (), told("military") if both else "")]
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


def targets(view: State, seat: Seat) -> Pick:
    """Regions that can be attacked: in the market, or conquered by another empire."""
    found = [Choice(c.code, c.label, c.names, closed(view, seat, c.code), at=c.at) for c in atlas(view).choices]
    return Pick("region", tuple(found), atlas(view))


def other_target(view: State, seat: Seat) -> Pick:
    """The same for ELSE; a target that is impossible now costs a warning only."""
    found = [Choice(c.code, c.label, c.names, hint=useless(view, seat, c)) for c in atlas(view).choices]
    return Pick("other", tuple(found), atlas(view))


def useless(view: State, seat: Seat, choice: Choice) -> str:
    why = shut_because(view, seat, choice.code)
    return f"B25 ELSE {choice.label} ignored: {why}." if why else ""


def closed(view: State, seat: Seat, code: Code) -> str:
    """What refuses a region as a target; "" if it can be attacked."""
    why = shut_because(view, seat, code)
    return f"B06 {view.region(code).name} cannot be attacked now ({why})." if why else ""


def shut_because(view: State, seat: Seat, code: Code) -> str:
    """Why a region cannot be attacked; "" if it can."""
    holding = view.held.get(code)
    if attackable(view.market, holding, seat, code):
        return ""
    if holding is None:
        return "still in the deck"
    return "your own" if holding.seat == seat else f"original region of {holding.seat}"


# --- lines ------------------------------------------------------------------------------------------------------


def setup_lines(view: State, seat: Seat) -> Iterator[Line]:
    dealt = view.dealt.get(seat, ())
    yours = f"B19 Your cards are {' and '.join(dealt)}."
    secret = Pick("id", tuple(Choice(s, secret_label(s), why_not="" if s in dealt else yours) for s in SECRETS))
    yield Line("SECRET", (say("SECRET"), secret), "secret", "the secret objective you keep")
    tokens = Many("list", (kind_pick("token"),), 2, 2, "")
    yield Line("TOKENS", (say("TOKENS"), tokens), "tokens", "the two tokens you begin with")


def secret_label(secret: str) -> str:
    kind, vp = SECRETS[secret]
    return f"{secret}: {SECRET_WORDS[kind]}, {vp} VP"


def setup_draft(view: State, seat: Seat) -> tuple[str, ...]:
    kinds = best_tokens(view.hand(seat))
    return f"SECRET {best_secret(view.dealt[seat])}", f"TOKENS {' '.join(kinds)}"


def turn_lines(view: State, seat: Seat) -> Iterator[Line]:
    """What is done in one's own turn, in the order in which it happens."""
    cards = card_pick(view.hand(seat))
    token, target = token_pick(view, seat), targets(view, seat)
    pay = maybe("pay", say("PAY"), Many("cards", (cards,), 1, 5, ""))
    convert = (say("CONVERT"), Many("cards", (cards,), 1, 20, ""))
    yield Line("CONVERT", convert, "convert", "cards into coins, ten points each", several=True)
    yield Line("RECALL", (say("RECALL"), token), "RECALL {token}", "a token back to the mat")
    land = (say("LAND"), token, target, pay)
    yield Line("LAND", land, "use {token}", "a token onto a region, no card yet", several=True)
    parts: tuple[Part, ...] = (
        *(say("ATTACK"), token, target, pay),
        maybe("with", say("WITH"), card_parts(view.hand(seat), "cards")),
        maybe("reserve", say("RESERVE"), card_parts(view.hand(seat), "more")),
        maybe("else", say("ELSE"), other_target(view, seat)),
    )
    yield Line("ATTACK", parts, "use {token}", "land or advance; RESERVE answers a challenge", several=True)
    others = Many("regions", (damage_pick(view, seat),), 1, 9, "")
    yield Line("DAMAGE", (say("DAMAGE"), others), "damage", "5 coins: the first of these that is still possible")
    mine = Many("regions", (repair_pick(view, seat),), 1, 9, "")
    yield Line("REPAIR", (say("REPAIR"), mine), "repair", "10 coins each, in this order while coins last")


def lasting(view: State, seat: Seat) -> tuple[Line, ...]:
    """What may be said at any time, and holds until it is changed."""
    cancel = Line("CANCEL", (say("CANCEL"), say("STANDING")), "cancel", "forget all standing challenges")
    return standing_line((challenge_line(view, seat),)), cancel, next_line(), PASS


def standing_ask(view: State, seat: Seat) -> Ask:
    """What reads standing challenges, with and without the word STANDING."""
    line = challenge_line(view, seat)
    return Ask("", (line, standing_line((line,))), skip=SKIP)


def kind_pick(name: str) -> Pick:
    return Pick(name, tuple(Choice(kind, KIND_NAMES[kind]) for kind in KINDS))


def next_line() -> Line:
    tokens = Many("list", (kind_pick("token"),), 1, 4, "")
    return Line("NEXT", (say("NEXT"), tokens), "next", "tokens you want at the next levels")


def challenge_line(view: State, seat: Seat) -> Line:
    empires = tuple(Choice(s, view.world.empires[s].name) for s in view.seats if s != seat)
    mine = (Choice(seat, view.world.empires[seat].name, (), "B14 You cannot challenge your own attack."),)
    parts = (
        say("CHALLENGE"),
        maybe("who", Pick("empire", (*empires, *mine, Choice("ANY", "anyone", ("anybody", "all"))))),
        maybe("at", say("AT"), Pick("region", (*atlas(view).choices, Choice("ANY", "anywhere")))),
        maybe("token", kind_pick("kind")),
        maybe("final", say("FINAL")),
        maybe("block", say("BLOCK")),
        maybe("upto", say("UPTO"), Number("points", 1, 200)),
        say("WITH"),
        card_parts(view.hand(seat), "cards"),
        maybe("max", say("MAX"), Number("n", 1, 20)),
    )
    return Line(
        "CHALLENGE", parts, "challenge", "against attacks of others; the first line that fits counts", several=True
    )


def add_line(view: State, seat: Seat) -> Line:
    fights = [fight.region for fight in view.fights if fight.going_on and fight.mover == seat]
    found = tuple(Choice(c.code, c.label, c.names) for c in atlas(view).choices if c.code in fights)
    region = Pick("region", found, atlas(view), "No cards of yours are waited for at {label}.")
    parts = (say("ADD"), maybe("at", say("AT"), region), card_parts(view.hand(seat), "cards"))
    told = "cards to your side of a fight, in the order in which you would add them"
    return Line("ADD", parts, "add", told, several=True)


PASS = Line("PASS", (say("PASS"),), "pass", "nothing more")


def damage_pick(view: State, seat: Seat) -> Pick:
    """Undamaged regions of others, for the holder of Moscow; what is impossible now may be possible in one's turn."""
    able = damages(view.world, view.holdings(seat))
    source = next((r.name for r in view.world.regions.values() if r.feature == DAMAGING), "a region that can")

    def why(code: Code) -> str:
        holding = view.held.get(code)
        if not able:
            return f"you do not hold {source}"
        if holding is None or holding.seat == seat:
            return "it is your own" if holding else "it is nobody’s at present"
        return "it is damaged already" if holding.damaged else ""

    def choice(c: Choice) -> Choice:
        told = f"B16 You cannot damage {c.label}: {reason}." if (reason := why(c.code)) else ""
        return Choice(c.code, c.label, c.names, *(("", told) if able else (told, "")))

    return Pick("region", tuple(map(choice, atlas(view).choices)), atlas(view))


def repair_pick(view: State, seat: Seat) -> Pick:
    """Own regions, and those that may become one's own in the turn; the latter, and undamaged ones, with a warning."""

    def choice(c: Choice) -> Choice:
        holding = view.held.get(c.code)
        if holding and holding.seat == seat:
            told = "" if holding.damaged else f"B17 {c.label} is not damaged at present."
            return Choice(c.code, c.label, c.names, hint=told)
        told = f"B17 {c.label} is not yours."
        open_ = not shut_because(view, seat, c.code)
        return Choice(c.code, c.label, c.names, *(("", told) if open_ else (told, "")))

    return Pick("region", tuple(map(choice, atlas(view).choices)), atlas(view))
