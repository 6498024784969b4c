"""The report of the bench: every target has a line, met or not met."""

import io

import pytest
from rich.console import Console

from ops.bench import earlier, operations, recording, register, running, serving
from ops.bench.table import Line, show
from ops.bench.worlds import CHESS, DRAUGHTS, UISP, UISP_BEGIN, World
from tests.support.counts import FULL


@pytest.mark.parametrize(
    ("ratio", "at_least", "at_most", "verdict"),
    [
        (14.9, 15, None, "MISSED"),
        (15.0, 15, None, "met"),
        (15.1, 15, None, "met"),
        (1.4, None, 1.5, "met"),
        (1.5, None, 1.5, "met"),
        (1.6, None, 1.5, "MISSED"),
        (3.0, None, None, ""),
        (None, 60, None, "absent"),
    ],
)
def test_a_line_says_whether_its_target_is_met(ratio, at_least, at_most, verdict):
    line = Line("T1", "one", "other", ratio, "", at_least=at_least, at_most=at_most)
    assert line.verdict == verdict


def test_a_line_of_too_small_a_world_is_not_judged():
    for ratio, verdict in ((14.9, "small"), (15.1, "small"), (None, "absent")):
        line = Line("T1", "one", "other", ratio, "", at_least=15, too_small=True)
        assert line.verdict == verdict
    assert Line("T1", "one", "other", 1, "", too_small=True).verdict == ""


QUICK = ((operations, "_FILES", 2), (recording, "CLIENTS", 4), (register, "_TEXTS", 10),
         (register, "_GAMES", 600), (serving, "_WARM", 1))  # fmt: skip
"""Sizes of a run without --full that are no part of a plan."""


def test_a_tiny_run_prints_a_line_for_every_target(tmp_path, monkeypatch):
    batches = list(running.BATCHES)[: None if FULL else 2]
    once = {events: (running.BATCHES[events][0], 1) for events in batches}
    monkeypatch.setattr(running, "BATCHES", once)
    for module, name, size in () if FULL else QUICK:
        monkeypatch.setattr(module, name, size)
    plan = running.Plan(
        chess=World(CHESS, 600, 2, 1_000),
        draughts=World(DRAUGHTS, 600, 2, 1_000),
        uisp=World(UISP, 600, 2, 1_000, begin=UISP_BEGIN),
        young=World(CHESS, 600, 1, 500),
        asked=World(CHESS, 600, 2, 1_000),
        lasting=World(CHESS, 440, 2, 1_000),
        runs=1,
        peer_games=100,
        peer_events=100,
        with_earlier=FULL,
        skipped=0 if FULL else 5,
        rounds=3_000 if FULL else 10,
        requests=500 if FULL else 4,
        reports=300 if FULL else 4,
        registered=20_000 if FULL else 600,
    )
    lines = list(running.measured(plan, tmp_path, tmp_path / "no peers here", lambda _: None))
    assert {line.target for line in lines} == {
        "T1",
        "T12",
        "T13",
        "T2",
        "T4",
        "T5",
        "T6",
        "T8",
        "T10",
        "T11",
        "G1",
        "G4",
        "G5",
        "G7",
        "G8",
        "",
    }
    uisp, before = (line for line in lines if line.what.startswith("Elo UISP"))
    assert (uisp.target, uisp.against, uisp.at_least) == ("T1", "plain dict loop", 8)
    others = {"elo", "elote", "eventsourcing log"}
    if not FULL or earlier.unpacked(tmp_path / "again") is None:  # a checkout without its history
        others.add(before.against)
    assert {line.against for line in lines if line.verdict == "absent"} == others
    judged = {line.target for line in lines if line.verdict in ("met", "MISSED")}
    assert judged == {*running.OF_ANY_WORLD}
    page = io.StringIO()
    show("a run", lines, Console(file=page, width=200))
    for line in lines:
        assert line.what in page.getvalue()
