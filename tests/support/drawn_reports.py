"""Recordings about tournaments and their reports in a random history, chosen by a number.

A recording is composed from the model alone, so that a process can record it and be killed.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from ledger.events.counting import TournamentRefused
from ledger.events.report import ReportReplaced
from ledger.register import identities
from ledger.store.requests import Document
from ops.events.decide import decide
from ops.house import House
from ops.tournaments.corrections import (
    AnnulReport,
    CorrectDetails,
    CorrectEntrant,
    CorrectResult,
    ReinstateReport,
)
from tests.support import recording
from tests.support.drawn import BODY, Choices, Drawing, Impossible, Recording
from tests.support.history_model import Tournament
from tests.support.history_settings import PLAYERS
from tests.support.recording import IN_TIME, submission, submit
from tests.support.worlds import OTHER_SIDE

_BY: Final = ("--by", BODY)


class Reports(Drawing):
    """Recordings about tournaments, drawn from the known facts."""

    def report(self, choices: Choices) -> Recording:
        """Draw a report, in time or late, never with both numbers of a merge."""
        now, name = self.now, f"T-{len(self.now.tournaments) + 1}"
        due = max(0, now.closed - choices.one((0, 0, 1, 2)))
        if due >= len(now.list_days):
            raise Impossible
        who, results = self._games(choices)
        day = choices.one(range(12))
        played = self.setting.tournament(name, due, day, who, results)
        said = Tournament(0, due, day)
        said.report(who, results)

        def record(house: House) -> None:
            said.position = submit(house.ledger, played, self.setting.book)

        def learn() -> None:
            now.tournaments[name] = said
            now.concerned(said)

        return Recording(record, learn)

    def _games(self, choices: Choices) -> tuple[list[int], list[str]]:
        """Choose four players, and results of the first against the others."""
        leads = self.now.leads
        who = choices.some([one for one in PLAYERS if one not in leads], 4)
        merged = [one for one, kept in leads.items() if kept == who[1]]
        who[1] = choices.one([who[1], *merged])
        return who, [choices.one("1=0") for _ in who[1:]]

    def _counting(self) -> list[str]:
        """Return the tournaments not annulled."""
        return [name for name, of in self.now.tournaments.items() if not of.annulled]

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
            lambda house: CorrectResult(
                tournament=name, game=address, white=results[0], black=results[1], by=BODY
            ).record(house),
            lambda: self.now.correct(of, game, white),
            (*words, "--black", results[1], *_BY),
            (of,),
            lambda: self._correct(name, game, before),
        )

    def entrant(self, choices: Choices) -> Recording:
        """Another player in a row of a report."""
        now = self.now
        name = choices.one(self._counting())
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
            lambda house: CorrectEntrant(
                tournament=name, start_number=row + 1, player=identities.show(player), by=BODY
            ).record(house),
            learn,
            ("tournament", "correct", "entrant", name, str(row + 1), "--player", shown, *_BY),
            (of,),
            lambda: self._entrant(name, row, before),
        )

    def replace(self, choices: Choices) -> Recording:
        """Draw another report in place of a report: other players, other results, the same days."""
        return self._replace(choices.one(self._counting()), *self._games(choices))

    def _replace(self, name: str, who: Sequence[int], results: Sequence[str]) -> Recording:
        of = self.now.tournaments[name]
        before = of.who, [*of.results]
        played = self.setting.tournament(name, of.due, of.day, who, results)

        def record(house: House) -> None:
            file = Document("report", f"report of {name} in place of #{of.position}".encode())
            said = structs.asdict(submission(played, file.digest))
            fact = ReportReplaced(replaces=of.position, **said)
            key = f"replace #{of.position}"
            of.position = recording.record(house.ledger, key, fact, documents=[file])

        def learn() -> None:
            of.report(who, results)
            self.now.concerned(of)

        return Recording(record, learn, (), (of,), lambda: self._replace(name, *before))

    def details(self, choices: Choices) -> Recording:
        """Draw other days of a tournament, which may belong to another list."""
        name = choices.one(self._counting())
        of, last = self.now.tournaments[name], len(self.now.list_days) - 1
        near = [due for due in (of.due + 1, of.due - 1, of.due) if 0 <= due <= last]
        due, day = choices.one(near), choices.one(range(12))
        if (due, day) == (of.due, of.day):
            raise Impossible
        return self._redate(name, due, day)

    def _redate(self, name: str, due: int, day: int) -> Recording:
        of = self.now.tournaments[name]
        before = of.due, of.day
        start, end = self.setting.days(due, day)
        days = {"start": start, "end": end, "received_on": end, "registered_on": start - IN_TIME}
        given = {detail: str(on) for detail, on in days.items()}

        def learn() -> None:
            self.now.concerned(of)
            of.due, of.day = due, day
            self.now.concerned(of)

        return Recording(
            lambda house: CorrectDetails(tournament=name, set=given, by=BODY).record(house),
            learn,
            (
                *("tournament", "correct", "details", name),
                *(word for pair in given.items() for word in ("--set", "=".join(pair))),
                *_BY,
            ),
            (of,),
            lambda: self._redate(name, *before),
        )

    def annul(self, choices: Choices) -> Recording:
        """Draw an annulment, or the reinstatement of an annulled report."""
        every = self.now.tournaments.items()
        return self._annul(choices.one([name for name, of in every if self._names_each_once(of)]))

    def _names_each_once(self, of: Tournament) -> bool:
        """Return whether a report may be reinstated: no two players are merged."""
        persons = self.now.persons(of)
        return len(persons) == len({*persons})

    def _annul(self, name: str) -> Recording:
        of = self.now.tournaments[name]
        command = "reinstate" if of.annulled else "annul"
        decided = ReinstateReport if of.annulled else AnnulReport

        def learn() -> None:
            of.annulled = not of.annulled
            self.now.concerned(of)

        return Recording(
            lambda house: decided(tournament=name, by=BODY).record(house),
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
