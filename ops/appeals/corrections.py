"""Corrections that a decision on an appeal causes: further commands, as objects."""

from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from ops.doors.fields import Typed


class _Command(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"):
    """A command of a decision."""


class CorrectResult(_Command, frozen=True, kw_only=True, tag="tournament correct result"):
    """The right result of a game."""

    tournament: Annotated[str, Meta(description="Id of the tournament.")]
    game: Annotated[str, Meta(description="#POSITION#INDEX, or ROUND:START-NUMBER of White.")]
    white: Annotated[str, Meta(description="The result of White: 1 0 = + -.")]
    black: Annotated[str, Meta(description="The result of Black.")]


class CorrectEntrant(_Command, frozen=True, kw_only=True, tag="tournament correct entrant"):
    """The right player of an entrant."""

    tournament: Annotated[str, Meta(description="Id of the tournament.")]
    start_number: Annotated[int, Meta(description="Start number in the report.", ge=1)]
    player: Annotated[str, Meta(description="The player, as 572-4 or fide:N.")]
    report: Annotated[
        int | None, Meta(description="Position of the part, of a report in several parts.")
    ] = None


class CorrectDetails(_Command, frozen=True, kw_only=True, tag="tournament correct details"):
    """The right details of a tournament."""

    tournament: Annotated[str, Meta(description="Id of the tournament.")]
    details: Annotated[dict[str, str], Meta(description="The right details, as texts by name.")]


class AnnulReport(_Command, frozen=True, kw_only=True, tag="tournament annul"):
    """A report annulled."""

    tournament: Annotated[str, Meta(description="Id of the tournament.")]
    report: Annotated[
        int | None, Meta(description="Position of the report, where several parts stand.")
    ] = None


class ReinstateReport(_Command, frozen=True, kw_only=True, tag="tournament reinstate"):
    """An annulled report reinstated."""

    tournament: Annotated[str, Meta(description="Id of the tournament.")]
    report: Annotated[
        int | None, Meta(description="Position of the report, where several were annulled.")
    ] = None


class RecordDecision(_Command, frozen=True, kw_only=True, tag="event record"):
    """A further decision, such as tournament-reinstated or ratings-adjusted."""

    type: Annotated[str, Meta(description="Its type, as `ledger event record` names it.")]
    fields: Annotated[
        dict[str, Any], Meta(description="Its fields without `by`; a list for several players.")
    ]


class ReprintList(_Command, frozen=True, kw_only=True, tag="list reprint"):
    """A new printing of the last closed list of the pool, with the corrections named before."""

    list: Annotated[str, Meta(description="The list, by its name.")]
    in_force_from: Annotated[
        date | None,
        Meta(description="First day of the new printing; by default that of its publication."),
    ] = None


Correction = (
    CorrectResult
    | CorrectEntrant
    | CorrectDetails
    | AnnulReport
    | ReinstateReport
    | RecordDecision
    | ReprintList
)


def _read(file: Path) -> tuple[Correction, ...]:
    from ops.appeals.read_corrections import read_corrections

    return read_corrections(file)


AS_FILE: Final = Typed(Path, _read, "typed as a file of JSON with their list")
"""Corrections, typed as the path of a file of JSON."""
