"""An index of names by their looks, so that nobody is called nearly as somebody else is."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

LOOKS = "replace(replace(replace(replace(replace(name_key, '3', 'e'), '4', 'a'), '5', 's'), '7', 't'), '8', 'b')"


def upgrade() -> None:
    """One step forward."""
    op.execute(f"CREATE INDEX ix_persons_looks ON persons ({LOOKS})")


def downgrade() -> None:
    """One step back."""
    op.drop_index("ix_persons_looks")
