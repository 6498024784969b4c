"""A ledger changed step by step, each step drawn as a number, with a model."""

from collections import Counter
from contextlib import suppress
from functools import partial
from typing import Final

from ledger.store.ledger import Ledger
from ops.house import House, TrackName
from projections.official import Official
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import corrected_units
from projections.queries.explain import explain
from tests.support.drawn import Choices, Impossible, Recording
from tests.support.drawn_recordings import Recordings
from tests.support.history_model import Known, Lists, Model
from tests.support.history_settings import PLAYERS, Setting
from tests.support.killed_commands import run_until_killed
from tests.support.recording import from_zero
from tests.support.tentative_ledgers import with_next
from tests.support.verified_worlds import verify

TRACKS: Final[tuple[TrackName, ...]] = ("official", "revised")

Points = dict[int, int]
"""By player, where they are not zero."""


class History:
    """A ledger changed at each step, with the model."""

    def __init__(self, setting: Setting, ledger: Ledger) -> None:
        """Begin with the ratings carried over."""
        self.setting, self.ledger = setting, ledger
        self.model = Model(setting.known())
        self.recordings = Recordings(setting, self.now)
        self.happened = Counter[str]()
        self._open()
        self.look()

    @property
    def now(self) -> Known:
        """Return the present facts of the model."""
        return self.model.now

    def pool(self, known: int | None = None, track: TrackName = "official") -> PoolQuery:
        """The pool, with everything recorded."""
        self.house.catch_up()
        return self.house.pool(self.setting.book, known, track)

    def _open(self) -> None:
        self.official = Official(self.ledger)
        self.house = House(self.ledger, self.official)

    def look(self) -> None:
        """Replay everything from zero; where nothing came late, both tracks are equal."""
        position = self.ledger.read.head().next_position - 1
        if self.model.moments and self.model.moments[-1].position == position:
            return
        with from_zero(self.ledger) as official:
            house = House(self.ledger, official)
            pools = {track: house.pool(self.setting.book, None, track) for track in TRACKS}
            known = self.model.step(position, {name: _ratings(of) for name, of in pools.items()})
        assert known.late or known.ratings["official"] == known.ratings["revised"]

    def check_whole(self) -> None:
        """Check every byte, every list, and everything kept beside."""
        assert verify(self.ledger).faults == []

    # ------------------------------------------------------------------------------- what happens

    def step(self, action: str, number: int) -> None:
        """Take a step; an impossible step becomes a report."""
        choices = Choices(number)
        try:
            getattr(self, action, partial(self._draw, action))(choices)
            self.happened[action] += 1
        except Impossible:
            with suppress(Impossible):
                self._draw("report", choices)

    def _draw(self, action: str, choices: Choices) -> None:
        self._record(getattr(self.recordings, action)(choices))

    def _record(self, recording: Recording) -> None:
        recording.record(self.house)
        recording.learn()

    def nothing(self, choices: Choices) -> None:
        """Let nothing happen."""

    def adjust(self, choices: Choices) -> None:
        """Adjust a rating of the last list."""
        self._looking("adjust", choices)

    def withdraw(self, choices: Choices) -> None:
        """Withdraw an adjustment."""
        self._looking("withdraw", choices)

    def merge(self, choices: Choices) -> None:
        """Merge two players."""
        self._looking("merge", choices)

    def appeal(self, choices: Choices) -> None:
        """Go on with an appeal, which may end with a new printing."""
        self._looking("appeal", choices)

    def _looking(self, action: str, choices: Choices) -> None:
        """Draw a step based on the ratings of the last list, or revert such a step."""
        self.look()
        self._draw(action, choices)

    def reprint(self, choices: Choices) -> None:
        """Print the last list again, with everything due in the next list."""
        self._looking("reprint", choices)
        if self.now.closed < len(self.setting.lists):
            assert self._coming()[1] == {}

    def suspend(self, choices: Choices) -> None:
        """Suspend a player: the next list is the same."""
        before = self._coming()
        self._draw("suspend", choices)
        assert self._coming() == before

    def reopen(self, choices: Choices) -> None:
        """Let another process open the ledger."""
        self.official.close()
        self._open()

    def lose(self, choices: Choices) -> None:
        """Lose everything computed, and compute anew from the events."""
        self.official.rebuild(50)

    # ------------------------------------------------------------------------------- kills

    def kill(self, choices: Choices) -> None:
        """Kill a recording process; the rest is recorded here."""
        recordings, before = self._for_command_lines(choices), self._requests()
        ended = choices.one(range(len(recordings)))
        seconds = choices.one(range(16)) / 100
        words = [(*each.words, "--ledger", self.ledger.address) for each in recordings]
        done = run_until_killed(words, ended, seconds)
        self.reopen(choices)
        self.check_whole()
        assert done <= self._requests() - before <= done + 1
        for recording in recordings[done:]:
            recording.record(self.house)
        assert self._requests() - before == len(recordings)

    def _for_command_lines(self, choices: Choices) -> list[Recording]:
        """Draw three recordings with a command line, each after the last."""
        some, found = self.recordings, []
        for _ in range(3):
            draw = choices.one(
                (
                    *(some.correct, some.annul, some.publish, some.close, some.entrant),
                    *(some.details, some.suspend, some.reinstate),
                )
            )
            with suppress(Impossible):
                found.append(draw(choices))
                found[-1].learn()
        return found

    def _requests(self) -> int:
        with self.ledger.engine.connect().execution_options(reading=True) as connection:
            found = connection.exec_driver_sql("SELECT count(*) FROM append_request")
            return int(found.scalar_one())

    # ------------------------------------------------------------------------------- inverses

    def there_and_back(self, choices: Choices) -> None:
        """Correct and revert, in a single period or over a closing: the revised ratings stay."""
        over = choices.one((False, True))
        if self.now.closed + 2 * over >= len(self.setting.lists):
            raise Impossible
        self.look()
        some = self.recordings
        reports = some.correct, some.annul, some.entrant, some.details, some.replace
        others = some.merge, some.suspend, some.adjust
        there = choices.one((*reports, *others))(choices)
        revised = self.now.ratings["revised"]
        (self._over_a_closing if over else self._within_a_period)(there)
        self.look()
        assert self.now.ratings["revised"][: len(revised)] == revised

    def _within_a_period(self, there: Recording) -> None:
        """The next list is the list without both."""
        before = self._coming()
        self._record(there)
        self._record(there.inverse())
        assert self._coming() == before

    def _over_a_closing(self, there: Recording) -> None:
        """The corrections of closed lists on two lists add up to the corrections due before."""
        if any(of.booked is None for of in there.concerned):
            raise Impossible  # the first of the two lists would take the games as corrected
        _, due = self._coming()
        self._record(there)
        for compose in (self.recordings.close, there.inverse, self.recordings.close):
            self._record(compose())
        pool = self.pool()
        assert _booked(pool, pool.lists()[-2:]) == due

    def _coming(self) -> tuple[str, Points]:
        """Return the digest of the next list, closed in memory, and the corrections of closed
        lists.
        """
        with self.house.tentatively() as tentative:
            tentative.catch_up()
            pool = tentative.pool(self.setting.book)
            pool = with_next(tentative.official, pool.name)
            row = pool.lists()[-1]
            return row.digest, _booked(pool, [row])


def _ratings(pool: PoolQuery) -> Lists:
    lists = (pool.states(PLAYERS, row.number) for row in pool.lists())
    return tuple(
        {player: state.rating for player, state in states.items() if state.rating}
        for states in lists
    )


def _booked(pool: PoolQuery, lists: list[RatingList]) -> Points:
    """The lines of lists for units of closed lists, added up."""
    found = Counter[int]()
    for on in lists:
        players = {corrected.unit.player for corrected in corrected_units(pool, on=on.number)}
        for player in players:
            lines = [line for unit in explain(pool, player, on).units for line in unit.lines]
            found[player] += int(sum(x.points for x in lines if x.kind in ("correction", "merge")))
    return {player: points for player, points in found.items() if points}
