"""Links are kept as hashes; a seat's token also sealed with the host's, so that the host can be shown it again."""

import sqlalchemy as sa
from alembic import op

from cornerwise.server.store.tokens import hashed, seal

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

BATCH = 500  # games at a time


def upgrade() -> None:
    """One step forward."""
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        connection.execute(sa.text("PRAGMA secure_delete = ON"))  # nothing of what is replaced stays in the file
    op.execute("ALTER TABLE games RENAME COLUMN token TO hash")
    op.execute("ALTER TABLE seats RENAME COLUMN token TO hash")
    op.add_column("seats", sa.Column("sealed", sa.String(128), nullable=False, server_default=""))
    games = sa.table("games", sa.column("id"), sa.column("hash"))
    seats = sa.table("seats", *map(sa.column, ("game", "seat", "hash", "sealed")))
    last = ""
    while found := connection.execute(
        sa.select(games.c.id, games.c.hash).where(games.c.id > last).order_by(games.c.id).limit(BATCH)
    ).all():
        keys = {game: token for game, token in found}
        sitting = connection.execute(
            sa.select(seats.c.game, seats.c.seat, seats.c.hash).where(seats.c.game.in_(keys))
        ).all()
        if sitting:
            connection.execute(
                seats.update()
                .where(seats.c.game == sa.bindparam("_game"), seats.c.seat == sa.bindparam("_seat"))
                .values(hash=sa.bindparam("_hash"), sealed=sa.bindparam("_sealed")),
                [
                    {"_game": game, "_seat": seat, "_hash": hashed(token), "_sealed": seal(token, keys[game], seat)}
                    for game, seat, token in sitting
                ],
            )
        connection.execute(
            games.update().where(games.c.id == sa.bindparam("_game")).values(hash=sa.bindparam("_hash")),
            [{"_game": game, "_hash": hashed(token)} for game, token in found],
        )
        last = found[-1].id


def downgrade() -> None:
    """One step back; the links that were hashed stay so, and open nothing any more."""
    op.drop_column("seats", "sealed")
    op.execute("ALTER TABLE seats RENAME COLUMN hash TO token")
    op.execute("ALTER TABLE games RENAME COLUMN hash TO token")
