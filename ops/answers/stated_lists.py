"""Lists carried in: what lists with a stated day say of a day before the ledger began.

A ledger that began in March knows nothing by itself of January. If the ratings carried over, or a
recorded list of another body, state a day, that list was known from its day on. Such an answer has
the basis `carried in`, with the source, the stated day, the digest of the file, and the day from
which the ledger itself has known the list. A position is never answered so.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ledger.clock import end_of_day, local_day
from ledger.errors import Refused
from ledger.events.pool import RatingsCarriedOver
from ledger.intake.external_list.recorded_lists import ExternalList, last_list_before
from ledger.register import identities
from ledger.sentences import Position, Sentence, plain
from ledger.store.reading import Reader
from ops.answers.abouts import AboutCarriedIn, Note
from ops.answers.clocks import BeforeTheLedger
from ops.answers.player_ratings import ShownColumns
from ops.house import House, TrackName
from projections.queries import CARRIED_OVER, PoolQuery
from projections.queries.games_so_far import UNKNOWN, GamesSoFar, games_carried_over

BASIS: Final = "carried in"


class NotKnownHere(Refused):
    """No list in the ledger states a day on or before the one asked about."""


@dataclass(frozen=True, slots=True)
class StatedList:
    """A list with a stated day, from before the ledger."""

    pool: str
    name: str
    source: Sentence
    stated_day: date
    file: str
    """SHA-256 of the file; empty: not known."""
    position: int
    """Of the event that recorded it."""
    known_here_from: date
    """Day on which it was recorded, in the zone of the pool."""
    values: Mapping[str, NDArray[np.int64]]
    """Columns by name: player, rating, and others as stated; 0: none."""
    external: ExternalList | None = None
    """The list of another body; of other lists nothing is known about a player without a row."""
    as_of: date | None = None
    """The day asked about."""
    known_on: date | None = None
    """The last day that had ended at the moment asked about."""

    def says(self) -> Sentence:
        """Return the sentence about the basis."""
        return Sentence(
            "carried in: {source}, stated for {day}; this ledger itself knew it from {known} on",
            source=self.source,
            day=self.stated_day,
            known=self.known_here_from,
        )

    def about(self) -> AboutCarriedIn:
        """Return the basis of an answer from the list."""
        known_on = self.known_on or date.max
        later = self.as_of is not None and self.as_of > known_on
        return AboutCarriedIn(
            pool=self.pool,
            list=self.name,
            track="official",
            basis=BASIS,
            source=self.source,
            stated_day=self.stated_day,
            file=self.file,
            recorded=Position(self.position),
            known_here_from=self.known_here_from,
            says=self.says(),
            as_of=self.as_of,
            note=Note("later-may-hold") if later else None,
        )

    def row(self, player: int) -> dict[str, int] | None:
        """Return the values of a player; None: no row."""
        at = int(np.searchsorted(self.values["player"], player))
        if at == len(self.values["player"]) or self.values["player"][at] != player:
            return None
        return {name: int(values[at]) for name, values in self.values.items() if name != "player"}


def stated_list(
    house: House,
    name: str,
    before: BeforeTheLedger,
    as_of: date | None = None,
    track: TrackName = "official",
) -> StatedList:
    """Return the newest list of a pool that states a day up to a moment before the ledger.

    Raises UnknownPool; NotKnownHere before the first stated day, and on the revised track, which
    no list of another body states.
    """
    if track == "revised":
        raise NotKnownHere(
            Sentence(
                "{before}; what was stated before is official: ask without the revised track",
                before=before.words,
            ),
            field="track",
            found=track,
        )
    pool = house.pool(name)
    day = last_day(before.ended, pool.facts.opened.zone)
    until = day if as_of is None else min(day, as_of)
    found = [one for one in (_carried_over(pool), _external(pool, until)) if one is not None]
    stated = [one for one in found if one.stated_day <= until]
    if not stated:
        raise NotKnownHere(
            Sentence(
                "{before}; no list of {pool} in it states {day} or an earlier day",
                before=before.words,
                pool=name,
                day=until,
            ),
            field="known_at",
            found=str(until),
        )
    newest = max(stated, key=lambda one: (one.stated_day, one.name == CARRIED_OVER))
    return replace(newest, as_of=as_of, known_on=day)


def last_day(ended: int, zone: str) -> date:
    """Return the last day that ended by an instant (µs since 1970) in a zone."""
    day = local_day(ended - 1, zone)
    return day if end_of_day(day, zone) <= ended else day - timedelta(days=1)


def _carried_over(pool: PoolQuery) -> StatedList | None:
    """Return the ratings carried over into a pool."""
    parts, read = pool.facts.carried, pool.official.ledger.read
    if not parts:
        return None
    names = ("player", "rating", "k", "games", "peak")
    columns = {name: np.concatenate([part.column(name) for part in parts]) for name in names}
    order = np.argsort(columns["player"], kind="stable")
    first = parts[0].position
    event: RatingsCarriedOver = read.at([first])[first].decoded().payload
    return StatedList(
        pool=pool.name,
        name=CARRIED_OVER,
        source=plain(event.source),
        stated_day=event.on,
        file=_file_of(read, first),
        position=parts[-1].position,
        known_here_from=_recorded_on(pool, parts[-1].position),
        values={name: values[order].astype(np.int64) for name, values in columns.items()},
    )


def _file_of(read: Reader, position: int) -> str:
    """Return the digest in the key of the request; the ids of its events rest on the key."""
    word, _, rest = read.request_at(position).key.partition(":")
    return rest.partition(":")[0] if word == "carry-over" else ""


def _external(pool: PoolQuery, until: date) -> StatedList | None:
    """Return the last recorded list with the pool's own ratings, dated up to a day.

    It is the list by which the pool rates its guests.
    """
    own = next(iter(pool.law.external_lists.guests), None)
    if own is None:
        return None
    listed = last_list_before(pool.official.ledger.read, own.body, until)
    column = own.column if listed and own.column in listed.values else "rating"
    if listed is None or column not in listed.values:
        return None
    return StatedList(
        pool=pool.name,
        name=f"{listed.body} {listed.name}",
        source=Sentence("list {list} of {body}", list=listed.name, body=listed.body),
        stated_day=listed.list_date,
        file=listed.file,
        position=listed.position,
        known_here_from=_recorded_on(pool, listed.position),
        values=_rated(listed, column),
        external=listed,
    )


def _rated(listed: ExternalList, column: str) -> dict[str, NDArray[np.int64]]:
    rated = listed.values[column] > 0
    found = {"player": listed.players, "rating": listed.values[column]}
    if f"{column}_k" in listed.values:
        found["k"] = listed.values[f"{column}_k"]
    return {name: values[rated].astype(np.int64) for name, values in found.items()}


def _recorded_on(pool: PoolQuery, position: int) -> date:
    instant = pool.official.ledger.read.true_instant(position)
    return local_day(instant, pool.facts.opened.zone)


def stated_row(stated: StatedList, player: int) -> dict[str, int]:
    """Return a player's row of a list; empty: not on a whole list. Raises NotKnownHere."""
    row = stated.row(player)
    if row is None and (stated.external is None or stated.external.on_it(player) is None):
        shown = identities.show(player)
        raise NotKnownHere(
            Sentence(
                "not known to this ledger: {source} of {day} has no row of {player}, and does not "
                "prove that there was none",
                source=stated.source,
                day=stated.stated_day,
                player=shown,
            ),
            field="player",
            found=shown,
        )
    return row or {}


def stated_columns(
    house: House, stated: StatedList, player: int, row: Mapping[str, int]
) -> ShownColumns:
    """Return K, games and peak of a player's row."""
    games = stated_games(house, stated, player, row)
    return ShownColumns(row.get("k") or None, *games, row.get("peak") or None)


def stated_games(
    house: House, stated: StatedList, player: int, row: Mapping[str, int]
) -> GamesSoFar:
    """Return the counted games of a player's row; a list of another body states none."""
    if stated.name == CARRIED_OVER:
        return games_carried_over(house.pool(stated.pool), player)
    return UNKNOWN if row else GamesSoFar(None, at_least=False)
