"""An index by which games of links that nobody plays are found."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

LINKS = sa.text("terms IS NULL")


def upgrade() -> None:
    """One step forward."""
    op.create_index("ix_games_links", "games", ["played"], sqlite_where=LINKS, postgresql_where=LINKS)


def downgrade() -> None:
    """One step back."""
    op.drop_index("ix_games_links", "games")
