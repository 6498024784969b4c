"""Events of the stream `register`: the players, without their names.

Names and numbers of other bodies lie in erasable tables; the event holds a commitment to them. An
erasure names the rows that may be missing beside the events.
"""

from datetime import date
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from ledger import columns
from ledger.errors import BadEvent
from ledger.events import base
from ledger.events.base import Article, By, Digest, Fact, Number
from ledger.sentences import Sentence

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
_HEX: Final = "0123456789abcdef"


class _RegisterFact(Fact, frozen=True, kw_only=True):
    """A fact about persons of the register, a row each."""

    STREAM = "register"
    OTHERWISE: ClassVar[str] = ""
    """A letter for what stays as it was, where an event has one."""

    def __post_init__(self) -> None:
        rows = base.players(self)
        base.letters(self, rows, _LETTERS + self.OTHERWISE, columns.FEDERATION, "federation")
        base.letters(self, rows, _HEX, columns.COMMITMENT, "commitment")
        if "sex" in self.__struct_fields__:
            base.letters(self, rows, "mw-" + self.OTHERWISE, 1, "sex")


class PlayersRegistered(_RegisterFact, frozen=True, kw_only=True):
    """Persons enter the register; a row for each player, addressed `position#row`."""

    TYPE = "players-registered.v1"

    player: base.PlayerColumn
    birth_year: base.YearColumn
    sex: base.SexColumn
    federation: base.FederationColumn
    commitment: base.CommitmentColumn


class PlayerDetailsChanged(_RegisterFact, frozen=True, kw_only=True):
    """Details of players changed from a day on: numbers, names, federations."""

    TYPE = "player-details-changed.v1"
    OTHERWISE = "*"
    DAY = "on"

    on: date
    player: base.PlayerColumn
    federation: Annotated[base.FederationColumn, Meta(description="***: not corrected")]
    commitment: base.CommitmentColumn


class PlayerDetailsCorrected(_RegisterFact, frozen=True, kw_only=True):
    """Details of players were wrong from the start."""

    TYPE = "player-details-corrected.v1"
    OTHERWISE = "*"

    player: base.PlayerColumn
    birth_year: Annotated[base.YearColumn, Meta(description="9999: not corrected")]
    sex: Annotated[str, Meta(description="one letter each: m, w, - (unknown) or * (not corrected)")]
    federation: Annotated[base.FederationColumn, Meta(description="***: not corrected")]
    commitment: base.CommitmentColumn
    by: By
    article: Article | None = None


class PlayersMerged(Fact, frozen=True, kw_only=True):
    """Two players of the register are one person: one number stays, the other leads to it."""

    TYPE = "players-merged.v1"
    STREAM = "register"

    kept: Annotated[Number, Meta(description="register number that stays")]
    merged: Annotated[Number, Meta(description="register number that leads to it from now on")]
    by: By
    article: Article | None = None

    def __post_init__(self) -> None:
        if self.kept == self.merged:
            raise BadEvent(
                Sentence("player {player} cannot be merged into themselves", player=self.kept)
            )


class PlayersSeparated(Fact, frozen=True, kw_only=True):
    """A merge was a mistake: the two players are two persons again.

    The envelope's `supersedes` names the merge.
    """

    TYPE = "players-separated.v1"
    STREAM = "register"

    merge: Annotated[base.Count, Meta(description="position of the merge")]
    kept: Annotated[Number, Meta(description="register number that the merge kept")]
    merged: Annotated[Number, Meta(description="register number that is a player again")]
    by: By
    article: Article | None = None


class ErasedNames(base.Structure, frozen=True, kw_only=True):
    """Entrants of a report whose names in the file were deleted."""

    report: Annotated[base.Count, Meta(description="position of the report")]
    entrant: Annotated[base.NumberColumn, Meta(description="rows of entrants, 4 digits each")]


class PersonalDataErased(Fact, frozen=True, kw_only=True):
    """Words about persons were deleted: the commitments to these words can no longer be opened.

    Every deleted row is named; any other row missing beside the events is a fault.
    """

    TYPE = "personal-data-erased.v1"
    STREAM = "register"

    player: Annotated[
        base.PlayerColumn,
        Meta(description="players whose words and numbers were deleted, 8 digits each"),
    ] = ""
    names: tuple[ErasedNames, ...] = ()
    notes: Annotated[
        tuple[base.Count, ...], Meta(description="positions of events whose note was deleted")
    ] = ()
    documents: Annotated[
        tuple[Digest, ...], Meta(description="reports and rows of lists whose bytes were emptied")
    ] = ()
    slips: Annotated[
        tuple[Number, ...], Meta(description="numbers of import slips that were deleted")
    ] = ()
    by: By
    article: Article | None = None

    def __post_init__(self) -> None:
        base.digits(self, "player")
        for names in self.names:
            if not base.digits(names, "entrant"):
                raise BadEvent(
                    Sentence("names of report {report}: no entrant is named", report=names.report)
                )
            _check_order("entrant", columns.read(names.entrant, columns.NUMBER).tolist())
        named: dict[str, list[Any]] = {
            "player": columns.read(self.player, columns.PLAYER).tolist(),
            "names": [name.report for name in self.names],
            "notes": list(self.notes),
            "documents": list(self.documents),
            "slips": list(self.slips),
        }
        if not any(named.values()):
            raise BadEvent(Sentence("an erasure names what was erased: {fields}", fields=[*named]))
        for word, keys in named.items():
            _check_order(word, keys)


def _check_order(word: str, keys: list[Any]) -> None:
    if any(before >= after for before, after in pairwise(keys)):
        raise BadEvent(
            Sentence("{field}: values must be in increasing order, without repetition", field=word)
        )
