"""Shared inputs of lists in files: the file, the layout, the list compared with."""

from typing import TYPE_CHECKING, Annotated, Literal

from ops.doors.declare import Asked
from ops.doors.fields import Period, Pool, Text, means
from ops.doors.uploads import ANY_BYTES, Upload

if TYPE_CHECKING:
    from ledger.intake.formats.rating_list.reading import Written

Detail = Literal["name", "federation", "title", "women-title", "other-titles", "online-title"]
"""Details of a person that a list tells and the register can take from it."""

ListFile = Annotated[Upload, means("the list as it was received"), ANY_BYTES]
Issuer = Annotated[
    Text, means("the body that issues it, by a short name that stays, e.g. fide", "fide")
]
ListOfBody = Annotated[Text, means("which of its lists, e.g. 2026-09", "2025-11")]


class WrittenList(Asked, frozen=True, kw_only=True):
    """A list in a file, and how it is written."""

    file: ListFile
    form: Annotated[
        Literal["auto", "fide", "fide-xml", "csv"],
        means("fixed width, XML or CSV, each also in a .zip; auto: by its beginning"),
    ] = "auto"
    number_scheme: Annotated[Text, means("the body of the numbers: fide or fid")] = "fide"
    kind: Annotated[
        Literal["standard", "rapid", "blitz"] | None,
        means("the rating to take from a combined list; the kind of any other list"),
    ] = None
    column: Annotated[
        tuple[Text, ...],
        means(
            "for CSV, each as FIELD=HEADING: number, name, first_name, federation, sex, "
            "birth_year, title, flag, inactive, rating, rating_k, rating_games; for rating also "
            "standard, rapid, blitz"
        ),
    ] = ()
    month_as_given: Annotated[
        bool, means("take the list for the month asked for, although its heading names another")
    ] = False

    def written(self) -> "Written":
        """Return the options for the reader. Raises Refused for a column without a heading."""
        from ledger.intake.formats.rating_list.reading import Written
        from ops.commands.typed_values import columns_given

        columns = columns_given(self.column)
        return Written(self.form, self.number_scheme, self.kind or "", columns, self.month_as_given)


class Compared(WrittenList, frozen=True, kw_only=True):
    """A closed list of ours, and that of another body in a file."""

    pool: Pool
    period: Period
    issuer: Annotated[Text, means("the body, by the name of its recorded lists")] = "fide"
    federation: Annotated[
        Text | None, means("of players missing on our list show only this federation")
    ] = None
