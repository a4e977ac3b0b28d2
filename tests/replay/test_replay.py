"""A recorded game replayed by mail through the real SMTP port, and killed on the way."""

from __future__ import annotations

import os
import random
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pypdf import PdfReader
from sqlmodel import col, select

from engines.dice import LoadedDice
from engines.diplomacy import ENGINE
from engines.language import parse_orders
from pbem.replay.drive import STEP, Office, ReplayError, ReplayOutcome, replay_record
from pbem.replay.hands import HANDS, build_replay_mail, word_order, write_letter_bodies
from pbem.settings import config
from pbem.storage.database import Store
from pbem.storage.models import Phase
from tests import nursery
from tests.pixels import POINT
from tests.size import proof_only, size

GAME = Path(__file__).parents[1] / "diplomacy/games/1901-1906.jsonl"
RECORD = GAME.read_text("utf-8")
BEGAN = datetime(2026, 1, 5, tzinfo=UTC)
PHASES = ["S1901M", "F1901M", "F1901R", "W1901A"][: size(2, 4)]
OPENING = "\n".join(RECORD.splitlines()[: len(PHASES)])
TWO_PHASES = "\n".join(RECORD.splitlines()[:2])


def replay_diplomacy(text: str, folder: Path) -> ReplayOutcome:
    return replay_record("diplomacy", text, folder, lambda _: None)


def test_hands_word_orders_differently() -> None:
    """All of them are read as the same order."""
    state = ENGINE.start((), LoadedDice()).state
    grammar = ENGINE.grammar(state, "FRANCE")
    assert grammar is not None
    order = "A MAR S A PAR - BUR"
    written = [word_order(grammar, order, hand) for hand in HANDS]
    assert len(set(written)) >= 4
    assert all(parse_orders(grammar, text).orders[0].text == order for text in written)
    assert word_order(grammar, "A PAR - MOON", HANDS[1]) == "A PAR - MOON"


def test_letters_are_the_same_each_time() -> None:
    """Else a replay that goes on would send them twice."""
    state = ENGINE.start((), LoadedDice()).state
    grammar = ENGINE.grammar(state, "FRANCE")
    assert grammar is not None
    for hand in HANDS:
        for body in write_letter_bodies(hand, grammar, ["A PAR - BUR", "F BRE - MAO"]):
            twice = [
                build_replay_mail(hand, "a@players.example", "b@localhost", "Orders", body, "k", BEGAN)
                for _ in range(2)
            ]
            assert twice[0] == twice[1]


@pytest.fixture(scope="module")
def beginning(tmp_path_factory: pytest.TempPathFactory) -> tuple[ReplayOutcome, Path]:
    """The opening replayed undisturbed, and its folder."""
    folder = tmp_path_factory.mktemp("beginning")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbem.render.to_png.paint_png", lambda *_: POINT)
        return replay_diplomacy(OPENING, folder), folder


@pytest.mark.slow
@pytest.mark.proof
def test_the_beginning_is_replayed(beginning: tuple[ReplayOutcome, Path]) -> None:
    """Seven players join by mail, order by mail, and get reports as text, HTML and PDF; the folder is complete."""
    outcome, folder = beginning
    assert outcome.phases == PHASES
    assert outcome.reports == 7 * len(PHASES)
    assert proofs(folder)[-1] == outcome.proof
    pdf = next((folder / "reports").glob("*/france.pdf")).read_bytes()
    assert pdf.startswith(b"%PDF")


@pytest.mark.slow
def test_a_record_that_is_wrong_is_found_out(tmp_path: Path) -> None:
    """The first position that differs is named."""
    wrong = OPENING.replace('"F MAO"', '"F ENG"')
    with pytest.raises(ReplayError, match="F1901M"):
        replay_diplomacy(wrong, tmp_path)


@proof_only
def test_a_game_that_begins_later_has_the_same_proof(
    beginning: tuple[ReplayOutcome, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where somebody died while its players joined: the instants in their receipts are in the proof."""
    settle = Office.settle_letters

    def later(office: Office, at: datetime) -> None:
        settle(office, at + STEP if office.current_phase() is None else at)

    monkeypatch.setattr(Office, "settle_letters", later)
    assert replay_diplomacy(TWO_PHASES, tmp_path / "late").proof == proofs(beginning[1])[1]


def proofs(folder: Path) -> list[str]:
    """The hash of each phase that was replayed there."""
    store = Store(config.load_config(folder / "instance", {}).database)
    with store.read_session() as session:
        found = list(session.exec(select(Phase.hash).order_by(col(Phase.number))))
    store.close()
    return found


@proof_only
def test_killed_at_any_moment_the_end_is_the_same(tmp_path: Path) -> None:
    """Killed again and again at random and started again: every position as recorded, every report there, the same
    proof as a replay that nobody disturbed."""
    whole, folder = replay_diplomacy(RECORD, tmp_path / "whole"), tmp_path / "whole"
    assert len(whole.phases) == len(RECORD.splitlines())
    printed = list((folder / "reports").glob("*/*.pdf"))
    assert len(printed) == whole.reports
    pages = {len(PdfReader(path).pages) for path in printed}
    assert pages <= {2, 3, 4}  # what happened, how it stands, the rest of the orders
    written = tmp_path / "record.jsonl"
    written.write_text(RECORD, "utf-8")
    command = ["demo", "replay", str(written), "--out", str(tmp_path / "killed")]
    chance, kills = random.Random(12), 0
    while True:
        process = nursery.start_process("pbem.cli", command, os.environ, painting=True)
        try:
            output, _ = process.communicate(timeout=chance.uniform(0.1, 2.5) if kills < 12 else 240)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            kills += 1
            continue
        break
    assert process.returncode == 0
    assert kills >= 3
    assert f"{len(whole.phases)} positions as recorded, {whole.reports} reports" in output
    assert whole.proof in output
