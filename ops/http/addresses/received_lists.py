"""Addresses of lists in files: ratings carried over, lists of other bodies, compared with ours."""

from datetime import date
from typing import Annotated, Final, Literal

from msgspec import Meta

from ledger.events.external import ExternalListRecorded
from ledger.events.pool import RatingsAdjusted, RatingsCarriedOver
from ledger.events.register import PlayerDetailsChanged, PlayersRegistered
from ledger.intake.carry_over.carried_rows import CarryOptions
from ledger.intake.external_list.recording import ListOptions
from ledger.intake.files import as_file
from ledger.intake.formats.rating_list.reading import Written
from ledger.register import identities
from ops.answers import compare_lists
from ops.answers.answer import Answer
from ops.answers.clocks import pool_known_at
from ops.answers.compare_lists import AboutReceivedList, DifferenceRow
from ops.answers.external_lists import (
    AboutBody,
    AboutExternalList,
    ExternalListRow,
    PlayerOnList,
    external_list,
    external_lists,
    player_on_list,
)
from ops.answers.outcomes import Outcome
from ops.answers.register_differences import Detail
from ops.commands import carry_over as carrying
from ops.commands import record_list as lists
from ops.commands.accept_ratings import accept_ratings
from ops.commands.receipts.lists import (
    carried_over,
    details_taken,
    list_recorded,
    ratings_accepted,
)
from ops.commands.take_details import take_from_list
from ops.commands.typed_values import columns_given
from ops.doors.declare import Asked
from ops.doors.fields import KnownAt, Period, Player, Pool, Text, moment
from ops.doors.uploads import MOST_BYTES, File
from ops.house import House
from ops.http.address import question, recording
from ops.http.answering import FileGiven
from ops.http.asked import Recording
from ops.http.file_bodies import FileName, name_of

_FILE: Final = File("application/octet-stream", MOST_BYTES)

Form = Annotated[
    Literal["auto", "fide", "fide-xml", "csv"],
    Meta(description="Fixed width, XML or CSV, each also in a .zip; auto: by its beginning."),
]
Scheme = Annotated[Text, Meta(description="Body of the numbers: fide or fid.")]
Kind = Annotated[
    Literal["standard", "rapid", "blitz"] | None,
    Meta(description="Rating to take from a combined list; the kind of any other list."),
]
Columns = Annotated[
    tuple[Text, ...], Meta(description="For CSV, each as FIELD=HEADING; repeat for more.")
]
MonthAsGiven = Annotated[
    bool, Meta(description="Take the list for this month, although its heading names another.")
]


class AsWritten(Recording, frozen=True, kw_only=True):
    """How a list is written."""

    form: Form = "auto"
    number_scheme: Scheme = "fide"
    kind: Kind = None
    column: Columns = ()
    month_as_given: MonthAsGiven = False
    file_name: FileName = None

    def written(self) -> Written:
        """Return the options for the reader. Raises Refused for a column without a heading."""
        columns = columns_given(self.column)
        return Written(self.form, self.number_scheme, self.kind or "", columns, self.month_as_given)


class CarryOver(AsWritten, frozen=True, kw_only=True):
    """Ratings with which a pool begins."""

    pool: Pool
    on: Annotated[date, Meta(description="Day from which these ratings are in force.")]
    source: Annotated[Text, Meta(description="The list with these ratings.")]
    federation: Annotated[
        Text | None, Meta(description="Take only players of this federation from a list.")
    ] = None
    register_new: Annotated[
        bool, Meta(description="Register players the register does not know.")
    ] = False


@recording(
    "/v1/pools/{pool}/carry-over",
    CarryOver,
    Outcome,
    body=_FILE,
    several=True,
    events=(RatingsCarriedOver,),
    beside=(PlayersRegistered,),
)
def carry_over(house: House, asked: CarryOver, file: FileGiven) -> Outcome:
    """Carry over the ratings with which a pool begins: from a CSV file or another body's list.

    Columns of the CSV file are those of `ledger pool carry-over`. FIDE's lists are recognised; any
    other list is CSV with form=csv.
    """
    options = CarryOptions(
        on=asked.on,
        source=asked.source,
        number_scheme=asked.number_scheme,
        register_new=asked.register_new,
        recorded_by=house.by,
    )
    name, federation = name_of(file, asked.file_name, "list"), (asked.federation or "").upper()
    with as_file(file.data, name) as path:
        done = carrying.carry_over(house, asked.pool, path, options, asked.written(), federation)
    return carried_over(name, asked.on, done).outcome()


class ExternalList(AsWritten, frozen=True, kw_only=True):
    """A list of another body."""

    issuer: Annotated[
        Text,
        Meta(
            description="The body that issues it, by a short name that stays.",
            extra_json_schema={"examples": ["fide"]},
        ),
    ]
    name: Annotated[
        Text,
        Meta(description="Which of its lists.", extra_json_schema={"examples": ["2026-09"]}),
    ]
    list_date: Annotated[date, Meta(description="Day from which the list is in force.")]


@recording(
    "/v1/external-lists/{issuer}/{name}",
    ExternalList,
    Outcome,
    body=_FILE,
    several=True,
    events=(ExternalListRecorded,),
)
def record_external_list(house: House, asked: ExternalList, file: FileGiven) -> Outcome:
    """Record a whole list of another body.

    The ledger keeps the rows and the SHA-256 of the file. Recording the file again gives the first
    receipt.
    """
    options = ListOptions(asked.issuer, asked.name, asked.list_date, asked.written(), house.by)
    name = name_of(file, asked.file_name, "list")
    with as_file(file.data, name) as path:
        done = lists.record_list(house, path, options)
    return list_recorded(name, done).outcome()


class NewDetails(AsWritten, frozen=True, kw_only=True):
    """Names, federations and titles of players on a list."""

    on: Annotated[date, Meta(description="Day from which they are valid: that of the list.")]
    detail: Annotated[
        tuple[Detail, ...],
        Meta(description="Take only these details; by default all; repeat for more."),
    ] = ()


@recording(
    "/v1/register/details",
    NewDetails,
    Outcome,
    body=_FILE,
    events=(PlayerDetailsChanged,),
)
def take_details(house: House, asked: NewDetails, file: FileGiven) -> Outcome:
    """Take names, federations and titles of registered players from another body's list.

    What the list leaves empty stays. All is recorded at once, or nothing.
    """
    name = name_of(file, asked.file_name, "list")
    with as_file(file.data, name) as path:
        done = take_from_list(house, path, asked.written(), asked.on, asked.detail)
    return details_taken(name, asked.on, done).outcome()


class Compared(AsWritten, frozen=True, kw_only=True):
    """A list of ours compared with a file of another body, and the ratings accepted from it."""

    pool: Pool
    period: Period
    issuer: Annotated[Text, Meta(description="The body, by the name of its recorded lists.")] = (
        "fide"
    )
    federation: Annotated[
        Text | None, Meta(description="Of players missing on our list only this federation.")
    ] = None
    accept: Annotated[
        tuple[Player, ...],
        Meta(description="Adjust the rating of this player to the other list; repeat for more."),
    ] = ()
    accept_all: Annotated[bool, Meta(description="Adjust all ratings that differ.")] = False
    by: Annotated[Text | None, Meta(description="The body that decided to accept.")] = None
    known_at: KnownAt = None


@recording(
    "/v1/pools/{pool}/lists/{period}/comparison",
    Compared,
    Answer[DifferenceRow, AboutReceivedList] | Outcome,
    body=_FILE,
    several=True,
    events=(),
    beside=(RatingsAdjusted,),
    needs="pending-decision",
)
def compare_with_file(
    house: House, asked: Compared, file: FileGiven
) -> Answer[DifferenceRow, AboutReceivedList] | Outcome:
    """Compare a closed list with the list of another body, row by row, with causes where known.

    Nothing is recorded unless ratings are accepted: the next list adjusts them.
    """
    name, federation = name_of(file, asked.file_name, "list"), (asked.federation or "").upper()
    house.catch_up()
    pool = pool_known_at(house, asked.pool, moment(asked.known_at))
    with as_file(file.data, name) as path:
        against = compare_lists.Against(path, asked.written(), asked.issuer, federation)
        result = compare_lists.reconcile(pool, asked.period, against)
    answer = compare_lists.differences(pool, result)
    if not (asked.accept or asked.accept_all):
        return answer
    players = () if asked.accept_all else asked.accept
    done = accept_ratings(
        house, asked.pool, result, by=asked.by, players=players, article=asked.article
    )
    return ratings_accepted(answer, done).outcome(exit_code=1 if result.found else 0)


Issuer = Annotated[Text, Meta(description="Body that issued the list, such as fide.")]


class ListsOf(Asked, frozen=True, kw_only=True):
    """The recorded lists of a body."""

    issuer: Issuer


@question(
    "/v1/external-lists/{issuer}",
    ListsOf,
    Answer[ExternalListRow, AboutBody],
    shows="list",
    forms=("json", "csv"),
)
def list_external_lists(house: House, asked: ListsOf) -> Answer[ExternalListRow, AboutBody]:
    """List the recorded lists of another body, the oldest first."""
    return external_lists(house.read, asked.issuer)


class OneList(ListsOf, frozen=True, kw_only=True):
    """A recorded list of a body."""

    name: Annotated[Text, Meta(description="Name of the list, such as 2025-11.")]


@question(
    "/v1/external-lists/{issuer}/{name}", OneList, Answer[ExternalListRow, AboutBody], shows="list"
)
def show_external_list(house: House, asked: OneList) -> Answer[ExternalListRow, AboutBody]:
    """Show a recorded list of another body: its day, rows and file."""
    return external_list(house.read, asked.issuer, asked.name)


class OnTheList(OneList, frozen=True, kw_only=True):
    """A player on a recorded list of a body."""

    player: Player


@question(
    "/v1/external-lists/{issuer}/{name}/players/{player}",
    OnTheList,
    Answer[PlayerOnList, AboutExternalList],
    shows="list",
)
def show_player_on_external_list(
    house: House, asked: OnTheList
) -> Answer[PlayerOnList, AboutExternalList]:
    """Show the row of a player on a recorded list of another body."""
    player = identities.find(house.read, asked.player)
    return player_on_list(house.read, asked.issuer, asked.name, player)
