"""The reader answers for any bytes; accepted reports are free of contradictions."""

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.intake.formats.dates import ORDERS
from ledger.intake.formats.trf.reader import read_trf
from tests.support.counts import FULL
from tests.support.damaged_files import (
    FACTS,
    FILES,
    PLAYERS,
    TEAMS,
    accidents,
    assert_sound,
    assert_told,
)
from tests.support.sample_outcomes import SAMPLES

"""A team tournament with every record that is read."""

"""An individual one."""

OLYMPIAD = (SAMPLES / "trf26_team_olympiad_size.trf").read_bytes()

EXAMPLES = 4_000 if FULL else 100
"""Files tried by each of five tests; `ops/test --full` tries more."""


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Draw a file and a few accidents: bytes changed, lines lost, doubled or swapped, cut off."""
    return accidents(draw, draw(st.sampled_from(FILES)))


def check(data: bytes, facts: dict[str, str], points: str, date_order: str = "") -> None:
    """Read a file twice: the same result, sound and with every problem."""
    reading = read_trf(data, facts, points=points, date_order=date_order)
    assert_told(reading)
    if reading.report:
        assert_sound(reading.report)
    assert read_trf(data, facts, points=points, date_order=date_order) == reading


@settings(max_examples=2 * EXAMPLES)
@given(
    mutated(),
    st.sampled_from([{}, FACTS]),
    st.sampled_from(["1-½-0", "2-1-0", "ignore"]),
    st.sampled_from(["", *ORDERS]),
)
def test_a_damaged_file_is_read_or_refused(data, facts, points, date_order):
    check(data, facts, points, date_order)


@settings(max_examples=max(EXAMPLES // 20, 10))
@given(st.data())
def test_a_damaged_file_of_an_olympiad_is_read_or_refused(data):
    check(data.draw(st.composite(accidents)(OLYMPIAD)), {}, "1-½-0")


RECORDS = ["013", "102", "112", "162", "222", "240", "299", "310", "320", "330", "FRA", "082"]
WORDS = ["F", "h", "Z", "+-", "-+", "--", "+", "W 1.0", "D", "0", "1", "2", "3", "006", "7", "-0.5"]


@settings(max_examples=EXAMPLES)
@given(
    st.sampled_from([TEAMS, PLAYERS]),
    st.sampled_from(RECORDS),
    st.lists(st.tuples(st.sampled_from(WORDS), st.integers(1, 5)), max_size=6),
)
def test_any_words_in_a_record_of_trf26_are_read_or_refused(file, code, words):
    line = code + " " + "".join(word + " " * blanks for word, blanks in words)
    check(file + line.encode() + b"\r\n", {}, "1-½-0")


@settings(max_examples=EXAMPLES)
@given(st.binary(max_size=2_000))
def test_any_bytes_are_read_or_refused(data):
    check(data, {}, "1-½-0")
    check(FILES[-1] + data, {}, "1-½-0")


@settings(max_examples=EXAMPLES)
@given(st.text(max_size=120), st.sampled_from(["001", "012", "042", "132", "XXR", "142", *RECORDS]))
def test_any_text_after_a_code_is_read_or_refused(text, code):
    check(FILES[-1] + f"{code} {text}\r\n".encode("utf-8", "replace"), {}, "ignore")


@settings(max_examples=EXAMPLES)
@given(st.dictionaries(st.sampled_from(sorted(FACTS)), st.text(max_size=30)))
def test_any_fact_by_hand_is_read_or_refused(facts):
    check(FILES[-1], facts, "1-½-0")


def test_the_files_before_they_are_damaged():
    """Negative control: some are accepted, so the invariants above are really looked at."""
    readings = [read_trf(data, FACTS, points="ignore") for data in FILES]
    assert sum(reading.report is not None for reading in readings) >= 8
    assert read_trf(TEAMS).accepted().teams
    assert read_trf(PLAYERS).accepted().scoring
    assert read_trf(PLAYERS).accepted().entrants[2].national
