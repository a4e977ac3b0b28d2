"""What can be said: every offer, what helps to choose it, and how it reads in plain words (§4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.dice import KeyedDice
from engines.europax import ENGINE
from engines.europax.state import BANK, EuropaxOptions, EuropaxState, Pending
from engines.language import complete_order, parse_orders
from engines.language.completing import CompletionStep
from engines.language.names import Choice
from engines.report import Table
from tests.europax.said import looked_at
from tests.europax.tables import errors, make_led_round, opening, orders, position
from tests.size import size

GENEROUS = EuropaxOptions(extra_aid=True)


def steps(state: EuropaxState, text: str, seat: str = "BLU") -> tuple[CompletionStep, ...]:
    grammar = ENGINE.grammar(state, seat)
    assert grammar is not None
    return complete_order(grammar, text).steps


def choices(state: EuropaxState, text: str, seat: str = "BLU") -> dict[str, Choice]:
    """Return what can be picked behind a text."""
    return {choice.code: choice for step in steps(state, text, seat) if not step.words for choice in step.choices}


@pytest.mark.slow
@pytest.mark.proof
def test_what_is_offered_is_read_and_done() -> None:
    """At positions of random games in all modes; of a card that asks nobody, and of a lead that is another's, he is
    warned."""
    found = looked_at(size(20, 70))
    assert found["positions"] == size(20, 70) and found["sentences"] > size(60, 200)
    assert {kind for kind in found if kind.startswith("warned")} <= {"warned X05", "warned X09", "warned X17"}


WORDS = {
    "PLAY 40": ("Play card 40", "Jouer la carte 40"),
    "PLAN 12 7 40": (
        "Play in order card 12, then card 7, then card 40",
        "Jouer dans l'ordre la carte 12, puis la carte 7, puis la carte 40",
    ),
    "PLAY 40 IF EN HAS NO CER": (
        "Play card 40 if England has no cereals",
        "Jouer la carte 40 si l'Angleterre n'a pas de carte de céréales",
    ),
    "PLAY 7 IF I HAVE CER >= 2 AND CASH DE < 300": (
        "Play card 7 if you have cereals, at least 2 cards, and the purse of Germany holds less than 300 M",
        "Jouer la carte 7 si vous avez des cartes de céréales, au moins 2, et en caisse l'Allemagne a moins de 300 M",
    ),
    "PLAY 12 IF NOBODY HAS PET": (
        "Play card 12 if nobody else has petroleum products",
        "Jouer la carte 12 si personne d'autre n'a de carte de produits pétroliers",
    ),
    "PLAY 5 IF ANYONE HAS WINE": (
        "Play card 5 if another country has wine",
        "Jouer la carte 5 si un autre pays a des cartes de vin",
    ),
    "PLAY 12 IF DE HAS NO CER >= 2": (
        "Play card 12 if Germany has no cereals or fewer than 2 cards",
        "Jouer la carte 12 si l'Allemagne n'a pas de carte de céréales ou moins de 2",
    ),
    "BUY CER FROM DE IT": (
        "Buy cereals from Germany, then Italy",
        "Acheter les cartes de céréales chez l'Allemagne, puis l'Italie",
    ),
    "BUY * FROM BX": ("Buy everything else from Benelux", "Acheter les cartes de toute autre sorte chez le Benelux"),
    "BUY ACI FROM ALL": ("Buy steel from anybody", "Acheter les cartes d'acier chez n'importe qui"),
    "SPREAD ON": (
        "Where several sell, buy one card from each in turn",
        "Si plusieurs vendent, acheter une carte à chacun à son tour",
    ),
    "SPREAD OFF": ("Where several sell, buy all from the first", "Si plusieurs vendent, tout acheter au premier"),
    "AUTO OFF": (
        "When your plan is used up, always end the round",
        "Quand votre plan est épuisé, toujours arrêter la manche",
    ),
    "STOP": ("End this round when your plan is used up", "Arrêter cette manche quand votre plan est épuisé"),
    "AID EXTRA 100 TO BX": (
        "Promise extra aid of 100 M for Benelux",
        "Promettre une aide de plus, 100 M pour le Benelux",
    ),
    "AID EXTRA 100 TO *": (
        "Promise extra aid of 100 M for whoever is rescued",
        "Promettre une aide de plus, 100 M pour qui sera secouru",
    ),
    "CLEAR BUY": ("Forget from whom you buy", "Oublier chez qui vous achetez"),
    "LANGUAGE FRENCH": ("Reports in French", "Rapports en français"),
}


@pytest.mark.parametrize("text", WORDS)
def test_orders_in_plain_words(text: str) -> None:
    for language, words in zip(("EN", "FR"), WORDS[text], strict=True):
        state = make_led_round("", options=GENEROUS, language={"BLU": language})
        assert [order.words for order in orders(state, "BLU", text)] == [words]


def test_wishes_and_conventions_in_plain_words() -> None:
    state = EuropaxState(
        seats=("BLU", "RED", BANK), phase="SETUP", kind="setup", options=EuropaxOptions(banker_duties=True)
    )
    assert orders(state, "BLU", "BOARD IT FR")[0].words == "Ask for Italy, then France"
    assert orders(state, BANK, "AID GIFT")[0].words == "What partners pay is given"


def test_two_countries_in_plain_words() -> None:
    boards = {"FR": "BLU", "EN": "BLU", "DE": "RED", "BX": "RED"}
    state = replace(position(order=tuple(boards)), boards=boards, seats=("BLU", "RED"))
    assert orders(state, "BLU", "EN: PLAY 2")[0].words == "For England: play card 2"


# --- cards ----------------------------------------------------------------------------------------------------------


def test_own_cards_come_first_with_what_they_bring() -> None:
    """§5.3: the best first, then all others, folded away by who holds them."""
    state = position("FR CER 1", hands={"FR": (25, 40), "EN": (3,), "DE": (4,), "BX": (8,), "IT": (9,)}, used=(11,))
    found = list(choices(state, "PLAY").values())
    assert [(c.code, c.note, c.group) for c in found[:2]] == [
        ("40", "+230 M, then you lead", ""),
        ("25", "0 M, then Germany leads", ""),
    ]
    assert all(c.why_not and c.group for c in found[2:]) and len(found) == 56
    assert all(c.at for c in found[:2]) and {c.at for c in found[2:]} == {()}
    assert found[2].note == "France: fruit ×2, Italy: vegetables" and not found[2].at
    groups = {c.code: c.group for c in found}
    assert (groups["3"], groups["11"], groups["41"]) == ("Held by England", "Played already", "In the talon")
    assert str(found[2].why_not) == "Card 8 is not beside your board: Benelux holds it."


def test_a_card_is_planned_once() -> None:
    """X11 is no offer; who says it all the same is warned."""
    assert "12" in choices(make_led_round(""), "PLAN 7") and "7" not in choices(make_led_round(""), "PLAN 12 7")
    assert errors(make_led_round(""), "BLU", "PLAN 7 7") == ["X11"]


def test_one_card_alone_is_played_not_planned() -> None:
    """PLAN 12 is PLAY 12: the same is not offered twice."""
    assert [order.text for order in orders(make_led_round(""), "BLU", "PLAN 12")] == ["PLAY 12"]
    seen = [(step.words, any(choice.at for choice in step.open_choices)) for step in steps(make_led_round(""), "")[:2]]
    assert seen == [("PLAY", True), ("PLAN", False)], "a click on a card plays it"


def test_out_of_turn_a_card_is_doubtful() -> None:
    """X17."""
    state = replace(make_led_round(""), kind="lead", phase="R3-LEAD", leader="DE", options=EuropaxOptions(book=True))
    hint = choices(state, "PLAY")["40"].hint
    assert str(hint) == "Germany leads now: this is kept until you do."
    assert not choices(replace(state, leader="FR"), "PLAY")["40"].hint


def test_by_the_book_nothing_ends_a_round() -> None:
    state = replace(make_led_round(""), kind="lead", phase="R3-LEAD", options=EuropaxOptions(book=True))
    assert not {"STOP", "AUTO"} & {step.words for step in steps(state, "")}
    assert {"STOP", "AUTO"} < {step.words for step in steps(make_led_round(""), "")}


# --- sellers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "price"), [("EN", "160 M, from abroad 250 M"), ("FR", "160 M, à l'étranger 250 M")]
)
def test_wares_say_what_they_cost(language: str, price: str) -> None:
    """§1.2: in Europe and abroad."""
    assert choices(make_led_round("", language={"BLU": language}), "BUY")["CER"].note == price


def test_nobody_promises_himself_aid() -> None:
    """§4.5, X09: it is said to him, and to nobody else."""
    state = make_led_round("", options=GENEROUS)
    found = choices(state, "AID EXTRA 100 TO")
    assert str(found["FR"].hint) == "France is your own country: it is passed over."
    assert not found["DE"].hint and not found["*"].hint
    assert errors(state, "BLU", "AID EXTRA 100 TO FR") == ["X09"]


def test_sellers_say_what_they_have() -> None:
    found = choices(position("EN CER 2"), "BUY CER FROM")
    assert (found["EN"].note, found["DE"].note) == ("has 2", "has none now")
    assert str(found["FR"].hint) == "France is your own country: it is passed over."


def test_what_helps_to_choose_is_said_in_french_as_well() -> None:
    """Cards, who sells, who has it, and what is asked for now."""
    state = replace(make_led_round("EN CER 2, FR CER 1", bare=("FR", "EN")), language={"BLU": "FR"})
    assert {choice.label for choice in choices(state, "JOUER").values()} == {f"la carte {n}" for n in range(1, 57)}
    sellers = choices(state, "ACHETER CER CHEZ")
    assert (sellers["EN"].note, sellers["DE"].note) == ("en a 2", "n'en a pas")
    owned = choices(state, "JOUER 40 SI QUELQU'UN A")
    assert (owned["CER"].note, owned["VIN"].note) == ("vous 1, Angleterre 2", "personne")
    pending = replace(state, kind="buyer", phase="R1-BUY1", pending=Pending(12, "FR", "BOI"))
    assert choices(pending, "ACHETER")["BOI"].note == "demandé"


@pytest.mark.parametrize("text", ["BUY CER FROM DE ALL", "BUY CER FROM ALL DE", "ACHETER CER CHEZ DE, TOUS"])
def test_all_besides_others_changes_nothing(text: str) -> None:
    """So it is offered alone."""
    assert [order.text for order in orders(position(), "BLU", text)] == ["BUY CER FROM DE"]
    for what in ("CER", "*"):
        first, further = (choices(position(), f"BUY {what} FROM{behind}") for behind in ("", " DE"))
        assert "ALL" in first and "ALL" not in further


def test_of_oneself_one_buys_nothing() -> None:
    """§4.5, X09: neither one product nor all others."""
    for text in ("BUY CER FROM FR EN", "BUY * FROM FR EN"):
        assert errors(position(), "BLU", text) == ["X09"]


def test_a_buyer_who_is_asked_finds_his_answer_first() -> None:
    """§3.2."""
    state = replace(position(), kind="buyer", phase="R1-BUY1", pending=Pending(12, "EN", "BOI"))
    state = replace(state, options=EuropaxOptions(book=True))
    first = steps(state, "", "RED")[0]
    assert (first.words, first.choices[0].code, first.choices[0].note) == ("BUY", "BOI", "asked now")


# --- conditions -----------------------------------------------------------------------------------------------------


def test_products_of_the_card_come_first_with_who_has_them() -> None:
    """Card 40 asks England for cereals and Germany for timber; the others are folded away."""
    (step,) = (s for s in steps(make_led_round("EN CER 2, FR CER 1"), "PLAY 40 IF") if s.words == "NOBODY HAS")
    assert [(c.code, c.note) for c in step.choices if not c.group] == [
        ("CER", "you 1, England 2"),
        ("BOI", "you 1, England 1, Germany 1, Benelux 1, Italy 1"),
    ]
    assert {c.group for c in step.choices[2:]} == {"Other products"} and len(step.choices) == 14
    assert {c.note for c in step.choices[2:]} == {"nobody"}


SAME = {
    "PLAY 40 IF FRANCE HAS CER": "PLAY 40 IF I HAS CER",
    "PLAY 40 IF FR HAS NO CER >= 2": "PLAY 40 IF I HAS NO CER >= 2",
    "PLAY 40 IF EN HAS CER >= 1": "PLAY 40 IF EN HAS CER",
    "PLAY 40 IF NOBODY HAS NO CER": "PLAY 40 IF ANYONE HAS CER",
    "JOUER 40 SI QUELQU'UN A PAS DE CER": "PLAY 40 IF NOBODY HAS CER",
}


@pytest.mark.parametrize("text", SAME)
def test_what_amounts_to_the_same_is_said_in_one_way(text: str) -> None:
    """§4.3: the own country is “I”, one card or more is any, and NO turns “anyone” into “nobody”."""
    assert [order.text for order in orders(make_led_round(""), "BLU", text)] == [SAME[text]]


def test_purses_say_what_is_in_them() -> None:
    found = choices(replace(make_led_round(""), cash={**make_led_round("").cash, "DE": 125}), "PLAY 40 IF CASH")
    assert (found["DE"].note, found["FR"].note) == ("125 M", "3600 M")


# --- what was kept before --------------------------------------------------------------------------------------------

KEPT = (
    "PLAN 12",
    "PLAY 40 IF NOBODY HAS CER",
    "PLAY 40 IF DE HAS NO CER >= 2",
    "PLAY 12 IF I HAS CER",
    "PLAY 7 IF DE HAS CER AND ANYONE HAS LEG",
    "BUY CER FROM DE",
    "BUY LEG FROM ALL",
    "SPREAD OFF",
)


@pytest.mark.parametrize("book", [False, True])
def test_lines_of_earlier_rounds_are_kept_as_they_were(book: bool) -> None:
    """Whatever is offered now: the hash of a game's next phase covers them."""
    state = make_led_round("EN CER 1", cards=(40, 12, 7), leader="EN", options=EuropaxOptions(cards=1, book=book))
    state = replace(state, plan={"BLU": KEPT[:5]}, prefs={"BLU": KEPT[5:]}, kind="lead" if book else "round")
    after = ENGINE.resolve(state, {}, dice()).state
    assert (*after.plan["BLU"], *after.prefs["BLU"]) == KEPT


IN_FRENCH = (
    "PLAN 12",
    "JOUER 40 SI PERSONNE A CER",
    "JOUER 40 SI DE A PAS CER >= 2",
    "JOUER 12 SI JE A CER",
    "JOUER 7 SI DE A CER ET QUELQU'UN A LEG",
    "ACHETER CER CHEZ DE",
    "ACHETER LEG CHEZ TOUS",
    "RÉPARTIR NON",
)


def test_lines_of_earlier_rounds_are_kept_word_by_word_in_another_language() -> None:
    """§4.2: who reads French now loses nothing, and it means the same."""
    state = make_led_round("EN CER 1", cards=(40, 12, 7), leader="EN", language={"BLU": "FR"})
    after = ENGINE.resolve(replace(state, plan={"BLU": KEPT[:5]}, prefs={"BLU": KEPT[5:]}), {}, dice()).state
    assert (*after.plan["BLU"], *after.prefs["BLU"]) == IN_FRENCH


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("EN", "Play card 40 if England has no cereals or fewer than 2 cards"),
        ("FR", "Jouer la carte 40 si l'Angleterre n'a pas de carte de céréales ou moins de 2"),
    ],
)
def test_a_kept_condition_is_told_in_plain_words(language: str, words: str) -> None:
    """§9: the plan as it is understood."""
    state = replace(make_led_round("", language={"BLU": language}), plan={"BLU": ("PLAY 40 IF EN HAS NO CER >= 2",)})
    (plan,) = (b for b in ENGINE.report(state, "BLU", ()) if isinstance(b, Table) and b.name == "plan")
    assert plan.rows[0][1] == words


def test_a_kept_condition_is_tried() -> None:
    """ANYONE HAS CER: where nobody has, the next card is played."""
    state = replace(make_led_round("EN CER 1"), plan={"BLU": ("PLAY 40 IF ANYONE HAS CER", "PLAY 7")})
    for stock, card in (("EN CER 1", 40), ("", 7)):
        events = ENGINE.resolve(replace(state, stock=make_led_round(stock).stock), {}, dice()).events
        assert [event.args["card"] for event in events if event.kind == "card"] == [card]


def dice() -> KeyedDice:
    return KeyedDice(b"x", "1")


def test_nothing_is_owed_but_what_is_asked() -> None:
    """In all phases; after the end nobody may speak."""
    dealing = EuropaxState(seats=("BLU", "RED", BANK), phase="SETUP", kind="setup", out=(BANK,))
    assert ENGINE.obligations(dealing) == {"BLU": "relaxed", "RED": "relaxed", BANK: "free"}
    assert set(ENGINE.obligations(opening()).values()) == {"due"}
    lead = replace(make_led_round(""), kind="lead", leader="DE")
    assert [seat for seat, debt in ENGINE.obligations(lead).items() if debt == "due"] == ["GRN"]
    buyer = replace(lead, kind="buyer", pending=Pending(12, "EN", "BOI"))
    assert [seat for seat, debt in ENGINE.obligations(buyer).items() if debt == "due"] == ["RED"]
    assert ENGINE.obligations(replace(lead, ranks={"BLU": 1})) == {}


def test_an_ask_understands_what_it_says_of_itself() -> None:
    """Labels are names as well."""
    for text in ("Play card 40 if England has no cereals", "buy everything else from anybody"):
        grammar = ENGINE.grammar(make_led_round(""), "BLU")
        assert grammar is not None and parse_orders(grammar, text).orders
