"""What moves if requests are recorded: two houses compared, without the requests and with them.

The next list of each pool is closed in both, in memory: rows, categories and titles of a list to
come are compared as those of closed lists.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ops.access.seeing import may_see
from ops.answers import list_changes
from ops.answers.answer import Answer, Position
from ops.answers.list_changes import ClosedList
from ops.house import TentativeHouse
from projections.finding import Finding
from projections.queries import NOT_IN_FORCE, NotCovered, PoolQuery, RatingList, findings
from projections.queries.coming_lists import next_list
from projections.rulebooks import rulebook
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.state.law import LawChanged

_TOURNAMENT = "tournament-"

Value = int | str | None


class Move(msgspec.Struct, frozen=True):
    """A difference made by requests: the value without them, and the value with them."""

    pool: str
    about: str
    """The list, or the tournament of a finding; `not announced`: the next list, as of today."""
    player: str
    """As 572-4; empty: no single player."""
    name: str
    what: str
    """`entered`, `left`, a column of the list (`rating`, `k` …), `category` or `title`; `finding`;
    of a list itself `closed` and `published`."""
    before: Value
    """None: there is none."""
    after: Value


@dataclass(frozen=True)
class _Found:
    """A move before names are looked up."""

    pool: str
    about: str
    what: str
    before: Value
    after: Value
    player: int = 0


def moves_of(house: TentativeHouse) -> Answer[Move]:
    """Return what moves by everything tentative in a house, which is used up."""
    house.catch_up()
    return moves(house.as_begun(), house)


def moves(before: TentativeHouse, after: TentativeHouse) -> Answer[Move]:
    """Return what moves between two houses of one ledger: lists, then findings. Both are used up.

    `about` has the position of the last recorded event, the number of tentative events, and the
    next list of each pool: its period, or the reason why it cannot be computed yet.
    """
    shown = _in_order_of_closing(after)
    stopped = before.official.stopped | after.official.stopped
    names = [name for name in shown if name not in stopped]
    of_findings = [found for name in names for found in _of_findings(before, after, name)]
    found: list[_Found] = []
    next_lists = {name: str(stopped[name]) for name in shown if name in stopped}
    for name in names:
        found += _of_known_lists(before, after, name)
        next_lists[name], of_list = _of_next_list(before, after, name)
        found += of_list
    found += of_findings
    players = sorted({one.player for one in found if one.player})
    called = identities.names(after.read, players)
    rows = (
        Move(
            one.pool,
            one.about,
            identities.show(one.player) if one.player else "",
            called.get(one.player, ""),
            one.what,
            one.before,
            one.after,
        )
        for one in found
    )
    about = {
        "known_to": Position(before.read.head().next_position - 1),
        "events": len(after.read.tentative),
        "next_lists": next_lists,
        "differences": dict(Counter(one.what for one in found)),
    }
    return Answer(about, tuple(rows))


def _in_order_of_closing(house: TentativeHouse) -> list[str]:
    """Return the pools in the order in which lists of one date are closed.

    A next list is not public: pools are left out whose unpublished lists the actor may not see.
    """
    pools, seen = house.official.facts.pools, partial(may_see, house.actor, "unpublished-list")
    shown = [name for name in pools if seen((name,))]
    return sorted(shown, key=lambda name: (len(rulebook(pools[name].rulebook).closes_after), name))


def _pool(house: TentativeHouse, name: str) -> PoolQuery | None:
    """Return a pool of a house; None where it is not opened."""
    return PoolQuery(house.official, name) if name in house.official.facts.pools else None


def _lists(house: TentativeHouse, name: str) -> list[RatingList]:
    pool = _pool(house, name)
    try:
        return pool.lists()[1:] if pool else []
    except NotCovered:
        return []


def _of_known_lists(before: TentativeHouse, after: TentativeHouse, name: str) -> Iterator[_Found]:
    """Yield the lists closed by the requests, and the lists with another day in force."""
    known = {row.period: row for row in _lists(before, name)}
    for row in _lists(after, name):
        was = known.get(row.period)
        if was is None:
            yield _Found(name, row.period, "closed", None, str(row.list_date))
        elif was.in_force_from != row.in_force_from:
            yield _Found(name, row.period, "published", _day(was), _day(row))


def _day(row: RatingList) -> str | None:
    return None if row.in_force_from == NOT_IN_FORCE else str(row.in_force_from)


def _of_next_list(
    before: TentativeHouse, after: TentativeHouse, name: str
) -> tuple[str, Iterator[_Found]]:
    """Return the name of the next list of a pool, and what moves on it."""
    number = len(_lists(before, name)) + 1
    closed: list[ClosedList] = []
    for house in (before, after):
        pool = _pool(house, name)
        if pool is None:
            return "the pool is not opened yet", iter(())
        try:
            if len(pool.lists()) <= number:  # no request closes it
                house.official.close_next(name, next_list(pool, pool.facts))
                pool = PoolQuery(house.official, name)
            closed.append(ClosedList(pool, pool.lists()[number]))
        except (OutsideRulebook, LawChanged, NotCovered) as error:
            return str(error), iter(())
    earlier, later = closed
    found = (
        _Found(name, later.row.period, what, was, now, player)
        for what, player, was, now in list_changes.differences(earlier, later)
    )
    return later.row.period, found


def _of_findings(before: TentativeHouse, after: TentativeHouse, name: str) -> Iterator[_Found]:
    """Yield findings of the tournaments of tentative events that come or go."""
    streams = {event.stream for event in after.read.tentative}
    for stream in sorted(one for one in streams if one.startswith(_TOURNAMENT)):
        tournament = stream.removeprefix(_TOURNAMENT)
        were, are = (Counter(_findings(house, name, tournament)) for house in (before, after))
        for finding in (were - are).elements():
            yield _Found(name, tournament, "finding", _said(finding), None, finding.player or 0)
        for finding in (are - were).elements():
            yield _Found(name, tournament, "finding", None, _said(finding), finding.player or 0)


def _findings(house: TentativeHouse, name: str, tournament: str) -> list[Finding]:
    pool = _pool(house, name)
    if pool is None or tournament not in house.official.facts.announcements:
        return []
    try:
        return findings.of_tournament(pool, tournament)
    except (Refused, LookupError):  # it is not of this pool, or the pool had not begun
        return []


def _said(finding: Finding) -> str:
    return f"{finding.article}: {finding.says}" if finding.article else finding.says
