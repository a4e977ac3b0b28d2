"""Charts are what their plans and the coasts give; drawing them keeps what they show."""

from __future__ import annotations

from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.atlas.charts import PLANS, area, drawn
from tools.atlas import source

SHARE = {"diplomacy": 0.06, "europa": 0.02, "cantillon": 0.15, "europe2028": 0.06}
"""By how much the area of a region may differ from what the plan gives with coasts that are not simplified, as part of
it. Borders of countries stay where they are; those that a game invents run straight by plan, and wind on the map."""


@pytest.mark.parametrize("game", PLANS)
def test_a_chart_is_made_from_its_plan(game: str) -> None:
    """Whoever changes seeds, names or coasts draws the chart anew (make atlas)."""
    assert drawn(game).data["made"] == source.mark(PLANS[game])


@pytest.mark.parametrize("game", PLANS)
def test_every_region_is_as_large_as_it_was(game: str) -> None:
    """What simplifying coasts and roughening borders took or gave is little, in every region that has a name."""
    map_ = drawn(game)
    for code in map_.chart.slots["name"]:
        whole = map_.data["regions"][code]["area"]
        assert abs(area(map_.chart.regions[code].rings) - whole) <= SHARE[game] * whole, code


# --- the coasts -----------------------------------------------------------------------------------------------------


def test_without_a_network_it_says_what_to_do(tmp_path: Path) -> None:
    package = tmp_path / "coasts.tgz"
    with pytest.raises(source.CoastsError, match=r"cannot be fetched .* lay it down as .*coasts\.tgz"):
        source.coasts(package, "http://127.0.0.1:9/coasts.tgz")
    assert not package.exists()


def test_other_coasts_are_refused(tmp_path: Path) -> None:
    """Fetched or laid down: what has another checksum is not used, and not kept."""
    package = tmp_path / "coasts.tgz"
    with HTTPServer(("127.0.0.1", 0), Wrong) as server:
        Thread(target=server.handle_request, daemon=True).start()
        with pytest.raises(source.CoastsError, match="SHA-256"):
            source.coasts(package, f"http://127.0.0.1:{server.server_port}/coasts.tgz")
    assert not package.exists()
    package.write_bytes(b"other coasts")
    with pytest.raises(source.CoastsError, match=r"coasts\.tgz is not world-atlas 2\.0\.2"):
        source.coasts(package)


class Wrong(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"other coasts")

    log_message = partial(lambda *_: None)
