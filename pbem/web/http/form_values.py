"""Forms as they are read: a line end is one character, as in the box it was typed in; browsers send two."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict


class PostedFields(ImmutableMultiDict[str, Any]):
    """What a form says, by name."""

    def __init__(self, given: MultiDict[str, Any] | Iterable[tuple[str, Any]] | None = None) -> None:
        pairs = given.items(multi=True) if isinstance(given, MultiDict) else given or ()
        super().__init__([(name, normalize_line_ends(value)) for name, value in pairs])


def normalize_line_ends(value: Any) -> Any:
    return value.replace("\r\n", "\n") if isinstance(value, str) else value


class PostedRequest(Request):
    """A request whose forms are read so."""

    parameter_storage_class = PostedFields
