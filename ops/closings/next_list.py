"""The next list of a pool: period, days and due instant."""

from datetime import date

from ledger.clock import end_of_day
from ledger.errors import Refused
from ledger.sentences import ListName, Remedy, Sentence
from projections.rulebooks import rulebook
from projections.rulebooks.engine.calendars import Due, NotAnnounced, WrongDays
from projections.state.pool import PoolFacts


class WrongPeriod(Refused):
    """Lists are closed in order, each once."""


class NextNotAnnounced(WrongPeriod):
    """The days of the next list are not announced; the code is WrongPeriod's."""


def next_period(facts: PoolFacts) -> str:
    """Return the period to be closed next. Raises NextNotAnnounced."""
    last = facts.last_closed()
    if last is None:
        return facts.opened.first_period
    following = rulebook(facts.rulebook).calendar.after(last.event.period, facts.announced)
    if following is None:
        problem = Sentence(
            "no list after {list:the} is announced", list=ListName(last.event.period)
        )
        raise _not_announced(facts, problem, None)
    return following


def next_days(facts: PoolFacts) -> Due:
    """Return the days of the next list. Raises NextNotAnnounced, WrongPeriod for wrong days."""
    pool, following = facts.opened.pool, next_period(facts)
    try:
        due = rulebook(facts.rulebook).calendar.due(following, facts.announced)
    except NotAnnounced as error:
        raise _not_announced(facts, error.words, error.period) from error
    except WrongDays as error:
        kind = WrongPeriod if following in facts.announced else NextNotAnnounced
        wrong = kind(error.words, field="period", found=following, code=WrongPeriod.CODE)
        raise wrong.at_place(pool) from error
    before = _last_date(facts)
    if due.list_date <= before:
        problem = Sentence(
            "{pool}: the list date {day} is not after that of the last list, {before}",
            pool=pool,
            day=due.list_date,
            before=before,
        )
        expected = Sentence("a list date after {before}", before=before)
        raise WrongPeriod(problem, field="period", found=due.list_date, expected=expected)
    return due


def opens_at(facts: PoolFacts, due: Due) -> int:
    """Return the instant from which a list may be closed: the end of its day in the pool's zone."""
    return end_of_day(due.closes_after, facts.opened.zone)


def _last_date(facts: PoolFacts) -> date:
    """Return the date of the last list, or the day of the ratings carried over."""
    last = facts.last_closed()
    if last is not None:
        return last.event.list_date
    return min((carried.on for carried in facts.carried), default=date.min)


def _not_announced(facts: PoolFacts, problem: Sentence, period: str | None) -> NextNotAnnounced:
    pool = facts.opened.pool
    remedy = Remedy("schedule-list", pool=pool, period=period, issue_day=None, cut_off=None)
    return NextNotAnnounced(
        Sentence(
            "{pool}: {problem}: announce it ({announce})",
            pool=pool,
            problem=problem,
            announce=remedy,
        ),
        code=WrongPeriod.CODE,
        field="period",
        found=period or "",
        expected=Sentence("a list that is announced"),
    )
