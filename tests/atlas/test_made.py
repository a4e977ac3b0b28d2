"""Charts are what their plans and the coasts give; drawing them keeps what they show."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.atlas.charts import PLANS, area, load_drawn_chart
from tools.atlas import source

SHARE = {"diplomacy": 0.06, "europa": 0.02, "cantillon": 0.15, "europe2028": 0.06}
"""By how much the area of a region may differ from what the plan gives with coasts that are not simplified, as part of
it. Borders of countries stay where they are; those that a game invents run straight by plan, and wind on the map."""


@pytest.mark.parametrize("game", PLANS)
def test_a_chart_is_made_from_its_plan(game: str) -> None:
    """Whoever changes seeds, names or coasts draws the chart anew (make atlas)."""
    assert load_drawn_chart(game).data["made"] == source.mark(PLANS[game])


@pytest.mark.parametrize("game", PLANS)
def test_every_region_is_as_large_as_it_was(game: str) -> None:
    """What simplifying coasts and roughening borders took or gave is little, in every region that has a name."""
    map_ = load_drawn_chart(game)
    for code in map_.chart.slots["name"]:
        whole = map_.data["regions"][code]["area"]
        assert abs(area(map_.chart.regions[code].rings) - whole) <= SHARE[game] * whole, code


# --- the coasts -----------------------------------------------------------------------------------------------------


def test_without_a_network_it_says_what_to_do(tmp_path: Path) -> None:
    package = tmp_path / "coasts.tgz"
    with pytest.raises(source.CoastsError, match=r"cannot be fetched .* lay it down as .*coasts\.tgz"):
        source.coasts(package, "http://127.0.0.1:9/coasts.tgz")
    assert not package.exists()


def test_without_npm_it_is_said_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "NPM", (str(tmp_path / "npm"),))
    with pytest.raises(
        source.CoastsError, match=r"npm cannot be asked .* lay world-atlas 2\.0\.2 down as .*coasts\.tgz"
    ):
        source.coasts(tmp_path / "coasts.tgz")


def test_other_coasts_are_refused(tmp_path: Path) -> None:
    """Fetched or laid down: what has another checksum is not used, and not kept."""
    package = tmp_path / "coasts.tgz"
    with serve_once(b"other coasts") as address, pytest.raises(source.CoastsError, match="SHA-256"):
        source.coasts(package, address)
    assert not package.exists()
    package.write_bytes(b"other coasts")
    with pytest.raises(source.CoastsError, match=r"coasts\.tgz is not world-atlas 2\.0\.2"):
        source.coasts(package)


def test_coasts_are_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first time from the net, from then on without it."""
    package, archive = tmp_path / "build" / "coasts.tgz", pack_topology({"objects": {}})
    monkeypatch.setattr(source, "CHECKSUM", sha256(archive).hexdigest())
    with serve_once(archive) as address:
        assert source.coasts(package, address) == {"objects": {}}
    assert source.coasts(package, address) == {"objects": {}}
    assert package.read_bytes() == archive


def pack_topology(topology: dict[str, Any]) -> bytes:
    """A package as npm has them."""
    data, archive = json.dumps(topology).encode(), BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        entry = tarfile.TarInfo(source.MEMBER)
        entry.size = len(data)
        tar.addfile(entry, BytesIO(data))
    return archive.getvalue()


@contextmanager
def serve_once(data: bytes) -> Iterator[str]:
    """The address at which data can be fetched once."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.handle_request, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/coasts.tgz"
