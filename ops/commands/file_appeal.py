"""Filing an appeal: against a recorded act, or against the row of a player on a list."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import msgspec

from ledger import canonical
from ledger.actors.described import Descriptions
from ledger.appeals.folding import next_appeal
from ledger.appeals.rules import AppealRules
from ledger.clock import instant_text, local_day
from ledger.errors import Refused
from ledger.events.appeals import AppealFact, AppealFiled, AppealKind, Appellant
from ledger.events.counting import TournamentCancelled, TournamentRefused
from ledger.events.games import GamePlayed, SheetCompleted
from ledger.events.report import ReportFact
from ledger.register import identities
from ledger.store.requests import NO_STREAM, NewEvent, Request
from ops.access.actors import Actor
from ops.access.recording import pools_of
from ops.access.roles import COMMITTEE, SUBMITTER
from ops.answers.appeal_rules import appeal_rules
from ops.answers.clocks import instant_of
from ops.commands.composed import Composed, UseCase, repeated
from ops.commands.refusals import check_reason, day_to_come, unknown_player
from ops.house import House
from projections.state.printings import last_published

_OF_PUBLICATION: Final = "publication of the list"
_NOTHING: Final = Request("", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Filing:
    """An appeal as typed."""

    pool: str
    kind: AppealKind
    contested: int | None = None
    """Position of the contested event."""
    period: str | None = None
    """The list, for the row of a player."""
    player: int | None = None
    capacity: Appellant = "player"
    appellant: str | None = None
    """Who appeals; None: who records."""
    notified: str | None = None
    """Day or instant of the notice; None: the day on which the list was published."""
    source: str | None = None
    received: str | None = None
    """Instant at which the body received the appeal; None: now."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A filed appeal, with the rules that hold for it."""

    fact: AppealFiled
    rules: AppealRules
    in_time: bool
    may_appeal: bool
    """Whether the rules let somebody in this capacity appeal."""


@UseCase
def file_appeal(house: House, filing: Filing) -> Composed[Filed]:
    """File an appeal; the same appeal again gives the first receipt.

    An appeal out of time is recorded too: that it is inadmissible is decided afterwards. Raises
    Refused: an act that cannot be contested so, no day of the notice, an appeal for somebody else.
    """
    check_reason(house, "the grounds of the appeal")
    house.catch_up()
    fact = _fact(house, filing)
    key = f"appeal-filed:{canonical.digest(msgspec.structs.replace(fact, appeal='A'))[:32]}"
    before = house.read.request(key)
    if before is not None:
        first: Composed[AppealFiled] = repeated(house, before)
        return Composed(before, _filed(house, first.result, before.recorded_at))
    request = Request(key, (NewEvent(fact),), expected={fact.stream(): NO_STREAM})
    return Composed(request, _filed(house, fact, house.ledger.clock()))


def _filed(house: House, fact: AppealFiled, recorded_at: int) -> Filed:
    rules = appeal_rules(house, fact.pool, fact.kind, fact.notified_on)
    zone = house.pool_opened(fact.pool).zone
    received_at = recorded_at if fact.received_at is None else fact.received_at
    in_time = rules.in_time(received_at, fact.notified_on, zone)
    return Filed(fact, rules, in_time, not rules.appellants or fact.capacity in rules.appellants)


def _fact(house: House, filing: Filing) -> AppealFiled:
    zone = house.pool_opened(filing.pool).zone
    _check_appellant(house, filing)
    day, instant, source = _notice(house, filing, zone)
    return AppealFiled(
        appeal=next_appeal(house.read),
        pool=filing.pool,
        kind=filing.kind,
        contested=_contested(house, filing),
        period=filing.period,
        player=filing.player,
        appellant=filing.appellant or house.by,
        capacity=filing.capacity,
        notified_on=day,
        notified_at=instant,
        source=source,
        received_at=_received(house, filing),
    )


# ------------------------------------------------------------------------------------ the appellant


def _check_appellant(house: House, filing: Filing) -> None:
    """Check that an actor appeals for themselves; the committee may file for others."""
    if filing.player is not None and filing.player > identities.last(house.read).player:
        raise unknown_player(filing.player)
    if _is_committee(house.actor, filing.pool):
        return
    if filing.appellant not in (None, house.by):
        raise Refused(
            f"{house.by} may not appeal as {filing.appellant}: the committee files for others",
            code="appeal-for-another",
            field="appellant",
            found=filing.appellant,
            expected=house.by,
        )
    own = Descriptions(house.ledger.engine).of(house.by)
    player = own.player if own else None
    if not house.actor.has_in({SUBMITTER}, filing.pool) and filing.player != player:
        raise Refused(
            f"{house.by} appeals for the player that they are: ask an administrator to name it "
            "(`ledger actor add --player`)",
            code="appeal-for-another",
            field="player",
            expected=identities.show(player) if player else "the player of the actor",
        )


def _is_committee(actor: Actor, pool: str) -> bool:
    return actor.everything or actor.has_in({COMMITTEE}, pool)


def _received(house: House, filing: Filing) -> int | None:
    """Return the instant (µs) of receipt, where it is not that of the recording."""
    if filing.received is None:
        return None
    received, now = instant_of(filing.received, "--received"), house.ledger.clock()
    if not _is_committee(house.actor, filing.pool) or received > now:
        raise Refused(
            f"--received {filing.received}: the committee states when it received an appeal, at "
            f"the latest now ({instant_text(now)})",
            code="receipt-not-stated",
            field="received",
            found=filing.received,
        )
    return received


# ------------------------------------------------------------------------------------ what and when


def _contested(house: House, filing: Filing) -> int | None:
    """Return the position of the contested event, checked; None for the row of a list."""
    if filing.kind == "list-row":
        if filing.period is None or filing.player is None or filing.contested is not None:
            raise _unfit("name the list and the player, no event", "period")
        return None
    if filing.contested is None or filing.period is not None:
        raise _unfit("name the contested event by its position, no list", "contested")
    stored = house.read.at([filing.contested]).get(filing.contested)
    fact: Any = stored.decoded().payload if stored else None
    if not _KINDS[filing.kind](fact) or filing.pool not in pools_of(house.read, fact, _NOTHING):
        problem = f"#{filing.contested} is no {filing.kind} of {filing.pool}"  # no word of others
        raise _unfit(problem, "contested")
    return filing.contested


def _is_decision(fact: Any) -> bool:
    return hasattr(fact, "by") and not isinstance(fact, AppealFact)


def _is_refusal(fact: Any) -> bool:
    return isinstance(fact, TournamentRefused | TournamentCancelled)


def _is_report(fact: Any) -> bool:
    return isinstance(fact, ReportFact | GamePlayed | SheetCompleted)


_KINDS: Final = {"refusal": _is_refusal, "decision": _is_decision, "report": _is_report}


def _unfit(problem: str, field: str) -> Refused:
    return Refused(f"--{field}: {problem}", code="not-contested-so", field=field)


def _notice(house: House, filing: Filing, zone: str) -> tuple[date, int | None, str]:
    """Return day, instant (µs) and source of the notice of the contested act."""
    if filing.notified is None:
        return _published(house, filing), None, filing.source or _OF_PUBLICATION
    if filing.source is None:
        raise Refused(
            "--source: say how the day of the notice is known, as `registered letter`",
            code="source-needed",
            field="source",
        )
    day, instant = notice_of(filing.notified, zone)
    if day > local_day(house.ledger.clock(), zone):
        today = local_day(house.ledger.clock(), zone)
        raise day_to_come(f"--notified {day} is to come", "notified", day, today)
    return day, instant, filing.source


def notice_of(text: str, zone: str) -> tuple[date, int | None]:
    """Return the day of a notice in a zone, and the instant (µs) where one is stated.

    Raises Refused for a text that is neither a day nor an instant with its zone.
    """
    try:
        return date.fromisoformat(text), None
    except ValueError:
        instant = instant_of(text, "--notified")
        return local_day(instant, zone), instant


def _published(house: House, filing: Filing) -> date:
    """Return the day on which the contested list was published: its last printing published."""
    published = None
    if filing.period is not None:
        pool = house.pool(filing.pool)
        pool.list_of(filing.period)  # refuses a list that is unknown, or not shown yet
        published = last_published(pool.facts, filing.period, pool.known)
    if published is None:
        raise Refused(
            "--notified: state the day on which the act was notified, or the instant; the day of a "
            "published list is known",
            code="notice-needed",
            field="notified",
        )
    return published
