"""Exports of every season, a quarter or (LEDGER_TEST_FULL=1) all, read by two other programs."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf.exceptions import ConsistencyError

from ledger.export.trf import Edition, report_file, write_trf
from ledger.intake.import_report.parts import taken
from ledger.store.ledger import Ledger
from ledger.tournaments.recorded_report import folded
from ledger.tournaments.report import TournamentReport
from ledger.tournaments.report_from_columns import completed
from tests.support.counts import FULL
from tests.support.other_readers import (
    beyond_py4swiss,
    by_py4swiss,
    by_trf,
    told_by,
    told_by_py4swiss,
    told_by_trf,
)
from tests.support.published_format import faults, totals_that_do_not_follow
from tests.support.recorded_reports import recorded_report
from tests.support.seasons import SEASONS

STEP = 1 if FULL else 4
EDITIONS: tuple[Edition, ...] = ("trf16", "trf26")
SAMPLE = "sample"
FEWEST = {SAMPLE: 21, "fide-2022-2025": 91, "draughts-2008-2021": 107, "uisp-2017-2019": 53}
"""Tournaments with a report."""


class Exported(NamedTuple):
    """A tournament, the present report, complete, and the files by edition."""

    tournament: str
    report: TournamentReport
    files: dict[Edition, bytes]


def some_of(address) -> Iterator[Exported]:
    """Return every tournament with a report in a ledger; in a quick run a quarter."""
    with Ledger.open(str(address)) as ledger:
        number = 1
        while (known := folded(ledger.read, f"T-{number:06d}")).registered is not None:
            tournament, number = f"T-{number:06d}", number + 1
            if known.parts and number % STEP == 0:
                files = {form: report_file(ledger.read, tournament, form) for form in EDITIONS}
                report = completed(recorded_report(ledger.read, tournament))
                yield Exported(tournament, report, files)


@pytest.fixture(scope="module")
def exports_of(sample, ledger_of):
    """Return the exports of a season by name."""
    seasons = {season.name: season for season in SEASONS}

    @cache
    def exports(name: str) -> tuple[Exported, ...]:
        return tuple(some_of(sample if name == SAMPLE else ledger_of(seasons[name])))

    return exports


each_season = pytest.mark.parametrize("season", FEWEST)
each_edition = pytest.mark.parametrize("edition", EDITIONS)


def test_every_season_is_exported():
    assert FEWEST.keys() == {SAMPLE, *(season.name for season in SEASONS)}


@each_season
def test_a_season_has_its_tournaments(season, exports_of):
    assert len(exports_of(season)) >= FEWEST[season] // STEP


@each_season
@each_edition
def test_every_line_stands_as_the_published_format_says(season, edition, exports_of):
    found = {
        exported.tournament: faults(exported.files[edition], edition)
        for exported in exports_of(season)
    }
    assert {tournament: wrong for tournament, wrong in found.items() if wrong} == {}


@each_season
def test_totals_of_trf26_follow_from_the_results_as_its_own_records_count_them(season, exports_of):
    """Records 162 and 299: a win counts 2 in draughts, which a checker knows only from
    these records.
    """
    for exported in exports_of(season):
        assert totals_that_do_not_follow(exported.files["trf26"]) == [], exported.tournament


def assert_ranks_follow(told):
    """Check as a reader: nobody stands before a player with more points."""
    by_rank = sorted(told, key=lambda player: (player.rank, -player.halves))
    assert all(one.halves >= other.halves for one, other in pairwise(by_rank))


@each_season
@each_edition
def test_trf_reads_what_the_report_says(season, edition, exports_of):
    for exported in exports_of(season):
        read, report = by_trf(exported.files[edition]), exported.report
        assert told_by_trf(read) == told_by(report), exported.tournament
        assert_ranks_follow(told_by_trf(read))
        about = (read.name, read.city, read.federation, read.startdate, read.enddate)
        days = (f"{day:%Y/%m/%d}" for day in (report.start, report.end))
        assert about == (report.name, report.place, report.federation, *days)
        rounds = max(report.number_of_rounds, report.rounds_announced)
        assert read.xx_fields.get("XXR") == (str(rounds) if edition == "trf16" else None)


@each_season
def test_py4swiss_reads_strictly_what_the_report_says(season, exports_of, tmp_path):
    """The program adds up the points, a win counting as the file says, and checks every pairing."""
    for exported in exports_of(season):
        file, report = exported.files["trf16"], exported.report
        if beyond := sorted(set(beyond_py4swiss(report))):
            with pytest.raises(ConsistencyError, match="Incompatible"):
                by_py4swiss(file, tmp_path)
            assert season == "draughts-2008-2021", beyond
            continue
        read = by_py4swiss(file, tmp_path)
        assert told_by_py4swiss(read) == told_by(report), exported.tournament
        assert_ranks_follow(told_by_py4swiss(read))
        rounds = max(report.number_of_rounds, report.rounds_announced)
        assert read.x_section.number_of_rounds == rounds


# --------------------------------------------------------------------------------- the next round


def without_last_round(report):
    """Return the report before the last round, which is announced all the same."""
    rounds = report.number_of_rounds
    before = taken(report, (1, rounds - 1), (report.start, report.end))
    return completed(replace(before, rounds_announced=rounds))


@pytest.mark.parametrize("season", ["fide-2022-2025"])
def test_py4swiss_pairs_the_next_round_of_an_export(season, exports_of, tmp_path):
    """Everybody once, and nobody again with the same opponent."""
    swiss = [
        exported.report
        for exported in exports_of(season)
        if "Swiss" in exported.report.type and exported.report.number_of_rounds > 2
    ]
    assert len(swiss) > 40 // STEP
    for report in swiss[:: 4 // STEP]:
        before = without_last_round(report)
        read = by_py4swiss(write_trf(before), tmp_path)
        pairs = [(pair.white, pair.black) for pair in DutchEngine.generate_pairings(read)]
        seated = sorted(number for pair in pairs for number in pair if number)
        assert seated == [entrant.number for entrant in before.entrants]
        met = {
            frozenset(before.entrants[side].number for side in (game.white, game.black))
            for game in before.games
            if {game.white_result, game.black_result}.isdisjoint("+-")
        }
        assert not met & set(map(frozenset, pairs))
