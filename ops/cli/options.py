"""Groups of options: how a list is written, which players are shown, how a report is imported."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from ops.cli.app import option
from ops.commands.import_meanings import MEANINGS, DateOrder, Form
from ops.commands.typed_values import columns_given, facts_given, rounds_given

if TYPE_CHECKING:
    from ledger.intake.formats.rating_list.reading import Written
    from ledger.intake.import_report.options import ImportOptions


@Parameter(name="*")
@dataclass(frozen=True)
class AsWritten:
    """How another body's list is written."""

    form: Annotated[
        Literal["auto", "fide", "fide-xml", "csv"],
        option("fixed width, XML or CSV, each also in a .zip; auto: by its beginning"),
    ] = "auto"
    number_scheme: Annotated[str, option("the body of the numbers: fide or fid")] = "fide"
    kind: Annotated[
        Literal["standard", "rapid", "blitz"] | None,
        option("the rating to take from a combined list; the kind of any other list"),
    ] = None
    column: Annotated[
        tuple[str, ...],
        option(
            "for CSV, each as FIELD=HEADING: number, name, first_name, federation, sex, "
            "birth_year, title, flag, inactive, rating, rating_k, rating_games; for rating also "
            "standard, rapid, blitz"
        ),
    ] = ()
    month_as_given: Annotated[
        bool, option("take the list for the month asked for, although its heading names another")
    ] = False

    def written(self) -> Written:
        """Return the options for the reader. Raises Refused for a column without a heading."""
        from ledger.intake.formats.rating_list.reading import Written

        columns = columns_given(self.column)
        return Written(self.form, self.number_scheme, self.kind or "", columns, self.month_as_given)


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
