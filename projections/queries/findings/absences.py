"""Findings about players in a report of days after their death, or within a suspension.

These findings reveal a suspension or a death, so they are not public: `ops.answers.findings` adds
them for readers who may see them. No regulation read so far counts such a game less: the findings
are warnings, with the article of the decision.
"""

from collections.abc import Iterable, Iterator

from ledger import columns
from ledger.register.absences import Absences, Death, Suspension, absences
from ledger.register.merges import kept_player, merges
from ledger.sentences import Body, Position, Remedy, Sentence
from ledger.store.numbering import TOURNAMENTS
from projections.finding import Code, Finding, warning
from projections.queries import PoolQuery, open_reports
from projections.state.reports import Report


def of_tournament(pool: PoolQuery, tournament: str) -> list[Finding]:
    """Return the findings about the present reports of a tournament, also if on a closed list."""
    known = absences(pool.official.ledger.read, pool.known)
    if not known.players:
        return []
    return list(_of_reports(pool, known, pool.tournament_history(tournament).in_order()))


def of_player(pool: PoolQuery, player: int) -> list[Finding]:
    """Return the same about one player, in every tournament of the pool."""
    read = pool.official.ledger.read
    known = absences(read, pool.known)
    if player not in known.players:
        return []
    merged = merges(read, pool.known).values()
    numbers = [player, *(one.merged for one in merged if one.kept == player)]
    tournaments = {
        booked.tournament
        for number in numbers
        for on in pool.lists()[1:]
        for booked in pool.bookings(on.number, number)
    }
    tournaments |= {
        report.tournament for number in numbers for report in open_reports.of_player(pool, number)
    }
    names = sorted(tournaments, key=TOURNAMENTS.order)
    found = (one for name in names for one in of_tournament(pool, name))
    return [one for one in found if one.player == player]


def _of_reports(pool: PoolQuery, known: Absences, reports: Iterable[Report]) -> Iterator[Finding]:
    merged = merges(pool.official.ledger.read, pool.known)
    for report in reports:
        entrants = columns.read(report.player, columns.PLAYER).tolist()
        players = {kept_player(merged, player) for player in entrants}
        for player in sorted(players & known.players):
            for suspension in known.suspensions.get(player, ()):
                if suspension.overlaps(report.start, report.end):
                    yield _suspended(report, suspension)
            death = known.deaths.get(player)
            if death is not None and report.end > death.on:
                yield _died(report, death)


def _suspended(report: Report, suspension: Suspension) -> Finding:
    says = Sentence(
        "{suspension}; the tournament lasted from {start} to {end}",
        suspension=suspension.words,
        start=report.start,
        end=report.end,
    )
    return _finding("player-suspended", report, suspension, says)


def _died(report: Report, death: Death) -> Finding:
    says = Sentence("died on {on} ({position}, by {by}), before the tournament began")
    if report.start <= death.on:
        says = Sentence("died on {on} ({position}, by {by}), before the last day")
    says = says.about(on=death.on, position=Position(death.position), by=Body(death.by))
    return _finding("played-after-death", report, death, says)


def _finding(code: Code, report: Report, decision: Suspension | Death, says: Sentence) -> Finding:
    name, position = report.tournament, report.position
    remedy = Sentence(
        "the games count; who takes them away decides it: {exclude}, or for another player: "
        "{correct}",
        exclude=Remedy(
            "decide-game-excluded", tournament=name, report=position, game=None, by=None
        ),
        correct=Remedy("correct-entrant", tournament=name, start_number=None, player=None, by=None),
    )
    return warning(code, name, decision.article, says, remedy, player=decision.player)
