"""Elo UISP, article by article, with every vector worked out by hand."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.calendars import Announced
from projections.rulebooks.fide_time import time_control
from projections.rulebooks.numbers import OffTheTable
from projections.rulebooks.uisp import RULEBOOK
from tests.projections.rulebooks.asking import OTHER_SIDE, ask, sheet, why

EDITION = RULEBOOK.edition("2017-09-01")
EXACT = rulebook("uisp-exact").edition("2017-09-01")
LAW = EDITION.module
VECTORS = json.loads(
    (Path(__file__).parents[3] / "vectors" / "uisp_elo_rubele.json").read_text(encoding="utf-8")
)["elo_uisp"]
TIMES = {10: "3+2", 20: "10+5", 30: "90+30"}
"""A time control for each K."""
RESULTS = {"1": "1", "1/2": "=", "0": "0", None: "-"}


def times(*texts: str) -> dict[str, list[int]]:
    """What is told of tournaments with these time controls; "" tells nothing."""
    read = [time_control(each) for each in texts]
    return {
        "thinking_seconds": [each.seconds_on_60 if each else 0 for each in read],
        "game_seconds": [each.game_seconds if each else 0 for each in read],
        "base_seconds": [each.base_seconds if each else 0 for each in read],
        "increment_seconds": [each.increment_seconds if each else 0 for each in read],
    }


def rate(own: int, *tournaments: tuple[str, str], edition=EDITION, **more: Any) -> Any:
    """Rate one listed player. A tournament is ("90+30", "1497 1 1503 ="): opponents, results."""
    opponents, results, entry = [], "", []
    for at, (_, text) in enumerate(tournaments):
        words = text.split()
        opponents += [int(word) for word in words[::2]]
        results += "".join(words[1::2])
        entry += [at] * (len(words) // 2)
    count = len(tournaments)
    facts = {
        "own_rating": [own] * len(opponents),
        "opponent_rating": opponents,
        "result": results,
        "opponent_result": results.translate(OTHER_SIDE),
        "entry": entry,
        "entries": count,
        "tournament": list(range(count)),
        **times(*(text for text, _ in tournaments)),
        **dict.fromkeys(("online", "refused", "cancelled"), [False] * count),
        "game_excluded": [False],
        "unit": [0] * count,
        "units": 1,
        **NOTHING_BEFORE,
        "listed_rating": [own],
        **more,
    }
    return sheet(edition, ["rating", "rounding_line_tenths", *SEEN], facts)


SEEN = ("entry_difference_hundredths", "entry_rating_kept")
NOTHING_BEFORE: dict[str, Any] = {
    "listed_games": [0],
    "listed_tournaments_played": [0],
    "listed_rounding_tenths": [0],
    "listed_entry_rating": [0],
    "listed_entry_step": [0],
    "listed_entry_day": [0],
    "decided_rating": [0],
    "adjusted": [False],
    "adjusted_from": [0],
    "adjusted_to": [0],
    "corrected_points": [0],
    "corrected_games": [0],
    "corrected_tournaments": [0],
    "entry_rating": [0],
    "entry_step": [0],
    "entry_day": [0],
}
"""A player who was listed from the beginning, and never corrected."""


def tenths(value: Any) -> Fraction:
    """Give a column of tenths in points."""
    return Fraction(int(value[0]), 10)


# ------------------------------------------------------------------------ vectors, by their numbers


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_article_ii_1_and_ii_3_as_worked_out_by_hand(case):
    """U01 to U13: points, expected points, variation, index, published rating."""
    text = " ".join(f"{opponent} {RESULTS[result]}" for opponent, result in case["games"])
    found = rate(case["own"], (TIMES[case["k"]], text), online=[case["online"]])
    assert Fraction(int(found["points_hundredths"][0]), 100) == Fraction(case["p"])
    assert Fraction(int(found["expected_points_hundredths"][0]), 100) == Fraction(case["pa_raw"])
    assert tenths(found["expected_points_rounded_tenths"]) == Fraction(case["pa"])
    assert tenths(found["variation_tenths"]) == Fraction(case["v"])
    assert tenths(found["index_tenths"]) == Fraction(case["exact"])
    assert found["rating"].tolist() == [case["published"]]


def test_the_vectors_are_u01_to_u13():
    assert sorted({case["id"][:3] for case in VECTORS}) == [f"U{n:02}" for n in range(1, 14)]


def test_article_i_3_a_quarter_of_four_tournaments():
    """U14: +6, +12, +2.5 and +5 from 1500: 1525.5, published 1526."""
    found = rate(
        1500,
        ("90+30", "1540 1 1470 = 1600 0"),
        ("15+10", "1460 1 1530 1 1620 = 1490 0"),
        ("3+2", "1500 1"),
        ("3+2", "1500 1 1500 1"),
        online=[False, False, True, True],
    )
    assert found["expected_points_rounded_tenths"].tolist() == [13, 19, 5, 10]
    assert found["entry_variation_tenths"].tolist() == [60, 120, 25, 50]
    assert tenths(found["index_tenths"]) == Fraction("1525.5")
    assert found["rating"].tolist() == [1526]


# ---------------------------------------------------------------------------------- I.1 The ranking


def test_article_i_1_counters():
    """What was corrected on closed lists is in the counters, and on no list."""
    games = {"listed_games": [12], "period_games": [9], "corrected_games": [-2]}
    assert ask(EDITION, "games", **games) == [19]
    facts = {"unit": [0, 0, 1], "units": 2, "counted_games": [5, 0, 1]}
    assert ask(EDITION, "period_tournaments", **facts) == [1, 1]
    before = {"listed_tournaments_played": [3, 0], "corrected_tournaments": [0, 1]}
    assert ask(EDITION, "tournaments_played", **facts, **before) == [4, 2]


def test_article_i_1_who_only_stands_in_a_report_does_not_take_part():
    """Reading of `takes_part`: from one counted game on."""
    assert ask(EDITION, "takes_part", counted_games=[0, 1, 7]) == [0, 1, 1]


def test_article_i_1_without_a_counted_game_nobody_enters_and_nobody_leaves():
    """One of a closed list, as corrected, is one too."""
    base = {"entry_rating_kept": [1440, 1440, 0, 1440], "listed_rating": [0, 0, 1500, 0]}
    games = {"period_games": [0, 1, 0, 0], "corrected_games": [0, 0, -1, 1]}
    assert ask(EDITION, "base_rating", **games, **base) == [0, 1440, 1500, 1440]


# ---------------------------------------------------------------------------- I.2 What a list takes


@pytest.mark.parametrize(("received", "quarter"), [("2025-03-26", 2), ("2025-03-27", 3)])
def test_article_i_2_a_list_takes_what_came_by_the_tenth_day_before_its_issue(received, quarter):
    """Reading `A6` (U17): issued on 5 April, received by 26 March inclusive."""
    due = RULEBOOK.calendar.due("2025-Q2", {"2025-Q2": Announced(date(2025, 4, 5), date.min)})
    assert (date.fromisoformat(received) <= due.cut_off) == (quarter == 2)


@pytest.mark.parametrize(("day", "issued"), [(1, True), (10, True), (11, False)])
def test_article_i_2_a_list_is_issued_in_the_first_ten_days_of_a_quarter(day, issued):
    if issued:
        cut_off = RULEBOOK.calendar.announce("2025-Q4", date(2025, 10, day), None).cut_off
        assert (date(2025, 10, day) - cut_off).days == 10
    else:
        with pytest.raises(ValueError, match="from 2025-10-01 to 2025-10-10"):
            RULEBOOK.calendar.announce("2025-Q4", date(2025, 10, day), None)


@pytest.mark.parametrize("what", ["refused", "cancelled"])
def test_article_i_2_what_was_not_duly_received_is_not_rated(what):
    found = rate(1500, ("90+30", "1500 1"), ("90+30", "1500 1"), **{what: [True, False]})
    assert found["counted_games"].tolist() == [0, 1]
    assert found.why("counts", 0) == "I.2: of a tournament not duly received"
    (clause, _) = why(
        EDITION,
        "receipt",
        **{"refused": [False] * 2, "cancelled": [False] * 2} | {what: [True, False]},
    )
    assert clause.startswith("I.2: ")


# ------------------------------------------------------------------------------ I.3 The rating used


def test_article_i_3_and_i_4_the_list_in_force_when_it_began_holds_whenever_it_came():
    """Reading `A4`, `A5`: 1500 then, though 1600 is listed by now."""
    facts = {"unit": [0, 0], "listed_rating": [1600], "entry_rating": [0, 0]}
    found = {"rating_at_start": [1500, 1600], **facts}
    assert ask(EDITION, "rating_used", **found) == [1500, 1600]
    assert why(EDITION, "rating_used", **found) == ["I.3, I.4: the list in force when it began"] * 2


def test_article_i_4_who_stands_on_a_list_not_in_force_keeps_his_entry_rating():
    """Reading of `rating_used`, `rated_since`: he was listed with 1600 since."""
    facts = {"unit": [0, 1], "rating_at_start": [0, 0], "entry_rating": [1440, 1440]}
    assert ask(EDITION, "rating_used", listed_rating=[1600, 0], **facts) == [1440, 1440]
    assert why(EDITION, "rating_used", listed_rating=[1600, 0], **facts) == [
        "I.4, I.5: his list was not in force: the entry rating",
        "I.5: no rating when it began: the entry rating",
    ]


def test_article_i_3_an_opponent_has_the_rating_he_has_himself():
    """Reading of `opponent_rating`, `A8`: who enters with 1560 is 1560 to his opponents too."""
    facts = {"rating_used": [1500, 1560], "entry": [0, 1], "opponent_entry": [1, 0]}
    assert ask(EDITION, "opponent_rating", **facts) == [1560, 1500]
    assert ask(EDITION, "own_rating", **facts) == [1500, 1560]


HALF_UP = ("3+2", "1500 1")
"""Online, +2.5 for who has 1500."""


def test_article_i_3_the_next_list_goes_on_from_the_rating_published():
    """Reading of `base_tenths`, `carry`: +2.5 twice is 1503 and 1506, or exactly 1503 and 1505."""
    again = ("3+2", "1503 1")
    for edition, second, given_back in ((EDITION, 1506, 5), (EXACT, 1505, -5)):
        first = rate(1500, HALF_UP, edition=edition, online=[True])
        assert first["rating"].tolist() == [1503]
        assert first["rounding_tenths"].tolist() == [5]
        then = rate(1503, again, edition=edition, online=[True], listed_rounding_tenths=[5])
        assert then["rating"].tolist() == [second]
        assert then["rounding_line_tenths"].tolist() == [given_back]


@pytest.mark.parametrize("edition", [EDITION, EXACT])
def test_article_i_3_a_correction_by_decision_moves_the_rating_and_ends_what_was_rounded(edition):
    """Reading of `adjustment_applies`: it starts from the rating listed last, of who has one."""
    decided = {"adjusted": [True], "adjusted_from": [1503], "adjusted_to": [1600]}
    found = rate(1503, ("3+2", "1503 1"), edition=edition, online=[True], **decided)
    assert found["rating"].tolist() == [1603]
    lapsed = rate(1502, ("3+2", "1502 1"), edition=edition, online=[True], **decided)
    assert lapsed["rating"].tolist() == [1505]
    entering = {"adjusted_from": [0], "adjusted_to": [1600], "listed_rating": [0]}
    assert ask(EDITION, "adjustment_applies", adjusted=[True], **entering) == [False]
    unlisting = rate(1503, ("3+2", "1503 1"), **{**decided, "adjusted_to": [0]})
    assert unlisting["rating"].tolist() == [0]
    assert unlisting.why("rating", 0) == "I.3: unlisted by decision"


def test_article_i_3_what_closed_lists_would_have_given_comes_beside_the_sum():
    """Reading of `change_tenths`, `next_list`: a line of its own, gone with who is unlisted."""
    corrected = {"corrected_points": [-40]}
    found = rate(1500, ("90+30", "1500 1"), **corrected)
    assert found["variation_tenths"].tolist() == [150]
    assert found["correction_tenths"].tolist() == [-40]
    assert found["rating"].tolist() == [1511]
    unlisting = {"adjusted": [True], "adjusted_from": [1500], "adjusted_to": [0]}
    assert rate(1500, ("90+30", "1500 1"), **corrected, **unlisting)["rating"].tolist() == [0]


@pytest.mark.parametrize("variation", [-26, -25, -24, 24, 25, 26])
def test_article_i_3_what_a_correction_compares(variation):
    """Reading of `change_tenths`, `corrected_exactly`: as published, or the variation itself."""
    whole = {-26: -30, -25: -20, -24: -20, 24: 20, 25: 30, 26: 30}[variation]
    for edition, change in ((EDITION, whole), (EXACT, variation)):
        assert ask(edition, "change_tenths", variation_tenths=[variation]) == [change]


# ----------------------------------------------------------------------------- I.5 The entry rating

LISTS = ("fide", "italia", "fide_rapid", "rapid_italia", "fide_blitz")
STEPS = (LAW.FIDE, LAW.ITALIA, LAW.FIDE_RAPID, LAW.RAPID_ITALIA, LAW.FIDE_BLITZ)


def entering(known: bool = True, day: str = "2025-10-05", **ratings: int) -> dict[str, Any]:
    """A player without a rating; on lists that are not named he does not stand."""
    facts: dict[str, Any] = {
        "unit": [0],
        "rating_at_start": [0],
        "disputed": [True],
        "entered": [date.fromisoformat(day).toordinal()],
        "listed_entry_rating": [0],
        "decided_rating": [0],
    }
    for name in LISTS:
        facts[f"{name}_rating_at_start"] = [ratings.get(name, 0)]
        facts[f"{name}_known_at_start"] = [known]
    return facts


@pytest.mark.parametrize(
    ("ratings", "rating"),
    [
        ({"fide": 1620, "italia": 1700}, 1620),
        ({"italia": 1560, "fide_rapid": 1800}, 1560),
        ({"fide_rapid": 1410, "rapid_italia": 1500}, 1410),
        ({"rapid_italia": 1395, "fide_blitz": 1500}, 1395),
        ({"fide_blitz": 1288}, 1288),
        ({}, 1440),
    ],
)
def test_article_i_5_the_first_list_on_which_he_stands(ratings, rating):
    """U15; there is no step for an Italian blitz list."""
    assert ask(EDITION, "entry_rating", **entering(**ratings)) == [rating]
    (step,) = ask(EDITION, "entry_step", **entering(**ratings))
    assert step == (STEPS[LISTS.index(next(iter(ratings)))] if ratings else LAW.FIXED)


@pytest.mark.parametrize(
    ("day", "points"), [("2018-08-31", 1250), ("2018-09-01", 1440), ("2017-09-01", 1250)]
)
def test_article_i_5_the_fixed_points_are_those_of_the_season(day, points):
    """Reading `undated_text`: 1250 in 2017/18, the first season covered; 1440 since."""
    assert ask(EDITION, "entry_rating", **entering(day=day)) == [points]
    assert EDITION.name == "2017-09-01"


@pytest.mark.parametrize("first_unknown", range(5))
def test_article_i_5_a_list_that_is_not_recorded_needs_a_decision(first_unknown):
    """Reading of `entry_step`, `list_not_at_hand`: unless a list before it has his rating."""
    facts = entering(fide_blitz=1300)
    facts[f"{LISTS[first_unknown]}_known_at_start"] = [False]
    facts["fide_blitz_rating_at_start"] = [0 if first_unknown == 4 else 1300]
    assert ask(EDITION, "entry_rating", **facts) == [0]
    (clause,) = why(EDITION, "entry_step", **facts)
    assert clause.partition("\n")[0].endswith("rated or not, is not known: needs a decision")
    if first_unknown:
        before = {**facts, f"{LISTS[first_unknown - 1]}_rating_at_start": [1500]}
        assert ask(EDITION, "entry_rating", **before) == [1500]
    assert ask(EDITION, "entry_rating", **facts | {"decided_rating": [1480]}) == [1480]


def test_article_i_5_which_lists_are_in_force():
    """Reading `lists_in_force`: FIDE's for a month; of the Italian ones nobody knows how long."""
    assert [(each.body, each.column, each.months) for each in RULEBOOK.consults] == [
        ("fide", "standard", 1),
        ("fsi", "standard", 0),
        ("fide", "rapid", 1),
        ("fsi", "rapid", 0),
        ("fide", "blitz", 1),
    ]
    assert tuple(each.word for each in RULEBOOK.consults) == LISTS


def test_article_i_5_a_list_with_no_rating_of_his_is_passed_over():
    """Reading `A9`: 0 on FIDE's list, so the Italian one."""
    assert ask(EDITION, "entry_rating", **entering(fide=0, italia=999)) == [999]


def test_article_i_5_given_once_and_kept():
    """Reading `A7`: 1560 was given; by now FIDE lists him with 1700, and somebody decided 1480."""
    facts = entering(fide=1700) | {"listed_entry_rating": [1560], "decided_rating": [1480]}
    assert ask(EDITION, "entry_rating", **facts) == [1560]
    assert why(EDITION, "entry_step", **facts) == ["I.5: given with his first tournament, and kept"]


@pytest.mark.parametrize(
    ("results", "excluded", "refused", "counts"),
    [
        ("1", False, False, True),
        ("=", False, False, True),
        ("+", False, False, False),
        ("1", True, False, False),
        ("1", False, True, False),
    ],
)
def test_article_i_5_reading_disputed_a_game_of_his_was_played(results, excluded, refused, counts):
    """Reading `disputed`: no forfeit, no game excluded, nothing of what was not received."""
    code = [ord(results)]
    facts = {
        "result": code,
        "opponent_result": code,
        "game_excluded": [excluded],
        "refused": [refused],
        "cancelled": [False],
        "tournament": [0],
        "entry": [0],
        "entries": 1,
    }
    assert ask(EDITION, "disputed", **facts) == [counts]


def test_article_i_5_reading_disputed_of_a_tournament_that_is_none_of_his_nothing_is_asked():
    """Reading `disputed`: also where somebody decided; that holds for the next one."""
    facts = entering(fide=1700) | {"disputed": [False], "entered": [0], "decided_rating": [1480]}
    assert ask(EDITION, "entry_rating", **facts) == [0]
    assert ask(EDITION, "entry_step", **facts) == [LAW.NOT_DISPUTED]


def test_article_i_5_reading_asked_later_the_day_stays_until_somebody_tells():
    """Reading `asked_later`: that of his first tournament; once told it is kept."""
    facts = {"unit": [0], "units": 1, "leaves": [False]}
    for had, kept, entered, day in ((0, 0, 0, 0), (0, 0, 700, 700), (0, 700, 0, 700)):
        said = {"listed_entry_rating": [had], "listed_entry_day": [kept], "entry_day": [entered]}
        assert ask(EDITION, "entry_day_kept", **facts, **said) == [day]
    told = {"listed_entry_rating": [1500], "listed_entry_day": [700], "entry_day": [800]}
    assert ask(EDITION, "entry_day_kept", **facts, **told) == [700]
    left = facts | {"leaves": [True]}
    assert ask(EDITION, "entry_day_kept", **left, **told) == [0]


@pytest.mark.parametrize(
    ("had", "entries", "left", "kept"),
    [
        (0, [0, 1560, 1560], False, 1560),
        (1500, [1500], False, 1500),
        (1500, [1500], True, 0),
        (0, [0], False, 0),
    ],
)
def test_article_i_5_what_is_kept_with_the_player(had, entries, left, kept):
    facts = {"unit": [0] * len(entries), "units": 1, "listed_entry_rating": [had]}
    decided = {"adjusted_to": [0], "adjustment_applies": [left]}
    assert ask(EDITION, "entry_rating_kept", entry_rating=entries, **facts, **decided) == [kept]


def test_article_i_5_the_step_and_the_day_are_kept_with_it():
    facts = {"unit": [0, 0], "units": 1, "leaves": [False], "entry_rating": [0, 1560]}
    before = {"listed_entry_rating": [0], "listed_entry_step": [0], "listed_entry_day": [0]}
    step = {"entry_step": [LAW.RATED, LAW.ITALIA]}
    assert ask(EDITION, "entry_step_kept", **facts, **before, **step) == [LAW.ITALIA]
    assert ask(EDITION, "entry_day_kept", entered=[0, 739_000], **facts, **before) == [739_000]


# -------------------------------------------------------------------------- I.6 What does not count


@pytest.mark.parametrize("result", "+-WLDHFZ")
def test_article_i_6_games_not_played_are_dropped_with_their_points(result):
    """Reading of `played`, `A11`: for whatever reason."""
    found = rate(1440, ("90+30", f"1440 1 1600 {result} 1520 ="))
    assert found["counted_games"].tolist() == [2]
    assert found["points_hundredths"].tolist() == [150]
    assert found.why("counts", 1) == "I.6: not played, so not counted"


def test_article_i_6_an_excluded_game_is_as_one_not_played():
    """Reading of `counts`, `excluded_games`."""
    found = rate(1500, ("90+30", "1500 1 1500 0"), game_excluded=[True, False])
    assert found["counted_games"].tolist() == [1]
    assert found.why("counts", 0) == "I.6: excluded by decision"


@pytest.mark.parametrize(("own", "opponent"), [(0, 1500), (1500, 0)])
def test_article_i_5_games_wait_for_the_decision_how_a_player_enters(own, opponent):
    found = rate(1500, ("90+30", "1500 1"), own_rating=[own], opponent_rating=[opponent])
    assert found["counted_games"].tolist() == [0]
    assert found.why("counts", 0).endswith("needs a decision")


# ---------------------------------------------------------------------- II.1 Expected points, score


@pytest.mark.parametrize(
    ("difference", "counted"), [(399, 399), (400, 400), (401, 400), (860, 400)]
)
def test_article_ii_1_more_than_400_counts_as_400(difference, counted):
    assert ask(EDITION, "counted_difference", difference=[difference, -difference]) == [
        counted,
        -counted,
    ]


@pytest.mark.parametrize(
    ("hundredths", "in_tenths"), [(50, 5), (51, 5), (55, 5), (56, 6), (59, 6), (60, 6), (267, 27)]
)
def test_article_ii_1_expected_points_to_one_decimal_half_down(hundredths, in_tenths):
    """Reading of `expected_points_rounded_tenths`."""
    assert ask(
        EDITION, "expected_points_rounded_tenths", expected_points_hundredths=[hundredths]
    ) == [in_tenths]


def test_article_ii_1_rounded_once_for_each_tournament():
    """.55 twice: in one tournament 1.1, in two .5 each; one sum over both would be 1.1 again."""
    one = rate(1500, ("90+30", "1465 1 1465 0"))
    two = rate(1500, ("90+30", "1465 1"), ("90+30", "1465 0"))
    assert one["variation_tenths"].tolist() == [-30]
    assert two["variation_tenths"].tolist() == [0]


def test_article_ii_1_what_is_seen_of_single_games():
    found = rate(1500, ("90+30", "1465 1 1465 -"))
    assert found["game_difference_hundredths"].tolist() == [45, 0]
    assert found["entry_difference_hundredths"].tolist() == [45]
    assert found["difference_tenths"].tolist() == [5]


# ----------------------------------------------------------------------------- II.2 The coefficient


def k(text: str, online: bool = False) -> int:
    """Give K of a tournament."""
    told = {**times(text), "online": [online], "tournament": [0]}
    (found,) = ask(EDITION, "k", **told)
    return found


@pytest.mark.parametrize(
    ("text", "coefficient"),
    [
        ("3+2", 10),
        ("10+0", 10),
        ("10+5", 20),
        ("25+10", 20),
        ("30+5", 20),
        ("45+0", 20),
        ("30+10", 30),
        ("60+0", 30),
        ("90+30", 30),
    ],
)
def test_article_ii_2_k_by_the_class_of_the_time_control(text, coefficient):
    """U16."""
    assert k(text) == coefficient


@pytest.mark.parametrize(("text", "coefficient"), [("3+2", 5), ("10+5", 10), ("90+30", 15)])
def test_article_ii_2_online_a_half(text, coefficient):
    """Reading of `k`, `hybrid` (U16): online only; a tournament in hybrid conditions has its K."""
    assert k(text, online=True) == coefficient
    assert "hybrid" not in EDITION.asked


@pytest.mark.parametrize(
    ("text", "coefficient"), [("29+10", 20), ("30+9", 20), ("30+10", 30), ("31+11", 30)]
)
def test_article_ii_2_thirty_minutes_and_ten_seconds(text, coefficient):
    """Reading of `k_over_the_board`, `A1`: the clause wins, though 40 minutes are rapid."""
    assert k(text) == coefficient


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3+0", LAW.NO_CLASS),
        ("3+1", LAW.BLITZ),
        ("10+0", LAW.BLITZ),
        ("11+0", LAW.RAPID),
        ("59+0", LAW.RAPID),
        ("60+0", LAW.STANDARD),
        ("", LAW.NO_CLASS),
        ("W300-B240", LAW.NO_CLASS),
        ("W5400-B3600", LAW.STANDARD),
    ],
)
def test_article_ii_2_classes_are_those_of_fide(text, found):
    """Reading of `time_class`, `A2` and `A3`: 60 minutes suffice; ultra-fast has no class."""
    assert ask(EDITION, "time_class", **times(text)) == [found]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "II.2: no time control is told, or it cannot be read: no K"),
        ("soon", "II.2: no time control is told, or it cannot be read: no K"),
        ("1+0", "II.2: FIDE has no class for this time control: no K"),
    ],
)
def test_article_ii_2_without_a_class_nothing_is_rated_and_no_k_guessed(text, says):
    (clause,) = why(EDITION, "time_control", **times(text))
    assert clause.startswith(says)
    assert k(text) == 0
    found = rate(1500, (text, "1500 1"))
    assert found["counted_games"].tolist() == [0]
    assert found.why("counts", 0) == "II.2: no time class, so no K"
    assert found["rating"].tolist() == [1500]


# ------------------------------------------------------------------------ II.3 The rating published


@pytest.mark.parametrize(
    ("index", "published"),
    [(14970, 1497), (14971, 1497), (14974, 1497), (14975, 1498), (14979, 1498), (15025, 1503)],
)
def test_article_ii_3_five_tenths_go_up(index, published):
    """Reading of `published_rating`: the index, so −2.5 acts as −2."""
    assert ask(EDITION, "published_rating", index_tenths=[index]) == [published]


def test_article_ii_3_there_is_no_least_rating():
    """Reading `A10`: three lost games against equals at 100 leave 55."""
    assert rate(100, ("90+30", "100 0 100 0 100 0"))["rating"].tolist() == [55]


# ----------------------------------------------------------------------------------- II.4 The table


def test_article_ii_4_the_table_ends_with_its_last_row():
    """Beyond 735 there is none; 400 at most are looked up, so nobody meets its end."""
    table = EDITION.numbers["expected_scores"]
    assert table.rows[-1] == (620, 735, 99, 1)
    with pytest.raises(OffTheTable):
        ask(EDITION, "expected_score_hundredths", counted_difference=[736])
    assert ask(EDITION, "expected_score_hundredths", counted_difference=[400, -400]) == [92, 8]
