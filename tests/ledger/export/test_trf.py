"""Written reports are read back the same: samples of real programs, and any tournament."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.export.trf import write_trf
from ledger.export.trf_lines import CannotBeWritten
from ledger.intake.formats.scoring import DOUBLED
from ledger.intake.formats.trf.reader import read_trf
from tests.support.counts import FULL
from tests.support.report_files import Tournament, players
from tests.support.report_strategies import dressed
from tests.support.tournament_strategies import tournaments
from tests.support.written_reports import EDITIONS, FOUR, again, carried, codes, lines_of, report_of

SAMPLES = Path(__file__).parents[2] / "samples" / "trf"
EXAMPLES = 20_000 if FULL else 60
FACTS = {
    "name": "Open",
    "place": "Torino",
    "federation": "ITA",
    "start": "2025-08-11",
    "end": "2025-08-17",
}


def accepted_samples():
    """Return the samples that the reader accepts without facts given by hand."""
    for path in sorted(each for each in SAMPLES.rglob("*.t*") if each.suffix != ".txt"):
        file = path.read_bytes()
        for facts in ({}, FACTS):
            reading = read_trf(file, facts, points="ignore")
            if reading.report is not None:
                yield pytest.param(reading.report, id=path.stem)
                break


ACCEPTED = list(accepted_samples())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("report", ACCEPTED)
def test_a_file_of_a_real_program_comes_back_the_same(report, edition):
    """Latin-1, lone CR, byes of all kinds, 51 rounds, 249 players: written anew, nothing moves."""
    assert again(report, edition) == carried(report, edition)


def test_the_samples_are_really_looked_at():
    """The control: of the sixteen files most are accepted once their days are given."""
    assert len(ACCEPTED) >= 8


@settings(max_examples=EXAMPLES)
@given(tournaments(), st.sampled_from(EDITIONS))
def test_any_tournament_comes_back_the_same(table, edition):
    """For any play and any count of points: the file states the way."""
    report = report_of(table)
    doubled = table.points == "2-1-0" and any(entrant.points_halves for entrant in report.entrants)
    told = again(report, edition, "1-½-0")
    assert told.scoring == (DOUBLED if doubled else "")
    assert told == carried(report, edition)


@settings(max_examples=EXAMPLES)
@given(dressed())
def test_a_report_with_everything_comes_back_the_same(report):
    """Teams, national ratings, points for results, arbiters, days: TRF26 carries all.

    Points are not ignored: record 299 explains every total that does not follow, in the way of
    counting that the totals follow best, which record 162 tells where a win counts 2.
    """
    assert again(report, "trf26", "1-½-0") == carried(report, "trf26")
    assert again(report, "trf16") == carried(report, "trf16")


@settings(max_examples=EXAMPLES // 10)
@given(tournaments())
def test_to_write_it_twice_gives_the_same_bytes(table):
    once = write_trf(report_of(table))
    assert write_trf(read_trf(once, points=table.points).accepted()) == once


def test_the_records_stand_in_the_order_of_the_format():
    report = replace(report_of(FOUR), chief_arbiter="Rossi, Ada", deputies=("Verdi, Ugo",))
    head = ["012", "022", "032", "042", "052", "062", "072", "092", "102", "112", "122"]
    assert codes(lines_of(report)) == [*head, "XXR", *["001"] * 4]
    assert codes(lines_of(report, "trf26")) == [*head, "142", *["001"] * 4]


def test_every_field_stands_in_its_columns():
    known = players(3)
    known[0] = replace(known[0], title="WFM", birth="1990/12/31", name="Ångström, Zoë")
    table = Tournament(known, [[(1, 2, "1-0"), (3, "U")], [(2, 3, "1-0"), (1, "H")]])
    line = lines_of(report_of(table))[-3]
    assert line == (
        "001    1 mWFM Ångström, Zoë                     2000 ITA    90000007 1990/12/31"
        "  1.5    1     2 w 1  0000 - H"
    )


@pytest.mark.parametrize(
    ("printed", "leaves"),
    [("g", " GM"), ("m", " IM"), ("wf", "WFM"), ("WFM", "WFM"), ("M", "  M"), ("", "   ")],
)
def test_titles_leave_as_the_format_has_them(printed, leaves):
    """Small letters stood for titles until 2012: strict programs refuse the file."""
    known = players(2)
    known[0] = replace(known[0], title=printed)
    report = report_of(Tournament(known, [[(1, 2, "1-0")]]))
    for edition in EDITIONS:
        first = next(line for line in lines_of(report, edition) if line.startswith("001"))
        assert first[10:13] == leaves


def test_lines_end_in_carriage_return_and_line_feed():
    file = write_trf(report_of(FOUR))
    assert file.count(b"\r\n") == file.count(b"\n") == file.count(b"\r") > 10


@pytest.mark.parametrize(
    ("time_control", "code"),
    [
        ("5400+30", "222"),
        ("40/6000+30:900+30", "222"),
        ("W300-B240", "222"),
        ("90 min + 30 s", "122"),
        ("90+30", "122"),
        ("5400+30 or so", "122"),
    ],
)
def test_an_encoded_time_control_stands_in_record_222(time_control, code):
    report = replace(report_of(FOUR), time_control=time_control)
    assert f"{code} {time_control}" in lines_of(report, "trf26")
    assert f"122 {time_control}" in lines_of(report, "trf16")


def test_days_of_the_rounds_stand_in_their_columns_and_gaps_stay():
    report = replace(report_of(FOUR), round_dates=(date(2026, 1, 10), None, date(2026, 1, 12)))
    (line,) = [each for each in lines_of(report) if each.startswith("132")]
    assert (line[91:99], line[101:109], line[111:]) == ("26/01/10", "        ", "26/01/12")
    assert again(report, "trf16") == carried(report, "trf16")


def test_a_round_of_another_century_keeps_its_year():
    """Two digits of year are read in the century of the start."""
    days = (date(1999, 12, 31), date(2000, 1, 1), date(2000, 1, 2))
    report = replace(report_of(FOUR), start=days[0], end=days[2], round_dates=days)
    assert again(report, "trf16") == carried(report, "trf16")


@pytest.mark.parametrize(("letters", "told"), [(32, False), (33, False), (34, True)])
def test_a_name_longer_than_its_columns_is_cut_and_told_in_full(letters, told):
    report = report_of(FOUR)
    name = "N" * letters
    longer = replace(
        report, entrants=(replace(report.entrants[0], name=name), *report.entrants[1:])
    )
    lines = lines_of(longer)
    assert any(name[:33] in line for line in lines if line.startswith("001"))
    assert any(line.startswith("###") and name in line for line in lines) == told


@pytest.mark.parametrize("change", [{"rating": 10_000}, {"reported_number": "1" * 12}])
def test_a_number_that_does_not_fit_is_refused(change):
    """A number cut short would be another number."""
    report = report_of(FOUR)
    wrong = tuple(replace(entrant, **change) for entrant in report.entrants)
    with pytest.raises(CannotBeWritten) as refused:
        write_trf(replace(report, entrants=wrong))
    assert len(refused.value.wrong) == 4


@pytest.mark.parametrize(
    ("halves", "printed"), [(199, "99.5"), (200, " 100"), (201, "100½"), (1999, "999½")]
)
def test_a_hundred_points_and_more_fit_their_four_columns(halves, printed):
    report = report_of(FOUR)
    first = replace(report.entrants[0], points_halves=halves)
    lines = lines_of(replace(report, entrants=(first, *report.entrants[1:])))
    assert next(line for line in lines if line.startswith("001"))[80:84] == printed
