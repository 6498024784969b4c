"""Comparisons of editions with their texts: the last one known, and whether another is due.

Reading `compared_within`: an edition in force is compared with its text every 120 days. No
regulation asks for it, so a comparison that is due stops no closing.
"""

from datetime import date, timedelta
from typing import Final

from ledger.events.rules import RulesCompared
from ledger.sentences import Sentence
from ledger.store.reading import Reader
from ops.law import texts
from projections.rulebooks import rulebook
from projections.rulebooks.engine.edition import Edition

COMPARED_WITHIN: Final = timedelta(days=120)
"""Age up to which a comparison is recent enough."""


def last_compared(read: Reader, edition: Edition, known: int) -> date | None:
    """Return the day of the last comparison known at a position; None: there was none."""
    return days_compared(read, edition.rulebook, known).get(edition.name)


def days_compared(read: Reader, name: str, known: int) -> dict[str, date]:
    """Return the day of the last comparison of each edition of a rulebook, known at a position.

    Days recorded, and the days stated beside the titles of articles; without any, absent.
    """
    stated = {one.name: texts.text_of(one).compared for one in rulebook(name).editions}
    days = {edition: day for edition, day in stated.items() if day}
    for recorded in read.stream(f"rulebook-{name}", RulesCompared.TYPE):
        fact: RulesCompared = recorded.decoded().payload
        if recorded.position <= known:
            days[fact.edition] = max(fact.compared_on, days.get(fact.edition, fact.compared_on))
    return days


def due(last: date | None, today: date) -> Sentence | None:
    """Return why a comparison of an edition is due on a day; None: it is not.

    `last` is the day of its last comparison; None: there was none.
    """
    if last is None:
        return Sentence("the code was never compared with the text")
    if today - last > COMPARED_WITHIN:
        return Sentence("the code was last compared with the text on {last}", last=last)
    return None
