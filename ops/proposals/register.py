"""Proposals: requests that wait for the approval of a second person."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final

import msgspec

from ledger.errors import Refused
from ledger.sentences import Position, Remedy, Sentence, plain
from ledger.store.proposals import RESTORED, Kept, Proposal, Proposals
from ledger.store.reading import Reader, Wanted
from ledger.store.recorded import Recorded
from ops.access.actors import Actor
from ops.access.kinds import OWN_CASES
from ops.access.recording import note_denied
from ops.access.roles import Thing
from ops.access.seeing import may_see
from ops.answers.answer import Answer, Instant, check_limit, check_page
from ops.answers.ended_corrections import ending_warnings
from ops.answers.proposed_facts import Shown, ShownEvent, with_names
from ops.house import House
from ops.proposals.questions import ListProposals
from ops.proposals.rows import AboutProposals, ProposalRow, ProposedEvent
from ops.proposals.states import State

ENDED: Final[Mapping[str, Sentence]] = {
    "preview-again": Sentence("something else would be recorded"),
    "nothing-differs": Sentence("nothing would be recorded"),
    "unknown-report": Sentence("the report that it names is replaced"),
    RESTORED: Sentence("a copy took the ledger's place"),
}
"""Codes of refusals after which a proposal is overtaken, with words: what it rests on has changed.

Others may pass, such as a day that has not come or a pool that closes first.
"""

SINCE: Final = 20
"""Events since a proposal that are shown."""

_LARGEST: Final = 2**63 - 1
"""Largest number that both databases can look up."""


class _Grounds(msgspec.Struct, frozen=True):
    """Grounds as a proposal states them."""

    reason: str | None = None
    article: str | None = None
    decided_on: date | None = None
    attachments: tuple[str, ...] = ()
    """Digests of the attached files."""


def proposals(house: House, asked: ListProposals) -> Answer[ProposalRow, AboutProposals]:
    """Return the proposals that the actor may see, the last first.

    `about` holds their number, the present instant, and `next_page` if there is one. Raises Refused
    for an unknown pool, a limit below 0, a page below 1.
    """
    limit, page, pool, state = asked.limit, asked.page, asked.pool, asked.state
    check_limit(limit)
    check_page(page)
    if pool is not None:
        house.pool_opened(pool)
    stored, now = Proposals(house.ledger.engine), house.ledger.clock()
    known = stored.waiting(now) if state == "open" else stored.all()
    found = [one for one in known if pool in (None, *one.pools) and of_actor(house.actor, one)]
    if state is not None:
        chosen = {row.proposal for row in _rows(house, found) if row.state == state}
        found = [one for one in found if one.number in chosen]
    first = (page - 1) * limit
    shown = found[first : first + limit] if limit else found[first:]
    about = AboutProposals(
        proposals=len(found),
        now=Instant(now),
        zone=house.zone,
        next_page=page + 1 if first + len(shown) < len(found) else None,
    )
    return Answer(about, tuple(_rows(house, shown)))


def proposal(house: House, number: int) -> Answer[ProposedEvent, ProposalRow]:
    """Return the events of a proposal, and what was recorded since.

    Raises Refused for an unknown proposal, and for an open one that is not what was proposed.
    """
    found = find_proposal(house, number)
    if (kept := Proposals(house.ledger.engine).kept(number)) is not None:
        check_as_made(house, found, kept)
    [row] = _rows(house, [found])
    shown = msgspec.json.decode(found.shown, type=Shown)
    if house.persons.is_one_of(found.proposed_by, shown.about):
        row = msgspec.structs.replace(row, about_proposer=True)
    proposed = [
        ProposedEvent(
            part="proposed",
            type=one.type,
            stream=one.stream,
            facts={**with_names(house.read, one.facts), **_warning(house.read, found, one)},
            payload=one.payload,
        )
        for one in shown.events
    ]
    since = [
        ProposedEvent(
            part="recorded-since", type=one.type, stream=one.stream, position=Position(one.position)
        )
        for one in (events_since(house, found) if not _has_end(row) else ())
    ]
    return Answer(row, (*proposed, *since))


def _warning(read: Reader, found: Proposal, event: ShownEvent) -> dict[str, Any]:
    """Return the warning of corrections of appeals that end, as known when it is shown."""
    before = None if found.recorded is None else found.recorded - 1
    warnings = [*ending_warnings(read, event.type, event.facts, before)]
    return {"warning": plain(warnings)} if warnings else {}


def _has_end(row: ProposalRow) -> bool:
    """Whether an event, a person or a day ended a proposal."""
    return row.state != "open" and (row.state != "overtaken" or row.overtaken_by is not None)


def find_proposal(house: House, number: int) -> Proposal:
    """Return a proposal by its number.

    Raises Refused for an unknown number, or a proposal that the actor may not see.
    """
    found = _stored(house, number)
    if found is not None and of_actor(house.actor, found):
        return found
    if found is not None:
        note_denied(house.actor, "proposal")
    raise Refused(
        Sentence(
            "there is no proposal {number}: {list} names them",
            number=number,
            list=Remedy("list-proposals"),
        ),
        code="unknown-proposal",
        field="proposal",
        found=number,
    )


def _stored(house: House, number: int) -> Proposal | None:
    return Proposals(house.ledger.engine).find(number) if 0 < number <= _LARGEST else None


class ProposalChanged(Refused):
    """What is kept of a proposal is not what was proposed."""


def check_as_made(house: House, found: Proposal, kept: Kept) -> None:
    """Raise ProposalChanged unless the event of a proposal commits to what is kept of it."""
    made = house.read.first_in_stream(f"proposal-{found.number}")
    stated = made and (made.recorded_by, made.decoded().payload.commitment)
    if stated != (found.proposed_by, found.commits_to(kept)):
        raise ProposalChanged(
            Sentence(
                "proposal {number} was changed beside the ledger: what is kept of it is not what "
                "was proposed; withdraw it ({withdraw}), and propose it again",
                number=found.number,
                withdraw=Remedy("withdraw-proposal", proposal=str(found.number)),
            ),
            field="proposal",
            found=found.number,
            expected=Sentence("what was proposed"),
        )


def events_since(house: House, found: Proposal) -> Sequence[Recorded]:
    """Return the first events since a proposal in the streams on which it rests."""
    streams = tuple(found.streams)
    return house.read.page(Wanted(first=found.position + 1, streams=streams), SINCE)


def of_actor(actor: Actor, found: Proposal, thing: Thing = "proposal") -> bool:
    """Return whether an actor made a proposal, or has a role for it in its pools."""
    return may_see(actor, thing, found.pools, found.proposed_by)


def _rows(house: House, found: Sequence[Proposal]) -> list[ProposalRow]:
    recorded = house.read.at([one.recorded for one in found if one.recorded is not None])
    zones = {pools: house.zone_of(pools) for pools in {one.pools for one in found}}
    now = house.ledger.clock()
    return [_row(one, now, zones[one.pools], recorded) for one in found]


def _row(found: Proposal, now: int, zone: str, recorded: Mapping[int, Recorded]) -> ProposalRow:
    event = recorded.get(found.recorded) if found.recorded is not None else None
    approved_by = event.decoded().approved_by if event else None
    withdrawn, overtaken = found.withdrawn_at, found.overtaken
    state, grounds = _state(found, now, approved_by), _grounds(found)
    further: dict[str, Any] = {"withdrawn_by": found.withdrawn_by, "approved_by": approved_by}
    further |= {"ended_because": found.ended_because}
    return ProposalRow(
        proposal=found.number,
        state=state,
        kinds=found.kinds,
        pools=found.pools,
        use_case=found.use_case,
        events=", ".join(f"{number} {kind}" for kind, number in found.types.items()),
        proposed_by=found.proposed_by,
        proposed_at=Instant(found.proposed_at),
        expires_at=Instant(found.expires_at),
        zone=zone,
        about_proposer=OWN_CASES in found.kinds,
        position=None if found.recorded is None else Position(found.recorded),
        overtaken_by=Position(overtaken) if overtaken and state == "overtaken" else None,
        withdrawn_at=None if withdrawn is None else Instant(withdrawn),
        reason=grounds.reason,
        article=grounds.article,
        decided_on=grounds.decided_on,
        attached_files=len(grounds.attachments),
        **further,
    )


def _grounds(found: Proposal) -> _Grounds:
    return msgspec.json.decode(found.grounds or b"{}", type=_Grounds)


def _state(found: Proposal, now: int, approved_by: str | None) -> State:
    if found.recorded is not None:
        return "approved" if approved_by else "recorded"
    if found.withdrawn_by is not None:
        return "withdrawn"
    if found.overtaken is not None or found.was_ended(now):
        return "overtaken"
    return "open" if found.is_open(now) else "expired"
