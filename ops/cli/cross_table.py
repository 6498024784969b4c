"""The cross table (tabellone) of an event as lines for people."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ledger.register import identities
from ops.answers.cross_table_document import HELD, CrossTable, documents, is_late
from ops.answers.documents import text
from ops.answers.tournament_games import result_words
from ops.cli import output
from ops.cli import tables as columns
from ops.cli.app import Format
from projections.queries import PoolQuery
from projections.queries.explain.cross_table import Table

NAME: Final = 24
"""Characters of a name in a line."""


def show(pool: PoolQuery, tables: Sequence[Table], form: Format, *, before: bool) -> None:
    """Write the tables of an event, one for each part."""
    found = documents(pool, tables, before=before)
    if form == "json":
        output.document(found)
    elif form == "csv":
        output.show([row for document in found.tables for row in document.rows], "csv")
    else:
        for table, document in zip(tables, found.tables, strict=True):
            for line in lines(pool, table, document):
                output.say(line)


def lines(pool: PoolQuery, table: Table, document: CrossTable) -> Iterator[str]:
    """Yield the lines of a table."""
    facts, found, total = document.about, document.rows, document.total
    whose = facts.get("tournament", "who would meet")
    part = f" (part {facts['part']})" if "part" in facts else ""
    yield f"{whose}{part} in {pool.name}, {facts['start']}: {facts['shows']}"
    headings = [*found[0]]
    shown = [[_cell(key, row[key]) for key in headings] for row in found]
    if total is not None:
        last = {"name": "total", **total}
        shown.append([str(last.get(key, "")) for key in headings])
    right = [key not in ("player", "name") for key in headings]
    yield from columns.lines(headings, shown, right, None)
    yield from _entering(table)
    for game in document.corrected:
        was = result_words(game.reported_white_result + game.reported_black_result)
        now = result_words(game.white_result + game.black_result)
        pair = f"round {game.round}, {game.white} against {game.black}"
        yield f"{pair}: reported {was}, corrected to {now} ({text(game.corrected)})"
    if total is not None and is_late(table):
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
    yield f"edition {facts['edition']}; {facts['status']}; known to {text(facts['known_to'])}"


def _cell(key: str, value: Any) -> str:
    return str(value)[:NAME] if key == "name" else "-" if value in (None, "") else str(value)


def _entering(table: Table) -> Iterator[str]:
    """Yield the entry rating of each unrated entrant, with the reason."""
    for entrant in table.entrants:
        if entrant.enters:
            comes = f"enters with {entrant.rating}" if entrant.rating else "has no rating"
            yield f"{identities.show(entrant.player)} {comes}: {entrant.why}"
