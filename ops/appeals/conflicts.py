"""Conflicts of interest in appeals: parties, recused members, recorders of the contested act."""

from collections.abc import Iterable, Iterator

from ledger.actors.persons import Person
from ledger.appeals.folding import Appeal
from ledger.errors import Refused
from ledger.sentences import Position, Sentence
from ledger.store.preparing import NO_PERSONS
from ops.appeals.sides import contested_event
from ops.house import House


class Conflict(Refused):
    """An actor with an interest in an appeal may not take part in deciding it."""


def check_no_conflict(house: House, appeal: Appeal, members: Iterable[str] = ()) -> None:
    """Raise Conflict if the recorder, the approver or a member has an interest in an appeal.

    Who has it under another id has it too. The command line of the server and the service are
    nobody in particular: name the members.
    """
    conflicts, persons = dict(_conflicts(house, appeal)), house.persons
    acting = (actor for actor in (house.by, house.approver, *members) if actor)
    for actor in acting:
        interest = conflicts.get(persons.of(actor))
        if interest is not None and actor not in NO_PERSONS:
            raise Conflict(
                Sentence(
                    "{actor} may not take part in {appeal}: {interest}; another member of the body "
                    "decides",
                    actor=actor,
                    appeal=appeal.id,
                    interest=interest,
                ),
                code="conflict-of-interest",
                field="members",
                found=actor,
                expected=Sentence("somebody without an interest in the appeal"),
            )


def _conflicts(house: House, appeal: Appeal) -> Iterator[tuple[Person, Sentence]]:
    """Yield the persons with an interest, each with the reason; the weightiest reason last."""
    persons = house.persons
    if appeal.filed.player is not None:
        yield persons.kept(appeal.filed.player), Sentence("they are the player whom it concerns")
    for actor, interest in _interested(house, appeal):
        yield persons.of(actor), interest


def _interested(house: House, appeal: Appeal) -> Iterator[tuple[str, Sentence]]:
    """Yield the actors with a part in what is contested, or in the appeal."""
    contested = contested_event(house, appeal)
    if contested is not None:
        event = Position(contested.position)
        yield (
            contested.recorded_by,
            Sentence("they recorded what is contested ({event})", event=event),
        )
        approved_by = contested.decoded().approved_by
        if approved_by is not None:
            yield approved_by, Sentence("they approved what is contested ({event})", event=event)
    for answered in appeal.answers:
        yield (
            answered.side,
            Sentence("they answered for the other side")
            if answered.of_other_side
            else Sentence("they made a statement"),
        )
    for actor in appeal.other_side:
        yield actor, Sentence("they are the other side")
    yield appeal.filed.appellant, Sentence("they appealed")
    for member in sorted(appeal.recused_members):
        yield member, Sentence("they were recused")
