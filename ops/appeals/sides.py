"""The contested act of an appeal, and the other side, who answers for it."""

from ledger.appeals.folding import Appeal
from ledger.store.preparing import NO_PERSONS
from ledger.store.recorded import Recorded
from ops.house import House
from projections.state.pool import PoolFacts
from projections.state.printings import printings_of


def contested_event(house: House, appeal: Appeal) -> Recorded | None:
    """Return the contested event; for the row of a list, the closing of the contested printing."""
    position = appeal.filed.contested
    if appeal.filed.period is not None:
        position = _contested_printing(house.official.facts.pools[appeal.filed.pool], appeal)
    return None if position is None else house.read.at([position]).get(position)


def _contested_printing(facts: PoolFacts, appeal: Appeal) -> int | None:
    """Return the closing of the printing of which an appellant was told, as known at the filing.

    It is the last one published by the day of the notice; without a publication the last one.
    """
    filed, closed = appeal.filed, facts.closing(appeal.filed.period or "")
    known = appeal.first.position
    chain = [one for one in printings_of(facts, closed) if one.position < known] if closed else []
    days = ((one, facts.printed_on(one.event, known)) for one in chain)
    public = [one for one, day in days if day is not None and day <= filed.notified_on]
    return (public or chain)[-1].position if chain else None


def other_side(house: House, appeal: Appeal) -> frozenset[str]:
    """Return the actors who answer an appeal: as named at the examination.

    Without a named side: the recorder and the approver of the contested act, except the appellant,
    also under another id. Empty: neither is a person.
    """
    if appeal.other_side:
        return frozenset(appeal.other_side)
    contested = contested_event(house, appeal)
    if contested is None:
        return frozenset()
    acted = contested.recorded_by, contested.decoded().approved_by
    persons, appellant = house.persons, appeal.filed.appellant
    return frozenset(
        actor
        for actor in acted
        if actor and actor not in NO_PERSONS and not persons.are_one(actor, appellant)
    )


def is_of_other_side(house: House, appeal: Appeal, actor: str) -> bool:
    """Return whether an actor is one of those who answer an appeal, perhaps by another id."""
    return any(house.persons.are_one(actor, other) for other in other_side(house, appeal))
