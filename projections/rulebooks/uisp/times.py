"""II.2. What a time control says, on which the class of a tournament and the clause rest."""

from __future__ import annotations

from projections.rulebooks.engine.columns import TOURNAMENT, Values, column
from projections.rulebooks.fide.time_controls import of_texts


@column(article="II.2", level=TOURNAMENT, unit="seconds", does="read")
def thinking_seconds(time_control_text: Values) -> Values:
    """II.2. The time for 60 moves of the side that has less; 0 is not told, or not readable."""
    return of_texts(time_control_text, lambda read: read.seconds_on_60)


@column(article="II.2", level=TOURNAMENT, unit="seconds", does="read")
def game_seconds(time_control_text: Values) -> Values:
    """II.2. The time of both sides for 60 moves."""
    return of_texts(time_control_text, lambda read: read.game_seconds)


@column(article="II.2", level=TOURNAMENT, unit="seconds", does="read")
def base_seconds(time_control_text: Values) -> Values:
    """II.2. The time for the first 60 moves without increments, of the side that has less."""
    return of_texts(time_control_text, lambda read: read.base_seconds)


@column(article="II.2", level=TOURNAMENT, unit="seconds", does="read")
def increment_seconds(time_control_text: Values) -> Values:
    """II.2. What is added for each move at least: the least increment of any period."""
    return of_texts(time_control_text, lambda read: read.increment_seconds)
