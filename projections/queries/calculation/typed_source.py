"""Inputs of rating steps from typed numbers: the third source of the assembler."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.tournaments.current_report import Games
from projections.calculation import PLAYER, Calculation, TypedTournament
from projections.rating.assembler import Group
from projections.rating.chain_steps import UNTOLD
from projections.rating.corrected import NOTHING_CORRECTED, Corrections
from projections.rating.guests import GuestFacts
from projections.rating.layout import Batch
from projections.rating.source import NONE_CEASED, OtherPool, OutsideFacts, Starts
from projections.rating.waiting import Waiting, nothing_waiting
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.external_lists import AWARD
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import About, Report, place_in_order, share_of

_OTHER_SIDE: Final = str.maketrans("10+-", "01-+")

State = Mapping[str, int]
"""State fields of the player before a step."""


@dataclass(frozen=True, slots=True)
class Played:
    """A typed tournament as a report, with the opponents' ratings and the player's own."""

    typed: TypedTournament
    report: Report
    opponents: tuple[int, ...]
    own: int | None

    @property
    def players(self) -> int:
        """Return the number of entrants."""
        return 1 + len(self.opponents)


def played(
    typed: TypedTournament, number: int, days: tuple[date, date], first_opponent: int
) -> Played:
    """Return a typed tournament as a report; opponents have numbers from `first_opponent` on."""
    games, (start, end), name = len(typed.games), days, f"tournament {number}"
    players = [PLAYER, *range(first_opponent, first_opponent + games)]
    results = "".join(game.result for game in typed.games)
    pairings = Games(
        columns.write([0] * games, columns.NUMBER),
        columns.write(range(1, games + 1), columns.NUMBER),
        results,
        results.translate(_OTHER_SIDE),
    )
    about = About(
        time_control=typed.time_control, online=typed.online, weight=share_of(typed.weight)
    )
    numbers, order = columns.write(players, columns.PLAYER), place_in_order(end, start, name, 0)
    report = Report(number, name, start, end, False, numbers, pairings, order, about=about)
    return Played(typed, report, tuple(game.opponent for game in typed.games), typed.rating)


def as_admitted(edition: Edition) -> Edition:
    """Return an edition without its articles on admission: every game played counts.

    A calculation is asked about games whose tournament is taken to be registered, reported in time
    and played under permitted conditions.
    """
    if edition.without_admission is None:
        return edition
    counts = edition.without_admission.columns["counts"]
    return replace(edition, columns={**edition.columns, "counts": counts})


class _Elsewhere(OtherPool):
    """Another pool, as typed: the player's rating and category there."""

    def __init__(self, asked: Mapping[str, int], award: str) -> None:
        self._asked, self._award = asked, award

    def values(self, name: str, _day: date, players: NDArray[Any], /) -> NDArray[Any]:
        """Return a typed value for the player; 0 for opponents."""
        return np.where(players == PLAYER, self._asked.get(name, 0), 0)

    def awards(self, _day: date, players: NDArray[Any], /) -> NDArray[Any]:
        """Return the typed award for the player; "" for opponents."""
        found = np.full(len(players), "", dtype=object)
        found[players == PLAYER] = self._award
        return found


@dataclass(slots=True)
class TypedSource:
    """Typed numbers as the source of a step (`rating.source.StepSource`)."""

    law: Rulebook
    list_date: date
    asked: Calculation
    tournaments: tuple[Played, ...]
    """Of this step."""
    before: State
    edition: Edition
    """Of the list."""

    @property
    def outside(self) -> OutsideFacts:
        """Return the player's ratings in other pools, as typed."""
        return OutsideFacts(
            {word: self._elsewhere(word) for word in self.law.other_pools.rulebooks}
        )

    def _elsewhere(self, word: str) -> OtherPool:
        rating, asked = self.asked.rated_elsewhere.get(word, 0), self.asked
        names = [name for name, *_ in self.edition.numbers.get("categories", ())]
        place = names.index(asked.category_elsewhere) if asked.category_elsewhere else 0
        held = {"rating": rating or int(bool(asked.category_elsewhere)), "category": place}
        return _Elsewhere(held, asked.award_elsewhere)

    @property
    def corrections(self) -> Corrections:
        """Return no corrections."""
        return NOTHING_CORRECTED

    @property
    def waiting(self) -> Waiting:
        """Return no results: those of earlier tournaments are typed with the others."""
        return nothing_waiting(self.edition.waiting)

    @property
    def asks_again(self) -> bool:
        """Return False: no entry rating is open."""
        return False

    def state(self, players: NDArray[np.int64]) -> dict[str, Values]:
        """Return the typed state of the player; opponents have their rating alone."""
        found = {name: np.zeros(len(players), dtype=np.int64) for name in self.law.state}
        for name, values in found.items():
            values[players == PLAYER] = self.before.get(name, 0)
        for tournament in self.tournaments:
            numbers = columns.read(tournament.report.player, columns.PLAYER)[1:]
            found["rating"][np.searchsorted(players, numbers)] = tournament.opponents
        return found

    def starts(self, part: Batch) -> Starts:
        """Return the typed ratings when the tournaments of a part began."""
        by_report = {one.report.position: one for one in self.tournaments}
        of_part = [by_report[report.position] for report in part.reports]
        ratings = [rating for one in of_part for rating in (self._own(one), *one.opponents)]
        return np.array(ratings, dtype=np.int64), NONE_CEASED

    def official_ratings(self, _part: Batch) -> None:
        """Return None: the typed ratings are those in force."""

    def _own(self, tournament: Played) -> int:
        return self.before["rating"] if tournament.own is None else tournament.own

    def birth_years(self, players: NDArray[np.int64]) -> Values:
        """Return the year of birth of the player."""
        return np.where(players == PLAYER, self.asked.birth_year, 0)

    def decided_ratings(self, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the initial rating decided for the player."""
        return np.where(players == PLAYER, self.asked.decided_rating, 0)

    def entry_days(
        self, _players: NDArray[np.int64], days: NDArray[np.int64], /
    ) -> NDArray[np.int64]:
        """Return the days themselves."""
        return days

    def guests(self, _part: Batch) -> Iterable[GuestFacts]:
        """Return no guests: an opponent's rating is typed."""
        return ()

    def with_typed_facts(self, group: Group) -> Group:
        """Return a group with the typed facts of entries: external lists, federation, deviation."""
        facts = zip(group.parts, group.facts, strict=True)
        return group._replace(facts=tuple({**some, **self._typed(part)} for part, some in facts))

    def _typed(self, part: Batch) -> dict[str, Values]:
        own = part.player == PLAYER
        found: dict[str, Values] = {}
        for one in self.law.external_lists.consulted:
            rating = self.asked.rated_elsewhere.get(one.word, 0)
            found[f"{one.word}_rating_at_start"] = np.where(own, rating, 0)
            found[f"{one.word}_known_at_start"] = np.ones(len(own), dtype=bool)
        if "federation" in part.edition.asked:
            found["federation"] = np.where(own, self.asked.federation.encode() or UNTOLD, UNTOLD)
        return found | dict(self._deviation(own))

    def _deviation(self, own: NDArray[np.bool_]) -> Iterator[tuple[str, Values]]:
        """Yield typed sums, which replace the columns of these names."""
        (first, *_) = self.tournaments
        if first.typed.deviation is not None:
            hundredths = int(100 * first.typed.deviation)
            yield "entry_difference_hundredths", np.where(own, hundredths, 0)
            yield "counted_games", np.where(own, first.typed.counted_games, 0)


def words_elsewhere(law: Rulebook) -> tuple[str, ...]:
    """Return the words by which a regulation reads ratings on other lists."""
    external = (one.word for one in law.external_lists.consulted)
    return (*law.other_pools.rulebooks, *external)


def asks_awards(law: Rulebook) -> bool:
    """Whether a regulation reads categories and awards of another discipline."""
    sources: Sequence[Any] = tuple(law.first_ratings.sources.values()) if law.first_ratings else ()
    return any(getattr(source, "column", "") == AWARD for source in sources)
