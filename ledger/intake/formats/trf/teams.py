"""The teams of a team tournament: TRF26 record 310, TRF16 record 013."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ledger.intake.formats.layout import Field, in_columns, refuse_stray, stray_column
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Place, Problems, Value
from ledger.intake.formats.rows import A_PLAYER, COMPLETE_IT, CORRECT_IT, ONE_OF_TWO
from ledger.intake.formats.text import Line, check_count, whole
from ledger.intake.formats.trf.records import NAMES, Records
from ledger.sentences import Sentence, plain
from ledger.tournaments.report import Team

_MEMBER_WIDTH: Final = 5
"""Columns of a member: a start number of four, a blank."""


_MEMBER: Final = Sentence("player of the team")
_MEMBERS: Final = Sentence("players of the team")
_NUMBER: Final = Sentence("number of the team")
_NAME: Final = Sentence("name of the team")


class _Layout(NamedTuple):
    """Columns of a team's line, from 1."""

    number: Field | None
    name: Field
    separators: tuple[int, ...]
    first_member: int

    def members(self, text: str) -> list[Field]:
        firsts = range(self.first_member, len(text) + 1, _MEMBER_WIDTH)
        return [Field(_MEMBER, first, first + 3) for first in firsts]

    def fits(self, text: str) -> bool:
        """Return whether a line stands in the columns, members at the right.

        Members at the left are as good, but may also be those of a line that was moved.
        """
        members = [text[field.first - 1 : field.last] for field in self.members(text)]
        at_the_right = all(" " not in member.ljust(4).lstrip() for member in members)
        return at_the_right and not stray_column(text, self.separators)


_NEW: Final = _Layout(
    Field(_NUMBER, 5, 7),
    Field(_NAME, 9, 40),
    (4, 8, 41, 47, 54, 61, 68, 72, 73),
    74,
)
"""TRF26 record 310."""

_OLD: Final = _Layout(None, Field(_NAME, 5, 36), (4,), 37)
"""TRF16 record 013; the number of a team is its place among these records."""


class _TeamLine(NamedTuple):
    """A line of a team; `members` are indices of players."""

    line: int
    number: int
    name: str
    members: tuple[int, ...]


def read_teams(records: Records, players: Sequence[Player], problems: Problems) -> tuple[Team, ...]:
    """Read the teams by number; () for an individual tournament.

    Records 013 and 310 may both stand and must then say the same of each team.
    """
    new = TeamReader(_NEW, players, problems).teams(records.of("310"))
    old = TeamReader(_OLD, players, problems).teams(records.of("013"))
    complete = len(new + old) == len(records.of("310") + records.of("013"))
    if new and old and complete:
        _check_agreement(new, old, players, problems)
    teams = _with_own_numbers(new or old, problems)
    if teams:
        _warn_of_others(teams, players, problems)
        line = records.tournament.get("082")
        check_count(line, NAMES["082"], len(new or old), problems, of_teams=True)
    return teams


@dataclass(frozen=True)
class TeamReader:
    """Reads the lines of a record; faults go to `problems`."""

    layout: _Layout
    players: Sequence[Player]
    problems: Problems
    lines: dict[int, int] = field(default_factory=dict)
    """By a member's index, the line of the team."""

    def teams(self, lines: Iterable[Line]) -> list[_TeamLine]:
        """Read all lines; unreadable lines are left out."""
        index = {player.entrant.number: i for i, player in enumerate(self.players)}
        read = [self._team(place, line, index) for place, line in enumerate(lines, 1)]
        return [team for team in read if team]

    def _team(self, place: int, line: Line, index: dict[int, int]) -> _TeamLine | None:
        line = in_columns(line, self.problems, self.layout.name, self.layout.fits)
        if refuse_stray(line, self.problems, self.layout.separators):
            return None
        number = place
        if self.layout.number is not None:
            value = self.layout.number.value(line)
            number = whole(value.text) or 0
            if not number:
                expected = Sentence("a number from {least} to {most}", least=1, most=999)
                self.problems.refuse(*value, expected, Sentence("give the team a number"))
        members = self._members(line, index)
        name = self.layout.name.value(line)
        if not name.text:
            self.problems.warn(*name, Sentence("the name of a team"), COMPLETE_IT)
        return _TeamLine(line.number, number, name.text, members) if number else None

    def _members(self, line: Line, index: dict[int, int]) -> tuple[int, ...]:
        fields = self.layout.members(line.text)
        if refuse_stray(line, self.problems, [field.last + 1 for field in fields]):
            return ()
        read = [self._member(field.value(line), index) for field in fields]
        members = tuple(i for i in read if i is not None)
        if not members:
            place = Place(_MEMBERS, line.number)
            remedy = Sentence("complete it; the team was read without players")
            self.problems.warn(place, "", Sentence("at least one start number"), remedy)
        return members

    def _member(self, value: Value, index: dict[int, int]) -> int | None:
        if not value.text.strip("0"):
            return None
        i = index.get(whole(value.text) or 0)
        if i is None:
            self.problems.refuse(*value, A_PLAYER, CORRECT_IT)
            return None
        if i in self.lines:
            expected = Sentence(
                "a player not yet named (line {line} names this player)", line=self.lines[i]
            )
            self.problems.refuse(*value, expected, ONE_OF_TWO)
            return None
        self.lines[i] = value.place.line
        return i


def _check_agreement(
    new: Iterable[_TeamLine],
    old: Iterable[_TeamLine],
    players: Sequence[Player],
    problems: Problems,
) -> None:
    """Refuse a record 013 unlike the record 310 of the same name; names may repeat."""
    by_name: dict[str, list[_TeamLine]] = {}
    for team in new:
        by_name.setdefault(team.name, []).append(team)
    for team in old:
        same = by_name.get(team.name, [])
        if not same:
            expected = Sentence("the name of a team of record 310")
            remedy = Sentence("correct the name, or delete all records 013")
            problems.refuse(_OLD.name.at(team.line), team.name, expected, remedy)
        elif team.members != same[0].members:
            expected = Sentence(
                "{value}, as in line {line}", value=_numbers(same[0], players), line=same[0].line
            )
            place = Place(_MEMBERS, team.line)
            problems.refuse(place, _numbers(team, players), expected, ONE_OF_TWO)
        del same[:1]
    for team in (team for teams in by_name.values() for team in teams):
        expected = Sentence("a record 013 of this team, as other teams have one")
        remedy = Sentence("complete the records 013, or delete all of them")
        problems.refuse(_NEW.name.at(team.line), team.name, expected, remedy)


def _numbers(team: _TeamLine, players: Sequence[Player]) -> Sentence:
    numbers = " ".join(str(players[i].entrant.number) for i in team.members)
    return plain(numbers) or Sentence("no players")


def _with_own_numbers(teams: Iterable[_TeamLine], problems: Problems) -> tuple[Team, ...]:
    by_number: dict[int, _TeamLine] = {}
    for team in teams:
        first = by_number.setdefault(team.number, team)
        if first is not team:
            place = Place(_NUMBER, team.line, 5, 7)
            expected = Sentence("a number of its own (line {line} has it)", line=first.line)
            problems.refuse(place, str(team.number), expected, ONE_OF_TWO)
    ordered = sorted(by_number.values(), key=lambda team: team.number)
    return tuple(Team(team.number, team.name, team.members) for team in ordered)


def _warn_of_others(teams: Iterable[Team], players: Sequence[Player], problems: Problems) -> None:
    named = {i for team in teams for i in team.members}
    others = [str(player.entrant.number) for i, player in enumerate(players) if i not in named]
    if others:
        found = Sentence("players without a team: {numbers}", numbers=", ".join(others))
        remedy = Sentence("check the players of each team")
        problems.warn(Place("teams"), found, Sentence("every player in a team"), remedy)
