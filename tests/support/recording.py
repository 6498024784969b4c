"""The oracles' small federations, recorded as real events in a real ledger, closed list by list."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any

from msgspec import structs

from ledger import columns
from ledger.clock import microseconds
from ledger.events.base import Fact
from ledger.events.pool import ListScheduled, PoolOpened, RatingsAdjusted
from ledger.events.register import PlayersRegistered
from ledger.events.report import Entrants, Games, Round, TournamentSubmitted
from ledger.events.tournament import TournamentRegistered
from ledger.store import drivers
from ledger.store.ledger import Ledger
from ledger.store.requests import Document, NewEvent, Request
from ops.closings.recordings import CloseList
from ops.closings.sealing import Sealed
from ops.house import House
from ops.pools.recordings import AdoptEdition
from projections.official import Official, version
from projections.official.store import ProjectionStore
from projections.rulebooks import rulebook
from projections.rulebooks.engine.edition import Edition
from tests.oracles import random_worlds
from tests.oracles.world import Adjustment, Tournament, World
from tests.support.new_ledgers import begun
from tests.support.worlds import (
    FIDE,
    Days,
    carried_over,
    report,
)
from tests.support.worlds import editions as adopted_editions

ZONE = "Europe/Rome"


def clock_at(year: int, month: int = 1, day: int = 1, hour: int = 12) -> Callable[[], int]:
    """Return a clock at a standstill (UTC)."""
    instant = microseconds(datetime(year, month, day, hour, tzinfo=UTC))
    return lambda: instant


LONG_AFTER = clock_at(2030)
IN_TIME = timedelta(days=40)
"""So long before its start a tournament is registered."""


@contextmanager
def a_ledger(address: str, clock: Callable[[], int] = LONG_AFTER) -> Iterator[Ledger]:
    """A new ledger."""
    with begun(address, "example.org", ZONE, clock) as made:
        yield made


@contextmanager
def following(ledger: Ledger) -> Iterator[Official]:
    """Return the official track of a ledger, as another process would open the track."""
    kept = Path(f"{ledger.address}.projections")
    if "://" not in ledger.address and not kept.exists():
        _begin(kept)
    official = Official(ledger)
    try:
        yield official
    finally:
        official.close()


@contextmanager
def from_zero(ledger: Ledger) -> Iterator[Official]:
    """Return the official track of a ledger, replayed from the first event in an empty
    projection.
    """
    with TemporaryDirectory() as folder:
        _begin(kept := Path(folder) / "x.projections")
        official = Official(ledger, drivers.engine(str(kept)))
        try:
            official.catch_up()
            yield official
        finally:
            official.close()


def _begin(kept: Path) -> None:
    """Put the whole file in place, unless another process was quicker."""
    with NamedTemporaryFile(dir=kept.parent) as whole:
        whole.write(_nothing_kept())
        whole.flush()
        with suppress(FileExistsError):
            kept.hardlink_to(whole.name)


@cache
def _nothing_kept() -> bytes:
    """Return the empty file of projections: copying is quicker than making the tables."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.projections"
        engine = drivers.engine(str(path))
        ProjectionStore(engine, version())
        engine.dispose()
        return path.read_bytes()


def record(ledger: Ledger, key: str, *facts: Fact, documents: Sequence[Document] = ()) -> int:
    """Record facts in a single request; return the position of the last."""
    events = tuple(NewEvent(fact) for fact in facts)
    return ledger.append(Request(key, events, documents=tuple(documents))).last_position


# ---------------------------------------------------------------------------------- where it begins


def begin(
    ledger: Ledger,
    world: World,
    book: str,
    days: Days = (),
    *,
    editions: Iterable[str] | None = None,
    last_part: bool = True,
) -> None:
    """Record a world's people, the pool, the adopted law, announced lists, ratings of
    before.

    Without `editions` those are adopted that a world adopts without another word.
    """
    record(ledger, "players", registered(world))
    opened = PoolOpened(pool=book, rulebook=book, zone=ZONE, first_period=world.periods[0])
    record(ledger, f"open {book}", opened)
    usual = [each.name for each in adopted_editions(book)]
    for edition in usual if editions is None else editions:
        adopt(ledger, book, edition)
    for period, day in days:
        scheduled = ListScheduled(pool=book, period=period, issue_day=day, cut_off=day)
        record(ledger, f"schedule {period}", scheduled)
    carried = structs.replace(carried_over(world, book), last_part=last_part)
    record(ledger, f"carry over {book}", carried)


_ADOPTIONS: dict[tuple[str, int, date | None], tuple[Edition, Request]] = {}
"""By pool, text and day."""


def adopt(
    ledger: Ledger, pool: str, edition: str, since: date | None = None, *, law: str = ""
) -> None:
    """Adopt a text for a pool, by default of the same name, for the first time.

    As `adopt_edition.adopt` composed it when first asked in this process: to write a whole law
    down takes longer than most tests.
    """
    text = rulebook(law or pool).edition(edition)
    asked = (pool, id(text), since)
    if asked in _ADOPTIONS:
        ledger.append(_ADOPTIONS[asked][1])
        return
    adopted = AdoptEdition(pool=pool, edition=edition, in_force_from=since).record(House(ledger))
    said, receipt = adopted.result.event, adopted.receipt
    document = Document("edition", ledger.read.document(said.document or "") or b"")
    fingerprint = sha256(receipt.key.encode()).digest()
    _ADOPTIONS[asked] = (
        text,
        Request(receipt.key, (NewEvent(said),), fingerprint, documents=(document,)),
    )


def registered(world: World) -> PlayersRegistered:
    """Return the people of a world as registered, with invented names."""
    people = sorted(world.players, key=lambda player: player.id)
    return PlayersRegistered(
        player=columns.write((person.id for person in people), columns.PLAYER),
        birth_year=columns.write((person.birth_year or 0 for person in people), columns.YEAR),
        sex="-" * len(people),
        federation="ITA" * len(people),
        commitment="0" * columns.COMMITMENT * len(people),
    )


# -------------------------------------------------------------------------- what happens in between


def record_before(ledger: Ledger, world: World, book: str, index: int) -> None:
    """Record the facts of a world known just before closing `index`."""
    for played in world.tournaments:
        if played.recorded == index:
            submit(ledger, played, book)
    for adjustment in world.adjustments:
        if adjustment.recorded == index:
            record(ledger, f"adjust {adjustment.player} {index}", adjusted(adjustment, book))


def submit(
    ledger: Ledger,
    played: Tournament,
    book: str,
    *,
    official_event: bool = False,
    received_on: date | None = None,
    **stated: Any,
) -> int:
    """Record a tournament's announcement, with all required details, and the report.

    It is received when it ends, where no day is said; `stated` are further fields of the report.
    Gives the report's position.
    """
    announced = TournamentRegistered(
        tournament=played.id,
        name=f"Tournament {played.id}",
        pools=(book,),
        start=played.start,
        end=played.end,
        registered_on=played.start - IN_TIME,
        time_control="5400+30",
        official_event=official_event,
        announced_as_rated=True,
    )
    file = Document("report", f"report of {played.id}".encode())
    submitted = structs.replace(
        submission(played, file.digest), received_on=received_on or played.end, **stated
    )
    return record(ledger, f"submit {played.id}", announced, submitted, documents=[file])


def submission(played: Tournament, file: str) -> TournamentSubmitted:
    """Return a tournament's report; all games stand in a single round."""
    read = report(played, 0)
    entrants = len(read.player) // columns.PLAYER
    return TournamentSubmitted(
        tournament=played.id,
        received_on=played.end,
        file=file,
        start=played.start,
        end=played.end,
        entrants=Entrants(
            player=read.player,
            number=columns.write(range(1, entrants + 1), columns.NUMBER),
            rating=columns.write([0] * entrants, columns.RATING),
            commitment="0" * columns.COMMITMENT * entrants,
        ),
        rounds=(Round(games=read.game_count),),
        games=Games(
            white=read.games.white,
            black=read.games.black,
            white_result=read.games.white_result,
            black_result=read.games.black_result,
        ),
    )


def adjusted(each: Adjustment, book: str) -> RatingsAdjusted:
    """A correction by the rating body."""
    return RatingsAdjusted(
        pool=book,
        player=columns.write([each.player], columns.PLAYER),
        before=columns.write([each.from_rating or 0], columns.RATING),
        after=columns.write([each.to_rating or 0], columns.RATING),
        by="the-commission",
    )


# ------------------------------------------------------------------------------------------ closing


def close_all(
    ledger: Ledger, official: Official, world: World, book: str, first: int = 0
) -> list[Sealed]:
    """Record a world from closing `first` on, and close each period."""
    sealed = []
    for index, period in enumerate(world.periods):
        if index >= first:
            record_before(ledger, world, book, index)
            sealed.append(
                CloseList(pool=book, period=period).record(House(ledger, official)).result
            )
    return sealed


def recorded(ledger: Ledger, world: World, book: str, days: Days = ()) -> list[Sealed]:
    """Record a whole world, list by list."""
    begin(ledger, world, book, days)
    with following(ledger) as official:
        return close_all(ledger, official, world, book)


def world_of(book: str, seed: int) -> tuple[World, Days]:
    """Return a random world and the lists announced."""
    if book == FIDE:
        return random_worlds.fide_world(seed, periods=5), []
    world = random_worlds.rubele_world(seed)
    return world, random_worlds.rubele_list_days(world)
