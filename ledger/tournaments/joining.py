"""The parts of a long tournament's report, joined to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from ledger.tournaments import counting
from ledger.tournaments.report import Bye, Entrant, Game, Team, TournamentReport, about_the_whole
from ledger.tournaments.said import Announced
from ledger.tournaments.standing import Part, counted


def joined(announced: Announced, parts: Sequence[Part]) -> TournamentReport:
    """Join the parts of a report: rounds run on, and a player is one entrant in all of them.

    Words are those of the last part he stands in; start numbers stay where nobody contradicts
    them and are given anew otherwise; totals are counted over all rounds, ranks follow them. Who
    is not in a part has no points in its rounds.
    """
    if len(parts) == 1:
        return parts[0].report
    entrants = _united(parts)
    at = {player: row for row, player in enumerate(entrants)}
    rounds = [0, *accumulate(part.report.number_of_rounds for part in parts)]
    last = parts[-1]
    report = replace(
        last.report,
        start=min(announced.start or last.report.start, *(part.report.start for part in parts)),
        end=max(announced.end or last.report.end, *(part.report.end for part in parts)),
        number_of_rounds=rounds[-1],
        round_dates=tuple(day for part in parts for day in part.report.round_dates),
        entrants=tuple(entrants.values()),
        games=tuple(
            game
            for part, before in zip(parts, rounds, strict=False)
            for game in _moved_games(part, at, before)
        ),
        byes=tuple(
            bye
            for part, before in zip(parts, rounds, strict=False)
            for bye in _moved_byes(part, at, before)
        ),
        teams=tuple(_moved_team(team, last, at) for team in last.report.teams),
        other_records=about_the_whole(last.report.other_records),
    )
    return _counted_anew(report, parts)


def _united(parts: Sequence[Part]) -> dict[int, Entrant]:
    """Give everybody's last words by player, in the order of start numbers."""
    last: dict[int, Entrant] = {}
    numbers: dict[int, set[int]] = {}
    for part in parts:
        for player, entrant in zip(part.players, part.report.entrants, strict=True):
            last[player] = entrant
            numbers.setdefault(player, set()).add(entrant.number)
    agreed = len({each.number for each in last.values()}) == len(last)
    if agreed and all(len(each) == 1 for each in numbers.values()):
        return dict(sorted(last.items(), key=lambda item: item[1].number))
    return {
        player: replace(entrant, number=number)
        for number, (player, entrant) in enumerate(last.items(), 1)
    }


def _moved_games(part: Part, at: Mapping[int, int], before: int) -> list[Game]:
    """Give a part's games with rounds that run on and rows of the whole, in their order."""
    row = [at[player] for player in part.players]
    games = [
        replace(game, round=before + game.round, white=row[game.white], black=row[game.black])
        for game in part.report.games
    ]
    return sorted(games, key=lambda game: (game.round, min(game.white, game.black)))


def _moved_byes(part: Part, at: Mapping[int, int], before: int) -> list[Bye]:
    """Give a part's byes, and one without points for each round of who is not in it."""
    row = [at[player] for player in part.players]
    absent = set(at.values()) - set(row)
    rounds = range(before + 1, before + 1 + part.report.number_of_rounds)
    byes = [Bye(before + bye.round, row[bye.entrant], bye.code) for bye in part.report.byes]
    byes += [Bye(number, entrant, "Z") for number in rounds for entrant in absent]
    return sorted(byes, key=lambda bye: (bye.round, bye.entrant))


def _moved_team(team: Team, part: Part, at: Mapping[int, int]) -> Team:
    return replace(team, members=tuple(at[part.players[member]] for member in team.members))


def _counted_anew(report: TournamentReport, parts: Sequence[Part]) -> TournamentReport:
    """Count totals over all rounds, in the way in which most parts print theirs."""
    ways = [
        counting.fitting(
            [each.points_halves for each in part.report.entrants],
            part.report.games,
            part.report.byes,
            part.report.scoring,
        )
        for part in parts
    ]
    way = max(ways, key=lambda each: sum(each == other for other in ways))
    return counted(report, way, [each.rank for each in report.entrants])
