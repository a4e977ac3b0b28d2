"""A record as JSON lines, and lines as a record. What is read may come from anybody: every value has its type and its
bounds, and whatever else is there is refused.
"""

from __future__ import annotations

import json
import math
import re
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, asdict, fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from engines.base import Presence
from pbem.games.proof.game_record import ActRecord, PhaseRecord, PressRecord, ReceiptRecord, Record, SeatRecord
from pbem.storage.models.base import canonical_json

PARTS: Mapping[str, tuple[str, type]] = {
    "seat": ("seats", SeatRecord),
    "phase": ("phases", PhaseRecord),
    "receipt": ("receipts", ReceiptRecord),
    "act": ("ledger", ActRecord),
    "press": ("press", PressRecord),
}
"""What a line is, by its "what", and the field of the record that it belongs to."""
UNTOLD = frozenset({"shared", "draw", *(field for field, _ in PARTS.values())})
"""Fields of a record that do not stand in its line "game"."""
MOST = {"seat": 100, "phase": 5_000, "receipt": 200_000, "act": 100_000, "press": 50_000}
LONGEST = 40
"""Characters of a whole number: no honest one comes near."""
DIGITS = 15
SHORT = frozenset(
    {"slug", "engine", "status", "name", "kind", "origin", "code", "label", "seat", "by", "actor", "act", "made_by"}
)
"""Texts that are names: one line, and not long."""
NAME = 200
PLAIN = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]*")
"""What a name is made of: nothing that moves a cursor or turns the line round."""


class Unreadable(Exception):  # noqa: N818 - a file that is none is no error of the program
    """This is no record; the words say why, and in which line."""


# --- written -----------------------------------------------------------------------------------------------------


def iter_record_lines(record: Record) -> Iterator[str]:
    """The lines of a record, without their ends."""
    game = {f.name: getattr(record, f.name) for f in fields(Record) if f.name not in UNTOLD}
    yield format_record_line("game", game)
    for what, (field, _) in PARTS.items():
        for one in getattr(record, field):
            yield format_record_line(what, asdict(one))


def format_record_line(what: str, values: Mapping[str, Any]) -> str:
    """Values that are as usual are left out."""
    usual = {f.name: f.default for f in fields(line_class(what)) if f.default is not MISSING}
    kept = {key: plain_value(value) for key, value in values.items() if key not in usual or value != usual[key]}
    return canonical_json({"what": what, **kept})


def line_class(what: str) -> Any:
    return Record if what == "game" else PARTS[what][1]


def plain_value(value: Any) -> Any:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


# --- read --------------------------------------------------------------------------------------------------------


def read_record_lines(lines: Iterable[str]) -> Record:
    """Raises Unreadable."""
    game: dict[str, Any] | None = None
    parts: dict[str, list[Any]] = {what: [] for what in PARTS}
    for number, text in enumerate(lines, 2):  # the first is the head of the file
        try:
            values = parse_record_line(text)
            what = values.pop("what", None)
            if what == "game" and game is None:
                game = parse_fields(Record, values)
            elif what in PARTS:
                if len(parts[what]) >= MOST[what]:
                    raise Unreadable(f"there are more than {MOST[what]} lines of this kind ({what})")
                parts[what].append(PARTS[what][1](**parse_fields(PARTS[what][1], values)))
            else:
                raise Unreadable("nobody knows what it is")
        except Unreadable as error:
            raise Unreadable(f"line {number}: {error}") from error
    if game is None:
        raise Unreadable("no line says which game it is")
    whole: dict[str, Any] = {PARTS[what][0]: found for what, found in parts.items()}
    record = Record(**game, **whole)
    check_record(record)
    return record


def parse_record_line(text: str) -> dict[str, Any]:
    """One line as an object, with bounds on depth and numbers. Raises Unreadable."""
    found = parse_guarded_json(text)
    if not isinstance(found, dict):
        raise Unreadable("it is no object")
    return found


def parse_guarded_json(text: str) -> Any:
    """JSON without what costs much or means nothing. Raises Unreadable."""
    try:
        return json.loads(
            text, parse_int=parse_bounded_int, parse_float=parse_finite_float, parse_constant=refuse_constant
        )
    except RecursionError as error:
        raise Unreadable("it is nested too deeply") from error
    except ValueError as error:
        raise Unreadable(f"it is no JSON ({str(error)[:80]})") from error


def parse_bounded_int(text: str) -> int:
    if len(text) > DIGITS:
        raise ValueError("a number is too large")
    return int(text)


def parse_finite_float(text: str) -> float:
    value = float(text) if len(text) <= LONGEST else math.inf
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def refuse_constant(text: str) -> float:
    raise ValueError(f"{text} is no number")


def parse_fields(kind: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a part, each of its type. Raises Unreadable."""
    known = {f.name: f for f in fields(kind) if not (kind is Record and f.name in UNTOLD)}
    if strange := sorted({*values} - {*known}):
        raise Unreadable(f"there is no “{strange[0][:40]}” in it")
    hints = hints_of(kind)
    found = {}
    for name, one in known.items():
        if name in values:
            found[name] = reader_of_type(hints[name])(values[name], name)
        elif is_field_needed(one):
            raise Unreadable(f"“{name}” is missing")
    return found


def is_field_needed(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


@lru_cache
def hints_of(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def reader_of_type(hint: Any) -> Callable[[Any, str], Any]:
    """Return what reads a value of this type."""
    if get_origin(hint) in (Union, types.UnionType):
        inner = reader_of_type(next(one for one in get_args(hint) if one is not type(None)))
        return lambda value, name: None if value is None else inner(value, name)
    if hint in READERS:
        return READERS[hint]
    if get_origin(hint) is Mapping:
        return read_orders_value if get_args(hint)[1] is str else read_facts_value
    return read_rolls_value


def read_text_value(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise Unreadable(f"“{name}” is no text")
    if name in SHORT and (len(value) > NAME or not PLAIN.fullmatch(value)):
        raise Unreadable(f"“{name}” is no name")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise Unreadable(f"“{name}” is no text") from error
    return value


def read_number_value(value: Any, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10**9:
        raise Unreadable(f"“{name}” is no number that can be")
    return value


def read_truth_value(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(f"“{name}” is neither true nor false")
    return value


def read_instant_value(value: Any, name: str) -> datetime:
    try:
        found = datetime.fromisoformat(read_text_value(value, name))
    except ValueError as error:
        raise Unreadable(f"“{name}” is no instant") from error
    if found.tzinfo is None or not 1990 < found.year < 3000:
        raise Unreadable(f"“{name}” is no instant")
    return found.astimezone(UTC)


def read_orders_value(value: Any, name: str) -> dict[str, str]:
    """The orders of seats, as turns keep them."""
    if not isinstance(value, dict):
        raise Unreadable(f"“{name}” is no object")
    return {
        read_text_value(seat, "seat"): read_order_list(read_text_value(given, name), name)
        for seat, given in value.items()
    }


def read_order_list(given: str, name: str) -> str:
    found = parse_guarded_json(given)
    shapes = {"verb": str, "args": dict, "slot": str, "text": str}
    right = isinstance(found, list) and all(
        isinstance(one, dict)
        and {*one} == {*shapes}
        and all(isinstance(one[key], shape) for key, shape in shapes.items())
        for one in found
    )
    if not right:
        raise Unreadable(f"“{name}” holds something that is no order")
    return given


def read_facts_value(value: Any, name: str) -> dict[str, Any]:
    """Facts of the ledger: any object."""
    if not isinstance(value, dict):
        raise Unreadable(f"“{name}” is no object")
    return value


def read_rolls_value(value: Any, name: str) -> tuple[tuple[str, tuple[tuple[str, int, int], ...]], ...]:
    """Return what dice in common showed."""
    try:
        return tuple(
            (
                read_text_value(called, name),
                tuple(
                    (read_text_value(s, name), read_wide_number(n), read_wide_number(result)) for s, n, result in thrown
                ),
            )
            for called, thrown in value
        )
    except (TypeError, ValueError) as error:
        raise Unreadable(f"“{name}” does not say what dice showed") from error


def read_wide_number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= 2**64:
        raise ValueError
    return value


READERS: Mapping[Any, Callable[[Any, str], Any]] = {
    str: read_text_value,
    int: read_number_value,
    bool: read_truth_value,
    datetime: read_instant_value,
}


# --- what goes together ------------------------------------------------------------------------------------------


def check_record(record: Record) -> None:
    """What each line may say, but all together may not. Raises Unreadable."""
    codes = {seat.code for seat in record.seats}
    if len(codes) != len(record.seats):
        raise Unreadable("a seat is there twice")
    numbers = [phase.number for phase in record.phases]
    if numbers != sorted({*numbers}):
        raise Unreadable("the phases are not in order")
    for phase in record.phases:
        parse_guarded_json(phase.events)
        if phase.correction:
            read_order_list(phase.correction, "correction")
        check_receipt_heads(phase.receipts, phase.number)
        check_phase_presence(phase.presence, phase.number, codes)
        if not {*phase.orders} <= codes:
            raise Unreadable(f"phase {phase.number} has orders of a seat that there is not")
        if phase.origin.startswith("rollback") and not re.fullmatch(r"rollback \d{1,9}", phase.origin):
            raise Unreadable(f"phase {phase.number} does not say where the game went back to")
    if any(one.seat not in codes for one in record.receipts):
        raise Unreadable("there is a receipt of a seat that there is not")
    for one in record.receipts:
        if one.orders:
            read_order_list(one.orders, "orders")


def check_phase_presence(text: str, number: int, codes: Collection[str]) -> None:
    """What became of each seat's turn."""
    found = parse_guarded_json(text)
    known = isinstance(found, dict) and {*found} <= {*codes}
    if not (known and all(isinstance(one, str) and one in {*Presence} for one in found.values())):
        raise Unreadable(f"phase {number} does not say who was there")


def check_receipt_heads(text: str, number: int) -> None:
    """The receipts that a phase names: number and hash by seat."""
    found = parse_guarded_json(text)
    pairs: Sequence[Any] = [*found.values()] if isinstance(found, dict) else [None]
    if not all(
        isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], int) and isinstance(pair[1], str)
        for pair in pairs
    ):
        raise Unreadable(f"phase {number} names receipts that are none")
