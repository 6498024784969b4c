"""Findings: why something does not count, or counts later, each with its article.

Read off the same columns that rate: a choice that gave nothing tells its clause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ledger.errors import Refused
from projections import again
from projections.answers import Booked, ListRow, Pool
from projections.facts import Report
from projections.layout import Part
from projections.rulebooks.grammar import Sheet

Kind = Literal["not rated", "warning", "later", "open"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: what about whom, and on which article it stands."""

    kind: Kind
    tournament: str
    player: int | None
    article: str
    says: str


def of_tournament(pool: Pool, tournament: str) -> list[Finding]:
    """Give the findings of one tournament. Raises Refused for an unknown one."""
    waiting = [each for each in pool.facts.pending if each.tournament == tournament]
    if waiting:
        return list(_open(pool, waiting[0]))
    booked = pool.booking_of(tournament)
    if booked is None:
        raise Refused(f"{pool.name} knows no report of {tournament!r}")
    if not booked.edition:
        return [_outside(pool, booked)]
    on = next(each for each in pool.lists() if each.number == booked.number)
    computed = again.tournament(pool, booked, on)
    part, sheet = computed.rated.step.parts[0], computed.rated.sheets[0]
    return [*_later(pool, booked, on), *_games(part, sheet), *_disregarded(pool, booked)]


def of_player(pool: Pool, player: int) -> list[Finding]:
    """Give the findings of one player over all lists, oldest first."""
    found: list[Finding] = []
    for on in pool.lists()[1:]:
        bookings = pool.bookings(on.number, player)
        if bookings or _has_adjustment(pool, player, on):
            found += [_outside(pool, each) for each in bookings if not each.edition]
            found += _of_units(pool, player, on)
    if player <= pool.official.facts.players and not pool.official.facts.birth_year[player]:
        found.append(_no_birth_year(player))
    return found


def _open(pool: Pool, report: Report) -> Iterator[Finding]:
    last = pool.facts.last_closed()
    since = (
        f"the list after {last.event.period}"
        if last
        else f"the list {pool.facts.opened.first_period}"
    )
    article = pool.law.cut_off_article
    yield Finding(
        "open",
        report.tournament,
        None,
        article,
        f"not on a list yet: {since} takes it if it ended by the cut-off",
    )


def _outside(pool: Pool, booked: Booked) -> Finding:
    begins = min((each.in_force_from for each in pool.facts.adopted), default=None)
    histories = pool.lists()[0].in_force_from
    says = f"outside rulebook: it began on {booked.starts}; editions are adopted from {begins}"
    if begins is not None and booked.starts >= begins:
        says = (
            f"outside rulebook: it began on {booked.starts}, before histories begin on {histories}"
        )
    return Finding("not rated", booked.tournament, None, "0.1", says)


def _later(pool: Pool, booked: Booked, on: ListRow) -> Iterator[Finding]:
    """Say why a tournament is not on the first list after its end."""
    after = [each for each in pool.facts.closed if each.event.list_date > booked.ends]
    if not after or after[0].number >= booked.number:
        return
    first = after[0].event
    if first.cut_off < booked.ends:
        says = (
            f"cut-off missed: it ended on {booked.ends}, "
            f"list {first.period} takes what ended by {first.cut_off}"
        )
    else:
        says = f"recorded after list {first.period} was sealed"
    yield Finding(
        "later", booked.tournament, None, pool.law.cut_off_article, f"{says}; booked on {on.period}"
    )


def _games(part: Part, sheet: Sheet) -> Iterator[Finding]:
    """Tell the games that do not count, those of one player under one clause together."""
    choice = sheet.choices["counts"]
    clauses = choice.clauses()
    uncounted = np.flatnonzero(np.broadcast_to(sheet["counts"], part.entry.shape) == 0)
    tally = Counter((int(part.entry[side]), int(clauses[side])) for side in uncounted.tolist())
    report = part.reports[0].tournament
    for (entry, clause), games in sorted(tally.items()):
        words = choice.cases[clause].clause
        article, _, says = words.partition(": ")
        yield Finding(
            "not rated", report, int(part.player[entry]), article, f"{games} games: {says}"
        )


def _disregarded(pool: Pool, booked: Booked) -> Iterator[Finding]:
    for player, accepted in pool.results_waiting(booked.position):
        if not accepted:
            yield _split(
                "not rated",
                booked.tournament,
                player,
                "8.2.1: no point in a first event: disregarded",
            )


def _of_units(pool: Pool, player: int, on: ListRow) -> Iterator[Finding]:
    for computed in again.unit(pool, player, on):
        rated = computed.rated
        row = int(np.searchsorted(rated.step.players, player))
        if int(rated.unit["rating"][row]) == 0:
            name = (
                "first_rating"
                if "first_rating" in rated.unit.choices and not rated.step.listed["rating"][row]
                else "rating"
            )
            yield _split("not rated", on.period, player, rated.unit.why(name, row))
        yield from _accepted(rated, on, player, row)
        if rated.step.adjusted[row] and not _applied(rated, row):
            yield Finding(
                "warning",
                on.period,
                player,
                "7.1",
                "a correction lapsed: it did not start from the rating listed last",
            )


def _accepted(rated: Any, on: ListRow, player: int, row: int) -> Iterator[Finding]:
    if "accepted" in rated.unit.choices:
        for at in np.flatnonzero(rated.unit["waiting_unit"] == row).tolist():
            if not np.broadcast_to(rated.unit["accepted"], len(rated.waiting))[at]:
                yield _split("not rated", on.period, player, rated.unit.why("accepted", at))


def _applied(rated: Any, row: int) -> bool:
    name = "adjustment_applies" if "adjustment_applies" in rated.unit.values else "adjustment"
    return bool(rated.unit[name][row])


def _has_adjustment(pool: Pool, player: int, on: ListRow) -> bool:
    return any(
        each.player == player and each.position <= on.through_position
        for each in pool.facts.adjustments
    )


def _no_birth_year(player: int) -> Finding:
    return Finding("warning", "", player, "8.3.3", "year of birth unknown: no junior K")


def _split(kind: Kind, tournament: str, player: int, clause: str) -> Finding:
    article, _, says = clause.partition(": ")
    return Finding(kind, tournament, player, article, says)
