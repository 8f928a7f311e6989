"""When a server last looked after the clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step forward."""
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO pulse (id, at) VALUES (1, 0)")


def downgrade() -> None:
    """One step back."""
    op.drop_table("pulse")
