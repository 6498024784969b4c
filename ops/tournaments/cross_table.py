"""The cross table (tabellone) of an event: of the entrants before play, or of its reports.

The answer is `Table` of `projections.queries.explain.cross_table`, one for each part of a report.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final

from ledger.clock import today
from ledger.errors import Refused
from ledger.expected import from_to
from ledger.register import identities
from ledger.sentences import Count, Input, Sentence
from ops.answers.clocks import pool_known_at
from ops.answers.tournament_details import details_now
from ops.answers.tournament_games import Tournament, read_tournament
from ops.house import House
from projections.queries import PoolQuery
from projections.queries.explain import cross_table
from projections.queries.explain.cross_table import Table

MOST: Final = 200
"""Largest number of entrants of a table with a cell for each pair."""


def pool_of(of: Tournament, named: str | None, opened: Sequence[str]) -> str:
    """Return the named pool, or the only opened pool of a tournament. Raises Refused."""
    pools = of.history.announcement.pools
    if named is not None and named not in pools:
        raise Refused(
            Sentence(
                "{tournament} is not announced for {pool}; it is for {pools}",
                tournament=of.id,
                pool=named,
                pools=pools,
            ),
            code="pool-not-fitting",
            field="pool",
            found=named,
            expected=", ".join(pools),
        )
    there = [named] if named is not None else [pool for pool in pools if pool in opened]
    if len(there) != 1:
        problem = Sentence(
            "{tournament} counts for {pools}: name one that is opened ({input})",
            tournament=of.id,
            pools=pools,
            input=Input("pool"),
        )
        raise Refused(problem, code="option-needed", field="pool", expected=", ".join(pools))
    return there[0]


def pool_and_tournament(
    house: House, tournament: str, pool: str | None, known_at: str | None
) -> tuple[PoolQuery, Tournament]:
    """Return the pool and the tournament at a moment of knowledge.

    Raises UnknownPool, and Refused for an unknown tournament, or one of another pool.
    """
    now = read_tournament(house.read, tournament)
    named = pool_of(now, pool, list(house.official.facts.pools))
    opened = pool_known_at(house, named, known_at)
    return opened, read_tournament(house.read, tournament, opened.known)


def of_tournament(pool: PoolQuery, of: Tournament) -> list[Table]:
    """Return the tables of a reported tournament by part.

    Raises Refused without a report that counts.
    """
    if of.history.current:
        return cross_table.played(pool, of.history, of.id)
    if of.history.annulled:
        raise Refused(
            Sentence("every report of {tournament} is annulled: nothing counts", tournament=of.id),
            code="report-annulled",
            field="tournament",
            found=of.id,
        )
    raise Refused(
        Sentence(
            "{tournament} is announced, and no report says who takes part: name them ({input} "
            "BODY:NUMBER,BODY:NUMBER,…)",
            tournament=of.id,
            input=Input("players"),
        ),
        code="entrants-needed",
        field="players",
    )


def tables_asked(
    pool: PoolQuery, of: Tournament, players: Sequence[str], on: date | None
) -> list[Table]:
    """Return the table of players before play, or without players those of the report.

    Without a day players meet on the first day of the tournament. Raises Refused.
    """
    if players:
        return [before_play(pool, players, on or first_day(of), MOST)]
    return of_tournament(pool, of)


def first_day(of: Tournament) -> date:
    """Return the first day of an announced tournament. Raises Refused after a report."""
    if of.history.current:
        problem = Sentence(
            "{tournament} has a report, which says who takes part: leave out {input}",
            tournament=of.id,
            input=Input("players"),
        )
        raise Refused(problem, code="options-contradict", field="players")
    start: date = details_now(of)["start"]
    return start


def before_play(pool: PoolQuery, texts: Sequence[str], day: date | None, most: int) -> Table:
    """Return the table of players, as typed, before play on a day (None: today).

    Raises Refused for more than `most` entrants, fewer than two, and a player named twice;
    NotCovered for a player registered later than is known.
    """
    pool.lists()  # refuses a pool that had not begun
    return cross_table.before_play(pool, _players(pool, texts, most), day_or_today(pool, day))


def day_or_today(pool: PoolQuery, day: date | None) -> date:
    """Return a day, by default the present day in the pool's zone."""
    return day or today(pool.official.ledger.clock, pool.facts.opened.zone)


def _players(pool: PoolQuery, texts: Sequence[str], most: int) -> list[int]:
    if not 2 <= len(texts) <= most:  # noqa: PLR2004 - a pair
        raise Refused(
            Sentence(
                "an event has from 2 to {most} here, not {found}",
                most=Count(most, "entrant"),
                found=len(texts),
            ),
            code="number-out-of-range",
            field="players",
            found=len(texts),
            expected=from_to(2, most),
        )
    players: list[int] = []
    for text in texts:
        player = identities.find(pool.official.ledger.read, text, pool.known)
        pool.check_registered(player)
        if player in players:
            problem = Sentence(
                "{found}: {player} is twice among the entrants",
                found=text,
                player=identities.show(player),
            )
            raise Refused(problem, code="entrant-twice", field="players", found=text)
        players.append(player)
    return players
