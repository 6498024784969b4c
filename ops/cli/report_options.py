"""Options of an import: tournament and part, entrants, format and facts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from ops.cli.app import option

if TYPE_CHECKING:
    from ledger.intake.import_report.options import ImportOptions


@Parameter(name="*")
@dataclass(frozen=True)
class Meant:
    """Tournament of the report, and part."""

    pool: Annotated[
        tuple[str, ...], option("the pool a new tournament counts for; repeat for more")
    ] = ()
    of: Annotated[str | None, option("the tournament announced or begun before")] = None
    replaces: Annotated[
        str | None, option("replace the report of this tournament, e.g. T-000412")
    ] = None
    part: Annotated[
        int | None,
        option("number of the part of a long report, from 1, where the pools take parts"),
    ] = None
    last_part: Annotated[bool, option("no part follows")] = False
    rounds: Annotated[str | None, option("take only these rounds out of the file, e.g. 5-9")] = None
    by_month: Annotated[
        bool, option("divide a whole file into a part for each month of its rounds")
    ] = False

    def values(self) -> dict[str, Any]:
        """Return the values by the names of `ImportOptions`. Raises Refused for invalid rounds."""
        from ops.cli.intake_words import rounds_given

        return {
            "pools": self.pool,
            "of": self.of,
            "replaces": self.replaces,
            "part": self.part,
            "last_part": self.last_part,
            "rounds": rounds_given(self.rounds),
            "by_month": self.by_month,
        }


@Parameter(name="*")
@dataclass(frozen=True)
class People:
    """Identity of the entrants."""

    number_scheme: Annotated[
        str | None, option("the body of the printed numbers: fide, fid …; by default by the format")
    ] = None
    register_new: Annotated[bool, option("register entrants the register does not know")] = False
    map_: Annotated[
        Path | None, option("a CSV file of entrants and players (number,name,player)", name="--map")
    ] = None
    write_map: Annotated[
        Path | None, option("write this file to be filled in, if identities are not clear")
    ] = None

    def values(self) -> dict[str, Any]:
        """Return the values by the names of `ImportOptions`. Raises LimitExceeded for the map."""
        from ledger.intake.files import read

        return {
            "number_scheme": self.number_scheme,
            "register_new": self.register_new,
            "decisions": read(self.map_) if self.map_ else b"",
            "map_file": str(self.map_ or ""),
        }


@Parameter(name="*")
@dataclass(frozen=True)
class Written:
    """Format of the file, and facts missing from it."""

    form: Annotated[
        Literal["auto", "trf", "tdf", "cross-table"], option("the format of the file")
    ] = "auto"
    date_order: Annotated[
        Literal["ymd", "dmy"] | None, option("the order of dates with two digits of the year")
    ] = None
    set_: Annotated[
        tuple[str, ...],
        option("a fact missing from the file, as key=value; repeat for more", name="--set"),
    ] = ()

    def values(self) -> dict[str, Any]:
        """Return the values by the names of `ImportOptions`. Raises Refused for invalid facts."""
        from ops.cli.intake_words import facts_given

        return {
            "form": self.form,
            "date_order": self.date_order or "",
            "facts": facts_given(self.set_),
        }


def import_options(meant: Meant, people: People, written: Written, by: str) -> ImportOptions:
    """Return the options of an import."""
    from ledger.intake.import_report.options import ImportOptions

    return ImportOptions(**meant.values(), **people.values(), **written.values(), recorded_by=by)
