"""The worksheet as rows and as a document: every column with its article."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction

from ledger.register import identities
from ops.answers import categories
from ops.answers.rows import Row
from projections.explain.sheets import (
    Cell,
    EnteredBy,
    Explanation,
    TournamentSheet,
    UnitSheet,
)
from projections.queries import PoolQuery
from projections.recompute.not_counting import Uncounted


def game_rows(explained: Explanation) -> list[Row]:
    """Give one row for each game and each bye of a worksheet, round by round."""
    sheets = [each for unit in explained.units for each in unit.tournaments]
    found = [row for each in sheets for row in _round_rows(each)]
    columns = [*dict.fromkeys(name for row in found for name in row if name != "why"), "why"]
    return [{name: row.get(name, "") for name in columns} for row in found]


def _round_rows(each: TournamentSheet) -> list[Row]:
    """Give the rows of one tournament: of a game with its columns, of a bye without any."""
    rows: list[Row] = [
        {
            "tournament": each.booked.tournament,
            "game": game.address,
            "round": game.round,
            "colour": "w" if game.white else "b",
            "opponent": identities.show(game.opponent),
            "result": game.result,
            **{name: cell.value for name, cell in game.cells.items()},
            "why": game.cells["counts"].why,
        }
        for game in each.games
    ]
    rows += [
        {
            "tournament": each.booked.tournament,
            "round": bye.round,
            "result": bye.code,
            "counts": 0,
            "why": bye.why,
        }
        for bye in each.byes
    ]
    return sorted(rows, key=lambda row: row["round"])


def as_json(pool: PoolQuery, explained: Explanation) -> Row:
    """Give a worksheet as a document: every column with article, unit and operation."""
    on = explained.on
    return {
        "pool": pool.name,
        "player": identities.show(explained.player),
        "list": {
            "period": on.period,
            "date": on.list_date,
            "digest": on.digest,
            "sealed_by": f"#{on.position}",
        },
        "edition": explained.edition,
        "known_to": f"#{pool.known}",
        "old": explained.old or None,
        "new": explained.new or None,
        **categories.held_on(pool, explained.player, on),
        "categories": categories.rows_on(pool, explained.player, on),
        "units": [_unit_json(unit) for unit in explained.units],
        **_corrected_json(explained),
    }


def _corrected_json(explained: Explanation) -> Row:
    """Give the units of closed lists whose correction the list took; nothing without any."""
    found = [
        {
            "list": each.of.period,
            **({"tournament": each.tournament} if each.tournament else {}),
            "kind": each.unit.kind,
            "booked": _points(each.unit.booked_points),
            "as_corrected": _points(each.unit.due_points),
            "unit_booked": _unit_json(each.booked),
            "unit_as_corrected": _unit_json(each.corrected),
            **(_uncounted_json(each.uncounted) if each.uncounted else {}),
        }
        for each in explained.corrected
    ]
    return {"corrected": found} if found else {}


def _uncounted_json(each: Uncounted) -> Row:
    """Say why nothing counts of a competition as corrected."""
    return {
        "counts_no_more": {
            "start": each.starts,
            "end": each.ends,
            "corrected_by": [f"#{one.position}" for one in each.corrections],
            "article": each.article,
            "says": each.why,
        }
    }


def _points(points: Fraction) -> int | Fraction:
    """Give points as a number where they are whole."""
    return int(points) if points.denominator == 1 else points


def _unit_json(unit: UnitSheet) -> Row:
    return {
        "before": unit.before or None,
        "after": unit.after or None,
        **({"year_ended": unit.year_ended} if unit.year_ended else {}),
        **({"corrects": unit.corrects} if unit.corrects else {}),
        "tournaments": [_tournament_json(each) for each in unit.tournaments],
        "waiting": list(unit.waiting),
        "printed_before": _cells_json(unit.printed),
        "columns": _cells_json(unit.cells),
        "legs": [
            {"from": leg.start, "to": leg.end, "coefficient": leg.coefficient} for leg in unit.legs
        ],
        "lines": [
            {
                "kind": line.kind,
                "points": line.points,
                "article": line.article,
                "says": line.why or line.says,
            }
            for line in unit.lines
        ],
    }


def _tournament_json(each: TournamentSheet) -> Row:
    booked = each.booked
    return {
        "tournament": booked.tournament,
        "report": f"#{booked.position}",
        "start": booked.starts,
        "end": booked.ends,
        "edition": booked.edition,
        "list_used": each.list_used.period,
        **_beside_json(each),
        **({"entered_by": _entered_json(each.entered_by)} if each.entered_by else {}),
        "columns": _cells_json(each.cells),
        "games": [
            {
                "address": game.address,
                "round": game.round,
                "white": game.white,
                "opponent": identities.show(game.opponent),
                "result": game.result,
                **({"corrected_by": f"#{game.corrected_by}"} if game.corrected_by else {}),
                "columns": _cells_json(game.cells),
            }
            for game in each.games
        ],
        **_byes_json(each),
    }


def _byes_json(each: TournamentSheet) -> Row:
    """Give the rounds without an opponent, and why they are out; nothing without any."""
    return {"byes": [asdict(bye) for bye in each.byes]} if each.byes else {}


def _entered_json(by: EnteredBy) -> Row:
    """Give with what he enters, and what the list that gave it says, if one did."""
    found: Row = {"rating": by.rating, "why": by.why}
    return found if by.source is None else {**found, **asdict(by.source), "told": by.listed}


def _beside_json(each: TournamentSheet) -> Row:
    """Give the lists of other pools that were looked at; nothing where none was."""
    seen = [
        {"word": one.word, "pool": one.pool, "list": one.used.period, "digest": one.used.digest}
        for one in each.other_pools
    ]
    return {"lists_beside": seen} if seen else {}


def _cells_json(cells: dict[str, Cell]) -> Row:
    return {
        name: {
            "value": cell.value,
            "unit": cell.unit,
            "article": cell.article,
            "does": cell.does,
            **({"why": cell.why} if cell.why else {}),
        }
        for name, cell in cells.items()
    }
