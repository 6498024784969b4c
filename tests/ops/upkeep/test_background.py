"""Automatic verification and backups of the service: times and outcomes."""

import pytest
from sqlalchemy import text

from ledger.store import drivers
from ledger.store.ledger import Ledger
from ledger.store.sqlite_files import LedgerThere
from ops.house import open_house
from ops.settings import Settings
from ops.upkeep import background
from ops.upkeep.background import AFTER_FAILURE_US, HOUR_US, Background, run
from ops.upkeep.background_runs import Run, keep, last_runs
from projections.official.store import engine_beside
from tests.support.command import done
from tests.support.tampering import unguarded

pytestmark = pytest.mark.waits

DAY_US = 24 * HOUR_US


class Hands:
    """A clock set by the test."""

    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now


class Process:
    """A process that ends on request of the test."""

    def __init__(self):
        self.exitcode, self.ended = None, False

    def join(self, timeout=None):
        """Nothing to wait for."""

    def terminate(self):
        self.ended, self.exitcode = True, 1


@pytest.fixture
def settings(copy, tmp_path):
    """A ledger with a folder for backups."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return Settings(ledger=str(copy), backup_folder=str(folder), backups_kept=2)


def test_a_verification_is_stored_where_every_process_finds_it(settings):
    found = run("verification", settings)
    with Ledger.open(settings.ledger) as ledger:
        assert last_runs(ledger) == {"verification": found}
        head = ledger.read.head()
    assert (found.outcome, found.faults) == ("good", 0)
    assert (found.position, found.chain_hash) == (head.next_position - 1, head.chain_hash.hex())
    done("rebuild", "--ledger", settings.ledger)
    with Ledger.open(settings.ledger) as ledger:
        assert last_runs(ledger) == {"verification": found}


def test_the_last_runs_are_read_while_another_process_writes_beside_the_ledger(
    settings, monkeypatch
):
    found = run("verification", settings)
    monkeypatch.setattr(drivers, "LOCK_TIMEOUT_MS", 10)
    with Ledger.open(settings.ledger) as ledger:
        beside = engine_beside(ledger)
        with beside.begin():
            assert last_runs(ledger) == {"verification": found}
        beside.dispose()


def test_only_the_newest_backups_are_kept_and_other_files_stay(settings, tmp_path):
    others = tmp_path / "backups" / "copy-of-mine.ledger"
    others.write_text("mine")
    hands = Hands(1_900_000_000_000_000)
    names = []
    for _ in range(3):
        names.append(run("backup", settings, hands).detail)
        hands.now += HOUR_US
    assert sorted(path.name for path in others.parent.iterdir()) == sorted(
        (*names[1:], others.name)
    )
    assert names[0] == "copy-20300317T174640Z.ledger"
    assert "0 faults" in done("verify", "--ledger", others.with_name(names[-1]))


def test_a_failed_backup_deletes_no_older_one(settings, tmp_path):
    hands = Hands(1_900_000_000_000_000)
    good = run("backup", settings, hands).detail
    with pytest.raises(LedgerThere, match="never overwritten"):
        run("backup", settings, hands)
    with Ledger.open(settings.ledger) as ledger:
        failed = last_runs(ledger)["backup"]
    assert (failed.outcome, failed.detail) == ("failed", "LedgerThere")
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [good]


@pytest.mark.at_fault
def test_faults_are_counted_and_the_first_is_named_by_its_place(settings):
    with Ledger.open(settings.ledger) as ledger, unguarded(ledger.engine) as connection:
        connection.execute(
            text("UPDATE event SET recorded_at = recorded_at + 1 WHERE position = 5")
        )
    found = run("verification", settings)
    assert (found.outcome, found.faults > 0) == ("faults", True)
    assert "5" in found.detail


def test_what_is_due_is_started_one_after_the_other_and_again_after_its_interval(settings):
    hands, started = Hands(1_900_000_000_000_000), []

    def start(kind, _settings):
        started.append((kind, Process()))
        return started[-1][1]

    work = Background(settings, hands, start)

    def end(kind):
        assert started[-1][0] == kind
        run(kind, settings, hands)
        started[-1][1].exitcode = 0

    work.tick()
    work.tick()
    assert [kind for kind, _ in started] == ["backup"]
    end("backup")
    work.tick()
    end("verification")
    work.tick()
    hands.now += DAY_US - 1
    work.tick()
    assert [kind for kind, _ in started] == ["backup", "verification"]
    hands.now += 1
    work.tick()
    assert [kind for kind, _ in started][2:] == ["backup"]
    work.stop()
    assert started[-1][1].ended


def test_work_that_failed_is_tried_again_after_an_hour(settings):
    hands, started = Hands(1_900_000_000_000_000), []

    def start(kind, _settings):
        started.append(kind)
        process = Process()
        process.exitcode = 1
        return process

    only = Settings(ledger=settings.ledger)
    work = Background(only, hands, start)
    work.tick()
    work.tick()
    hands.now += AFTER_FAILURE_US - 1
    work.tick()
    assert started == ["verification"]
    hands.now += 1
    work.tick()
    assert started == ["verification"] * 2


def test_the_outcome_of_a_failure_is_stored_for_the_next_start(settings):
    hands = Hands(1_900_000_000_000_000)
    with Ledger.open(settings.ledger) as ledger:
        keep(ledger, Run("verification", hands.now, hands.now, "failed"))
    only = Settings(ledger=settings.ledger)
    assert Background(only, hands).due() is None
    hands.now += AFTER_FAILURE_US
    assert Background(only, hands).due() == "verification"


def test_work_that_is_asked_to_end_did_not_fail_whatever_a_library_makes_of_it(
    settings, monkeypatch
):
    stop = background.Stop()

    def asked_to_end(*_):
        try:
            stop()
        except SystemExit as ended:
            raise RuntimeError("an error of a library") from ended

    monkeypatch.setattr(background, "verify", asked_to_end)
    with pytest.raises(RuntimeError):
        run("verification", settings, stop=stop)
    with Ledger.open(settings.ledger) as ledger:
        assert last_runs(ledger) == {}
    with pytest.raises(RuntimeError):
        run("verification", settings)
    with Ledger.open(settings.ledger) as ledger:
        assert last_runs(ledger)["verification"].outcome == "failed"


def test_nothing_is_due_where_no_interval_is_set(settings):
    assert Background(Settings(ledger=settings.ledger, verification_interval_hours=0)).due() is None


def test_owner_and_application_of_postgresql_store_the_same_rows(
    postgres_server, postgres_database
):
    """The first to run makes the table; the other goes on."""
    database = postgres_database.rpartition("/")[2]
    of_app = postgres_server.url(database, "ledger_app")
    with Ledger.create(postgres_database, "example.org", "Europe/Rome") as ledger:
        assert last_runs(ledger) == {}
        first = run("verification", Settings(ledger=postgres_database))
        assert last_runs(ledger) == {"verification": first}
    with Ledger.open(of_app) as ledger:
        assert last_runs(ledger) == {"verification": first}
        second = run("verification", Settings(ledger=of_app))
        assert last_runs(ledger) == {"verification": second}
    assert first.outcome == second.outcome == "good"


def test_a_process_of_its_own_does_the_work(settings):
    process = background.start_process("verification", settings)
    process.join()
    assert process.exitcode == 0
    with open_house(settings.ledger) as house:
        assert last_runs(house.ledger)["verification"].outcome == "good"
