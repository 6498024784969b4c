"""Corrections of draughts calculated wrongly, each in a single way: controls of the
slow calculation.
"""

from tests.oracles import rubele_corrected_cases
from tests.oracles.rubele_corrections import Booked, Corrected, Play, Played, Unit
from tests.oracles.rubele_era import Event


class NotTelescoped(Corrected):
    """Every correction is made against the event as booked first."""

    def pay(self, event: Event, player: int, unit: Unit, now: Play, added: int, index: int) -> None:
        first = Unit(unit.stages[:2], unit.added, unit.games)
        super().pay(event, player, first, now, added, index)
        unit.stages.append(first.stages[-1])


class PresentInputs(Corrected):
    """The event played again with the capitals held now."""

    def played_again(self, booked: Booked, event: Event, index: int) -> Played:
        standings = self.standings[event.discipline]
        now = Booked(self.count, index, booked.place, standings, event)
        return super().played_again(now, event, index)


class NothingUndone(Corrected):
    """Always walked, also where D is unchanged."""

    def pay(self, event: Event, player: int, unit: Unit, now: Play, added: int, index: int) -> None:
        last = Unit(unit.stages[-1:], unit.added, unit.games)
        super().pay(event, player, last, now, added, index)
        unit.stages.append(last.stages[-1])


class BonusKept(Corrected):
    """Bonus and corrective are not touched."""

    def due(self, discipline: str, name: str, player: int, stand: dict[str, Played]) -> int:
        unit = self.events[name].units.get(player)
        return unit.added if unit else super().due(discipline, name, player, stand)


class NothingOwed(Corrected):
    """No malus comes due by a correction."""

    def owe(self, discipline: str, year: int) -> None:
        pass


class CeasedPaid(Corrected):
    """The share of a ceased capital is paid to the present capital."""

    def gone(self, booked: Booked, player: int) -> bool:
        return player not in self.standings[booked.event.discipline].capitals


class PlaceKept(Corrected):
    """A correction stays at the place of the booked event, whatever days are corrected."""

    def pay(self, event: Event, player: int, unit: Unit, now: Play, added: int, index: int) -> None:
        changes = self.standings[event.discipline].changes
        super().pay(event, player, unit, now, added, index)
        _, who, change = changes.pop()
        changes.append((self.events[event.played.id].place, who, change))


class LateByEvents(Corrected):
    """An event is late only where another event, or the end of a year, was booked later."""

    def rate(self, event: Event, index: int) -> None:
        standings = self.standings[event.discipline]
        if not rubele_corrected_cases.late_by_correction(self, event):
            super().rate(event, index)
            return
        changes, standings.changes = standings.changes, []
        super().rate(event, index)
        standings.changes = [*changes, *standings.changes]


class NoCorrections(Corrected):
    """No correction at all."""

    def correct(self, discipline: str, index: int) -> None:
        pass


SPOILT = (
    NotTelescoped,
    PresentInputs,
    NothingUndone,
    BonusKept,
    NothingOwed,
    CeasedPaid,
    PlaceKept,
    LateByEvents,
    NoCorrections,
)
