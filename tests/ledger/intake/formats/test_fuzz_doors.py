"""Every reader answers for any bytes; accepted reports are free of contradictions."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.intake.formats.detecting import FORMS, read_report
from tests.support.counts import FULL
from tests.support.cross_table_files import cross_table, matrix, tdf
from tests.support.damaged_files import (
    assert_sound,
    assert_told,
    cut,
    double_line,
    flip,
    lose_line,
    overwrite,
    swap_lines,
)
from tests.support.report_files import Tournament, players, round_robin

SAMPLES = Path(__file__).parents[3] / "samples"
TOURNAMENT = Tournament(players(5), round_robin(5, "1-0"))
FILES = [
    *(path.read_bytes() for path in sorted(SAMPLES.glob("cross_tables/*.csv"))),
    *(path.read_bytes() for path in sorted(SAMPLES.glob("tdf/*.tdf"))),
    *(cross_table(TOURNAMENT), cross_table(TOURNAMENT, ",", colours=False)),
    *(matrix(["X20", "0X1", "21X"]), tdf(TOURNAMENT)),
]
FACTS = {"name": "Open", "start": "2026-01-10", "end": "2026-01-12"}
SIGNS = ';,|"\n\r:xwb+-=0123456789 .½Xbye\t'

EXAMPLES = 5_000 if FULL else 100
"""Files tried by each test; `ops/test --full` tries more."""


def check(data, form, points="1-½-0", facts=FACTS):
    reading = read_report(data, facts, form=form, points=points)
    assert_told(reading)
    if reading.report:
        assert_sound(reading.report)


@st.composite
def mutated(draw):
    """Draw a file and a few accidents, among them signs in the places that matter."""
    data = draw(st.sampled_from(FILES))
    accidents = [flip, overwrite, lose_line, double_line, swap_lines, cut, put_sign]
    for _ in range(draw(st.integers(1, 4))):
        accident = draw(st.sampled_from(accidents))
        data = accident(data, draw(st.integers(0, 1 << 20)), draw(st.integers(0, 1 << 20)))
    return data


def put_sign(data, where, what):
    at = where % (len(data) + 1)
    return data[:at] + SIGNS[what % len(SIGNS)].encode() + data[at:]


@settings(max_examples=2 * EXAMPLES)
@given(mutated(), st.sampled_from(FORMS), st.sampled_from(["1-½-0", "2-1-0", "ignore"]))
def test_a_damaged_file_is_read_or_refused(data, form, points):
    check(data, "auto", points)
    check(data, form, points, {})


@settings(max_examples=EXAMPLES)
@given(st.binary(max_size=500), st.sampled_from(FORMS))
def test_any_bytes_are_read_or_refused(data, form):
    check(data, form)


@settings(max_examples=EXAMPLES)
@given(st.text(max_size=120) | st.text(SIGNS, max_size=120), st.sampled_from(FILES))
def test_any_text_after_a_file_is_read_or_refused(text, file):
    check(file + text.encode("utf-8", "replace"), "auto", "ignore")


@settings(max_examples=EXAMPLES)
@given(st.lists(st.text(SIGNS, max_size=8), min_size=3, max_size=6))
def test_any_row_of_a_cross_table_is_read_or_refused(cells):
    rows = f"number;name;R1\n1;A;2x2\n2;B;1x0\n{';'.join(cells)}\n"
    check(rows.encode(), "cross-table")
    check(f"number;name;1;2\n{';'.join(cells)}\n2;B;0;X\n".encode(), "cross-table")


@settings(max_examples=EXAMPLES)
@given(st.lists(st.text(SIGNS, max_size=8), min_size=11, max_size=15))
def test_any_line_of_vega_is_read_or_refused(fields):
    check(f"001 1|m||A|||||||||2 w 1\n001 {'|'.join(fields)}\n".encode(), "tdf")


def test_the_files_before_they_are_damaged():
    """Negative control: all are accepted, so the invariants above are really looked at."""
    assert all(read_report(data).report for data in FILES)
