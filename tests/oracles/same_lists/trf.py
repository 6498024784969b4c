"""A world with files for the ratings of before and for the reports: CSV and TRF16.

The players of such a world are known by numbers of FIDE's kind; each is 99 million and the player.
"""

from collections.abc import Mapping
from typing import Any

from tests.oracles.same_lists.world import World

NUMBER = 99_000_000
HALF_POINTS = {"1": 2, "+": 2, "W": 2, "=": 1, "D": 1}
SYLLABLES = ("ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru",
             "sa", "te", "vi", "zo", "bru", "cla", "dre", "fri", "glo", "stu")  # fmt: skip
SAID = {
    "official": "official_event",
    "norms": "norms_possible",
    "hybrid": "hybrid",
    "online": "online",
}
"""Facts that no file tells: as lines call them, and as they are given with a file."""

Line = dict[str, Any]


def number_of(player: int) -> int:
    """Give the number under which files know a player."""
    return NUMBER + player


def name_of(player: int) -> str:
    """Return an invented name, different from every other."""
    first, second = divmod(player, len(SYLLABLES))
    end = SYLLABLES[(second + 7 * first + 3) % len(SYLLABLES)]
    return f"{SYLLABLES[second].title()}{end}letti, {SYLLABLES[first].title()}no"


def with_files(world: World) -> World:
    """Return the same world with files in place of players, ratings of before and reports.

    Games by themselves are left out: a file registers who plays, a game does not.
    """
    return Files(world).found


class Files:
    """A world while the reports become files."""

    def __init__(self, world: World) -> None:
        self.found = World(world.seed, world.kind)
        self.persons: dict[int, tuple[int | None, str]] = {}
        """By player, year of birth and federation."""
        for line in world.lines:
            self._line(line)

    def _line(self, line: Line) -> None:
        match line["do"]:
            case "players":
                self.persons = {player: (born, of) for player, born, of in line["rows"]}
            case "carry":
                self._carry(line)
            case "report" | "replace":
                self._report(line)
            case "game" | "sheet":
                pass
            case "details" if "pools" in line["changed"]:
                pass  # an import asks of every pool what it knows: none that was never opened
            case _:
                self.found.lines.append(line)

    def _carry(self, line: Line) -> None:
        rows = ["number,name,federation,sex,birth_year,rating,games,peak,last_counted"]
        for player, rating, games, peak, _, last, *_ in line["rows"]:
            born, federation = self.persons[player]
            person = f'{number_of(player)},"{name_of(player)}",{federation},m,{born or ""}'
            rows.append(f"{person},{rating},{games},{peak},{last or ''}")
        name = f"carried-over-{line['pool']}.csv"
        self.found.files[name] = "\n".join([*rows, ""])
        self.found.say("carry-file", pool=line["pool"], on=line["on"], file=name)

    def _report(self, line: Line) -> None:
        name = f"report-{len(self.found.files)}.trf"
        self.found.files[name] = self._trf(line)
        facts = {"received_on": line["received"], "points": "ignore"}
        said = {key: line[key] for key in ("tournament", "part", "last") if key in line}
        about = line.get("announced")
        if about is None:
            self.found.say(f"{line['do']}-file", **said, file=name, facts=facts)
            return
        facts |= _facts_of(about) | ({} if "part" not in line else _days_of(about))
        self.found.say("file", **said, file=name, pools=about["pools"], facts=facts)

    def _trf(self, line: Line) -> str:
        """Write a report as TRF16."""
        about, entrants = line.get("announced", {}), line["entrants"]
        head = [
            f"012 Tournament {line['tournament']}",
            "022 Borgolieto",
            "032 ITA",
            f"042 {line['start'].replace('-', '/')}",
            f"052 {line['end'].replace('-', '/')}",
            f"062 {len(entrants)}",
            f"092 {about.get('pairing') or 'Swiss'}",
        ]
        if "time_control" in about:
            head.append(f"222 {about['time_control']}")
        table = zip(range(1, len(entrants) + 1), entrants, _cells(line), strict=True)
        return "\n".join([*head, *(self._entrant(*row) for row in table), ""])

    def _entrant(self, start_number: int, player: int, cells: list[str]) -> str:
        born, federation = self.persons[player]
        person = f"{name_of(player):<33} {0:4} {federation} {number_of(player):>11}"
        birth = f"{born}/00/00" if born else " " * 10
        points = sum(HALF_POINTS.get(cell[-1], 0) for cell in cells) / 2
        return f"001 {start_number:4} m    {person} {birth} {points:4.1f}{0:5}{''.join(cells)}"


def _facts_of(about: Mapping[str, Any]) -> dict[str, str]:
    found = {"registered_on": about["registered"]}
    found |= {fact: _word(about.get(key, False)) for key, fact in SAID.items()}
    found |= {"weight": about["weight"]} if "weight" in about else {}
    return {**found, "announced_as_rated": _word(about.get("announced_as_rated", True))}


def _days_of(about: Mapping[str, Any]) -> dict[str, str]:
    return {f"event_{key}": about[key] for key in ("start", "end") if key in about}


def _word(fact: bool) -> str:
    return "true" if fact else "false"


def _cells(line: Line) -> list[list[str]]:
    """Return a cell for each entrant and round: opponent, colour, result; a bye without a game."""
    cells = [["  0000 - Z"] * len(line["rounds"]) for _ in line["entrants"]]
    rounds = [number for number, games in enumerate(line["rounds"]) for _ in range(games)]
    for number, (white, black, results) in zip(rounds, line["games"], strict=True):
        cells[white][number] = f"  {black + 1:4} w {results[0]}"
        cells[black][number] = f"  {white + 1:4} b {results[1]}"
    return cells
