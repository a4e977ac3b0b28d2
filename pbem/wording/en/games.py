"""How a game stands, what is voted on, and who acts."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # what is voted on
    "proposed concession": "to concede the game to {seats}",
    "proposed draw": "a draw",
    "proposed draw of": "a draw, shared by {seats}",
    "proposed time": "{span} more",
    "proposed win": "that {seats} wins alone",
    # how a game stands
    "status finished": "finished",
    "status forming": "forming",
    "status paused": "paused",
    "status running": "running",
    "status stuck": "stuck",
    # who else acts
    "host": "the host",
    "phase number": "phase {number}",
    "server": "the server",
}
