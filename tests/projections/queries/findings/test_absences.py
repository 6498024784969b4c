"""Findings about suspended and dead players in a report: warnings, for readers with the right."""

from datetime import date

import pytest

from ledger.events.persons import PlayerDied, PlayerSuspended, PlayerSuspensionLifted
from ledger.events.register import PlayersMerged
from ledger.register import identities
from ops.access.actors import LOCAL, PUBLIC
from ops.answers.findings import findings_of
from ops.players.outlook import player_outlook
from projections.queries import PoolQuery
from projections.queries.findings import absences
from tests.support.chess_desk import at_a_desk
from tests.support.correcting_desk import at_a_desk as at_a_correcting_desk
from tests.support.recording import record, submit
from tests.support.worlds import FIDE, games, tournament

BY = {"by": "fsi"}
OPEN = tournament("A", "2025-07-05", "2025-07-10", games(1, "2 1 3 ="))
BEFORE, START, END, AFTER = (date(2025, 7, day) for day in (4, 5, 10, 11))
SUSPENDED, DIED = "player-suspended", "played-after-death"


@pytest.fixture
def desk(tmp_path):
    """A report of 5 to 10 July with players 1, 2 and 3, which no list counts yet."""
    with at_a_desk(str(tmp_path / "ledger")) as made:
        submit(made.ledger, OPEN, FIDE)
        yield made


def suspended(desk, first, last=None, player=1):
    return desk.record(PlayerSuspended(player=player, first=first, last=last, article="12", **BY))


def found(desk):
    return [(one.code, one.player) for one in absences.of_tournament(desk.pool(), "A")]


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        (date(2025, 1, 1), BEFORE, []),
        (date(2025, 1, 1), START, [(SUSPENDED, 1)]),
        (END, None, [(SUSPENDED, 1)]),
        (AFTER, None, []),
    ],
)
def test_a_suspension_on_a_day_of_the_tournament_is_a_finding(desk, first, last, expected):
    suspended(desk, first, last)
    assert found(desk) == expected


@pytest.mark.parametrize(
    ("day", "words"),
    [(BEFORE, "before the tournament began"), (START, "before the last day"), (END, "")],
)
def test_a_report_after_the_day_of_death_is_a_finding(desk, day, words):
    desk.record(PlayerDied(player=2, on=day, article="10.2", **BY))
    about = absences.of_tournament(desk.pool(), "A")
    assert [(one.code, one.player, one.article) for one in about] == (
        [(DIED, 2, "10.2")] if words else []
    )
    assert all(words in str(one.says) for one in about)


def test_a_lifted_suspension_is_no_finding_from_the_day_on(desk):
    at = suspended(desk, date(2025, 1, 1))
    lifted = PlayerSuspensionLifted(player=1, suspension=at, on=START, **BY)
    desk.record(lifted)
    assert found(desk) == []


def test_the_lists_are_those_without_the_suspension_and_the_finding_stays_after_closing(desk):
    """The suspension is recorded between two closings."""
    desk.close("2025-08")
    rating = desk.rating(1, "2025-08")
    suspended(desk, START)
    desk.record(PlayerDied(player=3, on=BEFORE, **BY))
    assert found(desk) == [(SUSPENDED, 1), (DIED, 3)]
    desk.close("2025-09")
    assert desk.rating(1, "2025-09") == rating
    of_player = absences.of_player(desk.pool(), 1)
    assert [(one.kind, one.about, one.article) for one in of_player] == [("warning", "A", "12")]
    assert absences.of_player(desk.pool(), 2) == []


def test_a_merged_number_in_a_report_is_the_kept_player(tmp_path):
    """4 is suspended, and in no report; 1, who is in the report, is merged into 4."""
    with at_a_correcting_desk(str(tmp_path / "ledger")) as desk:
        fact = PlayerSuspended(player=4, first=START, by="fsi")
        record(desk.ledger, "suspended", fact)
        record(desk.ledger, "merged", PlayersMerged(kept=4, merged=1, **BY))
        desk.official.catch_up()
        pool = PoolQuery(desk.official.track, FIDE)
        for about in (absences.of_tournament(pool, "T-1"), absences.of_player(pool, 4)):
            assert [(one.code, one.player) for one in about] == [(SUSPENDED, 4)]


def test_the_finding_is_for_readers_and_the_outlook_names_both(desk):
    suspended(desk, START)
    desk.record(PlayerDied(player=1, on=END, **BY))
    pool, player = desk.pool(), identities.show(1)
    for subject in ("A", player):
        readers = findings_of(pool, subject, LOCAL).rows
        public = findings_of(pool, subject, PUBLIC).rows
        hidden = [row for row in readers if row not in public]
        assert [row.article for row in hidden] == ["12"]
        assert not [row for row in public if "suspended" in str(row.says)]
    rows = player_outlook(pool, 1).rows
    assert [row.what for row in rows][:2] == ["died", "suspended"]
    assert rows[0].on == END
