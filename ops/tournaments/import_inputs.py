"""How a report is taken: the inputs of an import at every door."""

from typing import TYPE_CHECKING, Annotated, Literal

from ledger import limits
from ops.doors.declare import Asked
from ops.doors.fields import Text, means, served
from ops.doors.uploads import Upload

if TYPE_CHECKING:
    from ledger.intake.import_report.options import ImportOptions


class ImportInputs(Asked, frozen=True, kw_only=True):
    """Tournament and part, entrants, format and facts of a report."""

    pool: Annotated[
        tuple[Text, ...],
        means("the pool a new tournament counts for; repeat for more", ["fide-standard"]),
    ] = ()
    of: Annotated[Text | None, means("the tournament announced or begun before, e.g. T-000003")] = (
        None
    )
    replaces: Annotated[
        Text | None, means("replace the report of this tournament, e.g. T-000003")
    ] = None
    part: Annotated[
        int | None,
        means("number of the part of a long report, from 1, where the pools take parts"),
        served(ge=1, le=limits.REPORT_PARTS),
    ] = None
    last_part: Annotated[bool, means("no part follows")] = False
    rounds: Annotated[Text | None, means("take only these rounds out of the file, e.g. 5-9")] = None
    by_month: Annotated[
        bool, means("divide a whole file into a part for each month of its rounds")
    ] = False
    number_scheme: Annotated[
        Text | None,
        means("the body of the printed numbers: fide, fid …; by default by the format"),
    ] = None
    register_new: Annotated[bool, means("register entrants the register does not know")] = False
    another_event: Annotated[
        bool,
        means("it is another event than the recorded tournament that it is equal to or like"),
    ] = False
    map: Annotated[
        Upload | None, means("a CSV file of entrants and players (number,name,player)")
    ] = None
    form: Annotated[
        Literal["auto", "trf", "tdf", "cross-table"], means("the format of the file")
    ] = "auto"
    date_order: Annotated[
        Literal["ymd", "dmy"] | None, means("the order of dates with two digits of the year")
    ] = None
    set: Annotated[
        tuple[Text, ...],
        means(
            "a fact missing from the file, as key=value; repeat for more",
            ["received_on=2025-09-09"],
        ),
    ] = ()

    def options(self) -> "ImportOptions":
        """Return the options of the import. Raises Refused for rounds, facts or a large map."""
        from ledger.intake.import_report.options import ImportOptions
        from ops.commands.typed_values import facts_given, rounds_given

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
            decisions=self.map.read(limits.DOCUMENT_BYTES) if self.map else b"",
            map_file=(self.map.path or self.map.name) if self.map else "",
            form=self.form,
            date_order=self.date_order or "",
            facts=facts_given(self.set),
        )
