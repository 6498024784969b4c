"""The command `ledger`: a noun, then a verb (decision 0041).

Commands
setting_up    init
bringing_in   tournament import
scheduling    schedule tick, run, resume-notices
by_hand       event record, with a command for each decision
exporting     completion
declared      every other command, made of its declaration (`ops/doors`)
checking      verify, rebuild; list accept-records
moving        backup, dump, restore, migrate; event record-file
access        key reopen
settings      settings show, check
serving       serve

The application
app, every    the application; the same with all commands loaded
front         the first page, and the modules of each noun
running       a command found, run, ended with its exit code
shared_options             options of many commands, made of structs of inputs
key_given, misread         the API key; words for arguments that cannot be read
confirming    a person at a terminal confirms a recording with an input left open

Output
output, streams            rows in each format; the standard streams
words                      the basis of an answer
preview_words, intake_words    previews; receipts of intake
exits, endings, interrupts    exit codes; failed commands; interrupts
"""

import gc
import os
import sys
from collections.abc import Sequence
from itertools import accumulate

from ledger.errors import Refused
from ledger.sentences import Sentence
from ledger.visible import UNSEEN, escaped
from ops.cli import interrupts, streams
from ops.cli.exits import DONE, form_asked
from ops.cli.running import load, run_command
from ops.doors.remedies import as_command, as_option
from ops.words import of_environment, speaking

_DEPTH = 16
"""Brackets inside each other in an argument; no event takes as many."""

_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}

_HALVES = range(0xD800, 0xE000)
"""Bytes of a file's name in another encoding: they name the file, and are shown escaped."""


def main() -> None:
    """Run the command line and exit with its code (see `ledger --help`)."""
    gc.set_threshold(20_000, 20, 20)  # imports make many objects that stay
    interrupts.prepare()
    streams.prepare()
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Run the words typed after `ledger`; return the exit code."""
    if [*words] in ([], ["--help"], ["-h"]):
        return _front_page()
    form = form_asked(words)
    as_text = form == "text"

    def command() -> object:
        from ops.cli.app import app

        _check_words(words)
        load(words)
        return app(words, exit_on_error=as_text, print_error=as_text)

    with speaking(of_environment(os.environ), as_command, as_option):
        return run_command(command, form)


def _front_page() -> int:
    """Write the first page without importing cyclopts or the store; return the exit code."""
    from ops.cli import front

    def write() -> None:
        streams.write("".join(f"{line}\n" for line in front.page()))
        streams.flush()

    try:
        write()
    except streams.NotShown:
        return run_command(write)
    return DONE


def _check_words(arguments: Sequence[str]) -> None:
    """Raise Refused for words with invisible characters, or with too many nested brackets."""
    for number, argument in enumerate(arguments, 1):
        depths = accumulate(_STEPS.get(sign, 0) for sign in argument)
        if argument.startswith(("[", "{")) and max(depths) > _DEPTH:
            raise Refused(
                Sentence(
                    "argument {number}, {argument}, is nested too deep: write at most {most} "
                    "brackets inside each other",
                    number=number,
                    argument=escaped(argument)[:80],
                    most=_DEPTH,
                ),
                code="argument-too-deep",
                field=f"argument {number}",
                expected=Sentence("at most {most} brackets", most=_DEPTH),
            )
        for unseen in UNSEEN.finditer(argument):
            code = ord(unseen.group())
            if code not in _HALVES:
                raise Refused(
                    Sentence(
                        "argument {number}, {argument}, holds the invisible character {character}: "
                        "type it without (rename a file of such a name)",
                        number=number,
                        argument=escaped(argument)[:80],
                        character=f"U+{code:04X}",
                    ),
                    code="invisible-character",
                    field=f"argument {number}",
                    found=f"U+{code:04X}",
                )
