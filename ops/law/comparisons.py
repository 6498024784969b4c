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
from projections.rulebooks.engine.edition import Edition

COMPARED_WITHIN: Final = timedelta(days=120)
"""Age up to which a comparison is recent enough."""


def last_compared(read: Reader, edition: Edition, known: int) -> date | None:
    """Return the day of the last comparison known at a position; None: there was none.

    Days recorded, and the day stated beside the titles of articles.
    """
    recorded = read.stream(f"rulebook-{edition.rulebook}", RulesCompared.TYPE)
    facts: list[RulesCompared] = [
        one.decoded().payload for one in recorded if one.position <= known
    ]
    days = [fact.compared_on for fact in facts if fact.edition == edition.name]
    stated = texts.text_of(edition).compared
    return max([*days, *([stated] if stated else [])], default=None)


def due(last: date | None, today: date) -> Sentence | None:
    """Return why a comparison of an edition is due on a day; None: it is not.

    `last` is the day of its last comparison; None: there was none.
    """
    if last is None:
        return Sentence("the code was never compared with the text")
    if today - last > COMPARED_WITHIN:
        return Sentence("the code was last compared with the text on {last}", last=last)
    return None
