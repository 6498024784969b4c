"""The arguments with which a report file was read, kept so that it can be read again."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ledger.events import base
from ledger.events.base import Id, Number

_Fact = Annotated[str, Meta(max_length=200)]


class FileReading(base.Structure, frozen=True, kw_only=True):
    """The arguments of the import. The file read with the same arguments gives the report again."""

    form: Literal["auto", "trf", "tdf", "cross-table"] = "auto"
    scheme: Annotated[Id, Meta(description="the body whose numbers the file prints")] = "fide"
    points: Annotated[
        Literal["1-½-0", "2-1-0", "ignore"] | None, Meta(description="how wins count, by hand")
    ] = None
    date_order: Literal["", "ymd", "dmy"] = ""
    given: Annotated[
        dict[Id, _Fact], Meta(description="facts given by hand in place of the file's, by name")
    ] = msgspec.field(default_factory=dict)
    announced: Annotated[
        dict[Id, _Fact], Meta(description="announced facts, for what the file leaves out")
    ] = msgspec.field(default_factory=dict)
    rounds: Annotated[
        tuple[Number, Number] | None, Meta(description="first and last round taken of the file")
    ] = None
    by_month: Annotated[bool, Meta(description="the part is one month of the file")] = False
    decided: Annotated[
        base.NumberColumn,
        Meta(description="rows of entrants whose player a person decided, 4 digits each"),
    ] = ""
