"""What is missing or wrong for rating: the findings about a tournament as a whole.

The columns of findings of its edition, over one tournament: announced, reported or booked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.report import ReportColumns
from ledger.register.people import Details, details
from ledger.store.reading import Reader
from projections.finding import KINDS, UNDECIDED, Finding, by_clause
from projections.rating import admission
from projections.rulebooks.engine.admission import FINDING, REFUSED
from projections.rulebooks.engine.columns import TOURNAMENT, Columns, Edition
from projections.state import competence
from projections.state.reports import Report

_WOMAN = "w"


def of_report(
    read: Reader,
    edition: Edition,
    report: Report,
    ratings: Sequence[int] | NDArray[Any],
    known: int,
    people: Details | None = None,
) -> Iterator[Finding]:
    """Give what an edition finds about a tournament, with the ratings in force when it began.

    `ratings` stand for the entrants of the report, row by row; none before play. `people` are all
    players as known: who asks about many tournaments reads them once.
    """
    names = [
        name
        for name, rule in edition.columns.items()
        if rule.level is TOURNAMENT and rule.unit == FINDING
    ]
    if not names:
        return
    asked = edition.outside([TOURNAMENT], names)
    facts = admission.told(edition, [report], asked)
    known_people = details(read, known) if people is None else people
    facts |= _of_entrants(read, edition, report, np.asarray(ratings), known_people)
    sheet = edition.evaluate([TOURNAMENT], facts, [*names, REFUSED])
    remedies = competence.commands(edition, report.tournament)
    for name in names:
        kind = KINDS.get(int(np.broadcast_to(sheet[name], 1)[0]))
        if kind is not None and not (kind == UNDECIDED and _is_refused(sheet)):
            clause = sheet.choices[name].words(0).format_map(remedies)
            yield by_clause(kind, report.tournament, None, clause)
    yield from _without_effect(edition, report)


def _is_refused(sheet: Columns) -> bool:
    """Tell whether the tournament is not rated by decision: that settles what was undecided."""
    return bool(np.any(sheet.values.get(REFUSED, False)))


def _of_entrants(
    read: Reader, edition: Edition, report: Report, ratings: NDArray[Any], known: Details
) -> dict[str, NDArray[np.int64]]:
    """Give facts that rest on who takes part, and on the days of the rounds: one row."""
    players = columns.read(report.player, columns.PLAYER).tolist()
    people = {player: known[player] for player in players if player in known}
    women = [
        rating
        for player, rating in zip(players, ratings.tolist(), strict=True)
        if player in people and people[player].sex == _WOMAN
    ]
    stateless = [each for each in players if each in people and not people[each].federation]
    found = {
        "entrants": len(players),
        "rated_entrants": int((ratings > 0).sum()),
        "highest_rating": int(ratings.max(initial=0)),
        "highest_woman": max(women, default=0),
        **_without_federation(edition, report, stateless),
        **_of_schedule(report, _reported_days(read, report)),
    }
    return {name: np.array([value], dtype=np.int64) for name, value in found.items()}


def _without_federation(
    edition: Edition, report: Report, stateless: Sequence[int]
) -> dict[str, int]:
    """Give how many are without a federation, but for those with the exception asked about."""
    found = {}
    for name in edition.asked_as(competence.STATELESS_UNLESS):
        suffix = name.removeprefix(competence.STATELESS_UNLESS)
        lifting = [e for e in report.about.decided if competence.lifts(edition, e, suffix)]
        found[name] = len(set(stateless) - {each.player for each in lifting})
    return found


def _reported_days(read: Reader, report: Report) -> list[date | None]:
    """Give the day of each round as reported, None where it is not told; nothing before play."""
    for each in read.at([report.position] if report.position >= 0 else []).values():
        said: ReportColumns = each.decoded().payload
        return [one.on for one in said.rounds]
    return []


def _of_schedule(report: Report, reported: Sequence[date | None]) -> dict[str, int]:
    """Give facts that rest on the days of the rounds: as reported, before play as announced.

    The rounds of a part are held against all days announced, for they are renumbered.
    """
    announced = report.about.round_days
    told = [day for day in reported or announced if day is not None]
    order = zip_longest(reported, announced) if reported and not report.part else ()
    moved = [at for at, should in order if at is not None and at != should]
    strange = [at for at in reported if report.part and at is not None and at not in announced]
    return {
        "busiest_day_rounds": max(Counter(told).values(), default=0),
        "scheduled_rounds": len(announced),
        "rounds_moved": len(moved) + len(strange) if announced else 0,
        "rounds_outside": sum(not report.start <= day <= report.end for day in told),
    }


def _without_effect(edition: Edition, report: Report) -> Iterator[Finding]:
    """Warn of decisions without effect: not the body, no article that knows them, not for whom."""
    for at, each in enumerate(report.about.decided):
        why = competence.without_effect(edition, each, report.about.decided[:at])
        if why is not None:
            player = each.player or None
            yield Finding("warning", report.tournament, player, each.article, *why)
