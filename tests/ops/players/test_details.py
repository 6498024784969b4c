"""The register as asked and corrected at the command line."""

from datetime import date

import pytest

from ledger.events.register import PlayerDetailsChanged, PlayerDetailsCorrected
from ledger.intake.import_report.importing import import_report
from ledger.store.ledger import Ledger
from ops.cli.exits import REFUSED
from ops.house import House
from ops.players.recordings import CorrectPlayer
from tests.support.command import done, run
from tests.support.people import enter, forget, numbers_of, person
from tests.support.pool_ledgers import chess, opened
from tests.support.report_files import Tournament, players, round_robin


@pytest.fixture
def address(tmp_path):
    """A ledger with 1-3 Maria, 2-1 Luca and 3-7 Maria again."""
    path = str(tmp_path / "ledger.db")
    with opened(path) as ledger:
        enter(
            ledger,
            person("Rossi, Maria", 1975, "w", "ITA", fide="123"),
            person("Bianchi, Luca", 1980, "m", "ITA", fide="456"),
            person("Maria Rossi", 1975, ita="77"),
        )
    return path


def rows(address, *words):
    return run(*words, "--format", "json", "--ledger", address).document["rows"]


def last_fact(address):
    with Ledger.open(address) as ledger:
        position = ledger.read.head().next_position - 1
        return ledger.read.at([position])[position].decoded().payload


def test_search_shows_who_it_may_be(address):
    found = rows(address, "player", "search", "rosi maria")
    assert [(each["player"], each["likeness"]) for each in found] == [("1-3", 95), ("3-7", 95)]
    assert "1-3" in done("player", "search", "fide:123", "--ledger", address)
    assert "nothing" in done("player", "search", "Nobody", "--ledger", address)


@pytest.mark.parametrize("text", ["", "  "])
def test_a_search_for_nothing_is_refused(address, text):
    refused = run("player", "search", text, "--ledger", address)
    assert refused.code == REFUSED
    assert "a player is found by a name or a number: write one" in refused.err


def test_show_tells_what_the_register_knows(address):
    assert rows(address, "player", "show", "fide:123") == [
        {
            "player": "1-3",
            "name": "Rossi, Maria",
            "birth_year": 1975,
            "sex": "w",
            "federation": "ITA",
            "numbers": "fide:123",
            "title": "",
            "women_title": "",
            "other_titles": "",
            "online_title": "",
            "committee": "",
            "merged": "",
            "deaths": [],
            "suspensions": [],
            "ratings": [],
            "pools": [],
        }
    ]


def titles(address, *day):
    (shown,) = rows(address, "player", "show", "fide:123", *day)
    return [shown[name] for name in ("title", "women_title", "other_titles", "online_title")]


def test_titles_are_shown_as_held_on_a_day(address):
    """A correction of today's title leaves the titles of earlier days."""
    to = ("player", "change", "fide:123", "--ledger", address)
    done(*to, "--on", "2026-01-01", "--title", "wfm", "--women-title", "WFM")
    done(*to, "--on", "2026-02-01", "--title", "IM", "--women-title", "WIM")
    done(*to, "--on", "2026-02-01", "--other-titles", "FA, ni", "--online-title", "AFM")
    assert titles(address, "--as-of", "2025-12-31") == ["", "", "", ""]
    assert titles(address, "--as-of", "2026-01-31") == ["WFM", "WFM", "", ""]
    assert titles(address, "--as-of", "2026-02-01") == ["IM", "WIM", "FA,NI", "AFM"]
    correction = ("--title", "WIM", "--other-titles", "none", "--by", "fide")
    done("player", "correct", "fide:123", *correction, "--ledger", address)
    assert titles(address) == ["WIM", "WIM", "", "AFM"]
    assert titles(address, "--as-of", "2026-01-31") == ["WFM", "WFM", "", ""]


@pytest.mark.parametrize(
    ("option", "text"),
    [("--title", "master"), ("--title", "FM,IM"), ("--other-titles", "IA;FA")],
)
def test_what_is_no_title_is_refused(address, option, text):
    words = ("--on", "2026-01-01", option, text)
    refused = run("player", "change", "fide:123", *words, "--ledger", address)
    assert (refused.code, f"'{text}' is no title" in refused.err) == (REFUSED, True)


def test_an_erased_player_is_neither_shown_nor_changed(address):
    with Ledger.open(address) as ledger:
        forget(ledger, 1)
    for words in (["show"], ["correct", "--sex", "m", "--by", "fide"]):
        ran = run("player", words[0], "1-3", *words[1:], "--ledger", address)
        assert ran.code == 3
        assert "words were erased" in ran.err


def test_a_correction_says_what_was_wrong_and_leaves_the_rest(address):
    out = done(
        *("player", "correct", "1-3", "--birth-year", "1976", "--name", "Rossi, Marta"),
        *("--by", "fsi", "--article", "4.2", "--ledger", address),
    )
    assert out == (
        "now 1-3 Rossi, Marta, 1976, ITA, fide 123; before 1-3 Rossi, Maria, 1975, ITA, fide 123 "
        "(#4)\n"
    )
    fact = last_fact(address)
    assert isinstance(fact, PlayerDetailsCorrected)
    assert (fact.birth_year, fact.sex, fact.federation) == ("1976", "*", "***")
    assert (fact.by, fact.article) == ("fsi", "4.2")
    assert rows(address, "player", "search", "Marta Rossi")[0]["birth_year"] == 1976
    assert run("verify", "--ledger", address).code == 0


def test_what_is_unknown_is_taken_away(address):
    done(
        *(
            "player",
            "correct",
            "1-3",
            "--birth-year",
            "0",
            "--sex",
            "none",
            "--federation",
            "none",
        ),
        *("--number", "fide:none", "--by", "fsi", "--ledger", address),
    )
    fact = last_fact(address)
    assert (fact.birth_year, fact.sex, fact.federation) == ("0000", "-", "---")
    with Ledger.open(address) as ledger:
        assert numbers_of(ledger, 1) == {}


def test_a_birth_as_printed_does_not_outlive_its_year(tmp_path):
    path = str(tmp_path / "ledger.db")
    with opened(path) as ledger:
        import_report(ledger, Tournament(players(2), round_robin(2)).trf16(), chess())
        assert b'"birth"' in ledger.read.subjects([1])[1][1]
        CorrectPlayer(player="1-3", sex="m", by="fsi").record(House(ledger))
        assert b'"birth"' in ledger.read.subjects([1])[1][1]
        CorrectPlayer(player="1-3", birth_year=1999, by="fsi").record(House(ledger))
        assert b'"birth"' not in ledger.read.subjects([1])[1][1]


def test_a_committee_is_kept_with_the_name_and_taken_away(address):
    """The local body of a member, as named in the rankings of national bodies."""
    change = ("player", "change", "2-1", "--on", "2026-01-01", "--ledger", address)
    done(*change, "--committee", "Città di Castello", "--number", "uisp:123")
    (shown,) = rows(address, "player", "show", "uisp:123")
    assert (shown["committee"], shown["numbers"]) == ("Città di Castello", "fide:456 uisp:123")
    assert run("verify", "--ledger", address).code == 0
    done(*change, "--committee", "none")
    assert rows(address, "player", "show", "2-1")[0]["committee"] == ""
    assert run(*change, "--committee", "a\0").code == 3


def test_a_change_holds_from_its_day(address):
    done(
        *("player", "change", "2-1", "--federation", "fra", "--number", "fra:l018"),
        *("--on", "2026-01-01", "--ledger", address),
    )
    fact = last_fact(address)
    assert isinstance(fact, PlayerDetailsChanged)
    assert (fact.on, fact.federation) == (date(2026, 1, 1), "FRA")
    assert rows(address, "player", "show", "fra:L018")[0]["numbers"] == "fide:456 fra:L018"


def test_what_is_so_already_is_not_recorded_again(address):
    again = ["player", "change", "2-1", "--federation", "FRA", "--on", "2026-01-01"]
    assert done(*again, "--ledger", address).startswith("now 2-1")
    assert "is so already; nothing was recorded" in done(*again, "--ledger", address)
    for federation in ("ITA", "FRA"):  # there and back: each is a change of its own
        again[4] = federation
        assert done(*again, "--ledger", address).startswith("now 2-1")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["--number", "fide:456"],
            "belongs to 2-1: if that is wrong, remove the number there",
        ),
        (["--number", "456"], "a body and its number, as fide:123"),
        (["--number", "fide:4x"], "a body and its number"),
        (["--birth-year", "1899"], "1900 to 2100, or 0"),
        (["--birth-year", "2101"], "1900 to 2100, or 0"),
        (["--sex", "f"], "m, w, or none"),
        (["--federation", "IT"], "three letters"),
        (["--name", " "], "1 to 200 characters"),
        (["--name", "x" * 201], "at most 200 characters"),
        ([], "say what is to be different"),
    ],
)
def test_what_cannot_be_is_refused(address, words, says):
    ran = run("player", "correct", "1-3", *words, "--by", "fsi", "--ledger", address)
    assert ran.code == 3
    assert says in ran.err


@pytest.mark.parametrize("year", [1900, 2100])
def test_the_first_and_the_last_birth_year_are_taken(address, year):
    with Ledger.open(address) as ledger:
        done = CorrectPlayer(player="1-3", birth_year=year, by="fsi").record(House(ledger))
        assert done.after.birth_year == year


def test_duplicates_of_persons_are_listed_with_both(address):
    (pair,) = rows(address, "player", "duplicates")
    assert (pair["player"], pair["other_player"], pair["likeness"]) == ("1-3", "3-7", 100)


def test_duplicates_of_tournaments_are_listed_with_both(tmp_path):
    path = str(tmp_path / "ledger.db")
    file = Tournament(players(4), round_robin(4))
    with opened(path) as ledger:
        for name in (b"Open d'inverno", b"Open invernale"):
            data = file.trf16().replace(b"Open d'inverno", name)
            import_report(ledger, data, chess(another_event=True))
    (pair,) = rows(path, "tournament", "duplicates")
    assert (pair["tournament"], pair["other"]) == ("T-000001", "T-000002")
    assert (pair["shared_players"], pair["shared_games"]) == (4, 6)
