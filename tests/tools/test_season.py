"""A small season: every engine for five weeks, by letters alone, with an outage, a change of the clocks, a league."""

from __future__ import annotations

from pathlib import Path

from bench.season import plan, trial
from bench.season.figures import figures
from bench.season.letters import page
from bench.season.promises import findings
from engines.all import list_own_engines
from tests.size import proof_only


@proof_only
def test_a_small_season_keeps_every_promise(tmp_path: Path) -> None:
    """Nothing stuck, nothing in quiet times, every turn as a second count from the letters has it, the league's second
    round opened by itself. `python -m bench season` plays a whole one."""
    drawn = plan.draw_up_plan(games=8, months=1, seed=1)
    trial.play_season(tmp_path, drawn, 1, lambda _: None)
    with trial.looked_at(tmp_path, drawn) as seen:
        found = findings(seen)
        assert [(one.promise, one.faults) for one in found if one.faults] == []
        assert {game.engine for game in seen.games} == {engine.code for engine in list_own_engines()}
        assert {"taken", "late"} <= {*seen.verdicts.values()} and len(seen.judged) >= 20
        assert next(one.looked_at for one in found if "league" in one.promise) == 2
        assert "letters of players" in figures(seen) and "orders are" in page(seen)
