"""Games, their seats, logs and forecasts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def game() -> sa.Column[str]:
    """The column that says whose row it is."""
    return sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True)


def upgrade() -> None:
    """One step forward."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("is_paused", sa.Boolean, nullable=False),
        sa.Column("opened", sa.DateTime, nullable=False),
        sa.Column("played", sa.DateTime, nullable=False),
    )
    op.create_table(
        "seats",
        game(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("has_resigned", sa.Boolean, nullable=False),
    )
    op.create_table(
        "entries",
        game(),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("after", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("text", sa.String(120), nullable=False),
        sa.Column("made", sa.DateTime, nullable=False),
    )
    op.create_table(
        "forecasts",
        game(),
        sa.Column("ply", sa.Integer, primary_key=True),
        sa.Column("wins", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    """One step back."""
    for table in ("forecasts", "entries", "seats", "games"):
        op.drop_table(table)
