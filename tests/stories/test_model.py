"""Histories drawn at random, against a small model of what is known: the lists, as closed.

Reports in time and late, corrections, annulments, ratings adjusted, closings; a process begins
anew, and everything computed is lost and made from the events. The model holds the rows of each
list at its closing, with the position.
Quick, 40 answers of one history on each database; LEDGER_TEST_FULL=1 asks 2 000.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Final

from ledger import columns
from ledger.errors import Refused
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Request
from ops.answers.player_ratings import player_rating
from ops.answers.player_trail import TrailAsked, player_trail
from ops.answers.rating_lists import chosen
from ops.commands.annul_report import annul_report, reinstate_report
from ops.commands.close_period import close
from ops.commands.correct_report import correct_result
from ops.house import House
from projections.official import Official
from projections.queries import NotCovered
from tests.support.counts import FULL, SEED
from tests.support.recording import a_ledger, begin, submit
from tests.support.worlds import FIDE, ON, federation, games, rated, tournament

PLAYERS: Final = range(1, 7)
LAST: Final = 24 if FULL else 5
PERIODS: Final = tuple(f"{2025 + at // 12}-{at % 12 + 1:02}" for at in range(7, 7 + LAST))
ANSWERS: Final = 1_000 if FULL else 20
"""Asked about each history, and asked once more at the end."""

Ratings = dict[int, int]


@dataclass
class Model:
    """What is known: at the position of each closing, the day of the list and its ratings."""

    positions: list[int] = field(default_factory=list)
    lists: list[tuple[date, Ratings]] = field(default_factory=list)

    def add(self, position: int, day: date, ratings: Ratings) -> None:
        """Add a list."""
        self.positions.append(position)
        self.lists.append((day, ratings))

    def rating(self, player: int, as_of: date, known: int) -> int | None:
        """Return a rating by the lists closed up to a position and in force on a day."""
        closed = self.lists[: bisect_right(self.positions, known)]
        in_force = [ratings for day, ratings in closed if day <= as_of]
        return in_force[-1].get(player) if in_force else None


class Story:
    """A ledger in which something happens at random, and the model of it."""

    def __init__(self, ledger: Ledger, random: Random) -> None:
        self.ledger, self.random, self.model = ledger, random, Model()
        self.official = Official(ledger)
        self.reports: list[tuple[str, int]] = []
        self.closed = 0
        first = self.last_position()
        self.model.add(first, ON, dict.fromkeys(PLAYERS, 2000))

    @property
    def house(self) -> House:
        self.official.catch_up()
        return House(self.ledger, self.official)

    def last_position(self) -> int:
        return self.ledger.read.head().next_position - 1

    def happen(self) -> None:
        """Let one thing happen; what is refused changes nothing."""
        weights: dict[Callable[[], None], int] = {
            self.report: 8, self.correct: 4, self.annul: 2, self.reinstate: 1,
            self.adjust: 1, self.close: 1, self.begin_anew: 1, self.lose: 1,
        }  # fmt: skip
        (event,) = self.random.choices([*weights], [*weights.values()])
        with suppress(Refused):
            event()

    def report(self) -> None:
        """A report of a month before the next list, or of an earlier one."""
        month = max(0, self.closed - self.random.choice((0, 0, 1, 2)))
        starts = ON + timedelta(days=30 * month + self.random.randrange(12))
        white, *others = self.random.sample(PLAYERS, 5)
        results = self.random.choices("10=", k=4)
        name = f"T-{len(self.reports) + 1}"
        both = zip(others, results, strict=True)
        played = games(white, " ".join(f"{other} {result}" for other, result in both))
        ends = starts + timedelta(days=2)
        one = tournament(name, starts.isoformat(), ends.isoformat(), played)
        self.reports.append((name, submit(self.ledger, one, FIDE)))

    def a_report(self) -> tuple[str, int]:
        if not self.reports:
            raise Refused("there is no report yet")
        return self.random.choice(self.reports)

    def correct(self) -> None:
        name, position = self.a_report()
        results = self.random.choice((("1", "0"), ("0", "1"), ("=", "=")))
        correct_result(self.house, name, f"#{position}#0", results, by="fsi")

    def annul(self) -> None:
        annul_report(self.house, self.a_report()[0], by="fsi")

    def reinstate(self) -> None:
        reinstate_report(self.house, self.a_report()[0], by="fsi")

    def adjust(self) -> None:
        player = self.random.choice(PLAYERS)
        before = self.model.lists[-1][1].get(player, 0)
        adjusted = RatingsAdjusted(
            pool=FIDE,
            player=columns.write([player], columns.PLAYER),
            before=columns.write([before], columns.RATING),
            after=columns.write([before + 7], columns.RATING),
            by="fsi",
        )
        key = f"adjust {self.last_position()}"
        self.ledger.append(Request(key, (NewEvent(adjusted),)))

    def close(self) -> None:
        """Close the next list; the model takes its rows from the sealed document."""
        if self.closed < len(PERIODS):
            close(self.house, FIDE, PERIODS[self.closed])
            self.closed += 1
            pool = self.house.pool(FIDE)
            row = pool.lists()[-1]
            sealed = pool.official.closed_list(pool.facts.closed[-1].event)
            both = (sealed.values[name].tolist() for name in ("player", "rating"))
            self.model.add(row.position, row.list_date, dict(zip(*both, strict=True)))

    def begin_anew(self) -> None:
        """Another process opens the ledger."""
        self.official.close()
        self.official = Official(self.ledger)

    def lose(self) -> None:
        """Everything computed is lost: a replay from zero."""
        self.official.rebuild(50)

    def asked(self) -> tuple[int, date, int]:
        """A player, a day and a position."""
        days = ON + timedelta(days=30 + self.random.randrange(30 * self.closed + 30))
        first, last = self.model.positions[0], self.last_position()
        known = max(self.random.randint(first, last) for _ in range(2))
        return self.random.choice(PLAYERS), days, known

    def answer(self, player: int, as_of: date, known: int) -> int | None:
        pool = self.house.pool(FIDE, known)
        try:
            row = chosen(pool, None, as_of)
        except NotCovered:
            return None
        return player_rating(pool, player, row, as_of).rows[0].rating

    def trail(self, player: int, known: int) -> str:
        asked = TrailAsked(identities.show(player), FIDE, known_at=f"#{known}", limit=200)
        found = player_trail(self.house, asked)
        return repr((found.about, found.rows))


@contextmanager
def story(address: str, seed: int) -> Iterator[Story]:
    with a_ledger(address) as ledger:
        begin(
            ledger, federation([rated(player, 2000) for player in PLAYERS], periods=PERIODS), FIDE
        )
        made = Story(ledger, Random(seed))
        yield made
        made.official.close()


def check(address: str, seed: int) -> None:
    """Let a history happen, asking; ask the same at the end, and after a replay from zero."""
    with story(address, seed) as made:
        answers: dict[tuple[int, date, int], int | None] = {}
        trails: dict[tuple[int, int], str] = {}
        while made.closed < len(PERIODS):
            made.happen()
            while len(answers) * len(PERIODS) < ANSWERS * made.closed:
                asked = made.asked()
                answers[asked] = made.answer(*asked)
                assert answers[asked] == made.model.rating(*asked), asked
            if len(trails) < made.closed // 3:
                player, _, known = made.asked()
                trails[player, known] = made.trail(player, known)
        for again in ("at the end", "after a replay from zero"):
            for asked, rating in answers.items():
                assert made.answer(*asked) == rating, (again, asked)
            for (player, known), said in trails.items():
                assert made.trail(player, known) == said, (again, player, known)
            made.lose()
        assert len(set(answers.values())) > 2


def test_random_answers_equal_the_model_and_never_change(tmp_path):
    check(str(tmp_path / "ledger"), SEED)


def test_random_answers_equal_the_model_on_postgresql(postgres_database):
    check(postgres_database, SEED + 1)
