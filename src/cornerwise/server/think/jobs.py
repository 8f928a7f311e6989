"""The queue of questions in PostgreSQL, kept by procrastinate: what servers put there and workers take."""

from __future__ import annotations

import contextlib
import logging
from typing import Any

import procrastinate
import psycopg
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Status

from cornerwise.server.think.pool import Job
from cornerwise.server.think.question import Json, Question

logger = logging.getLogger(__name__)

MOVES, QUICK, LONG = "moves", "quick", "long"  # the queues: neither long work nor slow moves keep quick ones waiting
QUEUES = (MOVES, QUICK, LONG)
TOGETHER = {MOVES: [MOVES, QUICK], QUICK: [MOVES, QUICK], LONG: [LONG]}  # where people take turns
TASK = "think"
LOST = 5.0  # seconds without a sign of life after which a worker counts as dead
BEAT = 1.0  # seconds between two of them


def open_jobs(url: str, connections: int) -> procrastinate.App:
    """The queue beside the games of a database."""
    address = url.replace("postgresql+psycopg:", "postgresql:")
    connector = procrastinate.PsycopgConnector(conninfo=address, min_size=1, max_size=connections, timeout=10)
    return procrastinate.App(connector=connector)


def make_tables(url: str) -> None:
    """Make the queue's tables where there are none yet; several processes may try at once."""
    address = url.replace("postgresql+psycopg:", "postgresql:")
    with psycopg.connect(address) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(200119)")
        found = connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
        if found is None or found[0] is None:
            schema: Any = procrastinate.schema.SchemaManager.get_schema()
            connection.execute(schema)


HELD = """SELECT id FROM procrastinate_jobs
    WHERE lock = %(key)s AND status IN ('todo', 'doing')"""


async def held(jobs: procrastinate.App, question: Question[Any]) -> list[int]:
    """Where a question stands in the queue: waiting, being thought about, or nowhere."""
    rows = await jobs.connector.execute_query_all_async(HELD, key=question.key)
    return [int(row["id"]) for row in rows]


# The turn of the question that is next, and that of the asker's last one. Turns count downward, because the queue gives
# out the highest first, and of equals the oldest.
TURNS = """SELECT
        coalesce(max(priority) FILTER (WHERE status = 'todo'), min(priority), 0) AS next,
        min(priority) FILTER (WHERE args->'question'->>'asker' = %(asker)s) AS last
    FROM procrastinate_jobs WHERE queue_name = ANY(%(queues)s) AND status IN ('todo', 'doing')"""


async def put(jobs: procrastinate.App, question: Question[Any], asker: str) -> None:
    """Put somebody's question into the queue, unless it stands there already.

    It is due one turn after the asker's last one, or now: so people take turns, however much any of them asks.
    """
    if await held(jobs, question):
        return
    queue = queue_of(question)
    turns: Json = await jobs.connector.execute_query_one_async(TURNS, asker=asker, queues=TOGETHER[queue])
    turn = turns["next"] if turns["last"] is None else min(turns["next"], turns["last"] - 1)
    deferred = jobs.configure_task(
        TASK,
        queue=queue,
        priority=turn,
        queueing_lock=question.key,  # waits once
        lock=question.key,  # is thought about by one worker at a time
    )
    with contextlib.suppress(AlreadyEnqueued):
        await deferred.defer_async(kind=question.kind, question={**question.model_dump(), "asker": asker})


async def withdraw(jobs: procrastinate.App, question: Question[Any]) -> None:
    """Take a question out of the queue; a worker that thinks about it stops. Whoever else asks, asks again."""
    for number in await held(jobs, question):
        await jobs.job_manager.cancel_job_by_id_async(number, abort=True, delete_job=True)


async def rescue(jobs: procrastinate.App) -> int:
    """Clear away what dead workers had taken, and return how much that was.

    Whoever still wants an answer asks again within a second. Putting the job back instead would fail wherever that
    has happened, and the new one would wait behind the dead one's lock for ever.
    """
    count = 0
    for job in await jobs.job_manager.get_stalled_jobs(seconds_since_heartbeat=LOST):
        try:
            await jobs.job_manager.finish_job(job, Status.ABORTED, delete_job=True)
        except ConnectorException as error:  # another worker was first, or the dead one lives and has finished
            logger.info("The question %s was not cleared away: %s", job.lock, error)
            continue
        logger.warning("A worker died over %s", job.lock)
        count += 1
    return count


def queue_of(work: Question[Any] | Job[Any]) -> str:
    """The queue in which a question waits, or the job of one."""
    return LONG if work.is_long else QUICK if work.is_quick else MOVES


WAITING = "SELECT count(*) AS count FROM procrastinate_jobs WHERE status = 'todo' AND queue_name = %(queue)s"


async def waiting(jobs: procrastinate.App, queue: str) -> int:
    """How many questions wait."""
    row: Json = await jobs.connector.execute_query_one_async(WAITING, queue=queue)
    return int(row["count"])
