"""Each kind of letter has a name of its own; a notice was told from others by a code among its facts."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NOTICES = (
    *("address", "corrected", "for-the-host", "forged", "late", "parked", "paused", "proposed", "put-aside"),
    *("replaced", "resigned", "rolled-back", "stuck", "unreachable", "unreadable"),
)
FAULTS = {
    "its header is longer than 64 KB": "header",
    "it has too many parts inside parts": "parts",
    "its structure cannot be made out": "structure",
    "it could not be read": "killing",
}
"""Why a letter could not be read, as it was worded, and as it is called now."""
OUTBOX = sa.table("outbox", sa.column("id", sa.Integer), sa.column("kind", sa.String), sa.column("data", sa.Text))


def upgrade() -> None:
    base = op.get_bind()
    for row in base.execute(sa.select(OUTBOX).where(OUTBOX.c.kind == "notice")).all():
        data = json.loads(row.data)
        kind = data.pop("code", "notice").replace(" ", "-")
        if "why" in data:
            data["why"] = FAULTS.get(data["why"], data["why"])
        if kind in NOTICES:  # what was told long ago has lost its facts, and is not painted again
            put(row.id, kind, data)


def downgrade() -> None:
    base, worded = op.get_bind(), {code: words for words, code in FAULTS.items()}
    for row in base.execute(sa.select(OUTBOX).where(OUTBOX.c.kind.in_(NOTICES))).all():
        data = {**json.loads(row.data), "code": row.kind.replace("-", " ")}
        if "why" in data:
            data["why"] = worded.get(data["why"], data["why"])
        put(row.id, "notice", data)


def put(number: int, kind: str, data: dict[str, Any]) -> None:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    op.get_bind().execute(sa.update(OUTBOX).where(OUTBOX.c.id == number).values(kind=kind, data=text))
