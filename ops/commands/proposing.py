"""Proposals: where two persons are needed, the inputs of a use case wait for an approval.

The approval composes the request again from these inputs (`approving`).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from typing import Final

import msgspec

from ledger import limits
from ledger.clock import instant_text, local_text
from ledger.errors import LedgerError, check_at_most
from ledger.events.approval import ProposalMade
from ledger.sentences import Remedy, Sentence
from ledger.store.grounds import StatedGrounds
from ledger.store.proposals import Kept, Proposal, Proposals
from ledger.store.requests import NO_STREAM, NewEvent, Request, event_id, new_salt
from ledger.tournaments.naming import decided_about
from ops.access.two_persons import TwoPersonsNeeded, is_person, proposal_digest
from ops.answers.proposed_facts import Shown, ShownEvent, facts_of
from ops.house import House

_SHOWN_EVENTS: Final = 20
_SHOWN_CHARACTERS: Final = 4_000
_EXPIRES_US: Final = timedelta(days=limits.PROPOSAL_DAYS) // timedelta(microseconds=1)


class Proposed(LedgerError):
    """Nothing is recorded yet: a proposal waits for the approval of another person."""

    def __init__(self, proposal: Proposal, zone: str) -> None:
        """Name the proposal and its end, in the zone of its pools."""
        self.proposal = proposal
        until = local_text(proposal.expires_at, zone)
        super().__init__(
            Sentence(
                "proposed as {number}, not recorded yet: another person approves it before "
                "{until} ({approve})",
                number=proposal.number,
                until=until,
                approve=Remedy("approve-proposal", proposal=proposal.number),
            )
        )

    @property
    def about(self) -> Mapping[str, object]:
        """The proposal with its address, the kinds, the pools, and the end."""
        found = self.proposal
        return {
            "proposal": found.number,
            "address": f"/v1/proposals/{found.number}",
            "kinds": found.kinds,
            "pools": found.pools,
            "proposed_by": found.proposed_by,
            "expires_at": instant_text(found.expires_at),
        }


def propose(
    house: House, use_case: str, inputs: bytes, request: Request, needed: TwoPersonsNeeded
) -> Proposal:
    """Store a proposal of a request, or return the open proposal of the same request.

    That it is made is an event, which commits to everything that is kept of it. Raises the refusal
    `needed` for an actor who is no person, LimitExceeded.
    """
    if not is_person(house.actor):
        raise needed
    request, now = replace(request, recorded_by=house.by), house.ledger.clock()
    stated = house.ledger.grounds or StatedGrounds()
    if house.ledger.recheck is not None:
        house.ledger.recheck(stated.of(request))  # so that a preview is proposed as shown
    kept = Kept(inputs, stated.attachments)
    check_at_most(Sentence("bytes of a proposal"), len(inputs), limits.PROPOSAL_BYTES)
    new = Proposal(
        use_case=use_case,
        key=request.key,
        digest=proposal_digest(request),
        event_id=event_id(request.key, request.print(), 0),
        types=Counter(new.fact.TYPE for new in request.events),
        kinds=tuple(needed.asked),
        pools=tuple(needed.pools),
        streams=request.expected,
        shown=msgspec.json.encode(_shown(house, request)),
        grounds=_grounds(stated),
        position=house.read.head().next_position - 1,
        proposed_by=house.by,
        proposed_at=now,
        expires_at=now + _EXPIRES_US,
        salt=new_salt(),
    )
    stored = Proposals(house.ledger.engine)
    waiting = stored.waiting(now)
    for other in waiting:
        if (other.digest, other.grounds) == (new.digest, new.grounds):
            return other
    check_at_most(Sentence("open proposals"), len(waiting) + 1, limits.OPEN_PROPOSALS)
    made = _made(house, new, kept)
    stored.add(made, kept)
    return made


def _made(house: House, new: Proposal, kept: Kept) -> Proposal:
    """Record that a proposal is made; return it with the next number."""
    numbered = new

    def compose() -> Request:
        nonlocal numbered
        last = house.read.at([house.read.last_of_type(ProposalMade.TYPE)])
        number = max((one.decoded().payload.proposal for one in last.values()), default=0) + 1
        numbered = replace(new, number=number)
        fact = ProposalMade(proposal=number, commitment=numbered.commits_to(kept))
        key = f"proposal-made:{number}"
        return Request(key, (NewEvent(fact),), expected={fact.stream(): NO_STREAM})

    house.append_plainly(compose)
    return numbered


def _grounds(stated: StatedGrounds) -> bytes:
    """Return grounds as JSON: what is not stated is left out, files stand by their digests."""
    given = msgspec.to_builtins(replace(stated, attachments=()))
    files = sorted({sha256(data).hexdigest() for data in stated.attachments})
    given["attachments"] = files
    return msgspec.json.encode({name: value for name, value in given.items() if value})


def stated_grounds(found: Proposal, attachments: tuple[bytes, ...]) -> StatedGrounds:
    """Return the grounds stated for a proposal, with the attached files."""
    given = msgspec.json.decode(found.grounds or b"{}")
    return msgspec.convert({**given, "attachments": attachments}, StatedGrounds)


def _shown(house: House, request: Request) -> Shown:
    """Return what the approver reads: the first events, with long columns cut."""
    events = [
        ShownEvent(
            new.fact.TYPE,
            new.fact.stream(),
            facts_of(new.fact, house.read),
            _cut(msgspec.json.encode(new.fact).decode()),
        )
        for new in request.events[:_SHOWN_EVENTS]
    ]
    about = decided_about(house.read, [new.fact for new in request.events])
    return Shown(tuple(events), tuple(sorted({*about})))


def _cut(payload: str) -> str:
    return payload if len(payload) <= _SHOWN_CHARACTERS else f"{payload[:_SHOWN_CHARACTERS]}…"
