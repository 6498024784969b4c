"""Records of TRF26, and their counterparts in TRF16."""

from dataclasses import replace

import pytest

from ledger.export.trf_lines import abnormal
from ledger.tournaments.report import Bye, Game, NationalNumber, Team
from tests.support.report_files import Tournament, players
from tests.support.written_reports import EDITIONS, FOUR, again, carried, codes, lines_of, report_of


def test_a_total_that_does_not_follow_is_explained_by_record_299():
    """Two players have a point more than their results, another half a point less."""
    report = report_of(FOUR)
    offsets = (2, 0, -1, 2)
    entrants = tuple(
        replace(each, points_halves=each.points_halves + more)
        for each, more in zip(report.entrants, offsets, strict=True)
    )
    odd = replace(report, entrants=entrants)
    records = ["299          -0.5  000    3", "299           1.0  000    1    4"]
    assert lines_of(odd, "trf26")[-2:] == records
    assert lines_of(odd)[-2:] == [f"### {record}" for record in records]


def test_where_a_win_counts_two_record_162_says_so():
    """The report left the way of counting to the reader; other programs refuse such totals."""
    report = report_of(replace(FOUR, points="2-1-0"))
    assert "162  W 2.0    D 1.0    L 0.0" in lines_of(report, "trf26")
    assert "XXS W=2.0 D=1.0 PAB=2.0" in lines_of(report)
    for edition in EDITIONS:
        assert again(report, edition, "1-½-0").scoring == "W 2.0 D 1.0 L 0.0"


def test_where_a_win_counts_one_nothing_is_said_of_points():
    for edition in EDITIONS:
        assert not {"162", "XXS"} & set(codes(lines_of(report_of(FOUR), edition)))


def test_in_a_team_tournament_record_299_is_about_teams():
    report = report_of(FOUR)
    first = replace(report.entrants[0], points_halves=9)
    odd = replace(
        report, entrants=(first, *report.entrants[1:]), teams=(Team(1, "Città", (0, 1, 2, 3)),)
    )
    assert lines_of(odd, "trf26")[-1].startswith("### 299")


@pytest.mark.parametrize(
    ("halves", "points"),
    [(-19, ["-9.5"]), (-20, ["-9.5", "-0.5"]), (199, ["99.5"]), (200, ["99.5", " 0.5"])],
)
def test_points_too_many_for_four_columns_stand_in_several_records(halves, points):
    assert [line[13:17] for line in abnormal(halves, [1])] == points


def test_nobody_is_explained_whose_total_follows():
    for edition in EDITIONS:
        assert not any("299" in line[:8] for line in lines_of(report_of(FOUR), edition))


def test_national_ratings_stand_in_columns_of_their_own():
    report = report_of(FOUR)
    known = (NationalNumber("ITA", "123456", 1987, "2N"), NationalNumber("SUI", "", 0))
    told = replace(
        report, entrants=(replace(report.entrants[0], national=known), *report.entrants[1:])
    )
    lines = [line for line in lines_of(told, "trf26") if line[:3] in {"ITA", "SUI"}]
    assert [(line[4:8], line[10:13], line[48:52], line[57:68]) for line in lines] == [
        ("   1", " 2N", "1987", "     123456"),
        ("   1", "", "", ""),
    ]
    assert [f"### {line}" for line in lines] == [
        line for line in lines_of(told) if line.startswith("###")
    ]


def test_points_for_results_stand_in_record_162():
    report = replace(report_of(FOUR), scoring="W 3.0 D 1.0 L 0.0")
    line = "162  W 3.0    D 1.0    L 0.0"
    assert line in lines_of(report, "trf26")
    assert "XXS W=3.0 D=1.0 PAB=3.0" in lines_of(report)
    assert (line[5], line[6:10], line[14], line[15:19]) == ("W", " 3.0", "D", " 1.0")


def test_points_for_a_loss_and_an_absence_stand_in_record_xxs():
    report = replace(report_of(FOUR), scoring="W 3.0 D 2.0 L 1.0 A 0.5 P 1.5")
    line = "XXS W=3.0 D=2.0 WL=1.0 BL=1.0 ZPB=0.5 FL=0.5 PAB=1.5"
    assert line in lines_of(report)


def test_teams_stand_in_record_013_or_310():
    report = replace(report_of(FOUR), teams=(Team(1, "Città", (0, 2)), Team(2, "B" * 32, (3, 1))))
    assert "082 2" in lines_of(report)
    old = [line for line in lines_of(report) if line.startswith("013")]
    assert [(line[4:36].strip(), line[36:40], line[41:45]) for line in old] == [
        ("Città", "   1", "   3"),
        ("B" * 32, "   4", "   2"),
    ]
    new = [line for line in lines_of(report, "trf26") if line.startswith("310")]
    assert [(line[4:7], line[8:40].strip(), line[73:77], line[78:82]) for line in new] == [
        ("  1", "Città", "   1", "   3"),
        ("  2", "B" * 32, "   4", "   2"),
    ]


def test_numbers_of_teams_that_are_not_their_place_are_told_in_trf16():
    report = replace(report_of(FOUR), teams=(Team(3, "Città", (0, 2)), Team(7, "Borgo", (3, 1))))
    told = [line for line in lines_of(report) if line.startswith("### 310")]
    assert [line[4:][4:7] for line in told] == ["  3", "  7"]


def test_comments_stand_at_the_end_and_cannot_break_a_line():
    lines = lines_of(report_of(FOUR), comments=["one", "two\r\n001 three"])
    assert lines[-2:] == ["### one", "### two\ufffd\ufffd001 three"]


def test_a_forfeit_keeps_its_colours():
    """The colours of a forfeit stay: the ledger's games are addressed by white and black."""
    report = report_of(Tournament(players(2), [[(2, 1, "--+")]]))
    assert report.games == (Game(1, 1, 0, "-", "+"),)
    assert again(report, "trf26") == carried(report, "trf26")


def test_byes_of_every_kind_come_back():
    table = Tournament(players(6), [[(1, 2, "1-0"), (3, "H"), (4, "F"), (5, "U"), (6, "Z")]])
    report = report_of(table)
    assert report.byes == tuple(
        Bye(1, row, code) for row, code in zip(range(2, 6), "HFUZ", strict=True)
    )
    assert again(report, "trf16") == carried(report, "trf16")


def without_colours(*pairings):
    """A report with games without colours."""
    report = report_of(Tournament(players(4), [list(pairings)]))
    games = tuple(replace(game, colours=False) for game in report.games)
    return replace(report, games=games)


def test_a_forfeit_without_colours_has_none_on_either_side():
    """Nobody sat down: a colour would count in the pairing of the next round."""
    report = without_colours((1, 2, "+--"), (3, 4, "---"))
    for edition in EDITIONS:
        cells = [line[91:99] for line in lines_of(report, edition) if line.startswith("001")]
        assert cells == ["   2 - +", "   1 - -", "   4 - -", "   3 - -"]
        assert again(report, edition) == carried(report, edition)


def test_a_game_that_began_has_the_colours_that_its_readers_assume():
    """The format has no game without colours; a comment names the players."""
    report = without_colours((1, 2, "1-0"), (3, 4, "+--"))
    lines = lines_of(report)
    assert [line[91:99] for line in lines if line.startswith("001")][:2] == ["   2 w 1", "   1 b 0"]
    unknown = "### colours of 1 of 1 games are not known"
    assert f"{unknown}: the lower start number is taken as white" in lines


@pytest.mark.parametrize(("announced", "told"), [(0, 3), (3, 3), (9, 9)])
def test_the_rounds_announced_stand_in_both_editions(announced, told):
    """A pairing program pairs no further round without the number. FOUR has three rounds."""
    report = replace(report_of(FOUR), rounds_announced=announced)
    assert f"142 {told}" in lines_of(report, "trf26")
    assert f"XXR {told}" in lines_of(report)
    for edition in EDITIONS:
        assert again(report, edition).rounds_announced == told


def test_ranks_follow_the_totals_in_every_export_and_a_comment_says_whose_moved():
    report = report_of(FOUR)
    last_first = tuple(replace(entrant, rank=5 - entrant.number) for entrant in report.entrants)
    odd = replace(report, entrants=last_first)
    for edition in EDITIONS:
        lines = lines_of(odd, edition)
        standings = [(line[80:84], line[85:89]) for line in lines if line.startswith("001")]
        by_rank = [total for total, _ in sorted(standings, key=lambda row: int(row[1]))]
        assert by_rank == sorted(by_rank, reverse=True)
        assert "### ranks follow the totals; 4 players stood at other ranks in the report" in lines


def test_a_forfeit_won_by_a_team_stays_one():
    """A full-point bye would be another thing: a team is given a bye, and wins a forfeit."""
    report = report_of(Tournament(players(4), [[(1, 2, "1-0"), (3, "F"), (4, "Z")]]))
    byes = (replace(report.byes[0], code="+"), replace(report.byes[1], code="-"))
    teams = (Team(1, "Città", (0, 2)), Team(2, "Borgo", (1, 3)))
    forfeited = replace(report, byes=byes, teams=teams)
    for edition in EDITIONS:
        cells = [line[91:99] for line in lines_of(forfeited, edition) if line.startswith("001")]
        assert cells[2:] == ["0000 - +", "0000 - -"]
        assert again(forfeited, edition) == carried(forfeited, edition)


@pytest.mark.parametrize(("colour", "new", "old"), [("w", "W", "white1"), ("b", "B", "black1")])
def test_the_initial_colour_stands_in_both_editions(colour, new, old):
    report = replace(report_of(FOUR), initial_colour=colour)
    assert f"152 {new}" in lines_of(report, "trf26")
    assert f"XXC {old}" in lines_of(report)
    for edition in EDITIONS:
        assert again(report, edition).initial_colour == colour


def test_a_report_that_does_not_say_the_initial_colour_gets_none():
    for edition in EDITIONS:
        assert not {"152", "XXC"} & set(codes(lines_of(report_of(FOUR), edition)))


ABOUT_THE_WHOLE = (
    "172 ITA FIDON",
    "192 FIDE_DUTCH_2026",
    "202 BH:GP/C1,SB",
    "352 WB",
    "362 TW 3.0",
)
ABOUT_ROUNDS = (
    "250       1.0   1   2    1    2",
    "260   1   3    1    2",
    "300   1   1   2    2    1",
    "320  1.0  2.0   1",
    "330 +-   1   1   2",
)


def test_what_the_ledger_does_not_interpret_leaves_as_it_came():
    """Tie-breaks, accelerated rounds, prohibited pairings, matches of teams."""
    report = replace(report_of(FOUR), other_records=(*ABOUT_THE_WHOLE, *ABOUT_ROUNDS))
    lines = lines_of(report, "trf26")
    players_from = codes(lines).index("001")
    assert tuple(lines[players_from - 5 : players_from]) == ABOUT_THE_WHOLE
    assert tuple(lines[-5:]) == ABOUT_ROUNDS
    told = [line.removeprefix("### ") for line in lines_of(report) if line.startswith("###")]
    assert tuple(told) == (*ABOUT_THE_WHOLE, *ABOUT_ROUNDS)
