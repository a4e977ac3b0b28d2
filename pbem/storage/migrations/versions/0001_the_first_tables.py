"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("paper", sa.String(), nullable=False),
        sa.Column("attach_pdf", sa.Boolean(), nullable=False),
        sa.Column("bot", sa.String(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("address", name=op.f("uq_player_address")),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("beat_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
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
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["master_id"], ["player.id"], name=op.f("fk_game_master_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("slug", name=op.f("uq_game_slug")),
    )
    op.create_index(op.f("ix_game_status"), "game", ["status"], unique=False)
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("browser_hash", sa.String(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_sign_in_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sign_in_token_hash")),
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
    op.create_index(op.f("ix_audit_game_id"), "audit", ["game_id"], unique=False)
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
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_mail_in_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mail_in")),
        sa.UniqueConstraint("digest", name=op.f("uq_mail_in_digest")),
    )
    op.create_index(op.f("ix_mail_in_ready_at"), "mail_in", ["ready_at"], unique=False)
    op.create_table(
        "phase",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("previous_hash", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deadline_why", sa.Text(), nullable=False),
        sa.Column("early_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("in_grace", sa.Boolean(), nullable=False),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_phase_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phase")),
        sa.UniqueConstraint("game_id", "number", name="uq_phase_game_number"),
    )
    op.create_index(op.f("ix_phase_due_at"), "phase", ["due_at"], unique=False)
    op.create_index(op.f("ix_phase_game_id"), "phase", ["game_id"], unique=False)
    op.create_index(op.f("ix_phase_resolved_at"), "phase", ["resolved_at"], unique=False)
    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("contribution", sa.String(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
        sa.UniqueConstraint("game_id", "code", name="uq_seat_game_code"),
    )
    op.create_index(op.f("ix_seat_game_id"), "seat", ["game_id"], unique=False)
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"], unique=False)
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
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("letter", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_outbox_game_id_game")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_outbox_phase_id_phase")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_outbox_player_id_player")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_outbox_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
    )
    op.create_index(op.f("ix_outbox_game_id"), "outbox", ["game_id"], unique=False)
    op.create_index(op.f("ix_outbox_player_id"), "outbox", ["player_id"], unique=False)
    op.create_index(op.f("ix_outbox_ready_at"), "outbox", ["ready_at"], unique=False)
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=True),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("audience", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_press_game_id_game")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_press_phase_id_phase")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
        sa.UniqueConstraint("key", name=op.f("uq_press_key")),
    )
    op.create_index(op.f("ix_press_game_id"), "press", ["game_id"], unique=False)
    op.create_table(
        "submission",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=True),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["mail_id"], ["mail_in.id"], name=op.f("fk_submission_mail_id_mail_in")),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_submission_phase_id_phase")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_submission_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission")),
    )
    op.create_index(op.f("ix_submission_phase_id"), "submission", ["phase_id"], unique=False)
    op.create_index(op.f("ix_submission_seat_id"), "submission", ["seat_id"], unique=False)
    op.create_table(
        "turn",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("phase_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("due", sa.Boolean(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("given", sa.Boolean(), nullable=False),
        sa.Column("missed", sa.Boolean(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["phase_id"], ["phase.id"], name=op.f("fk_turn_phase_id_phase")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_turn_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_turn")),
        sa.UniqueConstraint("phase_id", "seat_id", name="uq_turn_phase_seat"),
    )
    op.create_index(op.f("ix_turn_phase_id"), "turn", ["phase_id"], unique=False)
    op.create_index(op.f("ix_turn_seat_id"), "turn", ["seat_id"], unique=False)
    op.create_table(
        "vote",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("proposal", sa.String(), nullable=False),
        sa.Column("cast_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_vote_game_id_game")),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name=op.f("fk_vote_seat_id_seat")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vote")),
        sa.UniqueConstraint("game_id", "seat_id", "proposal", name="uq_vote_game_seat_proposal"),
    )
    op.create_index(op.f("ix_vote_game_id"), "vote", ["game_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_vote_game_id"), table_name="vote")
    op.drop_table("vote")
    op.drop_index(op.f("ix_turn_seat_id"), table_name="turn")
    op.drop_index(op.f("ix_turn_phase_id"), table_name="turn")
    op.drop_table("turn")
    op.drop_index(op.f("ix_submission_seat_id"), table_name="submission")
    op.drop_index(op.f("ix_submission_phase_id"), table_name="submission")
    op.drop_table("submission")
    op.drop_index(op.f("ix_press_game_id"), table_name="press")
    op.drop_table("press")
    op.drop_index(op.f("ix_outbox_ready_at"), table_name="outbox")
    op.drop_index(op.f("ix_outbox_player_id"), table_name="outbox")
    op.drop_index(op.f("ix_outbox_game_id"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(op.f("ix_seat_player_id"), table_name="seat")
    op.drop_index(op.f("ix_seat_game_id"), table_name="seat")
    op.drop_table("seat")
    op.drop_index(op.f("ix_phase_resolved_at"), table_name="phase")
    op.drop_index(op.f("ix_phase_game_id"), table_name="phase")
    op.drop_index(op.f("ix_phase_due_at"), table_name="phase")
    op.drop_table("phase")
    op.drop_index(op.f("ix_mail_in_ready_at"), table_name="mail_in")
    op.drop_table("mail_in")
    op.drop_index(op.f("ix_audit_game_id"), table_name="audit")
    op.drop_table("audit")
    op.drop_table("sign_in")
    op.drop_index(op.f("ix_game_status"), table_name="game")
    op.drop_table("game")
    op.drop_table("pulse")
    op.drop_table("player")
