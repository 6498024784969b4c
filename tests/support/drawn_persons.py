"""Recordings about players in a random history, chosen by a number."""

from datetime import date, timedelta
from itertools import permutations
from typing import Final

from ledger.register import identities
from ops.players.recordings import MergePlayer, ReinstatePlayer, SeparatePlayer, SuspendPlayer
from tests.support.drawn import BODY, Choices, Drawing, Impossible, Recording
from tests.support.history_model import Suspension
from tests.support.history_settings import PLAYERS

_BY: Final = ("--by", BODY)


class Persons(Drawing):
    """Recordings about players, drawn from the known facts."""

    def merge(self, choices: Choices) -> Recording:
        """Draw a merge: not of two players of the same report, and not into a merged number."""
        now = self.now
        kept, merged = choices.one(
            [
                (kept, merged)
                for kept, merged in permutations(PLAYERS, 2)
                if self._apart(kept, merged)
            ]
        )

        def learn() -> None:
            now.leads[merged], now.late = kept, True

        stays, leads = identities.show(kept), identities.show(merged)
        return Recording(
            MergePlayer(kept=stays, player=leads, by=BODY).record,
            learn,
            concerned=tuple(
                of for of in now.tournaments.values() if {kept, merged} & {*of.players}
            ),
            inverse=lambda: self._separate(merged),
        )

    def _apart(self, kept: int, merged: int) -> bool:
        leads = self.now.leads
        if kept in leads or merged in leads or merged in leads.values():
            return False
        same = {kept, *(one for one in leads if leads[one] == kept)}
        standing = (of for of in self.now.tournaments.values() if not of.annulled)
        return not any(merged in of.players and same & {*of.players} for of in standing)

    def separate(self, choices: Choices) -> Recording:
        """Draw the separation of a wrong merge; in a chain, the last merge into a player."""
        leads = self.now.leads
        last = {kept: merged for merged, kept in leads.items()}
        return self._separate(choices.one([*last.values()] if self.setting.chained else [*leads]))

    def _separate(self, merged: int) -> Recording:
        shown = identities.show(merged)
        return Recording(
            SeparatePlayer(player=shown, by=BODY).record,
            lambda: self.now.leads.pop(merged),
        )

    # ------------------------------------------------------------------------------- suspensions

    def suspend(self, choices: Choices) -> Recording:
        """A player suspended, for some days or for good."""
        now = self.now
        player = choices.one([one for one in PLAYERS if one not in now.leads])
        first = choices.one(now.list_days) + timedelta(days=choices.one((0, 5)))
        days = choices.one((0, 40, None))
        said = Suspension(player, first, None if days is None else first + timedelta(days=days))
        of_player = (one for one in now.suspensions if now.person(one.player) == player)
        if any(one.overlaps(said) for one in of_player):
            raise Impossible
        shown = identities.show(player)
        until = ("--last-day", str(said.last)) if said.last else ()
        return Recording(
            SuspendPlayer(player=shown, first_day=first, last_day=said.last, by=BODY).record,
            lambda: now.suspensions.append(said),
            ("player", "suspend", shown, "--first-day", str(first), *until, *_BY),
            inverse=lambda: self._reinstate(said, first),
        )

    def reinstate(self, choices: Choices) -> Recording:
        """Draw a suspension's early end, or annulment."""
        days = choices.one((0, 3))
        lasting = [one for one in self.now.suspensions if self._only_one(one, days)]
        said = choices.one(lasting)
        return self._reinstate(said, said.first + timedelta(days=days))

    def _only_one(self, said: Suspension, days: int) -> bool:
        """Return whether a suspension alone has the day so many days after the first."""
        day, now = said.first + timedelta(days=days), self.now
        player = now.person(said.player)
        of_player = [one for one in now.suspensions if now.person(one.player) == player]
        return not said.lifted and [one for one in of_player if one.has(day)] == [said]

    def _reinstate(self, said: Suspension, day: date) -> Recording:
        shown = identities.show(self.now.person(said.player))

        def learn() -> None:
            said.last, said.lifted = day - timedelta(days=1), True

        return Recording(
            ReinstatePlayer(player=shown, on=day, by=BODY).record,
            learn,
            ("player", "reinstate", shown, "--on", str(day), *_BY),
        )
