"""Recording one event by hand, with the checks a person needs before it is for ever."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from hashlib import sha256

import numpy as np

from ledger import canonical, columns, register
from ledger.errors import Refused
from ledger.events.base import Fact, PoolFact, TournamentFact
from ledger.events.category import CategoryDecided
from ledger.events.counting import GameAdmitted
from ledger.events.pool import (
    EntryCapitalDecided,
    ListScheduled,
    ParameterSet,
    PeriodClosed,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.store.ledger import Ledger
from ledger.store.requests import NewEvent, Receipt, Request
from ops import awarding
from ops.adopting import opened
from ops.closing import WrongPeriod, next_period
from ops.opening import check_follows
from ops.saying_again import said_otherwise
from ops.tournaments import read_tournament
from projections.again import waiting as again_waiting
from projections.answers import Pool
from projections.official import Official
from projections.rating.left_open import as_set
from projections.rulebooks.grammar import ENTRY, UNIT, Edition
from projections.rulebooks.rulebook import OutsideRulebook


def record(ledger: Ledger, fact: Fact, *, key: str | None = None, by: str = "local") -> Receipt:
    """Record one event; the same one is recorded but once, what corrects ratings once a list.

    Raises Refused for an event about a pool that is not opened, and for a decision that could not
    take effect; StreamMoved where somebody else wrote to the pool meanwhile.
    """
    expected = {}
    if isinstance(fact, PoolFact):
        opened(ledger, fact.pool)
        expected = {fact.stream(): ledger.read.stream_version(fact.stream())}
    chosen = key or _key(ledger, fact)
    if not any(each.key == chosen for each in ledger.read.requests(chosen)):
        check(ledger, fact)
        return ledger.append(Request(chosen, (NewEvent(fact),), expected=expected, recorded_by=by))
    return ledger.append(Request(chosen, (NewEvent(fact),), recorded_by=by))


def announce(ledger: Ledger, scheduled: ListScheduled, *, by: str = "local") -> Receipt:
    """Record the announcement of a list; a later one for the same list takes its place.

    Raises Refused for another announcement of a list that is closed already, and for days that
    do not follow those of the list closed last.
    """
    opened(ledger, scheduled.pool)
    replaced, closed, last = "first", None, None
    for recorded in ledger.read.stream(scheduled.stream()):
        said = recorded.decoded().payload
        if isinstance(said, PeriodClosed):
            last = said
            closed = recorded.position if said.period == scheduled.period else closed
        same_list = isinstance(said, ListScheduled) and said.period == scheduled.period
        if same_list and said != scheduled:
            replaced = str(recorded.position)
    digest = sha256(canonical.encode(scheduled)).hexdigest()[:16]
    key = f"list-scheduled:{scheduled.pool}:{scheduled.period}:{replaced}:{digest}"
    if closed is not None and not any(each.key == key for each in ledger.read.requests(key)):
        raise Refused(f"list {scheduled.period} of {scheduled.pool} is closed (#{closed})")
    if closed is None and last is not None:
        _refuse_before(scheduled, last)
    check_follows(ledger, scheduled)
    return record(ledger, scheduled, key=key, by=by)


def _refuse_before(scheduled: ListScheduled, last: PeriodClosed) -> None:
    """Raise Refused unless a list comes after the one closed last, and books no less."""
    days = (
        ("--issue-day", scheduled.issue_day, scheduled.issue_day > last.list_date, last.list_date),
        ("--cut-off", scheduled.cut_off, scheduled.cut_off >= last.cut_off, last.cut_off),
    )
    for option, day, follows, of_last in days:
        if not follows:
            raise Refused(
                f"{scheduled.pool}: {option} {day} does not follow {of_last}, that of list "
                f"{last.period}, which is closed; lists are closed in the order of their days"
            )


def _key(ledger: Ledger, fact: Fact) -> str:
    """Give a key by what is said, and by what it answers; a repetition has that of the first.

    It is no repetition where something else was said since about the same, or, of what corrects
    ratings, where a list took the first. Said again where it could take no effect, it is one.
    """
    key = f"record:{fact.TYPE}:{sha256(canonical.encode(fact)).hexdigest()[:32]}"
    before = ledger.read.requests(key)
    if isinstance(fact, RatingsAdjusted | RatingsAnnulled):
        closed = ledger.read.last_in_stream(fact.stream(), PeriodClosed.TYPE)
        answered, anew = closed.position if closed else "first", True
    else:
        since = said_otherwise(ledger.read, fact)
        answered, anew = since, bool(before) and since > before[-1].last_position
    if before and not (anew and _could_hold(ledger, fact)):
        return before[-1].key
    return f"{key}:{answered}" if anew else key


def _could_hold(ledger: Ledger, fact: Fact) -> bool:
    try:
        check(ledger, fact)
    except Refused:
        return False
    return True


def how_to_say_it_anew(ledger: Ledger, fact: Fact) -> str:
    """Say how a decision is recorded that has the words of one used up; "" where it need not be.

    The same words typed again are the same decision, also after its player entered by it and
    ceased: else a file of commands typed again would decide anew.
    """
    if not isinstance(fact, EntryCapitalDecided) or not _could_hold(ledger, fact):
        return ""
    with _asked(ledger, fact.pool) as pool:
        players = set(columns.read(fact.player, columns.PLAYER).tolist())
        last = {each.player: each for each in pool.facts.decisions if each.player in players}
        number = pool.lists()[-1].number + 1
        if not any(again_waiting.used_up(pool, each, number) for each in last.values()):
            return ""
    return (
        "it was for an entry that is over; another decision in the same words names its act: "
        '--article "…, act 12 of 2016"'
    )


def check(ledger: Ledger, fact: Fact) -> None:
    """Refuse a decision that could not take effect as it is said."""
    _check_registered(ledger, fact)
    if isinstance(fact, RatingsAdjusted):
        with _asked(ledger, fact.pool) as pool:
            _check_adjustment(pool, fact)
    elif isinstance(fact, RatingsAnnulled):
        with _asked(ledger, fact.pool) as pool:
            _check_annulment(pool, fact)
    elif isinstance(fact, EntryCapitalDecided):
        with _asked(ledger, fact.pool) as pool:
            _check_entry(pool, fact)
    elif isinstance(fact, ParameterSet | CategoryDecided):
        with _asked(ledger, fact.pool) as pool:
            awarding.check(pool, fact)
    elif isinstance(fact, TournamentFact):
        _check_decision(ledger, fact)


def _check_registered(ledger: Ledger, fact: Fact) -> None:
    """Refuse a decision about somebody whom the register does not hold."""
    decided = getattr(fact, "player", None)
    if decided is None:
        return
    players = [decided] if isinstance(decided, int) else columns.read(decided, columns.PLAYER)
    last = max(players, default=0)
    if last > register.last(ledger.read).player:
        raise Refused(f"player {register.show(last)}: the register holds no such player")


def _check_decision(ledger: Ledger, fact: TournamentFact) -> None:
    """Refuse a decision about a tournament or a game that is not there."""
    story = read_tournament(ledger.read, fact.tournament).story
    report, game = getattr(fact, "report", None), getattr(fact, "game", None)
    if report is not None and report not in story.standing:
        raise Refused(f"{fact.tournament}: report #{report} does not stand")
    if report is not None and game is not None and game >= story.standing[report].game_count:
        raise Refused(f"{fact.tournament}: report #{report} has no game #{game}")
    if isinstance(fact, GameAdmitted) and not fact.article:
        raise Refused("a game is admitted past one article: --article, as the finding cites it")


@contextmanager
def _asked(ledger: Ledger, name: str) -> Iterator[Pool]:
    official = Official(ledger)
    try:
        official.catch_up()
        yield Pool(official, name)
    finally:
        official.close()


def _check_adjustment(pool: Pool, fact: RatingsAdjusted) -> None:
    """Refuse an adjustment that does not start from the present rating, or could not hold."""
    players = columns.read(fact.player, columns.PLAYER).tolist()
    before, after = (columns.read(text, columns.RATING) for text in (fact.before, fact.after))
    present = pool.states(players, pool.lists()[-1].number)
    held = np.array([present[each].rating if each in present else 0 for each in players])
    edition = _of_next_list(pool)
    rule = edition.columns["adjustment_applies"]
    facts = {
        "adjusted": np.ones(len(players), dtype=bool),
        "adjusted_from": before,
        "adjusted_to": after,
        "listed_rating": held,
    }
    holds = edition.evaluate([UNIT], facts, [rule.name])[rule.name]
    waiting = {each.player for each in pool.facts.adjustments if _is_open(pool, each.position)}
    for at, player in enumerate(players):
        who = f"player {register.show(player)}"
        if held[at] != before[at]:
            raise Refused(
                f"{who}: the present rating is {held[at] or 'none'}, not {before[at] or 'none'}"
            )
        if not holds[at]:
            raise Refused(
                f"{who}: {before[at] or 'none'} to {after[at]} could not hold ({rule.article})"
            )
        if player in waiting:
            raise Refused(f"{who}: another adjustment waits for the next list; close it first")


def _of_next_list(pool: Pool) -> Edition:
    """Give the edition under which the next list stands: its floor holds, not that of another year.

    Where no next list is announced, or none covers it, the newest speaks, with what was set last.
    """
    replay = pool.official.replay(pool.name)
    try:
        due = pool.law.calendar.due(next_period(pool.facts, replay), pool.facts.announced)
        day, edition = due.list_date, replay.law.edition_of_list(due.list_date)
    except (WrongPeriod, OutsideRulebook, ValueError):
        day, edition = date.max, pool.law.editions[-1]
    return as_set(edition, pool.facts, day, pool.known)


def _check_annulment(pool: Pool, fact: RatingsAnnulled) -> None:
    """Refuse to annul what is not there, or what another annulment takes off the next list."""
    players = columns.read(fact.player, columns.PLAYER).tolist()
    listed = pool.states(players, pool.lists()[-1].number)
    waiting = {each.player for each in pool.facts.adjustments if _is_open(pool, each.position)}
    for player in players:
        who = f"player {register.show(player)}"
        if player not in listed or not listed[player].rating:
            raise Refused(f"{who}: there is no rating that could be annulled")
        if player in waiting:
            raise Refused(f"{who}: another decision waits for the next list; close it first")


def _check_entry(pool: Pool, fact: EntryCapitalDecided) -> None:
    """Refuse an entry that no rule takes, or that somebody else decided for the same list."""
    if "decided_rating" not in pool.law.editions[-1].asked:
        raise Refused(f"{pool.name}: no rule of {pool.law.name} takes an entry rating by decision")
    waiting = {each.player for each in pool.facts.decisions if _is_open(pool, each.position)}
    players = columns.read(fact.player, columns.PLAYER)
    listed = pool.states(players.tolist(), pool.lists()[-1].number)
    for player in players.tolist():
        who = f"player {register.show(player)}"
        if player in waiting:
            raise Refused(f"{who}: another decision waits for the next list")
        if player in listed and listed[player].rating and not _ceases(pool, player):
            raise Refused(
                f"{who}: holds {listed[player].rating}, so he does not enter: "
                "use `ledger record ratings-adjusted`"
            )
    _check_entry_holds(pool, fact)


def _ceases(pool: Pool, player: int) -> bool:
    """Tell whether a decision that waits for the next list takes a player's rating."""
    waits = (each for each in pool.facts.adjustments if _is_open(pool, each.position))
    return any(each.player == player and not each.after for each in waits)


def _check_entry_holds(pool: Pool, fact: EntryCapitalDecided) -> None:
    """Refuse an entry for which the next list's text has no room, where it says so."""
    rule = _of_next_list(pool).columns.get("entry_decided")
    if rule is None:
        return
    ratings = columns.read(fact.rating, columns.RATING)
    facts = {"decided_rating": ratings, "unit": np.arange(len(ratings))}
    holds = _of_next_list(pool).evaluate([ENTRY], facts, [rule.name])[rule.name]
    for player, rating, held in zip(
        columns.read(fact.player, columns.PLAYER).tolist(), ratings, holds, strict=True
    ):
        if not held:
            raise Refused(
                f"player {register.show(player)}: enters with {rating}, which could not hold "
                f"({rule.article}): decide on the minimum capital or more"
            )


def _is_open(pool: Pool, position: int) -> bool:
    return position > pool.facts.closed_through()
