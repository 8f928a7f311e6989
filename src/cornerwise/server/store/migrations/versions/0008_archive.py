"""Summaries of games, and the archive of public games that have ended; older games are filed by the running server."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

UNFILED = sa.text("summary IS NULL")
SHOWN = sa.text("hidden IS NULL")


def upgrade() -> None:
    """One step forward."""
    op.add_column("games", sa.Column("summary", sa.JSON(none_as_null=True)))
    op.create_index("ix_games_unfiled", "games", ["id"], sqlite_where=UNFILED, postgresql_where=UNFILED)
    op.create_table(
        "archive",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("ladder", sa.String(40)),
        sa.Column("is_live", sa.Boolean, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("has_computers", sa.Boolean, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
        sa.Column("hidden", sa.BigInteger),
    )
    for name, columns in (
        ("ended", []),
        ("ruleset", ["ruleset"]),
        ("ladder", ["ladder"]),
        ("rated", ["is_rated"]),
        ("live", ["is_live"]),
    ):
        op.create_index(
            f"ix_archive_{name}", "archive", [*columns, "ended", "game"], sqlite_where=SHOWN, postgresql_where=SHOWN
        )
    op.create_table(
        "archive_seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("archive.game"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), nullable=False),
        sa.Column("is_first", sa.Boolean, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("level", sa.Integer),
        sa.Column("number", sa.Integer),
        sa.Column("after", sa.Integer),
    )
    for name, more in (("person", []), ("result", ["result"]), ("ruleset", ["ruleset"])):
        op.create_index(
            f"ix_archive_seats_{name}",
            "archive_seats",
            ["person", *more, "ended", "game"],
            sqlite_where=sa.text("is_first = 1"),
            postgresql_where=sa.text("is_first"),
        )


def downgrade() -> None:
    """One step back."""
    op.drop_table("archive_seats")
    op.drop_table("archive")
    op.drop_index("ix_games_unfiled", "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("summary")
