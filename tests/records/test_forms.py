"""Games as other programs know them, from the database: what was taken back is left out."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from engines.diplomacy import ENGINE
from pbem.games import Refusal, games
from pbem.games.leading import master
from pbem.records import forms
from pbem.storage.database import Store
from tests.games.party import play_advised_party, start_party

pytestmark = pytest.mark.usefixtures("toy")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["diplomacy.json", "judge.txt"])
def test_a_game_with_a_rollback(sqlite: Store, now: datetime, form: str) -> None:
    party = play_advised_party(sqlite, "diplomacy", 2, now)
    with sqlite.write_session() as session:
        master.roll_back_game(session, party.game(session), None, 2, now)
    with sqlite.write_session() as session:
        master.process_phase(session, party.game(session), None, now)
    with sqlite.read_session() as session:
        game = party.game(session)
        moments = ENGINE.read_recorded_game(forms.write_record_form(session, game, form))
        current = games.find_current_phase(session, game)
        assert current is not None and current.number == 5
        names = [moment.phase for moment in moments]
        assert len(names) == len({*names}) and names[:2] == ["S1901M", "F1901M"]
        if form == "diplomacy.json":
            assert (
                names[-1] == current.name and json.loads(forms.write_record_form(session, game, form))["id"] == "verdun"
            )


def test_a_game_without_forms(sqlite: Store, now: datetime) -> None:
    party = start_party(sqlite, now)
    with sqlite.read_session() as session, pytest.raises(Refusal, match="no such form"):
        forms.write_record_form(session, party.game(session), "diplomacy.json")
