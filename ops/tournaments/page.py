"""A tournament with all that a page shows: state, tables, findings and files, pool by pool."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from ledger.errors import Refused
from ledger.sentences import Sentence
from ops.access.seeing import may_see
from ops.answers.abouts import widened
from ops.answers.findings import FindingRow, findings_of
from ops.answers.tournament_games import Tournament, read_tournament
from ops.house import House
from ops.tournaments.cross_table import of_tournament
from ops.tournaments.cross_table_document import CrossTable, documents
from ops.tournaments.register import PoolTournament, tournament_in
from ops.tournaments.view import TournamentDocument, document_of
from projections.queries import PoolQuery
from projections.state.history import pools_of

ReportForm = Literal["trf16", "trf26"]


class TournamentInPool(msgspec.Struct, frozen=True):
    """Tables and findings of a tournament under the rules of one pool."""

    row: PoolTournament
    """The row of the tournament in a list of tournaments: state, place, players, lists."""
    tables: tuple[CrossTable, ...]
    """A cross table for each part of the report; where a chain has corrections, also the corrected
    table."""
    without_table: Sentence | None
    """Reason for a report without tables; None: tables are shown, or no report was received."""
    findings: tuple[FindingRow, ...]
    """Games, entries or the whole tournament that do not count, or count later."""


class TournamentPage(TournamentDocument, frozen=True, kw_only=True):
    """A tournament as known at a position, with its tables in each pool."""

    pools: tuple[TournamentInPool, ...]
    files: tuple[ReportForm, ...]
    """Layouts in which the reader may have the report."""


def tournament_page(house: House, tournament: str, known: int | None = None) -> TournamentPage:
    """Return a tournament with its tables in each pool, as known at a position (None: now).

    Raises Refused for an unknown tournament.
    """
    of = read_tournament(house.read, tournament, known)
    document = document_of(house, of, known)
    seen = bool(document.reports) and may_see(house.actor, "report-file")
    return widened(
        TournamentPage,
        document,
        pools=tuple(_in_pools(house, of, known)),
        files=("trf16", "trf26") if seen else (),
    )


def _in_pools(house: House, of: Tournament, known: int | None) -> Iterator[TournamentInPool]:
    for name in sorted(pools_of(of.events) & house.official.facts.pools.keys()):
        pool = house.pool(name, known)
        pool.events.keep(of.stream, of.events)
        row = tournament_in(pool, of.id)
        if row is not None:
            tables, why = _tables(pool, of)
            findings = findings_of(pool, of.id, house.actor).rows
            yield TournamentInPool(row, tables, why, findings)


def _tables(pool: PoolQuery, of: Tournament) -> tuple[tuple[CrossTable, ...], Sentence | None]:
    """Return the tables of a tournament in a pool, or why there is none."""
    if not (of.history.current or of.history.annulled):
        return (), None
    try:
        return documents(pool, of_tournament(pool, of), before=False).tables, None
    except Refused as refused:
        return (), refused.words
