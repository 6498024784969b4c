"""Random histories of each regulation: recorded in a real ledger, and calculated
exactly beside.

A family is what the suite `test_row_for_row` needs of one regulation. With LEDGER_TEST_FULL=1 each
has ten to twenty times as many histories.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any

from projections.rulebooks import rulebook
from tests.oracles import (
    fide_replay,
    random_careers,
    rubele_eras,
    rubele_replay,
    uisp_replay,
    uisp_seasons,
)
from tests.oracles.fide_booking import Careers
from tests.oracles.fide_editions import BLITZ, POOLS, RAPID, STANDARD
from tests.oracles.fide_editions import LAW as FIDE
from tests.oracles.fide_editions import Law as FideLaw
from tests.oracles.random_careers import ERAS, LINKED_FROM, era_of
from tests.oracles.rubele_era import Era
from tests.oracles.rubele_law import (
    DISCIPLINES,
    INTERNAZIONALE,
    ITALIANA,
    NAZIONALE,
    PROVINCIALE,
    REGIONALE,
)
from tests.oracles.rubele_law import LAW as RUBELE
from tests.oracles.rubele_law import Law as RubeleLaw
from tests.oracles.uisp import LAW as UISP
from tests.oracles.uisp import SOURCES
from tests.oracles.uisp import Law as UispLaw
from tests.oracles.uisp_replay import Season
from tests.support import careers, quarters, years
from tests.support.counts import FULL
from tests.support.recording import a_ledger, following
from tests.support.verified_worlds import verify


@dataclass(frozen=True)
class Family:
    """Histories drawn from seeds under a regulation, and the exact calculation of the lists."""

    seeds: Sequence[int]
    sealed: Callable[[str, int], tuple[Any, Any]]
    """Records the history of a seed in a ledger at an address: the history, the rows sealed."""
    differences: Callable[..., Iterable[str]]
    """Of a history and its rows: those that are not calculated so, also under an altered `law`."""
    lists: Sequence[tuple[Any, ...]]
    """Lists in which one altered point must be noticed: the keys of each in the rows."""
    altered: Mapping[str, Any] = field(default_factory=dict)
    """The law of the exact calculation with one number altered, by what is altered."""


# ------------------------------------------------------------------ FIDE: sixty months, three pools


def covered(seed: int) -> tuple[str, ...]:
    """Return the pools with rulebooks early enough for the careers of a seed."""
    begins = ERAS[era_of(seed)]
    found = []
    for pool in POOLS:
        needed = begins if pool == STANDARD else max(begins, LINKED_FROM)
        if date.fromisoformat(rulebook(pool).editions[0].name) <= needed:
            found.append(pool)
    return tuple(found)


def _careers(address: str, seed: int) -> tuple[Careers, careers.Rows]:
    drawn = random_careers.careers(seed, covered(seed))
    with a_ledger(address) as ledger:
        careers.begin(ledger, drawn)
        with following(ledger) as official:
            careers.close_all(ledger, official, drawn)
        return drawn, careers.sealed_rows(ledger, drawn)


def _career_differences(drawn: Careers, rows: careers.Rows, law: FideLaw = FIDE) -> Iterable[str]:
    return careers.differences(rows, fide_replay.lists_of(fide_replay.Replay(drawn, law)))


_STATED: list[tuple[str, dict[str, Any]]] = [
    (STANDARD, {"floor": 1010}),
    (STANDARD, {"limit": 412}),
    (STANDARD, {"upgrades": 2}),
    (STANDARD, {"no_limit_from": 2800}),
    (STANDARD, {"points_per_half_over": 21}),
    (STANDARD, {"added_rating": 1810}),
    (STANDARD, {"first_rating_games": 6}),
    (STANDARD, {"pool_months": 25}),
    (STANDARD, {"k_games": 31}),
    (STANDARD, {"k_high_from": 2405}),
    (STANDARD, {"junior_until": 17}),
    (STANDARD, {"junior_under": 2310}),
    (STANDARD, {"k_times_games": 690}),
    (RAPID, {"k_printed_from": "2023-01"}),
    (RAPID, {"gap_not_rated": 650}),
    (BLITZ, {"gap_with_above": 2900}),
]
"""Numbers of editions, altered wherever an edition of the pool states them."""

_FIDE_ALTERED = {
    **{f"{pool} {next(iter(numbers))}": FIDE.altered(pool, **numbers) for pool, numbers in _STATED},
    "a cell of 8.1.2": replace(FIDE, tables=FIDE.tables.with_wrong_pd(100, 65)),
    "the part lifted in March 2024": replace(FIDE, lift_part=Fraction(41, 100)),
    "the month of the lift": replace(FIDE, lift_list="2024-04"),
    "the gap of October 2022": replace(FIDE, catch_up_gap=101),
    "the third list after the end": replace(FIDE, late_lists=4),
    "three days before the list": replace(FIDE, closing_days=4),
    "twelve lists without a game": replace(FIDE, inactive_after=13),
}


# ------------------------------------------------------------------------------ UISP: ten quarters


def _season(book: str, address: str, seed: int) -> tuple[Season, quarters.Rows]:
    season = uisp_seasons.season(seed)
    with a_ledger(address) as ledger:
        quarters.begin(ledger, season, book)
        with following(ledger) as official:
            quarters.close_all(ledger, official, season, book)
            assert verify(ledger).faults == []
            return season, quarters.sealed_rows(official, season, book)


def season_differences(
    book: str, season: Season, rows: quarters.Rows, law: UispLaw = UISP
) -> list[str]:
    """Yield the rows of lists absent from the exact calculation of a rulebook."""
    exact = uisp_replay.replay(season, quarters.BOOKS[book], law)
    return quarters.differences(season, rows, quarters.exact_rows(exact))


_UISP_ALTERED = {
    "a row of the table": UISP.with_wrong_edge(122),
    "the last row in use": UISP.with_wrong_edge(392),
    "no more than 400": replace(UISP, limit=412),
    "K 10": replace(UISP, k_blitz=15),
    "K 20": replace(UISP, k_rapid=15),
    "K 30": replace(UISP, k_standard=40),
    "the half of what is played online": replace(UISP, online_part=Fraction(1)),
    "blitz to ten minutes": replace(UISP, blitz_to_seconds=601),
    "rapid under an hour": replace(UISP, rapid_under_seconds=3540),
    "thirty minutes": replace(UISP, long_base_seconds=1799),
    "ten seconds": replace(UISP, long_increment_seconds=9),
    "the tenth day before": replace(UISP, closing_days=9),
    "the fixed points": replace(UISP, newcomer=1441),
    "the order of the lists": replace(UISP, sources=(SOURCES[1], SOURCES[0], *SOURCES[2:])),
    "the last of the lists": replace(UISP, sources=SOURCES[:-1]),
}


# ------------------------------------------------------ Elo-Rubele: sixteen years, both disciplines


def sealed_years(
    address: str,
    era: Era,
    *,
    verified: bool = True,
    minimum: dict[date, int] | None = None,
    permanence: tuple[tuple[date, str], ...] = (),
) -> years.Rows:
    """Record years in a ledger at an address and close their lists; return the rows sealed."""
    with a_ledger(address) as ledger:
        years.begin(ledger, era, minimum, permanence)
        with following(ledger) as official:
            years.close_all(ledger, official, era)
            assert not verified or verify(ledger).faults == []
            return years.sealed_rows(official, era)


def _years(address: str, seed: int) -> tuple[Era, years.Rows]:
    era = rubele_eras.era(seed)
    return era, sealed_years(address, era, verified=FULL or seed == 0)


def year_differences(era: Era, rows: years.Rows, law: RubeleLaw = RUBELE) -> Iterable[str]:
    """Yield the rows of capitals absent from the exact calculation, list after list."""
    return years.differences(era, rows, rubele_replay.lists_of(rubele_replay.chain_of(era, law)))


def _with_row(table: str, category: int, row: tuple[int, int]) -> RubeleLaw:
    """The same with another row of table 20 or 21."""
    rows = list(getattr(RUBELE, table))
    rows[category] = row
    altered: dict[str, Any] = {table: tuple(rows)}
    return replace(RUBELE, **altered)


def _with_threshold(discipline: str, at: int) -> RubeleLaw:
    """Return the same with the threshold of a category a point higher."""
    thresholds = list(RUBELE.of(discipline).thresholds)
    thresholds[at] += 1
    return RUBELE.altered(discipline, thresholds=tuple(thresholds))


_RUBELE_ALTERED = {
    **{
        f"{discipline} {number}": RUBELE.altered(discipline, **{number: value})
        for discipline, numbers in {
            ITALIANA: {
                "bands": ((0, 150), (3001, 100), (3900, 50)),
                "start": 301,
                "q": 11,
            },
            INTERNAZIONALE: {
                "bands": ((0, 240), (2000, 160), (3000, 81)),
                "start": 501,
                "q": 14,
            },
        }.items()
        for number, value in numbers.items()
    },
    **{
        f"{discipline}, threshold {at + 1}": _with_threshold(discipline, at)
        for discipline in DISCIPLINES
        for at in range(4)
    },
    **{f"table 19, from {low}": RUBELE.with_wrong_row(low) for low in (0, 690, 1716, 4930)},
    "the minimum": replace(RUBELE, floors=((date(2008, 1, 1), 101),)),
    "the bonus": replace(RUBELE, bonus=11),
    "the first day of the change of 2021": replace(RUBELE, corrective_from=date(2020, 12, 30)),
    "the malus": replace(RUBELE, malus=49),
    "the malus in all": replace(RUBELE, malus_in_all=440),
    "the idle years of a foreigner": replace(RUBELE, idle_years=3),
    "table 20, Maestro": _with_row("to_internazionale", 4, (NAZIONALE, 2501)),
    "table 20, Candidato Maestro": _with_row("to_internazionale", 3, (REGIONALE, 1701)),
    "table 20, Nazionale": _with_row("to_internazionale", 2, (PROVINCIALE, 1001)),
    "table 20, Regionale": _with_row("to_internazionale", 1, (PROVINCIALE, 501)),
    "table 21, M.N.": _with_row("to_italiana", 4, (NAZIONALE, 2001)),
    "table 21, Candidato Maestro": _with_row("to_italiana", 3, (REGIONALE, 1501)),
    "table 21, Nazionale": _with_row("to_italiana", 2, (REGIONALE, 1001)),
    "table 21, Regionale": _with_row("to_italiana", 1, (PROVINCIALE, 301)),
    "table 22, an edge": replace(RUBELE, world=((2001, Fraction(9, 5)), *RUBELE.world[1:])),
    "table 22, the last factor": replace(RUBELE, world_above=Fraction(26, 10)),
}


FAMILIES = {
    "fide": Family(
        [seed for seed in range(40 if FULL else 4) if STANDARD in covered(seed)],
        _careers,
        _career_differences,
        [(STANDARD, 30)],
        _FIDE_ALTERED,
    ),
    "uisp": Family(
        range(40 if FULL else 3),
        partial(_season, "uisp"),
        partial(season_differences, "uisp"),
        [(5,)],
        _UISP_ALTERED,
    ),
    "uisp-exact": Family(
        range(40 if FULL else 3),
        partial(_season, "uisp-exact"),
        partial(season_differences, "uisp-exact"),
        [(5,)],
    ),
    "rubele": Family(
        range(60) if FULL else (0, 2, 5),
        _years,
        year_differences,
        [(discipline, 5) for discipline in DISCIPLINES],
        _RUBELE_ALTERED,
    ),
}
"""The seeds of quick runs hold every named case, and let every altered number be caught."""
