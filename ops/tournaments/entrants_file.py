"""The file of the entrants of an event."""

from pathlib import Path
from typing import Final

from ledger.errors import Refused
from ledger.intake.files import read
from ledger.sentences import Sentence

MOST_BYTES: Final = 1_000_000


def players_in(path: Path) -> tuple[str, ...]:
    """Return the players of a file: the first word of each line; `#` begins a remark.

    Raises Refused for a file that is not UTF-8, or names nobody; LimitExceeded.
    """
    try:
        text = read(path, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(
            Sentence(
                "{file}: not UTF-8 at byte {byte}; save it as UTF-8",
                file=path.name,
                byte=error.start,
            ),
            code="not-utf-8",
            field="entrants",
            found=path.name,
            expected="UTF-8",
        ) from error
    lines = (line.partition("#")[0].replace(",", " ").split() for line in text.splitlines())
    players = tuple(words[0] for words in lines if words)
    if not players:
        raise Refused(
            Sentence("{file}: no line names a player", file=path.name),
            code="entrants-needed",
            field="entrants",
            found=path.name,
            expected=Sentence("a player in each line"),
        )
    return players
