"""Commands for scheduled closings: schedule …."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from ledger.sentences import Sentence
from ops.cli import output
from ops.cli.app import Answered, app, option
from ops.cli.settings import SettingsFile, given
from ops.cli.shared_options import Reporting, Where
from ops.words import said
from ops.words.states import word

if TYPE_CHECKING:
    from ops.doors.outcomes import Text
    from ops.schedule.alarms import Alarm
    from ops.schedule.tick import RecordedList, Tick

LedgerGiven = Annotated[
    str | None, option("path of a file, or PostgreSQL URL; by default that of the settings")
]


@app["schedule"].command(name="tick")
def tick(
    *,
    ledger: LedgerGiven = None,
    settings: SettingsFile = None,
    format: Answered = "text",  # noqa: A002 - an option
) -> int:
    """Close and publish all due lists by the policies of the pools, and send notices.

    The exit code is 1 where a person must look at something.

    Example: ledger schedule tick
    """
    from ledger.clock import MachineClock
    from ops.cli import exits
    from ops.house import open_to_record
    from ops.schedule.delivery import deliver
    from ops.schedule.recipients import of_settings
    from ops.schedule.tick import ACTOR, Ticker

    found = given(settings, ledger=ledger).settings
    _check_administrator(found.ledger)
    recipients = of_settings(found)
    with open_to_record(found.ledger, MachineClock(), by=ACTOR) as house:
        done = Ticker(house, recipients).tick()
        delivered = deliver(house.ledger, recipients)
    lists = {name: [_named(one) for one in getattr(done, name)] for name in ("closed", "published")}
    about = {**lists, "notices": done.notices, "sent": delivered.sent}
    warnings = [_alarm(alarm) for alarm in done.alarms]
    code = exits.FOUND if done.alarms else exits.DONE
    lines = _tick_lines(done, delivered.sent)
    receipts = [one.receipt for one in (*done.closed, *done.published)]
    output.recorded(format, receipts, lines, about=about, warnings=warnings, code=code)
    return code


def _alarm(alarm: Alarm) -> str:
    """Return an alarm as a line."""
    return f"{' '.join(filter(None, (alarm.name, alarm.pool)))}: {said(alarm.says)}"


def _check_administrator(ledger: str) -> None:
    """Refuse a key without the role of administrator for all pools."""
    from ops.access.recording import NotAllowed

    with Where(ledger).opened() as house:
        actor = house.actor
    if not (actor.everything or actor.has({"administrator"}, "all")):
        raise NotAllowed(
            Sentence(
                "{actor} may not run the schedule: it takes the role administrator for all pools",
                actor=actor.id,
            ),
            actor,
            "the schedule",
            Sentence("administrator for all pools"),
        )


def _named(recorded: RecordedList) -> str:
    return f"{recorded.pool} {recorded.period} ({output.at(recorded.receipt)})"


def _tick_lines(done: Tick, sent: int) -> Iterator[Text]:
    yield from (Sentence("closed {list}", list=_named(one)) for one in done.closed)
    yield from (Sentence("published {list}", list=_named(one)) for one in done.published)
    for row in done.rows:
        waits = f": {'; '.join(map(said, row.waits_for))}" if row.waits_for else ""
        state = said(word("state of a closing", row.state))
        yield f"{row.pool} {row.period}".rstrip() + f" {state}{waits}"
    yield Sentence("{notices} new notices, {sent} sent", notices=done.notices, sent=sent)


@app["schedule"].command(name="run")
def run(*, ledger: LedgerGiven = None, settings: SettingsFile = None) -> None:
    """Close and publish lists, send notices, verify and back up until interrupted.

    Lists are closed by the policies of the pools. It is a process of its own beside `ledger serve`
    with `schedule_inside = false`; a second one on the same ledger is harmless. Log lines with the
    key `alarm` need a person.

    Example: ledger schedule run --settings service.toml
    """
    from contextlib import suppress
    from threading import Event

    from ledger.logs import Logger
    from ops import logs
    from ops.http.duties import Duties

    log = Logger(__name__)
    found = given(settings, ledger=ledger).settings
    _check_administrator(found.ledger)  # refused here, not in the background
    logs.of_service(found.log_level, found.log_format)
    with Duties(found), suppress(KeyboardInterrupt):
        log.info("scheduled_work_started")
        Event().wait()
    log.info("stopped")


@app["schedule"].command(name="resume-notices")
def resume_notices(*, reporting: Reporting = Reporting()) -> None:
    """Send the notices silenced by a restoration.

    Without this command nothing older than the restoration is sent, since it may have been sent
    before.

    Example: ledger schedule resume-notices
    """
    from ops.schedule import outbox

    _check_administrator(reporting.ledger)
    with reporting.opened() as house:
        number = outbox.resume(house.ledger.engine, house.ledger.clock())
    lines = [Sentence("{notices} silenced notices wait to be sent again", notices=number)]
    output.recorded(reporting.format, (), lines, about={"notices": number})
