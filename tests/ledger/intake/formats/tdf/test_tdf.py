"""Vega's tournament description files: fields between bars, national numbers and ratings."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.intake.formats.tdf import read_tdf
from ledger.tournaments.report import Bye, Game, NationalNumber
from tests.support.cross_table_files import tdf, told
from tests.support.report_files import Tournament, players

SAMPLE = Path(__file__).parents[4] / "samples" / "tdf" / "four_players_three_rounds.tdf"
RESULTS = ("1-0", "½-½", "0-1", "0-0", "½-0", "0-½", "+--", "--+", "---", "D-D")
TWO = "012 Open\n022 Roma\n032 ITA\n042 2026/01/10\n052 2026/01/11\n"
NOBODY = "001 2|m||B|||||||0|"


def pair(mine, his, points=("", "")):
    """Write two players of the same game."""
    return (
        f"{TWO}001 1|w||Rossi, Anna|2000|ITA|811|2050|121|1990|{points[0]}|1|{mine}\n"
        f"001 2|m|f|Neri, Ugo|0|ITA|0|0|0||{points[1]}||{his}\n"
    )


def read(text, **options):
    reading = read_tdf(text if isinstance(text, bytes) else text.encode(), **options)
    assert (reading.report is None) == bool(reading.refusals)
    return reading


def refused(text, **options):
    return [str(refusal) for refusal in read(text, **options).refusals]


@st.composite
def tournaments(draw):
    """Draw a tournament of 2 to 9 players in 1 to 5 rounds, with everything that Vega can write."""
    count, rounds = draw(st.integers(2, 9)), []
    for _ in range(draw(st.integers(1, 5))):
        order = draw(st.permutations(range(1, count + 1)))
        pairs = draw(st.integers(1, count // 2))
        results = [draw(st.sampled_from(RESULTS)) for _ in range(pairs)]
        paired = [(order[2 * i], order[2 * i + 1], result) for i, result in enumerate(results)]
        byes = draw(st.lists(st.sampled_from("FHZ"), max_size=count - 2 * pairs))
        rounds.append([*paired, *zip(order[2 * pairs :], byes, strict=False)])
    return Tournament(players(count), rounds)


@given(tournaments())
def test_what_was_written_is_read(tournament):
    report = read(tdf(tournament)).accepted()
    assert (report.name, report.start, report.federation) == (
        tournament.name,
        tournament.start,
        "ITA",
    )
    for index, player in enumerate(tournament.players):
        entrant = report.entrants[index]
        assert (entrant.name, entrant.rating, entrant.sex) == (
            player.name,
            player.rating,
            player.sex,
        )
        assert entrant.reported_number == player.fide_id
        assert entrant.national == (
            NationalNumber("ITA", str(5000 + player.number), player.rating + 50),
        )
        games = {}
        for game in report.games:
            if game.white == index:
                games[game.round] = (game.black + 1, "w", game.white_result)
            elif game.black == index:
                games[game.round] = (game.white + 1, "b", game.black_result)
        byes = {bye.round: (0, "-", bye.code) for bye in report.byes if bye.entrant == index}
        assert games | byes == dict(enumerate(told(tournament.rounds, player.number), 1))


def test_the_sample_as_the_manual_describes_the_format():
    report = read(SAMPLE.read_bytes()).accepted()
    assert (report.place, report.start, report.end) == (
        "Scalea",
        date(2009, 12, 18),
        date(2009, 12, 20),
    )
    assert report.round_dates == (date(2009, 12, 18), date(2009, 12, 19), date(2009, 12, 20))
    assert (report.chief_arbiter, report.deputies, report.scoring) == ("Bianchi Ugo", (), "")
    assert [entrant.title for entrant in report.entrants] == ["f", "", "", ""]
    assert report.entrants[2].national == (NationalNumber("ITA", "121319", 1500),)
    assert report.entrants[3].national == ()
    assert report.byes == (Bye(2, 2, "Z"), Bye(2, 3, "H"))
    assert (report.number_of_rounds, len(report.games)) == (3, 5)


@pytest.mark.parametrize(
    ("mine", "his", "results"),
    [
        ("2 w 1", "1 b 0", ("1", "0")),
        ("2 w 2", "1 b 2", ("=", "=")),
        ("   2 w + ", "0001 b -", ("+", "-")),
        ("2w1", "1b0", ("1", "0")),
        ("2 w =", "1 b =", ("D", "D")),
        ("2 w 0", "1 b 2", ("0", "=")),
    ],
)
def test_one_and_two_are_rated_results_and_signs_are_not(mine, his, results):
    assert read(pair(mine, his)).accepted().games == (Game(1, 0, 1, *results),)


@pytest.mark.parametrize(
    ("mine", "code"), [("0000 - +", "F"), ("0000 - =", "H"), ("0000 - -", "Z"), ("  ", "Z")]
)
def test_a_round_without_opponent_is_a_bye(mine, code):
    text = pair("2 w 1", "1 b 0") + f"001 3|m||Verdi|0||0|0|0|||3|{mine}|\n"
    assert read(text).accepted().byes == (Bye(1, 2, code),)


@pytest.mark.parametrize("mine", ["2 w 5", "2 w ½", "x w 1", "12345 w 1", "2 w 1 ?"])
def test_another_round_is_refused_with_its_columns(mine):
    text = pair(mine, "1 b 0")
    first = len("001 1|w||Rossi, Anna|2000|ITA|811|2050|121|1990||1|") + 1
    assert refused(text)[0] == (
        f'line 6, columns {first}-{first + len(mine) - 1}, round 1: found "{mine}", expected '
        '"opponent colour result", like "16 w 0" (1 won, 0 lost, 2 drawn), or empty; '
        "correct this round"
    )


@pytest.mark.parametrize("mine", ["0000 - 1", "0000 - 2", "0 - 0"])
def test_nobody_is_not_beaten(mine):
    assert (
        "expected +, = or - after 0000, as there is no opponent" in refused(pair(mine, "1 b 0"))[0]
    )


@pytest.mark.parametrize(
    ("record", "totals", "good"),
    [
        ("", ("1.0", "0.0"), True),
        ("142 1.0 0.5\n", ("1.0", "0"), True),
        ("142 1.0 0.5\n", ("2.0", "0"), False),
        ("142 2.0 1.0\n", ("2.0", "0"), True),
        ("142 2.0 1.0\n", ("1.0", "0"), False),
    ],
)
def test_points_count_as_the_file_says(record, totals, good):
    text = record + pair("2 w 1", "1 b 0", totals)
    assert bool(refused(text)) != good
    assert not refused(text, points="ignore")
    printed = "W 2.0 D 1.0 L 0.0" if "2.0 1.0" in record else ""
    assert read(text, points="ignore").accepted().scoring == printed


@pytest.mark.parametrize("amounts", ["3.0 1.0", "1.0", "win", "1 0,25"])
def test_other_points_are_refused_unless_they_are_to_be_ignored(amounts):
    text = f"142 {amounts}\n" + pair("2 w 1", "1 b 0")
    assert refused(text) == [
        f'line 1, points for a win and a draw (142): found "{amounts}", expected 1.0 0.5 or '
        "2.0 1.0; correct it; or take the games alone: set points=ignore"
    ]
    assert not refused(text, points="ignore")


@pytest.mark.parametrize(("rounds", "refusals"), [("1", 0), ("2", 0), ("0", 1), ("401", 1)])
def test_the_number_of_rounds_is_record_162(rounds, refusals):
    reading = read(f"162 {rounds}\n" + pair("2 w 1", "1 b 0"))
    assert len(reading.refusals) == refusals
    assert any("162" in problem.field for problem in reading.problems) == (rounds != "1")


def test_rounds_beyond_the_announced_are_refused():
    text = "162 1\n" + pair("2 w 1|2 b 0", "1 b 0|1 w 1")
    assert [message.split(": ")[0] for message in refused(text)] == [
        "line 7, columns 58-62, pairing of round 2",
        "line 8, columns 42-46, pairing of round 2",
    ]


def test_without_a_federation_national_numbers_are_nobodys():
    reading = read(pair("2 w 1", "1 b 0").replace("032 ITA\n", ""))
    assert reading.accepted().entrants[0].national == ()
    assert (
        "expected a federation in record 032" in [str(warning) for warning in reading.warnings][1]
    )


def test_days_of_rounds_that_are_unclear_are_left_out_with_a_warning():
    reading = read("132 2026/01/10;soon\n" + pair("2 w 1|2 b 0", "1 b 0|1 w 1"))
    assert reading.accepted().round_dates == (date(2026, 1, 10), None)
    assert reading.warnings[0].found == "soon"


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("001 3|m||C|0||0|0|0|", 'line 8, fields: found "10 fields", expected 12 fields and the'),
        ("001 x|m||C|0||0|0|0|||", 'line 8, column 5, start number: found "x", expected a'),
        ("001 2|m||C|0||0|0|0|||", 'line 8, column 5, start number: found "2", expected each'),
        ("001 3|q||C|0||0|0|0|||", 'line 8, column 7, sex: found "q", expected m, w or'),
        ("001 3|m||C|0||811|0|0|||", 'line 8, columns 15-17, player\'s number: found "811"'),
        ("001 3|m||C|0||0|10000|0|||", "line 8, columns 17-21, national rating: found"),
        ("001 3|m||C|0||0|0|1234567890123|||", 'national number: found "1234567890123"'),
        ("001 3|m||C|0||0|0|0||4.7|", 'line 8, columns 22-24, points: found "4.7", expected'),
        ("999 what", 'line 8, columns 1-3, record: found "999", expected the code of a record'),
        ("012 Other", 'line 8, 012: found "Other", expected the same as in line 1'),
    ],
)
def test_what_is_wrong_with_a_line_is_told(row, found):
    assert found in "\n".join(refused(pair("2 w 1", "1 b 0") + row + "\n"))


def test_another_number_of_players_than_announced_is_warned_of():
    reading = read("062 3\n" + pair("2 w 1", "1 b 0"))
    assert [warning.found for warning in reading.warnings if "062" in warning.field] == ["3"]


def test_a_way_to_count_that_is_none_is_a_fault_of_the_caller():
    with pytest.raises(ValueError, match="3-1-0"):
        read_tdf(b"", points="3-1-0")
