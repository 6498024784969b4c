"""Reasons that keep whole tournaments out, article by article: below, on, above; in
every edition.
"""

import numpy as np
import pytest

from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, WARNING
from projections.rulebooks.engine.columns import TOURNAMENT
from projections.state import competence
from projections.state.reports import Decided
from tests.support.fide_admission import BODIES, BOOK, EDITIONS, found

REFUSED = {
    "refused": True,
    "cancelled": False,
    "entrants": 9,
    "exempt_0_4_refusal": False,
    "exempt_0_4_cancelled": False,
}


def refusal(edition="2024-03-01", **facts):
    return found(edition, "refusal", **REFUSED | {"refused": False} | facts)


def test_article_0_4_refused_and_lifted_by_an_appeal():
    assert refusal() == FINE
    assert refusal(refused=True) == NOT_RATED
    assert refusal(refused=True, exempt_0_4_refusal=True) == FINE


def test_article_0_4_reading_appeal_days_the_finding_names_them_and_the_appeal():
    """Reading `appeal_days`: the days are counted where an appeal is examined."""
    given = {each: np.array([value]) for each, value in REFUSED.items()}
    sheet = BOOK.edition("2024-03-01").evaluate([TOURNAMENT], given, ["refusal"])
    remedy = sheet.why("refusal", 0).remedy
    assert "within seven days of the notice: {appeal_refusal}" in remedy


@pytest.mark.parametrize(
    ("edition", "days"), [("2023-12-25", None), ("2024-03-01", 7), ("2025-10-01", 7)]
)
def test_article_0_4_appeal_days_are_seven_since_the_text_that_was_available(edition, days):
    """Number `appeal_days`."""
    assert BOOK.edition(edition).numbers.get("appeal_days") == days


def test_article_0_4_cancelled_but_reported_is_for_a_body_to_decide():
    """Reading `cancelled_and_reported`."""
    assert refusal(cancelled=True, entrants=0) == NOT_RATED
    assert refusal(cancelled=True) == TO_DECIDE
    assert refusal(cancelled=True, exempt_0_4_cancelled=True) == FINE
    assert refusal(cancelled=True, exempt_0_4_cancelled=True, refused=True) == NOT_RATED


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("by", BODIES)
def test_article_0_4_who_may_refuse_a_tournament(edition, by):
    """Reading `who_decides`: the world body by the commission or the council, nobody else."""
    refused = competence.is_void(BOOK.edition(edition), [Decided("refused", "", by)], "refused")
    assert refused == (by in ("fide-qc", "fide-council", "fide"))


@pytest.mark.parametrize(
    ("online", "hybrid", "kind"),
    [(True, False, NOT_RATED), (True, True, FINE), (False, False, FINE)],
)
def test_article_2_1_online_chess_is_not_rated(online, hybrid, kind):
    assert found("2024-03-01", "online_play", online=online, hybrid=hybrid) == kind


MARCH_2026 = 2026 * 12 + 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("received", "kind"), [(MARCH_2026 + 2, FINE), (MARCH_2026 + 3, NOT_RATED), (0, FINE)]
)
def test_article_9_1_received_by_the_day_before_the_third_list(edition, received, kind):
    """Reading `third_list`: by the day before the third list. Reading `late_report_2017`: in every
    edition: ended in March, in May a report is in time, on 1 June too late.

    By `official_events` one of the world body is not lost by it: a decision is asked for.
    """
    told = {"received_month": received, "ended_month": MARCH_2026, "exempt_9_1": False}
    assert found(edition, "late_report", official=False, **told) == kind
    official = TO_DECIDE if kind == NOT_RATED else FINE
    assert found(edition, "late_report", official=True, **told) == official
    told |= {"exempt_9_1": True}
    excepted = [found(edition, "late_report", official=each, **told) for each in (True, False)]
    assert excepted == [FINE, FINE]


@pytest.mark.parametrize(
    ("announced", "official", "kind"),
    [(True, False, FINE), (False, False, WARNING), (False, True, FINE)],
)
def test_article_9_2_announced_as_rated(announced, official, kind):
    told = {"announced_as_rated": announced, "official": official}
    assert found("2024-03-01", "announced", **told) == kind
