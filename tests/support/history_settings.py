"""Where random histories begin: players with ratings carried over, and the days of the lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from ledger.events.pool import ListScheduled, PoolOpened
from ledger.store.ledger import Ledger
from projections.rulebooks import rulebook
from tests.oracles.world import Tournament, World
from tests.support import recording, worlds
from tests.support.history_model import Known
from tests.support.recording import ZONE, adopt, record, registered
from tests.support.worlds import FIDE, RUBELE, carried_over, federation, games, rated

PLAYERS: Final = range(1, 11)
NEWCOMERS: Final = (9, 10)
"""Without a rating at the beginning."""

UISP: Final = "uisp"


@dataclass(frozen=True)
class Setting:
    """A pool with lists; a tournament takes three days soon after the last list."""

    book: str
    carried_on: date
    lists: Mapping[str, date]
    """The day of the list of each period."""
    by_publication: bool
    appeal_days: int | None
    """Days after the notice of a refusal in which an appeal is in time; None: always."""
    chained: bool
    """Whether tournaments are rated one by one, each with the capital after the one before."""
    begin: Callable[[Ledger], None]

    def known(self) -> Known:
        """Return the facts known at the beginning."""
        return Known(self.carried_on, tuple(self.lists.values()), self.by_publication)

    def tournament(
        self, name: str, due: int, day: int, players: Sequence[int], results: Sequence[str]
    ) -> Tournament:
        """A tournament of the first player with White against the others, due on a list."""
        white, *others = players
        starts, ends = self.days(due, day)
        both = zip(others, results, strict=True)
        text = " ".join(f"{black} {result}" for black, result in both)
        return worlds.tournament(name, starts.isoformat(), ends.isoformat(), games(white, text))

    def days(self, due: int, day: int) -> tuple[date, date]:
        """Return first and last day of a tournament due on a list."""
        starts = (self.carried_on, *self.lists.values())[due] + timedelta(days=day)
        return starts, starts + timedelta(days=2)


def _carried(rating: int, on: date, periods: Iterable[str]) -> World:
    people = [rated(player, rating + 20 * player) for player in PLAYERS if player not in NEWCOMERS]
    return federation(people, newcomers=NEWCOMERS, periods=tuple(periods), on=on)


_FIDE_ON: Final = date(2024, 7, 1)
_FIDE_LISTS: Final = {
    f"{day:%Y-%m}": day for day in (date(2024 + at // 12, at % 12 + 1, 1) for at in range(7, 25))
}


def _begin_fide(ledger: Ledger) -> None:
    recording.begin(ledger, _carried(2000, _FIDE_ON, _FIDE_LISTS), FIDE)


_UISP_ON: Final = date(2023, 1, 5)
_UISP_LISTS: Final = {
    f"{2023 + at // 4}-Q{at % 4 + 1}": date(2023 + at // 4, at % 4 * 3 + 1, 5)
    for at in range(1, 13)
}


def _begin_uisp(ledger: Ledger) -> None:
    world = _carried(1500, _UISP_ON, _UISP_LISTS)
    record(ledger, "players", registered(world))
    opened = PoolOpened(pool=UISP, rulebook=UISP, zone=ZONE, first_period=world.periods[0])
    record(ledger, "open", opened)
    adopt(ledger, UISP, rulebook(UISP).editions[0].name)
    for period, day in _UISP_LISTS.items():
        cut_off = rulebook(UISP).calendar.announce(period, day, None).cut_off
        said = ListScheduled(pool=UISP, period=period, issue_day=day, cut_off=cut_off)
        record(ledger, f"schedule {period}", said)
    record(ledger, "carry over", carried_over(world, UISP))


_DRAUGHTS_ON: Final = date(2014, 1, 1)
_DRAUGHTS_LISTS: Final = {
    f"{2014 + at // 4}-{at % 4 * 3 + 3:02d}": date(2014 + at // 4, at % 4 * 3 + 3, 28)
    for at in range(12)
}


def _begin_draughts(ledger: Ledger) -> None:
    world = _carried(1900, _DRAUGHTS_ON, _DRAUGHTS_LISTS)
    recording.begin(ledger, world, RUBELE, _DRAUGHTS_LISTS.items())


SETTINGS: Final = (
    Setting(FIDE, _FIDE_ON, _FIDE_LISTS, False, 7, False, _begin_fide),
    Setting(UISP, _UISP_ON, _UISP_LISTS, True, None, False, _begin_uisp),
    Setting(RUBELE, _DRAUGHTS_ON, _DRAUGHTS_LISTS, False, None, True, _begin_draughts),
)
