"""Announcing a tournament before play, and previewing the announcement."""

from collections.abc import Mapping
from typing import Final

import msgspec

from ledger import canonical
from ledger.errors import Refused
from ledger.events.tournament import Details, TournamentRegistered
from ledger.intake.import_report.options import MAY_CHOOSE
from ledger.sentences import Remedy
from ledger.store.numbering import TOURNAMENTS
from ledger.store.requests import NO_STREAM, NewEvent, Request
from ledger.tournaments.current_report import Announced
from ledger.tournaments.recorded_report import DETAILS
from ops.answers.tournament_details import read_details
from ops.commands.composed import Composed, repeated
from ops.commands.refusals import day_contradicts
from ops.house import House
from ops.tournaments.corrections import AnnounceTournament
from ops.tournaments.details import texts
from projections.state.reports import Announcement, announcement_of

_REQUIRED = ("name", "start", "end")
_NOT_HERE: Final = {
    "pools": "said with --pool, not among the details",
    "received_on": "nothing is received before play; it is given with the report, by "
    "`ledger tournament import`",
}
"""Details of a tournament that no announcement takes, with the place of each."""

_TAKEN: Final = tuple(name for name in DETAILS if name not in _NOT_HERE)


def announced(house: House, asked: AnnounceTournament) -> Composed[TournamentRegistered]:
    """Compose the announcement of a tournament.

    Without an id the recording gives it the next number; without a day of registration, today.
    The same announcement again gives the first receipt. Raises Refused: unknown pools, missing or
    contradicting details, an id in use.
    """
    pools, tournament, given = asked.pool, asked.tournament, texts(asked.set)
    details = _details(house, pools, given)
    digest = canonical.digest({"pools": list(pools), "of": tournament, **given})
    key = f"announce:{digest[:32]}"
    first = house.read.request(key)
    if first is not None:
        return repeated(house, first)
    expected = {} if tournament is None else _new(house, tournament)
    event = _event(details, tournament or TOURNAMENTS.next, pools)
    request = Request(key, (NewEvent(event),), bytes.fromhex(digest), expected)
    return Composed(request, event)


def _new(house: House, tournament: str) -> Mapping[str, int]:
    """Return the version to expect of the stream of an id. Raises Refused for one in use."""
    if not TOURNAMENTS.may_choose(tournament):
        raise Refused(
            f"tournament {tournament!r}: choose {MAY_CHOOSE}, or leave it out: the recording gives "
            "the next number",
            code="value-wrong",
            field="tournament",
            found=tournament,
            expected=MAY_CHOOSE,
        )
    stream = f"tournament-{tournament}"
    if house.read.stream_version(stream) != NO_STREAM:
        raise Refused(
            f"{tournament} is announced already; `ledger tournament correct details` corrects it",
            code="announced-already",
            field="tournament",
            found=tournament,
            remedy=Remedy("correct-details", tournament=tournament, set="KEY=VALUE", by=None),
        )
    return {stream: NO_STREAM}


def announcement(house: House, pool: str, given: Mapping[str, str]) -> Announcement:
    """Return a tournament as announced for a pool, unrecorded; raises Refused as `announced`."""
    event = _event(_details(house, (pool,), given), "-", (pool,))
    return announcement_of(msgspec.convert(event, Announced, from_attributes=True))


def _details(house: House, pools: tuple[str, ...], given: Mapping[str, str]) -> Details:
    for pool in pools:
        house.pool_opened(pool)
    if not pools:
        problem = "say for which pool it counts: --pool …"
        raise Refused(problem, code="pool-needed", field="pool", expected="a pool")
    for name, why in _NOT_HERE.items():
        if name in given:
            raise Refused(f"{name}: {why}", code="detail-not-here", field=name)
    details = read_details(given, _TAKEN)
    missing = [name for name in _REQUIRED if getattr(details, name) is None]
    if missing:
        options = " ".join(f"--set {name}=…" for name in missing)
        problem = f"(not announced yet) {', '.join(missing)} missing: {options}"
        remedy = Remedy("", options)
        raise Refused(problem, code="detail-missing", field=" ".join(missing), remedy=remedy)
    if details.start and details.end and details.start > details.end:
        problem = f"start {details.start} is after end {details.end}"
        raise day_contradicts(problem, "start", details.start, f"{details.end} or before")
    return msgspec.structs.replace(details, registered_on=details.registered_on or house.today())


def _event(details: Details, tournament: str, pools: tuple[str, ...]) -> TournamentRegistered:
    given = {
        name: value for name, value in msgspec.structs.asdict(details).items() if value is not None
    }
    return TournamentRegistered(tournament=tournament, **given | {"pools": pools})
