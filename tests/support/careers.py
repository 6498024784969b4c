"""Random careers recorded in a real ledger: three pools side by side, month by month."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from msgspec import structs

from ledger.events.base import Fact
from ledger.events.pool import PeriodClosed, PoolOpened
from ledger.events.report import ReportPartSubmitted, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.house import House
from projections import list_document
from projections.official import Official
from projections.rulebooks import rulebook
from tests.oracles.fide_booking import Careers
from tests.oracles.fide_editions import BLITZ, POOLS, RAPID, STANDARD
from tests.oracles.fide_standard import RatingList
from tests.oracles.world import Tournament, World
from tests.support.kept_state import closings_in
from tests.support.recording import ZONE, adjusted, adopt, record, registered, submission
from tests.support.worlds import carried_over

TIME_CONTROL = {STANDARD: "5400+30", RAPID: "900+10", BLITZ: "180+2"}
"""Enough for everybody: 120 minutes; 25; 5."""

SHOWN = ("rating", "k", "period_games", "inactive")
"""The columns of a list that are compared."""

Rows = dict[str, list[dict[int, dict[str, int]]]]
"""By pool, list after list: by player what a row shows."""


def begin(ledger: Ledger, careers: Careers) -> None:
    """Record the people, the pools, the law, and the ratings of before."""
    for pool in POOLS:
        if pool in careers.worlds:
            begin_pool(ledger, careers.worlds[pool], pool)


def begin_pool(ledger: Ledger, world: World, pool: str) -> None:
    """Open a pool with all editions of the rulebook."""
    if pool == STANDARD:
        record(ledger, "players", registered(world))
    opened = PoolOpened(pool=pool, rulebook=pool, zone=ZONE, first_period=world.periods[0])
    record(ledger, f"open {pool}", opened)
    for edition in rulebook(pool).editions:
        adopt(ledger, pool, edition.name)
    record(ledger, f"carry over {pool}", carried_over(world, pool))


def record_before(ledger: Ledger, world: World, pool: str, index: int) -> None:
    """Record the facts of a world known just before closing `index`."""
    for played in sorted(world.tournaments, key=lambda tournament: tournament.part):
        if played.recorded == index:
            submit(ledger, played, pool)
    for adjustment in world.adjustments:
        if adjustment.recorded == index:
            record(ledger, f"adjust {pool} {adjustment.player} {index}", adjusted(adjustment, pool))


def submit(ledger: Ledger, played: Tournament, pool: str) -> None:
    """Submit a report, and before the first of a tournament the announcement."""
    file = Document("report", f"report of {played.id} {played.part}".encode())
    facts: list[Fact] = [reported(played, file.digest)]
    if played.part <= 1:
        facts.insert(0, announced(played, pool))
    record(ledger, f"submit {played.id} {played.part}", *facts, documents=[file])


def announced(played: Tournament, pool: str) -> TournamentRegistered:
    """An announcement to which no article objects: in good time, by the Swiss system."""
    return TournamentRegistered(
        tournament=played.id,
        name=f"Tournament {played.id}",
        pools=(pool,),
        start=played.begins,
        end=played.ends,
        registered_on=played.begins - timedelta(days=60),
        pairing_system="FIDE_DUTCH",
        time_control=TIME_CONTROL[pool],
        announced_as_rated=True,
        official_event=played.official,
    )


def reported(played: Tournament, file: str) -> TournamentSubmitted | ReportPartSubmitted:
    """Return a report as received; of a long tournament a part."""
    whole = structs.replace(
        submission(played, file),
        received_on=played.received or played.end,
        time_control=None,
    )
    if not played.part:
        return whole
    given = {name: getattr(whole, name) for name in whole.__struct_fields__}
    return ReportPartSubmitted(
        **{**given, "part": played.part}, last_part=played.end == played.ends
    )


def close_all(ledger: Ledger, official: Official, careers: Careers) -> None:
    """Record and close month by month: standard, rapid, blitz."""
    for period in careers.months:
        for pool in POOLS:
            world = careers.worlds.get(pool)
            if world is not None and period in world.periods:
                record_before(ledger, world, pool, world.periods.index(period))
        for pool in POOLS:
            world = careers.worlds.get(pool)
            if world is not None and period in world.periods:
                CloseList(pool=pool, period=period).record(House(ledger, official))


def sealed_rows(ledger: Ledger, careers: Careers) -> Rows:
    """Return the rows of the sealed documents in the ledger."""
    return {
        pool: [shown(ledger, closing) for closing in closings_in(ledger, pool)]
        for pool in careers.worlds
    }


def shown(ledger: Ledger, event: PeriodClosed) -> dict[int, dict[str, int]]:
    """Return the rows of a list document, with the columns known to the oracle."""
    document = ledger.read.document(event.list_digest)
    assert document is not None
    values = list_document.read(document).values
    columns = zip(*(values[name].tolist() for name in SHOWN), strict=True)
    return {
        player: dict(zip(SHOWN, row, strict=True))
        for player, row in zip(values["player"].tolist(), columns, strict=True)
    }


def told(one: RatingList) -> dict[int, dict[str, int]]:
    """A list of the oracle, in the same columns."""
    return {
        player: dict(zip(SHOWN, (row.rating, row.k, row.games, int(row.inactive)), strict=True))
        for player, row in one.rows.items()
    }


def differences(ours: Rows, exact: Iterable[tuple[str, RatingList]]) -> Iterator[str]:
    """Yield every differing row: pool, list, player, the row of each side.

    List after list as the oracle makes them: who asks for the first one only does not wait for the
    lists after it.
    """
    sealed = {pool: iter(lists) for pool, lists in ours.items()}
    for pool, exactly in exact:
        one, other = next(sealed[pool]), told(exactly)
        for player in sorted({*one, *other}):
            if one.get(player) != other.get(player):
                yield (
                    f"{pool} {exactly.period} player {player}: sealed {one.get(player)},"
                    f" exactly {other.get(player)}"
                )
    assert not any(list(left) for left in sealed.values()), "the oracle made too few lists"
