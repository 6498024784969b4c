"""The register is searched as people remember names; contradictions count against a person."""

from datetime import date

import pytest

from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected
from ledger.register.people import Person, details, persons
from ledger.register.search import Sought, candidates, may_be, search
from ledger.store.requests import NewEvent, Request
from tests.support.people import enter, forget, person
from tests.support.pool_ledgers import opened


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """Nine persons, the last erased."""
    with opened(str(tmp_path_factory.mktemp("search") / "ledger.db")) as ledger:
        enter(
            ledger,
            person("Rossi, Maria", 1975, "w", "ITA", fide="123"),
            person("Rossi, Mario", 1975, "m", "ITA"),
            person("Müller, Jürgen", 1960, "m", "GER", fide="4600001"),
            person("D'Angelo, José", 0, "m", "ESP", fra="L01854"),
            person("Rossi, Maria", 1990, "w", "ITA", fide="456", ita="R/7"),
        )
        enter(ledger, person("Bianchi, Luca", 1975), person("Conti, Anna"), person("Player007, X"))
        forget(ledger, *enter(ledger, person("Rossi, Maria", 1975)))
        yield ledger.read


def names(found):
    return [(hit.person.player, hit.likeness) for hit in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Maria Rossi", [(1, 100), (5, 100), (2, 91)]),
        ("rosi maria", [(1, 95), (5, 95), (2, 86)]),
        ("Mueller Jurgen", [(3, 96)]),
        ("dangelo", [(4, 85)]),
        ("DANGELO JOSE", [(4, 100)]),
        ("fide:123", [(1, 100)]),
        ("fide:0123", [(1, 100)]),
        ("456", [(5, 100)]),
        ("r/7", [(5, 100)]),
        ("fra: l01854", [(4, 100)]),
        ("ita:L01854", []),
        ("3-3", []),
        ("Player007", [(8, 90)]),
        ("", []),
        ("?", []),
    ],
)
def test_a_search_forgives_spelling_and_takes_any_number(read, text, found):
    assert names(search(read, text))[:3] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ros. M.", [(1, 96), (2, 96), (5, 96)]),
        ("M. Rossi", [(1, 96), (2, 96), (5, 96)]),
        ("Rossi Mar", [(1, 96), (2, 96), (5, 96)]),
        ("ROSSI, MARI", [(1, 96), (2, 96), (5, 96)]),
        ("Mull. J", [(3, 96)]),
        ("D'Ang. J.", [(4, 96)]),
        ("J. D'Angelo", [(4, 96)]),
        ("Bian", [(6, 80)]),
        ("Ros. L.", []),
        ("Bian. B.", []),
        ("R. M.", []),
        ("B", []),
    ],
)
def test_a_name_cut_short_is_found(read, text, found):
    """As arbiters type: an initial, or the first letters, in either order; not initials alone.

    Two words of a text are never one word of a name.
    """
    assert names(search(read, text)) == found


def test_the_whole_name_comes_before_one_that_only_begins_so(tmp_path):
    with opened(str(tmp_path / "ledger.db")) as ledger:
        enter(ledger, person("Rossini, Marino"), person("Rossi, Mari"), person("Ferri, Marta"))
        assert names(search(ledger.read, "Rossi Mari")) == [(2, 100), (1, 96)]


def test_a_register_number_is_found_with_its_check_digit(read):
    assert str(search(read, "1-3")[0].person) == "1-3 Rossi, Maria, 1975, ITA, fide 123"


@pytest.mark.parametrize(("year", "found"), [(1974, []), (1975, [1, 2]), (1976, [])])
def test_a_birth_year_leaves_out_those_of_another(read, year, found):
    assert [n for n, _ in names(search(read, "Rossi", birth_year=year))] == found


def test_a_birth_year_does_not_leave_out_those_of_whom_it_is_unknown(read):
    assert names(search(read, "Conti, Anna", birth_year=1999)) == [(7, 100)]


@pytest.mark.parametrize(("limit", "found"), [(0, []), (1, [1]), (2, [1, 5]), (3, [1, 5, 2])])
def test_the_likest_come_first_up_to_a_limit(read, limit, found):
    assert [n for n, _ in names(search(read, "Rossi, Maria", limit=limit))] == found


def test_candidates_who_may_be_the_person_come_first(read):
    """Somebody of the same name and another year stands behind a near name of the same year."""
    (found,) = candidates(read, [Sought("Rossi, Maria", 1975, "", {"fra": "9"})])
    assert [hit.person.player for hit in found] == [1, 2, 5]


def test_candidates_are_given_for_each_one_sought_and_nobody_twice(read):
    sought = [Sought("Muller, Jurgen"), Sought("Nobody, Ever"), Sought("Rossi, Maria")]
    found = candidates(read, sought, limit=2, besides={1})
    assert [[hit.person.player for hit in some] for some in found] == [[3], [], [5, 2]]


@pytest.mark.parametrize(("year", "may"), [(1974, False), (1975, True), (1976, False), (0, True)])
def test_two_birth_years_that_differ_are_two_persons(year, may):
    assert may_be(Sought("A, B", 1975), Sought("A, B", year)) is may


def test_two_numbers_of_one_body_are_two_persons_of_two_bodies_they_may_be_one():
    one = Sought("A, B", numbers={"fide": "1"})
    assert not may_be(one, Sought("A, B", numbers={"fide": "2", "fra": "1"}))
    assert may_be(one, Sought("A, B", numbers={"fra": "2"}))
    assert may_be(one, Sought("A, B", numbers={"fide": "1"}))


def test_two_sexes_are_two_persons_unless_the_names_are_the_same():
    """Rossi, Mario is not Rossi, Maria; Andrea may have the wrong letter."""
    assert not may_be(Sought("Rossi, Maria", sex="w"), Sought("Rossi, Mario", sex="m"))
    assert may_be(Sought("Rossi, Andrea", sex="w"), Sought("Andrea Rossi", sex="m"))
    assert may_be(Sought("Rossi, Maria", sex="w"), Sought("Rossi, Mario"))


def test_persons_are_given_with_what_events_say_of_them(read):
    found = persons(read, [5, 4, 9, 99])
    assert set(found) == {4, 5}
    assert found[5] == Person(
        name="Rossi, Maria",
        numbers={"fide": "456", "ita": "R/7"},
        player=5,
        birth_year=1990,
        sex="w",
        federation="ITA",
    )
    assert str(found[4]) == "4-5 D'Angelo, José, ESP, fra L01854"


def test_details_are_what_the_last_event_says(tmp_path):
    """A change leaves year and sex alone; a correction replaces the marked details."""
    with opened(str(tmp_path / "ledger.db")) as ledger:
        enter(ledger, person("A", 1975, "w", "ITA"), person("B", 1980, "m", "FRA"))
        moved = PlayerDetailsChanged(
            on=date(2026, 1, 1),
            player="0000000100000002",
            federation="GER***",
            commitment="0" * 128,
        )
        wrong = PlayerDetailsCorrected(
            player="00000002", birth_year="9999", sex="w", federation="***",
            commitment="0" * 64, by="fide",
        )  # fmt: skip
        ledger.append(Request("changes", (NewEvent(moved), NewEvent(wrong))))
        known = details(ledger.read)
        assert known.birth_year.tolist() == [0, 1975, 1980]
        assert bytes(known.sex) == b"\x00ww"
        assert known.federation.tolist() == [b"---", b"GER", b"FRA"]


def test_an_empty_register_knows_nobody(tmp_path):
    with opened(str(tmp_path / "ledger.db")) as ledger:
        assert search(ledger.read, "Rossi") == []
        assert candidates(ledger.read, [Sought("Rossi, Maria")]) == [[]]
        assert persons(ledger.read, [1]) == {}
