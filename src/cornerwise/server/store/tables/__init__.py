"""The tables of the database, one family, and the clock of their rows; migrations/ brings older ones to this form."""

from cornerwise.server.store.tables.answers import AnswerRow
from cornerwise.server.store.tables.archive import ArchiveRow, ArchiveSeatRow
from cornerwise.server.store.tables.family import Row, now
from cornerwise.server.store.tables.games import EntryRow, ForecastRow, GameRow, PulseRow, SeatRow
from cornerwise.server.store.tables.lobby import AbortRow, BarRow, ReportRow, RulingRow, SeekRow
from cornerwise.server.store.tables.moment import milliseconds
from cornerwise.server.store.tables.notices import AddressRow, KeyRow, NoticeRow, SubscriptionRow
from cornerwise.server.store.tables.people import BotRow, ChallengeRow, ClaimRow, CredentialRow, PersonRow, VisitRow
from cornerwise.server.store.tables.ratings import LadderRow, RatingRow, ResultRow, ResultSeatRow, StandingRow

__all__ = [
    "AbortRow",
    "AddressRow",
    "AnswerRow",
    "ArchiveRow",
    "ArchiveSeatRow",
    "BarRow",
    "BotRow",
    "ChallengeRow",
    "ClaimRow",
    "CredentialRow",
    "EntryRow",
    "ForecastRow",
    "GameRow",
    "KeyRow",
    "LadderRow",
    "NoticeRow",
    "PersonRow",
    "PulseRow",
    "RatingRow",
    "ReportRow",
    "ResultRow",
    "ResultSeatRow",
    "Row",
    "RulingRow",
    "SeatRow",
    "SeekRow",
    "StandingRow",
    "SubscriptionRow",
    "VisitRow",
    "milliseconds",
    "now",
]
