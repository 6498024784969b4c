"""The moves of a preview as tables: a finding widens no other table."""

from ledger.sentences import Sentence
from ops.answers.moves import Move
from ops.doors.moves import tables_of
from ops.words import columns

FIDE = "fide-standard"
RATING = Move("251-6", "Zoregelli, Tullo", "rating", 1918, 1928, FIDE, "2026-02", 1918, 1924)
CATEGORY = Move("251-6", "Zoregelli, Tullo", "category", None, "Master", FIDE, "2026-02")
SAYS = "7.1: #551 was recorded after list 2024-02 had booked the report, which stays as sealed"
NEW = Move("", "", "finding", None, SAYS, FIDE, "T-000053")
GONE = Move("8-4", "Sanamesco, Quinto", "finding", SAYS, None, FIDE, "T-000053")


def on_revised(period: str, players: int, pool: str = FIDE) -> Move:
    """A closed list that differs on the revised track."""
    return Move("", "", "players", None, None, pool, period, players=players)


def test_each_kind_of_move_has_its_table():
    found = tables_of([RATING, CATEGORY, NEW, GONE, on_revised("2024-02", 2)])
    moved, findings, lists = found.values()
    assert [(row["what"], str(row["official"]), str(row["revised"])) for row in moved] == [
        ("rating", "1918 to 1928", "1918 to 1924"),
        ("category", "- to Master", "-"),
    ]
    assert [(row["player"], str(row["finding"]), row["says"]) for row in findings] == [
        (None, "new", SAYS),
        ("8-4 Sanamesco, Quinto", "no more", SAYS),
    ]
    assert lists == [{"pool": FIDE, "lists": "2024-02", "players": 2}]
    assert tables_of([]) == {}


def test_the_table_of_ratings_fits_a_hundred_columns_beside_a_long_finding():
    rows = tables_of([RATING, NEW])[Sentence("what moves")]
    cells = [[str(cell) for cell in row.values()] for row in rows]
    headings = [*rows[0]]
    wide = columns.lines(headings, cells, [False] * len(headings), None)
    assert max(map(len, wide)) <= 100


def test_a_rating_that_stays_on_a_track_says_so():
    stays = Move("8-4", "Sanamesco, Quinto", "rating", 1920, 1920, FIDE, "2026-02", 1920, 1914)
    (row,) = tables_of([stays])[Sentence("what moves")]
    assert (str(row["official"]), str(row["revised"])) == ("stays 1920", "1920 to 1914")


def test_following_lists_with_as_many_players_are_one_row():
    other = "fide-rapid"
    periods = [on_revised("2024-02", 2), on_revised("2024-03", 2), on_revised("2024-04", 3)]
    (rows,) = tables_of([*periods, on_revised("2024-04", 3, other)]).values()
    assert [{**row, "lists": str(row["lists"])} for row in rows] == [
        {"pool": FIDE, "lists": "2024-02 to 2024-03, 2 lists", "players": 2},
        {"pool": FIDE, "lists": "2024-04", "players": 3},
        {"pool": other, "lists": "2024-04", "players": 3},
    ]
