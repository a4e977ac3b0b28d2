"""What an empire may say (§4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from engines.base import Debt, Seat
from engines.europe2028.card_picks import to_attack, to_convert, to_pay, to_play
from engines.europe2028.cards import Card, matches
from engines.europe2028.choices import kind_pick, seen
from engines.europe2028.fights import sides
from engines.europe2028.opening import best_secret, best_tokens
from engines.europe2028.picks import Picks
from engines.europe2028.state import KINDS, SECRET_WORDS, SECRETS, TOKENS, WAREHOUSE, Fight, State
from engines.europe2028.words import cards_fit, counted, title
from engines.kept import keeps
from engines.language.ask import Ask, Given, Line, Many, Number, OneOf, Part, Pick, Word, maybe, way
from engines.language.names import Choice, Lexicon, Message
from engines.language.standing import SECTION, ends_with_its_holder, standing_line

SKIP = frozenset({"the", "of", "on", "region", "token", "card", "cards"})
FORGET = "CANCEL STANDING"
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
    lines, draft = SPEECH[view.kind](view, seat)
    spoken = {line.parts[0].text for line in lines if isinstance(line.parts[0], Word)}
    asked = Ask(title(view), tuple(lines), owes(view)[seat] == "due", draft, SKIP, shut(view.options.book, spoken))
    return ends_with_its_holder(asked, view.standing.get(seat, ()), (FORGET,))


def owes(state: State) -> Mapping[Seat, Debt]:
    """Who is waited for: all of them, or by the book whose turn it is, who holds a card, or who may add some."""
    if state.ranks is not None:
        return {}
    waited = {
        "turn": (state.turn,),
        "challenge": [seat for seat in state.seats if seat != state.turn and state.hands[seat]],
        "add": state.asked,
    }.get(state.kind, state.seats)
    return {seat: "due" if seat in waited else "free" for seat in state.seats}


def shut(book: bool, spoken: set[str]) -> dict[str, Message]:
    """What is answered to words of other phases (B21)."""
    return {word: Message(f"{word} is for {when}.", "B21") for word, when in WHEN[book].items() if word not in spoken}


Speech: TypeAlias = tuple[Sequence[Line], tuple[str, ...]]
"""The lines, and what stands if nothing comes."""


def at_setup(view: State, seat: Seat) -> Speech:
    return (*setup_lines(view, seat), next_line(view, seat)), setup_draft(view, seat)


def in_a_round(view: State, seat: Seat) -> Speech:
    """A sealed round: attacks, challenges and all else in one letter."""
    picks = Picks(view, seat)
    attack, *others = turn_lines(picks)
    return (attack, challenge_line(picks), *others, *lasting(picks)), ("PASS",)


def in_a_turn(view: State, seat: Seat) -> Speech:
    """By the book: one empire's own turn."""
    picks = Picks(view, seat)
    return (*(turn_lines(picks) if seat == view.turn else ()), *lasting(picks)), ("PASS",)


def in_a_challenge(view: State, seat: Seat) -> Speech:
    """By the book: anybody else who holds a card."""
    picks = Picks(view, seat)
    return (*([challenge_line(picks)] if seat != view.turn else ()), *lasting(picks)), ("PASS",)


def in_addition(view: State, seat: Seat) -> Speech:
    """By the book: a side that may add cards."""
    picks = Picks(view, seat)
    return (*([add_line(picks)] if seat in view.asked else ()), *lasting(picks)), ("PASS",)


SPEECH: Mapping[str, Callable[[State, Seat], Speech]] = {
    "setup": at_setup,
    "round": in_a_round,
    "turn": in_a_turn,
    "challenge": in_a_challenge,
    "add": in_addition,
}


# --- the choosing -------------------------------------------------------------------------------------------------


@keeps(2)
def secret_names() -> Lexicon:
    return Lexicon(map(secret_choice, SECRETS))


def setup_lines(view: State, seat: Seat) -> Iterator[Line]:
    yours = Message("That objective was not dealt to you.", "B19")
    secret = Pick("id", tuple(map(secret_choice, view.dealt[seat])), secret_names(), yours)
    keep = Word("SECRET", plain="keep the secret objective:")
    yield Line("SECRET", (keep, secret), "secret", "the secret objective you keep")
    tokens: tuple[Part, ...] = (Word("TOKENS", plain="begin with"), *first_tokens(view.hand(seat)))
    yield Line("TOKENS", tokens, "tokens", "the two tokens you begin with")


def secret_choice(secret: str) -> Choice:
    wants, vp = SECRETS[secret]
    return Choice(secret, SECRET_WORDS[wants], at=(f"secret {secret}",), note=f"{vp} VP")


def first_tokens(hand: Sequence[Card]) -> Iterator[Pick]:
    """Two tokens, the second given the first: there is one of each kind, and of military ones there are two (B20)."""
    notes = {kind: cards_fit(sum(matches(card, kind) for card in hand)) for kind in KINDS}
    first = kind_pick("first", notes, {}, "one")
    yield first
    left = {kind: tuple(c for c in first.choices if c.code == "MIL" or c.code != kind) for kind in KINDS}
    again = Message("There is only one {label}: choose another for the second.", "B20")
    yield Pick("second", first.choices, given=Given("first", left, again), before="and one")


def setup_draft(view: State, seat: Seat) -> tuple[str, ...]:
    kinds = best_tokens(view.hand(seat))
    return f"SECRET {best_secret(view.dealt[seat])}", f"TOKENS {' '.join(kinds)}"


# --- one's own turn -----------------------------------------------------------------------------------------------


def card_parts(card: Pick, name: str, by_name: bool = True) -> OneOf:
    """LOW, HIGH, ALL, or cards by name."""
    whole = (way(word.lower(), Word(word, plain=plain)) for word, plain in WHOLE.items())
    return OneOf(name, (*whole, *((way("named", cards_of(card, 12)),) if by_name else ())))


WHOLE = {"LOW": "the weakest card that fits", "HIGH": "the strongest card that fits", "ALL": "all cards that fit"}


def cards_of(card: Pick, most: int) -> Many:
    return Many("cards", (card,), 1, most, "", distinct=True, plain="and")


def turn_lines(picks: Picks) -> Iterator[Line]:
    """What is done in one's own turn, attacks first. Whoever says ATTACK without a card is read, and warned."""
    yield attack_line(picks)
    yield land_line(picks)
    convert = (Word("CONVERT", plain="change into coins:"), cards_of(to_convert(picks.hand), 20))
    yield Line("CONVERT", convert, "convert", "change cards into coins: ten points make one", several=True)
    back = (Word("RECALL", plain="call back the"), picks.token(picks.at_home, picks.nothing_to_recall))
    yield Line("RECALL", back, "RECALL {token}", "take a token back to your mat; it costs nothing")
    others = Many("regions", (picks.damage(),), 1, 9, "", distinct=True, plain="or")
    told = "for 5 coins, damage the first of these regions of others that can be damaged"
    yield Line("DAMAGE", (Word("DAMAGE", plain="damage"), others), "damage", told)
    mine = Many("regions", (picks.repair(),), 1, 9, "", distinct=True, plain=", then")
    told = "repair your regions in this order, for 10 coins each, while coins last"
    yield Line("REPAIR", (Word("REPAIR", plain="repair"), mine), "repair", told)
    yield bare_attack_line(picks)


def pay_part(picks: Picks) -> Many:
    """Clubs in place of coins."""
    clubs = to_pay(picks.hand, picks.working.clubs_pay(picks.seat))
    return maybe("pay", Word("PAY", plain=", paying the landing with"), cards_of(clubs, 5))


def attack_line(picks: Picks) -> Line:
    card = to_attack(picks.hand)
    parts: tuple[Part, ...] = (
        *(Word("ATTACK", plain="attack with the"), picks.attacker, picks.target("at")),
        pay_part(picks),
        Many("with", (Word("WITH", plain=", opening with"), card_parts(card, "cards")), 1, 1),
        maybe("reserve", Word("RESERVE", plain=", keeping in reserve"), card_parts(card, "more")),
        maybe("else", Word("ELSE", plain=", or else at"), picks.other()),
    )
    told = "send a token to a region, or push it up there, with cards of its suit; RESERVE is for a challenge"
    return Line("ATTACK", parts, "use {token}", told, several=True)


def bare_attack_line(picks: Picks) -> Line:
    """An attack that no card opens: it is read like a landing."""
    parts = (
        *(Word("ATTACK", plain="attack with the"), picks.attacker, picks.target("at")),
        pay_part(picks),
        maybe("else", Word("ELSE", plain=", or else at"), picks.other("Name cards to open with first")),
    )
    told = "a token that attacks without a card only lands"
    return Line("ATTACK", parts, "use {token}", told, "Attacks without cards", several=True)


def land_line(picks: Picks) -> Line:
    parts = (
        *(Word("LAND", plain="land the"), picks.token(picks.cannot_land), picks.target("on", landing=True)),
        pay_part(picks),
    )
    return Line("LAND", parts, "use {token}", "bring a token onto a region without playing a card", several=True)


# --- against others, and for longer ---------------------------------------------------------------------------------


def lasting(picks: Picks) -> tuple[Line, ...]:
    """What may be said at any time, and holds until it is changed."""
    forget = (Word("CANCEL", plain="forget"), Word("STANDING", plain="all standing challenges"))
    cancel = Line("CANCEL", forget, "cancel", "forget all standing challenges", SECTION)
    standing = standing_line((challenge_line(picks, by_name=False),))
    return next_line(picks.view, picks.seat), standing, cancel, PASS


def standing_ask(view: State, seat: Seat) -> Ask:
    """What reads standing challenges, with and without the word STANDING."""
    line = challenge_line(Picks(view, seat))
    return Ask("", (line, standing_line((line,))))


def next_line(view: State, seat: Seat) -> Line:
    """Tokens for the next levels; those of which none is locked are folded away."""
    mine = view.tokens[seat]
    locked = {token[:3] for token in TOKENS if mine[token].place == WAREHOUSE}
    folded = {kind: "Unlocked already" for kind in KINDS if kind not in locked}
    kinds = kind_pick("token", {}, folded, "the")
    parts = (Word("NEXT", plain="unlock next"), Many("list", (kinds,), 1, 4, "", distinct=True, plain=", then"))
    return Line("NEXT", parts, "next", "the tokens you want at the next levels")


def challenge_line(picks: Picks, by_name: bool = True) -> Line:
    kinds = picks.fought()
    folded = {kind: "No such attack now" for kind in KINDS if kind not in kinds}
    card = to_play(picks.hand, kinds, told=False)
    parts: tuple[Part, ...] = (
        Word("CHALLENGE", plain="challenge attacks"),
        maybe("who", picks.empire),
        maybe("at", Word("AT", plain="at"), picks.attacked),
        maybe("token", kind_pick("kind", {}, folded, "by the")),
        maybe("final", Word("FINAL", plain=", on the last step only")),
        maybe("block", Word("BLOCK", plain=", content with a tie")),
        maybe("upto", Word("UPTO", plain=", opened with up to"), POINTS),
        Word("WITH", plain=", with"),
        card_parts(card, "cards", by_name),
        maybe("max", Word("MAX", plain=", but no more than"), MOST),
    )
    told = "play cards against attacks of others; of several lines the first that fits an attack counts"
    return Line("CHALLENGE", parts, "challenge", told, several=True)


POINTS = Number("points", 1, 200, unit=("point", "points"), most=60)
MOST = Number("n", 1, 20, unit=("card", "cards"), most=9)


def add_line(picks: Picks) -> Line:
    fights = {f.region: f for f in picks.view.fights if f.going_on and f.mover == picks.seat}
    found = (fight_choice(picks.atlas.get(code), fight) for code, fight in fights.items())
    waiting = "No cards of yours are waited for at {label}."
    card = to_play(picks.hand, tuple(dict.fromkeys(fight.kind for fight in fights.values())))
    at = maybe("at", Word("AT", plain="at"), Pick("region", tuple(found), picks.atlas, waiting))
    parts = (Word("ADD", plain="add"), at, card_parts(card, "cards"))
    told = "cards for your side of a fight, in the order in which you would add them"
    return Line("ADD", parts, "add", told, several=True)


def fight_choice(choice: Choice, fight: Fight) -> Choice:
    """A fight by its region, with how many cards lie there."""
    mine, yours = sides(fight)
    note = f"{counted(len(mine), 'card')} of yours against {len(yours)}"
    return seen(choice, note=note)


PASS = Line("PASS", (Word("PASS", plain="do nothing more"),), "pass", "nothing more")
