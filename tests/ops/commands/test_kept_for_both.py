"""Answers kept beside a ledger in PostgreSQL, asked by the owner of the ledger and the
application.

The two take turns; neither locks the other out, whoever asked first, and whatever was dropped.
"""

import psycopg
import pytest

from tests.support.command import done, run

CHESS = "fide-standard"


@pytest.fixture
def doors(postgres_server, postgres_database, sample) -> tuple[str, str]:
    """The sample in PostgreSQL, as reached by the owner and by the application."""
    done("restore", sample, "--ledger", postgres_database)
    database = postgres_database.rpartition("/")[2]
    return postgres_database, postgres_server.url(database, "ledger_app")


@pytest.mark.parametrize("first", [0, 1], ids=["owner", "application"])
def test_whoever_asks_first_the_other_is_answered(doors, first):
    """Asked, made anew, asked again, and a list closed by the application."""
    one, other = doors[first], doors[1 - first]
    said = done("list", "show", CHESS, "--ledger", one)
    assert done("list", "show", CHESS, "--ledger", other) == said
    for address in (one, other):
        assert "lists proved" in done("rebuild", "--ledger", address)
        assert [done("list", "show", CHESS, "--ledger", each) for each in doors] == [said, said]
    assert "sealed" in done("list", "close", CHESS, "--yes", "--ledger", doors[1])
    assert ", 0 faults" in done("verify", "--ledger", doors[0])


def test_a_schema_that_was_dropped_is_made_anew_by_the_owner(doors):
    """The application lacks the right, and says so; nothing ends in a trace."""
    owner, application = doors
    said = done("list", "show", CHESS, "--ledger", owner)
    with psycopg.connect(owner.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("DROP SCHEMA projections CASCADE")
    refused = run("list", "show", CHESS, "--ledger", application)
    assert refused.code == 7
    assert "permission denied for database" in refused.err
    assert done("list", "show", CHESS, "--ledger", owner) == said
    assert done("list", "show", CHESS, "--ledger", application) == said


def test_tables_that_the_owner_kept_are_handed_over_when_he_makes_them_anew(doors):
    owner, application = doors
    done("list", "show", CHESS, "--ledger", owner)
    with psycopg.connect(owner.replace("+psycopg", ""), autocommit=True) as connection:
        for name in ("progress", "state_part", "record", "block"):
            connection.execute(f"ALTER TABLE projections.{name} OWNER TO postgres")
    refused = run("list", "show", CHESS, "--ledger", application)
    assert (refused.code, "permission denied for table" in refused.err) == (7, True)
    done("rebuild", "--ledger", owner)
    done("list", "show", CHESS, "--ledger", application)
