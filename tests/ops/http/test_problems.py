"""Problem documents: what an error says to those who ask over HTTP."""

from ledger.errors import Unavailable
from ops.http.problems import problem_of


def test_a_problem_does_not_name_the_address_of_the_database_server():
    """As the driver says it, with a name and with a number of the host."""
    for host in ('"127.0.0.1"', '"db.internal" (10.0.0.7)'):
        cause = f"connection to server at {host}, port 5432 failed: Connection refused"
        problem = problem_of(Unavailable(cause))
        assert (problem.status, "Connection refused" in problem.detail) == (503, True)
        assert not any(word in problem.detail for word in ("127", "10.0", "internal", "5432"))
        assert problem.refusals[0].message == problem.detail
