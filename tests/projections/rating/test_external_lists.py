"""Lists of other bodies, consulted on entering: the list chosen, and the rating found."""

from dataclasses import replace
from datetime import date, timedelta

import numpy as np
import pytest

from ledger import columns
from ledger.events.external import ExternalListRecorded
from projections.rating.external_lists import Known, Lists, at_start, lists_for
from projections.rating.replay_source import ReplaySource
from projections.rating.steps import steps
from projections.rulebooks import rulebook
from projections.rulebooks.engine.external_lists import ExternalColumn, ExternalLists
from projections.state.closed_list import Horizon
from tests.support.recording import a_ledger, begin, following, record, registered, submit
from tests.support.worlds import FIDE, RUBELE, federation, games, rated, tournament

MONTHLY = ExternalColumn("theirs", "other", "standard", months=1)
FOR_EVER = replace(MONTHLY, months=0)
WORLD = federation([rated(1, 2000)], newcomers=[2, 3])


def list_of(
    day: str, ratings: dict[int, int], *, name: str = "", column: str = "standard", **more
) -> ExternalListRecorded:
    """Return a list of the body `other`; by default named by the day."""
    return ExternalListRecorded(
        body="other",
        list=name or day,
        list_date=date.fromisoformat(day),
        file="0" * 64,
        file_rows=1_000,
        player=columns.write(sorted(ratings), columns.PLAYER),
        values={
            column: columns.write((ratings[player] for player in sorted(ratings)), columns.NUMBER)
        },
        **more,
    )


@pytest.fixture
def ledger(tmp_path):
    """A ledger with three players: 1 has a FIDE rating, 2 and 3 have none."""
    with a_ledger(str(tmp_path / "ledger")) as made:
        begin(made, WORLD, FIDE)
        yield made


def told(ledger, one: ExternalColumn, day: str, through: int = 1_000) -> int | None:
    """Return the rating of 2 on the list in force on a day; None: the list is not at hand."""
    found = Known(Lists(ledger.read), through).in_force(one, date.fromisoformat(day))
    if found is None:
        return None
    assert found is not None
    ratings, known = found.tells(columns.read("00000002", columns.PLAYER), one.column, through)
    return int(ratings[0]) if known[0] else None


# ------------------------------------------------------------------------------ which list it is


@pytest.mark.parametrize(
    ("day", "rating"),
    [("2025-06-30", None), ("2025-07-01", 1500), ("2025-07-31", 1500), ("2025-08-01", 1600)],
)
def test_the_list_in_force_is_the_last_one_by_the_day(ledger, day, rating):
    record(ledger, "july", list_of("2025-07-01", {2: 1500}))
    record(ledger, "august", list_of("2025-08-01", {2: 1600}))
    assert told(ledger, MONTHLY, day) == rating


@pytest.mark.parametrize(("day", "monthly"), [("2025-07-31", 1500), ("2025-08-01", None)])
def test_reading_stale_lists_an_older_one_is_none(ledger, day, monthly):
    """The list of August is not at hand; where lists hold until the next, the list of July
    still does.
    """
    record(ledger, "july", list_of("2025-07-01", {2: 1500}))
    assert told(ledger, MONTHLY, day) == monthly
    assert told(ledger, FOR_EVER, day) == 1500


def test_a_list_with_another_column_is_passed_over(ledger):
    record(ledger, "july", list_of("2025-07-01", {2: 1500}))
    record(ledger, "blitz", list_of("2025-07-02", {2: 1300}, column="blitz"))
    assert told(ledger, MONTHLY, "2025-07-05") == 1500


def test_reading_of_one_day_the_one_recorded_last_holds(ledger):
    """A wrong list is recorded again under another name."""
    record(ledger, "right later", list_of("2025-07-01", {2: 1500}, name="z"))
    record(ledger, "right", list_of("2025-07-01", {2: 1510}, name="a"))
    assert told(ledger, MONTHLY, "2025-07-05") == 1510


def test_reading_whole_lists_a_part_tells_nothing(ledger):
    record(ledger, "part", list_of("2025-07-01", {2: 1500}, last_part=False))
    assert told(ledger, MONTHLY, "2025-07-05") is None
    record(ledger, "rest", list_of("2025-07-01", {3: 1400}, part=2))
    assert told(ledger, MONTHLY, "2025-07-05") == 1500


def test_reading_whole_lists_what_is_recorded_later_is_not_known(ledger):
    position = record(ledger, "july", list_of("2025-07-01", {2: 1500}))
    assert told(ledger, MONTHLY, "2025-07-05", through=position - 1) is None
    assert told(ledger, MONTHLY, "2025-07-05", through=position) == 1500


def test_reading_whole_lists_who_was_registered_then_and_is_not_on_it_has_no_rating(ledger):
    record(ledger, "july", list_of("2025-07-01", {3: 1400}))
    assert told(ledger, MONTHLY, "2025-07-05") == 0
    late = registered(federation([], newcomers=[4]))
    record(ledger, "one more player", late)
    found = Known(Lists(ledger.read), 1_000).in_force(MONTHLY, date(2025, 7, 5))
    assert found is not None
    ratings, known = found.tells(
        columns.read("0000000300000004", columns.PLAYER), "standard", 1_000
    )
    assert (ratings.tolist(), known.tolist()) == ([1400, 0], [True, False])


def test_more_lists_than_are_kept_in_memory_are_read_again(ledger):
    known = Known(Lists(ledger.read), 1_000)
    for month in range(1, 12):
        record(ledger, f"{month}", list_of(f"2025-{month:02}-01", {2: 1000 + month}))
    asked = [*range(1, 12), *range(1, 12)]
    found = [known.in_force(MONTHLY, date(2025, month, 9)) for month in asked]
    ratings = [
        rating_list.tells(columns.read("00000002", columns.PLAYER), "standard", 1_000)
        for rating_list in found
        if rating_list is not None
    ]
    assert [int(rating[0][0]) for rating in ratings] == [1000 + month for month in asked]


def test_entries_of_many_days_are_told_by_the_list_of_each(ledger):
    """No list in June, a list from 10 July, another from the twentieth, none again in August."""
    record(ledger, "tenth", list_of("2025-07-10", {2: 1500}))
    record(ledger, "twentieth", list_of("2025-07-20", {2: 1600}))
    days = [date(2025, 6, 1) + timedelta(number) for number in range(75)]
    players = columns.read("00000002" * len(days), columns.PLAYER)
    entered = np.array([day.toordinal() for day in days])
    known = Known(Lists(ledger.read), 1_000)
    told = at_start([MONTHLY], known, players, entered)
    found = dict(zip(days, told["theirs_rating_at_start"].tolist(), strict=True))
    assert {day for day, rating in found.items() if rating == 1500} == set(days[39:49])
    assert {day for day, rating in found.items() if rating == 1600} == set(days[49:61])
    assert told["theirs_known_at_start"].tolist() == [rating > 0 for rating in found.values()]


@pytest.mark.parametrize(
    ("days", "standard"),
    [
        (["2025-06-30"], ["2025-06-01"]),
        (["2025-07-01"], ["2025-07-01"]),
        (["2025-07-31"], ["2025-07-01"]),
        (["2025-08-01"], ["2025-08-01"]),
        (["2025-07-31", "2025-08-01"], ["2025-07-01", "2025-08-01"]),
    ],
)
def test_the_lists_to_search_are_those_in_force_by_column(ledger, days, standard):
    """Blitz ratings stand on the list of May alone; older and later lists are left alone."""
    for day in ("2025-04-01", "2025-05-01"):
        record(ledger, day, list_of(day, {2: 1480}, column="blitz"))
    for day in ("2025-06-01", "2025-07-01", "2025-08-01", "2025-09-01"):
        record(ledger, day, list_of(day, {2: 1500}))
    blitz = replace(FOR_EVER, word="blitz", column="blitz")
    law = replace(rulebook(FIDE), external_lists=ExternalLists((FOR_EVER,), (blitz,)))
    found = lists_for(Known(Lists(ledger.read), 1_000), [law], map(date.fromisoformat, days))
    assert [listed.name for listed in found] == ["2025-05-01", *standard]


def test_a_list_recorded_after_the_first_question_is_found(ledger):
    lists = Lists(ledger.read)
    for day, rating in (("2025-07-01", 1500), ("2025-07-05", 1600)):
        position = record(ledger, day, list_of(day, {2: rating}))
        found = Known(lists, position).in_force(MONTHLY, date(2025, 7, 9))
        assert found is not None
        assert found.values["standard"].tolist() == [rating]


# ------------------------------------------------------------------------- what a step is handed


def handed(ledger, book: str, period: str) -> list[dict[int, tuple[int, bool, int]]]:
    """Return the inputs of each step of a list about entrants: rating, told or not, day of
    entering.
    """
    law = replace(rulebook(book), external_lists=ExternalLists(consulted=(MONTHLY,)))
    with following(ledger) as official:
        official.catch_up()
        replay = official.track.replay(book).fork()
        replay.law.rulebook = law
        due = law.calendar.due(period, replay.facts.announced)
        booked = replay.book(due, Horizon.at(official.track.facts.position))
        found = []
        for step in steps(ReplaySource(booked, replay.begun(), replay.birth_year)):
            (part,), (facts,) = step.parts, step.facts_at_start
            names = ("theirs_rating_at_start", "theirs_known_at_start", "entered")
            rows = zip(*(facts[name].tolist() for name in names), strict=True)
            found.append(dict(zip(part.player.tolist(), rows, strict=True)))
        return found


def test_of_several_tournaments_without_a_rating_the_first_by_start_decides(ledger):
    """Recorded in another order; 1 has a rating, so no list is asked about 1."""
    record(ledger, "july", list_of("2025-07-01", {1: 1900, 2: 1500}))
    record(ledger, "august", list_of("2025-08-01", {2: 1600, 3: 1700}))
    submit(ledger, tournament("B", "2025-08-02", "2025-08-03", games(1, "2 1 3 1")), FIDE)
    submit(ledger, tournament("A", "2025-07-31", "2025-08-05", games(1, "2 =")), FIDE)
    (rows,) = handed(ledger, FIDE, "2025-09")
    assert rows[1] == (0, False, 0)
    assert rows[2] == (1500, True, date(2025, 7, 31).toordinal())
    assert rows[3] == (1700, True, date(2025, 8, 2).toordinal())


def test_in_a_chain_each_tournament_is_a_step_of_its_own(tmp_path):
    """A player still without a capital enters with the list in force then."""
    with a_ledger(str(tmp_path / "chain")) as made:
        begin(made, replace(WORLD, periods=("autumn",)), RUBELE, [("autumn", date(2025, 9, 1))])
        record(made, "july", list_of("2025-07-01", {2: 1500}))
        record(made, "august", list_of("2025-08-01", {3: 1700}))
        submit(made, tournament("A", "2025-07-30", "2025-07-31", games(1, "2 =")), RUBELE)
        submit(made, tournament("B", "2025-08-02", "2025-08-03", games(1, "3 1")), RUBELE)
        first, second = handed(made, RUBELE, "autumn")
    assert first[2] == (1500, True, date(2025, 7, 30).toordinal())
    assert second[3] == (1700, True, date(2025, 8, 2).toordinal())


def test_without_a_list_nobody_is_told_to_be_absent(ledger):
    submit(ledger, tournament("A", "2025-07-31", "2025-08-05", games(1, "2 =")), FIDE)
    (rows,) = handed(ledger, FIDE, "2025-09")
    assert rows[2] == (0, False, date(2025, 7, 31).toordinal())
