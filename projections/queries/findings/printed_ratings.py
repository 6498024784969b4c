"""Findings about ratings printed in a report.

A printed rating is never used. Where it differs from the list, the arbiter had another list, or the
number of an entrant is wrong. Where the pool knows no rating (imported as `unrated`), the entrant
counts as unrated until a body decides otherwise.

Reading `printed_ratings`: printed ratings are compared where a pool rates with the list in force on
the first day, and the file has the numbers of the body of that list. A missing rating, printed or
listed, is no difference.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.report import FileReading, ReportFact
from ledger.register import identities
from ledger.sentences import NO_SENTENCE, Remedy, Sentence
from projections.finding import UNDECIDED, Finding, Kind, warning
from projections.queries import PoolQuery
from projections.queries.printed import printed_on
from projections.rating import Step
from projections.rating.layout import Batch
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Basis

_TOGETHER: Final = 200
"""Reports whose events are in memory at the same time."""

_MOST_SHOWN: Final = 5
_LOOK: Final = Sentence(
    "look whether the file was made with an older list, or names another person"
)


def of_part(pool: PoolQuery, part: Batch, ratings: NDArray[Any]) -> Iterator[Finding]:
    """Warn of differing printed ratings of a tournament, the largest differences first.

    `ratings` are the ratings used, in rows of entrants; 0 is none.
    """
    report = part.reports[0]
    printed = _printed(pool, report.position)
    if pool.law.basis is not Basis.IN_FORCE_AT_START or printed.shape != ratings.shape:
        return
    apart = np.where((printed > 0) & (ratings > 0), abs(printed.astype(np.int64) - ratings), 0)
    if not apart.any():
        return
    rows = np.argsort(-apart, kind="stable")[: min(_MOST_SHOWN, np.count_nonzero(apart))]
    shown = tuple(
        Sentence(
            "{player} {printed} (list {listed})",
            player=identities.show(int(part.player[row])),
            printed=int(printed[row]),
            listed=int(ratings[row]),
        )
        for row in rows.tolist()
    )
    says = Sentence(
        "{number} printed rating of {all} not that of the list in force: {shown}",
        "{number} printed ratings of {all} not that of the list in force: {shown}",
        number=int(np.count_nonzero(apart)),
        all=int(np.count_nonzero(printed)),
        shown=shown,
    )
    article = _article(pool.law, part)
    yield warning("printed-ratings-differ", report.tournament, article, says, _LOOK)


def not_known(pool: PoolQuery, step: Step, kind: Kind = UNDECIDED) -> Iterator[Finding]:
    """Yield the entrants of a step counted as unrated although the report prints a rating.

    Only where the rulebook rates guests, and a list was in force on the first day. `kind` is
    "warning" where nothing is left to decide.
    """
    if not pool.law.external_lists.guests:
        return
    facts = step.facts_at_start or ({},) * len(step.parts)
    for part, ratings, facts_of_part in zip(step.parts, step.rating_at_start, facts, strict=True):
        unrated = ratings == 0
        for word in pool.law.other_pools.rulebooks:
            unrated = unrated & (facts_of_part[f"{word}_rating_at_start"] == 0)
        article = _article(pool.law, part)
        for tournament, entry, rating in _printed_for(pool, part, unrated):
            player = int(part.player[entry])
            says = Sentence(
                "the report prints {rating}, which no list tells: counted as unrated",
                rating=rating,
            )
            asks = kind == UNDECIDED
            remedy = _ways_to_decide(pool, player, rating) if asks else NO_SENTENCE
            found = Finding(kind, "rating-not-known", tournament, article, says, remedy, player)
            yield replace(found, games=part.games_of(entry), entrants=1)


def _ways_to_decide(pool: PoolQuery, player: int, rating: int) -> Sentence:
    bodies = dict.fromkeys(consulted.body for consulted in pool.law.external_lists.guests)
    return Sentence(
        "before the list is closed, record the list that tells the rating: {record}; or decide it: "
        "{decide}; nothing, if unrated is right",
        record=[
            Remedy("record-external-list", file=None, issuer=body, list=None) for body in bodies
        ],
        decide=Remedy(
            "decide-entry-capital-decided",
            pool=pool.name,
            player=identities.show(player),
            rating=rating,
            by=None,
        ),
    )


def _printed_for(
    pool: PoolQuery, part: Batch, unrated: NDArray[np.bool_]
) -> Iterator[tuple[str, int, int]]:
    """Yield tournament, entry and printed rating of the unrated entries of a part.

    Without entrants reassigned since: the printed rating was another person's.
    """
    reports = iter(np.unique(part.tournament[unrated]).tolist())
    while some := list(islice(reports, _TOGETHER)):
        facts = _reports_at(pool, [part.reports[at].position for at in some])
        for at in some:
            report = part.reports[at]
            fact, first = facts.get(report.position), int(part.first_entry[at])
            if fact is None:
                continue
            of_report = slice(first, int(part.first_entry[at + 1]))
            printed = columns.read(fact.entrants.rating, columns.RATING)
            players = part.player[of_report]
            reported = columns.read(fact.entrants.player, columns.PLAYER)
            listed = printed_on(pool, report.start)
            is_listed = listed is not None and (listed.number or pool.facts.carried)
            if reported.shape != players.shape or not is_listed:
                continue
            rows = np.flatnonzero(unrated[of_report] & (printed > 0) & (reported == players))
            for row in rows.tolist():
                yield report.tournament, first + row, int(printed[row])


def _printed(pool: PoolQuery, position: int) -> NDArray[np.int64]:
    """Return the printed ratings of a report; empty for ratings of another body."""
    fact = _reports_at(pool, [position]).get(position)
    if fact is None or (fact.reading or FileReading()).scheme != pool.law.number_scheme:
        return np.zeros(0, dtype=np.int64)
    return columns.read(fact.entrants.rating, columns.RATING).astype(np.int64)


def _reports_at(pool: PoolQuery, positions: Sequence[int]) -> dict[int, ReportFact]:
    stored = pool.events.at([position for position in positions if position >= 0])
    facts = {position: recorded.decoded().payload for position, recorded in stored.items()}
    return {position: fact for position, fact in facts.items() if isinstance(fact, ReportFact)}


def _article(law: Rulebook, part: Batch) -> str:
    return part.edition.columns[law.own_rating].article if law.own_rating else law.scope_article
