"""Reader of tournament report files, FIDE's formats TRF16 and TRF26."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ledger.intake.formats.header import Header, HeaderReader
from ledger.intake.formats.layout import MOST_ROUNDS
from ledger.intake.formats.named_byes import without_byes
from ledger.intake.formats.pairings import read_pairings
from ledger.intake.formats.players import Player
from ledger.intake.formats.points import check_points
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.reading import NO_FACTS, Reading, check_choices, report_of_players
from ledger.intake.formats.scoring import read_scoring
from ledger.intake.formats.text import check_count, numbered_lines
from ledger.intake.formats.trf.byes import (
    ByeLine,
    bye_lines,
    check_allocated_byes,
    check_forfeits,
    check_team_byes,
    with_byes,
)
from ledger.intake.formats.trf.players import read_players, with_national
from ledger.intake.formats.trf.records import Records, sorted_records
from ledger.intake.formats.trf.teams import read_teams
from ledger.tournaments.report import Team


def read_trf(
    data: bytes,
    facts: Mapping[str, str] = NO_FACTS,
    *,
    points: str = "1-½-0",
    date_order: str = "",
    announced: Mapping[str, str] = NO_FACTS,
) -> Reading:
    """Read a tournament report file and report all its faults at once.

    `facts` are facts given by hand, which win over the file: name, place, federation, start and
    end (YYYY-MM-DD), time_control; and byes, the words that stand for byes. `points` is how a
    win, a draw and a loss count in the totals where record 162 does not say: "1-½-0", "2-1-0" as
    in draughts, or "ignore" to be only warned of wrong totals. `date_order` is how dates with two
    digits of year are read: "ymd", "dmy", or "" to take only what other dates settle. `announced`
    are such facts again, that hold where the file does not say. ValueError for any other `points`
    or `date_order`. Nothing in the file raises. Source: TRF16 and TRF26, individual and team, and
    JaVaFo's XXR.
    """
    check_choices(points, date_order)
    problems = Problems()
    lines = numbered_lines(data, problems)
    if not lines:
        return Reading(None, problems.all())
    records = sorted_records(lines, problems)
    header = HeaderReader(records, facts, problems, date_order, announced).header()
    line, players = records.tournament.get("062"), len(records.players)
    check_count(line, "number of players (062)", players, "player", problems)
    return _reading(records, header, facts, points, problems)


def _reading(
    records: Records, header: Header, facts: Mapping[str, str], points: str, problems: Problems
) -> Reading:
    players = read_players(records.players, problems, of_teams=records.of_teams)
    players = with_national(players, records.national, problems)
    rounds = max((player.last_round for player in players), default=0)
    most = int(header.announced_rounds.text) if header.announced_rounds else MOST_ROUNDS
    byes = bye_lines(records.of("240"), rounds, most, problems)
    if not records.of_teams:
        players = with_byes(players, byes, problems)
    players = without_byes(players, facts, problems)
    teams = read_teams(records, players, problems)
    _check_matches(records, teams, players, byes if records.of_teams else [], problems)
    pairings = read_pairings(players, header.announced_rounds, problems)
    numbers = (player.entrant.number for player in players)
    scoring = read_scoring(records, numbers, rounds, points, problems)
    check_points(players, pairings.rounds, scoring, problems, points)
    _check_days(records, header, pairings.rounds.played, problems)
    report, announced = None, header.announced_rounds
    if not problems.refused:
        report = report_of_players(header, players, pairings, scoring, announced)
    if report:
        other = tuple(line.text for line in records.other)
        report = replace(report, teams=teams, other_records=other)
    readable = tuple(player.entrant for player in players if player.cells is not None)
    return Reading(report, problems.all(), readable)


def _check_matches(
    records: Records,
    teams: Sequence[Team],
    players: Sequence[Player],
    byes: Sequence[ByeLine],
    problems: Problems,
) -> None:
    """Check records 240, 320 and 330 of teams against their players' lines."""
    rounds = max((player.last_round for player in players), default=0)
    check_team_byes(teams, players, byes, problems)
    check_allocated_byes(teams, records.of("320"), problems)
    check_forfeits(teams, players, records.of("330"), rounds, problems)


def _check_days(records: Records, header: Header, rounds: int, problems: Problems) -> None:
    """Warn if record 132 has days for more rounds than were played."""
    last = max(header.round_days, default=0)
    if last > rounds:
        place = Place("days of the rounds (132)", records.tournament["132"].number)
        found = f"a day for round {last}"
        problems.warn(place, found, f"{rounds} rounds", "check that no round is missing")
