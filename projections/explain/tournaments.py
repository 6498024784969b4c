"""The tournaments of a step on a worksheet: games as they stood, and with what an entry played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import numpy as np

from ledger.errors import Damaged
from ledger.events.report import ReportColumns, rounds_of
from projections.explain.byes import byes
from projections.explain.cells import cells
from projections.explain.sheets import EnteredBy, GameSheet, TournamentSheet
from projections.queries import PoolQuery
from projections.rating import guests
from projections.rating.entered_from import EnteredFrom, category_names, of_award, of_body, of_pool
from projections.rating.external_lists import Known
from projections.rating.layout import Batch
from projections.recompute import Recomputed
from projections.rulebooks.engine.columns import ENTRY, GAME, Columns
from projections.rulebooks.engine.external_lists import AWARD, ExternalColumn, OtherPoolColumn
from projections.state.history import TournamentHistory


def tournament_sheets(
    pool: PoolQuery, player: int, computed: Recomputed
) -> Iterator[TournamentSheet]:
    """Give a player's worksheets of the tournaments of a step, one for each entry of his."""
    booked = {each.position: each for each in computed.source.booked}
    step = computed.rated.step
    for at, (part, sheet) in enumerate(zip(step.parts, computed.rated.sheets, strict=True)):
        for entry in np.flatnonzero(part.player == player).tolist():
            report = part.reports[int(part.tournament[entry])]
            history = computed.source.histories.get(report.position, TournamentHistory())
            yield TournamentSheet(
                booked[report.position],
                computed.source.lists_used[report.position],
                computed.other_pool_lists[report.position],
                tuple(_games(pool, part, sheet, entry, history)),
                tuple(byes(pool, part, sheet, entry, history)),
                cells(part.edition, sheet, ENTRY, entry, len(part.player)),
                _entered_by(pool, computed, at, entry),
                tuple(history.holding(history.current_position(report.position))),
                bool(step.ceased_in(at)[entry]),
            )


def _entered_by(pool: PoolQuery, computed: Recomputed, part: int, entry: int) -> EnteredBy | None:
    """Give with what an entry plays that has no rating in the pool; None for any other."""
    entering, step = pool.law.first_ratings, computed.rated.step
    guest = step.facts_at_start[part].get("guest", guests.NO_GUEST)
    if guest.ndim and guest[entry]:
        return _guest_by(pool, computed, part, entry)
    if entering is None or step.rating_at_start[part][entry]:
        return None
    sheet, facts = computed.rated.sheets[part], step.facts_at_start[part]
    rating = int(sheet[entering.entry][entry])
    why = sheet.why(pool.law.entry_reason, entry)
    whence = int(sheet[entering.whence][entry])
    source = entering.sources.get(whence)
    if source is None:
        law = step.parts[part].edition
        set_by = law.set_by(law.columns[entering.entry].needs) if whence == entering.fixed else ""
        why = f"{why}; {set_by}" if set_by else why
        kept = _kept_from(pool, int(step.parts[part].player[entry]), rating)
        return EnteredBy(rating, why, *kept) if rating else None
    if isinstance(source, ExternalColumn):
        day = date.fromordinal(int(facts["entered"][entry]))
        return EnteredBy(rating, why, *_on_list(pool, computed, source, day, facts, entry))
    of = step.parts[part]
    player, begins = int(of.player[entry]), of.reports[int(of.tournament[entry])].start
    other = computed.source.other_pools[source.word]
    return EnteredBy(rating, why, *_shown_beside(other, source, begins, player, facts, entry))


def _guest_by(pool: PoolQuery, computed: Recomputed, part: int, entry: int) -> EnteredBy:
    """Give the rating of a guest, and the list of another body that has it, if one has."""
    of, step = computed.rated.step.parts[part], computed.rated.step
    rating = int(step.rating_at_start[part][entry])
    report = of.reports[int(of.tournament[entry])]
    known = computed.external_lists(computed.source.guest_bookings[report.position])
    found = guests.by_list(pool.law, known, int(of.player[entry]), report.start)
    if found is None:
        return EnteredBy(rating, "a guest, whose rating was decided", guest=True)
    one, in_force, told = found
    source = of_body(one.body, in_force, one.column)
    return EnteredBy(rating, "a guest: on no list of the pool", source, told, guest=True)


def _kept_from(pool: PoolQuery, player: int, rating: int) -> tuple[EnteredFrom, int] | tuple[()]:
    """Give the list of another body from which a rating that was kept came; nothing: no such."""
    of = pool.law.first_ratings
    if of is None or pool.law.chained:
        return ()
    lists = {each.number: each for each in pool.lists()}
    fields = {column: pool.law.entry_fields[column] for column in of.columns}
    for state in pool.changes(player, max(lists)):
        source = of.sources.get(state.fields[fields[of.step]])
        if state.fields[of.had] == rating and isinstance(source, ExternalColumn):
            known = Known(pool.official.lists, lists[state.number].through_position)
            in_force = known.in_force(source, date.fromordinal(state.fields[fields[of.day]]))
            if in_force is not None:
                says, _ = in_force.tells(np.array([player]), source.column, known.through)
                return of_body(source.body, in_force, source.column), int(says[0])
    return ()


def _on_list(
    pool: PoolQuery,
    computed: Recomputed,
    one: ExternalColumn,
    day: date,
    facts: Mapping[str, Any],
    entry: int,
) -> tuple[EnteredFrom, int]:
    """Give the list of another body that was in force, and what it says of an entry."""
    in_force = computed.external_lists().in_force(one, day)
    if in_force is None:
        raise Damaged(f"{pool.name}: the list of {one.body} that gave a rating is not at hand")
    says = int(facts[f"{one.word}_rating_at_start"][entry])
    return of_body(one.body, in_force, one.column), says


def _shown_beside(
    other: PoolQuery,
    source: OtherPoolColumn,
    day: date,
    player: int,
    facts: Mapping[str, Any],
    entry: int,
) -> tuple[EnteredFrom, str]:
    """Give what a pool beside showed of an entry, by name: a category, or what it awarded."""
    shown = facts[f"{source.word}_{source.column}_at_start"][entry]
    if source.column == AWARD:
        return of_award(other.facts, player, day, other.known), str(shown)
    row = other.list_in_force(day)
    since = other.lists()[0].list_date
    names = category_names(other.facts, day, other.known)
    return of_pool(other.facts, row.number, since, source.column), names[int(shown)]


def _games(
    pool: PoolQuery, part: Batch, sheet: Columns, entry: int, history: TournamentHistory
) -> Iterator[GameSheet]:
    """Give the games of one entry, in the order they were played, as they stood in a story.

    Where a report took the place of the one that was booked, they are games of that one.
    """
    report = part.reports[int(part.tournament[entry])]
    current_position = history.current_position(report.position)
    rounds = _rounds(pool, current_position)
    earlier = sum(each.game_count for each in part.reports[: int(part.tournament[entry])])
    sides = np.flatnonzero(part.entry == entry)
    for side in sorted(sides.tolist(), key=lambda each: each % part.games):
        index = side % part.games - earlier
        corrected = history.last_result(current_position, index)
        yield GameSheet(
            f"#{current_position}#{index}",
            rounds[index],
            side < part.games,
            int(part.player[part.opponent_entry[side]]),
            chr(part.result[side]),
            cells(part.edition, sheet, GAME, side, len(part.entry)),
            corrected.position if corrected else None,
        )


def _rounds(pool: PoolQuery, position: int) -> list[int]:
    """Give the round of each game of a report."""
    report: ReportColumns = pool.official.ledger.read.at([position])[position].decoded().payload
    return rounds_of(report)
