"""A rating explained: the worksheet an arbiter would write by hand, made of the computation itself.

Nothing here calculates: values are taken from the columns that made the rating, with the article,
unit and sentence each column says of itself. What is checked is the sum: the lines of a list add
up to new less old.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.errors import Damaged
from ledger.events.report import ReportFact
from projections import again, again_units, deviations
from projections.again import Again
from projections.again_corrected import corrected_unit
from projections.answers import ListRow, Pool
from projections.asking_corrections import taken
from projections.corrected import BOOKED, ENTERED, POOL, in_words
from projections.corrections import Story
from projections.entered_from import EnteredFrom, category_names, of_award, of_body, of_pool
from projections.explain_recounts import sides
from projections.law import Law
from projections.layout import Part
from projections.pool_facts import AS_LISTED
from projections.rating import Rated
from projections.recounts import CAME_BACK, CEASED
from projections.rulebooks.consulted import AWARD, Beside, Consulted
from projections.rulebooks.grammar import (
    ENTRY,
    GAME,
    RECOUNT,
    TURN,
    UNIT,
    Column,
    Edition,
    Level,
    Sheet,
)
from projections.rulebooks.rulebook import Leg, LineKind, month_number
from projections.sheets import (
    Cell,
    CorrectedSheet,
    EnteredBy,
    Explanation,
    GameSheet,
    Line,
    TournamentSheet,
    UnitSheet,
)

SCALES = {"half hundredths": 200, "hundredths": 100, "tenths": 10}
"""What a column holds so many times over, by its unit; its name ends likewise."""
CORRECTION = "correction"


def explain(pool: Pool, player: int, on: ListRow) -> Explanation:
    """Explain a player's rating on a list.

    Raises Damaged where the worksheet does not come to the rating that was published.
    """
    old = pool.current(player, on.number - 1).rating if on.number else 0
    new = pool.current(player, on.number).rating
    units = (
        tuple(
            _decided(pool, on, each, _unit(pool, player, each))
            for each in again_units.unit(pool, player, on)
        )
        if on.number
        else ()
    )
    if units and units[-1].after != new:
        units = (*units[:-1], _held(pool, player, on, units[-1], new))
    if pool.law.chained:
        corrected = tuple(sides(pool, player, on, partial(_unit, pool, player)))
    else:
        corrected = tuple(_corrected(pool, player, on))
        units = tuple(_told(pool, unit, corrected) for unit in units)
    law = Law(pool.facts, on.position)
    edition = law.edition_of_list(on.list_date).name if on.number else ""
    _check(units, old, new, pool, on)
    return Explanation(pool.name, player, on, edition, old, new, units, corrected)


def _corrected(pool: Pool, player: int, on: ListRow) -> Iterator[CorrectedSheet]:
    """Give the units of closed lists that a list corrected for a player.

    Raises Damaged where they do not come to what the list booked.
    """
    rows = {each.number: each for each in pool.lists()}
    units = (one.unit for one in taken(pool, player, on.number))
    for each in (one for one in units if one.kind not in (POOL, ENTERED)):
        both = corrected_unit(pool, on, rows[each.number], each)
        was, now = (_unit(pool, player, computed) for computed in both)
        found = tuple(_value_of(pool, sheet) for sheet in (was, now))
        if found != (each.booked, each.as_corrected):
            raise Damaged(
                f"{pool.name} {on.period}: list {rows[each.number].period} of player {player} "
                f"comes to {found}, booked was {(each.booked, each.as_corrected)}"
            )
        yield CorrectedSheet(rows[each.number], each, was, now)


def _told(pool: Pool, unit: UnitSheet, corrected: Sequence[CorrectedSheet]) -> UnitSheet:
    """Give the corrections of a step line by line: one for each unit of a closed list."""
    lines: list[Line] = []
    for line in unit.lines:
        lines += (
            [_of_unit(pool, line, each) for each in corrected]
            if line.kind == CORRECTION
            else [line]
        )
    return replace(unit, lines=tuple(each for each in lines if each.points or each.kind == "exit"))


def _of_unit(pool: Pool, line: Line, corrected: CorrectedSheet) -> Line:
    was, now = corrected.unit.booked, corrected.unit.as_corrected
    points = now - was if corrected.unit.kind == BOOKED else Fraction(0)
    sign = bool(corrected.booked.before or not _entries_apart(pool))
    both = (in_words(each, sign=sign) for each in (now, was))
    why = f"list {corrected.of.period}: {{}} as corrected, {{}} booked so far".format(*both)
    return replace(line, points=points, why=f"{line.article}: {why}")


def _decided(pool: Pool, on: ListRow, computed: Again, unit: UnitSheet) -> UnitSheet:
    """Name the body and the event behind what was decided outside play."""
    step = computed.rated.step
    players = step.players[np.broadcast_to(step.adjusted, step.players.shape)].tolist()
    for each in (each for who in players for each in again.adjustment(pool, who, on).values()):
        said = pool.official.ledger.read.at([each.position])[each.position].decoded().payload
        by = f"by {said.by}, event #{each.position}"
        ended = f"annulled {by}" if each.before == AS_LISTED else f"adjusted to none {by}"
        whys = {"adjustment": by} | ({} if each.after else {"exit": ended})
        lines = (replace(line, why=whys.get(line.kind, line.why)) for line in unit.lines)
        unit = replace(unit, lines=tuple(lines))
    return unit


def _value_of(pool: Pool, sheet: UnitSheet) -> Fraction:
    """Give what a unit came to: the change of a rated player, otherwise his first rating."""
    assert pool.law.corrects is not None
    of = pool.law.corrects
    column = of.change if sheet.before or not _entries_apart(pool) else of.entry
    return Fraction(sheet.cells[column].value)


def _entries_apart(pool: Pool) -> bool:
    """Tell whether who enters is a unit of another kind than who is rated."""
    return pool.law.corrects is not None and bool(pool.law.corrects.entry)


def _held(pool: Pool, player: int, on: ListRow, unit: UnitSheet, published: int) -> UnitSheet:
    """Add what a recorded deviation says: the list was sealed with another rating, and stands."""
    closed = pool.facts.closed[on.number - 1]
    found = deviations.recorded(pool.official.ledger.read, closed.event, closed.position)
    if player not in found.rows:
        return unit
    so_far = sum((each.points for each in unit.lines), Fraction(unit.before))
    points = published - so_far if published else Fraction(0)
    line = Line("deviation", points, f"#{found.position}", "As sealed: fixed since.", found.cause)
    return replace(unit, after=published, lines=(*unit.lines, line))


def _check(units: tuple[UnitSheet, ...], old: int, new: int, pool: Pool, on: ListRow) -> None:
    rating = old
    for each in units:
        if each.before != rating:
            raise Damaged(
                f"{pool.name} {on.period}: a step starts from {each.before}, not {rating}"
            )
        rating = each.after
        if each.after and sum(line.points for line in each.lines) != each.after - each.before:
            raise Damaged(
                f"{pool.name} {on.period}: lines do not add up to {each.after - each.before}"
            )
    if units and rating != new:
        raise Damaged(
            f"{pool.name} {on.period}: the worksheet comes to {rating}, published is {new}"
        )


def _unit(pool: Pool, player: int, computed: Again) -> UnitSheet:
    rated = computed.rated
    row = int(np.searchsorted(rated.step.players, player))
    before = int(rated.step.rating_before[row])
    after = int(rated.unit["rating"][row])
    if rated.step.turning is not None:
        return _turned(pool, rated, row, before, after)
    if rated.step.recount is not None:
        return _recounted(pool, rated, row, before, after)
    return UnitSheet(
        before,
        after,
        tuple(_tournaments(pool, player, computed)),
        tuple(_waiting(rated, row)),
        _printed(pool, rated, row),
        cells(rated.step.edition, rated.unit, UNIT, row, len(rated.step.players)),
        tuple(legs(pool, rated, row)),
        tuple(_lines(pool, rated, row, before, after)),
    )


def _turned(pool: Pool, rated: Rated, row: int, before: int, after: int) -> UnitSheet:
    """Give the end of a year: no tournament, its own columns and lines."""
    edition, rows = rated.step.edition, len(rated.step.players)
    shown = cells(edition, rated.unit, TURN, row, rows)
    lines = tuple(points(pool.law.turn_lines, edition, rated, row))
    if before and not after:
        why = rated.unit.why(pool.law.turned["rating"], row)
        rule = edition.columns[pool.law.turned["rating"]]
        article, _, says = why.partition(": ")
        lines = (*lines, Line("exit", Fraction(0), article, rule.sentence, says))
    year = rated.step.turning.turn.year if rated.step.turning else 0
    return UnitSheet(before, after, (), (), {}, shown, (), lines, year)


def _recounted(pool: Pool, rated: Rated, row: int, before: int, after: int) -> UnitSheet:
    """Give the correction of a competition: its own columns, the walk and the lines."""
    edition, rows = rated.step.edition, len(rated.step.players)
    law, recount = pool.law.recounted, rated.step.recount
    assert recount is not None
    shown = cells(edition, rated.unit, RECOUNT, row, rows)
    lines = tuple(points(law.lines, edition, rated, row))
    base = int(rated.unit[law.base][row])
    if not before and after:
        rule, why = edition.columns[law.base], rated.unit.why(law.base, row)
        lines = (Line("entry", Fraction(base), rule.article, rule.sentence, why), *lines)
    walk: tuple[Leg, ...] = ()
    if pool.law.legs and not recount.facts[CAME_BACK][row] and not recount.facts[CEASED][row]:
        walk = tuple(pool.law.legs(edition.numbers, base, int(rated.unit[law.walked][row])))
    corrects = recount.tournament
    return UnitSheet(before, after, (), (), {}, shown, walk, lines, corrects=corrects)


def cells(edition: Edition, sheet: Sheet, level: Level, row: int, rows: int) -> dict[str, Cell]:
    """Give one row of all columns of a level that has `rows` of them, in the order of the text."""
    return {
        name: _cell(rule, sheet, row)
        for name, rule in edition.columns.items()
        if rule.level is level and np.shape(sheet[name]) == (rows,)
    }


def _cell(rule: Column, sheet: Sheet, row: int) -> Cell:
    value: int | Fraction = int(sheet[rule.name][row])
    for unit, per in SCALES.items():
        if rule.unit.startswith(unit) and rule.name.endswith(unit.replace(" ", "_")):
            value = Fraction(value, per)
    choice = sheet.choices.get(rule.name)
    why, usual = (sheet.why(rule.name, row), choice.usual(row)) if choice else ("", True)
    return Cell(rule.name, value, rule.unit, rule.article, rule.does, rule.sentence, why, usual)


def legs(pool: Pool, rated: Rated, row: int) -> list[Leg]:
    """Give the legs of a player's walk over thresholds; none where the regulation has no walk."""
    if pool.law.legs is None:
        return []
    before, after = (int(rated.unit[name][row]) for name in (pool.law.base, pool.law.walked))
    return pool.law.legs(rated.step.edition.numbers, before, after)


def _printed(pool: Pool, rated: Rated, row: int) -> dict[str, Cell]:
    """Say why the list before printed what this step rests on: the same choice made again."""
    before = [each for each in pool.lists() if each.list_date < rated.step.list_date]
    if not before or not rated.step.listed["rating"][row]:
        return {}
    state = {name: values[row : row + 1] for name, values in rated.step.listed.items()}
    facts = {
        **state,
        "birth_year": _year_printed_with(pool, rated, row, before[-1]),
        "list_year": before[-1].list_date.year,
        "list_month": month_number(before[-1].list_date),
    }
    found = {}
    for name, column in pool.law.printed.items():
        sheet = rated.step.edition.evaluate([UNIT], facts, [column])
        cell = _cell(rated.step.edition.columns[column], sheet, 0)
        stated = int(state[name][0])
        why = cell.why if cell.value == stated else "as stated where histories begin"
        found[name] = replace(cell, value=stated, why=why)
    return found


def _year_printed_with(pool: Pool, rated: Rated, row: int, printed: ListRow) -> NDArray[np.int64]:
    """Give the year of birth that a list knew; what was carried over, that of the first list."""
    known = printed if printed.number else pool.lists()[1]
    players = rated.step.players[row : row + 1]
    return pool.official.facts.years_of(players, known.through_position)


def _lines(pool: Pool, rated: Rated, row: int, before: int, after: int) -> Iterator[Line]:
    """Give the lines of a step; entry and exit have no points, one side being none."""
    rules, sheet = rated.step.edition.columns, rated.unit
    base = int(sheet[pool.law.base][row])
    if not before and after:
        yield _entry(pool, rated, row, base)
    if base:
        yield from points(pool.law.lines, rated.step.edition, rated, row)
    if before and not after:
        article, _, why = sheet.why("rating", row).partition(": ")
        yield Line("exit", Fraction(0), article, rules["rating"].sentence, why)


def points(kinds: Iterable[LineKind], edition: Edition, rated: Rated, row: int) -> Iterator[Line]:
    """Give the lines that have points, of the kinds that the edition knows.

    Who set a number that a line rests on, where the body did, is said with it.
    """
    sheet, rows = rated.unit, len(rated.step.players)
    for kind in (each for each in kinds if each.column in edition.columns):
        points = Fraction(int(np.broadcast_to(sheet[kind.column], rows)[row]), kind.per)
        rule = edition.columns[kind.column]
        if points:
            why = sheet.why(rule.name, row) if rule.name in sheet.choices else ""
            if set_by := edition.set_by(rule.needs):
                why = f"{(why or rule.sentence).removesuffix('.')}; {set_by}"
            yield Line(kind.kind, points, rule.article, rule.sentence, why)


def _entry(pool: Pool, rated: Rated, row: int, base: int) -> Line:
    """Give the line by which a player enters, at the rating his other lines start from."""
    name = pool.law.base if base else pool.law.entry
    if not base and rated.unit[name][row] != rated.unit["rating"][row]:
        name = "rating"  # not by play: by decision
    rule, points = rated.step.edition.columns[name], int(rated.unit[name][row])
    why = rated.unit.why(rule.name, row)
    if pool.law.entered and pool.law.chained and rated.sheets:  # there it is told apart
        rule = rated.step.edition.columns[pool.law.entered]
        (entry,) = np.flatnonzero(rated.unit_of_entry[0] == row)
        why = rated.sheets[0].why(rule.name, int(entry))
    return Line("entry", Fraction(points), rule.article, rule.sentence, why)


def _waiting(rated: Rated, row: int) -> Iterator[dict[str, Any]]:
    if not len(rated.waiting):
        return
    mine = np.flatnonzero(rated.unit["waiting_unit"] == row)
    for at in mine.tolist():
        yield {
            "position": int(rated.waiting.position[at]),
            "ended_month": int(rated.waiting.ended[at]),
            "accepted": int(rated.unit["accepted"][at]),
            "in_window": int(rated.unit["in_window"][at]),
            **{name: int(values[at]) for name, values in rated.waiting.sums.items()},
            **_left_out(rated, at),
        }


def _left_out(rated: Rated, at: int) -> dict[str, str]:
    """Say why results do not count towards a first rating; nothing where they do."""
    window = rated.step.edition.columns["in_window"]
    if not rated.unit["in_window"][at]:
        return {"why": f"{window.article}: {window.sentence}"}
    return {} if rated.unit["accepted"][at] else {"why": rated.unit.why("accepted", at)}


def _tournaments(pool: Pool, player: int, computed: Again) -> Iterator[TournamentSheet]:
    booked = {each.position: each for each in computed.booked}
    step = computed.rated.step
    for at, (part, sheet) in enumerate(zip(step.parts, computed.rated.sheets, strict=True)):
        for entry in np.flatnonzero(part.player == player).tolist():
            report = part.reports[int(part.tournament[entry])]
            story = computed.stories.get(report.position, Story())
            yield TournamentSheet(
                booked[report.position],
                computed.lists_used[report.position],
                computed.lists_beside[report.position],
                tuple(games(pool, part, sheet, entry, story)),
                cells(part.edition, sheet, ENTRY, entry, len(part.player)),
                _entered_by(pool, computed, at, entry),
                tuple(story.holding(report.position)),
                bool(step.ceased_in(at)[entry]),
            )


def _entered_by(pool: Pool, computed: Again, part: int, entry: int) -> EnteredBy | None:
    """Give with what an entry without a rating plays; None where it has one, or gets none."""
    entering, step = pool.law.entering, computed.rated.step
    if entering is None or step.rating_at_start[part][entry]:
        return None
    sheet, facts = computed.rated.sheets[part], step.beside_at_start[part]
    rating = int(sheet[entering.entry][entry])
    why = sheet.why(pool.law.entered, entry)
    source = entering.sources.get(int(sheet[entering.whence][entry]))
    if source is None:
        return EnteredBy(rating, why) if rating else None
    if isinstance(source, Consulted):
        day = date.fromordinal(int(facts["entered"][entry]))
        return EnteredBy(rating, why, *_on_list(pool, computed, source, day, facts, entry))
    player, report = int(step.parts[part].player[entry]), step.parts[part]
    begins = report.reports[int(report.tournament[entry])].start
    other = computed.looked[source.word]
    return EnteredBy(rating, why, *_shown_beside(other, source, begins, player, facts, entry))


def _on_list(
    pool: Pool,
    computed: Again,
    one: Consulted,
    day: date,
    facts: Mapping[str, Any],
    entry: int,
) -> tuple[EnteredFrom, int]:
    """Give the list of another body that was in force, and what it says of an entry."""
    in_force = computed.known.in_force(one, day)
    if in_force is None:
        raise Damaged(f"{pool.name}: the list of {one.body} that gave a rating is not at hand")
    says = int(facts[f"{one.word}_rating_at_start"][entry])
    return of_body(one.body, in_force, one.column), says


def _shown_beside(
    other: Pool, source: Beside, day: date, player: int, facts: Mapping[str, Any], entry: int
) -> tuple[EnteredFrom, str]:
    """Give what a pool beside showed of an entry, by name: a category, or what it awarded."""
    shown = facts[f"{source.word}_{source.column}_at_start"][entry]
    if source.column == AWARD:
        return of_award(other.facts, player, day, other.known), str(shown)
    row = other.list_in_force(day)
    since = other.lists()[0].list_date
    names = category_names(other.facts, day, other.known)
    return of_pool(other.facts, row.number, since, source.column), names[int(shown)]


def games(pool: Pool, part: Part, sheet: Sheet, entry: int, story: Story) -> Iterator[GameSheet]:
    """Give the games of one entry, in the order they were played, as they stood in a story."""
    report = part.reports[int(part.tournament[entry])]
    rounds = _rounds(pool, report.position)
    earlier = sum(each.game_count for each in part.reports[: int(part.tournament[entry])])
    sides = np.flatnonzero(part.entry == entry)
    for side in sorted(sides.tolist(), key=lambda each: each % part.games):
        index = side % part.games - earlier
        corrected = story.last_result(report.position, index)
        yield GameSheet(
            f"#{report.position}#{index}",
            rounds[index],
            side < part.games,
            int(part.player[part.opponent_entry[side]]),
            chr(part.result[side]),
            cells(part.edition, sheet, GAME, side, len(part.entry)),
            corrected.position if corrected else None,
        )


def _rounds(pool: Pool, position: int) -> list[int]:
    """Give the round of each game of a report."""
    report: ReportFact = pool.official.ledger.read.at([position])[position].decoded().payload
    return [number for number, each in enumerate(report.rounds, start=1) for _ in range(each.games)]
