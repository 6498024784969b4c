"""Words of a person's name, as of a day."""

from datetime import date

from msgspec import structs

from ledger.register.words import Words

FIRST, SECOND = date(2026, 1, 1), date(2026, 5, 1)
NOW = Words("Rossi, Maria", {"uisp": "7"}, "Roma")


def changed(words: Words, on: date, **said) -> Words:
    """Words after a change of a day."""
    after = structs.replace(words, **said)
    return structs.replace(after, earlier=tuple(words.earlier_than(after, on)))


def test_a_change_holds_from_its_day():
    """The day before, the day, the day after."""
    words = changed(NOW, SECOND, committee="Milano", numbers={"uisp": "9", "fide": "1"})
    held = [words.held_on(date(2026, *day)) for day in ((4, 30), (5, 1), (5, 2))]
    assert [right.committee for right in held] == ["Roma", "Milano", "Milano"]
    assert [player.numbers for player in held] == [{"uisp": "7"}, *[{"uisp": "9", "fide": "1"}] * 2]
    assert held[0].name == "Rossi, Maria"


def test_each_change_holds_until_the_next():
    words = changed(changed(NOW, FIRST, committee="Milano"), SECOND, committee="", numbers={})
    days = (date(2025, 12, 31), date(2026, 4, 30), SECOND)
    assert [words.held_on(day).committee for day in days] == ["Roma", "Milano", ""]
    assert [words.held_on(day).numbers for day in days] == [{"uisp": "7"}, {"uisp": "7"}, {}]


def test_what_is_recorded_last_holds_from_its_day_on():
    """Milano from May, and then Torino from January: Torino from January, Roma before."""
    words = changed(changed(NOW, SECOND, committee="Milano"), FIRST, committee="Torino")
    days = (date(2025, 12, 31), FIRST, SECOND)
    assert [words.held_on(day).committee for day in days] == ["Roma", "Torino", "Torino"]
