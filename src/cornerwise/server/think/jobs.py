"""The queue of questions in PostgreSQL, kept by procrastinate: what servers put there and workers take."""

from __future__ import annotations

import contextlib
import logging
from typing import Any

import procrastinate
import psycopg
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException
from procrastinate.jobs import Status

from cornerwise.server.think.question import Json, Question

logger = logging.getLogger(__name__)

MOVES, LONG = "moves", "long"  # the two queues: long work never keeps moves waiting
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
    WHERE lock = %(key)s AND queue_name = %(queue)s AND status IN ('todo', 'doing')"""


async def held(jobs: procrastinate.App, question: Question[Any]) -> list[int]:
    """Where a question stands in the queue: waiting, being thought about, or nowhere."""
    rows = await jobs.connector.execute_query_all_async(HELD, key=question.key, queue=_queue(question))
    return [int(row["id"]) for row in rows]


async def put(jobs: procrastinate.App, question: Question[Any]) -> None:
    """Put a question into the queue, unless it stands there already."""
    if await held(jobs, question):
        return
    deferred = jobs.configure_task(
        TASK,
        queue=_queue(question),
        queueing_lock=question.key,  # waits once
        lock=question.key,  # is thought about by one worker at a time
    )
    with contextlib.suppress(AlreadyEnqueued):
        await deferred.defer_async(kind=question.kind, question=question.model_dump())


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


def _queue(question: Question[Any]) -> str:
    return LONG if question.is_long else MOVES


WAITING = "SELECT count(*) AS count FROM procrastinate_jobs WHERE status = 'todo' AND queue_name = %(queue)s"


async def waiting(jobs: procrastinate.App, queue: str) -> int:
    """How many questions wait."""
    row: Json = await jobs.connector.execute_query_one_async(WAITING, queue=queue)
    return int(row["count"])
