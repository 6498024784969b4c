"""Players looked up on the recorded lists of other bodies.

Who enters a tournament is looked up on the lists that may rate them, and what is found is recorded
with the tournament.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from ledger import columns
from ledger.events.external import ExternalListSearched
from ledger.events.register import PersonalDataErased
from ledger.intake.external_list.matching import OtherRows, from_document
from ledger.intake.external_list.recorded_lists import ExternalList
from ledger.register import identities
from ledger.register.merges import kept_player, merges
from ledger.store.reading import Mark, Reader, Recorded

People = Mapping[int, Mapping[str, str]]
"""Players with their numbers at bodies, by scheme."""

NOBODY: Final[People] = {}


class LookUp(NamedTuple):
    """Players looked up on a list, to be recorded, and the version of the stream before."""

    fact: ExternalListSearched
    version: int
    scheme: str
    """Of the numbers on the list; "": every row is a registered player's."""
    unnumbered: tuple[int, ...]
    """Absent players without a number of this scheme."""


def look_ups(
    read: Reader, lists: Iterable[ExternalList], players: Collection[int], new: People = NOBODY
) -> list[LookUp]:
    """Look players, and the players merged into them, up among the rows of nobody on lists.

    A row under a number of a player is found; `new` are numbers that the register does not know
    yet. A player of whom a list does not tell, and who has no such row, is absent, with or without
    a number: like a player who was registered before. Of a list whose rows were erased nothing more
    is known.
    """
    lists, merged = list(lists), merges(read)
    if not lists:
        return []
    wanted = {kept_player(merged, player) for player in players}
    wanted |= {merge.merged for merge in merged.values() if merge.kept in wanted}
    known = read.numbers_by_player(wanted)
    people = {player: {**dict(known.get(player, ())), **new.get(player, {})} for player in wanted}
    found = (_look_up(read, listed, people) for listed in lists)
    return [one for one in found if one is not None]


def _look_up(read: Reader, listed: ExternalList, people: People) -> LookUp | None:
    sought = {player: numbers for player, numbers in people.items() if listed.row(player) is None}
    untold = {player for player in sought if listed.on_it(player) is None}
    if not (untold or any(sought.values())):
        return None
    scheme, rows = "", dict[int, dict[str, int]]()
    if listed.others is not None:
        others = _others(read, listed.others)
        if not (scheme := others.scheme):
            return None
        owners = {own[scheme]: player for player, own in sought.items() if scheme in own}
        rows = {owners[number]: row for number, row in others.rows_of([*owners])}
    absent = untold - rows.keys()
    if not (absent or rows):
        return None
    unnumbered = (player for player in sorted(absent) if scheme and scheme not in sought[player])
    found = _looked_up(listed, rows, absent)
    return LookUp(found, listed.mark.version, scheme, (*unnumbered,))


class _Others(NamedTuple):
    """The rows of everybody else on a list, as erased up to a mark of the register."""

    mark: Mark
    rows: OtherRows

    @property
    def size_bytes(self) -> int:
        """Bytes in memory."""
        return self.rows.size_bytes


def _others(read: Reader, digest: str) -> OtherRows:
    """Return the rows of everybody else on a list, which stay in memory until they are erased."""

    def made(before: _Others | None, mark: Mark) -> _Others:
        if before is not None:
            since = read.in_stream(identities.STREAM, after=before.mark.version)
            if not any(_erases(recorded, digest) for recorded in since):
                return before._replace(mark=mark)
        return _Others(mark, from_document(read.document(digest) or b""))

    return read.followed(("other rows", digest), identities.STREAM, None, made).rows


def _erases(recorded: Recorded, digest: str) -> bool:
    if recorded.type != PersonalDataErased.TYPE:
        return False
    erased: PersonalDataErased = recorded.decoded().payload
    return digest in erased.documents


def _looked_up(
    listed: ExternalList, rows: Mapping[int, Mapping[str, int]], absent: set[int]
) -> ExternalListSearched:
    players = sorted({*rows, *absent})
    names = dict.fromkeys(name for row in rows.values() for name in row) or listed.values
    values = {name: [rows.get(player, {}).get(name, 0) for player in players] for name in names}
    return ExternalListSearched(
        body=listed.body,
        list=listed.name,
        player=columns.write(players, columns.PLAYER),
        values={name: columns.write(column, columns.NUMBER) for name, column in values.items()},
        listed=columns.write((player in rows for player in players), columns.FLAG),
    )
