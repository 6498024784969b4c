"""The answers of whole groups of ledgers: kept, checked, compared with another checkout."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.oracles.same_answers import digests
from tests.oracles.same_answers.answered import Answered, by_address
from tests.oracles.same_answers.asking import answers_of
from tests.oracles.same_answers.ledgers import groups

COMMAND = (sys.executable, "-m", "tests.oracles.same_answers")


def answers_of_group(group: str) -> list[Answered]:
    """Return the answers of all ledgers of a group."""
    return [answer for source in groups()[group] for answer in answers_of(source)]


def write(names: Sequence[str], path: Path = digests.FILE, processes: int = 2) -> list[str]:
    """Keep the answers of groups, by default of all; return the changes."""
    every = groups()
    before = digests.read(path) if path.exists() else {}
    kept = {group: before[group] for group in every if group in before}
    changed: list[str] = []
    with ProcessPoolExecutor(processes) as pool:
        asked = names or list(every)
        for group, answers in zip(asked, pool.map(answers_of_group, asked), strict=True):
            changed += digests.unlike(group, answers, before.get(group, {}))
            kept[group] = digests.kept_of(answers)
            digests.write(kept, path)
    return changed


def check(names: Sequence[str], path: Path = digests.FILE) -> list[str]:
    """Return the differences from the kept answers of groups, by default of all."""
    kept = digests.read(path)
    return [
        line
        for group in names or groups()
        for line in digests.unlike(group, answers_of_group(group), kept.get(group, {}))
    ]


def texts(group: str, folder: Path) -> None:
    """Write the answers of a group to read, a file for each address."""
    folder.mkdir(parents=True, exist_ok=True)
    for address, answers in by_address(digests.in_english(answers_of_group(group))).items():
        text = "".join(answer.to_read() for answer in answers)
        (folder / f"{address}.txt").write_text(text, encoding="utf-8")


def differences(group: str, checkout: Path, into: Path | None = None) -> Iterator[str]:
    """Yield the lines in which the answers here and in another checkout differ.

    `into` is a folder in which the answers of both sides are left.
    """
    with TemporaryDirectory() as place:
        base = (into or Path(place)).resolve()
        theirs, ours = base / "theirs" / group, base / "ours" / group
        words = [*COMMAND, "texts", group, str(theirs)]
        done = subprocess.run(words, cwd=checkout, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{checkout}: {done.stderr.strip()}")
        texts(group, ours)
        for name in sorted({path.name for side in (theirs, ours) for path in side.iterdir()}):
            sides = (_lines(theirs / name), _lines(ours / name))
            yield from unified_diff(*sides, f"{checkout} {name}", f"here {name}", "", "", 2, "")


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
