"""The bill of materials that a wheel brings: what the suite was run with, as CycloneDX says such things. Made from the
lock when the wheel is built (`pyproject.toml` names this file as a hook), so it knows nothing but the standard library
and the builder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PART = re.compile(r"^([a-z0-9-]+)==([^ ;\\]+)(?: ; (.*?))? ?\\?\n((?:    --hash=sha256:\w+(?: \\)?\n)*)", re.M)
HASH = re.compile(r"sha256:(\w{64})")
LISTS = ("run", "postgres")
"""The lists of the lock of which a host installs something."""
NAME = "pbem.cdx.json"


class Part(NamedTuple):
    """A package of a list: `marker` says on which machines it is wanted; a hash for each file that it comes as."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def parts(path: Path) -> Iterator[Part]:
    """The packages of a list of the lock."""
    for name, version, marker, hashes in PART.findall(path.read_text("utf-8")):
        yield Part(name, version, marker, tuple(HASH.findall(hashes)))


def bill(root: Path, version: str) -> dict[str, Any]:
    """The bill of a version of pbem. The same lock makes the same bill."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "pbem",
                "name": "pbem",
                "version": version,
                "purl": f"pkg:pypi/pbem@{version}",
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": [component(part, of) for of in LISTS for part in parts(root / "locks" / f"{of}.txt")],
    }


def component(part: Part, of: str) -> dict[str, Any]:
    """A package with the hashes of its files; what PostgreSQL alone needs is optional."""
    marker = [{"name": "python:marker", "value": part.marker}] if part.marker else []
    return {
        "type": "library",
        "bom-ref": part.name,
        "name": part.name,
        "version": part.version,
        "purl": f"pkg:pypi/{part.name}@{part.version}",
        "scope": "required" if of == "run" else "optional",
        "hashes": [{"alg": "SHA-256", "content": one} for one in part.hashes],
        **({"properties": marker} if marker else {}),
    }


class BillHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the bill into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  as it is called
        path = Path(mkdtemp()) / NAME
        found = bill(Path(self.root), self.metadata.version)
        path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
        build_data["sbom_files"].append(str(path))
