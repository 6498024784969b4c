"""The worksheet of a step: a list, an event of a chain, a year end, or a correction."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from ledger.sentences import Sentence, tabled
from projections.queries import PoolQuery, RatingList
from projections.queries.explain.cells import cells, leg_sheets, legs, points, printed_before
from projections.queries.explain.sheets import Cell, Line, Rating, UnitSheet
from projections.queries.explain.shown import printed_here, shown_of_step, shown_of_year_end
from projections.queries.explain.tournaments import tournament_sheets
from projections.queries.merges_on_lists import merges_in_words
from projections.queries.recompute import Recomputed
from projections.rating import Rated
from projections.rating.chain_steps import CAME_BACK, CEASED
from projections.rulebooks.engine.columns import RECOUNT, TURN, UNIT, Clause, Column
from projections.rulebooks.engine.months import month_number
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Leg


def sheet_of_step(pool: PoolQuery, player: int, computed: Recomputed) -> UnitSheet:
    """Return a player's worksheet of a recomputed step."""
    rated = computed.rated
    row = int(np.searchsorted(rated.step.players, player))
    before = int(rated.step.rating_before[row]) or None
    after = int(rated.unit["rating"][row]) or None
    if rated.step.year_end_inputs is not None:
        return _year_end(pool, rated, row, before, after)
    if rated.step.recount is not None:
        return _recounted(pool, rated, row, before, after)
    if rated.step.handover is not None:
        return _handed_over(pool, player, computed, before, after)
    of = cells(rated.step.edition, rated.unit, UNIT, row, len(rated.step.players))
    return UnitSheet(
        before,
        after,
        tuple(tournament_sheets(pool, player, computed)),
        tuple(_with_tournaments(pool, [*waiting_rows(rated, row)])),
        _printed_before(pool, rated, row),
        of,
        tuple(leg_sheets(of, pool.law.worksheet.walked, legs(pool.law, rated, row))),
        tuple(lines_of(pool.law, rated, row, before, after)),
        shown=shown_of_step(pool.law, before, of),
        printed_here=printed_here(pool.law, after, of),
    )


def _year_end(pool: PoolQuery, rated: Rated, row: int, before: Rating, after: Rating) -> UnitSheet:
    edition, rows = rated.step.edition, len(rated.step.players)
    shown = cells(edition, rated.unit, TURN, row, rows)
    lines = tuple(points(pool.law.year_end.lines, edition, rated, row))
    if before and not after:
        why = rated.unit.why(pool.law.year_end.renews["rating"], row)
        rule = edition.columns[pool.law.year_end.renews["rating"]]
        lines = (*lines, _chosen("exit", 0, rule, why))
    year = rated.step.year_end_inputs.year_end.year if rated.step.year_end_inputs else 0
    return UnitSheet(
        before, after, (), (), {}, shown, (), lines, year, shown=shown_of_year_end(pool.law)
    )


def _recounted(pool: PoolQuery, rated: Rated, row: int, before: Rating, after: Rating) -> UnitSheet:
    edition, rows = rated.step.edition, len(rated.step.players)
    law, recount = pool.law.chained_corrections, rated.step.recount
    assert recount is not None
    shown = cells(edition, rated.unit, RECOUNT, row, rows)
    lines = tuple(points(law.lines, edition, rated, row))
    base = int(rated.unit[law.base][row])
    if not before and after:
        rule, why = edition.columns[law.base], rated.unit.why(law.base, row)
        lines = (_chosen("entry", base, rule, why), *lines)
    walk: list[Leg] = []
    if (
        pool.law.worksheet.legs
        and not recount.facts[CAME_BACK][row]
        and not recount.facts[CEASED][row]
    ):
        walk = pool.law.worksheet.legs(edition.numbers, base, int(rated.unit[law.walked][row]))
    walked = tuple(leg_sheets(shown, law.walked, walk))
    corrects = recount.tournament
    return UnitSheet(
        before, after, (), (), {}, shown, walked, lines, corrects=corrects, shown=law.shown
    )


def _handed_over(
    pool: PoolQuery, player: int, computed: Recomputed, before: Rating, after: Rating
) -> UnitSheet:
    """Return the step of a merge or a separation: the capital ends, or it goes on here."""
    why = merges_in_words(pool, player, computed.source.on)
    sentence = Sentence(
        "Capitals of merged and separated players, before everything else on the list."
    )
    kind, points = ("entry", after) if after else ("exit", 0)
    line = Line(kind, Fraction(points or 0), pool.law.correction_article, sentence, why)
    return UnitSheet(before, after, (), (), {}, {}, (), (line,))


def _printed_before(pool: PoolQuery, rated: Rated, row: int) -> dict[str, Cell]:
    """Return the printed values used by this step, with reasons computed again."""
    before = [row for row in pool.lists() if row.list_date < rated.step.list_date]
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
        cell = printed_before(rated.step.edition, column, facts)
        stated = int(state[name][0])
        why = cell.why if cell.value == stated else Sentence("as stated where histories begin")
        found[name] = replace(cell, value=stated, why=why)
    return found


def _year_printed_with(
    pool: PoolQuery, rated: Rated, row: int, printed: RatingList
) -> NDArray[np.int64]:
    """Return the year of birth known to a list; to the first list for ratings carried over."""
    known = printed if printed.number else pool.lists()[1]
    players = rated.step.players[row : row + 1]
    return pool.official.facts.years_of(players, known.through_position)


def lines_of(
    law: Rulebook, rated: Rated, row: int, before: Rating, after: Rating
) -> Iterator[Line]:
    """Yield the lines of a step: they add up to the new rating less the old."""
    rules, sheet = rated.step.edition.columns, rated.unit
    base = int(sheet[law.base][row])
    if not before and after:
        yield _entry(law, rated, row, base)
    if base:
        yield from points(law.lines, rated.step.edition, rated, row)
    if before and not after:
        yield _chosen("exit", 0, rules["rating"], sheet.why("rating", row))


def _entry(law: Rulebook, rated: Rated, row: int, base: int) -> Line:
    """Return the line of an entry, with the rating at which the other lines start."""
    name = law.base if base else law.entry
    if not base and rated.unit[name][row] != rated.unit["rating"][row]:
        name = "rating"  # not by play: by decision
    rule, points = rated.step.edition.columns[name], int(rated.unit[name][row])
    why = rated.unit.why(rule.name, row)
    if law.entry_reason and law.chained and rated.sheets:  # columns of the entry have the reason
        rule = rated.step.edition.columns[law.entry_reason]
        (entry,) = np.flatnonzero(rated.unit_of_entry[0] == row)
        why = rated.sheets[0].why(rule.name, int(entry))
    return _chosen("entry", points, rule, why)


def _chosen(kind: str, points: int, rule: Column, why: Clause) -> Line:
    return Line(kind, Fraction(points), why.article, tabled(rule.sentence), why.says)


def waiting_rows(rated: Rated, row: int) -> Iterator[dict[str, Any]]:
    """Yield a player's results that wait for a first rating."""
    if not len(rated.waiting):
        return
    rows = np.flatnonzero(rated.unit["waiting_unit"] == row)
    for at in rows.tolist():
        yield {
            "position": int(rated.waiting.position[at]),
            "ended_month": int(rated.waiting.ended[at]),
            "accepted": int(rated.unit["accepted"][at]),
            "in_window": int(rated.unit["in_window"][at]),
            **{name: int(values[at]) for name, values in rated.waiting.sums.items()},
            **_rejection(rated, at),
        }


def _with_tournaments(pool: PoolQuery, rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield results with the tournament and its name; those carried over have none."""
    positions = [row["position"] for row in rows if row["position"] >= 0]
    headings = pool.official.ledger.read.headings("position", positions) if positions else []
    found = {one.position: one.stream.removeprefix("tournament-") for one in headings}
    for row in rows:
        if row["position"] not in found:
            yield row
            continue
        tournament = found[row["position"]]
        name = pool.official.facts.announcements[tournament].name
        yield {**row, "tournament": tournament, "name": name}


def _rejection(rated: Rated, at: int) -> dict[str, Sentence]:
    """Return why results do not count towards a first rating; empty where results count."""
    window = rated.step.edition.columns["in_window"]
    if not rated.unit["in_window"][at]:
        return {"why": Clause(window.article, tabled(window.sentence)).sentence}
    return {} if rated.unit["accepted"][at] else {"why": rated.unit.why("accepted", at).sentence}
