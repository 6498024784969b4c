"""Changes of the sample for examples of facts missing in a sound ledger."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from pathlib import Path
from time import time_ns
from typing import Final

import pytest

from ledger.events.access import ApiKeyMade
from ledger.events.pool import ListScheduled, PoolOpened
from ledger.store.grounds import StatedGrounds
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.access.keys import actor_with_key
from ops.actors.recordings import GrantRole
from ops.closings.recordings import CloseList
from ops.commands.proposing import Proposed
from ops.house import House
from ops.pools.recordings import SetApprovalPolicy
from ops.tournaments.corrections import CorrectResult
from ops.upkeep.background_runs import Run, keep
from projections.rulebooks import rulebook
from tests.support.actors import new_key

_YEARS_US: Final = 5 * 365 * 86_400 * 1_000_000
_BEGUN: Final = 1_773_478_800_000_000
"""14 March 2026, in microseconds since 1970."""
Change = Callable[[Path], None]
_CHESS: Final = "fide-standard"
_SINCE: Final = date(2020, 1, 1)


def with_unknown_zone(address: Path) -> None:
    """Open a pool in a non-existent time zone, as old ledgers could."""
    opened = PoolOpened(
        pool="fide-blitz", rulebook="fide-blitz", zone="Europe/Roma", first_period="2026-10"
    )
    with Ledger.open(str(address)) as ledger:
        ledger.append(Request("pool-opened:fide-blitz", (NewEvent(opened),)))


def with_deviating_list(address: Path) -> None:
    """Close a list while inactivity comes after a single list."""
    with (
        Ledger.open(str(address)) as ledger,
        House(ledger) as house,
        pytest.MonkeyPatch.context() as patched,
    ):
        house.catch_up()
        for edition in rulebook(_CHESS).editions:
            patched.setitem(edition.numbers, "inactive_lists", 1)
        CloseList(pool=_CHESS).record(house)


def with_wrong_clock(address: Path) -> None:
    """Record an event by a clock five years ahead."""
    scheduled = ListScheduled(
        pool="rubele-italiana",
        period="2026-12-05",
        issue_day=date(2026, 12, 5),
        cut_off=date(2026, 11, 30),
    )
    with Ledger.open(str(address), lambda: time_ns() // 1_000 + _YEARS_US) as ledger:
        ledger.append(Request("list-scheduled", (NewEvent(scheduled),)))


def with_background_work(address: Path) -> None:
    """Keep the outcome of a verification and of a backup."""
    hashed = f"{92:064x}"
    with Ledger.open(str(address)) as ledger:
        keep(ledger, Run("verification", _BEGUN, _BEGUN + 9_000_000, "good", 0, 92, hashed))
        copy = "ratings-20260314T090000Z.ledger"
        keep(ledger, Run("backup", _BEGUN, _BEGUN + 1_000_000, "good", 0, 92, hashed, copy))


def with_known_key(address: Path) -> None:
    """Make a key with the id of the example, without a secret."""
    with Ledger.open(str(address)) as ledger:
        made = ApiKeyMade(key="0123456789ab", actor="office")
        ledger.append(Request("known-key", (NewEvent(made),)))


def with_attachment(address: Path) -> None:
    """Announce the day of a list with the file of the example."""
    scheduled = ListScheduled(
        pool="rubele-italiana",
        period="2026-12-05",
        issue_day=date(2026, 12, 5),
        cut_off=date(2026, 11, 30),
    )
    with Ledger.open(str(address)) as ledger:
        ledger.grounds = StatedGrounds(attachments=(b"Act 12 of the council\n",))
        ledger.append(Request("list-scheduled", (NewEvent(scheduled),)))


def with_proposal(address: Path) -> None:
    """Let corrections take two persons, and propose a correction."""
    with Ledger.open(str(address)) as ledger, House(ledger) as house:
        GrantRole(
            actor="officer-7",
            role="rating-officer",
            pool=_CHESS,
            in_force_from=_SINCE,
            by="council",
        ).record(house)
        policy = SetApprovalPolicy(
            pool=_CHESS, in_force_from=_SINCE, two_persons_for=("corrections",), by="council"
        )
        policy.record(house)
        house.act_as(actor_with_key(ledger, new_key(ledger, "officer-7")[1], house.zone))
        with suppress(Proposed):
            CorrectResult(tournament="T-000001", game="1:1", white="0", black="1", by="fsi").record(
                house
            )


CHANGES: Final[dict[str, Change]] = {
    "correct-zone": with_unknown_zone,
    "record-deviation": with_deviating_list,
    "correct-clock": with_wrong_clock,
    "list-background-runs": with_background_work,
    "revoke-key": with_known_key,
    "write-attachment": with_attachment,
    "list-proposals": with_proposal,
    "show-proposal": with_proposal,
    "approve-proposal": with_proposal,
    "withdraw-proposal": with_proposal,
}
"""The change by the name of the address."""
