"""Writes the next migration: what the models say beyond the newest one. `make migration SAYS="a motto for players"`.

It is a draft: what becomes of the rows that are there is for its author to say (CONTRIBUTING.md).
"""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command

from pbem.storage.database import Store, known_revisions


def write_next_migration(says: str) -> None:
    """A file beside the others, with the next number."""
    with TemporaryDirectory() as folder, closing(Store(f"sqlite:///{Path(folder) / 'pbem.db'}")) as store:
        config = store.alembic_config()
        config.attributes["bare"] = True
        command.upgrade(config, "head")
        command.revision(config, says, rev_id=f"{int(max(known_revisions())) + 1:04}", autogenerate=True)


if __name__ == "__main__":
    write_next_migration(sys.argv[1])
