"""FIDE ratings, standard chess: Rating Regulations B.02.

Covered from the edition of 1 March 2024, with the amendment of 1 October 2025; earlier
tournaments are outside this rulebook.
"""

from __future__ import annotations

from projections.rulebooks.rulebook import (
    Basis,
    LineKind,
    ListColumn,
    Monthly,
    Rulebook,
    load_edition,
)

NAME = "fide-standard"

_of_2024_03 = load_edition(
    NAME,
    __name__,
    "2024-03-01",
    waiting=("counted_games", "opponent_rating_sum", "half_points"),
)
_of_2025_10 = load_edition(NAME, __name__, "2025-10-01", amends=_of_2024_03)

RULEBOOK = Rulebook(
    name=NAME,
    title="FIDE Rating Regulations B.02, standard chess",
    editions=(_of_2024_03, _of_2025_10),
    calendar=Monthly(closing_days=_of_2024_03.numbers["closing_days"]),
    basis=Basis.IN_FORCE_AT_START,
    chained=False,
    state={
        "rating": "rating",
        "k": "printed_k",
        "games": "games",
        "peak": "peak",
        "last_counted": "last_counted",
    },
    list_columns=(
        ListColumn("player", 8),
        ListColumn("rating", 4),
        ListColumn("k", 2),
        ListColumn("period_games", 3),
        ListColumn("inactive", 1, letters="-i"),
    ),
    layout="fide-list.1",
    base="listed_rating",
    printed={"k": "printed_k"},
    lines=(
        LineKind("play", "variation_hundredths", per=100),
        LineKind("rounding", "rounding_hundredths", per=100),
        LineKind("adjustment", "adjustment"),
        LineKind("lift", "lift"),
    ),
    cut_off_article="7.1.3",
    everybody_on=frozenset({1, _of_2024_03.numbers["lift_month"]}),
)
"""January changes the K of juniors; the list of the lift changed the rating of everybody."""
