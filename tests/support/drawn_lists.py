"""Recordings about lists and ratings in a random history, chosen by a number."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from ledger import columns
from ledger.errors import Refused
from ledger.events.pool import AdjustmentWithdrawn, RatingsAdjusted
from ops.closings.recordings import CloseList, PublishList, ReprintList
from ops.closings.reprint_list import NothingChanges
from ops.events.decide import decide
from ops.house import House
from tests.support.drawn import BODY, Choices, Drawing, Impossible, Recording
from tests.support.history_model import Adjustment


@contextmanager
def unless_nothing_changes() -> Iterator[None]:
    """Raise Impossible where a new printing would have the rows of the last printing."""
    try:
        yield
    except Refused as refusal:
        if refusal.code not in (NothingChanges.CODE, "nothing-differs"):
            raise
        raise Impossible from refusal


class Lists(Drawing):
    """Recordings about lists, and about ratings there, drawn from the known facts."""

    def close(self, choices: Choices | None = None) -> Recording:
        """The closing of the next list."""
        if self.now.closed == len(self.now.list_days):
            raise Impossible
        period = [*self.setting.lists][self.now.closed]
        return Recording(
            lambda house: CloseList(pool=self.setting.book, period=period).record(house),
            self.now.close,
            ("list", "close", self.setting.book, period),
        )

    def publish(self, choices: Choices) -> Recording:
        """Draw the publication of the last printing of a closed list."""
        now = self.now
        last = [printings[-1] for printings in now.printings]
        index = choices.one([index for index, one in enumerate(last) if one.published is None])
        period = [*self.setting.lists][index]
        earlier = [one.since for one in now.printings[index] if one.published]
        after_cut_off = now.list_days[index] + timedelta(days=self.setting.chained)
        first = max([after_cut_off, *earlier])
        day = first + timedelta(days=choices.one((0, 3, 20)))
        return Recording(
            lambda house: PublishList(pool=self.setting.book, period=period, on=day).record(house),
            lambda: now.publish(index, day),
            ("list", "publish", self.setting.book, period, "--on", str(day)),
        )

    def reprint(self, choices: Choices) -> Recording:
        """A new printing of the last closed list, in force from a stated day or as published."""
        period, stated = self.last_list(), None
        published = [one for one in self.now.printings[-1] if one.published]
        if published:
            days = choices.one((0, 5))
            stated = published[-1].since + timedelta(days=days) if days else None

        def record(house: House) -> None:
            with unless_nothing_changes():
                done = ReprintList(
                    pool=self.setting.book, period=period, in_force_from=stated
                ).record(house)
                if done.receipt.replayed:
                    raise Impossible

        return Recording(record, lambda: self.now.reprint(stated))

    def last_list(self) -> str:
        """Return the last closed list, if printable again: no adjustment waits for the next."""
        now = self.now
        waiting = (one for one in now.adjustments if one.withdrawn is None)
        if not now.closed or any(one.waits(now.closed) for one in waiting):
            raise Impossible
        return [*self.setting.lists][now.closed - 1]

    def adjust(self, choices: Choices) -> Recording:
        """A rating adjusted by decision: once before each closing."""
        now, more = self.now, choices.one((7, -30))
        ratings = now.ratings["official"][now.closed]
        free = [one for one in ratings if one not in now.leads and not now.waiting(one)]
        player = choices.one(free)
        said = Adjustment(0, player, ratings[player], now.closed)
        fact = RatingsAdjusted(
            pool=self.setting.book,
            player=columns.write([player], columns.PLAYER),
            before=columns.write([said.before], columns.RATING),
            after=columns.write([said.before + more], columns.RATING),
            by=BODY,
        )

        def record(house: House) -> None:
            said.position = decide(house, fact).receipt.last_position

        return Recording(
            record, lambda: now.adjustments.append(said), inverse=lambda: self._withdraw(said)
        )

    def withdraw(self, choices: Choices) -> Recording:
        """Draw the withdrawal of an adjustment, before or after a list took the adjustment in."""
        now = self.now
        ratings = now.ratings["official"][now.closed]
        free = [
            one
            for one in now.adjustments
            if one.withdrawn is None and one.player in ratings and one.player not in now.leads
            if one.waits(now.closed) or not now.waiting(one.player)
        ]
        return self._withdraw(choices.one(free))

    def _withdraw(self, adjustment: Adjustment) -> Recording:
        now = self.now
        fact = AdjustmentWithdrawn(
            pool=self.setting.book,
            player=columns.write([adjustment.player], columns.PLAYER),
            withdraws=adjustment.position,
            before=columns.write([adjustment.before], columns.RATING),
            by=BODY,
        )

        def learn() -> None:
            adjustment.withdrawn = now.closed
            now.late |= adjustment.closed < now.closed

        return Recording(lambda house: decide(house, fact), learn)
