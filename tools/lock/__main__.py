"""python -m tools.lock makes the lists of the lock anew: in `locks/`, for each thing that is done with pbem, every
package that it needs, at one version, with the hashes of all the files that it comes as, for every machine.

A list holds what those before it lack: `run.txt` what pbem needs, `dev.txt` what tests need besides. So a package
stands in one place, or in two lists of which nobody needs the other. No list says from where packages come.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.lock.bill import PART

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "locks"
BELOW: dict[str, tuple[str, ...]] = {
    "run": (),
    "build": (),
    "lock": (),
    "postgres": ("run",),
    "dev": ("run", "postgres", "build"),
    "atlas": ("dev",),
    "bench": ("dev",),
    "mutate": ("dev",),
}
"""Each list, with those that are installed before it."""
APART = ("build", "lock")
"""The lists of what pbem does not need itself: groups of pyproject.toml; the others are its extras."""
UV = ("pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--no-header", "--no-annotate")
PLACELESS = ("--no-emit-index-url", "--no-emit-find-links")


def main(upgrade: bool) -> None:
    """`upgrade`: the newest versions; else those that are there, as far as they suit."""
    known = "".join(path.read_text("utf-8") for path in sorted(LOCKS.glob("*.txt")))
    pins = sorted({f"{name}=={version}" for name, version, *_ in PART.findall(known)})
    groups = [word for name in APART for word in ("--group", name)]
    with TemporaryDirectory() as folder:
        every = Path(folder) / "every.txt"
        every.write_text("" if upgrade else "\n".join(pins), "utf-8")
        uv("pyproject.toml", "--all-extras", *groups, "--generate-hashes", "--output-file", str(every))
        blocks = {found[1]: found[0] for found in PART.finditer(every.read_text("utf-8"))}
        needs = {name: closure(name, every) for name in BELOW}
    for name, needed in needs.items():
        own = needed.difference(*(needs[below] for below in beneath(name)))
        (LOCKS / f"{name}.txt").write_text("".join(blocks[one] for one in sorted(own)), "utf-8")


def beneath(name: str) -> set[str]:
    """All lists that are installed before one."""
    return {one for below in BELOW[name] for one in (below, *beneath(below))}


def closure(name: str, every: Path) -> set[str]:
    """The packages that something needs, with all that these need, among `every` one of the lock."""
    if name in APART:
        of: tuple[str, ...] = ("--group", name)
    else:
        of = ("pyproject.toml",) if name == "run" else ("pyproject.toml", "--extra", name)
    found = uv(*of, "--constraint", str(every))
    return {*re.findall(r"^([a-z0-9-]+)==", found, re.M)}


def uv(*more: str) -> str:
    line = (sys.executable, "-m", "uv", *UV, *PLACELESS, *more)
    return subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout


if __name__ == "__main__":
    main("--upgrade" in sys.argv[1:])
