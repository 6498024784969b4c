"""Findings about a tournament as a whole: announced, reported or booked.

From the columns of findings of its edition; with warnings of missing rounds, and of a name that
suggests online play. No report format states online play: without a fact recorded by hand a
tournament counts as played over the board.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache, partial
from itertools import zip_longest
from typing import Any, Final, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.report import ReportFact
from ledger.register.people import Details, details
from ledger.sentences import Remedy, Sentence
from ledger.store.reading import Reader
from ledger.tournaments.current_report import EventPart
from projections.finding import (
    KINDS,
    NO_REMEDIES,
    UNDECIDED,
    Finding,
    Kind,
    by_clause,
    warning,
)
from projections.official.track import Track
from projections.queries import PoolQuery
from projections.rating import admission
from projections.rulebooks.engine.admission import FINDING, REFUSED
from projections.rulebooks.engine.columns import TOURNAMENT, Clause
from projections.rulebooks.engine.edition import Edition
from projections.state import competence
from projections.state.reports import Announcement, Report

ONLINE: Final = "online"
"""The fact used by rules about online play."""

_SPEAKS: Final = re.compile(
    r"\b(on[- ]?line|internet|lichess|lidraughts|chess\.com|playchess|playok|tornelo)\b",
    re.IGNORECASE,
)


Reports = Sequence[tuple[Report, Sequence[int] | NDArray[Any]]]
"""Reports of one edition, each with the ratings in force on the first day, in rows of entrants; no
ratings before play."""


def of_report(
    official: Track,
    edition: Edition,
    report: Report,
    ratings: Sequence[int] | NDArray[Any],
    known: int,
) -> Iterator[Finding]:
    """Yield the findings of an edition about a tournament, as known at a position.

    `ratings` are those in force on the first day, in rows of entrants; none before play.
    """
    yield from of_reports(official, edition, [(report, ratings)], known)
    if _columns(edition):
        yield from _without_effect(edition, report)


def of_reports(
    official: Track,
    edition: Edition,
    reports: Reports,
    known: int,
    kinds: Collection[Kind] = get_args(Kind),
) -> Iterator[Finding]:
    """Yield the findings of some kinds about tournaments, from the columns of their edition."""
    names = _columns(edition)
    if not (names and reports):
        return
    asked = edition.outside([TOURNAMENT], names)
    facts = admission.tournament_facts(edition, [report for report, _ in reports], asked)
    facts |= _of_entrants(official, edition, reports, known, asked)
    sheet = edition.evaluate([TOURNAMENT], facts, [*names, REFUSED])
    rows = {name: np.broadcast_to(sheet[name], len(reports)).tolist() for name in names}
    refused = np.broadcast_to(sheet.values.get(REFUSED, np.False_), len(reports)).tolist()
    may = cache(partial(competence.remedies, edition))
    for at, (report, _) in enumerate(reports):
        for name in names:
            kind = KINDS.get(rows[name][at])
            if kind is not None and kind in kinds and not (kind == UNDECIDED and refused[at]):
                yield _by_column(may, report, kind, name, sheet.why(name, at))


def _columns(edition: Edition) -> list[str]:
    """Return the columns of findings of an edition."""
    columns_stated = edition.columns.items()
    return [n for n, rule in columns_stated if rule.level is TOURNAMENT and rule.unit == FINDING]


def _by_column(
    may: Callable[[str], Mapping[str, Remedy]], report: Report, kind: Kind, name: str, why: Clause
) -> Finding:
    remedies = may(report.tournament) if why.remedy else NO_REMEDIES
    found = replace(by_clause(kind, report.tournament, None, why, remedies), column=name)
    if kind != UNDECIDED:
        return found
    games, entrants = report.games_played, len(report.player) // columns.PLAYER
    return replace(found, games=games, entrants=entrants)


def _of_entrants(
    official: Track, edition: Edition, reports: Reports, known: int, asked: frozenset[str]
) -> dict[str, NDArray[np.int64]]:
    read = official.ledger.read
    people = details(read, known)
    days = _reported_days(read, [report for report, _ in reports] if asked & _DAYS else ())
    rows = [
        {
            **_of_players(edition, report, np.asarray(ratings), people),
            **_of_schedule(report, days.get(report.position, ())),
        }
        for report, ratings in reports
    ]
    return {name: np.array([row[name] for row in rows], dtype=np.int64) for name in rows[0]}


def _of_players(
    edition: Edition, report: Report, ratings: NDArray[Any], known: Details
) -> dict[str, int]:
    players = columns.read(report.player, columns.PLAYER)
    women = ratings[known.women(players)]
    stateless = players[known.without_federation(players)].tolist()
    return {
        "entrants": len(players),
        "rated_entrants": int((ratings > 0).sum()),
        "highest_rating": int(ratings.max(initial=0)),
        "highest_woman": int(women.max(initial=0)),
        **_without_federation(edition, report, stateless),
    }


def _without_federation(
    edition: Edition, report: Report, stateless: Sequence[int]
) -> dict[str, int]:
    """Return the number of players without federation, minus players with an exception."""
    found = {}
    for name in edition.asked_as(competence.STATELESS_UNLESS):
        suffix = name.removeprefix(competence.STATELESS_UNLESS)
        lifting = [e for e in report.about.decided if competence.lifts(edition, e, suffix)]
        found[name] = len(set(stateless) - {decision.player for decision in lifting})
    return found


class _Round(msgspec.Struct, frozen=True):
    on: date | None = None


class _Rounds(msgspec.Struct, frozen=True):
    rounds: tuple[_Round, ...]


_lean_rounds: Final = msgspec.json.Decoder(EventPart[_Rounds])


def _reported_days(read: Reader, reports: Sequence[Report]) -> dict[int, list[date | None]]:
    """Return by position the reported day of each round, or None; none before play."""
    played = [report.position for report in reports if report.position >= 0]
    return {
        position: [one.on for one in _lean_rounds.decode(recorded.body).payload.rounds]
        for position, recorded in read.found_at(played)
    }


_DAYS: Final = frozenset(
    ("busiest_day_rounds", "scheduled_rounds", "rounds_moved", "rounds_outside")
)
"""The facts about the days of rounds."""


def _of_schedule(report: Report, reported: Sequence[date | None]) -> dict[str, int]:
    """Return the facts about the days of the rounds, reported or (before play) announced.

    The renumbered rounds of a part are compared with all announced days.
    """
    announced = report.about.round_days
    days = [day for day in reported or announced if day is not None]
    order = zip_longest(reported, announced) if reported and not report.part else ()
    changed = [day for day, planned in order if day is not None and day != planned]
    new = [day for day in reported if report.part and day is not None and day not in announced]
    return {
        "busiest_day_rounds": max(Counter(days).values(), default=0),
        "scheduled_rounds": len(announced),
        "rounds_moved": len(changed) + len(new) if announced else 0,
        "rounds_outside": sum(not report.start <= day <= report.end for day in days),
    }


def _without_effect(edition: Edition, report: Report) -> Iterator[Finding]:
    """Warn of decisions without effect: wrong body, unknown article, or wrong player."""
    for at, decision in enumerate(report.about.decided):
        why = competence.without_effect(edition, decision, report.about.decided[:at])
        if why is not None:
            about, player = report.tournament, decision.player or None
            yield warning("decision-without-effect", about, decision.article, *why, player=player)


def sounds_online(
    edition: Edition, tournament: str, announcement: Announcement
) -> Iterator[Finding]:
    """Warn of a name suggesting online play, where the edition has a rule about online play."""
    about, rules = announcement.about, [e for e in edition.columns.values() if ONLINE in e.needs]
    if rules and not (about.online or about.hybrid) and _SPEAKS.search(announcement.name):
        says = Sentence(
            "its name speaks of online play, which nobody tells: taken as over the board"
        )
        remedy = Sentence(
            "if it was online, the announcement says so, or the details are corrected: {correct}",
            correct=Remedy("correct-details", tournament=tournament, set=f"{ONLINE}=yes", by=None),
        )
        yield warning("sounds-online", tournament, rules[0].article, says, remedy)


def missing_rounds(pool: PoolQuery, report: Report) -> Iterator[Finding]:
    """Warn of a whole report with fewer rounds than announced."""
    for recorded in pool.events.at([report.position] if report.position >= 0 else []).values():
        fact = recorded.decoded().payload
        if not isinstance(fact, ReportFact) or fact.part is not None:
            continue
        announced, reported = fact.rounds_announced or 0, len(fact.rounds)
        if reported < announced:
            says = Sentence(
                "{reported} of {announced} rounds announced are reported",
                reported=reported,
                announced=announced,
            )
            remedy = Sentence(
                "if it went on, its next report takes the place of this one: {replace}",
                replace=Remedy("import-report", file=None, replaces=report.tournament),
            )
            article = pool.law.booking.article
            yield warning("missing-rounds", report.tournament, article, says, remedy)
