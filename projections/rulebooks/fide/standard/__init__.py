"""FIDE ratings, standard chess: Rating Regulations B.02.

Covered from the edition of 1 July 2014; earlier tournaments are outside this rulebook. The text
of 1 March 2024 is the one that was available whole: the older ones are told by it, each as a small
file that says what was otherwise (2014 and 2017 under their own articles), the later one amends it.

A new edition is `edition_YYYY_MM_DD.py` and `.toml` here (`engine.loading` lists what it states)
and its day in `_EDITIONS`. It amends rapid and blitz too, numbers and CONDITIONS included,
unless it states `STANDARD_ONLY = True`: then nothing of it does. An edition with CONDITIONS states
which of the two holds. A new K concerns every player on its first list, with or without games;
only a value that changes with the calendar, such as the K of juniors, needs `also_concerned`.
"""

from projections.rulebooks.engine.admission import COUNTED, NOT_COUNTED
from projections.rulebooks.engine.calendars import Monthly
from projections.rulebooks.engine.correction_terms import FrozenCorrections
from projections.rulebooks.engine.external_lists import ExternalColumn, ExternalLists
from projections.rulebooks.engine.loading import load_editions
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import (
    ADD,
    MAXIMUM,
    OWN,
    AppealTerms,
    Basis,
    BodyParameter,
    Booking,
    LineKind,
    ListColumn,
    Worksheet,
)

NAME = "fide-standard"

_EDITIONS = load_editions(
    NAME,
    __name__,
    (
        "2014-07-01",
        "2017-07-01",
        "2021-02-01",
        "2022-01-01",
        "2023-12-25",
        "2024-03-01",
        "2025-10-01",
    ),
)


def guests_of(column: str) -> ExternalColumn:
    """Return the monthly FIDE list that rates players absent from all lists of the pool."""
    return ExternalColumn(word=f"fide_{column}", body="fide", column=column, months=1)


CORRECTIONS = FrozenCorrections(
    article="7.1",
    change="change",
    games="rated_games",
    entry="rating",
    entry_games="games",
    pooled="pooled",
)

RULEBOOK = Rulebook(
    name=NAME,
    title="FIDE Rating Regulations B.02, standard chess",
    short_title="FIDE standard",
    number_scheme="fide",
    editions=_EDITIONS,
    calendar=Monthly(closing_days=_EDITIONS[-1].numbers["closing_days"]),
    basis=Basis.IN_FORCE_AT_START,
    chained=False,
    state={
        "rating": "rating",
        "k": "printed_k",
        "games": "games",
        "peak": "peak",
        "last_counted": "last_counted",
    },
    joins={"rating": OWN, "k": OWN, "games": ADD, "peak": MAXIMUM, "last_counted": MAXIMUM},
    list_columns=(
        ListColumn("player", 8),
        ListColumn("rating", 4),
        ListColumn("k", 2),
        ListColumn("period_games", 3),
        ListColumn("inactive", 1, letters="-i"),
    ),
    carried={"games": "games_carried"},
    layout="fide-list.1",
    base="listed_rating",
    entry="first_rating",
    own_rating="rating_used",
    corrections=CORRECTIONS,
    worksheet=Worksheet(
        shown=("rated_games", "sum_hundredths", "k", "variation_hundredths", "change"),
        shown_entering=(
            "pooled_games",
            "by_round_robin_rules",
            "by_earlier_rules",
            "pooled_parts",
            "averaged_rating_sum",
            "averaged_opponents",
            "fractional_score_hundredths",
            "score_difference",
            "shrinking_opponents",
            "computed_first_rating",
            "entering_rating",
            "first_rating",
        ),
        variation="entry_difference_hundredths",
        coefficient="k",
        coefficient_games="rated_games",
    ),
    scope_article="0.1",
    printed={"k": "printed_k"},
    lines=(
        LineKind("play", "variation_hundredths", per=100),
        LineKind("rounding", "rounding_hundredths", per=100),
        LineKind("adjustment", "adjustment"),
        LineKind("bonus by decision", "decided_bonus"),
        LineKind("correction", "correction"),
        LineKind("merge", "merge"),
        LineKind("lift", "lift", by_law=True),
    ),
    lapses=("inactive",),
    body_parameters={
        "first_rating_by": BodyParameter(("events", "list")),
        "late_registration": BodyParameter((COUNTED, NOT_COUNTED)),
        "hybrid_approval": BodyParameter((COUNTED, NOT_COUNTED)),
    },
    appeals={"refusal": AppealTerms("appeal_days", "lifted_by_0_4_refusal")},
    booking=Booking(article="7.1.3", exclusive="fide", exclusive_article="1.1"),
    external_lists=ExternalLists(guests=(guests_of("standard"),)),
)
