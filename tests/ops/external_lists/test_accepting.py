"""`external-list compare` and `external-list accept` as people type the commands."""

import pytest

from ledger.register import identities
from ops.cli.exits import FOUND, REFUSED
from projections.official.furthest_head import furthest
from tests.support.command import run
from tests.support.list_files import SINGLE, fixed
from tests.support.their_list import CHESS, LIST, RATING, pool_again, their_file, their_rows


def typed(copy, tmp_path, *words, period=LIST, verb="compare"):
    """Type `ledger external-list compare` for the list written last."""
    file = tmp_path / "theirs.csv"
    return run("external-list", verb, CHESS, period, file, *words, "--ledger", copy)


def accepting(copy, tmp_path, *words, period=LIST):
    """Type `ledger external-list accept` for the list written last, by a body."""
    return typed(copy, tmp_path, "--by", "fsi", *words, period=period, verb="accept")


def test_the_exit_code_tells_whether_the_lists_differ(pool, tmp_path, copy):
    theirs = their_rows(pool, LIST)
    their_file(tmp_path, theirs.values())
    ran = typed(copy, tmp_path)
    assert ran.code == 0
    assert f"players equal {len(theirs)}" in ran.out
    player = next(iter(theirs))
    theirs[player][RATING] += 1
    their_file(tmp_path, theirs.values())
    ran = typed(copy, tmp_path, "--format", "json")
    assert ran.code == 1
    assert ran.document["about"]["differences"] == {"rating": 1}
    (row,) = ran.document["rows"]
    assert (row["player"], row["what"]) == (identities.show(player), "rating")
    assert row["theirs"] == row["ours"] + 1


@pytest.fixture
def last(pool, tmp_path):
    """The last list as theirs, two ratings being higher; and the two players."""
    rows = their_rows(pool, pool.lists()[-1].period)
    two = sorted(rows)[:2]
    for at, player in enumerate(two, 1):
        rows[player][RATING] += 10 * at
    their_file(tmp_path, rows.values())
    return pool.lists()[-1].period, two


def test_accepted_ratings_become_adjustments_once(pool, copy, tmp_path, last):
    period, two = last
    ran = accepting(copy, tmp_path, "--article", "7.1", period=period)
    assert ran.code == 0
    assert ran.out.startswith(f"2 ratings accepted, for the list after {period} (#")
    assert ran.out.count(" → ") == 2
    adjusted = pool_again(pool).facts.adjustments
    assert [(each.player, each.after - each.before) for each in adjusted] == [
        (two[0], 10),
        (two[1], 20),
    ]
    again = accepting(copy, tmp_path, "--article", "7.1", period=period)
    assert "already recorded" in again.out
    assert len(pool_again(pool).facts.adjustments) == 2


def test_one_player_can_be_accepted_alone(pool, copy, tmp_path, last):
    period, (_, other) = last
    who = identities.show(other)
    accepting(copy, tmp_path, "--player", who, period=period)
    assert [each.player for each in pool_again(pool).facts.adjustments] == [other]


def test_where_nothing_differs_nothing_is_recorded(pool, copy, tmp_path):
    period = pool.lists()[-1].period
    their_file(tmp_path, their_rows(pool, period).values())
    ran = accepting(copy, tmp_path, period=period)
    assert (ran.code, ran.out) == (0, f"no rating differs from list {period}\n")
    assert pool_again(pool).facts.adjustments == []


def test_what_cannot_be_accepted_is_refused(pool, copy, tmp_path, last):
    """A player without a difference; a list other than the present list."""
    period, _ = last
    equal = identities.show(max(their_rows(pool, period)))
    ran = accepting(copy, tmp_path, "--player", equal, period=period)
    assert (ran.code, "the ratings do not differ" in ran.err) == (3, True), ran
    old, new = their_rows(pool, LIST), their_rows(pool, period)
    moved = next(each for each in old if each in new and old[each][RATING] != new[each][RATING])
    old[moved][RATING] += 5
    their_file(tmp_path, old.values())
    ran = accepting(copy, tmp_path)
    assert (ran.code, "the present rating is" in ran.err) == (3, True), ran
    assert pool_again(pool).facts.adjustments == []


def test_ratings_are_accepted_as_everything_is_recorded(pool, copy, tmp_path, last):
    """Not into an older file in the ledger's place; the options to confirm an older file exist."""
    period, _ = last
    head = pool.official.ledger.read.head()
    other = f"{head.next_position - 1}:{'0' * 64}"
    ran = accepting(copy, tmp_path, "--expect", other, period=period)
    assert (ran.code, "took its place" in ran.err) == (REFUSED, True), ran
    assert pool_again(pool).facts.adjustments == []
    sure = ("--clock-is-right", "--values-are-right")
    known = f"{head.next_position - 1}:{head.chain_hash.hex()}"
    assert accepting(copy, tmp_path, *sure, "--expect", known, period=period).code == 0
    now = furthest(pool.official.ledger.engine)
    assert now is not None
    assert now.position == head.next_position


@pytest.mark.parametrize(
    ("month", "words", "code"),
    [
        ("NOV25", [], REFUSED),
        ("NOV25", ["--month-as-given"], FOUND),
        ("DEC25", [], FOUND),
        ("JAN26", [], REFUSED),
    ],
)
def test_ratings_of_another_month_are_not_accepted_unless_somebody_says_so(
    pool, tmp_path, copy, month, words, code
):
    number = their_rows(pool, LIST).popitem()[1][0]
    layout = {month if name == "OCT26" else name: at for name, at in SINGLE.items()}
    row = {"ID Number": number, "Name": "A", month: "2150"}
    (tmp_path / "theirs.csv").write_bytes(fixed(layout, row))
    ran = typed(copy, tmp_path, *words)
    assert ran.code == code
    named = f'month in the heading: found "{month}", expected 2025-12, the month of our list'
    assert (named in ran.err) == (code == REFUSED)
