"""`ledger tournament groups`: an event divided by table 23, step by step, or the
reason for a refusal.
"""

import pytest

from tests.support.command import done, run


def groups(*words):
    """The document of a division."""
    return run("tournament", "groups", *words, "--format", "json").document


def sizes(document):
    """Return the sizes of the groups, the first group first."""
    return [each["players"] for each in document["groups"]]


def test_table_23_a_division_and_its_worksheet():
    said = done("tournament", "groups", "--entrants", "66", "--turns", "5", "--groups", "3")
    assert "66 players, 5 turns, 3 groups" in said
    assert "worksheet, edition 2016-01-01" in said
    document = groups("--entrants", "66", "--turns", "5", "--groups", "3")
    assert sizes(document) == [17, 25, 24]
    assert [(each["first"], each["last"]) for each in document["groups"]] == [
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
    words = ("--entrants", "66", "--turns", "5", "--groups", "3", "--lowest", "6")
    document = groups(*words)
    assert [each["step"] for each in document["worksheet"]][:2] == [
        "group apart",
        "divided players",
    ]
    assert document["groups"][-1] == {"group": "apart", "players": 6, "first": None, "last": None}
    assert sizes(document) == [15, 23, 22, 6]
    assert sizes(groups(*words, "--on", "2015-12-31")) == [17, 25, 24]


@pytest.mark.parametrize(
    ("lowest", "on", "told"),
    [("6", "2015-12-31", True), ("5", "2015-12-31", False), ("6", "2016-01-01", False)],
)
def test_resolution_57_2015_before_its_time_it_is_said_from_when_it_holds(lowest, on, told):
    words = ("--entrants", "66", "--turns", "5", "--groups", "3", "--lowest", lowest, "--on", on)
    said = (
        f"edition 2008-01-01: the {lowest} of the lowest category play with all; a group of their "
        "own is known from 2016-01-01 on (Resolution 57/2015)\n"
    )
    assert (said in done("tournament", "groups", *words)) is told


def test_table_24_without_groups_all_that_would_be_possible():
    rows = run(
        "tournament", "groups", "--entrants", "30", "--turns", "9", "--format", "json"
    ).document["rows"]
    assert [each["groups"] for each in rows] == [2, 3, 4, 5, 6]
    assert rows[0]["sizes"] == [18, 12]
    assert (rows[1]["sizes"], rows[1]["needed_players"]) == (None, 36)


@pytest.mark.parametrize(
    ("players", "turns", "groups", "says"),
    [
        ("30", "9", "3", "each has 12 at least, so 36 in all (VII.2.1, table 23); possible: "
         "2 groups of 9 turns; 3 groups of 7 turns"),
        ("12", "5", "3", "possible: one group, undivided"),
        ("3", "5", "2", "so 16 in all (VII.2.1, table 23); too few for a single one"),
        ("30", "4", "3", "5 to 10 turns, not for 4"),
        ("30", "11", "3", "5 to 10 turns, not for 11"),
        ("30", "9", "1", "--groups 1: a division has from 2 to 99 groups"),
        ("900", "9", "100", "--groups 100: a division has from 2 to 99 groups"),
        ("0", "9", "2", "--entrants 0: write a number from 1 to 9,999"),
        ("10000", "9", "2", "--entrants 10000: write a number from 1 to 9,999"),
    ],
)  # fmt: skip
def test_table_23_what_is_impossible_is_said(players, turns, groups, says):
    ran = run("tournament", "groups", "--entrants", players, "--turns", turns, "--groups", groups)
    assert (ran.code, ran.out) == (3, "")
    assert says in ran.err


@pytest.mark.parametrize("lowest", ["-1", "31"])
def test_table_23_more_of_the_lowest_category_than_there_are(lowest):
    ran = run("tournament", "groups", "--entrants", "30", "--turns", "5", f"--lowest={lowest}")
    assert (ran.code, ran.err) == (
        3,
        f"refused: --lowest {lowest}: from 0 to 30, the players in all\n",
    )


def test_table_23_before_the_first_edition():
    ran = run("tournament", "groups", "--entrants", "30", "--turns", "5", "--on", "2007-12-31")
    assert ran.code == 3
    assert "coverage begins on 2008-01-01" in ran.err


# ----------------------------------------------------------------------------------- who takes part


def listed(document, group):
    """The capitals of a group, in order."""
    return [each["capital"] for each in document["entrants"] if each["group"] == group]


def test_table_23_the_entrants_of_a_report_by_capital(sample):
    document = groups("--of", "T-000019", "--turns", "5", "--groups", "2", "--ledger", sample)
    assert sizes(document) == [8, 8]
    first, second = listed(document, "1"), listed(document, "2")
    assert (len(first), len(second)) == (8, 8)
    assert first + second == sorted(first + second, reverse=True)


@pytest.fixture
def entrants(sample, tmp_path):
    """The players of the last list of the sample, as a file, the lowest first."""
    rows = run(
        "list", "show", "rubele-italiana", "--limit", "0", "--format", "json", "--ledger", sample
    )
    players = [each["player"] for each in rows.document["rows"]]
    path = tmp_path / "entrants.txt"
    path.write_text("# who comes\n\n" + "\n".join(f"{each} by car" for each in players), "utf-8")
    return path


def test_resolution_57_2015_the_lowest_category_of_a_file_plays_apart(sample, entrants):
    """Not more points than 1000, now and before: from six players on, a group."""
    words = ("--players", entrants, "--pool", "rubele-italiana", "--turns", "5", "--groups", "2")
    of_the_list = (*words, "--on", "2025-12-06", "--ledger", sample)
    document = groups(*of_the_list)
    apart = [each for each in document["entrants"] if each["group"] == "apart"]
    assert len(apart) >= 6
    assert {each["category"] for each in apart} == {"Provinciale"}
    assert len(apart) == document["groups"][-1]["players"]
    others = [each for each in document["entrants"] if each["group"] != "apart"]
    assert "Provinciale" not in {each["category"] for each in others}
    assert len(others) == sum(sizes(document)[:2])
    rows = done("tournament", "groups", *of_the_list, "--format", "csv").splitlines()
    assert len(rows) == 1 + len(document["entrants"])
    assert rows[0] == "group,player,name,capital,category"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "one of --entrants, --of, --players"),
        (("--entrants", "60", "--of", "T-000019"), "one of --entrants, --of, --players"),
        (("--of", "T-000019", "--lowest", "6"), "--lowest goes with --entrants"),
        (("--players", "FILE.no", "--pool", "rubele-italiana"), "FILE.no: No such file"),
        (("--of", "T-000099"), "there is no tournament 'T-000099'"),
    ],
)
def test_who_takes_part_is_said_once(sample, words, says):
    ran = run("tournament", "groups", "--turns", "5", *words, "--ledger", sample)
    assert (ran.code, ran.out) == (3, "")
    assert says in ran.err


def test_who_takes_part_by_name_needs_a_pool(sample, entrants):
    words = ("--turns", "5", "--players", entrants)
    ran = run("tournament", "groups", *words, "--ledger", sample)
    assert (ran.code, ran.out) == (3, "")
    assert "--players with --pool" in ran.err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"# nobody\n", "entrants.txt: no line names a player"),
        (b"fid:X01103\n", "an event has from 2 to 9,999 entrants here, not 1"),
        (
            b"fid:X01103\nfid:X01132\nfid:X01103\n",
            "fid:X01103: 79-4 is twice among the entrants",
        ),
        (b"fid:X01103\nfid:Q\n", "fid:Q"),
        (b"fid:X01103\n\xe0\n", "not UTF-8 at byte 11"),
        (b"#" * 1_000_001, "1,000,001 is more than the limit of 1,000,000"),
    ],
)
def test_a_file_of_entrants_that_cannot_be_read(sample, tmp_path, content, says):
    path = tmp_path / "entrants.txt"
    path.write_bytes(content)
    words = ("--turns", "5", "--players", path, "--pool", "rubele-italiana")
    ran = run("tournament", "groups", *words, "--ledger", sample)
    assert (ran.code, ran.out) == (3, "")
    assert says in ran.err


@pytest.mark.parametrize(("lowest", "said"), [(6, True), (7, True), (8, False)])
def test_a_group_apart_below_the_least_size_of_table_23_is_remarked(lowest, said):
    """At 5 turns an Italo-Swiss group has 8: resolution 57/2015 lets six play apart, otherwise."""
    asked = ("--entrants", "30", "--turns", "5", "--groups", "2", "--on", "2017-01-01")
    told = done("tournament", "groups", *asked, "--lowest", str(lowest))
    says = f"the group apart has {lowest} players: at 5 turns an Italo-Swiss group has 8 at least"
    assert (says in told) is said
