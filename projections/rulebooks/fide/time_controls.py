"""Time controls as the FIDE regulations measure them: by the time of a side for 60 moves.

Read are record 222 of TRF26 (`40/6000+30:900+30`, `W300-B240`) and the usual older texts
(`90 min + 30 s/move`, `100'/40 + 15' + 30''`). Times are whole seconds.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from projections.rulebooks.engine.columns import Values

MINUTE: Final = 60
"""Seconds."""

MOVES: Final = 60
"""Moves of the game by which the regulations measure."""

_LEAST_SECONDS: Final = 3 * MINUTE
"""No game is rated with less: a smaller number at the beginning is of minutes."""
_MOST_TEXTS: Final = 4_096


@dataclass(frozen=True, slots=True)
class Period:
    """A period: seconds, moves (0: all remaining), seconds a move."""

    seconds: int
    moves: int = 0
    increment: int = 0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The periods of each side."""

    white: tuple[Period, ...]
    black: tuple[Period, ...]

    @property
    def seconds_on_60(self) -> int:
        """Seconds for 60 moves, of the side with less."""
        return min(_seconds(self.white), _seconds(self.black))

    @property
    def game_seconds(self) -> int:
        """Seconds of a game of 60 moves, of both sides."""
        return _seconds(self.white) + _seconds(self.black)

    @property
    def base_seconds(self) -> int:
        """Seconds of the first 60 moves without increments, of the side with less."""
        return min(_seconds(_plain(side)) for side in (self.white, self.black))

    @property
    def increment_seconds(self) -> int:
        """Seconds added for each move: the least increment of any period."""
        return min(period.increment for period in (*self.white, *self.black))

    @property
    def first_control_moves(self) -> int:
        """Moves to the first control; 0: no number of moves."""
        return self.white[0].moves if len(self.white) > 1 else 0


def _plain(periods: tuple[Period, ...]) -> tuple[Period, ...]:
    return tuple(Period(period.seconds, period.moves) for period in periods)


def _seconds(periods: tuple[Period, ...]) -> int:
    """Return the seconds of a side for 60 moves.

    Reading `time_after_move_60`: a period that begins after move 60 is not counted. Reading
    `increments_in_the_minimum`: the increments of 60 moves are counted with the base time.
    """
    left, seconds = MOVES, 0
    for period in periods:
        moves = min(period.moves or left, left)
        seconds += period.seconds + period.increment * moves
        left -= moves
        if not left:
            break
    return seconds


@lru_cache(maxsize=_MOST_TEXTS)
def time_control(text: str) -> TimeControl | None:
    """Read a time control; None if unreadable."""
    said = text.strip()
    sides = re.fullmatch(r"W(\S+?)-B(\S+)", said)
    if sides:
        white, black = _encoded(sides[1]), _encoded(sides[2])
    else:
        white = black = _encoded(said) or _in_words(said)
    return TimeControl(white, black) if white and black else None


def of_texts(texts: Values, says: Callable[[TimeControl], int]) -> NDArray[np.int64]:
    """Return a value of each time control; 0: unknown or unreadable."""
    found = {text: 0 if (read := time_control(text)) is None else says(read) for text in set(texts)}
    return np.array([found[text] for text in texts], dtype=np.int64)


# ------------------------------------------------------------------------------ record 222 of TRF26

_PERIOD: Final = re.compile(r"(?:([0-9]{1,3})/)?([0-9]{1,6})(?:[+]([0-9]{1,4}))?")


def _encoded(text: str) -> tuple[Period, ...]:
    """Read periods in seconds; none where the text is no such code.

    A first number below 180, as in 90+30, is minutes: see `_in_words`.
    """
    found = [_PERIOD.fullmatch(code) for code in text.split(":")]
    periods = tuple(
        Period(int(found_code[2]), int(found_code[1] or 0), int(found_code[3] or 0))
        for found_code in found
        if found_code
    )
    if len(periods) != len(found) or periods[0].seconds < _LEAST_SECONDS:
        return ()
    return periods


# -------------------------------------------------------------------------------------- older texts

_STRAIGHT: Final = str.maketrans("\u2032\u2019\u2033\u201d", "''\"\"")
"""Typographic marks of minutes and seconds, and the plain ones."""
_BASE: Final = re.compile(
    r"(?:g/)?([0-9]{1,3})\s*(?:minuti|minutes|min\.?|mins|m\b|'(?!')|(?=\s*[+/]|$))"
    r"(?:\s*(?:/|per|for|in)\s*([0-9]{1,3})(?:\s*(?:moves?|mosse))?)?"
)
_HOURS: Final = re.compile(r"([0-9])\s*(?:hours?|ore|ora|h)\s*([0-9]{1,2})?")
_INCREMENT: Final = re.compile(
    r"([0-9]{1,3})\s*(?:seconds?|secondi|secs?\.?|sec\.?|s\b|''|\"|(?=\s*$))"
)


_FOR_EACH_MOVE: Final = re.compile(
    r"\s*(?:/|per|a|al|each|from|dalla)?\s*(?:every |ogni |prima |first )?(?:move|mossa)s?.*$"
)


def _in_words(text: str) -> tuple[Period, ...]:
    """Read a text such as `100 min/40 + 15 min + 30 s/move`; empty if a part is unclear.

    The increment, which stands last, is for every move.
    """
    plain = text.lower().translate(_STRAIGHT)
    parts = [part.strip() for part in re.split(r";\s*[+]|[+;,]", plain)]
    increment = _increment(parts[-1]) if len(parts) > 1 else None
    bases = [_base(part) for part in (parts if increment is None else parts[:-1])]
    if not bases or None in bases:
        return ()
    return tuple(
        Period(base.seconds, base.moves, increment or 0) for base in bases if base is not None
    )


def _increment(part: str) -> int | None:
    """Read seconds a move, with any words after the number."""
    cleaned = re.sub(_FOR_EACH_MOVE, "", part)
    found = _INCREMENT.fullmatch(cleaned.strip())
    return int(found[1]) if found else None


def _base(part: str) -> Period | None:
    """Read a base time in hours and minutes, with the number of moves if stated."""
    hours = _HOURS.match(part)
    if hours:
        minutes = int(hours[1]) * 60 + int(hours[2] or 0)
        part = f"{minutes} min{part[hours.end() :]}"
    found = _BASE.fullmatch(part)
    return Period(int(found[1]) * MINUTE, int(found[2] or 0)) if found else None
