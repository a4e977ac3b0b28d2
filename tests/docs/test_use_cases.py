"""The use case that docs/use-cases.md shows is one: it runs as it stands there."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlmodel import Session, col, select

from pbem.games import Refusal, games
from pbem.games.notify import Kind, list_holders, queue_letter
from pbem.games.phases import phase_turns
from pbem.storage.database import Store
from pbem.storage.models import Game, Outbox, Seat
from pbem.storage.questions import Question, group_by_game
from tests.docs.cited import ROOT
from tests.games.party import start_party

pytestmark = pytest.mark.usefixtures("toy")
BLOCK = re.compile(r"^( *)```python\n(.*?)^ *```$", re.M | re.S)
KNOWN: dict[str, Any] = {
    "Collection": Collection,
    "Game": Game,
    "Kind": Kind,
    "Question": Question,
    "Refusal": Refusal,
    "Seat": Seat,
    "Session": Session,
    "col": col,
    "datetime": datetime,
    "games": games,
    "group_by_game": group_by_game,
    "list_holders": list_holders,
    "phase_turns": phase_turns,
    "queue_letter": queue_letter,
    "select": select,
}
"""What the samples take from elsewhere."""


def load_samples() -> dict[str, Any]:
    """What the samples of the page define."""
    text, found = (ROOT / "docs/use-cases.md").read_text(), dict(KNOWN)
    for indent, code in BLOCK.findall(text):
        exec(re.sub(f"^{indent}", "", "from __future__ import annotations\n" + code, flags=re.M), found)
    return found


def test_the_sample_does_what_it_says(store: Store, now: datetime) -> None:
    party, nudge = start_party(store, now), load_samples()["nudge_debtors"]
    with store.write_session() as session:
        assert nudge(session, party.game(session), now + timedelta(hours=1)) == 2
    with store.read_session() as session:
        assert len(session.exec(select(Outbox).where(Outbox.kind == Kind.REMIND)).all()) == 2


def test_the_question_of_the_sample_is_answered(store: Store, now: datetime) -> None:
    party, question = start_party(store, now), load_samples()["SEATS"]
    with store.read_session() as session:
        assert [seat.code for seat in question.answer(session, party.game_id)] == ["RED", "BLU"]
