"""The guide of a season: tables of lines, each a command to type with the answer."""

import csv
import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ledger.store.ledger import Ledger
from ops.sample import commands
from tests.support.command import run
from tests.support.counts import FULL

WITHOUT_ARTICLES = ("list show", "list schedule", "list malus", "player rating")
"""Commands that answer with rows of a list, or refuse: without reasons."""


ANY_POSITION = "…"
"""In what a guide says: the number of a position, which an event more would change."""


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def rows(season: str) -> Iterator[tuple[str, str, str]]:
    """Return, for each line of the guide's tables, the command, the answer, and the
    article.

    The capitals of the last command above a table are the names of its columns.
    """
    command, names = "", []
    for line in (commands.FOLDER / season / "README.md").read_text().splitlines():
        typed = re.findall(r"`ledger ([a-z][^`]*)`", line)
        if typed and not line.startswith("|"):
            command = typed[-1]
        elif line.startswith("| ") and "it says" in cells(line):
            names = cells(line)
        elif not line.startswith("|"):
            names = []
        elif names and not line.startswith("|---"):
            row = dict(zip(names, cells(line), strict=True))
            words = [row[word.lower()] if word.isupper() else word for word in command.split()]
            yield shlex.join(words), row["it says"], row["article"]


def holds(address: Path, typed: str, says: str, article: str) -> None:
    """Type a line of a guide; fail for another answer."""
    words = tuple(position(word, address) for word in shlex.split(typed))
    for each in re.findall(r"`([^`]+)`", says):
        shown = re.escape(each).replace(re.escape(ANY_POSITION), r"\d+")
        assert re.search(shown, told(words, address)) or re.search(shown, why(words, address)), each
    if " ".join(words[:2]) in WITHOUT_ARTICLES:
        words = ("rules", "article", words[2], article)
    assert article in told(words, address) or article in why(words, address)


def has_position(typed: str, says: str, _: str) -> bool:
    """Return whether a line of a guide asks for a position, or shows a position."""
    return "`" in typed or ANY_POSITION in says


def position(word: str, address: Path) -> str:
    """Return a word to type; for a question about events, the position of the first or before."""
    asked = re.fullmatch("(before )?`(event list .+)`", word)
    if asked is None:
        return word
    answer = run(*shlex.split(asked[2]), "--limit", "1", "--format", "csv", "--ledger", address)
    (row,) = csv.DictReader(answer.out.splitlines())
    first = int(row["position"].removeprefix("#"))
    return f"#{first - 1 if asked[1] else first}"


@cache
def told(words: tuple[str, ...], address: Path) -> str:
    """Return an answer as read, with single blanks.

    Nobody writes to the ledger of a season meanwhile: what several lines type is run once.
    """
    ran = run(*words, "--ledger", address)
    return re.sub(r"\s+", " ", ran.out + ran.err)


@cache
def why(words: tuple[str, ...], address: Path) -> str:
    """Return the reasons of an answer, asked for only where the answer lacks reasons."""
    if words[1] not in ("explain", "findings") or "--format" in words:
        return ""
    document = run(*words, "--format", "json", "--ledger", address).document
    return re.sub(r"\s+", " ", "\n".join(reasons(document)))


def reasons(document: Any) -> Iterator[str]:
    """Return the clauses behind the values of an answer, with explanations and remedies."""
    if isinstance(document, dict):
        yield from (str(document[name]) for name in ("why", "says", "remedy") if name in document)
        document = list(document.values())
    if isinstance(document, list):
        for item in document:
            yield from reasons(item)


def type_again(address: Path, season: str) -> None:
    """Type commands of a season again on the ledger; fail where a command records
    something.

    Quick, every tenth and the last of each kind; with LEDGER_TEST_FULL=1 all.
    """
    typed = list(commands.typed(commands.FOLDER / season / "season.txt"))
    last = {kind(words): place for place, (words, _) in enumerate(typed)}
    with Ledger.open(str(address)) as ledger:
        before = ledger.read.head()
        for place, (words, at) in enumerate(typed):
            chosen = FULL or place % 10 == 0 or last[kind(words)] == place
            if chosen and words[0] != "init":
                code, answer = commands.run(words, str(address), season, at)
                assert code == 0, words
                assert not any("warning" in line for line in answer), words
                assert ledger.read.head() == before, words


def kind(words: list[str]) -> tuple[str, ...]:
    """Return the kind of a command with the pool or event; without the file."""
    return tuple(word for word in words[:3] if "." not in word)
