"""How long a page of a ranking and somebody's own rank take among very many people.

python benchmarks/people/ranking.py [--people 1000000] [--database postgresql://…]

Without an address it makes an SQLite database in a directory that is removed afterwards. A database of PostgreSQL must
be empty; it is left with what was generated. Times are those on the clock and those this process used, which other work
on the machine does not change; PostgreSQL's own are not among the latter.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

from sqlalchemy import Engine, insert, select, text
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.ratings.ranking import Cursor, Ranking
from cornerwise.server.ratings.results import RatedGame, RatedSeat, record_result
from cornerwise.server.ratings.standings import WEEK, rebuild, week_of
from cornerwise.server.store.database import connect, in_directory
from cornerwise.server.store.tables import GameRow, LadderRow, RatingRow, now

LADDER = "duo-live"
NOW = 1_795_000_000_000
#: A quarter of all people in one country, the rest in 150.
COUNTRY = "CASE WHEN {draw} < 0.25 THEN 'DE' ELSE {letter} || {letter} END"
LETTER = "substr('ABCEFGHIKLMN', 1 + CAST(floor({draw} * 12) AS INTEGER), 1)"
DRAWS = {"sqlite": "(abs(random()) / 9223372036854775808.0)", "postgresql": "random()"}


def generate(engine: Engine, people: int) -> None:
    """Fill a database with people whose ratings are spread as one would expect; half have played this week."""
    draw = DRAWS[engine.dialect.name]
    country = COUNTRY.format(draw=draw, letter=LETTER.format(draw=draw))
    bell = "(" + " + ".join([draw] * 12) + " - 6)"  # nearly a normal distribution
    week = week_of(NOW)
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {people}) "
    with Transaction(engine.execution_options(writes=True)) as transaction, transaction.begin():
        transaction.execute(insert(LadderRow).values(key=LADDER, seq=0))
        transaction.execute(
            text(
                f"INSERT INTO persons (id, kind, name, name_key, country, made, seen, is_moderator) {numbers}"
                f" SELECT 'p' || i, 'account', 'player ' || i, 'player' || i, {country}, {NOW}, {NOW}, false FROM n"
            )
        )
        transaction.execute(
            text(
                "INSERT INTO ratings"
                " (ladder, person, mu, sigma, games, updated, bound, week, past_bound, listed, country)"
                # Drawn once: SQLite would draw anew wherever mu is used, and no past would suit its present.
                " WITH drawn AS MATERIALIZED"
                f" (SELECT id, country, 1500 + 250 * {bell} AS mu, 45 + 150 * {draw} AS sigma,"
                f" CASE WHEN {draw} < 0.5 THEN {week} ELSE {week - 1} END AS week FROM persons WHERE kind = 'account')"
                f" SELECT '{LADDER}', id, mu, sigma, 20, {NOW}, mu - 2 * sigma, week,"
                f" CASE WHEN week = {week} THEN mu - 2 * sigma + 20 * {bell} END, {NOW - 2 * WEEK}, country FROM drawn"
            )
        )
        begun = time.perf_counter()
        rebuild(transaction, LADDER, week)
        print(f"standings counted anew in {time.perf_counter() - begun:.1f} s", flush=True)
    if engine.dialect.name == "postgresql":  # does so by itself sooner or later; SQLite does not
        with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            connection.execute(text("VACUUM ANALYZE"))


def timed(what: str, work: Callable[[], object], times: int = 100) -> None:
    """Do work often and print its median and its slowest but one."""
    clock, processor = [], []
    for _ in range(times):
        begun, used = time.perf_counter(), time.process_time()
        work()
        clock.append((time.perf_counter() - begun) * 1000)
        processor.append((time.process_time() - used) * 1000)
    print(
        f"{what:32} median {statistics.median(clock):6.1f} ms, p99 {sorted(clock)[-2]:6.1f} ms;"
        f" of this process {statistics.median(processor):6.1f} ms",
        flush=True,
    )


class Visitor:
    """Somebody who looks at a ranking from anywhere in it."""

    def __init__(self, ranking: Ranking) -> None:
        self.ranking = ranking
        self.rng = random.Random(2)
        conditions = [RatingRow.country == ranking.country] if ranking.country else []
        found = ranking.transaction.execute(
            select(RatingRow.bound, RatingRow.person).where(RatingRow.ladder == LADDER, *conditions).limit(100_000)
        )
        self.people = [Cursor(*row) for row in found]

    def anywhere(self) -> Cursor:
        """Somebody's place."""
        return self.rng.choice(self.people)

    def page(self) -> None:
        """A page of 50."""
        assert self.ranking.after(self.anywhere())

    def mine(self) -> None:
        """The own place with its neighbors."""
        assert self.ranking.neighbors(self.anywhere().person)


def measure(engine: Engine) -> None:
    """Pages and places in the world, in a large country and in a small one, and what a result costs."""
    for country in (None, "DE", "AB"):
        with Transaction(engine) as transaction:
            visitor = Visitor(Ranking(transaction, LADDER, week_of(NOW), country))
            print(f"{country or 'the world'}: {visitor.ranking.size:,} people")
            timed("the first page of 50", partial(visitor.ranking.after, None))
            timed("a page of 50 anywhere", visitor.page)
            timed("my place", lambda visitor=visitor: visitor.ranking.find(visitor.anywhere().person))  # type: ignore[misc]
            timed("my place with six neighbors", visitor.mine)
    games = count()

    def record() -> None:
        with Transaction(engine.execution_options(writes=True)) as transaction, transaction.begin():
            game = f"game-{next(games):05}"
            row = {"options": {}, "seed": "", "hash": "", "ply": 0, "is_paused": False}
            transaction.add(GameRow(id=game, ruleset="duo", opened=now(), played=now(), **row))
            transaction.flush()
            seats = tuple(RatedSeat(visitor.anywhere().person, seat, seat + 1) for seat in range(2))
            record_result(transaction, RatedGame(game, "duo", True, NOW, seats))

    timed("a result of two seats recorded", record)


def main() -> None:
    """Generates the people and prints what was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=1_000_000)
    parser.add_argument("--database")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        engine = connect(arguments.database or in_directory(Path(directory)))
        begun = time.perf_counter()
        generate(engine, arguments.people)
        print(f"{arguments.people:,} people generated in {time.perf_counter() - begun:.0f} s", flush=True)
        measure(engine)
        engine.dispose()


if __name__ == "__main__":
    main()
