"""Rows of answers about proposals."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Literal

import msgspec

from ledger.sentences import Position
from ops.access.personal_data import RECORDER
from ops.answers.abouts import About
from ops.answers.answer import Instant
from ops.proposals.states import State
from ops.words.states import CodeOf, EventType


class AboutProposals(About, frozen=True, kw_only=True):
    """A page of proposals."""

    proposals: int
    """On all pages."""
    now: Instant
    """The present instant, by which a proposal is open or expired."""
    zone: str
    """Time zone of the ledger, for people."""
    next_page: int | None = None
    """None: this is the last page."""


class ProposalRow(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal."""

    proposal: int
    state: State
    kinds: tuple[Annotated[str, CodeOf("two persons for")], ...]
    """Kinds of recording that take two persons."""
    pools: tuple[str, ...]
    use_case: str
    events: str
    """Types of the events, with their number."""
    proposed_by: Annotated[str, RECORDER]
    proposed_at: Instant
    expires_at: Instant
    zone: str
    """Time zone of the pools, for people; that of the ledger, where the pools have several."""
    about_proposer: bool = False
    """Whether it decides about the player that its proposer is: look at it the more closely."""
    approved_by: Annotated[str | None, RECORDER] = None
    position: Position | None = None
    """Position of the first event, once recorded."""
    overtaken_by: Position | None = None
    """Position of the first event that was recorded in its place."""
    ended_because: str | None = None
    """Code of the refusal of an approval that ended it: preview-again (something else would be
    recorded), nothing-differs, unknown-report (the report is replaced); ledger-restored: it was
    made before a copy took the ledger's place."""
    withdrawn_by: Annotated[str | None, RECORDER] = None
    reason: str | None = None
    """As the proposer stated it, as long as the proposal is open; so are the next fields."""
    article: str | None = None
    decided_on: date | None = None
    attached_files: int = 0
    withdrawn_at: Instant | None = None


class ProposedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a proposal, or an event recorded since in a stream on which it rests."""

    part: Literal["proposed", "recorded-since"]
    type: EventType
    stream: str
    position: Position | None = None
    facts: Mapping[str, Any] = {}
    """What the approver reads, by name: players with their names, results before and after, numbers
    of entrants and games, list and rows; of other events the fields of the payload. A `warning`
    names corrections that an appeal caused and that the event ends."""
    payload: str | None = None
    """The fields as JSON; long columns are cut."""
