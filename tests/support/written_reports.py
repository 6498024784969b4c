"""The shared parts of tests of the writer: reports, their lines, and the reports read back."""

from dataclasses import replace

from ledger.export.trf import write_trf
from ledger.intake.formats.scoring import DOUBLED
from ledger.intake.formats.trf.reader import read_trf
from ledger.tournaments.report_from_columns import completed
from tests.support.report_files import Tournament, players, round_robin

EDITIONS = ("trf16", "trf26")
FOUR = Tournament(players(4), round_robin(4, "1-0"))

AS_XXS = {
    "": "",
    "W 2.0 D 1.0 L 0.0": "W 2.0 D 1.0 L 0.0",
    "W 3.0 D 1.0 L 0.0": "W 3.0 D 1.0 L 0.0",
    "W 1.0 D 0.5 L 0.0 P 0.0": "W 1.0 D 0.5 L 0.0 P 0.0",
    "W3.0 A 1.0 P1.5": "W 3.0 D 0.5 L 0.0 A 1.0 P 1.5",
    "w 11.5 D 0.0": "W 11.5 D 0.0 L 0.0",
}
"""What record 162 of TRF26 says, as it comes back from record XXS of TRF16."""

IN_FULL = {"g": "GM", "m": "IM", "f": "FM", "wf": "WFM"}
"""Titles as lists until 2012 had them, and as they leave."""


def report_of(table, **facts):
    return read_trf(table.trf16(), facts, points=table.points).accepted()


def lines_of(report, edition="trf16", **more):
    file = write_trf(report, edition=edition, **more).decode()
    assert file.endswith("\r\n")
    return file.split("\r\n")[:-1]


def again(report, edition, points="ignore"):
    return read_trf(write_trf(report, edition=edition), points=points).accepted()


def carried(report, edition):
    """Return the report read back from an edition; the rest stands in TRF16 behind ###.

    A file has a total and a rank for everybody, and always says how many rounds there are, and how
    results count where a win counts 2.
    """
    report = completed(report)
    scoring = report.scoring
    if not scoring and "162  W 2.0    D 1.0    L 0.0" in lines_of(report, "trf26"):
        scoring = DOUBLED
    rounds = max(report.number_of_rounds, report.rounds_announced)
    entrants = tuple(
        replace(entrant, title=IN_FULL.get(entrant.title, entrant.title))
        for entrant in report.entrants
    )
    told = replace(report, scoring=scoring, rounds_announced=rounds, entrants=entrants)
    if edition == "trf26":
        return told
    return replace(
        told,
        scoring=AS_XXS[scoring],
        other_records=(),
        teams=tuple(replace(team, number=place) for place, team in enumerate(report.teams, 1)),
        entrants=tuple(replace(entrant, national=()) for entrant in entrants),
    )


def codes(lines):
    return [line[:3] for line in lines]
