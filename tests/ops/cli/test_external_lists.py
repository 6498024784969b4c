"""Lists of other bodies as people type the commands: carried over, recorded, asked."""

import pytest

from ledger.register import identities
from ops.cli.exits import REFUSED
from tests.support.begun_ledgers import begun
from tests.support.command import done, run
from tests.support.list_files import COMBINED, SINGLE, fixed, spread, zipped

CHESS = "fide-standard"
LIST = fixed(
    COMBINED,
    {"ID Number": "101", "Name": "Rossi, Anna", "Fed": "ITA", "SRtng": "2390", "SK": "10"},
    {"ID Number": "102", "Name": "Bianchi, Bruno", "Fed": "ITA", "SRtng": "1800", "SK": "20"},
    {"ID Number": "103", "Name": "Durand, Carl", "Fed": "FRA", "SRtng": "2450", "SK": "10"},
)
BEGIN = ("--on", "2026-09-01", "--source", "FIDE, September 2026")
SEPTEMBER = ("--issuer", "fide", "--list", "2026-09", "--list-date", "2026-09-01")


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    """A ledger with one pool; the environment variable LEDGER holds the path."""
    address = tmp_path / "lists.ledger"
    monkeypatch.setenv("LEDGER", str(address))
    begun(address, "init", f"pool open {CHESS} --first-period 2026-10 --adopt")
    return address


@pytest.fixture
def file(tmp_path):
    """A combined list in a .zip."""
    return zipped(tmp_path / "players_list.zip", LIST)


def carry(file, *words):
    """Carry the Italians over."""
    kind = ("--kind", "standard", "--federation", "ita", "--register-new")
    return done("pool", "carry-over", CHESS, file, *BEGIN, *kind, *words)


def test_a_list_is_carried_over_and_what_it_does_not_tell_is_told(ledger, file):
    said = carry(file).splitlines()
    assert said[0].startswith("carried over: players_list.zip into fide-standard: 2 ratings, ")
    assert "0 rows of newcomers, 2 players registered (#" in said[0]
    assert said[1:] == [
        "  note: left out: columns of the list that are not kept (SGm, RRtng, RGm, Rk, BRtng, BGm, "
        "BK)",
        "  note: games so far and peaks are unknown: a list does not tell them, but a K can imply "
        "a least number of games",
        "  note: 1 player with the K of who once reached 2400 and a lower rating: a list does not "
        "tell their peak, and without it the first list prints another K; to keep it carry over a "
        "CSV file with peak and games",
    ]
    assert carry(file).splitlines()[0].endswith(", already recorded)")
    assert "2390" in done("list", "show", CHESS)


@pytest.mark.parametrize(
    ("on", "lost"), [("2009-12-31", "2009"), ("2010-01-01", ""), ("2010-01-02", "2010")]
)
def test_the_year_within_which_histories_begin_takes_no_malus_and_that_is_told(
    ledger, tmp_path, on, lost
):
    """Reading `whole_years`: shown where the rulebook has the rule, in draughts."""
    done("pool", "open", "rubele-italiana", "--first-period", "2011-01", "--adopt")
    path = tmp_path / "capitals.csv"
    path.write_bytes(b"number,name,rating\n101,A,1500\n")
    words = ("--on", on, "--source", "x", "--number-scheme", "fid", "--register-new")
    _, *notes = done("pool", "carry-over", "rubele-italiana", path, *words).splitlines()
    told = f"  note: histories begin on {on}, so the year {lost} is not complete: "
    assert [note.startswith(told) for note in notes] == ([True] if lost else [])


def test_players_without_a_rating_are_registered_if_asked(ledger, tmp_path):
    file = tmp_path / "list.txt"
    unrated = {"ID Number": "104", "Name": "Neri, Dario", "Fed": "ITA", "SRtng": "0"}
    file.write_bytes(fixed(COMBINED, {"ID Number": "101", "Name": "A", "SRtng": "2390"}, unrated))
    kind = ("--kind", "standard", "--register-unrated")
    said, *notes = done("pool", "carry-over", CHESS, file, *BEGIN, *kind).splitlines()
    assert "1 rating, 0 rows of newcomers, 2 players registered (#" in said
    assert not any("without a rating" in note for note in notes)
    assert "Neri, Dario" in done("player", "search", "Neri")


def test_the_own_csv_is_carried_over_as_before_without_notes(ledger, tmp_path):
    path = tmp_path / "own.csv"
    path.write_bytes(b"number,name,rating,k,peak\n101,A,2390,10,2410\n")
    said = done("pool", "carry-over", CHESS, path, *BEGIN, "--register-new")
    assert len(said.splitlines()) == 1


def test_another_csv_is_a_list_with_a_form_or_a_column(ledger, tmp_path):
    path = tmp_path / "elo.csv"
    path.write_bytes(spread(("ID FIDE", "Cognome", "Nome", "Punti"), (101, "Rossi", "Anna", 1500)))
    plain = run("pool", "carry-over", CHESS, path, *BEGIN, "--register-new")
    assert (plain.code, "header: found" in plain.err) == (REFUSED, True)
    words = ("--register-new", "--column", "rating=Punti")
    done("pool", "carry-over", CHESS, path, *BEGIN, *words)
    assert "Rossi, Anna" in done("list", "show", CHESS)


OF_LISTS = "--federation, --kind, --register-unrated are for lists"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--column", "rating"], "--column rating: write each once, as field=HEADING"),
        (["--column", "rating=a", "--column", "rating=b"], "--column rating=b: write each once"),
        (["--column", "=a"], "write each once, as field=HEADING"),
        (["--federation", "ITA"], OF_LISTS),
        (["--kind", "rapid"], OF_LISTS),
        (["--register-unrated"], OF_LISTS),
    ],
)
def test_options_of_lists_are_checked(ledger, tmp_path, words, says):
    path = tmp_path / "own.csv"
    path.write_bytes(b"number,name,rating\n101,A,2390\n")
    ran = run("pool", "carry-over", CHESS, path, *BEGIN, *words)
    assert (ran.code, says in ran.err) == (REFUSED, True), ran


def test_a_list_is_recorded_and_says_who_stood_on_it(ledger, file):
    carry(file)
    said = done("external-list", "record", file, *SEPTEMBER).splitlines()
    says = "recorded: players_list.zip as list 2026-09 of fide: 3 rows, 2 players of the register"
    assert said[0].startswith(f"{says} (#")
    again = done("external-list", "record", file, *SEPTEMBER)
    assert again.splitlines()[0].endswith(", already recorded)")
    (row,) = run(
        "external-list", "row", "fide", "2026-09", "fide:101", "--format", "json"
    ).document["rows"]
    assert (row["name"], row["on_it"], row["standard"]) == ("Rossi, Anna", True, 2390)


def test_a_list_of_another_month_is_taken_only_when_that_is_said(ledger, tmp_path):
    path = tmp_path / "october.txt"
    row = {"ID Number": "101", "Name": "Rossi, Anna", "OCT26": "1500"}
    path.write_bytes(fixed(SINGLE, row))
    for words in (
        ["pool", "carry-over", CHESS, path, *BEGIN, "--register-new"],
        ["external-list", "record", path, *SEPTEMBER],
    ):
        ran = run(*words)
        assert (ran.code, 'found "OCT26", expected 2026-09' in ran.err) == (REFUSED, True)
        done(*words, "--month-as-given")


def test_absence_is_proved_for_who_was_registered_by_then(ledger, file, tmp_path):
    carry(file)
    path = tmp_path / "short.csv"
    path.write_bytes(spread(("id", "name", "elo"), (102, "B", 1800)))
    done("external-list", "record", path, *SEPTEMBER)
    assert _on_it("fide:101") is False
    assert _on_it("fide:102") is True
    path.write_bytes(b"number,name,rating\n7,Neri,1\n")
    done("pool", "open", "rubele-italiana", "--first-period", "x")
    done("pool", "carry-over", "rubele-italiana", path, *BEGIN, "--register-new")
    assert _on_it("fide:7") is None


def _on_it(player):
    (row,) = run("external-list", "row", "fide", "2026-09", player, "--format", "json").document[
        "rows"
    ]
    return row["on_it"]


def test_the_lists_of_a_body_are_shown(ledger, file):
    assert done("external-list", "list", "fide").startswith("lists of fide: nothing\n")
    carry(file)
    done("external-list", "record", file, *SEPTEMBER)
    (row,) = run("external-list", "list", "fide", "--format", "json").document["rows"]
    assert (row["list"], row["date"], row["rows"], row["ours"]) == ("2026-09", "2026-09-01", 3, 2)
    assert "rows  ours" in done("external-list", "show", "fide", "2026-09")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "fide", "2026-08"], "no list '2026-08' of 'fide' is recorded"),
        (["row", "fide", "2026-09", "fide:99"], "the register holds no such player"),
        (["row", "fide", "2026-09", identities.show(99)], "the register holds no such player"),
        (["record", "nowhere.zip", *SEPTEMBER], "nowhere.zip"),
    ],
)
def test_what_is_not_there_is_refused_in_one_line(ledger, file, words, says):
    done("external-list", "record", file, *SEPTEMBER)
    ran = run("external-list", *words)
    assert (ran.code, len(ran.err.splitlines())) == (REFUSED, 1), ran
    assert says in ran.err


def test_another_list_under_the_same_name_is_refused(ledger, file, tmp_path):
    done("external-list", "record", file, *SEPTEMBER)
    path = tmp_path / "other.txt"
    path.write_bytes(LIST)
    ran = run("external-list", "record", path, *SEPTEMBER)
    assert (ran.code, "is recorded from another file" in ran.err) == (REFUSED, True)


def test_a_second_list_of_one_day_is_warned_of_where_it_tells_the_same(ledger, tmp_path):
    """The second list is consulted in place of the first; a list with other columns is not."""

    def told(column, name):
        path = tmp_path / f"{column}.csv"
        row = f"number,name,federation,{column}\n99000001,Nobody,ITA,1500\n"
        path.write_text(row, encoding="utf-8")
        day = ("--list-date", "2026-09-01")
        return done("external-list", "record", path, "--issuer", "fide", "--list", name, *day)

    first = told("standard", "2026-09")
    assert "warning" not in first + told("blitz", "2026-09.blitz")
    again = told("standard", "2026-09.2")
    position = first.partition("(#")[2].partition(")")[0]
    place = f"it takes the place of list 2026-09 of the same day (#{position}), for standard"
    assert again.count("warning") == again.count(place) == 1
    assert "warning" not in told("standard", "2026-09")  # recorded already, and replaced since


DOUBTFUL = [
    ("fidee", "2026-09", "2026-09-01", "no rulebook consults lists of fidee"),
    ("fide", "2026-09", "2026-08-15", "list 2026-09 is in force from 2026-08-15: another month"),
]


@pytest.mark.parametrize(("body", "name", "day", "says"), DOUBTFUL)
def test_what_may_be_a_slip_in_a_list_is_warned_of(ledger, file, body, name, day, says):
    words = ("--issuer", body, "--list", name, "--list-date", day)
    warned = [
        each for each in done("external-list", "record", file, *words).splitlines() if says in each
    ]
    assert len(warned) == 1
    assert warned[0].startswith("  warning: ")


def test_a_list_as_it_is_meant_is_not_warned_of(ledger, file):
    assert "warning: " not in done("external-list", "record", file, *SEPTEMBER)


def test_a_list_of_a_day_to_come_is_refused(ledger, file):
    words = ("--issuer", "fide", "--list", "2099-01", "--list-date", "2099-01-01")
    ran = run("external-list", "record", file, *words)
    assert ran.code == REFUSED
    assert "--list-date: 2099-01-01 is still to come" in ran.err
