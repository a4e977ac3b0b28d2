"""The engines of this server by code: as they come, or with the tables that its host has laid down."""

from __future__ import annotations

from typing import Any

from engines.all import SHIPPED
from engines.base import Engine

ENGINES: dict[str, Engine[Any]] = dict(SHIPPED)
"""Only `pbem.furnish` changes it, at the start."""
