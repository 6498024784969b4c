"""A ledger in whose chess pool everything takes two persons, with persons who have keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from ledger.clock import Clock, MachineClock
from ledger.events.access import Role
from ledger.events.approval import RECORDED, ApprovalPolicySet
from ledger.events.pool import RatingsAdjusted
from ledger.store.ledger import Ledger
from ledger.store.proposals import Proposal, Proposals
from ops.access.keys import actor_with_key, new_key
from ops.commands import correct_report
from ops.commands.change_roles import grant_role
from ops.commands.proposing import Proposed, encoded
from ops.commands.set_approval_policy import set_approval_policy
from ops.house import House

CHESS = "fide-standard"
ANNA, BRUNO, CARLA, CLUB = "anna", "bruno", "carla", "club-12"
"""Two rating officers, a member of the committee, and a club that hands in reports."""

ROLES: Final[dict[str, Role]] = {
    ANNA: "rating-officer",
    BRUNO: "rating-officer",
    CARLA: "committee",
    CLUB: "submitter",
}
SINCE: Final = date(2020, 1, 1)
_DAY_US: Final = 86_400 * 1_000_000


def policy(*kinds: Any, since: date = SINCE) -> ApprovalPolicySet:
    """A policy of the chess pool that asks two persons for some kinds of recording."""
    return ApprovalPolicySet(
        pool=CHESS, in_force_from=since, two_persons_for=tuple(sorted(kinds)), by="council"
    )


@dataclass
class Office:
    """A ledger with persons, opened as each of them."""

    address: str
    keys: dict[str, str]

    @contextmanager
    def acting(self, actor: str = "local", days_later: int = 0) -> Iterator[House]:
        """Open the ledger as a person, or as the command line without a key; some days later."""
        now = MachineClock()
        clock: Clock = (lambda: now() + days_later * _DAY_US) if days_later else now
        with Ledger.open(self.address, clock) as ledger, House(ledger) as house:
            if actor in self.keys:
                house.act_as(actor_with_key(ledger, self.keys[actor], house.zone))
            yield house

    def correct(self, actor: str = ANNA, white: str = "0", black: str = "1") -> int:
        """Propose to correct the result of the first game; return the number."""
        with self.acting(actor) as house:
            return proposed(
                correct_report.correct_result,
                *(house, "T-000001", "1:1", (white, black)),
                by="commission",
            )

    def head(self) -> int:
        """Return the number of events."""
        with Ledger.open(self.address) as ledger:
            return ledger.read.head().next_position


_UNKNOWN: Final = RatingsAdjusted(
    pool=CHESS, player="99999999", before="2000", after="2001", by="council"
)


def propose_sample(address: str | Path) -> None:
    """Store a proposal of the chess pool that no use case made."""
    with Ledger.open(str(address)) as ledger:
        now = ledger.clock()
        Proposals(ledger.engine).add(
            Proposal(
                use_case="record",
                inputs=encoded({"fact": _UNKNOWN, "key": None}),
                digest=bytes(32),
                event_id=32 * "0",
                kinds=("decisions",),
                pools=(CHESS,),
                streams={},
                shown=b"[]",
                grounds=b"{}",
                position=1,
                proposed_by="officer-7",
                proposed_at=now,
                expires_at=now + 14 * _DAY_US,
            )
        )


def proposed(use_case: Any, *arguments: Any, **options: Any) -> int:
    """Return the number under which a use case is proposed."""
    try:
        use_case(*arguments, **options)
    except Proposed as found:
        return found.proposal.number
    raise AssertionError("recorded by one person")


def office(address: str | Path, *kinds: Any) -> Office:
    """Return an office over a ledger that may be written to; by default all kinds take two."""
    with Ledger.open(str(address)) as ledger, House(ledger) as house:
        for actor, role in ROLES.items():
            grant_role(house, actor, role, None, SINCE, by="council")
        set_approval_policy(house, policy(*(kinds or RECORDED)))
        return Office(str(address), {actor: new_key(ledger, actor)[1] for actor in ROLES})
