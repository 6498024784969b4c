"""UISP lists with merged and separated players, computed slowly and apart from the projections.

Before every closing each unit of every kept player on every closed list is rated again, with the
games of all numbers that lead to the player, and less what was booked for it so far, is booked;
for a number separated again, the lists since the merge. Everybody else keeps what the closed lists
say. Single articles are those of `uisp`, lists those of `uisp_corrections`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from tests.oracles import uisp, uisp_corrections
from tests.oracles.merge import Merge, names_at
from tests.oracles.uisp import LAW
from tests.oracles.uisp_corrections import Worth, worth
from tests.oracles.uisp_replay import Event, RatingList, Season, Standings, standing_on


@dataclass
class _Run(uisp_corrections.Run):
    merges: Sequence[Merge] = ()
    names: Mapping[int, int] = field(default_factory=dict)
    """The merged numbers to replace in tournaments, for the units computed now."""
    closing: int = 0
    """The list that is computed."""
    gone: dict[int, Fraction] = field(default_factory=dict)
    """The index of each merged number before the merge."""
    taken_over: dict[int, int] = field(default_factory=dict)
    """By kept player: the first list; before it, the rating was that of the merged number."""

    def names_at(self, index: int) -> dict[int, int]:
        return names_at(self.merges, index)

    def events(self, index: int, known: int) -> list[Event]:
        return [self._called(event) for event in super().events(index, known)]

    def _called(self, event: Event) -> Event:
        names = self.names
        games = tuple(
            replace(
                game,
                white=names.get(game.white, game.white),
                black=names.get(game.black, game.black),
            )
            for game in event.played.games
        )
        return replace(event, played=replace(event.played, games=games))

    def standing(self, day: date, index: int) -> dict[int, int]:
        """Return the list in force; a player has the rating of the number then on the list, and a
        separated number that of the last list with the number.
        """
        lists = self.standings.lists[:index]
        found = dict(standing_on(self.season, day, lists))
        pairs = zip(self.season.quarters, range(len(lists)), strict=False)
        in_force = max((at for q, at in pairs if q.published and q.published <= day), default=-1)
        for one in self.merges:
            if self.taken_over.get(one.kept, -1) > in_force:
                found[one.kept] = found[one.merged]
            elif one.recorded <= in_force < one.separated <= self.closing:
                last = lists[one.recorded - 1].rows if one.recorded else None
                found[one.merged] = (
                    last[one.merged].rating if last else self.season.carried[one.merged]
                )
        return found

    def units(self, index: int) -> Iterator[tuple[int, int, int]]:
        """Yield the closed lists of merged and separated players, with the number then rated."""
        for one in self.merges:
            if one.recorded <= index:
                since = self.taken_over.get(one.kept, 0)
                for past in range(index):
                    yield one.kept, past, one.merged if past < since else one.kept
            if one.separated <= index:
                for past in range(one.recorded, one.separated):
                    yield one.merged, past, one.merged

    def names_of(self, player: int, past: int, number: int, index: int) -> dict[int, int]:
        """Return the merged numbers on a closed list, for the unit of a player."""
        mine = {who: number for who, kept in self.names_at(index).items() if kept == player}
        others = {w: k for w, k in self.names_at(past).items() if player not in (w, k)}
        return {
            who: kept for who, kept in (others | mine | {player: number}).items() if who != kept
        }


def replay(season: Season, merges: Sequence[Merge], carry: str = "published") -> list[RatingList]:
    """Yield every list. A player without a rating takes over the rating of the merged number."""
    standings = Standings({player: Fraction(each) for player, each in season.carried.items()})
    run = _Run(season, (), carry, LAW, standings, merges=merges)
    for index in range(len(season.quarters)):
        run.closing = index
        before = {player: uisp.published(exact) for player, exact in standings.index.items()}
        _join(run, index)
        _correct(run, index)
        run.names = run.names_at(index)
        standings.lists.append(uisp_corrections.close(run, index, before))
    return standings.lists


def _join(run: _Run, index: int) -> None:
    """Take merged numbers off, and put separated numbers back as before."""
    on_list = run.standings.index
    for one in run.merges:
        if one.recorded == index:
            run.gone[one.merged] = on_list.pop(one.merged)
            if one.kept not in on_list:
                on_list[one.kept] = run.gone[one.merged]
                run.taken_over[one.kept] = index
        if one.separated == index:
            on_list[one.merged] = run.gone[one.merged]


def _correct(run: _Run, index: int) -> None:
    for player, past, number in run.units(index):
        run.names = run.names_of(player, past, number, index)
        was = run.booked.get((number, past), Worth())
        now = worth(run, past, index).get(number, Worth())
        run.standings.index[player] += now.points - was.points
        run.booked[number, past] = now
