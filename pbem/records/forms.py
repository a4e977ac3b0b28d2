"""A game in the forms that other programs know, if its engine knows any: from what everybody may know alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlmodel import Session

from engines.abilities import Interchange, PlayedPhase
from pbem.games import Refusal, games
from pbem.games.proof import build_record, hash_chain
from pbem.storage.models import Game, Phase

NONE: Mapping[str, tuple[str, str]] = {}


def find_game_forms(game: Game) -> Mapping[str, tuple[str, str]]:
    """The forms a game can be written in, by the ending of the file's name: what each is called, its media type."""
    engine = games.get_engine(game)
    return engine.forms if isinstance(engine, Interchange) else NONE


def write_record_form(session: Session, game: Game, form: str) -> str:
    """Raises Refusal "no such form", "no record yet"."""
    engine = games.get_engine(game)
    if not isinstance(engine, Interchange) or form not in engine.forms:
        raise Refusal("no such form", form=form[:40], forms=[*find_game_forms(game)])
    played = [*iter_passages_back(session, game)]
    if not played:
        raise Refusal("no record yet", slug=game.slug)
    return engine.export_game(form, game.slug, played[::-1])


def iter_passages_back(session: Session, game: Game) -> Iterator[PlayedPhase]:
    """The phases that led to where the game stands, the last first: what was taken back is left out."""
    every = {phase.number: phase for phase in build_record.load_phases(session, game)}
    phase = every.get(max(every, default=0))
    later: Phase | None = None
    while phase is not None:
        events = hash_chain.visible_events(hash_chain.load_events(later.events), None) if later else ()
        yield PlayedPhase(games.phase_view(phase, None), events)
        while (origin := hash_chain.PhaseOrigin.from_phase(phase)).kind in ("rollback", "correction"):
            phase = every[origin.number or phase.number - 1]
        later, phase = phase, every.get(phase.number - 1)
