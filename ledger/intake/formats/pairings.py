"""Games, byes and rounds of a report, from the lines of all players.

Readings, for files written while the tournament goes on:

* `byes_before_pairing`: after the last round with games, only byes are entered. They were asked for
  before the round was paired, and are left out until it is.
* `pairings_before_play`: a last round without any result is paired and not played; a last round
  with some results is being played, if the file announces further rounds. Both are left out
  completely. A missing result anywhere else is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger import limits
from ledger.intake.formats import layout
from ledger.intake.formats.cells import RESULTS, Cell
from ledger.intake.formats.layout import MOST_ROUNDS, round_field
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Place, Problems, Value
from ledger.tournaments.report import Bye, Game
from ledger.wording import counted

GOES_ON: Final = "if the tournament goes on, its next report replaces this one: --replaces T-…"


class Rounds(NamedTuple):
    """Numbers of rounds of a file."""

    played: int
    """Up to the last round played."""
    standing: int
    """Up to the last round with any entry."""
    to_come: int
    """Announced, or standing, and not played."""


def read_rounds(players: Sequence[Player], announced: Value | None, problems: Problems) -> Rounds:
    """Count and check the rounds; `announced` is the header's number of rounds."""
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
    """Return the last round played; `last` is the tournament's last round."""
    paired = _last_paired(players, standing)
    if not paired:
        return 0
    results = [cell.result != "" for _, cell in _games(players, paired)]
    if all(results) or (any(results) and paired == last):
        return paired
    return _last_paired(players, paired - 1)


def _last_paired(players: Sequence[Player], number: int) -> int:
    """Return the last round, up to `number`, in which anybody has an opponent; 0 for none."""
    while number > 0 and all(player.cell(number).opponent == 0 for player in players):
        number -= 1
    return number


def _games(players: Sequence[Player], number: int) -> list[tuple[Player, Cell]]:
    """Return the players with an opponent in a round, from 1, also if unreadable."""
    cells = ((player, player.cell(number)) for player in players)
    return [(player, cell) for player, cell in cells if cell.opponent != 0]


def _refuse_beyond(player: Player, limit: int, expected: str, problems: Problems) -> None:
    for number in range(limit + 1, player.last_round + 1):
        cell = player.cell(number)
        if not cell.empty:
            place = player.place_in_round("pairing", number, layout.ROUND)
            remedy = "delete this round, or correct the number of rounds"
            found = f"{cell.opponent or '0000'} {cell.colour or '?'} {cell.result or '?'}"
            problems.refuse(place, found, expected, remedy)


def _check_played(players: Sequence[Player], number: int, problems: Problems) -> None:
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


COMPATIBLE: Final = frozenset(
    {
        *("10", "01", "=="),
        *("00", "=0", "0="),  # by decision of an arbiter
        *("+-", "-+", "--"),
        *("WL", "LW", "DD"),
    }
)
"""Results of the two sides of one game that can stand together."""

NO_COLOURS: Final = ("-", "-")
"""The colours of both sides of a game where the file gives none."""

_LOWER_IS_WHITE: Final = {("w", "b"): True, ("b", "w"): False, NO_COLOURS: True}
"""Whether the lower start number had white, by the colours of the lower and the higher."""


@dataclass(frozen=True, slots=True)
class Pairings:
    """Games by round and lower start number, byes by round and entrant, of the rounds played."""

    rounds: Rounds
    games: tuple[Game, ...]
    byes: tuple[Bye, ...]


def read_pairings(
    players: Sequence[Player], announced: Value | None, problems: Problems
) -> Pairings:
    """Join the players' rounds into games and byes; `announced` as in `read_rounds`."""
    rounds = read_rounds(players, announced, problems)
    table = Table(players, problems)
    games = [game for number in range(1, rounds.played + 1) for game in table.games(number)]
    byes = [bye for number in range(1, rounds.played + 1) for bye in table.byes(number)]
    if len(games) > limits.EVENT_GAMES:
        place, limit = Place("games"), f"at most {limits.EVENT_GAMES:,}"
        problems.refuse(place, f"{len(games):,}", limit, "send the rounds in several reports")
    return Pairings(rounds, tuple(games), tuple(byes))


class Side(NamedTuple):
    """A round, from 1, of the player of index `i`."""

    number: int
    i: int
    player: Player
    cell: Cell

    def place(self, what: str, within: slice) -> Place:
        """Return the place of a part of this round in the player's line."""
        return self.player.place_in_round(what, self.number, within)


class Table:
    """All players and their rounds; rounds count from 1, players have their index."""

    def __init__(self, players: Sequence[Player], problems: Problems) -> None:
        self._players = players
        self._problems = problems
        self._index = {player.entrant.number: i for i, player in enumerate(players)}

    def byes(self, number: int) -> list[Bye]:
        """Return the byes of a round; an empty round is a bye without points."""
        cells = [player.cell(number) for player in self._players]
        return [
            Bye(number, i, cell.result or "Z") for i, cell in enumerate(cells) if cell.opponent == 0
        ]

    def games(self, number: int) -> list[Game]:
        """Return the games of a round."""
        sides = [
            Side(number, i, player, player.cell(number)) for i, player in enumerate(self._players)
        ]
        games = [self._game(side, sides) for side in sides if side.cell.opponent]
        return [game for game in games if game]

    def _game(self, side: Side, sides: Sequence[Side]) -> Game | None:
        """Return the game of a side that is the lower of two; None for any other."""
        j = self._index.get(side.cell.opponent or 0)
        if j is None or j == side.i:
            self._refuse_opponent(side)
            return None
        other = sides[j]
        if other.cell.opponent is None:
            return None
        if other.cell.opponent != side.player.entrant.number:
            self._refuse_one_sided(side, other)
            return None
        if side.i > other.i:
            return None
        self._check_colours(side, other)
        self._check_results(side, other)
        return _joined(side, other)

    def _refuse_opponent(self, side: Side) -> None:
        number, numbers = side.cell.opponent, list(self._index)
        expected = f"the start number of a player ({numbers[0]} to {numbers[-1]})"
        if number == side.player.entrant.number:
            expected = "the start number of another player"
        place = side.place("opponent", layout.OPPONENT)
        self._problems.refuse(place, str(number), expected, "correct the pairing")

    def _refuse_one_sided(self, side: Side, other: Side) -> None:
        opponent = other.cell.opponent
        has = f"has {opponent}" if opponent else "has no opponent"
        expected = f"a player whose line names {side.player.entrant.number} too, but " + (
            f"line {other.player.entrant.line} {has}"
        )
        place, found = side.place("opponent", layout.OPPONENT), str(side.cell.opponent)
        self._problems.refuse(place, found, expected, "correct one of the two lines")

    def _check_colours(self, side: Side, other: Side) -> None:
        mine, his = side.cell.colour, other.cell.colour
        if mine and his and (mine, his) not in _LOWER_IS_WHITE:
            place = side.place("colour", layout.COLOUR)
            expected = f'the opposite of "{his}" in line {other.player.entrant.line}'
            self._problems.refuse(place, mine, expected, "correct one of the two lines")

    def _check_results(self, side: Side, other: Side) -> None:
        mine, his = side.cell.result, other.cell.result
        if mine and his and mine + his not in COMPATIBLE:
            place, both = side.place("result", layout.RESULT), ((side, mine), (other, his))
            one, two = (side_of.player.written.get(code, code) for side_of, code in both)
            expected = f'a result that fits "{two}" in line {other.player.entrant.line}'
            self._problems.refuse(place, one, expected, "correct one of the two lines")


def _joined(lower: Side, higher: Side) -> Game | None:
    """Make a game of the two sides; None if colours or results are unreadable."""
    if not (lower.cell.result and higher.cell.result):
        return None
    colours = (lower.cell.colour or "", higher.cell.colour or "")
    white, black = (lower, higher) if _LOWER_IS_WHITE.get(colours) else (higher, lower)
    results = (white.cell.result or "", black.cell.result or "")
    return Game(lower.number, white.i, black.i, *results, colours=colours != NO_COLOURS)
