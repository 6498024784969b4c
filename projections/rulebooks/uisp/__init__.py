"""Elo UISP, Italian chess of all cadences: one rating for each player, a list in every quarter.

Covered from the season 2017/18. Categories are those that the body sets: their thresholds stand in
another regulation, which was not found.

In `uisp-exact` the next list goes on from the exact index (reading `carry`), not from the rating.
The text is the same; which of the readings holds is chosen when a pool is opened.
"""

from dataclasses import replace

from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.calendars import Quarterly
from projections.rulebooks.engine.correction_terms import FrozenCorrections
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.external_lists import ExternalColumn, ExternalLists, FirstRatings
from projections.rulebooks.engine.loading import load_editions
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import (
    ADD,
    OWN,
    OWN_OR_OTHER,
    Basis,
    BodyParameter,
    Booking,
    Books,
    Force,
    LineKind,
    ListColumn,
    Worksheet,
)
from projections.rulebooks.uisp import entering

NAME = "uisp"

_EDITIONS = load_editions(NAME, __name__, ("2017-09-01",))

_MONTHLY = 1
"""FIDE's lists are in force for a month, from July 2012 on."""

_LISTS = (
    ExternalColumn("fide", "fide", "standard", _MONTHLY),
    ExternalColumn("italia", "fsi", "standard", months_set="italian_list_months"),
    ExternalColumn("fide_rapid", "fide", "rapid", _MONTHLY),
    ExternalColumn("rapid_italia", "fsi", "rapid", months_set="italian_list_months"),
    ExternalColumn("fide_blitz", "fide", "blitz", _MONTHLY),
)
"""In the order in which they are asked."""

RULEBOOK = Rulebook(
    name=NAME,
    title="Elo UISP",
    short_title="Elo UISP",
    number_scheme="uisp",
    editions=_EDITIONS,
    calendar=Quarterly(
        issue_days=_EDITIONS[0].numbers["issue_days"],
        closing_days=_EDITIONS[0].numbers["closing_days"],
    ),
    basis=Basis.IN_FORCE_AT_START,
    chained=False,
    state={
        "rating": "rating",
        "games": "games",
        "tournaments_played": "tournaments_played",
        "rounding_tenths": "rounding_tenths",
        "entry_rating": "entry_rating_kept",
        "entry_step": "entry_step_kept",
        "entry_day": "entry_day_kept",
    },
    joins={
        "rating": OWN,
        "games": ADD,
        "tournaments_played": ADD,
        "rounding_tenths": OWN,
        "entry_rating": OWN_OR_OTHER,
        "entry_step": OWN_OR_OTHER,
        "entry_day": OWN_OR_OTHER,
    },
    list_columns=(ListColumn("player", 8), ListColumn("rating", 4), ListColumn("period_games", 3)),
    layout="uisp-list.1",
    base="base_rating",
    entry="base_rating",
    entry_reason="entry_step",
    own_rating="rating_used",
    worksheet=Worksheet(
        shown=("period_games", "base_rating", "base_tenths", "variation_tenths", "index_tenths"),
        shown_entering=("period_games", "base_rating", "variation_tenths", "index_tenths"),
        shown_of_tournaments=(
            "points_hundredths",
            "expected_points_hundredths",
            "expected_points_rounded_tenths",
            "difference_tenths",
            "k_over_the_board",
            "k",
            "entry_variation_tenths",
        ),
        variation="entry_variation_tenths",
    ),
    scope_article="I.1",
    lines=(
        LineKind("play", "variation_tenths", per=10),
        LineKind("rounding", "rounding_line_tenths", per=10),
        LineKind("adjustment", "adjustment"),
        LineKind("bonus by decision", "decided_bonus"),
        LineKind("correction", "correction_tenths", per=10),
        LineKind("merge", "merge_tenths", per=10),
    ),
    corrections=FrozenCorrections(
        article="I.3",
        change="change_tenths",
        games="period_games",
        tournaments="period_tournaments",
        per=10,
    ),
    booking=Booking(article="I.2", counts_when=Books.RECEIVED, whole_reports="rated_as_one"),
    in_force_by=Force.PUBLICATION,
    in_force_article="I.4",
    external_lists=ExternalLists(consulted=_LISTS),
    body_parameters={
        "entry_points": BodyParameter(least=1),
        "italian_list_months": BodyParameter(),
    },
    first_ratings=FirstRatings(
        article="I.5",
        whence="entry_step",
        entry="entry_rating",
        rating="entry_rating_kept",
        step="entry_step_kept",
        day="entry_day_kept",
        had="entry_rating",
        sources=dict(enumerate(_LISTS, start=entering.FIDE)),
        fixed=entering.FIXED,
        fixes="disputed",
    ),
)


def _carried_exactly(edition: Edition) -> Edition:
    """I.3. An edition with the other value of the reading."""
    inherited = edition.numbers["stated"]
    stated = {**inherited, "carry": replace(inherited["carry"], stated="exact")}
    apart = edition.without_admission and _carried_exactly(edition.without_admission)
    return replace(
        edition,
        rulebook=f"{NAME}-exact",
        numbers=numbers.by_name(stated),
        digest=apart.digest if apart else numbers.digest(stated),
        without_admission=apart,
    )


EXACT = replace(
    RULEBOOK,
    name=f"{NAME}-exact",
    title="Elo UISP, carrying the exact index",
    short_title="Elo UISP, exact index",
    editions=tuple(map(_carried_exactly, _EDITIONS)),
)

RULEBOOKS = {book.name: book for book in (RULEBOOK, EXACT)}
