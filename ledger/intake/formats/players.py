"""The lines of the players, TRF16 record 001."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from ledger import limits
from ledger.intake.formats import layout
from ledger.intake.formats.cells import EMPTY, UNREADABLE, Cell, cells_of
from ledger.intake.formats.layout import Field
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.text import Line, whole
from ledger.intake.formats.trf.aligning import in_columns, refuse_stray
from ledger.tournaments.report import FIRST_YEAR, LAST_YEAR, Entrant, year_of

MOST_CELLS: Final = 200_000
"""Players times rounds: 500 players in 400 rounds, 10 000 players in 20."""

RoundField = Callable[[str, int, slice], Field]
"""Gives, for a part of a round (its name, the round from 1, its offsets), a field of the line."""

_SEXES: Final = {"m": "m", "w": "w", "": "", "f": "w", "u": ""}
_POINTS: Final = re.compile("([0-9]{0,3})([.,][05]|½)?")


@dataclass(frozen=True, slots=True)
class Player:
    """An entrant with the rounds of his line; None where its columns are shifted."""

    entrant: Entrant
    cells: tuple[Cell, ...] | None
    field_of_round: RoundField = layout.round_field
    """Where the parts of a round stand in the player's line."""
    points_field: Field = layout.POINTS
    """Where the total of his points stands."""
    written: Mapping[str, str] = field(default_factory=dict)
    """How his report writes the codes of results, where otherwise."""

    @property
    def last_round(self) -> int:
        """Give the last round in which anything stands; 0 for none."""
        cells = enumerate(self.cells or (), 1)
        return max((number for number, cell in cells if not cell.empty), default=0)

    def cell(self, number: int) -> Cell:
        """Give a round, from 1; rounds after the end of the line are empty."""
        if self.cells is None:
            return UNREADABLE
        return self.cells[number - 1] if number <= len(self.cells) else EMPTY


def read_players(
    lines: Sequence[Line], problems: Problems, *, of_teams: bool = False
) -> tuple[Player, ...]:
    """Read the players by start number; what is wrong with their lines goes to `problems`.

    `of_teams` says that the file reports a team tournament.
    """
    if not _within_limits(lines, problems):
        return ()
    aligned = (in_columns(line, problems) for line in lines)
    read = [PlayerReader(line, problems, of_teams).player() for line in aligned]
    players = _with_own_start_numbers([player for player in read if player], problems)
    _check_reported_numbers(players, problems)
    _warn_of_gaps(players, problems)
    return players


def _within_limits(lines: Sequence[Line], problems: Problems) -> bool:
    players, remedy = len(lines), "send one tournament, with all its players, in one file"
    if not 1 <= players <= limits.EVENT_PLAYERS:
        expected = f"1 to {limits.EVENT_PLAYERS:,} lines 001"
        problems.refuse(Place("players"), f"{players:,}", expected, remedy)
        return False
    rounds = max(layout.rounds_of(line.text) for line in lines)
    if players * rounds > MOST_CELLS:
        expected = f"at most {MOST_CELLS:,} as players times rounds"
        problems.refuse(Place("rounds"), f"{players:,} times {rounds:,}", expected, remedy)
        return False
    return True


@dataclass(frozen=True, slots=True)
class PlayerReader:
    """Reads one player's line field by field; what is wrong goes to `problems`."""

    line: Line
    problems: Problems
    of_teams: bool = False

    def player(self) -> Player | None:
        """Read the line; None where not even its start number can be read."""
        number = self._start_number()
        if number is None:
            return None
        if refuse_stray(self.line, self.problems):
            return Player(self._nobody(number), None)
        return Player(
            self._entrant(number), cells_of(self.line, self.problems, of_teams=self.of_teams)
        )

    def _text(self, field: Field) -> str:
        return field.of(self.line.text)

    def _refuse(self, field: Field, expected: str, remedy: str) -> None:
        self.problems.refuse(field.at(self.line.number), self._text(field), expected, remedy)

    def _nobody(self, number: int) -> Entrant:
        return Entrant(self.line.number, number, "", "", "", 0, "", "", "", None, None, None)

    def _entrant(self, number: int) -> Entrant:
        return Entrant(
            line=self.line.number,
            number=number,
            name=self._name(),
            sex=self._sex(),
            title=self._text(layout.TITLE),
            rating=self._rating(),
            federation=self._text(layout.FEDERATION),
            reported_number=self._reported_number(),
            birth=self._text(layout.BIRTH),
            birth_year=self._birth_year(),
            points_halves=self._points_halves(),
            rank=self._rank(),
        )

    def _start_number(self) -> int | None:
        number = whole(self._text(layout.START_NUMBER))
        if number:
            return number
        self._refuse(layout.START_NUMBER, "a number from 1 to 9999", "give a start number")
        return None

    def _name(self) -> str:
        name = self._text(layout.NAME)
        if not name:
            place = layout.NAME.at(self.line.number)
            self.problems.warn(place, "", "a name, Last, First", "complete it")
        return name

    def _sex(self) -> str:
        text = self._text(layout.SEX).lower()
        if text not in _SEXES:
            self._refuse(layout.SEX, "m, w or a blank", "correct it")
        elif text in {"f", "u"}:
            place, sex = layout.SEX.at(self.line.number), _SEXES[text] or "unknown"
            self.problems.warn_once(place, text, "m, w or a blank", f"it was read as {sex}")
        return _SEXES.get(text, "")

    def _rating(self) -> int:
        text = self._text(layout.RATING)
        rating = whole(text or "0")
        if rating is None:
            self._refuse(layout.RATING, "a number, or a blank for none", "correct the rating")
        return rating or 0

    def _reported_number(self) -> str:
        text = self._text(layout.REPORTED_NUMBER)
        return text if text.strip("0") else ""

    def _birth_year(self) -> int | None:
        text = self._text(layout.BIRTH)
        year = year_of(text)
        if year is None and text.strip("0/.- "):
            place = layout.BIRTH.at(self.line.number)
            expected = f"YYYY/MM/DD or YYYY, from {FIRST_YEAR} to {LAST_YEAR}"
            self.problems.warn(place, text, expected, "the year of birth stays unknown")
        return year

    def _points_halves(self) -> int | None:
        text = self._text(layout.POINTS)
        match = _POINTS.fullmatch(text)
        if not text:
            place = layout.POINTS.at(self.line.number)
            remedy = "the results were not checked against a total"
            self.problems.warn_once(place, "", "the total of the points", remedy)
        elif match is None:
            self._refuse(layout.POINTS, "points like 4.5", "correct the total")
        return _halves(match) if text and match else None

    def _rank(self) -> int | None:
        text = self._text(layout.RANK)
        rank = whole(text)
        if text and rank is None:
            place = layout.RANK.at(self.line.number)
            self.problems.warn(place, text, "the final rank, a number", "it was not read")
        return rank


def _halves(match: re.Match[str]) -> int:
    points, fraction = match.groups()
    return 2 * int(points or 0) + (fraction is not None and not fraction.endswith("0"))


def _with_own_start_numbers(players: Iterable[Player], problems: Problems) -> tuple[Player, ...]:
    """Order by start number; a second player of the same number is refused and left out."""
    by_number: dict[int, Player] = {}
    for player in players:
        entrant = player.entrant
        first = by_number.setdefault(entrant.number, player).entrant
        if first is not entrant:
            place = layout.START_NUMBER.at(entrant.line)
            expected = f"a start number of his own (line {first.line} has it)"
            problems.refuse(place, str(entrant.number), expected, "correct one of the two")
    return tuple(by_number[number] for number in sorted(by_number))


def _check_reported_numbers(players: Iterable[Player], problems: Problems) -> None:
    lines: dict[str, int] = {}
    for entrant in sorted((player.entrant for player in players), key=lambda each: each.line):
        number = entrant.reported_number
        first = lines.setdefault(number, entrant.line) if number else entrant.line
        if first != entrant.line:
            place = layout.REPORTED_NUMBER.at(entrant.line)
            expected = f"a number of his own (line {first} has it)"
            problems.refuse(place, number, expected, "correct one of the two")


def _warn_of_gaps(players: Sequence[Player], problems: Problems) -> None:
    """Pairing programs number without gaps; a gap is a line that may have been lost."""
    numbers = [0, *(player.entrant.number for player in players)]
    gaps = [_span(low + 1, high - 1) for low, high in pairwise(numbers) if high > low + 1]
    if gaps:
        place, found = Place("start numbers"), f"no player {', '.join(gaps)}"
        problems.warn(place, found, "numbers without gaps", "look whether a line is missing")


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
