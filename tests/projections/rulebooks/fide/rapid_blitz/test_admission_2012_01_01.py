"""Admission in rapid and blitz to the end of 2021: times, registration, round robins."""

from typing import Any

import numpy as np
import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, WARNING
from projections.rulebooks.engine.columns import TOURNAMENT
from projections.rulebooks.engine.edition import Edition
from tests.support.edition_columns import ask, sheet

RAPID, BLITZ = (
    {edition.name: edition for edition in rulebook(name).editions}
    for name in ("fide-rapid", "fide-blitz")
)
OLDER = ("2012-01-01", "2013-07-01", "2014-07-01")
EDITION = RAPID["2014-07-01"]


def of_tournament(edition: Edition, name: str, **facts: Any) -> int:
    """Ask for a column about a tournament."""
    given = {each: np.array([value]) for each, value in facts.items()}
    return int(edition.evaluate([TOURNAMENT], given, [name])[name].tolist()[0])


def time(edition: Edition, seconds: int, other: int | None = None) -> int:
    """Return the finding on a time on 60 moves; of two times, where the sides differ."""
    least, most = sorted((seconds, other or seconds))
    facts = {"thinking_seconds": least, "game_seconds": least + most}
    return of_tournament(edition, "thinking_time", **facts)


@pytest.mark.parametrize(
    ("name", "rapid", "blitz"),
    [
        ("2012-01-01", (900, 3599), (300, 899)),
        ("2013-07-01", (600, 3599), (300, 599)),
        ("2014-07-01", (601, 3599), (300, 600)),
    ],
)
def test_article_1_1_the_times_of_each_edition(name, rapid, blitz):
    """Reading of `other_class` (`blitz_of_five_minutes`): below, on and above every bound."""
    for edition, (least, most) in ((RAPID[name], rapid), (BLITZ[name], blitz)):
        found = [time(edition, at) for at in (0, least - 1, least, most, most + 1)]
        assert found == [WARNING, NOT_RATED, FINE, FINE, NOT_RATED]
        assert time(edition, least, least + 1) == NOT_RATED


@pytest.mark.parametrize("name", OLDER)
def test_article_0_2_registered_two_days_before(name):
    facts = {"official": [False], "exempt_0_2": [False], "registered": [True]}
    found = [ask(RAPID[name], "registration", lead_days=[days], **facts)[0] for days in (1, 2, 3)]
    assert found == [TO_DECIDE, FINE, FINE]


@pytest.mark.parametrize("name", OLDER)
def test_article_0_2_hybrid_events_are_not_rated(name):
    assert of_tournament(RAPID[name], "hybrid_play", hybrid=True) == NOT_RATED
    assert of_tournament(RAPID[name], "hybrid_play", hybrid=False) == FINE


@pytest.mark.parametrize(
    ("meetings", "told", "lifted", "kind"),
    [
        (1, "", False, TO_DECIDE),
        (1, "Round robin", False, TO_DECIDE),
        (1, "", True, FINE),
        (1, "Swiss", False, FINE),
        (0, "Round robin", False, FINE),
    ],
)
def test_article_5_1_newcomers_in_a_round_robin_are_to_be_decided(meetings, told, lifted, kind):
    """Reading of `newcomers_in_round_robin` (`round_robins_not_told`)."""
    facts = {
        "pairing_system_text": np.array([told], dtype=object),
        "meetings": np.array([meetings]),
        "exempt_6_1_newcomers": np.array([lifted]),
        "entrants": np.array([6]),
        "rated_entrants": np.array([5]),
    }
    names = ["newcomers_in_round_robin", "newcomers_undecided"]
    found = EDITION.evaluate([TOURNAMENT], facts, names)
    assert found["newcomers_in_round_robin"].tolist() == [kind]
    all_rated = {**facts, "rated_entrants": np.array([6])}
    assert EDITION.evaluate([TOURNAMENT], all_rated, names)[names[0]].tolist() == [FINE]
    waits = sheet(
        EDITION,
        ["waits"],
        {
            "counted_games": [5, 5],
            "as_rated": [False, True],
            "newcomers_undecided": [bool(found["newcomers_undecided"][0])],
            "tournament": [0, 0],
        },
    )
    assert waits["waits"].tolist() == [kind == FINE, False]
