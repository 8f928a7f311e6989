"""The tables of the database, one family; migrations/ brings any older database to this form."""

from cornerwise.server.store.tables.family import Tables, milliseconds, now
from cornerwise.server.store.tables.games import EntryRow, ForecastRow, GameRow, SeatRow
from cornerwise.server.store.tables.lobby import AbortRow, BarRow, ReportRow, SeekRow
from cornerwise.server.store.tables.people import ChallengeRow, ClaimRow, CredentialRow, PersonRow, VisitRow
from cornerwise.server.store.tables.ratings import LadderRow, RatingRow, ResultRow, ResultSeatRow, StandingRow

__all__ = [
    "AbortRow",
    "BarRow",
    "ChallengeRow",
    "ClaimRow",
    "CredentialRow",
    "EntryRow",
    "ForecastRow",
    "GameRow",
    "LadderRow",
    "PersonRow",
    "RatingRow",
    "ReportRow",
    "ResultRow",
    "ResultSeatRow",
    "SeatRow",
    "SeekRow",
    "StandingRow",
    "Tables",
    "VisitRow",
    "milliseconds",
    "now",
]
