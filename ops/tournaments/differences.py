"""Differences between two reports of a tournament, in words."""

from collections.abc import Iterator, Sequence
from typing import Final

from ledger.intake.import_report.comparing import Difference, Pairing
from ledger.register import identities

_FIELDS: Final = {
    "points_halves": "points",
    "reported_number": "number of a federation",
    "birth": "date of birth",
    "start": "first day",
    "end": "last day",
    "national": "national number and rating",
    "initial_colour": "first colour",
}
"""Fields whose names people would not know."""


def changed_lines(differences: Sequence[Difference], ended: Sequence[int]) -> Iterator[str]:
    """Yield the differences, and the corrections that end with the replaced report."""
    for difference in differences:
        yield difference_words(difference)
    for position in ended:
        yield f"the correction #{position} ends with the report it corrected"


def difference_words(difference: Difference) -> str:
    """Return the wording of a difference between two reports."""
    number, before, after = difference.number, difference.before, difference.after
    where = f"round {difference.round}, " if difference.round else ""
    about, _, change = difference.kind.partition("-")
    if about == "entrant":
        return f"entrant {number} {difference.what}: {change}"
    if about in ("game", "bye"):
        return f"{where}{_side(after if change == 'added' else before, number)}: {change}"
    match change:
        case "person":
            was, now = _player(before), _player(after)
            return f"entrant {number} {difference.what}: another person, was {was}, is {now}"
        case "words" | "detail":
            at = f"entrant {number}, " if change == "words" else where
            field = _FIELDS.get(difference.what, difference.what.replace("_", " "))
            was, now = _value(difference.what, before), _value(difference.what, after)
            return f"{at}{field}: was {was}, is {now}"
    return f"{where}other {change}: was {_side(before, number)}, is {_side(after, number)}"


def _player(player: object) -> str:
    return identities.show(player) if isinstance(player, int) else "nobody"


def _value(what: str, value: object) -> str:
    if value is None:
        return "nothing"
    return f"{int(str(value)) / 2:.1f}" if what == "points_halves" else str(value)


def _side(side: object, number: int) -> str:
    if isinstance(side, Pairing):
        return f"{side.white}-{side.black} {side.white_result}:{side.black_result}"
    return f"bye {side} of {number}"
