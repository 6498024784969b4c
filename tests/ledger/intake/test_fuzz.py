"""Whatever the bytes, the reader answers; what it accepts is free of contradictions."""

import os
from collections import Counter
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.intake.reading import Reading
from ledger.intake.report import TournamentReport
from ledger.intake.trf import read_trf
from tests.ledger.intake.building import Tournament, players, round_robin

SAMPLES = Path(__file__).parents[2] / "samples" / "trf"
SMALL = sorted(path for path in SAMPLES.rglob("*.t*") if path.stat().st_size < 15_000)
FILES = [
    *(path.read_bytes() for path in SMALL),
    Tournament(players(6), round_robin(6), extra={"XXR": "5"}).trf16(),
]
FACTS = {"name": "Open", "start": "2026-01-10", "end": "2026-01-12"}

EXAMPLES = 5_000 if os.environ.get("LEDGER_TEST_FULL") else 300
"""Mutated files tried; `ops/test --full` tries more."""


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Draw a file and a few accidents: bytes changed, lines lost, doubled or swapped, cut off."""
    data = draw(st.sampled_from(FILES))
    for _ in range(draw(st.integers(1, 4))):
        data = draw(st.sampled_from([flip, overwrite, lose_line, double_line, swap_lines, cut]))(
            data, draw(st.integers(0, 1 << 20)), draw(st.integers(0, 1 << 20))
        )
    return data


def flip(data: bytes, where: int, what: int) -> bytes:
    return overwrite(data, where, data[where % len(data)] ^ (1 << what % 8)) if data else data


def overwrite(data: bytes, where: int, what: int) -> bytes:
    at = where % (len(data) + 1)
    return data[:at] + bytes([what % 256]) + data[at + 1 :]


def lose_line(data: bytes, where: int, what: int) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(line for i, line in enumerate(lines) if i != where % len(lines))


def double_line(data: bytes, where: int, what: int) -> bytes:
    lines = data.splitlines(keepends=True)
    at = where % (len(lines) + 1)
    return b"".join([*lines[:at], *lines[at : at + 1], *lines[at:]])


def swap_lines(data: bytes, where: int, what: int) -> bytes:
    lines = data.splitlines(keepends=True)
    if lines:
        a, b = where % len(lines), what % len(lines)
        lines[a], lines[b] = lines[b], lines[a]
    return b"".join(lines)


def cut(data: bytes, where: int, what: int) -> bytes:
    return data[: where % (len(data) + 1)]


def assert_told(reading: Reading) -> None:
    """A report is there exactly when nothing refuses it; every problem says all it must."""
    assert (reading.report is None) == bool(reading.refusals)
    for problem in reading.problems:
        assert problem.expected
        assert problem.remedy
        assert problem.line >= 0 <= problem.column
        assert "\n" not in str(problem)
        assert not any(ord(sign) < 32 or 127 <= ord(sign) < 160 for sign in str(problem))


def assert_sound(report: TournamentReport) -> None:
    """Everybody has one game or one bye in every round; all indices are of entrants."""
    entrants, rounds = range(len(report.entrants)), range(1, report.number_of_rounds + 1)
    seen = Counter((bye.round, bye.entrant) for bye in report.byes)
    for game in report.games:
        assert game.white != game.black
        assert {game.white_result, game.black_result} <= set("1=0+-WDL")
        seen.update([(game.round, game.white), (game.round, game.black)])
    assert seen == Counter((number, i) for number in rounds for i in entrants)
    numbers = [each.number for each in report.entrants]
    assert numbers == sorted(set(numbers))
    assert {game.round for game in report.games} == set(rounds)
    order = [(game.round, min(game.white, game.black)) for game in report.games]
    assert order == sorted(order)
    assert [(bye.round, bye.entrant) for bye in report.byes] == sorted(
        (bye.round, bye.entrant) for bye in report.byes
    )
    assert {bye.code for bye in report.byes} <= set("HFUZ")
    assert len(report.round_dates) == report.number_of_rounds
    assert report.start <= report.end


def check(data: bytes, facts: dict[str, str], points: str) -> None:
    reading = read_trf(data, facts, points=points)
    assert_told(reading)
    if reading.report:
        assert_sound(reading.report)


@settings(max_examples=EXAMPLES, deadline=None)
@given(mutated(), st.sampled_from([{}, FACTS]), st.sampled_from(["1-½-0", "2-1-0", "ignore"]))
def test_a_damaged_file_is_read_or_refused(data, facts, points):
    check(data, facts, points)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.binary(max_size=2_000))
def test_any_bytes_are_read_or_refused(data):
    check(data, {}, "1-½-0")
    check(FILES[-1] + data, {}, "1-½-0")


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.text(max_size=120), st.sampled_from(["001", "012", "042", "062", "132", "XXR", "142"]))
def test_any_text_after_a_code_is_read_or_refused(text, code):
    check(FILES[-1] + f"{code} {text}\r\n".encode("utf-8", "replace"), {}, "ignore")


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.dictionaries(st.sampled_from(sorted(FACTS)), st.text(max_size=30)))
def test_any_fact_by_hand_is_read_or_refused(facts):
    check(FILES[-1], facts, "1-½-0")


def test_the_files_before_they_are_damaged():
    """Negative control: some are accepted, so the invariants above are really looked at."""
    readings = [read_trf(data, FACTS, points="ignore") for data in FILES]
    assert sum(reading.report is not None for reading in readings) >= 6
