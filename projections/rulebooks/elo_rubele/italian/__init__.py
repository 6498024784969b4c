"""Elo-Rubele, Italian draughts: FID technical rules, chapter VI; as told of both disciplines.

Covered: the edition of January 2008 and the change of 2021. A chained capital: recomputed after
every event, so a list shows where the chain stood on its day.

Reading B16: the first day of the change of 2021 was not readable, so the federation sets it when it
adopts that edition (VI.10).
"""

from projections.rulebooks.elo_rubele.italian import entering
from projections.rulebooks.elo_rubele.italian.walking import legs, walk_denominator
from projections.rulebooks.engine.calendars import Calendar
from projections.rulebooks.engine.correction_terms import ChainedCorrections
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.external_lists import (
    AWARD,
    Conversion,
    FirstRatings,
    OtherPoolColumn,
)
from projections.rulebooks.engine.loading import load_editions
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import (
    ADD,
    MAXIMUM,
    OWN,
    UNION,
    Basis,
    BodyParameter,
    Booking,
    LineKind,
    ListColumn,
    OtherPools,
    PenaltyRegister,
    PointsEvent,
    Worksheet,
    YearEndEvent,
    YearEndTerms,
    YearsElsewhere,
)

NAME = "rubele-italiana"

_EDITIONS = load_editions(NAME, __name__, ("2008-01-01", "2021-01-01"))


_BESIDE_PLAY = ("bonus-granted", "bonus-withdrawn")
"""The events of points beside play: bonus and Q."""


def lines_of(edition: Edition) -> tuple[LineKind, ...]:
    """Return the lines of a capital change; the walk is over the denominator of the bands."""
    exact = walk_denominator(edition.numbers["bands"])
    return (
        LineKind("play", "variation_exact", per=exact),
        LineKind("rounding", "rounding_exact", per=exact),
        LineKind("floor", "floor_points"),
        LineKind("bonus", "bonus"),
        LineKind("Q", "q"),
        LineKind("adjustment", "adjustment"),
        LineKind("bonus by decision", "decided_bonus"),
    )


_SHOWN = (
    "period_games",
    "sum_hundredths",
    "weighted_half_hundredths",
    "initial_rating",
    "bonus",
    "q",
)


_CORRECTIONS = ChainedCorrections(
    article="VI.2",
    deviation="weighted_half_hundredths",
    games="period_games",
    years="counted_years",
    points={"floor_points": "recounted_floor", "bonus": "recounted_bonus", "q": "recounted_q"},
    more_deviation="recounted_difference_half_hundredths",
    more_games="recounted_games",
    base="recounted_from",
    walked="recounted_exact",
    renews={
        "rating": "recounted_rating",
        "games": "recounted_games_so_far",
        "counted_years": "recounted_years",
        "category": "recounted_category",
    },
    lines=(
        LineKind("correction", "recounted_play"),
        LineKind("floor", "recounted_floor"),
        LineKind("bonus", "recounted_bonus"),
        LineKind("Q", "recounted_q"),
    ),
    shown=(
        "recounted_difference_half_hundredths",
        "recounted_games",
        "play_booked",
        "recounted_from",
    ),
)


FIRST_RATINGS = FirstRatings(
    article="VI.13, tables 20 to 22",
    whence="entry_source",
    entry="entry_capital",
    rating="entered_capital",
    step="entering_source",
    day="entering_day",
    had="rating",
    sources={
        entering.AWARDED: OtherPoolColumn("other", AWARD),
        entering.REACHED: OtherPoolColumn("other", "category"),
    },
    converted=dict.fromkeys((entering.AWARDED, entering.REACHED), Conversion("VI.13, table 21")),
)
"""Where first capitals come from: from the other discipline."""

RULEBOOK = Rulebook(
    name=NAME,
    title="Elo-Rubele, Italian draughts (FID technical rules, chapter VI)",
    short_title="Elo-Rubele, Italian draughts",
    number_scheme="fid",
    terms="elo-rubele",
    editions=_EDITIONS,
    calendar=Calendar(),
    basis=Basis.PREVIOUS_STEP,
    chained=True,
    state={
        "rating": "rating",
        "games": "games",
        "counted_years": "counted_years",
        "category": "category",
        "malus_taken": "malus_taken_held",
        "malus_years": "malus_years_held",
    },
    joins={
        "rating": OWN,
        "games": ADD,
        "counted_years": UNION,
        "category": MAXIMUM,
        "malus_taken": OWN,
        "malus_years": OWN,
    },
    carried={"category": "category_carried"},
    shown_elsewhere=("category",),
    category="category",
    year_end=YearEndTerms(
        renews={
            "rating": "turned_rating",
            "malus_taken": "malus_taken",
            "malus_years": "malus_years",
        },
        lines=(LineKind("malus", "malus"), LineKind("malus withdrawn", "malus_withdrawn")),
        years_elsewhere=YearsElsewhere("idle_scope", "system", "idle_years"),
        events={
            "malus": YearEndEvent("malus-applied", "VI.11, table 18 b"),
            "malus_withdrawn": YearEndEvent("malus-withdrawn", "VI.11, table 18 b"),
            "annulled": YearEndEvent("ratings-annulled", "VI.2, table 22"),
        },
        penalties=PenaltyRegister("malus_years", "malus_taken", "malus_limit", "malus"),
    ),
    body_parameters={
        "minimum_capital": BodyParameter(least=1),
        "malus_limit": BodyParameter(),
        "idle_scope": BodyParameter(("discipline", "system")),
        "idle_clock": BodyParameter(("solar-years",)),
    },
    list_columns=(ListColumn("player", 8), ListColumn("rating", 5), ListColumn("period_games", 3)),
    layout="rubele-list.1",
    wide=frozenset({"counted_years", "malus_years"}),
    booking=Booking(article="VI.8", whole_reports="rated_as_one", withheld="weight"),
    least_rating="minimum_capital",
    base="initial_rating",
    entry="initial_rating",
    entry_reason="entry_capital",
    own_rating="capital_before",
    worksheet=Worksheet(shown=_SHOWN, shown_entering=_SHOWN, walked="exact_capital", legs=legs),
    scope_article="VI.2",
    corrections=_CORRECTIONS,
    points_events={
        "bonus": PointsEvent("VI.11, table 18 a", *_BESIDE_PLAY),
        "q": PointsEvent("VI.10, table 17", *_BESIDE_PLAY),
    },
    other_pools=OtherPools(
        rulebooks={"other": "rubele-internazionale"},
        fields=("category",),
        awards=True,
        only_entering=True,
        article="VI.13",
    ),
    first_ratings=FIRST_RATINGS,
    undated_editions=frozenset({"2021-01-01"}),
    lines=lines_of(_EDITIONS[0]),
)
