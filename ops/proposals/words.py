"""Words of proposals: rows of tables, and the facts below them."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ledger.clock import local_text
from ledger.sentences import NO_SENTENCE, Sentence, plain
from ops.answers.answer import Instant, stated
from ops.doors.documents import Row, worded
from ops.proposals.register import ENDED
from ops.words import states
from ops.words.fields import named

if TYPE_CHECKING:
    from ops.proposals.rows import AboutProposals, ProposalRow, ProposedEvent


def proposal_row(row: "ProposalRow") -> Row:
    """Return a proposal for a table: its state with its end, without the instant of proposing."""
    by = plain(row.proposed_by)
    if row.about_proposer:
        by = Sentence("{by}, about themselves", by=by)
    named = {"proposal": row.proposal, "events": row.events, "proposed_by": by}
    return {**named, "pools": ", ".join(row.pools), "state": _state_words(row)}


def _state_words(row: "ProposalRow") -> Sentence:
    """Return the state of a proposal: its deadline while open, what ended it afterwards."""
    state = states.word("state of a proposal", row.state)
    ended = ENDED.get(row.ended_because or "", NO_SENTENCE)
    match row.state:
        case "open":
            until = _in_zone({"end": row.expires_at}, row.zone)["end"]
            return Sentence("{state} until {until}", state=state, until=until)
        case "approved":
            by, at = row.approved_by, row.position
            return Sentence("{state} by {by} ({at})", state=state, by=by, at=at)
        case "recorded":
            return Sentence("{state} ({at})", state=state, at=row.position)
        case "overtaken" if row.overtaken_by:
            return Sentence("{state} by {by}", state=state, by=row.overtaken_by)
        case "overtaken" if ended:
            return Sentence("{state} ({why})", state=state, why=ended)
        case "withdrawn":
            return Sentence("{state} by {by}", state=state, by=row.withdrawn_by)
    return state


def event_lines(row: "ProposedEvent") -> Iterator[Row]:
    """Yield a line for each fact of an event; the first names the event."""
    shown = worded(row)
    event = {name: shown[name] for name in ("part", "type", "position")}
    for name, value in row.facts.items() or ((None, None),):
        field = name if name is None else named(name)
        yield {**event, "field": field, "value": value}
        event = {key: " " if known else None for key, known in event.items()}


def basis(about: "AboutProposals | ProposalRow") -> Row:
    """Return the facts below a table: instants in the time zone of the pools, what ended it."""
    found = _in_zone(states.in_words(type(about), stated(about)), about.zone)
    if reason := ENDED.get(getattr(about, "ended_because", None) or ""):
        found["ended_because"] = reason
    return found


def _in_zone(shown: Mapping[str, Any], zone: str) -> dict[str, Any]:
    """Return values for a person: instants in the time zone of the pools."""
    return {
        name: local_text(value, zone) if isinstance(value, Instant) else value
        for name, value in shown.items()
    }
