"""Bots: players of other people's programs, who prove by a token who they are."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step forward."""
    op.create_table(
        "bots",
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=True),
        sa.Column("owner", sa.String(32), sa.ForeignKey("persons.id"), nullable=False, index=True),
        sa.Column("hash", sa.String(64), unique=True, nullable=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=True),
    )


def downgrade() -> None:
    """One step back."""
    op.drop_table("bots")
