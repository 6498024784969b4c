"""Entrants identified by hand: the map of a file."""

import pytest

from ledger.intake.formats.problems import Problems
from ledger.intake.people.claims import read_decisions
from ledger.intake.people.entrants import identify, map_to_fill_in
from ledger.intake.people.recognising import Matching
from tests.support.entrants import entrant
from tests.support.people import enter, person

HEADER = "number,name,player\n"


def read(text):
    """Read a map; give the decisions as (number, name, player), and the messages."""
    problems = Problems()
    decisions = read_decisions(text.encode(), problems)
    said = [(decision.number, decision.name, decision.player) for decision in decisions.values()]
    return said, [str(problem) for problem in problems.all()]


def test_a_map_says_who_is_who():
    assert read(HEADER + '7,"Rossi, Maria",572-4\n12,Verdi Ugo,NEW\n9,A,fide:123\n') == (
        [(7, "Rossi, Maria", "572-4"), (12, "Verdi Ugo", "new"), (9, "A", "fide:123")],
        [],
    )


def test_a_line_without_a_player_decides_nothing_yet():
    assert read("number;name;player;birth_year;candidates\n7;A;;1975;572-4 A\n8;B;new;;\n") == (
        [(8, "B", "new")],
        [],
    )


@pytest.mark.parametrize(("number", "taken"), [("0", False), ("1", True), ("-1", False)])
def test_a_start_number_is_a_whole_number_from_1(number, taken):
    said, messages = read(f"{HEADER}{number},A,new\n")
    assert bool(said) is taken
    assert messages == (
        []
        if taken
        else [
            f'line 2 of the map, number: found "{number}", expected a start number; '
            "take it from the file"
        ]
    )


def test_two_lines_of_one_start_number_are_refused():
    said, messages = read(HEADER + "7,A,new\n7,A,572-4\n")
    assert said == [(7, "A", "new")]
    assert messages == [
        'line 3 of the map, number: found "7", expected each start number once (line 2 has it); '
        "keep one"
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "map, file: found nothing, expected a header line and rows"),
        ("number,name\n1,A\n", "line 1 of the map, header: found nothing, expected the column p"),
        ("number,name,player,who\n", 'line 1 of the map, header: found "who", expected one of'),
        (HEADER + "1,A\n", 'line 2 of the map, columns: found "2", expected 3 columns'),
    ],
)
def test_a_map_that_is_none_is_refused(text, message):
    said, messages = read(text)
    assert said == []
    assert len(messages) == 1
    assert messages[0].startswith(message)


def test_a_map_of_another_file_is_noticed(ledger):
    """A missing start number, the name of another entrant; an accent makes no other name."""
    text = HEADER + "1,Rossi Maria,new\n2,José Verdi,new\n9,Conti Anna,new\n"
    decisions, problems = read_decisions(text.encode(), Problems()), Problems()
    lines = [entrant("Bianchi, Luca", "5", number=1), entrant("Verdi, Jose", "6", number=2)]
    identify(ledger.read, lines, Matching(decisions=decisions), problems)
    assert [str(problem) for problem in problems.all() if problem.severity == "refused"] == [
        'line 2 of the map, name: found "Rossi Maria", expected Bianchi, Luca, who has start '
        "number 1 in this file; take the map that was made for it, or correct the line",
        'line 4 of the map, number: found "9", expected a start number of this file; '
        "take the map that was made for it, or delete the line",
    ]


@pytest.fixture
def register(ledger):
    enter(ledger, person("Rossi, Maria", 1975, "w", "ITA", fide="123"), person("Conti, Anna"))
    return ledger


LINES = (
    entrant("Verdi, Ugo", "77", number=4),
    entrant("Rossi, Maria", "123", 1980, number=3),
    entrant("Anna Conti", "", 1999, number=2),
    entrant("Rossi, Maria", "123", 1975, number=1),
)


def test_the_map_to_fill_in_lists_who_must_be_decided(register):
    assert map_to_fill_in(register.read, LINES, Matching()) == (
        "number,name,player,birth_year,candidates\n"
        '2,Anna Conti,,1999,"2-1 Conti, Anna"\n'
        '3,"Rossi, Maria",,1980,"1-3 Rossi, Maria, 1975, ITA, fide 123"\n'
        '4,"Verdi, Ugo",,,\n'
    )


def test_who_can_be_registered_as_new_is_not_in_the_map(register):
    text = map_to_fill_in(register.read, LINES, Matching(register_new=True))
    assert [line[:2] for line in text.splitlines()[1:]] == ["2,", "3,"]


def test_nobody_to_decide_is_a_header_alone(register):
    assert map_to_fill_in(register.read, LINES[3:], Matching()).count("\n") == 1


def test_the_map_filled_in_settles_everything(register):
    """Written decisions are read, and nothing stays open."""
    filled = map_to_fill_in(register.read, LINES[:3], Matching())
    for line, player in (("Conti,,1999", "2-1"), ('Maria",,1980', "new"), ('Ugo",,,', "new")):
        assert line in filled
        filled = filled.replace(line, line.replace(",,", f",{player},", 1))
    problems = Problems()
    decided = Matching(decisions=read_decisions(filled.encode(), problems))
    roll = identify(register.read, LINES[:3], decided, problems)
    assert [problem for problem in problems.all() if problem.severity == "refused"] == []
    assert roll.players(3) == [3, 4, 2]
    assert map_to_fill_in(register.read, LINES[:3], decided).count("\n") == 1
