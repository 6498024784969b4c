"""Public names of bodies, each from a day on. Only bodies have one: no event names a person.

Reading `named_before`: the first name of a body also holds for the days before it, so that a name
recorded today stands beside earlier decisions.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ledger.clock import local_day
from ledger.events.access import BodyNamed
from ledger.sentences import NO_SENTENCE, Body, Sentence, plain
from ledger.store.reading import Reader
from ledger.store.recorded import Recorded

Names = Mapping[str, Sequence[BodyNamed]]
"""The names of each body, by its id, in the order of their days; of one day the last holds."""


class KnownNames:
    """The names of all bodies, read again when another one was recorded."""

    def __init__(self) -> None:
        self._read: tuple[int, Names] = -1, {}

    def at(self, read: Reader) -> Names:
        """Return the names as recorded up to now."""
        last, names = self._read
        position = read.last_of_type(BodyNamed.TYPE)
        if position != last:
            names = _names(read)
            self._read = position, names
        return names


def _names(read: Reader) -> Names:
    found: dict[str, dict[date, BodyNamed]] = {}
    for recorded in read.of_type(BodyNamed.TYPE):
        fact: BodyNamed = recorded.decoded().payload
        found.setdefault(fact.actor, {})[fact.in_force_from] = fact
    return {body: [names[day] for day in sorted(names)] for body, names in found.items()}


def decider(recorded: Recorded) -> Sentence:
    """Return the body that decided an event, by its name on the day of the decision; empty: none.

    Where no day of the decision was stated it is the day of recording (UTC).
    """
    decoded = recorded.decoded()
    by = getattr(decoded.payload, "by", None)
    stated = decoded.grounds.decided_on if decoded.grounds else None
    return plain(Body(by, stated or local_day(recorded.recorded_at, "UTC"))) if by else NO_SENTENCE


class Naming(NamedTuple):
    """How bodies are named in an answer."""

    names: Names
    today: date

    def of(self, body: Body, code: str) -> str:
        """Return the name of a body on its day, in the language of a code; without one, the id."""
        recorded = self.names.get(body.id)
        if not recorded:
            return body.id
        day = body.on or self.today
        begun = [name for name in recorded if name.in_force_from <= day]
        held = begun[-1] if begun else recorded[0]
        return (held.italian_name if code == "it" else None) or held.name
