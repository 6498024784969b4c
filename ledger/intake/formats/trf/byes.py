"""TRF26 records 240 (byes of players or teams), 320 (byes of teams), 330 (forfeited matches)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ledger.intake.formats.cells import EMPTY, Cell
from ledger.intake.formats.layout import Word, word_at, words_of
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.text import Line
from ledger.tournaments.report import Team

KINDS: Final = "FHZ"
_TEAM: Final = "team of a bye (240)"
_ROUND: Final = "round of a bye (240)"
_PLAYER: Final = "player of a bye (240)"
_ROUNDS: Final = "a round of the players' lines (1 to {})"
_FIX: Final = "correct one of the two lines"
_POINTS: Final = re.compile("[0-9]{1,3}([.,][0-9])?")


Teams = Mapping[int, Team]
"""Teams by number."""


class ByeLine(NamedTuple):
    """A record 240: kind of bye, round from 1, numbers of players or teams."""

    kind: str
    round: int
    words: tuple[Word, ...]
    line: int


def bye_lines(
    lines: Iterable[Line], rounds: int, announced: int, problems: Problems
) -> list[ByeLine]:
    """Read records 240: kind (column 5), round (7-9), numbers (11-14, 16-19 and so on).

    Left out are lines whose kind is unknown or whose round is none of 1 to `rounds`: refused, but
    of a round up to `announced`, which is to come, with a warning.
    """
    read = [_bye_line(line, rounds, announced, problems) for line in lines]
    return [bye for bye in read if bye]


def _bye_line(line: Line, rounds: int, announced: int, problems: Problems) -> ByeLine | None:
    words = words_of(line)
    kind, number = word_at(words, 0, line), word_at(words, 1, line)
    if kind.text.upper() not in tuple(KINDS):
        expected, remedy = "F, H or Z in column 5", "correct the kind of the bye"
        problems.refuse(*kind.named("kind of bye (240)"), expected, remedy)
        return None
    if rounds < (number.number or 0) <= announced:
        remedy = "it was left out until that round has been played"
        problems.warn_once(*number.named(_ROUND), _ROUNDS.format(rounds), remedy)
        return None
    if not is_round(number, rounds, _ROUND, problems):
        return None
    return ByeLine(kind.text.upper(), number.number or 0, tuple(words[2:]), line.number)


def is_round(word: Word, rounds: int, field: str, problems: Problems) -> bool:
    """Return whether a word is a round of the players' lines; refuse any other."""
    if 1 <= (word.number or 0) <= rounds:
        return True
    remedy = "correct the round; delete the line if the round has not been played"
    problems.refuse(*word.named(field), _ROUNDS.format(rounds), remedy)
    return False


def with_byes(
    players: Sequence[Player], byes: Iterable[ByeLine], problems: Problems
) -> tuple[Player, ...]:
    """Add the byes of an individual tournament where a player's round is blank.

    Another statement about the same round is refused, since one of the two is wrong.
    """
    index = {player.entrant.number: i for i, player in enumerate(players)}
    filled = list(players)
    for bye in byes:
        for word in bye.words:
            i = index.get(word.number or 0)
            if i is None:
                expected = "the start number of a player (001)"
                problems.refuse(*word.named(_PLAYER), expected, "correct it")
            else:
                filled[i] = _with(filled[i], bye, word, problems)
    return tuple(filled)


def _with(player: Player, bye: ByeLine, word: Word, problems: Problems) -> Player:
    cell = player.cell(bye.round)
    if cell.opponent is None or cell.result is None or cell == Cell(0, cell.colour, bye.kind):
        return player
    if cell.empty and player.cells is not None:
        blank = [EMPTY] * (bye.round - len(player.cells))
        cells = [*player.cells, *blank]
        cells[bye.round - 1] = Cell(0, "-", bye.kind)
        return replace(player, cells=tuple(cells))
    line_says = f"a game against {cell.opponent}" if cell.opponent else f"the bye {cell.result}"
    expected = f"{line_says} in round {bye.round}, as in line {player.entrant.line}"
    found = f"{bye.kind} for player {player.entrant.number}"
    problems.refuse(word.named(_PLAYER).place, found, expected, _FIX)
    return player


def check_team_byes(
    teams: Teams, players: Sequence[Player], byes: Iterable[ByeLine], problems: Problems
) -> None:
    """Refuse byes of unknown teams, and of teams with players paired in the round."""
    first_lines: dict[tuple[int, int], ByeLine] = {}
    for bye in byes:
        for word in bye.words:
            team = known_team(word, teams, _TEAM, problems)
            first = first_lines.setdefault((bye.round, team.number), bye) if team else bye
            if team and first is bye:
                _check_team(team, players, bye, word, problems)
            elif first.kind != bye.kind:
                expected = f"{first.kind} in round {bye.round}, as in line {first.line}"
                found = f"{bye.kind} for team {word.text}"
                problems.refuse(word.named(_TEAM).place, found, expected, _FIX)


def _check_team(
    team: Team, players: Sequence[Player], bye: ByeLine, word: Word, problems: Problems
) -> None:
    members = (players[i] for i in team.members)
    playing = next((member for member in members if member.cell(bye.round).opponent), None)
    if playing:
        expected = (
            f"a team whose players had no game in round {bye.round}, "
            f"but line {playing.entrant.line} has one"
        )
        problems.refuse(*word.named(_TEAM), expected, _FIX)


def known_team(word: Word, teams: Teams, field: str, problems: Problems) -> Team | None:
    """Return the team with the number; refuse an unknown number."""
    team = teams.get(word.number or 0)
    if team is None:
        expected = "the number of a team"
        remedy = "correct it; teams stand in records 310 or 013"
        problems.refuse(*word.named(field), expected, remedy)
    return team


def check_allocated_byes(teams: Teams, lines: Iterable[Line], problems: Problems) -> None:
    """Check the form of records 320: match points, game points, then a team (or 0) per round."""
    for line in lines:
        words = words_of(line)
        for i in (0, 1):
            word = word_at(words, i, line)
            if not _POINTS.fullmatch(word.text):
                expected, remedy = "points like 1.0", "correct the points"
                problems.refuse(*word.named("points of a bye (320)"), expected, remedy)
        for word in words[2:]:
            if word.number != 0:
                known_team(word, teams, "team of a bye (320)", problems)


_KINDS: Final = {"+-": (True, False), "-+": (False, True), "--": (False, False)}
"""Whether the white team and the black team won, by the kind of forfeit."""

_FORFEIT_TEAM: Final = "team of a forfeit (330)"
_PLAYED: Final = frozenset("1=0WDL")
_POINTS_WITHOUT_PLAY: Final = frozenset("+FHU")


def check_forfeits(
    teams: Teams, players: Sequence[Player], lines: Iterable[Line], rounds: int, problems: Problems
) -> None:
    """Check records 330: kind (columns 5-6), round (8-10), white team (12-14), black (16-18).

    No player of the two teams can have played in that round, and none of the losing team can have
    points of it.
    """
    first_lines: dict[tuple[int, int], int] = {}
    for line in lines:
        words = words_of(line)
        kind, number = word_at(words, 0, line), word_at(words, 1, line)
        winners = _KINDS.get(kind.text)
        if winners is None:
            expected = "+- (white won), -+ (black won) or -- (nobody)"
            problems.refuse(*kind.named("kind of forfeit (330)"), expected, "correct columns 5-6")
        known = is_round(number, rounds, "round of a forfeit (330)", problems)
        for i in (0, 1):
            word = word_at(words, 2 + i, line)
            team = known_team(word, teams, _FORFEIT_TEAM, problems)
            if not (team and winners and known):
                continue
            match = (number.number or 0, team.number)
            if match in first_lines:
                other = f"line {first_lines[match]} has one"
                expected = f"a team that has no other match in this round ({other})"
                problems.refuse(*word.named(_FORFEIT_TEAM), expected, _FIX)
                continue
            first_lines[match] = line.number
            members = [players[member] for member in team.members]
            _check_members(members, number.number or 0, winners[i], word, problems)


def _check_members(
    members: Iterable[Player], number: int, won: bool, word: Word, problems: Problems
) -> None:
    """Refuse the record at the first contradicting line of a player."""
    for player in members:
        cell = player.cell(number)
        played = bool(cell.opponent) and cell.result in _PLAYED
        if played or (not won and cell.result in _POINTS_WITHOUT_PLAY):
            conflict = "played" if cell.result in _PLAYED else "has points"
            expected = f"a match that line {player.entrant.line} does not contradict"
            found = f"team {word.text}, whose player {player.entrant.number} {conflict}"
            problems.refuse(word.named(_FORFEIT_TEAM).place, found, expected, _FIX)
            return
