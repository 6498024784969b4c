"""The games of a player, newest first: colour, opponent, result, and what lists used of each."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from ledger.errors import Refused
from ledger.events.games import GamePlayed, SheetCompleted, tournament_in
from ledger.events.report import rounds_of
from ledger.register import identities
from ledger.register.merges import kept_player, merges
from ledger.register.people import persons
from ledger.sentences import Input, Position, Sentence
from ledger.store.reading import Reader
from ledger.store.reading_events import Heading
from ops.access.personal_data import LIST_NUMBER, NAME
from ops.answers.abouts import AboutEvents, widened
from ops.answers.answer import Answer, check_limit, check_tournament, known_to
from ops.answers.clocks import pool_known_at, position_of
from ops.answers.persons import numbers_printed, printed_schemes
from ops.house import House, TrackName
from ops.players.game_events import events_of, with_single_games
from ops.players.recorded_games import Between, FoldedGames, GameLine, games
from projections.queries import PoolQuery
from projections.queries.explain.used import UsedGame, UsedTournament, used_on
from projections.queries.merges_on_lists import merged_numbers
from projections.state.merges import Names

if TYPE_CHECKING:
    from ops.players.questions import ListGames

Colour = Literal["white", "black"]

_EVERY = 1 << 40


class GameCounted(msgspec.Struct, frozen=True, kw_only=True):
    """Values that a list used for a game, from the player's side, as on its worksheet."""

    pool: str
    list: str
    counts: bool
    why: Sentence | None
    """Why it does not count, with the article."""
    rating: int | None
    """The rating of the player for the game; None: none."""
    opponent_rating: int | None
    other_opponent: str | None
    """Against whom the list counted the game, as 572-4, if the report names another player now;
    None: the opponent of the game."""
    score: Fraction
    expected: Fraction | None
    """None: one of the two has no rating."""
    change: Fraction | None
    """Of the rating, by the game alone; None: the regulation gives none to a single game."""
    tournament_change: Fraction | None
    """Of the rating, by all games of the tournament; None: without a rating before."""


class OfTournament(GameLine, frozen=True, kw_only=True):
    """A game with the name of its tournament."""

    tournament_name: str


class NamedGame(OfTournament, frozen=True, kw_only=True):
    """A game with the names of both players and of the tournament."""

    white_name: Annotated[str, NAME]
    black_name: Annotated[str, NAME]


class PlayerGame(OfTournament, frozen=True, kw_only=True):
    """A game of a player, as it stands now, and as first counted in each pool."""

    colour: Colour
    opponent: str
    """As 572-4."""
    opponent_name: Annotated[str, NAME]
    opponent_numbers: Annotated[str, LIST_NUMBER]
    """Those that lists print, as fide:123, with a space between."""
    result: str
    """Of the player."""
    counted: tuple[GameCounted, ...]
    """By pool, on the list that first took the game in; lists that corrected it are not shown.
    Empty: no list has taken it in."""


class AboutGames(AboutEvents, frozen=True, kw_only=True):
    """A page of the games of a player, the newest first, as a track counted them."""

    player: str
    """As 572-4; of a merged number that of the player it stands for."""
    name: Annotated[str, NAME]
    track: TrackName


def games_asked(
    house: House, asked: "ListGames"
) -> Answer[NamedGame, AboutEvents] | Answer[PlayerGame, AboutGames]:
    """Return the games of a player, or those of all.

    Raises Refused for an opponent, or the revised track, without a player.
    """
    check_limit(asked.limit)
    first = None if asked.first is None else position_of(asked.first)
    if asked.player is not None:
        return _of_player(house, asked, asked.player, first)
    if asked.opponent is None and asked.track == "official":
        narrowed = {"tournament": asked.tournament, "pool": asked.pool, "on_list": asked.list}
        found = games(house, first=first or 0, limit=asked.limit, **narrowed)
        return Answer(found.about, tuple(_named(house, found.rows)))
    raise Refused(
        Sentence(
            "games against an opponent, and on the revised track, are those of a player: name the "
            "player ({input})",
            input=Input("player"),
        ),
        code="option-needed",
        field="player",
    )


def _named(house: House, lines: Sequence[GameLine]) -> Iterator[NamedGame]:
    """Yield games with names."""
    sides = [(identities.parse(line.white), identities.parse(line.black)) for line in lines]
    known = persons(house.read, sorted({player for both in sides for player in both}))
    names = {player: person.name for player, person in known.items()}
    announced = house.official.facts.announcements
    for line, (white, black) in zip(lines, sides, strict=True):
        yield widened(
            NamedGame,
            line,
            tournament_name=announced[line.tournament].name,
            white_name=names.get(white, ""),
            black_name=names.get(black, ""),
        )


def _of_player(
    house: House, asked: "ListGames", player: str, first: int | None
) -> Answer[PlayerGame, AboutGames]:
    """Return the games of a player, also those under merged numbers.

    After `limit` games (0: none) no other event is begun; `next` names the next older one. What is
    read follows the page: its tournaments, and the lists that counted these. Raises UnknownPlayer,
    UnknownPool, NotCovered; Refused for an unknown tournament.
    """
    read, following = house.read, None
    check_tournament(read, asked.tournament)
    kept, who = _numbers(read, player)
    opponent = None if asked.opponent is None else _numbers(read, asked.opponent)[1]
    between = Between(who, opponent)
    recorded = FoldedGames(house, asked.pool, asked.list, between)
    found = list[GameLine]()
    newest_first = _newest_first(house, asked, recorded, between, first)
    for event in with_single_games(read, newest_first):
        if asked.limit and len(found) >= asked.limit:
            following = Position(event.position)
            break
        found += reversed(recorded.lines(event))
    about = AboutGames(
        known_to=known_to(read),
        next=following,
        player=identities.show(kept),
        name=identities.names(read, [kept])[kept],
        track=asked.track,
    )
    return Answer(about, tuple(_Used(house, who, asked.track, recorded).rows(found)))


def _numbers(read: Reader, text: str) -> tuple[int, frozenset[int]]:
    """Return the register number of a player, and all of them, merged ones too.

    Raises UnknownPlayer.
    """
    merged = merges(read)
    kept = kept_player(merged, identities.registered(read, text))
    return kept, frozenset({kept, *(one.merged for one in merged.values() if one.kept == kept)})


def _newest_first(
    house: House,
    asked: "ListGames",
    recorded: FoldedGames,
    between: Between,
    first: int | None,
) -> list[Heading]:
    """Return the reports and single games of the tournaments in which the player is named."""
    named, alone = _named_in(house, between.player)
    if between.opponent is not None:
        named &= _named_in(house, between.opponent)[0]
    if recorded.tournaments is not None:
        named &= recorded.tournaments
    if asked.tournament is not None:
        named &= {asked.tournament}
    announced = house.official.facts.announcements
    if asked.pool is not None:
        named = {name for name in named if asked.pool in announced[name].pools}
    events = events_of(house.read, named, alone & named)
    wanted = (one for one in events if first is None or one.position <= first)
    return sorted(wanted, reverse=True)


def _named_in(house: House, players: Collection[int]) -> tuple[set[str], set[str]]:
    """Return the tournaments that name a player, and among these those with single games."""
    with house.named_players() as named:
        naming = house.read.headings("position", named.positions(players, 0, None, _EVERY))
    alone = {tournament_in(one.stream) for one in naming if one.type == GamePlayed.TYPE}
    return {tournament_in(one.stream) for one in naming} - {""}, alone


@dataclass(frozen=True)
class _Used:
    """Rows of games, with the values that lists used for each."""

    house: House
    who: frozenset[int]
    track: TrackName
    recorded: FoldedGames
    pools: dict[str, PoolQuery] = field(default_factory=dict)
    names: dict[tuple[str, str], Names] = field(default_factory=dict)
    lists: dict[tuple[str, str, int], list[UsedTournament]] = field(default_factory=dict)
    rounds: dict[int, Sequence[int] | None] = field(default_factory=dict)
    """By position of a report replaced since."""

    def rows(self, lines: Sequence[GameLine]) -> Iterator[PlayerGame]:
        """Yield the rows of games."""
        sides = [self._sides(line) for line in lines]
        known = persons(self.house.read, sorted({other for *_, other in sides}))
        printed = printed_schemes(self.house)
        numbers = {one: numbers_printed(of.numbers, printed) for one, of in known.items()}
        announced = self.house.official.facts.announcements
        played = {line.tournament for line in lines}
        for line, (colour, own, other) in zip(lines, sides, strict=True):
            yield widened(
                PlayerGame,
                line,
                tournament_name=announced[line.tournament].name,
                colour=colour,
                opponent=identities.show(other),
                opponent_name=known[other].name if other in known else "",
                opponent_numbers=numbers.get(other, ""),
                result=line.white_result if colour == "white" else line.black_result,
                counted=tuple(self._counted(line, own, other, played)),
            )

    def _sides(self, line: GameLine) -> tuple[Colour, int, int]:
        white, black = identities.parse(line.white), identities.parse(line.black)
        return ("white", white, black) if white in self.who else ("black", black, white)

    def _counted(
        self, line: GameLine, player: int, opponent: int, tournaments: Collection[str]
    ) -> Iterator[GameCounted]:
        for name, period in line.booked.items():
            names = self._names(name, period)
            rated = names.get(opponent, opponent)
            for used in self._used(name, period, names.get(player, player), tournaments):
                game = self._game(used, line, rated) if used.tournament == line.tournament else None
                if game is not None:
                    same = names.get(game.opponent, game.opponent) == rated
                    other = None if same else identities.show(game.opponent)
                    yield _counted(name, period, used, game, other)

    def _names(self, name: str, period: str) -> Names:
        """Return the merged numbers of a list."""
        if (name, period) not in self.names:
            if name not in self.pools:
                self.pools[name] = pool_known_at(self.house, name, None, self.track)
            pool = self.pools[name]
            row = pool.list_of(period)
            pool.visible.check(row.list_date)
            self.names[name, period] = merged_numbers(pool, row)
        return self.names[name, period]

    def _used(
        self, name: str, period: str, player: int, tournaments: Collection[str]
    ) -> list[UsedTournament]:
        key = name, period, player
        if key not in self.lists:
            pool = self.pools[name]
            self.lists[key] = [*used_on(pool, player, pool.list_of(period), tournaments)]
        return self.lists[key]

    def _game(self, used: UsedTournament, line: GameLine, opponent: int) -> UsedGame | None:
        """Return the game as used; `opponent` has the number of the list. None: not used.

        In a report replaced since, it is the game of the round against the opponent, with the same
        colour if there are two; else the only game of the round. In an extended sheet the index
        stays.
        """
        position, _, index = line.address[1:].partition("#")
        if not index or not self.recorded.same_report(line.tournament, used.report, int(position)):
            return None
        rounds = None if int(position) == used.report else self._rounds(used.report)
        if rounds is None:
            return used.games.get(int(index))
        of_round = [game for at, game in sorted(used.games.items()) if rounds[at] == line.round]
        same = [game for game in of_round if game.opponent == opponent]
        white = identities.parse(line.white) in self.who
        same.sort(key=lambda game: game.white != white)
        return next(iter(same or (of_round if len(of_round) == 1 else ())), None)

    def _rounds(self, report: int) -> Sequence[int] | None:
        """Return the round of each game of a report; None: it is a sheet."""
        if report not in self.rounds:
            fact = self.house.read.at([report])[report].decoded().payload
            self.rounds[report] = None if isinstance(fact, SheetCompleted) else rounds_of(fact)
        return self.rounds[report]


def _counted(
    pool: str, period: str, used: UsedTournament, game: UsedGame, other: str | None
) -> GameCounted:
    return GameCounted(
        pool=pool,
        list=period,
        counts=game.counts,
        why=game.why,
        rating=game.rating or None,
        opponent_rating=game.opponent_rating or None,
        other_opponent=other,
        score=game.score,
        expected=game.expected,
        change=game.change,
        tournament_change=used.change,
    )
