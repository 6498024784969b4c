"""Findings: articles with effect on games, entries and tournaments, and warnings."""

from collections.abc import Sequence

import msgspec

from ledger.register import identities
from ledger.sentences import Position, Remedy, Sentence
from ops.access.actors import Actor
from ops.access.seeing import may_see
from ops.answers import open_decisions
from ops.answers.abouts import AboutPool
from ops.answers.answer import Answer
from ops.answers.closing_conditions import Stops, judgements
from projections.finding import Finding, Kind
from projections.queries import PoolQuery, findings
from projections.queries.findings import absences
from projections.state.reports import Announcement


class FindingRow(msgspec.Struct, frozen=True):
    """A finding about a tournament, or about a player's entry or games."""

    kind: Kind
    about: str
    """The tournament or list."""
    player: str
    """As 572-4; empty: no single player."""
    name: str
    article: str
    says: Sentence
    others: tuple[str, ...]
    """Other players on whom it depends, with names."""
    remedy: Sentence
    remedies: tuple[Remedy, ...]
    """The use cases that the remedy names."""
    stops: Stops = "nobody"
    """Whom it stops from closing the next list, as `pool pending` and the checklist say."""


def findings_of(pool: PoolQuery, subject: str, reader: Actor) -> Answer[FindingRow, AboutPool]:
    """Return the findings of a tournament or a player. Raises Refused for an unknown subject.

    Findings that reveal a suspension or a death are shown only if `reader` may see them.
    """
    personal = may_see(reader, "personal-finding")
    if subject in pool.official.facts.announcements or subject.startswith("T-"):
        found = findings.of_tournament(pool, subject)
        closed = may_see(reader, "unpublished-list", (pool.name,))
        found += open_decisions.of_tournament(pool, subject, corrections=closed)
        found += absences.of_tournament(pool, subject) if personal else []
        return _answer(pool, found)
    player = identities.find(pool.official.ledger.read, subject)
    found = findings.of_player(pool, player)
    found += absences.of_player(pool, player) if personal else []
    return _answer(pool, found)


def findings_before_play(pool: PoolQuery, intended: Announcement) -> Answer[FindingRow, AboutPool]:
    """Return the findings of a tournament before the announcement."""
    return _answer(pool, findings.of_announcement(pool, intended.name, intended))


def _answer(pool: PoolQuery, found: Sequence[Finding]) -> Answer[FindingRow, AboutPool]:
    about = AboutPool(pool.name, known_to=Position(pool.known))
    rows = (
        msgspec.structs.replace(row, stops=judgement.stops) if judgement else row
        for row, judgement in zip(rows_of(pool, found), judgements(pool, found), strict=True)
    )
    return Answer(about, tuple(rows))


def rows_of(pool: PoolQuery, found: Sequence[Finding]) -> tuple[FindingRow, ...]:
    """Return findings as rows, with the names of players."""
    players = {finding.player for finding in found if finding.player}
    concerned = sorted(players.union(*(finding.others for finding in found)))
    names = pool.names(concerned)
    return tuple(
        FindingRow(
            finding.kind,
            finding.about,
            identities.show(finding.player) if finding.player else "",
            names.get(finding.player or 0, ""),
            finding.article,
            finding.says,
            tuple(
                f"{identities.show(other)} {names.get(other, '')}".strip()
                for other in finding.others
            ),
            finding.remedy,
            tuple(finding.remedy.remedies()),
        )
        for finding in found
    )
