"""`pbem` with a point for every picture: python -m tests.replay.unpainted COMMAND."""

from __future__ import annotations

from pbem.cli import main
from pbem.render import to_png
from tests.conftest import POINT

if __name__ == "__main__":
    to_png.png = lambda *_: POINT
    main()
