"""Elo UISP, initial ratings: article I.5."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from projections.rulebooks.engine import game
from projections.rulebooks.engine.admission import law
from projections.rulebooks.engine.columns import (
    Case,
    Choice,
    Values,
    choose,
    column,
    to_decide,
    total,
)
from projections.rulebooks.engine.inheritance import as_in

RATED, KEPT, DECIDED, FIDE, ITALIA, FIDE_RAPID, RAPID_ITALIA, FIDE_BLITZ, FIXED, UNKNOWN = range(10)
"""Where a player's rating in a tournament comes from; from FIDE to FIDE_BLITZ, the five lists."""
NOT_DISPUTED: Final = 10
"""Nowhere: the tournament is none of his."""

_IN_FORCE: Final = {
    FIDE: "I.5: the FIDE list in force",
    ITALIA: "I.5: the Italia list in force",
    FIDE_RAPID: "I.5: the FIDE Rapid list in force",
    RAPID_ITALIA: "I.5: the Rapid Italia list in force",
    FIDE_BLITZ: "I.5: the FIDE Blitz list in force",
}
"""The clauses of the five lists, in their order."""

_NOT_KNOWN: Final = {
    FIDE: law(
        "I.5: it is not known whether the player is on the FIDE list of the first day of their "
        "first tournament: needs a decision",
        "record that list whole (a recorded list that does not tell of the player once more, under "
        "another name): {record_fide}; or decide the player's rating: {decide_entry}",
    ),
    ITALIA: law(
        "I.5: it is not known whether the player is on the Italia list of the first day of their "
        "first tournament: needs a decision",
        "record that list whole (a recorded list that does not tell of the player once more, under "
        "another name): {record_italia}; or decide the player's rating: {decide_entry}",
    ),
    FIDE_RAPID: law(
        "I.5: it is not known whether the player is on the FIDE Rapid list of the first day of "
        "their first tournament: needs a decision",
        "record that list whole (a recorded list that does not tell of the player once more, under "
        "another name): {record_fide_rapid}; or decide the player's rating: {decide_entry}",
    ),
    RAPID_ITALIA: law(
        "I.5: it is not known whether the player is on the Rapid Italia list of the first day of "
        "their first tournament: needs a decision",
        "record that list whole (a recorded list that does not tell of the player once more, under "
        "another name): {record_rapid_italia}; or decide the player's rating: {decide_entry}",
    ),
    FIDE_BLITZ: law(
        "I.5: it is not known whether the player is on the FIDE Blitz list of the first day of "
        "their first tournament: needs a decision",
        "record that list whole (a recorded list that does not tell of the player once more, under "
        "another name): {record_fide_blitz}; or decide the player's rating: {decide_entry}",
    ),
}
"""The clauses of a list that is not at hand."""


@column(article="I.5, I.6", level="entry", unit="true or false", does="compare")
def disputed(
    played: Values,
    game_excluded: Values,
    not_received: Values,
    tournament: Values,
    entry: Values,
    entries: int,
) -> Values:
    """I.5, I.6. Disputed by the player: a game was played, and the tournament received.

    Reading `disputed`: what was refused or called off is none (I.2), nor is one in which all his
    games fall away, as byes and forfeits do: his first tournament is another. One without a K is.
    """
    some = total(played & ~game_excluded, entry, entries) > 0
    return some & ~not_received.take(tournament)


@column(article="I.5", level="entry", unit="where it comes from", does="choose")
def entry_step(
    unit: Values,
    rating_at_start: Values,
    disputed: Values,
    listed_entry_rating: Values,
    decided_rating: Values,
    fide_rating_at_start: Values,
    fide_known_at_start: Values,
    italia_rating_at_start: Values,
    italia_known_at_start: Values,
    fide_rapid_rating_at_start: Values,
    fide_rapid_known_at_start: Values,
    rapid_italia_rating_at_start: Values,
    rapid_italia_known_at_start: Values,
    fide_blitz_rating_at_start: Values,
    fide_blitz_known_at_start: Values,
) -> Choice:
    """I.5. Source of an initial rating: the first list with the player.

    Reading `A7`: it is looked for once, on the first day of the first tournament that he disputes,
    rated or not, and kept. Reading `A9`: where he stands with no rating, go on.
    Reading `lists_in_force`: FIDE's lists are in force for a month, Italian ones until the next;
    the body may set for how many months (`parameter-set italian_list_months`), on the day on which
    a rating is looked for, and an older one is then not at hand. Without that a finding names a
    list that was a year old, for a newer one may not have been recorded. Other value: an Italian
    list holds for a month, like those of FIDE; what the body did after 2020 would change it.
    Reading `list_not_at_hand`: a list that is not recorded proves nobody's absence: where the steps
    before it give nothing it needs a decision, and his games do not count until there is one.
    """
    asked = (
        (fide_rating_at_start, fide_known_at_start, FIDE),
        (italia_rating_at_start, italia_known_at_start, ITALIA),
        (fide_rapid_rating_at_start, fide_rapid_known_at_start, FIDE_RAPID),
        (rapid_italia_rating_at_start, rapid_italia_known_at_start, RAPID_ITALIA),
        (fide_blitz_rating_at_start, fide_blitz_known_at_start, FIDE_BLITZ),
    )
    return Choice(
        (
            Case(rating_at_start > 0, RATED, "I.3: rated when the tournament began"),
            Case(
                listed_entry_rating.take(unit) > 0,
                KEPT,
                "I.5: given with the player's first tournament, and kept",
            ),
            Case(
                ~disputed,
                NOT_DISPUTED,
                "I.5: not the player's first tournament: no game of the player in it, or its "
                "report was not received",
            ),
            Case(decided_rating.take(unit) > 0, DECIDED, "I.5: decided by the competent body"),
            *_lists(asked),
        ),
        FIXED,
        "I.5: the player is on none of the five lists: the fixed entry rating",
    )


def _lists(asked: Sequence[tuple[Values, Values, int]]) -> list[Case]:
    """Return the cases of the lists in order: the rating of a list, or an unknown list."""
    found = []
    for rating, known, step in asked:
        found.append(Case(rating > 0, step, _IN_FORCE[step]))
        found.append(to_decide(~known, UNKNOWN, _NOT_KNOWN[step]))
    return found


@column(article="I.5", level="entry", unit="points", does="choose")
def entry_rating(
    entry_step: Values,
    unit: Values,
    listed_entry_rating: Values,
    decided_rating: Values,
    fide_rating_at_start: Values,
    italia_rating_at_start: Values,
    fide_rapid_rating_at_start: Values,
    rapid_italia_rating_at_start: Values,
    fide_blitz_rating_at_start: Values,
    entry_points: int,
) -> Choice:
    """I.5. The initial rating; 0: rated already, or unknown.

    Reading `entry_points`: 1440 in every season, for the text has no date; the 1250 points of the
    championships of 2017/18 order boards and teams there, and are no entry rating. Other value:
    another figure, which the body sets (`parameter-set entry_points`); a text of the body with a
    date and one would change it.
    """
    return choose(
        (entry_step == KEPT, listed_entry_rating.take(unit), "I.5: kept"),
        (entry_step == DECIDED, decided_rating.take(unit), "I.5: decided"),
        (entry_step == FIDE, fide_rating_at_start, "I.5: FIDE"),
        (entry_step == ITALIA, italia_rating_at_start, "I.5: Italia"),
        (entry_step == FIDE_RAPID, fide_rapid_rating_at_start, "I.5: FIDE Rapid"),
        (entry_step == RAPID_ITALIA, rapid_italia_rating_at_start, "I.5: Rapid Italia"),
        (entry_step == FIDE_BLITZ, fide_blitz_rating_at_start, "I.5: FIDE Blitz"),
        (entry_step == FIXED, entry_points, "I.5: fixed"),
        otherwise=(0, "I.5: none"),
    )


@column(article="I.3, I.4, I.5", level="entry", unit="points", does="choose")
def rating_used(
    rating_at_start: Values, entry_rating: Values, unit: Values, listed_rating: Values
) -> Choice:
    """I.3, I.4, I.5. The player's rating in a tournament; 0: not known.

    Reading `A4`: that of the list in force on its first day, whenever it was received. Reading
    `A5`: also where the next list came before its last day. Reading `rated_since`: who stands on a
    list that is not in force yet, or was not then, still plays with his entry rating.
    """
    listed_since = (entry_rating > 0) & (listed_rating.take(unit) > 0)
    return choose(
        (
            rating_at_start > 0,
            rating_at_start,
            "I.3, I.4: the rating on the list in force when the tournament began",
        ),
        (
            listed_since,
            entry_rating,
            "I.4, I.5: the player's list was not in force when the tournament began: the entry "
            "rating",
        ),
        otherwise=(entry_rating, "I.5: no rating when the tournament began: the entry rating"),
    )


@column(article="I.5", level="entry", unit="days from the year 1", does="look up")
def entry_day(entered: Values) -> Values:
    """I.5. The first day of the first tournament without a rating; 0: rated."""
    return entered


leaves = as_in(
    game.unlisted, "I.5. Unlisted by decision: the initial rating ends too.", name="leaves"
)


@column(article="I.5", level="unit", unit="points", does="choose")
def entry_rating_kept(
    listed_entry_rating: Values, entry_rating: Values, leaves: Values, unit: Values, units: int
) -> Choice:
    """I.5. The initial rating, constant once fixed."""
    return _kept(listed_entry_rating, listed_entry_rating, entry_rating, leaves, unit, units)


@column(article="I.5", level="unit", unit="where it comes from", does="choose")
def entry_step_kept(
    listed_entry_rating: Values,
    listed_entry_step: Values,
    entry_step: Values,
    entry_rating: Values,
    leaves: Values,
    unit: Values,
    units: int,
) -> Choice:
    """I.5. The source of the initial rating."""
    given = entry_step * (entry_rating > 0)
    return _kept(listed_entry_rating, listed_entry_step, given, leaves, unit, units)


@column(article="I.5", level="unit", unit="days from the year 1", does="choose")
def entry_day_kept(
    listed_entry_rating: Values,
    listed_entry_day: Values,
    entry_day: Values,
    leaves: Values,
    unit: Values,
    units: int,
) -> Choice:
    """I.5. Day for which lists are read, or will be read when recorded.

    Reading `asked_later`: what no list told when his first tournament was booked is looked for on
    that tournament's day all the same when they do, and not on that of a later one.
    """
    first = _of_entries(entry_day, unit, units)
    return choose(
        (leaves, 0, "I.5: unlisted by decision"),
        (listed_entry_rating > 0, listed_entry_day, "I.5: given before, and kept"),
        (
            first == 0,
            listed_entry_day,
            "I.5: the lists of the first day of the first tournament decide",
        ),
        otherwise=(first, "I.5: of the first tournament"),
    )


def _of_entries(given: Values, unit: Values, units: int) -> Values:
    """Return the common value of a player's entries without a rating; 0: no value."""
    new, entering = np.zeros(units, dtype=np.int32), np.flatnonzero(given)
    new[unit.take(entering)] = given[entering]
    return new


def _kept(
    had: Values, listed: Values, given: Values, leaves: Values, unit: Values, units: int
) -> Choice:
    """Return the stored value, else the common value of the player's entries without a rating."""
    new = _of_entries(given, unit, units)
    return choose(
        (leaves, 0, "I.5: unlisted by decision"),
        (had > 0, listed, "I.5: given before, and kept"),
        otherwise=(new, "I.5: given with the first tournament"),
    )
