"""Whether a result counts for somebody, or repeats what was played that day already."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step forward."""
    op.add_column("result_seats", sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """One step back."""
    op.drop_column("result_seats", "counts")
