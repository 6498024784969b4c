"""Other values of the numbers of an edition, as supposed: each of the kind that the rules state."""

import re
from typing import Any, Final

from ledger.errors import Refused
from ledger.sentences import NO_SENTENCE, Input, Sentence
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
        raise Refused(
            Sentence(
                "number {number} ({article}, {unit}): found {found}, expected {expected}",
                number=number.name,
                article=number.article,
                unit=number.unit,
                found=f"{value!r:.40}",
                expected=_with_example(number, expected),
            ),
            code="value-wrong",
            field="number",
            found=value,
            expected=expected,
        )


def _with_example(number: Number, expected: Sentence) -> Sentence:
    if not _is_single(number.stated):
        return expected
    example = f"{number.name}={number.stated}"
    return Sentence("{expected}, as {example}", expected=expected, example=example)


def _expected(number: Number, value: Any) -> Sentence:
    """Return what is expected in place of a value; none: the value fits."""
    stated = number.stated
    if not _is_single(stated):
        return Sentence(
            "nothing else: a table or a list is supposed with another edition ({input})",
            input=Input("edition"),
        )
    if isinstance(stated, int):
        fits = isinstance(value, int) and 0 <= value <= _LARGEST
        whole = Sentence("a whole number from 0 to {largest}", largest=_LARGEST)
        return NO_SENTENCE if fits else whole
    if "/" in stated:
        return NO_SENTENCE if _SHARE.fullmatch(str(value)) else Sentence("a share")
    words = _OR.split(number.unit)
    fits = stated not in words or value in words
    return NO_SENTENCE if fits else Sentence("one of the words {words}", words=number.unit)


def _is_single(stated: Any) -> bool:
    return isinstance(stated, int | str)
