"""The reader of tournament report files, FIDE's format TRF16."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.intake.header import Header, HeaderReader
from ledger.intake.pairings import Pairings, read_pairings
from ledger.intake.players import Player, read_players
from ledger.intake.points import SCORINGS, check_points
from ledger.intake.problems import Place, Problems
from ledger.intake.reading import NO_FACTS, Reading
from ledger.intake.records import Records, sorted_records
from ledger.intake.report import TournamentReport
from ledger.intake.text import numbered_lines


def read_trf(data: bytes, facts: Mapping[str, str] = NO_FACTS, *, points: str = "1-½-0") -> Reading:
    """Read a tournament report file and find everything that is wrong with it at once.

    `facts` are facts given by hand, which win over the file: name, place, federation, start and
    end (YYYY-MM-DD), time_control. `points` is how a win, a draw and a loss count in the totals:
    "1-½-0", "2-1-0" as in draughts, or "ignore" to be only warned of wrong totals; ValueError for
    anything else. Nothing in the file raises. Source: TRF16, with TRF26's 142 and 222 and
    JaVaFo's XXR; lines of other extensions are named in a warning and left alone.
    """
    if points not in SCORINGS:
        raise ValueError(f"points is {points!r}, expected one of {', '.join(SCORINGS)}")
    problems = Problems()
    lines = numbered_lines(data, problems)
    if not lines:
        return Reading(None, problems.all())
    records = sorted_records(lines, problems)
    header = HeaderReader(records, facts, problems).header()
    _check_count(records, problems)
    players = read_players(records.players, problems)
    pairings = read_pairings(players, header.announced_rounds, problems)
    check_points(players, pairings.rounds, points, problems)
    _check_days(records, header, pairings.rounds, problems)
    report = None if problems.refused else _report(header, players, pairings)
    readable = tuple(player.entrant for player in players if player.cells is not None)
    return Reading(report, problems.all(), readable)


def _check_count(records: Records, problems: Problems) -> None:
    """Warn where record 062 announces another number of players than there are."""
    line, players = records.tournament.get("062"), str(len(records.players))
    if line and line.value.split(" ")[0] != players:
        place = Place("number of players (062)", line.number)
        remedy = "look whether a player is missing"
        problems.warn(place, line.value, f"{players}, the players of this file", remedy)


def _check_days(records: Records, header: Header, rounds: int, problems: Problems) -> None:
    """Warn where record 132 gives days to more rounds than there are."""
    last = max(header.round_days, default=0)
    if last > rounds:
        place = Place("days of the rounds (132)", records.tournament["132"].number)
        found = f"a day for round {last}"
        problems.warn(place, found, f"{rounds} rounds", "look whether a round is missing")


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
