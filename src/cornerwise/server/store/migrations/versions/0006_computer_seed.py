"""Every game has a secret seed for the computer's moves, so that no two games need go alike."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """One step forward."""
    op.add_column("games", sa.Column("computer_seed", sa.BigInteger, nullable=False, server_default="0"))
    games = sa.table("games", sa.column("id"), sa.column("computer_seed"))
    connection = op.get_bind()
    for (game,) in connection.execute(sa.select(games.c.id)).all():
        connection.execute(games.update().where(games.c.id == game).values(computer_seed=secrets.randbits(63)))


def downgrade() -> None:
    """One step back."""
    op.drop_column("games", "computer_seed")
