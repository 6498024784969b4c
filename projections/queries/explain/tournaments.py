"""The tournaments of a step on a worksheet: games, byes, and the rating of each entry."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from ledger.errors import Damaged
from ledger.events.report import ReportColumns, rounds_of
from ledger.register.identities import RegisterNumber
from ledger.sentences import Sentence
from projections.queries import PoolQuery
from projections.queries.explain import basis, shown
from projections.queries.explain.cells import cells
from projections.queries.explain.sheets import ByeSheet, EnteredBy, GameSheet, TournamentSheet
from projections.queries.printed import as_printed
from projections.queries.recompute import Recomputed
from projections.queries.recompute.not_counting import corrected_in_words, corrections_of
from projections.rating import guests
from projections.rating.entered_from import EnteredFrom, category_names, of_award, of_body, of_pool
from projections.rating.layout import Batch
from projections.rulebooks.engine.columns import ENTRY, GAME, Columns
from projections.rulebooks.engine.external_lists import AWARD, ExternalColumn, OtherPoolColumn
from projections.state.history import TournamentHistory
from projections.state.reports import Report


def tournament_sheets(
    pool: PoolQuery, player: int, computed: Recomputed
) -> Iterator[TournamentSheet]:
    """Yield a player's worksheets of the tournaments of a step, for each entry."""
    booked = {booking.position: booking for booking in computed.source.booked}
    step, entries = computed.rated.step, list(entries_of(player, computed))
    stored = pool.events.at({one.current for one in entries})
    for at, part, sheet, entry, report, current in entries:
        history = computed.source.histories.get(report.position, TournamentHistory())
        booking = booked[report.position]
        reported: ReportColumns = stored[current].decoded().payload
        own = cells(part.edition, sheet, ENTRY, entry, len(part.player))
        rated = shown.is_rated(pool.law, own)
        games = tuple(_games(part, sheet, entry, history, reported, rated=rated))
        sums = shown.sums_of(own, [game.cells for game in games], rated=rated)
        found = TournamentSheet(
            booking.tournament,
            booking.position,
            booking.starts,
            booking.ends,
            booking.edition,
            computed.source.lists_used[report.position],
            computed.other_pool_lists[report.position],
            games,
            tuple(_byes(part, sheet, entry, reported)),
            own,
            _entered_by(pool, computed, at, entry),
            corrections_of(report.position, history),
            bool(step.ceased_in(at)[entry]),
            pool.official.facts.announcements[booking.tournament].name,
            columns=shown.columns_of_games(part.edition),
            sums=sums,
            shown=shown.shown_of_tournament(pool.law, own, sums),
        )
        yield with_basis(pool, found)


def with_basis(pool: PoolQuery, sheet: TournamentSheet) -> TournamentSheet:
    """Return a tournament with its basis."""
    return replace(sheet, basis=tuple(_basis(pool, sheet)))


def _basis(pool: PoolQuery, sheet: TournamentSheet) -> Iterator[Sentence]:
    rated = shown.is_rated(pool.law, sheet.cells)
    yield from corrected_in_words(sheet.corrections)
    yield basis.ratings_used(sheet.edition, None if pool.law.chained else sheet.list_used)
    yield from map(basis.other_ratings, sheet.other_pools)
    yield from basis.of_player(sheet.cells, pool.law.own_rating, sheet.entered_by, rated=rated)


class Entry(NamedTuple):
    """An entry of a player in a part of a step."""

    at: int
    part: Batch
    sheet: Columns
    entry: int
    report: Report
    current: int
    """Position of the report that replaced the booked one, or its own."""


def entries_of(player: int, computed: Recomputed) -> Iterator[Entry]:
    """Yield the entries of a player in the tournaments of a step."""
    parts = zip(computed.rated.step.parts, computed.rated.sheets, strict=True)
    for at, (part, sheet) in enumerate(parts):
        for entry in np.flatnonzero(part.player == player).tolist():
            report = part.reports[int(part.tournament[entry])]
            history = computed.source.histories.get(report.position, TournamentHistory())
            current = history.current_position(report.position)
            yield Entry(at, part, sheet, entry, report, current)


def _entered_by(pool: PoolQuery, computed: Recomputed, part: int, entry: int) -> EnteredBy | None:
    """Return the rating of an entry unrated in the pool; None for any other entry."""
    entering, step = pool.law.first_ratings, computed.rated.step
    guest = step.facts_at_start[part].get("guest", guests.NO_GUEST)
    if guest.ndim and guest[entry]:
        return _guest_by(pool, computed, part, entry)
    if entering is None or step.rating_at_start[part][entry]:
        return None
    sheet, facts = computed.rated.sheets[part], step.facts_at_start[part]
    rating = int(sheet[entering.entry][entry])
    article, why, _ = sheet.why(pool.law.entry_reason, entry)
    code = int(sheet[entering.whence][entry])
    source = entering.sources.get(code)
    if source is None:
        law = step.parts[part].edition
        set_by = law.set_by(law.columns[entering.entry].needs) if code == entering.fixed else ""
        why = Sentence("{says} ({set_by})", says=why, set_by=set_by) if set_by else why
        kept = _earlier_source(pool, int(step.parts[part].player[entry]), rating)
        return EnteredBy(rating, article, why, *kept) if rating else None
    if isinstance(source, ExternalColumn):
        day = date.fromordinal(int(facts["entered"][entry]))
        return EnteredBy(rating, article, why, *_on_list(pool, computed, source, day, facts, entry))
    of = step.parts[part]
    player, begins = int(of.player[entry]), of.reports[int(of.tournament[entry])].start
    other = computed.source.other_pools[source.word]
    return EnteredBy(
        rating, article, why, *_in_other_pool(other, source, begins, player, facts, entry)
    )


def _guest_by(pool: PoolQuery, computed: Recomputed, part: int, entry: int) -> EnteredBy:
    of, step = computed.rated.step.parts[part], computed.rated.step
    rating = int(step.rating_at_start[part][entry])
    report = of.reports[int(of.tournament[entry])]
    known = computed.external_lists(computed.source.guest_bookings[report.position])
    found = guests.by_list(pool.law, known, int(of.player[entry]), report.start)
    if found is None:
        return EnteredBy(rating, "", Sentence("a guest, whose rating was decided"), guest=True)
    external, in_force, listed = found
    source = of_body(in_force, external.column)
    says = Sentence("a guest: on no list of the pool")
    return EnteredBy(rating, "", says, source, listed, guest=True)


def _earlier_source(
    pool: PoolQuery, player: int, rating: int
) -> tuple[EnteredFrom, int] | tuple[()]:
    of = pool.law.first_ratings
    if of is None or pool.law.chained:
        return ()
    lists = pool.lists()
    fields = {column: pool.law.entry_fields[column] for column in of.columns}
    for state in pool.changes(player, lists[-1].number):
        source = of.sources.get(state.fields[fields[of.step]])
        if state.fields[of.had] == rating and isinstance(source, ExternalColumn):
            through = lists[state.number].through_position
            known = pool.official.surroundings(pool.name).lists_at(through)
            in_force = known.in_force(source, date.fromordinal(state.fields[fields[of.day]]))
            if in_force is not None:
                says, _ = known.tells(in_force, source.column, np.array([player]))
                return of_body(in_force, source.column), int(says[0])
    return ()


def _on_list(
    pool: PoolQuery,
    computed: Recomputed,
    one: ExternalColumn,
    day: date,
    facts: Mapping[str, Any],
    entry: int,
) -> tuple[EnteredFrom, int]:
    in_force = computed.external_lists().in_force(one, day)
    if in_force is None:
        raise Damaged(
            Sentence(
                "{pool}: the list of {body} that gave a rating is not at hand",
                pool=pool.name,
                body=one.body,
            )
        )
    says = int(facts[f"{one.word}_rating_at_start"][entry])
    return of_body(in_force, one.column), says


def _in_other_pool(
    other: PoolQuery,
    source: OtherPoolColumn,
    day: date,
    player: int,
    facts: Mapping[str, Any],
    entry: int,
) -> tuple[EnteredFrom, str]:
    """Return a category of an entry in another pool, reached or awarded, with the list."""
    shown = facts[f"{source.word}_{source.column}_at_start"][entry]
    if source.column == AWARD:
        return of_award(other.facts, player, day, other.known), str(shown)
    row = as_printed(other, other.list_in_force(day), day, other.known)
    since = other.lists()[0].list_date
    names = category_names(other.facts, day, other.known)
    return of_pool(other.facts, row.number, since, source.column), names[int(shown)]


def _games(
    part: Batch,
    sheet: Columns,
    entry: int,
    history: TournamentHistory,
    reported: ReportColumns,
    *,
    rated: bool,
) -> Iterator[GameSheet]:
    """Yield the games of an entry in order, with results as corrected in a history.

    Games are those of the report that replaced the booked one, if any.
    """
    report = part.reports[int(part.tournament[entry])]
    current_position = history.current_position(report.position)
    rounds, corrections = rounds_of(reported), history.last_results(current_position)
    reports = part.reports[: int(part.tournament[entry])]
    earlier = sum(report.game_count for report in reports)
    sides = np.flatnonzero(part.entry == entry)
    for side in sorted(sides.tolist(), key=lambda side: side % part.games):
        index = side % part.games - earlier
        corrected, result = corrections.get(index), chr(part.result[side])
        of = cells(part.edition, sheet, GAME, side, len(part.entry))
        yield GameSheet(
            f"#{current_position}#{index}",
            rounds[index],
            side < part.games,
            RegisterNumber(part.player[part.opponent_entry[side]]),
            result,
            of,
            corrected.position if corrected else None,
            shown.columns_of_game(of, result, rated=rated),
            shown.remark(of, rated=rated),
        )


def _byes(part: Batch, sheet: Columns, entry: int, reported: ReportColumns) -> Iterator[ByeSheet]:
    why = sheet.clause(sheet.choices["counts"].of_byes).sentence
    row = entry - int(part.first_entry[int(part.tournament[entry])])
    for bye in sorted(reported.byes, key=lambda bye: bye.round):
        if bye.entrant == row:
            yield ByeSheet(bye.round, bye.code, why)
