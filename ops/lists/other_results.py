"""What if each game had ended otherwise: every other result of a tournament, or of a player.

The results are supposed one at a time. The ratings on the list that counts a game are computed for
all of them in one step; those on a later list by a replay of the ledger for each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ledger import columns
from ledger.errors import Refused, check_at_most
from ledger.register import identities
from ledger.register.words import names_on
from ledger.sentences import Position, Sentence, plain
from ops.access.seeing import check_may_see
from ops.answers.answer import Answer, check_limit, check_page, unknown_tournament
from ops.answers.asked_players import player_on
from ops.answers.clocks import pool_known_at
from ops.answers.rating_lists import chosen_closed
from ops.house import House
from ops.lists.supposed_changes import HYPOTHETICAL, AboutSupposed, SupposedChange
from projections.queries import PoolQuery, RatingList
from projections.queries.changed_rows import ENTERED, LEFT, ClosedList, differences
from projections.queries.recompute.rows import load
from projections.queries.recompute.variants import SupposedRating, Variant, supposed_ratings
from projections.queries.rows import Booking
from projections.state.reports import Report
from projections.tracks.altered import Alterations
from projections.tracks.supposed import Supposition, supposed

MOST: Final = 5_000
"""Supposed results in one answer."""

MOST_REPLAYED: Final = 20
"""Supposed results in one answer about a later list: each is a replay of the ledger."""

RESULTS: Final = (("1", "0"), ("=", "="), ("0", "1"))
"""Results of a played game, White's before Black's."""


@dataclass(frozen=True, slots=True)
class OtherResults:
    """Which games end otherwise, and which page of the supposed results is asked for."""

    tournament: str | None = None
    """Games of this tournament; None: of every tournament."""
    player: str | None = None
    """Games of this player, as typed; None: of every player."""
    limit: int | None = None
    """So many supposed results on a page; None: all."""
    page: int = 1

    @property
    def words(self) -> tuple[Sentence, ...]:
        """What is supposed, one sentence for each limit of the games."""
        of = []
        if self.tournament is not None:
            of.append(Sentence("each other result of {tournament}", tournament=self.tournament))
        if self.player is not None:
            of.append(Sentence("each other result of player {player}", player=self.player))
        return tuple(of)


NOT_ASKED: Final = OtherResults()


def other_results(
    house: House,
    name: str,
    period: str | None,
    asked: OtherResults,
    known_at: str | None = None,
) -> Answer[SupposedChange, AboutSupposed]:
    """Return the ratings of both players for each other result of the games asked for.

    And of every other player whose rating would differ. None as period: the list that counts the
    tournament; without a tournament the last list in force. In a chain the ratings are the
    capitals just after the tournament. On a list after the one that counts the tournament each
    result is a replay of the ledger: a page has at most `MOST_REPLAYED`, and only ratings that
    differ. Raises Refused where no closed list, or more than one, counts the tournament; NotAllowed
    for readers who may not see an outlook.
    """
    check_limit(asked.limit)
    check_page(asked.page)
    pool = pool_known_at(house, name, known_at)
    check_may_see(house.actor, "outlook", (name,))
    pool, on, counting = _lists_asked(pool, period, asked.tournament)
    every = [one for row in counting for one in _variants(pool, row, asked)]
    later = on not in counting
    limit = min(asked.limit or len(every), MOST_REPLAYED if later else len(every))
    first = (asked.page - 1) * limit
    variants = every[first : first + limit]
    check_at_most(Sentence("supposed results in one answer"), len(variants), MOST)
    ratings = (
        _replayed(house, pool, on, variants) if later else supposed_ratings(pool, on, variants)
    )
    found = list(ratings)
    follows = first + len(variants) < len(every) and variants
    about = AboutSupposed(
        hypothetical=HYPOTHETICAL,
        pool=name,
        list=on.period,
        ratings="after each tournament" if pool.law.chained and not later else "of the list",
        supposed=asked.words,
        results=len(every),
        known_to=Position(pool.known),
        next_page=asked.page + 1 if follows else None,
    )
    names = names_on(house.read, sorted({one.player for one in found}), on.list_date)
    return Answer(about, tuple(_row(one, names.get(one.player, "")) for one in found))


def _replayed(
    house: House, pool: PoolQuery, on: RatingList, variants: Sequence[Variant]
) -> Iterator[SupposedRating]:
    """Yield the ratings that differ on a list, from a replay of the ledger for each result."""
    official, track = ClosedList(pool, on), house.official.known_at(pool.known)
    for variant in variants:
        results = {(variant.report, variant.game): (variant.white, variant.black)}
        history = supposed(track, pool.name, Supposition((), Alterations(results=results)))
        other = PoolQuery(history, pool.name)
        otherwise = ClosedList(other, other.lists()[on.number])
        for what, player, was, now in differences(official, otherwise):
            if what in (ENTERED, LEFT, "rating"):
                yield SupposedRating(variant, player, int(was or 0), int(now or 0))


def _row(one: SupposedRating, name: str) -> SupposedChange:
    report, game, white, black = one.variant
    return SupposedChange(
        supposed=Sentence("result {result}", result=f"#{report}#{game} {white} {black}"),
        player=identities.show(one.player),
        name=name,
        what="rating",
        official=one.official or None,
        hypothetical=one.hypothetical or None,
    )


def _lists_asked(
    pool: PoolQuery, period: str | None, tournament: str | None
) -> tuple[PoolQuery, RatingList, list[RatingList]]:
    """Return the list that is shown, with its pool, and the lists that count the games."""
    if tournament is None:
        pool, row = chosen_closed(pool, period)
        return pool, row, [row]
    numbers = sorted({booking.number for booking in _rated(pool, tournament)})
    counting = [pool.lists()[number] for number in numbers]
    if period is None and len(counting) == 1:
        return pool, counting[0], counting
    if period is not None:
        shown = pool.list_of(period)
        before = [row for row in counting if row.number < shown.number]
        if shown in counting or before:
            return pool, shown, [shown] if shown in counting else before
    raise _not_counted(pool, period, tournament, counting)


def _not_counted(
    pool: PoolQuery, period: str | None, tournament: str, counting: Sequence[RatingList]
) -> Refused:
    periods = ", ".join(row.period for row in counting)
    return Refused(
        Sentence(
            "{tournament}: name a list that counts it, or a later one; counted on: {periods}",
            tournament=tournament,
            periods=periods,
        )
        if counting
        else Sentence(
            "{tournament}: no closed list of {pool} counts it",
            tournament=tournament,
            pool=pool.name,
        ),
        code="not-counted",
        field="period" if counting else "each_result",
        found=period or tournament,
        expected=plain(periods)
        or Sentence("a tournament that a closed list of {pool} counts", pool=pool.name),
    )


def _rated(pool: PoolQuery, tournament: str) -> list[Booking]:
    """Return the reports of a tournament rated by closed lists. Raises Refused if it is unknown."""
    if not pool.official.ledger.read.stream(f"tournament-{tournament}"):
        raise unknown_tournament(tournament)
    return [booking for booking in pool.bookings_of(tournament) if booking.edition]


def _variants(pool: PoolQuery, on: RatingList, asked: OtherResults) -> Iterator[Variant]:
    """Yield the supposed results, report by report and game by game."""
    player = None if asked.player is None else player_on(pool, asked.player, on)
    booked = [one for one in pool.bookings(on.number, player) if one.edition]
    if asked.tournament is not None:
        positions = {one.position for one in _rated(pool, asked.tournament)}
        booked = [one for one in booked if one.position in positions]
    reports, _ = load(pool, [one.position for one in booked], on.through_position)
    for one in sorted(booked, key=lambda booking: booking.order):
        yield from _of_report(reports[one.position], player)


def _of_report(report: Report, player: int | None) -> Iterator[Variant]:
    games, entrants = report.games, columns.read(report.player, columns.PLAYER)
    white, black = (
        entrants.take(columns.read(side, columns.NUMBER)).tolist()
        for side in (games.white, games.black)
    )
    codes = zip(games.white_result, games.black_result, strict=True)
    for game, counted in enumerate(codes):
        if player in (None, white[game], black[game]):
            for result in RESULTS:
                if result != counted:
                    yield Variant(report.position, game, *result)
