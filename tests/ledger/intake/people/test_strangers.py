"""Entrants without a number known to the register: never identified by the name alone."""

from datetime import date

import pytest

from ledger import columns
from ledger.events.register import PlayerDetailsChanged, PlayersRegistered
from ledger.intake.people.entrants import map_to_fill_in
from ledger.intake.people.recognising import Matching
from tests.support.entrants import entrant, identified
from tests.support.people import enter, person
from tests.support.pool_ledgers import counted_salts, numbers


@pytest.fixture
def register(ledger):
    """Five Rossis and a Conti: 1-3 has a FIDE number, 6-8 none."""
    enter(
        ledger,
        person("Rossi, Maria", 1975, "w", "ITA", fide="123"),
        *(person("Rossi, Mario", 1980 + n, "m", "ITA", ita=str(n)) for n in range(1, 5)),
        person("Conti, Anna", 1999),
    )
    return ledger


def test_a_name_alone_recognises_nobody_it_suggests(register):
    found = identified(register, entrant("Anna Conti", "", 1999))
    assert found.refused == [
        'line 101, columns 58-68, player\'s number: found "Anna Conti", expected a decision'
        ": the register has similar players; "
        "name the player in a line of the map (map); possible players: 6-8 Conti, Anna, 1999"
    ]


def test_who_cannot_be_him_is_not_named(register):
    """Another birth year excludes the other four; the map names the four after the candidate."""
    found = identified(register, entrant("Rossi, Mario", "999", 1983))
    (message,) = found.refused
    assert message.endswith("; possible players: 4-5 Rossi, Mario, 1983, ITA, ita 3")
    matching = Matching("fide", register_new=False)
    lines = map_to_fill_in(register.read, [entrant("Rossi, Mario", "999", 1983)], matching)
    suggested = lines.splitlines()[1].rpartition(",1983,")[2].strip('"').split(" | ")
    assert [suggestion[:3] for suggestion in suggested] == ["4-5", "2-1", "3-7", "5-9", "1-3"]


@pytest.mark.parametrize(
    ("line", "is_new"),
    [
        (entrant("Conti, Anna", "789"), False),
        (entrant("Conti, Anna", "789", 1998), True),
        (entrant("Conti, Anna", "789", 1999), False),
        (entrant("Conti, Anna", "789", 2000), True),
        (entrant("Contini, Anna", "789"), False),
        (entrant("Corti, Adele", "789"), True),
        (entrant("Rossi, Maria", "124", 1975), True),
        (entrant("Rossi, Maria", "", 1975), False),
        (entrant("Rossi, Maria", "", 1976), True),
        (entrant("Verdi, Ugo", "789"), True),
        (entrant("Verdi, Ugo", ""), True),
    ],
)
def test_only_who_is_likely_nobody_known_becomes_a_new_player(register, line, is_new):
    """Not new: a near name, unless birth years or numbers of a body differ."""
    found = identified(register, line, new=True)
    assert (len(found.roll.newcomers) == 1, not found.refused) == (is_new, is_new)


def test_the_refusal_says_who_it_may_be_and_what_to_do(register):
    assert identified(register, entrant("Conti, Anna", "789"), new=True).refused == [
        'line 101, columns 58-68, player\'s number: found "789, Conti, Anna", expected a decision'
        ": the register has similar players; "
        "name the player in a line of the map (map); possible players: 6-8 Conti, Anna, 1999"
    ]


def test_who_plays_in_the_same_file_is_not_suggested(register):
    """Anna plays already: a namesake is another person."""
    found = identified(
        register,
        entrant("Rossi, Maria", "123", 1975, number=1),
        entrant("Rossi, Marta", "", 1975, number=2),
        new=True,
    )
    assert (found.refused, found.roll.players(7)) == ([], [1, 7])


def test_a_namesake_of_the_same_year_with_another_number_is_new_with_a_warning(register):
    found = identified(register, entrant("Rossi, Maria", "132", 1975), new=True)
    assert (found.refused, found.roll.players(7)) == ([], [7])
    assert found.warned == [
        'line 101, columns 15-47, name: found "132, Rossi, Maria", '
        "expected somebody other than 1-3 Rossi, Maria, 1975, ITA, fide 123; "
        "the player was registered as new: check the number"
    ]


def test_a_new_player_without_a_number_is_warned_of(register):
    found = identified(register, entrant("Verdi, Ugo"), new=True)
    assert (found.refused, found.roll.newcomers[0].number) == ([], "")
    assert found.warned == [
        "line 101, columns 58-68, player's number: found nothing, expected the fide number of "
        "Verdi, Ugo; the player was registered without a number: find it if possible"
    ]


def test_a_new_player_with_the_name_of_a_known_one_beside_him_is_warned_of(register):
    """Under another number; not where birth years tell the two apart."""
    anna = entrant("Conti, Anna", "", 1999, number=1)
    for year, warned in ((1999, 1), (0, 1), (1998, 0)):
        other = entrant("Anna Conti", "789", year, number=2)
        found = identified(register, anna, other, new=True, decided={1: "6-8"})
        assert found.refused == []
        told = [warning for warning in found.warned if "the file names a person twice" in warning]
        assert len(told) == warned


def test_two_new_players_who_look_like_one_are_warned_of(register):
    found = identified(
        register,
        entrant("Verdi, Ugo", "", 1990, number=1),
        entrant("Ugo Verdi", "55", 1990, number=2),
        entrant("Verdi, Ugo", "56", 1991, number=3),
        new=True,
    )
    assert found.roll.players(7) == [7, 8, 9]
    assert [message for message in found.warned if "columns 15-47" in message] == [
        'line 102, columns 15-47, name: found "Ugo Verdi", expected somebody other than '
        "Verdi, Ugo (line 101); both were registered as new: check whether they are the same person"
    ]


def test_new_by_decision_is_new_without_the_option_and_in_spite_of_candidates(register):
    found = identified(register, entrant("Conti, Anna", "789", 1999), decided={1: "new"})
    assert (found.refused, found.roll.players(7)) == ([], [7])


def test_new_by_decision_leaves_a_number_with_whom_it_belongs_to(register):
    found = identified(register, entrant("Verdi, Ugo", "123", FRA="X"), decided={1: "new"})
    assert found.refused == []
    assert (found.roll.newcomers[0].number, found.roll.newcomers[0].others) == ("", {"fra": "X"})
    assert found.warned[0].startswith(
        'line 101, columns 58-68, player\'s number: found "fide 123", '
        "expected an unused number (it belongs to 1-3 Rossi, Maria, 1975, ITA, fide 123); "
    )


def test_a_number_of_a_wrong_form_can_be_decided(register):
    line = entrant("Verdi, Ugo", "AB/2")
    assert len(identified(register, line, new=True).refused) == 1
    assert identified(register, line, decided={1: "new"}).refused == []


def test_what_enters_with_a_report(register):
    """New persons are registered; learned facts are changes from the day of the report."""
    found = identified(
        register,
        entrant("Verdi, Ugo", "789", 1990, number=1, sex="m", FRA="X1"),
        entrant("Rossi, Maria", "123", 1975, number=2, ITA="9"),
        new=True,
    )
    facts, subjects = found.roll.entered(7, date(2026, 2, 1), counted_salts())
    new, changed = facts
    assert isinstance(new, PlayersRegistered)
    assert isinstance(changed, PlayerDetailsChanged)
    assert numbers(new.player + changed.player, columns.PLAYER) == [7, 1]
    assert (changed.on, changed.federation) == (date(2026, 2, 1), "***")
    assert [(subject.player, subject.numbers, subject.replaces) for subject in subjects] == [
        (7, {"fide": "789", "fra": "X1"}, False),
        (1, {"fide": "123", "ita": "9"}, True),
    ]
    assert subjects[1].body == b'{"name":"Rossi, Maria","numbers":{"fide":"123","ita":"9"}}'


def test_nothing_enters_where_nobody_is_new_and_nothing_learned(register):
    found = identified(register, entrant("Rossi, Maria", "123", 1975))
    assert found.roll.entered(7, date(2026, 2, 1), counted_salts()) == ((), ())
