"""A game in the forms that other programs know, if its engine knows any: from what everybody may know alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlmodel import Session

from engines.abilities import Interchange, Passage
from pbem.models import Game, Phase
from pbem.play import Refused, chain, games, recording

NONE: Mapping[str, tuple[str, str]] = {}


def of(game: Game) -> Mapping[str, tuple[str, str]]:
    """The forms a game can be written in, by the ending of the file's name: what each is called, its media type."""
    engine = games.engine(game)
    return engine.forms if isinstance(engine, Interchange) else NONE


def written(session: Session, game: Game, form: str) -> str:
    """Raises Refused "no such form", "no record yet"."""
    engine = games.engine(game)
    if not isinstance(engine, Interchange) or form not in engine.forms:
        raise Refused("no such form", form=form[:40], forms=[*of(game)])
    played = [*way(session, game)]
    if not played:
        raise Refused("no record yet", slug=game.slug)
    return engine.written(form, game.slug, played[::-1])


def way(session: Session, game: Game) -> Iterator[Passage]:
    """The phases that led to where the game stands, the last first: what was taken back is left out."""
    every = {phase.number: phase for phase in recording.phases_of(session, game)}
    phase = every.get(max(every, default=0))
    later: Phase | None = None
    while phase is not None:
        events = chain.visible(chain.load_events(later.events), None) if later else ()
        yield Passage(games.view(phase, None), events)
        while (origin := chain.Origin.of(phase)).kind in ("rollback", "correction"):
            phase = every[origin.number or phase.number - 1]
        later, phase = phase, every.get(phase.number - 1)
