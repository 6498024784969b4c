"""A group of options: how a report is imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ops.cli.app import option
from ops.commands.typed_values import facts_given, rounds_given
from ops.tournaments.import_meanings import MEANINGS, DateOrder, Form

if TYPE_CHECKING:
    from ledger.intake.import_report.options import ImportOptions


@Parameter(name="*")
@dataclass(frozen=True)
class Importing:
    """Options of an import: tournament and part, entrants, format and facts."""

    pool: Annotated[tuple[str, ...], option(MEANINGS["pool"])] = ()
    of: Annotated[str | None, option(MEANINGS["of"])] = None
    replaces: Annotated[str | None, option(MEANINGS["replaces"])] = None
    part: Annotated[int | None, option(MEANINGS["part"])] = None
    last_part: Annotated[bool, option(MEANINGS["last_part"])] = False
    rounds: Annotated[str | None, option(MEANINGS["rounds"])] = None
    by_month: Annotated[bool, option(MEANINGS["by_month"])] = False
    number_scheme: Annotated[str | None, option(MEANINGS["number_scheme"])] = None
    register_new: Annotated[bool, option(MEANINGS["register_new"])] = False
    another_event: Annotated[bool, option(MEANINGS["another_event"])] = False
    map_: Annotated[
        Path | None, option("a CSV file of entrants and players (number,name,player)", name="--map")
    ] = None
    write_map: Annotated[
        Path | None, option("write this file to be filled in, if identities are not clear")
    ] = None
    form: Annotated[Form, option(MEANINGS["form"])] = "auto"
    date_order: Annotated[DateOrder | None, option(MEANINGS["date_order"])] = None
    set_: Annotated[tuple[str, ...], option(MEANINGS["set"], name="--set")] = ()

    def options(self) -> ImportOptions:
        """Return the options for the import. Raises Refused for rounds, facts or a large map."""
        from ledger.intake.files import read
        from ledger.intake.import_report.options import ImportOptions

        return ImportOptions(
            pools=self.pool,
            of=self.of,
            replaces=self.replaces,
            part=self.part,
            last_part=self.last_part,
            rounds=rounds_given(self.rounds),
            by_month=self.by_month,
            number_scheme=self.number_scheme,
            register_new=self.register_new,
            another_event=self.another_event,
            decisions=read(self.map_) if self.map_ else b"",
            map_file=str(self.map_ or ""),
            form=self.form,
            date_order=self.date_order or "",
            facts=facts_given(self.set_),
        )
