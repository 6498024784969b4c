"""Addresses of announcements: a tournament before play, the games of a league or match."""

from typing import Annotated

from msgspec import Meta

from ledger.events.tournament import TournamentRegistered
from ops.answers.outcomes import Outcome
from ops.commands import announce_tournament as announcing
from ops.commands.receipts import tournaments as receipts
from ops.doors.fields import Text
from ops.house import House
from ops.http.address import recording
from ops.http.addresses.typed_details import Details, texts
from ops.http.asked import Body, Recording


class Announcement(Body, frozen=True, kw_only=True):
    """A tournament with the details known before play: name, start and end are needed."""

    pools: Annotated[tuple[Text, ...], Meta(description="The pools it counts for.")]
    details: Details
    tournament: Annotated[
        Text | None, Meta(description="An id of its own; without it, the next number.")
    ] = None


@recording(
    "/v1/tournaments",
    Recording,
    Outcome,
    body=Announcement,
    events=(TournamentRegistered,),
)
def announce_tournament(house: House, _: Recording, body: Announcement) -> Outcome:
    """Announce a tournament before play, with the details known."""
    details = texts(body.details)
    done = announcing.announce(house, body.pools, details, body.tournament)
    return receipts.announced(done).outcome()
