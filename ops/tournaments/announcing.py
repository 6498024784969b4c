"""Announcing a tournament before play, and previewing the announcement."""

from collections.abc import Mapping
from typing import Final

import msgspec

from ledger import canonical
from ledger.errors import Refused
from ledger.events.tournament import Details, TournamentRegistered
from ledger.intake.import_report.options import MAY_CHOOSE
from ledger.sentences import Input, Remedy, Sentence
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
    "pools": Sentence("named apart ({input}), not among the details", input=Input("pool")),
    "received_on": Sentence(
        "nothing is received before play; it is given with the report: {import_it}",
        import_it=Remedy("import-report", file=None),
    ),
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
            Sentence(
                "tournament '{tournament}': choose {choices}, or leave it out: the recording gives "
                "the next number",
                tournament=tournament,
                choices=MAY_CHOOSE,
            ),
            code="value-wrong",
            field="tournament",
            found=tournament,
            expected=MAY_CHOOSE,
        )
    stream = f"tournament-{tournament}"
    if house.read.stream_version(stream) != NO_STREAM:
        raise Refused(
            Sentence(
                "{tournament} is announced already; to correct it: {correct}",
                tournament=tournament,
                correct=Remedy("correct-details", tournament=tournament, set="KEY=VALUE", by=None),
            ),
            code="announced-already",
            field="tournament",
            found=tournament,
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
        problem = Sentence("say for which pool it counts ({input})", input=Input("pool"))
        raise Refused(problem, code="pool-needed", field="pool", expected=Sentence("a pool"))
    for name, why in _NOT_HERE.items():
        if name in given:
            says = Sentence("{detail}: {why}", detail=name, why=why)
            raise Refused(says, code="detail-not-here", field=name)
    details = read_details(given, _TAKEN)
    missing = [name for name in _REQUIRED if getattr(details, name) is None]
    if missing:
        options = " ".join(f"--set {name}=…" for name in missing)
        problem = Sentence(
            "a detail is missing: {missing}; give it: {options}",
            missing=tuple(missing),
            options=options,
        )
        remedy = Remedy("", options)
        raise Refused(problem, code="detail-missing", field=" ".join(missing), remedy=remedy)
    if details.start and details.end and details.start > details.end:
        problem = Sentence("start {start} is after end {end}", start=details.start, end=details.end)
        expected = Sentence("{day} or before", day=details.end)
        raise day_contradicts(problem, "start", details.start, expected)
    return msgspec.structs.replace(details, registered_on=details.registered_on or house.today())


def _event(details: Details, tournament: str, pools: tuple[str, ...]) -> TournamentRegistered:
    given = {
        name: value for name, value in msgspec.structs.asdict(details).items() if value is not None
    }
    return TournamentRegistered(tournament=tournament, **given | {"pools": pools})
