"""The laws every engine keeps, checked by playing: whole games with random legal orders, each step looked at.

Engine authors call `check_game(ENGINE, seed)` in a test; what it raises names the law that was broken.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from engines import states
from engines.abilities import Adviser, Correctable
from engines.base import Engine, Event, Obligation, Presence, Seat, State, Step
from engines.dice import KeyedDice
from engines.language import CompiledGrammar, complete_order, outline_grammar, parse_orders, roll_orders
from engines.language.completing import OrderJudge
from engines.language.grammar import Order, OrderGrammar, Pick, Remark
from engines.language.walking import DeadEnd, first_steps, walk_grammar
from engines.report import (
    STANDINGS,
    Block,
    Boards,
    CardHand,
    Cell,
    Change,
    Count,
    Heading,
    Lead,
    Map,
    Paragraph,
    Table,
    Value,
    styles_in_blocks,
)

GRAVE_CHANCE = 0.02
"""How often a random player does what cannot be undone."""
CORRECTION_CHANCE = 0.5
"""In how many positions it is tried what can be put right."""
WALKS = 4
"""Sentences that are walked through for each ask."""
PHASE_NAME = re.compile(r"[A-Z0-9]+(-[A-Z0-9]+)*")
"""A phase's name stands in letters, addresses and the names of folders."""
LEADING_CODE = re.compile(r"[A-Z]{1,2}\d{2}\b")
KIND_NAME = re.compile(r"[a-z]+")
"""A kind of phase stands before a pace, where days of the week and “daily” mean something else."""
QUIET_PHASES = 8
"""Phases in a row in which nobody orders anything, to see that nobody is put out for it."""
MAX_PHASES = 400
"""A game that goes on longer than this with random orders is taken to have no end."""
ALL_SEATS = 99
"""More seats than any game has."""


PHONE_WIDTH = 44
"""Characters side by side on a telephone: standings need no more, each cell set in as many lines as it has words."""


class ContractError(AssertionError):
    """An engine broke a law: `law` names it."""

    def __init__(self, law: str, detail: str) -> None:
        super().__init__(f"{law}: {detail}")
        self.law = law


@dataclass(frozen=True)
class CheckedGame:
    """A game that kept all laws: its phases, and whether it came to its end."""

    phases: tuple[str, ...]
    ended: bool


def check_game(
    engine: Engine[Any], seed: int, options: str = "", phases: int = MAX_PHASES, closely: int = ALL_SEATS
) -> CheckedGame:
    """Plays a game with random orders and checks every law at every step. Raises ContractError.

    `phases`: the game is left after so many, unless that is MAX_PHASES, by which it must have ended. `closely`: over
    the shoulders of how many seats is looked in each position, at what they may say and are told; drawn anew each time.
    What is told at the beginning and at the end is told once, and looked at for all.
    """
    random, looks = Random(seed), Random(f"{seed} looks")
    demand(all(map(KIND_NAME.fullmatch, engine.kinds)), "kinds are words in small letters", repr(engine.kinds))
    check_language(engine.setup, random)
    said = parse_orders(engine.setup, options).orders
    step = engine.start(said, contract_dice(seed, 0))
    demand_same("same dice, same start", step, engine.start(said, contract_dice(seed, 0)))
    demand_same("the seats of the game are those offered", step.state.seats, tuple(s.code for s in engine.seats(said)))
    check_events(step)
    check_reports(engine, None, step, step.state.seats)
    check_quiet(engine, step.state, seed)
    names: list[str] = []
    while step.state.ranks is None and len(names) < phases:
        check_position(engine, step.state, random, looks, sample_seats(step.state, closely, looks))
        demand(bool(PHASE_NAME.fullmatch(step.state.phase)), "phases are named in capitals", step.state.phase)
        demand(step.state.phase not in names, "phases have names of their own", step.state.phase)
        demand(step.state.kind in engine.kinds, "every phase is of one of the kinds", step.state.kind)
        names.append(step.state.phase)
        before, step = step.state, check_step(engine, step.state, random, contract_dice_maker(seed, len(names)))
        last = step.state.ranks is not None
        check_reports(engine, before, step, before.seats if last else sample_seats(before, closely, looks))
    ended = step.state.ranks is not None
    demand(ended or phases < MAX_PHASES, "games end", f"not after {len(names)} phases")
    if ended:
        check_end(engine, step.state)
    return CheckedGame(tuple(names), ended)


def sample_seats(state: State, count: int, random: Random) -> Sequence[Seat]:
    """So many seats of a game; all, if it has no more."""
    return state.seats if count >= len(state.seats) else random.sample(state.seats, count)


def contract_dice(seed: int, number: int) -> KeyedDice:
    return KeyedDice(f"contract {seed}".encode(), str(number))


def contract_dice_maker(seed: int, number: int) -> Callable[[], KeyedDice]:
    return lambda: contract_dice(seed, number)


def demand(kept: bool, law: str, detail: str) -> None:
    if not kept:
        raise ContractError(law, detail)


def demand_same(law: str, one: object, two: object) -> None:
    if one != two:  # what is the same need not be written out, which takes longer than all else
        raise ContractError(law, f"{short_repr(one)} is not {short_repr(two)}")


def short_repr(thing: object) -> str:
    return repr(thing)[:300]


# --- a position -------------------------------------------------------------------------------------------------


def check_position(
    engine: Engine[Any], state: State, random: Random, looks: Random, looked_at: Collection[Seat]
) -> None:
    """Storage, views, and what each seat may say; each order of those that are `looked_at` is tried, by dice of their
    own: the game goes on the same however many are looked at."""
    demand_same("a state survives JSON", states.load_state(engine.State, states.dump_state(state)), state)
    due = False
    for seat in state.seats:
        view = states.seat_view(state, seat)
        demand_same("the view of a view is that view", states.seat_view(view, seat), view)
        grammar = engine.grammar(state, seat)
        demand_same("a seat is asked by what it may see", engine.grammar(view, seat), grammar)
        demand_same("what is owed is what is asked", engine.obligations(state).get(seat), obligation_of(grammar))
        if grammar is not None:
            demand(not (grammar.due and seat in state.out), "who is out owes nothing", seat)
            due = due or grammar.due
            if seat in looked_at:
                check_ask(engine, view, seat, grammar, looks)
                check_advice(engine, state, view, seat, grammar)
    demand(due, "while a game goes on, somebody owes an answer", state.phase)
    check_board(engine, state, None, ())
    if random.random() < CORRECTION_CHANCE:
        check_corrections(engine, state, random)


def check_ask(engine: Engine[Any], view: State, seat: Seat, grammar: OrderGrammar, random: Random) -> None:
    """What can be said reads well, and what is remarked on it says something."""
    rolled = check_language(grammar, random)
    check_board(engine, view, seat, rolled)
    check_steps(engine, view, seat, grammar, random)
    for some in (rolled, [], rolled[:1]):
        remarks = engine.check(view, seat, some)
        demand(all(r.level in ("error", "warning") and r.text for r in remarks), "remarks say something", seat)
        lines = {"", *order_texts(some)}
        demand(all(r.line in lines for r in remarks), "remarks name a line by the text of its order", seat)
        check_codes(remarks)


def obligation_of(grammar: OrderGrammar | None) -> Obligation | None:
    """Return what an ask says of who is waited for."""
    return None if grammar is None else "free" if not grammar.due else "relaxed" if grammar.relaxed else "due"


def check_board(engine: Engine[Any], state: State, seat: Seat | None, orders: Sequence[Order]) -> None:
    """The position is shown, with orders and without, and no more of it than may be seen."""
    view = states.seat_view(state, seat)
    for some in ((), orders):
        blocks = tuple(engine.board(view, seat, some))
        demand(
            any(isinstance(block, Map | CardHand | Boards | Table) for block in blocks),
            "a board shows something",
            str(seat),
        )
        check_tables(blocks)
        check_looks(blocks)
        demand_same("a board shows what its reader may see", tuple(engine.board(state, seat, some)), blocks)


def check_steps(engine: Engine[Any], view: State, seat: Seat, grammar: OrderGrammar, random: Random) -> None:
    """Whatever step is offered leads to the end of a sentence that is read and costs no line."""
    compiled = CompiledGrammar(grammar)

    def judge(order: Order) -> Sequence[Remark]:
        return [remark for remark in engine.check(view, seat, [order]) if remark.line in ("", order.text)]

    firsts = list(first_steps(complete_order(compiled, "")))
    for text in random.sample(firsts, min(WALKS, len(firsts))):
        end = find_dead_end(compiled, random, text, judge)
        demand(not end, "every step leads to the end of a sentence", end)


def find_dead_end(grammar: CompiledGrammar, random: Random, text: str, judge: OrderJudge) -> str:
    """Return where a walk from the beginning of a sentence cannot go on; "" if it comes to its end."""
    try:
        walk_grammar(grammar, random, text, judge)
    except DeadEnd as end:
        return str(end)
    return ""


def check_advice(engine: Engine[Any], state: State, view: State, seat: Seat, grammar: OrderGrammar) -> None:
    """What an engine advises is understood, costs no line, and comes from what the seat may see."""
    if isinstance(engine, Adviser) and grammar.due:
        lines, known = (list(engine.advise(each, seat, Random(state.phase))) for each in (view, state))
        demand_same("advice comes from what the seat may see", lines, known)
        reading = parse_orders(grammar, "\n".join(lines))
        told = (*reading.remarks, *engine.check(view, seat, reading.orders))
        faults = [remark.text for remark in told if remark.level == "error"]
        demand(not faults, "advice is understood", f"{state.phase}: {faults}")


def check_language(grammar: OrderGrammar, random: Random) -> list[Order]:
    """Return what is offered reads back as itself, alone and in any order; no text whatever raises. Gives what was
    tried."""
    rolled = roll_orders(grammar, random, grave=GRAVE_CHANCE)
    for order in rolled:
        reading = parse_orders(grammar, order.text)
        demand_same("what is offered reads back as itself", reading.orders, (order,))
    together = parse_orders(grammar, "\n".join(random.sample(order_texts(rolled), len(rolled))))
    demand(
        set(order_texts(together.orders)) == set(order_texts(rolled)), "orders may come in one letter", grammar.title
    )
    for line in grammar.draft:
        kept = parse_orders(grammar, line).orders
        demand(order_texts(kept) == [line], "drafts are canonical orders", line)
    for line in grammar.vacant:
        demand(len(parse_orders(grammar, line).orders) == 1, "what is said for a vacant seat is understood", line)
    check_codes(parse_orders(grammar, make_junk_lines(grammar, random)).remarks)
    return rolled


def check_codes(remarks: Sequence[Remark]) -> None:
    """A code is for the rules, not for reading."""
    coded = [remark.text for remark in remarks if LEADING_CODE.match(remark.text)]
    demand(not coded, "codes stand beside what is said, not in it", repr(coded[:1]))


def order_texts(orders: Iterable[Order]) -> list[str]:
    return [order.text for order in orders]


def make_junk_lines(grammar: OrderGrammar, random: Random) -> str:
    """Lines made of the ask's own words in any order."""
    words = " ".join([*outline_grammar(grammar), *grammar.draft]).split() or ["?"]
    return "\n".join(" ".join(random.choices(words, k=random.randint(0, 12))) for _ in range(12))


# --- put right --------------------------------------------------------------------------------------------------


def check_corrections(engine: Engine[Any], state: State, random: Random) -> None:
    """What can be put right reads well; what comes of it is a position of the same phase that can be played on, or is
    refused in words."""
    if not isinstance(engine, Correctable):
        return
    asked = engine.correction_grammar(state)
    check_secret_lines(asked, state)
    said, frozen = check_language(asked, random), states.dump_state(state)
    some = random.sample(said, min(random.choice((1, 1, 2, 3)), len(said)))
    try:
        after = engine.correct(state, some)
    except ValueError as why:
        demand(bool(str(why)), "a correction is refused in words", repr(order_texts(some)))
        return
    demand_same("a correction leaves the position it came from alone", states.dump_state(state), frozen)
    demand_same("a correction comes out the same each time", engine.correct(state, some), after)
    demand_same("a position put right survives JSON", states.load_state(engine.State, states.dump_state(after)), after)
    kept = [(one.seats, one.phase, one.kind, one.ranks) for one in (state, after)]
    demand_same("a correction stays in its phase", kept[1], kept[0])
    play_on(engine, after, random)


def check_secret_lines(asked: OrderGrammar, state: State) -> None:
    """What one seat alone may read names that seat."""
    for line in (line for line in asked.lines if line.only_for):
        named = [part for part in line.parts if isinstance(part, Pick) and part.name == line.only_for]
        codes = {choice.code for part in named for choice in part.choices}
        demand(bool(named) and codes <= {*state.seats}, "a secret correction names whose it is", line.verb)


def play_on(engine: Engine[Any], state: State, random: Random) -> None:
    """A position that was put right is asked about, shown and resolved like any other, as long as somebody owes. Looked
    at through one seat: the laws of views hold for every position."""
    if not {*engine.obligations(state).values()} - {"free"}:
        return
    orders = {}
    for seat in state.seats:
        grammar = engine.grammar(state, seat)
        demand_same("a seat is asked by what it may see", engine.grammar(states.seat_view(state, seat), seat), grammar)
        demand_same("what is owed is what is asked", engine.obligations(state).get(seat), obligation_of(grammar))
        orders[seat] = roll_orders(grammar, random) if grammar else []
    reader = random.choice(state.seats)
    check_board(engine, state, reader, orders[reader])
    step = engine.resolve(state, orders, contract_dice(0, 0))
    check_events(step)
    told = tuple(event for event in step.events if event.to is None or reader in event.to)
    views = (states.seat_view(one, reader) for one in (step.state, state))
    demand(bool(engine.report(next(views), reader, told, next(views))), "a report says something", reader)


# --- a step -----------------------------------------------------------------------------------------------------


def check_step(engine: Engine[Any], state: State, random: Random, dice: Callable[[], KeyedDice]) -> Step[Any]:
    """The next position: determined, from orders that are there or not, and without a touch to the old one."""
    orders = {
        seat: roll_orders(grammar, random, grave=GRAVE_CHANCE)
        for seat in state.seats
        if (grammar := engine.grammar(state, seat)) is not None
    }
    spoken = {seat: mine for seat, mine in orders.items() if random.random() < 0.9}
    frozen, said = states.dump_state(state), copy.deepcopy(spoken)
    silent = engine.resolve(state, {}, dice())
    demand(isinstance(silent.state, engine.State), "silence is answered too", state.phase)
    step = engine.resolve(state, spoken, dice())
    demand_same("a step leaves the position it came from alone", states.dump_state(state), frozen)
    demand_same("a step leaves the orders alone", spoken, said)
    demand_same("same dice, same step", engine.resolve(state, spoken, dice()), step)
    backwards = {seat: spoken[seat] for seat in reversed(list(spoken))}
    demand_same("it does not matter who is read first", engine.resolve(state, backwards, dice()), step)
    stored = states.load_state(engine.State, frozen)
    demand_same("a stored position plays on the same", engine.resolve(stored, spoken, dice()), step)
    demand_same("seats stay the seats", step.state.seats, state.seats)
    check_presence(engine, state, spoken, dice)
    check_remarks(engine, state, spoken)
    check_events(step)
    return step


def check_presence(
    engine: Engine[Any], state: State, orders: Mapping[Seat, Sequence[Order]], dice: Callable[[], KeyedDice]
) -> None:
    """Whoever was there, or is excused, is treated alike; who was silent fares no better than who said that they have
    nothing to order. A seat each time, by the name of the phase."""
    seat = Random(state.phase).choice(state.seats)
    others = {one: said for one, said in orders.items() if one != seat}
    ready = engine.resolve(state, others, dice(), {seat: Presence.READY})
    for presence in (Presence.GIVEN, Presence.EXCUSED, Presence.STOOD_IN):
        demand_same(
            "whoever is present is treated alike", engine.resolve(state, others, dice(), {seat: presence}), ready
        )
    silent = engine.resolve(state, others, dice(), {seat: Presence.MISSED}).state
    fares = [(seat in one.out, (one.ranks or {}).get(seat, 1)) for one in (ready.state, silent)]
    worse = any(mine > other for mine, other in zip(*fares, strict=True))
    demand(not worse, "ready without lines is never worse than silence", f"{state.phase}: {seat} {fares}")


def check_quiet(engine: Engine[Any], state: State, seed: int) -> None:
    """Where all say that they have nothing to order, phase after phase, nobody is put out; nor where they are silent:
    that is for the server to judge. A seat that leaves as well when all say something, as an office that has done its
    work, is not put out."""
    for presence in (Presence.READY, Presence.EXCUSED, Presence.MISSED):
        at, leave = state, {*state.out}
        for number in range(QUIET_PHASES):
            if at.ranks is not None:
                break
            asks = {
                seat: grammar
                for seat in at.seats
                if (grammar := engine.grammar(states.seat_view(at, seat), seat)) is not None
            }
            said = {seat: roll_orders(grammar, Random(seed)) for seat, grammar in asks.items()}
            leave |= {*engine.resolve(at, said, contract_dice(seed, number), {}).state.out}
            at = engine.resolve(at, {}, contract_dice(seed, number), dict.fromkeys(at.seats, presence)).state
            demand(isinstance(at, engine.State), "silence is answered too", presence)
            gone = [seat for seat in at.out if seat not in leave]
            demand(not gone, "no engine removes who was present", f"{at.phase}: {gone}, {presence}")


def check_remarks(engine: Engine[Any], state: State, orders: Mapping[Seat, Sequence[Order]]) -> None:
    """What a seat may not see changes nothing it is told of its orders."""
    for seat in state.seats:
        view, mine = states.seat_view(state, seat), orders.get(seat, ())
        seen, known = list(engine.check(view, seat, mine)), list(engine.check(state, seat, mine))
        demand_same("a seat's orders are remarked on by what it may see", seen, known)


def check_events(step: Step[Any]) -> None:
    """Events can be stored, and delivered."""
    for event in step.events:
        demand(event.to is None or event.to <= set(step.state.seats), "events are addressed to seats", event.kind)
        demand(is_plain(event.args), "events are plain data", event.kind)


def is_plain(args: Mapping[str, Any]) -> bool:
    """Return whether JSON can hold the arguments of an event as they are."""
    try:
        return bool(json.loads(json.dumps(dict(args))) == dict(args))
    except (TypeError, ValueError):
        return False


# --- reports ----------------------------------------------------------------------------------------------------


def check_reports(engine: Engine[Any], before: State | None, step: Step[Any], seats: Sequence[Seat]) -> None:
    """Seats and a bystander can be told; of blocks only, the same each time, and no more from the whole state
    than from the view. `before` None: of the opening."""
    for seat in (*seats, None):
        visible = tuple(e for e in step.events if e.to is None or seat in e.to)
        stored = tuple(store_and_load(event) for event in visible)
        views = states.seat_view(step.state, seat), states.seat_view(before, seat) if before else None
        blocks = tuple(engine.report(views[0], seat, stored, views[1]))
        demand(bool(blocks), "a report says something", str(seat))
        demand(isinstance(blocks[0], Heading), "a report begins with its heading", str(seat))
        led = before is None or isinstance(blocks[1], Lead)
        demand(led, "a report of a phase says at once what happened", str(seat))
        kinds = all(isinstance(block, Heading | Lead | Paragraph | Table | Map | CardHand | Boards) for block in blocks)
        demand(kinds, "reports are made of blocks", str(seat))
        check_tables(blocks)
        check_looks(blocks)
        again = tuple(engine.report(views[0], seat, stored, views[1]))
        demand_same("a report is the same each time", again, blocks)
        unseen = tuple(engine.report(step.state, seat, stored, before))
        demand_same("a report shows what its reader may see", unseen, blocks)


def check_tables(blocks: Iterable[Block]) -> None:
    """A value for each column, and few enough columns where they are set beside a map."""
    for table in (block for block in blocks if isinstance(block, Table)):
        ragged = [row for row in table.rows if len(row) not in (1, len(table.columns))]
        demand(not ragged, "rows fit their columns", f"{table.name}: {ragged[:1]}")
        if table.name == STANDINGS:
            demand(
                min_table_width(table) <= PHONE_WIDTH,
                "standings fit a telephone",
                f"{min_table_width(table)} characters",
            )


def check_looks(blocks: Sequence[Block]) -> None:
    """Whose things are is told without colour, and what lies on a map can be explained."""
    looks = styles_in_blocks(blocks).values()
    for told in ([look.letter for look in looks], [look.hatch for look in looks]):
        demand(len({*told} - {""}) == len(told), "every seat has a letter and a hatch of its own", repr(told))
    for map_ in (block for block in blocks if isinstance(block, Map)):
        found = {"star": map_.stars, "tag": any(map_.tags.values()), "link": map_.links, "wall": map_.walls}
        silent = [thing for thing, there in found.items() if there and thing not in map_.words]
        demand(not silent, "a map has words for what lies on it", repr(silent))


def min_table_width(table: Table) -> int:
    """The characters side by side that a table needs at the least, with two between columns."""
    full = [[column.head for column in table.columns], *(row for row in table.rows if len(row) > 1)]
    return sum(max(map(longest_word_length, column)) + 2 for column in zip(*full, strict=True)) - 2


def longest_word_length(value: Value) -> int:
    """The characters of the longest word of a value."""
    match value:
        case Cell():
            words = value.text
        case Change():
            words = str(value.by)
        case Count():
            words = str(value.now)
        case _:
            words = str(value or "")
    return max(map(len, words.split()), default=0)


def store_and_load(event: Event) -> Event:
    """The event as the server keeps it."""
    plain = json.loads(json.dumps({**asdict(event), "to": None}))
    return Event(plain["kind"], plain["args"], event.to)


def check_end(engine: Engine[Any], state: State) -> None:
    """Everybody has a rank, nobody is asked any more."""
    ranks = dict(state.ranks or {})
    demand(set(ranks) == set(state.seats), "every seat has a rank at the end", repr(ranks))
    demand(min(ranks.values(), default=1) == 1, "somebody is first", repr(ranks))
    demand(
        all(engine.grammar(state, seat) is None for seat in state.seats), "nobody is asked after the end", state.phase
    )
