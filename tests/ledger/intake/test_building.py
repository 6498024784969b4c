"""The writer of test files is tested where a mistake could hide a mistake of the reader."""

from datetime import date

import pytest

from tests.support.report_files import (
    Player,
    Tournament,
    amended,
    cell,
    line_of,
    player_line,
    players,
    round_dates_value,
    round_robin,
    trf16,
)


def test_a_player_line_as_the_format_is_printed():
    ruler = (
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF "
        "IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1"
    )
    line = player_line(
        number="S" * 4,
        sex="s",
        title="T" * 3,
        name="N" * 33,
        rating="R" * 4,
        federation="F" * 3,
        reported_number="I" * 11,
        birth="BBBB/BB/BB",
        points="P" * 4,
        rank="R" * 4,
        cells=[cell("1" * 4, "1", "1")],
    )
    assert line == "001" + ruler[3:]


def test_a_whole_file():
    tournament = Tournament(
        [
            Player(1, "Rossi, Anna", 1850, "ITA", "801234", 1990, "w", "WFM"),
            Player(2, "Bianchi, Ugo"),
            Player(3, "Verdi, Ida"),
        ],
        rounds=[[(2, 1, "0-1"), (3, "U")], [(1, 3, "½-½")]],
        extra={"XXR": "2"},
    )
    assert tournament.trf16(line_end="\n").decode().split("\n") == [
        "012 Open d'inverno",
        "022 Torino",
        "032 ITA",
        "042 2026/01/10",
        "052 2026/01/11",
        "062 3",
        "072 1",
        "092 Individual: Swiss-System",
        "122 90 min + 30 s",
        "XXR 2",
        "001    1 wWFM Rossi, Anna                       1850 ITA      801234 1990        1.5    1"
        "     2 b 1     3 w =",
        "001    2      Bianchi, Ugo                           ITA                         0.0    3"
        "     1 w 0  0000 - Z",
        "001    3      Verdi, Ida                             ITA                         1.5    2"
        "  0000 - U     1 b =",
        "",
    ]


def test_totals_of_a_win_that_counts_two():
    tournament = Tournament(players(2), [[(1, 2, "1-0")], [(1, 2, "½-½")]], points="2-1-0")
    assert [row[80:84] for row in tournament.rows()] == [" 3.0", " 1.0"]


def test_days_of_rounds_stand_every_ten_columns_from_column_92():
    line = "132 " + round_dates_value([date(2026, 1, 10), date(2026, 1, 11)])
    assert (line[91:99], line[101:109]) == ("26/01/10", "26/01/11")


@pytest.mark.parametrize("count", [2, 3, 4, 7, 10])
def test_round_robin_pairs_each_two_once(count):
    pairs = [frozenset(pairing[:2]) for pairings in round_robin(count) for pairing in pairings]
    assert len(pairs) == len(set(pairs)) == count * (count - 1) // 2


def test_a_player_twice_in_a_round_is_refused():
    with pytest.raises(ValueError, match="is twice"):
        Tournament(players(2), [[(1, 2, "1-0"), (2, "H")]]).trf16()


def test_a_text_too_long_for_its_columns_is_refused():
    with pytest.raises(ValueError, match="longer than its 4 columns"):
        player_line(number=12345)


def test_records_of_a_list_stand_on_lines_of_their_own():
    assert trf16({"112": ["One", "Two"]}, [], line_end="\n") == b"112 One\n112 Two\n"


def test_amending_overwrites_columns_and_lengthens_lines():
    file = trf16({}, [player_line(number=1, points="0.0")])
    assert amended(file, player=1, column=82, text="9.5")[81:84] == b"9.5"
    assert amended(file, player=1, column=92, text="   2 w 1")[91:99] == b"   2 w 1"
    assert line_of(file, 1) == 1
