"""The event of a sealed list that corrected code computes otherwise, of the streams `pool-P`."""

from typing import Annotated

from msgspec import Meta

from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Digest, Name, Number, PoolFact
from ledger.events.pool import Period
from ledger.sentences import Sentence


class DeviationRecorded(PoolFact, frozen=True, kw_only=True):
    """Corrected code computes a sealed list otherwise; the sealed list stays official.

    `sealed` and `recomputed` hold the list's own rows, all of one width, blank where there is none.
    There are no rows where only the record behind the list, or the state after it, comes out
    otherwise: `record_digest` and `state_digest` are those that hold from now on.
    """

    TYPE = "deviation-recorded.v1"

    period: Period
    printing: Number = 1
    player: base.PlayerColumn
    sealed: Annotated[str, Meta(description="rows as sealed, without line ends")]
    recomputed: Annotated[str, Meta(description="the same rows as they come out now")]
    record_digest: Annotated[
        Digest | None, Meta(description="of the record behind the list, as computed now")
    ] = None
    state_digest: Annotated[
        Digest | None, Meta(description="of the state after the list, as computed now")
    ] = None
    cause: Annotated[Name, Meta(description="what was wrong with the code that sealed the list")]
    part: Number = 1
    last_part: Annotated[bool, Meta(description="nothing is accepted before the last part")] = True

    def __post_init__(self) -> None:
        rows = base.players(self)
        if not rows and not self.sealed + self.recomputed:
            self._check_digests()
            return
        width = len(self.sealed) // max(rows, 1)
        printable = f"{self.sealed}{self.recomputed}"
        if not width or len(printable) != 2 * rows * width:
            raise BadEvent(
                Sentence(
                    "the rows of the closed list and the recomputed rows must have one width: "
                    "{players} players",
                    players=rows,
                )
            )
        if not (printable.isascii() and printable.isprintable()):
            raise BadEvent(Sentence("rows of a list are printable ASCII"))
        for at in range(0, len(self.sealed), width):
            if self.sealed[at : at + width] == self.recomputed[at : at + width]:
                raise BadEvent(
                    Sentence(
                        "row {row} of the closed list is the same as the recomputed row",
                        row=at // width + 1,
                    )
                )

    def is_of_state_only(self) -> bool:
        """Whether the list and its record stay as sealed."""
        return not self.player and self.record_digest is None

    def _check_digests(self) -> None:
        if self.record_digest is None and self.state_digest is None:
            raise BadEvent(
                Sentence(
                    "a deviation without rows names the recomputed record or the recomputed state"
                )
            )
