"""The tables: battles, what is written in their records, their seats, talk, and replays put up."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

battles = Table(
    "battles",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("red_army", Text, nullable=False),
    Column("blue_army", Text, nullable=False),
    Column("red", String(40), nullable=False),
    Column("blue", String(40), nullable=False),
    Column("guide", String(40), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("bot_seed", LargeBinary, nullable=False),
    Column("seeded", Boolean, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("played_at", Double, nullable=False),
)
"""`red` and `blue`: "person", or "bot:NAME". The secret is that of the dice."""

written = Table(
    "written",
    metadata,
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("lines", LargeBinary, nullable=False),
)
"""The record in passages: the lines that one answer brought, from line number `first` on. Two servers
that both went on with a battle would write the same `first`; the second is refused.
"""

seats = Table(
    "seats",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), nullable=False),
    Column("who", String(8), nullable=False),
    Column("name", String(60), nullable=False),
    Index(None, "battle"),
)
"""Whoever has the token has the seat; only its SHA-256 is kept."""

talk = Table(
    "talk",
    metadata,
    # SQLite numbers rows by itself only where the column is a plain INTEGER.
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("battle", ForeignKey("battles.id", ondelete="CASCADE"), nullable=False),
    Column("who", String(8), nullable=False),
    Column("name", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "battle"),
)

replays = Table(
    "replays",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("record_hash", LargeBinary, nullable=False),
    Index(None, "record_hash", unique=True),
)
"""Records that were put up to be watched by whoever has the address."""
