"""Team tournaments: TRF26 record 310, TRF16 record 013, and the byes and forfeits of teams."""

import pytest

from ledger.intake.report import Team
from tests.ledger.intake.building import Pairing, Tournament, players
from tests.ledger.intake.reading import accepted, refusals, warnings

ROUNDS: list[list[Pairing]] = [
    [(1, 3, "1-0"), (4, 2, "1-0"), (5, "Z"), (6, "Z")],
    [(1, 5, "+--"), (6, 2, "--+"), (3, "Z"), (4, "Z")],
]


def new(number: int, name: str, *members: int) -> str:
    """Write the value of a record 310."""
    known = f"{number:3d} {name:<32} {name[:3].upper():<5} {2000:6d} {3.0:6.1f} {4.5:6.1f} {1:3d}  "
    return known + " ".join(f"{member:4d}" for member in members)


def old(name: str, *members: int) -> str:
    """Write the value of a record 013."""
    return f"{name:<32}" + " ".join(f"{member:4d}" for member in members)


NEW = [new(1, "Torino", 1, 2), new(2, "Forlì", 3, 4), new(3, "Lucca", 5, 6)]
OLD = [old("Torino", 1, 2), old("Forlì", 3, 4), old("Lucca", 5, 6)]
TEAMS = (
    Team(1, "Torino", (0, 1)),
    Team(2, "Forlì", (2, 3)),
    Team(3, "Lucca", (4, 5)),
)


def file(**records: str | list[str]) -> bytes:
    """Write a file of six players in two rounds with the records `_310` and so on."""
    extra = {name.removeprefix("_"): value for name, value in records.items()}
    return Tournament(players(6), ROUNDS, extra=extra).trf16()


def told(**records: str | list[str]) -> list[str]:
    """Give what refuses a file with the teams and these records, from the field on."""
    return [each.split(", ", 1)[1] for each in refusals(file(_310=NEW, **records))]


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
        "let every field stand in its columns"
    ]


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
        "expected a player of one team only (line 10 names him too); correct one of the two"
    ]


def test_a_player_without_a_team_is_a_warning():
    assert warnings(file(_310=[*NEW[:2], new(3, "Lucca", 5)])) == [
        'teams: found "players without a team: 6", expected every player in a team; '
        "look whether a team lacks a player"
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
        "look whether a team is missing"
    )
    assert warnings(file(_082=count, _310=NEW)) == ([] if count == "3" else [different])


@pytest.mark.parametrize("lines", ["F   1    3", "H   2    2", ["Z   1    3", "Z   2    2"]])
def test_byes_of_teams_that_had_no_games_pass(lines):
    assert told(_240=lines) == []


def test_byes_of_teams_must_agree_with_the_players_lines():
    assert told(_240=["F   1    1", "H   2    9"]) == [
        'column 14, team of a bye (240): found "1", expected a team whose players had no game '
        "in round 1, but line 15 has one; correct one of the two lines",
        'column 14, team of a bye (240): found "9", expected the number of a team; '
        "correct it; teams stand in records 310 or 013",
    ]


def test_a_team_has_one_kind_of_bye_in_a_round():
    assert told(_240=["F   1    3", "H   1    3"]) == [
        'column 14, team of a bye (240): found "H for team 3", expected F in round 1, '
        "as in line 13; correct one of the two lines"
    ]


@pytest.mark.parametrize("value", [" 1.0  2.0   3   2", " 1.0  2.0 000   2", " 1.0  2.0"])
def test_allocated_byes_of_teams_pass(value):
    assert told(_320=value) == []


def test_allocated_byes_of_teams_have_a_form():
    assert told(_320=" 1.0    x   9") == [
        'column 13, points of a bye (320): found "x", expected points like 1.0; correct the points',
        'column 17, team of a bye (320): found "9", expected the number of a team; '
        "correct it; teams stand in records 310 or 013",
    ]


def test_a_forfeited_match_agrees_with_the_players_lines():
    assert told(_330="+-   2   1   3") == []


def test_a_forfeited_match_in_which_somebody_played_is_refused():
    assert told(_330="+-   1   1   2") == [
        f'column {column}, team of a forfeit (330): found "team {team}, whose player {player} '
        f'played", expected a match that line {line} does not contradict; '
        "correct one of the two lines"
        for column, team, player, line in ((14, 1, 1, 14), (18, 2, 3, 16))
    ]


def test_a_forfeited_match_whose_loser_has_points_is_refused():
    assert told(_330="--   2   1   3") == [
        'column 14, team of a forfeit (330): found "team 1, whose player 1 has points", '
        "expected a match that line 14 does not contradict; correct one of the two lines"
    ]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ("++   2   1   3", "kind of forfeit (330)"),
        ("+-   0   1   3", "round of a forfeit (330)"),
        ("+-   3   1   3", "round of a forfeit (330)"),
        ("+-   2   1   4", "team of a forfeit (330)"),
        ("+-   2   1", "team of a forfeit (330)"),
        ("+-   2   1   1", "team of a forfeit (330)"),
    ],
)
def test_forfeited_matches_have_a_form(value, field):
    messages = told(_330=value)
    assert len(messages) == 1
    assert field in messages[0]


def test_abnormal_points_of_teams_do_not_touch_the_players():
    assert told(_299="+   2.0   2.5     1    1") == []
