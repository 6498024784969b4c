"""Hypothesis strategies: reports with everything possible in a file."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st

from ledger.intake.formats.trf.reader import read_trf
from ledger.tournaments.report import Entrant, Game, NationalNumber, Team, TournamentReport
from tests.support.tournament_strategies import tournaments

WORDS = st.text("AÅbcçdéf -'’ßЖ", min_size=1, max_size=33).map(str.strip).filter(bool)
"""Words of a person or a place: letters of several scripts, blanks inside."""

NATIONAL = st.lists(
    st.builds(
        NationalNumber,
        federation=st.sampled_from(["ITA", "FRA", "SUI"]),
        number=st.sampled_from(["", "L01854", "123456", "12345678901"]),
        rating=st.sampled_from([0, 1, 999, 1987]),
        classification=st.sampled_from(["", "M", "CM", "2N"]),
    ),
    max_size=2,
    unique_by=lambda row: row.federation,
).map(tuple)

SCORINGS = ["", "W 3.0 D 1.0 L 0.0", "W 1.0 D 0.5 L 0.0 P 0.0", "W3.0 A 1.0 P1.5", "w 11.5 D 0.0"]
OTHER = ["192 FIDE_DUTCH", "202 BH/C1,SB", "212 PTS,BH", "362 TW 3.0"]
CONTROLS = ["", "90 min + 30 s", "5400+30", "40/6000+30:900+30", "W300-B240"]


@st.composite
def dressed(draw: st.DrawFn) -> TournamentReport:
    """Draw a report of a tournament with or without each optional fact of a file.

    Totals may be anything in a tournament without teams, where the reader lets them be explained.
    """
    table = draw(tournaments())
    report = read_trf(table.trf16(), points=table.points).accepted()
    rows = len(report.entrants)
    teams = draw(st.booleans()) and rows >= 4
    scoring = draw(st.sampled_from(SCORINGS)) if not teams else ""
    return replace(
        report,
        name=draw(WORDS),
        place=draw(WORDS | st.just("")),
        type=draw(WORDS | st.just("")),
        federation=draw(st.sampled_from(["", "ITA"])),
        time_control=draw(st.sampled_from(CONTROLS)),
        games=tuple(draw(_coloured(game)) for game in report.games),
        round_dates=tuple(draw(st.lists(_days(report), min_size=n, max_size=n)))
        if (n := report.number_of_rounds)
        else (),
        entrants=tuple(draw(_entrant(entrant, halves=not teams)) for entrant in report.entrants),
        teams=draw(_teams(rows)) if teams else (),
        scoring=scoring,
        initial_colour=draw(st.sampled_from(["", "w", "b"])),
        other_records=tuple(draw(st.lists(st.sampled_from(OTHER), max_size=3, unique=True))),
        chief_arbiter=(chief := draw(WORDS | st.just(""))),
        deputies=tuple(draw(st.lists(WORDS, max_size=2))) if chief else (),
    )


def _coloured(game: Game) -> st.SearchStrategy[Game]:
    """A forfeit may have no colours; the lower start number is taken as white then."""
    forfeited = {game.white_result, game.black_result} <= set("+-")
    if not forfeited or game.white > game.black:
        return st.just(game)
    return st.booleans().map(lambda colours: replace(game, colours=colours))


def _days(report: TournamentReport) -> st.SearchStrategy:
    return st.none() | st.integers(0, 3).map(lambda days: report.start + timedelta(days))


@st.composite
def _entrant(draw: st.DrawFn, entrant: Entrant, *, halves: bool) -> Entrant:
    return replace(
        entrant,
        name=draw(WORDS | st.just("")),
        title=draw(st.sampled_from(["", "GM", "WFM", "m"])),
        rank=draw(st.none() | st.integers(0, 9_999)),
        points_halves=draw(st.none() | st.integers(0, 40)) if halves else None,
        national=draw(NATIONAL),
    )


@st.composite
def _teams(draw: st.DrawFn, rows: int) -> tuple[Team, ...]:
    """Draw two teams of some players; numbers need not be places."""
    order = draw(st.permutations(range(rows)))
    cut = draw(st.integers(1, rows - 1))
    first = draw(st.integers(1, 500))
    numbers = first, draw(st.integers(first + 1, 999))
    names = draw(st.tuples(WORDS, WORDS))
    members = tuple(order[:cut]), tuple(order[cut:])
    return tuple(
        Team(number, name[:32].strip(), each)
        for number, name, each in zip(numbers, names, members, strict=True)
    )
