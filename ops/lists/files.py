"""A list as a file, and the ETag of a closed list."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ledger.errors import Refused
from ledger.sentences import Position, Sentence
from ops.access.personal_data import hidden_from
from ops.answers.clocks import BeforeTheLedger
from ops.answers.persons import register_version
from ops.answers.rating_lists import basis
from ops.commands import export_list
from ops.doors.declare import Chunks, Form
from projections.official import version

if TYPE_CHECKING:
    from ops.doors.inputs import OfList
    from ops.house import House


def list_file(house: "House", asked: "OfList", form: export_list.Form) -> Chunks:
    """Return a closed list as a file. Raises Refused for the revised track, or another layout."""
    if asked.track != "official":
        raise Refused(
            Sentence("files are of published lists: ask for the rows of the revised list as JSON"),
            code="not-on-this-track",
            field="track",
            found=asked.track,
            expected="official",
        )
    pool, row = asked.chosen(house)
    count = export_list.Count()
    pieces = export_list.pieces(pool, row, form, count)
    return Chunks(pieces, f"{pool.name}-{row.period}.{form}", form, remarks=count.remarks)


def list_tag(house: "House", asked: "OfList", form: Form) -> str | None:
    """Return what identifies a closed list as shown to an actor; None: not known beforehand.

    The document is immutable under its digest. What is shown beside it can change: names and
    details of players, the days of force, categories by decision.
    """
    try:
        pool, row = asked.chosen(house)
    except BeforeTheLedger:
        return None
    if row.number == 0:
        return None
    shown = replace(basis(pool, row), known_to=Position(0))
    changing = (register_version(house), pool.facts.version, version())
    hidden = sorted(personal.what for personal in hidden_from(house.actor))
    return repr((shown, changing, hidden, asked, form))
