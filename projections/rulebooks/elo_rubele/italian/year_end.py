"""Elo-Rubele, the end of a year: malus (VI.11, table 18 b), idle foreigners (table 22).

Columns of level TURN: one row for each player of the pool, or for those whom a late event makes it
necessary to work the year out again. Years are kept as a set: bit 0 is 2000 and all before it.
"""

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.engine.terms import FIRST_YEAR_OF_SETS


def _bit(year: int) -> int:
    return 1 << (year - FIRST_YEAR_OF_SETS)


@column(article="VI.11, table 18 b", level="turn", unit="true or false", does="compare")
def took_part(listed_counted_years: Values, year_ended: int) -> Values:
    """VI.11, table 18 b. Whether the player had a valid event in the year that ended.

    Reading: one counted game is enough, as for the bonus; each discipline by itself (B11).
    """
    return listed_counted_years & _bit(year_ended) != 0


@column(article="VI.2, table 22", level="turn", unit="true or false", does="compare")
def foreign(federation: Values, home_federation: str) -> Values:
    """VI.2, table 22. Whether a player is of another federation, on the last day of the year.

    Reading: whose federation is not told is none.
    """
    known = (federation != b"") & (federation != b"---")
    return known & (federation != home_federation.encode("ascii"))


@column(article="VI.2, table 22", level="turn", unit="years, as a set", does="choose")
def valid_years(
    listed_counted_years: Values, other_counted_years: Values, idle_scope: str
) -> Choice:
    """VI.2, table 22. Years with a valid event that preserve the capital of a foreigner.

    Reading `idle_scope`: table 22 speaks of events valid for the system, and names both disciplines
    before it does: an event of either keeps a score. Other value: discipline, only its own events
    keep it (`parameter-set`); article 3, which was not found, would change it.
    """
    either = np.full(len(listed_counted_years), idle_scope == "system")
    return choose(
        (
            either,
            listed_counted_years | other_counted_years,
            "VI.2, table 22: in the events of the system, in either discipline",
        ),
        otherwise=(listed_counted_years, "VI.2, table 22: in the events of this discipline"),
    )


@column(article="VI.2, table 22", level="turn", unit="true or false", does="compare")
def idle(valid_years: Values, year_ended: int, first_whole_year: int, idle_years: int) -> Values:
    """VI.2, table 22. Whether the required complete years passed without a valid event.

    Reading `idle_clock`: by solar years. Counted from the day of the last event two years come to
    the same on 31 December; they would part where somebody returns within the third year, after
    that day, and a score ceases with the end of a year only. So there is no other value. Of years
    before the histories begin only the last valid event is told; where not even that is, they do
    not count as idle.
    """
    window = sum(_bit(year_ended - back) for back in range(idle_years))
    known = (valid_years > 0) | (year_ended - idle_years + 1 >= first_whole_year)
    return (valid_years & window == 0) & known


@column(article="VI.2, table 22", level="turn", unit="true or false", does="compare")
def annulled(
    listed_rating: Values,
    foreign: Values,
    idle: Values,
    again: bool,
    entered_in: Values,
    year_ended: int,
) -> Values:
    """VI.2, table 22. Whether a foreigner's capital ceases with a last year without a valid event.

    Reading: it stays ceased if a late event shows that he took part: that one converts anew. Not in
    the year in which he entered; not where that he was idle comes of a correction after the year.
    """
    return (listed_rating > 0) & foreign & idle & (entered_in < year_ended) & (not again)


@column(article="VI.11, table 18 b", level="turn", unit="points", does="choose")
def malus(
    listed_rating: Values,
    listed_malus_taken: Values,
    took_part: Values,
    annulled: Values,
    again: bool,
    left_by_correction: Values,
    entered_in: Values,
    year_ended: int,
    malus_points: int,
    malus_limit: int,
    minimum_capital: int,
) -> Choice:
    """VI.11, table 18 b. Malus points for a year without a valid event; a negative number.

    Reading: not more than the limit in a player's life in the discipline (B9), of which only what
    was really taken counts; not below the minimum (VI.6); from whoever has a capital when the year
    ends, if the histories hold the whole of it: who entered in it took part in it (B10). Another
    limit that the federation sets (`parameter-set`) holds for years that end from its day on,
    whatever was taken before.
    Reading: whose only valid event of a year that ended is corrected away owes it on the next list,
    unless he entered in that year or after it: what he entered with then stays his.
    """
    left = np.maximum(malus_limit - listed_malus_taken, 0)
    room = np.maximum(listed_rating - minimum_capital, 0)
    worked_out = ~left_by_correction & again
    return choose(
        (worked_out, 0, "VI.11: the malus was computed when the year ended"),
        (listed_rating == 0, 0, "VI.11: the player has no capital"),
        (took_part, 0, "VI.11: the player took part in a valid event of the year"),
        (entered_in >= year_ended, 0, "VI.11: the player had no capital when the year began"),
        (annulled, 0, "VI.2, table 22: the capital ends, without the malus of the year"),
        (
            left == 0,
            0,
            "VI.11, table 18 b: no malus: the limit was already reached in earlier years",
        ),
        (room == 0, 0, "VI.6: no malus: the capital is not above the minimum"),
        (
            np.minimum(left, room) >= malus_points,
            -malus_points,
            "VI.11, table 18 b: no valid event in the year: malus",
        ),
        (room < left, -room, "VI.6: no valid event: malus down to the minimum capital"),
        otherwise=(
            -left,
            "VI.11, table 18 b: no valid event: malus up to the limit for all years together",
        ),
    )


@column(article="VI.11, table 18 b", level="turn", unit="points", does="choose")
def malus_withdrawn(
    listed_malus_years: Values, took_part: Values, moved_at_turn: Values, year_ended: int
) -> Choice:
    """VI.11, table 18 b. Malus points returned when later facts show that the player took part.

    Reading: as many as were really taken for the year.
    """
    taken = listed_malus_years & _bit(year_ended) != 0
    return choose(
        (
            taken & took_part,
            -moved_at_turn,
            "VI.11: facts recorded later show that the player took part",
        ),
        otherwise=(0 * moved_at_turn, "VI.11: nothing to give back"),
    )


@column(article="VI.11, table 22", level="turn", unit="points", does="choose")
def turned_rating(
    listed_rating: Values, malus: Values, malus_withdrawn: Values, annulled: Values
) -> Choice:
    """VI.11, table 22. The player's capital at the start of the new year."""
    return choose(
        (annulled, 0, "VI.2, table 22: a foreigner without a valid event for two years"),
        otherwise=(listed_rating + malus + malus_withdrawn, "VI.11: after the end of the year"),
    )


@column(article="VI.11, table 18 b", level="turn", unit="points", does="add")
def malus_taken(
    listed_malus_taken: Values, malus: Values, malus_withdrawn: Values, annulled: Values
) -> Values:
    """VI.11, table 18 b. Malus points taken so far, up to the limit; 0 after a capital ceases."""
    return np.where(annulled, 0, listed_malus_taken - malus - malus_withdrawn)


@column(article="VI.11, table 18 b", level="turn", unit="years, as a set", does="add")
def malus_years(
    listed_malus_years: Values,
    malus: Values,
    malus_withdrawn: Values,
    annulled: Values,
    year_ended: int,
) -> Values:
    """VI.11, table 18 b. The years for which points were taken: the commission's register."""
    taken = np.where(malus < 0, listed_malus_years | _bit(year_ended), listed_malus_years)
    given_back = np.where(malus_withdrawn > 0, taken & ~_bit(year_ended), taken)
    return np.where(annulled, 0, given_back)
