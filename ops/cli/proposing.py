"""Commands about recordings that take two persons: proposal …."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ledger.sentences import NO_SENTENCE, Sentence, plain
from ops.cli import output
from ops.cli.app import option, proposal_app
from ops.cli.shared_options import Acting, Changing, Reading
from ops.words.fields import named
from ops.words.states import word

if TYPE_CHECKING:
    from ops.answers.proposals import ProposalRow, ProposedEvent

ProposalNumber = Annotated[int, option("the number of the proposal")]


@proposal_app.command(name="list")
def proposal_list(
    *,
    pool: Annotated[str | None, option("only of this pool")] = None,
    state: Annotated[
        Literal["open", "approved", "recorded", "overtaken", "withdrawn", "expired"] | None,
        option("only in this state"),
    ] = None,
    limit: Annotated[int, option("at most so many on a page; 0 for all")] = 50,
    page: Annotated[int, option("which page, from 1")] = 1,
    reading: Reading = Reading(),
) -> None:
    """Show the proposals, the last first.

    Overtaken: the same was recorded otherwise, such as a list closed with another last position.

    Example: ledger proposal list --state open
    """
    from ops.access.seeing import check_may_see
    from ops.answers.proposals import proposals
    from ops.cli.words import basis_words

    with reading.opened() as house:
        check_may_see(house.actor, "own-proposal")
        found = proposals(house, pool=pool, state=state, limit=limit, page=page)
        zone = house.zone
    output.answer(
        found,
        reading.format,
        title=Sentence("proposals"),
        words=_words,
        in_csv=_row,
        about=_in_zone(basis_words(found.about), zone),
        width=output.READABLE,
    )


def _row(row: ProposalRow) -> dict[str, Any]:
    named = ("proposal", "state", "events", "proposed_by", "proposed_at", "expires_at")
    ended = ("approved_by", "position", "overtaken_by", "ended_because")
    shown = {name: getattr(row, name) for name in (*named, *ended)}
    return {**shown, "pools": ", ".join(row.pools), "withdrawn_by": row.withdrawn_by}


def _words(row: ProposalRow) -> dict[str, Any]:
    """Return a proposal for a table: its state with its end, without the instant of proposing."""
    by = plain(row.proposed_by)
    if row.about_proposer:
        by = Sentence("{by}, about themselves", by=by)
    named = {"proposal": row.proposal, "events": row.events, "proposed_by": by}
    return {**named, "pools": ", ".join(row.pools), "state": _state_words(row)}


def _state_words(row: ProposalRow) -> Sentence:
    """Return the state of a proposal: its deadline while open, what ended it afterwards."""
    from ops.answers.proposals import ENDED

    state = word("state of a proposal", row.state)
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


def _in_zone(shown: Mapping[str, Any], zone: str) -> dict[str, Any]:
    """Return values for a person: instants in the time zone of the pools."""
    from ledger.clock import local_text
    from ops.answers.answer import Instant

    return {
        name: local_text(value, zone) if isinstance(value, Instant) else value
        for name, value in shown.items()
    }


@proposal_app.command
def show(proposal: ProposalNumber, *, reading: Reading = Reading()) -> None:
    """Show the events of a proposal, and those recorded since in the streams it rests on.

    Example: ledger proposal show 1
    """
    from ops.access.seeing import check_may_see
    from ops.answers import proposals

    with reading.opened() as house:
        check_may_see(house.actor, "own-proposal")
        found = proposals.proposal(house, proposal)
    if reading.format != "table":
        output.answer(found, reading.format, in_csv=_event_in_csv)
        return
    from ops.cli.words import basis_words

    about = _in_zone(basis_words(found.about), found.about.zone)
    if reason := proposals.ENDED.get(found.about.ended_because or ""):
        about["ended_because"] = reason
    lines = [line for row in found.rows for line in _event_lines(row)]
    output.show(lines, "table", title=Sentence("proposal {number}", number=proposal), about=about)


def _event_in_csv(row: ProposedEvent) -> dict[str, Any]:
    from ops.answers.documents import fields

    facts = "; ".join(f"{name}={output.shown(value)}" for name, value in row.facts.items())
    return {**fields(row), "facts": facts}


def _event_lines(row: ProposedEvent) -> Iterator[dict[str, Any]]:
    """Yield a line for each fact of an event; the first names the event."""
    from ops.answers.documents import worded

    shown = worded(row)
    event = {name: shown[name] for name in ("part", "type", "position")}
    for name, value in row.facts.items() or ((None, None),):
        field = name if name is None else named(name)
        yield {**event, "field": field, "value": value}
        event = {key: " " if known else None for key, known in event.items()}


@proposal_app.command
def approve(proposal: ProposalNumber, *, acting: Acting = Acting()) -> None:
    """Approve a proposal of another person, with a key of your own: its events are recorded.

    Refused if something else would be recorded now than was proposed.

    Example: ledger proposal approve 1
    """
    from ops.commands import approving
    from ops.commands.receipts.proposals import approved

    with acting.followed() as house:
        done = approving.approve(house, proposal)
    lines = [f"approved {proposal} of {done.proposal.proposed_by} ({output.at(done.receipt)})"]
    output.receipt(acting.format, approved(done), lines)


@proposal_app.command
def withdraw(proposal: ProposalNumber, *, acting: Changing = Changing()) -> None:
    """Withdraw an open proposal, your own or that of another person.

    Example: ledger proposal withdraw 1
    """
    from ops.commands import approving
    from ops.commands.receipts.proposals import withdrawn

    with acting.opened() as house:
        done = approving.withdraw(house, proposal)
    line = f"withdrew proposal {proposal} ({output.at(done.receipt)})"
    output.receipt(acting.format, withdrawn(done), [line])
