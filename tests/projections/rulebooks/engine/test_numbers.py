"""Numbers: read from TOML, amended, pinned by digest; tables that refuse values off the table."""

from fractions import Fraction

import numpy as np
import pytest

from ledger import canonical
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.numbers import OffTheTable, Table

FIRST = """
[cap]
value = 400
unit = "points"
article = "1"
says = "A cap."

[share]
value = "2/5"
unit = "share"
article = "2"
says = "A share."

[steps]
unit = "points: points"
article = "3"
says = "Steps."
columns = ["given"]
rows = [[0, 9, 1], [10, 19, 2]]
beyond = [3]
"""

AMENDMENT = """
[cap]
value = 500
unit = "points"
article = "1"
says = "Another cap."
"""


@pytest.fixture
def stated(tmp_path):
    (tmp_path / "first.toml").write_text(FIRST, encoding="utf-8")
    return numbers.load(tmp_path / "first.toml")


@pytest.fixture
def amended(tmp_path, stated):
    (tmp_path / "amendment.toml").write_text(AMENDMENT, encoding="utf-8")
    return numbers.load(tmp_path / "amendment.toml", stated)


# ------------------------------------------------------------------------------- values, amendments


def test_values_are_integers_fractions_and_tables(stated):
    values = numbers.values(stated)
    assert values["cap"] == 400
    assert values["share"] == Fraction(2, 5)
    assert values["steps"] == Table(("given",), ((0, 9, 1), (10, 19, 2)), (3,))


def test_an_amendment_restates_only_what_it_changes(stated, amended):
    assert numbers.values(amended) == {**numbers.values(stated), "cap": 500}
    assert amended["cap"].says == "Another cap."
    assert stated["cap"].stated == 400


def test_a_number_may_stand_in_another_file(tmp_path, stated):
    """Stated once, with the article and our sentence; the digest is of the number alone."""
    (tmp_path / "second.toml").write_text('[cap]\nas_in = "first.toml"\n', encoding="utf-8")
    second = numbers.load(tmp_path / "second.toml")
    assert second == {"cap": stated["cap"]}
    assert second["cap"].file == "first.toml"


def test_a_number_that_is_not_in_the_file_named_is_refused(tmp_path, stated):
    (tmp_path / "second.toml").write_text('[cape]\nas_in = "first.toml"\n', encoding="utf-8")
    with pytest.raises(KeyError, match="cape"):
        numbers.load(tmp_path / "second.toml")


# ------------------------------------------------------------------------------------------ digests


def test_the_digest_is_that_of_the_canonical_json_of_the_numbers(stated):
    said = {
        "cap": 400,
        "share": "2/5",
        "steps": {"columns": ["given"], "rows": [[0, 9, 1], [10, 19, 2]], "beyond": [3]},
    }
    assert numbers.digest(stated) == canonical.digest(said)


def test_the_digest_moves_with_a_number_and_stays_with_words(tmp_path, stated, amended):
    assert numbers.digest(amended) != numbers.digest(stated)
    other_words = tmp_path / "other_words.toml"
    reworded = FIRST.replace("A cap.", "The cap, in other words.").split("\n[share]")
    other_words.write_text(f"[share]{reworded[1]}\n{reworded[0]}", encoding="utf-8")
    assert numbers.digest(numbers.load(other_words)) == numbers.digest(stated)


@pytest.mark.parametrize("cell", ["[[0, 9, 1], [10, 19, 3]]", "[[0, 8, 1], [9, 19, 2]]"])
def test_the_digest_moves_with_every_cell_of_a_table(tmp_path, stated, cell):
    path = tmp_path / "other.toml"
    path.write_text(FIRST.replace("[[0, 9, 1], [10, 19, 2]]", cell), encoding="utf-8")
    assert numbers.digest(numbers.load(path)) != numbers.digest(stated)


PINNED = [
    (
        "fide-standard",
        "2014-07-01",
        "146efec2a89d24e5af0d9cadb99680ea8927a1106ee3e0767b77d3050e4b9cf2",
    ),
    (
        "fide-standard",
        "2017-07-01",
        "7eae01477c04ce066533dbbf9bf65377d4cffd532c1354008f8ee9d9d3f1ad22",
    ),
    (
        "fide-standard",
        "2021-02-01",
        "bfe7387e5c24e6972c6aaef9fbcb6f78e85306c4313c707f3b09ccd47c19d5c1",
    ),
    (
        "fide-standard",
        "2022-01-01",
        "79eb776233fbc5ed80698fcd56b0c1f71b65656d97341c3254d7fed1b034b6a0",
    ),
    (
        "fide-standard",
        "2023-12-25",
        "79dacabad71998d6222228581e85113ea8e54e9c0395f8c1772e53028e8b5450",
    ),
    (
        "fide-standard",
        "2024-03-01",
        "8aa277f398d9ae21602f23f5eaf2c988210f60b4a86a2120005022c6621d6109",
    ),
    (
        "fide-standard",
        "2025-10-01",
        "456fac253c6b80e09ebedde049f74ba6874e05cd29947e742d6f071f9472d9f1",
    ),
    (
        "fide-rapid",
        "2012-01-01",
        "66a6abfa59649d7387bb84ae91d747dbc4a191770bc01f72fb7f58a9f1bb2273",
    ),
    (
        "fide-rapid",
        "2013-07-01",
        "deb7c5c36b3cbaee4cfe795abca793811c6afa8934d9fa3d191e7f0947ba7b21",
    ),
    (
        "fide-rapid",
        "2014-07-01",
        "7b9626b952d8e983b738a889f7f2048e3cf90b8a5ba5130ed43c6c5cd0769fc5",
    ),
    (
        "fide-rapid",
        "2022-01-01",
        "1d82eced6150d3a8914e0b931949ed9fd58e31c3174da178d1a2ce46d45ca057",
    ),
    (
        "fide-rapid",
        "2022-10-01",
        "086ec78ffd2addb3e1b0f108a5e8065b5403e8a955d6ee3af4efa73e18c003cf",
    ),
    (
        "fide-rapid",
        "2024-03-01",
        "b7f3175d68665f8f489e0fbd3737ca52e42e81cf7d68e764aaae806f38ca1135",
    ),
    (
        "fide-rapid",
        "2024-12-01",
        "517aba1a441e58cbc08a017653d41a80587c7fc6fb83d83c423d18af1cf7a0be",
    ),
    (
        "fide-blitz",
        "2012-01-01",
        "66a6abfa59649d7387bb84ae91d747dbc4a191770bc01f72fb7f58a9f1bb2273",
    ),
    (
        "fide-blitz",
        "2013-07-01",
        "deb7c5c36b3cbaee4cfe795abca793811c6afa8934d9fa3d191e7f0947ba7b21",
    ),
    (
        "fide-blitz",
        "2014-07-01",
        "7b9626b952d8e983b738a889f7f2048e3cf90b8a5ba5130ed43c6c5cd0769fc5",
    ),
    (
        "fide-blitz",
        "2022-01-01",
        "1d82eced6150d3a8914e0b931949ed9fd58e31c3174da178d1a2ce46d45ca057",
    ),
    (
        "fide-blitz",
        "2022-10-01",
        "086ec78ffd2addb3e1b0f108a5e8065b5403e8a955d6ee3af4efa73e18c003cf",
    ),
    (
        "fide-blitz",
        "2024-03-01",
        "b7f3175d68665f8f489e0fbd3737ca52e42e81cf7d68e764aaae806f38ca1135",
    ),
    (
        "fide-blitz",
        "2024-12-01",
        "517aba1a441e58cbc08a017653d41a80587c7fc6fb83d83c423d18af1cf7a0be",
    ),
    (
        "rubele-italiana",
        "2008-01-01",
        "41036dc666988438a1ffe761f97bb1f89c181ace06494ab861262105ef9c2e60",
    ),
    (
        "rubele-italiana",
        "2021-01-01",
        "d1ac02cd84c0af41d7c75c7c1e6e009751ab2a5314db0c0598b9ab6e6b525786",
    ),
    (
        "rubele-internazionale",
        "2008-01-01",
        "10318065aef290a94069434f7ee50dbdf750a6f947fbae1d3e165f77929e1be1",
    ),
    (
        "rubele-internazionale",
        "2021-01-01",
        "402922182f38d4fe8797a99cae2584e44504d136829adfeafff90abc619ffb55",
    ),
    (
        "uisp",
        "2017-09-01",
        "edec45301e75518875da3fa87f93abe9ffafd48aa9e67c3494aa1549b2ec465f",
    ),
    (
        "uisp-exact",
        "2017-09-01",
        "4b923d571ca05a89e9a90bea62cec11265ceac857a9e97ab06a6416097e29444",
    ),
]


@pytest.mark.parametrize(("book", "edition", "digest"), PINNED)
def test_numbers_of_published_editions_are_what_they_were(book, edition, digest):
    """A moved digest is a change of law under closed lists: a new edition, or a fault."""
    assert rulebook(book).edition(edition).digest == digest


def test_every_edition_is_pinned():
    there = [(name, edition.name) for name in NAMES for edition in rulebook(name).editions]
    assert there == [(book, edition) for book, edition, _ in PINNED]


# ------------------------------------------------------------------------------------------- tables

CLOSED = Table(("up", "down"), ((0, 3, 50, 50), (4, 10, 51, 49)), None)
OPEN = Table(("up", "down"), ((0, 3, 50, 50), (4, 10, 51, 49)), (100, 0))


def test_look_up_gives_the_row_that_covers_a_value():
    values = np.array([0, 3, 4, 10])
    assert CLOSED.look_up(values, "up").tolist() == [50, 50, 51, 51]
    assert CLOSED.look_up(values, "down").tolist() == [50, 50, 49, 49]


def test_an_open_table_has_a_last_row_without_end():
    assert OPEN.look_up(np.array([10, 11, 10_000]), "up").tolist() == [51, 100, 100]


@pytest.mark.parametrize("value", [-1, 11])
def test_off_the_table_is_a_refusal(value):
    with pytest.raises(OffTheTable, match=f"the table ends at 10; {value} is not on it"):
        CLOSED.look_up(np.array([5, value]), "up")


def test_below_zero_is_off_an_open_table_too():
    with pytest.raises(OffTheTable):
        OPEN.look_up(np.array([-1]), "up")


def test_signed_differences_take_the_column_of_their_side():
    values = np.array([-10, -4, -3, 0, 3, 4, 10])
    assert CLOSED.signed(values, "up", "down").tolist() == [49, 49, 50, 50, 50, 51, 51]
    assert OPEN.signed(np.array([-11, 11]), "up", "down").tolist() == [0, 100]


@pytest.mark.parametrize("value", [-11, 11])
def test_signed_off_the_table_is_a_refusal(value):
    with pytest.raises(OffTheTable, match="the table ends at 10"):
        CLOSED.signed(np.array([0, value]), "up", "down")


def test_no_rows_asked_none_given():
    nothing = np.zeros(0, dtype=np.int64)
    assert CLOSED.look_up(nothing, "up").tolist() == []
    assert CLOSED.signed(nothing, "up", "down").tolist() == []


@pytest.mark.parametrize(
    "rows", [((0, 3, 1), (5, 9, 2)), ((0, 3, 1), (3, 9, 2)), ((0, 3, 1), (4, 2, 2))]
)
def test_a_table_with_a_gap_or_an_overlap_is_refused(rows):
    with pytest.raises(ValueError, match="gap or an overlap"):
        Table(("given",), rows, None).look_up(np.array([1]), "given")
