"""Events of the streams `external-B-L`: whole lists of other bodies."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger import columns
from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Count, Digest, Fact, Id, Number
from ledger.sentences import Sentence


class ExternalListRecorded(Fact, frozen=True, kw_only=True):
    """A whole list of another body: the rows of registered players.

    Only a whole list proves absence: a player registered by then who has no row is not on it. The
    rows of everybody else are kept as a document, in which players registered later are looked up
    (ExternalListSearched). `values` are columns by name: `standard`, `rapid`, `blitz` or `rating`,
    and with `_k`, `_games` behind such a name the K and the games of the period; `inactive` is 1 or
    0. A rating of 0 is none.
    """

    TYPE = "external-list-recorded.v1"
    STREAM = "external-{fact.body}-{fact.list}"
    DAY = "list_date"
    DOCUMENT = ("others", "list-rows")

    body: Annotated[Id, Meta(description="whose list, e.g. fide")]
    list: Annotated[Id, Meta(description="which list of theirs, e.g. 2026-09")]
    list_date: date
    file: Annotated[Digest, Meta(description="the file as received; it is not kept")]
    file_rows: Annotated[Count, Meta(description="players on the whole list")]
    player: base.PlayerColumn
    values: Annotated[dict[Id, str], Meta(description="columns by name, 4 digits a player")]
    part: Number = 1
    last_part: Annotated[bool, Meta(description="the list is whole from this part on")] = True
    others: Annotated[Digest | None, Meta(description="rows of unregistered players")] = None

    def __post_init__(self) -> None:
        _check_rows(self)


class LaterRows(Fact, frozen=True, kw_only=True):
    """Rows of players on a recorded list, known after the recording."""

    STREAM = "external-{fact.body}-{fact.list}"

    body: Annotated[Id, Meta(description="whose list, e.g. fide")]
    list: Annotated[Id, Meta(description="which list of theirs, e.g. 2026-09")]
    player: base.PlayerColumn
    values: Annotated[dict[Id, str], Meta(description="columns by name, 4 digits a player")]

    def __post_init__(self) -> None:
        _check_rows(self)


class ExternalListSearched(LaterRows, frozen=True, kw_only=True):
    """Players of a tournament looked up by number among the rows kept of unregistered players.

    A player registered after the list was recorded who has no row is not on it either.
    """

    TYPE = "external-list-searched.v1"

    listed: Annotated[
        base.FlagColumn,
        Meta(description="1: on the list, 0: not on it, one digit a player"),
    ]

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.listed.strip("01"):
            raise BadEvent(
                Sentence("column '{column}' must hold 1 or 0 for each player", column="listed")
            )


class ExternalListCompleted(LaterRows, frozen=True, kw_only=True):
    """Rows on a recorded list of another body, of players registered after the recording."""

    TYPE = "external-list-completed.v1"


def _check_rows(fact: ExternalListRecorded | LaterRows) -> None:
    widths = {name: (text, columns.NUMBER) for name, text in fact.values.items()}
    columns.row_count({"player": (fact.player, columns.PLAYER), **widths})
    base.players(fact)
    if not fact.values:
        raise BadEvent(Sentence("a list has at least one column of values"))
