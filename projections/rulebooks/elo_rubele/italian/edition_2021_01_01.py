"""Elo-Rubele, Italian draughts: the change of 2021 to articles 10 and 11 of chapter VI.

The bonus of the year ends; Q comes after every event, against deflation. The day from which this
holds was not readable: the federation sets it when it adopts the edition, whose name says no more
than the year.
"""

from projections.rulebooks.elo_rubele.italian import edition_2008_01_01 as before
from projections.rulebooks.elo_rubele.italian.corrections import NO_VALID_EVENT
from projections.rulebooks.elo_rubele.italian.deciding import BOOKED_NOTHING
from projections.rulebooks.engine.columns import Choice, Values, choose, column
from projections.rulebooks.engine.inheritance import as_in

BASED_ON = "2008-01-01"


@column(article="VI.10, table 17", level="unit", unit="points", does="choose")
def q(period_games: Values, q_points: int) -> Choice:
    """VI.10, table 17. Q: points after every valid event of any kind and length.

    Reading: it is tied to the event as such (B12), so an event at 50 % gives the whole of it too;
    an event is valid for a player from one counted game on.
    """
    return choose(
        (period_games == 0, 0, "VI.10: no counted game, so not a valid event for the player"),
        otherwise=(q_points, "VI.10, table 17: after a valid event"),
    )


floor_points = as_in(
    before.floor_points,
    "VI.6, table 12. Points to the minimum capital. Reading B6: Q is added first.",
    reads={"bonus": "q"},
)
rating = as_in(
    before.rating,
    "VI.10. CF = CI + V + Q; thresholds apply before Q. Unchanged without counted games.",
    reads={"bonus": "q"},
)


@column(article="VI.11", level="recount", unit="points", does="choose")
def recounted_bonus(
    booked_bonus: Values, ceased_later: Values, corrected_period_games: Values
) -> Choice:
    """VI.11. A bonus booked under the earlier edition is withdrawn: this edition has none."""
    return choose(
        (ceased_later, 0, BOOKED_NOTHING),
        (corrected_period_games == 0, -booked_bonus, NO_VALID_EVENT),
        otherwise=(-booked_bonus, "VI.11: the edition of 2021 applies to the event: no bonus"),
    )


REPEALS = ("bonus", "bonus_had", "bonus_points")
"""What the yearly bonus was computed by."""
