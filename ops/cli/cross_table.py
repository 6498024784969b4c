"""The cross table (tabellone) of an event as it is written: rows, lines, a document.

Heads as in table 17 of the FID technical rules: CI, PA, PO, D, S, V, CF.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final

from ledger.errors import Refused
from ledger.register import identities
from ops.answers.cross_table import MOST
from ops.answers.documents import decimal, text
from ops.cli import output, tables
from ops.cli.app import Format
from projections.queries import PoolQuery
from projections.queries.explain import cross_table
from projections.queries.explain.cross_table import HUNDREDTHS, Outcome, Table
from projections.state.reports import WHOLE

Row = dict[str, Any]

NAME: Final = 24
"""Characters of a name in a line."""
PLAY: Final = "play"
"""Kind of the line that is V."""
HELD: Final = "held"
"""Head of the capital from which a late event is computed."""


def about(pool: PoolQuery, table: Table, *, before: bool) -> Row:
    """Return the facts about a whole table."""
    report, by = table.report, table.booked_by
    status = "provisional: no list has booked it yet" if report.tournament else "before play"
    if by is not None:
        status = f"booked by list {by.period} (#{by.position})"
    if by is not None and table.corrected:
        status = f"as corrected since list {by.period} booked it, with the capitals of then"
    if table.uncounted:
        status = f"{status}; as corrected since it does not count, {table.uncounted}"
    weight = report.about.weight
    least = table.edition.set_by([pool.law.least_rating])
    return {
        "pool": pool.name,
        **({"tournament": report.tournament} if report.tournament else {}),
        **({"part": report.part} if report.part else {}),
        "start": report.start,
        "shows": "expected scores before play" if before else "results",
        "edition": table.edition.name,
        **({} if weight == WHOLE else {"weight": f"{text(100 * Fraction(*weight))} %"}),
        **({"withheld": table.withheld} if table.withheld else {}),
        **({"set": least} if least else {}),
        "status": status,
        "known_to": f"#{pool.known}",
    }


def rows(pool: PoolQuery, table: Table, *, before: bool) -> list[Row]:
    """Return a row for each entrant: expected scores for each pair, or results and sums."""
    players = [entrant.player for entrant in table.entrants]
    names = identities.names(pool.official.ledger.read, players)
    cells = list(_expected(table) if before else _results(table))
    return [
        {
            "n": entrant.number,
            "player": identities.show(entrant.player),
            "name": names[entrant.player],
            "CI": entrant.rating or None,
            **entrant_cells,
        }
        for entrant, entrant_cells in zip(table.entrants, cells, strict=True)
    ]


def _expected(table: Table) -> Iterator[Row]:
    ratings = [entrant.rating for entrant in table.entrants]
    if len(ratings) > MOST:
        raise Refused(
            f"at most {MOST} meet in one table, not {len(ratings)}",
            code="number-out-of-range",
            field="players",
            found=len(ratings),
            expected=f"at most {MOST}",
        )
    matrix = cross_table.expected(table.edition, ratings).tolist()
    for own, row in enumerate(matrix):
        met = [
            Fraction(value, HUNDREDTHS)
            if ratings[own] and ratings[other] and own != other
            else None
            for other, value in enumerate(row)
        ]
        cells = {
            str(each.number): "X" if other == own else _points(met[other])
            for other, each in enumerate(table.entrants)
        }
        expected = sum((score for score in met if score is not None), Fraction(0))
        yield cells | {"PA": _points(expected if ratings[own] else None)}


def _results(table: Table) -> Iterator[Row]:
    beside = [(at, str(each.number)) for at, each in enumerate(table.entrants)]
    lines = (line.kind for outcome in table.outcomes for line in outcome.lines)
    kinds = [kind for kind in dict.fromkeys(lines) if kind != PLAY]  # in the order of the text
    late = _is_late(table)
    for own, each in enumerate(table.outcomes):
        cells = {
            name: "X" if at == own else "+".join(each.met.get(at, ()))
            for at, name in (beside if len(beside) <= MOST else ())
        }
        sums = {
            "games": each.games,
            "PA": _points(each.expected),
            "PO": decimal(each.score),
            "D": _points(each.difference, sign=True),
        }
        held = {HELD: each.base or None} if late else {}
        yield {**cells, **sums, **held, **(_moved(each, kinds) if each.after is not None else {})}


def _is_late(table: Table) -> bool:
    """Whether the capital of an entrant differs from the one at the place of the event."""
    return any(outcome.base not in (None, outcome.entrant.rating) for outcome in table.outcomes)


def _moved(each: Outcome, kinds: Sequence[str]) -> Row:
    lines = {line.kind: line.points for line in each.lines}
    return {
        "S": " ".join(str(leg.coefficient) for leg in each.legs),
        "V": decimal(lines.get(PLAY, Fraction(0)), sign=True),
        **{kind: decimal(lines.get(kind, Fraction(0)), sign=True) for kind in kinds},
        "CF": each.after or None,
    }


def total(table: Table) -> Row:
    """Return the last line: sums of scores and expected scores, each game from both sides."""
    games, expected, score = cross_table.totals(table)
    return {"games": games, "PA": _points(expected), "PO": decimal(score)}


def _points(value: Fraction | None, *, sign: bool = False) -> str:
    if value is None:
        return ""
    whole, hundredths = divmod(abs(int(value * HUNDREDTHS)), HUNDREDTHS)
    plus = "-" if value < 0 else "+" if sign and value > 0 else ""
    return f"{plus}{whole}.{hundredths:02d}"


def show(pool: PoolQuery, tables: Sequence[Table], form: Format, *, before: bool) -> None:
    """Write the tables of an event, one for each part."""
    shows_before = [before or not table.outcomes for table in tables]
    pairs = list(zip(tables, shows_before, strict=True))
    if form == "json":
        output.document([_document(pool, each, before=early) for each, early in pairs])
    elif form == "csv":
        output.show([row for each, early in pairs for row in rows(pool, each, before=early)], "csv")
    else:
        for each, early in pairs:
            for line in lines(pool, each, before=early):
                output.say(line)


def _document(pool: PoolQuery, table: Table, *, before: bool) -> Row:
    facts, found = about(pool, table, before=before), rows(pool, table, before=before)
    return {"about": facts, "rows": found} | ({} if before else {"total": total(table)})


def lines(pool: PoolQuery, table: Table, *, before: bool) -> Iterator[str]:
    """Yield the lines of a table."""
    facts, found = about(pool, table, before=before), rows(pool, table, before=before)
    whose = facts.get("tournament", "who would meet")
    part = f" (part {facts['part']})" if "part" in facts else ""
    yield f"{whose}{part} in {pool.name}, {facts['start']}: {facts['shows']}"
    headings = [*found[0]]
    shown = [[_cell(key, row[key]) for key in headings] for row in found]
    if not before:
        last = {"name": "total", **total(table)}
        shown.append([str(last.get(key, "")) for key in headings])
    right = [key not in ("player", "name") for key in headings]
    yield from tables.lines(headings, shown, right, None)
    yield from _entering(table)
    if not before and _is_late(table):
        yield f"booked late: PA by CI, the capitals at its place; V walked from those {HELD} since"
    if "weight" in facts:
        share = table.withheld or "V is S times that share of D"
        yield f"weight {facts['weight']}: {share}"
    if "set" in facts:
        yield facts["set"]
    yield from (
        f"{identities.show(entrant.player)}: {entrant.why}"
        for entrant in table.entrants
        if entrant.ceased
    )
    yield f"edition {facts['edition']}; {facts['status']}; known to {facts['known_to']}"


def _cell(key: str, value: Any) -> str:
    return str(value)[:NAME] if key == "name" else "-" if value in (None, "") else str(value)


def _entering(table: Table) -> Iterator[str]:
    """Yield the entry rating of each unrated entrant, with the reason."""
    for entrant in table.entrants:
        if entrant.enters:
            comes = f"enters with {entrant.rating}" if entrant.rating else "has no rating"
            yield f"{identities.show(entrant.player)} {comes}: {entrant.why}"
