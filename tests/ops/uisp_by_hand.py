"""The season of Elo UISP reckoned from its files alone: no ledger, dictionaries and a loop.

It goes by names, which are all different, and knows what the season needs: who is new stands in
one tournament; both bodies' lists are asked of the month in which it began.
"""

import csv
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

Ratings = dict[str, int]

K = {
    "90 min + 30 s/move": 30,
    "30 min + 10 s/move": 30,
    "30 min": 20,
    "15 min + 5 s/move": 20,
    "5 min + 3 s/move": 10,
    "2 min + 1 s/move": 0,
}
SCORE = {"1": 100, "=": 50, "0": 0}
HIGHER = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411,
]  # fmt: skip
"""The last difference of each row of the table, from 50 hundredths on; 400 is the cap."""
STEPS = [("fide", "standard"), ("italia", "standard"), ("fide", "rapid"), ("italia", "rapid"),
         ("fide", "blitz")]  # fmt: skip


@dataclass
class Report:
    """A tournament as its file has it."""

    start: date
    received: date
    k: Fraction
    players: list[str]
    numbers: dict[str, str]
    games: list[tuple[int, int, int]] = field(default_factory=list)
    """For each side of a game: who, the opponent, hundredths scored."""


def replay(folder: Path, commands: Sequence[list[str]]) -> Iterator[Ratings]:
    """Give the lists, in order: ratings by name."""
    with (folder / "carried-over-2017-10.csv").open(encoding="utf-8") as file:
        now = {row["name"]: int(row["rating"]) for row in csv.DictReader(file)}
    in_force, issues, decided = [(date(2017, 10, 3), now)], {}, {}
    pending: list[Report] = []
    for words in commands:
        said = dict(pairwise(words))
        if words[0] == "list-schedule":
            issues[words[2]] = date.fromisoformat(said["--issue-day"])
        elif words[0] == "import":
            pending.append(_report(folder / words[1], words))
        elif words[:2] == ["record", "entry-capital-decided"]:
            number = said["--player"].removeprefix("fide:")
            (player,) = {each.numbers[number] for each in pending if number in each.numbers}
            decided[player] = int(said["--rating"])
        elif words[0] == "close":
            day = issues[words[2]] - timedelta(10)
            booked = [each for each in pending if each.received <= day]
            pending = [each for each in pending if each.received > day]
            now = _closed(folder, now, booked, in_force, decided)
            yield now
        elif words[0] == "publish":
            in_force.append((date.fromisoformat(said["--on"]), now))


def _closed(
    folder: Path,
    now: Ratings,
    booked: list[Report],
    in_force: list[tuple[date, Ratings]],
    decided: Ratings,
) -> Ratings:
    """The next list: what everybody had, and the sum of the variations."""
    index = {player: Fraction(rating) for player, rating in now.items()}
    for each in booked:
        listed = next(ratings for day, ratings in reversed(in_force) if day <= each.start)
        used = {
            player: listed.get(player) or decided.get(player) or _entry(folder, player, each.start)
            for player in each.players
        }
        for player, variation in _variations(each, used):
            index[player] = index.get(player, Fraction(used[player])) + variation
    return {player: int(exact + Fraction(1, 2)) for player, exact in index.items()}


def _variations(report: Report, used: Ratings) -> Iterator[tuple[str, Fraction]]:
    for at, player in enumerate(report.players):
        games = [
            (used[player] - used[report.players[opponent]], score)
            for own, opponent, score in report.games
            if own == at and used[player] and used[report.players[opponent]] and report.k
        ]
        if games:
            expected = sum(_expected(difference) for difference, _ in games)
            tenths = (expected + 4) // 10  # five hundredths go down
            yield player, report.k * Fraction(sum(score for _, score in games) - 10 * tenths, 100)


def _expected(difference: int) -> int:
    size = min(abs(difference), 400)
    higher = 50 + next(row for row, last in enumerate(HIGHER) if size <= last)
    return higher if difference >= 0 else 100 - higher


def _entry(folder: Path, player: str, day: date) -> int:
    """The rating on the first list that has one; 0 where nobody recorded the lists of the month."""
    read = {body: _list(folder / "lists", f"{body}-{day:%Y-%m}") for body in ("fide", "italia")}
    if not read["fide"]:
        return 0
    fixed = 1250 if day < date(2018, 9, 1) else 1440
    found = (int(read[body].get(player, {}).get(column) or 0) for body, column in STEPS)
    return next((rating for rating in found if rating), fixed)


def _list(folder: Path, name: str) -> dict[str, dict[str, str]]:
    """A list by name; none where there is no such file."""
    if (file := folder / f"{name}.csv").exists():
        rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
        return {row["name"]: row for row in rows}
    if (file := folder / f"{name}.xml").exists():
        heads = {"standard": "rating", "rapid": "rapid_rating", "blitz": "blitz_rating"}
        return {
            each.findtext("name", ""): {
                kind: each.findtext(head, "") for kind, head in heads.items()
            }
            for each in ET.parse(file).getroot()  # noqa: S314 - our own file
        }
    return {}


def _report(file: Path, words: Sequence[str]) -> Report:
    """Read a report, and what was typed with it."""
    given = dict(word.split("=") for word in words if re.match(r"\w+=", word))
    lines = file.read_text(encoding="utf-8").splitlines()
    says = {line[:3]: line[4:].strip() for line in lines}
    players = [line for line in lines if line.startswith("001")]
    found = Report(
        start=date.fromisoformat(says["042"].replace("/", "-")),
        received=date.fromisoformat(given["received_on"]),
        k=Fraction(K[says["122"]], 2 if given["online"] == "true" else 1),
        players=[line[14:47].strip() for line in players],
        numbers={line[57:68].strip(): line[14:47].strip() for line in players},
    )
    for own, line in enumerate(players):
        for cell in (line[at : at + 8] for at in range(91, len(line), 10)):
            if cell[7] in SCORE and cell[:4] != "0000":
                found.games.append((own, int(cell[:4]) - 1, SCORE[cell[7]]))
    return found
