"""Draws maps anew: python -m tools.atlas [--check] [PLAN …]; each plan is a file beside this one, by default all.

With --check nothing is written, and a chart that is not what its plan and the coasts give is named.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from engines.data import line_checksums
from tools.atlas.coasts import countries, simplified
from tools.atlas.cut import Plan, cut, read_plan
from tools.atlas.drawing import chart
from tools.atlas.source import CoastsError, coasts

HERE = Path(__file__).parent


def main(*names: str, check: bool = False) -> str:
    """Draws the charts of plans, or all; returns what is wrong, or ""."""
    try:
        topology = coasts()
    except CoastsError as error:
        return str(error)
    stale = []
    for name in names or sorted(path.stem for path in HERE.glob("*.toml")):
        plan = read_plan(HERE / f"{name}.toml")
        text = drawn(plan, topology)
        if check and text != plan.target.read_text("utf-8"):
            stale.append(str(plan.target))
        elif not check:
            plan.target.write_text(text, "utf-8")
        print(f"{plan.target}: {len(text.encode())} bytes", flush=True)
    return f"Not what their plans give: {', '.join(stale)}. Run make atlas." if stale else ""


def drawn(plan: Plan, topology: dict[str, Any]) -> str:
    """The chart of a plan as JSON."""
    exact = countries(topology, plan.plane, plan.without)
    return written(chart(plan, cut(plan, simplified(exact)), cut(plan, exact)))


def written(data: dict[str, object]) -> str:
    """JSON with one arc or region on a line, so that a difference can be read; at the end checksums of the lines."""
    lines = []
    for key, value in data.items():
        if isinstance(value, list):
            inner = ",\n".join(json.dumps(each, separators=(",", ":")) for each in value)
            lines.append(f"{json.dumps(key)}:[\n{inner}]")
        elif isinstance(value, dict):
            inner = ",\n".join(f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in value.items())
            lines.append(f"{json.dumps(key)}:{{\n{inner}}}")
        else:
            lines.append(f"{json.dumps(key)}:{json.dumps(value)}")
    text = "{" + ",\n".join(lines) + ",\n"
    return f'{text}"sums":"{line_checksums(text.splitlines())}"}}\n'


sys.exit(main(*[name for name in sys.argv[1:] if name != "--check"], check="--check" in sys.argv) or 0)
