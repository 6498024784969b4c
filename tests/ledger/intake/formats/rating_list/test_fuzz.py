"""The readers of lists answer for any bytes; accepted lists are free of contradictions."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.counts import FULL
from tests.support.list_files import ANNA, LAYOUTS, fixed, read, spread, tagged, zipped

EXAMPLES = 3_000 if FULL else 150
"""Mutated files tried; `ops/test --full` tries more."""

ROWS = [ANNA, ANNA | {"ID Number": "2", "ID number": "2", "SRtng": "1500", "OCT26": "1500"}]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder, and lists in every form."""
    folder = tmp_path_factory.mktemp("lists")
    whole = [fixed(layout, *(ROWS)) for layout in LAYOUTS.values()]
    whole.append(tagged({"fideid": 1, "name": "A", "rating": 1500}, {"fideid": 2, "k": 10}))
    whole.append(spread(("id", "name", "elo"), (1, '"A, B"', 1500), (2, "C", 1600)))
    whole += [zipped(folder / "made.zip", path).read_bytes() for path in whole[:1]]
    return folder, whole


accidents = st.lists(
    st.tuples(st.integers(0, 1 << 16), st.integers(0, 12), st.binary(max_size=6)),
    min_size=1,
    max_size=4,
)


@settings(max_examples=EXAMPLES)
@given(which=st.integers(0, 99), accidents=accidents)
def test_every_file_is_read_or_refused(files, which, accidents):
    """Pieces are cut out and replaced: accepted rows are whole, faults have a place."""
    folder, whole = files
    data = whole[which % len(whole)]
    for where, length, piece in accidents:
        at = where % (len(data) + 1)
        data = data[:at] + piece + data[at + length :]
    path = Path(folder / "list")
    path.write_bytes(data)
    rows, problems, file = read(path)
    assert rows or problems
    for row in rows:
        assert row.number
        assert all(0 <= value <= 9_999 for value in row.values.values())
        assert row.birth_year == 0 or 1900 <= row.birth_year <= 2100
    assert file.count == len(rows)
