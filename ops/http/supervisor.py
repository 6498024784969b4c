"""Several processes of a service: workers on a shared socket, and a process for scheduled work.

A dead process is started again; after several deaths before being ready, the service ends. SIGTERM
ends all processes gracefully.
"""

import os
import shutil
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from tempfile import mkdtemp
from threading import Thread
from typing import Final

from prometheus_client import multiprocess

from ledger.logs import Logger
from ops import logs
from ops.http import metrics
from ops.http.duties import Duties
from ops.http.serving import Stop, answer_requests
from ops.settings import Settings

log = Logger(__name__)

LOOK_SECONDS: Final = 0.5
MOST_FAILED_STARTS: Final = 3
ENDED_WELL: Final = (0, -signal.SIGTERM)
"""Exit codes; the second is of a process that was not ready yet, so it answered nothing."""

MARGIN_SECONDS: Final = 10
"""After the limit for requests in flight, a process gets so much time to end."""

Ready = Callable[[], None]
Work = Callable[[Settings, socket.socket, Ready], None]
"""The work of a process; it calls the last argument when the process is ready."""


@dataclass
class _Member:
    """A process of the service, started again after an unexpected end."""

    name: str
    work: Work
    settings: Settings
    listener: socket.socket
    failed_starts: int = 0
    """Of the last starts: deaths before the process was ready."""
    ready: Event = field(init=False)
    process: SpawnProcess = field(init=False)

    def start(self) -> None:
        """Start the process."""
        context = get_context("spawn")
        self.ready = context.Event()
        given = (self.work, self.settings, self.listener, self.ready)
        self.process = context.Process(target=_in_process, args=given, name=self.name)
        self.process.start()

    def died(self) -> None:
        """Note an unexpected end of the process."""
        self.failed_starts = 0 if self.ready.is_set() else self.failed_starts + 1
        exit_code = self.process.exitcode
        log.error("process_died", alarm="process-died", process=self.name, exit=exit_code)
        multiprocess.mark_process_dead(self.process.pid)  # type: ignore[no-untyped-call]


def supervise(settings: Settings, listener: socket.socket, stop: Stop) -> bool:
    """Run the processes of the service until asked to stop; return whether all ended well."""
    with _counts_of_all():
        members = [
            _Member(f"worker {number}", _worker, settings, listener)
            for number in range(1, settings.workers + 1)
        ]
        if settings.schedule_inside:
            members.append(_Member("schedule", _scheduler, settings, listener))
        kept_up, started = False, list[_Member]()
        try:
            for member in members:
                member.start()
                started.append(member)
            kept_up = _keep_up(members, stop)
        finally:
            all_well = _end(started, settings.stop_limit_seconds + MARGIN_SECONDS)
        return kept_up and all_well


@contextmanager
def _counts_of_all() -> Iterator[None]:
    """Make the folder in which the workers count."""
    folder = mkdtemp(prefix="ledger-metrics-")
    os.environ[metrics.FOLDER] = folder
    try:
        yield
    finally:
        del os.environ[metrics.FOLDER]
        shutil.rmtree(folder, ignore_errors=True)


def _keep_up(members: list[_Member], stop: Stop) -> bool:
    """Replace dead processes until asked to stop; False: processes cannot start."""
    while not stop.requested:
        connection.wait([member.process.sentinel for member in members], LOOK_SECONDS)
        for member in members:
            if member.process.exitcode is None or stop.requested:
                continue
            member.died()
            if member.failed_starts >= MOST_FAILED_STARTS:
                log.error("service_ends", alarm="process-does-not-start", process=member.name)
                return False
            member.start()
    return True


def _end(members: list[_Member], limit_seconds: float) -> bool:
    """End all processes; return whether all ended well."""
    for member in members:
        member.process.terminate()
    deadline = time.monotonic() + limit_seconds
    for member in members:
        member.process.join(max(0.0, deadline - time.monotonic()))
        if member.process.exitcode is None:
            log.error("process_does_not_end", process=member.name)
            member.process.kill()
            member.process.join()
    return all(member.process.exitcode in ENDED_WELL for member in members)


def _in_process(work: Work, settings: Settings, listener: socket.socket, ready: Event) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    logs.of_service(settings.log_level, settings.log_format)
    work(settings, listener, ready.set)


def _end_with_parent() -> None:
    """End this process after the death of the supervisor."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)


def _worker(settings: Settings, listener: socket.socket, ready: Ready) -> None:
    stop = Stop()
    stop.listen()
    answer_requests(settings, listener, stop, ready)


def _scheduler(settings: Settings, listener: socket.socket, ready: Ready) -> None:
    listener.close()
    stop = Stop()
    stop.listen()
    with Duties(settings):
        ready()
        while not stop.requested:
            time.sleep(LOOK_SECONDS)
