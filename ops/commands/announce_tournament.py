"""Announcing a tournament before it is played, and asking what is wrong with it for rating."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import msgspec

from ledger import canonical
from ledger.errors import Refused, Remedy
from ledger.events.tournament import Details, TournamentRegistered
from ledger.intake.import_report.options import next_tournament
from ledger.store.requests import NO_STREAM, NewEvent, Receipt, Request
from ledger.tournaments.known import Announced
from ledger.tournaments.registration import DETAILS
from ops.answers.tournament_details import read_details
from ops.house import House
from projections.state.reports import Announcement, announcement_of

_ASKED = ("name", "start", "end")
_NOT_YET = "(not announced yet)"
_NOT_HERE: Final = {
    "pools": "said with --pool, not among the details",
    "received_on": "nothing is received before play; it is given with the report, by "
    "`ledger tournament import`",
}
"""Details of a tournament that no announcement takes, and where they are told."""

_ANNOUNCED: Final = tuple(name for name in DETAILS if name not in _NOT_HERE)


def announce(
    house: House,
    pools: tuple[str, ...],
    given: Mapping[str, str],
    tournament: str | None = None,
    *,
    by: str = "local",
) -> tuple[TournamentRegistered, Receipt]:
    """Record that a tournament will be played, with its details as texts by name.

    Without an id it gets the next number; without a day of registration, today. The same said
    again gives the first receipt. Raises Refused: unknown pools, details that are missing or
    contradict each other, an id that is taken.
    """
    for pool in pools:
        house.pool_opened(pool)
    said = _said(house, pools, given)
    asked = sha256(canonical.encode({"pools": list(pools), "of": tournament, **given})).hexdigest()
    key = f"announce:{asked[:32]}"

    def compose() -> Request | Receipt:
        for first in house.read.requests(key):
            return first
        name = tournament or next_tournament(house.read)
        stream = f"tournament-{name}"
        if house.read.stream_version(stream) != NO_STREAM:
            raise Refused(
                f"{name} is announced already; `ledger tournament correct details` corrects it",
                code="announced-already",
                field="tournament",
                found=name,
                remedy=Remedy(
                    "tournament correct details", (name, "--set", "KEY=VALUE", "--by", "BODY")
                ),
            )
        return Request(
            key,
            (NewEvent(_registered(said, name, pools)),),
            fingerprint=bytes.fromhex(asked),
            expected={stream: NO_STREAM},
            recorded_by=by,
        )

    receipt = house.append(compose)
    stored = house.read.at([receipt.first_position])[receipt.first_position]
    fact: TournamentRegistered = stored.decoded().payload
    return fact, receipt


def intended(house: House, pool: str, given: Mapping[str, str]) -> Announcement:
    """Give what would be announced, without recording it. Raises Refused as `announce` does."""
    house.pool_opened(pool)
    fact = _registered(_said(house, (pool,), given), "-", (pool,))
    return announcement_of(msgspec.convert(fact, Announced, from_attributes=True))


def _said(house: House, pools: tuple[str, ...], given: Mapping[str, str]) -> Details:
    """Read details; the day of registration is today where none is said."""
    if not pools:
        raise Refused(
            "say for which pool it counts: --pool …",
            code="pool-needed",
            field="pool",
            expected="a pool",
        )
    for name, why in _NOT_HERE.items():
        if name in given:
            raise Refused(f"{name}: {why}", code="detail-not-here", field=name)
    said = read_details(given, _ANNOUNCED)
    missing = [name for name in _ASKED if getattr(said, name) is None]
    if missing:
        options = " ".join(f"--set {name}=…" for name in missing)
        raise Refused(
            f"{_NOT_YET} {', '.join(missing)} missing: {options}",
            code="detail-missing",
            field=" ".join(missing),
            remedy=Remedy(words=options),
        )
    if said.start and said.end and said.start > said.end:
        raise Refused(
            f"start {said.start} is after end {said.end}",
            code="days-contradict",
            field="start",
            found=said.start,
            expected=f"{said.end} or before",
        )
    today = house.today()
    return msgspec.structs.replace(said, registered_on=said.registered_on or today)


def _registered(said: Details, tournament: str, pools: tuple[str, ...]) -> TournamentRegistered:
    fields = {
        field.name: value
        for field in msgspec.structs.fields(Details)
        if (value := getattr(said, field.name)) is not None
    }
    return TournamentRegistered(tournament=tournament, **fields | {"pools": pools})
