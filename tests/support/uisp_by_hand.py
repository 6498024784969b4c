"""The season of Elo UISP reckoned from the files alone: no ledger, dictionaries and a
loop.

It goes by names, which are all different, and knows what the season needs: both bodies' lists are
asked of the month in which a tournament began.
"""

import csv
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import floor
from pathlib import Path

Ratings = dict[str, int]
Index = dict[str, Fraction]

K = {
    "90 min + 30 s/move": 30,
    "30 min + 10 s/move": 30,
    "30 min": 20,
    "15 min + 5 s/move": 20,
    "5 min + 3 s/move": 10,
    "2 min + 1 s/move": 0,
    "": 0,
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
    """A tournament as in the file."""

    start: date
    received: date
    k: Fraction
    players: list[str]
    numbers: dict[str, str]
    games: list[tuple[int, int, int, int]] = field(default_factory=list)
    """For each side of a game: the round, who, the opponent, hundredths scored."""

    def correct(self, game: str, white: str, black: str) -> None:
        """Put another result in place; the game is said as ROUND:START-NUMBER of white."""
        number, start_number = map(int, game.split(":"))
        said = {start_number - 1: SCORE[white]}
        self.games = [
            (each, own, opponent, said.get(own, SCORE[black]))
            if each == number and start_number - 1 in (own, opponent)
            else (each, own, opponent, score)
            for each, own, opponent, score in self.games
        ]


@dataclass
class Pool:
    """The state of a pool; `uisp-exact` goes on from the index before rounding."""

    folder: Path
    exact: bool
    index: Index = field(default_factory=dict)
    in_force: list[tuple[date, Ratings]] = field(default_factory=list)
    issues: dict[str, date] = field(default_factory=dict)
    decided: Ratings = field(default_factory=dict)
    entered: Ratings = field(default_factory=dict)
    recorded: set[str] = field(default_factory=set)
    """The lists of other bodies that are at hand."""
    pending: list[Report] = field(default_factory=list)
    closed: list[tuple[Index, list[Report]]] = field(default_factory=list)
    """Of each list what everybody had before it, and what it booked."""
    owed: Index = field(default_factory=dict)
    """What corrections of closed lists give on the next one."""

    def carry_over(self, file: str, day: date) -> None:
        """Begin with a list."""
        with (self.folder / file).open(encoding="utf-8") as rows:
            self.index = {row["name"]: Fraction(row["rating"]) for row in csv.DictReader(rows)}
        self.in_force.append((day, _rounded(self.index)))

    def close(self, period: str) -> Ratings:
        """Seal the list of a period."""
        day = self.issues[period] - timedelta(10)
        booked = [report for report in self.pending if report.received <= day]
        self.pending = [report for report in self.pending if report.received > day]
        self.closed.append((self.index, booked))
        found = self._after(self.index, booked)
        for player, points in self.owed.items():
            found[player] = found.get(player, Fraction(0)) + points
        self.owed, self.index = {}, self._carried(found)
        return _rounded(found)

    def revise(self, change: Callable[[], object]) -> None:
        """Change the facts under lists; the next list owes the difference in the closed lists.

        What was published whole differs by whole points. Who would not have entered stays with his
        entry rating; who would have, enters.
        """
        before = [self._after(*closed) for closed in self.closed]
        change()
        for was, closed in zip(before, self.closed, strict=True):
            entered = was.keys() - closed[0].keys()
            now = {player: Fraction(self.given(player)) for player in entered}
            now |= self._after(*closed)
            carried = self._carried(was)
            for player, points in self._carried(now).items():
                owed = points - carried.get(player, 0)
                if owed:
                    self.owed[player] = self.owed.get(player, Fraction(0)) + owed

    def withdraw(self, report: Report) -> None:
        """Let a tournament be none."""
        for booked in (self.pending, *(reports for _, reports in self.closed)):
            if report in booked:
                booked.remove(report)

    def given(self, player: str) -> int:
        """Return the entry rating of a player; 0 for a player who did not enter."""
        return self.decided.get(player) or self.entered.get(player, 0)

    def _carried(self, index: Index) -> Index:
        """Return the basis of the next list: the published figures, or the index."""
        rounded = {player: Fraction(points) for player, points in _rounded(index).items()}
        return index if self.exact else rounded

    def _after(self, before: Index, booked: list[Report]) -> Index:
        """Return the next index: the former values, and the sum of the variations."""
        index = dict(before)
        for tournament in booked:
            listed = next(
                ratings for day, ratings in reversed(self.in_force) if day <= tournament.start
            )
            used = {
                player: listed.get(player)
                or self.decided.get(player)
                or self._entry(player, tournament.start)
                for player in tournament.players
            }
            for player, variation in _variations(tournament, used):
                index[player] = index.get(player, Fraction(used[player])) + variation
        return index

    def _entry(self, player: str, day: date) -> int:
        """Return the entry rating: once given, kept."""
        lists = {body: self._list(f"{body}-{day:%Y-%m}") for body in ("fide", "italia")}
        self.entered[player] = self.entered.get(player) or _entry(lists, player, day)
        return self.entered[player]

    def _list(self, name: str) -> dict[str, dict[str, str]]:
        return _list(self.folder / "lists", name) if name in self.recorded else {}


def replay(folder: Path, commands: Sequence[list[str]], name: str = "uisp") -> Iterator[Ratings]:
    """Give the lists of a pool, in order: ratings by name."""
    pool = Pool(folder, exact=name == "uisp-exact")
    reports: list[Report] = []
    listed: Ratings = {}
    for words in commands:
        said = dict(pairwise(words))
        if words[:2] == ["tournament", "import"]:
            reports.append(_report(folder / words[2], words))
            if name in {word for flag, word in pairwise(words) if flag == "--pool"}:
                pool.pending.append(reports[-1])
        elif words[:3] == ["tournament", "correct", "result"]:
            report = reports[int(words[3].removeprefix("T-")) - 1]
            pool.revise(partial(report.correct, words[4], said["--white"], said["--black"]))
        elif words[:3] == ["event", "record", "tournament-refused"]:
            report = reports[int(said["--tournament"].removeprefix("T-")) - 1]
            pool.revise(partial(pool.withdraw, report))
        elif words[:2] == ["external-list", "record"]:
            pool.revise(partial(pool.recorded.add, Path(words[2]).stem))
        elif words[:3] == ["event", "record", "entry-capital-decided"] and said["--pool"] == name:
            number = said["--player"].removeprefix("fide:")
            (player,) = {each.numbers[number] for each in pool.pending if number in each.numbers}
            pool.decided[player] = int(said["--rating"])
        elif words[:3] == ["pool", "carry-over", name]:
            pool.carry_over(words[3], date.fromisoformat(said["--on"]))
        elif words[:3] == ["list", "schedule", name]:
            pool.issues[words[3]] = date.fromisoformat(said["--issue-day"])
        elif words[:3] == ["list", "close", name]:
            listed = pool.close(words[3])
            yield listed
        elif words[:3] == ["list", "publish", name]:
            pool.in_force.append((date.fromisoformat(said["--on"]), listed))


def _rounded(index: Index) -> Ratings:
    """Return the published figure: a half goes up."""
    return {player: floor(exact + Fraction(1, 2)) for player, exact in index.items()}


def _variations(report: Report, used: Ratings) -> Iterator[tuple[str, Fraction]]:
    for at, player in enumerate(report.players):
        games = [
            (used[player] - used[report.players[opponent]], score)
            for _, own, opponent, score in report.games
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


def _entry(read: dict[str, dict[str, dict[str, str]]], player: str, day: date) -> int:
    """Return the rating on the first list with a rating; 0 where an earlier list is not at hand."""
    for body, column in STEPS:
        if not read[body]:
            return 0
        if rating := int(read[body].get(player, {}).get(column) or 0):
            return rating
    return 1440


def _list(folder: Path, name: str) -> dict[str, dict[str, str]]:
    """Return a list by name; none without such a file."""
    if (file := folder / f"{name}.csv").exists():
        rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
        return {row["name"]: row for row in rows}
    if (file := folder / f"{name}.xml").exists():
        heads = {"standard": "rating", "rapid": "rapid_rating", "blitz": "blitz_rating"}
        return {
            player.findtext("name", ""): {
                kind: player.findtext(head, "") for kind, head in heads.items()
            }
            for player in ET.parse(file).getroot()  # noqa: S314 - our own file
        }
    return {}


def _report(file: Path, words: Sequence[str]) -> Report:
    """Read a report, and the typed additions."""
    given = dict(word.split("=") for word in words if re.match(r"\w+=", word))
    lines = file.read_text(encoding="utf-8").splitlines()
    says = {line[:3]: line[4:].strip() for line in lines}
    players = [line for line in lines if line.startswith("001")]
    found = Report(
        start=date.fromisoformat(says["042"].replace("/", "-")),
        received=date.fromisoformat(given["received_on"]),
        k=Fraction(K[says.get("122", "")], 2 if given["online"] == "true" else 1),
        players=[line[14:47].strip() for line in players],
        numbers={line[57:68].strip(): line[14:47].strip() for line in players},
    )
    for own, line in enumerate(players):
        cells = [line[at : at + 8] for at in range(91, len(line), 10)]
        for number, cell in enumerate(cells, start=1):
            if cell[7] in SCORE and cell[:4] != "0000":
                found.games.append((number, own, int(cell[:4]) - 1, SCORE[cell[7]]))
    return found
