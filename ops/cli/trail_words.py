"""A player's trail in the words of tables."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from ledger.sentences import Count, Sentence, plain
from ops.answers.documents import Row, stated, text
from ops.cli.history_words import signed
from ops.cli.words import games_so_far
from ops.words import said, states
from ops.words.causes import cause_words

if TYPE_CHECKING:
    from ops.answers.player_trail import AboutCarriedInTrail, AboutTrail
    from ops.answers.stream_trails import AboutStreamTrail
    from ops.answers.trail_entries import TrailEntry

_BASIS: Final = ("track", "basis", "as_of", "known_to", "says", "replay_stopped", "next")
"""Facts about a trail below its table; JSON has the basis of each pool too."""

_TOLD_BY_EVENT: Final = {"appeal", "merge", "suspension", "death", "decision", "other"}
"""Kinds of several events, also of opposite ones: the words begin with the type of the event."""


def basis(about: AboutTrail | AboutCarriedInTrail) -> Row:
    """Return the facts about a trail below its table, the tracks in words."""
    both = about.track == "official and revised"
    track = Sentence("official and revised") if both else states.word("track", about.track)
    facts = stated(about)
    return {name: facts[name] for name in _BASIS if name in facts} | {"track": track}


def stream_basis(about: AboutStreamTrail) -> Row:
    """Return the facts below the trail of a tournament or of a pool."""
    facts = stated(about)
    return {name: of for name, of in facts.items() if name not in ("tournament", "pool")}


def stream_rows(row: TrailEntry) -> Iterator[Row]:
    """Yield an entry in two rows: what happened in a sentence; the day, who recorded it, why."""
    what = said(row.says)
    event = {"position": row.position, "recorded_at": row.recorded_at}
    yield {**event, "what": what}
    why = ", ".join(map(said, _why(row)))
    yield {
        **dict.fromkeys(event, " "),
        "what": "; ".join(filter(None, (said(_recorded(row)), why))),
    }


def trail_rows(row: TrailEntry) -> Iterator[Row]:
    """Yield an entry of a trail in two rows: what happened; the day, who recorded it, and why."""
    event = {
        "position": row.position,
        "recorded_at": row.recorded_at,
        "kind": states.word("entry of a trail", row.kind),
    }
    about, says = " ".join(map(said, _about(row))), "; ".join(map(said, _says(row)))
    yield {**event, "what": ": ".join(filter(None, (about, says)))}
    why = ", ".join(map(said, _why(row)))
    yield {
        **dict.fromkeys(event, " "),
        "what": "; ".join(filter(None, (said(_recorded(row)), why))),
    }


def _about(row: TrailEntry) -> Iterator[Sentence]:
    """Yield pool, list with its printing, and tournament of an entry."""
    if row.pool:
        yield plain(row.pool)
    if row.list:
        yield Sentence("list {list}", list=row.list)
    if (row.printing or 1) > 1:
        yield Sentence("printing {printing}", printing=row.printing)
    if row.tournament:
        yield plain(row.tournament)


def _recorded(row: TrailEntry) -> Sentence:
    roles = f" ({' '.join(row.recorder_roles)})" if row.recorder_roles else ""
    return Sentence(
        "valid on {day}, recorded by {recorder}",
        day=row.valid_on,
        recorder=f"{row.recorded_by}{roles}",
    )


def _why(row: TrailEntry) -> Iterator[Sentence]:
    if row.decided_by:
        yield Sentence("by {by}", by=row.decided_by_name)
    for reason in (plain(row.article), row.reason, plain(row.note)):
        if reason:
            yield reason
    if row.arbiters:
        yield Sentence("arbiters: {names}", names="; ".join(row.arbiters))
    if row.approved_by:
        yield Sentence("approved by {by}", by=row.approved_by)


def _says(row: TrailEntry) -> Iterator[Sentence]:
    if row.corrected is not None:
        yield row.says
        return
    if row.kind in _TOLD_BY_EVENT:
        yield states.word("event", row.event)
    if row.kind == "list":
        yield from _of_list(row)
    elif row.rating or row.rating_before:
        yield _change(row) if row.rating_before else Sentence("{rating}", rating=row.rating)
    if row.kind == "tournament":
        yield _played(row)
    elif row.kind == "announcement":
        days = {name: row.values[name] for name in ("name", "start", "end")}
        yield Sentence("{name}, {start} to {end}", **days)
    elif row.values:
        yield plain(text(_values(row)))


def _of_list(row: TrailEntry) -> Iterator[Sentence]:
    yield _change(row)
    for line in row.lines:
        points = signed(line.points)
        yield Sentence(
            "{kind} {points}", kind=states.word("line of a change", line.kind), points=points
        )
    if row.revised is not None:
        yield Sentence("revised {rating}", rating=row.revised.rating)
        yield from map(cause_words, row.revised.causes)


def _change(row: TrailEntry) -> Sentence:
    return Sentence("{before} to {rating}", before=row.rating_before, rating=row.rating)


def _played(row: TrailEntry) -> Sentence:
    games, score = Count(row.games or 0, "game"), row.score or Fraction(0)
    says = Sentence("{games}, score {score}", games=games, score=score)
    if row.variation is None:
        return says
    return Sentence("{says}, {points}", says=says, points=signed(row.variation))


def _values(row: TrailEntry) -> dict[str, Any]:
    values = dict(row.values)
    if values.pop("games_at_least", False):
        values["games"] = games_so_far(values["games"], at_least=True)
    return values
