"""Variants of a list: single results supposed otherwise, all computed as rows of one step.

A variant has its own copy of the tournament with the supposed result. A list that rates a whole
period also needs the other tournaments of the players concerned: each variant has copies of these.
Every entrant of a copy is a unit of the step, so the functions that rated the list rate all
variants at once. One more copy of each tournament has the results that the list counted: its rows
show which entries of a variant differ, and that the list itself comes out as stored.

A rating is that of the list; in a chain the capital just after the tournament, because later
tournaments of the same list rest on it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from ledger.errors import Refused
from ledger.sentences import Input, ListName, Sentence
from projections.queries import NOBODY, PoolQuery, RatingList, recompute
from projections.queries.recompute.rows import load
from projections.queries.recompute.source import StoredSource
from projections.queries.recompute.variant_step import Concerned, Copies, VariantStep
from projections.queries.rows import Booking
from projections.rating.layout import lay_out
from projections.state.reports import Report

GAMES_AT_ONCE: Final = 100_000
"""Games in one step of the tournaments with a supposed result: a limit of memory."""


class Variant(NamedTuple):
    """Another result supposed for a booked game."""

    report: int
    """Position under which the list booked the report."""
    game: int
    white: str
    black: str


class SupposedRating(NamedTuple):
    """The rating of a player in a variant; 0: none."""

    variant: Variant
    player: int
    official: int
    hypothetical: int


def supposed_ratings(
    pool: PoolQuery, on: RatingList, variants: Sequence[Variant]
) -> Iterator[SupposedRating]:
    """Yield for each variant the ratings of both players, and of others whose rating differs.

    Raises Refused where stored rows do not give the ratings of the list.
    """
    booked = {one.position: one for one in pool.bookings(on.number) if one.edition}
    loaded, _ = load(pool, sorted({variant.report for variant in variants}), on.through_position)
    for some in _portions(variants, loaded, chained=pool.law.chained):
        yield from _Variants(pool, on, some, booked).ratings()


def _portions(
    variants: Sequence[Variant], reports: Mapping[int, Report], *, chained: bool
) -> Iterator[list[Variant]]:
    """Yield the variants in portions of one step: within a limit, in a chain of one tournament."""
    portion: list[Variant] = []
    games = 0
    for variant in variants:
        more = reports[variant.report].game_count
        other = chained and portion and portion[-1].report != variant.report
        if portion and (other or games + more > GAMES_AT_ONCE):
            yield portion
            portion, games = [], 0
        portion.append(variant)
        games += more
    if portion:
        yield portion


@dataclass
class _Variants:
    """The variants of a list in one step."""

    pool: PoolQuery
    on: RatingList
    variants: Sequence[Variant]
    booked: Mapping[int, Booking]
    """The rated reports of the list, by position."""
    _of_player: dict[int, set[int]] = field(default_factory=dict)

    def ratings(self) -> Iterator[SupposedRating]:
        """Yield the ratings that the variants show."""
        concerned = [self._first_concerned(variant) for variant in self.variants]
        while True:
            step = self._computed([*concerned, set().union(*concerned)])
            further = list(step.further())
            if not further:
                break
            for at, player in further:
                concerned[at].add(player)
        self._check(step)
        for at, variant in enumerate(self.variants):
            pair = self._pair(variant)
            ratings = {player: step.rating(at, player) for player in sorted(concerned[at])}
            official = {player: step.rating(len(self.variants), player) for player in ratings}
            moved = [p for p in ratings if p not in pair and ratings[p] != official[p]]
            for player in (*pair, *moved):
                yield SupposedRating(variant, player, official[player], ratings[player])

    @cached_property
    def _reports(self) -> dict[int, Report]:
        positions = {variant.report for variant in self.variants}
        return load(self.pool, sorted(positions), self.on.through_position)[0]

    def _entrants(self, report: int) -> NDArray[np.int32]:
        return columns.read(self._reports[report].player, columns.PLAYER)

    def _pair(self, variant: Variant) -> tuple[int, int]:
        """Return the players with White and with Black."""
        games, at = self._reports[variant.report].games, variant.game * columns.NUMBER
        entrants = self._entrants(variant.report)
        sides = (int(side[at : at + columns.NUMBER]) for side in (games.white, games.black))
        white, black = (int(entrants[entrant]) for entrant in sides)
        return white, black

    def _first_concerned(self, variant: Variant) -> set[int]:
        """Return the players of the game; in a chain all entrants."""
        if self.pool.law.chained:
            return set(self._entrants(variant.report).tolist())
        return set(self._pair(variant))

    def _positions(self, variant: Variant, players: set[int]) -> set[int]:
        """Return the reports on which the ratings of players rest, by position."""
        if self.pool.law.chained:
            return {variant.report}
        return {variant.report}.union(*map(self._booked_with, players))

    def _booked_with(self, player: int) -> set[int]:
        if player not in self._of_player:
            named = self.pool.rows(self.on.number, "entry", player)
            self._of_player[player] = {position for _, position in named} & self.booked.keys()
        return self._of_player[player]

    def _computed(self, concerned: Concerned) -> VariantStep:
        """Compute the variants for some players, and the unchanged list for the same players."""
        pairs = zip(self.variants, concerned, strict=False)
        of_variants = [self._positions(variant, players) for variant, players in pairs]
        every = sorted(set().union(*of_variants))
        source = self._source([self.booked[position] for position in every])
        copies = [
            (at, position)
            for at, positions in enumerate([*of_variants, set(every)])
            for position in sorted(positions)
        ]
        laid_out = tuple(self._laid_out(source, copies))
        edition = recompute.edition_of_step(source, [one.part for one in laid_out])
        return VariantStep(source, laid_out, concerned, edition)

    def _source(self, bookings: list[Booking]) -> StoredSource:
        found = load(self.pool, [one.position for one in bookings], self.on.through_position)
        if not self.pool.law.chained:
            return StoredSource(self.pool, self.on, None, None, bookings, *found)
        (only,) = bookings
        return StoredSource(
            self.pool, self.on, None, only.place, bookings, *found, order=only.order
        )

    def _laid_out(
        self, source: StoredSource, copies: Sequence[tuple[int, int]]
    ) -> Iterator[Copies]:
        """Yield the copies of each edition, laid out."""
        for edition, reports in recompute.reports_by_edition(source):
            positions = {report.position for report in reports}
            of_edition = [copy for copy in copies if copy[1] in positions]
            found = [self._copy(source.reports[position], at) for at, position in of_edition]
            variant = np.array([at for at, _ in of_edition], dtype=np.int64)
            yield Copies(lay_out(edition, found), variant)

    def _copy(self, report: Report, at: int) -> Report:
        if at == len(self.variants) or self.variants[at].report != report.position:
            return report
        _, game, white, black = self.variants[at]
        games = report.games
        return structs.replace(
            report,
            games=structs.replace(
                games,
                white_result=games.white_result[:game] + white + games.white_result[game + 1 :],
                black_result=games.black_result[:game] + black + games.black_result[game + 1 :],
            ),
        )

    def _check(self, step: VariantStep) -> None:
        """Refuse where the list as it is does not come out as stored."""
        players, as_it_is = sorted(step.concerned[-1]), len(self.variants)
        place = self.booked[self.variants[0].report].place + 1 if self.pool.law.chained else None
        stored = self.pool.states(players, self.on.number, place)
        for player in players:
            if step.rating(as_it_is, player) != stored.get(player, NOBODY).rating:
                raise Refused(
                    Sentence(
                        "{pool}: list {period:of} was closed with other ratings than are computed "
                        "now: ask for one result ({input})",
                        pool=self.pool.name,
                        period=ListName(self.on.period),
                        input=Input("result"),
                    ),
                    code="list-deviates",
                    found=self.on.period,
                )
