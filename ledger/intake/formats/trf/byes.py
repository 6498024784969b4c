"""TRF26 records 240 (byes of players or teams), 320 (byes of teams), 330 (forfeited matches)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from ledger.intake.formats.cells import EMPTY, Cell
from ledger.intake.formats.layout import Word, word_at, words_of
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Problems
from ledger.intake.formats.rows import A_PLAYER, CORRECT_IT, CORRECT_POINTS, ONE_OF_TWO
from ledger.intake.formats.text import Line
from ledger.sentences import Sentence
from ledger.tournaments.report import Team

KINDS: Final = "FHZ"
_TEAM: Final = Sentence("team of a bye (240)")
_ROUND: Final = Sentence("round of a bye (240)")
_PLAYER: Final = Sentence("player of a bye (240)")
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
        expected, remedy = (
            Sentence("F, H or Z in column 5"),
            Sentence("correct the kind of the bye"),
        )
        problems.refuse(*kind.named(Sentence("kind of bye (240)")), expected, remedy)
        return None
    if rounds < (number.number or 0) <= announced:
        remedy = Sentence("it was left out until that round has been played")
        problems.warn_once(*number.named(_ROUND), a_round(rounds), remedy)
        return None
    if not is_round(number, rounds, _ROUND, problems):
        return None
    return ByeLine(kind.text.upper(), number.number or 0, tuple(words[2:]), line.number)


def a_round(rounds: int) -> Sentence:
    """Return the rounds that a record may name."""
    return Sentence("a round of the players' lines (1 to {rounds})", rounds=rounds)


def is_round(word: Word, rounds: int, field: Sentence, problems: Problems) -> bool:
    """Return whether a word is a round of the players' lines; refuse any other."""
    if 1 <= (word.number or 0) <= rounds:
        return True
    remedy = Sentence("correct the round; delete the line if the round has not been played")
    problems.refuse(*word.named(field), a_round(rounds), remedy)
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
                problems.refuse(*word.named(_PLAYER), A_PLAYER, CORRECT_IT)
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
    line_says = Sentence("the bye {code}", code=cell.result)
    if cell.opponent:
        line_says = Sentence("a game against {opponent}", opponent=cell.opponent)
    expected = Sentence(
        "{entry} in round {round}, as in line {line}",
        entry=line_says,
        round=bye.round,
        line=player.entrant.line,
    )
    number = player.entrant.number
    found = Sentence("{kind} for player {number}", kind=bye.kind, number=number)
    problems.refuse(word.named(_PLAYER).place, found, expected, ONE_OF_TWO)
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
                expected = Sentence(
                    "{entry} in round {round}, as in line {line}",
                    entry=first.kind,
                    round=bye.round,
                    line=first.line,
                )
                found = Sentence("{kind} for team {number}", kind=bye.kind, number=word.text)
                problems.refuse(word.named(_TEAM).place, found, expected, ONE_OF_TWO)


def _check_team(
    team: Team, players: Sequence[Player], bye: ByeLine, word: Word, problems: Problems
) -> None:
    members = (players[i] for i in team.members)
    playing = next((member for member in members if member.cell(bye.round).opponent), None)
    if playing:
        expected = Sentence(
            "a team whose players had no game in round {round}, but line {line} has one",
            round=bye.round,
            line=playing.entrant.line,
        )
        problems.refuse(*word.named(_TEAM), expected, ONE_OF_TWO)


def known_team(word: Word, teams: Teams, field: Sentence, problems: Problems) -> Team | None:
    """Return the team with the number; refuse an unknown number."""
    team = teams.get(word.number or 0)
    if team is None:
        expected = Sentence("the number of a team")
        remedy = Sentence("correct it; teams stand in records 310 or 013")
        problems.refuse(*word.named(field), expected, remedy)
    return team


def check_allocated_byes(teams: Teams, lines: Iterable[Line], problems: Problems) -> None:
    """Check the form of records 320: match points, game points, then a team (or 0) per round."""
    for line in lines:
        words = words_of(line)
        for i in (0, 1):
            word = word_at(words, i, line)
            if not _POINTS.fullmatch(word.text):
                value = word.named(Sentence("points of a bye (320)"))
                problems.refuse(*value, Sentence("points like 1.0"), CORRECT_POINTS)
        for word in words[2:]:
            if word.number != 0:
                known_team(word, teams, Sentence("team of a bye (320)"), problems)


_KINDS: Final = {"+-": (True, False), "-+": (False, True), "--": (False, False)}
"""Whether the white team and the black team won, by the kind of forfeit."""

_FORFEIT_TEAM: Final = Sentence("team of a forfeit (330)")
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
            expected = Sentence("+- (white won), -+ (black won) or -- (nobody)")
            value = kind.named(Sentence("kind of forfeit (330)"))
            problems.refuse(*value, expected, Sentence("correct columns 5-6"))
        known = is_round(number, rounds, Sentence("round of a forfeit (330)"), problems)
        for i in (0, 1):
            word = word_at(words, 2 + i, line)
            team = known_team(word, teams, _FORFEIT_TEAM, problems)
            if not (team and winners and known):
                continue
            match = (number.number or 0, team.number)
            if match in first_lines:
                expected = Sentence(
                    "a team that has no other match in this round (line {line} has one)",
                    line=first_lines[match],
                )
                problems.refuse(*word.named(_FORFEIT_TEAM), expected, ONE_OF_TWO)
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
            line, player_number = player.entrant.line, player.entrant.number
            expected = Sentence("a match that line {line} does not contradict", line=line)
            found = Sentence("team {team}, whose player {number} has points")
            if cell.result in _PLAYED:
                found = Sentence("team {team}, whose player {number} played")
            found = found.about(team=word.text, number=player_number)
            problems.refuse(word.named(_FORFEIT_TEAM).place, found, expected, ONE_OF_TWO)
            return
