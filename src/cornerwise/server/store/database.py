"""Opening the database, SQLite or PostgreSQL; it is created or migrated as needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError
from sqlalchemy.orm import Session as Transaction

from cornerwise.errors import CornerwiseError

T = TypeVar("T")

READERS = 4  # threads that read at once
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    "wal_autocheckpoint=8000",  # pages: copying them back is a pause for everybody, so seldom
    "cache_size=-16000",  # kilobytes
)


def file_in(data: Path) -> Path:
    """The file of the SQLite database in a data directory."""
    return data / "cornerwise.sqlite3"


def in_directory(data: Path) -> str:
    """The address of the SQLite database in a data directory."""
    return f"sqlite:///{file_in(data)}"


def is_postgres(url: str) -> bool:
    """Whether an address names a PostgreSQL."""
    return url.startswith(("postgresql:", "postgres:", "postgresql+psycopg:"))


def open_engine(url: str) -> Engine:
    """Connections to the database at an address, whatever tables it has."""
    return _postgres(url) if is_postgres(url) else _sqlite(url)


def connect(url: str) -> Engine:
    """Open the database at an address, with its tables up to date; what is wrong is said in one sentence."""
    engine = open_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.execution_options(writes=True).begin() as connection:
            if is_postgres(url):  # one process migrates, the others wait and find nothing left to do
                connection.exec_driver_sql("SELECT pg_advisory_xact_lock(200118)")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DatabaseError as error:
        reason = str(error.orig).strip().splitlines()[0].rstrip(".")
        raise CornerwiseError(f"The games in {shown(url)} cannot be read: {reason}.") from None
    except CommandError:
        raise CornerwiseError(f"The games in {shown(url)} were kept by a newer Cornerwise.") from None
    return engine


def shown(url: str) -> str:
    """An address as people may see it: the path of a file, or without its password."""
    parsed = make_url(url)
    return repr(parsed.database) if parsed.drivername == "sqlite" else repr(parsed.render_as_string())


def _postgres(url: str) -> Engine:
    try:
        parsed = make_url(url).set(drivername="postgresql+psycopg")
        # A connection that broke while nobody used it is replaced before it is used.
        engine = create_engine(
            parsed,
            pool_size=READERS + 2,
            max_overflow=4,
            pool_pre_ping=True,
            pool_timeout=5,
            connect_args={"connect_timeout": 5},  # the least that libpq takes is 2
        )
    except (ArgumentError, ValueError):
        raise CornerwiseError(
            "That is not the address of a database, which looks like postgresql://user@host/name."
        ) from None
    except ModuleNotFoundError:
        raise CornerwiseError("PostgreSQL needs one more package: pip install 'cornerwise[postgres]'.") from None

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.execute("SET jit = off")  # compiling a query takes longer than any of ours
        connection.commit()

    return engine


def _sqlite(url: str) -> Engine:
    engine = create_engine(url, pool_size=READERS + 2)

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # Python's own would commit before every change of a table
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Who writes says so at once: two readers that both want to become writers would lock each other out.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def within(url: str, work: Callable[[Transaction], T]) -> T:
    """Do work in one transaction on a database that a server may be using meanwhile."""
    engine = connect(url)
    try:
        with Transaction(engine.execution_options(writes=True)) as transaction, transaction.begin():
            return work(transaction)
    finally:
        engine.dispose()


def looking(url: str, work: Callable[[Transaction], T]) -> T:
    """Look at a database that a server may be using meanwhile; nobody who writes waits for it."""
    engine = connect(url)
    try:
        with Transaction(engine) as transaction:
            return work(transaction)
    finally:
        engine.dispose()
