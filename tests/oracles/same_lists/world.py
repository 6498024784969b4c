"""A world: lines about the events in a small federation, and the named files.

A line is a JSON object with plain fields; `do` says what kind it is. Players are numbers from 1 on.
`driving` says what each kind means to the program.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

LINES = "world.jsonl"
MOST_PLAYERS = 40
"""In one world."""

Game = tuple[int, int, str]
"""The rows of White and Black among the entrants, and the results of both as TRF codes."""

PLAYED = (("10", 36), ("01", 33), ("==", 22))
NOT_PLAYED = (("+-", 3), ("-+", 2), ("--", 1), ("WL", 1), ("DD", 1), ("00", 1))
RESULTS = ("10", "01", "==", "+-", "-+", "--", "00")
"""What a result is corrected to."""


@dataclass
class World:
    """The lines, in order, and the files beside."""

    seed: int
    kind: str
    lines: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)

    def say(self, do: str, **fields: Any) -> None:
        """Add a line; days are written as 2025-07-31, and None is left out."""
        self.lines.append(
            {"do": do} | {key: _plain(value) for key, value in fields.items() if value is not None}
        )

    def texts(self) -> dict[str, str]:
        """Return every file by name, the lines among them."""
        lines = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in self.lines)
        return {LINES: lines, **self.files}

    def whole(self) -> str:
        """Return all files as a single text."""
        return "".join(f"{name}\n{text}\n" for name, text in sorted(self.texts().items()))

    def write(self, folder: Path) -> Path:
        """Write the files into a folder, made if needed; return the folder."""
        for name, text in self.texts().items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        return folder


def _plain(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return value


@dataclass
class Tournament:
    """A tournament as reported; `about` are further facts of the announcement."""

    id: str
    pools: tuple[str, ...]
    start: date
    end: date
    entrants: list[int]
    rounds: list[list[Game]]
    about: dict[str, Any] = field(default_factory=dict)
    received: date | None = None
    lead: int = 60
    """Days between its registration and its first one."""
    in_parts: bool = False
    counts: bool = True
    """Whether it is for its pools, or was put right to be for none of them."""

    def games(self) -> list[Game]:
        """All games, round by round, within a round by the lower start number."""
        return [
            game for played in self.rounds for game in sorted(played, key=lambda one: min(one[:2]))
        ]

    def announced(self) -> dict[str, Any]:
        """Return the facts of the announcement."""
        days = {"start": self.start, "end": self.end}
        registered = self.start - timedelta(days=self.lead)
        return {"pools": list(self.pools), **days, "registered": registered, **self.about}

    def report(self, **fields: Any) -> dict[str, Any]:
        """Return the fields of a line with the report."""
        return {
            "tournament": self.id,
            "start": self.start,
            "end": self.end,
            "received": self.received or self.end,
            "entrants": self.entrants,
            "rounds": [len(played) for played in self.rounds],
            "games": [list(game) for game in self.games()],
            **fields,
        }


class Draw(Random):
    """Random choices, in the words in which worlds are drawn."""

    def chance(self, share: float) -> bool:
        """Return True in this share of cases."""
        return self.random() < share

    def some(self, things: Sequence[Any], most: int, least: int = 0) -> list[Any]:
        """Return a few of some things."""
        count = min(len(things), self.randint(least, most))
        return self.sample(things, count)

    def results(self, clean: bool = False) -> str:
        """The results of both sides of a game."""
        kinds = PLAYED if clean else PLAYED + NOT_PLAYED
        return self.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]

    def rounds(self, entrants: int, count: int, losers: Iterable[int] = ()) -> list[list[Game]]:
        """Return rounds paired by lot; losers lose to everybody else."""
        losing, clean = set(losers), self.chance(0.3)
        return [
            [
                self._game(pair, losing, clean)
                for pair in _pairs(self.sample(range(entrants), entrants))
            ]
            for _ in range(count)
        ]

    def all_play_all(self, entrants: int, times: int = 1) -> list[list[Game]]:
        """A round robin, by the circle; twice is with colours changed."""
        circle = [*range(entrants), *([-1] if entrants % 2 else [])]
        found: list[list[Game]] = []
        for turn in range(times):
            for at in range(len(circle) - 1):
                order = [circle[0], *circle[1 + at :], *circle[1 : 1 + at]]
                pairs = [(order[i], order[-1 - i]) for i in range(len(order) // 2)]
                sides = [(b, w) if (at + turn) % 2 else (w, b) for w, b in pairs if min(w, b) >= 0]
                found.append([self._game(pair, set(), False) for pair in sides])
        return found

    def _game(self, pair: tuple[int, int], losers: set[int], clean: bool) -> Game:
        white, black = pair
        if (white in losers) != (black in losers):
            return (white, black, "01" if white in losers else "10")
        return (white, black, self.results(clean))


def _pairs(order: list[int]) -> list[tuple[int, int]]:
    return list(zip(order[::2], order[1::2], strict=False))


def months(year: int, month: int, count: int) -> list[date]:
    """Give the first days of consecutive months."""
    return [
        date(year + (month - 1 + at) // 12, (month - 1 + at) % 12 + 1, 1) for at in range(count)
    ]


def correct(draw: Draw, world: World, one: Tournament, people: Sequence[int], by: str) -> None:
    """Add a correction of a report, or a decision about the tournament."""
    name, games = {"tournament": one.id}, one.games()
    way = draw.randrange(18)
    if way < 6 and games:
        for index in draw.some(range(len(games)), 3, 1):
            world.say("result", **name, game=index, results=draw.choice(RESULTS), by=by)
    elif way < 8:
        others = sorted(set(people) - set(one.entrants))
        if others:
            row = draw.randrange(len(one.entrants))
            one.entrants = [*one.entrants[:row], draw.choice(others), *one.entrants[row + 1 :]]
            world.say("reassign", **name, entrant=row, player=one.entrants[row], by=by)
    elif way == 8:
        one.counts = not one.counts
        pools = list(one.pools) if one.counts else ["elsewhere"]
        world.say("details", **name, changed={"pools": pools}, by=by)
    elif way in (9, 16):
        world.say(draw.choice(("refuse", "cancel", "reinstate", "reinstate")), **name, by=by)
    elif way < 12 and games:
        world.say(draw.choice(("exclude", "admit")), **name, game=draw.randrange(len(games)), by=by)
    elif way == 12:
        away = timedelta(days=draw.choice([-35, -9, -2, 2, 9, 35]))
        one.start, one.end = one.start + away, one.end + away
        world.say("details", **name, changed={"start": one.start, "end": one.end}, by=by)
    else:
        replace(draw, world, one, people)


def replace(draw: Draw, world: World, one: Tournament, people: Sequence[int]) -> None:
    """Say a report anew: some other results, another entrant, now and then a round less."""
    if one.in_parts:
        return
    played = [
        [(w, b, draw.results() if draw.chance(0.2) else r) for w, b, r in each]
        for each in one.rounds
    ]
    others = sorted(set(people) - set(one.entrants))
    entrants = list(one.entrants)
    if others and draw.chance(0.5):
        entrants[draw.randrange(len(entrants))] = draw.choice(others)
    if len(played) > 1 and draw.chance(0.3):
        played = played[:-1]
    one.entrants, one.rounds = entrants, played
    world.say("replace", **one.report())
