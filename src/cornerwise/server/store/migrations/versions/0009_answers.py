"""Answers that workers have found."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step forward."""
    op.create_table(
        "answers",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_answers_made", "answers", ["made"])
