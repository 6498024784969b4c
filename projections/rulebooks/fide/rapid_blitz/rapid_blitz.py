"""Rules of rapid and blitz chess that differ from standard chess, in every edition.

A player without a rating who has one in standard chess plays with that one (7.2.1). What standard
chess reads off the last list is read off `base_rating` and `start_rating`.

Reading `shifted_by_one`: the list stands in 6 where standard chess has it in 7, the system in 7
for 8, and so on; with them what goes before, unplayed games and matches. The article on events of
more than 30 days has none.

Reading `seed_is_a_rating`: who plays with his standard rating needs no five games and no point in
a first event; one counted game puts him on the list, at the standard rating and the change.
Reading `seeded_before_2024`: he did so, and counted as rated, before the text of 2024 too.
"""

from typing import Final

import numpy as np

from projections.rulebooks.engine.columns import Choice, Values, choose, column

NUMBERING: Final = {
    "5.1": "4.1",
    "6.1": "5.1",
    "6.2": "5.2",
    "7.1": "6.1",
    "7.1.1": "6.1.1",
    "7.1.2": "6.1.2",
    "7.1.3": "6.1.3",
    "7.1.4": "6.1.4",
    "7.2": "6.2",
    "7.2.1": "6.2.1",
    "7.2.2": "6.2.2",
    "8": "7",
    "8.1": "7.1",
    "8.1.1": "7.1.1",
    "8.1.2": "7.1.2",
    "8.2": "7.2",
    "8.2.1": "7.2.2",
    "8.2.2": "7.2.3",
    "8.2.3": "7.2.4",
    "8.2.4": "7.2.5",
    "8.3": "7.3",
    "8.3.1": "7.3.1",
    "8.3.2": "7.3.2",
    "8.3.3": "7.3.3",
    "8.3.4": "7.3.4",
    "9.1": "8.1",
    "9.2": "8.2",
    "9.3": "8.3",
    "9.4": "8.4",
    "10.1": "9.1",
    "10.2": "9.2",
}
"""By article of standard chess (edition of 1 March 2024); the others keep their number."""

# 7.2 Who has no rating


@column(article="7.2.1", level="entry", unit="points", does="choose")
def start_rating(
    rating_at_start: Values, guest: Values, standard_rating_at_start: Values
) -> Choice:
    """7.2.1. The rating with which a player enters a tournament; 0 is unrated.

    Who has none has his standard rating, if the list in force when it began gave him one: for
    him and for his opponents he is rated.
    """
    return choose(
        (guest, rating_at_start, "6.1.1: a guest, on no list of the pool: the guest's rating"),
        (
            rating_at_start > 0,
            rating_at_start,
            "6.1.1: the rating on the list in force when the tournament began",
        ),
        (
            standard_rating_at_start > 0,
            standard_rating_at_start,
            "7.2.1: unrated when the tournament began: the standard rating",
        ),
        otherwise=(0, "7.2.1: unrated, in standard chess too"),
    )


@column(article="7.2.1", level="entry", unit="points", does="choose")
def start_rating_in_force(rating_in_force: Values, standard_rating_in_force: Values) -> Choice:
    """7.2.1. The same by the ratings officially in force, by which a match counts or does not."""
    return choose(
        (rating_in_force > 0, rating_in_force, "6.1.1: the rating officially in force"),
        otherwise=(standard_rating_in_force, "7.2.1: the standard rating officially in force"),
    )


@column(article="7.2.1, 7.2.5", level="entry", unit="points", does="choose")
def rating_used(
    rating_at_start: Values,
    guest: Values,
    start_rating: Values,
    unit: Values,
    listed_rating: Values,
) -> Choice:
    """7.2.1, 7.2.5. The player's own rating in a tournament.

    Who had none of any kind when it began but stands on the list before the one that books it
    uses that one; to his opponents he is still unrated.
    """
    return choose(
        (guest, rating_at_start, "6.1.1: a guest, on no list of the pool: the guest's rating"),
        (
            rating_at_start > 0,
            rating_at_start,
            "6.1.1: the rating on the list in force when the tournament began",
        ),
        (
            start_rating > 0,
            start_rating,
            "7.2.1: unrated when the tournament began: the standard rating",
        ),
        otherwise=(
            listed_rating.take(unit),
            "7.2.5: unrated when the tournament began, rated since",
        ),
    )


@column(article="7.2.1", level="entry", unit="true or false", does="compare")
def as_rated(
    rating_at_start: Values, start_rating: Values, unit: Values, listed_rating: Values
) -> Values:
    """7.2.1. Whether the player counts as rated: listed, or with a standard rating.

    Who was rated when it began and was unlisted since is neither: his games wait.
    """
    return (listed_rating.take(unit) > 0) | ((rating_at_start == 0) & (start_rating > 0))


@column(article="6.1.4, 7.2.1", level="entry", unit="true or false", does="compare")
def waits(counted_games: Values, as_rated: Values, guest: Values) -> Values:
    """6.1.4, 7.2.1. Results of unrated players wait for a rating, except results of guests."""
    return ~as_rated & (counted_games > 0) & ~guest


@column(article="7.2.1, 7.3.2 (c)", level="entry", unit="games", does="multiply")
def own_games(counted_games: Values, as_rated: Values) -> Values:
    """7.2.1, 7.3.2 (c). Counted games of a rated player in the tournament."""
    return counted_games * as_rated


@column(article="7.2.1, 7.3.2 (c)", level="entry", unit="hundredths of a point", does="multiply")
def own_difference_hundredths(entry_difference_hundredths: Values, as_rated: Values) -> Values:
    """7.2.1, 7.3.2 (c). Sum of the differences of a rated player in the tournament."""
    return entry_difference_hundredths * as_rated


@column(article="7.2.1", level="entry", unit="day, as a number", does="choose")
def seeding_day(own_games: Values, started: Values, unit: Values, listed_rating: Values) -> Values:
    """7.2.1. First day of a tournament that lists a player with the standard rating."""
    return np.where((own_games > 0) & (listed_rating.take(unit) == 0), started, 0)


@column(article="7.2.1", level="unit", unit="points", does="max")
def seed_rating(seeding_day: Values, start_rating: Values, unit: Values, units: int) -> Values:
    """7.2.1. The standard rating with which a player comes onto the list; 0 for everybody else.

    Reading `seed_of_several`: of several tournaments on the list, that of the one begun last.
    """
    last, found = np.zeros(units, dtype=np.int64), np.zeros(units, dtype=np.int32)
    seeding = np.flatnonzero(seeding_day > 0)
    np.maximum.at(last, unit.take(seeding), seeding_day.take(seeding))
    latest = seeding[seeding_day.take(seeding) == last.take(unit.take(seeding))]
    np.maximum.at(found, unit.take(latest), start_rating.take(latest).astype(np.int32))
    return found


@column(article="7.2.1", level="unit", unit="points", does="choose")
def base_rating(listed_rating: Values, seed_rating: Values) -> Choice:
    """7.2.1. The rating that changes on this list: the last listed, or the standard rating."""
    return choose(
        (listed_rating > 0, listed_rating, "6.1.1: the list before"),
        (seed_rating > 0, seed_rating, "7.2.1: enters with the standard rating"),
        otherwise=(0, "7.2.1: unrated"),
    )


# 7.3 The change of a rating


@column(article="7.3.3", level="unit", unit="points a game point", does="look up")
def entering_k(listed_rating: Values, k_newcomer: int) -> Values:
    """7.3.3. The K of a player who enters with a standard rating.

    Reading `seed_k`: that of a player new to the list.
    """
    return np.full_like(listed_rating, k_newcomer)


@column(article="7.3.3", level="unit", unit="points a game point", does="choose")
def k(
    listed_rating: Values,
    listed_k: Values,
    rated_games: Values,
    entering_k: Values,
    k_times_games: int,
) -> Choice:
    """7.3.3. The K printed on the last list, lowered where K times games exceeds the limit."""
    stated = np.where(listed_rating > 0, listed_k, entering_k)
    return choose(
        (
            stated * rated_games > k_times_games,
            k_times_games // np.maximum(rated_games, 1),
            "7.3.3: lowered, so that K times the games of the period stays within {k_times_games}",
        ),
        (listed_rating == 0, entering_k, "7.3.3: of a player new to the list"),
        otherwise=(stated, "7.3.3: as printed on the list before"),
    )


# The list that results


@column(article="7.3.3", level="unit", unit="games", does="choose")
def games(
    listed_rating: Values,
    rating: Values,
    listed_games: Values,
    corrected_games: Values,
    rated_games: Values,
    pooled_games: Values,
) -> Choice:
    """7.3.3. Counted games so far, including games before the first rating.

    Reading `seed_games`: who comes with his standard rating brings the games that waited, too.
    """
    return choose(
        (rating == 0, 0, "6.2.1: not on the list: the counter starts anew"),
        (
            listed_rating > 0,
            listed_games + corrected_games + rated_games,
            "7.3.3: games so far and those of the period",
        ),
        otherwise=(pooled_games + rated_games, "6.1.4, 7.2.1: games up to the first rating"),
    )


@column(article="6.1.2", level="unit", unit="games", does="add")
def period_games(rated_games: Values, newly_pooled_games: Values) -> Values:
    """6.1.2. Games rated in the period, as printed on the list.

    Those of a rated player, and those that joined the ones waiting for a first rating: who begins
    one tournament unrated and the next with a standard rating has both.
    """
    return rated_games + newly_pooled_games


READS: Final = {
    "opponent_rating": {"rating_at_start": "start_rating"},
    "rated_games": {"counted_games": "own_games", "listed_rating": "base_rating"},
    "sum_hundredths": {
        "entry_difference_hundredths": "own_difference_hundredths",
        "listed_rating": "base_rating",
    },
    "adjustment": {"listed_rating": "base_rating"},
    "changed_rating": {"listed_rating": "base_rating"},
    "lift": {"listed_rating": "base_rating"},
    "score_difference": {"points_each_half_point": "half_point_worth"},
    "rating": {"listed_rating": "base_rating"},
    "match_unrated": {"rating_in_force": "start_rating_in_force"},
}
"""By column of standard chess, what it reads here in place of what."""
