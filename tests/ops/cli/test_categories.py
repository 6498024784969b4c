"""Categories at the command line: asked, set, awarded, withdrawn; wrong input is refused."""

import csv
import io
import shlex
import shutil

import pytest

from ledger.store.ledger import Ledger
from ops.cli.exits import REFUSED
from tests.support.command import done, run
from tests.support.shown_pages import ROOT

CHESS, DRAUGHTS = "fide-standard", "rubele-italiana"
MASTER, REGIONAL = "fid:X01219", "111-9"
BODY = ("--by", "the-body")
REPORT = (ROOT / "ops/sample/fide-standard/2025-09-21-sociale-pontemare.trf").read_text()
TOLD = [f"--set={each}=false" for each in ("official_event", "norms_possible", "hybrid", "online")]


def categories_set(ledger, *rows, since="2026-04-01"):
    return (
        "event", "record", "parameter-set", "--pool", CHESS, "--name", "categories",
        "--unit", "points",
        "--rows", f"[{', '.join(rows)}]", "--in-force-from", since, *BODY, "--ledger", ledger,
    )  # fmt: skip


def kept(ledger, word, pool=CHESS, since="2026-04-01"):
    return (
        "event", "record", "parameter-set", "--pool", pool, "--name", "permanence", "--word", word,
        "--in-force-from", since, *BODY, "--ledger", ledger,
    )  # fmt: skip


def decided(ledger, what, category, *, player=MASTER, on="2025-06-01", pool=DRAUGHTS):
    return (
        "event", "record", what, "--pool", pool, "--player", player, "--category", category,
        "--on", on, *BODY, "--ledger", ledger,
    )  # fmt: skip


def rows(*words):
    return run(*words, "--format", "json").document["rows"]


# ------------------------------------------------------------------------------------------- asked


def test_a_bulletin_names_the_tournament_and_the_list_of_each_promotion(sample):
    found = rows("list", "promotions", DRAUGHTS, "2025-07-05", "--ledger", sample)
    assert found[-1] == {
        "player": REGIONAL,
        "name": "Dalmighelli, Livio",
        "outranked": None,
        "how": "promoted",
        "before": "Provinciale",
        "after": "Regionale",
        "skipped": [],
        "rating_before": 300,
        "rating_after": 1386,
        "rests_on": ["T-000018"],
        "tournaments": {"T-000018": "Torneo del Damino"},
        "list": "2025-07-05",
        "article": "VI.9, table 12",
        "on": "2025-07-05",
    }


@pytest.mark.parametrize(
    "words",
    [
        ["pool", "categories", DRAUGHTS],
        ["player", "categories", DRAUGHTS, MASTER],
        ["list", "promotions", DRAUGHTS, "2025-04-05"],
    ],
    ids=" ".join,
)
def test_every_answer_comes_as_table_csv_and_json(sample, words):
    where = ("--ledger", sample)
    assert done(*words, *where).strip()
    header, *lines = csv.reader(io.StringIO(done(*words, "--format", "csv", *where)))
    assert [list(row) for row in rows(*words, *where)] == [header] * len(lines)
    assert lines


def test_rating_history_and_worksheet_show_the_category(sample):
    where = ("--ledger", sample)
    (row,) = rows("player", "rating", DRAUGHTS, MASTER, "--as-of", "2025-04-04", *where)
    assert row["category"] == "Candidato Maestro"
    shown = rows("player", "history", DRAUGHTS, MASTER, *where)
    assert [each["category"] for each in shown[:2]] == ["Candidato Maestro", "Maestro"]
    says = "category Provinciale -> Regionale: promoted, by T-000018 [VI.9, table 12]"
    told = done("player", "explain", DRAUGHTS, REGIONAL, "2025-07-05", *where).splitlines()
    assert told[-2:] == ["category Regionale [VI.9, table 12]", says]
    unmoved = done("player", "explain", DRAUGHTS, MASTER, "2025-07-05", *where).splitlines()
    assert unmoved[-1] == "category Maestro [VI.9, table 12]"
    assert any(
        each.endswith("[VI.10, tables 14, 17]") and "of the deviation" in each for each in told
    )
    assert any(each.split()[0] == "PA," and "VI.10" in each for each in told if each)
    assert any(each.split()[0] == "PO," and "table 17" in each for each in told if each)
    (columns,) = {each.strip() for each in told if each.strip().startswith("columns: ")}
    assert "expected [VI.10, table 19]" in columns
    told = run(
        "player", "explain", DRAUGHTS, REGIONAL, "2025-07-05", "--format", "json", *where
    ).document
    assert [each["after"] for each in told["categories"]] == ["Regionale"]
    assert told["category"] == "Regionale"


def test_a_category_reached_below_an_awarded_one_is_shown_beside_it(copy):
    """A row without such a category has an empty text in this column."""
    done(*decided(copy, "category-awarded", "Candidato Maestro", player=REGIONAL))
    found = rows("player", "categories", DRAUGHTS, REGIONAL, "--ledger", copy)
    assert [(row["how"], row["outranked"]) for row in found] == [
        ("awarded", ""),
        ("placed", "Provinciale"),
        ("promoted", "Regionale"),
    ]


def test_a_list_shows_the_category_held_on_its_day(sample):
    where = ("--limit", "0", "--ledger", sample)
    (master,) = rows("player", "rating", DRAUGHTS, MASTER, "--ledger", sample)
    held = {
        row["name"]: row["category"] for row in rows("list", "show", DRAUGHTS, "2025-04-05", *where)
    }
    assert held[master["name"]] == "Maestro"
    assert not any(row.get("category") for row in rows("list", "show", CHESS, *where))


def test_a_list_shows_no_category_that_was_reached_later(sample):
    (master,) = rows("player", "rating", DRAUGHTS, MASTER, "--ledger", sample)
    where = ("--as-of", "2025-04-04", "--limit", "0", "--ledger", sample)
    held = {row["name"]: row["category"] for row in rows("list", "show", DRAUGHTS, *where)}
    assert held[master["name"]] == "Candidato Maestro"


def test_a_pool_without_categories_shows_none(sample):
    (row,) = rows("player", "rating", CHESS, "fide:99000463", "--ledger", sample)
    assert row["category"] is None
    ran = run("pool", "categories", CHESS, "--ledger", sample)
    assert ran.code == REFUSED
    assert "ledger event record parameter-set --pool fide-standard" in ran.err


def test_an_outlook_says_of_everything_that_it_is_provisional(sample):
    where = ("--ledger", sample)
    found = rows("player", "outlook", DRAUGHTS, "94-8", *where)
    assert [(each["what"], each["rating"], each["points"]) for each in found] == [
        ("official rating", 2798, None), ("provisional rating", 2798, None),
        ("points to promotion", None, 1102),
    ]  # fmt: skip
    assert found[-1]["says"] == "provisional, from 2798 to 3900: Maestro"
    table = done("player", "outlook", CHESS, "fide:99000463", *where)
    assert table.startswith("provisional outlook of 10-1 Gravuzzago, Ivo in fide-standard\n")
    assert "2026-12-01  provisional: unless a game is counted by then" in table
    assert (
        done("player", "outlook", CHESS, "fide:99000463", "--format", "csv", *where).count("\n")
        == 5
    )


def test_an_outlook_names_the_tournaments_it_rests_on_and_those_that_come_later(copy):
    """A report of the sample brought in again, as of the open period and as of the next."""
    for name, month in (("one", "03"), ("two", "04")):
        path = copy.parent / f"{name}.trf"
        path.write_text(REPORT.replace("2025/09", f"2026/{month}").replace("25/09", f"26/{month}"))
        told = ["--set=registered_on=2026-01-10", f"--set=received_on=2026-{month}-25", *TOLD]
        done(
            "tournament",
            "import",
            path,
            "--pool",
            CHESS,
            "--set",
            f"name={name}",
            "--ledger",
            copy,
            *told,
        )
    found = rows("player", "outlook", CHESS, "fide:99002165", "--ledger", copy)
    by_what = {each["what"]: each for each in found}
    assert by_what["rests on"]["says"].startswith("one, ended on 2026-03-21")
    assert by_what["not yet due"]["says"].startswith("two, ended on 2026-04-21")
    assert by_what["not yet due"]["article"] == "7.1.3"
    assert by_what["provisional rating"]["rating"] != by_what["official rating"]["rating"]
    assert by_what["rests on"]["tournament"] == "T-000022"


# ------------------------------------------------------------------------------- set by the body


def test_where_the_text_states_categories_an_edition_is_adopted_first(tmp_path, monkeypatch):
    monkeypatch.setenv("LEDGER", str(tmp_path / "x.ledger"))
    done("init", "--origin", "example.org")
    done("pool", "open", DRAUGHTS, "--first-period", "a")
    ran = run("pool", "categories", DRAUGHTS)
    assert ran.code == 3
    assert "states them, and no edition of it is adopted for that day" in ran.err
    assert f"adopt one first: `ledger pool adopt {DRAUGHTS} EDITION`" in ran.err
    done("pool", "adopt", DRAUGHTS, "2008-01-01")
    done("pool", "categories", DRAUGHTS)


def test_a_body_sets_categories_where_the_text_states_none(copy):
    done(*categories_set(copy, '["Second", 0]', '["First", 2000]', '["Honorary", null]'))
    done(*kept(copy, "follows"))
    asked = ("pool", "categories", CHESS, "--as-of", "2026-04-01", "--limit", "0", "--ledger", copy)
    found = {row["category"] for row in rows(*asked) if row["rating"] >= 2000}
    assert found == {"First"}
    assert {row["category"] for row in rows(*asked)} == {"First", "Second"}


SET_WRONGLY = [
    (('["A", 0]', '["A", 9]'), "row 2, 'A': it is there twice; names, each once"),
    (('["A", 10]', '["B", 20]'), "row 1, 'A': it is the lowest category, so its threshold is 0"),
    (('["A", 0]', '["B", 20]', '["C", 20]'), "row 3, 'C': 20 is not above 20, that of 'B'"),
    (('["A", null]',), "row 1, 'A': it is the lowest category, so its threshold is 0"),
    (('["A", 0]', '[" B", 20]'), "row 2, ' B': it has blanks that nobody sees: write 'B'"),
    (('["A", 0]', '["B  C", 20]'), "row 2, 'B  C': it has blanks that nobody sees: write 'B C'"),
    (('["A", 0]', '["B", "20"]'), "--rows, item 2, item 2: found '20', expected a whole number"),
    (('["A", 0]', '["M", null]', '["B", 9]'), "row 3, 'B': it is a category and comes after the "),
]


@pytest.mark.parametrize(("said", "why"), SET_WRONGLY)
def test_categories_that_do_not_ascend_from_nothing_are_refused(copy, said, why):
    refused(copy, categories_set(copy, *said), why)


def test_categories_that_are_a_number_are_refused_with_what_to_write(copy):
    words = list(categories_set(copy, '["A", 0]'))
    at = words.index("--rows")
    refused(copy, [*words[:at], "--value", "5", *words[at + 2 :]], "categories: write --rows, as ")


def test_the_commands_that_a_refusal_shows_are_accepted_as_they_stand(copy):
    """First both commands are missing; then, with categories set, the time for which a category is
    kept.
    """
    asked = ("pool", "categories", CHESS, "--ledger", copy)
    for commands in (2, 1):
        shown = run(*asked).err.split("`")[1::2]
        assert len(shown) == commands
        done(*shlex.split(shown[0])[1:], "--ledger", copy)
    assert rows(*asked)


def test_what_was_published_stays(copy):
    """On the day of the last list and before, the law stays; the day after may change."""
    for day in ("2026-02-01", "2026-03-01"):
        refused(
            copy,
            kept(copy, "follows", since=day),
            "what was published stays: let it be in force from a day after 2026-03-01",
        )
    done(*kept(copy, "follows", since="2026-03-02"))


def test_categories_of_the_text_are_not_set_otherwise_but_their_permanence_is(copy):
    words = [each if each != CHESS else DRAUGHTS for each in categories_set(copy, '["A", 0]')]
    refused(copy, words, "the text states the categories (VI.9, table 12)")
    done(*kept(copy, "follows", DRAUGHTS))


def test_a_permanence_that_no_rule_knows_is_refused(copy):
    refused(copy, kept(copy, "sometimes"), "one of permanent, follows, committee")


def test_what_is_not_left_to_the_body_is_refused(copy):
    words = ["k" if each == "permanence" else each for each in kept(copy, "follows")]
    refused(copy, words, "'k' is nothing that is left to the body")


# --------------------------------------------------------------------------------------- decisions


def test_a_title_is_awarded_and_withdrawn(copy):
    done(*decided(copy, "category-awarded", "Grande Maestro"))
    assert "already recorded" in done(*decided(copy, "category-awarded", "Grande Maestro"))
    (row,) = rows("player", "rating", DRAUGHTS, MASTER, "--ledger", copy)
    assert (row["category"], row["title"]) == ("Maestro", "Grande Maestro")
    first = rows("pool", "categories", DRAUGHTS, "--limit", "1", "--ledger", copy)[0]
    assert (first["title"], first["title_since"]) == ("Grande Maestro", "2025-06-01")
    (listed,) = [
        each
        for each in rows("list", "show", DRAUGHTS, "--limit", "0", "--ledger", copy)
        if each["player"] == first["player"]
    ]
    assert (listed["category"], listed["awarded_title"]) == ("Maestro", "Grande Maestro")
    done(*decided(copy, "category-withdrawn", "Grande Maestro", on="2025-08-01"))
    (row,) = rows("player", "rating", DRAUGHTS, MASTER, "--ledger", copy)
    assert (row["category"], row["title"]) == ("Maestro", "")
    told = rows("list", "promotions", DRAUGHTS, "2025-12-05", "--ledger", copy)
    assert [(each["how"], each["rests_on"]) for each in told] == [("withdrawn", ["#90"])]
    assert done("verify", "--ledger", copy).endswith("0 faults\n")


DECIDED_WRONGLY = [
    (("category-awarded", "Gran Maestro"), {}, "has no category 'Gran Maestro': there are Prov"),
    (("category-awarded", "Maestro"), {}, "holds Maestro on 2025-06-01 already"),
    (("category-awarded", "Nazionale"), {}, "holds Maestro on 2025-06-01 already"),
    (("category-withdrawn", "Grande Maestro"), {}, "holds no title on 2025-06-01, not Grande"),
    (
        ("category-withdrawn", "Provinciale"),
        {"player": REGIONAL, "on": "2025-07-01"},
        "no category",
    ),
    (("category-awarded", "Maestro"), {"pool": CHESS}, "fide-standard has no categories"),
]


@pytest.mark.parametrize(("what", "other", "why"), DECIDED_WRONGLY)
def test_a_decision_that_could_not_take_effect_is_refused(copy, what, other, why):
    refused(copy, decided(copy, *what, **other), why)


def test_the_lowest_category_is_not_withdrawn(copy):
    lowest = rows("pool", "categories", DRAUGHTS, "--limit", "0", "--ledger", copy)[-1]
    assert lowest["category"] == "Provinciale"
    words = decided(
        copy, "category-withdrawn", "Provinciale", player=lowest["player"], on="2026-01-01"
    )
    refused(copy, words, "the lowest category")


def test_where_the_category_follows_the_rating_only_an_award_is_withdrawn(copy):
    done(*categories_set(copy, '["Second", 0]', '["First", 2000]', '["Honorary", null]'))
    done(*kept(copy, "follows"))
    said = {"player": "fide:99000463", "on": "2026-04-02", "pool": CHESS}
    refused(copy, decided(copy, "category-withdrawn", "First", **said), "follows the rating")
    done(*decided(copy, "category-awarded", "Honorary", **said))
    done(*decided(copy, "category-withdrawn", "Honorary", **said | {"on": "2026-04-03"}))


def refused(copy, words, why):
    """Check that the refusal has one line and records nothing."""
    before = head(copy)
    ran = run(*words)
    assert ran.code == REFUSED, ran
    assert why in ran.err
    assert len(ran.err.splitlines()) == 1
    assert head(copy) == before


def head(address):
    with Ledger.open(str(address)) as ledger:
        return ledger.read.head()


def test_a_merged_number_holds_no_category(sample, tmp_path):
    """From the merge on a single player is known; on the day before, both."""
    where = ("--ledger", str(shutil.copy(sample, tmp_path / "copy.ledger")))
    ask = ("pool", "categories", DRAUGHTS, *where)
    assert "109-3" in {row["player"] for row in rows(*ask)}
    done("player", "merge", "83-3", "109-3", "--by", "fid", *where)
    holders = {row["player"] for row in rows(*ask)}
    assert ("83-3" in holders, "109-3" in holders) == (True, False)
    assert "109-3" in {row["player"] for row in rows(*ask, "--known-at", "#88")}
