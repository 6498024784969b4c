"""Rows of answers about appeals."""

from datetime import date
from typing import Annotated, Literal

import msgspec

from ledger.appeals.folding import Status
from ledger.events.appeal_kinds import AppealKind, Outcome, Suspension
from ledger.events.appeal_kinds import Remedy as AppealRemedy
from ledger.sentences import Position, Sentence
from ops.access.personal_data import BODY, PARTIES, RECORDER, BodyName
from ops.answers.answer import Instant

State = Literal["open", "closed"]


class AppealRow(msgspec.Struct, frozen=True):
    """An appeal as the public register shows it: no person is named."""

    appeal: str
    pool: str
    kind: AppealKind
    concerns: str
    """The tournament or the list of the contested act."""
    filed_on: date
    status: Status
    due_on: date | None
    """Last day for the decision, where the pool has set one."""
    days_left: int | None
    """Days until then; negative: the day has passed."""
    suspension: Suspension | Literal[""]
    """named or holds, while the contested act is suspended."""
    outcome: Outcome | Literal[""]
    remedy: AppealRemedy | Literal[""]
    ended_on: date | None
    """Day on which the appeal was decided, or found inadmissible."""
    notified_on: date | None
    """Day on which the parties were told."""


class AboutAppeal(AppealRow, frozen=True, kw_only=True, omit_defaults=True):
    """An appeal with its deadlines and the other side."""

    player: str = ""
    """The player of the contested row of a list."""
    name: str = ""
    notified: date
    """Day on which the act was notified to the appellant."""
    source: str
    """Where that is written."""
    received_at: Instant
    deadline: Sentence
    """The last day to appeal, with the rule."""
    answer_due: date | None = None
    """Last day for the other side to answer."""
    answered: bool | None = None
    """None: not admitted yet."""
    other_side: Annotated[str, PARTIES] = ""
    """Opaque ids."""
    bodies: str = ""
    """Bodies that may decide the appeal."""
    body_names: Annotated[tuple[Sentence, ...], BODY] = ()
    """Their names of today."""


What = Literal[
    "filed",
    "admitted",
    "inadmissible",
    "answered",
    "member recused",
    "suspension",
    "decided",
    "notified",
]


class AppealStep(msgspec.Struct, frozen=True):
    """A recorded event of an appeal."""

    position: Position
    recorded_at: Instant
    recorded_by: Annotated[str, RECORDER]
    approved_by: Annotated[str, RECORDER]
    """The second person, where the pool asks for two; empty: nobody."""
    what: What
    says: Sentence
    decided_by: str
    decided_by_name: BodyName
    """Name of the body on the day of the step."""
    party: Annotated[str, PARTIES]
    """The appellant, the other side, or members of the body: opaque ids."""
    statement: Annotated[str, PARTIES]
    """Grounds, statement or reasons, or that they were erased."""
    attached: tuple[str, ...]
    """SHA-256 of the attached files."""
