"""Reasons why a booked tournament does not count any more after corrections.

It was annulled; its days lie outside the rulebook or before the histories; it is announced for the
pool no more; or a player is no longer in the report.
"""

from collections.abc import Iterator, Sequence
from datetime import date

import msgspec
import numpy as np

from ledger import columns
from ledger.events.catalogue import in_words
from ledger.sentences import NO_SENTENCE, Body, Position, Sentence, tabled
from projections.finding import Finding
from projections.queries import PoolQuery
from projections.queries.recompute.rows import reports_now
from projections.queries.rows import Booking
from projections.rulebooks.engine.edition import Edition
from projections.state.history import TournamentHistory
from projections.state.law import Law
from projections.state.merges import Names
from projections.state.reports import Report


class CorrectionEvent(msgspec.Struct, frozen=True):
    """A correction of a report or of a tournament."""

    position: int
    kind: str


class Uncounted(msgspec.Struct, frozen=True):
    """A booked tournament without any counted result of a player, after corrections."""

    tournament: str
    report: int
    start: date
    end: date
    """Its days, as corrected."""
    corrections: tuple[CorrectionEvent, ...]
    article: str
    why: Sentence
    name: str = ""

    @property
    def basis(self) -> tuple[Sentence, ...]:
        """The corrections, and why nothing counts."""
        says = Sentence("counts no more [{article}]: {why}")
        says = says.about(article=tabled(self.article), why=self.why)
        return (*corrected_in_words(self.corrections), says)


def outside(pool: PoolQuery, day: date) -> Sentence:
    """Return the reason for a first day without an edition, or before the histories."""
    begins = min((adoption.in_force_from for adoption in pool.facts.adopted), default=None)
    if begins is not None and day >= begins:
        return Sentence(
            "outside rulebook: it began on {day}, before histories begin on {since}",
            day=day,
            since=pool.lists()[0].in_force_from,
        )
    if begins is None:
        return Sentence("outside rulebook: it began on {day}; no edition is adopted", day=day)
    return Sentence(
        "outside rulebook: it began on {day}; editions are adopted from {begins}",
        day=day,
        begins=begins,
    )


def edition_now(pool: PoolQuery, booked: Booking, report: Report) -> Edition | None:
    """Return the present edition of a booked report; None: no edition.

    As adopted at the closing of the list.
    """
    closed = pool.lists()[booked.number]
    begun = pool.lists()[0].in_force_from <= report.begins
    return Law(pool.facts, closed.position).edition_on(report.begins) if begun else None


def why_uncounted(
    pool: PoolQuery,
    booked: Booking,
    history: TournamentHistory,
    player: int | None = None,
    names: Names | None = None,
) -> Sentence:
    """Return the reason why a booked report does not count any more; empty: the report counts.

    For a player, or for all (None); `names` are the merged numbers (see `reports_now`).
    """
    found = reports_now(pool, booked, history, names)
    if not found:
        annulled = annulment_words(history, booked.position)
        if annulled:
            return annulled
        return Sentence("the tournament is no longer announced for {pool}", pool=pool.name)
    for report in found:
        if edition_now(pool, booked, report) is None:
            return outside(pool, report.begins)
    named = np.concatenate([columns.read(report.player, columns.PLAYER) for report in found])
    if player is None or player in named:
        return NO_SENTENCE
    return Sentence("the player is no longer in the report")


def annulment_words(history: TournamentHistory, report: int) -> Sentence:
    """Return the decision that annulled a report, in words; empty: not annulled, or reinstated."""
    root = history.roots[report]
    mine = (history.annulment(at) for at, first in history.roots.items() if first == root)
    for annulment in filter(None, mine):
        fact = annulment.payload
        annulled = Sentence("it was annulled by decision {decision} of {by}")
        if fact.article:
            annulled = Sentence(
                "it was annulled by decision {decision} of {by}, {article}", article=fact.article
            )
        return annulled.about(decision=Position(annulment.position), by=Body(fact.by))
    return NO_SENTENCE


def uncounted(
    pool: PoolQuery,
    player: int,
    booked: Booking,
    history: TournamentHistory,
    names: Names | None = None,
) -> Uncounted | None:
    """Return a booked report without results of a player after corrections; None: has results."""
    why = why_uncounted(pool, booked, history, player, names)
    if not why:
        return None
    replacement = next(iter(history.replacements(booked.position)), None)
    return Uncounted(
        booked.tournament,
        booked.position,
        replacement.start if replacement else booked.starts,
        replacement.end if replacement else booked.ends,
        corrections_of(booked.position, history),
        pool.law.scope_article,
        why,
        pool.official.facts.announcements[booked.tournament].name,
    )


def corrections_of(report: int, history: TournamentHistory) -> tuple[CorrectionEvent, ...]:
    """Return the corrections in force of a booked report and its tournament."""
    corrections = history.holding(history.current_position(report))
    return tuple(CorrectionEvent(event.position, event.kind) for event in corrections)


def corrected_in_words(corrections: Sequence[CorrectionEvent]) -> Iterator[Sentence]:
    """Yield the events that corrected a tournament, in a sentence; nothing without any."""
    if corrections:
        events = [
            Sentence("{event} ({kind})", event=Position(event.position), kind=in_words(event.kind))
            for event in corrections
        ]
        yield Sentence("as corrected by {events}", events=events)


def findings(pool: PoolQuery, booked: Booking, history: TournamentHistory) -> Iterator[Finding]:
    """Yield a finding for a booked report that does not count any more."""
    rated = booked.edition and pool.law.corrected
    why = why_uncounted(pool, booked, history) if rated else NO_SENTENCE
    if why:
        says = Sentence(
            "as corrected, {why}: the amounts booked for the tournament are taken back", why=why
        )
        article = pool.law.scope_article
        yield Finding("not rated", "counts-no-more", booked.tournament, article, says)
