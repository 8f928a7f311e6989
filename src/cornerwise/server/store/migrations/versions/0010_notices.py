"""Notices: subscriptions of browsers, e-mail addresses, what is still to be told, and the server's own keys."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def person(is_key: bool = False) -> sa.Column[str]:
    """The column that says whose row it is."""
    return sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=is_key, nullable=False)


def moment(name: str, nullable: bool = False) -> sa.Column[int]:
    """A moment in milliseconds UTC."""
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def upgrade() -> None:
    """One step forward."""
    op.create_table(
        "keys", sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text, nullable=False)
    )
    op.create_table(
        "subscriptions",
        sa.Column("visit", sa.String(64), sa.ForeignKey("visits.hash", ondelete="CASCADE"), primary_key=True),
        person(),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(32), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        moment("made"),
        moment("sent", nullable=True),
        sa.Column("failures", sa.Integer, nullable=False),
    )
    op.create_index("ix_subscriptions_person", "subscriptions", ["person"])
    op.create_table(
        "addresses",
        person(is_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        moment("made"),
        moment("verified", nullable=True),
        moment("sent", nullable=True),
    )
    op.create_table(
        "notices",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        person(is_key=True),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        moment("due"),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("ix_notices_due", "notices", ["due"])


def downgrade() -> None:
    """One step back."""
    for table in ("notices", "addresses", "subscriptions", "keys"):
        op.drop_table(table)
