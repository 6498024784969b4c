"""No day, number or text typed by a person ends in a trace: each command, each option.

A seeded sample of (command, option, value); LEDGER_TEST_FULL=1 tries twenty times as many.
"""

import shlex
import shutil
from contextlib import chdir
from random import Random

import pytest

from ops.cli import exits
from ops.cli.every import app
from ops.doors.catalogue import declared
from ops.sample import commands
from tests.support.command import done, run
from tests.support.counts import FULL

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
PLAYER, TOURNAMENT = "fide:99000463", "T-000003"
REPORT = str(commands.FOLDER / CHESS / "2025-09-07-festival-borgolieto.trf")
VALUES = [
    "9999-12-31", "0001-01-01", "9999-12", "9999-Q4", "0001-01-01T00:00:00+14:00", "9" * 30, "-1",
    "0", "9" * 5000, "#" + "9" * 30, "", "é", "1e400", f'[["a", {"9" * 30}]]', "[" * 3000,
]  # fmt: skip
TRIALS = 900 if FULL else 45
WRITTEN = (
    f"ledger tournament check {CHESS} {TOURNAMENT}",
    f"ledger tournament import {REPORT} --pool {CHESS} --register-new",
    f"ledger event record ratings-adjusted --pool {CHESS} --player {PLAYER} --before 2400 "
    "--after 2401 --by b",
    f"ledger event record tournament-refused --tournament {TOURNAMENT} --by b",
    f"ledger event record parameter-set --pool {DRAUGHTS} --name x --in-force-from 2026-01-01",
)
"""Commands written by hand."""
BASES = [*(shlex.split(of.example)[1:] for of in declared()), *(one.split()[1:] for one in WRITTEN)]
"""Each declared command with the values of its example."""


def options_of(words):
    """Return the options of a command with values, by their names."""
    command, *_ = app.parse_commands(words)
    *_, of = app.parse_commands(words)[1]
    names = [
        next((name for name in argument.names if name.startswith("--")), "")
        for argument in of.assemble_argument_collection()
    ]
    return len(command), [
        name for name in names if name and name not in ("--ledger", "--to", "--write-map")
    ]


def typed(random):
    """Return a command with one unlikely value: of an option, or in a place."""
    words, value = list(random.choice(BASES)), random.choice(VALUES)
    begins, options = options_of(words)
    places = [at for at, word in enumerate(words) if at >= begins and not word.startswith("--")]
    if places and random.random() < 0.4:
        words[random.choice(places)] = value
    else:
        words += [random.choice(options), value]
    return words


@pytest.mark.parametrize("seed", range(3))
def test_no_value_ends_in_a_trace(sample, tmp_path, seed):
    random = Random(seed)
    kept = shutil.copy(sample, tmp_path / "kept")
    done("list", "show", CHESS, "--ledger", kept)
    with chdir(tmp_path):
        for _ in range(TRIALS // 3):
            words = typed(random)
            ran = run(*words, "--ledger", kept)
            assert ran.code in (*range(4), exits.UNAVAILABLE), (words, ran)
