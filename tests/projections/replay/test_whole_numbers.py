"""A column with a fraction, of every kind of pool: the list is not closed, and nothing is cut."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from fractions import Fraction

import pytest

from ops.closings.closing_checklist import conditions
from ops.closings.recordings import CloseList
from ops.house import House
from ops.pools.pending_decisions import pending_decisions
from projections.queries.coming_lists import next_days
from projections.queries.explain import explain
from projections.rulebooks.engine.whole import NotWhole, TooLarge
from tests.oracles.world import Carried
from tests.support.command import run
from tests.support.fractional_columns import giving
from tests.support.lists_and_reports import LIST, UISP, Played
from tests.support.lists_and_reports import an_office as an_office_with_files
from tests.support.recording import a_ledger, begin, following, submit
from tests.support.uisp_office import an_office
from tests.support.verified_worlds import verify
from tests.support.worlds import FIDE, PERIODS, RUBELE, federation, games, rated, tournament

COLUMNS = {
    UISP: ("rating", "games", "variation_tenths", "entry_rating_kept"),
    FIDE: ("rating", "k", "period_games", "game_difference_hundredths", "counted_games"),
    RUBELE: ("rating", "moved", "entered_capital"),
}
"""By rulebook, columns behind state fields, lists, lines and events; and what these rest on."""

EVERY = [(book, name) for book, names in COLUMNS.items() for name in names]


@contextmanager
def a_pool(address: str, book: str) -> Iterator[tuple[House, str]]:
    """A house of a ledger with a tournament for the next list of a pool."""
    played = games(1, "2 1 3 = 4 1")
    if book == UISP:
        with an_office(address, [Carried(1, 1540), Carried(2, 1500), Carried(3, 1500)], (4,)) as of:
            of.none_on_any_list("2025-09")
            of.submit(tournament("T", "2025-09-05", "2025-09-06", played))
            yield House(of.ledger, of.official), "2025-Q4"
        return
    world = federation([rated(1, 2000), rated(2, 2000), rated(3, 2000)], newcomers=[4])
    days = [(period, date(2025, 8 + at, 1)) for at, period in enumerate(world.periods)]
    with a_ledger(address) as ledger:
        begin(ledger, world, book, days if book == RUBELE else ())
        submit(ledger, tournament("T", "2025-07-05", "2025-07-06", played), book)
        with following(ledger) as official:
            yield House(ledger, official), PERIODS[0]


@pytest.mark.parametrize("more", [0.6, -0.4, Fraction(3, 5)])
@pytest.mark.parametrize(("book", "name"), EVERY)
def test_no_list_is_closed_with_a_fraction(tmp_path, book, name, more):
    with a_pool(str(tmp_path / "ledger"), book) as (house, period):
        before = house.read.head()
        with giving(book, name, more), pytest.raises(NotWhole) as refused:
            CloseList(pool=book, period=period).record(house)
        assert refused.value.field == name
        assert f", column {name} is {refused.value.found}, which is no" in str(refused.value)
        assert Fraction(refused.value.found).denominator != 1
        assert house.read.head() == before
        CloseList(pool=book, period=period).record(house)
        assert verify(house.ledger).faults == []


@pytest.mark.parametrize("book", COLUMNS)
def test_what_keeps_the_list_from_closing_names_the_column(tmp_path, book):
    """The question why the list waits has an answer, and no refusal."""
    with a_pool(str(tmp_path / "ledger"), book) as (house, _), giving(book, "rating", 0.6):
        house.catch_up()
        pool = house.pool(book)
        (found,) = [row for row in pending_decisions(house, pool).rows if row.check == "law"]
        looked = conditions(house, pool, next_days(pool))
    assert ", column rating is " in str(found.says)
    assert (found.stops, [row.says for row in looked.rows if row.check == "law"]) == (
        "everybody",
        [found.says],
    )


@pytest.mark.parametrize(("book", "name"), [(book, "rating") for book in COLUMNS])
@pytest.mark.parametrize("more", [1.0, Fraction(2, 2)])
def test_whole_values_of_another_type_are_closed_as_integers(tmp_path, book, name, more):
    """On the boundary: 1545.0 is 1545."""
    digests = []
    for kind in (more, 1):
        with (
            a_pool(str(tmp_path / f"{type(kind).__name__}"), book) as (house, period),
            giving(book, name, kind),
        ):
            digests.append(
                CloseList(pool=book, period=period).record(house).result.event.list_digest
            )
    assert len(set(digests)) == 1


@pytest.mark.parametrize("book", COLUMNS)
def test_a_rating_too_large_to_be_stored_is_refused(tmp_path, book):
    """As a list stores ratings, in 16 bits; also where nothing would be left in 32."""
    for more in (1 << 15, 1 << 32):
        with a_pool(str(tmp_path / f"{more}"), book) as (house, period):
            before = house.read.head()
            with giving(book, "rating", more), pytest.raises(TooLarge, match=r"^rating is \d+,"):
                CloseList(pool=book, period=period).record(house)
            assert house.read.head() == before


def test_a_list_that_was_closed_does_not_reproduce_with_a_fraction(tmp_path):
    """Replay stops and names the column, in place of reproducing a cut value."""
    with a_pool(str(tmp_path / "ledger"), UISP) as (house, period):
        CloseList(pool=UISP, period=period).record(house)
        with giving(UISP, "rating", 0.6):
            faults = verify(house.ledger).faults
        assert "column rating is 1" in str(faults)
        assert ".6, which is no whole number" in str(faults)
        assert verify(house.ledger).faults == []


@pytest.mark.parametrize("name", ["variation_tenths", "base_tenths"])
def test_a_worksheet_shows_no_cut_value(tmp_path, name):
    """Also of columns that only readers ask for: lines, and cells."""
    with a_pool(str(tmp_path / "ledger"), UISP) as (house, period):
        CloseList(pool=UISP, period=period).record(house)
        house.catch_up()
        pool = house.pool(UISP)
        with giving(UISP, name, 0.6), pytest.raises(NotWhole, match=f"column {name} is"):
            explain(pool, 1, pool.list_of(period))


def test_the_command_line_names_column_and_value(tmp_path, monkeypatch):
    monkeypatch.setenv("LEDGER", str(tmp_path / "ratings.ledger"))
    with an_office_with_files(tmp_path, {1: 1540, 2: 1500}) as office:
        played = Played("Open", date(2025, 10, 4), (1, 2), [[(1, 2, "1-0")]])
        office.bring_in(played)
    with giving(UISP, "rating", 0.6):
        ran = run("list", "close", UISP, LIST, "--format", "json")
        (refusal,) = ran.document["refusals"]
        assert (ran.code, refusal["code"]) == (3, "not-whole")
        assert (refusal["field"], refusal["found"]) == ("rating", "1552.6")
        assert "column rating is 1552.6" in run("list", "close", UISP, LIST).err
    assert run("list", "close", UISP, LIST).code == 0
