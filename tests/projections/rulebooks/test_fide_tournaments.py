"""What keeps whole tournaments out, article by article: below, on, above; in every edition."""

import pytest

from projections.rulebooks.counting import FINE, NOT_RATED, TO_DECIDE, WARNING
from tests.projections.rulebooks.fide_standard.test_counting import EDITIONS, found


def test_article_0_4_refused_or_cancelled():
    assert found("2024-03-01", "refusal", refused=True, cancelled=False) == NOT_RATED
    assert found("2024-03-01", "refusal", refused=False, cancelled=True) == NOT_RATED
    assert found("2024-03-01", "refusal", refused=False, cancelled=False) == FINE


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
    """Reading `late_report_2017`: ended in March, in May it is in time, on 1 June too late.

    By `official_events` one of the world body is not lost by it: a decision is asked for.
    """
    told = {"received_month": received, "ended_month": MARCH_2026, "exempt_9_1": False}
    assert found(edition, "late_report", official=False, **told) == kind
    official = TO_DECIDE if kind == NOT_RATED else FINE
    assert found(edition, "late_report", official=True, **told) == official


@pytest.mark.parametrize(
    ("announced", "official", "kind"),
    [(True, False, FINE), (False, False, WARNING), (False, True, FINE)],
)
def test_article_9_2_announced_as_rated(announced, official, kind):
    told = {"announced_as_rated": announced, "official": official}
    assert found("2024-03-01", "announced", **told) == kind
