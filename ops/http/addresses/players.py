"""The address of many ratings at once."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from ops.answers.answer import Answer
from ops.answers.many_ratings import MOST, AboutRatings, RatingAsked, RatingFound, ratings_query
from ops.doors.fields import moment
from ops.house import House
from ops.http.address import computing
from ops.http.asked import Nothing


class ManyRatings(Struct, frozen=True, forbid_unknown_fields=True):
    """Players of pools and days."""

    ratings: Annotated[
        tuple[RatingAsked, ...], Meta(max_length=MOST, description="Players, pools and days.")
    ]


@computing(
    "/v1/ratings/query",
    Nothing,
    Answer[RatingFound, AboutRatings],
    body=ManyRatings,
    shows="list",
    long=True,
)
def query_ratings(house: House, _: Nothing, body: ManyRatings) -> Answer[RatingFound, AboutRatings]:
    """Show the ratings of many players, pools and days at once, in the order asked."""
    asked = [replace(row, known_at=moment(row.known_at)) for row in body.ratings]
    return ratings_query(house, asked)
