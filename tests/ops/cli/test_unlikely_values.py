"""No day, number or text typed by a person ends in a trace: each command, each option.

A seeded sample of (command, option, value); LEDGER_TEST_FULL=1 tries twenty times as many.
"""

import shutil
from contextlib import chdir
from random import Random

import pytest
from cyclopts import App

from ops.cli import exits
from ops.cli.every import app
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
BASES = {
    "list show": [CHESS],
    "player rating": [CHESS, PLAYER],
    "player history": [CHESS, PLAYER],
    "list malus": [DRAUGHTS],
    "player explain": [CHESS, PLAYER],
    "pool findings": [CHESS, TOURNAMENT],
    "tournament check": [CHESS, TOURNAMENT],
    "rules show": [CHESS],
    "pool categories": [DRAUGHTS],
    "list promotions": [DRAUGHTS],
    "player outlook": [CHESS],
    "tournament export": [TOURNAMENT],
    "list export": [CHESS],
    "event list": [],
    "event export": [],
    "player search": ["a"],
    "player show": [PLAYER],
    "player correct": [PLAYER, "--by", "body"],
    "player change": [PLAYER, "--on", "2026-01-01"],
    "tournament slips": [],
    "tournament show": [TOURNAMENT],
    "tournament cross-table": [TOURNAMENT],
    "tournament groups": ["--turns", "5", "--entrants", "66"],
    "external-list list": ["fide"],
    "tournament import": [REPORT, "--pool", CHESS, "--register-new"],
    "tournament correct result": [
        TOURNAMENT, "1:1", "--white", "=", "--black", "=", "--by", "body",
    ],
    "tournament correct entrant": [TOURNAMENT, "1", "--player", PLAYER, "--by", "body"],
    "tournament correct details": [TOURNAMENT, "--set", "place=x", "--by", "body"],
    "tournament announce": ["--pool", CHESS, "--set", "name=A", "--set", "start=2026-01-01"],
    "pool adopt": [CHESS, "2025-10-01"],
    "list schedule": [DRAUGHTS, "x", "--issue-day", "2026-12-05", "--cut-off", "2026-12-01"],
    "pool open": ["fide-rapid", "--first-period", "2026-10"],
    "list close": [CHESS, "2026-04"],
    "list publish": [CHESS, "2026-03"],
    "list reprint": [CHESS, "2026-03"],
    "event record ratings-adjusted": [
        "--pool", CHESS, "--player", PLAYER, "--before", "2400", "--after", "2401", "--by", "b",
    ],
    "event record tournament-refused": ["--tournament", TOURNAMENT, "--by", "b"],
    "event record parameter-set": [
        "--pool", DRAUGHTS, "--name", "x", "--in-force-from", "2026-01-01",
    ],
}  # fmt: skip


def options_of(words):
    """Give the options of a command, by their names."""
    command: App = app
    for word in words.split():
        command = command[word]
    names = [
        next((name for name in argument.names if name.startswith("--")), "")
        for argument in command.assemble_argument_collection()
    ]
    return [name for name in names if name and name not in ("--ledger", "--to", "--write-map")]


def typed(random):
    """Return a command with one unlikely value: of an option, or in a place."""
    name = random.choice(list(BASES))
    words, value = list(BASES[name]), random.choice(VALUES)
    places = [at for at, word in enumerate(words) if not word.startswith("--")]
    if places and random.random() < 0.4:
        words[random.choice(places)] = value
    else:
        words += [random.choice(options_of(name)), value]
    return [*name.split(), *words]


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
