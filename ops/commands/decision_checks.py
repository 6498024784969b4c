"""What a decision is checked for before it is recorded: whether it could take effect."""

from __future__ import annotations

from datetime import date
from functools import cached_property

import numpy as np

from ledger import columns
from ledger.errors import Refused, Remedy
from ledger.events.base import Fact, TournamentFact
from ledger.events.category import CategoryDecided
from ledger.events.counting import GameAdmitted, TournamentCancelled
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.events.pool import EntryCapitalDecided, ParameterSet, RatingsAdjusted, RatingsAnnulled
from ledger.register import identities
from ops.answers.tournament_games import Tournament, read_tournament
from ops.commands import award_checks, bonus_checks
from ops.commands.close_period import WrongPeriod, next_period
from ops.house import House
from projections.queries import PoolQuery
from projections.rating.body_parameters import as_set
from projections.rulebooks.engine.columns import ENTRY, UNIT, Edition
from projections.rulebooks.engine.rulebook import OutsideRulebook


class Present:
    """Pools and tournaments at the end of the ledger, each read once, for the checks of a request.

    A request composed again needs a new one.
    """

    def __init__(self, house: House) -> None:
        """Look at a ledger; nothing is read before a check asks for it."""
        self.house = house
        self._pools: dict[str, PoolQuery] = {}
        self._tournaments: dict[str, Tournament] = {}

    def pool(self, name: str) -> PoolQuery:
        """Return a pool with everything recorded. Raises UnknownPool, ReplayStopped."""
        if not self._pools:
            self.house.catch_up()
        if name not in self._pools:
            self._pools[name] = self.house.pool(name)
        return self._pools[name]

    def tournament(self, tournament: str) -> Tournament:
        """Return a tournament with all corrections. Raises Refused for an unknown tournament."""
        if tournament not in self._tournaments:
            self._tournaments[tournament] = read_tournament(self.house.read, tournament)
        return self._tournaments[tournament]

    @cached_property
    def last_player(self) -> int:
        """Last register number given; 0: none."""
        return identities.last(self.house.read).player


class PlayedAlready(Refused):
    """A tournament with a report was played: it can be refused, not cancelled."""

    def __init__(self, tournament: str, report: int) -> None:
        """Name the tournament and the position of its report."""
        remedy = Remedy(
            "event record tournament-refused", ("--tournament", tournament, "--by", "BODY")
        )
        super().__init__(
            f"{tournament}: its report stands (#{report}), so it was played; cancelled is what "
            "never took place. To take it off the ratings, on the next list where a closed one has "
            f"booked it, type `{remedy}`",
            field="tournament",
            found=tournament,
            expected="a tournament without a report",
            remedy=remedy,
        )


def check(present: Present, fact: Fact) -> None:
    """Raise Refused for a decision that could not take effect as it is said."""
    _check_registered(present, fact)
    if isinstance(fact, RatingsAdjusted):
        _check_adjustment(present.pool(fact.pool), fact)
    elif isinstance(fact, RatingsAnnulled):
        _check_annulment(present.pool(fact.pool), fact)
    elif isinstance(fact, EntryCapitalDecided):
        _check_entry(present.pool(fact.pool), fact)
    elif isinstance(fact, BonusGranted | BonusWithdrawn):
        bonus_checks.check(present.pool(fact.pool), fact)
    elif isinstance(fact, ParameterSet | CategoryDecided):
        award_checks.check(present.pool(fact.pool), fact)
    elif isinstance(fact, TournamentFact):
        _check_decision(present, fact)


def _check_registered(present: Present, fact: Fact) -> None:
    """Refuse a decision about somebody whom the register does not hold."""
    decided = getattr(fact, "player", None)
    if decided is None:
        return
    players = [decided] if isinstance(decided, int) else columns.read(decided, columns.PLAYER)
    last = max(players, default=0)
    if last > present.last_player:
        raise Refused(
            f"player {identities.show(last)}: the register holds no such player",
            code="unknown-player",
            field="player",
            found=identities.show(last),
        )


def _check_decision(present: Present, fact: TournamentFact) -> None:
    """Refuse a decision about a tournament or a game that is not there."""
    story = present.tournament(fact.tournament).story
    report, game = getattr(fact, "report", None), getattr(fact, "game", None)
    if report is not None and report not in story.standing:
        raise Refused(
            f"{fact.tournament}: report #{report} does not stand",
            code="unknown-report",
            field="report",
            found=f"#{report}",
        )
    if report is not None and game is not None and game >= story.standing[report].game_count:
        raise Refused(
            f"{fact.tournament}: report #{report} has no game #{game}",
            code="unknown-game",
            field="game",
            found=game,
        )
    if isinstance(fact, TournamentCancelled) and story.standing:
        raise PlayedAlready(fact.tournament, min(story.standing))
    if isinstance(fact, GameAdmitted) and not fact.article:
        raise Refused(
            "a game is admitted past one article: --article, as the finding cites it",
            code="article-needed",
            field="article",
        )


def _check_adjustment(pool: PoolQuery, fact: RatingsAdjusted) -> None:
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
        who = f"player {identities.show(player)}"
        if held[at] != before[at]:
            raise Refused(
                f"{who}: the present rating is {held[at] or 'none'}, not {before[at] or 'none'}",
                code="rating-differs",
                field="before",
                found=before[at],
                expected=held[at],
            )
        if not holds[at]:
            raise Refused(
                f"{who}: {before[at] or 'none'} to {after[at]} could not hold ({rule.article})",
                code="rating-cannot-hold",
                field="after",
                found=after[at],
            )
        if player in waiting:
            raise Refused(
                f"{who}: another adjustment waits for the next list; close it first",
                code="decision-waits",
                field="player",
                remedy=Remedy("list close", (pool.name, "PERIOD")),
            )


def _of_next_list(pool: PoolQuery) -> Edition:
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


def _check_annulment(pool: PoolQuery, fact: RatingsAnnulled) -> None:
    """Refuse to annul what is not there, or what another annulment takes off the next list."""
    players = columns.read(fact.player, columns.PLAYER).tolist()
    listed = pool.states(players, pool.lists()[-1].number)
    waiting = {each.player for each in pool.facts.adjustments if _is_open(pool, each.position)}
    for player in players:
        who = f"player {identities.show(player)}"
        if player not in listed or not listed[player].rating:
            raise Refused(
                f"{who}: there is no rating that could be annulled",
                code="no-rating",
                field="player",
            )
        if player in waiting:
            raise Refused(
                f"{who}: another decision waits for the next list; close it first",
                code="decision-waits",
                field="player",
                remedy=Remedy("list close", (pool.name, "PERIOD")),
            )


def _check_entry(pool: PoolQuery, fact: EntryCapitalDecided) -> None:
    """Refuse an entry that no rule and no guest takes, or that was decided for the same list."""
    if not pool.law.external_lists.guests and "decided_rating" not in pool.law.editions[-1].asked:
        raise Refused(
            f"{pool.name}: no rule of {pool.law.name} takes an entry rating by decision",
            code="no-entry-by-decision",
            field="pool",
            found=pool.name,
        )
    waiting = {each.player for each in pool.facts.decisions if _is_open(pool, each.position)}
    players = columns.read(fact.player, columns.PLAYER)
    listed = pool.states(players.tolist(), pool.lists()[-1].number)
    for player in players.tolist():
        who = f"player {identities.show(player)}"
        if player in waiting:
            raise Refused(
                f"{who}: another decision waits for the next list",
                code="decision-waits",
                field="player",
                remedy=Remedy("list close", (pool.name, "PERIOD")),
            )
        if player in listed and listed[player].rating and not _ceases(pool, player):
            raise Refused(
                f"{who}: holds {listed[player].rating}, so he does not enter: "
                "use `ledger event record ratings-adjusted`",
                code="rated-already",
                field="player",
                found=listed[player].rating,
                remedy=Remedy("event record ratings-adjusted", ("--pool", pool.name)),
            )
    _check_entry_holds(pool, fact)


def _ceases(pool: PoolQuery, player: int) -> bool:
    """Tell whether a decision that waits for the next list takes a player's rating."""
    waits = (each for each in pool.facts.adjustments if _is_open(pool, each.position))
    return any(each.player == player and not each.after for each in waits)


def _check_entry_holds(pool: PoolQuery, fact: EntryCapitalDecided) -> None:
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
                f"player {identities.show(player)}: enters with {rating}, which could not hold "
                f"({rule.article}): decide on the minimum capital or more",
                code="rating-cannot-hold",
                field="rating",
                found=rating,
            )


def _is_open(pool: PoolQuery, position: int) -> bool:
    return position > pool.facts.closed_through()
