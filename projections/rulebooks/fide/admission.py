"""Admission, the same in all FIDE texts: refusals, play online, late reports, games of matches.

A text with these articles names this module in the PARTS of its own admission.
"""

import numpy as np

from projections.rulebooks.engine.admission import FINE, NOT_RATED, TO_DECIDE, WARNING, law, of_side
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.fide import time_controls

# 0 Schedule and refusals


@column(article="0.4", level="tournament", unit="true or false", does="compare")
def rating_refused(refused: Values, exempt_0_4_refusal: Values) -> Values:
    """0.4. The rating of the tournament was refused, and no appeal reversed the refusal.

    Reading `who_decides`: a decision holds if it comes from a body that the article names, or by
    whose power it is taken; what anybody else decides changes nothing, and a finding says so.
    """
    return refused & ~exempt_0_4_refusal


@column(article="0.4", level="tournament", unit="kind of finding", does="choose")
def refusal(
    rating_refused: Values, cancelled: Values, exempt_0_4_cancelled: Values, entrants: Values
) -> Choice:
    """0.4. A body refused to rate the tournament, or the tournament was cancelled.

    Reading `cancelled_and_reported`: that a tournament does not take place is a fact that anybody
    tells, no decision; where a report came all the same its games count until a body decides.
    Reading `appeal_days`: the seven days are whole days after the day of the notice, in the zone of
    the pool; who examines an appeal (`ledger appeal admit`) is held to them, this column is not.
    Other value: seven times 24 hours from the notice; a decision that counts hours would change it.
    """
    called_off = cancelled & ~exempt_0_4_cancelled
    return choose(
        (
            rating_refused,
            NOT_RATED,
            law(
                "0.4: rating refused",
                "appeal within seven days of the notice: {appeal_refusal}; if upheld: "
                "{lift_0_4_refusal}",
            ),
        ),
        (
            called_off & (entrants > 0),
            TO_DECIDE,
            law(
                "0.4: reported as cancelled, but there is a report",
                "{lift_0_4_cancelled} or {refuse}",
            ),
        ),
        (called_off, NOT_RATED, "0.4: cancelled"),
        otherwise=(FINE, "0.4: not refused"),
    )


# 1 Thinking time


@column(article="1.1", level="tournament", unit="seconds", does="read")
def thinking_seconds(time_control_text: Values) -> Values:
    """1.1. Time for 60 moves, of the side with less; 0: unknown or unreadable."""
    return time_controls.of_texts(time_control_text, lambda read: read.seconds_on_60)


# 2 Rules


@column(article="2.1", level="tournament", unit="true or false", does="compare")
def not_at_the_board(online: Values, hybrid: Values) -> Values:
    """2.1. Play neither over the board nor hybrid."""
    return online & ~hybrid


@column(article="2.1", level="tournament", unit="kind of finding", does="choose")
def online_play(not_at_the_board: Values) -> Choice:
    """2.1. Online chess is not rated here."""
    barred = "2.1: played online, neither over the board nor hybrid"
    return choose((not_at_the_board, NOT_RATED, barred), otherwise=(FINE, "2.1: over the board"))


# 9 Reports


@column(article="9.1, 0.3", level="tournament", unit="true or false", does="compare")
def too_late(
    received_month: Values,
    ended_month: Values,
    official: Values,
    exempt_9_1: Values,
    report_lists: int,
) -> Values:
    """9.1, 0.3. Received later than the day before the third list after the end: never rated.

    Reading `third_list`: in time is what was received before the day of the third list dated after
    the end. Other value: by the cut-off of that list, three days before it (7.1.3); a published
    case of a report received on one of those days would change it. Reading `late_report_2017`: it
    is the third list in every edition. Reading `official_events`: what 0.3 has rated at all events
    of the world body and the continents is not lost by a late report.
    """
    lists = received_month - ended_month
    return (received_month > 0) & (lists >= report_lists) & ~official & ~exempt_9_1


@column(article="9.1", level="tournament", unit="kind of finding", does="choose")
def late_report(
    too_late: Values,
    received_month: Values,
    ended_month: Values,
    official: Values,
    exempt_9_1: Values,
    report_lists: int,
) -> Choice:
    """9.1. A report too late for the third list; for an official event, to be decided."""
    late = (received_month > 0) & (received_month - ended_month >= report_lists)
    return choose(
        (
            too_late,
            NOT_RATED,
            law(
                "9.1: the report came too late for the third list after the end of the "
                "tournament: never rated",
                "ask for a decision: {lift_9_1}",
            ),
        ),
        (
            late & official & ~exempt_9_1,
            TO_DECIDE,
            law(
                "9.1: the report came too late for the third list after the end of the "
                "tournament, but 0.3 has official events rated",
                "{lift_9_1} or {refuse}",
            ),
        ),
        otherwise=(FINE, "9.1: in time"),
    )


@column(article="9.2", level="tournament", unit="kind of finding", does="choose")
def announced(announced_as_rated: Values, official: Values) -> Choice:
    """9.2. The regulations of the event must announce the rating."""
    missing = law(
        "9.2: not reported whether the tournament's regulations say that it is rated",
        "{tell_announced_as_rated}",
    )
    return choose(
        (~announced_as_rated & ~official, WARNING, missing), otherwise=(FINE, "9.2: announced")
    )


# 6 Games of matches


@column(article="6.1", level="game", unit="true or false", does="compare")
def match_unrated(
    match_games: Values,
    rating_in_force: Values,
    tournament: Values,
    entry: Values,
    opponent_entry: Values,
) -> Values:
    """6.1. A game of a match with an unrated player, for both sides.

    Reading `what_a_match_is`: a tournament announced with a fixed number of games.
    """
    unrated = (match_games > 0).take(tournament) & (rating_in_force == 0)
    if not unrated.any():
        return np.asarray(False)
    return unrated.take(entry) | unrated.take(opponent_entry)


@column(article="6.2", level="game", unit="true or false", does="compare")
def after_the_match(
    match_games: Values,
    exempt_6_2: Values,
    tournament: Values,
    entry: Values,
    opponent_entry: Values,
    result: Values,
    opponent_result: Values,
) -> Values:
    """6.2. A game after a side had more than half the points of a match of fixed length.

    Forfeits score; games stand in the order of the rounds; each pair of players is a match.
    """
    lengths = match_games * ~exempt_6_2
    in_match = of_side(lengths > 0, tournament, entry)
    if not in_match.any():
        return in_match
    games = len(entry) // 2
    rows = np.flatnonzero(in_match[:games])
    white, black = entry[rows].astype(np.int64), opponent_entry[rows].astype(np.int64)
    first = np.minimum(white, black)
    match = first * len(tournament) + np.maximum(white, black)
    half_points = [_half_points(side[rows]) for side in (result, opponent_result)]
    of_first = np.where(white == first, *half_points)
    won = np.maximum(
        _before(of_first, match), _before(half_points[0] + half_points[1] - of_first, match)
    )
    decided = won > lengths.take(tournament.take(entry[rows]))
    found = np.zeros(len(entry), dtype=bool)
    found[rows[decided]] = found[rows[decided] + games] = True
    return found


def _half_points(result: Values) -> Values:
    won = np.isin(result, [ord(code) for code in "1+W"])
    return 2 * won + np.isin(result, [ord(code) for code in "=D"])


def _before(points: Values, group: Values) -> Values:
    """Return the points of earlier rows of the same group."""
    order = np.argsort(group, kind="stable")
    before = np.cumsum(points[order]) - points[order]
    opens = np.searchsorted(group[order], group[order], side="left")
    found = np.empty_like(before)
    found[order] = before - before[opens]
    return found
