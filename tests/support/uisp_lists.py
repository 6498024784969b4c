"""A list of Elo UISP for a single player: the tournaments of the quarter, and the
resulting rating.
"""

from typing import Any

from projections.rulebooks import rulebook
from projections.rulebooks.fide.time_controls import time_control
from tests.support.edition_columns import OTHER_SIDE, sheet

EDITION = rulebook("uisp").edition("2017-09-01")


def times(*texts: str) -> dict[str, list[int]]:
    """Return the facts about tournaments with these time controls; "" for no fact."""
    read = [time_control(text) for text in texts]
    return {
        "thinking_seconds": [control.seconds_on_60 if control else 0 for control in read],
        "game_seconds": [control.game_seconds if control else 0 for control in read],
        "base_seconds": [control.base_seconds if control else 0 for control in read],
        "increment_seconds": [control.increment_seconds if control else 0 for control in read],
    }


def rate(own: int, *tournaments: tuple[str, str], edition=EDITION, **more: Any) -> Any:
    """Rate a listed player. A tournament is ("90+30", "1497 1 1503 ="): opponents, results."""
    opponents, results, entry = [], "", []
    for at, (_, text) in enumerate(tournaments):
        words = text.split()
        opponents += [int(word) for word in words[::2]]
        results += "".join(words[1::2])
        entry += [at] * (len(words) // 2)
    count = len(tournaments)
    facts = {
        "own_rating": [own] * len(opponents),
        "opponent_rating": opponents,
        "result": results,
        "opponent_result": results.translate(OTHER_SIDE),
        "entry": entry,
        "entries": count,
        "tournament": list(range(count)),
        **times(*(text for text, _ in tournaments)),
        **dict.fromkeys(("online", "refused", "cancelled"), [False] * count),
        "game_excluded": [False],
        "unit": [0] * count,
        "units": 1,
        **NOTHING_BEFORE,
        "listed_rating": [own],
        **more,
    }
    return sheet(edition, ["rating", "rounding_line_tenths", *SEEN], facts)


SEEN = ("entry_difference_hundredths", "entry_rating_kept")
NOTHING_BEFORE: dict[str, Any] = {
    "listed_games": [0],
    "listed_tournaments_played": [0],
    "listed_rounding_tenths": [0],
    "listed_entry_rating": [0],
    "listed_entry_step": [0],
    "listed_entry_day": [0],
    "decided_rating": [0],
    "adjusted": [False],
    "adjusted_from": [0],
    "adjusted_to": [0],
    "decided_points": [0],
    "corrected_points": [0],
    "merged_points": [0],
    "corrected_games": [0],
    "corrected_tournaments": [0],
    "entry_rating": [0],
    "entry_step": [0],
    "entry_day": [0],
}
"""A player who was listed from the beginning, and never corrected."""
