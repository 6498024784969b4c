"""The contested act of an appeal, and the other side, who answers for it."""

from ledger.appeals.folding import Appeal
from ledger.store.preparing import NO_PERSONS
from ledger.store.recorded import Recorded
from ops.house import House


def contested_event(house: House, appeal: Appeal) -> Recorded | None:
    """Return the contested event; for the row of a list, the event that closed the list."""
    position = appeal.filed.contested
    if appeal.filed.period is not None:
        closed = house.official.facts.pools[appeal.filed.pool].closed
        of_list = [one.position for one in closed if one.event.period == appeal.filed.period]
        position = of_list[-1] if of_list else None
    return None if position is None else house.read.at([position]).get(position)


def other_side(house: House, appeal: Appeal) -> frozenset[str]:
    """Return the actors who answer an appeal: as named at the examination.

    Without a named side: the recorder and the approver of the contested act, except the appellant.
    Empty: neither is a person.
    """
    if appeal.other_side:
        return frozenset(appeal.other_side)
    contested = contested_event(house, appeal)
    if contested is None:
        return frozenset()
    acted = contested.recorded_by, contested.decoded().approved_by
    nobody = (*NO_PERSONS, appeal.filed.appellant)
    return frozenset(actor for actor in acted if actor and actor not in nobody)
