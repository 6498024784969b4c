"""Filing an appeal: against a recorded act, or against the row of a player on a list."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from ledger import canonical
from ledger.appeals.folding import all_appeals
from ledger.appeals.rules import AppealRules
from ledger.clock import instant_text, local_day
from ledger.errors import Refused
from ledger.events.appeals import AppealFact, AppealFiled
from ledger.events.counting import TournamentCancelled, TournamentRefused
from ledger.events.games import GamePlayed, SheetCompleted
from ledger.events.report import ReportFact
from ledger.register import identities
from ledger.sentences import Input, Position, Remedy, Sentence
from ledger.store.numbering import APPEALS
from ledger.store.requests import NewEvent, Request
from ops.access.actors import Actor
from ops.access.recording import pools_of
from ops.access.roles import COMMITTEE, PLAYER, SUBMITTER
from ops.answers.answer import wrong_value
from ops.answers.clocks import instant_of
from ops.appeals.notice import Notice, check_received_after, notice_of_list, notice_stated
from ops.appeals.recordings import FileAppeal
from ops.appeals.rules import appeal_rules
from ops.commands.composed import Composed, repeated
from ops.commands.refusals import check_reason
from ops.house import House
from ops.words.states import word

_NOTHING: Final = Request("", ())


@dataclass(frozen=True, slots=True)
class Filed:
    """A filed appeal, with the rules for it."""

    fact: AppealFiled
    rules: AppealRules
    in_time: bool
    may_appeal: bool
    """Whether the rules let somebody in this capacity appeal."""
    open_already: tuple[str, ...] = ()
    """Other open appeals of the appellant against the same."""


def filed(house: House, asked: FileAppeal) -> Composed[Filed]:
    """Compose the filing of an appeal; the same appeal again gives the first receipt.

    An appeal out of time is recorded too: that it is inadmissible is decided afterwards. Raises
    Refused: an act that cannot be contested so, no day of the notice, an appeal for somebody else.
    """
    player = None if asked.player is None else identities.find(house.read, asked.player)
    check_reason(house, Sentence("the grounds of the appeal"))
    house.catch_up()
    fact = _fact(house, asked, player)
    key = f"appeal-filed:{canonical.digest(msgspec.structs.replace(fact, appeal='A'))[:32]}"
    before = house.read.request(key)
    if before is not None:
        first: Composed[AppealFiled] = repeated(house, before)
        return Composed(before, _filed(house, first.result, before.recorded_at))
    return Composed(Request(key, (NewEvent(fact),)), _filed(house, fact, house.ledger.clock()))


def _filed(house: House, fact: AppealFiled, recorded_at: int) -> Filed:
    rules = appeal_rules(house, fact.pool, fact.kind, fact.notified_on)
    zone = house.pool_opened(fact.pool).zone
    received_at = recorded_at if fact.received_at is None else fact.received_at
    in_time = rules.in_time(received_at, fact.notified_on, zone)
    may_appeal = not rules.appellants or fact.capacity in rules.appellants
    return Filed(fact, rules, in_time, may_appeal, tuple(_open_already(house, fact)))


def _open_already(house: House, fact: AppealFiled) -> Iterator[str]:
    for appeal in all_appeals(house.read):
        if appeal.is_open and appeal.id != fact.appeal and _same(house, appeal.filed, fact):
            yield appeal.id


def _same(house: House, one: AppealFiled, other: AppealFiled) -> bool:
    """Return whether two appeals are of one appellant, against the same act or row."""
    fields = ("pool", "kind", "contested", "period", "player")
    against_same = all(getattr(one, name) == getattr(other, name) for name in fields)
    return against_same and house.persons.are_one(one.appellant, other.appellant)


def _fact(house: House, asked: FileAppeal, player: int | None) -> AppealFiled:
    house.pool_opened(asked.pool)  # refuses an unknown pool
    _check_appellant(house, asked, player)
    contested, received = _contested(house, asked), _received(house, asked)
    notice = _notice(house, asked, received)
    return AppealFiled(
        appeal=APPEALS.next,
        pool=asked.pool,
        kind=asked.kind,
        contested=contested,
        period=asked.period,
        player=player,
        appellant=asked.appellant or house.by,
        capacity=asked.capacity,
        notified_on=notice.on,
        notified_at=notice.at,
        source=notice.source,
        received_at=received,
    )


# ------------------------------------------------------------------------------------ the appellant


def _check_appellant(house: House, asked: FileAppeal, player: int | None) -> None:
    """Check that an actor appeals for themselves; the committee may file for others."""
    if _is_committee(house.actor, asked.pool):
        return
    if asked.appellant not in (None, house.by):
        raise Refused(
            Sentence(
                "{actor} may not appeal as {appellant}: the committee files for others",
                actor=house.by,
                appellant=asked.appellant,
            ),
            code="appeal-for-another",
            field="appellant",
            found=asked.appellant,
            expected=house.by,
        )
    if house.actor.has_in({SUBMITTER}, asked.pool) or not house.actor.has_in({PLAYER}, asked.pool):
        return  # who has neither role is refused by the recording
    persons = house.persons
    own = persons.player_of(house.by)
    if own is None:
        raise Refused(
            Sentence(
                "no player is known for {actor}, who can therefore not appeal as a player: an "
                "administrator names the player ({add})",
                actor=house.by,
                add=Remedy("add-actor", actor=house.by, role="player", player=None, by=None),
            ),
            code="appeal-for-another",
            field="player",
            expected=Sentence("the player of the actor"),
        )
    if player is None or persons.kept(player) != own:
        shown = identities.show(own)
        raise Refused(
            Sentence(
                "{actor} appeals as player {player} only: name this player; the committee files "
                "for others",
                actor=house.by,
                player=shown,
            ),
            code="appeal-for-another",
            field="player",
            found=identities.show(player) if player else "",
            expected=shown,
        )


def _is_committee(actor: Actor, pool: str) -> bool:
    return actor.everything or actor.has_in({COMMITTEE}, pool)


def _received(house: House, asked: FileAppeal) -> int | None:
    """Return the instant (µs) of receipt, if other than the instant of recording."""
    if asked.received is None:
        return None
    received, now = instant_of(asked.received, "received"), house.ledger.clock()
    if not _is_committee(house.actor, asked.pool):
        problem = Sentence("only the committee states when it received an appeal: leave it out")
        raise _not_stated(asked, problem, Sentence("no instant"))
    if received > now:
        latest = instant_text(now)
        problem = Sentence("this is to come: now it is {latest}", latest=latest)
        raise _not_stated(asked, problem, Sentence("{latest} or before", latest=latest))
    return received


def _not_stated(asked: FileAppeal, problem: Sentence, expected: Sentence) -> Refused:
    return wrong_value("received", asked.received, problem, expected, code="receipt-not-stated")


# ------------------------------------------------------------------------------------ what and when


def _contested(house: House, asked: FileAppeal) -> int | None:
    """Return the position of the contested event, checked; None for the row of a list."""
    if asked.kind == "list-row":
        _check_names_row(asked)
        return None
    if asked.period is not None:
        problem = Sentence("only an appeal against a row contests a list: leave it out")
        raise _unfit(problem, "period")
    if asked.contested is None:
        raise _unfit(Sentence("name the contested event by its position, as #40"), "contested")
    stored = house.read.at([asked.contested]).get(asked.contested)
    fact: Any = stored.decoded().payload if stored else None
    if not _KINDS[asked.kind](fact) or asked.pool not in pools_of(house.read, fact, _NOTHING):
        # one message, so that nobody learns of an event that they may not see
        problem = Sentence(
            "{event} is no {act} of {pool} ({meant})",
            event=Position(asked.contested),
            act=word("act contested", asked.kind),
            pool=asked.pool,
            meant=_MEANT[asked.kind],
        )
        raise _unfit(problem, "contested")
    return asked.contested


def _check_names_row(asked: FileAppeal) -> None:
    if asked.contested is not None:
        problem = Sentence("a row is named by list and player: leave the event out")
        raise _unfit(problem, "contested")
    if asked.period is None:
        raise _unfit(Sentence("name the list, as 2026-01, whose row is contested"), "period")
    if asked.player is None:
        raise _unfit(Sentence("name the player of the row, as 572-4 or fide:123"), "player")


def _is_decision(fact: Any) -> bool:
    return hasattr(fact, "by") and not isinstance(fact, AppealFact)


def _is_refusal(fact: Any) -> bool:
    return isinstance(fact, TournamentRefused | TournamentCancelled)


def _is_report(fact: Any) -> bool:
    return isinstance(fact, ReportFact | GamePlayed | SheetCompleted)


_KINDS: Final = {"refusal": _is_refusal, "decision": _is_decision, "report": _is_report}

_MEANT: Final = {
    "refusal": Sentence("the event that a tournament was refused or cancelled"),
    "decision": Sentence("an event that names the body that decided"),
    "report": Sentence("the report of a tournament, single games or a complete sheet"),
}


def _unfit(problem: Sentence, field: str) -> Refused:
    says = Sentence("{input}: {problem}", input=Input(field), problem=problem)
    return Refused(says, code="not-contested-so", field=field)


def _notice(house: House, asked: FileAppeal, received: int | None) -> Notice:
    """Return the notice of the contested act, which the appeal follows. Raises Refused."""
    zone = house.pool_opened(asked.pool).zone
    received_at = house.ledger.clock() if received is None else received
    notice = None
    if asked.notified is not None:
        notice = notice_stated(house, asked.pool, asked.notified, asked.source)
    if asked.period is not None:
        day = local_day(received_at, zone)
        notice = notice_of_list(house, asked.pool, asked.period, notice, day)
    if notice is None:
        raise Refused(
            Sentence(
                "{notified}: state the day on which the appellant was told, or the instant, and "
                "with it how it is known ({source})",
                notified=Input("notified"),
                source=Input("source"),
            ),
            code="notice-needed",
            field="notified",
        )
    check_received_after(notice, received_at, zone)
    return notice
