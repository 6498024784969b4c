"""What can be recorded next in a random history, chosen by a number from what the model knows.

A recording is composed from the model alone, so that a process can record it and be killed.
"""

from datetime import timedelta
from itertools import permutations
from typing import Final

from ledger import columns
from ledger.events.counting import TournamentRefused
from ledger.events.pool import RatingsAdjusted
from ledger.register import identities
from ops.commands import close_period, list_days
from ops.commands.annul_report import annul_report, reinstate_report
from ops.commands.correct_report import correct_entrant, correct_result
from ops.commands.decide import decide
from ops.commands.merge_players import merge_players, separate_players
from ops.house import House
from tests.support.drawn import BODY, Choices, Impossible, Recording
from tests.support.drawn_appeals import Appeals
from tests.support.history_model import Known, Tournament
from tests.support.history_settings import PLAYERS, Setting
from tests.support.recording import submit
from tests.support.worlds import OTHER_SIDE

_BY: Final = ("--by", BODY)


class Recordings:
    """Recordings about a pool, drawn from what is known."""

    def __init__(self, setting: Setting, now: Known) -> None:
        self.setting, self.now = setting, now
        self._adjusted = set[tuple[int, int]]()

    def report(self, choices: Choices) -> Recording:
        """A report, in time or late; it never names both numbers of a merge."""
        now, name = self.now, f"T-{len(self.now.tournaments) + 1}"
        due = max(0, now.closed - choices.one((0, 0, 1, 2)))
        if due >= len(now.list_days):
            raise Impossible
        number = [one for one in PLAYERS if one not in now.leads]
        who = choices.some(number, 4)
        merged = [one for one, kept in now.leads.items() if kept == who[1]]
        who[1] = choices.one([who[1], *merged])
        results = [choices.one("1=0") for _ in who[1:]]
        played = self.setting.tournament(name, due, choices.one(range(12)), who, results)
        said = Tournament(0, due, sorted(who), results)

        def record(house: House) -> None:
            said.position = submit(house.ledger, played, self.setting.book)

        def learn() -> None:
            now.tournaments[name] = said
            now.concerned(said)

        return Recording(record, learn)

    def correct(self, choices: Choices) -> Recording:
        """Another result of a game."""
        every = self.now.tournaments.items()
        name = choices.one([name for name, of in every if of.other_results()])
        return self._correct(name, *choices.one(self.now.tournaments[name].other_results()))

    def _correct(self, name: str, game: int, white: str) -> Recording:
        of = self.now.tournaments[name]
        before, results = of.results[game], (white, OTHER_SIDE[white])
        address = f"#{of.position}#{game}"
        words = ("tournament", "correct", "result", name, address, "--white", white)
        return Recording(
            lambda house: correct_result(house, name, address, results, by=BODY),
            lambda: self.now.correct(of, game, white),
            (*words, "--black", results[1], *_BY),
            (of,),
            lambda: self._correct(name, game, before),
        )

    def entrant(self, choices: Choices) -> Recording:
        """Another player in a row of a report."""
        now = self.now
        name = choices.one([name for name, of in now.tournaments.items() if not of.annulled])
        of = now.tournaments[name]
        free = [one for one in PLAYERS if one not in now.leads and one not in now.persons(of)]
        return self._entrant(name, choices.one(range(len(of.players))), choices.one(free))

    def _entrant(self, name: str, row: int, player: int) -> Recording:
        of = self.now.tournaments[name]
        before = of.players[row]

        def learn() -> None:
            of.players[row] = player
            self.now.concerned(of)

        shown = identities.show(player)
        return Recording(
            lambda house: correct_entrant(house, name, row + 1, player, by=BODY),
            learn,
            ("tournament", "correct", "entrant", name, str(row + 1), "--player", shown, *_BY),
            (of,),
            lambda: self._entrant(name, row, before),
        )

    def annul(self, choices: Choices) -> Recording:
        """An annulment, or the reinstatement of what is annulled."""
        every = self.now.tournaments.items()
        return self._annul(choices.one([name for name, of in every if self._names_each_once(of)]))

    def _names_each_once(self, of: Tournament) -> bool:
        """Return whether a report may be reinstated: no two of its players are merged."""
        persons = self.now.persons(of)
        return len(persons) == len({*persons})

    def _annul(self, name: str) -> Recording:
        of = self.now.tournaments[name]
        command = "reinstate" if of.annulled else "annul"
        decided = reinstate_report if of.annulled else annul_report

        def learn() -> None:
            of.annulled = not of.annulled
            self.now.concerned(of)

        return Recording(
            lambda house: decided(house, name, by=BODY),
            learn,
            ("tournament", command, name, *_BY),
            (of,),
            lambda: self._annul(name),
        )

    def refuse(self, choices: Choices) -> Recording:
        """The refusal of a tournament."""
        every = self.now.tournaments
        name = choices.one([name for name, of in every.items() if of.refused is None])
        of = every[name]

        def record(house: House) -> None:
            fact = TournamentRefused(tournament=name, by=BODY, article="0.4")
            of.refused = decide(house, fact).receipt.last_position

        return Recording(record, lambda: self.now.concerned(of))

    def adjust(self, choices: Choices) -> Recording:
        """A rating adjusted by decision: once before each closing."""
        now, after = self.now, choices.one((7, -30))
        ratings = now.ratings["official"][now.closed]
        free = [one for one in ratings if (now.closed, one) not in self._adjusted]
        player = choices.one([one for one in free if one not in now.leads])
        self._adjusted.add((now.closed, player))
        before = ratings[player]
        fact = RatingsAdjusted(
            pool=self.setting.book,
            player=columns.write([player], columns.PLAYER),
            before=columns.write([before], columns.RATING),
            after=columns.write([before + after], columns.RATING),
            by=BODY,
        )
        return Recording(lambda house: decide(house, fact), lambda: None)

    # ------------------------------------------------------------------------------- lists

    def close(self, choices: Choices | None = None) -> Recording:
        """The closing of the next list."""
        if self.now.closed == len(self.now.list_days):
            raise Impossible
        period = [*self.setting.lists][self.now.closed]
        return Recording(
            lambda house: close_period.close(house, self.setting.book, period),
            self.now.close,
            ("list", "close", self.setting.book, period),
        )

    def publish(self, choices: Choices) -> Recording:
        """The publication of a closed list."""
        now = self.now
        index = choices.one([one for one in range(now.closed) if one not in now.published])
        period = [*self.setting.lists][index]
        day = now.list_days[index] + timedelta(days=choices.one((0, 3, 20)))

        def learn() -> None:
            now.published[index] = day
            now.late |= self.setting.by_publication and index + 1 < now.closed

        return Recording(
            lambda house: list_days.publish(house, self.setting.book, period, day),
            learn,
            ("list", "publish", self.setting.book, period, "--on", str(day)),
        )

    # ------------------------------------------------------------------------------- persons

    def merge(self, choices: Choices) -> Recording:
        """Two players merged: not two of one report, and not into a number that is merged."""
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

        both = identities.show(kept), identities.show(merged)
        return Recording(
            lambda house: merge_players(house, *both, by=BODY),
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
        """A merge that was a mistake."""
        return self._separate(choices.one([*self.now.leads]))

    def _separate(self, merged: int) -> Recording:
        shown = identities.show(merged)
        return Recording(
            lambda house: separate_players(house, shown, by=BODY),
            lambda: self.now.leads.pop(merged),
        )

    # ------------------------------------------------------------------------------- appeals

    def appeal(self, choices: Choices) -> Recording:
        """The next step of an open appeal, or a new one."""
        return Appeals(self.setting, self.now).next(choices)
