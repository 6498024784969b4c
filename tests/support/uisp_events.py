"""Events of two UISP tournaments in a year, and the ratings of their lists."""

from fractions import Fraction

from ledger.events.pool import (
    EntryCapitalDecided,
)
from tests.oracles.world import Tournament
from tests.support.recording import record
from tests.support.uisp_office import UISP, Office, an_office
from tests.support.worlds import games, rated, tournament

NEW, TOO = 5, 6

Q4, Q1, Q2 = "2025-Q4", "2026-Q1", "2026-Q2"

AWAY, BACK = ("elsewhere",), (UISP,)


def an_office_of(address: str, book: str = UISP):
    return an_office(address, [rated(player, 1500) for player in (1, 2, 3, 4)], (NEW, TOO), book)


def event(name: str, day: str, player: int, text: str) -> Tournament:
    """Make a tournament of a day: of a player against others."""
    return tournament(name, day, day, games(player, text))


def say(office: Office, fact, at: int = 0) -> int:
    """Record a correction of the report at a position."""
    return record(office.ledger, f"said {office.ledger.read.head().next_position}", fact(at))


def ratings(office: Office, player: int, *periods: str) -> list[int]:
    """A player's ratings on some lists."""
    return [office.rating(player, period) for period in periods]


def lines(office: Office, player: int, period: str) -> list[tuple[str, Fraction | int]]:
    """The lines of a rating."""
    units = office.explained(player, period).units
    return [(line.kind, line.points) for unit in units for line in unit.lines]


def decide(office: Office, player: int, rating: int) -> None:
    """Record the rating with which a player enters."""
    said = EntryCapitalDecided(
        pool=office.book, player=f"{player:08d}", rating=f"{rating:04d}", by="uisp-chess"
    )
    record(office.ledger, f"decide {player}", said)
