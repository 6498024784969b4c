"""Registered late, or hybrid without an approval: article 0.2, in every edition."""

import pytest

from projections.rulebooks.engine.admission import NOT_RATED, TO_DECIDE
from tests.support.fide_admission import EDITIONS, found, registered


@pytest.mark.parametrize(("lead", "late"), [(2, True), (3, False), (29, False)])
def test_article_0_2_2_what_the_highest_rated_need_besides_bars_nothing(lead, late):
    """Reading of `registered_late`: three days for everybody; thirty are a finding only."""
    told = {"registered": True, "official": False, "exempt_0_2_1": False, "exempt_0_2_2": False}
    assert found("2024-03-01", "registered_late", lead_days=lead, **told) == late
    assert registered("2024-03-01", lead, highest_rating=2701) == TO_DECIDE


@pytest.mark.parametrize(("setting", "kind"), [("counted", TO_DECIDE), ("not-counted", NOT_RATED)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_article_0_2_reading_late_registration_a_body_has_late_events_not_count(
    edition, setting, kind
):
    """Reading of `registration` and `registered_late`, `late_registration`: whether the games count
    before an approval is the body's to say.

    An approved event counts, and one whose day nobody told, and an official one.
    """
    late = {"lead_days": 2, "registered": True, "official": False, "norms_possible": False}
    late |= {"exempt_0_2": False, "exempt_0_2_1": False, "exempt_0_2_2": False}
    late |= {"late_registration": setting}
    assert registered(edition, 2, late_registration=setting) == kind
    assert found(edition, "late_barred", **late) == (kind == NOT_RATED)
    assert found(edition, "late_barred", **late | {"lead_days": 30}) == 0
    approval = "exempt_0_2" if edition < "2023" else "exempt_0_2_2"
    for excused in ({"official": True}, {approval: True}, {"registered": False}):
        assert found(edition, "late_barred", **late | excused) == 0


@pytest.mark.parametrize(("setting", "kind"), [("counted", TO_DECIDE), ("not-counted", NOT_RATED)])
def test_article_0_2_reading_hybrid_approval_a_body_has_hybrid_events_not_count(setting, kind):
    """Reading `hybrid_approval`."""
    play = {"hybrid": True, "exempt_0_2_hybrid": False, "hybrid_approval": setting}
    assert found("2024-03-01", "hybrid_play", **play) == kind
    assert found("2024-03-01", "hybrid_barred", **play) == (kind == NOT_RATED)
    assert found("2024-03-01", "hybrid_barred", **play | {"exempt_0_2_hybrid": True}) == 0
