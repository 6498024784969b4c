"""The games of a player: colour, opponent, result, and what each list that counted a game used."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Final, Literal, TypedDict, Unpack

import msgspec

from ledger.errors import Refused
from ledger.register import identities
from ledger.register.merges import kept_player, merges
from ledger.sentences import Input, Sentence
from ledger.store.reading import Reader
from ops.access.personal_data import NAME
from ops.answers.abouts import AboutEvents, widened
from ops.answers.answer import Answer
from ops.answers.asked_players import number_on
from ops.answers.games import Between, GameLine, games
from ops.house import House
from projections.queries.explain import explain
from projections.queries.explain.sheets import Exact, GameSheet

Colour = Literal["w", "b"]


class Narrowed(TypedDict, total=False):
    """What games are narrowed to, as `games` takes it."""

    first: int
    tournament: str | None
    pool: str | None
    on_list: str | None
    limit: int


class GameCounted(msgspec.Struct, frozen=True, kw_only=True):
    """What a list used of a game, for the player: as on the worksheet of that list."""

    pool: str
    list: str
    counts: bool
    why: Sentence | None
    """The clause by which the game counts or not."""
    rating: int | None
    """The rating of the player used for the game; None: none."""
    opponent_rating: int | None
    points: Exact
    """Points scored."""
    expected: Exact | None
    """Expected score; None: a player has no rating."""


class PlayerGame(GameLine, frozen=True, kw_only=True):
    """A game of a player, as it stands now and as lists counted it."""

    tournament_name: str
    colour: Colour
    opponent: str
    """As 572-4."""
    opponent_name: Annotated[str, NAME]
    result: str
    """Of the player."""
    counted: tuple[GameCounted, ...] = ()
    """Empty: no list has taken the game in."""


def games_asked(
    house: House, player: str | None, opponent: str | None, **narrowed: Unpack[Narrowed]
) -> Answer[GameLine, AboutEvents] | Answer[PlayerGame, AboutEvents]:
    """Return the games of a player, or those of all. Raises Refused for an opponent alone."""
    if player is not None:
        return player_games(house, player, opponent, **narrowed)
    if opponent is None:
        return games(house, **narrowed)
    raise Refused(
        Sentence(
            "games against an opponent are those of a player: name the player ({input})",
            input=Input("player"),
        ),
        code="option-needed",
        field="player",
    )


def player_games(
    house: House, player: str, opponent: str | None = None, **narrowed: Unpack[Narrowed]
) -> Answer[PlayerGame, AboutEvents]:
    """Return the games of a player, in order of recording, as `games` does.

    Those of merged numbers too. The cost follows the tournaments of the player, and the lists that
    counted them. Raises UnknownPlayer, BadPlayerId; Refused as `games`.
    """
    who = _numbers(house.read, player)
    between = Between(who, None if opponent is None else _numbers(house.read, opponent))
    found = games(house, between=between, **narrowed)
    return Answer(found.about, tuple(_OfPlayer(house, who).rows(found.rows)))


def _numbers(read: Reader, text: str) -> frozenset[int]:
    """Return the register numbers of a player, merged ones too. Raises UnknownPlayer."""
    merged = merges(read)
    kept = kept_player(merged, identities.registered(read, text))
    return frozenset({kept, *(one.merged for one in merged.values() if one.kept == kept)})


_Played = Mapping[Any, GameSheet]
"""Games of a worksheet by address, and by tournament, round and colour."""


@dataclass(frozen=True)
class _OfPlayer:
    """The games of a player, with the worksheets of the lists that counted them."""

    house: House
    who: frozenset[int]

    @cached_property
    def _worksheets(self) -> dict[tuple[str, str, int], _Played]:
        return {}

    def rows(self, lines: Sequence[GameLine]) -> Iterator[PlayerGame]:
        """Yield the rows; names of opponents are read at once."""
        sides = [self._sides(line) for line in lines]
        names = identities.names(self.house.read, sorted({other for *_, other in sides}))
        announcements = self.house.official.facts.announcements
        for line, (colour, own, other) in zip(lines, sides, strict=True):
            yield widened(
                PlayerGame,
                line,
                tournament_name=announcements[line.tournament].name,
                colour=colour,
                opponent=identities.show(other),
                opponent_name=names[other],
                result=line.white_result if colour == "w" else line.black_result,
                counted=tuple(self._counted(line, colour, own)),
            )

    def _sides(self, line: GameLine) -> tuple[Colour, int, int]:
        white, black = identities.parse(line.white), identities.parse(line.black)
        return ("w", white, black) if white in self.who else ("b", black, white)

    def _counted(self, line: GameLine, colour: Colour, player: int) -> Iterator[GameCounted]:
        for pool, period in line.booked.items():
            played = self._worksheet(pool, period, player)
            in_round = (line.tournament, line.round, colour)  # of a report replaced since
            game = played.get(line.address) or played.get(in_round)
            if game is not None:
                yield _used(pool, period, game)

    def _worksheet(self, name: str, period: str, player: int) -> _Played:
        key = (name, period, player)
        if key not in self._worksheets:
            pool = self.house.pool(name)
            on = pool.list_of(period)
            explained = explain(pool, number_on(pool, player, on), on)
            sheets = [sheet for unit in explained.units for sheet in unit.tournaments]
            by_round = {
                (sheet.tournament, game.round, "w" if game.white else "b"): game
                for sheet in sheets
                for game in sheet.games
            }
            by_address = {game.address: game for game in by_round.values()}
            self._worksheets[key] = {**by_round, **by_address}
        return self._worksheets[key]


_READ: Final = ("own_rating", "opponent_rating", "score_hundredths", "expected_score_hundredths")
"""Columns of a game that every edition has."""


def _used(pool: str, period: str, game: GameSheet) -> GameCounted:
    own, other, points, expected = (game.cells[name].value for name in _READ)
    return GameCounted(
        pool=pool,
        list=period,
        counts=bool(game.cells["counts"].value),
        why=game.cells["counts"].why,
        rating=int(own) or None,
        opponent_rating=int(other) or None,
        points=points,
        expected=expected if own and other else None,
    )
