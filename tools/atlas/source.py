"""Where the coasts come from, and what a chart was made from: one pinned file of the net, and the plan.

The coasts are those of Natural Earth (public domain), as the npm package `world-atlas` 2.0.2 holds them. Needs neither
Shapely nor NumPy, so that a test can tell whether the charts are those of their plans.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "build" / "atlas" / "world-atlas-2.0.2.tgz"
NAME = "world-atlas/-/world-atlas-2.0.2.tgz"
"""Where it lies among the packages of npm."""
CHECKSUM = "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97"
"""SHA-256 of the package."""
MEMBER = "package/countries-50m.json"
NPM = ("npm", "config", "get", "registry")
PATIENCE = 60
"""Seconds without an answer after which fetching is given up."""


class CoastsError(Exception):
    """The coasts cannot be had, and why."""


def coasts(package: Path = PACKAGE, address: str = "") -> dict[str, Any]:
    """The countries of the world as TopoJSON, fetched once: from where npm has its packages, or another address.
    Raises CoastsError."""
    if not package.exists():
        address = address or of_npm(package)
        package.parent.mkdir(parents=True, exist_ok=True)
        package.write_bytes(checked(fetched(address, package), address))
    with tarfile.open(fileobj=BytesIO(checked(package.read_bytes(), str(package)))) as archive:
        member = archive.extractfile(MEMBER)
        topology: dict[str, Any] = json.load(member) if member else {}
    return topology


def of_npm(package: Path) -> str:
    """The address of the package, as npm is set up on this machine."""
    try:
        asked = subprocess.run(NPM, capture_output=True, text=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise CoastsError(
            f"npm cannot be asked where packages are ({error}). Without it, lay world-atlas 2.0.2 down as {package}."
        ) from error
    return f"{asked.stdout.strip().rstrip('/')}/{NAME}"


def fetched(address: str, package: Path) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            data: bytes = answer.read()
    except (urllib.error.URLError, OSError) as error:
        raise CoastsError(
            f"{address} cannot be fetched ({error}). Without a network, lay it down as {package}."
        ) from error
    return data


def checked(data: bytes, what: str) -> bytes:
    """Data of the checksum that is expected. Raises CoastsError."""
    if (found := hashlib.sha256(data).hexdigest()) != CHECKSUM:
        raise CoastsError(f"{what} is not world-atlas 2.0.2: its SHA-256 is {found}, not {CHECKSUM}.")
    return data


# --- what a chart is made from --------------------------------------------------------------------------------------


def mark(plan: Path) -> str:
    """Return what tells a chart's plan, names and coasts from all others; a chart keeps it as "made"."""
    names = sorted(called(names_file(tomllib.loads(plan.read_text("utf-8")))))
    parts = plan.read_text("utf-8"), json.dumps(names, ensure_ascii=False), CHECKSUM
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def names_file(plan: dict[str, Any]) -> Any:
    """The file of the game in which regions have names."""
    return json.loads((ROOT / plan["slots"]["names"]).read_text("utf-8"))


def called(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Everything in a game's data that has a name, by its code or its key."""
    if isinstance(data, dict):
        if isinstance(data.get("name"), str):
            yield data.get("code", key), data["name"]
        for inner, value in data.items():
            yield from called(value, inner)
    elif isinstance(data, list):
        for value in data:
            yield from called(value)
