"""Sealed lists: readable, checked with sha256sum, rendered anew or from the list before alike."""

from hashlib import sha256
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger import canonical
from ledger.store.kept import list_digest
from ledger.store.requests import SealedList
from projections import list_document
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.terms import ListColumn
from tests.support.worlds import FIDE

COLUMNS = rulebook(FIDE).list_columns
ABOUT = {
    "pool": "fide-standard",
    "period": "2025-11",
    "printing": 1,
    "list_date": "2025-11-01",
    "layout": "fide-list.1",
}

Row = tuple[int, int, int, int]
"""Rating, K, games of the period, inactive."""


def render(
    by_player: dict[int, Row], before: list_document.Rows | None = None, size: int = 0
) -> list_document.Rows:
    """Render rows by player, in a register of so many numbers at least."""
    size = max(size, max(by_player, default=0) + 1)
    listed = np.zeros(size, dtype=bool)
    listed[list(by_player)] = True
    values = {column.name: np.zeros(size, dtype=np.int64) for column in COLUMNS}
    for at, column in enumerate(COLUMNS[1:]):
        values[column.name][list(by_player)] = [row[at] for row in by_player.values()]
    return list_document.render(COLUMNS, values, listed, before)


def document(by_player: dict[int, Row], **about: Any) -> SealedList:
    return list_document.seal(COLUMNS, render(by_player), {**ABOUT, **about})


THREE = {7: (2000, 20, 9, 0), 12: (1400, 40, 0, 1), 90_001: (2813, 10, 123, 0)}
MANY = {player: (1400 + player % 1400, 20, player % 40, player % 2) for player in range(1, 2501)}


@pytest.mark.parametrize("by_player", [{}, THREE, MANY])
def test_the_columns_of_a_list_just_written_are_those_read(by_player):
    """Header, names, order and kind of the columns, and every value."""
    rows = render(by_player)
    sealed = list_document.seal(COLUMNS, rows, ABOUT)
    read, written = list_document.read(sealed.data), list_document.columns_of(sealed, rows)
    assert written.header == read.header
    assert list(written.values) == list(read.values)
    for name, values in read.values.items():
        assert values.dtype == written.values[name].dtype
        assert values.tolist() == written.values[name].tolist()


# ------------------------------------------------------------------------------ what it looks like


def test_a_list_can_be_read_with_less():
    """A header line of canonical JSON, a line for each block, then fixed-width rows."""
    header, block, *rows = document(THREE).data.decode("ascii").splitlines()
    assert canonical.decode(header.encode()) == {
        **ABOUT,
        "block_rows": 1024,
        "columns": [
            ["player", 8, ""],
            ["rating", 4, ""],
            ["k", 2, ""],
            ["period_games", 3, ""],
            ["inactive", 1, "-i"],
        ],
        "row_width": 23,
        "rows": 3,
    }
    assert canonical.encode(canonical.decode(header.encode())) == header.encode()
    assert rows == [
        "00000007 2000 20 009 -",
        "00000012 1400 40 000 i",
        "00090001 2813 10 123 -",
    ]
    assert block == sha256("".join(f"{row}\n" for row in rows).encode()).hexdigest()


def test_the_header_holds_no_position_and_no_instant():
    assert not {"position", "through_position", "recorded_at"} & set(
        canonical.decode(document(THREE).data.splitlines()[0])
    )


def test_every_row_has_the_width_the_header_says():
    for name in NAMES:
        columns = rulebook(name).list_columns
        one = {column.name: np.array([0, 1]) for column in columns}
        rows = list_document.render(columns, one, listed=np.array([False, True]))
        assert len(rows.data.tobytes()) == list_document.row_width(columns)


@pytest.mark.parametrize(
    ("rows", "blocks"), [(0, 0), (1, 1), (1023, 1), (1024, 1), (1025, 2), (2048, 2), (2049, 3)]
)
def test_a_block_line_for_every_1024_rows(rows, blocks):
    sealed = document({player: MANY[player] for player in range(1, rows + 1)})
    assert len(sealed.data[: sealed.head_bytes].splitlines()) == 1 + blocks
    assert len(sealed.data) == sealed.head_bytes + 23 * rows


# ------------------------------------------------------------------------------------------- digest


def test_the_digest_is_that_of_the_header_and_block_lines():
    """`head -n H | sha256sum`."""
    sealed = document(MANY)
    lines = sealed.data.splitlines(keepends=True)
    assert sealed.digest == sha256(b"".join(lines[: 1 + 3])).hexdigest()


@pytest.mark.parametrize("player", [1, 1024, 1025, 2500])
def test_one_changed_row_changes_its_block_and_the_digest(player):
    before = document(MANY)
    after = document({**MANY, player: (2999, 10, 1, 0)})
    assert before.digest != after.digest
    lines = [each.data[: each.head_bytes].splitlines() for each in (before, after)]
    differing = [at for at, (one, two) in enumerate(zip(*lines, strict=True)) if one != two]
    assert differing == [1 + (player - 1) // 1024]


@pytest.mark.parametrize("name", ["pool", "period", "list_date", "layout"])
def test_the_digest_binds_what_the_list_is(name):
    assert document(THREE).digest != document(THREE, **{name: "another"}).digest


def test_the_store_finds_the_same_digest_and_names_a_damaged_block():
    sealed = document(MANY)
    assert list_digest(sealed.data) == sealed.digest
    for row, block in [(0, 1), (1023, 1), (1024, 2), (2499, 3)]:
        damaged = bytearray(sealed.data)
        damaged[sealed.head_bytes + 23 * row + 9] ^= 1
        assert list_digest(bytes(damaged)) == f"row block {block} differs from its line"


# ------------------------------------------------------------------------------------- reading back


@pytest.mark.parametrize("by_player", [THREE, MANY, {}], ids=["three", "many", "none"])
def test_what_is_read_is_what_was_written(by_player):
    read = list_document.read(document(by_player).data)
    assert read.header["rows"] == len(by_player)
    names = ["rating", "k", "period_games", "inactive"]
    found = {player: read.row(player) for player in by_player}
    assert found == {
        player: {"player": player, **dict(zip(names, row, strict=True))}
        for player, row in by_player.items()
    }


def test_who_is_not_on_the_list_has_no_row():
    read = list_document.read(document(THREE).data)
    assert [read.row(player) for player in (1, 8, 90_002)] == [None] * 3


@pytest.mark.parametrize(
    ("column", "value"), [(1, 10_000), (1, -1), (2, 100), (3, 1000)], ids=str
)  # fmt: skip
def test_a_value_that_does_not_fit_its_column_is_refused(column, value):
    row = [2000, 20, 9, 0]
    row[column - 1] = value
    with pytest.raises(ValueError, match=f"column '{COLUMNS[column].name}' of the list has"):
        document({7: tuple(row)})  # type: ignore[dict-item]


# ------------------------------------------------------------------------- from the list before

rows_of_a_list = st.dictionaries(
    st.integers(1, 40),
    st.tuples(
        st.integers(1400, 1403), st.sampled_from([10, 20]), st.integers(0, 2), st.integers(0, 1)
    ),
)


@given(st.lists(rows_of_a_list, min_size=2, max_size=5), st.integers(1, 5))
def test_a_list_made_from_the_list_before_is_the_list_made_anew(series, block_rows):
    """Over any series of lists: players come, go, change and stay, and blocks move along."""
    before, size = None, 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(list_document, "BLOCK_ROWS", block_rows)
        for by_player in series:
            size = max(size, max(by_player, default=0) + 1)
            before = render(by_player, before, size)
            made = list_document.seal(COLUMNS, before, ABOUT)
            assert made == document(by_player)
            assert list_digest(made.data) == made.digest


@pytest.mark.parametrize("gone", [1, 1024, 1025, 2048, 2049, 2500])
def test_whoever_leaves_or_comes_back_the_blocks_fit(gone):
    """With blocks of real size, at the edges: a player leaves, and the next list has the
    player again.
    """
    without = {player: row for player, row in MANY.items() if player != gone}
    first = render(MANY)
    second = render(without, first, len(first.listed))
    third = render(MANY, second)
    for rows, expected in ((second, without), (third, MANY)):
        assert list_document.seal(COLUMNS, rows, ABOUT) == document(expected)


def test_rows_that_stay_are_taken_from_the_list_before():
    """Shown by a list before with other bytes: an unchanged row is not written."""
    before = render(THREE)
    before.data[0, 0] = ord("X")
    after = render({**THREE, 12: (1401, 40, 0, 1)}, before)
    assert [bytes(row[:1]) for row in after.data] == [b"X", b"0", b"0"]


# ------------------------------------------------------------------------------------ differences


def difference(two: dict[int, Row], **about: Any) -> str:
    return list_document.first_difference(document(THREE).data, document(two, **about).data)


def test_the_first_row_that_differs_is_named():
    changed = {**THREE, 12: (1401, 40, 0, 1), 90_001: (2812, 10, 123, 0)}
    assert difference(changed) == (
        "player 12: sealed rating 1400 k 40 period_games 0 inactive 1, "
        "recomputed rating 1401 k 40 period_games 0 inactive 1"
    )


def test_a_row_that_is_missing_or_too_many_is_named():
    fewer = {player: row for player, row in THREE.items() if player != 7}
    assert difference(fewer) == (
        "player 7: sealed rating 2000 k 20 period_games 9 inactive 0, recomputed not on the list"
    )
    assert difference({**THREE, 3: (1500, 40, 5, 0)}).startswith("player 3: sealed not on the list")


def test_a_header_that_differs_is_named_before_any_row():
    assert difference({**THREE, 7: (2001, 20, 9, 0)}, period="2025-12") == "header: period"


def test_where_nothing_differs_it_says_so():
    assert difference(THREE) == "nothing: the documents agree"


def test_letters_stand_for_small_numbers():
    columns = (ListColumn("player", 8), ListColumn("state", 1, letters="-ix"))
    rows = list_document.render(columns, {"state": [0, 1, 2]}, listed=np.array([True] * 3))
    assert rows.data.tobytes() == b"00000000 -\n00000001 i\n00000002 x\n"
    read = list_document.read(list_document.seal(columns, rows, ABOUT).data)
    assert read.values["state"].tolist() == [0, 1, 2]
