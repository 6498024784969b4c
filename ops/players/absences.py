"""A player suspended and reinstated; a player who died, and the withdrawal of wrong news.

No list changes by them: findings about reports name them (decision 0064).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from ledger.errors import Refused
from ledger.events.persons import (
    PersonFact,
    PlayerDeathWithdrawn,
    PlayerDied,
    PlayerSuspended,
    PlayerSuspensionLifted,
)
from ledger.expected import or_before, or_later
from ledger.register import identities
from ledger.register.absences import Absences, Death, Suspension, absences
from ledger.register.people import details
from ledger.sentences import Body, Position, Remedy, Sentence, plain
from ledger.store.requests import NewEvent, Request
from ops.commands.composed import Composed
from ops.commands.refusals import day_contradicts, day_to_come, of_player
from ops.house import House

if TYPE_CHECKING:
    from ops.players.recordings import RecordDeath, ReinstatePlayer, SuspendPlayer, WithdrawDeath


@dataclass(frozen=True, slots=True)
class PersonDecision:
    """A recorded decision about a player; `named` is the event withdrawn or lifted by it."""

    player: int
    fact: PersonFact
    named: int | None = None


def suspended(house: House, told: "SuspendPlayer") -> Composed[PersonDecision]:
    """Compose the suspension of a player by a body, to a last day or until it is lifted.

    The same suspension again gives the first receipt while none of it is lifted. Raises Refused:
    days in the wrong order, days in which the player is suspended, before birth, after death.
    """
    known, version = _known(house)
    number = identities.find(house.read, told.player)
    first, last, article = told.first_day, told.last_day, house.article
    if last is not None and last < first:
        problem = Sentence("a suspension from {first} cannot end on {last}", first=first, last=last)
        raise day_contradicts(problem, "last_day", last, or_later(first))
    fact = PlayerSuspended(player=number, first=first, last=last, by=told.by, article=article)
    of_player_before = known.suspensions.get(number, [])
    liftings = [one.lifted for one in of_player_before if one.lifted is not None]
    key = _key(fact, first, last or "", told.by, article or "", max(liftings, default="first"))
    if house.read.request(key) is None:
        _check_born(house, number, first, "first_day")
        _check_alive(known, number, first)
        _check_free(of_player_before, fact)
    return _composed(key, version, fact)


def reinstated(house: House, told: "ReinstatePlayer") -> Composed[PersonDecision]:
    """Compose the end of a suspension: the player may play again from a day on.

    It is a day of the suspension; on its first day, the suspension never had effect. The same
    decision again gives the first receipt. Raises Refused for a day without a suspension.
    """
    known, version = _known(house)
    number, on, article = identities.find(house.read, told.player), told.on, house.article
    every = known.suspensions.get(number, [])
    suspension = next((one for one in every if one.overlaps(on, on)), None) or _lifted_on(every, on)
    if suspension is None:
        raise _not_suspended(number, every, on)
    fact = PlayerSuspensionLifted(
        player=number, suspension=suspension.position, on=on, by=told.by, article=article
    )
    key = _key(fact, suspension.position, on, told.by, article or "")
    if suspension.lifted is not None and house.read.request(key) is None:
        problem = Sentence("{suspension}: it was lifted already", suspension=suspension.words)
        raise of_player(number, problem, code="lifted-already", field="on", found=on)
    return _composed(key, version, fact, suspension)


def died(house: House, told: "RecordDeath") -> Composed[PersonDecision]:
    """Compose the day on which a player died, as a body reported it.

    The same news again gives the first receipt. Raises Refused: a day to come, before birth, or a
    second death.
    """
    known, version = _known(house)
    number, on = identities.find(house.read, told.player), told.on
    fact = PlayerDied(player=number, on=on, by=told.by, article=house.article)
    death = known.deaths.get(number)
    withdrawn = house.read.last_in_stream(identities.STREAM, PlayerDeathWithdrawn.TYPE)
    key = _key(fact, on, told.by, fact.article or "", withdrawn.position if withdrawn else "first")
    if death is not None and (death.on, death.by) != (on, told.by):
        raise _died_already(death)
    if death is not None:
        return Composed(house.read.request_at(death.position), PersonDecision(number, fact))
    if on > house.today():
        problem = Sentence("a death on {day} is still to come", day=on)
        raise day_to_come(problem, "on", on, house.today())
    _check_born(house, number, on, "on")
    return _composed(key, version, fact)


def death_withdrawn(house: House, told: "WithdrawDeath") -> Composed[PersonDecision]:
    """Compose the decision that the news of a player's death was wrong.

    The same withdrawal again gives the first receipt. Raises Refused where no death is recorded.
    """
    known, version = _known(house)
    number, article = identities.find(house.read, told.player), house.article
    death = known.deaths.get(number)
    if death is None:
        return _withdrawn_before(house, number, told.by)
    fact = PlayerDeathWithdrawn(player=number, death=death.position, by=told.by, article=article)
    key = _key(fact, death.position, told.by, article or "")
    return _composed(key, version, fact, death)


def _known(house: House) -> tuple[Absences, int]:
    """Return the suspensions and deaths, and the version of the register."""
    version = house.read.stream_version(identities.STREAM)
    return absences(house.read), version


def _key(fact: PersonFact, *words: object) -> str:
    return ":".join(map(str, (fact.TYPE, fact.player, *words)))


def _composed(
    key: str, version: int, fact: PersonFact, named: Suspension | Death | None = None
) -> Composed[PersonDecision]:
    event = NewEvent(fact, supersedes=named.event_id if named else None)
    request = Request(key, (event,), expected={identities.STREAM: version})
    return Composed(request, PersonDecision(fact.player, fact, named.position if named else None))


def _withdrawn_before(house: House, player: int, by: str) -> Composed[PersonDecision]:
    """Return the receipt of the same withdrawal. Raises Refused if there is none."""
    for recorded in reversed(house.read.stream(identities.STREAM, PlayerDeathWithdrawn.TYPE)):
        fact: PlayerDeathWithdrawn = recorded.decoded().payload
        if (fact.player, fact.by, fact.article) == (player, by, house.article):
            done = PersonDecision(player, fact, fact.death)
            return Composed(house.read.request_at(recorded.position), done)
    problem = Sentence("no death is recorded, so there is none to withdraw")
    raise of_player(player, problem, code="no-death")


# -------------------------------------------------------------------------------- contradictions


def _check_born(house: House, player: int, day: date, field: str) -> None:
    born = details(house.read)[player].birth_year
    if born and day.year < born:
        problem = Sentence(
            "player {player} was born in {born}, after {day}",
            player=identities.show(player),
            born=born,
            day=day,
        )
        raise day_contradicts(problem, field, day, or_later(date(born, 1, 1)))


def _check_alive(known: Absences, player: int, first: date) -> None:
    death = known.deaths.get(player)
    if death is not None and first > death.on:
        problem = Sentence(
            "player {player} died on {day} ({death})",
            player=identities.show(player),
            day=death.on,
            death=Position(death.position),
        )
        raise day_contradicts(problem, "first_day", first, or_before(death.on))


def _check_free(suspensions: Sequence[Suspension], fact: PlayerSuspended) -> None:
    for suspension in suspensions:
        if suspension.overlaps(fact.first, fact.last):
            raise of_player(
                fact.player,
                Sentence(
                    "{suspension}: already suspended in these days; lift that suspension first, or "
                    "name days beside it",
                    suspension=suspension.words,
                ),
                code="suspended-already",
                field="first_day",
                found=fact.first,
                remedy=Remedy(
                    "reinstate-player",
                    player=identities.show(fact.player),
                    on=str(fact.first),
                    by=None,
                ),
            )


def _lifted_on(suspensions: Sequence[Suspension], on: date) -> Suspension | None:
    """Return the suspension that a decision lifted from a day on, for the repeated decision."""
    day_before = on - timedelta(days=1)
    lifted = (one for one in suspensions if one.lifted is not None)
    return next((one for one in lifted if one.last == day_before), None)


def _not_suspended(player: int, suspensions: Sequence[Suspension], on: date) -> Refused:
    problem = Sentence("was never suspended, so there is nothing to lift")
    if suspensions:
        problem = Sentence(
            "is not suspended on {day} ({others}), so there is nothing to lift",
            day=on,
            others=plain([one.words for one in suspensions]),
        )
    return of_player(player, problem, code="not-suspended", field="on", found=on)


def _died_already(death: Death) -> Refused:
    shown = identities.show(death.player)
    return of_player(
        death.player,
        Sentence(
            "died on {day} ({death}, by {by}); withdraw that first, if it is wrong",
            day=death.on,
            death=Position(death.position),
            by=Body(death.by),
        ),
        code="died-already",
        field="on",
        found=death.on,
        remedy=Remedy("withdraw-death", player=shown, by=None),
    )
