"""Other values of the numbers of an edition, as supposed: each of the kind that the rules state."""

import re
from typing import Any, Final

from ledger.errors import Refused
from projections.rulebooks.engine.numbers import Number

_LARGEST: Final = 999_999_999
_OR: Final = re.compile(",? or ")
_SHARE: Final = re.compile("[0-9]{1,9}(/0*[1-9][0-9]{0,8})?")


def check_kind(number: Number, value: Any) -> None:
    """Raise Refused for a value of another kind than the number has in the rules.

    A whole number stays one, a share such as 1/3 too, and of words the unit names the choice.
    """
    expected = _expected(number, value)
    if expected:
        example = f", as {number.name}={number.stated}" if _is_single(number.stated) else ""
        raise Refused(
            f"number {number.name} ({number.article}, {number.unit}): found {value!r:.40}, "
            f"expected {expected}{example}",
            code="value-wrong",
            field="number",
            found=value,
            expected=expected,
        )


def _expected(number: Number, value: Any) -> str:
    """Return what is expected in place of a value; empty: the value fits."""
    stated = number.stated
    if not _is_single(stated):
        return "nothing else: a table or a list is supposed with another edition (--edition)"
    if isinstance(stated, int):
        fits = isinstance(value, int) and 0 <= value <= _LARGEST
        return "" if fits else f"a whole number from 0 to {_LARGEST}"
    if "/" in stated:
        return "" if _SHARE.fullmatch(str(value)) else "a share"
    words = _OR.split(number.unit)
    return "" if stated not in words or value in words else f"one of the words {number.unit}"


def _is_single(stated: Any) -> bool:
    return isinstance(stated, int | str)
