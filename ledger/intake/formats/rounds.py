"""Which rounds of a file its report has: those that were played, not those still to come.

Readings, for files that are written while the tournament goes on:

* `byes_before_pairing`: after the last round with games only byes stand: they were asked for before
  the round was paired, and are left out until it is.
* `pairings_before_play`: a last round of which no game has a result is paired and not played; one
  of which some games have none is being played, where the file announces further rounds. Both are
  left out, with all that stands there. A result that is missing anywhere else is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ledger.intake.formats import layout
from ledger.intake.formats.cells import RESULTS, Cell
from ledger.intake.formats.layout import MOST_ROUNDS, round_field
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.formats.value import Value
from ledger.wording import counted

GOES_ON: Final = "if the tournament goes on, its next report replaces this one: --replaces T-…"


class Rounds(NamedTuple):
    """Rounds of a file, counted from its beginning."""

    played: int
    """Up to the last that was played: those of the report."""
    standing: int
    """Up to the last in which anything stands."""
    to_come: int
    """Announced, or standing, and not played."""


def read_rounds(players: Sequence[Player], announced: Value | None, problems: Problems) -> Rounds:
    """Count the rounds and check them; `announced` is the header's word on how many there are."""
    limit = int(announced.text) if announced else MOST_ROUNDS
    standing = max((player.last_round for player in players), default=0)
    source = f"(line {announced.place.line})" if announced else "at most"
    for player in players:
        _refuse_beyond(player, limit, f"{limit} rounds {source}", problems)
    standing = min(standing, limit)
    played = _played(players, standing, limit if announced else standing)
    if players and not played:
        remedy = "report the tournament when it has been played"
        problems.refuse(Place("games"), "", "the games of at least one round", remedy)
    elif announced and played < limit:
        expected = f"{played}, the rounds played in this file"
        remedy = f"correct the number of rounds if the tournament ended earlier; {GOES_ON}"
        problems.warn(announced.place, announced.text, expected, remedy)
    for number in range(1, played + 1):
        _check_played(players, number, problems)
    for number in range(played + 1, standing + 1 if played else 0):
        _warn_of_unplayed(players, number, problems)
    return Rounds(played, standing, (limit if announced else standing) - played)


def _played(players: Sequence[Player], standing: int, last: int) -> int:
    """Give the last round that was played; `last` is the last one of the tournament."""
    paired = _last_paired(players, standing)
    if not paired:
        return 0
    results = [cell.result != "" for _, cell in _games(players, paired)]
    if all(results) or (any(results) and paired == last):
        return paired
    return _last_paired(players, paired - 1)


def _last_paired(players: Sequence[Player], number: int) -> int:
    """Give the last round up to one in which anybody has an opponent; 0 for none."""
    while number > 0 and all(player.cell(number).opponent == 0 for player in players):
        number -= 1
    return number


def _games(players: Sequence[Player], number: int) -> list[tuple[Player, Cell]]:
    """Give who stands with an opponent in a round, from 1, or unreadably."""
    cells = ((player, player.cell(number)) for player in players)
    return [(player, cell) for player, cell in cells if cell.opponent != 0]


def _refuse_beyond(player: Player, limit: int, expected: str, problems: Problems) -> None:
    for number in range(limit + 1, player.last_round + 1):
        if not player.cell(number).empty:
            place = player.place_in_round("pairing", number, layout.ROUND)
            remedy = "delete this round, or correct the number of rounds"
            found = _shown(player.cell(number))
            problems.refuse(place, found, expected, remedy)


def _shown(cell: Cell) -> str:
    return f"{cell.opponent or '0000'} {cell.colour or '?'} {cell.result or '?'}"


def _check_played(players: Sequence[Player], number: int, problems: Problems) -> None:
    """Refuse a round of byes alone, and games without a result, before a round that was played."""
    games = _games(players, number)
    if not games:
        place = round_field("pairings", number).at(0)
        remedy = "correct the pairings of this round, or delete it"
        problems.refuse(place, "byes only", "at least one game", remedy)
    for player, cell in games:
        if cell.result == "":
            place = player.place_in_round("result", number, layout.RESULT)
            expected = f"the result against {cell.opponent}: {RESULTS}"
            remedy = "enter the result"
            problems.refuse(place, "", expected, remedy)


def _warn_of_unplayed(players: Sequence[Player], number: int, problems: Problems) -> None:
    games = _games(players, number)
    missing = sum(cell.result == "" for _, cell in games)
    found = "byes only"
    if games:
        found = f"{counted(missing, 'player')} without a result, of {len(games)} with an opponent"
    place = round_field("pairings", number).at(0)
    remedy = "the round was left out until it has been played"
    problems.warn(place, found, "the results of a round", remedy)
