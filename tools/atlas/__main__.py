"""Draws maps anew: python -m tools.atlas [PLAN …]; each plan is a file beside this one, by default all of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tools.atlas.coasts import countries
from tools.atlas.cut import cut, read_plan
from tools.atlas.drawing import chart

HERE = Path(__file__).parent
COASTS = Path("build/atlas/package/countries-50m.json")
HOW = "There is no {}. Get it: mkdir -p build/atlas, then npm pack world-atlas@2.0.2 there, and unpack it (tar xzf)."


def main() -> None:
    if not COASTS.exists():
        sys.exit(HOW.format(COASTS))
    for name in sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.toml")):
        plan = read_plan(HERE / f"{name}.toml")
        data = chart(plan, cut(plan, countries(COASTS, plan.plane, plan.without)))
        plan.target.write_text(written(data), "utf-8")
        size = plan.target.stat().st_size
        print(f"{plan.target}: {len(data['regions'])} regions, {len(data['arcs'])} arcs, {size} bytes")


def written(data: dict[str, object]) -> str:
    """JSON with one arc or region on a line, so that a difference can be read."""
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
    return "{" + ",\n".join(lines) + "}\n"


main()
