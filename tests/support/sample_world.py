"""A ledger's pool as a world for the independent calculations: facts only, nothing rated."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import Any

from ledger import columns
from ledger.store.ledger import Ledger
from projections import list_document
from tests.oracles.fide_standard import Played, Record
from tests.oracles.world import Carried, Game, Player, Tournament, World
from tests.support.kept_state import closings_in


def payloads(ledger: Ledger, stream: str, kind: str) -> list[Any]:
    """Return the facts of the events of a type in a stream."""
    return [
        event.decoded().payload
        for event in ledger.read.stream(stream)
        if event.type == f"{kind}.v1"
    ]


def printed(ledger: Ledger, pool: str) -> Iterator[dict[int, dict[str, int]]]:
    """Give the sealed lists of a pool: for each, the rows by player."""
    for closing in closings_in(ledger, pool):
        read = list_document.read(ledger.read.document(closing.list_digest) or b"")
        yield {player: read.row(player) or {} for player in read.values["player"].tolist()}


def world_of(ledger: Ledger, pool: str) -> World:
    """Return the facts under a pool's lists; `pasts` has the facts outside a world."""
    (carried,) = payloads(ledger, f"pool-{pool}", "ratings-carried-over")
    return World(
        players=tuple(_players(ledger)),
        carried=tuple(
            Carried(player, rating, k or None, games, peak, _month(last))
            for player, rating, k, games, peak, last in _carried_rows(carried)
            if rating
        ),
        carried_on=carried.on,
        tournaments=tuple(_tournaments(ledger, pool)),
        adjustments=(),
        periods=tuple(closing.period for closing in closings_in(ledger, pool)),
    )


def pasts(ledger: Ledger, pool: str) -> dict[int, Record]:
    """Return the players carried over without a rating: with waiting results, or only a past."""
    (carried,) = payloads(ledger, f"pool-{pool}", "ratings-carried-over")
    found = {
        player: Record(None, k, games, peak, _month(last))
        for player, rating, k, games, peak, last in _carried_rows(carried)
        if not rating
    }
    widths = {"player": 8, "ended": 6, "games": 4, "rating_sum": 8, "half_points": 4}
    for player, ended, games, rating_sum, half_points in _rows(carried.newcomers, widths):
        scores = [Fraction(min(max(half_points - 2 * game, 0), 2), 2) for game in range(games)]
        ratings = [rating_sum - (games - 1) * (rating_sum // games)]
        ratings += [rating_sum // games] * (games - 1)
        met = tuple(zip(ratings, scores, strict=True))
        day = date(ended // 100, ended % 100, 1)
        found[player] = Record(pool=(Played(day, "2024-03-01", None, met),))
    return found


def _players(ledger: Ledger) -> Iterator[Player]:
    for payload in payloads(ledger, "register", "players-registered"):
        for player, year in _rows(payload, {"player": columns.PLAYER, "birth_year": columns.YEAR}):
            yield Player(player, year or None)


def _tournaments(ledger: Ledger, pool: str) -> Iterator[Tournament]:
    """Give the tournaments of a pool; `recorded` counts the closings before their report."""
    through = [closing.through_position for closing in closings_in(ledger, pool)]
    pools = {}
    for event in ledger.read.events():
        said = event.decoded().payload
        if event.type == "tournament-registered.v1":
            pools[said.tournament] = said.pools
        elif event.type == "tournament-submitted.v1" and pool in pools[said.tournament]:
            recorded = sum(event.position > position for position in through)
            yield Tournament(said.tournament, said.start, said.end, tuple(_games(said)), recorded)


def _games(report) -> Iterator[Game]:
    players = columns.read(report.entrants.player, columns.PLAYER).tolist()
    sides = _rows(report.games, {"white": columns.NUMBER, "black": columns.NUMBER})
    results = zip(report.games.white_result, report.games.black_result, strict=True)
    for (white, black), (one, other) in zip(sides, results, strict=True):
        yield Game(players[white], players[black], one, other)


def _carried_rows(carried) -> Iterator[tuple[int, ...]]:
    widths = {"player": 8, "rating": 4, "k": 2, "games": 4, "peak": 4, "last_counted": 6}
    return _rows(carried, widths)


def _rows(said, widths: dict[str, int]) -> Iterator[tuple[int, ...]]:
    """Return the rows of columns of digits; none without columns."""
    if said is None:
        return iter(())
    read = (columns.read(getattr(said, name), width).tolist() for name, width in widths.items())
    return zip(*read, strict=True)


def _month(month: int) -> str | None:
    return f"{month // 100}-{month % 100:02d}" if month else None
