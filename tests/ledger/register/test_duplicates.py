"""Persons registered twice are found without comparing everybody with everybody."""

import pytest

from ledger.register import doubles
from ledger.register.doubles import Pair, double_persons, likely_pairs
from ledger.register.search import Sought
from tests.support.people import enter, forget, person
from tests.support.pool_ledgers import opened


@pytest.mark.parametrize(
    ("one", "other", "pair"),
    [
        (Sought("Rossi, Maria", 1975), Sought("Maria Rossi", 1975), True),
        (Sought("Rossi, Maria", 1975), Sought("Rossi, Maria", 0), True),
        (Sought("Rossi, Maria", 1975), Sought("Rossi, Maria", 1976), False),
        (Sought("Rossi, Maria", 1975), Sought("Rossi, Marta", 1975), True),
        (Sought("Rossi, Maria"), Sought("Rossi, Maria Teresa"), True),
        (Sought("Rossi, Maria", 1975), Sought("Rossi, Maria Teresa"), False),
        (Sought("Rossi, Maria", 1975), Sought("Rossi, Maria Teresa", 1975), True),
        (Sought("Rossi, Maria", 1975), Sought("Bianchi, Maria", 1975), False),
        (Sought("Rossi", numbers={"ita": "1"}), Sought("Rossi", numbers={"fide": "1"}), True),
        (Sought("Rossi", numbers={"ita": "1"}), Sought("Rossi", numbers={"ita": "2"}), False),
        (Sought(""), Sought(""), False),
    ],
)
def test_who_is_taken_for_one_person(one, other, pair):
    """A fuller name with a year is found without the year only where the longest word is shared."""
    found = likely_pairs([one, other]).pairs
    assert [fault[:2] for fault in found] == ([(0, 1)] if pair else [])


def test_each_pair_is_given_once_the_lower_index_first():
    found = likely_pairs([Sought("Rossi, Maria", 1975)] * 3)
    assert found.pairs == (Pair(0, 1, 100), Pair(0, 2, 100), Pair(1, 2, 100))
    assert found.groups_left_out == 0


def test_nobody_makes_no_pair():
    assert likely_pairs([]) == ((), 0)
    assert likely_pairs([Sought("Rossi, Maria")]) == ((), 0)


@pytest.mark.parametrize(("persons", "pairs"), [(3, 3), (4, 6), (5, 0)])
def test_a_group_beyond_the_limit_is_left_out_and_counted(monkeypatch, persons, pairs):
    """Below, on, above: four may be compared. Two words, a key, a longest word: four groups."""
    monkeypatch.setattr(doubles, "LARGEST_GROUP", 4)
    found = likely_pairs([Sought("Rossi, Maria")] * persons)
    assert (len(found.pairs), found.groups_left_out) == (pairs, 0 if pairs else 4)


def test_persons_of_the_register_are_compared_but_not_the_erased(tmp_path):
    with opened(str(tmp_path / "ledger.db")) as ledger:
        enter(
            ledger,
            person("Rosi, Maria", 1975, "w", "ITA"),
            person("Rossi, Maria", 1975, "w", "ITA", fide="1"),
            person("Maria Rossi", 0, "", "", fra="9"),
            person("Rossi, Maria", 1975, "w", "ITA", fide="2"),
        )
        forget(ledger, *enter(ledger, person("Rossi, Maria", 1975)))
        found = double_persons(ledger.read).pairs
        assert [(pair.one.player, pair.other.player, pair.likeness) for pair in found] == [
            (2, 3, 100),
            (3, 4, 100),
            (1, 2, 95),
            (1, 4, 95),
        ]
