"""A sequence number and what is due per game; columns wide enough for every word they may hold."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step forward."""
    op.add_column("games", sa.Column("seq", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("due", sa.BigInteger, nullable=True))
    op.create_index("ix_games_due", "games", ["due"])
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("kind", existing_type=sa.String(8), type_=sa.String(16), existing_nullable=False)
    with op.batch_alter_table("entries") as entries:
        entries.alter_column("kind", existing_type=sa.String(4), type_=sa.String(16), existing_nullable=False)
        entries.alter_column("text", existing_type=sa.String(120), type_=sa.Text, existing_nullable=False)


def downgrade() -> None:
    """One step back."""
    op.drop_index("ix_games_due", "games")
    for column in ("due", "seq"):
        op.drop_column("games", column)
