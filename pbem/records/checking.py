"""What a file proves: its signature, its hashes, its receipts, and every phase resolved again. Nothing of the server is
needed, and whatever a file holds, it takes no more than a bounded time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from pbem.games import Refusal
from pbem.games.engine_data import furnish_engines
from pbem.games.proof import verify
from pbem.games.proof.game_record import Record
from pbem.records import file
from pbem.records.file import SignedRecord
from pbem.records.lines import Unreadable

SECONDS, MEMORY = 600, 2_000_000_000
"""The most that a check may take, in seconds of work and in bytes."""
MOST_FAULTS, LONGEST = 50, 300


@dataclass(frozen=True)
class Findings:
    """What came out. `proved`: every phase was resolved again; else the secret is not told, or not all orders are."""

    slug: str
    engine: str
    status: str
    reader: str
    host: str
    made_at: str
    key: str
    signed: bool
    trusted: bool | None
    phases: int
    receipts: int
    proved: bool
    last_hash: str
    faults: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        return self.signed and self.trusted is not False and not self.faults


def check_record_bytes(data: bytes, key: str = "") -> Findings:
    """`key`: the public key that must have signed it, if one is known. Raises Unreadable."""
    return build_findings(file.unpack_record(data), key)


def build_findings(read: SignedRecord, key: str = "") -> Findings:
    """Raises Unreadable for a game that is not known here."""
    record = read.record
    return Findings(
        slug=record.slug,
        engine=record.engine,
        status=record.status,
        reader=record.reader,
        host=read.host,
        made_at=read.made_at.isoformat(),
        key=read.key,
        signed=read.signed,
        trusted=read.key == key.strip().lower() if key else None,
        phases=len(record.phases),
        receipts=len(record.receipts),
        proved=record.is_whole and bool(record.secret),
        last_hash=record.phases[-1].hash if record.phases else "",
        faults=tuple(list_record_faults(record)),
    )


def list_record_faults(record: Record) -> list[str]:
    """Return what does not hold, in words that are safe to show. Raises Unreadable."""
    try:
        found = verify.examine_record(record)
    except Refusal as error:
        raise Unreadable(f"its game cannot be played here ({error.code})") from error
    more = [f"… and {len(found) - MOST_FAULTS} more"] if len(found) > MOST_FAULTS else []
    return [printable_words(fault) for fault in (*found[:MOST_FAULTS], *more)]


def printable_words(words: str) -> str:
    """Words of a file as a terminal may show them."""
    return "".join(sign if sign.isprintable() else "?" for sign in words[:LONGEST])


# --- in a process of its own -------------------------------------------------------------------------------------


def check_in_process(path: Path, instance: Path, key: str = "", seconds: int = SECONDS) -> Findings:
    """The same in a process that is ended if it takes too much. Raises Unreadable."""
    line = [sys.executable, "-m", "pbem.records.checking", str(path), str(instance), key, str(seconds)]
    try:
        done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=4 * seconds)
        told = json.loads(done.stdout) if done.returncode == 0 else {}
    except (subprocess.TimeoutExpired, ValueError):
        told = {}
    if "unreadable" in told:
        raise Unreadable(told["unreadable"])
    if not told:
        raise Unreadable(
            f"checking it took more than {seconds} seconds or {MEMORY // 10**9} GB: it is not to be trusted"
        )
    return Findings(**{**told, "faults": tuple(told["faults"])})


def bound_process(seconds: int) -> None:
    """Lets this process take so much and no more, where the machine can do that."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # not on every machine

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(path: str, instance: str, key: str, seconds: str) -> None:
    bound_process(int(seconds))
    if Path(instance).is_dir():
        furnish_engines(Path(instance))
    try:
        told = asdict(check_record_bytes(read_record_bytes(Path(path)), key))
    except Unreadable as error:
        told = {"unreadable": printable_words(str(error))}
    sys.stdout.write(json.dumps(told))
    sys.stdout.flush()
    os._exit(0)


def read_record_bytes(path: Path) -> bytes:
    """Raises Unreadable."""
    try:
        with path.open("rb") as opened:
            return opened.read(file.PACKED + 1)
    except OSError as error:
        raise Unreadable(f"it cannot be read ({error.strerror})") from error


if __name__ == "__main__":
    main(*sys.argv[1:])
