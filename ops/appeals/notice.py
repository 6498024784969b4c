"""The notice of a contested act: day and source; no appeal is received before this notice."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from ledger.clock import instant_text, local_day
from ledger.errors import Refused
from ledger.sentences import Input, ListName, Sentence
from ops.answers.answer import wrong_value
from ops.answers.clocks import instant_of
from ops.commands.refusals import day_to_come
from ops.house import House
from projections.queries import NOT_IN_FORCE
from projections.state.printings import last_published

_OF_PUBLICATION: Final = "publication of the list"
"""The source recorded with an appeal, where none is stated."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The notice of a contested act: the day in the zone of the pool, from which days count."""

    on: date
    at: int | None
    """The instant (µs), where one is stated."""
    source: str


def notice_stated(house: House, pool: str, text: str, source: str | None) -> Notice:
    """Return the notice of an act, from the typed day or instant and the source of this day.

    Raises Refused: no source, a text that is no day and no instant with its zone, a day to come.
    """
    if source is None:
        raise Refused(
            Sentence(
                "{input}: say how the day of the notice is known, as a registered letter",
                input=Input("source"),
            ),
            code="source-needed",
            field="source",
        )
    zone = house.pool_opened(pool).zone
    day, instant = _day_or_instant(text, zone)
    today = local_day(house.ledger.clock(), zone)
    if day > today:
        problem = Sentence(
            "{input} {day} is to come: today is {today}",
            input=Input("notified"),
            day=str(day),
            today=today,
        )
        raise day_to_come(problem, "notified", day, today)
    return Notice(day, instant, source)


def _day_or_instant(text: str, zone: str) -> tuple[date, int | None]:
    try:
        return date.fromisoformat(text), None
    except ValueError:
        pass
    if ":" not in text:
        problem = Sentence("write a day, as 2026-01-31, or an instant with its zone")
        expected = Sentence("a day, or an instant with its zone")
        raise wrong_value("notified", text, problem, expected, code="not-a-moment")
    instant = instant_of(text, "notified")
    return local_day(instant, zone), instant


def notice_of_list(house: House, pool: str, period: str, stated: Notice | None, by: date) -> Notice:
    """Return the notice of a list to an appeal received on a day: stated, else its publication.

    Of a list with several printings it is the last one published by that day. Raises Refused: an
    unknown list, one not public on the day of the notice, no publication recorded.
    """
    query = house.pool(pool)
    row = query.list_of(period)  # refuses a list that is unknown, or not shown yet
    if stated is not None:
        if stated.on < row.public_from:
            raise _not_public(pool, period, row.public_from, stated.on, "notified")
        return stated
    if row.published_on is None and row.in_force_from <= by:
        raise Refused(
            Sentence(
                "{notified}: no publication of list {period:of} of {pool} is recorded, so state "
                "the day on which the player was told, and with it how it is known ({source})",
                notified=Input("notified"),
                period=ListName(period),
                pool=pool,
                source=Input("source"),
            ),
            code="notice-needed",
            field="notified",
        )
    published = last_published(query.facts, period, query.known, by)
    if published is None:
        public_from = row.published_on or row.in_force_from
        raise _not_public(pool, period, public_from, by, "received")
    return Notice(published, None, _OF_PUBLICATION)


def _not_public(pool: str, period: str, public_from: date, on: date, field: str) -> Refused:
    """Return the refusal of an appeal against a list that was not public on a day."""
    named = {"period": ListName(period), "pool": pool}
    when = Sentence("list {period:of} of {pool} is not published", **named)
    expected = Sentence("a published list")
    if public_from != NOT_IN_FORCE:
        when = Sentence(
            "list {period:of} of {pool} is public from {day} on", **named, day=public_from
        )
        expected = Sentence("{day} or later", day=public_from)
    what = Sentence("the appeal is of {day}", day=on)
    if field == "notified":
        what = Sentence("the notice is of {day}", day=on)
    return Refused(
        Sentence(
            "{when}, and {what}: before its publication nobody can appeal against a row of it; "
            "correct this day ({input}), or file the appeal again once the list is public",
            when=when,
            what=what,
            input=Input(field),
        ),
        code="not-contested-yet",
        field=field,
        found=on,
        expected=expected,
    )


def check_received_after(notice: Notice, received_at: int, zone: str) -> None:
    """Raise Refused for an appeal received before the notice of the contested act."""
    early = local_day(received_at, zone) < notice.on
    if early or (notice.at is not None and received_at < notice.at):
        of = str(notice.on) if notice.at is None else instant_text(notice.at)
        raise Refused(
            Sentence(
                "the appeal was received at {received}, before the notice of what it contests "
                "({notice}, {source}): the days to appeal begin with the notice; state the day on "
                "which the appellant was first told, or correct the receipt ({input})",
                received=instant_text(received_at),
                notice=of,
                source=notice.source,
                input=Input("received"),
            ),
            code="not-contested-yet",
            field="received",
            found=instant_text(received_at),
            expected=Sentence("{day} or later", day=of),
        )
