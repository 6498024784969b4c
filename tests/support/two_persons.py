"""A ledger with a chess pool where everything takes two persons, with keys for persons."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import msgspec

from ledger.clock import Clock, MachineClock
from ledger.events.access_kinds import Role
from ledger.events.approval import PROPOSALS, RECORDED, ProposalMade
from ledger.events.pool import ParameterSet
from ledger.store.ledger import Ledger
from ledger.store.proposals import Kept, Proposal, Proposals
from ledger.store.requests import NewEvent, Request
from ops.access.keys import actor_with_key
from ops.actors.recordings import GrantRole
from ops.commands.proposing import Proposed
from ops.events.record_decision import RecordDecision
from ops.house import House
from ops.pools.recordings import SetApprovalPolicy
from ops.sample.commands import FOLDER
from ops.tournaments.corrections import CorrectResult
from tests.support.actors import new_key, open_keys_at

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


def policy(*kinds: Any, since: date = SINCE) -> SetApprovalPolicy:
    """Return a policy of the chess pool with two persons for some kinds of recording."""
    return SetApprovalPolicy(pool=CHESS, in_force_from=since, two_persons_for=kinds, by="council")


BY_TYPE: Final = tuple(kind for kind in RECORDED if kind != "moves-a-rating")
"""The kinds of recording that are seen from the types of events."""


def with_a_draw(report: bytes) -> bytes:
    """A report in which the first game of the first entrant is a draw, and so are the points."""
    lines = report.split(b"\n")
    rows = [at for at, line in enumerate(lines) if line.startswith(b"001 ")]
    first = lines[rows[0]]
    opponent = next(at for at in rows if lines[at][4:8] == first[91:95])
    for at in (rows[0], opponent):
        line = bytearray(lines[at])
        points = float(line[80:84]) + {b"1": -0.5, b"0": 0.5}[bytes(line[98:99])]
        line[80:84], line[98:99] = f"{points:4.1f}".encode(), b"="
        lines[at] = bytes(line)
    return b"\n".join(lines)


def late_report() -> bytes:
    """Another report of the first tournament of the sample, which a closed list counts."""
    return with_a_draw((FOLDER / CHESS / "2025-09-07-festival-borgolieto.trf").read_bytes())


@dataclass
class Office:
    """A ledger with persons, opened as each person."""

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
                CorrectResult(
                    tournament="T-000001", game="1:1", white=white, black=black, by="commission"
                ).record,
                house,
            )

    def grant(self, actor: str, role: Role) -> None:
        """Grant a further role for all pools."""
        with self.acting() as house:
            GrantRole(actor=actor, role=role, in_force_from=SINCE, by="council").record(house)

    def head(self) -> int:
        """Return the number of events; events of proposals record nothing, and are left out."""
        with Ledger.open(self.address) as ledger:
            proposals = sum(1 for _ in ledger.read.of_types(PROPOSALS))
            return ledger.read.head().next_position - proposals


_UNKNOWN: Final = ParameterSet(
    pool=CHESS, name="unknown", word="unknown", in_force_from=SINCE, by="council"
)
"""A decision that officers, the committee and administrators may take."""


def propose_sample(address: str | Path, by: str = "officer-7") -> None:
    """Store a proposal of the chess pool not made by a use case."""
    with Ledger.open(str(address)) as ledger:
        now = ledger.clock()
        new = Proposal(
            use_case="record-decision",
            key="record:sample",
            digest=bytes(32),
            event_id=32 * "0",
            types={_UNKNOWN.TYPE: 1},
            kinds=("decisions",),
            pools=(CHESS,),
            streams={},
            shown=b"{}",
            grounds=b"{}",
            position=1,
            proposed_by=by,
            proposed_at=now,
            expires_at=now + 14 * _DAY_US,
            salt=bytes(16),
            number=1,
        )
        payload = msgspec.to_builtins(_UNKNOWN)
        _, inputs = RecordDecision(type=_UNKNOWN.TYPE, payload=payload).as_proposal(None)
        store_proposal(ledger, new, Kept(inputs))


def store_proposal(ledger: Ledger, new: Proposal, kept: Kept) -> None:
    """Record the making of a proposal, and keep the proposal."""
    made = ProposalMade(proposal=new.number, commitment=new.commits_to(kept))
    key = f"proposal-made:{new.number}"
    ledger.append(Request(key, (NewEvent(made),), recorded_by=new.proposed_by))
    Proposals(ledger.engine).add(new, kept)


def proposed(use_case: Any, *arguments: Any, **options: Any) -> int:
    """Return the number under which a use case is proposed."""
    try:
        use_case(*arguments, **options)
    except Proposed as found:
        return found.proposal.number
    raise AssertionError("recorded by one person")


def office(address: str | Path, *kinds: Any) -> Office:
    """Return an office over a writable ledger; by default every type takes two."""
    with Ledger.open(str(address)) as ledger, House(ledger) as house:
        for actor, role in ROLES.items():
            GrantRole(actor=actor, role=role, in_force_from=SINCE, by="council").record(house)
        policy(*(kinds or BY_TYPE)).record(house)
        return Office(str(address), {actor: new_key(ledger, actor)[1] for actor in ROLES})


def office_at(sample: Path, folder: Path) -> Office:
    """Return an office over a copy of the sample, with the projection beside."""
    made = office(shutil.copy(sample, folder / "two.ledger"))
    with made.acting() as house:
        house.catch_up()
    return made


def copied(made: Office, folder: Path) -> Office:
    """Return an office over a copy of the ledger of another."""
    shutil.copytree(Path(made.address).parent, folder, dirs_exist_ok=True)
    open_keys_at(f"{folder}/two.ledger")
    return Office(f"{folder}/two.ledger", made.keys)


def with_key(house: House, actor: str, role: Role) -> House:
    """Let a house record as a new actor with a role and a key."""
    GrantRole(actor=actor, role=role, in_force_from=SINCE, by="council").record(House(house.ledger))
    house.act_as(actor_with_key(house.ledger, new_key(house.ledger, actor)[1], house.zone))
    return house
