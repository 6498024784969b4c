"""Tournaments of careers that are not left to chance: the edge of the 26 months."""

from collections.abc import Sequence

from tests.oracles.career_people import Person
from tests.oracles.fide_standard import list_date
from tests.oracles.random_worlds import closing_known, list_names
from tests.oracles.world import Game, Tournament


def appointments(people: Sequence[Person], periods: tuple[str, ...]) -> list[Tournament]:
    """Two newcomers play four games each; the list with the fifth comes 26 months after the month
    of the first four for one player, 27 for the other, whose games no longer count.
    """
    on_time, too_late = (each.id for each in people[-2:])
    first = list_date(periods[20])
    opponents = [each.id for each in people[2:6]]

    def met(player: int, others: list[int], results: str) -> tuple[Game, ...]:
        turned = {"1": "0", "0": "1"}
        pairs = zip(others, results, strict=True)
        return tuple(Game(player, other, each, turned[each]) for other, each in pairs)

    def played(name: str, later: int, *games: Game) -> Tournament:
        month = list_names((first.year, first.month), later + 1)[-1]
        day = list_date(month).replace(day=12)
        return Tournament(name, day, day, games, closing_known(periods, day))

    return [
        played("S-900001", 0, *met(on_time, opponents, "1010"), *met(too_late, opponents, "0101")),
        played("S-900002", 25, *met(on_time, opponents[:1], "1")),
        played("S-900003", 26, *met(too_late, opponents[:1], "1")),
    ]
