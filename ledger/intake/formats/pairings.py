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
from ledger.intake.formats.cells import CORRECT_PAIRING, RESULT, Cell
from ledger.intake.formats.layout import MOST_ROUNDS, round_field
from ledger.intake.formats.players import Player
from ledger.intake.formats.problems import Place, Problems, Value, at_most, option
from ledger.intake.formats.rows import ONE_OF_TWO
from ledger.sentences import Count, Sentence
from ledger.tournaments.report import Bye, Game

GOES_ON: Final = Sentence(
    "if the tournament goes on, its next report replaces this one: {option}",
    option=option(("--replaces", "T-…")),
)


_BYES_ONLY: Final = Sentence("byes only")


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
    expected = Sentence("{number} rounds at most", number=limit)
    if announced:
        line = announced.place.line
        expected = Sentence("{number} rounds (line {line})", number=limit, line=line)
    for player in players:
        _refuse_beyond(player, limit, expected, problems)
    standing = min(standing, limit)
    played = _played(players, standing, limit if announced else standing)
    if players and not played:
        remedy = Sentence("report the tournament when it has been played")
        problems.refuse(Place("games"), "", Sentence("the games of at least one round"), remedy)
    elif announced and played < limit:
        expected = Sentence("{number}, the rounds played in this file", number=played)
        remedy = Sentence(
            "correct the number of rounds if the tournament ended earlier; {goes_on}",
            goes_on=GOES_ON,
        )
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


def _refuse_beyond(player: Player, limit: int, expected: Sentence, problems: Problems) -> None:
    for number in range(limit + 1, player.last_round + 1):
        cell = player.cell(number)
        if not cell.empty:
            place = player.place_in_round(Sentence("pairing"), number, layout.ROUND)
            remedy = Sentence("delete this round, or correct the number of rounds")
            found = f"{cell.opponent or '0000'} {cell.colour or '?'} {cell.result or '?'}"
            problems.refuse(place, found, expected, remedy)


def _check_played(players: Sequence[Player], number: int, problems: Problems) -> None:
    games = _games(players, number)
    if not games:
        place = round_field(Sentence("pairings"), number).at(0)
        remedy = Sentence("correct the pairings of this round, or delete it")
        problems.refuse(place, _BYES_ONLY, Sentence("at least one game"), remedy)
    for player, cell in games:
        if cell.result == "":
            place = player.place_in_round(Sentence("result"), number, layout.RESULT)
            expected = RESULT.about(opponent=cell.opponent)
            problems.refuse(place, "", expected, Sentence("enter the result"))


def _warn_of_unplayed(players: Sequence[Player], number: int, problems: Problems) -> None:
    games = _games(players, number)
    missing = sum(cell.result == "" for _, cell in games)
    found = _BYES_ONLY
    if games:
        found = Sentence(
            "{players} without a result, of {number} with an opponent",
            players=Count(missing, "player"),
            number=len(games),
        )
    place = round_field(Sentence("pairings"), number).at(0)
    remedy = Sentence("the round was left out until it has been played")
    problems.warn(place, found, Sentence("the results of a round"), remedy)


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
        found, remedy = f"{len(games):,}", Sentence("send the rounds in several reports")
        problems.refuse(Place("games"), found, at_most(limits.EVENT_GAMES), remedy)
    return Pairings(rounds, tuple(games), tuple(byes))


class Side(NamedTuple):
    """A round, from 1, of the player of index `i`."""

    number: int
    i: int
    player: Player
    cell: Cell

    def place(self, what: Sentence, within: slice) -> Place:
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
        first, last = numbers[0], numbers[-1]
        expected = Sentence(
            "the start number of a player ({first} to {last})", first=first, last=last
        )
        if number == side.player.entrant.number:
            expected = Sentence("the start number of another player")
        place = side.place(Sentence("opponent"), layout.OPPONENT)
        self._problems.refuse(place, str(number), expected, CORRECT_PAIRING)

    def _refuse_one_sided(self, side: Side, other: Side) -> None:
        number, line = side.player.entrant.number, other.player.entrant.line
        opponent = other.cell.opponent
        expected = Sentence(
            "a player whose line names {number} too, but line {line} has no opponent",
            number=number,
            line=line,
        )
        if opponent:
            expected = Sentence(
                "a player whose line names {number} too, but line {line} has {opponent}",
                number=number,
                line=line,
                opponent=opponent,
            )
        place, found = side.place(Sentence("opponent"), layout.OPPONENT), str(side.cell.opponent)
        self._problems.refuse(place, found, expected, ONE_OF_TWO)

    def _check_colours(self, side: Side, other: Side) -> None:
        mine, his = side.cell.colour, other.cell.colour
        if mine and his and (mine, his) not in _LOWER_IS_WHITE:
            place, line = side.place(Sentence("colour"), layout.COLOUR), other.player.entrant.line
            expected = Sentence('the opposite of "{code}" in line {line}', code=his, line=line)
            self._problems.refuse(place, mine, expected, ONE_OF_TWO)

    def _check_results(self, side: Side, other: Side) -> None:
        mine, his = side.cell.result, other.cell.result
        if mine and his and mine + his not in COMPATIBLE:
            place = side.place(Sentence("result"), layout.RESULT)
            both = ((side, mine), (other, his))
            one, two = (side_of.player.written.get(code, code) for side_of, code in both)
            line = other.player.entrant.line
            expected = Sentence('a result that fits "{code}" in line {line}', code=two, line=line)
            self._problems.refuse(place, one, expected, ONE_OF_TWO)


def _joined(lower: Side, higher: Side) -> Game | None:
    """Make a game of the two sides; None if colours or results are unreadable."""
    if not (lower.cell.result and higher.cell.result):
        return None
    colours = (lower.cell.colour or "", higher.cell.colour or "")
    white, black = (lower, higher) if _LOWER_IS_WHITE.get(colours) else (higher, lower)
    results = (white.cell.result or "", black.cell.result or "")
    return Game(lower.number, white.i, black.i, *results, colours=colours != NO_COLOURS)
