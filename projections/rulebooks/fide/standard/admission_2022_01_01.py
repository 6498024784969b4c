"""FIDE Rating Regulations B.02, standard chess: admission, from 1 January 2022.

Shorter registration, other ratings for the thinking time, monthly reports of long events; there is
no rule about the composition of round robins any more.
"""

from projections.rulebooks.engine.admission import FINE, TO_DECIDE, WARNING, law
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.fide.standard import admission_2021_02_01

BASED_ON = admission_2021_02_01

NUMBERING: dict[str, str] = {}
"""Its articles have the numbers of the later texts."""

REPEALS = (
    "composition",
    "small_round_robin",
    "rated_in_small",
    "rated_share",
    "double_entrants",
    "rated_in_double",
    "lifted_by_6_composition",
    "longest_days",
)


@column(article="4", level="tournament", unit="kind of finding", does="choose")
def long_event(
    duration_days: Values,
    in_parts: Values,
    exempt_4: Values,
    entrants: Values,
    whole_report_days: int,
) -> Choice:
    """4. An event of more days than these is reported month by month, in parts.

    Reading `long_event_in_one`: one report of all of it is rated with the list of its start until
    somebody decides; parts are rated each with the list of their own start. Before play a warning.
    """
    whole = (duration_days > whole_report_days) & ~in_parts & ~exempt_4
    says = "4: lasts more than {whole_report_days} days: its games are reported month by month"
    return choose(
        (
            whole & (entrants == 0),
            WARNING,
            law(says, "divide it: {divide_announced}; or {lift_4} or {refuse}"),
        ),
        (whole, TO_DECIDE, law(says, "divide it: {divide_reported}; or {lift_4} or {refuse}")),
        otherwise=(FINE, "4: the tournament is not longer, or reported in parts"),
    )


@column(article="10.1", level="tournament", unit="kind of finding", does="choose")
def federations(without_federation_unless_10_1: Values) -> Choice:
    """10.1. Players on the list are registered through a federation."""
    missing = law("10.1: players without a federation", "register their federation, or {lift_10_1}")
    return choose(
        (without_federation_unless_10_1 > 0, WARNING, missing), otherwise=(FINE, "10.1: registered")
    )
