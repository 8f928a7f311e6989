"""Ratings: ladders, results in order, ratings, and how many stand where in a ranking."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LISTED = sa.text("listed IS NOT NULL")


def ladder() -> sa.Column[str]:
    """The column that says which ladder a row belongs to."""
    return sa.Column("ladder", sa.String(40), sa.ForeignKey("ladders.key"), primary_key=True)


def number(name: str, is_key: bool = False) -> sa.Column[int]:
    """A whole number that must be there."""
    return sa.Column(name, sa.Integer, nullable=False, primary_key=is_key, autoincrement=False)


def exact(name: str, nullable: bool = False) -> sa.Column[float]:
    """A number kept to the last bit."""
    return sa.Column(name, sa.Double, nullable=nullable)


def person(is_key: bool = False) -> sa.Column[str]:
    """The column that says whose row it is."""
    return sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=is_key, nullable=False)


def upgrade() -> None:
    """One step forward."""
    op.create_table("ladders", sa.Column("key", sa.String(40), primary_key=True), number("seq"))
    op.create_table(
        "results",
        ladder(),
        number("seq", is_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), nullable=False, unique=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("annulled", sa.BigInteger),
    )
    op.create_table(
        "result_seats",
        sa.Column("ladder", sa.String(40), primary_key=True),
        number("seq", is_key=True),
        number("seat", is_key=True),
        person(),
        sa.Column("is_fixed", sa.Boolean, nullable=False),
        number("team"),
        number("rank"),
        exact("mu"),
        exact("sigma"),
        exact("mu_after"),
        exact("sigma_after"),
        sa.ForeignKeyConstraint(["ladder", "seq"], ["results.ladder", "results.seq"]),
    )
    op.create_index("ix_result_seats_person", "result_seats", ["person", "ladder", "seq"])
    op.create_table(
        "ratings",
        ladder(),
        person(is_key=True),
        exact("mu"),
        exact("sigma"),
        number("games"),
        exact("peak", nullable=True),
        sa.Column("updated", sa.BigInteger, nullable=False),
        exact("bound"),
        number("week"),
        exact("past_bound", nullable=True),
        sa.Column("listed", sa.BigInteger),
        sa.Column("country", sa.String(2), nullable=False),
    )
    op.create_index("ix_ratings_person", "ratings", ["person"])
    for name, columns in (
        ("world", ["bound", "person", "week", "listed"]),
        ("country", ["country", "bound", "person", "week", "listed"]),
        ("past", ["week", "past_bound", "person", "country", "listed"]),
    ):
        op.create_index(
            f"ix_ratings_{name}", "ratings", ["ladder", *columns], sqlite_where=LISTED, postgresql_where=LISTED
        )
    op.create_table(
        "standings",
        ladder(),
        sa.Column("country", sa.String(2), primary_key=True),
        number("step", is_key=True),
        number("people"),
        number("week"),
        number("past_people"),
    )


def downgrade() -> None:
    """One step back."""
    for table in ("standings", "ratings", "result_seats", "results", "ladders"):
        op.drop_table(table)
