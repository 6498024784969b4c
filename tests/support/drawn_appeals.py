"""The next step of an appeal in a random history: filed, admitted, decided with a correction."""

from contextlib import nullcontext
from datetime import timedelta

from ledger.events.appeal_kinds import Outcome
from ops.appeals.corrections import CausedCorrection, FurtherDecision, ListReprint
from ops.appeals.recordings import AdmitAppeal, DecideAppeal, FileAppeal
from ops.house import House
from ops.tournaments.corrections import ResultCorrection
from tests.support.drawn import BODY, Choices, Recording
from tests.support.drawn_lists import Lists, unless_nothing_changes
from tests.support.history_model import Appeal
from tests.support.worlds import OTHER_SIDE


class Appeals(Lists):
    """Appeals about a pool, drawn from the known facts."""

    def appeal(self, choices: Choices) -> Recording:
        """Draw the next step of an open appeal, or a new appeal."""
        waiting = [name for name, one in self.now.appeals.items() if one.is_open]
        name = choices.one([*waiting, ""])
        if not name:
            return self._file(choices)
        of = self.now.appeals[name]
        return self._admit(name, of) if of.status == "filed" else self._decide(name, of, choices)

    def _file(self, choices: Choices) -> Recording:
        """Against a refusal, or else against a report: told lately, or a month ago."""
        contested = {one.contested for one in self.now.appeals.values()}
        every = {
            of.position if of.refused is None else of.refused: name
            for name, of in self.now.tournaments.items()
        }
        event = choices.one([one for one in every if one not in contested])
        of_refusal = self.now.tournaments[every[event]].refused == event
        days = choices.one((2, 30))
        deadline = self.setting.appeal_days if of_refusal else None
        appeal = Appeal(every[event], event, of_refusal, deadline is None or days <= deadline)

        def record(house: House) -> None:
            filing = FileAppeal(
                pool=self.setting.book,
                kind="refusal" if of_refusal else "report",
                contested=event,
                capacity="organiser",
                notified=str(house.today() - timedelta(days=days)),
                source="letter",
            )
            filing.record(house)

        name = f"A-{len(self.now.appeals) + 1:06}"
        return Recording(record, lambda: self.now.appeals.update({name: appeal}))

    def _admit(self, name: str, of: Appeal) -> Recording:
        def learn() -> None:
            of.status = "admitted" if of.in_time else "inadmissible"

        return Recording(lambda house: AdmitAppeal(appeal=name, by=BODY).record(house), learn)

    def _decide(self, name: str, of: Appeal, choices: Choices) -> Recording:
        """Dismissed, or upheld: a refusal is lifted, a result corrected in the same request.

        The corrected result may come on a new printing of the last list, again in this request.
        """
        outcome: Outcome = choices.one(("upheld", "dismissed"))
        tournament = self.now.tournaments[of.tournament]
        corrections: tuple[CausedCorrection, ...] = ()
        reprints = False
        if outcome == "upheld" and not of.of_refusal:
            game, white = choices.one(tournament.other_results())
            address = f"#{tournament.position}#{game}"
            results = {"white": white, "black": OTHER_SIDE[white]}
            corrections = (ResultCorrection(tournament=of.tournament, game=address, **results),)
            reprints = tournament.booked is not None and choices.one((True, False))
            if reprints:
                corrections += (ListReprint(period=self.last_list()),)
        elif outcome == "upheld":
            fields = {"tournament": of.tournament}
            corrections = (FurtherDecision(type="tournament-reinstated", fields=fields),)

        def learn() -> None:
            of.status = "decided"
            if corrections and of.of_refusal:
                tournament.refused = None
                self.now.concerned(tournament)
            elif corrections:
                self.now.correct(tournament, game, white)
            if reprints:
                self.now.reprint()

        decision = DecideAppeal(
            appeal="A-000001",
            outcome=outcome,
            by=BODY,
            corrections=corrections,
            member=("member-1",),
        )

        def record(house: House) -> None:
            with unless_nothing_changes() if reprints else nullcontext():
                decision.record(house)

        return Recording(record, learn)
