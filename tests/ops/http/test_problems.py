"""Problem documents: an error over HTTP, for the caller."""

from ledger.errors import Unavailable
from ledger.sentences import plain
from ops.http.problems import problem_of
from projections.rulebooks.engine.numbers import OffTheTable
from projections.rulebooks.engine.whole import NotWhole


def test_a_problem_does_not_name_the_address_of_the_database_server():
    """In the words of the driver, with a name and with a number of the host."""
    for host in ('"127.0.0.1"', '"db.internal" (10.0.0.7)'):
        cause = f"connection to server at {host}, port 5432 failed: Connection refused"
        problem = problem_of(Unavailable(cause))
        assert (problem.status, "Connection refused" in str(problem.detail)) == (503, True)
        assert not any(word in str(problem.detail) for word in ("127", "10.0", "internal", "5432"))
        assert problem.refusals[0].message == problem.detail


def test_a_number_that_the_text_does_not_give_is_named():
    problem = problem_of(NotWhole("rating", 1545.6, "uisp 2017-09-01, column "))
    (refusal,) = problem.refusals
    assert (problem.status, problem.code) == (422, "not-whole")
    assert (refusal.field, refusal.found) == ("rating", "1545.6")
    assert problem_of(OffTheTable(plain("the table ends at 10"))).code == "off-the-table"
