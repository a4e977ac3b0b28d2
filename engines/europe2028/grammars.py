"""What an empire may say (§4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from engines.base import Obligation, Seat
from engines.europe2028.card_picks import attack_card_pick, club_pick, convert_card_pick, fight_card_pick
from engines.europe2028.cards import Card, fits_kind
from engines.europe2028.choices import choice_as_now, kind_pick
from engines.europe2028.fights import fight_sides
from engines.europe2028.opening import best_secret, best_tokens
from engines.europe2028.picks import Europe2028Picks
from engines.europe2028.state import KINDS, SECRET_WORDS, SECRETS, TOKENS, WAREHOUSE, Europe2028State, Fight
from engines.europe2028.words import cards_fit_text, count_things, europe2028_phase_title
from engines.language.grammar import (
    DependentChoices,
    GrammarPart,
    Number,
    OneOf,
    OrderGrammar,
    OrderPattern,
    Pick,
    Repeat,
    Word,
    alternative,
    optional_parts,
)
from engines.language.names import Choice, Lexicon, Message
from engines.language.standing import STANDING_SECTION, clear_when_vacant, standing_line
from engines.memo import memoize

SKIP = frozenset({"the", "of", "on", "region", "token", "card", "cards"})
FORGET = "CANCEL STANDING"
TURN_WORDS = ("CONVERT", "RECALL", "LAND", "ATTACK", "DAMAGE", "REPAIR")
ROUND_WORDS = (*TURN_WORDS, "CHALLENGE", "STANDING", "CANCEL", "PASS")
SETUP_WORDS = dict.fromkeys(("SECRET", "TOKENS"), "the setup")
WHEN = {
    False: {**SETUP_WORDS, **dict.fromkeys(ROUND_WORDS, "a round"), "ADD": "games by the book"},
    True: {
        **SETUP_WORDS,
        **dict.fromkeys(ROUND_WORDS, "a round"),
        **dict.fromkeys(TURN_WORDS, "your own turn"),
        "CHALLENGE": "the turn of another, when their attacks are on the table",
        "ADD": "a fight that waits for your cards",
    },
}
"""What each word is for, sealed and by the book (B21)."""


def build_europe2028_grammar(view: Europe2028State, seat: Seat) -> OrderGrammar | None:
    """The sentences of the phase; None after the end."""
    if view.ranks is not None:
        return None
    lines, draft = SPEECH[view.kind](view, seat)
    spoken = {line.parts[0].text for line in lines if isinstance(line.parts[0], Word)}
    asked = OrderGrammar(
        europe2028_phase_title(view),
        tuple(lines),
        europe2028_obligations(view)[seat] == "due",
        draft,
        SKIP,
        refuse_other_words(view.options.book, spoken),
    )
    return clear_when_vacant(asked, view.standing.get(seat, ()), (FORGET,))


def europe2028_obligations(state: Europe2028State) -> Mapping[Seat, Obligation]:
    """Return who is waited for: all of them, or by the book whose turn it is, who holds a card, or who may add some."""
    if state.ranks is not None:
        return {}
    waited = {
        "turn": (state.turn,),
        "challenge": [seat for seat in state.seats if seat != state.turn and state.hands[seat]],
        "add": state.asked,
    }.get(state.kind, state.seats)
    return {seat: "due" if seat in waited else "free" for seat in state.seats}


def refuse_other_words(book: bool, spoken: set[str]) -> dict[str, Message]:
    """Return what is answered to words of other phases (B21)."""
    return {word: Message(f"{word} is for {when}.", "B21") for word, when in WHEN[book].items() if word not in spoken}


Speech: TypeAlias = tuple[Sequence[OrderPattern], tuple[str, ...]]
"""The lines, and what stands if nothing comes."""


def setup_speech(view: Europe2028State, seat: Seat) -> Speech:
    return (*europe2028_setup_lines(view, seat), next_tokens_line(view, seat)), setup_draft(view, seat)


def round_speech(view: Europe2028State, seat: Seat) -> Speech:
    """A sealed round: attacks, challenges and all else in one letter."""
    picks = Europe2028Picks(view, seat)
    attack, *others = turn_lines(picks)
    return (attack, challenge_line(picks), *others, *lasting_lines(picks)), ("PASS",)


def turn_speech(view: Europe2028State, seat: Seat) -> Speech:
    """By the book: one empire's own turn."""
    picks = Europe2028Picks(view, seat)
    return (*(turn_lines(picks) if seat == view.turn else ()), *lasting_lines(picks)), ("PASS",)


def challenge_speech(view: Europe2028State, seat: Seat) -> Speech:
    """By the book: anybody else who holds a card."""
    picks = Europe2028Picks(view, seat)
    return (*([challenge_line(picks)] if seat != view.turn else ()), *lasting_lines(picks)), ("PASS",)


def addition_speech(view: Europe2028State, seat: Seat) -> Speech:
    """By the book: a side that may add cards."""
    picks = Europe2028Picks(view, seat)
    return (*([add_line(picks)] if seat in view.asked else ()), *lasting_lines(picks)), ("PASS",)


SPEECH: Mapping[str, Callable[[Europe2028State, Seat], Speech]] = {
    "setup": setup_speech,
    "round": round_speech,
    "turn": turn_speech,
    "challenge": challenge_speech,
    "add": addition_speech,
}


# --- the choosing -------------------------------------------------------------------------------------------------


@memoize(2)
def secret_lexicon() -> Lexicon:
    return Lexicon(map(secret_choice, SECRETS))


def europe2028_setup_lines(view: Europe2028State, seat: Seat) -> Iterator[OrderPattern]:
    yours = Message("That objective was not dealt to you.", "B19")
    secret = Pick("id", tuple(map(secret_choice, view.dealt[seat])), secret_lexicon(), yours)
    keep = Word("SECRET", plain="keep the secret objective:")
    yield OrderPattern("SECRET", (keep, secret), "secret", "the secret objective you keep")
    tokens: tuple[GrammarPart, ...] = (Word("TOKENS", plain="begin with"), *first_token_picks(view.known_hand(seat)))
    yield OrderPattern("TOKENS", tokens, "tokens", "the two tokens you begin with")


def secret_choice(secret: str) -> Choice:
    wants, vp = SECRETS[secret]
    return Choice(secret, SECRET_WORDS[wants], at=(f"secret {secret}",), note=f"{vp} VP")


def first_token_picks(hand: Sequence[Card]) -> Iterator[Pick]:
    """Two tokens, the second given the first: there is one of each kind, and of military ones there are two (B20)."""
    notes = {kind: cards_fit_text(sum(fits_kind(card, kind) for card in hand)) for kind in KINDS}
    first = kind_pick("first", notes, {}, "one")
    yield first
    left = {kind: tuple(c for c in first.choices if c.code == "MIL" or c.code != kind) for kind in KINDS}
    again = Message("There is only one {label}: choose another for the second.", "B20")
    yield Pick("second", first.choices, given=DependentChoices("first", left, again), before="and one")


def setup_draft(view: Europe2028State, seat: Seat) -> tuple[str, ...]:
    kinds = best_tokens(view.known_hand(seat))
    return f"SECRET {best_secret(view.dealt[seat])}", f"TOKENS {' '.join(kinds)}"


# --- one's own turn -----------------------------------------------------------------------------------------------


def cards_part(card: Pick, name: str, by_name: bool = True) -> OneOf:
    """LOW, HIGH, ALL, or cards by name."""
    whole = (alternative(word.lower(), Word(word, plain=plain)) for word, plain in WHOLE.items())
    return OneOf(name, (*whole, *((alternative("named", many_cards(card, 12)),) if by_name else ())))


WHOLE = {"LOW": "the weakest card that fits", "HIGH": "the strongest card that fits", "ALL": "all cards that fit"}


def many_cards(card: Pick, most: int) -> Repeat:
    return Repeat("cards", (card,), 1, most, "", distinct=True, plain="and")


def turn_lines(picks: Europe2028Picks) -> Iterator[OrderPattern]:
    """Yield what is done in one's own turn, attacks first. Whoever says ATTACK without a card is read, and warned."""
    yield attack_line(picks)
    yield land_line(picks)
    convert = (Word("CONVERT", plain="change into coins:"), many_cards(convert_card_pick(picks.hand), 20))
    yield OrderPattern("CONVERT", convert, "convert", "change cards into coins: ten points make one", several=True)
    back = (Word("RECALL", plain="call back the"), picks.token_pick(picks.why_at_home, picks.nothing_to_recall))
    yield OrderPattern("RECALL", back, "RECALL {token}", "take a token back to your mat; it costs nothing")
    others = Repeat("regions", (picks.damage_pick(),), 1, 9, "", distinct=True, plain="or")
    told = "for 5 coins, damage the first of these regions of others that can be damaged"
    yield OrderPattern("DAMAGE", (Word("DAMAGE", plain="damage"), others), "damage", told)
    mine = Repeat("regions", (picks.repair_pick(),), 1, 9, "", distinct=True, plain=", then")
    told = "repair your regions in this order, for 10 coins each, while coins last"
    yield OrderPattern("REPAIR", (Word("REPAIR", plain="repair"), mine), "repair", told)
    yield bare_attack_line(picks)


def pay_part(picks: Europe2028Picks) -> Repeat:
    """Clubs in place of coins."""
    clubs = club_pick(picks.hand, picks.working.can_clubs_pay(picks.seat))
    return optional_parts("pay", Word("PAY", plain=", paying the landing with"), many_cards(clubs, 5))


def attack_line(picks: Europe2028Picks) -> OrderPattern:
    card = attack_card_pick(picks.hand)
    parts: tuple[GrammarPart, ...] = (
        *(Word("ATTACK", plain="attack with the"), picks.attacker_pick, picks.target_pick("at")),
        pay_part(picks),
        Repeat("with", (Word("WITH", plain=", opening with"), cards_part(card, "cards")), 1, 1),
        optional_parts("reserve", Word("RESERVE", plain=", keeping in reserve"), cards_part(card, "more")),
        optional_parts("else", Word("ELSE", plain=", or else at"), picks.other_target_pick()),
    )
    told = "send a token to a region, or push it up there, with cards of its suit; RESERVE is for a challenge"
    return OrderPattern("ATTACK", parts, "use {token}", told, several=True)


def bare_attack_line(picks: Europe2028Picks) -> OrderPattern:
    """An attack that no card opens: it is read like a landing."""
    parts = (
        *(Word("ATTACK", plain="attack with the"), picks.attacker_pick, picks.target_pick("at")),
        pay_part(picks),
        optional_parts(
            "else", Word("ELSE", plain=", or else at"), picks.other_target_pick("Name cards to open with first")
        ),
    )
    told = "a token that attacks without a card only lands"
    return OrderPattern("ATTACK", parts, "use {token}", told, "Attacks without cards", several=True)


def land_line(picks: Europe2028Picks) -> OrderPattern:
    parts = (
        *(
            Word("LAND", plain="land the"),
            picks.token_pick(picks.why_no_landing),
            picks.target_pick("on", landing=True),
        ),
        pay_part(picks),
    )
    return OrderPattern(
        "LAND", parts, "use {token}", "bring a token onto a region without playing a card", several=True
    )


# --- against others, and for longer ---------------------------------------------------------------------------------


def lasting_lines(picks: Europe2028Picks) -> tuple[OrderPattern, ...]:
    """Return what may be said at any time, and holds until it is changed."""
    forget = (Word("CANCEL", plain="forget"), Word("STANDING", plain="all standing challenges"))
    cancel = OrderPattern("CANCEL", forget, "cancel", "forget all standing challenges", STANDING_SECTION)
    standing = standing_line((challenge_line(picks, by_name=False),))
    return next_tokens_line(picks.view, picks.seat), standing, cancel, PASS


def standing_ask(view: Europe2028State, seat: Seat) -> OrderGrammar:
    """Return what reads standing challenges, with and without the word STANDING."""
    line = challenge_line(Europe2028Picks(view, seat), by_name=False)
    return OrderGrammar("", (line, standing_line((line,))))


def next_tokens_line(view: Europe2028State, seat: Seat) -> OrderPattern:
    """Tokens for the next levels; those of which none is locked are folded away."""
    mine = view.tokens[seat]
    locked = {token[:3] for token in TOKENS if mine[token].place == WAREHOUSE}
    folded = {kind: "Unlocked already" for kind in KINDS if kind not in locked}
    kinds = kind_pick("token", {}, folded, "the")
    parts = (Word("NEXT", plain="unlock next"), Repeat("list", (kinds,), 1, 4, "", distinct=True, plain=", then"))
    return OrderPattern("NEXT", parts, "next", "the tokens you want at the next levels")


def challenge_line(picks: Europe2028Picks, by_name: bool = True) -> OrderPattern:
    kinds = picks.kinds_attacking()
    folded = {kind: "No such attack now" for kind in KINDS if kind not in kinds}
    card = fight_card_pick(picks.hand, kinds, told=False)
    parts: tuple[GrammarPart, ...] = (
        Word("CHALLENGE", plain="challenge attacks"),
        optional_parts("who", picks.empire_pick),
        optional_parts("at", Word("AT", plain="at"), picks.attacked_region_pick),
        optional_parts("token", kind_pick("kind", {}, folded, "by the")),
        optional_parts("final", Word("FINAL", plain=", on the last step only")),
        optional_parts("block", Word("BLOCK", plain=", content with a tie")),
        optional_parts("upto", Word("UPTO", plain=", opened with up to"), POINTS),
        Word("WITH", plain=", with"),
        cards_part(card, "cards", by_name),
        optional_parts("max", Word("MAX", plain=", but no more than"), MOST),
    )
    told = "play cards against attacks of others; of several lines the first that fits an attack counts"
    return OrderPattern("CHALLENGE", parts, "challenge", told, several=True)


POINTS = Number("points", 1, 200, unit=("point", "points"), most=60)
MOST = Number("n", 1, 20, unit=("card", "cards"), most=9)


def add_line(picks: Europe2028Picks) -> OrderPattern:
    fights = {f.region: f for f in picks.view.fights if f.is_going_on and f.mover == picks.seat}
    found = (fight_choice(picks.atlas.get(code), fight) for code, fight in fights.items())
    waiting = "No cards of yours are waited for at {label}."
    card = fight_card_pick(picks.hand, tuple(dict.fromkeys(fight.kind for fight in fights.values())))
    at = optional_parts("at", Word("AT", plain="at"), Pick("region", tuple(found), picks.atlas, waiting))
    parts = (Word("ADD", plain="add"), at, cards_part(card, "cards"))
    told = "cards for your side of a fight, in the order in which you would add them"
    return OrderPattern("ADD", parts, "add", told, several=True)


def fight_choice(choice: Choice, fight: Fight) -> Choice:
    """A fight by its region, with how many cards lie there."""
    mine, yours = fight_sides(fight)
    note = f"{count_things(len(mine), 'card')} of yours against {len(yours)}"
    return choice_as_now(choice, note=note)


PASS = OrderPattern("PASS", (Word("PASS", plain="do nothing more"),), "pass", "nothing more")
