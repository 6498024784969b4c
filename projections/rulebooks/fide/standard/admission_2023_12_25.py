"""FIDE Rating Regulations B.02, standard chess: admission, from 25 December 2023.

How long before its start a tournament is registered goes by the highest rated who take part.
"""

from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, WARNING, law
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.fide.standard import admission_2022_01_01

BASED_ON = admission_2022_01_01


REPEALS = ("registration_days_norms", "lifted_by_0_2")


@column(article="0.2, 0.2.2, 0.3", level="tournament", unit="true or false", does="compare")
def registered_late(
    lead_days: Values,
    official: Values,
    exempt_0_2_1: Values,
    exempt_0_2_2: Values,
    registered: Values,
    registration_days: int,
) -> Values:
    """0.2, 0.2.2, 0.3. Registered later than every event must be, and no approval is recorded.

    Reading: what the highest rated need besides (0.2.1) is a finding only, which the President
    settles; no parameter is about it.
    """
    approved = official | exempt_0_2_1 | exempt_0_2_2
    return registered & ~approved & (lead_days < registration_days)


@column(article="0.2, 0.2.1, 0.2.2, 0.3", level="tournament", unit="kind of finding", does="choose")
def registration(
    lead_days: Values,
    registered: Values,
    highest_rating: Values,
    highest_woman: Values,
    entrants: Values,
    official: Values,
    exempt_0_2_1: Values,
    exempt_0_2_2: Values,
    registration_days: int,
    registration_days_high: int,
    registration_rating: int,
    registration_rating_women: int,
    late_barred: Values,
) -> Choice:
    """0.2, 0.2.1, 0.2.2, 0.3. Registered so many days before; more for the highest rated.

    Reading `late_registration`: a body may approve what was registered late, and an approval that
    nobody recorded is a fact not told: the games count until the body refuses the tournament. Other
    value: not-counted, they do not count until it approves it (`parameter-set`); a list of FIDE
    without such a tournament would change it.
    """
    top = (highest_rating > registration_rating) | (highest_woman > registration_rating_women)
    return choose(
        (official, FINE, "0.3: an official event"),
        (~registered, WARNING, law("0.2: no day of registration reported", "{tell_registered_on}")),
        (
            late_barred,
            NOT_RATED,
            law(
                "0.2.2: registered late, not approved, so its games do not count here",
                "{lift_0_2_2}, or {lift_0_2_1}",
            ),
        ),
        (
            top & (lead_days < registration_days_high) & ~exempt_0_2_1,
            TO_DECIDE,
            law(
                "0.2.1: a player above {registration_rating} or a woman above"
                " {registration_rating_women}: registered later than {registration_days_high} days"
                " before the start",
                "{lift_0_2_1} or {refuse}",
            ),
        ),
        (
            ~top & (lead_days < registration_days) & ~exempt_0_2_2,
            TO_DECIDE,
            law(
                "0.2.2: registered later than {registration_days} days before the start",
                "{lift_0_2_2} or {refuse}",
            ),
        ),
        (
            (entrants == 0) & (lead_days < registration_days_high),
            WARNING,
            law(
                "0.2.1: registered later than {registration_days_high} days before the start: too"
                " late if a player above {registration_rating} or a woman above"
                " {registration_rating_women} takes part",
                "nothing, if no such player takes part",
            ),
        ),
        otherwise=(FINE, "0.2: registered in time, or approved"),
    )


@column(article="0.2", level="tournament", unit="kind of finding", does="choose")
def schedule(scheduled_rounds: Values, entrants: Values, official: Values) -> Choice:
    """0.2. The days of the rounds are registered with the tournament.

    Reading `schedule_not_told`: a schedule that nobody told is asked for before play; once there is
    a report, its own days tell more.
    """
    missing = law(
        "0.2: no schedule reported: the rounds of one day cannot be checked",
        "{tell_round_days}, with the day of each round",
    )
    return choose(
        (~official & (entrants == 0) & (scheduled_rounds == 0), WARNING, missing),
        otherwise=(FINE, "0.2: the schedule is reported, or play is over"),
    )


@column(article="0.2", level="tournament", unit="kind of finding", does="choose")
def schedule_kept(rounds_moved: Values, rounds_outside: Values) -> Choice:
    """0.2. The rounds are played on the days registered, which are days of the tournament."""
    correct = "correct the days: {tell_round_days}; or the report: {replace_report}"
    moved = law("0.2: rounds were played on other days than announced", correct)
    outside = law("0.2: rounds have days before the start or after the end", correct)
    return choose(
        (rounds_moved > 0, WARNING, moved),
        (rounds_outside > 0, WARNING, outside),
        otherwise=(FINE, "0.2: rounds played as announced, or days not reported"),
    )
