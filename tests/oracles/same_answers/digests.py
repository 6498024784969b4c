"""The file of answers: a digest and short checks for each group of ledgers and each address.

The digest tells whether an answer changed, apart from the wording of its sentences; the checks, of
each answer in order, tell which one. A further digest tells whether a sentence was reworded.
"""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from ledger.sentences import ENGLISH
from tests.oracles.same_answers.answered import Answered, by_address

FILE: Final = Path(__file__).with_name("answers.txt")
HEAD: Final = """\
# The answers of the program as it is: group of ledgers, address, digest of the answers, digest of
# the same with their sentences, and three digits of the digest of each.
# Written by python -m tests.oracles.same_answers write
"""
DIGITS: Final = 16
"""Of a digest, so many are kept: 64 bits."""
CHECK: Final = 3
"""Of the digest of an answer."""
SHOWN: Final = 5
"""Changed answers of an address that are named."""


class Kept(NamedTuple):
    """The kept digests of the answers of an address."""

    digest: str
    """Of the answers with the values of their sentences."""
    said: str
    """Of the answers with their sentences, in English."""
    checks: str


ByAddress = Mapping[str, Kept]


def kept_of(answers: Iterable[Answered]) -> dict[str, Kept]:
    """Return the digests of answers by address."""
    return {address: _kept(those) for address, those in by_address(in_english(answers)).items()}


def _kept(answers: list[Answered]) -> Kept:
    digests = [_digest(f"{answer.named}\n{answer.values}") for answer in answers]
    said = _digest("\n".join(answer.text for answer in answers))
    whole = _digest("".join(digests))
    checks = "".join(digest[:CHECK] for digest in digests)
    return Kept(whole[:DIGITS], said[:DIGITS], checks)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def read(path: Path = FILE) -> dict[str, dict[str, Kept]]:
    """Return the kept digests by group and address; marks of an unfinished merge are ignored."""
    found: dict[str, dict[str, Kept]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(("#", "<", "=", ">")):
            group, address, *kept = line.split()
            found.setdefault(group, {})[address] = Kept(*kept)
    return found


def write(kept: Mapping[str, ByAddress], path: Path = FILE) -> None:
    """Write the digests of groups."""
    lines = (
        f"{group} {address} {one.digest} {one.said} {one.checks}\n"
        for group, of in sorted(kept.items())
        for address, one in sorted(of.items())
    )
    path.write_text(HEAD + "".join(lines), encoding="utf-8")


def in_english(answers: Iterable[Answered]) -> list[Answered]:
    """Return the kept answers: an answer in another language has the same values."""
    return [answer for answer in answers if answer.language == ENGLISH.code]


def unlike(group: str, answers: Iterable[Answered], kept: ByAddress) -> Iterator[str]:
    """Yield a text for each address with other answers than those kept, naming some answers."""
    found = by_address(in_english(answers))
    for address in sorted(found.keys() | kept.keys()):
        those = found.get(address, [])
        now, before = _kept(those), kept.get(address, _kept([]))
        if (now.digest, now.checks) != (before.digest, before.checks):
            yield f"{group} {address}: {_change(those, now.checks, before.checks)}"
        elif now.said != before.said:
            yield f"{group} {address}: the same values, in other sentences"


def _change(answers: list[Answered], now: str, before: str) -> str:
    if len(now) != len(before):
        return f"other questions: {len(before) // CHECK} answers are kept, now {len(answers)}"
    changed = [
        answer.named
        for at, answer in enumerate(answers)
        if now[at * CHECK :][:CHECK] != before[at * CHECK :][:CHECK]
    ]
    more = f"\n  and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
    lines = "".join(f"\n  {name}" for name in changed[:SHOWN])
    return f"{len(changed) or 'some'} of {len(answers)} answers changed{lines}{more}"
