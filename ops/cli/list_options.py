"""Options for the file of another body's list: form, numbers, kind, columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from ops.cli.app import option

if TYPE_CHECKING:
    from ledger.intake.formats.rating_list.reading import Written


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
        from ops.cli.intake_words import columns_given

        columns = columns_given(self.column)
        return Written(self.form, self.number_scheme, self.kind or "", columns, self.month_as_given)
