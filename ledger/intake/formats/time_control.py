"""The time control: TRF26's record 222 (encoded), record 122 (free text), or given by hand.

Reading `seconds_or_minutes`: record 222 counts in seconds, and free text in minutes. `60`, `120+1`
or `90+30` would be another class in each, and in record 222 people write both: there a number of
less than three minutes in seconds is not taken. What record 122 says holds, or it is asked for.
What a person gives by hand is read as record 222 is, and refused there.
"""

import re
from typing import Final

from ledger.intake.formats.problems import LONGEST_VALUE, Problems, Value, option, setting
from ledger.sentences import Sentence

# Seconds, with moves before and increment behind: 5400, 40/6000, 5400+30, 40/6000+30.
_PERIOD: Final = r"([0-9]{1,3}/)?[0-9]{1,6}([+][0-9]{1,4})?"
_PERIODS: Final = f"{_PERIOD}(:{_PERIOD})*"
_ENCODED: Final = re.compile(f"{_PERIODS}|W{_PERIODS}-B{_PERIODS}")

_BARE: Final = re.compile(r"([0-9]+)([+][0-9]+)?")
_LEAST_SECONDS: Final = 180
"""Three minutes: a smaller number may be of minutes."""

EXPECTED: Final = Sentence("seconds like 5400+30, 40/6000+30:900+30 or W300-B240")


def is_encoded(text: str) -> bool:
    """Return whether a text is a period or several, for both sides or for each side."""
    return _ENCODED.fullmatch(text) is not None


def in_seconds(minutes: str) -> str:
    """Return a time control in minutes, `120+1`, in the form of record 222: `7200+1`."""
    base, plus, increment = minutes.partition("+")
    return f"{60 * int(base)}{plus}{increment}"


def may_be_minutes(text: str) -> bool:
    """Return whether the numbers may be minutes as well as seconds."""
    bare = _BARE.fullmatch(text)
    return bare is not None and int(bare[1]) < _LEAST_SECONDS


def check_by_hand(value: Value, problems: Problems) -> None:
    """Refuse a time control given by hand that may be in minutes."""
    if may_be_minutes(value.text):
        answer = setting("time_control", in_seconds(value.text))
        remedy = Sentence(
            "if these are minutes, give it in seconds: {option}", option=option(answer)
        )
        problems.refuse(*value, EXPECTED, remedy, answer)


def encoded_or_printed(encoded: Value, printed: Value, problems: Problems) -> Value:
    """Return the time control of record 222 (`encoded`) or, where its unit is unclear, `printed`.

    `printed` is the text of record 122, else the announced one.
    """
    if may_be_minutes(encoded.text):
        answer = setting("time_control", in_seconds(encoded.text))
        remedy = Sentence("it was not kept: give it, as {option}", option=option(answer))
        if printed.text:
            answer = ()
            remedy = Sentence(
                "as {field} says, {text} was kept",
                field=printed.place.field,
                text=ascii(printed.text),
            )
        problems.warn(*encoded, Sentence("seconds, of which a game has 180"), remedy, answer)
        return printed
    if not is_encoded(encoded.text) and len(encoded.text) <= LONGEST_VALUE:
        remedy = Sentence(
            "it was kept as it is; correct it or give it: {option}",
            option=option(setting("time_control")),
        )
        problems.warn(*encoded, EXPECTED, remedy)
    return encoded
