"""II.2. Values of a time control behind the class of a tournament and the clause."""

from __future__ import annotations

from projections.rulebooks.engine.columns import Values, column
from projections.rulebooks.fide.time_controls import of_texts


@column(article="II.2", level="tournament", unit="seconds", does="read")
def thinking_seconds(time_control_text: Values) -> Values:
    """II.2. Time for 60 moves, of the side with less; 0: unknown or unreadable."""
    return of_texts(time_control_text, lambda read: read.seconds_on_60)


@column(article="II.2", level="tournament", unit="seconds", does="read")
def game_seconds(time_control_text: Values) -> Values:
    """II.2. The time of both sides for 60 moves."""
    return of_texts(time_control_text, lambda read: read.game_seconds)


@column(article="II.2", level="tournament", unit="seconds", does="read")
def base_seconds(time_control_text: Values) -> Values:
    """II.2. Time for the first 60 moves without increments, of the side with less."""
    return of_texts(time_control_text, lambda read: read.base_seconds)


@column(article="II.2", level="tournament", unit="seconds", does="read")
def increment_seconds(time_control_text: Values) -> Values:
    """II.2. Seconds added for each move: the least increment of any period."""
    return of_texts(time_control_text, lambda read: read.increment_seconds)
