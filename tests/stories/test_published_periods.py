"""Five rating periods as FIDE published them, through files, events and the command
line.

Staged, because nothing published tells it: the opponents (invented, at the ratings FIDE used, each
met once), the games they played elsewhere (none), the player's earlier career (a carried-over K,
and a peak of 2400 where K is 10), and, where FIDE used two ratings, the list between them (an
adjustment before that list is closed).
"""

import json
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from projections.rulebooks import rulebook
from projections.rulebooks.engine.columns import GAME
from tests.support.begun_ledgers import begun
from tests.support.command import done, run
from tests.support.report_files import Player, Tournament

POOL = "fide-standard"
CASES = json.loads(
    Path(__file__).parents[1].joinpath("vectors/fide_published_periods.json").read_text()
)["cases"]
RESULTS = {
    ("white", "1.00"): "1-0",
    ("white", "0.00"): "0-1",
    ("black", "1.00"): "0-1",
    ("black", "0.00"): "1-0",
}


def month_after(period: str) -> str:
    year, month = map(int, period.split("-"))
    return f"{year + month // 12}-{month % 12 + 1:02d}"


@dataclass
class Staged:
    """A published period put into a separate ledger."""

    case: dict[str, Any]
    folder: Path

    @property
    def ledger(self) -> tuple[str, str]:
        return ("--ledger", str(self.folder / "ledger"))

    @property
    def begins(self) -> str:
        """The list in force when the first tournament began."""
        return min(tournament["start"] for tournament in self.case["tournaments"])[:7]

    def stage(self, *, adjust: bool = True) -> None:
        """Set up, carry over, import, adjust, and close every list up to the published list."""
        opened = f"pool open {POOL} --first-period {month_after(self.begins)} --adopt"
        begun(self.folder / "ledger", "init", opened)
        self.carry_over()
        for index, tournament in enumerate(self.case["tournaments"]):
            self.import_report(index, tournament)
        if adjust:
            self.adjust()
        period = self.begins
        while period != self.case["rating_period"]:
            period = month_after(period)
            done("list", "close", POOL, period, *self.ledger)

    def carry_over(self) -> None:
        first, k = self.case["tournaments"][0], next(iter(self.case["published_list_k"].values()))
        peak = max(int(first["Ro"]), 2400 if k == 10 else 0)
        rows = [
            "number,name,federation,sex,birth_year,rating,k,games,peak,last_counted",
            f'1000,"Player, The",ITA,,{self.case["birth_year"]},{first["Ro"]},{k},400,{peak},'
            f"{self.begins}",
        ]
        for number, game in self.opponents():
            rating = game["opponent_rating_used"]
            rows.append(f'{number},"Opponent, {number}",ITA,,1980,{rating},20,100,,{self.begins}')
        file = self.folder / "carried.csv"
        file.write_text("\n".join(rows) + "\n")
        done(
            "pool",
            "carry-over",
            POOL,
            file,
            "--on",
            f"{self.begins}-01",
            "--source",
            "staged",
            "--register-new",
            *self.ledger,
        )

    def opponents(self) -> list[tuple[int, dict[str, Any]]]:
        return [
            (2000 + 100 * index + at, game)
            for index, tournament in enumerate(self.case["tournaments"])
            for at, game in enumerate(tournament["games"])
        ]

    def import_report(self, index: int, tournament: dict[str, Any]) -> None:
        """Import a reduced report: the player's own games, a round each."""
        met = [number for number, _ in self.opponents() if number // 100 == 20 + index]
        players = [Player(1, "Player, The", 0, fide_id="1000", birth=self.case["birth_year"])]
        players += [
            Player(at, f"Opponent, {number}", 0, fide_id=str(number))
            for at, number in enumerate(met, start=2)
        ]
        rounds = []
        for at, game in enumerate(tournament["games"], start=2):
            white, black = (1, at) if game["colour"] == "white" else (at, 1)
            rounds.append([(white, black, RESULTS.get((game["colour"], game["score"]), "½-½"))])
        file = self.folder / f"event-{index}.trf"
        start, end = date.fromisoformat(tournament["start"]), date.fromisoformat(tournament["end"])
        file.write_bytes(Tournament(players, rounds, start=start, end=end).trf16())
        facts = {
            "received_on": tournament["end"],
            "registered_on": "2025-10-01",
            "time_control": "5400+30",
        }
        sets = [word for key, value in facts.items() for word in ("--set", f"{key}={value}")]
        done("tournament", "import", file, "--pool", POOL, *sets, *self.ledger)

    def adjust(self) -> None:
        """Bring the rating shown by the next tournament, where FIDE used two."""
        used = list(dict.fromkeys(tournament["Ro"] for tournament in self.case["tournaments"]))
        if len(used) == 2:
            change = ("--before", used[0], "--after", used[1], "--by", "staged")
            done(
                "event",
                "record",
                "ratings-adjusted",
                "--pool",
                POOL,
                "--player",
                "fide:1000",
                *change,
                *self.ledger,
            )

    def explained(self) -> dict[str, Any]:
        words = (
            "player",
            "explain",
            POOL,
            "fide:1000",
            self.case["rating_period"],
            "--format",
            "json",
        )
        document: dict[str, Any] = json.loads(done(*words, *self.ledger))
        return document

    def listed(self) -> dict[str, Any]:
        words = (
            "list",
            "show",
            POOL,
            self.case["rating_period"],
            "--format",
            "json",
            "--limit",
            "0",
        )
        rows = run(*words, *self.ledger).document["rows"]
        return next(row for row in rows if row["name"] == "Player, The")


@pytest.fixture(params=CASES, ids=lambda case: case["case"])
def staged(request: pytest.FixtureRequest, tmp_path: Path) -> Staged:
    return Staged(request.param, tmp_path)


def value(columns: dict[str, Any], name: str) -> Fraction:
    return Fraction(str(columns[name]["value"]))


def test_a_published_period_reproduces_line_by_line(staged: Staged):
    """Ratings used, expected scores, differences, sums, K, total, rounding, rating, games."""
    staged.stage()
    document = staged.explained()
    (unit,) = document["units"]
    tournaments = sorted(unit["tournaments"], key=lambda tournament: tournament["start"])
    for published, computed in zip(staged.case["tournaments"], tournaments, strict=True):
        assert computed["start"] == published["start"]
        assert value(computed["cells"], "rating_used") == int(published["Ro"])
        assert value(computed["cells"], "entry_difference_hundredths") == Fraction(published["chg"])
        for one, two in zip(published["games"], computed["games"], strict=True):
            columns = two["cells"]
            assert two["white"] == (one["colour"] == "white")
            assert value(columns, "opponent_rating") == int(one["opponent_rating_used"])
            assert value(columns, "score_hundredths") == Fraction(one["score"])
            assert value(columns, "game_difference_hundredths") == Fraction(one["chg"])
            expected = Fraction(one["score"]) - Fraction(one["chg"])
            assert value(columns, "expected_score_hundredths") == expected
        total = value(unit["cells"], "k") * Fraction(published["chg"])
        assert total == Fraction(published["K_chg"])
    check_totals(staged, unit)


def check_totals(staged: Staged, unit: dict[str, Any]) -> None:
    case = staged.case
    (k,) = case["published_list_k"].values()
    (games,) = case["published_list_games"].values()
    rating = case["published_list_ratings"][case["rating_period"]]
    assert value(unit["cells"], "k") == k
    assert value(unit["cells"], "variation_hundredths") == Fraction(case["total_change_shown"])
    lines = {line["kind"]: Decimal(line["points"]) for line in unit["lines"]}
    assert lines["play"] == Decimal(case["total_change_shown"])
    assert sum(lines.values()) == unit["after"] - unit["before"]
    assert unit["after"] == rating
    assert staged.listed()["rating"] == rating
    assert staged.listed()["period_games"] == games


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if len({t["Ro"] for t in case["tournaments"]}) == 2],
    ids=lambda case: case["case"],
)
def test_control_the_rating_of_the_wrong_list_is_caught(case: dict[str, Any], tmp_path: Path):
    """Without the list between, the later tournament uses the earlier rating, and the test
    fails.
    """
    staged = Staged(case, tmp_path)
    staged.stage(adjust=False)
    (unit,) = staged.explained()["units"]
    tournaments = sorted(unit["tournaments"], key=lambda each: each["start"])
    used = [value(tournament["cells"], "rating_used") for tournament in tournaments]
    assert used != [int(tournament["Ro"]) for tournament in case["tournaments"]]


@pytest.mark.parametrize("row", range(51))
def test_control_an_altered_cell_of_table_8_1_2_is_caught(row: int):
    """Each cell used in the five periods, altered by one, changes a published line."""
    edition = rulebook(POOL).editions[-1]
    games = [
        (
            int(tournament["Ro"]),
            int(game["opponent_rating_used"]),
            Fraction(game["score"]) - Fraction(game["chg"]),
        )
        for case in CASES
        for tournament in case["tournaments"]
        for game in tournament["games"]
    ]
    table = edition.numbers["expected_scores"]
    rows = [list(each) for each in table.rows]
    if row < len(rows):
        rows[row][2] += 1
    spoiled = type(table)(
        table.columns, tuple(map(tuple, rows)), table.beyond if row < len(rows) else (99, 0)
    )
    own, opponent = (np.array([game[at] for game in games]) for at in (0, 1))
    facts = {"own_rating": own, "opponent_rating": opponent}
    sheet = edition.evaluate(
        [GAME], {**facts, "expected_scores": spoiled}, ["expected_score_hundredths"]
    )
    published = [int(100 * game[2]) for game in games]
    low, high = rows[row][:2] if row < len(rows) else (736, 9999)
    uses_it = any(low <= a - b <= high for a, b, _ in games)
    assert (sheet["expected_score_hundredths"].tolist() != published) == uses_it
