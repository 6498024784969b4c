"""From the header and the players of any file to its reading: the checks that all formats share."""

from __future__ import annotations

from collections.abc import Sequence

from ledger.intake.header import Header, Value
from ledger.intake.pairings import Pairings, read_pairings
from ledger.intake.players import Player
from ledger.intake.points import check_points
from ledger.intake.problems import Place, Problems
from ledger.intake.reading import Reading
from ledger.intake.report import TournamentReport


def joined(
    header: Header,
    players: Sequence[Player],
    points: str,
    problems: Problems,
    *,
    warn_only: bool = False,
    announced: Value | None = None,
) -> Reading:
    """Join the players' rounds, check the totals, and give what the file says.

    `points` is one of SCORINGS; wrong totals are refused unless `warn_only`. `announced` is the
    file's word on the number of rounds.
    """
    pairings = read_pairings(players, announced, problems)
    wrong = Problems() if warn_only else problems
    check_points(players, pairings.rounds, points, wrong)
    for each in wrong.all() if warn_only else ():
        place = Place(each.field, each.line, each.column, each.last_column)
        problems.warn(place, each.found, each.expected, each.remedy)
    report = None if problems.refused else _report(header, players, pairings)
    readable = tuple(player.entrant for player in players)
    return Reading(report, problems.all(), readable)


def _report(
    header: Header, players: Sequence[Player], pairings: Pairings
) -> TournamentReport | None:
    if header.start is None or header.end is None:
        return None
    rounds = range(1, pairings.rounds + 1)
    return TournamentReport(
        name=header.name,
        place=header.place,
        federation=header.federation,
        start=header.start,
        end=header.end,
        type=header.type,
        time_control=header.time_control,
        number_of_rounds=pairings.rounds,
        round_dates=tuple(header.round_days.get(number) for number in rounds),
        entrants=tuple(player.entrant for player in players),
        games=pairings.games,
        byes=pairings.byes,
    )
