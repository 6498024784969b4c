"""Recordings about pools: opened, time zone, editions; which recordings take two persons."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated

from ledger.events.pool_kinds import Recorded as Kind
from ops.doors.fields import By, Pool, Text, means
from ops.doors.recordings import Recording, recording

if TYPE_CHECKING:
    from ledger.events.approval import ApprovalPolicySet
    from ledger.events.base import Fact
    from ledger.events.pool import PoolOpened, PoolZoneCorrected
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House
    from ops.pools.adopt_edition import Adoption
    from ops.pools.open_pool import Begun


def _adoption() -> "Iterator[type[Fact]]":
    """Yield the type of the events that adopt editions."""
    from ledger.events.pool import RulebookAdopted

    yield RulebookAdopted


@recording(
    "pool open {pool}",
    "/v1/pools",
    events=("pool-opened.v1",),
    beside=_adoption,
    several=True,
)
class OpenPool(Recording, frozen=True, kw_only=True):
    """Open a pool under a rulebook.

    Example: ledger pool open fide-rapid --first-period 2026-10 --adopt
    """

    FOLLOWS = False

    pool: Pool
    rulebook: Annotated[
        Text | None, means("the regulation; by default the regulation with the name of the pool")
    ] = None
    first_period: Annotated[
        Text,
        means("the first list: a month (FIDE), a quarter (UISP), or the name of an announced list"),
    ]
    zone: Annotated[Text | None, means("time zone of its days; by default the ledger's")] = None
    beside: Annotated[
        Text | None,
        means(
            "the pool of standard ratings for fide-rapid and fide-blitz; by default the only pool "
            "of that rulebook"
        ),
    ] = None
    adopt: Annotated[bool, means("adopt all its editions at once")] = False

    def compose(self, house: "House") -> "Composed[PoolOpened]":
        """Return the opening.

        Raises UnknownZone; Refused: open in another way, no text for the first list, first list
        far ahead, other pool unclear or missing.
        """
        from ops.pools.open_pool import opened

        return opened(house, self)

    def record(self, house: "House") -> "Recorded[Begun]":
        """Open the pool, and adopt every edition with a day in its text, if so wanted."""
        from ops.pools.open_pool import begun

        return begun(house, self, super().record(house))

    def receipt(self, _house: "House", done: "Recorded[Begun]") -> "CommandReceipt":
        """Return the receipt, with the editions adopted, and those to be adopted."""
        from ops.pools.receipts import pool_opened

        return pool_opened(done)


@recording(
    "pool correct-zone {pool} {zone}",
    "/v1/pools/{pool}/zone",
    events=("pool-zone-corrected.v1",),
)
class CorrectZone(Recording, frozen=True, kw_only=True):
    """Correct the time zone of a pool opened with an unknown zone.

    Example: ledger pool correct-zone fide-blitz Europe/Rome
    """

    FOLLOWS = False

    pool: Pool
    zone: Annotated[Text, means("the time zone of its days")]

    def compose(self, house: "House") -> "Composed[PoolZoneCorrected]":
        """Return the correction.

        Raises UnknownZone for the new zone, Refused if the present zone exists.
        """
        from ops.pools.open_pool import zone_corrected

        return zone_corrected(house, self)

    def receipt(self, _house: "House", done: "Recorded[PoolZoneCorrected]") -> "CommandReceipt":
        """Return the receipt of the zone."""
        from ops.pools.receipts import zone_corrected

        return zone_corrected(done)


@recording(
    "pool adopt {pool} {edition}",
    "/v1/pools/{pool}/editions",
    events=("rulebook-adopted.v1",),
)
class AdoptEdition(Recording, frozen=True, kw_only=True):
    """Adopt an edition of a pool's rulebook, with the digest of its numbers.

    Example: ledger pool adopt fide-rapid 2024-03-01 --in-force-from 2024-03-02
    """

    FOLLOWS = False
    PROPOSABLE = True

    pool: Pool
    edition: Annotated[Text, means("the name of the edition: its first day")]
    in_force_from: Annotated[
        date | None,
        means(
            "the first day of the edition in this pool; by default the day in its name. If no text "
            "states a day, the body decides it here"
        ),
    ] = None

    def compose(self, house: "House") -> "Composed[Adoption]":
        """Return the adoption.

        Raises Refused: unknown pool or edition, day needed, day before that of the edition, order
        of the editions changed.
        """
        from ops.pools.adopt_edition import adopted

        return adopted(house, self)

    def receipt(self, _house: "House", done: "Recorded[Adoption]") -> "CommandReceipt":
        """Return the receipt of the edition."""
        from ops.pools.receipts import edition_adopted

        return edition_adopted(done)


@recording(
    "pool set-approval-policy {pool}",
    "/v1/pools/{pool}/approval-policy",
    events=("approval-policy-set.v1",),
)
class SetApprovalPolicy(Recording, frozen=True, kw_only=True):
    """Set which recordings of a pool take two persons: one proposes, another approves.

    While any take two persons, so does another policy.

    Example: ledger pool set-approval-policy fide-standard --two-persons-for corrections
    --two-persons-for closings --in-force-from 2027-01-01 --by fsi
    """

    FOLLOWS = False
    PROPOSABLE = True

    pool: Pool
    two_persons_for: Annotated[
        tuple[Kind, ...],
        means(
            "corrections: of reports recorded before the last closed list; decisions: about "
            "tournaments, games, ratings, categories, parameters; closings: of lists; merges: of "
            "players of any pool; new-printings: of closed lists; moves-a-rating: whatever else "
            "moves a rating on a list to come; default: one person is enough"
        ),
    ] = ()
    in_force_from: Annotated[date, means("for recordings on this day or later")]
    by: By

    def compose(self, house: "House") -> "Composed[ApprovalPolicySet]":
        """Return the policy. Raises Refused for an unknown pool."""
        from ops.pools.approval_policy import two_persons_set

        return two_persons_set(house, self)

    def receipt(self, _house: "House", done: "Recorded[ApprovalPolicySet]") -> "CommandReceipt":
        """Return the receipt of the policy."""
        from ops.pools.receipts import approval_policy_set

        return approval_policy_set(done)
