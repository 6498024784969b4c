"""Overviews in the words of tables: pools, a player's ratings in all of them, a player's trail."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from ledger.wording import counted, decimal
from ops.answers.documents import text
from ops.cli.words import Row, cells, force_words, games_so_far
from ops.words.states import NONE

if TYPE_CHECKING:
    from ops.answers.causes import ChangeCause
    from ops.answers.many_ratings import RatingFound
    from ops.answers.people import PersonFound, RatingInPool
    from ops.answers.player_ratings import PlayerRating
    from ops.answers.pools import PoolOverview
    from ops.answers.trail_entries import TrailEntry

TRAIL_BASIS: Final = ("track", "basis", "as_of", "known_to", "says", "replay_stopped", "next")
"""Facts about a trail below its table; JSON has the basis of each pool too."""


def pool_row(row: PoolOverview) -> Row:
    """Return a pool with its lists and editions, without values common to all lists."""
    editions = ", ".join(one.edition for one in row.editions)
    unused = ("title", "chained", "first_period", "last_printing", "known_to", "in_force")
    return cells(row, dict.fromkeys(unused, ""), editions=editions)


def found_row(row: PersonFound) -> Row:
    """Return a person found, without the column of merges if nobody was merged."""
    return cells(row, merged=row.merged or None)


def overview_row(row: RatingInPool) -> Row:
    """Return a player's rating in a pool."""
    unused = ("force", "known_to", "printing", "merged_number", "games_at_least")
    return cells(
        row,
        {"k": "K", **dict.fromkeys(unused, "")},
        pool=f"{row.pool}, as {row.merged_number}" if row.merged_number else row.pool,
        rating=row.rating or NONE,
        games_so_far=games_so_far(row.games_so_far, at_least=row.games_at_least),
        in_force_from=force_words(row.in_force_from, row.force),
    )


def rating_row(row: PlayerRating) -> Row:
    """Return a player's rating."""
    return cells(
        row,
        {"k": "K", "force": "", "games_at_least": ""},
        rating=row.rating or NONE,
        games_so_far=games_so_far(row.games_so_far, at_least=row.games_at_least),
        in_force_from=force_words(row.in_force_from, row.force),
    )


def rating_found(row: RatingFound) -> Row:
    """Return a rating of many that were asked for."""
    games = games_so_far(row.games_so_far, at_least=row.games_at_least)
    return cells(row, {"games_at_least": ""}, games_so_far=games)


def trail_rows(row: TrailEntry) -> Iterator[Row]:
    """Yield an entry of a trail in two rows: what happened; the day, who recorded it, and why."""
    new = f"printing {row.printing}" if (row.printing or 1) > 1 else ""
    about = " ".join(filter(None, (row.pool, row.list and f"list {row.list}", new, row.tournament)))
    what = ": ".join(filter(None, (about, "; ".join(_trail_words(row)))))
    event = {"position": row.position, "recorded_at": row.recorded_at, "kind": row.kind}
    yield {**event, "what": what}
    roles = f" ({' '.join(row.recorder_roles)})" if row.recorder_roles else ""
    by = f"by {row.decided_by}" if row.decided_by else ""
    approved = f"approved by {row.approved_by}" if row.approved_by else ""
    recorded = f"valid on {row.valid_on}, recorded by {row.recorded_by}{roles}"
    arbiters = f"arbiters: {'; '.join(row.arbiters)}" if row.arbiters else ""
    said = (by, row.article, row.reason, row.note, arbiters, approved)
    why = ", ".join(filter(None, said))
    yield {**dict.fromkeys(event, " "), "what": "; ".join(filter(None, (recorded, why)))}


def cause_words(cause: ChangeCause) -> str:
    """Return a cause of a difference, with its event and list."""
    if cause.kind in ("own-rating", "entrant"):
        return f"other rating of {_whose(cause)}, used for {cause.list}"
    if cause.kind == "line":
        return f'by the rule "{cause.about.rstrip(".")}" on {cause.list}'
    if cause.kind == "law":
        return f"{cause.about} by the rules on {cause.list}"
    event = "" if cause.position is None else f"#{cause.position}"
    words = (cause.kind.replace("-", " "), cause.about.rstrip("."), event, f"on {cause.list}")
    return " ".join(filter(None, words))


def _whose(cause: ChangeCause) -> str:
    """Return the player of a rating, and the list with the rating."""
    if cause.kind == "own-rating":
        return f"the player on {cause.about}"
    entrant, _, where = cause.about.partition(" ")
    return f"{entrant} on {where}"


_TOLD_BY_EVENT: Final = {"appeal", "merge", "suspension", "death", "decision", "other"}
"""Kinds of several events, also of opposite ones: the words begin with the type of the event."""


def _trail_words(row: TrailEntry) -> Iterator[str]:
    if row.kind in _TOLD_BY_EVENT:
        yield row.event.replace("-", " ")
    if row.kind == "list":
        yield f"{row.rating_before or 'none'} to {row.rating or 'none'}"
        yield from (f"{line.kind} {decimal(line.points, sign=True)}" for line in row.lines)
        if row.revised is not None:
            yield f"revised {row.revised.rating or 'none'}"
            yield from map(cause_words, row.revised.causes)
    elif row.rating or row.rating_before:
        before = f"{row.rating_before} to " if row.rating_before else ""
        yield f"{before}{row.rating or 'none'}"
    if row.kind == "tournament":
        played = f"{counted(row.games or 0, 'game')}, score {decimal(row.score or Fraction(0))}"
        points = "" if row.variation is None else f", {decimal(row.variation, sign=True)}"
        yield played + points
    elif row.kind == "announcement":
        yield f"{row.values['name']}, {row.values['start']} to {row.values['end']}"
    elif row.values:
        values = dict(row.values)
        if values.pop("games_at_least", False):
            values["games"] = games_so_far(values["games"], at_least=True)
        yield text(values)
