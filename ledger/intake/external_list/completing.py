"""Rows, on recorded lists of other bodies, of players registered later.

When a report is imported, its entrants are looked up on the lists that may rate them: of each body
the last list before the first day, and the later ones. What is found is recorded beside the report.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from typing import NamedTuple

import numpy as np

from ledger import columns
from ledger.events.external import ExternalListCompleted
from ledger.intake.external_list.matching import from_document
from ledger.intake.external_list.recorded_lists import ExternalList, UnknownList, on_list
from ledger.store.reading import Reader


class Completion(NamedTuple):
    """Rows of players to add to a list, and the version of the stream before."""

    fact: ExternalListCompleted
    version: int


def completions(
    read: Reader, scheme: str, day: date, people: Mapping[str, int]
) -> Iterator[Completion]:
    """Yield rows on recorded lists of players (by number) still missing on these lists."""
    for body, names in _lists_from(read, day).items():
        for name in names:
            with suppress(UnknownList):  # recorded in part only
                yield from _completion(read, on_list(read, body, name), scheme, people)


def _lists_from(read: Reader, day: date) -> dict[str, list[str]]:
    dated: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for stream, listed in read.streams("external-"):
        _, body, name = stream.split("-", 2)
        dated[body].append((listed, name))
    found = {}
    for body, lists in dated.items():
        before = [listed for listed, _ in lists if listed <= day.isoformat()]
        since = max(before, default="")
        found[body] = [name for listed, name in sorted(lists) if listed >= since]
    return found


def _completion(
    read: Reader, listed: ExternalList, scheme: str, people: Mapping[str, int]
) -> Iterator[Completion]:
    is_listed = dict(zip(people, np.isin(list(people.values()), listed.players), strict=True))
    missing = [number for number, listed_already in is_listed.items() if not listed_already]
    if listed.others is None or not missing:
        return
    others = from_document(read.document(listed.others) or b"")
    rows = {people[number]: row for number, row in others.rows_of(missing)}
    if not rows or others.scheme != scheme:
        return
    players = sorted(rows)
    fact = ExternalListCompleted(
        body=listed.body,
        list=listed.name,
        player=columns.write(players, columns.PLAYER),
        values={
            name: columns.write((rows[player][name] for player in players), columns.NUMBER)
            for name in others.values
        },
    )
    yield Completion(fact, listed.version)
