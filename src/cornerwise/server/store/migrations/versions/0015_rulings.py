"""Rulings: what moderators decided on the site, so that it can be read who decided what."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step forward."""
    op.create_table(
        "rulings",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(32), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", sa.String(32), nullable=True),
        sa.Column("game", sa.String(32), nullable=True),
        sa.Column("detail", sa.String(80), nullable=False),
    )


def downgrade() -> None:
    """One step back."""
    op.drop_table("rulings")
