"""Lists as files, one or all of a pool, and the ETag of a closed list."""

import csv
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec.structs import replace

from ledger.errors import Refused
from ledger.register import identities
from ledger.register.words import NO_WORDS
from ledger.sentences import Position, Sentence
from ledger.spreadsheet import cell
from ledger.visible import in_json
from ops.access.personal_data import hidden_from
from ops.answers.clocks import BeforeTheLedger
from ops.answers.persons import printed_number, register_version
from ops.answers.rating_lists import (
    LAST_DAY,
    basis,
    in_force_from,
    listed_blocks,
    printed_columns,
)
from ops.doors.declare import Chunks, Form
from ops.lists import exporting
from projections.official import version
from projections.queries.printed import in_force_on, sealed_list

if TYPE_CHECKING:
    from ops.doors.inputs import OfList
    from ops.house import House
    from projections.queries import PoolQuery, RatingList

_OF_A_ROW: Final = ("list", "in_force_from", "player", "number", "name")
"""What a row of all lists says before the columns of the list."""


def list_file(house: "House", asked: "OfList", form: exporting.Form) -> Chunks:
    """Return a closed list as a file. Raises Refused for the revised track, or another layout."""
    if asked.track != "official":
        raise Refused(
            Sentence("files are of published lists: ask for the rows of the revised list as JSON"),
            code="not-on-this-track",
            field="track",
            found=asked.track,
            expected="official",
        )
    pool, row = asked.chosen(house)
    count = exporting.Count()
    pieces = exporting.pieces(pool, row, form, count)
    return Chunks(pieces, f"{pool.name}-{row.period}.{form}", form, remarks=count.remarks)


def histories_file(pool: "PoolQuery", form: Form) -> Chunks:
    """Return every closed list of a pool in one file, the first list first, a block in memory.

    A list stands in its last printing in force, as it does where one list is shown. A row is a
    player on a list, with number and name on the day of the list. Raises NotCovered for a moment
    before the pool began.
    """
    lists = [in_force_on(pool, row, LAST_DAY) for row in pool.lists()[1:]]
    headings = [*_OF_A_ROW, *(exporting.heading(of.name) for of in printed_columns(pool))]
    if form == "csv":
        line = csv.writer(exporting.Echo(), lineterminator="\n").writerow
        blocks = chain([[headings]], _blocks(lists, cell))
        pieces = ("".join(map(str, map(line, block))) for block in blocks)
    else:
        encoded = msgspec.json.Encoder().encode_lines
        pieces = (
            in_json(encoded([dict(zip(headings, row, strict=True)) for row in block]).decode())
            for block in _blocks(lists, str)
        )
    return Chunks(pieces, f"{pool.name}-histories.{form}", form)


def _blocks(
    lists: Iterable[tuple["PoolQuery", "RatingList"]], text: Callable[[str], str]
) -> Iterator[Iterator[tuple[Any, ...]]]:
    for pool, row in lists:
        since = in_force_from(pool, row)
        day = since.isoformat() if since else ""
        for players, words, columns in listed_blocks(pool, row, sealed_list(pool, row)):
            described = [words.get(player, NO_WORDS) for player in players]
            yield zip(
                repeat(row.period),
                repeat(day),
                map(identities.show, players),
                [text(printed_number(pool, of)) for of in described],
                [text(of.name) for of in described],
                *(["" if of == "-" else of for of in column] for column in columns.values()),
                strict=False,
            )


def list_tag(house: "House", asked: "OfList", form: Form) -> str | None:
    """Return what identifies a closed list as shown to an actor; None: not known beforehand.

    The document is immutable under its digest. What is shown beside it can change: names and
    details of players, the days of force, categories by decision.
    """
    try:
        pool, row = asked.chosen(house)
    except BeforeTheLedger:
        return None
    if row.number == 0:
        return None
    shown = replace(basis(pool, row), known_to=Position(0))
    changing = (register_version(house), pool.facts.version, version())
    hidden = sorted(personal.what for personal in hidden_from(house.actor))
    return repr((shown, changing, hidden, asked, form))
