"""A list as a ranking: places, cards, and what became of everybody since the list before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import numpy as np

from ledger.errors import Refused, Remedy
from ledger.register import identities
from ledger.register.person_words import words_on
from ops.answers import categories
from ops.answers.answer import check_limit
from ops.answers.list_rows import scheme_of
from ops.answers.rows import Row
from ops.answers.selection import EVERYBODY, Selection
from ops.answers.views import sealed_list
from projections.queries import NOBODY, PoolQuery, RatingList
from projections.queries.corrections import corrected_units
from projections.steps.corrected import BOOKED

_TOURNAMENTS: Final = "tournaments_played"
"""The state field of tournaments so far, where a rulebook keeps it."""


def ranking(
    pool: PoolQuery, row: RatingList, limit: int | None, selection: Selection = EVERYBODY
) -> list[Row]:
    """Give a sealed list as a ranking, highest first; equal ratings share their place.

    Places are counted among the players who are asked for.

    Name, card and committee are those held on the list's day, categories those held when it takes
    force. Raises Refused for what was carried over.
    """
    check_limit(limit)
    if not row.number:
        raise Refused(
            f"{pool.name}: the ratings carried over are no ranking; close a list first",
            code="no-list",
            field="pool",
            found=pool.name,
            remedy=Remedy("list close", (pool.name, "PERIOD")),
        )
    values = dict(sealed_list(pool, row).values)
    ratings, games = values["rating"].tolist(), values["period_games"].tolist()
    players = values["player"].tolist()
    asked = np.flatnonzero(selection.rows(pool, row, values)).tolist()
    order = sorted(asked, key=lambda at: (-ratings[at], players[at]))
    places = _places([ratings[at] for at in order])
    shown = order[:limit]
    told = _told(pool, row, [players[at] for at in shown])
    return [
        {
            "position": place,
            **person,
            "rating": ratings[at],
            **_since(ratings[at], before),
            "tournaments": tournaments,
            "games": games[at],
        }
        for place, at, (person, before, tournaments) in zip(places, shown, told, strict=False)
    ]


def _places(ratings: list[int]) -> Iterator[int]:
    """Give the place of each row: that of the first with its rating."""
    place = 0
    for at, rating in enumerate(ratings):
        place = place if at and ratings[at - 1] == rating else at + 1
        yield place


def _told(
    pool: PoolQuery, row: RatingList, players: list[int]
) -> Iterator[tuple[Row, int, int | str]]:
    """Give of each player who he is, his rating on the list before, tournaments since."""
    read, scheme = pool.official.ledger.read, scheme_of(pool)
    people, held = words_on(read, players, row.list_date), categories.on_list(pool, row)
    before, after = (pool.states(players, number) for number in (row.number - 1, row.number))
    corrected = _corrected(pool, row)
    for player in players:
        known = people.get(player)
        was, now = before.get(player, NOBODY), after.get(player, NOBODY)
        tournaments: int | str = ""
        if _TOURNAMENTS in pool.law.state:
            so_far = was.fields.get(_TOURNAMENTS, 0) + corrected[player]
            tournaments = now.fields[_TOURNAMENTS] - so_far
        person = {
            "name": known.name if known else identities.ERASED,
            "card": known.numbers.get(scheme, "") if known else "",
            "committee": known.committee if known else "",
            **({"category": ""} | categories.said(held, player)),
        }
        yield person, was.rating, tournaments


def _corrected(pool: PoolQuery, row: RatingList) -> Counter[int]:
    """Give by how many tournaments of closed lists a list corrected the counters."""
    found: Counter[int] = Counter()
    units = (corrected.unit for corrected in corrected_units(pool, on=row.number))
    for each in (unit for unit in units if unit.kind == BOOKED):
        found[each.player] += each.due_tournaments - each.booked_tournaments
    return found


def _since(rating: int, before: int) -> Row:
    return {"previous": before or "", "difference": f"{rating - before:+d}" if before else ""}
