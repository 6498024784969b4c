"""Differences between two reports of a tournament, as sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ledger.intake.import_report.comparing import Difference, Kind, Pairing
from ledger.register import identities
from ledger.sentences import Figures, Position, Sentence, Value, plain

_FIELDS: Final = {
    "birth": Sentence("date of birth"),
    "chief_arbiter": Sentence("chief arbiter"),
    "day": Sentence("day"),
    "deputies": Sentence("deputy arbiters"),
    "end": Sentence("last day"),
    "federation": Sentence("federation"),
    "initial_colour": Sentence("first colour"),
    "name": Sentence("name"),
    "national": Sentence("national number and rating"),
    "other records": Sentence("other records"),
    "points_halves": Sentence("points"),
    "rank": Sentence("rank"),
    "rating": Sentence("rating"),
    "reported_number": Sentence("number of a federation"),
    "rounds": Sentence("rounds"),
    "rounds announced": Sentence("rounds announced"),
    "scoring": Sentence("scoring"),
    "sex": Sentence("sex"),
    "start": Sentence("first day"),
    "teams": Sentence("teams"),
    "time_control": Sentence("time control"),
    "title": Sentence("title"),
}

_SAYS: Final[Mapping[Kind, Sentence]] = {
    "entrant-added": Sentence("entrant {number} {what}: added"),
    "entrant-gone": Sentence("entrant {number} {what}: gone"),
    "other-person": Sentence("entrant {number} {what}: another person, was {before}, is {after}"),
    "other-words": Sentence("entrant {number}, {what}: was {before}, is {after}"),
    "other-detail": Sentence("{what}: was {before}, is {after}"),
    "game-added": Sentence("round {round}, {after}: added"),
    "game-gone": Sentence("round {round}, {before}: gone"),
    "other-colours": Sentence("round {round}, other colours: was {before}, is {after}"),
    "other-result": Sentence("round {round}, other result: was {before}, is {after}"),
    "bye-added": Sentence("round {round}, {after}: added"),
    "bye-gone": Sentence("round {round}, {before}: gone"),
    "other-bye": Sentence("round {round}, other bye: was {before}, is {after}"),
}
_OF_ROUND: Final = Sentence("round {round}, {what}: was {before}, is {after}")


def changes(differences: Sequence[Difference], ended: Sequence[int]) -> Iterator[Sentence]:
    """Yield the differences, and the corrections that end with the replaced report."""
    yield from map(difference, differences)
    for position in ended:
        yield Sentence(
            "the correction {correction} ends with the report it corrected",
            correction=Position(position),
        )


def difference(of: Difference) -> Sentence:
    """Return a difference between two reports."""
    says = _OF_ROUND if of.kind == "other-detail" and of.round else _SAYS[of.kind]
    is_field = of.kind in ("other-words", "other-detail")
    values: dict[str, Value] = {
        "number": of.number,
        "round": of.round,
        "what": _FIELDS[of.what] if is_field else of.what,
        "before": _side(of, of.before),
        "after": _side(of, of.after),
    }
    return says.about(**{name: values[name] for name in values if f"{{{name}}}" in says.template})


def _side(of: Difference, side: Pairing | str | int | None) -> Value:
    if isinstance(side, Pairing):
        return f"{side.white}-{side.black} {side.white_result}:{side.black_result}"
    if of.kind == "other-person":
        return identities.show(side) if isinstance(side, int) else Sentence("nobody")
    if side is None:
        return Sentence("nothing")
    if of.kind in ("bye-added", "bye-gone", "other-bye"):
        return Sentence("bye {code} of {number}", code=str(side), number=of.number)
    return Figures(f"{int(side) / 2:.1f}") if of.what == "points_halves" else plain(str(side))
