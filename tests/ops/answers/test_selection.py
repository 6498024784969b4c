"""A list of some players: by federation, sex, age, category, activity, alone and together."""

from datetime import date

import pytest

from ledger.errors import Refused
from ops.answers.selection import Ages, ages_of
from ops.cli.exits import REFUSED
from tests.support.command import run

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"


def rows(address, pool, *words):
    """The rows of the last list of a pool, with the columns of persons."""
    asked = ("list", "show", pool, "--limit", "0", "--format", "json", *words)
    return run(*asked, "--ledger", address).document["rows"]


def players(shown):
    return [row["player"] for row in shown]


def year_of(address, pool) -> int:
    about = run("list", "show", pool, "--format", "json", "--ledger", address).document["about"]
    return date.fromisoformat(about["in_force_from"]).year


def test_a_federation_and_a_sex_are_those_that_the_list_shows(sample):
    everybody = rows(sample, CHESS)
    for federation in {row["federation"] for row in everybody}:
        for sex in ("m", "w"):
            asked = [r for r in everybody if (r["federation"], r["sex"]) == (federation, sex)]
            shown = rows(sample, CHESS, "--federation", federation.lower(), "--sex", sex)
            assert players(shown) == players(asked)
            ratings = [row["rating"] for row in asked]
            assert [row["rank"] for row in shown] == [
                sum(other > rating for other in ratings) + 1 for rating in ratings
            ]
    assert len({row["federation"] for row in everybody}) > 1
    assert {"m", "w"} <= {row["sex"] for row in everybody}


def test_an_age_is_that_reached_in_the_year_of_the_list(sample):
    """The day and the month of birth say nothing; below, on and above both ends."""
    everybody, year = rows(sample, CHESS), year_of(sample, CHESS)
    ages = {row["player"]: year - row["birth_year"] for row in everybody if row["birth_year"]}
    youngest, *_, oldest = sorted(set(ages.values()))
    for asked, first, last in (
        (f"{youngest}", youngest, youngest),
        (f"0-{youngest - 1}", 0, youngest - 1),
        (f"{youngest}-{oldest - 1}", youngest, oldest - 1),
        (f"{youngest + 1}-", youngest + 1, 200),
    ):
        expected = [each for each in players(everybody) if first <= ages.get(each, -1) <= last]
        assert players(rows(sample, CHESS, "--age", asked)) == expected


def test_active_and_inactive_are_as_the_list_shows_them(sample):
    everybody = rows(sample, CHESS)
    idle = [row["player"] for row in everybody if "i" in row["flag"]]
    assert players(rows(sample, CHESS, "--activity", "inactive")) == idle
    active = [each for each in players(everybody) if each not in idle]
    assert players(rows(sample, CHESS, "--activity", "active")) == active


def test_a_category_is_that_of_the_lists_day(sample):
    everybody = rows(sample, DRAUGHTS)
    held = {row["category"] for row in everybody} - {""}
    assert len(held) > 1
    for category in held:
        shown = rows(sample, DRAUGHTS, "--category", category)
        assert players(shown) == [r["player"] for r in everybody if r["category"] == category]


def test_a_list_counts_places_among_those_asked_for(sample):
    asked = (
        "list",
        "show",
        CHESS,
        "--limit",
        "0",
        "--format",
        "json",
        "--ledger",
        sample,
    )
    women = run(*asked, "--sex", "w").document
    assert women["rows"][0]["rank"] == 1
    assert len(women["rows"]) == len(rows(sample, CHESS, "--sex", "w"))
    assert women["about"]["sex"] == "w"


def test_what_is_asked_stands_below_the_answer(sample):
    words = ("--federation", "ITA", "--age", "0-17", "--activity", "active", "--format", "json")
    about = run("list", "show", CHESS, *words, "--ledger", sample).document["about"]
    assert (about["federation"], about["age"], about["activity"]) == ("ITA", "0-17", "active")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((DRAUGHTS, "--category", "Emperor"), "there is no category 'Emperor'; there are: "),
        ((CHESS, "--category", "Master"), "no categories are set on the day of list"),
        ((DRAUGHTS, "--activity", "active"), "does not show who is inactive"),
        ((CHESS, "--age", "young"), "write an age, or the youngest and the oldest"),
        ((CHESS, "carried over", "--activity", "active"), "does not show who is inactive"),
    ],
)
def test_what_a_list_cannot_tell_is_refused(sample, words, says):
    ran = run("list", "show", *words, "--ledger", sample)
    assert ran.code == REFUSED
    assert says in ran.err


@pytest.mark.parametrize(
    ("text", "ages"), [("16", (16, 16)), ("0-17", (0, 17)), ("60-", (60, 999)), (" 5-5 ", (5, 5))]
)
def test_ages_are_read(text, ages):
    assert ages_of(text) == Ages(*ages)


@pytest.mark.parametrize("text", ["", "-", "-5", "17-16", "1234", "x", "1-2-3"])
def test_what_is_no_age_is_refused(text):
    with pytest.raises(Refused, match="write an age"):
        ages_of(text)
