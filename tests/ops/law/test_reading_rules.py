"""The law as shown to a reader: on a day, with the readings and the tests of each."""

from datetime import date

import pytest

from ledger.errors import Refused
from ops.house import House
from ops.law import reading_rules, readings
from ops.pools.recordings import AdoptEdition
from projections.queries import PoolQuery
from projections.rulebooks import NAMES, rulebook
from projections.rulebooks.engine.rulebook import OutsideRulebook
from tests.projections.rulebooks.tests_of_articles import names_of_tests
from tests.support.chess_desk import WORLD
from tests.support.command import done, run
from tests.support.recording import a_ledger, begin, close_all, following
from tests.support.worlds import FIDE

EDITIONS = [each for name in NAMES for each in rulebook(name).editions]
MIDDLE = date(2025, 11, 15)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A pool in which the amendment was adopted in the middle of a month."""
    with a_ledger(str(tmp_path_factory.mktemp("law") / "a.ledger")) as ledger:
        begin(ledger, WORLD, FIDE, editions=["2024-03-01"])
        AdoptEdition(pool=FIDE, edition="2025-10-01", in_force_from=MIDDLE).record(House(ledger))
        with following(ledger) as official:
            close_all(ledger, official, WORLD, FIDE)
            official.catch_up()
            yield PoolQuery(official.track, FIDE)


@pytest.mark.parametrize(
    ("day", "edition"),
    [(14, "2024-03-01"), (15, "2025-10-01"), (16, "2025-10-01")],
)
def test_tournaments_go_by_the_edition_adopted_for_their_first_day(desk, day, edition):
    """The day before, on and after the day of the adoption."""
    law = reading_rules.in_force(desk, date(2025, 11, day))
    assert law.tournaments.name == edition


def test_the_list_in_force_goes_by_the_edition_of_its_own_date(desk):
    """A list of the first of the month keeps the edition when another comes in the middle."""
    law = reading_rules.in_force(desk, MIDDLE)
    listed = desk.list_in_force(MIDDLE)
    assert (law.listed_on, law.lists.name) == (listed.in_force_from, "2024-03-01")


def test_where_two_editions_hold_each_gives_its_half(desk):
    """Columns of tournaments from the first, columns of lists from the second; none twice."""
    rows = reading_rules.articles_on(reading_rules.in_force(desk, MIDDLE), whole=True)
    found = {row["what"]: row["edition"] for row in rows if not row["what"].startswith("reading")}
    assert found["counted_difference"] == "2025-10-01"
    assert found["uncapped_from"] == "2025-10-01"
    assert found["rating"] == "2024-03-01"
    columns = [row["what"] for row in rows if row["unit"] and row["value"] == "choose"]
    assert len(columns) == len(set(columns))


def test_what_counts_goes_by_the_edition_of_tournaments(desk):
    """So do the numbers, and the right to exempt."""
    rows = reading_rules.articles_on(reading_rules.in_force(desk, MIDDLE), whole=True)
    found = {row["what"]: (row["edition"], row["for"]) for row in rows}
    bodies = (
        "lifted_by_0_2_1",
        "lifted_by_3",
        "lifted_by_10_1",
        "refused_by_0_4",
        "excluded_by_5_1",
    )
    for name in ("registration", "thinking_time", "registration_days", *bodies):
        assert found[name] == ("2025-10-01", "tournaments"), name


def test_before_the_law_and_outside_it_are_refused(desk):
    """A day before the first edition, and an unknown article."""
    with pytest.raises(OutsideRulebook):
        reading_rules.in_force(desk, date(1900, 1, 1))
    law = reading_rules.in_force(desk, MIDDLE)
    with pytest.raises(Refused, match="has no article '99'"):
        reading_rules.articles_on(law, "99")


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: f"{each.rulebook} {each.name}")
def test_every_docstring_that_speaks_of_a_reading_gives_one(edition):
    """None is lost by spelling."""
    for rule in edition.columns.values():
        said = rule.function.__doc__ or ""
        assert said.count("Reading") == len(list(readings.in_words(said))), rule.name


def test_readings_are_told_apart_within_a_paragraph():
    """With and without a name, over line ends, to the end of the paragraph."""
    said = "X. Reading `one`: it\ngoes up. Reading: it stays.\n\nReading B4: as\nprinted.\n\nMore."
    assert list(readings.in_words(said)) == [
        ("one", "it goes up."),
        ("", "it stays."),
        ("B4", "as printed."),
    ]


def test_article_8_2_2_shows_its_reading_and_its_test():
    """A reading is shown with the article; the tests are those with the article in the name."""
    rows = reading_rules.articles("fide-standard", "8.2.2", "2024-03-01")
    (tie,) = [row for row in rows if row["what"] == "reading tie_p"]
    assert "a half goes up" in str(tie["says"])
    assert "test_article_8_2_2_half_a_hundredth_goes_up" in tie["tests"]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: f"{each.rulebook} {each.name}")
def test_the_whole_law_comes_in_the_order_of_its_articles_and_none_is_left_out(edition):
    """Also articles without computation, with the reason."""
    rows = reading_rules.articles(edition.rulebook, edition=edition.name, whole=True)
    first = [row["article"].split(", ")[0].partition(" (")[0] for row in rows]
    order = [each for each in edition.articles if each in first]
    places = [order.index(each) for each in first if each in order]
    assert places == sorted(places)
    cited = {each.partition(" (")[0] for row in rows for each in row["article"].split(", ")}
    below = {article for article in edition.articles if any(c.startswith(article) for c in cited)}
    assert below == set(edition.articles)
    assert all(row["says"] for row in rows)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: f"{each.rulebook} {each.name}")
def test_every_column_number_and_reading_is_held_by_a_test_by_name(edition):
    """Taken over or not: an appeal asks for the test."""
    rows = reading_rules.articles(edition.rulebook, edition=edition.name, whole=True)
    assert [row["what"] for row in rows if row["what"] and not row["tests"]] == []


def test_a_column_taken_over_is_held_by_the_tests_of_the_text_that_wrote_it():
    """Under the article of the earlier text; so is a number."""
    rows = [
        *reading_rules.articles("fide-rapid", "5.2", "2024-12-01"),
        *reading_rules.articles("fide-standard", "9", "2017-07-01"),
    ]
    tests = {row["what"]: row["tests"] for row in rows}
    assert "test_article_6_2_games_after_a_match_is_won" in tests["after_the_match"]
    assert "test_article_9_1_received_by_the_day_before_the_third_list" in tests["report_lists"]


def test_an_edition_is_not_held_by_the_tests_of_a_later_one():
    """In 2022 a much weaker opponent was raised once; later every difference was capped."""
    rows = reading_rules.articles("fide-standard", "8.3.1", "2022-01-01")
    tests = {name for row in rows for name in row["tests"]}
    assert "test_article_8_3_1_only_the_greatest_difference_is_raised" in tests
    assert "test_article_8_3_1_from_2650_the_true_difference_counts" not in tests


def test_law_without_a_number_is_held_by_the_tests_that_name_it_in_full():
    rows = reading_rules.articles("fide-rapid", "Amendment of 1 December 2024", "2024-12-01")
    tests = {row["what"]: row["tests"] for row in rows}
    assert "test_amendment_of_1_december_2024_says_why" in tests["unrated_gap"]


def test_a_table_says_how_long_it_is():
    rows = reading_rules.articles("fide-standard", "8.1.2", "2024-03-01")
    assert [str(row["value"]) for row in rows] == ["50 rows, and beyond"]


def test_a_reading_in_a_list_ends_with_its_item():
    said = "Readings:\n\n* Reading `one`: it\n  goes up.\n* Reading `two`: it stays."
    assert list(readings.in_words(said)) == [("one", "it goes up."), ("two", "it stays.")]


def test_a_reading_of_an_edition_stands_with_the_article_it_names():
    """A reading stated above an edition is found under the named article."""
    rows = reading_rules.articles("fide-standard", "0.1", "2025-10-01")
    assert "reading amendment_2025_10_boundary" in [row["what"] for row in rows]


def test_the_names_of_tests_an_article_are_not_those_of_the_articles_below():
    """7.1 has tests of its own; tests of 7.1.4 belong to 7.1.4; tables have separate tests."""
    chess = rulebook(FIDE).edition("2024-03-01")
    draughts = rulebook("rubele-italiana").editions[0]
    of_7_1 = names_of_tests(chess, "7.1")
    assert of_7_1
    assert not set(of_7_1) & set(names_of_tests(chess, "7.1.4"))
    assert all("table_19" in name for name in names_of_tests(draughts, "table 19"))


def test_the_command_shows_the_law_of_a_pool_on_a_day(sample):
    """As a table with the tests below, and as JSON with the basis."""
    words = ["rules", "article-in-force", FIDE, "8.3.1", "--on", "2025-10-15", "--ledger", sample]
    assert "tested by test_article_8_3_1_counts_more_than_400_as_400" in done(*words)
    document = run(*words, "--format", "json").document
    assert document["about"]["tournaments_that_begin"] == "2025-10-01"
    assert "uncapped_from" in [row["what"] for row in document["rows"]]


def test_readings_of_the_engine_hold_in_every_rulebook():
    """Decisions of the engine beside the texts are found with each rulebook."""
    for edition in EDITIONS:
        names = [each.name for each in readings.of_edition(edition)]
        assert "annulled_ratings" in names
