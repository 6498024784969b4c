"""The next recordings of a random history, chosen by a number from the facts of the model."""

from tests.support.drawn_appeals import Appeals
from tests.support.drawn_persons import Persons
from tests.support.drawn_reports import Reports


class Recordings(Reports, Persons, Appeals):
    """Recordings about a pool, drawn from the known facts."""
