"""A UISP pool from the command line: opened, announced, closed, published, ranked, explained."""

import shutil
from pathlib import Path

import pytest

from tests.support.command import done, run

FILE = "ops/guide/ponte.trf"
"""Four players on 11 October 2025, 90 minutes and 30 seconds."""
CARRIED = """number,name,federation,sex,birth_year,rating
99000796,"Salventresi, Lidia",ITA,w,1995,1700
99000870,"Ubalicconero, Guido",ITA,m,2001,1650
"""
FIDE = """number,name,federation,standard
99000796,"Salventresi, Lidia",ITA,2248
99000981,"Sciavsbruck, Leon",GER,2155
"""


@pytest.fixture(scope="module")
def begun_once(tmp_path_factory):
    """A ledger with an open UISP pool, two ratings carried over and a report imported."""
    folder = tmp_path_factory.mktemp("uisp")
    here = ("--ledger", folder / "uisp.ledger")
    done("init", "--origin", "example.org", *here)
    done("pool", "open", "uisp", "--first-period", "2026-Q1", "--adopt", *here)
    done("list", "schedule", "uisp", "2026-Q1", "--issue-day", "2026-01-07", *here)
    carried = folder / "carried.csv"
    carried.write_text(CARRIED, encoding="utf-8")
    since = ("--on", "2025-10-05", "--source", "list of October", "--register-new")
    done("pool", "carry-over", "uisp", carried, *since, *here)
    told = ("--set", "received_on=2025-10-20", "--set", "registered_on=2025-10-01")
    done("tournament", "import", FILE, "--pool", "uisp", "--register-new", *told, *here)
    return folder


@pytest.fixture
def desk(begun_once, tmp_path, monkeypatch):
    """A copy of the UISP ledger, known to the commands."""
    monkeypatch.setenv("LEDGER", str(tmp_path / "uisp.ledger"))
    shutil.copytree(begun_once, tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture(scope="module")
def theirs_once(begun_once, tmp_path_factory):
    """The same ledger with the lists of other bodies."""
    folder = tmp_path_factory.mktemp("listed")
    shutil.copytree(begun_once, folder, dirs_exist_ok=True)
    their_list(folder)
    return folder


@pytest.fixture
def theirs(theirs_once, desk):
    """A copy of the UISP ledger, known to the commands."""
    shutil.copytree(theirs_once, desk, dirs_exist_ok=True)
    return desk


def their_list(desk) -> None:
    """Record FIDE's list of October, and empty Italian lists."""
    for name, body, text in (
        ("fide", "fide", FIDE),
        ("fsi", "fsi", FIDE.splitlines()[0] + "\n99000001,Nobody,ITA,1500\n"),
    ):
        file = desk / f"{name}.csv"
        file.write_text(text, encoding="utf-8")
        done(
            "external-list",
            "record",
            file,
            "--issuer",
            body,
            "--list",
            "2025-10",
            "--list-date",
            "2025-10-01",
            "--ledger",
            desk / "uisp.ledger",
        )


def category_of(player: str) -> str:
    """The category somebody holds today."""
    found = run("player", "rating", "uisp", player, "--format", "json").document["rows"]
    return str(found[0]["category"])


def said_of(player: str) -> set[tuple[str, int, str]]:
    """Return list, rating and category, as given by each command: of the same list."""
    where = ("--format", "json")
    told = run("player", "rating", "uisp", player, *where).document
    last = run("player", "history", "uisp", player, *where).document
    held = run("pool", "categories", "uisp", "--limit", "0", *where).document
    ahead = run("player", "outlook", "uisp", player, *where).document["rows"][0]
    mine = next(each for each in held["rows"] if each["player"] == player)
    category = mine["category"]
    found = {(each["list"], each["rating"], each["category"]) for each in told["rows"]}
    found |= {(each["list"], each["rating"], each["category"]) for each in last["rows"][-1:]}
    found |= {(held["about"]["list"], mine["rating"], category)}
    return found | {(ahead["list"], ahead["rating"], category)}


def test_what_keeps_games_out_is_said_before_the_list_is_closed(desk):
    """No list is recorded: how 3 and 4 enter nobody knows."""
    found = run("pool", "findings", "uisp", "T-000001", "--format", "json").document["rows"]
    undecided = [each for each in found if each["kind"] == "needs a decision"]
    assert {each["article"] for each in undecided} == {"I.5"}
    assert any("ledger external-list record" in each["remedy"] for each in undecided)
    (first, *_) = [each for each in undecided if "opponent" in each["says"]]
    assert first["others"] == ["4-5 Tramoighelli, Orestes", "3-7 Sciavsbruck, Leon"]
    assert first["remedy"].startswith("record the list that the finding of the opponent asks for")
    assert run("tournament", "check", "uisp", "T-000001").code == 1


def test_a_pool_that_began_with_nothing_says_so_in_a_worksheet(tmp_path, monkeypatch):
    """The list before the first has no day in force."""
    monkeypatch.setenv("LEDGER", str(tmp_path / "empty.ledger"))
    done("init", "--origin", "example.org")
    done("pool", "open", "uisp", "--first-period", "2026-Q1", "--adopt")
    done("list", "schedule", "uisp", "2026-Q1", "--issue-day", "2026-01-07")
    done(
        "tournament",
        "import",
        FILE,
        "--pool",
        "uisp",
        "--register-new",
        "--set",
        "received_on=2025-10-20",
    )
    for player in ("1-3", "2-1", "3-7", "4-5"):
        decided = ("--player", player, "--rating", "1500", "--by", "uisp-chess")
        done("event", "record", "entry-capital-decided", "--pool", "uisp", *decided)
    done("list", "close", "uisp", "2026-Q1")
    told = done("player", "explain", "uisp", "1-3", "2026-Q1")
    assert "ratings of the list carried over, empty: nothing was carried over" in told
    assert "0001-01-01" not in told


def test_nobody_who_waits_for_a_first_rating_is_carried_over(tmp_path, monkeypatch):
    """Every player with a game enters: no pool of results, and none is named."""
    monkeypatch.setenv("LEDGER", str(tmp_path / "empty.ledger"))
    done("init", "--origin", "example.org")
    done("pool", "open", "uisp", "--first-period", "2026-Q1", "--adopt")
    carried = tmp_path / "carried.csv"
    for columns, expected in (
        ("number,name,rating\n1,Nobody,\n", "found nothing, expected a rating; complete it"),
        ("number,name,rating,pool_games\n1,Nobody,,3\n", "in this pool nobody waits for a first"),
    ):
        carried.write_text(columns, encoding="utf-8")
        ran = run("pool", "carry-over", "uisp", carried, "--on", "2025-10-05", "--source", "a list")
        assert (ran.code, expected in ran.err) == (3, True)


def test_the_cut_off_follows_from_the_issue_day(desk):
    ran = run("list", "schedule", "uisp", "2026-Q2", "--issue-day", "2026-04-11")
    assert ran.code == 3
    assert "2026-Q2 is issued from 2026-04-01 to 2026-04-10" in ran.err
    wrong = ("--issue-day", "2026-04-05", "--cut-off", "2026-03-27")
    assert "its cut-off is 2026-03-26" in run("list", "schedule", "uisp", "2026-Q2", *wrong).err
    assert "announced list 2026-Q2" in done("list", "schedule", "uisp", "2026-Q2", *wrong[:2])


def test_a_quarter_is_closed_published_ranked_and_explained(theirs):
    decided = ("--player", "4-5", "--rating", "1500", "--by", "uisp-chess")
    done("event", "record", "entry-capital-decided", "--pool", "uisp", *decided)
    done("list", "close", "uisp", "2026-Q1")
    about = run("list", "show", "uisp", "--format", "json").document["about"]
    assert about["list"] == "carried over"
    assert about["note"] == {"kind": "newer-not-published", "lists": ["2026-Q1"]}
    about = run("list", "show", "uisp", "2026-Q1", "--format", "json").document["about"]
    assert (about["in_force_from"], about["force"]) == (None, "not published")
    done("list", "publish", "uisp", "2026-Q1", "--on", "2026-01-09")
    done(
        "player",
        "change",
        "1-3",
        "--number",
        "uisp:77",
        "--committee",
        "Borgo",
        "--on",
        "2025-01-01",
    )
    ranked = run("list", "show", "uisp", "2026-Q1", "--format", "json").document
    assert ranked["about"]["in_force_from"] == "2026-01-09"
    lidia = next(each for each in ranked["rows"] if each["number"] == "77")
    assert (lidia["committee"], lidia["rating_before"]) == ("Borgo", 1700)
    assert (lidia["tournaments"], lidia["period_games"]) == (1, 3)
    leon = done("player", "explain", "uisp", "fide:99000981", "2026-Q1")
    assert "I.5: the FIDE list in force: fide 2025-10 of 2025-10-01 (standard) says 2155" in leon
    assert "II.2: FIDE's standard times" in leon
    assert "rating none ->" in leon
    assert run("verify").code == 0


def test_article_i_4_categories_that_the_body_sets_follow_what_is_published(desk):
    """I.4: until a list is published, the categories of the list before hold, whatever the new
    list brings.
    """
    of_body = ("--pool", "uisp", "--in-force-from", "2025-10-05", "--by", "uisp-chess")
    rows = '[["Third", 0], ["Second", 1500], ["First", 1705]]'
    categories = ("--name", "categories", "--unit", "points", "--rows", rows)
    done("event", "record", "parameter-set", *of_body, *categories)
    done(
        "event", "record", "parameter-set", *of_body, "--name", "permanence", "--word", "permanent"
    )
    their_list(desk)
    decided = ("--player", "4-5", "--rating", "1500", "--by", "uisp-chess")
    done("event", "record", "entry-capital-decided", "--pool", "uisp", *decided)
    done("list", "close", "uisp", "2026-Q1")
    found = run("list", "promotions", "uisp", "2026-Q1", "--format", "json").document["rows"]
    assert [(each["before"], each["after"], each["on"]) for each in found] == [
        ("Second", "First", None)
    ]
    assert category_of("1-3") == "Second"
    assert said_of("1-3") == {("carried over", 1700, "Second")}
    ahead = run("player", "outlook", "uisp", "1-3", "--format", "json").document["rows"]
    told = [(each["what"], each["rating"] or each["category"]) for each in ahead]
    assert told == [
        ("official rating", 1700),
        ("not in force", 1733),
        ("provisional rating", 1733),
        ("promoted", "First"),
    ]
    done("list", "publish", "uisp", "2026-Q1", "--on", "2026-01-09")
    assert said_of("1-3") == {("2026-Q1", 1733, "First")}
    found = run("list", "promotions", "uisp", "2026-Q1", "--format", "json").document["rows"]
    assert [each["on"] for each in found] == ["2026-01-09"]
    assert category_of("1-3") == "First"
    ranked = run("list", "show", "uisp", "2026-Q1", "--format", "json").document["rows"]
    assert next(e for e in ranked if e["name"].startswith("Salv"))["category"] == "First"


def test_the_day_of_receipt_is_corrected_while_no_list_has_booked_it(desk):
    """Not to a day before the end; after a list has booked the tournament, the day stays with the
    list.
    """
    correct = ("tournament", "correct", "details", "T-000001", "--by", "uisp-chess", "--set")
    early = run(*correct, "received_on=2025-10-10")
    assert early.code == 3
    assert "received on 2025-10-10, before its end on 2025-10-11" in early.err
    done(*correct, "received_on=2025-12-29")
    assert "2025-12-29" in done("tournament", "show", "T-000001")
    assert "0 tournaments booked" in done("list", "close", "uisp", "2026-Q1")
    done(*correct, "received_on=2025-12-28")
    done("list", "schedule", "uisp", "2026-Q2", "--issue-day", "2026-04-05")
    assert "1 tournament booked" in done("list", "close", "uisp", "2026-Q2")
    assert "list 2026-Q2 of uisp stays as sealed" in done(*correct, "received_on=2025-12-27")


def test_closing_says_how_many_entries_need_a_decision(desk):
    """A dry run too: nobody loses games without a word."""
    said = "not met: 2 entries need a decision; 4 players have games that wait"
    assert said in run("list", "close", "uisp", "2026-Q1", "--preview").err
    their_list(desk)
    decided = ("--player", "4-5", "--rating", "1500", "--by", "uisp-chess")
    done("event", "record", "entry-capital-decided", "--pool", "uisp", *decided)
    assert run("list", "close", "uisp", "2026-Q1", "--preview").err == ""


def test_closing_says_which_lists_were_never_published(desk):
    done("list", "schedule", "uisp", "2026-Q2", "--issue-day", "2026-04-05")
    assert "received by 2025-12-28" in done("list", "close", "uisp", "2026-Q1")
    assert "not published" not in run("list", "close", "uisp", "2026-Q1").err
    assert "not published, so not in force: 2026-Q1" in run("list", "close", "uisp", "2026-Q2").err


def test_article_i_4_a_list_is_published_once_it_is_sealed_and_not_before_its_day(desk):
    for period, on, says in (
        ("2026-Q1", "2026-01-09", "no list '2026-Q1' is closed"),
        ("1999-Q9", "2026-01-09", "no list '1999-Q9' is closed"),
    ):
        assert says in run("list", "publish", "uisp", period, "--on", on).err
    done("list", "close", "uisp", "2026-Q1")
    for on, says in (("2026-01-06", "before its issue day"), ("2099-01-01", "is still to come")):
        assert says in run("list", "publish", "uisp", "2026-Q1", "--on", on).err


def test_article_i_4_a_mistyped_day_of_publication_is_put_right(desk):
    """A question as known then gets the day that held then."""
    done("list", "close", "uisp", "2026-Q1")
    words = ("list", "publish", "uisp", "2026-Q1", "--on")
    first = done(*words, "2026-01-19")
    assert "if that day is wrong" in run(*words, "2026-01-09").err
    second = done(*words, "2026-01-09", "--corrects")
    assert (second, done(*words, "2026-01-09", "--corrects")[:20]) != (first, first[:20])

    def since(*options: str) -> str:
        about = run("list", "show", "uisp", "--format", "json", *options).document["about"]
        return str(about["in_force_from"])

    assert since() == "2026-01-09"
    known = first.rpartition("(")[2].strip(")\n")
    assert since("--known-at", known) == "2026-01-19"
    third = done(*words, "2026-01-19", "--corrects")
    assert "already recorded" not in third
    assert "already recorded" in done(*words, "2026-01-19", "--corrects")
    assert since() == "2026-01-19"


def test_reading_a_newer_list_holds_whatever_is_published_after_it(theirs):
    """Q2 first, then Q1: Q1 never is in force, and both publication and questions say so."""
    done("list", "close", "uisp", "2026-Q1")
    done("list", "schedule", "uisp", "2026-Q2", "--issue-day", "2026-04-05")
    done("list", "close", "uisp", "2026-Q2")
    done("list", "publish", "uisp", "2026-Q2", "--on", "2026-04-06")
    late = run("list", "publish", "uisp", "2026-Q1", "--on", "2026-04-07")
    never = "published on 2026-04-07, when 2026-Q2 held: it never was in force"
    assert f"uisp 2026-Q1: {never}" in late.err
    about = run("list", "show", "uisp", "2026-Q1", "--format", "json").document["about"]
    assert (about["in_force_from"], about["force"]) == (None, "never in force")
    assert never in done("list", "show", "uisp", "2026-Q1")
    told = run("player", "history", "uisp", "1-3", "--format", "json").document["rows"]
    assert [each["force"] for each in told if each["list"] == "2026-Q1"] == ["never in force"]


def test_the_exact_index_is_a_rulebook_of_its_own(desk):
    said = done(
        *("pool", "open", "uisp-liga", "--rulebook", "uisp-exact", "--first-period", "2026-Q1"),
        "--adopt",
    )
    assert "carrying the exact index" in said
    carry = run("rules", "article", "uisp-exact", "I.3", "--format", "csv").out
    assert "exact" in carry


THRESHOLDS = ("--name", "categories", "--unit", "points", "--rows", '[["Third", 0]]')


def setting(day: str) -> tuple[str, ...]:
    """Return the words to set categories from a day."""
    return (
        "event",
        "record",
        "parameter-set",
        "--pool",
        "uisp",
        "--in-force-from",
        day,
        "--by",
        "uisp",
    )


def test_article_i_4_what_the_body_sets_leaves_a_published_list_as_it_is(theirs):
    """I.4: the list of 7 January holds from 20 January, and so do the new categories."""
    done("list", "close", "uisp", "2026-Q1")
    done("list", "publish", "uisp", "2026-Q1", "--on", "2026-01-20")
    for day in ("2026-01-07", "2026-01-08", "2026-01-20"):
        ran = run(*setting(day), *THRESHOLDS)
        assert ran.code == 3
        assert "let it be in force from a day after 2026-01-20" in ran.err
    done(*setting("2026-01-21"), *THRESHOLDS)


def test_a_refusal_before_publication_shows_a_command_that_can_be_typed(theirs):
    """The list is not in force yet; the categories may be set from the day after on."""
    done("list", "close", "uisp", "2026-Q1")
    said = run("list", "promotions", "uisp", "2026-Q1").err
    assert "uisp has no categories on 2026-01-07: " in said
    assert "--in-force-from 2026-01-08 " in said


def listed(*how: str) -> list[dict[str, object]]:
    """Return the rows of the first list, in one of the formats."""
    verb, *further = how
    asked = ("list", verb, "uisp", "2026-Q1", *further)
    return list(run(*asked, "--format", "json").document["rows"])


def test_a_list_names_players_as_they_were_on_its_own_day(theirs):
    """A later change shows on later lists; a mended error on every list."""
    change = ("player", "change", "1-3")
    done(*change, "--number", "uisp:77", "--committee", "Roma", "--on", "2025-11-01")
    done("list", "close", "uisp", "2026-Q1")
    done("list", "publish", "uisp", "2026-Q1", "--on", "2026-01-09")
    before = listed("show")
    later = ("--name", "Altro, Lidia", "--number", "uisp:900", "--committee", "Milano")
    done(*change, *later, "--on", "2026-02-01")
    assert listed("show") == before
    done("list", "schedule", "uisp", "2026-Q2", "--issue-day", "2026-04-05")
    done("list", "close", "uisp", "2026-Q2")
    told = done("list", "show", "uisp", "2026-Q2")
    assert all(each in told for each in ("Altro, Lidia", "900", "Milano"))
    correct = ("player", "correct", "1-3", "--name", "Giusta, Lidia", "--by", "uisp-chess")
    done(*correct)
    assert "Giusta, Lidia" in done("list", "show", "uisp", "2026-Q2")


@pytest.mark.parametrize(
    "decided",
    [("tournament-refused",), ("game-excluded", "--report", "REPORT", "--game", "0")],
    ids=lambda each: each[0],
)
def test_a_decision_after_the_closing_says_that_the_list_stays_and_which_books_it(theirs, decided):
    report = run("tournament", "show", "T-000001", "--format", "json").document["reports"][0][
        "report"
    ]
    words = [str(report).strip("#") if each == "REPORT" else each for each in decided]
    record = ("event", "record", *words, "--tournament", "T-000001", "--by", "uisp-chess")
    done("list", "close", "uisp", "2026-Q1")
    stays = "list 2026-Q1 of uisp stays as sealed; booked on the first open list"
    assert done(*record).splitlines()[1:] == [f"  {stays}"]


def test_a_decision_before_the_closing_says_nothing_of_lists(desk):
    refused = ("tournament-refused", "--tournament", "T-000001", "--by", "uisp-chess")
    assert len(done("event", "record", *refused).splitlines()) == 1


def test_a_list_whose_day_is_not_announced_is_refused_with_the_command_to_type(desk):
    opened = ("--rulebook", "uisp-exact", "--first-period", "2026-Q1", "--adopt")
    done("pool", "open", "uisp-liga", *opened)
    said = run("list", "close", "uisp-liga", "2026-Q1").err
    assert "announce it (`ledger list schedule uisp-liga 2026-Q1 --issue-day ISSUE-DAY " in said


def test_no_day_of_registration_is_asked_for_where_no_text_does(desk):
    """Elo UISP asks on which day a report was received, and nothing else."""
    line = "001 {:4} m    {:33} 1500 ITA {:11} 1990/00/00  {}    {}     {} {}\n"
    players = line.format(1, "Uno, A", 1, "1.0", 1, 2, "w 1")
    players += line.format(2, "Due, B", 2, "0.0", 2, 1, "b 0")
    file = desk / "two.trf"
    file.write_text(f"012 Two\n042 2025/10/12\n052 2025/10/12\n{players}", encoding="utf-8")
    asked = ("--set", "received_on=2025-10-20", "--register-new", "--preview")
    assert "registered_on" not in done("tournament", "import", file, "--pool", "uisp", *asked)
    done("pool", "open", "fide-standard", "--first-period", "2025-11", "--adopt")
    assert "registered_on" in done("tournament", "import", file, "--pool", "fide-standard", *asked)


@pytest.mark.parametrize(
    ("day", "carried"), [("2026-01-06", True), ("2026-01-07", False), ("2026-02-01", False)]
)
def test_ratings_carried_over_hold_before_the_day_of_the_first_list(tmp_path, day, carried):
    """Otherwise no list could ever be closed: each comes after the list before."""
    address = ("--ledger", str(tmp_path / "begins.ledger"))
    file = tmp_path / "carried.csv"
    file.write_text(CARRIED, encoding="utf-8")
    done("init", "--origin", "example.org", *address)
    done("pool", "open", "uisp", "--first-period", "2026-Q1", "--adopt", *address)
    done("list", "schedule", "uisp", "2026-Q1", "--issue-day", "2026-01-07", *address)
    told = ("pool", "carry-over", "uisp", file, "--on", day, "--source", "a list", "--register-new")
    found = run(*told, *address)
    assert (found.code == 0) is carried
    if not carried:
        assert f"--on {day}: the first list of uisp, 2026-Q1, is of 2026-01-07" in found.err


def test_the_first_list_is_announced_for_a_day_after_the_ratings_carried_over(tmp_path):
    address = ("--ledger", str(tmp_path / "begins.ledger"))
    file = tmp_path / "carried.csv"
    file.write_text(CARRIED, encoding="utf-8")
    done("init", "--origin", "example.org", *address)
    done("pool", "open", "uisp", "--first-period", "2026-Q1", "--adopt", *address)
    told = ("pool", "carry-over", "uisp", file, "--on", "2026-01-05", "--source", "a list")
    done(*told, "--register-new", *address)
    refused = run("list", "schedule", "uisp", "2026-Q1", "--issue-day", "2026-01-05", *address)
    assert (
        "--issue-day 2026-01-05: uisp begins with ratings in force from 2026-01-05" in refused.err
    )
    done("list", "schedule", "uisp", "2026-Q1", "--issue-day", "2026-01-06", *address)


def test_a_decision_that_comes_after_the_closing_says_what_becomes_of_it(desk):
    """No list is recorded: two newcomers await a list, and one newcomer is decided."""
    ahead = run("player", "outlook", "uisp", "fide:99000981", "--format", "json").document["rows"]
    (waits,) = [each for each in ahead if each["tournament"] == "T-000001"]
    assert waits["what"] == "needs a decision"
    assert "counts before somebody's entry is known" in waits["says"]
    assert (
        "ledger event record entry-capital-decided" in run("list", "close", "uisp", "2026-Q1").err
    )
    decide = (
        "event",
        "record",
        "entry-capital-decided",
        "--pool",
        "uisp",
        "--player",
        "fide:99000981",
    )
    said = done(*decide, "--rating", "2155", "--by", "uisp-chess").splitlines()
    assert said[0].startswith("recorded entry-capital-decided.v1 (#")
    assert said[1].endswith("the next list books the difference")
    their_list(desk)
    listed = run("pool", "findings", "uisp", "T-000001", "--format", "json").document["rows"]
    late = [each["says"] for each in listed if each["kind"] == "open"]
    assert late[0].endswith("but is since: the next list books what it changes")


def test_a_day_of_publication_that_is_put_right_names_what_began_meanwhile(desk):
    """Q1 was published on 20 January, by the knowledge of then; the true day was the 22nd."""
    their_list(desk)
    done("list", "close", "uisp", "2026-Q1")
    done("list", "publish", "uisp", "2026-Q1", "--on", "2026-01-20")
    done("list", "schedule", "uisp", "2026-Q2", "--issue-day", "2026-04-05")
    text = Path(FILE).read_text(encoding="utf-8").replace("2025/10/11", "2026/01/21")
    numbered = text.replace("Tramoighelli, Orestes", "Zabbrucconero, Anselm")
    rows = [
        f"{row[:57]}{99001106:11d}{row[68:]}" if "Anselm" in row else row
        for row in numbered.splitlines()
    ]
    again = desk / "again.trf"
    again.write_text("\n".join(rows).replace("012 ", "012 Again: "), encoding="utf-8")
    done(
        *("tournament", "import", again, "--pool", "uisp", "--register-new"),
        *("--set", "received_on=2026-02-01", "--set", "registered_on=2026-01-01"),
    )
    done("list", "close", "uisp", "2026-Q2")
    said = done("list", "publish", "uisp", "2026-Q1", "--on", "2026-01-22", "--corrects")
    assert said.splitlines()[1] == (
        "  list 2026-Q2 stays as sealed; the next list books what another list in force changes "
        "for T-000002"
    )


@pytest.mark.parametrize("by_hand", ["at the import", "corrected"])
def test_a_header_that_overrides_the_time_control_by_another_k_is_warned_of(desk, by_hand):
    """II.2: K 20 by rapid times, 30 for the 90 minutes and 30 seconds of the file."""
    file, who = Path(FILE).read_bytes(), ("--map", desk / "map.csv")
    who[1].write_text('number,name,player\n4,"Tramoighelli, Orestes",4-5\n', encoding="utf-8")
    rapid, again = ("--set", "time_control=1500+5"), desk / "again.trf"
    replace = ("tournament", "import", again, "--replaces", "T-000001", *who)
    if by_hand == "corrected":
        done("tournament", "correct", "details", "T-000001", *rapid, "--by", "uisp")
    else:
        again.write_bytes(file.replace(b"Galvombrano, Livia", b"Galvombrano, Lia"))
        assert "warning: time control" not in done(*replace, *rapid)
    again.write_bytes(file.replace(b"CM Ubalic", b"FM Ubalic"))
    assert (
        'warning: time control: found "5400+30", expected 1500+5, as recorded: K 20 in uisp; by '
        "the file K 30; if the file is wrong, keep what is recorded: --set time_control=1500+5"
    ) in done(*replace, "--preview")
    assert "warning: time control" not in done(*replace, *rapid)
