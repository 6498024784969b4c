"""Guests of closed lists with corrected reports: the players known to each list."""

import pytest

from ledger import columns
from ledger.events.external import ExternalListCompleted, ExternalListRecorded
from ledger.events.pool import EntryCapitalDecided
from ledger.events.report import ReportFact, ReportReplaced
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.house import House
from projections.queries import PoolQuery
from projections.queries.explain import explain
from tests.support.recording import a_ledger, begin, following, record, submission, submit
from tests.support.spoiling import reassigned, result_corrected
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, ON, PERIODS, federation, games, rated, tournament

GUEST, NOBODY = 3, 4
FIVE = (1, 2, 5, 6, 7)
WORLD = federation([rated(player, 2000) for player in FIVE], newcomers=[GUEST, NOBODY])
"""Lists are of August, September, and so on; the rated players have K 20."""
ALONE, WITH_GUEST = games(1, "2 1"), games(1, f"2 1 {GUEST} 1")
WITHOUT, KNOWN = 2010, 2024  # of 1: +10 against 2, and +14 against a guest of 2155


def listed(players=(), *, ratings=(2155,), at="2025-07"):
    """FIDE's list of July, whole, for the registered players."""
    return ExternalListRecorded(
        body="fide",
        list=at,
        list_date=ON,
        file="0" * 64,
        file_rows=1,
        player=columns.write(players, columns.PLAYER),
        values={"standard": columns.write(ratings[: len(players)], columns.NUMBER)},
    )


COMPLETED = ExternalListCompleted(
    body="fide",
    list="2025-07",
    player=columns.write([GUEST], columns.PLAYER),
    values={"standard": columns.write([2155], columns.NUMBER)},
)
DECIDED = EntryCapitalDecided(
    pool=FIDE,
    player=columns.write([GUEST], columns.PLAYER),
    rating=columns.write([2155], columns.RATING),
    by="the-commission",
)


class Office:
    """A ledger with FIDE's list, and closings list after list."""

    def __init__(self, ledger):
        self.ledger = ledger
        self._recorded = 0

    def record(self, *facts, documents=()):
        """Record facts; give the position of the last."""
        self._recorded += 1
        key = f"recorded {self._recorded}"
        return record(self.ledger, key, *facts, documents=documents)

    def submit(self, played, name="one"):
        """Record the report of a tournament of July; return the position."""
        return submit(self.ledger, tournament(name, "2025-07-05", "2025-07-06", played), FIDE)

    def replace(self, position, played, *more):
        """Record another report in place of a report, with further facts; return the position."""
        file = Document("report", f"in place of {position}".encode())
        report = submission(tournament("one", "2025-07-05", "2025-07-06", played), file.digest)
        fields = {name: getattr(report, name) for name in ReportFact.__struct_fields__}
        return self.record(*more, ReportReplaced(replaces=position, **fields), documents=[file])

    def close(self, *periods):
        """Close lists."""
        with following(self.ledger) as official:
            for period in periods:
                CloseList(pool=FIDE, period=period).record(House(self.ledger, official))

    def ask(self, question):
        """Return the answers about the pool."""
        with following(self.ledger) as official:
            official.catch_up()
            return question(PoolQuery(official.track, FIDE))

    def ratings(self, player=1):
        """Give the ratings of a player on the closed lists; nothing is at fault.

        Every list explains them, from what is kept and from a cache made anew.
        """
        assert verify(self.ledger).faults == []
        found = self.ask(_explained(player))
        with following(self.ledger) as official:
            official.rebuild()
        assert self.ask(_explained(player)) == found
        return found

    def sides(self, number, player=1):
        """Return the bookings of a list's corrections so far, and as corrected."""
        return self.ask(
            lambda pool: [
                (unit.booked_points, unit.due_points)
                for unit in explain(pool, player, pool.lists()[number]).corrected
            ]
        )


def _explained(player):
    def ask(pool):
        lists = [rating_list for rating_list in pool.lists() if rating_list.number]
        return [explain(pool, player, on).new or 0 for on in lists]

    return ask


@pytest.fixture
def office(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        yield Office(made)


AUGUST, SEPTEMBER, OCTOBER, NOVEMBER = PERIODS


@pytest.mark.parametrize("fact", [COMPLETED, listed([GUEST], at="2025-07.2"), DECIDED])
def test_a_guest_who_comes_with_the_report_that_replaces_another_is_rated(office, fact):
    """The correction knows the guest, whatever is told since the closing."""
    office.record(listed())
    first = office.submit(ALONE)
    office.close(AUGUST)
    office.replace(first, WITH_GUEST, fact)
    office.close(SEPTEMBER)
    assert office.ratings() == [WITHOUT, KNOWN]
    assert office.sides(2) == [(10, 24)]
    assert office.ratings(GUEST) == [0, 0]


def test_a_guest_who_does_not_stand_in_the_report_that_replaces_another_is_taken_back(office):
    office.record(listed(), COMPLETED)
    first = office.submit(WITH_GUEST)
    office.close(AUGUST)
    office.replace(first, ALONE)
    office.close(SEPTEMBER)
    assert office.ratings() == [KNOWN, WITHOUT]
    assert office.ratings(GUEST) == [0, 0]


def test_a_second_correction_starts_from_what_the_first_booked(office):
    office.record(listed())
    first = office.submit(ALONE)
    office.close(AUGUST)
    second = office.replace(first, WITH_GUEST, COMPLETED)
    office.close(SEPTEMBER)
    office.record(result_corrected("one", 1, "01")(second))
    office.close(OCTOBER)
    office.replace(second, ALONE)
    office.close(NOVEMBER)
    assert office.ratings() == [WITHOUT, KNOWN, KNOWN - 20, WITHOUT]
    assert [office.sides(number) for number in (2, 3, 4)] == [[(10, 24)], [(24, 4)], [(4, 10)]]


def test_a_guest_who_stands_in_place_of_another_entrant_is_rated(office):
    """The earlier player has no rating, and is on no list of FIDE."""
    office.record(listed())
    first = office.submit(games(1, f"2 1 {NOBODY} 1"))
    office.close(AUGUST)
    office.record(COMPLETED, reassigned("one", 2, GUEST)(first))
    office.close(SEPTEMBER)
    assert office.ratings() == [WITHOUT, KNOWN]
    office.record(reassigned("one", 2, NOBODY)(first))
    office.close(OCTOBER)
    assert office.ratings() == [WITHOUT, KNOWN, WITHOUT]


def test_reading_guest_as_booked_a_list_stays_until_its_report_is_corrected(office):
    """The guest is told of after August, and between two corrections nothing is."""
    office.record(listed())
    first = office.submit(WITH_GUEST)
    office.close(AUGUST)
    office.record(COMPLETED)
    office.close(SEPTEMBER)
    office.record(result_corrected("one", 0, "==")(first))
    office.close(OCTOBER)
    office.record(result_corrected("one", 0, "10")(first))
    office.close(NOVEMBER)
    assert office.ratings() == [WITHOUT, WITHOUT, 2014, KNOWN]
    assert [office.sides(number) for number in (2, 3, 4)] == [[], [(10, 14)], [(14, 24)]]
    assert office.ratings(GUEST) == [0, 0, 0, 0]


def test_reading_guest_as_booked_a_correction_undone_before_a_list_is_none(office):
    """September books no correction: the standing report is still booked by August."""
    office.record(listed())
    first = office.submit(WITH_GUEST)
    office.close(AUGUST)
    for results in ("==", "10"):
        office.record(result_corrected("one", 0, results)(first))
    office.record(COMPLETED)
    office.close(SEPTEMBER)
    office.record(result_corrected("one", 0, "==")(first))
    office.close(OCTOBER)
    assert office.ratings() == [WITHOUT, WITHOUT, 2014]
    assert office.sides(3) == [(10, 14)]


def test_reading_guest_as_booked_another_report_of_the_list_stays(office):
    """Facts told about the guest since count only where the report was corrected."""
    office.record(listed())
    first = office.submit(WITH_GUEST)
    office.submit(WITH_GUEST, "two")
    office.close(AUGUST)
    office.record(COMPLETED, result_corrected("one", 0, "==")(first))
    office.close(SEPTEMBER)
    assert office.ratings() == [2020, 2024]
    assert office.sides(2) == [(20, 24)]


def test_a_first_rating_of_who_turns_out_to_be_a_guest_is_void(office):
    """Five games as a player without a rating; then a list shows that the player has a rating."""
    office.record(listed())
    played = [game for other in FIVE for game in games(other, f"{GUEST} =")]
    first = office.submit(played)
    office.close(AUGUST)
    office.record(COMPLETED, result_corrected("one", 0, "10")(first))
    office.close(SEPTEMBER)
    (rated_first, void), others = office.ratings(GUEST), office.ratings(FIVE[1])
    assert (rated_first > 0, void) == (True, 0)
    assert others == [2000, 2004]  # a draw with 2155: expected 0.29, and K is 20
