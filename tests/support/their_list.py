"""Lists of ours as the body would print them, for tests to change."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from ledger.register.people import persons
from ops.doors.uploads import Upload
from ops.external_lists.questions import CompareExternalList
from projections.official import Official
from projections.queries import PoolQuery
from projections.queries.printed import sealed_list
from tests.support.list_files import spread

CHESS = "fide-standard"
LIST = "2025-12"
"""A list of the sample season that is neither its first nor its last."""
HEADER = (
    "number",
    "name",
    "federation",
    "birth_year",
    "rating",
    "rating_k",
    "rating_games",
    "flag",
)
BORN, RATING, K, GAMES, FLAG = 3, 4, 5, 6, 7
"""Places in a row."""


def their_rows(pool: PoolQuery, period: str) -> dict[int, list[Any]]:
    """Give a list of ours as rows of theirs, by register number."""
    read = pool.official.ledger.read
    numbers = {player: number for number, player in read.numbers_of("fide").items()}
    values = sealed_list(pool, pool.list_of(period)).values
    names = ("player", "rating", "k", "period_games", "inactive")
    rows = zip(*(values[name].tolist() for name in names), strict=True)
    people = persons(read, values["player"].tolist())
    words = {player: [person.name, person.federation] for player, person in people.items()}
    return {
        player: [numbers[player], *words[player], "", rating, k, games, "i" if inactive else ""]
        for player, rating, k, games, inactive in rows
    }


def their_file(tmp_path: Path, rows: Iterable[list[Any]]) -> Path:
    """Write their list into a file."""
    path = tmp_path / "theirs.csv"
    path.write_bytes(spread(HEADER, *rows))
    return path


def against(
    tmp_path: Path, rows: Iterable[list[Any]], period: str = LIST, **options: Any
) -> CompareExternalList:
    """Return the comparison of a list of ours with theirs, written into a file."""
    file = Upload.at(their_file(tmp_path, rows))
    return CompareExternalList(pool=CHESS, period=period, file=file, **options)


def pool_again(pool: PoolQuery) -> PoolQuery:
    """Take in the recordings since."""
    with closing(Official(pool.official.ledger)) as official:
        return PoolQuery(official.catch_up(), CHESS)
