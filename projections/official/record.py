"""The record of a closing: the rows behind all answers, in blocks proved by the ledger.

`period-closed` holds the SHA-256 of the record's manifest (see `sheets`). The sheets, each by its
key:

    carried     player   ratings carried over (list 0); in the record of the first list only
    history     player   the state after the list, if changed or if the player played
    entry       player   the reports on the list that contain the player, rated or not
    waiting     player   results of an unlisted player, and whether they count
    correction  player   the correction of a player's unit on a closed list
    restated    player   the results behind a correction
    joined      player   the state of a merged or separated player before the list's other steps
    recount     player   in a chain, a player's part in a corrected competition of a closed list
    booking     place    the reports on the list
    turn        place    the year ends on the list
    latest      player   the last list, up to this one, with rows about the player
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.official import sheets
from projections.official.sheets import BLOCK_ROWS, Column, Line, Sheet
from projections.rating import Rated
from projections.rating.chain_steps import Recount, fact_names
from projections.rating.corrected import ASKED, ENTERED, POOL
from projections.rating.standings import Standings
from projections.rating.waiting import Waiting
from projections.replay import Replay
from projections.replay.closing import Closing
from projections.rulebooks.engine.rulebook import Rulebook

FORMAT: Final = "21"
"""Of records; after a change everything stored is made anew."""

TITLE: Final = f"record of a closing, format {FORMAT}"

BOOKING: Final = ("place", "position", "edition", "tournament", "starts", "ends", "part")
TURN: Final = ("place", "year", "edition")
ENTRY: Final = ("player", "position")
WAITING: Final = ("player", "position", "ended", "accepted", "sums")
CORRECTION: Final = (
    *("player", "unit", "kind", "was", "now", "games_were", "games_are"),
    *("tournaments_were", "tournaments_are"),
)
RESTATED: Final = ("player", "unit", "anew", "row", "position", "ended", "sums")
JOINED: Final = ("player", "other", "state")
RECOUNT: Final = ("player", "place", "position", "edition", "starts", "ends", "tournament", "facts")

ABOUT_PLAYERS: Final = (
    *("history", "entry", "waiting", "correction", "restated", "joined", "recount"),
)
"""The sheets whose key is a player, besides `carried` and `latest`."""

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Record:
    """The manifest of a closing, and the blocks by digest."""

    manifest: bytes
    blocks: Mapping[str, bytes]
    touched: NDArray[np.int16]
    """By register number, 1 + the last list with rows about the player; 0: none."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the manifest, in hex, as in `period-closed`."""
        return sheets.digest_of(self.manifest)


def carried(standings: Standings) -> Sheet:
    """Return the sheet of list 0: the players carried over, with their states."""
    players = np.flatnonzero(standings.state["rating"] > 0)
    return Sheet({"player": players, "state": _beside(standings.state.values(), players)})


def _beside(columns: Collection[NDArray[Any]], rows: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return some rows of columns side by side, without a copy of all; shape (rows, columns)."""
    table = np.empty((len(rows), len(columns)), dtype=np.int64)
    for place, values in enumerate(columns):
        table[:, place] = values[rows]
    return table


def list_0_of(replay: Replay, through: int) -> Sheet | None:
    """Return the ratings carried over, as a sheet, before the first list of a replay."""
    standings = replay.begun(through)
    return carried(standings) if len(standings.since) == 1 else None


def record_of(closing: Closing, standings: Standings, of_list_0: Sheet | None = None) -> Record:
    """Write the record of a closing, from the standings after the closing.

    `of_list_0` is given with the first list of a pool (see `carried`).
    """
    law, booked = closing.booked.law, closing.booked
    year_ends = ((booked.year_end_places[e.year], e.year, e.edition.name) for e in booked.year_ends)
    found = {
        "history": _history(closing, law),
        "entry": _entries(closing),
        "waiting": _waiting(closing),
        "correction": sheets.from_rows(CORRECTION, _corrections(closing)),
        "restated": sheets.from_rows(RESTATED, _restated(closing)),
        "joined": sheets.from_rows(JOINED, _joined(closing)),
        "recount": sheets.from_rows(RECOUNT, _recounts(closing)),
        "booking": sheets.from_rows(BOOKING, _bookings(closing)),
        "turn": sheets.from_rows(TURN, year_ends),
    }
    if of_list_0 is not None:
        found = {"carried": of_list_0, **found}
    touched = _touched(standings, found, closing.number)
    lines, blocks = [], {}
    of_sheets = (
        (name, int(block.keys[0]), block.encoded())
        for name, sheet in found.items()
        for block in sheets.cut(sheet)
    )
    for name, first, data in [*of_sheets, *_latest_blocks(touched)]:
        digest = sheets.digest_of(data)
        lines.append(Line(name, first, digest))
        blocks[digest] = data
    return Record(sheets.written(TITLE, lines), blocks, touched)


def _touched(standings: Standings, found: Mapping[str, Sheet], number: int) -> NDArray[np.int16]:
    """Return by register number 1 + the last list, up to this one, with rows about the player."""
    touched = np.zeros(len(standings.state["rating"]), dtype=np.int16)
    touched[: len(standings.touched)] = standings.touched
    if "carried" in found:
        touched[found["carried"].keys] = 1
    for name in ABOUT_PLAYERS:
        touched[found[name].keys] = number + 1
    return touched


def _latest_blocks(touched: NDArray[np.int16]) -> Iterator[tuple[str, int, bytes]]:
    """Yield blocks of 1,024 register numbers each, without a column for the number itself."""
    known = np.trim_zeros(touched, "b")
    for first in range(0, len(known), BLOCK_ROWS):
        block = Sheet({"latest": known[first : first + BLOCK_ROWS].astype(np.int64)})
        yield "latest", first, block.encoded()


def _history(closing: Closing, law: Rulebook) -> Sheet:
    """Return a row for each player with a changed state or games, by player and place."""
    parts = [_changed(closing, law, rated) for rated in closing.outcomes]
    parts.append(_sealed_otherwise(closing, law))
    names = ("player", "place", "rating", "games", "moved", "state")
    every = [np.concatenate(column) for column in zip(*parts, strict=True)]
    order = np.lexsort((every[1], every[0]))
    return Sheet({name: column[order] for name, column in zip(names, every, strict=True)})


def _sealed_otherwise(closing: Closing, law: Rulebook) -> tuple[NDArray[np.int64], ...]:
    """Return rows of the players with a state changed only by a deviation."""
    players = np.array(sorted(closing.without_step), dtype=np.int64)
    fields = [closing.without_step[player] for player in players.tolist()]
    state = np.array(fields, dtype=np.int64).reshape(-1, len(law.state))
    rating = state[:, list(law.state).index("rating")]
    nothing = np.zeros_like(players)
    return players, nothing, rating, nothing, nothing, state


def _changed(closing: Closing, law: Rulebook, rated: Rated) -> tuple[NDArray[np.int64], ...]:
    after = [np.asarray(rated.unit[column]) for column in law.state.values()]
    before = [rated.step.rating_before, *(rated.step.listed[name] for name in [*law.state][1:])]
    games = np.asarray(rated.unit["period_games"])
    changed = games > 0
    for was, now in zip(before, after, strict=True):
        changed |= now != was
    found = closing.booked.corrections
    if found.entering or found.asked or found.states:
        changed |= np.isin(rated.step.players, [*found.entering, *found.asked, *found.states])
    rows = np.flatnonzero(changed)
    moved = rated.unit["moved"] if law.chained else after[0] - before[0]
    wanted = (rated.step.players, _places(closing, rated), rated.unit["rating"], games, moved)
    cells = (np.asarray(column)[rows].astype(np.int64) for column in wanted)
    return (*cells, _beside(after, rows))


def _places(closing: Closing, rated: Rated) -> NDArray[np.int64]:
    """Return the place in the chain of each unit; shape (units,); 0 in a frozen period."""
    booked, size = closing.booked, len(rated.step.players)
    if not booked.law.chained:
        return np.zeros(size, dtype=np.int64)
    places = np.full(size, booked.place_of(rated.step), dtype=np.int64)
    for part, unit in zip(rated.step.parts, rated.unit_of_entry, strict=True):
        of_report = np.array([booked.places[report.position] for report in part.reports])
        places[unit] = of_report[part.tournament]
    return places


def _entries(closing: Closing) -> Sheet:
    reports = closing.booked.reports
    sizes = [len(report.player) // columns.PLAYER for report in reports]
    players = columns.read("".join([report.player for report in reports]), columns.PLAYER)
    every = players.astype(np.int64)
    positions = np.repeat(np.array([r.position for r in reports], dtype=np.int64), sizes)
    order = np.lexsort((positions, every))
    return Sheet({"player": every[order], "position": positions[order]})


def _bookings(closing: Closing) -> Iterator[Row]:
    """Yield a row for each report on the list; an empty edition: outside the rulebook."""
    booked = closing.booked
    for report in booked.reports:
        edition = booked.edition_of(report)
        days = (report.start.isoformat(), report.end.isoformat())
        name = edition.name if edition else ""
        place = booked.places[report.position]
        yield place, report.position, name, report.tournament, *days, report.part


def _waiting(closing: Closing) -> Sheet:
    """Return a row for each new result that waits for a first rating, by player and report."""
    found = [_new_results(rated) for rated in closing.outcomes if len(rated.waiting)]
    if not found:
        return sheets.from_rows(WAITING, ())
    *numbers, sums = (np.concatenate(column) for column in zip(*found, strict=True))
    order = np.lexsort(numbers[::-1])
    values: list[Column] = [*(column[order] for column in numbers), _as_bytes(sums[order])]
    return Sheet(dict(zip(WAITING, values, strict=True)))


def _new_results(rated: Rated) -> tuple[NDArray[np.int64], ...]:
    """Return player, report, month of the end, whether accepted, and sums of new results."""
    waiting = rated.waiting
    rows = np.flatnonzero(~rated.unit["was_accepted"])
    accepted = np.broadcast_to(rated.unit["accepted"], len(waiting))
    numbers = (waiting.player, waiting.position, waiting.ended, accepted)
    sums = [values[rows].astype(np.int64) for values in waiting.sums.values()]
    return *(column[rows].astype(np.int64) for column in numbers), np.stack(sums, axis=1)


def _as_bytes(rows: NDArray[np.int64]) -> list[bytes]:
    """Return each row as 64-bit bytes; shape (rows, numbers)."""
    data, width = rows.astype("<i8").tobytes(), 8 * rows.shape[1]
    return [data[at : at + width] for at in range(0, len(data), width)]


def _result(results: Waiting, row: int) -> tuple[int, int, int, bytes]:
    """Return player, position of the report, month of the end, and sums as 64-bit bytes."""
    sums = np.array([values[row] for values in results.sums.values()], dtype="<i8")
    numbers = (results.player[row], results.position[row], results.ended[row])
    player, position, ended = (int(number) for number in numbers)
    return player, position, ended, sums.tobytes()


def _corrections(closing: Closing) -> Iterator[Row]:
    found = closing.booked.corrections
    for unit in found.units:
        points = (unit.booked, unit.due, unit.booked_games, unit.due_games)
        tournaments = (unit.booked_tournaments, unit.due_tournaments)
        yield unit.player, unit.number, unit.kind, *points, *tournaments
    for kind, players in ((POOL, found.waiting), (ENTERED, found.entering)):
        for player in players:
            yield player, 0, kind, *[0] * 6
    for player, fields in found.asked.items():
        for day in fields.values():
            yield player, 0, ASKED, 0, day, *[0] * 4


def _restated(closing: Closing) -> Iterator[Row]:
    """Yield a row for each result behind a correction: as before (`anew` 0), as corrected (1)."""
    found = closing.booked.corrections
    behind = [
        (unit.player, unit.number, anew, results)
        for unit in found.units
        for anew, results in enumerate((unit.booked_results, unit.due_results))
        if results is not None
    ]
    waiting = [(player, 0, 1, results) for player, results in found.waiting.items()]
    for player, unit_number, anew, results in (*behind, *waiting):
        for row in range(len(results)):
            _, position, ended, sums = _result(results, row)
            yield player, unit_number, anew, row, position, ended, sums


def _joined(closing: Closing) -> Iterator[Row]:
    """Yield a row for each player with a state set by a merge or separation, with the other."""
    found, names = closing.booked.corrections, list(closing.booked.law.state)
    for player, fields in sorted(found.states.items()):
        state = np.array([fields[name] for name in names], dtype="<i8")
        yield player, found.others[player], state.tobytes()
    if found.handover is not None:
        pairs = zip(found.handover.players.tolist(), found.handover.others.tolist(), strict=True)
        states = np.stack([found.handover.state[name] for name in names], axis=1)
        for (player, other), state in zip(pairs, states.astype("<i8"), strict=True):
            yield player, other, state.tobytes()


def _recounts(closing: Closing) -> Iterator[Row]:
    for rated in closing.outcomes:
        recount = rated.step.recount
        if recount is not None:
            yield from _recounted(closing.booked.corrections.recounts.place(recount), recount)


def _recounted(place: int, recount: Recount) -> Iterator[Row]:
    end, start, tournament = recount.order
    facts = np.stack(
        [np.asarray(recount.facts[n]) for n in fact_names(recount.law.chained_corrections)], axis=1
    )
    for player, row in zip(recount.players.tolist(), facts.astype("<i8"), strict=True):
        days = (start.isoformat(), end.isoformat())
        of = (recount.position, recount.edition.name, *days, tournament)
        yield player, place, *of, row.tobytes()
