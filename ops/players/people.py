"""Persons of the register as rows; one person with the ratings of all pools."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from ledger.register import identities
from ledger.register.absences import Absences, absences
from ledger.register.merges import Merge, kept_player, merges
from ledger.register.people import Person, persons
from ledger.register.words import WordsErased, words_on
from ledger.sentences import Body, Position, Sentence, plain
from ops.access.personal_data import (
    BIRTH_YEAR,
    DAY_OF_DEATH,
    FEDERATION,
    LOCAL_COMMITTEE,
    NAME,
    OTHER_NUMBERS,
    SEX,
    SUSPENSIONS,
    TITLE,
    BodyName,
    PartlyPublic,
)
from ops.answers import categories
from ops.answers.abouts import About, widened
from ops.answers.answer import Answer, known_to
from ops.answers.asked_players import number_on
from ops.answers.clocks import BeforeTheLedger, known_position, pool_known_at
from ops.answers.persons import numbers_printed, printed_schemes
from ops.answers.player_ratings import RatedOnList, rated_on
from ops.answers.rating_lists import chosen
from ops.house import House, TrackName
from ops.players.ratings_in_force import on_list
from projections.official.stopping import ReplayStopped
from projections.queries import NotCovered


class PersonRow(msgspec.Struct, frozen=True):
    """A person of the register; None, "": unknown."""

    player: str
    name: Annotated[str, NAME]
    birth_year: Annotated[int | None, BIRTH_YEAR]
    sex: Annotated[str, SEX]
    federation: Annotated[str, FEDERATION]
    numbers: Annotated[str, OTHER_NUMBERS]
    """Numbers at other bodies, as fide:123, with a space between; everybody sees those that lists
    of the ledger print."""


class TitledPerson(PersonRow, frozen=True):
    """A person with the titles that FIDE's lists print; empty: none."""

    title: Annotated[str, TITLE]
    women_title: Annotated[str, TITLE]
    other_titles: Annotated[str, TITLE]
    """Of arbiters, organisers, trainers, with a comma between."""
    online_title: Annotated[str, TITLE]


class RatingInPool(RatedOnList, frozen=True):
    """A player's rating in force in a pool."""

    pool: str
    known_to: Position
    rank: int | None
    """Among all players of the list, equal ratings share a rank; None: of no closed list."""
    active: bool | None
    """None: the lists of the pool do not show it."""
    merged_number: str = ""
    """The number under which the list has the rating, where it did not take the merge in."""


class SuspensionRow(msgspec.Struct, frozen=True):
    """A suspension of a player, as lifted since."""

    position: Position
    first_day: date
    last_day: date | None
    """None: until it is lifted. Before the first day: lifted from the start."""
    by: str
    by_name: BodyName
    """Name of the body."""
    article: str
    lifted: Position | None
    """The decision that lifted it."""


class DeathRow(msgspec.Struct, frozen=True):
    """The death of a player."""

    position: Position
    on: date
    by: str
    by_name: BodyName
    """Name of the body."""
    article: str


class PlayerOverview(TitledPerson, frozen=True):
    """A person with the ratings of all pools."""

    committee: Annotated[str, LOCAL_COMMITTEE]
    merged: str
    """Numbers that lead to this player by a merge, with a space between."""
    deaths: Annotated[tuple[DeathRow, ...], DAY_OF_DEATH]
    """At most one; a list, so that a hidden value looks like a missing one."""
    suspensions: Annotated[tuple[SuspensionRow, ...], SUSPENSIONS]
    ratings: tuple[RatingInPool, ...]
    """In the pools in which the player ever had a rating; without pools whose replay stopped."""


class AboutOverview(About, frozen=True, kw_only=True):
    """An answer about a player in all pools."""

    track: TrackName
    known_to: Position
    """The last event known."""
    as_of: date | None = None
    """The day asked about."""
    merged: Sentence | None = None
    """The merge of the number asked about into another player."""


def person_row(person: Person, printed: Collection[str] = ()) -> PersonRow:
    """Return a person as a row; `printed` are the schemes of the numbers that everybody sees."""
    own, public = (numbers_printed(person.numbers, of) for of in (person.numbers, printed))
    return PersonRow(
        player=identities.show(person.player),
        name=person.name,
        birth_year=person.birth_year or None,
        sex=person.sex,
        federation=person.federation,
        numbers=PartlyPublic(own, public),
    )


def titled_person(person: Person, printed: Collection[str] = ()) -> TitledPerson:
    """Return a person with titles as a row; `printed` as in `person_row`."""
    return _with_texts(TitledPerson, person, person_row(person, printed))


R = TypeVar("R", bound=PersonRow)


def _with_texts(kind: type[R], person: Person, row: PersonRow, **further: Any) -> R:
    """Return a wider row, with the texts of the person for which it has a field."""
    texts = {name: text for name, text in person.texts.items() if name in kind.__struct_fields__}
    return kind(**{**asdict(row), **texts, **further})


def player_overview(
    house: House,
    player: str,
    as_of: date | None = None,
    known_at: str | None = None,
    track: TrackName = "official",
) -> Answer[PlayerOverview, AboutOverview]:
    """Return a person with the ratings in force in every pool, on a day or by the last lists.

    Titles are those of the day, other details of the person those of today. Asked about by a
    merged number, `about` names the merge. Raises UnknownPlayer, WordsErased.
    """
    merged = merges(house.read, _position_known(house, known_at))
    asked = identities.registered(house.read, player)
    number = kept_player(merged, asked)
    others = sorted(one.merged for one in merged.values() if one.kept == number)
    known = persons(house.read, [number])
    if number not in known:
        raise WordsErased(number)
    person = known[number]
    if as_of is not None:
        held = words_on(house.read, [number], as_of)[number].titles
        person = replace(person, **held._asdict())
    pools = sorted(house.official.facts.pools)
    ratings = (
        rating
        for pool in pools
        for rating in _in_pool(house, pool, (number, *others), as_of, known_at, track)
    )
    away = absences(house.read)
    overview = _with_texts(
        PlayerOverview,
        person,
        person_row(person, printed_schemes(house)),
        merged=" ".join(map(identities.show, others)),
        deaths=tuple(_death(away, number)),
        suspensions=tuple(_suspensions(away, number)),
        ratings=tuple(ratings),
    )
    about = AboutOverview(
        track=track,
        known_to=known_to(house.read),
        as_of=as_of,
        merged=merge_of(merged, asked),
    )
    return Answer(about, (overview,))


def _suspensions(away: Absences, player: int) -> Iterator[SuspensionRow]:
    for one in away.suspensions.get(player, ()):
        lifted = None if one.lifted is None else Position(one.lifted)
        of_decision = (one.by, plain(Body(one.by)), one.article, lifted)
        yield SuspensionRow(Position(one.position), one.first, one.last, *of_decision)


def _death(away: Absences, player: int) -> Iterator[DeathRow]:
    death = away.deaths.get(player)
    if death is not None:
        by = death.by, plain(Body(death.by))
        yield DeathRow(Position(death.position), death.on, *by, death.article)


def merge_of(merged: Mapping[int, Merge], player: int) -> Sentence | None:
    """Return the merge of a number into another player, as a sentence; None: not merged."""
    return identities.merge_words(merged[player]) if player in merged else None


def _position_known(house: House, known_at: str | None) -> int | None:
    try:
        return known_position(house.ledger, known_at, house.zone)
    except BeforeTheLedger:
        return -1


def _in_pool(
    house: House,
    name: str,
    numbers: Sequence[int],
    as_of: date | None,
    known_at: str | None,
    track: TrackName,
) -> Iterator[RatingInPool]:
    """Yield the ratings in a pool: of the player, and of merged numbers that the list still has.

    Nothing of who was never rated, in a pool that had not begun, or whose replay stopped.
    """
    try:
        pool = pool_known_at(house, name, known_at, track)
        pool, row = chosen(pool, None, as_of)
    except (NotCovered, ReplayStopped):
        return
    for player in dict.fromkeys(number_on(pool, number, row) for number in numbers):
        state = pool.state(player, row.number)
        if pool.last_rated(player, row.number) < 0 and not state.rating:
            continue
        held = categories.held(categories.on_day(pool, player, as_of), player)
        yield widened(
            RatingInPool,
            rated_on(pool, row, player, state, held),
            pool=name,
            known_to=Position(pool.known),
            **on_list(pool, row, player)._asdict(),
            merged_number="" if player == numbers[0] else identities.show(player),
        )
