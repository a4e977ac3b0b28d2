"""The tables, a room each. Rows are small and mostly only added; times are aware UTC; JSON is kept as canonical text.

The database gives a row its `id` when it is flushed; before that it is None.

Tables do not validate (SQLModel's `table=True` never does): what comes in is judged at the edges and in `play`.
"""

from pbem.storage.models.base import canonical_json
from pbem.storage.models.campaigns import Campaign, Entrant, Rest
from pbem.storage.models.ends import Diary, Rating, Statement
from pbem.storage.models.games import Audit, Game, GameBook, Later, Phase, Receipt, Seat, Submission, Turn
from pbem.storage.models.leading import Leader
from pbem.storage.models.mail import MailIn, Outbox, Picture
from pbem.storage.models.people import Absence, Player, SignIn, WebSession
from pbem.storage.models.seating import Deputy, Gift, Invitation, Tenure, Watcher, Wish
from pbem.storage.models.server import KnownTrouble, Milestone, Probe, Pulse, Tally
from pbem.storage.models.stamps import GameStamp
from pbem.storage.models.talk import Press, Vote

__all__ = [
    "Absence",
    "Audit",
    "Campaign",
    "Deputy",
    "Diary",
    "Entrant",
    "Game",
    "GameBook",
    "GameStamp",
    "Gift",
    "Invitation",
    "KnownTrouble",
    "Later",
    "Leader",
    "MailIn",
    "Milestone",
    "Outbox",
    "Phase",
    "Picture",
    "Player",
    "Press",
    "Probe",
    "Pulse",
    "Rating",
    "Receipt",
    "Rest",
    "Seat",
    "SignIn",
    "Statement",
    "Submission",
    "Tally",
    "Tenure",
    "Turn",
    "Vote",
    "Watcher",
    "WebSession",
    "Wish",
    "canonical_json",
]
