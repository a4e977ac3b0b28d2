"""The tables of 0.1.0, the first version.

Their words are checked, and their stamps moved, by what `pbem.storage.models.checks` and `stamps` put up after the last
migration of any run; here stand the triggers that wake who waits for letters (PostgreSQL; see `pbem.server.wake`). How
to write the next migration: CONTRIBUTING.md.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    *("player", "sign_in", "web_session", "absence"),
    *("campaign", "entrant", "rest"),
    *("game", "game_stamp", "audit", "rating"),
    *("seat", "tenure", "deputy", "gift", "wish", "invitation", "watcher", "leader"),
    *("phase", "turn", "later", "receipt", "game_book"),
    *("mail_in", "submission", "outbox", "picture"),
    *("press", "vote", "statement", "diary"),
    *("tally", "probe", "pulse", "known_trouble", "milestone"),
)
"""In the order in which they can be made."""
WAKING = ("mail_in", "outbox")
"""Tables that tell whoever listens that there is something to do."""
WAKE = f"""CREATE FUNCTION pbem_wake() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF pg_try_advisory_xact_lock({0x7062656E}, TG_RELID::integer) THEN PERFORM pg_notify('pbem_' || TG_TABLE_NAME, '');
    END IF; RETURN NULL; END $$"""
"""Of several transactions that write letters at once, one tells."""


def upgrade() -> None:
    create_people()
    create_campaigns()
    create_games()
    create_seats()
    create_phases()
    create_letters()
    create_talk()
    create_server_notes()
    if op.get_bind().dialect.name == "postgresql":
        create_wake_triggers()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION pbem_wake()")


def create_wake_triggers() -> None:
    op.execute(WAKE)
    for table in WAKING:
        op.execute(f"CREATE TRIGGER wake AFTER INSERT ON {table} FOR EACH STATEMENT EXECUTE FUNCTION pbem_wake()")


def create_people() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("paper", sa.String(), nullable=False),
        sa.Column("print", sa.String(), nullable=False),
        sa.Column("toner", sa.String(), nullable=False),
        sa.Column("attach_pdf", sa.Boolean(), nullable=False),
        sa.Column("bot", sa.String(), nullable=False),
        sa.Column("calendar", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("bounces", sa.Integer(), nullable=False),
        sa.Column("bounced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("unreachable_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("banned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("forgotten_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("address", name=op.f("uq_player_address")),
    )
    op.create_index(op.f("ix_player_bot"), "player", ["bot"])
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("browser_hash", sa.String(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_sign_in_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
    )
    op.create_table(
        "web_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_web_session_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_web_session")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_web_session_token_hash")),
    )
    op.create_index(op.f("ix_web_session_player_id"), "web_session", ["player_id"])
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_absence_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absence")),
    )
    op.create_index(op.f("ix_absence_player_id"), "absence", ["player_id"])


def create_campaigns() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("master_id", sa.Integer(), nullable=True),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("asks_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["master_id"], ["player.id"], name=op.f("fk_campaign_master_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sa.UniqueConstraint("slug", name=op.f("uq_campaign_slug")),
    )
    op.create_index(op.f("ix_campaign_due_at"), "campaign", ["due_at"])
    op.create_table(
        "entrant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("answer", sa.String(), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("out_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_entrant_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_entrant_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrant")),
        sa.UniqueConstraint("campaign_id", "player_id", name="uq_entrant_campaign_player"),
    )
    op.create_index(op.f("ix_entrant_campaign_id"), "entrant", ["campaign_id"])
    op.create_index(op.f("ix_entrant_player_id"), "entrant", ["player_id"])
    op.create_table(
        "rest",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("entrant_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["entrant_id"], ["entrant.id"], name=op.f("fk_rest_entrant_id_entrant")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rest")),
        sa.UniqueConstraint("entrant_id", "round", name="uq_rest_entrant_round"),
    )
    op.create_index(op.f("ix_rest_entrant_id"), "rest", ["entrant_id"])


def create_games() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("master_id", sa.Integer(), nullable=True),
        sa.Column("pace", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("shared", sa.String(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("imported", sa.Text(), nullable=False),
        sa.Column("word_seed", sa.String(), nullable=False),
        sa.Column("draw", sa.Text(), nullable=False),
        sa.Column("free", sa.Integer(), nullable=False),
        sa.Column("shelf", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("campaign_id", sa.Integer(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("roll_call_until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_game_campaign_id_campaign")),
        sa.ForeignKeyConstraint(["master_id"], ["player.id"], name=op.f("fk_game_master_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("slug", name=op.f("uq_game_slug")),
    )
    op.create_index(op.f("ix_game_campaign_id"), "game", ["campaign_id"])
    op.create_index(op.f("ix_game_master_id"), "game", ["master_id"])
    op.create_index(op.f("ix_game_roll_call_until"), "game", ["roll_call_until"])
    op.create_index("ix_game_shelf", "game", ["shelf", "id"])
    op.create_index(op.f("ix_game_status"), "game", ["status"])
    op.create_table(
        "game_stamp",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stamp", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_stamp_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_game_stamp")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("act", sa.String(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_audit_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_game_id"), "audit", ["game_id"])
    op.create_table(
        "rating",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("weight", sa.Float(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_rating_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_rating_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rating")),
        sa.UniqueConstraint("game_id", "scope", "player_id", name="uq_rating_game_scope_player"),
    )
    op.create_index(op.f("ix_rating_number"), "rating", ["number"])
    op.create_index(op.f("ix_rating_player_id"), "rating", ["player_id"])


def create_seats() -> None:
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.Column("contribution", sa.String(), nullable=False),
        sa.Column("opens_press", sa.Boolean(), nullable=False),
        sa.Column("stand_ins", sa.String(), nullable=False),
        sa.Column("extra_used", sa.Integer(), nullable=False),
        sa.Column("here_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("game_id", "code", name="uq_seat_game_code"),
    )
    op.create_index(op.f("ix_seat_game_id"), "seat", ["game_id"])
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"])
    op.create_table(
        "tenure",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("how", sa.String(), nullable=False),
        sa.Column("leaves_press", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_tenure_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_tenure_player_id_player")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_tenure_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tenure")),
    )
    op.create_index(op.f("ix_tenure_game_id"), "tenure", ["game_id"])
    op.create_index(op.f("ix_tenure_player_id"), "tenure", ["player_id"])
    op.create_index(op.f("ix_tenure_seat_id"), "tenure", ["seat_id"])
    op.create_table(
        "deputy",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("holder_id", sa.Integer(), nullable=False),
        sa.Column("named_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told", sa.String(), nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_deputy_game_id_game")),
        sa.ForeignKeyConstraint(["holder_id"], ["player.id"], name=op.f("fk_deputy_holder_id_player")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_deputy_player_id_player")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_deputy_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deputy")),
    )
    op.create_index(op.f("ix_deputy_game_id"), "deputy", ["game_id"])
    op.create_index(op.f("ix_deputy_holder_id"), "deputy", ["holder_id"])
    op.create_index(op.f("ix_deputy_player_id"), "deputy", ["player_id"])
    op.create_index(op.f("ix_deputy_seat_id"), "deputy", ["seat_id"])
    op.create_table(
        "gift",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("giver_id", sa.Integer(), nullable=False),
        sa.Column("taker_id", sa.Integer(), nullable=False),
        sa.Column("offered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_gift_game_id_game")),
        sa.ForeignKeyConstraint(["giver_id"], ["player.id"], name=op.f("fk_gift_giver_id_player")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_gift_seat_id_seat")),
        sa.ForeignKeyConstraint(["taker_id"], ["player.id"], name=op.f("fk_gift_taker_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gift")),
    )
    op.create_index(op.f("ix_gift_game_id"), "gift", ["game_id"])
    op.create_index(op.f("ix_gift_giver_id"), "gift", ["giver_id"])
    op.create_index(op.f("ix_gift_seat_id"), "gift", ["seat_id"])
    op.create_index(op.f("ix_gift_taker_id"), "gift", ["taker_id"])
    op.create_table(
        "wish",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("seats", sa.String(), nullable=False),
        sa.Column("contribution", sa.String(), nullable=False),
        sa.Column("wished_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_wish_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_wish_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wish")),
        sa.UniqueConstraint("game_id", "player_id", name="uq_wish_game_player"),
    )
    op.create_index(op.f("ix_wish_game_id"), "wish", ["game_id"])
    op.create_index(op.f("ix_wish_player_id"), "wish", ["player_id"])
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("invited_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_invitation_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_invitation_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("game_id", "player_id", name="uq_invitation_game_player"),
    )
    op.create_index(op.f("ix_invitation_game_id"), "invitation", ["game_id"])
    op.create_index(op.f("ix_invitation_player_id"), "invitation", ["player_id"])
    op.create_table(
        "watcher",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_watcher_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_watcher_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watcher")),
        sa.UniqueConstraint("game_id", "player_id", name="uq_watcher_game_player"),
    )
    op.create_index(op.f("ix_watcher_game_id"), "watcher", ["game_id"])
    op.create_index(op.f("ix_watcher_player_id"), "watcher", ["player_id"])
    op.create_table(
        "leader",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_leader_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_leader_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leader")),
        sa.UniqueConstraint("game_id", "player_id", name="uq_leader_game_player"),
    )
    op.create_index(op.f("ix_leader_game_id"), "leader", ["game_id"])
    op.create_index(op.f("ix_leader_player_id"), "leader", ["player_id"])


def create_phases() -> None:
    op.create_table(
        "phase",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("previous_hash", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("receipts", sa.LargeBinary(), nullable=False),
        sa.Column("presence", sa.LargeBinary(), nullable=False),
        sa.Column("standings", sa.LargeBinary(), nullable=False),
        sa.Column("correction", sa.LargeBinary(), nullable=False),
        sa.Column("state_version", sa.Integer(), nullable=False),
        sa.Column("made_by", sa.String(), nullable=False),
        sa.Column("given_back", sa.Integer(), nullable=False),
        sa.Column("guarded", sa.Integer(), nullable=False),
        sa.Column("undone", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deadline_why", sa.LargeBinary(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("early_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("in_grace", sa.Boolean(), nullable=False),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_phase_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phase")),
        sa.UniqueConstraint("game_id", "number", name="uq_phase_game_number"),
    )
    op.create_index(op.f("ix_phase_due_at"), "phase", ["due_at"])
    op.create_index("ix_phase_open", "phase", ["game_id", "resolved_at"])
    op.create_table(
        "turn",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("due", sa.Boolean(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("given", sa.Boolean(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("given_by", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("orders", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_turn_phase_id_phase")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_turn_player_id_player")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_turn_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turn")),
        sa.UniqueConstraint("phase_id", "seat_id", name="uq_turn_phase_seat"),
    )
    op.create_index(op.f("ix_turn_phase_id"), "turn", ["phase_id"])
    op.create_index(op.f("ix_turn_player_id"), "turn", ["player_id"])
    op.create_index(op.f("ix_turn_seat_id"), "turn", ["seat_id"])
    op.create_table(
        "later",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("wanted", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_later_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_later")),
    )
    op.create_index(op.f("ix_later_seat_id"), "later", ["seat_id"])
    op.create_table(
        "receipt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("orders", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_receipt_phase_id_phase")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_receipt_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_receipt")),
        sa.UniqueConstraint("seat_id", "number", name="uq_receipt_seat_number"),
    )
    op.create_index(op.f("ix_receipt_phase_id"), "receipt", ["phase_id"])
    op.create_index(op.f("ix_receipt_seat_id"), "receipt", ["seat_id"])
    op.create_table(
        "game_book",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("paper", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("readers", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_book_game_id_game")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_game_book_phase_id_phase")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_game_book_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_book")),
        sa.UniqueConstraint("key", name=op.f("uq_game_book_key")),
    )
    op.create_index(op.f("ix_game_book_game_id"), "game_book", ["game_id"])
    op.create_index(op.f("ix_game_book_ready_at"), "game_book", ["ready_at"])


def create_letters() -> None:
    op.create_table(
        "mail_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("peer", sa.String(), nullable=False),
        sa.Column("vouched", sa.Boolean(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_mail_in_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_mail_in_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_in")),
        sa.UniqueConstraint("digest", name=op.f("uq_mail_in_digest")),
    )
    op.create_index(op.f("ix_mail_in_player_id"), "mail_in", ["player_id"])
    op.create_index("ix_mail_in_queue", "mail_in", ["ready_at", "attempts"])
    op.create_table(
        "submission",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.Column("lines", sa.LargeBinary(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=True),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["mail_id"], ["mail_in.id"], name=op.f("fk_submission_mail_id_mail_in")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_submission_phase_id_phase")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_submission_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission")),
    )
    op.create_index(op.f("ix_submission_phase_id"), "submission", ["phase_id"])
    op.create_index(op.f("ix_submission_seat_id"), "submission", ["seat_id"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("phase_id", sa.Integer(), nullable=True),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("in_reply_to", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claims", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("letter", sa.LargeBinary(), nullable=True),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_outbox_game_id_game")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_outbox_phase_id_phase")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_outbox_player_id_player")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_outbox_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
    )
    op.create_index(op.f("ix_outbox_game_id"), "outbox", ["game_id"])
    op.create_index(op.f("ix_outbox_player_id"), "outbox", ["player_id"])
    op.create_index(op.f("ix_outbox_ready_at"), "outbox", ["ready_at"])
    op.create_table(
        "picture",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("png", sa.LargeBinary(), nullable=False),
        sa.Column("painted_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_picture")),
        sa.UniqueConstraint("key", name=op.f("uq_picture_key")),
    )


def create_talk() -> None:
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=True),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("audience", sa.String(), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_press_game_id_game")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_press_phase_id_phase")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
        sa.UniqueConstraint("key", name=op.f("uq_press_key")),
    )
    op.create_index(op.f("ix_press_game_id"), "press", ["game_id"])
    op.create_table(
        "vote",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("proposal", sa.String(), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("cast_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_vote_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_vote_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vote")),
        sa.UniqueConstraint("game_id", "seat_id", "proposal", name="uq_vote_game_seat_proposal"),
    )
    op.create_index(op.f("ix_vote_game_id"), "vote", ["game_id"])
    op.create_table(
        "statement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_statement_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_statement_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_statement")),
        sa.UniqueConstraint("game_id", "author", name="uq_statement_game_author"),
    )
    op.create_index(op.f("ix_statement_game_id"), "statement", ["game_id"])
    op.create_table(
        "diary",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_diary_game_id_game")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_diary_phase_id_phase")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_diary_player_id_player")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_diary_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_diary")),
        sa.UniqueConstraint("seat_id", "player_id", "number", name="uq_diary_seat_player_number"),
    )
    op.create_index(op.f("ix_diary_game_id"), "diary", ["game_id"])


def create_server_notes() -> None:
    op.create_table(
        "tally",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tally")),
        sa.UniqueConstraint("key", name=op.f("uq_tally_key")),
    )
    op.create_index(op.f("ix_tally_ends_at"), "tally", ["ends_at"])
    op.create_table(
        "probe",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.Integer(), nullable=False),
        sa.Column("relay", sa.String(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("back_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_probe")),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("boot", sa.String(), nullable=False),
        sa.Column("ran", sa.Float(), nullable=False),
        sa.Column("silent_since", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
    op.create_table(
        "known_trouble",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("over_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("owed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_known_trouble")),
    )
    op.create_table(
        "milestone",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_milestone")),
    )
