"""Tables with terms: persons on seats, clocks and deadlines; seeks, bars, reports and aborts of the lobby."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

GAME: tuple[tuple[str, Any, dict[str, Any]], ...] = (
    ("terms", sa.JSON(), {}),
    ("clocks", sa.JSON(), {}),
    ("since", sa.BigInteger(), {}),
    ("deadline", sa.BigInteger(), {}),
    ("outcome", sa.String(16), {}),
    ("ended", sa.BigInteger(), {}),
    ("is_public", sa.Boolean(), {"nullable": False, "server_default": sa.false()}),
    ("actor", sa.Integer(), {}),
    ("table", sa.JSON(), {}),
)


def upgrade() -> None:
    """One step forward."""
    for name, kind, more in GAME:
        op.add_column("games", sa.Column(name, kind, **more))
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.create_index("ix_games_outcome_since", "games", ["outcome", "since"])
    op.add_column("seats", sa.Column("person", sa.String(32)))
    op.create_index("ix_seats_person", "seats", ["person"])
    op.add_column("entries", sa.Column("spent", sa.BigInteger))
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("to", sa.String(32)),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_index("ix_seeks_person", "seeks", ["person"])
    op.create_index("ix_seeks_to", "seeks", ["to"])
    op.create_table(
        "bars",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("other", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_bars_other", "bars", ["other"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("about", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("reason", sa.String(16), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("handled", sa.BigInteger),
    )
    op.create_index("ix_reports_about", "reports", ["about"])
    op.create_table(
        "aborts",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_aborts_person_made", "aborts", ["person", "made"])


def downgrade() -> None:
    """One step back."""
    for table in ("aborts", "reports", "bars", "seeks"):
        op.drop_table(table)
    op.drop_index("ix_seats_person", "seats")
    op.drop_index("ix_games_deadline", "games")
    op.drop_index("ix_games_outcome_since", "games")
    with op.batch_alter_table("entries") as entries:
        entries.drop_column("spent")
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("person")
    with op.batch_alter_table("games") as games:
        for name, _, _ in GAME:
            games.drop_column(name)
