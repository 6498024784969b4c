"""The duties of the service beside answering, in threads of a process."""

from datetime import UTC, datetime
from typing import Final

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from sqlalchemy.exc import SQLAlchemyError

from ledger.errors import LedgerError
from ledger.logs import Logger
from ops.http.prepared import prepare_types
from ops.schedule.recipients import of_settings
from ops.schedule.running import Plan, Running
from ops.settings import Settings
from ops.upkeep.background import Background

log = Logger(__name__)

LOOK_SECONDS: Final = 30


class Duties:
    """Closings, notices, verification and backups by the settings. Use `with`."""

    def __init__(self, settings: Settings) -> None:
        prepare_types()
        self._background = Background(settings)
        self._closings = Running(settings.ledger, Plan(of_settings(settings)))
        self._scheduler = BackgroundScheduler(
            timezone=UTC, executors={"default": ThreadPoolExecutor(1)}
        )

    def __enter__(self) -> "Duties":
        """Start: look at once, then every half minute."""
        self._scheduler.add_job(
            self._look,
            "interval",
            seconds=LOOK_SECONDS,
            next_run_time=datetime.now(UTC),
            coalesce=True,
            max_instances=1,
            misfire_grace_time=None,
        )
        self._scheduler.start()
        self._closings.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop: work under way is ended, and done after the next start."""
        self._closings.stop()
        self._scheduler.shutdown(wait=True)
        self._background.stop()

    def _look(self) -> None:
        try:
            self._background.tick()
        except (LedgerError, SQLAlchemyError):
            log.warning("background_waits_for_the_ledger", exc_info=True)
