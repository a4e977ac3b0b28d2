from tests.play.test_endings import *
from tests.play.party import *
from pbem import reports, clock
from pbem.render import to_text
import pytest, time
FAST={"cantillon":"ROUNDS 1","europa":"","europax":"","europe2028":"MAX-ROUNDS 1","diplomacy":"END 1901","toy":""}
@pytest.mark.parametrize("engine", [*FAST])
def test_x(sqlite, now, engine):
    t0=time.time()
    party = begun(sqlite, now, Rules(grace_hours=0, open_after=0), players=0, engine=engine, options=FAST[engine], slug="nob")
    n=0
    while party.status()=="running" and n<200 and time.time()-t0<20:
        n+=1
        party.close(now+n*1000*HOUR)
    print(engine, n, party.status(), time.time()-t0, party.now_at().name)
    if party.status()!="running":
      with sqlite.read() as session:
        game, phase = party.game(session), party.phase(session)
        print(game.outcome)
        for seat in [None, games.seats(session, game)[0]]:
          for b in reports.blocks(session, phase, seat):
            if type(b).__name__ in ("Lead","Text","Heading"): print(type(b).__name__, str(b)[:300])
