"""A calculation that stands in a file: rules calculate-file."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from ledger.errors import Refused
from ops.cli import output
from ops.cli.app import app, option


@app["rules"].command
def calculate_file(
    file: Annotated[Path, option("the calculation, a JSON document")],
    *,
    form: Annotated[
        Literal["table", "json"], Parameter(name="--format"), option("table or json")
    ] = "table",
) -> None:
    """Calculate what a JSON document asks for: tournaments with days and ratings of their own.

    The answer of `rules calculate` holds its question as such a document, under `asked`.

    Example: ledger rules calculate-file calculation.json
    """
    import msgspec

    from ledger.clock import MachineClock, today
    from ops.answers.calculator import calculated, decoded
    from ops.explanations.text import lines_of_calculation

    try:
        asked = decoded(file.read_bytes())
    except msgspec.DecodeError as error:  # malformed, or not as the question is
        raise Refused(f"{file}: {error}", code="value-wrong", field="file") from error
    found = calculated(asked, today(MachineClock(), "UTC"))
    if form == "json":
        output.document(found)
    else:
        for line in lines_of_calculation(found):
            output.say(line.rstrip())
