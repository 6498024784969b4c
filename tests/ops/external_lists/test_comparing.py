"""Our sealed list against the body's: every difference, with the cause where known."""

import pytest

from ledger.intake.formats.rating_list.reading import ListRefused
from ledger.register import identities
from ledger.register.people import persons
from ops.external_lists import comparing
from ops.external_lists.comparing import reconcile
from ops.external_lists.words import difference_row
from tests.support.command import done
from tests.support.their_list import (
    BORN,
    CHESS,
    FLAG,
    GAMES,
    LIST,
    RATING,
    K,
    against,
    pool_again,
    their_file,
    their_rows,
)


@pytest.fixture
def theirs(pool):
    """Our own list in the body's layout, by register number."""
    return their_rows(pool, LIST)


def found(pool, tmp_path, rows, **options):
    """Compare; return the differences: player, kind, ours, theirs, cause."""
    result = reconcile(pool, against(tmp_path, rows, **options))
    return worded(pool, result)


def worded(pool, result):
    """Give the differences of a comparison with their causes in words."""
    rows = map(difference_row, comparing.differences(pool, result).rows)
    return [
        (one.player, str(row["what"]), row["ours"], row["theirs"], str(row["cause"]))
        for one, row in zip(result.differences, rows, strict=True)
    ]


def player_with(theirs, **wanted):
    """Return the first player with at least a number of games."""
    return next(player for player, row in theirs.items() if row[GAMES] >= wanted.get("games", 0))


def test_equal_lists_have_no_difference(pool, theirs, tmp_path):
    result = reconcile(pool, against(tmp_path, theirs.values()))
    assert (result.differences, result.found) == ([], 0)
    assert result.equal == result.rows == len(theirs) > 50


@pytest.mark.parametrize(
    ("more", "cause"),
    [
        (2, "they counted {theirs} games, we {ours}: a report is missing here or late"),
        (-1, "they counted {theirs} games, we {ours}: a report is missing there or late"),
    ],
)
def test_other_games_tell_that_a_report_is_missing(pool, theirs, tmp_path, more, cause):
    player = player_with(theirs, games=3)
    row = theirs[player]
    ours, rating = row[GAMES], row[RATING]
    row[GAMES], row[RATING] = ours + more, rating + 7
    assert found(pool, tmp_path, theirs.values()) == [
        (player, "rating", rating, rating + 7, cause.format(ours=ours, theirs=ours + more)),
        (player, "games", ours, ours + more, ""),
    ]


def test_another_k_is_told_and_is_a_difference_of_its_own(pool, theirs, tmp_path):
    one, other = list(theirs)[:2]
    for player in (one, other):
        theirs[player][K] += 5
    k, rating = theirs[one][K] - 5, theirs[one][RATING]
    theirs[one][RATING] += 9
    assert found(pool, tmp_path, theirs.values()) == [
        (one, "rating", rating, rating + 9, f"K printed differs: theirs {k + 5}, ours {k}"),
        (one, "K", k, k + 5, ""),
        (other, "K", theirs[other][K] - 5, theirs[other][K], ""),
    ]


@pytest.mark.parametrize(
    ("by", "cause"),
    [
        (-2, "the lists do not tell"),
        (-1, "one point: a rounding, or the rating before"),
        (1, "one point: a rounding, or the rating before"),
        (2, "the lists do not tell"),
    ],
)
def test_one_point_may_be_a_rounding(pool, theirs, tmp_path, by, cause):
    player = next(iter(theirs))
    theirs[player][RATING] += by
    ((_, what, ours, told, why),) = found(pool, tmp_path, theirs.values())
    assert (what, told - ours, why) == ("rating", by, cause)


def test_an_earlier_list_of_theirs_tells_that_the_base_differs(pool, theirs, tmp_path, copy):
    before = their_rows(pool, "2025-11")
    player = player_with(theirs, games=0)
    before[player][RATING] += 3
    theirs[player][RATING] += 3
    path = their_file(tmp_path, before.values())
    words = ("--issuer", "fide", "--list", "2025-11", "--list-date", "2025-11-01")
    done("external-list", "record", path, *words, "--ledger", copy)
    base = before[player][RATING]
    ((_, _, _, _, cause),) = found(pool_again(pool), tmp_path, theirs.values())
    assert cause == f"the lists before differ already: theirs {base}, ours {base - 3}"


def test_an_adjustment_recorded_later_is_told(pool, theirs, tmp_path, copy):
    last = pool.lists()[-1].period
    theirs = their_rows(pool, last)
    player = next(iter(theirs))
    rating = theirs[player][RATING]
    fields = ("--before", str(rating), "--after", str(rating - 4), "--by", "body")
    who = identities.show(player)
    done(
        "event",
        "record",
        "ratings-adjusted",
        "--pool",
        CHESS,
        "--player",
        who,
        *fields,
        "--ledger",
        copy,
    )
    theirs[player][RATING] -= 4
    asked = pool_again(pool)
    result = reconcile(asked, against(tmp_path, theirs.values(), last))
    position = asked.official.facts.position
    assert [cause for *_, cause in worded(asked, result)] == [
        f"equals the adjustment recorded later (#{position})"
    ]


def test_the_flag_and_the_year_of_birth(pool, theirs, tmp_path):
    player = next(iter(theirs))
    born = int(pool.official.facts.birth_year[player])
    inactive = int(theirs[player][FLAG] == "i")
    theirs[player][FLAG] = "" if inactive else "i"
    theirs[player][BORN] = born + 1
    assert [each[:4] for each in found(pool, tmp_path, theirs.values())] == [
        (player, "birth year", born, born + 1),
        (player, "inactive", inactive, 1 - inactive),
    ]


def test_who_stands_on_one_list_only(pool, theirs, tmp_path):
    left, unrated = list(theirs)[:2]
    gone = theirs.pop(left)
    rating = theirs[unrated][RATING]
    theirs[unrated][RATING] = 0
    unlisted = set(pool.official.ledger.read.numbers_of("fide").values()) - theirs.keys() - {left}
    numbers = {
        player: number for number, player in pool.official.ledger.read.numbers_of("fide").items()
    }
    newcomer = min(unlisted)
    person = persons(pool.official.ledger.read, [newcomer])[newcomer]
    words = (person.name, person.federation)
    theirs[newcomer] = [numbers[newcomer], *words, "", 1600, 40, 9, ""]
    assert sorted(found(pool, tmp_path, theirs.values())) == sorted(
        [
            (left, "only ours", gone[RATING], None, "theirs has no rating of this player"),
            (unrated, "only ours", rating, None, "theirs has no rating of this player"),
            (newcomer, "only theirs", None, 1600, "ours has no rating of this player"),
        ]
    )


def test_players_not_in_the_register_are_told_of_one_federation(pool, theirs, tmp_path):
    strangers = [
        [7, "Nessuno, Aldo", "ITA", "", 1700, 20, 0, ""],
        [8, "Personne, Bob", "FRA", "", 1700, 20, 0, ""],
        [9, "Unrated, Carl", "ITA", "", 0, 0, 0, ""],
    ]
    rows = [*theirs.values(), *strangers]
    cause = "no player of the register has this number"
    assert len(found(pool, tmp_path, rows)) == 2
    assert found(pool, tmp_path, rows, federation="ITA") == [
        (0, "not in the register", None, 1700, cause)
    ]


def test_of_many_strangers_the_first_are_listed_and_all_counted(
    pool, theirs, tmp_path, monkeypatch
):
    monkeypatch.setattr(comparing, "MOST_UNREGISTERED", 2)
    strangers = [[each, "N", "ITA", "", 1700, 20, 0, ""] for each in range(1, 6)]
    result = reconcile(pool, against(tmp_path, [*theirs.values(), *strangers]))
    assert (len(result.differences), result.unregistered, result.found) == (2, 5, 5)
    assert comparing.differences(pool, result).about.not_listed == 3


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"kind": "rapid"}, None),
        ({"number_scheme": "U.S."}, "number scheme"),
        ({"form": "fide"}, "header"),
    ],
)
def test_a_list_with_faults_is_not_compared(pool, theirs, tmp_path, written, expected):
    rows = list(theirs.values())
    if expected is None:  # a list of one kind takes the name that is asked for
        assert reconcile(pool, against(tmp_path, rows, **written)).found == 0
        rows.append(rows[0])
    with pytest.raises(ListRefused, match=expected or "each player once"):
        reconcile(pool, against(tmp_path, rows, **written))
