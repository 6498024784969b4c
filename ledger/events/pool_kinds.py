"""The codes of policies of pools: who closes lists, what takes two persons. Quick to load."""

from typing import Literal

ClosingMode = Literal["hold", "proceed", "by-hand"]
"""Whether the service closes lists by itself.

`hold` waits for a green checklist, `proceed` closes when the list is due, `by-hand` closes nothing.
"""

Recorded = Literal[
    "corrections", "decisions", "closings", "merges", "new-printings", "moves-a-rating"
]
"""A kind of recording.

`corrections`: of a report recorded before the last closed list; `decisions`: about tournaments,
games, ratings, categories and parameters; `closings`: of a list; `merges`: of players of the
register, and their separations; `new-printings`: of a closed list; `moves-a-rating`: whatever else
makes a rating of a list to come another one, by its effect.
"""
