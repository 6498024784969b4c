"""What if: a list in a supposed history, beside the official list.

The answer has its own type, and every form of it says that it is hypothetical.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from ledger.errors import Refused, check_at_most
from ledger.register import identities
from ledger.register.words import names_on
from ledger.sentences import Position, Sentence
from ops.access.seeing import check_may_see
from ops.answers.answer import Answer, wrong_value
from ops.answers.clocks import pool_known_at, position_of
from ops.answers.rating_lists import chosen_closed
from ops.answers.tournament_games import read_results
from ops.house import House
from ops.lists.other_results import NOT_ASKED, OtherResults, other_results
from ops.lists.supposed_changes import HYPOTHETICAL, AboutSupposed, SupposedChange
from projections.official.stopping import ReplayStopped
from projections.queries import PoolQuery, RatingList
from projections.queries.changed_rows import ClosedList, differences
from projections.tracks.altered import Alterations
from projections.tracks.supposed import Supposition, supposed, without_effect

MOST: Final = 100
"""Suppositions of a kind."""

_RESULT: Final = re.compile(r"#([0-9]{1,15})#([0-9]{1,6}) (\S) (\S)")


@dataclass(frozen=True, slots=True)
class Supposing:
    """What is supposed, as typed."""

    without: Sequence[str] = ()
    """Events that were not recorded, as `#12`."""
    result: Sequence[str] = ()
    """Results of games, White's before Black's, as `#12#3 1 0`."""
    number: Sequence[str] = ()
    """Numbers of the editions, as `k_standard=30`."""
    edition: Sequence[str] = ()
    """Editions in force from another day, as `2024-03-01=2023-01-01`."""

    @property
    def words(self) -> tuple[Sentence, ...]:
        """Each supposition."""
        return (
            *(Sentence("without {event}", event=one) for one in self.without),
            *(Sentence("result {result}", result=one) for one in self.result),
            *(Sentence("number {number}", number=one) for one in self.number),
            *(Sentence("edition {edition}", edition=one) for one in self.edition),
        )


def what_if(
    house: House,
    name: str,
    period: str | None,
    supposing: Supposing,
    known_at: str | None = None,
    others: OtherResults = NOT_ASKED,
) -> Answer[SupposedChange, AboutSupposed]:
    """Return what would be otherwise on a list of a pool; None: the last list in force.

    With `others` every other result of some games is supposed, one at a time. `about` says that
    the answer is hypothetical, what is supposed, and which later events have no effect
    because they name what is left out, or were caused by it. Raises Refused for suppositions about
    what is not there, NotAllowed for readers who may not see an outlook.
    """
    if others.words:
        _check_alone(supposing, others)
        return other_results(house, name, period, others, known_at)
    pool = pool_known_at(house, name, known_at)
    check_may_see(house.actor, "outlook", (name,))
    pool, official = chosen_closed(pool, period)
    supposition = supposition_of((name,), supposing)
    try:
        there = supposed_list(house, pool, official, supposition)
        found = [*differences(ClosedList(pool, official), there)]
    except ReplayStopped as error:
        raise _not_computed(supposing, error) from error
    names = names_on(house.read, sorted({player for _, player, *_ in found}), official.list_date)
    suppositions = supposing.words
    about = AboutSupposed(
        hypothetical=HYPOTHETICAL,
        pool=name,
        list=official.period,
        supposed=suppositions,
        without_effect=tuple(map(Position, without_effect(there.pool.official))),
        differences=dict(Counter(what for what, *_ in found)),
        known_to=Position(pool.known),
    )
    all_of_them = suppositions[0]
    if len(suppositions) > 1:
        all_of_them = Sentence("suppositions: {number}", number=len(suppositions))
    rows = (
        SupposedChange(
            supposed=all_of_them,
            player=identities.show(player),
            name=names.get(player, ""),
            what=what,
            official=was,
            hypothetical=would_be,
        )
        for what, player, was, would_be in found
    )
    return Answer(about, tuple(rows))


def supposed_list(
    house: House, pool: PoolQuery, official: RatingList, supposition: Supposition
) -> ClosedList:
    """Return a list of a pool in a supposed history. Raises ReplayStopped, Refused."""
    track = supposed(house.official.known_at(pool.known), pool.name, supposition)
    there = PoolQuery(track, pool.name)
    return ClosedList(there, there.lists()[official.number])


def _not_computed(supposing: Supposing, error: ReplayStopped) -> Refused:
    """Return the refusal of a history with which no list can be computed; the ledger is sound."""
    return Refused(
        Sentence("no list can be computed with what is supposed: {cause}", cause=error.cause),
        code="history-cannot-be-computed",
        found=", ".join(map(str, supposing.words)),
    )


def _check_alone(supposing: Supposing, others: OtherResults) -> None:
    if supposing.words:
        raise Refused(
            Sentence(
                "each other result is supposed alone: ask for something else in another question"
            ),
            code="supposed-alone",
            field="each_result",
            found=", ".join(map(str, (*others.words, *supposing.words))),
        )


def supposition_of(pools: Sequence[str], supposing: Supposing) -> Supposition:
    """Read what is supposed, with the law of some pools. Raises Refused."""
    every = (supposing.without, supposing.result, supposing.number, supposing.edition)
    check_at_most(Sentence("suppositions of a kind"), max(map(len, every)), MOST)
    if not any(every):
        raise Refused(
            Sentence("nothing is supposed: name an event, a result, a number or an edition"),
            code="nothing-supposed",
            field="without",
        )
    alterations = Alterations(
        frozenset(map(position_of, supposing.without)), dict(map(_result, supposing.result))
    )
    numbers = dict(
        _pair("number", text, Sentence("NAME=VALUE, as k_standard=30")) for text in supposing.number
    )
    editions = dict(
        _pair("edition", text, Sentence("EDITION=DAY, as 2024-03-01=2023-01-01"))
        for text in supposing.edition
    )
    return Supposition(
        pools,
        alterations,
        {name: _value(value) for name, value in numbers.items()},
        {name: _day(day) for name, day in editions.items()},
    )


def _result(text: str) -> tuple[tuple[int, int], tuple[str, str]]:
    found = _RESULT.fullmatch(text)
    if found is None:
        expected = Sentence("#POSITION#GAME WHITE BLACK, as #12#3 1 0")
        raise _unclear("result", text, expected)
    position, game, *sides = found.groups()
    both = read_results(*sides)
    return (int(position), int(game)), (both[0], both[1])


def _pair(field: str, text: str, expected: Sentence) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not (name and separator and value):
        raise _unclear(field, text, expected)
    return name, value


def _value(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdecimal() else text


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise _unclear("edition", text, Sentence("a day YYYY-MM-DD")) from error


def _unclear(field: str, text: str, expected: Sentence) -> Refused:
    problem = Sentence("write {expected}", expected=expected)
    return wrong_value(field, text, problem, expected, code="unclear")
