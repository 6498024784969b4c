"""A number identifies a person, unless the rest of the line contradicts."""

import pytest

from tests.support.entrants import entrant, identified
from tests.support.people import enter, forget, person

MARIA = person("Rossi, Maria", 1975, "w", "ITA", fide="123")
LUCA = person("Bianchi, Luca", 1980, "m", "ITA", fide="456", fra="L01854")
ANNA = person("Conti, Anna", 0, "w", "ITA", ita="77")


@pytest.fixture
def register(ledger):
    """1-3 Maria, 2-1 Luca, 3-7 Anna: of FIDE and France, and of Italy alone."""
    enter(ledger, MARIA, LUCA, ANNA)
    return ledger


def test_the_fide_number_comes_first_then_a_national_one(register):
    found = identified(
        register,
        entrant("Rossi, Maria", "00123", 1975, number=1),
        entrant("Bianchi, Luca", "", 1980, number=2, FRA="L01854"),
        entrant("Conti, Anna", "0", 1990, number=3, ITA="077"),
    )
    assert found.roll.players(9) == [1, 2, 3]
    assert (found.refused, found.warned, found.roll.learned) == ([], [], ())


def test_numbers_of_two_players_need_a_decision(register):
    line = entrant("Rossi, Maria", "123", 1975, FRA="L01854")
    assert identified(register, line, new=True).refused == [
        'line 101, columns 58-68, player\'s number: found "fide 123, fra L01854", expected numbers '
        "of one player (they are of 1-3 Rossi, Maria, 1975, ITA, fide 123 | 2-1 Bianchi, Luca, "
        "1980, ITA, fide 456, fra L01854); name the player in a line of the map (map)"
    ]
    decided = identified(register, line, decided={1: "1-3"})
    assert decided.roll.players(9) == [1]
    assert decided.refused == []
    assert decided.warned[0].startswith(
        'line 101, columns 58-68, player\'s number: found "fra L01854", '
        "expected a number of 1-3 Rossi, Maria, 1975, ITA, fide 123 (it is that of 2-1); "
    )
    assert decided.roll.learned == ()


@pytest.mark.parametrize(("year", "fits"), [(1974, False), (1975, True), (1976, False), (0, True)])
def test_a_birth_year_that_contradicts_the_register_needs_a_decision(register, year, fits):
    line = entrant("Rossi, Maria", "123", year or None)
    found = identified(register, line)
    if fits:
        assert (found.refused, found.roll.players(9)) == ([], [1])
        return
    assert found.refused == [
        f'line 101, columns 70-79, birth: found "{year}", expected 1975, the birth year of '
        "1-3 Rossi, Maria, 1975, ITA, fide 123; name the player in a line of the map (map), or "
        "correct the register: correct-player player=1-3 birth_year=none"
    ]
    decided = identified(register, line, decided={1: "fide:123"})
    assert (decided.refused, decided.roll.players(9)) == ([], [1])
    assert len(decided.warned) == 1


def test_a_birth_year_that_the_register_does_not_know_contradicts_nothing(register):
    found = identified(register, entrant("Conti, Anna", year=1999, ITA="77"))
    assert (found.refused, found.warned) == ([], [])


@pytest.mark.parametrize(
    ("name", "year", "refused", "warned"),
    [
        ("Maria Rossi", None, 0, 0),
        ("Rosi, Marta", None, 0, 0),  # 86: on the safe side of 85
        ("Russo, Mario", None, 0, 1),  # 73
        ("Bianchi, Maria", 1975, 0, 1),  # 42: married, perhaps
        ("Bianchi, Maria", None, 1, 0),
        ("Verdi, Ugo", None, 1, 0),
        ("Verdi, Ugo", 1975, 0, 1),
    ],
)
def test_a_name_quite_unlike_is_believed_only_with_the_birth_year(
    register, name, year, refused, warned
):
    found = identified(register, entrant(name, "123", year))
    assert (len(found.refused), len(found.warned)) == (refused, warned)


def test_a_mistyped_number_of_somebody_else_is_refused_with_who_he_is(register):
    found = identified(register, entrant("Verdi, Ugo", "123"), new=True)
    assert found.refused == [
        'line 101, columns 15-47, name: found "Verdi, Ugo", '
        "expected a name like that of 1-3 Rossi, Maria, 1975, ITA, fide 123; "
        "correct the number, or name the player in a line of the map (map)"
    ]


def test_another_name_and_another_year_are_told_in_one_refusal(register):
    found = identified(register, entrant("Verdi, Ugo", "123", 1990), new=True)
    assert [message.partition(": ")[0] for message in found.refused] == [
        "line 101, columns 70-79, birth"
    ]
    assert [message.partition(": ")[0] for message in found.warned] == [
        "line 101, columns 15-47, name"
    ]


def test_another_sex_is_a_warning(register):
    found = identified(register, entrant("Rossi, Maria", "123", 1975, sex="m"))
    assert found.refused == []
    assert found.warned == [
        'line 101, column 10, sex: found "m", expected w, as the register says of '
        "1-3 Rossi, Maria, 1975, ITA, fide 123; check the number"
    ]


def test_another_number_of_the_own_body_needs_a_decision_one_of_another_body_a_look(register):
    """Known by FRA: another FIDE number refuses. Known by FIDE: another of FRA warns."""
    by_fra = identified(register, entrant("Bianchi, Luca", "457", 1980, FRA="L01854"))
    assert [message.partition("; ")[0] for message in by_fra.refused] == [
        'line 101, columns 58-68, player\'s number: found "fide 457", '
        "expected a number of 2-1 Bianchi, Luca, 1980, ITA, fide 456, fra L01854"
    ]
    by_fide = identified(register, entrant("Bianchi, Luca", "456", 1980, FRA="L01855"))
    assert (by_fide.refused, len(by_fide.warned), by_fide.roll.learned) == ([], 1, ())


def test_a_report_teaches_numbers_that_nobody_has(register):
    found = identified(
        register,
        entrant("Rossi, Maria", "123", 1975, number=1, FRA="X1", ITA="78"),
        entrant("Conti, Anna", "789", number=2, ITA="77"),
    )
    assert [(player.player, player.numbers) for player in found.roll.learned] == [
        (1, {"fra": "X1", "ita": "78"}),
        (3, {"fide": "789"}),
    ]


def test_a_decision_teaches_as_well(register):
    found = identified(register, entrant("Rossi, Maria", "123", ITA="9"), decided={1: "3-7"})
    assert found.roll.players(9) == [3]
    assert found.roll.learned == ()
    found = identified(register, entrant("Conti, A.", "789"), decided={1: "3-7"})
    assert [(player.player, player.numbers) for player in found.roll.learned] == [
        (3, {"fide": "789"})
    ]


def test_a_decision_does_not_overwrite_a_number(register):
    found = identified(register, entrant("Rossi, Maria", "124", 1975), decided={1: "1-3"})
    assert (found.refused, found.roll.players(9), found.roll.learned) == ([], [1], ())
    assert "the register keeps its own" in found.warned[0]


@pytest.mark.parametrize("player", ["1-4", "9-4", "fide:999", "somebody"])
def test_a_decision_for_nobody_is_refused(register, player):
    refused = identified(register, entrant("Rossi, Maria", "123"), decided={1: player}).refused
    assert len(refused) == 1
    assert refused[0].startswith(f'line 2 of the map, player: found "{player}", expected a player')


@pytest.mark.at_fault
def test_a_decision_for_an_erased_player_holds(register):
    forget(register, 3)
    found = identified(register, entrant("Conti, Anna", "789"), decided={1: "3-7"})
    assert (found.refused, found.roll.players(9), found.roll.learned) == ([], [3], ())


def test_two_lines_of_one_player_are_refused_however_he_was_recognised(register):
    found = identified(
        register,
        entrant("Rossi, Maria", "123", 1975, number=1),
        entrant("Rossi, M.", "", 1975, number=2),
        entrant("Maria Rossi", "124", number=3),
        decided={2: "1-3", 3: "new"},
    )
    assert found.refused == [
        "line 102, columns 58-68, player's number: found nothing, "
        "expected each player once (line 101 is the same player); correct one of the two lines"
    ]


def test_a_national_number_of_no_form_is_left_out(register):
    found = identified(register, entrant("Rossi, Maria", "123", 1975, FRA="L 018", ITA="00"))
    assert (found.refused, found.roll.learned) == ([], ())
    assert found.warned == [
        'line 101, national number (FRA): found "L 018", '
        "expected letters, digits and . / -, at most 11; it was left out"
    ]
