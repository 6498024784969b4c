"""Checks of a decision before recording: whether an effect is possible."""

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cached_property

import numpy as np

from ledger import columns
from ledger.errors import Refused, Remedy
from ledger.events.base import Fact, TournamentFact
from ledger.events.counting import GameAdmitted, TournamentCancelled
from ledger.events.pool import EntryCapitalDecided, RatingsAdjusted, RatingsAnnulled
from ledger.register import identities
from ops.answers.tournament_games import Tournament, read_tournament
from ops.commands import award_checks
from ops.commands.next_list import WrongPeriod, next_period
from ops.commands.refusals import of_player, unknown_player
from ops.house import House
from projections.queries import PoolQuery
from projections.rulebooks.engine.columns import ENTRY, UNIT
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import OutsideRulebook
from projections.state.law import as_set


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
    """A tournament with a report was played: refusal is possible, cancellation is not."""

    def __init__(self, tournament: str, report: int) -> None:
        """Name the tournament and the position of its report."""
        remedy = Remedy(
            "event record tournament-refused", ("--tournament", tournament, "--by", "BODY")
        )
        super().__init__(
            f"{tournament}: it has a report (#{report}), so it was played; only a tournament that "
            "never took place is cancelled. To take it off the ratings (on the next list, if a "
            f"closed list counts it), type `{remedy}`",
            field="tournament",
            found=tournament,
            expected="a tournament without a report",
            remedy=remedy,
        )


def check(present: Present, fact: Fact) -> None:
    """Refuse a decision without possible effect."""
    _check_registered(present, fact)
    if isinstance(fact, RatingsAdjusted):
        _check_adjustment(present.pool(fact.pool), fact)
    elif isinstance(fact, RatingsAnnulled):
        _check_annulment(present.pool(fact.pool), fact)
    elif isinstance(fact, EntryCapitalDecided):
        _check_entry(present.pool(fact.pool), fact)
    elif isinstance(fact, award_checks.Decided):
        award_checks.check(present.pool(fact.pool), fact)
    elif isinstance(fact, TournamentFact):
        _check_tournament(present.tournament(fact.tournament), fact)


def _check_registered(present: Present, fact: Fact) -> None:
    decided = getattr(fact, "player", None)
    if decided is None:
        return
    players = [decided] if isinstance(decided, int) else columns.read(decided, columns.PLAYER)
    last = max(players, default=0)
    if last > present.last_player:
        raise unknown_player(last)


# ------------------------------------------------------------------------ tournaments and games


def _check_tournament(tournament: Tournament, fact: TournamentFact) -> None:
    reports = tournament.history.current
    report, game = getattr(fact, "report", None), getattr(fact, "game", None)
    if report is not None and report not in reports:
        problem = f"{fact.tournament}: report #{report} does not stand"
        raise Refused(problem, code="unknown-report", field="report", found=f"#{report}")
    if report is not None and game is not None and game >= reports[report].game_count:
        problem = f"{fact.tournament}: report #{report} has no game #{game}"
        raise Refused(problem, code="unknown-game", field="game", found=game)
    if isinstance(fact, TournamentCancelled) and reports:
        raise PlayedAlready(fact.tournament, min(reports))
    if isinstance(fact, GameAdmitted) and not fact.article:
        problem = "a game is admitted past one article: --article, as the finding cites it"
        raise Refused(problem, code="article-needed", field="article")


# ------------------------------------------------------------------------------------- ratings


def _listed_ratings(pool: PoolQuery, players: list[int]) -> list[int]:
    """Return the ratings of players on the last closed list; 0: none."""
    states = pool.states(players, pool.lists()[-1].number)
    return [states[player].rating if player in states else 0 for player in players]


def _waiting(pool: PoolQuery, decisions: Iterable[tuple[int, int]]) -> set[int]:
    """Return the players of decisions (player, position) since the last closed list."""
    return {player for player, position in decisions if position > pool.facts.closed_through()}


def _adjusted(pool: PoolQuery) -> Iterator[tuple[int, int]]:
    return ((change.player, change.position) for change in pool.facts.adjustments)


def _refuse_waiting(pool: PoolQuery, player: int, waiting: set[int]) -> None:
    if player in waiting:
        problem = "another decision waits for the next list; close that list first"
        remedy = Remedy("list close", (pool.name, "PERIOD"))
        raise of_player(player, problem, code="decision-waits", remedy=remedy)


def _check_adjustment(pool: PoolQuery, fact: RatingsAdjusted) -> None:
    players = columns.read(fact.player, columns.PLAYER).tolist()
    before, after = (columns.read(text, columns.RATING) for text in (fact.before, fact.after))
    present = np.array(_listed_ratings(pool, players))
    edition = _of_next_list(pool)
    rule = edition.columns["adjustment_applies"]
    facts = {
        "adjusted": np.ones(len(players), dtype=bool),
        "adjusted_from": before,
        "adjusted_to": after,
        "listed_rating": present,
    }
    allowed = edition.evaluate([UNIT], facts, [rule.name])[rule.name]
    waiting = _waiting(pool, _adjusted(pool))
    for at, player in enumerate(players):
        if present[at] != before[at]:
            raise of_player(
                player,
                f"the present rating is {present[at] or 'none'}, not {before[at] or 'none'}",
                code="rating-differs",
                field="before",
                found=before[at],
                expected=present[at],
            )
        if not allowed[at]:
            problem = f"{before[at] or 'none'} to {after[at]} could not hold ({rule.article})"
            raise of_player(
                player, problem, code="rating-cannot-hold", field="after", found=after[at]
            )
        _refuse_waiting(pool, player, waiting)


def _of_next_list(pool: PoolQuery) -> Edition:
    """Return the edition of the next list, with the floor of the year.

    If the next list is not announced, or no edition covers it, the newest edition with the
    parameters set last.
    """
    replay = pool.official.replay(pool.name)
    try:
        due = pool.law.calendar.due(next_period(pool.facts), pool.facts.announced)
        day, edition = due.list_date, replay.law.edition_of_list(due.list_date)
    except (WrongPeriod, OutsideRulebook, ValueError):
        day, edition = date.max, pool.law.editions[-1]
    return as_set(edition, pool.facts, day, pool.known)


def _check_annulment(pool: PoolQuery, fact: RatingsAnnulled) -> None:
    players = columns.read(fact.player, columns.PLAYER).tolist()
    waiting = _waiting(pool, _adjusted(pool))
    for player, rating in zip(players, _listed_ratings(pool, players), strict=True):
        if not rating:
            raise of_player(player, "there is no rating that could be annulled", code="no-rating")
        _refuse_waiting(pool, player, waiting)


def _check_entry(pool: PoolQuery, fact: EntryCapitalDecided) -> None:
    """Refuse an entry rating without a rule, for a rated player, or decided twice for a list."""
    if not pool.law.external_lists.guests and "decided_rating" not in pool.law.editions[-1].asked:
        problem = f"{pool.name}: no rule of {pool.law.name} takes an entry rating by decision"
        raise Refused(problem, code="no-entry-by-decision", field="pool", found=pool.name)
    decisions = ((decision.player, decision.position) for decision in pool.facts.decisions)
    waiting = _waiting(pool, decisions)
    annulled = (
        (change.player, change.position) for change in pool.facts.adjustments if not change.after
    )
    ceasing = _waiting(pool, annulled)
    players = columns.read(fact.player, columns.PLAYER).tolist()
    for player, rating in zip(players, _listed_ratings(pool, players), strict=True):
        _refuse_waiting(pool, player, waiting)
        if rating and player not in ceasing:
            remedy = Remedy("event record ratings-adjusted", ("--pool", pool.name))
            problem = f"holds {rating}, so they do not enter: use `ledger {remedy.command}`"
            raise of_player(player, problem, code="rated-already", found=rating, remedy=remedy)
    _check_entry_allowed(pool, fact, players)


def _check_entry_allowed(pool: PoolQuery, fact: EntryCapitalDecided, players: list[int]) -> None:
    edition = _of_next_list(pool)
    rule = edition.columns.get("entry_decided")
    if rule is None:
        return
    ratings = columns.read(fact.rating, columns.RATING)
    facts = {"decided_rating": ratings, "unit": np.arange(len(ratings))}
    allowed = edition.evaluate([ENTRY], facts, [rule.name])[rule.name]
    for player, rating, is_allowed in zip(players, ratings, allowed, strict=True):
        if not is_allowed:
            raise of_player(
                player,
                f"enters with {rating}, which could not hold ({rule.article}): decide on the "
                "minimum capital or more",
                code="rating-cannot-hold",
                field="rating",
                found=rating,
            )
