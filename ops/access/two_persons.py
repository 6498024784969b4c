"""Two persons for a request: the refusal of one, the approval of another, and the check."""

from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256

from msgspec import structs

from ledger.errors import BadEvent, Refused
from ledger.sentences import Remedy, Sentence
from ledger.store.ledger import Ledger
from ledger.store.preparing import NO_PERSONS
from ledger.store.requests import Request, content_digest
from ops.access.actors import Actor
from ops.access.kinds import Asked, Moved, two_persons_asked


class TwoPersonsNeeded(Refused):
    """A request takes a proposal and an approval, and has none."""

    def __init__(self, asked: Asked) -> None:
        """Name the kinds and the pools."""
        self.asked = asked
        super().__init__(
            Sentence(
                "two persons are needed for {kinds} in {pools}: one proposes with a key of their "
                "own, and another approves",
                kinds=tuple(asked),
                pools=self.pools,
            ),
            field="actor",
            expected=Sentence("an actor with a key"),
            remedy=Remedy("create-key", actor=None),
        )

    @property
    def pools(self) -> list[str]:
        """Pools whose policies ask for two persons."""
        return sorted({pool for pools in self.asked.values() for pool in pools})


@dataclass(frozen=True, slots=True)
class Approval:
    """The approval of a proposed request by its digest."""

    number: int
    digest: bytes
    approver: Actor

    def given_to(self, request: Request) -> Request:
        """Return a request with the approver in every event, and the proposed event ids."""
        by = self.approver.id
        events = tuple(structs.replace(new, approved_by=by) for new in request.events)
        return replace(request, events=events, fingerprint=request.print())


def proposal_digest(request: Request) -> bytes:
    """Return the SHA-256 of key and content of a request, without approver and grounds."""
    plain = replace(
        request,
        events=tuple(structs.replace(new, approved_by=None) for new in request.events),
        grounds=None,
        reason=None,
        documents=tuple(one for one in request.documents if one.kind != "attachment"),
    )
    return sha256(f"{request.key}\n{content_digest(plain)}".encode()).digest()


def is_person(actor: Actor) -> bool:
    """Return whether an actor can be one of two persons: only an actor with an own key can."""
    return bool(actor.key) and actor.id.lower() not in NO_PERSONS


def approver_stated(approver: str) -> BadEvent:
    """Return the refusal of an event that states its approver itself."""
    return BadEvent(
        Sentence(
            "{field} '{approver}': an approval comes only from {approve}, typed by the approver: "
            "leave the field out",
            field="approved_by",
            approver=approver,
            approve=Remedy("approve-proposal", proposal=None),
        ),
        field="approved_by",
        found=approver,
        expected=Sentence("no approver"),
    )


def check_approver(request: Request, approval: Approval | None) -> None:
    """Check that no event names an approver but that of the approved proposal. Raises BadEvent."""
    by = approval.approver.id if approval else None
    for new in request.events:
        if new.approved_by is not None and new.approved_by != by:
            raise approver_stated(new.approved_by)


def check_two_persons(
    ledger: Ledger, request: Request, day: date, moved: Moved, approval: Approval | None = None
) -> None:
    """Check that a request has the approval that it takes on a day. Raises TwoPersonsNeeded.

    A request recorded before needs none: the store answers it.
    """
    if approval is not None and proposal_digest(request) == approval.digest:
        return
    asked = two_persons_asked(ledger, request, day, moved)
    if asked and ledger.read.request(request.key) is None:
        raise TwoPersonsNeeded(asked)
