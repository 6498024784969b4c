"""A statement is compiled once, whichever ledger asks, and once for each kind of database."""

from contextlib import contextmanager

from sqlalchemy import create_engine, literal, select

from ledger.store import compiled, drivers


@contextmanager
def opened(*addresses):
    """Open databases as the store does."""
    engines = [drivers.engine(str(address)) for address in addresses]
    try:
        yield engines
    finally:
        for engine in engines:
            engine.dispose()


def total(engine, label, *numbers):
    """Let a database add two numbers; each label makes another statement."""
    one, other = map(literal, numbers)
    with engine.connect().execution_options(reading=True) as connection:
        return connection.execute(select((one + other).label(label))).scalar_one()


def texts(engine):
    return len(engine.get_execution_options()["compiled_cache"])


def test_a_statement_is_compiled_for_the_first_ledger_alone(tmp_path):
    with opened(tmp_path / "first", tmp_path / "second") as (first, second):
        before = texts(first)
        assert total(first, "of_two_ledgers", 3, 5) == 8
        assert texts(second) == before + 1
        assert total(second, "of_two_ledgers", 8, 20) == 28
        assert texts(second) == before + 1


def test_sqlite_and_postgresql_share_no_text(tmp_path, postgres_database):
    with opened(tmp_path / "ledger", postgres_database) as (sqlite, postgresql):
        assert total(sqlite, "of_two_kinds", 3, 5) == 8
        before = texts(sqlite)
        assert total(postgresql, "of_two_kinds", 8, 20) == 28
        assert texts(sqlite) > before


def test_another_version_of_a_server_has_texts_of_its_own():
    of_today, older = (compiled.share(create_engine("sqlite://")) for _ in range(2))
    older.connect().close()  # asks for the version
    older.dialect.server_version_info = (14, 0)
    before = texts(of_today)
    assert total(of_today, "of_two_versions", 3, 5) == total(older, "of_two_versions", 1, 7)
    assert texts(of_today) == before + 2
    of_today.dispose()
    older.dispose()
