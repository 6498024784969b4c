"""State: the events of a ledger folded into the facts that a list rests on.

Players, tournaments and the law of pools here; all else in its parts:

    reports      a report as ratings need it: place in the order, dates, pairings
    announcements  the announcements of all tournaments
    decisions    decisions about rating a tournament
    history      a tournament folded from its stream, with versions of its reports
    adjustments  decisions about the ratings of single players
    merges       merged players
    pool         facts recorded about one pool
    printings    the printings of closed lists, and their days in force
    closed_list  closed lists, and the positions up to which they take what is recorded
    folding      the events of one pool
    forking      an independent copy for further events
    law          adopted editions, the edition of a day, parameters set by the body
    competence   bodies competent for decisions
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

import msgspec
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from ledger import columns
from ledger.events import pool as pool_events
from ledger.events.register import PlayersMerged, PlayersSeparated
from ledger.store.reading import Reader, Recorded
from ledger.tournaments.current_report import (
    EventPart,
    announced_in,
    reported_in,
    uncorrected_report,
)
from ledger.tournaments.folding import CORRECTIONS
from projections.state import folding
from projections.state.announcements import Announcements
from projections.state.history import FoldedTournament, FoldedTournaments
from projections.state.law import numbers_kept
from projections.state.merges import Merge
from projections.state.pool import Adoption, PoolFacts
from projections.state.reports import (
    NEVER,
    Report,
    announcement_of,
    last_booking,
    report_of,
)


class _Players(msgspec.Struct, frozen=True):
    player: str
    birth_year: str


_lean_players: Final = msgspec.json.Decoder(EventPart[_Players])


class YearCorrected(msgspec.Struct, frozen=True):
    """A corrected year of birth; 0: unknown before."""

    position: int
    player: int
    before: int


AS_IT_WAS: Final = 9_999
"""In a correction of years of birth: this one stays."""


@dataclass
class Facts:
    """The fold of a ledger's events, from position 0 up to `position`."""

    position: int = -1
    birth_year: NDArray[np.int16] = field(default_factory=lambda: np.zeros(1, dtype=np.int16))
    pools: dict[str, PoolFacts] = field(default_factory=dict)
    announcements: Announcements = field(default_factory=Announcements)
    unclaimed: dict[str, list[Report]] = field(default_factory=dict)
    """Reports for pools that are not opened yet."""
    corrected: dict[str, int] = field(default_factory=dict)
    """The tournaments that were corrected, and where they first were."""
    years_corrected: list[YearCorrected] = field(default_factory=list)
    merges: list[Merge] = field(default_factory=list)
    """Merges of players, also those separated since; every pool has the same."""
    chain_hash: bytes = b""
    """The chain over all events up to `position`: whose history this is, from its origin on."""
    recall: Callable[[str], Sequence[Recorded]] | None = None
    """Reads a stream: of a tournament that is corrected, the whole story is asked for."""
    document: Callable[[str], bytes | None] | None = None
    """Reads a document: of an edition that is adopted, its numbers are."""

    folded: FoldedTournaments = field(default_factory=FoldedTournaments, repr=False)
    """Cache of corrected tournaments, in memory only."""

    @property
    def players(self) -> int:
        """The highest register number so far."""
        return len(self.birth_year) - 1

    def read_from(self, read: Reader) -> None:
        """Read streams and documents through a reader from now on."""
        self.recall, self.document = read.stream, read.document

    def follow(self, tournament: str, through: int) -> FoldedTournament:
        """Fold a tournament up to a position from its stream, and cache the result."""
        return self.folded.keep(f"tournament-{tournament}", self._fold(tournament, through))

    def _fold(self, tournament: str, through: int) -> FoldedTournament:
        if self.recall is None:
            raise LookupError(f"the events of {tournament} are not at hand")
        events = self.recall(f"tournament-{tournament}")
        return FoldedTournament(event for event in events if event.position <= through)

    def last_booking(self, pool: str, report: Report, closings: Sequence[int]) -> int:
        """Return the closing that booked the last version of a report.

        `report` has the position of its first booking; see `reports.last_booking`.
        """
        corrected = self.corrected.get(report.tournament, NEVER)
        if len(closings) == 1 or corrected > closings[-1]:
            return closings[0]
        versions = self._fold(report.tournament, closings[-1]).versions[pool]
        return last_booking(versions.all(), report.position, closings)

    def years_of(self, players: NDArray[np.int64], through: int) -> NDArray[np.int64]:
        """Return years of birth as known at a position; 0: unknown, or registered later."""
        registered = players < len(self.birth_year)
        years = np.where(registered, self.birth_year.take(players, mode="clip"), 0).astype(np.int64)
        for correction in reversed(self.years_corrected):
            if correction.position > through:
                years[players == correction.player] = correction.before
        return years

    def book(self, pool: str, reports: Iterable[Report], cut_off: date) -> None:
        """Let the announcements leave for which no list of a pool waits any more.

        Its next list takes in reports after the cut-off. An announcement stays that a decision on
        its weight may still concern, another pool of the tournament, or a further part.
        """
        every = self.announcements.open
        booked = {report.tournament for report in reports if not report.part} & every.keys()
        self.announcements.leave(
            name for name in booked if every[name].is_settled_by(pool, cut_off)
        )

    def apply(self, recorded: Recorded) -> None:
        """Fold the next event. Raises ValueError for any other."""
        self._check_follows(recorded)
        fold = _FOLDS.get(recorded.type)
        if fold is not None:
            fold(self, recorded)
        if recorded.stream.startswith("pool-"):
            folding.take(self.pools[recorded.stream[5:]], recorded)
        self.position, self.chain_hash = recorded.position, recorded.chain_hash

    def pass_by(self, recorded: Recorded) -> None:
        """Skip the next event, of a pool no longer followed."""
        self._check_follows(recorded)
        self.position, self.chain_hash = recorded.position, recorded.chain_hash

    def _check_follows(self, recorded: Recorded) -> None:
        if recorded.position != self.position + 1:
            raise ValueError(f"event {recorded.position} does not follow {self.position}")


def _players_registered(facts: Facts, recorded: Recorded) -> None:
    fact = _lean_players.decode(recorded.body).payload
    players = columns.read(fact.player, columns.PLAYER)
    if players.size and players[-1] > facts.players:
        grown = np.zeros(int(players[-1]) + 1, dtype=np.int16)
        grown[: len(facts.birth_year)] = facts.birth_year
        facts.birth_year = grown
    facts.birth_year[players] = columns.read(fact.birth_year, columns.YEAR)


def _players_corrected(facts: Facts, recorded: Recorded) -> None:
    fact = _lean_players.decode(recorded.body).payload
    players = columns.read(fact.player, columns.PLAYER)
    years = columns.read(fact.birth_year, columns.YEAR)
    facts.birth_year = facts.birth_year.copy()
    for player, year in zip(players.tolist(), years.tolist(), strict=True):
        if year != AS_IT_WAS and player <= facts.players:
            before = int(facts.birth_year[player])
            facts.years_corrected.append(YearCorrected(recorded.position, player, before))
            facts.birth_year[player] = year


def _players_merged(facts: Facts, recorded: Recorded) -> None:
    fact: PlayersMerged = recorded.decoded().payload
    _take_merges(facts, [*facts.merges, Merge(recorded.position, fact.kept, fact.merged)])


def _players_separated(facts: Facts, recorded: Recorded) -> None:
    fact: PlayersSeparated = recorded.decoded().payload
    until = recorded.position
    ended = (
        structs.replace(merge, until=until) if merge.position == fact.merge else merge
        for merge in facts.merges
    )
    _take_merges(facts, list(ended))


def _take_merges(facts: Facts, merges: list[Merge]) -> None:
    facts.merges = merges
    for pool in facts.pools.values():
        pool.merges = merges


def _tournament_registered(facts: Facts, recorded: Recorded) -> None:
    facts.announcements[_tournament(recorded)] = announcement_of(announced_in(recorded))


def _tournament(recorded: Recorded) -> str:
    return recorded.stream.removeprefix("tournament-")


def _tournament_submitted(facts: Facts, recorded: Recorded) -> None:
    tournament = _tournament(recorded)
    if tournament in facts.corrected:
        _tournament_corrected(facts, recorded)
        return
    announcement = facts.announcements[tournament]
    if not announcement.reported:
        announcement = structs.replace(announcement, reported=True)
        facts.announcements[tournament] = announcement
    report = report_of(uncorrected_report(recorded), announcement)
    for pool in announcement.pools:
        if pool in facts.pools:
            facts.pools[pool].wait(report)
        else:
            facts.unclaimed.setdefault(pool, []).append(report)


def _sheet_completed(facts: Facts, recorded: Recorded) -> None:
    longer = reported_in(recorded).replaces is not None
    (_tournament_corrected if longer else _tournament_submitted)(facts, recorded)


def _tournament_corrected(facts: Facts, recorded: Recorded) -> None:
    """Replace the versions of a tournament in every pool it ever counted for."""
    tournament = _tournament(recorded)
    first = tournament not in facts.corrected
    facts.corrected.setdefault(tournament, recorded.position)
    folded = facts.folded.after(recorded) or facts.follow(tournament, recorded.position)
    for pool, versions in sorted(folded.versions.items()):
        if pool not in facts.pools:
            unclaimed = facts.unclaimed.get(pool, [])
            others = [report for report in unclaimed if report.tournament != tournament]
            facts.unclaimed[pool] = others
            continue
        stood = versions.all()
        if first:
            facts.pools[pool].take_out(stood, recorded.position)
        facts.pools[pool].follow(tournament, stood)
    facts.announcements[tournament] = folded.announcement


def _pool_opened(facts: Facts, recorded: Recorded) -> None:
    fact: pool_events.PoolOpened = recorded.decoded().payload
    opened = PoolFacts(fact, recorded.position, merges=facts.merges)
    for report in facts.unclaimed.pop(fact.pool, []):
        opened.wait(report)
    for tournament in facts.corrected:
        versions = facts.follow(tournament, recorded.position).versions.get(fact.pool)
        opened.follow(tournament, versions.all() if versions else [])
    facts.pools[fact.pool] = opened


def _rulebook_adopted(facts: Facts, recorded: Recorded) -> None:
    fact: pool_events.RulebookAdopted = recorded.decoded().payload
    data = facts.document(fact.document) if facts.document else None
    adoption = Adoption(
        fact.in_force_from,
        fact.edition,
        fact.numbers_digest,
        recorded.position,
        numbers_kept(data, fact.document),
    )
    facts.pools[fact.pool].adopted.append(adoption)


_FOLDS: Final[dict[str, Callable[[Facts, Recorded], None]]] = {
    "players-registered.v1": _players_registered,
    "tournament-registered.v1": _tournament_registered,
    "player-details-corrected.v1": _players_corrected,
    "players-merged.v1": _players_merged,
    "players-separated.v1": _players_separated,
    "tournament-submitted.v1": _tournament_submitted,
    "report-part-submitted.v1": _tournament_submitted,
    "sheet-completed.v1": _sheet_completed,
    **dict.fromkeys(CORRECTIONS, _tournament_corrected),
    "pool-opened.v1": _pool_opened,
    "rulebook-adopted.v1": _rulebook_adopted,
}
"""How events change the facts, besides those of one pool; replay itself applies a closing."""
