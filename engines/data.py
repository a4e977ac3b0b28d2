"""Data files of a game: JSON that comes with it, or that a host has laid down instead. Every fault names its line."""

from __future__ import annotations

import json
import re
from binascii import crc_hqx
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any


class DataError(ValueError):
    """A data file of a game that cannot be used: `file`, `line` and `why`."""

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"{file}, line {line}: {why}")
        self.file, self.line, self.why = file, line, why


KIND_NAMES: Mapping[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}


def read_shipped_files(package: str, *names: str) -> dict[str, str]:
    """The texts of files in the folder `data` of a package ("engines.europa"), by their names. Raises DataError."""
    folder, path = resources.files(package) / "data", package.replace(".", "/")
    return {name: decode_data_file(f"{path}/data/{name}", (folder / name).read_bytes()) for name in names}


def decode_data_file(name: str, content: bytes) -> str:
    """The text of a file. Raises DataError with the line where it is none."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(name, line, f"this is not UTF-8 text: {error.reason}") from error


def load_shipped_source(package: str, name: str) -> Source:
    """One such file, called by its path so that whoever must mend it finds it."""
    return Source(f"{package.replace('.', '/')}/data/{name}", read_shipped_files(package, name)[name])


@dataclass(frozen=True)
class Source:
    """A file of JSON that holds one object: its name and its text."""

    name: str
    text: str

    def read_object(self) -> dict[str, Any]:
        """Raises DataError if it is no JSON, or no object."""
        try:
            data = json.loads(self.text)
        except (ValueError, RecursionError) as error:
            raise DataError(self.name, getattr(error, "lineno", 1), f"this is no JSON: {error}") from error
        if not isinstance(data, dict):
            raise DataError(self.name, 1, "the file must hold an object: { … }")
        return data

    def read_rows(self, key: str, own: str, fault: Callable[[Mapping[str, Any]], str]) -> Iterator[dict[str, Any]]:
        """The objects in the list `key`: each without a `fault`, no two of the same `own` field. Raises DataError."""
        found = self.read_object().get(key)
        if not isinstance(found, list) or not found or not all(isinstance(row, dict) for row in found):
            raise self.error_at_key(f"“{key}” must be a list of objects", key)
        met = set[str]()
        for row in found:
            wrong, mark = fault(row), json.dumps(row.get(own))
            if mark in met:
                raise self.error_at_key(f"{row[own]} stands here a second time", own, row[own], 2)
            if wrong:
                raise self.error_at_key(wrong, own, row.get(own))
            met.add(mark)
            yield row

    def verify_checksums(self) -> None:
        """Raises DataError at the first line that is not what the last one, "sums", says of it."""
        *lines, _ = self.text.splitlines()
        given, found = str(self.read_object().get("sums")), line_checksums(lines)
        if given != found:
            line = next(
                n for n, _ in enumerate((*lines, ""), 1) if given[4 * n - 4 : 4 * n] != found[4 * n - 4 : 4 * n]
            )
            raise DataError(self.name, line, "this line is not what was written: its checksum is another")

    def error_at_key(self, why: str, key: str, value: object = None, nth: int = 1) -> DataError:
        """An error to raise at the line in which a key stands, with this value (if there is one), for the nth time."""
        meant = re.escape(json.dumps(key)) + r"\s*:"
        if value is not None:
            meant += r"\s*" + re.escape(json.dumps(value, ensure_ascii=False)) + r"(?![\w.])"
        lines = [n for n, line in enumerate(self.text.splitlines(), 1) if re.search(meant, line)]
        return DataError(self.name, lines[nth - 1] if len(lines) >= nth else 1, why)


def line_checksums(lines: Iterable[str]) -> str:
    """A checksum of every line, four digits each: no line can be left out, and no digit changed, unnoticed."""
    return "".join(f"{crc_hqx(line.encode(), 0):04x}" for line in lines)


def describe_wrong_fields(row: Mapping[str, Any], kinds: Mapping[str, type], what: str) -> str:
    """Return what is wrong with the fields of `what` ("a country"): one missing, unknown, or of another kind; else
    ""."""
    for key in sorted(kinds.keys() ^ row.keys()):
        return f"“{key}” is {'missing' if key in kinds else f'no field of {what}'}"
    for key, kind in kinds.items():
        if type(row[key]) is not kind:
            return f"“{key}” must be {KIND_NAMES[kind]}"
    return ""
