"""Command lines in a process killed during a recording."""

import os
import subprocess
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection

from tests.support.command import run
from tests.support.counts import FULL
from tests.support.processes import START
from tests.support.serving import PROGRAM

Words = Sequence[str]


def run_until_killed(commands: Sequence[Words], heard: int, seconds: float) -> int:
    """Run commands one after another; kill the process so long after so many have ended.

    Return how many have ended well. In a full run each command is a program started as by a shell.
    """
    return (_programs if FULL else _forked)(commands, heard, seconds)


def _programs(commands: Sequence[Words], heard: int, seconds: float) -> int:
    for words in commands[:heard]:
        subprocess.run([*PROGRAM, *words], check=True, capture_output=True)
    if heard >= len(commands):
        return heard
    with subprocess.Popen(
        [*PROGRAM, *commands[heard]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        time.sleep(START_SECONDS + seconds)
        process.kill()
        ended = process.wait()
    assert ended in (0, -9)
    return heard + (ended == 0)


START_SECONDS = 0.6
"""What a program needs before it opens a ledger."""


def _forked(commands: Sequence[Words], heard: int, seconds: float) -> int:
    hear, say = START.Pipe(duplex=False)
    process = START.Process(target=_run, args=(commands, say))
    process.start()
    say.close()
    with hear:
        codes = [hear.recv() for _ in range(min(heard, len(commands)))]
        time.sleep(seconds)
        process.kill()
        process.join()
        while hear.poll():
            try:
                codes.append(hear.recv())
            except (EOFError, OSError):
                break
    process.close()
    assert not any(codes)
    return len(codes)


def _run(commands: Sequence[Words], say: Connection) -> None:
    for words in commands:
        say.send(run(*words).code)
    say.close()
    os._exit(0)
