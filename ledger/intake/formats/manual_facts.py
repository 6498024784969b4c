"""Facts given by hand, `--set key=value`; ids, schemes and pools named by a caller."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Final, NamedTuple

from ledger.expected import one_of
from ledger.intake.formats.dates import day_of
from ledger.intake.formats.header import A_FACT, CORRECT_FACT
from ledger.intake.formats.header import BY_HAND as IN_FILES
from ledger.intake.formats.problems import (
    A_DAY,
    LONGEST_VALUE,
    Place,
    Problems,
    by_hand,
    one_out_of,
    option,
    setting,
)
from ledger.intake.formats.rows import CORRECT_IT
from ledger.intake.formats.scoring import SCORINGS
from ledger.intake.formats.text import INSTEAD, seen
from ledger.register import identities
from ledger.sentences import Sentence
from ledger.store.reading import Reader
from ledger.store.requests import NO_STREAM

_DAY: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WHOLE: Final = re.compile("[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class ManualFacts:
    """Facts given by hand, never in files; None and False where not given."""

    received_on: date | None = None
    registered_on: date | None = None
    pairing_system: str | None = None
    hybrid: bool = False
    online: bool = False
    official_event: bool = False
    norms_possible: bool = False
    announced_as_rated: bool = False
    match_games: int | None = None
    weight: str = "1"
    points: str | None = None
    event_start: date | None = None
    """First day of a tournament reported in parts."""
    event_end: date | None = None
    unrated: tuple[str, ...] = ()
    """Start numbers of entrants to count as unrated in spite of printed ratings; or `all`."""


_PERCENT: Final = re.compile("([1-9][0-9]{0,2}) ?%")
_SHARE: Final = re.compile("[1-9][0-9]{0,2}(/[1-9][0-9]{0,2})?")
_NUMBERS: Final = re.compile("all|[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*")


def share(text: str) -> str | None:
    """Read the weight of a tournament, a fraction or per cent; in lowest terms."""
    percent = _PERCENT.fullmatch(text)
    if percent:
        return str(Fraction(int(percent[1]), 100))
    return str(Fraction(text)) if _SHARE.fullmatch(text) else None


def _numbers(text: str) -> tuple[str, ...] | None:
    compact = text.replace(" ", "")
    return tuple(compact.split(",")) if _NUMBERS.fullmatch(compact) else None


class _Kind(NamedTuple):
    read: Callable[[str], Any]
    """Returns None for a text that cannot be read."""
    expected: Sentence


_A_DAY: Final = _Kind(
    lambda text: day_of(text) if _DAY.fullmatch(text) else None,
    Sentence("a day {form}", form=A_DAY),
)
_YES_OR_NO: Final = _Kind(
    {"yes": True, "no": False, "true": True, "false": False}.get, one_of(["yes", "no"])
)
_WORDS: Final = _Kind(
    lambda text: text if 0 < len(text) <= LONGEST_VALUE and INSTEAD not in text else None,
    Sentence("text that can be seen, at most {most} characters", most=LONGEST_VALUE),
)
_KINDS: Final = {
    "received_on": _A_DAY,
    "registered_on": _A_DAY,
    "pairing_system": _WORDS,
    "hybrid": _YES_OR_NO,
    "online": _YES_OR_NO,
    "official_event": _YES_OR_NO,
    "norms_possible": _YES_OR_NO,
    "announced_as_rated": _YES_OR_NO,
    "match_games": _Kind(
        lambda text: int(text) if _WHOLE.fullmatch(text) else None,
        Sentence("a number from {least} to {most}", least=1, most=9999),
    ),
    "weight": _Kind(share, Sentence("how much it counts, like 1, 1/2 or 50%")),
    "points": _Kind({text: text for text in SCORINGS}.get, one_out_of([*SCORINGS])),
    "event_start": _A_DAY,
    "event_end": _A_DAY,
    "unrated": _Kind(_numbers, Sentence("start numbers like 3,17, or all")),
}

OF_TOURNAMENT: Final = frozenset(_KINDS) - {"received_on", "points", "unrated"}
"""Keys of facts that the registration of a tournament holds, none of its later reports."""

KNOWN: Final = (*IN_FILES, *_KINDS)
"""Every key that can be given by hand."""


def read_manual_facts(facts: Mapping[str, str], problems: Problems) -> ManualFacts:
    """Read the facts never in files; unknown keys and unreadable values are refused.

    Facts that stand in files too are left to the reader of the file.
    """
    values = {
        key: _value(key, seen(text), problems) for key, text in facts.items() if key not in IN_FILES
    }
    return ManualFacts(**{key: value for key, value in values.items() if value is not None})


def in_files(facts: Mapping[str, str]) -> dict[str, str]:
    """Return the facts given in place of values of the file."""
    return {key: text for key, text in facts.items() if key in IN_FILES}


def _value(key: str, text: str, problems: Problems) -> Any:
    if key not in _KINDS:
        problems.refuse(Place(A_FACT), ascii(key), one_out_of(KNOWN), CORRECT_FACT)
        return None
    value = _KINDS[key].read(text)
    if value is None:
        remedy = Sentence("correct it: {option}", option=option(setting(key)))
        problems.refuse(by_hand(key), text, _KINDS[key].expected, remedy)
    return value


_ID: Final = re.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,99}")


def is_id(text: str) -> bool:
    """Return whether events can hold the text as an id."""
    return _ID.fullmatch(text) is not None


def check_id(what: str, text: str, problems: Problems) -> None:
    """Refuse a text unless an id."""
    if not is_id(text):
        expected = Sentence("ASCII letters and digits, inside also . _ : -, at most 100 characters")
        problems.refuse_once(Place(what), seen(text), expected, CORRECT_IT)


def check_scheme(scheme: str, problems: Problems) -> None:
    """Refuse an unknown scheme of numbers."""
    if not identities.is_scheme(scheme):
        expected = Sentence(
            "a body by its short name, such as {examples}", examples=identities.SCHEME_EXAMPLES
        )
        problems.refuse(Place("number scheme"), seen(scheme), expected, CORRECT_IT)


def check_pool(read: Reader, pool: str, problems: Problems) -> None:
    """Refuse a pool unknown to the ledger; a malformed id was refused before."""
    if is_id(pool) and read.stream_version(f"pool-{pool}") == NO_STREAM:
        remedy = Sentence("correct its name, or open it first")
        problems.refuse_once(Place("pool"), pool, Sentence("a pool of this ledger"), remedy)
