"""The tables of a ledger: checked when it is opened, made when it is created."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict

from sqlalchemy import Connection, Engine, insert, text

from ledger.errors import NotALedger
from ledger.sentences import Remedy, Sentence
from ledger.store import addresses, appended, drivers, guards, sqlite_files
from ledger.store.reading_events import Head
from ledger.store.schema import REVISION, ledger_head


def check_tables(engine: Engine, address: str, *, guarded: bool) -> None:
    """Check that a ledger with the tables of this program is there, and `guarded` its triggers.

    Raises NotALedger, Damaged.
    """
    check_there(engine, address)
    with engine.connect().execution_options(reading=True) as connection:
        revision = revision_of(connection)
        if revision != REVISION:
            raise not_a_ledger(
                address,
                Sentence(
                    "its tables are at step {found} of the migrations, this program works with "
                    "step {expected}: take the program that fits, or bring an older ledger up: "
                    "{migrate}",
                    found=revision,
                    expected=REVISION,
                    migrate=Remedy("migrate-ledger"),
                ),
                found=revision,
                expected=REVISION,
            )
        if guarded:
            guards.check(connection)


def migrate(address: str) -> tuple[str, str]:
    """Bring the tables of a ledger to the newest step; return the steps before and after.

    In place and in one transaction; what was recorded is not touched, and the guards are checked
    before and after. Raises NotALedger where there is none, or one of a later program; Damaged
    where a guard is missing.
    """
    import migrations  # noqa: PLC0415 - heavy, and only needed here

    engine = drivers.engine(address)
    with drivers.reaching(engine):
        check_there(engine, address)
        with drivers.owning(engine), engine.begin() as connection:
            drivers.lock_creation(connection)
            before = revision_of(connection)
            if before not in migrations.steps():
                later = Sentence("step {step} is of a later program: take that one", step=before)
                raise not_a_ledger(address, later, found=before, expected=REVISION)
            guards.check(connection, guards.of_step(before))
            migrations.upgrade(connection)
            guards.check(connection)
    engine.dispose()
    return before, REVISION


def check_there(engine: Engine, address: str) -> None:
    """Check that a ledger is there, of whatever step of the migrations. Raises NotALedger."""
    file = drivers.file(engine)
    if file and file.exists() and not file.is_file():
        why = Sentence("a folder, a pipe or a device is no ledger: give a file's path")
        raise not_a_ledger(address, why, expected=Sentence("the path of a file"))
    if not file or file.exists():  # to connect would make one
        with engine.connect().execution_options(reading=True) as connection:
            if drivers.exists(connection):
                return
    make = Remedy("init-ledger")
    missing = Sentence("no ledger here; make one: {make}", make=make)
    raise not_a_ledger(address, missing, expected=Sentence("the address of a ledger"))


def not_a_ledger(
    address: str,
    why: Sentence,
    *,
    expected: str | Sentence,
    found: str = "",
) -> NotALedger:
    """Return the refusal of an address, with the reason."""
    shown = addresses.shown(address)
    says = Sentence("{address}: {says}", address=shown, says=why)
    return NotALedger(says, field="ledger", found=found or shown, expected=expected)


def revision_of(connection: Connection) -> str:
    """Return the step of the migrations at which the tables are."""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())


@contextmanager
def in_new_tables(engine: Engine, address: str) -> Iterator[Connection]:
    """Create the tables; commit at the end, or leave nothing, not even a new file."""
    import migrations  # noqa: PLC0415 - heavy, and only needed here

    with appended.transaction(), _new_file(engine), engine.begin() as connection:
        drivers.lock_creation(connection)
        if drivers.exists(connection):
            why = Sentence("a ledger is here already; choose another address")
            raise not_a_ledger(address, why, expected=Sentence("an address without a ledger"))
        migrations.upgrade(connection)
        yield connection
        appended.commit_begins()


@contextmanager
def _new_file(engine: Engine) -> Iterator[None]:
    """Make the folder of a SQLite database; remove the file again if nothing was recorded."""
    file = drivers.file(engine)
    new = file is not None and not file.exists()
    if file:
        sqlite_files.check_beside(file)
        file.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        engine.dispose()
        if file and new:
            drivers.remove_if_empty(file)
        raise


def insert_head(connection: Connection, head: Head) -> None:
    """Insert the head row of a new ledger."""
    connection.execute(insert(ledger_head).values(id=1, **asdict(head)))
