"""Team tournaments: TRF26 record 310, TRF16 record 013."""

import pytest

from ledger.tournaments.report import Team
from tests.support.reader_messages import accepted, refusals, warnings
from tests.support.report_files import Tournament, players
from tests.support.team_files import NEW, OLD, TEAMS, file, new, old, told


@pytest.mark.parametrize(
    "records", [{"_310": NEW}, {"_013": OLD}, {"_013": OLD, "_310": NEW}, {"_310": NEW[::-1]}]
)
def test_teams_are_read_from_either_record_or_both(records):
    assert accepted(file(**records)).teams == TEAMS
    assert warnings(file(**records)) == []


def test_an_individual_tournament_has_no_teams():
    assert accepted(file()).teams == ()


def test_a_team_of_fourteen_players():
    fifteen = players(15)
    two = [new(1, "Torino", *range(1, 15)), new(2, "Lucca", 15)]
    wide = Tournament(fifteen, [[(1, 15, "1-0")]], extra={"310": two}).trf16()
    assert accepted(wide).teams[0].members == tuple(range(14))


def test_a_name_counted_in_bytes_moves_no_player():
    moved = file(_310=NEW).replace("Forlì ".encode(), "Forlì".encode())
    assert accepted(moved).teams == TEAMS
    assert len(warnings(moved)) == 1


def test_a_team_out_of_its_columns_is_refused():
    assert refusals(file(_310=[" " + NEW[0], *NEW[1:]])) == [
        'line 10, column 8, columns: found "1", expected a blank between two fields; '
        "move every field to its columns"
    ]


@pytest.mark.parametrize("column", [8, 41, 47, 54, 61, 68, 72, 73])
def test_the_columns_between_the_fields_of_a_team_are_blank(column):
    line = f"310 {NEW[0]}"
    filled = f"{line[: column - 1]}x{line[column:]}".removeprefix("310 ")
    (told,) = refusals(file(_310=[filled, *NEW[1:]]))
    assert told.startswith(f'line 10, column {column}, columns: found "x", expected a blank')


@pytest.mark.parametrize(("record", "columns"), [("_310", "79-82"), ("_013", "42-45")])
def test_an_unknown_player_in_a_team_is_refused(record, columns):
    teams = [new(1, "Torino", 1, 7), *NEW[1:]] if record == "_310" else [old("T", 1, 7), *OLD[1:]]
    assert refusals(file(**{record: teams})) == [
        f'line 10, columns {columns}, player of the team: found "7", '
        "expected the start number of a player (001); correct it"
    ]


def test_a_player_in_two_teams_is_refused():
    assert refusals(file(_310=[*NEW[:2], new(3, "Lucca", 5, 6, 1)])) == [
        'line 12, columns 84-87, player of the team: found "1", '
        "expected a player not yet named (line 10 names this player); correct one of the two lines"
    ]


def test_a_player_named_twice_in_his_team_is_refused():
    assert refusals(file(_013=[old("Torino", 1, 2, 1), *OLD[1:]])) == [
        'line 10, columns 47-50, player of the team: found "1", '
        "expected a player not yet named (line 10 names this player); correct one of the two lines"
    ]


@pytest.mark.parametrize("letters", ["è", "èè", "èèè"])
def test_a_name_counted_in_bytes_moves_no_player_of_record_013_either(letters):
    """A blank less for each letter: player 112 would be read as 12 or as 2."""
    two = [old(letters, 112, 113), old("Lucca", 1, 2)]
    moved = [two[0].replace(" " * len(letters), "", 1), two[1]]
    many = Tournament(players(113), [[(1, 112, "1-0")]], extra={"013": moved}).trf16()
    assert accepted(many).teams[0] == Team(1, letters, (111, 112))
    assert len(warnings(many)) == 2


def test_a_name_counted_in_bytes_moves_not_even_a_lone_player():
    moved = old("Forlì", 1234).replace(" ", "", 1)
    lone = [*players(2), *players(1, number=1234, fide_id="")]
    report = Tournament(lone, [[(1, 1234, "1-0")]], extra={"013": [moved, old("x", 1, 2)]}).trf16()
    assert accepted(report).teams[0] == Team(1, "Forlì", (2,))


def test_players_may_stand_at_the_left_of_their_columns():
    left = f"{'Torino':<32}1    2"
    assert accepted(file(_013=[left, *OLD[1:]])).teams == TEAMS


def test_a_player_without_a_team_is_a_warning():
    assert warnings(file(_310=[*NEW[:2], new(3, "Lucca", 5)])) == [
        'teams: found "players without a team: 6", expected every player in a team; '
        "check the players of each team"
    ]


@pytest.mark.parametrize("number", [0, 3, 4])
def test_a_team_has_a_number_of_its_own(number):
    messages = refusals(file(_310=[new(3, "Lucca", 5, 6), new(number, "Forlì", 3, 4), NEW[0]]))
    assert [message.split("; ")[0] for message in messages] == {
        0: ['line 11, columns 5-7, number of the team: found "0", expected a number from 1 to 999'],
        3: [
            'line 11, columns 5-7, number of the team: found "3", '
            "expected a number of its own (line 10 has it)"
        ],
        4: [],
    }[number]


@pytest.mark.parametrize(
    ("teams", "message"),
    [
        (
            [old("Torino", 2, 1), *OLD[1:]],
            'line 10, players of the team: found "2 1", expected 1 2, as in line 13; '
            "correct one of the two lines",
        ),
        (
            [old("Torino", 1), *OLD[1:]],
            'line 10, players of the team: found "1", expected 1 2, as in line 13; '
            "correct one of the two lines",
        ),
    ],
)
def test_both_records_of_a_team_must_agree(teams, message):
    assert refusals(file(_013=teams, _310=NEW)) == [message]


def test_both_records_must_name_the_same_teams():
    messages = refusals(file(_013=[old("Turin", 1, 2), *OLD[1:]], _310=NEW))
    assert [message.split("; ")[0] for message in messages] == [
        'line 10, columns 5-36, name of the team: found "Turin", '
        "expected the name of a team of record 310",
        'line 13, columns 9-40, name of the team: found "Torino", '
        "expected a record 013 of this team, as other teams have one",
    ]


@pytest.mark.parametrize("count", ["2", "3", "4"])
def test_the_number_of_teams_agrees(count):
    different = (
        f'line 10, number of teams (082): found "{count}", expected 3, the teams of this file; '
        "check that no team is missing"
    )
    assert warnings(file(_082=count, _310=NEW)) == ([] if count == "3" else [different])


def test_abnormal_points_of_teams_do_not_touch_the_players():
    assert told(_299="+   2.0   2.5     1    1") == []
