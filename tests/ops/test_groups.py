"""`ledger groups`: an event divided by table 23, step by step, or why it cannot be."""

import pytest

from tests.ops.command import done, run


def groups(*words):
    """The document of a division."""
    return run("groups", *words, "--format", "json").document


def sizes(document):
    """The sizes of its groups, the first one first."""
    return [each["players"] for each in document["groups"]]


def test_table_23_a_division_and_its_worksheet():
    said = done("groups", "--players", "66", "--turns", "5", "--groups", "3")
    assert "66 players, 5 turns, 3 groups" in said
    assert "worksheet, edition 2016-01-01" in said
    document = groups("--players", "66", "--turns", "5", "--groups", "3")
    assert sizes(document) == [17, 25, 24]
    assert [(each["from"], each["to"]) for each in document["groups"]] == [
        (1, 17),
        (18, 42),
        (43, 66),
    ]
    steps = {each["step"]: each for each in document["worksheet"]}
    assert steps["critical number"]["value"] == 60
    assert steps["increase"]["value"] == 2
    assert {each["article"] for each in steps.values()} >= {"VII.2.1, table 23"}


def test_table_23_the_worksheet_begins_with_the_group_apart():
    """From 2016 on, from six entrants of the lowest category on."""
    words = ("--players", "66", "--turns", "5", "--groups", "3", "--lowest", "6")
    document = groups(*words)
    assert [each["step"] for each in document["worksheet"]][:2] == [
        "group apart",
        "divided players",
    ]
    assert document["groups"][-1] == {"group": "apart", "players": 6, "from": None, "to": None}
    assert sizes(document) == [15, 23, 22, 6]
    assert sizes(groups(*words, "--on", "2015-12-31")) == [17, 25, 24]


def test_table_24_without_groups_all_that_would_be_possible():
    rows = run("groups", "--players", "30", "--turns", "9", "--format", "json").document["rows"]
    assert [each["groups"] for each in rows] == [2, 3, 4, 5, 6]
    assert rows[0]["sizes"] == [18, 12]
    assert rows[1]["says"] == "impossible: 36 players needed"


@pytest.mark.parametrize(
    ("players", "turns", "groups", "says"),
    [
        ("30", "9", "3", "each has 12 at least, so 36 in all (VII.2.1, table 23); possible: "
         "2 groups of 9 turns; 3 groups of 7 turns"),
        ("12", "5", "3", "possible: one group, undivided"),
        ("30", "4", "3", "5 to 10 turns, not for 4"),
        ("30", "11", "3", "5 to 10 turns, not for 11"),
        ("30", "9", "1", "--groups 1: a division has from 2 to 99 groups"),
        ("900", "9", "100", "--groups 100: a division has from 2 to 99 groups"),
        ("0", "9", "2", "--players 0: from 1 to 9999"),
        ("10000", "9", "2", "--players 10000: from 1 to 9999"),
    ],
)  # fmt: skip
def test_table_23_what_is_impossible_is_said(players, turns, groups, says):
    ran = run("groups", "--players", players, "--turns", turns, "--groups", groups)
    assert (ran.code, ran.out) == (3, "")
    assert says in ran.err


@pytest.mark.parametrize("lowest", ["-1", "31"])
def test_table_23_more_of_the_lowest_category_than_there_are(lowest):
    ran = run("groups", "--players", "30", "--turns", "5", f"--lowest={lowest}")
    assert (ran.code, ran.err) == (
        3,
        f"refused: --lowest {lowest}: from 0 to 30, the players in all\n",
    )


def test_table_23_before_the_first_edition():
    ran = run("groups", "--players", "30", "--turns", "5", "--on", "2007-12-31")
    assert ran.code == 3
    assert "coverage begins on 2008-01-01" in ran.err
