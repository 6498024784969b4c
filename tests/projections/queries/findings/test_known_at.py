"""Findings as known at a position are the findings of then, before any later event."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from ledger.errors import Refused
from ledger.events.counting import TournamentRefused
from projections.finding import Finding
from projections.queries import PoolQuery, findings
from tests.support.spoiling import details_corrected, reassigned, result_corrected
from tests.support.uisp_events import (
    AWAY,
    BACK,
    NEW,
    Q1,
    Q2,
    Q4,
    TOO,
    an_office_of,
    decide,
    event,
    say,
)
from tests.support.uisp_office import Office

Told = dict[str, list[Finding]]


@pytest.fixture
def office(tmp_path) -> Iterator[Office]:
    """1 to 4 have 1500; 5 and 6 have no rating, and no list is at hand."""
    with an_office_of(str(tmp_path / "ledger")) as made:
        yield made


class Watched:
    """An office, and the findings of everybody and everything at each position reached."""

    def __init__(self, office: Office) -> None:
        self.office, self.told = office, dict[int, Told]()
        self.played = list[str]()

    def submit(self, name: str, *played: Any, **told: Any) -> int:
        """Record a tournament and the report."""
        at = self.office.submit(event(name, *played), **told)
        self.played.append(name)
        self.look()
        return at

    def say(self, fact: Any, at: int = 0) -> None:
        """Record a statement about a report."""
        say(self.office, fact, at)
        self.look()

    def decide(self, player: int, rating: int) -> None:
        """Record with which rating a player enters."""
        decide(self.office, player, rating)
        self.look()

    def closed(self, period: str) -> None:
        """Close a quarter, and publish the list."""
        self.office.closed(period)
        self.look()

    def look(self) -> None:
        """Keep the present findings."""
        self.told[self.office.pool().known] = told(self.office, self.played)

    def held(self) -> None:
        """Ask again, knowing no more than at each position."""
        for known, then in self.told.items():
            assert told(self.office, list(then)[:-TOO], known) == then, known


def told(office: Office, names: list[str], known: int | None = None) -> Told:
    """Return the findings about tournaments and about every player."""
    pool = office.pool(known)
    of_players = {str(number): findings.of_player(pool, number) for number in range(1, TOO + 1)}
    return {name: of_tournament(pool, name) for name in names} | of_players


def of_tournament(pool: PoolQuery, name: str) -> list[Finding]:
    """Return the findings about a tournament; none while counted elsewhere."""
    with suppress(Refused):
        return findings.of_tournament(pool, name)
    return []


def test_who_was_to_be_decided_played_again_on_the_next_list(office):
    """The report is corrected; looking back from after the next list, the correction was still to
    come.
    """
    watched = Watched(office)
    watched.submit("A", "2025-08-05", 1, "5 1")
    watched.closed(Q4)
    at = watched.submit("B", "2025-10-11", 2, "5 1 3 1")
    watched.say(result_corrected("B", 0, "=="), at)
    watched.closed(Q1)
    watched.held()


def test_what_was_open_and_was_corrected_before_and_after_its_closing(office):
    """The entrant known then is shown then, though another player since, or counted elsewhere."""
    watched = Watched(office)
    at = watched.submit("A", "2025-08-05", 1, "2 1 3 1")
    watched.say(reassigned("A", 1, NEW), at)
    watched.say(details_corrected("A", pools=AWAY))
    late = watched.submit("B", "2025-08-20", 4, "6 1", received="2025-10-01")
    watched.say(details_corrected("A", pools=BACK))
    watched.closed(Q4)
    watched.say(lambda _: TournamentRefused(tournament="B", by="the-commission"))
    watched.say(reassigned("B", 1, 3), late)
    watched.decide(NEW, 1480)
    watched.closed(Q1)
    watched.say(reassigned("A", 1, 2), at)
    watched.closed(Q2)
    watched.held()
