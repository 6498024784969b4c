"""Announcements as columns: those that are open, and those that lists have booked."""

from datetime import date

from msgspec import structs

from projections.state.announcements import Announcements
from projections.state.reports import About, Announcement, Decided


def announced(day, *pools, **told):
    return Announcement(
        f"of {day}", pools, False, days=(date(2026, 1, 1), date(2026, 1, day)), **told
    )


def rows(known, pool="a", until=None):
    """Return the rows of the columns by tournament."""
    found = known.ended(pool, until)
    columns = [column.tolist() for column in found]
    return {name: tuple(row) for name, *row in zip(*columns, strict=True)}


def test_what_changed_after_lists_booked_it_is_as_it_is_now():
    """T-2 left, came back with other days and a decision, and left once more."""
    first, refused = date(2026, 1, 1).toordinal() - 1, Decided("refused", "", "body")
    known = Announcements({f"T-{day}": announced(day, "a", "b") for day in range(1, 5)})
    known["T-9"] = announced(9, "b")
    known.leave(["T-1", "T-2", "T-9"])
    known["T-2"] = structs.replace(
        announced(8, "a"), about=About(decided=(refused,)), reported=True
    )
    now = {
        "T-1": (first + 1, False, False),
        "T-2": (first + 8, True, True),
        "T-3": (first + 3, False, False),
        "T-4": (first + 4, False, False),
    }
    assert rows(known) == now
    known.leave(["T-2"])
    assert rows(known) == now
    assert rows(known, until=date(2026, 1, 4)) == {
        name: now[name] for name in ("T-1", "T-3", "T-4")
    }
    assert rows(known, "b").keys() == {"T-1", "T-3", "T-4", "T-9"}
    assert rows(Announcements(known.open, known.booked)) == now


def test_a_tournament_without_announced_days_has_not_ended():
    known = Announcements({"T-1": Announcement("", ("a",), False)})
    assert rows(known) == rows(Announcements()) == {}
