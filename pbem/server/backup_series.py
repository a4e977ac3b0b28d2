"""Backups in a folder, each of which takes what is new: a backup is a list of blocks, and a block that an earlier one
has is there already.

A block is named by the SHA-256 of what is in it and is written once; a backup is there as soon as its list is, which
is written last. So whoever dies on the way leaves blocks that nobody names, and every earlier backup whole. Blocks that
no list names any more go after the next one (`keep`).
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

BLOCKS, ENDING = "blocks", ".backup"
BLOCK = 64 * 1024
"""Bytes of a block of SQLite's file: whole pages, which stay in their places."""
LEAST, MOST = 16 * 1024, 1024 * 1024
"""Bytes of a block of PostgreSQL's dump, which ends where a line says so: what was put in between moves no other."""
CUT = 0xFF
NAME = re.compile(r"[0-9a-f]{64}")
Pieces = Mapping[str, Iterable[bytes]]
"""What is to be kept: the blocks of each file by its path."""


class SeriesError(Exception):
    """A backup cannot be written or read; says why."""


@dataclass(frozen=True)
class WrittenBackup:
    """A backup that was made: its list, how many bytes it is of, how many of them were new, and what they take."""

    list: Path
    whole: int
    new: int
    taken: int


@dataclass(frozen=True)
class Backups:
    """The backups in a folder, which only its owner can read."""

    folder: Path

    def list_backups(self) -> list[Path]:
        """All backups, the oldest first."""
        return sorted(self.folder.glob(f"*{ENDING}"))

    def write_backup(self, pieces: Pieces, now: datetime, keep: int) -> WrittenBackup:
        """Adds a backup, reads what was new back from the disk, and lets go of all but the newest `keep`. Raises
        SeriesError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.folder / BLOCKS).mkdir(mode=0o700, exist_ok=True)
        with lock_backups(self.folder):
            there = {place.name for place in (self.folder / BLOCKS).glob("*/*")}
            known = {name for path in self.list_backups() for name in iter_block_names(path)} & there
            told, fresh, whole, new = dict[str, list[str]](), dict[str, int](), 0, 0
            for path, blocks in pieces.items():
                told[path] = []
                for block in blocks:
                    name = hashlib.sha256(block).hexdigest()
                    told[path].append(name)
                    whole += len(block)
                    if name not in known and name not in fresh:
                        fresh[name], new = self.write_block(name, block), new + len(block)
            os.sync()  # all blocks before their list
            for name in fresh:
                self.read_block(name)
            made = self.folder / f"{now:%Y-%m-%dT%H%M%SZ}{ENDING}"
            write_atomically(made, json.dumps(told).encode())
            self.prune_backups(made, keep)
        return WrittenBackup(made, whole, new, sum(fresh.values()))

    def block_path(self, name: str) -> Path:
        return self.folder / BLOCKS / name[:2] / name

    def write_block(self, name: str, block: bytes) -> int:
        """Writes a block, anew if one of that name is there which no backup names; how many bytes it takes."""
        packed = zlib.compress(block, 1)
        place = self.block_path(name)
        place.parent.mkdir(mode=0o700, exist_ok=True)
        draft = place.with_suffix(".draft")
        draft.touch(mode=0o600)
        draft.write_bytes(packed)
        draft.replace(place)
        return len(packed)

    def read_block(self, name: str) -> bytes:
        """Raises SeriesError if it is not what its name says."""
        try:
            machine = zlib.decompressobj()
            block = machine.decompress(self.block_path(name).read_bytes(), MOST + 1)
        except (OSError, zlib.error) as error:
            raise SeriesError(f"block {name} cannot be read: {error}") from error
        if hashlib.sha256(block).hexdigest() != name:
            raise SeriesError(f"block {name} is damaged")
        return block

    def extract_backup(self, path: Path, into: Path) -> None:
        """Puts the files of a backup into a folder. Raises SeriesError."""
        for name, blocks in load_block_list(path).items():
            place = into / name
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.touch(mode=0o600)
            with place.open("wb") as file:
                for block in blocks:
                    file.write(self.read_block(block))

    def prune_backups(self, made: Path, keep: int) -> None:
        """Lets go of all backups but the one just made (be the clock as it may) and the newest besides, then of the
        blocks that nobody names."""
        others = [path for path in self.list_backups() if path != made]
        for path in others[: max(0, len(others) - keep + 1)]:
            path.unlink()
        needed = {name for path in self.list_backups() for name in iter_block_names(path)}
        for place in (self.folder / BLOCKS).glob("*/*"):
            if place.name not in needed:
                place.unlink()


def load_block_list(path: Path) -> dict[str, list[str]]:
    """The blocks of each file of a backup. Raises SeriesError for what is no list of a backup."""
    try:
        told = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise SeriesError(f"{path} cannot be read: {error}") from error
    if not isinstance(told, dict) or not all(map(stays_inside, told)):
        raise SeriesError(f"{path} is no backup of pbem")
    if not all(NAME.fullmatch(str(name)) for names in told.values() for name in names):
        raise SeriesError(f"{path} is no backup of pbem")
    return told


def stays_inside(path: str) -> bool:
    """Return whether a path stays in the folder where it is put."""
    said = PurePosixPath(path)
    return bool(said.parts) and not said.is_absolute() and ".." not in said.parts


def iter_block_names(path: Path) -> Iterator[str]:
    """All blocks that a backup needs."""
    return (name for names in load_block_list(path).values() for name in names)


def write_atomically(path: Path, content: bytes) -> None:
    """Writes a file so that it is there whole, also after a loss of power, or not at all."""
    draft = path.with_suffix(".draft")
    draft.touch(mode=0o600)
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def lock_backups(folder: Path) -> Iterator[None]:
    """Raises SeriesError if somebody else writes a backup there."""
    import fcntl  # Unix alone has it

    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise SeriesError(f"another backup is being written to {folder}") from error
    finally:
        os.close(held)


def iter_even_blocks(file: IO[bytes]) -> Iterator[bytes]:
    """A file in blocks of one size."""
    while block := file.read(BLOCK):
        yield block


def iter_line_blocks(file: IO[bytes]) -> Iterator[bytes]:
    """A file in blocks that end with a line whose sum says so."""
    block = bytearray()
    for line in iter(lambda: file.readline(MOST - LEAST), b""):
        if len(block) + len(line) > MOST:
            yield bytes(block)
            block.clear()
        block += line
        if len(block) >= LEAST and zlib.crc32(line) & CUT == 0:
            yield bytes(block)
            block.clear()
    if block:
        yield bytes(block)
