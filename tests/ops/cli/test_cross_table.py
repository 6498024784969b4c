"""`ledger tournament cross-table`: the cross table of tables 13 and 15, before play and after.

The printed cross table is an image; the games here are synthetic, and satisfy every figure that
tables 14, 16 and 17 print: capitals, expected scores, scores, final capitals.
"""

import csv
import io
import json
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.begun_ledgers import begun
from tests.support.command import done, run

MATRIX = Path(__file__).parents[2] / "samples/cross_tables/synthetic_ten_players_matrix.csv"
CI = [3479, 4000, 3482, 3835, 3656, 2970, 3291, 3100, 3161, 3171]
PA = ["9.30", "11.74", "9.33", "10.99", "10.15", "6.91", "8.42", "7.52", "7.79", "7.85"]
PO = ["14", "9", "10", "12", "9", "9", "8", "7", "6", "6"]
CF_ITALIAN = [3925, 3826, 3549, 3918, 3541, 3189, 3249, 3048, 2973, 2979]
CF_INTERNATIONAL = [3116, 2562, 2589, 2997, 2472, 2314, 2224, 2017, 1812, 1813]
"""With every capital 1000 below that of Italian draughts."""
Q = {"rubele-italiana": 10, "rubele-internazionale": 15}
WITH_Q = {
    "rubele-italiana": [each + 10 for each in CF_ITALIAN],
    "rubele-internazionale": [each + 15 for each in CF_INTERNATIONAL],
}
ITALIAN = "rubele-italiana"
ALL = ",".join(f"fid:S{101 + at}" for at in range(10))


class Desk:
    """A ledger of draughts: everybody had a valid event in January, so no bonus is due."""

    def __init__(
        self,
        folder: Path,
        files: Path,
        pool: str,
        year: int,
        less: int = 0,
        *,
        played: bool = False,
    ) -> None:
        self.folder, self.files, self.pool, self.year = folder, files, pool, year
        source = ("--on", f"{year}-01-01", "--source", "invented list", "--register-new")
        numbers = ("--number-scheme", "fid")
        begun(
            self.ledger,
            "init --origin example.org --zone Europe/Rome",
            f"pool open {pool} --first-period june",
            f"pool adopt {pool} 2008-01-01",
            f"list schedule {pool} june --issue-day {year}-06-01 --cut-off {year}-05-31",
            shlex.join(("pool", "carry-over", pool, str(self.capitals(less)), *numbers, *source)),
            *([shlex.join(self.event())] if played else []),
        )

    def capitals(self, less: int) -> Path:
        """The file with the capitals before the event."""
        names = [line.split(";")[2] for line in MATRIX.read_text("utf-8").splitlines()[7:]]
        path = self.files / f"capitals-{self.year}-{less}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["number", "name", "rating", "games", "last_counted"])
            for at, (name, capital) in enumerate(zip(names, CI, strict=True)):
                rows.writerow([f"S{101 + at}", name, capital - less, 100, f"{self.year}-01"])
        return path

    def report(self) -> Path:
        """The cross table as a file, of the desk's year."""
        path = self.files / f"tabellone-{self.year}.csv"
        text = MATRIX.read_text("utf-8").replace("2008-01", f"{self.year}-01")
        path.write_text(text, "utf-8")
        return path

    @property
    def ledger(self) -> Path:
        """The path of the ledger."""
        return self.folder / "desk.ledger"

    def event(self, *facts: str) -> list[str]:
        """The command to import the event."""
        days = (f"registered_on={self.year - 1}-12-01", f"received_on={self.year}-01-21")
        received = [word for fact in (*days, *facts) for word in ("--set", fact)]
        where = ("--pool", self.pool, "--number-scheme", "fid")
        return ["tournament", "import", str(self.report()), *where, *received]

    def play(self, *facts: str) -> None:
        """Bring the event in."""
        self.type(*self.event(*facts))

    def type(self, *words: str | Path) -> str:
        """Type a command and check success."""
        return done(*words, "--ledger", self.ledger)

    def close(self) -> list[str]:
        """Close the next list; return the remarks."""
        return run(
            "list", "close", "rubele-italiana", "--yes", "--ledger", self.ledger
        ).err.splitlines()

    def refused(self, *words: str) -> str:
        """Type a command and check the refusal; return the message."""
        ran = run("tournament", "cross-table", *words, "--ledger", self.ledger)
        assert (ran.code, ran.out) == (3, "")
        return ran.err

    def table(self, *words: str) -> dict[str, Any]:
        """Return the single table of an event, as a document."""
        return self.one("tournament", "cross-table", *words)

    def before_play(self, players: str, *words: str) -> dict[str, Any]:
        """The table of players before play, as a document."""
        return self.one("pool", "cross-table", self.pool, "--players", players, *words)

    def one(self, *words: str) -> dict[str, Any]:
        """The only table of an answer."""
        (table,) = json.loads(self.type(*words, "--format", "json"))["tables"]
        return table

    def rows(self, *words: str) -> list[dict[str, str]]:
        """The table as CSV: with the signs of draughts."""
        text = self.type("tournament", "cross-table", *words, "--format", "csv")
        return list(csv.DictReader(io.StringIO(text)))


TABLE = ("tournament", "cross-table", "T-000001")


def column(table, name):
    return [entrant[name] for entrant in table["entrants"]]


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A folder with the files of tournament desks."""
    return tmp_path_factory.mktemp("tabellone")


@pytest.fixture
def desk(tmp_path, files):
    """Italian draughts in January 2008, before the event."""
    return Desk(tmp_path, files, "rubele-italiana", 2008)


@pytest.fixture
def played(tmp_path, files):
    """The ledger after the event was played."""
    return Desk(tmp_path, files, "rubele-italiana", 2008, played=True)


# ------------------------------------------------------------------------------------------- after


def test_tables_13_and_14_every_figure_of_italian_draughts(played):
    table = played.table("T-000001")
    assert column(table, "rating") == CI
    assert column(table, "expected") == PA
    assert column(table, "score") == PO
    assert column(table, "rating_after") == CF_ITALIAN
    assert table["total"] == {"games": 90, "expected": "90", "score": "90"}


def test_table_14_the_coefficients_walked_and_v(played):
    """No. 1 goes up over 3900, no. 6 over 3000, no. 2 down through 3900; no. 3 crosses nothing."""
    rows = played.rows("T-000001")
    walked = {row["n"]: (row["D"], row["S"], row["V"], row["rounding"]) for row in rows}
    assert walked["1"] == ("+4.70", "100 50", "+445.50", "+0.50")
    assert walked["2"] == ("-2.74", "50 100", "-174", "0")
    assert walked["3"] == ("+0.67", "100", "+67", "0")
    assert walked["6"] == ("+2.09", "150 100", "+219", "0")


@pytest.mark.parametrize("pool", WITH_Q)
def test_tables_15_to_17_with_the_q_of_2021(tmp_path, files, pool):
    desk = Desk(tmp_path, files, pool, 2022, less=0 if pool == "rubele-italiana" else 1000)
    desk.type("pool", "adopt", pool, "2021-01-01", "--in-force-from", "2021-03-01")
    desk.play()
    table = desk.table("T-000001")
    assert column(table, "expected") == PA
    assert [row["Q"] for row in desk.rows("T-000001")] == [f"+{Q[pool]}"] * 10
    assert column(table, "rating_after") == WITH_Q[pool]
    assert table["total"]["expected"] == "90"


def test_table_16_every_figure_of_international_draughts(tmp_path, files):
    desk = Desk(tmp_path, files, "rubele-internazionale", 2008, less=1000, played=True)
    table = desk.table("T-000001")
    assert column(table, "score") == PO
    assert column(table, "rating_after") == CF_INTERNATIONAL


def test_table_13_as_people_read_it(played):
    said = played.type("tournament", "cross-table", "T-000001").splitlines()
    assert said[0] == "T-000001 in rubele-italiana, 2008-01-19: results"
    first = " ".join(said[2].split())
    assert first == (
        "1 1-3 Alfa, Aldo 3479 X 2 1 1 1 1 2 2 2 2 9 9.30 14 +4.70 100 50 +445.50 +0.50 3925"
    )
    assert said[-2].split() == ["total", "90", "90.00", "90"]
    assert said[-1].startswith("edition 2008-01-01; provisional: no list has booked it yet;")


def test_a_booked_event_stands_as_it_stood_provisionally(played):
    """The table as known before the list stays the same in later answers."""
    before = played.table("T-000001")
    played.type("list", "close", "rubele-italiana", "june")
    booked = played.table("T-000001")
    assert booked["entrants"] == before["entrants"]
    assert booked["about"]["booked"].startswith("booked by list june (#")
    known = played.table("T-000001", "--known-at", f"#{before['about']['known_to']}")
    assert known == before


def test_a_corrected_game_shows_both_results_and_the_correction(played):
    """In the table as booked, and in the table as corrected since."""
    decided = ("--white", "½", "--black", "½", "--by", "commission")
    played.type("list", "close", "rubele-italiana", "june")
    assert "corrected" not in played.table("T-000001")
    said = played.type("tournament", "correct", "result", "T-000001", "1:1", *decided)
    event = said.partition("(#")[2].partition(")")[0]
    shown = json.loads(played.type(*TABLE, "--format", "json"))["tables"]
    assert [table["about"]["booked"].partition(" ")[0] for table in shown] == ["booked", "as"]
    [game], again = (table["corrected"] for table in shown)
    assert again == [game]
    assert (game["round"], game["white"], game["corrected"]) == (1, "1-3", int(event))
    assert (game["reported_white_result"], game["white_result"]) == ("1", "=")
    told = played.type(*TABLE)
    assert f"reported 1 - 0, corrected to ½ - ½ (#{event})" in told


def test_a_corrected_entrant_shows_both_players_and_the_correction(copy):
    """The list booked 34-8; the table as booked names the players of then."""
    at = ("--ledger", copy)
    asked = ("tournament", "cross-table", "T-000009", *at)
    assert "corrected_entrants" not in json.loads(done(*asked, "--format", "json"))["tables"][0]
    right = ("tournament", "correct", "entrant", "T-000009", "3", "--player", "79-4")
    said = done(*right, "--by", "commission", *at)
    event = said.partition("(#")[2].partition(")")[0]
    table = json.loads(done(*asked, "--format", "json"))["tables"][0]
    [entrant] = table["corrected_entrants"]
    booked = next(one for one in table["entrants"] if one["number"] == 3)
    assert (entrant["number"], entrant["corrected"]) == (3, int(event))
    assert (entrant["reported_player"], entrant["reported_name"]) == (
        booked["player"],
        booked["name"],
    )
    assert (entrant["player"], entrant["name"] != booked["name"]) == ("79-4", True)
    line = (
        "start number 3: reported {reported_player} {reported_name}, corrected to {player} {name}"
    )
    assert f"{line.format(**entrant)} (#{event})" in " ".join(done(*asked).split())


def test_law_that_was_adopted_later_was_not_known(tmp_path, files):
    desk = Desk(tmp_path, files, "rubele-italiana", 2022, played=True)
    before = desk.table("T-000001")
    assert column(before, "rating_after") == CF_ITALIAN
    desk.type("pool", "adopt", "rubele-italiana", "2021-01-01", "--in-force-from", "2021-03-01")
    assert column(desk.table("T-000001"), "rating_after") == WITH_Q["rubele-italiana"]
    assert desk.table("T-000001", "--known-at", f"#{before['about']['known_to']}") == before


def test_csv_has_a_row_for_each_entrant(played):
    rows = played.rows("T-000001")
    assert [each["CF"] for each in rows] == [str(each) for each in CF_ITALIAN]
    assert [rows[0][str(at)] for at in range(1, 11)] == list("X211112222")


def test_expected_scores_though_there_are_results(played):
    assert column(played.table("T-000001", "--expected"), "expected") == PA


def test_a_larger_event_has_its_sums_without_the_cells(played, monkeypatch):
    whole = played.rows("T-000001")
    monkeypatch.setattr("ops.tournaments.cross_table_rows.MOST", 9)
    monkeypatch.setattr("ops.tournaments.cross_table_document.MOST", 9)
    rows = played.rows("T-000001")
    assert [row["CF"] for row in rows] == [str(capital) for capital in CF_ITALIAN]
    assert set(whole[0]) - set(rows[0]) == {str(at) for at in range(1, 11)}
    assert "at most 9 meet in one table, not 10" in played.refused("T-000001", "--expected")
    monkeypatch.setattr("ops.tournaments.cross_table_rows.MOST", 10)
    assert played.rows("T-000001") == whole


# ------------------------------------------------------------------------------------- before play


def test_table_19_every_pair_before_play(desk):
    """Each pair shares two points, and every row comes to the printed PA."""
    table = desk.before_play(ALL, "--on", "2008-01-19")
    assert column(table, "expected") == PA
    assert table["about"]["booked"] == "before play"
    pairs = [(a, b) for a in range(10) for b in range(a)]
    points = [
        [float(expected or 0) for expected in against]
        for against in column(table, "expected_against")
    ]
    assert {round(points[a][b] + points[b][a], 2) for a, b in pairs} == {2.0}
    assert points[0][1] == 0.75  # 521 points below: 512 to 533 is 1.25 and 0.75


def test_capitals_are_those_at_the_place_of_the_event(played):
    """On the day after an event not yet booked, the event is part of the chain all the same."""
    words = ("fid:S101,fid:S102", "--on")
    days = ["2008-01-19", "2008-01-20", "2008-01-21"]
    capitals = [column(played.before_play(*words, day), "rating") for day in days]
    assert capitals == [[3479, 4000], [3925, 3826], [3925, 3826]]
    played.type("list", "close", "rubele-italiana", "june")
    assert [column(played.before_play(*words, day), "rating") for day in days] == capitals


def test_table_12_who_is_new_enters(desk):
    other = MATRIX.read_text("utf-8").replace("S110", "S111").replace("Kappa, Katia", "Nuova, Nora")
    (desk.folder / "other.csv").write_text(other, "utf-8")
    received = ("--set", "registered_on=2007-12-01", "--set", "received_on=2008-01-21")
    desk.type("tournament", "import", desk.folder / "other.csv", "--pool", "rubele-italiana",
              "--number-scheme", "fid", "--register-new", *received)  # fmt: skip
    said = desk.type("pool", "cross-table", "rubele-italiana",
                     "--players", "fid:S101,fid:S111", "--on", "2008-01-19")  # fmt: skip
    assert "11-7 enters with 300: VI.9, table 12: new to the system" in said


# --------------------------------------------------------------------------------------- asked ill


@pytest.fixture
def announced(desk):
    """The ledger with an event only announced."""
    told = ("name=Gara", "start=2008-02-02", "end=2008-02-03", "registered_on=2008-01-02")
    details = [word for each in told for word in ("--set", each)]
    desk.type("tournament", "announce", "--pool", "rubele-italiana", *details)
    return desk


def test_an_announcement_has_no_entrants(announced):
    said = announced.refused("T-000001")
    assert "name them (--players BODY:NUMBER,BODY:NUMBER,…)" in said
    table = announced.table("T-000001", "--players", ALL)
    assert table["about"]["start"] == "2008-02-02"
    assert column(table, "expected") == PA


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere", "--players", ALL), "there is no pool 'nowhere'"),
        ((ITALIAN, "--players", "fid:S101"), "from 2 to 200 entrants here, not 1"),
        ((ITALIAN, "--players", ","), "from 2 to 200 entrants here, not 0"),
        ((ITALIAN, "--players", "fid:S101,1-3"), "1-3 is twice among the entrants"),
        ((ITALIAN, "--players", "fid:S101,fid:S999"), "S999"),
        ((ITALIAN, "--players", ALL, "--on", "2007-12-31"), "does not rate"),
        ((ITALIAN, "--players", ALL, "--known-at", "#2"), "nothing was known"),
    ],
)
def test_bad_input_before_play_is_refused(announced, words, says):
    ran = run("pool", "cross-table", *words, "--ledger", announced.ledger)
    assert (ran.code, ran.out) == (3, "")
    assert says in ran.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("T-000009",), "there is no tournament 'T-000009'"),
        (("T-000001", "--pool", "fide-standard"), "is not announced for fide-standard"),
    ],
)
def test_bad_input_is_refused(announced, words, says):
    assert says in announced.refused(*words)


def test_entrants_of_a_report_are_its_own(played):
    assert "leave out --players" in played.refused("T-000001", "--players", ALL)


# ---------------------------------------------------------------------------------- another regime


def test_lists_of_whole_periods_have_sums_only(sample):
    """FIDE ratings: sums of the event without the signs of draughts."""
    words = ("tournament", "cross-table", "T-000007", "--ledger", sample, "--format", "json")
    (table,) = run(*words).document["tables"]
    assert not table["about"]["by_itself"]
    assert column(table, "difference") == ["-0.44", "1.12", "0.80", "-0.41", "-0.78", "-0.29"]
    assert table["total"] == {"games": 30, "expected": "15", "score": "15"}
    heads = run(*words[:-1], "csv").out.splitlines()[0].split(",")
    assert heads[-5:] == ["games", "expected", "score", "difference", "change"]
    assert not {"CI", "PA", "PO", "D", "S", "V", "CF"} & {*heads}


def test_who_has_no_rating_is_expected_nothing_of(sample):
    said = done("tournament", "cross-table", "T-000005", "--ledger", sample)
    assert "74-7 has no rating: 8.2.4: " in said
    assert "(½)" in said  # a game against who has no rating


def test_a_late_event_stands_at_its_place(sample):
    """Received after the list of April: the capitals are the same before and after booking."""
    words = ("tournament", "cross-table", "T-000017", "--ledger", sample, "--format", "json")
    (booked,) = run(*words).document["tables"]
    (before,) = run(*words, "--known-at", "#71").document["tables"]
    assert before["about"]["booked"].startswith("provisional")
    assert before["entrants"] == booked["entrants"]


def test_a_late_event_shows_the_capitals_its_points_are_added_to(sample):
    """Reading of decision 0005: expected by CI, walked from the capital held at booking."""
    (table,) = run(
        "tournament", "cross-table", "T-000017", "--ledger", sample, "--format", "json"
    ).document["tables"]
    assert any(one["rating_held"] != one["rating"] for one in table["entrants"])
    assert "V from those held when it was booked" in done(
        "tournament", "cross-table", "T-000017", "--ledger", sample
    )


def test_article_vi_2_an_event_of_another_weight_waits_for_its_own(desk):
    """No game counts until the weight is corrected, in per cent too."""
    desk.play("weight=3/4")
    asked = ("pool", "findings", "rubele-italiana", "T-000001", "--format", "csv")
    assert "an event counts whole or at 50 %" in desk.type(*asked)
    told = "weight 75 %: VI.2: an event counts whole or at 50 %: until its weight is recorded, none"
    assert told in desk.type("tournament", "cross-table", "T-000001")
    assert desk.table("T-000001")["about"]["withheld"].startswith("VI.2: an event counts whole")
    desk.type("tournament", "correct", "details", "T-000001", "--set", "weight=50%", "--by", "fid")
    assert "an event counts whole" not in desk.type(*asked)
    assert "until its weight" not in desk.type("tournament", "cross-table", "T-000001")


@pytest.mark.parametrize("closed", [False, True])
def test_article_vi_2_a_weight_is_asked_for_until_it_is_told_and_its_list_says_so(desk, closed):
    """`close` names each event left out for lack of a weight. With a weight recorded afterwards,
    nothing is left to decide, before the next list and after; with another weight the question
    returns, and on the next list too.
    """
    desk.play("weight=1/3")
    for period, day in {"july": "2008-07-01", "august": "2008-08-01"}.items():
        days = ("--issue-day", day, "--cut-off", day)
        desk.type("list", "schedule", "rubele-italiana", period, *days)
    assert desk.close()[:1] == [ASKS]
    for weight, asked in (("1", []), ("3/4", [ASKS])):
        desk.type(
            "tournament",
            "correct",
            "details",
            "T-000001",
            "--set",
            f"weight={weight}",
            "--by",
            "fid",
        )
        if closed:
            assert desk.close()[:1] == asked
        left = run("tournament", "check", "rubele-italiana", "T-000001", "--ledger", desk.ledger)
        assert ("needs a decision" in left.out) is bool(asked)


ASKS = "not met: 1 tournament needs a decision; waiting: 10 entrants with 45 games"


def test_an_event_of_half_weight_says_so(desk):
    """V is S times half of D."""
    desk.play("weight=1/2")
    (table,) = run(
        "tournament", "cross-table", "T-000001", "--ledger", desk.ledger, "--format", "json"
    ).document["tables"]
    assert table["about"]["weight"] == "50 %"
    one = table["entrants"][1]
    assert Fraction(one["change"]) != one["coefficients"][0] * Fraction(one["difference"])
    assert "weight 50 %: V is S times that share of D" in desk.type(
        "tournament", "cross-table", "T-000001"
    )


def test_article_vi_7_results_that_do_not_count_stand_in_brackets_in_the_points_of_the_text(played):
    """A win is 2 and a draw 1 in every cell, of a refused event too: no code of a file."""
    counted = cells(played.rows("T-000001"))
    played.type("event", "record", "tournament-refused", "--tournament", "T-000001", "--by", "ctf")
    left_out = cells(played.rows("T-000001"))
    assert left_out == [each if each == "X" else f"({each})" for each in counted]


def cells(rows):
    return [row[str(number)] for row in rows for number in range(1, 11)]
