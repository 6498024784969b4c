"""Causes of the differences between two lists, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.sentences import ListName, Sentence, Value
from ops.words import states

if TYPE_CHECKING:
    from ops.answers.causes import ChangeCause


def cause_words(cause: ChangeCause) -> Sentence:
    """Return a cause of a difference, with its event and list."""
    match cause.kind:
        case "played":
            says = Sentence("played {about} on {list:the}")
        case "late-report":
            says = Sentence("late report {about} {event} on {list:the}")
        case "correction":
            says = Sentence("correction {about} {event} on {list:the}")
        case "decision":
            says = Sentence("decision {about} {event} on {list:the}")
        case "year-end":
            says = Sentence("year end {about} on {list:the}")
        case "line":
            says = Sentence("on {list:the} by the rule: {about}")
        case "law":
            says = Sentence("{about} by the rules on {list:the}")
        case "earlier-list":
            says = Sentence("difference of the earlier list {about:of} on {list:the}")
        case "unexplained":
            says = Sentence("unexplained on {list:the}")
        case _:
            return _rating(cause)
    event = {"event": cause.position} if cause.position is not None else {}
    about = {"about": _about(cause)} if cause.kind != "unexplained" else {}
    return says.about(list=ListName(cause.list), **about, **event)


def _about(cause: ChangeCause) -> Value:
    match cause.kind:
        case "decision":
            of_category = cause.about in states.TABLES["decision about a category"]
            of = "decision about a category" if of_category else "event"
            return states.word(of, cause.about)
        case "line":
            return cause.says
        case "law":
            if not cause.about:
                return Sentence("activity, age or categories")
            return states.word("difference of two lists", cause.about)
        case "earlier-list":
            return ListName(cause.about)
        case "correction" if cause.about == "birth-year":
            return Sentence("year of birth")
    return cause.about


def _rating(cause: ChangeCause) -> Sentence:
    """Return the other rating of the player or of an entrant, with the lists."""
    if cause.rated_alone:
        says = (
            Sentence("{entrant} is rated on {list:the} in one of the two histories alone")
            if cause.about
            else Sentence("the player is rated on {list:the} in one of the two histories alone")
        )
        return says.about(list=ListName(cause.list), **_entrant(cause))
    says = (
        Sentence("other rating of {entrant} on {rated_on:the}, used for {list:the}")
        if cause.about
        else Sentence("other rating of the player on {rated_on:the}, used for {list:the}")
    )
    return says.about(
        list=ListName(cause.list), rated_on=ListName(cause.rated_on), **_entrant(cause)
    )


def _entrant(cause: ChangeCause) -> dict[str, Value]:
    return {"entrant": cause.about} if cause.about else {}
