"""A chart that is damaged, or replaced by something else, is refused when it is read: with file, line and cause."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.atlas.chart import read_chart
from engines.data import DataError, Source
from tests.atlas.charts import load_drawn_chart

TEXT = load_drawn_chart("europa").source.text


def chart_error(text: str) -> DataError:
    with pytest.raises(DataError) as caught:
        read_chart("damaged", Source("chart.json", text))
    assert str(caught.value).startswith(f"chart.json, line {caught.value.line}: ")
    return caught.value


def line_of(text: str, words: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if words in line)


def test_half_a_file() -> None:
    assert "this is no JSON" in chart_error(TEXT[: len(TEXT) // 2]).why


@pytest.mark.parametrize("key", ["source", "width", "height", "arcs", "regions", "coasts", "islands", "slots"])
def test_a_part_that_is_missing_or_something_else(key: str) -> None:
    data = json.loads(TEXT)
    missing = chart_error(json.dumps({k: v for k, v in data.items() if k != key}, indent=0))
    assert missing.why == f"“{key}” is missing"
    other = json.dumps(data | {key: None}, indent=0)
    assert chart_error(other).line == line_of(other, f'"{key}": null')


ARC = line_of(TEXT, '"sides":')
SLOT = line_of(TEXT, '"book":"name","of":"FRA"')
DIGITS = [n for n, letter in enumerate(TEXT[: TEXT.rindex('"sums"')]) if letter.isdecimal() and letter.isascii()]
AUT = line_of(TEXT, '"AUT":{')


@pytest.mark.parametrize(
    ("line", "damage", "why"),
    [
        (SLOT, lambda text: text.replace('"of":"FRA"', '"of":"XXX"'), "there is no region 'XXX'"),
        (SLOT, lambda text: text.replace('"of":"FRA",', ""), "“of” is missing"),
        (SLOT, lambda text: re.sub(r'"box":\[[^]]*\]', '"box":[88]', text), "not what tools/atlas writes"),
        (SLOT, lambda text: re.sub(r'"inside":\[', '"inside":[7,', text), "not what tools/atlas writes"),
        (SLOT, lambda text: re.sub(r'"inside":\[\d+', '"inside":["west"', text), "not what tools/atlas writes"),
        (AUT, lambda text: text.replace('"rings":[[', '"rings":[[9999,'), "not what tools/atlas writes"),
        (AUT, lambda text: text.replace('"piece":[', '"piece":[1,'), "not what tools/atlas writes"),
        (AUT, lambda text: text.replace('"land"', '"marsh"'), "'marsh' is none of land, sea, shut, off"),
        (
            ARC,
            lambda text: re.sub(r'"kind":"\w+"', '"kind":"ditch"', text),
            "'ditch' is none of land, coast, sea, frame",
        ),
    ],
)
def test_the_line_that_is_damaged(line: int, damage: Callable[[str], str], why: str) -> None:
    lines = TEXT.splitlines()
    lines[line - 1] = damage(lines[line - 1])
    error = chart_error("\n".join(lines))
    assert (error.line, why in error.why) == (line, True), error


def test_a_region_whose_name_has_no_place() -> None:
    """Every name must find one: who took the rows of a region away is told which."""
    lines = [line for line in TEXT.splitlines() if '"book":"name","of":"FRA"' not in line]
    assert "FRA" in chart_error("\n".join(lines)).why


def test_another_map() -> None:
    """A chart of another game is no chart of this one."""
    with pytest.raises(DataError, match=r"line \d+: there is no BOH, which the rules of the game name"):
        read_chart("other", Source("chart.json", TEXT), ["FRA", "BOH"])


def test_a_sheet_without_size() -> None:
    data: dict[str, Any] = json.loads(TEXT)
    assert "0 is no length" in chart_error(json.dumps(data | {"width": 0}, indent=0)).why


@pytest.mark.slow
@given(data=st.data())
def test_no_digit_can_be_changed_unnoticed(data: st.DataObject) -> None:
    """Most changed digits are a map as well, with a coast or a name elsewhere."""
    at = data.draw(st.sampled_from(DIGITS))
    other = data.draw(st.sampled_from([digit for digit in "0123456789" if digit != TEXT[at]]))
    error = chart_error(TEXT[:at] + other + TEXT[at + 1 :])
    assert error.line == TEXT.count("\n", 0, at) + 1 or "tools/atlas" in error.why or "place" in error.why


def test_no_line_can_be_left_out_unnoticed() -> None:
    lines = TEXT.splitlines()
    gone = line_of(TEXT, '"book":"signs","of":"TUR"')
    error = chart_error("\n".join(lines[: gone - 1] + lines[gone:]))
    assert (error.line, "checksum" in error.why) == (gone, True)
