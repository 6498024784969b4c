"""What can be recorded next in a random history, chosen by a number from what the model knows."""

from tests.support.drawn_appeals import Appeals
from tests.support.drawn_persons import Persons
from tests.support.drawn_reports import Reports


class Recordings(Reports, Persons, Appeals):
    """Recordings about a pool, drawn from what is known."""
