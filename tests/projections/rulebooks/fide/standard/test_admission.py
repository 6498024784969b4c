"""Findings about tournaments, article by article: below, on, above; before, on, after."""

import re
from pathlib import Path

import pytest

from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, WARNING
from projections.state import competence
from projections.state.reports import Decided
from tests.support.edition_columns import exceptions
from tests.support.fide_admission import BODIES, BOOK, EDITIONS, found, registered

OLD = ("2014-07-01", "2017-07-01", "2021-02-01")


# ------------------------------------------------------------------------------- 0.2 registration


@pytest.mark.parametrize(("lead", "kind"), [(6, TO_DECIDE), (7, FINE), (8, FINE)])
@pytest.mark.parametrize("edition", OLD)
def test_article_0_2_a_week_before_the_start_to_2021(edition, lead, kind):
    """The day after, on and before the seventh day before."""
    assert registered(edition, lead) == kind


@pytest.mark.parametrize(("lead", "kind"), [(2, TO_DECIDE), (3, FINE), (4, FINE)])
@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition not in OLD])
def test_article_0_2_2_three_days_before_the_start_from_2022(edition, lead, kind):
    """Reading `late_registration`: the games count until a body refuses the tournament."""
    assert registered(edition, lead) == kind


@pytest.mark.parametrize(("lead", "kind"), [(29, TO_DECIDE), (30, FINE), (31, FINE)])
@pytest.mark.parametrize("edition", [*OLD, "2022-01-01"])
def test_article_0_2_thirty_days_where_norms_are_possible(edition, lead, kind):
    """To December 2023."""
    assert registered(edition, lead, norms_possible=True) == kind


@pytest.mark.parametrize(("lead", "kind"), [(29, TO_DECIDE), (30, FINE), (31, FINE)])
@pytest.mark.parametrize("who", [{"highest_rating": 2701}, {"highest_woman": 2501}])
@pytest.mark.parametrize("edition", ["2023-12-25", "2024-03-01", "2025-10-01"])
def test_article_0_2_1_thirty_days_for_the_highest_rated(edition, who, lead, kind):
    """Above 2700, a woman above 2500; norms ask for nothing any more."""
    assert registered(edition, lead, **who) == kind
    assert registered(edition, lead, norms_possible=True) == FINE


def test_article_0_2_3_the_president_approves_for_the_highest_rated():
    """And for nobody else."""
    assert registered("2024-03-01", 2, highest_rating=2701, exempt_0_2_1=True) == FINE
    assert registered("2024-03-01", 2, exempt_0_2_1=True) == TO_DECIDE


def test_article_0_2_4_the_commission_approves_for_the_others():
    """And not for the highest rated."""
    assert registered("2024-03-01", 2, exempt_0_2_2=True) == FINE
    assert registered("2024-03-01", 2, highest_rating=2701, exempt_0_2_2=True) == TO_DECIDE


@pytest.mark.parametrize("edition", EDITIONS)
def test_article_0_2_no_day_told_is_a_warning(edition):
    """Reading `not_told`: no player is held to a day."""
    assert registered(edition, 0, registered=False) == WARNING


@pytest.mark.parametrize("edition", EDITIONS)
def test_article_0_3_official_events_are_rated_however_late(edition):
    """Reading `official_events`."""
    assert registered(edition, 0, official=True) == FINE


def test_article_0_2_before_play_the_longer_lead_is_a_warning():
    """The players to come are not known yet."""
    before = {"entrants": 0, "highest_rating": 0, "highest_woman": 0}
    assert registered("2024-03-01", 29, **before) == WARNING
    assert registered("2024-03-01", 30, **before) == FINE


@pytest.mark.parametrize(
    ("edition", "kind"), [("2017-07-01", NOT_RATED), ("2021-02-01", TO_DECIDE)]
)
def test_article_0_2_hybrid_events_from_february_2021_by_approval(edition, kind):
    """Reading `hybrid_approval`: before, none was rated."""
    assert found(edition, "hybrid_play", hybrid=True, exempt_0_2_hybrid=False) == kind
    assert found(edition, "hybrid_play", hybrid=False, exempt_0_2_hybrid=False) == FINE


def test_article_0_2_an_approved_hybrid_event_is_fine():
    assert found("2024-03-01", "hybrid_play", hybrid=True, exempt_0_2_hybrid=True) == FINE


# ------------------------------------------------------------------------------- who decides

MAY_LIFT = [
    ("2017-07-01", "0.2", "fide-qc fide-council fide-president"),
    ("2021-02-01", "0.2 hybrid", "fide-qc"),
    ("2017-07-01", "6 composition", "fide-qc fide-council"),
    ("2022-01-01", "0.2", "fide-qc fide-council fide-president"),
    ("2024-03-01", "0.2.1", "fide-president"),
    ("2024-03-01", "0.2.3", "fide-president"),
    ("2024-03-01", "0.2.2", "fide-qc"),
    ("2024-03-01", "0.2.4", "fide-qc"),
    ("2024-03-01", "0.2 hybrid", "fide-qc"),
    ("2024-03-01", "0.4 refusal", "fide-council"),
    ("2024-03-01", "1.2", "fide-qc fide-council"),
    ("2024-03-01", "9.1", "fide-council fide-president"),
    ("2024-03-01", "9.4", "fide-qc"),
    ("2024-03-01", "0.2", ""),
    ("2024-03-01", "6.1", ""),
]


def lifting(edition, article, by):
    """Return the reach of an exception, by the suffixes of the numbers that name bodies."""
    law, said = BOOK.edition(edition), Decided("exempted", article, by)
    return [exception for exception in exceptions(law) if competence.lifts(law, said, exception)]


@pytest.mark.parametrize(("edition", "article", "bodies"), MAY_LIFT)
def test_article_0_2_an_exception_lifts_one_thing_by_the_bodies_named(edition, article, bodies):
    """Reading `who_decides`: hybrid, late registration, refusals and reports are things apart."""
    for by in BODIES:
        assert len(lifting(edition, article, by)) == (by in bodies.split()), by


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("by", BODIES)
def test_article_5_1_who_may_exclude_a_game_and_admit_it_again(edition, by):
    """Reading `who_excludes`: not a federation, for the text gives a federation no reason."""
    law = BOOK.edition(edition)
    article = competence.named(law.numbers["stated"]["excluded_by_5_1"])[0]
    may = by in ("fide-qc", "fide-council", "fide-fpl")
    said = [Decided(kind, article, by, game=0) for kind in ("excluded", "admitted", "exempted")]
    expected = [True, False, False] if may else [None] * 3
    assert [competence.excludes(law, kind) for kind in said] == expected
    assert competence.excludes(law, Decided("admitted", "", by, game=0)) is None


@pytest.mark.parametrize(
    ("rounds", "entrants", "official", "kind"),
    [(0, 0, False, WARNING), (1, 0, False, FINE), (0, 2, False, FINE), (0, 0, True, FINE)],
)
def test_article_0_2_the_schedule_is_asked_for_before_play(rounds, entrants, official, kind):
    """Reading `schedule_not_told`."""
    facts = {"scheduled_rounds": rounds, "entrants": entrants, "official": official}
    assert found("2024-03-01", "schedule", **facts) == kind


@pytest.mark.parametrize(
    ("moved", "outside", "kind"), [(0, 0, FINE), (1, 0, WARNING), (0, 1, WARNING)]
)
def test_article_0_2_rounds_are_played_on_the_days_registered(moved, outside, kind):
    facts = {"rounds_moved": moved, "rounds_outside": outside}
    assert found("2024-03-01", "schedule_kept", **facts) == kind


# ----------------------------------------------------------------------------- 1 thinking time


@pytest.mark.parametrize(
    ("minutes", "kind"),
    [(0, WARNING), (59, NOT_RATED), (60, WARNING), (90, WARNING), (119, WARNING), (120, FINE)],
)
def test_article_1_1_before_play(minutes, kind):
    """The finding names the players with games to be kept out."""
    told = {"thinking_seconds": minutes * 60, "exempt_1_1": False}
    assert found("2024-03-01", "thinking_time", entrants=0, **told) == kind


@pytest.mark.parametrize(("exempt", "kind"), [(False, WARNING), (True, FINE)])
def test_article_1_1_reading_approved_times_45_and_30_is_an_exception_for_its_event(exempt, kind):
    """Reading `approved_times`: as for any other time; 75 minutes are too few from 1800 on."""
    told = {"thinking_seconds": 75 * 60, "exempt_1_1": exempt, "entrants": 0}
    assert found("2025-10-01", "thinking_time", **told) == kind


@pytest.mark.parametrize(
    ("edition", "moves", "kind"),
    [
        ("2017-07-01", 39, TO_DECIDE),
        ("2017-07-01", 40, FINE),
        ("2017-07-01", 41, TO_DECIDE),
        ("2022-01-01", 29, TO_DECIDE),
        ("2022-01-01", 30, FINE),
        ("2024-03-01", 31, FINE),
        ("2024-03-01", 0, FINE),
    ],
)
def test_article_1_2_the_first_control(edition, moves, kind):
    """Reading `first_control`: at move 40 to 2021, then at move 30 or later; none is fine."""
    assert found(edition, "first_control", control_moves=moves, exempt_1_2=False) == kind
    assert found(edition, "first_control", control_moves=moves, exempt_1_2=True) == FINE


# ------------------------------------------------------------------------ 3 hours, 4 long events


@pytest.mark.parametrize(
    ("rounds", "seconds", "kind"),
    [(3, 4 * 3600 - 1, FINE), (3, 4 * 3600, FINE), (3, 4 * 3600 + 1, TO_DECIDE), (4, 10_000, FINE)],
)
def test_article_3_twelve_hours_of_play_a_day(rounds, seconds, kind):
    """Reading `hours_of_play`: a number of rounds is no rule, four short rounds are allowed."""
    told = {"busiest_day_rounds": rounds, "game_seconds": seconds, "exempt_3": False}
    assert found("2024-03-01", "hours_of_play", **told) == kind


@pytest.mark.parametrize(("days", "kind"), [(30, FINE), (31, WARNING), (32, WARNING)])
def test_article_4_before_play_a_long_event_is_only_told_how_to_report(days, kind):
    """Nothing can be decided yet: the parts come later."""
    told = {"duration_days": days, "exempt_4": False, "entrants": 0}
    assert found("2022-01-01", "long_event", in_parts=False, **told) == kind


@pytest.mark.parametrize(("days", "kind"), [(30, FINE), (31, TO_DECIDE), (32, TO_DECIDE)])
def test_article_4_long_events_come_in_parts_from_2022(days, kind):
    """Reading `long_event_in_one`."""
    told = {"duration_days": days, "exempt_4": False, "entrants": 10}
    assert found("2022-01-01", "long_event", in_parts=False, **told) == kind
    assert found("2022-01-01", "long_event", in_parts=True, **told) == FINE


@pytest.mark.parametrize(("days", "kind"), [(89, FINE), (90, FINE), (91, TO_DECIDE)])
def test_article_4_more_than_ninety_days_need_an_approval_to_2021(days, kind):
    assert found("2017-07-01", "long_event", duration_days=days, exempt_4=False) == kind
    assert found("2017-07-01", "long_event", duration_days=days, exempt_4=True) == FINE


# ---------------------------------------------------------------------------- 9 reports, 10 players


def test_article_9_4_the_games_of_a_hybrid_event():
    told = {"hybrid": True, "exempt_9_4": False}
    assert found("2024-03-01", "games_of_hybrid", **told, entrants=9) == WARNING
    assert found("2024-03-01", "games_of_hybrid", **told, entrants=0) == FINE
    came = told | {"exempt_9_4": True}
    assert found("2024-03-01", "games_of_hybrid", **came, entrants=9) == FINE


@pytest.mark.parametrize(("without", "kind"), [(0, FINE), (1, WARNING)])
def test_article_10_1_players_without_a_federation(without, kind):
    assert found("2024-03-01", "federations", without_federation_unless_10_1=without) == kind


# ---------------------------------------------------------------------------------- the files


def test_numbers_digests_do_not_hold_what_counts():
    """Lists were sealed with the digests before these articles were computed."""
    for edition in BOOK.editions:
        assert edition.without_admission is not None
        assert edition.digest == edition.without_admission.digest


def test_a_number_that_an_edition_states_too_stands_in_one_file():
    """The editions state the leads of registration, for their digests: as the files here do."""
    stated = set()
    for edition in BOOK.editions:
        assert edition.without_admission is not None
        here, there = edition.numbers["stated"], edition.without_admission.numbers["stated"]
        for name in [text for text in there if "registration" in text]:
            assert "admission" in there[name].file, (edition.name, name)
            assert here[name].stated == there[name].stated
            stated.add(name)
    assert stated == {
        "registration_days",
        "registration_days_norms",
        "registration_days_high",
        "registration_rating",
        "registration_rating_women",
    }


def readings(*files):
    """Return the readings named by some files."""
    texts = (" ".join(path.read_text(encoding="utf-8").split()) for path in files)
    return {name for text in texts for name in re.findall(r"Reading `(\w+)`", text)}


def test_each_reading_about_what_counts_has_a_test_that_names_it():
    law = Path(BOOK.editions[0].module.__file__).parent
    shared = [*law.parent.glob("*.py"), law.parents[1] / "engine" / "admission.py"]
    stated = [*law.glob("admission_*.py"), *shared]
    here = Path(__file__)
    tests = [here, *here.parents[1].glob("test_*.py")]
    beside = here.with_name("test_round_robins.py")
    assert readings(*tests) <= readings(*stated) <= readings(*tests, beside)
