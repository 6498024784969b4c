"""Refusals that several use cases share."""

from datetime import date

from ledger.errors import Refused
from ledger.expected import or_before
from ledger.register import identities
from ledger.sentences import Input, Remedy, Sentence, plain
from ops.house import House


def of_player(
    player: int,
    problem: str | Sentence,
    *,
    code: str,
    field: str = "player",
    found: object = None,
    expected: object = "",
    remedy: Remedy | None = None,
) -> Refused:
    """Return the refusal of a request about a player; `found` is by default the player."""
    shown = identities.show(player)
    return Refused(
        Sentence("player {player}: {problem}", player=shown, problem=plain(problem)),
        code=code,
        field=field,
        found=shown if found is None else found,
        expected=expected,
        remedy=remedy,
    )


def unknown_player(player: int) -> Refused:
    """Return the refusal of a number that the register has not given."""
    problem = Sentence("the register holds no such player")
    return of_player(player, problem, code="unknown-player")


def stated_article(house: House, of: Sentence) -> str:
    """Return the article that a decision needs. Raises Refused if no article is stated."""
    article = house.article
    if not article:
        problem = Sentence(
            "{decision} rests on an article or an act: {input}",
            decision=of,
            input=Input("article"),
        )
        raise Refused(problem, code="article-needed", field="article")
    return article


def day_contradicts(
    problem: str | Sentence, field: str, day: date, expected: str | Sentence
) -> Refused:
    """Return the refusal of a day that contradicts another day."""
    return Refused(problem, code="days-contradict", field=field, found=day, expected=expected)


def day_to_come(problem: str | Sentence, field: str, day: date, today: date) -> Refused:
    """Return the refusal of a day later than today."""
    return Refused(problem, code="day-to-come", field=field, found=day, expected=or_before(today))


def check_reason(house: House, what: str | Sentence) -> None:
    """Raise Refused where somebody states grounds without a reason, and a reason is needed."""
    grounds = house.ledger.grounds
    if grounds is not None and not grounds.reason:
        raise Refused(
            Sentence(
                "{input}: state {what}; the text is erasable, and stands in no event",
                input=Input("reason"),
                what=plain(what),
            ),
            code="reason-needed",
            field="reason",
            expected=what,
        )
