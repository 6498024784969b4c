"""The questions to a ledger: each address of a question, about all pools, at several
moments.

Each question is asked as of the present, and then as known at an earlier position, on the revised
track, or both. Which, and by whom, is drawn by its own text, so that no other question changes it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple
from zlib import crc32

from ledger.events.external import ExternalListRecorded
from ledger.events.pool import PeriodClosed, RulebookAdopted
from ledger.events.report import TournamentSubmitted
from ops.house import House, open_house
from ops.http.address import MEDIA_TYPES
from ops.http.addresses import all_addresses
from ops.lists.questions import WriteHistories
from ops.tournaments.questions import WriteReport
from tests.support.both_doors import QUESTIONS, Pool, pool_of

LISTS: Final = 2
"""Lists of a pool: the last ones."""
LEFT_OUT: Final = 4
"""Reports that are supposed not to be recorded: at most so many of a ledger."""
LAST_EVENTS: Final = 40
"""Events of the file of events: the last ones."""

OF_THE_PROGRAM: Final = {
    *("list-event-types", "list-rulebooks", "show-article", "show-event-schema"),
    *("show-rulebook", "write-rules-coverage"),
}
"""Addresses whose answers do not depend on the ledger: one alone is asked."""

ADDRESSES: Final = {address.name: address for address in all_addresses()}


class Question(NamedTuple):
    """A question by GET: the name of the address, path and parameters, the form asked for."""

    address: str
    target: str
    accept: str = "*/*"


def drawn(what: str, target: str, most: int) -> int:
    """Draw a number below `most` for a question; `what` names the purpose."""
    return crc32(f"{what} {target}".encode()) % most


def questions_of(ledger: Path, most: int, *, of_the_program: bool) -> list[Question]:
    """Return the questions to a ledger, by address."""
    with open_house(str(ledger)) as house:
        house.catch_up()
        pools = [_pool(house, name, most) for name in sorted(house.official.facts.pools)]
        about = (*_about_pools(pools), *_about_events(house), *_about_printings(house))
        plain = list(dict.fromkeys((*about, *_about_other_bodies(house), *_what_if(house, pools))))
        asked = [*plain, *_in_other_ways(plain, _positions(house)), *_in_other_forms(plain)]
    left_out = set() if of_the_program else OF_THE_PROGRAM
    fitting = (question for question in asked if question.address not in left_out)
    return sorted(dict.fromkeys(fitting), key=lambda question: question.address)


def _pool(house: House, name: str, most: int) -> Pool:
    """Return a pool with the last lists; two players stand for those of a stopped pool."""
    facts = house.official.facts
    last = tuple(closed.event.period for closed in facts.pools[name].closed[-LISTS:])
    if name in house.official.stopped:
        return Pool(name, last, ("1", "2"), tuple(sorted(facts.announcements)))
    return replace(pool_of(house, name, most), lists=last)


def _facts(house: House, kind: Any) -> Iterator[tuple[int, Any]]:
    for event in house.read.of_type(kind.TYPE):
        yield event.position, event.decoded().payload


# ------------------------------------------------------------------------------- what it is about


def _about_pools(pools: Iterable[Pool]) -> Iterator[Question]:
    """Yield the questions of the tests of both doors, and reports as files."""
    for pool in pools:
        for name, questions in QUESTIONS.items():
            yield from (Question(name, one.path) for one in questions(pool))
        for tournament in pool.tournaments:
            for layout in WriteReport.FORMS:
                path = f"/v1/tournaments/{tournament}/report.{layout}"
                yield Question(f"write-report-{layout}", path)
        for form in WriteHistories.FORMS:
            path = f"/v1/pools/{pool.name}/histories.{form}"
            yield Question(f"write-histories-{form}", path)
    yield Question("write-rules-coverage", "/v1/rulebooks/coverage.md")
    yield Question("show-event-schema", "/v1/event-types/period-closed.v1")


def _about_events(house: House) -> Iterator[Question]:
    """Yield questions about the last events, an event of each type, and attached files."""
    events = list(house.read.events())
    first = max(0, len(events) - LAST_EVENTS)
    yield Question("write-events", f"/v1/events.jsonl?first={first}")
    for event in {event.type: event for event in events}.values():
        yield Question("show-event", f"/v1/events/{event.position}")
    attached = [each for one in events if (of := one.decoded().grounds) for each in of.attachments]
    for digest in (*attached, 64 * "0"):
        yield Question("write-attachment", f"/v1/attachments/{digest}")


def _about_printings(house: House) -> Iterator[Question]:
    """Yield questions about each printing of the lists with several."""
    closings = [fact for _, fact in _facts(house, PeriodClosed)]
    again = {(fact.pool, fact.period) for fact in closings if fact.printing > 1}
    for fact in closings:
        if (fact.pool, fact.period) in again:
            path = f"/v1/pools/{fact.pool}/lists/{fact.period}"
            query = f"printing={fact.printing}"
            yield Question("show-list", f"{path}?{query}")
            others = f"{query}&other_printing=1"
            yield Question("compare-lists", f"{path}/compare/{fact.period}?{others}")


def _about_other_bodies(house: House) -> Iterator[Question]:
    for _, fact in _facts(house, ExternalListRecorded):
        path = f"/v1/external-lists/{fact.body}"
        yield Question("list-external-lists", path)
        yield Question("show-external-list", f"{path}/{fact.list}")
        yield Question("show-player-on-external-list", f"{path}/{fact.list}/players/1")


def _what_if(house: House, pools: Iterable[Pool]) -> Iterator[Question]:
    """Yield questions without every third report, with other numbers, with another edition."""
    reports = [position for position, _ in _facts(house, TournamentSubmitted)][::3]
    adopted = {fact.pool: fact for _, fact in _facts(house, RulebookAdopted)}
    for pool in pools:
        for period in pool.lists[-1:]:
            path = f"/v1/pools/{pool.name}/lists/{period}/what-if"
            supposed = [f"without=%23{position}" for position in reports[-LEFT_OUT:]]
            supposed += ["number=k_standard%3D30", "number=draw_hundredths%3D60"]
            if of := adopted.get(pool.name):
                day = of.in_force_from + timedelta(days=31)
                supposed.append(f"edition={of.edition}%3D{day}")
            yield from (Question("show-supposed-list", f"{path}?{one}") for one in supposed)


# ------------------------------------------------------------------------------- in which other way


def _positions(house: House) -> list[int]:
    """Return earlier positions: at the last closing, just before, half way, a quarter."""
    head = house.read.head().next_position
    closed = max((position for position, _ in _facts(house, PeriodClosed)), default=head - 1)
    return list(dict.fromkeys((closed, closed - 1, head // 2, head // 4)))


def _in_other_ways(plain: Iterable[Question], known: list[int]) -> Iterator[Question]:
    """Yield questions with further parameters, as far as their addresses have these."""
    earlier = [f"known_at={position}" for position in known]
    ways = [*earlier, "track=revised", f"track=revised&{earlier[1 % len(earlier)]}"]
    for question in plain:
        taken = ADDRESSES[question.address].asks.__struct_fields__
        fitting = [way for way in ways if all(one in taken for one in _names(way))]
        if fitting and not {*_names(question.target)} & {"known_at", "track"}:
            way = fitting[drawn("way", question.target, len(fitting))]
            yield question._replace(target=with_query(question.target, way))


def _names(query: str) -> list[str]:
    return [one.partition("=")[0] for one in query.rpartition("?")[2].split("&")]


def with_query(target: str, query: str) -> str:
    """Return a path with further parameters."""
    return f"{target}{'&' if '?' in target else '?'}{query}"


def _in_other_forms(plain: Iterable[Question]) -> Iterator[Question]:
    """Yield the first question of each address in every other form of the answer."""
    first = {question.address: question for question in reversed(list(plain))}
    for name, question in first.items():
        address = ADDRESSES[name]
        for form in address.forms[1:]:
            if form == "csv":
                yield question._replace(accept=MEDIA_TYPES[form])
            else:
                yield question._replace(target=f"{question.target.partition('?')[0]}.{form}")
