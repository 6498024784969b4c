"""Random histories corrected after the booking lists, and calculated exactly beside
the ledger.

A family is what the suite `test_corrected_after_closing` needs of one regulation. With
LEDGER_TEST_FULL=1 each has more histories, and every player of a list is asked about.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Any

from ledger.store.ledger import Ledger
from ops.closings.recordings import CloseList
from ops.house import House
from projections import list_document
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.corrections import corrected_units, recounts
from projections.queries.explain import explain
from projections.queries.printed import sealed_list
from projections.rating.corrected import ASKED, BOOKED, ENTERED, VOID
from tests.oracles import (
    fide_corrections,
    random_worlds,
    rubele_corrections,
    rubele_eras,
    rubele_spoilt,
    uisp_corrections,
)
from tests.oracles.rubele_era import Era
from tests.oracles.rubele_law import LAW as RUBELE
from tests.oracles.rubele_replay import lists_of as exact_lists
from tests.oracles.uisp import LAW as UISP
from tests.oracles.uisp_corrections import Told
from tests.oracles.uisp_replay import Season
from tests.oracles.world import World
from tests.support import quarters, revising, revising_quarters, revising_years, years
from tests.support.counts import FULL
from tests.support.kept_state import lists_of
from tests.support.recording import adjusted, begin, following, record, submit
from tests.support.worksheet_checks import check_lines, kinds_corrected
from tests.support.worlds import FIDE, fide_rows


@dataclass(frozen=True)
class Corrected:
    """Histories drawn from seeds under a regulation, recorded and corrected in a ledger."""

    pools: Sequence[str]
    seeds: Sequence[int]
    draw: Callable[[int], Any]
    record: Callable[[Ledger, Any, int, bool], Sequence[Any]]
    """Records a history, correcting before each closing what lists have booked: the corrections.

    With True, whatever is corrected is put back before the closing.
    """
    rows: Callable[[Ledger, Any], Any]
    """The rows of the sealed lists of a history."""
    differences: Callable[..., Iterable[str]]
    """Of a history, its rows and corrections: the rows that are not calculated so.

    Named arguments spoil the calculation.
    """
    spoilt: Mapping[str, dict[str, Any]]
    kinds: Callable[[Official, Any], set[str]]
    """Explains ratings of every list, down to the unit corrected: the kinds of these units."""
    expected: frozenset[str]
    """The kinds that there must be."""
    undoes: bool = True
    """Whether everything that is told late can be put back before the closing."""
    part: Callable[[int], Any] | None = None
    """A shorter history of a seed, where the whole is long."""

    def short(self, seed: int) -> Any:
        """Return the history of a seed, or the first lists."""
        return (self.part or self.draw)(seed)

    def corrected(self, official: Official) -> list[Any]:
        """Return the units and recounts booked by closed lists of the pools."""
        pools = [PoolQuery(official.track, name) for name in self.pools]
        return [unit for pool in pools for unit in (*corrected_units(pool), *recounts(pool))]


# ------------------------------------------------------------------------------- FIDE: seven months


def _world(seed: int) -> World:
    """A federation of many newcomers, so that first ratings are made, and made void."""
    return random_worlds.fide_world(seed, players=16, periods=7)


def _record_world(ledger: Ledger, world: World, seed: int, undone: bool) -> Sequence[Any]:
    desk = revising.Revising(ledger, world, Random(seed))
    begin(ledger, world, FIDE)
    with following(ledger) as official:
        for index, period in enumerate(world.periods):
            desk.revise(index)
            if undone:
                for report in desk.standing.values():
                    desk.say(report.undo())
            for played in world.tournaments:
                if played.recorded == index:
                    at = submit(ledger, played, FIDE)
                    desk.standing[played.id] = revising.Standing(played, at)
            for decided in world.adjustments:
                if decided.recorded == index:
                    record(ledger, f"adjust {decided.player} {index}", adjusted(decided, FIDE))
            CloseList(pool=FIDE, period=period).record(House(ledger, official))
    return desk.changes


def _world_rows(ledger: Ledger, world: World) -> list[dict[int, dict[str, int]]]:
    found = []
    for digest in lists_of(ledger, FIDE):
        values = list_document.read(ledger.read.document(digest) or b"").values
        names = [name for name in values if name != "player"]
        found.append(
            {
                int(player): {name: int(values[name][at]) for name in names}
                for at, player in enumerate(values["player"].tolist())
            }
        )
    return found


def _world_differences(
    world: World, rows: list[dict[int, dict[str, int]]], changes: Sequence[Any], **how: Any
) -> Iterator[str]:
    exact = fide_rows(fide_corrections.replay(world, list(changes), **how))
    for period, ours, theirs in zip(world.periods, rows, exact, strict=True):
        for player in sorted({*ours, *theirs}):
            if ours.get(player) != theirs.get(player):
                yield f"{period} player {player}: {ours.get(player)}, exactly {theirs.get(player)}"


def _world_kinds(official: Official, world: World) -> set[str]:
    asked = [player.id for player in world.players[:: None if FULL else 3]]
    return kinds_corrected(PoolQuery(official.track, FIDE), asked)


# ------------------------------------------------------------------------------ UISP: five quarters


def _record_season(book: str) -> Callable[[Ledger, Season, int, bool], Sequence[Any]]:
    def recording(ledger: Ledger, season: Season, seed: int, undone: bool) -> Sequence[Any]:
        random = Random(f"{season.carried}")
        desk = revising_quarters.Revising(ledger, season, book, random, undone)
        quarters.begin(ledger, season, book)
        with following(ledger) as official:
            quarters.close_all(ledger, official, season, book, desk)
        return desk.changes

    return recording


def _record_late(book: str) -> Callable[[Ledger, Season, int, bool], Sequence[Any]]:
    """Lists of FIDE are recorded, and entry ratings decided, closing by closing."""

    def recording(ledger: Ledger, season: Season, seed: int, undone: bool) -> Sequence[Any]:
        told = revising_quarters.told_late(season)
        random = Random(f"{season.carried}")
        desk = revising_quarters.Telling(ledger, season, book, random, undone, told=told)
        quarters.begin(ledger, season, book, told.lists)
        with following(ledger) as official:
            quarters.close_all(ledger, official, season, book, desk)
        return desk.changes

    return recording


def _season_rows(book: str) -> Callable[[Ledger, Season], quarters.Rows]:
    def rows(ledger: Ledger, season: Season) -> quarters.Rows:
        with following(ledger) as official:
            return quarters.sealed_rows(official, season, book)

    return rows


def _season_differences(book: str, *, late: bool = False) -> Callable[..., list[str]]:
    def differences(
        season: Season, rows: quarters.Rows, changes: Sequence[Any], **how: Any
    ) -> list[str]:
        if late:
            right = revising_quarters.told_late(season)
            how = {**how, "told": how.get("told", lambda told: told)(right)}
        carry = quarters.BOOKS[book]
        exact = uisp_corrections.replay(season, list(changes), carry, **how)
        return quarters.differences(season, rows, quarters.exact_rows(exact))

    return differences


def _one_closing_later(told: Told) -> Told:
    return Told(
        {each: since + 1 for each, since in told.lists.items()},
        {player: (rating, since + 1) for player, (rating, since) in told.decided.items()},
    )


def _season_kinds(book: str) -> Callable[[Official, Season], set[str]]:
    """Also players who enter by a correction, are no unit, or are left without a game."""

    def kinds(official: Official, season: Season) -> set[str]:
        pool = PoolQuery(official.track, book)
        for on in pool.lists()[1:]:
            for player in season.players[:: None if FULL else 4]:
                check_lines(explain(pool, player, on))
        last = pool.lists()[-1]
        listed = sealed_list(pool, last).values["player"].tolist()
        left = [
            state.fields
            for state in pool.states(listed, last.number).values()
            if state.fields["entry_rating"] and not state.fields["games"]
        ]
        return {unit.unit.kind for unit in corrected_units(pool)} | {
            "left without a game" for _ in left
        }

    return kinds


def _season(book: str, *seeds: int) -> Corrected:
    return Corrected(
        [book],
        range(30) if FULL else seeds,
        quarters.small,
        _record_season(book),
        _season_rows(book),
        _season_differences(book),
        {
            "not less what was booked so far": {"telescoped": False},
            "another number of the law": {"law": replace(UISP, k_rapid=15)},
            "another first rating": {"law": replace(UISP, newcomer=1441)},
        },
        _season_kinds(book),
        frozenset({BOOKED, ENTERED, "left without a game"}),
    )


def _late(book: str, *seeds: int) -> Corrected:
    return replace(
        _season(book, *seeds),
        undoes=False,
        record=_record_late(book),
        differences=_season_differences(book, late=True),
        spoilt={
            "all known from the beginning": {"told": lambda told: Told()},
            "not less what was booked so far": {"telescoped": False},
            "told one closing later": {"told": _one_closing_later},
        },
        expected=frozenset({BOOKED, ENTERED, ASKED}),
    )


# ------------------------------------------------------ Elo-Rubele: sixteen years, both disciplines


def record_years(
    ledger: Ledger,
    era: Era,
    seed: int,
    undone: bool = False,
    minimum: dict[date, int] | None = None,
) -> Sequence[Any]:
    """Record years, with corrections of booked lists before each closing; return the
    corrections.
    """
    desk = revising_years.Revising(ledger, era, Random(seed))
    years.begin(ledger, era, minimum)
    with following(ledger) as official:
        for index, day in enumerate(era.lists):
            years.decide(ledger, official, era, index)
            desk.revise(index)
            if undone:
                desk.undo()
            for event in era.events:
                if event.played.recorded == index:
                    desk.submit(event)
            for pool in years.POOLS.values():
                CloseList(pool=pool, period=day.isoformat()).record(House(ledger, official))
    return desk.changes


def year_rows(ledger: Ledger, era: Era) -> years.Rows:
    """The rows of the sealed lists of both disciplines."""
    with following(ledger) as official:
        return years.sealed_rows(official, era)


def year_differences(
    era: Era, rows: years.Rows, changes: Sequence[Any], law: Any = RUBELE, **how: Any
) -> Iterator[str]:
    """Yield the rows that are calculated otherwise, list after list."""
    chain = rubele_corrections.corrected_chain(era, changes, law, **how)
    return years.differences(era, rows, exact_lists(chain))


def year_kinds(official: Official, era: Era) -> set[str]:
    """Explain corrected ratings; in quick runs one in thirty."""
    kinds = set()
    for name in years.POOLS.values():
        pool = PoolQuery(official.track, name)
        rows = {row.number: row for row in pool.lists()}
        corrected = sorted({(recount.on, recount.player) for recount in recounts(pool)})
        for on, player in corrected[:: 1 if FULL else 30]:
            kinds |= {unit.kind for unit in explain(pool, player, rows[on]).corrected}
    return kinds


def first_years(lists: int) -> Callable[[int], Era]:
    """In quick runs no more than the first lists of the years of a seed."""

    def drawn(seed: int) -> Era:
        era = rubele_eras.era(seed)
        return era if FULL else replace(era, lists=era.lists[:lists])

    return drawn


FAMILIES = {
    "fide": Corrected(
        [FIDE],
        range(60) if FULL else range(6, 10),
        _world,
        _record_world,
        _world_rows,
        _world_differences,
        {
            "rounded by tournament": {"rounding": "per_tournament"},
            "not less what was booked so far": {"telescoped": False},
        },
        _world_kinds,
        frozenset({BOOKED, VOID}),
    ),
    "uisp": _season("uisp", 1, 3),
    "uisp-exact": _season("uisp-exact", 1, 3),
    "uisp, told late": _late("uisp", 1, 19),
    "uisp-exact, told late": _late("uisp-exact", 1, 19),
    "rubele": Corrected(
        list(years.POOLS.values()),
        range(60) if FULL else (4,),
        rubele_eras.era,
        record_years,
        year_rows,
        year_differences,
        {kind.__name__: {"kind": kind} for kind in rubele_spoilt.SPOILT},
        year_kinds,
        frozenset({BOOKED}),
        part=first_years(9),
    ),
}
"""The seeds of quick runs let every spoilt calculation be caught, and hold every kind expected."""

SEVERAL = (
    FAMILIES
    if FULL
    else {name: FAMILIES[name] for name in ("fide", "uisp-exact, told late", "rubele")}
)
"""For suites about what all families share: in quick runs one family of each regulation."""
