"""The first tables: battles, written, seats, talk, replays."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    _ = op.create_table(
        "battles",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("scenario", sa.Text(), nullable=False),
        sa.Column("red_army", sa.Text(), nullable=False),
        sa.Column("blue_army", sa.Text(), nullable=False),
        sa.Column("red", sa.String(40), nullable=False),
        sa.Column("blue", sa.String(40), nullable=False),
        sa.Column("guide", sa.String(40), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("bot_seed", sa.LargeBinary(), nullable=False),
        sa.Column("seeded", sa.Boolean(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("is_over", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("played_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_battles"),
    )
    _ = op.create_table(
        "written",
        sa.Column("battle", sa.String(32), nullable=False),
        sa.Column("first", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("lines", sa.LargeBinary(), nullable=False),
        _of_battle("written"),
        sa.PrimaryKeyConstraint("battle", "first", name="pk_written"),
    )
    _ = op.create_table(
        "seats",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("battle", sa.String(32), nullable=False),
        sa.Column("who", sa.String(8), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        _of_battle("seats"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_seats"),
    )
    op.create_index("ix_seats_battle", "seats", ["battle"])
    _ = op.create_table(
        "talk",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("battle", sa.String(32), nullable=False),
        sa.Column("who", sa.String(8), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        _of_battle("talk"),
        sa.PrimaryKeyConstraint("id", name="pk_talk"),
    )
    op.create_index("ix_talk_battle", "talk", ["battle"])
    _ = op.create_table(
        "replays",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("record_hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_replays"),
    )
    op.create_index("ix_replays_record_hash", "replays", ["record_hash"], unique=True)


def downgrade() -> None:
    """Drop them."""
    for table in ("replays", "talk", "seats", "written", "battles"):
        op.drop_table(table)


def _of_battle(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["battle"], ["battles.id"], name=f"fk_{table}_battle", ondelete="CASCADE"
    )
