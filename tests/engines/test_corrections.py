"""Positions of every game put right: what was said is so, what cannot be is refused in words, what is hidden is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engines import states
from engines.abilities import Correctable
from engines.all import OWN
from engines.base import Engine, State
from engines.cantillon import ENGINE as CANTILLON
from engines.contract import dice
from engines.europa import ENGINE as EUROPA
from engines.europax import ENGINE as EUROPAX
from engines.europe2028 import ENGINE as EUROPE2028
from engines.language import read
from engines.language.ask import Order


def begun(engine: Engine[Any], options: str = "", phases: int = 1) -> Any:
    """A position after so many phases in which nobody said a word."""
    state = engine.start(read(engine.setup, options).orders, dice(3, 0)).state
    for number in range(phases):
        state = engine.resolve(state, {}, dice(3, number + 1)).state
    return state


def said(engine: Any, state: State, text: str) -> Sequence[Order]:
    """All these lines, understood."""
    found = read(engine.corrections(state), text)
    assert not [remark for remark in found.remarks if remark.level == "error"], found.remarks
    assert len(found.orders) == len(text.strip().splitlines())
    return found.orders


def put(engine: Any, state: State, text: str) -> Any:
    return engine.corrected(state, said(engine, state, text))


def refused(engine: Any, state: State, text: str) -> str:
    """Why something cannot be put right."""
    with pytest.raises(ValueError, match=r"\.") as caught:
        put(engine, state, text)
    return str(caught.value)


@pytest.mark.parametrize("engine", OWN, ids=lambda engine: engine.code)
def test_every_game_can_be_put_right(engine: Any) -> None:
    """And each sentence has words that tell what it does."""
    state = begun(engine)
    assert isinstance(engine, Correctable)
    asked = engine.corrections(state)
    assert len(asked.lines) >= 3
    assert all(line.help for line in asked.lines)


# --- Cantillon's Europe -----------------------------------------------------------------------------------------


def test_lands_units_and_treasuries_of_cantillon() -> None:
    """Units come and go, lands change hands with what stands there, factories and goods are as they are said."""
    state = begun(CANTILLON)
    mine, free = city(state, "RED"), a_free_land(state)
    text = f"""
        place A in {free} for Blue
        factory purple in {free}
        goods in {free} = 2y 1R
        treasury Red = 3c
        heard Red
        remove T from {mine}"""
    after = put(CANTILLON, state, text)
    plot = after.plot(free)
    assert (plot.owner, plot.units, plot.advanced, dict(plot.goods)) == ("BLU", "A", "P", {"y": 2, "R": 1})
    assert after.stock["RED"] == {"c": 3} and after.worth["RED"] == 3
    assert after.plot(mine).units == state.plot(mine).units.replace("T", "", 1)
    given = put(CANTILLON, after, f"give {free} to Red\ngoods in {free} none\nraze purple in {free}")
    assert given.plot(free).owner == "RED" and not given.plot(free).goods and not given.plot(free).advanced
    assert put(CANTILLON, given, f"give {free} to nobody").plot(free).owner == ""


def test_what_cannot_be_in_cantillon() -> None:
    """Full lands, lands of others, inland harbours, factories twice; and nobody is defeated by a correction."""
    state = begun(CANTILLON)
    mine, free = city(state, "RED"), a_free_land(state)
    inland = next(code for code, land in state.board.lands.items() if not land.port)
    assert "holds 2 units" in refused(CANTILLON, state, f"place A in {mine} for Red")
    assert "Red’s" in refused(CANTILLON, state, f"place A in {mine} for Blue")
    assert "no port" in refused(CANTILLON, state, f"place F in {inland} for Red")
    assert "Nothing stands" in refused(CANTILLON, state, f"give {free} to Red")
    assert "no army" in refused(CANTILLON, state, f"remove A from {mine}")
    assert "defeats nobody" in refused(CANTILLON, state, f"give {mine} to Blue")
    assert "once" in refused(CANTILLON, state, "order red red red red")


def test_who_is_out_of_cantillon_comes_back_with_a_city() -> None:
    """And stages that can be opened again are put right, too."""
    state = begun(CANTILLON, "MODE BOOK", 3)
    assert state.closed
    mine, free = city(state, "RED"), a_free_land(state)
    gone = type(state)(**{**vars(state), "out": ("RED",), "lands": {k: p for k, p in state.lands.items() if k != mine}})
    assert put(CANTILLON, gone, f"place T in {mine} for Red").out == ()
    after = put(CANTILLON, state, f"place A in {free} for Red")
    earlier = [states.load(CANTILLON.State, text) for text in after.closed.values()]
    assert earlier and all(one.plot(free).owner == "RED" for one in earlier)


def city(state: Any, seat: str) -> str:
    return str(next(code for code in state.board.cities if state.plot(code).owner == seat))


def a_free_land(state: Any) -> str:
    free = (code for code in state.board.lands if not state.plot(code).owner and code not in state.board.cities)
    return str(next(free))


# --- Europa -----------------------------------------------------------------------------------------------------


def test_the_map_and_the_points_of_europa() -> None:
    """Pawns, members, conflicts, points; a country admitted has no pawns and no conflict any more."""
    state = begun(EUROPA)
    first, second, *_ = state.open_countries
    text = f"pawns in {first} Blue 3\npawns in {second} Red 2\npoints Blue 44\nvictory Red 5\nmark {second} tension"
    after = put(EUROPA, state, text)
    assert (after.pawns(first, "BLU"), after.pawns(second, "RED")) == (3, 2)
    assert (after.pp["BLU"], after.vp["RED"], after.markers[second]) == (44, 5, "T")
    joined = put(EUROPA, after, f"admit {second} for Blue Red")
    assert joined.eu[second].coalition == ("BLU", "RED") and joined.card(second).status == "EU"
    assert not joined.present(second) and second not in joined.markers
    assert joined.pp == after.pp
    left = put(EUROPA, joined, f"expel {second}")
    assert second not in left.eu and left.card(second).status == "nationalist"
    assert put(EUROPA, left, f"call {second}").card(second).status == "pending"
    war = put(EUROPA, after, f"mark {first} war")
    assert war.card(first).status == "war" and not war.present(first)
    assert put(EUROPA, war, f"mark {first} peace").card(first).status == "pending"


def test_what_cannot_be_in_europa() -> None:
    state = begun(EUROPA)
    later = next(c for c in state.table.countries.values() if c.turn > state.turn).code
    here = state.open_countries[0]
    assert "no election" in refused(EUROPA, state, f"pawns in {later} Blue 1")
    assert "has not entered" in refused(EUROPA, state, f"admit {later} for Blue")
    assert "no member" in refused(EUROPA, state, f"expel {here}")
    assert "each party has 20" in refused(EUROPA, state, f"pawns in {here} Blue 20\nreserve Blue 1")
    assert "once each" in refused(EUROPA, state, "order blue blue red yellow purple")
    member = put(EUROPA, state, f"admit {here} for Blue")
    assert "in the Union" in refused(EUROPA, member, f"mark {here} war")
    assert "in the Union" in refused(EUROPA, member, f"call {here}")


# --- Europax ----------------------------------------------------------------------------------------------------


def test_boards_and_cards_of_europax() -> None:
    """Nothing is made of nothing: goods come from those delivered or from the talon, a card leaves where it was."""
    state = begun(EUROPAX)
    product = next(each for each in state.production if each)
    card = next(number for number in state.demands if number)
    other = next(one for one in state.order if one != state.leader)
    before = state.stock[other].get(product, 0)
    text = f"cash {other} 95\nstock {other} {product} {before + 1}\ngive {card} to {other}\nlead {other}"
    after = put(EUROPAX, state, f"{text}\ndebt {other} to bank aid 300")
    assert (after.cash[other], after.stock[other][product], after.leader) == (95, before + 1, other)
    assert card in after.hands[other] and card not in after.demands
    assert after.production.count(product) == state.production.count(product) - 1
    (debt,) = after.ledger
    assert (debt.debtor, debt.creditor, debt.amount, debt.kind) == (other, "BANK", 300, "aid")
    back = put(
        EUROPAX, after, f"stock {other} {product} {before}\nremove {card} from {other}\ndebt {other} to bank aid 0"
    )
    assert back.market == {product: 1} and card in back.used and not back.ledger
    again = put(EUROPAX, back, f"stock {other} {product} {before + 1}")
    assert not again.market and again.production == after.production


def test_what_cannot_be_in_europax() -> None:
    state = begun(EUROPAX)
    one, other, *_ = state.order
    product = next(each for each in state.production if each)
    taken = "\n".join(f"remove {card} from {one}" for card in state.hands[one])
    assert "no demand card" in refused(EUROPAX, state, taken)
    assert "no more cards" in refused(EUROPAX, state, f"stock {one} {product} 99")
    assert "owes himself" in refused(EUROPAX, state, f"debt {one} to {one} aid 300")
    assert "does not have card" in refused(EUROPAX, state, f"remove {state.hands[one][0]} from {other}")
    assert "no hotel" in refused(EUROPAX, state, f"close {one}")
    housed = put(EUROPAX, state, f"hotel {one}")
    assert one in housed.hotels and housed.hotels[one] not in housed.events
    assert put(EUROPAX, housed, f"close {one}").hotels == {}


# --- Europe 2028 ------------------------------------------------------------------------------------------------


def test_regions_tokens_and_cards_of_europe_2028() -> None:
    """A region that changes hands leaves the market; tokens that stand in vain come home."""
    state = begun(EUROPE2028)
    one, other, *_ = state.order
    region, second, *_ = state.market
    card, held = next(card for card in state.cards if card), state.hand(other)[0]
    landed = put(EUROPE2028, state, f"token {one} MIL1 at {region} level 0")
    assert landed.tokens[one]["MIL1"].place == region
    after = put(EUROPE2028, landed, f"give {region} to {other} by eco\ndamage {region}\ncoins {one} 7\nlevel {one} 1")
    assert (after.held[region].seat, after.held[region].kind, after.held[region].damaged) == (other, "ECO", True)
    assert region not in after.market and (after.coins[one], after.levels[one]) == (7, 1)
    free = put(EUROPE2028, after, f"give {region} to {one}\ndeal {card} to {one}\ntake {held} from {other}")
    assert free.tokens[one]["MIL1"].place == "MAT"
    assert card in free.hand(one) and held not in free.hand(other) and free.cards[-1] == held
    assert put(EUROPE2028, free, f"give {region} to nobody\nshut {second}").market[-1] == region


def test_what_cannot_be_in_europe_2028() -> None:
    state = begun(EUROPE2028)
    one, other, *_ = state.order
    region, own = state.market[0], state.holdings(other)[0]
    held = state.hand(other)[0]
    assert "what conquered" in refused(EUROPE2028, state, f"give {region} to {one}")
    assert "in a hand" in refused(EUROPE2028, state, f"deal {held} to {one}")
    assert "does not hold" in refused(EUROPE2028, state, f"take {held} from {one}")
    assert "cannot attack" in refused(EUROPE2028, state, f"token {one} MIL1 at {own} level 0")
    assert "would be conquered" in refused(EUROPE2028, state, f"token {one} MIL1 at {region} level 9")
    assert "same secret" in refused(EUROPE2028, state, f"secret {one} {state.secret[other]}")
    assert "Nobody holds" in refused(EUROPE2028, state, f"damage {region}")


# --- who may read it --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("engine", "options", "hidden"),
    [
        pytest.param(CANTILLON, "", {"TREASURY"}, id="cantillon"),
        pytest.param(CANTILLON, "TREASURY-OPEN ON", set(), id="cantillon, open treasuries"),
        pytest.param(EUROPA, "", {"VICTORY"}, id="europa"),
        pytest.param(EUROPA, "VP-OPEN ON", set(), id="europa, open points"),
        pytest.param(EUROPAX, "", set(), id="europax"),
        pytest.param(EUROPE2028, "", {"TAKE", "DEAL", "SECRET"}, id="europe2028"),
    ],
)
def test_lines_about_what_is_hidden_are_for_one_alone(engine: Any, options: str, hidden: set[str]) -> None:
    """So it is as long as the game hides it."""
    asked = engine.corrections(begun(engine, options))
    assert {line.verb for line in asked.lines if line.only_for} == hidden
