"""People: persons, their visits and credentials, the games they claim; computer players are persons too."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def person(is_key: bool = False, nullable: bool = False) -> sa.Column[str]:
    """The column that says whose row it is."""
    return sa.Column("person", sa.String(32), sa.ForeignKey("persons.id"), primary_key=is_key, nullable=nullable)


def upgrade() -> None:
    """One step forward."""
    persons = op.create_table(
        "persons",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("name_key", sa.String(80), unique=True),
        sa.Column("country", sa.String(2)),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("suspended_until", sa.BigInteger),
        sa.Column("is_moderator", sa.Boolean, nullable=False),
        sa.Column("deleted", sa.BigInteger),
    )
    op.create_index("ix_persons_country", "persons", ["country"])
    op.create_index("ix_persons_seen", "persons", ["seen"])
    op.create_table(
        "visits",
        sa.Column("hash", sa.String(64), primary_key=True),
        person(),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("proved", sa.BigInteger, nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
    )
    op.create_index("ix_visits_person", "visits", ["person"])
    op.create_index("ix_visits_seen", "visits", ["seen"])
    op.create_table(
        "credentials",
        sa.Column("id", sa.String(64), primary_key=True),
        person(),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
    )
    op.create_index("ix_credentials_person", "credentials", ["person"])
    op.create_table(
        "challenges",
        sa.Column("hash", sa.String(64), primary_key=True),
        person(nullable=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_challenges_person", "challenges", ["person"])
    op.create_index("ix_challenges_made", "challenges", ["made"])
    op.create_table(
        "claims",
        person(is_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_claims_game", "claims", ["game"])
    made = time.time_ns() // 1_000_000
    op.bulk_insert(
        persons,
        [
            {
                "id": f"computer-{level}",
                "kind": "computer",
                "name": f"Computer {level}",
                "name_key": f"computer{level}".replace("1", "l").replace("0", "o"),  # as names are folded
                "made": made,
                "seen": made,
                "is_moderator": False,
            }
            for level in range(1, 11)
        ],
    )


def downgrade() -> None:
    """One step back."""
    for table in ("claims", "challenges", "credentials", "visits", "persons"):
        op.drop_table(table)
