"""The question about the ratings of many players at once."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import Meta, Struct, structs

from ledger import limits
from ops.doors.declare import Question, Worded, question
from ops.doors.fields import Typed, means, moment, served

if TYPE_CHECKING:
    from ops.answers.answer import Answer
    from ops.house import House
    from ops.players.many_ratings import AboutRatings, RatingFound

MOST: Final = 1_000
"""The most ratings asked for at once."""


class RatingAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A player of a pool and a day; None: the last list in force, everything known."""

    pool: Annotated[str, Meta(max_length=limits.SHOWN_CHARACTERS)]
    """Name of a pool."""
    player: Annotated[str, Meta(max_length=limits.SHOWN_CHARACTERS)]
    """A register number, or another body's number, as fide:123."""
    as_of: date | None = None
    """Day of the question; None: the last list in force."""
    known_at: Annotated[str, Meta(max_length=limits.SHOWN_CHARACTERS)] | None = None
    """As known then: a day, an instant with its zone, or the position of an event."""
    track: Literal["official", "revised"] = "official"
    """`official`: as published; `revised`: as if every fact had been known in time."""


def _read(file: Path) -> tuple[RatingAsked, ...]:
    from ledger.intake.files import read, standard_input
    from ops.players.many_ratings import questions_in

    return questions_in(standard_input() if file == Path("-") else read(file))


@question(
    "player ratings {ratings}",
    "/v1/ratings/query",
    shows="list",
    forms=("json",),
    long=True,
    in_body=True,
)
class QueryRatings(Question, frozen=True, kw_only=True):
    """Show the ratings of many players, pools and days at once, in the order asked.

    A row without answer has the reason.

    Example: ledger player ratings questions.csv
    """

    ratings: Annotated[
        tuple[RatingAsked, ...],
        means("players, pools and days"),
        served(max_length=MOST),
        Typed(
            Path,
            _read,
            "a CSV file (- is standard input) of pool and player, and where needed as_of (a day), "
            "known_at, and track (official or revised)",
        ),
    ]

    def answer(self, house: "House") -> "Answer[RatingFound, AboutRatings]":
        """Return the ratings; a refusal concerns its row alone. Raises LimitExceeded."""
        from ops.players.many_ratings import ratings_query

        asked = (structs.replace(row, known_at=moment(row.known_at)) for row in self.ratings)
        return ratings_query(house, tuple(asked))

    def worded(self, _house: "House") -> Worded:
        """Return what writes a rating."""
        from ops.players.words import rating_found

        return rating_found
