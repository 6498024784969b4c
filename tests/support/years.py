"""Random years of draughts recorded in a real ledger: both disciplines, list by list."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from msgspec import structs

from ledger import columns
from ledger.events.external import ExternalListRecorded
from ledger.events.outside_play import BonusGranted, BonusWithdrawn, MalusApplied, MalusWithdrawn
from ledger.events.pool import (
    EntryCapitalDecided,
    ListScheduled,
    ParameterSet,
    PoolOpened,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.events.tournament import TournamentRegistered
from ledger.store.ledger import Ledger
from ledger.store.requests import Document
from ops.closings.recordings import CloseList
from ops.house import House
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.printed import sealed_list
from tests.oracles import rubele_era
from tests.oracles.rubele_era import Era, Event, WorldList
from tests.oracles.rubele_law import DISCIPLINES
from tests.oracles.world import Player, World
from tests.support.recording import ZONE, adopt, record, registered, submission
from tests.support.worlds import carried_over

POOLS = {discipline: f"rubele-{discipline}" for discipline in DISCIPLINES}
MINIMUM = 100

CHANGED = date(2021, 1, 1)
"""From when the federation adopts the change of 2021."""

SHOWN = ("rating", "category", "games", "points added", "malus", "malus in all")

Exact = Mapping[int, rubele_era.Row]
"""A list of the oracle: by player his row."""

Rows = Mapping[str, Sequence[Mapping[int, tuple[int, ...]]]]
"""By discipline, list after list: by player what SHOWN names."""


def begin(
    ledger: Ledger,
    era: Era,
    minimum: Mapping[date, int] | None = None,
    permanence: Sequence[tuple[date, str]] = (),
) -> None:
    """Record people, both pools and their law, lists of the world body, decisions.

    `minimum` is what the commission sets, `permanence` the federation, each from its day on.
    """
    people = tuple(Player(player) for player in era.players)
    everybody = World(people, (), era.carried_on, (), (), ())
    federations = "".join("NED" if player in era.foreign else "ITA" for player in era.players)
    record(ledger, "players", structs.replace(registered(everybody), federation=federations))
    for external in era.world:
        record(ledger, f"world list {external.day}", world_list(external))
    for discipline, pool in POOLS.items():
        opened = PoolOpened(
            pool=pool, rulebook=pool, zone=ZONE, first_period=era.lists[0].isoformat()
        )
        record(ledger, f"open {pool}", opened)
        adopt(ledger, pool, "2008-01-01")
        adopt(ledger, pool, "2021-01-01", CHANGED)
        for day in era.lists:
            said = ListScheduled(pool=pool, period=day.isoformat(), issue_day=day, cut_off=day)
            record(ledger, f"schedule {pool} {day}", said)
        for since, least in (minimum or {}).items():
            record(ledger, f"minimum {pool} {since}", minimum_set(pool, since, least))
        for since, word in permanence:
            kept = ParameterSet(
                pool=pool, name="permanence", word=word, in_force_from=since, by="federation"
            )
            record(ledger, f"permanence {pool} {since}", kept)
        before = World(people, era.carried[discipline], era.carried_on, (), (), ())
        record(ledger, f"carry over {pool}", carried_over(before, pool))


def minimum_set(pool: str, since: date, least: int) -> ParameterSet:
    """Return the minimum set by the commission from a day on."""
    return ParameterSet(
        pool=pool,
        name="minimum_capital",
        value=least,
        unit="points",
        in_force_from=since,
        by="technical-commission",
    )


def world_list(one: WorldList) -> ExternalListRecorded:
    """A list of the world body."""
    players = sorted(one.ratings)
    return ExternalListRecorded(
        body="fmjd",
        list=one.day.isoformat(),
        list_date=one.day,
        file="0" * 64,
        file_rows=1_000,
        player=columns.write(players, columns.PLAYER),
        values={
            "rating": columns.write((one.ratings[player] for player in players), columns.NUMBER)
        },
    )


def submit(ledger: Ledger, event: Event) -> int:
    """Record an event and the report; return the position of the report."""
    played = event.played
    announced = TournamentRegistered(
        tournament=played.id,
        name=f"Tournament {played.id}",
        pools=(POOLS[event.discipline],),
        start=played.start,
        end=played.end,
        registered_on=played.start,
        weight=str(event.weight),
    )
    file = Document("report", f"report of {played.id}".encode())
    report = submission(played, file.digest)
    return record(ledger, f"submit {played.id}", announced, report, documents=[file])


def decided(each: rubele_era.Decision) -> EntryCapitalDecided:
    """A capital to enter with."""
    return EntryCapitalDecided(
        pool=POOLS[each.discipline],
        player=columns.write([each.player], columns.PLAYER),
        rating=columns.write([each.capital], columns.RATING),
        by="technical-commission",
    )


def close_all(ledger: Ledger, official: Official, era: Era) -> None:
    """Record the events before each list, and close in both disciplines."""
    for index, day in enumerate(era.lists):
        decide(ledger, official, era, index)
        for event in era.events:
            if event.played.recorded == index:
                submit(ledger, event)
        for pool in POOLS.values():
            CloseList(pool=pool, period=day.isoformat()).record(House(ledger, official))


def decide(ledger: Ledger, official: Official, era: Era, index: int) -> None:
    """Record capitals to enter with, annulled, and points given or taken, by the last list.

    The values are right: an event put back into its list, years after it was taken out, returns
    its points to a capital that others have raised since, above what the ledger finds plausible.
    """
    ledger.values_are_right = True
    for decision in era.decisions:
        if decision.recorded == index:
            record(
                ledger, f"decide {decision.discipline} {decision.player} {index}", decided(decision)
            )
    for gone in era.annulments:
        if gone.recorded == index:
            player = columns.write([gone.player], columns.PLAYER)
            said = RatingsAnnulled(pool=POOLS[gone.discipline], player=player, by="ctf")
            record(ledger, f"annul {gone.discipline} {gone.player} {index}", said)
    due = (
        [adjustment for adjustment in era.adjustments if adjustment.recorded == index]
        if index
        else []
    )
    official.catch_up()
    for one in due:
        held = PoolQuery(official.track, POOLS[one.discipline]).state(one.player, index).rating
        if held and held + one.points >= MINIMUM:
            record(ledger, f"adjust {one.discipline} {one.player} {index}", adjusted(one, held))


def adjusted(each: rubele_era.Adjustment, held: int) -> RatingsAdjusted:
    """Points given or taken by decision."""
    return RatingsAdjusted(
        pool=POOLS[each.discipline],
        player=columns.write([each.player], columns.PLAYER),
        before=columns.write([held], columns.RATING),
        after=columns.write([held + each.points], columns.RATING),
        by="ctf",
    )


def sealed_rows(official: Official, era: Era) -> Rows:
    """Return the content of the sealed lists, the standings behind, and the derived events."""
    official.catch_up()
    found = {}
    for discipline, name in POOLS.items():
        pool, points = PoolQuery(official.track, name), derived_events(official.track.ledger, name)
        found[discipline] = [shown(pool, day.isoformat(), points) for day in era.lists]
    return found


Points = dict[tuple[str, str, int], int]
"""By word, list and player."""


def derived_events(ledger: Ledger, pool: str) -> Points:
    """Return points added, and points taken or given back, as recorded by closings."""
    found: Points = {}
    words = {
        BonusGranted.TYPE: ("added", 1),
        BonusWithdrawn.TYPE: ("added", -1),
        MalusApplied.TYPE: ("malus", 1),
        MalusWithdrawn.TYPE: ("malus", -1),
    }
    for event in ledger.read.stream(f"pool-{pool}"):
        if event.type in words:
            word, sign = words[event.type]
            said = event.decoded().payload
            for player, points in zip(
                columns.read(said.player, columns.PLAYER).tolist(),
                columns.read(said.points, columns.NUMBER).tolist(),
                strict=True,
            ):
                key = (word, said.period, player)
                found[key] = found.get(key, 0) + sign * points
    return found


def shown(pool: PoolQuery, period: str, points: Points) -> dict[int, tuple[int, ...]]:
    """Return a list."""
    row = pool.list_of(period)
    values = sealed_list(pool, row).values
    players = values["player"].tolist()
    states = pool.states(players, row.number)
    return {
        player: (
            rating,
            states[player].fields["category"],
            games,
            points.get(("added", period, player), 0),
            points.get(("malus", period, player), 0),
            states[player].fields["malus_taken"],
        )
        for player, rating, games in zip(
            players, values["rating"].tolist(), values["period_games"].tolist(), strict=True
        )
    }


def told(row: rubele_era.Row) -> tuple[int, ...]:
    """Return a row of the oracle in the names of SHOWN."""
    return (row.rating, row.category, row.games, row.bonus, row.malus, row.malus_in_all)


def differences(era: Era, ours: Rows, exact: Iterable[tuple[str, Exact]]) -> Iterator[str]:
    """Return every different row, written down, list after list in the order of the
    oracle.

    Who asks for the first one only does not wait for the lists after it.
    """
    sealed = {each: zip(era.lists, ours[each], strict=True) for each in DISCIPLINES}
    for discipline, rows in exact:
        day, one = next(sealed[discipline])
        other = {player: told(row) for player, row in rows.items()}
        for player in sorted({*one, *other}):
            if one.get(player) != other.get(player):
                yield (
                    f"{discipline} {day} player {player}: sealed {one.get(player)},"
                    f" exactly {other.get(player)}"
                )
    assert not any(list(left) for left in sealed.values()), "the oracle made too few lists"
