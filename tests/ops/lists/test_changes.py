"""Two closed lists row by row: `ledger list compare`."""

import csv
import io

import pytest

from ledger.errors import Refused
from ops.lists.changes import list_changes
from projections.queries import CARRIED_OVER
from tests.support.command import done, run
from tests.support.uisp_office import an_office
from tests.support.worlds import games, rated, tournament

CHESS = "fide-standard"


@pytest.fixture
def office(tmp_path):
    """1 beats 2 on the first list; on the second 4 enters; nobody plays for the third."""
    carried = [rated(1, 1500), rated(2, 1500), rated(3, 1515)]
    with an_office(str(tmp_path / "ledger"), carried, (4,)) as made:
        made.submit(tournament("A", "2025-08-01", "2025-08-02", games(1, "2 1")))
        made.closed("2025-Q4")
        made.none_on_any_list("2025-11")
        made.submit(tournament("B", "2025-11-03", "2025-11-04", games(4, "2 1 3 0")))
        made.closed("2026-Q1")
        made.closed("2026-Q2")
        yield made


def changes(office, earlier, later):
    found = list_changes((office.pool(), earlier), (office.pool(), later))
    return [(row.player, row.what, row.before, row.after) for row in found.rows], found.about


def test_who_entered_and_whose_rating_changed(office):
    rows, about = changes(office, "2025-Q4", "2026-Q1")
    assert [row[:3] for row in rows if row[1] == "entered"] == [("4-5", "entered", None)]
    ratings = {player: (before, after) for player, what, before, after in rows if what == "rating"}
    assert len(ratings) == 2
    assert all(before != after for before, after in ratings.values())
    assert about.differences["entered"] == 1
    assert about.differences["rating"] == len(ratings)
    assert (about.players_earlier, about.players_later) == (3, 4)


def test_lists_without_a_difference(office):
    rows, about = changes(office, "2026-Q1", "2026-Q2")
    assert rows == []
    assert about.differences == {}


@pytest.mark.parametrize(
    ("earlier", "later", "says", "field"),
    [
        ("2026-Q1", "2025-Q4", "list 2026-Q1 is not earlier than list 2025-Q4", "other"),
        ("2026-Q1", "2026-Q1", "is not earlier than", "other"),
        (CARRIED_OVER, "2025-Q4", "are not a closed list", "period"),
        ("2025-Q4", CARRIED_OVER, "are not a closed list", "other"),
        ("2030-Q1", "2025-Q4", "no list '2030-Q1' is closed", "period"),
    ],
)
def test_lists_that_cannot_be_compared_are_refused(office, earlier, later, says, field):
    """The refusal names the input to change."""
    with pytest.raises(Refused, match=says) as refused:
        changes(office, earlier, later)
    [refusal] = refused.value.refusals()
    assert refusal.field == field


def test_every_column_is_compared_but_the_games_of_the_period(sample):
    rows = run(
        *("list", "compare", CHESS, "2025-12", "2026-01", "--format", "json", "--ledger", sample)
    ).document
    kinds = {row["what"] for row in rows["rows"]}
    assert "k" in kinds
    assert "period_games" not in kinds
    assert sum(rows["about"]["differences"].values()) == len(rows["rows"])
    left = run(
        *("list", "compare", CHESS, "2025-10", "2026-02", "--format", "json", "--ledger", sample)
    ).document["rows"]
    inactive = [row for row in left if row["what"] == "inactive"]
    assert all({row["before"], row["after"]} == {"-", "i"} for row in inactive)


def test_categories_are_compared(sample):
    answer = done(
        *("list", "compare", "rubele-italiana", "2025-04-05", "2025-07-05"),
        *("--format", "csv", "--ledger", sample),
    )
    rows = [row for row in csv.DictReader(io.StringIO(answer)) if row["what"] == "category"]
    assert rows
    assert all(row["before"] != row["after"] for row in rows)
