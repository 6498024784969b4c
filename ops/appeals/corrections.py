"""Corrections that a decision on an appeal causes: recordings without the body that decided."""

from datetime import date
from pathlib import Path
from typing import Annotated, Any, Final

from ops.doors.fields import Text, Typed, means
from ops.tournaments.corrections import (
    Correction,
    DetailsCorrection,
    EntrantCorrection,
    ReportAnnulment,
    ReportReinstatement,
    ResultCorrection,
)


class FurtherDecision(Correction, frozen=True, kw_only=True, tag="event record"):
    """A further decision, such as tournament-reinstated or ratings-adjusted."""

    type: Annotated[Text, means("type of the decision, by the name of its event")]
    fields: Annotated[
        dict[str, Any], means("fields of the event without `by`; a list for several players")
    ]


class ListReprint(Correction, frozen=True, kw_only=True, tag="list reprint"):
    """A new printing of the last closed list of the pool, with the corrections named before."""

    period: Annotated[Text, means("the list, by its name")]
    in_force_from: Annotated[
        date | None,
        means("first day of the new printing; by default that of its publication"),
    ] = None


CausedCorrection = (
    ResultCorrection
    | EntrantCorrection
    | DetailsCorrection
    | ReportAnnulment
    | ReportReinstatement
    | FurtherDecision
    | ListReprint
)


def _read(file: Path) -> tuple[CausedCorrection, ...]:
    from ops.appeals.read_corrections import read_corrections

    return read_corrections(file)


AS_FILE: Final = Typed(Path, _read, "typed as a file of JSON with their list")
"""Corrections, typed as the path of a file of JSON."""
