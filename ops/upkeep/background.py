"""Background work of the service: verification and backups.

Each runs in a process of its own with low priority, so that answers do not wait for it. Two
services doing so at once are harmless.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from ledger.clock import Clock, MachineClock
from ledger.logs import Logger
from ledger.store.ledger import Ledger
from ops import logs
from ops.house import House, open_house
from ops.settings import Settings
from ops.upkeep.background_runs import Run, Work, keep, last_runs
from ops.upkeep.scheduled_backup import scheduled_backup
from ops.upkeep.verify_ledger import verify

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

log = Logger(__name__)

HOUR_US: Final = 3_600_000_000
AFTER_FAILURE_US: Final = HOUR_US
"""After a failure the work is tried again so much later, if its interval is longer."""
LOWEST_PRIORITY: Final = 19
ALARMS: Final[Mapping[Work, str]] = {
    "verification": "verification-failed",
    "backup": "backup-failed",
}


class Child(Protocol):
    """A process of background work."""

    @property
    def exitcode(self) -> int | None:
        """Exit code; None during the work."""

    def terminate(self) -> None:
        """Ask the process to end."""

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end of the process."""


class Background:
    """Starts due work, one process at a time: `tick` now and then, `stop` at the end."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock | None = None,
        start: Callable[[Work, Settings], Child] | None = None,
    ) -> None:
        self._settings, self._clock = settings, clock or MachineClock()
        self._start = start or start_process
        self._child: Child | None = None
        self._kind: Work = "verification"
        self._failed_at: dict[Work, int] = {}

    def tick(self) -> None:
        """Note the end of a process, and start due work."""
        if self._child is not None:
            self._child.join(0)
            if self._child.exitcode is None:
                return
            if self._child.exitcode:
                self._failed_at[self._kind] = self._clock()
                log.error("background_failed", alarm=ALARMS[self._kind], exit=self._child.exitcode)
            self._child = None
        due = self.due()
        if due is not None:
            self._kind, self._child = due, self._start(due, self._settings)

    def due(self) -> Work | None:
        """Return the due work; backups first."""
        with Ledger.open(self._settings.ledger, self._clock) as ledger:
            runs = last_runs(ledger)
        for kind, interval in intervals(self._settings).items():
            if interval and self._is_due(kind, runs.get(kind), interval):
                return kind
        return None

    def _is_due(self, kind: Work, last: Run | None, interval: int) -> bool:
        now, patience = self._clock(), min(interval, AFTER_FAILURE_US)
        if now - self._failed_at.get(kind, -AFTER_FAILURE_US) < patience:
            return False
        if last is None:
            return True
        return now - last.began_at >= (patience if last.outcome == "failed" else interval)

    def stop(self) -> None:
        """End the process under way; unfinished work is done after the next start."""
        if self._child is not None:
            self._child.terminate()
            self._child.join()
            self._child = None


def intervals(settings: Settings) -> dict[Work, int]:
    """Return the interval of each kind of work in microseconds; 0: never."""
    backups = settings.backup_interval_hours if settings.backup_folder else 0
    return {
        "backup": backups * HOUR_US,
        "verification": settings.verification_interval_hours * HOUR_US,
    }


def start_process(kind: Work, settings: Settings) -> SpawnProcess:
    """Start the work in a separate process."""
    process = get_context("spawn").Process(target=_in_process, args=(kind, settings), name=kind)
    process.start()
    return process


class Stop:
    """Request to end the work: SIGTERM raises SystemExit, so that temporary files are removed.

    A library may turn SystemExit into an error of its own: after a request no error is a failure.
    """

    def __init__(self) -> None:
        self.requested = False

    def __call__(self, *_: object) -> NoReturn:
        """Take a signal."""
        self.requested = True
        sys.exit(1)


def _in_process(kind: Work, settings: Settings) -> None:
    """Do the work as a process with low priority, ended by SIGTERM."""
    stop = Stop()
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    os.nice(LOWEST_PRIORITY)
    logs.of_service(settings.log_level, settings.log_format)
    try:
        run(kind, settings, stop=stop)
    except Exception:
        if not stop.requested:
            log.exception("background_work_failed", kind=kind)
        sys.exit(1)


def run(
    kind: Work, settings: Settings, clock: Clock | None = None, stop: Stop | None = None
) -> Run:
    """Do the work now, and store the outcome for health and metrics; of ended work nothing."""
    with open_house(settings.ledger, clock, guarded=False) as house:
        began = house.ledger.clock()
        work = _verified if kind == "verification" else _backed_up
        try:
            done = work(house, settings, began)
        except Exception as error:
            if stop is None or not stop.requested:
                cause = type(error).__name__
                keep(house.ledger, Run(kind, began, house.ledger.clock(), "failed", detail=cause))
            raise
        keep(house.ledger, done)
    _log(done)
    return done


def _verified(house: House, _settings: Settings, began: int) -> Run:
    found = verify(house)
    first = str(found.faults[0].place) if found.faults else ""
    return Run(
        "verification",
        began,
        house.ledger.clock(),
        "faults" if found.faults else "good",
        len(found.faults),
        found.head.position,
        found.head.chain_hash.hex(),
        first,
    )


def _backed_up(house: House, settings: Settings, began: int) -> Run:
    copy, head = scheduled_backup(house, Path(settings.backup_folder), settings.backups_kept)
    hashed = head.chain_hash.hex()
    return Run("backup", began, house.ledger.clock(), "good", 0, head.position, hashed, copy.name)


def _log(done: Run) -> None:
    if done.outcome == "faults":
        log.error(
            "verification_found_faults",
            alarm="verification-faults",
            faults=done.faults,
            first=done.detail,
        )
        return
    log.info(
        "background_done",
        kind=done.kind,
        position=done.position,
        chain_hash=done.chain_hash,
        seconds=(done.ended_at - done.began_at) // 1_000_000,
    )
