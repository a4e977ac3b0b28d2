"""Faults of a data file are told with the line they stand in, so that whoever replaced it can mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engines.data import (
    DataError,
    Source,
    decode_data_file,
    describe_wrong_fields,
    load_shipped_source,
    read_shipped_files,
)

TOWNS = """{
  "towns": [
    {"code": "BER", "size": 3},
    {"code": "MÜN", "size": 30},
    {"code": "PAR", "size": 3}
  ]
}"""


def no_fault(_: Mapping[str, Any]) -> str:
    return ""


def faulty(text: str, wrong: str = "", why: str = "") -> DataError:
    """Return what is raised when the towns of a text are read, one of which may be wrong."""
    with pytest.raises(DataError) as caught:
        list(Source("towns.json", text).read_rows("towns", "code", lambda row: why if row["code"] == wrong else ""))
    assert caught.value.file == "towns.json"
    return caught.value


def test_rows_are_read_in_their_order() -> None:
    rows = list(Source("towns.json", TOWNS).read_rows("towns", "code", no_fault))
    assert [(row["code"], row["size"]) for row in rows] == [("BER", 3), ("MÜN", 30), ("PAR", 3)]


def test_what_is_no_json_is_told_with_the_line() -> None:
    """And with what the reader of JSON says of it."""
    found = faulty('{\n"towns": [\n}')
    assert found.line == 3 and found.why.startswith("this is no JSON: ")
    assert str(found) == f"towns.json, line 3: {found.why}"


def test_what_is_no_text_is_told_with_the_line() -> None:
    """Of a file as it lies there."""
    with pytest.raises(DataError) as caught:
        decode_data_file("towns.json", '{\n"name": "MÜN",\n"size": 3}'.encode().replace(b"3", b"\xff"))
    assert (caught.value.file, caught.value.line) == ("towns.json", 3)
    assert caught.value.why.startswith("this is not UTF-8 text: ")


def test_what_is_nested_too_deep_has_no_line() -> None:
    """Then it is the first that is named."""
    found = faulty("[" * 100_000)
    assert found.line == 1 and found.why.startswith("this is no JSON: ")


def test_a_file_holds_one_object_with_the_list() -> None:
    assert (faulty("[]").line, faulty("[]").why) == (1, "the file must hold an object: { … }")
    for value in ("3", "[]", "{}", "[3]", '[{"code": "BER"}, 3]'):
        found = faulty(f'{{\n"size": 3,\n"towns": {value}}}')
        assert (found.line, found.why) == (3, "“towns” must be a list of objects")
    assert faulty("{}").line == 1


def test_a_row_that_is_wrong_is_found_by_its_own_field() -> None:
    """Letters of all languages are written as they are; a value that only begins alike is another."""
    assert (faulty(TOWNS, "PAR", "too small").line, faulty(TOWNS, "PAR", "too small").why) == (5, "too small")
    assert faulty(TOWNS, "MÜN", "too small").line == 4
    source = Source("towns.json", TOWNS)
    assert source.error_at_key("so", "size", 30).line == 4
    assert source.error_at_key("so", "size", 3, 2).line == 5
    assert source.error_at_key("so", "size").line == 3
    assert source.error_at_key("so", "size", "BER").line == 1
    assert source.error_at_key("so", "size", 4).line == source.error_at_key("so", "size", 3, 3).line == 1


def test_a_row_may_not_stand_twice() -> None:
    """The second is the one that is named, even if it is wrong besides."""
    found = faulty(TOWNS.replace("PAR", "BER"))
    assert (found.line, found.why) == (5, "BER stands here a second time")


def test_fields_must_be_those_that_are_meant() -> None:
    """One that is missing, one too many, one of another kind: true is no number."""
    kinds = {"code": str, "size": int, "port": bool}
    assert describe_wrong_fields({"code": "BER", "size": 3, "port": False}, kinds, "a town") == ""
    assert describe_wrong_fields({"code": "BER", "port": False}, kinds, "a town") == "“size” is missing"
    row = {"code": "BER", "size": 3, "port": False, "age": 1}
    assert describe_wrong_fields(row, kinds, "a town") == "“age” is no field of a town"
    assert describe_wrong_fields({**row, "size": True}, {**kinds, "age": int}, "") == "“size” must be a whole number"
    assert describe_wrong_fields({"code": 3}, {"code": str}, "") == "“code” must be a text"
    assert describe_wrong_fields({"port": 1}, {"port": bool}, "") == "“port” must be true or false"


def test_what_comes_with_a_game_is_called_by_its_path() -> None:
    """So that whoever must mend it finds it."""
    source = load_shipped_source("engines.europa", "countries.json")
    assert source.name == "engines/europa/data/countries.json"
    assert read_shipped_files("engines.europa", "countries.json", "dice.json")["countries.json"] == source.text
    assert "countries" in source.read_object()
