"""Files as written by real programs (`tests/samples/trf`), each with the reader's result."""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from ledger.intake.formats.trf.reader import read_trf
from ledger.tournaments.report import NationalNumber, Team
from tests.support.reader_messages import accepted, refusals, warnings

SAMPLES = Path(__file__).parents[3] / "samples" / "trf"

HEADER = {"name": "Open", "place": "Torino", "federation": "ITA"}
DAYS = {"start": "2025-08-11", "end": "2025-08-17"}

KEPT = ["192", "202", "240", "250", "260", "299", "300", "320", "330", "352", "362"]
"""Records of the olympiad that the ledger keeps as they are printed."""

READ_AS_LATIN_1 = (
    'text: found "byte ED", expected UTF-8; '
    "it was read as Latin-1: look at the names, save it as UTF-8 if they are wrong"
)


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def malformed(name: str) -> bytes:
    return sample(f"malformed/{name}")


def places(messages: list[str]) -> list[str]:
    """Return the words before `: found` in each message."""
    return [message.split(": found")[0] for message in messages]


def test_swiss_137_players_2018_is_accepted_as_it_is():
    """A clean report: Latin-1, LF, days DD/MM/YYYY, players in two digit classes."""
    file = sample("swiss_137_players_2018.trf")
    report = accepted(file)
    assert warnings(file) == [f"line 15, column 27, {READ_AS_LATIN_1}"]
    assert (report.start, report.end) == (date(2018, 4, 8), date(2018, 6, 10))
    assert report.round_dates[0] == date(2018, 4, 8)
    assert report.round_dates[6] == date(2018, 5, 27)
    assert (report.number_of_rounds, len(report.entrants)) == (7, 137)
    assert 2 * len(report.games) + len(report.byes) == 7 * 137
    assert sum(bye.code == "H" for bye in report.byes) == 99
    assert [entrant.name for entrant in report.entrants[:2]] == [
        "Player001, Bruno",
        "Player002, Níccolò",
    ]


def test_byes_all_kinds_needs_the_order_of_its_days():
    """Two digits of year: 25/09/10 may be in 2025 or in 2010."""
    file = sample("byes_all_kinds.trf")
    assert refusals(file) == [
        f'line {line}, {day} date ({code}): found "25/09/10", expected a year of four digits '
        "(2025-09-10 or 2010-09-25?); choose with date_order ymd or date_order dmy, "
        f"or give it: set {day}=YYYY-MM-DD"
        for line, day, code in ((4, "start", "042"), (5, "end", "052"))
    ]
    report = accepted(file, date_order="ymd")
    assert (report.start, report.end) == (date(2025, 9, 10), date(2025, 9, 10))
    assert {bye.code for bye in report.byes} == set("HUZ")
    assert {game.white_result for game in report.games} == set("1=0+-")
    assert {entrant.sex for entrant in report.entrants} == {""}
    assert (report.scoring, report.chief_arbiter) == ("", "Arbiter 2")
    assert places(warnings(file, DAYS)) == ["line 14, column 10, sex", "line 15, column 27, text"]


def test_eighty_players_51_rounds_needs_its_days():
    """4 080 rounds of players, two digits of year."""
    file = sample("eighty_players_51_rounds.trf")
    assert places(refusals(file)) == ["line 4, start date (042)", "line 5, end date (052)"]
    report = accepted(file, DAYS)
    assert (report.number_of_rounds, len(report.entrants)) == (51, 80)
    assert (len(report.games), len(report.byes)) == (2007, 66)
    assert report.entrants[11].points_halves == 81


def test_lone_cr_line_ends_needs_its_days():
    """JaVaFo's own example: lines end in CR alone, no header but the name, 14 of 15 rounds."""
    file = sample("lone_cr_line_ends.trf")
    assert places(refusals(file)) == ["start date (042)", "end date (052)"]
    report = accepted(file, {**DAYS, **HEADER})
    assert (report.number_of_rounds, len(report.entrants), len(report.games)) == (14, 60, 420)
    assert warnings(file, {**DAYS, **HEADER}) == [
        f"line 3, column 27, {READ_AS_LATIN_1}",
        'line 62, number of rounds (XXR): found "15", expected 14, the rounds '
        "played in this file; correct the number of rounds if the tournament ended earlier; "
        "if the tournament goes on, its next report replaces this one: replaces T-…",
    ]


def test_masters_crlf_2011_gave_points_for_byes_without_saying_so():
    """Byes stand as blanks, though the totals count some; round days are unreadable."""
    file = sample("masters_crlf_2011.tab")
    assert places(refusals(file)) == [
        f"line {line}, columns 81-84, points" for line in (29, 31, 32, 38, 47)
    ]
    assert refusals(file)[0].endswith(
        'found "2.5", expected 1.5, the sum of the results; correct the results or the total; '
        "write H, F or U if there was a bye in round 4, 5; "
        "or take the games alone: set points=ignore"
    )
    report = accepted(file, points="ignore")
    assert (report.start, report.end) == (date(2011, 2, 25), date(2011, 2, 27))
    assert report.round_dates == (None,) * 6
    assert (len(report.entrants), len(report.games)) == (34, 97)
    assert {entrant.sex for entrant in report.entrants} == {"m", "w"}
    assert {entrant.title for entrant in report.entrants} == {"GM", "IM", "FM", "WFM", ""}


def test_junior_2011_has_wrong_totals():
    """The same program: five totals count byes that are written as blanks."""
    file = sample("junior_latin1_crlf_wrong_points_2011.tab")
    assert places(refusals(file)) == [
        f"line {line}, columns 81-84, points" for line in (18, 28, 33, 38, 45)
    ]
    assert warnings(file) == [f"line 16, column 27, {READ_AS_LATIN_1}"]
    report = accepted(file, points="ignore")
    assert report.entrants[29].birth == ".  ."
    assert report.entrants[29].birth_year is None
    assert report.entrants[31].rating == 0
    assert report.round_dates[3] == date(2011, 7, 3)


def test_swiss_unfinished_2010_is_accepted_as_it_is():
    """Four rounds played; of the fifth only byes asked for beforehand appear, a single bye
    in a total.
    """
    file = sample("swiss_unfinished_2010.trf")
    report = accepted(file)
    assert (report.number_of_rounds, report.rounds_to_come, len(report.games)) == (4, 5, 93)
    assert [bye.code for bye in report.byes if bye.round == 5] == []
    assert places(warnings(file))[:2] == ["pairings of round 5", "line 13, number of rounds (XXR)"]


def test_trf26_team_olympiad_size_is_accepted_as_it_is():
    """249 players, 14 rounds, 50 teams told twice, byes and forfeits of teams."""
    file = sample("trf26_team_olympiad_size.trf")
    report = accepted(file)
    assert warnings(file) == []
    assert report.time_control == "40/6000+30:900+30"
    assert (report.number_of_rounds, len(report.entrants)) == (14, 249)
    assert (len(report.games), len(report.byes)) == (1030, 1426)
    assert Counter(bye.code for bye in report.byes) == {"-": 1328, "+": 98}
    lines = map(str.rstrip, file.decode().splitlines())
    kept = tuple(line for line in lines if line[:3] in KEPT)
    assert report.other_records == kept
    assert report.initial_colour == "w"
    assert report.entrants[0].birth_year == 1987
    assert len(report.teams) == 50
    assert report.teams[0] == Team(1, "India", (0, 4, 14, 27, 43))
    assert sorted(i for team in report.teams for i in team.members) == list(range(249))
    assert report.entrants[13].national == (NationalNumber("FRA", "L01854", 2700, "A"),)
    assert report.chief_arbiter == "The Chief Arbiter"
    assert report.deputies[1] == "The second Deputy Chief Arbiter"


def test_trf26_team_olympiad_size_must_agree_with_itself():
    """A changed figure in each record of teams is found at the line."""
    file = sample("trf26_team_olympiad_size.trf")
    assert places(refusals(file.replace(b"013 Ukraine ", b"013 Ukraina "))) == [
        "line 289, columns 9-40, name of the team",
        "line 650, columns 5-36, name of the team",
    ]
    assert places(refusals(file.replace(b"330 +-   4  23  33", b"330 +-   3  23  33"))) == [
        "line 515, columns 13-14, team of a forfeit (330)",
        "line 515, columns 17-18, team of a forfeit (330)",
    ]
    assert places(refusals(file.replace(b"240 F   1    3", b"240 F   2    3"))) == [
        "line 340, column 14, team of a bye (240)"
    ]


def test_two_players_bom_is_settled_by_its_own_days():
    """A byte order mark, a legend line; the day first would end before the start."""
    file = sample("two_players_bom.tab")
    report = accepted(file)
    assert (report.start, report.end) == (date(2011, 9, 26), date(2012, 4, 1))
    assert report.name == "Open tournament"
    assert [(game.white_result, game.black_result) for game in report.games] == [("1", "0")]
    assert places(warnings(file)) == ["line 4, start date (042)", "line 5, end date (052)"]


@pytest.mark.parametrize(
    ("name", "byes"),
    [
        (
            "masters_crlf_2011.tab",
            ["H   3   18", "H   1   19   34", "H   6   25", "H   4   16", "H   5   16"],
        ),
        (
            "junior_latin1_crlf_wrong_points_2011.tab",
            ["H   1    4", "F   1   19", "F   4   24", "F   5   31", "H   4   14", "H   5   14"],
        ),
    ],
)
def test_totals_that_count_byes_without_saying_so_are_put_right_by_saying_so(name, byes):
    """The remedy works: with the byes written down, here in records 240, nothing refuses
    the file.
    """
    file = sample(name) + "".join(f"\r\n240 {bye}" for bye in byes).encode()
    assert refusals(file) == []
    assert accepted(file).games == accepted(sample(name), points="ignore").games


MISSING_HEADER = ["start date (042)", "end date (052)", "name (012)"]


def test_malformed_files_lack_a_header_too():
    for path in sorted(SAMPLES.glob("malformed/*.trf")):
        assert places(refusals(path.read_bytes()))[:3] == MISSING_HEADER


def test_malformed_incompatible_color():
    assert refusals(malformed("incompatible_color.trf"), {**DAYS, **HEADER}) == [
        'line 2, column 137, colour of round 5: found "b", '
        'expected the opposite of "b" in line 3; correct one of the two lines'
    ]


def test_malformed_incompatible_result():
    assert refusals(malformed("incompatible_result.trf"), {**DAYS, **HEADER}) == [
        'line 2, column 139, result of round 5: found "1", '
        'expected a result that fits "1" in line 3; correct one of the two lines'
    ]


def test_malformed_incorrect_points():
    file = malformed("incorrect_points.trf")
    assert refusals(file, {**DAYS, **HEADER}) == [
        'line 2, columns 81-84, points: found "4.0", expected 3.0, the sum of the results; '
        "correct the results or the total; "
        "or take the games alone: set points=ignore"
    ]
    assert accepted(file, {**DAYS, **HEADER}, points="ignore").number_of_rounds == 5


def test_malformed_invalid_code():
    assert refusals(malformed("invalid_code.trf"), {**DAYS, **HEADER}) == [
        "games: found nothing, expected the games of at least one round; "
        "report the tournament when it has been played",
        'line 7, columns 1-3, record: found "101", expected the code of a record; '
        "correct the code (001 is a player); ### before the line makes it a comment",
    ]


def test_malformed_missing_result():
    assert refusals(malformed("missing_result.trf"), {**DAYS, **HEADER}) == [
        'line 2, columns 132-135, opponent of round 5: found "3", '
        "expected a player whose line names 2 too, but line 3 has no opponent; "
        "correct one of the two lines"
    ]


def test_malformed_missing_starting_number():
    """A gap alone is a warning; the file is refused for lack of a played game."""
    file = malformed("missing_starting_number.trf")
    assert places(refusals(file, {**DAYS, **HEADER})) == ["games"]
    assert warnings(file, {**DAYS, **HEADER})[0] == (
        'start numbers: found "no player 7", expected numbers without gaps; '
        "check that no player is missing"
    )


def test_malformed_too_many_results():
    assert refusals(malformed("too_many_results.trf"), {**DAYS, **HEADER}) == [
        f'line {line}, columns 142-149, pairing of round 6: found "{found}", '
        "expected 5 rounds (line 8); delete this round, or correct the number of rounds"
        for line, found in ((2, "7 b 1"), (7, "2 w 0"))
    ]


def test_reading_twice_gives_the_same():
    file = sample("swiss_137_players_2018.trf")
    assert read_trf(file) == read_trf(file)
