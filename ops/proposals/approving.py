"""Approval and withdrawal of proposals: the only way to record what takes two persons."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from msgspec import json

from ledger.clock import local_text
from ledger.errors import Refused
from ledger.events.approval import ProposalWithdrawn
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.grounds import StatedGrounds
from ledger.store.proposals import Kept, Proposal, Proposals
from ledger.store.requests import NewEvent, Receipt, Request
from ledger.tournaments.naming import decided_about
from ops.access.actors import actor_on
from ops.access.recording import NotAllowed, check_may_record
from ops.access.two_persons import Approval, is_person, proposal_digest
from ops.answers.ended_corrections import recorded_warnings
from ops.commands.composed import Composed
from ops.commands.left_out import left_out_warnings
from ops.commands.proposing import stated_grounds
from ops.doors.catalogue import proposable
from ops.doors.outcomes import Text
from ops.house import House
from ops.proposals.register import ENDED, check_as_made, events_since, find_proposal, of_actor
from ops.tournaments import importing  # noqa: F401 - it can be proposed
from ops.words import states


@dataclass(frozen=True, slots=True)
class Approved:
    """An approved proposal, with the receipt of the recorded request."""

    proposal: Proposal
    receipt: Receipt
    warnings: tuple[Text, ...] = ()
    """Of a closing: the later events that the list leaves out; of a report or a correction: the
    corrections of appeals that it ends."""


class SamePerson(Refused):
    """Who proposed tries to approve, perhaps by another id, or somebody without an own key."""


class OwnCase(Refused):
    """Who approves is a player about whom the proposal decides."""


class NotOpen(Refused):
    """The proposal was withdrawn or overtaken, or has expired."""


class PreviewAgain(Refused):
    """What would be recorded now is not what was proposed."""


def approve(house: House, number: int) -> Approved:
    """Record a proposed request, composed again while all other programs wait.

    A proposal approved before gives its receipt. Both persons need the role for each event: that of
    the approver is looked at first. Raises Refused for an unknown proposal, SamePerson, OwnCase,
    NotAllowed, ProposalChanged, NotOpen, PreviewAgain with the events since, and what the use case
    refuses. A proposal that can no longer be recorded as proposed is then overtaken.
    """
    proposal = find_proposal(house, number)
    if proposal.recorded is not None:
        return _approved(house, proposal, house.read.request_at(proposal.recorded))
    approver = house.actor
    if not is_person(approver) or house.persons.are_one(approver.id, proposal.proposed_by):
        raise _same_person(proposal, approver.id)
    check_may_record(approver, proposal.types, proposal.pools)
    house.catch_up()  # slow, so before the lock
    proposer, _ = actor_on(house.read, proposal.proposed_by, house.today())
    own = house.ledger.grounds or StatedGrounds()
    if own != StatedGrounds():
        raise _has_grounds(proposal)
    kept = Proposals(house.ledger.engine).kept(number)
    if kept is not None:
        check_as_made(house, proposal, kept)
    house.act_as(proposer, Approval(number, proposal.digest, approver))
    house.ledger.grounds = stated_grounds(proposal, kept.attachments if kept else ())
    try:
        receipt = house.append(partial(_composed, house, proposal, kept), under_lock=True)
    except Refused as refused:
        because = _ended_because(refused)
        if because is not None and house.writes_beside:
            Proposals(house.ledger.engine).end(number, house.ledger.clock(), because)
        raise
    finally:
        house.act_as(approver)
        house.ledger.grounds = own
    erase_ended(house)
    return _approved(house, replace(proposal, recorded=receipt.first_position), receipt)


def erase_ended(house: House) -> None:
    """Erase what is kept of proposals that have ended."""
    if house.writes_beside:
        Proposals(house.ledger.engine).erase_ended(house.ledger.clock())


def _approved(house: House, proposal: Proposal, receipt: Receipt) -> Approved:
    read = house.read
    warnings: tuple[Text, ...] = (
        *left_out_warnings(read, receipt),
        *recorded_warnings(read, receipt),
    )
    return Approved(proposal, receipt, warnings)


def _ended_because(refused: Refused) -> str | None:
    """Return the code of the refusal after which a proposal is overtaken; None: it may pass."""
    return next((one.code for one in refused.refusals() if one.code in ENDED), None)


def _composed(house: House, proposal: Proposal, kept: Kept | None) -> Request | Receipt:
    """Compose the request of a proposal that is still open, under the lock."""
    present = find_proposal(house, proposal.number)
    if present.recorded is not None:  # another approval came first
        return house.read.request_at(present.recorded)
    if kept is None or not present.is_open(house.ledger.clock()):
        raise _not_open(house, present)
    request = _composed_again(house, proposal.use_case, kept.inputs).request
    if isinstance(request, Receipt) or proposal_digest(request) != proposal.digest:
        raise _preview_again(house, proposal)
    _check_disinterested(house, proposal, request)
    return request


def _composed_again(house: House, name: str, inputs: bytes) -> Composed[Any]:
    """Compose a proposed request again, from the inputs stored with it."""
    return json.decode(inputs, type=proposable(name)).compose(house)


def _check_disinterested(house: House, proposal: Proposal, request: Request) -> None:
    """Raise OwnCase where the approver is a player about whom a request decides."""
    about = decided_about(house.read, [new.fact for new in request.events])
    approver = house.approver
    if approver is not None and house.persons.is_one_of(approver, about):
        raise OwnCase(
            Sentence(
                "proposal {number} is about a player who is {approver}: somebody else approves it",
                number=proposal.number,
                approver=approver,
            ),
            field="actor",
            found=approver,
            expected=Sentence("somebody whom it is not about"),
        )


def withdrawn(house: House, number: int) -> Composed[Proposal]:
    """Compose the withdrawal of an open proposal, one's own or, with the role for it, another's.

    Raises Refused for an unknown proposal, NotOpen, NotAllowed.
    """
    proposal, actor = find_proposal(house, number), house.actor
    if not of_actor(actor, proposal, "proposal-withdrawal"):
        problem = Sentence(
            "{actor} may not withdraw proposal {number}, which is of somebody else",
            actor=actor.id,
            number=number,
        )
        raise NotAllowed(problem, actor, f"to withdraw proposal {number}", proposal.proposed_by)
    if not proposal.is_open(house.ledger.clock()):
        raise _not_open(house, proposal)
    fact = ProposalWithdrawn(proposal=number)
    key, expected = f"proposal-withdrawn:{number}", {fact.stream(): 0}
    return Composed(Request(key, (NewEvent(fact),), expected=expected), proposal)


def _same_person(proposal: Proposal, approver: str) -> SamePerson:
    by = proposal.proposed_by
    return SamePerson(
        Sentence(
            "proposal {number} is by {proposer}: another person approves it, with a key of their "
            "own",
            number=proposal.number,
            proposer=by,
        ),
        field="actor",
        found=approver,
        expected=Sentence("somebody else than {proposer}, with a key", proposer=by),
    )


def _has_grounds(proposal: Proposal) -> Refused:
    return Refused(
        Sentence(
            "proposal {number} is recorded on the grounds of its proposer: leave out reason, "
            "article, day of decision and files",
            number=proposal.number,
        ),
        code="grounds-not-taken",
        field="reason",
        expected=Sentence("no grounds"),
    )


def _not_open(house: House, proposal: Proposal) -> NotOpen:
    return NotOpen(
        _ended(house, proposal),
        field="proposal",
        found=proposal.number,
        expected=Sentence("an open proposal"),
    )


def _ended(house: House, proposal: Proposal) -> Sentence:
    """Return why a proposal is not open, and what to do."""
    number = proposal.number
    if proposal.recorded is not None:
        return Sentence(
            "proposal {number} is recorded already ({position})",
            number=number,
            position=Position(proposal.recorded),
        )
    if proposal.withdrawn_by is not None:
        return Sentence(
            "proposal {number} was withdrawn by {by}: repeat the recording to propose it again",
            number=number,
            by=proposal.withdrawn_by,
        )
    if proposal.overtaken is not None:
        return Sentence(
            "proposal {number} was overtaken: {position} was recorded in its place",
            number=number,
            position=Position(proposal.overtaken),
        )
    if proposal.was_ended(house.ledger.clock()):
        otherwise = Sentence("something else, or nothing, is recorded")
        return Sentence(
            "proposal {number} was overtaken: {why}: repeat the recording to propose it again",
            number=number,
            why=ENDED.get(proposal.ended_because or "", otherwise),
        )
    return Sentence(
        "proposal {number} expired on {ended}: repeat the recording to propose it again",
        number=number,
        ended=local_text(proposal.expires_at, house.zone_of(proposal.pools)),
    )


def _preview_again(house: House, proposal: Proposal) -> PreviewAgain:
    found = events_since(house, proposal)
    since = [states.event(one.position, one.type) for one in found]
    return PreviewAgain(
        Sentence(
            "proposal {number}: something else would be recorded now than was proposed; recorded "
            "since: {since}; preview it, and repeat the recording to propose it again",
            number=proposal.number,
            since=since or Sentence("nothing"),
        ),
        field="proposal",
        found=proposal.number,
        expected=Sentence("what was proposed"),
        remedy=Remedy("show-proposal", proposal=str(proposal.number)),
    )
