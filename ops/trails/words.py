"""The entries of a trail in the words of tables, and what stands below them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from ledger.events.catalogue import DEFINITIONS
from ledger.sentences import Sentence, Signed, plain
from ops.answers.answer import Instant, stated
from ops.answers.cause_words import cause_words
from ops.doors.documents import Row
from ops.words import said, states, written
from ops.words.fields import named

if TYPE_CHECKING:
    from ops.trails.entries import TrailEntry
    from ops.trails.player_trail import AboutCarriedInTrail, AboutTrail
    from ops.trails.stream_trails import AboutStreamTrail

_IN_TITLE: Final = ("player", "name", "tournament", "pool", "pools")
"""Facts about a trail that its table does not repeat; JSON has the basis of each pool too."""

_FACTS: Final = {name.partition(".")[0]: facts for name, facts in DEFINITIONS.items()}
"""By type of event, without its version: where its codes are."""

_SAID: Final = ("list", "tournament", "announcement", "category")
"""Kinds of entries whose sentence has the values of the event."""


def basis(about: AboutTrail | AboutCarriedInTrail | AboutStreamTrail) -> Row:
    """Return the facts about a trail below its table, the tracks in words."""
    facts = {name: of for name, of in stated(about).items() if name not in _IN_TITLE}
    track = facts.get("track")
    if track == "official and revised":
        return facts | {"track": Sentence("official and revised")}
    return facts if track is None else facts | {"track": states.word("track", track)}


def trail_rows(row: TrailEntry) -> Iterator[Row]:
    """Yield an entry in two lines: what happened in a sentence; the day, who recorded it, why."""
    event = {"position": row.position, "recorded_at": row.recorded_at}
    about = " ".join(_about(row)) if row.player else ""
    says = "; ".join(map(said, (row.says, *values_of(row))))
    yield {**event, "what": ": ".join(filter(None, (about, says)))}
    why = ", ".join(map(said, _why(row)))
    yield {
        **dict.fromkeys(event, " "),
        "what": "; ".join(filter(None, (said(_recorded(row)), why))),
    }


def _about(row: TrailEntry) -> Iterator[str]:
    """Yield pool, printing and tournament of an entry in the trail of a player."""
    yield from filter(None, (row.pool, row.tournament if row.kind != "tournament" else ""))
    if (row.printing or 1) > 1:
        yield said(Sentence("printing {printing}", printing=row.printing))


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


def values_of(row: TrailEntry) -> Iterator[Sentence]:
    """Yield what an entry says about the player beside its sentence."""
    if row.kind == "list":
        yield from _of_list(row)
    elif row.variation is not None:
        yield Sentence("{points} points", points=Signed(row.variation))
    elif row.player and row.corrected is None and row.kind not in _SAID:
        if row.rating_before:
            yield Sentence("{before} to {rating}", before=row.rating_before, rating=row.rating)
        elif row.rating:
            yield Sentence("{rating}", rating=row.rating)
        for name, value in _stated(row).items():
            yield Sentence("{field}: {value}", field=named(name), value=value)


def _of_list(row: TrailEntry) -> Iterator[Sentence]:
    for line in row.lines:
        kind = states.word("line of a change", line.kind)
        yield Sentence("{kind} {points}", kind=kind, points=Signed(line.points))
    if row.revised is not None:
        yield Sentence("revised {rating}", rating=row.revised.rating)
        yield from map(cause_words, row.revised.causes)


def _stated(row: TrailEntry) -> dict[str, Any]:
    values = dict(row.values)
    if row.event in _FACTS:
        values = states.in_words(_FACTS[row.event], values)
    for name, value in values.items():
        if isinstance(value, Instant):
            values[name] = _minute(value)
    if values.pop("games_at_least", False):
        values["games"] = states.games_so_far(values["games"], at_least=True)
    return values


def _minute(instant: int) -> str:
    at = datetime.fromtimestamp(instant // 1_000_000, UTC)
    return f"{written(at.date())}, {at:%H:%M} UTC"
