"""How long a page of the archive takes among very many games.

python benchmarks/people/archive.py [--games 1000000] [--database postgresql://…]

Without an address it makes an SQLite database in a directory that is removed afterwards. A database of PostgreSQL must
be empty; it is left with what was generated. Times are those on the clock and those this process used, which other work
on the machine does not change; PostgreSQL's own are not among the latter.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from functools import partial
from pathlib import Path

from ranking import DRAWS, timed
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.archive.search import Cursor, Wanted, search
from cornerwise.server.store.database import connect, in_directory

START = 1_700_000_000_000
GAP = 60_000  # milliseconds between the ends of two games
PEOPLE = 20_000
#: Whose games are many: one in fifty of all.
BUSY = "p1"


def generate(engine: Engine, games: int) -> None:
    """Fill a database with games of two seats, a third against the computer, the rarer rulesets rare."""
    draw = DRAWS[engine.dialect.name]
    count = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) "
    person = f"'p' || (CASE WHEN {draw} < 0.01 THEN 1 ELSE 2 + CAST({draw} * {PEOPLE - 3} AS INTEGER) END)"
    with Transaction(engine.execution_options(writes=True)) as transaction, transaction.begin():
        transaction.execute(
            text(
                "INSERT INTO persons (id, kind, name, name_key, made, seen, is_moderator) "
                f"{count.format(PEOPLE)} SELECT 'p' || i, 'account', 'player ' || i, 'player' || i, 0, 0, false FROM n"
            )
        )
        transaction.execute(
            text(
                "INSERT INTO games (id, ruleset, options, seed, computer_seed, token, ply, is_paused, opened, played,"
                " seq, is_public, outcome, ended, summary) "
                f"{count.format(games)} SELECT 'game' || i, 'duo', '{{}}', '', 0, '', 30, false,"
                " '2026-01-01 00:00:00', '2026-01-01 00:00:00', 30, true, 'over', 0, '{}' FROM n"
            )
        )
        transaction.execute(
            text(
                "INSERT INTO archive (game, ended, ruleset, ladder, is_live, is_rated, has_computers, moves, scores) "
                f"{count.format(games)} SELECT 'game' || i, {START} + i * CAST({GAP} AS BIGINT), ruleset,"
                " ruleset || CASE WHEN is_live THEN '-live' ELSE '-turns' END, is_live, is_rated, has_computers, 30,"
                f" '[55, 44]' FROM (SELECT i, CASE WHEN {draw} < 0.001 THEN 'dice-2' WHEN {draw} < 0.3 THEN 'classic-2'"
                f" ELSE 'duo' END AS ruleset, {draw} < 0.95 AS is_live, {draw} < 0.8 AS is_rated,"
                f" {draw} < 0.33 AS has_computers FROM n) AS drawn"
            )
        )
        for seat in (0, 1):
            computer = "'computer-' || (1 + CAST(" + draw + " * 9 AS INTEGER))"
            who = f"CASE WHEN has_computers THEN {computer} ELSE {person} END" if seat else person
            transaction.execute(
                text(
                    "INSERT INTO archive_seats (game, seat, person, is_first, ended, ruleset, result, rank, number) "
                    f"SELECT game, {seat}, {who}, true, ended, ruleset,"
                    f" CASE WHEN {draw} < 0.48 THEN 'won' WHEN {draw} < 0.04 THEN 'shared' ELSE 'lost' END,"
                    f" {seat + 1}, 1500 FROM archive"
                )
            )
    if engine.dialect.name == "postgresql":  # does so by itself sooner or later; SQLite does not
        with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            connection.execute(text("VACUUM ANALYZE"))


WISHES = {
    "everything": Wanted(),
    "a common ruleset": Wanted(ruleset="duo"),
    "a rare ruleset": Wanted(ruleset="dice-2"),
    "a rare ladder, unrated": Wanted(ladder="dice-2-turns", is_rated=False),
    "unrated": Wanted(is_rated=False),
    "turn-based, people only": Wanted(is_live=False, has_computers=False),
    "with level 4": Wanted(level=4),
    "level 4 in a rare ruleset": Wanted(level=4, ruleset="dice-2"),
    "somebody's": Wanted(person="p77"),
    "a busy person's": Wanted(person=BUSY),
    "a busy person's shared ones": Wanted(person=BUSY, result="shared"),
    "a busy person's, rare ruleset": Wanted(person=BUSY, ruleset="dice-2"),
    "a busy person's with level 4": Wanted(person=BUSY, level=4),
}


def measure(engine: Engine, games: int) -> None:
    """Every wish on its first page and from anywhere."""
    rng = random.Random(3)
    with Transaction(engine) as transaction:

        def anywhere(wanted: Wanted) -> None:
            number = rng.randrange(games)
            search(transaction, wanted, Cursor(START + number * GAP, f"game{number}"))

        for name, wanted in WISHES.items():
            timed(name, partial(search, transaction, wanted), 50)
            timed("  from anywhere", partial(anywhere, wanted), 50)


def main() -> None:
    """Generates the games and prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--database")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        engine = connect(arguments.database or in_directory(Path(directory)))
        begun = time.perf_counter()
        generate(engine, arguments.games)
        print(f"{arguments.games:,} games generated in {time.perf_counter() - begun:.0f} s", flush=True)
        measure(engine, arguments.games)
        engine.dispose()


if __name__ == "__main__":
    main()
