"""From a current report in columns to the report model, with corrected totals and ranks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from ledger import columns
from ledger.events.report import NOT_GIVEN, ReportColumns, rounds_of
from ledger.tournaments import counting
from ledger.tournaments.current_report import Announced, CurrentReport
from ledger.tournaments.report import (
    Bye,
    Entrant,
    Game,
    NationalNumber,
    Team,
    TournamentReport,
    year_of,
)


class Words(msgspec.Struct, frozen=True):
    """Erasable words of an entrant, as stored beside the report."""

    name: str = ""
    title: str = ""
    sex: str = ""
    birth: str = ""
    federation: str = ""
    number: str = ""
    rating: int | None = None
    """None: as in the column of the report."""
    national: tuple[NationalNumber, ...] = ()


class Officials(msgspec.Struct, frozen=True):
    """The arbiters of a report as stored beside it; "" and () where unknown or erased."""

    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()


WordsOfRow = Callable[[int], Words]
"""Returns the words of an entrant, by row of the report."""


class Part(NamedTuple):
    """A report and the entrants' register numbers, row by row."""

    report: TournamentReport
    players: tuple[int, ...]


def part_of(
    announced: Announced, current: CurrentReport, words_of: WordsOfRow, officials: Officials
) -> Part:
    """Return a current report in the report model, as corrected."""
    fact = current.report
    lines = current.report.other_records
    report = TournamentReport(
        name=announced.name,
        place=announced.place or "",
        federation=announced.federation or "",
        start=current.start,
        end=current.end,
        type=announced.pairing_system or "",
        time_control=current.time_control or announced.time_control or "",
        number_of_rounds=len(fact.rounds),
        round_dates=tuple(round_.on for round_ in fact.rounds),
        entrants=tuple(_entrants(current, words_of)),
        games=games_of(current),
        byes=_byes(fact),
        teams=_teams(fact),
        scoring=fact.scoring or "",
        rounds_announced=fact.rounds_announced or len(announced.round_days or ()),
        initial_colour=fact.initial_colour or "",
        other_records=tuple(line for line in lines if line[:3] != "330" or not current.results),
        chief_arbiter=officials.chief_arbiter,
        deputies=officials.deputies,
    )
    return Part(_with_corrected_totals(report, current), players_of(current))


def players_of(current: CurrentReport) -> tuple[int, ...]:
    """Return the register numbers of the entrants, row by row, as corrected."""
    return tuple(columns.read(current.player(), columns.PLAYER).tolist())


def players_reported(fact: ReportColumns) -> tuple[int, ...]:
    """Return the register numbers of the entrants, row by row, without corrections."""
    return tuple(columns.read(fact.entrants.player, columns.PLAYER).tolist())


def games_of(current: CurrentReport) -> tuple[Game, ...]:
    """Return the games of a current report, as corrected."""
    return _games(current.report, current.results)


def games_reported(fact: ReportColumns) -> tuple[Game, ...]:
    """Return the games without corrections."""
    return _games(fact, {})


def _entrants(current: CurrentReport, words_of: WordsOfRow) -> Iterator[Entrant]:
    fact = current.report.entrants
    numbers = columns.read(fact.number, columns.NUMBER).tolist()
    ratings = columns.read(fact.rating, columns.RATING).tolist()
    halves, ranks = (
        _optional_numbers(text, len(numbers)) for text in (fact.half_points, fact.rank)
    )
    for row, number in enumerate(numbers):
        words = words_of(row)
        yield Entrant(
            line=0,
            number=number,
            name=words.name,
            sex=words.sex,
            title=words.title,
            rating=ratings[row] if words.rating is None else words.rating,
            federation=words.federation,
            reported_number=words.number,
            birth=words.birth,
            birth_year=year_of(words.birth),
            points_halves=halves[row],
            rank=ranks[row],
            national=words.national,
        )


def _optional_numbers(text: str, rows: int) -> list[int | None]:
    if not text:
        return [None] * rows
    return [
        None if value == NOT_GIVEN else value
        for value in columns.read(text, columns.NUMBER).tolist()
    ]


def _games(fact: ReportColumns, corrected: Mapping[int, tuple[str, str]]) -> tuple[Game, ...]:
    white, black = (
        columns.read(side, columns.NUMBER).tolist() for side in (fact.games.white, fact.games.black)
    )
    reported = zip(fact.games.white_result, fact.games.black_result, strict=True)
    results = [corrected.get(game, both) for game, both in enumerate(reported)]
    colours = fact.games.colours or "w" * len(results)
    rows = zip(rounds_of(fact), white, black, results, colours, strict=True)
    return tuple(
        Game(number, one, other, *both, colours=colour != "-")
        for number, one, other, both, colour in rows
    )


def _teams(fact: ReportColumns) -> tuple[Team, ...]:
    if fact.teams is None:
        return ()
    members = columns.read(fact.teams.member, columns.NUMBER).tolist()
    numbers, sizes = (
        columns.read(text, columns.NUMBER).tolist() for text in (fact.teams.number, fact.teams.size)
    )
    ends = list(accumulate(sizes))
    return tuple(
        Team(number, name, tuple(members[end - size : end]))
        for number, name, size, end in zip(numbers, fact.teams.name, sizes, ends, strict=True)
    )


def _with_corrected_totals(report: TournamentReport, current: CurrentReport) -> TournamentReport:
    """Change totals and ranks by the effect of corrected results.

    A report recorded without totals gets the totals of its results, and ranks if it has none.
    """
    ranks = [entrant.rank for entrant in report.entrants]
    if not current.report.entrants.half_points:
        recounted = counted(report, counting.values(report.scoring), ranks)
        keeps_ranks = current.report.entrants.rank and not current.results
        return _with(recounted, rank=ranks) if keeps_ranks else recounted
    totals = totals_of(current.report, current.results)
    if totals == [entrant.points_halves for entrant in report.entrants]:
        return report
    changed = _with(report, points_halves=totals)
    has_ranks = any(rank is not None for rank in ranks)
    return _with(changed, rank=counting.ranks(totals, ranks)) if has_ranks else changed


def totals_of(fact: ReportColumns, corrected: Mapping[int, tuple[str, str]]) -> list[int | None]:
    """Return the total of each entrant in half points, with forfeits and byes; None: not given.

    As the report gives them, changed by the effect of `corrected` results by game. A report without
    totals has those of its results.
    """
    entrants = len(fact.entrants.number) // columns.NUMBER
    printed = _optional_numbers(fact.entrants.half_points, entrants)
    results = enumerate(zip(fact.games.white_result, fact.games.black_result, strict=True))
    if fact.entrants.half_points and all(corrected.get(at, both) == both for at, both in results):
        return printed
    games, byes = _games(fact, corrected), _byes(fact)
    if not fact.entrants.half_points:
        return [*counting.sums(entrants, games, byes, counting.values(fact.scoring or ""))]
    reported = games_reported(fact)
    way = counting.fitting(printed, reported, byes, fact.scoring or "")
    before = counting.sums(entrants, reported, byes, way)
    after = counting.sums(entrants, games, byes, way)
    return [
        None if total is None else max(0, total + now - then)
        for total, now, then in zip(printed, after, before, strict=True)
    ]


def _byes(fact: ReportColumns) -> tuple[Bye, ...]:
    return tuple(Bye(bye.round, bye.entrant, bye.code) for bye in fact.byes)


def counted(
    report: TournamentReport, way: counting.Values, ranks_before: Sequence[int | None]
) -> TournamentReport:
    """Return the report with totals and ranks computed from the results."""
    totals = counting.sums(len(report.entrants), report.games, report.byes, way)
    return _with(report, points_halves=totals, rank=counting.ranks(totals, ranks_before))


def _with(report: TournamentReport, **columns_of: Sequence[int | None]) -> TournamentReport:
    """Return the report with other values of the entrants, by field and row."""
    entrants = []
    for row, entrant in enumerate(report.entrants):
        values: dict[str, Any] = {name: column[row] for name, column in columns_of.items()}
        entrants.append(replace(entrant, **values))
    return replace(report, entrants=tuple(entrants))


def completed(report: TournamentReport) -> TournamentReport:
    """Return the report with a total for each entrant and ranks by total.

    A missing total is the sum of the results, counted as most of the printed totals are. Ranks
    that follow the totals stay; otherwise all are given anew, equal totals in the order in which
    they stood.
    """
    printed = [entrant.points_halves for entrant in report.entrants]
    ranks = [entrant.rank for entrant in report.entrants]
    way = counting.fitting(printed, report.games, report.byes, report.scoring)
    sums = counting.sums(len(printed), report.games, report.byes, way)
    totals = [
        total_of_results if total is None else total
        for total, total_of_results in zip(printed, sums, strict=True)
    ]
    if not counting.ranks_follow(totals, ranks):
        report = _with(report, rank=counting.ranks(totals, ranks))
    return _with(report, points_halves=totals)
