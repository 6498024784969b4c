"""Entries of a player's trail: their type, and an event as an entry."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import structs

from ledger.actors.bodies import decider
from ledger.events.appeals import OF_APPEALS
from ledger.events.base import Fact
from ledger.events.pool import AdjustmentWithdrawn
from ledger.register import identities
from ledger.sentences import Position, Sentence
from ledger.store.reading import Recorded
from ledger.tournaments.naming import FIELDS
from ledger.tournaments.report_from_columns import Officials
from ops.access.personal_data import NOTES, RECORDER, BodyName
from ops.answers.abouts import Force
from ops.answers.answer import (
    Instant,
)
from ops.answers.causes import ChangeCause
from ops.answers.corrected_games import Corrected
from ops.answers.stated_lists import StatedList
from ops.events.links import Link
from ops.events.sentences import what_happened
from ops.events.values import ground_of, row_of, values_about
from ops.words import states
from ops.words.states import EventType
from projections.queries.explain.sheets import Line
from projections.queries.games_so_far import GamesSoFar

Kind = Literal[
    "registered",
    "merge",
    "suspension",
    "death",
    "details",
    "erasure",
    "carried over",
    "carried in",
    "entry",
    "announcement",
    "report",
    "late report",
    "game",
    "correction",
    "decision",
    "category",
    "appeal",
    "list",
    "tournament",
    "publication",
    "deviation",
    "other",
]

KINDS: Final[Mapping[str, Kind]] = {
    "players-registered": "registered",
    "players-merged": "merge",
    "players-separated": "merge",
    "player-suspended": "suspension",
    "player-suspension-lifted": "suspension",
    "player-died": "death",
    "player-death-withdrawn": "death",
    "player-details-changed": "details",
    "player-details-corrected": "details",
    "personal-data-erased": "erasure",
    "ratings-carried-over": "carried over",
    "entry-rating-taken": "entry",
    "foreign-player-converted": "entry",
    "tournament-registered": "announcement",
    "tournament-submitted": "report",
    "report-part-submitted": "report",
    "sheet-completed": "report",
    "game-played": "game",
    "report-replaced": "correction",
    "result-corrected": "correction",
    "entrant-reassigned": "correction",
    "tournament-details-corrected": "correction",
    "category-awarded": "category",
    "category-withdrawn": "category",
    **{type_.partition(".")[0]: "appeal" for type_ in OF_APPEALS},
    "period-closed": "list",
    "list-published": "publication",
    "deviation-recorded": "deviation",
}
"""Kinds of events; any other event with a body that decided is a decision."""

NOBODY: Final = 0
"""In place of a register number, where a trail is of no player."""

_NOBODY: Final[Mapping[int, str]] = MappingProxyType({})


class NamedPlayer(msgspec.Struct, frozen=True):
    """A player whom an event names beside the player of the trail."""

    player: str
    name: str


class RevisedOnList(msgspec.Struct, frozen=True):
    """A rating on the revised track, beside that of the official list."""

    rating: int | None
    difference: int | None
    """Revised less official; None: a rating on one track alone, or on none."""
    causes: tuple[ChangeCause, ...]
    """Why the change on this list is another one than on the official list."""


class TrailEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An event about a player, or a tournament or a change of category booked by a list."""

    position: Position
    """Of the event; of the closing for what a list booked."""
    kind: Kind
    """`late report`: recorded after a list of its days was closed."""
    event: EventType
    """Type of the event, without the version."""
    player: str
    """Register number named: a merged one leads to the player since the merge; empty: the trail is
    of no player."""
    recorded_at: Instant
    valid_on: date
    pool: str
    tournament: str
    list: str
    printing: int | None = None
    force: Force | None = None
    """Of a list; None: no list."""
    in_force_from: date | None = None
    rating_before: int | None = None
    """On the list before; None: no rating, or no list."""
    rating: int | None = None
    lines: tuple[Line, ...] = ()
    """Causes of the change: they add up to the rating less the rating before."""
    revised: RevisedOnList | None = None
    """Of a list, where the revised track was asked for."""
    games: int | None = None
    """Counted games of a tournament, or of all tournaments of a list."""
    score: Fraction | None = None
    """Points from the counted games."""
    variation: Fraction | None = None
    """Rating points by a tournament; None: no rating before."""
    values: Mapping[str, Any]
    """What the event says about the player."""
    says: Sentence
    """What happened, in one sentence."""
    corrected: Corrected | None = None
    """The game or the entrant that a correction or a decision is about."""
    link: Link | None = None
    """The place of the event in the chain of hashes."""
    recorded_by: Annotated[str, RECORDER]
    recorder_roles: tuple[str, ...]
    """Roles of the recorder on the day of recording; empty: recorded at the server."""
    approved_by: Annotated[str, RECORDER]
    decided_by: str
    """The body that decided."""
    decided_by_name: BodyName
    """Its name on the day of the decision."""
    article: str
    reason: Sentence
    """Source, cause or ground named in the event."""
    note: Annotated[str, NOTES] = ""
    """The reason stated beside the event."""
    arbiters: Annotated[tuple[str, ...], NOTES] = ()
    """Names of the arbiters of a report, the chief arbiter first."""


def arbiters_in(note: str | None) -> tuple[str, ...]:
    """Return the names in the note of a report, the chief arbiter first; none without a note."""
    kept = msgspec.json.decode(note, type=Officials) if note else Officials()
    return tuple(filter(None, (kept.chief_arbiter, *kept.deputies)))


def kind_of(recorded: Recorded, payload: Fact) -> Kind:
    """Return the kind of an event."""
    decided: Kind = "decision" if getattr(payload, "by", None) else "other"
    return KINDS.get(recorded.type.partition(".")[0], decided)


def event_entries(
    recorded: Recorded,
    players: Sequence[int],
    roles: tuple[str, ...] = (),
    names: Mapping[int, str] = _NOBODY,
    withdrawn: Fact | None = None,
) -> Iterator[TrailEntry]:
    """Yield an event as an entry about each register number in its columns, or about the first.

    `names` has the names of the players in its single fields (`others_named`); `withdrawn` is the
    decision that an adjustment-withdrawn event withdraws.
    """
    payload = recorded.decoded().payload
    rows = getattr(payload, "entrants", payload)
    named = [player for player in players if row_of(rows, player) is not None]
    others = {
        field: NamedPlayer(identities.show(other), names.get(other, ""))
        for field, other in others_named(recorded).items()
    }
    for player in named or players[:1] or (NOBODY,):
        entry = _event_entry(recorded, player, roles)
        yield structs.replace(
            entry, values={**entry.values, **others, **dict(_withdrawn(withdrawn, player))}
        )


def _withdrawn(decision: Fact | None, player: int) -> Iterator[tuple[str, Sentence]]:
    """Yield what a withdrawn decision did to a player's rating, in words."""
    if decision is not None:
        values = values_about(decision, player)
        yield (
            "withdrawn",
            Sentence(
                "{decision}, {before} to {after}",
                decision=states.word("event", decision.TYPE.partition(".")[0]),
                before=values.get("before") or None,
                after=values.get("after") or None,
            ),
        )


def others_named(recorded: Recorded) -> dict[str, int]:
    """Return the fields of an event that hold the register number of a single player."""
    payload = recorded.decoded().payload
    values = ((name, getattr(payload, name, None)) for name in FIELDS if name != "player")
    return {name: value for name, value in values if isinstance(value, int)}


def _event_entry(recorded: Recorded, player: int, roles: tuple[str, ...]) -> TrailEntry:
    body = recorded.decoded()
    payload, values = body.payload, values_about(body.payload, player)
    if isinstance(payload, AdjustmentWithdrawn):  # its ratings are those of the withdrawn decision
        del values["before"]
        values["withdraws"] = Position(payload.withdraws)
    if body.grounds is not None and body.grounds.decided_on is not None:
        values["decided_on"] = body.grounds.decided_on
    return TrailEntry(
        position=Position(recorded.position),
        kind=kind_of(recorded, payload),
        event=recorded.type.partition(".")[0],
        player="" if player == NOBODY else identities.show(player),
        recorded_at=Instant(recorded.recorded_at),
        valid_on=body.valid_on,
        pool=_text(payload, "pool"),
        tournament=_text(payload, "tournament"),
        list=_text(payload, "period"),
        printing=getattr(payload, "printing", None),
        rating_before=values.pop("before", None) or None,
        rating=values.pop("after", values.pop("rating", None)) or None,
        values=values,
        says=what_happened(payload),
        recorded_by=recorded.recorded_by,
        recorder_roles=roles,
        approved_by=body.approved_by or "",
        decided_by=_text(payload, "by"),
        decided_by_name=decider(recorded),
        article=body.article,
        reason=ground_of(payload),
    )


def _text(payload: Fact, name: str) -> str:
    return str(getattr(payload, name, None) or "")


def values_carried(values: Mapping[str, Any], games: GamesSoFar) -> dict[str, Any]:
    """Return the values stated of a rating carried over, and the games that they imply."""
    stated = {name: value for name, value in values.items() if value}
    if not games.at_least:
        return stated
    return {**stated, "games": games.number, "games_at_least": True}


def carried_in_entry(
    recorded: Recorded,
    player: int,
    stated: StatedList,
    row: Mapping[str, int],
    games: GamesSoFar,
) -> TrailEntry:
    """Return the row of a list with a stated day as an entry, valid on that day."""
    (entry, *_) = event_entries(recorded, [player])
    others = {name: value for name, value in row.items() if name != "rating"}
    return structs.replace(
        entry,
        kind="carried in",
        valid_on=stated.stated_day,
        pool=stated.pool,
        list=stated.name,
        rating=row.get("rating") or None,
        values={**values_carried(others, games), "file": stated.file, "says": stated.says()},
    )
