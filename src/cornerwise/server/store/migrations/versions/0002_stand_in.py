"""A seat stays its person's while the computer stands in."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step forward."""
    op.add_column("seats", sa.Column("stand_in", sa.Integer, nullable=True))


def downgrade() -> None:
    """One step back."""
    op.drop_column("seats", "stand_in")
