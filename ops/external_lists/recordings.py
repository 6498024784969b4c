"""Recordings from lists in files: whole lists, details and ratings of theirs, ratings to begin."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated

from ops.doors.fields import By, Player, Pool, Text, means
from ops.doors.recordings import Recording, recording
from ops.doors.uploads import ANY_BYTES, Upload
from ops.external_lists.files import Compared, Detail, Issuer, ListOfBody, WrittenList

if TYPE_CHECKING:
    from ledger.events.base import Fact
    from ops.commands.composed import Composed
    from ops.doors.outcomes import CommandReceipt
    from ops.external_lists.accepting import Accepted
    from ops.external_lists.carrying_over import CarriedOver
    from ops.external_lists.recording_list import RecordedList
    from ops.external_lists.taking_details import DetailsTaken, ListDetails
    from ops.house import House


def _newcomers() -> "Iterator[type[Fact]]":
    from ledger.events.register import PlayersRegistered

    yield PlayersRegistered


@recording(
    "pool carry-over {pool} {file}",
    "/v1/pools/{pool}/carry-over",
    events=("ratings-carried-over.v1",),
    beside=_newcomers,
    several=True,
)
class CarryOver(WrittenList, Recording, frozen=True, kw_only=True):
    """Carry over the ratings with which a pool begins: from a CSV file or another body's list.

    Columns of the CSV file: number, name, federation, sex, birth_year, rating, k, games, peak,
    last_counted, malus (draughts: inactivity penalties so far), inactive (yes or no); for newcomers
    who wait for a first rating pool_ended, pool_games, pool_rating_sum, pool_points. FIDE's lists
    are recognised; any other list is CSV with the form csv. A list has neither games so far nor
    peaks; a player without a flag is active.

    Example: ledger pool carry-over fide-rapid 2026-08.csv --on 2026-09-01
    --source "list of August 2026"
    """

    FOLLOWS = False

    pool: Pool
    file: Annotated[Upload, means("the ratings: CSV, or another body's list"), ANY_BYTES]
    on: Annotated[date, means("the day from which these ratings are in force")]
    source: Annotated[Text, means("the list with these ratings")]
    federation: Annotated[
        Text | None,
        means("take only players of this federation, e.g. ITA, from another body's list"),
    ] = None
    register_new: Annotated[bool, means("register players the register does not know")] = False
    register_unrated: Annotated[
        bool, means("register also the players of another body's list without a rating")
    ] = False

    def record(self, house: "House") -> "CarriedOver":
        """Record the ratings in as many requests as they need. Raises Refused."""
        from ops.external_lists.carrying_over import carry_over

        return carry_over(house, self)

    def receipt(self, _house: "House", done: "CarriedOver") -> "CommandReceipt":
        """Return the receipt, with notes on what a list does not tell."""
        from ops.external_lists.receipts import carried_over

        return carried_over(self, done)

    def line(self, found: "CommandReceipt") -> str:
        """Return the line of the receipt: how many ratings, newcomers and new players."""
        from ops.external_lists.words import carried_line

        return carried_line(found.about)


@recording(
    "external-list record {file}",
    "/v1/external-lists/{issuer}/{list}",
    events=("external-list-recorded.v1",),
    several=True,
)
class RecordExternalList(WrittenList, Recording, frozen=True, kw_only=True):
    """Record a whole list of another body.

    The ledger keeps the rows and the SHA-256 of the file. Recording the file again gives the first
    receipt.

    Example: ledger external-list record 2026-10.csv --issuer fide --list 2026-10
    --list-date 2026-10-01 --kind standard
    """

    FOLLOWS = False
    PROPOSABLE = True

    issuer: Issuer
    list: ListOfBody
    list_date: Annotated[date, means("the day from which the list is in force")]

    def compose(self, house: "House") -> "Composed[None]":
        """Compose the recording of the list; of a very long one its next part."""
        from ops.external_lists.recording_list import next_part

        return next_part(house, self)

    def record(self, house: "House") -> "RecordedList":
        """Record the whole list, in as many requests as it needs. Raises Refused, Proposed."""
        from ops.external_lists.recording_list import record_list

        return record_list(house, self)

    def receipt(self, _house: "House", done: "RecordedList") -> "CommandReceipt":
        """Return the receipt, with doubtful values and effects on closed lists."""
        from ops.external_lists.receipts import list_recorded

        return list_recorded(self, done)

    def line(self, found: "CommandReceipt") -> str:
        """Return the line of the receipt: how many rows and players."""
        from ops.external_lists.words import listed_line

        return listed_line(found.about)


@recording(
    "external-list take-details {file}",
    "/v1/register/details",
    events=("player-details-changed.v1",),
)
class TakeDetails(WrittenList, Recording, frozen=True, kw_only=True):
    """Take names, federations and titles of registered players from another body's list.

    What the list prints otherwise than the register is valid from the day on; what it leaves empty
    stays. All is recorded at once, or nothing: look at a preview first.

    Example: ledger external-list take-details titles.csv --on 2026-03-01 --detail title
    """

    FOLLOWS = False
    PROPOSABLE = True

    on: Annotated[date, means("the day from which the details are valid: that of the list")]
    detail: Annotated[
        tuple[Detail, ...], means("take only these details; by default all; repeat for more")
    ] = ()

    def compose(self, house: "House") -> "Composed[ListDetails]":
        """Compose the change of all details that differ. Raises ListRefused."""
        from ops.external_lists.taking_details import composed, list_details

        return composed(house, self, list_details(house, self))

    def record(self, house: "House") -> "DetailsTaken":
        """Record the details that differ, if any does. Raises ListRefused, Proposed."""
        from ops.external_lists.taking_details import take_details

        return take_details(house, self)

    def receipt(self, _house: "House", done: "DetailsTaken") -> "CommandReceipt":
        """Return the receipt, with all details."""
        from ops.external_lists.receipts import details_taken

        return details_taken(self, done)

    def line(self, found: "CommandReceipt") -> str:
        """Return the line of the receipt: of how many players details were taken."""
        from ops.external_lists.words import taken_line

        return taken_line(found.about)

    def below(self, found: "CommandReceipt") -> Iterator[str]:
        """Return a line for each detail."""
        from ops.external_lists.words import detail_line

        return map(detail_line, found.about["details"])


@recording(
    "external-list accept {pool} {period} {file}",
    "/v1/pools/{pool}/lists/{period}/accepted-ratings",
    events=("ratings-adjusted.v1",),
    several=True,
)
class AcceptRatings(Compared, Recording, frozen=True, kw_only=True):
    """Adjust ratings of a closed list to those of another body; the next list has them.

    Compare the two lists first: all ratings that differ are adjusted, unless players are named.

    Example: ledger external-list accept fide-standard 2026-03 2026-03.csv --kind standard --by fsi
    """

    player: Annotated[
        tuple[Player, ...],
        means(
            "adjust only this player, also if rated on one list alone; by default all who are "
            "rated otherwise; repeat for more"
        ),
    ] = ()
    by: By

    def record(self, house: "House") -> "Accepted":
        """Record the adjustments. Raises Refused for a player without a difference; Proposed."""
        from ops.external_lists.accepting import accept_ratings

        return accept_ratings(house, self)

    def receipt(self, _house: "House", done: "Accepted") -> "CommandReceipt":
        """Return the receipt, with the accepted ratings."""
        from ops.external_lists.receipts import ratings_accepted

        return ratings_accepted(done)

    def line(self, found: "CommandReceipt") -> str:
        """Return the line of the receipt: how many ratings were accepted."""
        from ops.external_lists.words import accepted_line

        return accepted_line(found.about)

    def below(self, found: "CommandReceipt") -> Iterator[str]:
        """Return a line for each accepted rating."""
        from ops.external_lists.words import rating_line

        return map(rating_line, found.about["rows"])
