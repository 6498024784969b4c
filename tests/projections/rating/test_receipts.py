"""Lists that book reports received by the cut-off, played at any time."""

from dataclasses import replace
from datetime import date

import pytest
from msgspec import structs

from projections.rating.booked import dated
from projections.rulebooks import rulebook
from projections.rulebooks.engine.terms import Books
from projections.state.reports import About
from tests.support.worlds import FIDE, PAIR, Stage, federation, ratings, report, stage, won

_BOOK = rulebook(FIDE)
LAW = replace(_BOOK, booking=replace(_BOOK.booking, counts_when=Books.RECEIVED))
"""FIDE's list of 1 August: its cut-off is 29 July."""


def received(on_stage: Stage, day: date) -> None:
    """Record a tournament played on 5 July, and received on a day."""
    on_stage.position += 1
    read = report(won("A", "2025-07-05", "2025-07-06"), on_stage.position)
    about = structs.replace(read.about, received_on=day)
    on_stage.replay.facts.wait(structs.replace(read, about=about))


@pytest.mark.parametrize(
    ("day", "lists"), [(28, [2010, 2010]), (29, [2010, 2010]), (30, [2000, 2010])]
)
def test_the_day_of_receipt_decides_which_list_books_it(day, lists):
    on_stage = stage(federation(PAIR), FIDE, law=LAW)
    received(on_stage, date(2025, 7, day))
    on_stage.close("2025-08")
    on_stage.close("2025-09")
    assert ratings(on_stage.closings, 1) == lists


def test_elsewhere_the_day_of_receipt_does_not_matter():
    on_stage = stage(federation(PAIR), FIDE)
    received(on_stage, date(2025, 7, 30))
    on_stage.close("2025-08")
    assert ratings(on_stage.closings, 1) == [2010]


@pytest.mark.parametrize(
    ("received_on", "counts_from"),
    [("2025-07-19", "2025-07-20"), ("2025-07-20", "2025-07-20"), ("2025-07-21", "2025-07-21")],
)
def test_reading_received_when_over(received_on, counts_from):
    """Reading `received_when_over`: a report that came before the last rounds, from the
    last day.
    """
    early = About(received_on=date.fromisoformat(received_on))
    told = structs.replace(report(won("A", "2025-07-18", "2025-07-20"), 1), about=early)
    assert dated(rulebook("uisp"), told) == date.fromisoformat(counts_from)
    assert dated(rulebook("fide-standard"), told) == date(2025, 7, 20)
