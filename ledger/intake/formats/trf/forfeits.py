"""Forfeited matches, TRF26 record 330: what the lines of the two teams' players must agree with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ledger.intake.formats.cells import Cell
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.text import Line
from ledger.intake.formats.trf.byes import is_round, known_team
from ledger.intake.formats.trf.words import Word, word_at, words_of
from ledger.tournaments.report import Team

_KINDS: Final = {"+-": (True, False), "-+": (False, True), "--": (False, False)}
"""Whether the white team and the black team won, by the kind of forfeit."""

_TEAM: Final = "team of a forfeit (330)"
_PLAYED: Final = frozenset("1=0WDL")
_POINTS_WITHOUT_PLAY: Final = frozenset("+FHU")


def check_forfeits(
    teams: Sequence[Team],
    players: Sequence[Player],
    lines: Iterable[Line],
    rounds: int,
    problems: Problems,
) -> None:
    """Check records 330: kind (columns 5-6), round (8-10), white team (12-14), black (16-18).

    No player of the two teams can have played in that round, and none of the losing team can have
    points of it.
    """
    by_number = {team.number: team for team in teams}
    told: dict[tuple[int, int], int] = {}
    for line in lines:
        words = words_of(line)
        kind, number = word_at(words, 0, line), word_at(words, 1, line)
        winners = _winners(kind, problems)
        known = is_round(number, rounds, "round of a forfeit (330)", problems)
        for i in (0, 1):
            word = word_at(words, 2 + i, line)
            team = known_team(word, by_number, _TEAM, problems)
            if team and winners and known and _first(team, number, word, told, problems):
                members = [players[member] for member in team.members]
                _check_members(members, number.number or 0, winners[i], word, problems)


def _first(
    team: Team, number: Word, word: Word, told: dict[tuple[int, int], int], problems: Problems
) -> bool:
    """Refuse a second match of a team in one round, or against itself."""
    key = (number.number or 0, team.number)
    if key not in told:
        told[key] = word.line
        return True
    expected = f"a team that has no other match in this round (line {told[key]} has one)"
    problems.refuse(word.at(_TEAM), word.text, expected, "correct one of the two")
    return False


def _winners(kind: Word, problems: Problems) -> tuple[bool, bool] | None:
    if kind.text not in _KINDS:
        expected = "+- (white won), -+ (black won) or -- (nobody)"
        place = kind.at("kind of forfeit (330)")
        problems.refuse(place, kind.text, expected, "correct columns 5-6")
    return _KINDS.get(kind.text)


def _check_members(
    members: Iterable[Player], number: int, won: bool, word: Word, problems: Problems
) -> None:
    """Refuse the record at the first player whose line contradicts it."""
    for player in members:
        cell = player.cell(number)
        if _contradicts(cell, won):
            kept = "played" if cell.result in _PLAYED else "has points"
            expected = f"a match that line {player.entrant.line} does not contradict"
            found = f"team {word.text}, whose player {player.entrant.number} {kept}"
            problems.refuse(word.at(_TEAM), found, expected, "correct one of the two lines")
            return


def _contradicts(cell: Cell, won: bool) -> bool:
    played = bool(cell.opponent) and cell.result in _PLAYED
    return played or (not won and cell.result in _POINTS_WITHOUT_PLAY)
