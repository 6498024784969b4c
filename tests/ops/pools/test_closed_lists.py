"""The closed lists of a pool."""

import hashlib
from datetime import date

import pytest

from ops.answers.rating_lists import basis, chosen
from ops.pools.closed_lists import closed_lists
from projections.queries import NotCovered, PoolQuery


def test_each_list_stands_with_its_digest_and_the_day_of_its_force(pool):
    answer = closed_lists(pool)
    periods = [row.list for row in answer.rows]
    assert periods == ["2025-10", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"]
    last = answer.rows[-1]
    assert str(last.in_force_from) == "2026-03-01"
    assert last.force == "in force"
    document = pool.official.ledger.read.document(last.digest)
    head = document[: document.index(b"\n", document.index(b"\n") + 1) + 1]
    assert hashlib.sha256(head).hexdigest() == last.digest
    assert len(document[len(head) :].splitlines()) == last.rows


def test_a_list_that_was_not_closed_then_is_not_among_them(pool):
    sealed = closed_lists(pool).rows[1].sealed_by or 0
    before = PoolQuery(pool.official, pool.name, sealed - 1)
    assert [row.list for row in closed_lists(before).rows] == ["2025-10"]


def test_before_the_pool_began_the_question_is_refused(pool):
    with pytest.raises(NotCovered):
        closed_lists(PoolQuery(pool.official, pool.name, 0))


@pytest.mark.parametrize(("day", "note"), [("2026-03-31", None), ("2026-04-01", "later-may-hold")])
def test_a_later_list_may_hold_from_the_day_on_which_one_can_begin(pool, day, note):
    """The last list is that of March 2026; the next begins on 1 April at the earliest."""
    as_of = date.fromisoformat(day)
    about = basis(*chosen(pool, None, as_of), as_of)
    assert (about.note and about.note.kind) == note
