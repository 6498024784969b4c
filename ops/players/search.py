"""Players found by a name or a number, or by many numbers, with the ratings in force."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import structs

from ledger.errors import Refused, check_at_most
from ledger.register import identities, search
from ledger.register.likeness import SAME
from ledger.register.merges import kept_player, merges
from ledger.register.people import Person, persons
from ledger.sentences import Input, Sentence
from ops.answers.abouts import AboutPage, widened
from ops.answers.answer import Answer, check_page, known_to, out_of_range
from ops.answers.persons import printed_schemes
from ops.house import House
from ops.players.people import TitledPerson, merge_of, titled_person
from ops.players.ratings_in_force import RatingInForce, ratings_in_force

if TYPE_CHECKING:
    from ops.players.questions import SearchPlayers

MOST_FOUND: Final = search.MOST_FOUND
"""The most persons of one search, over all pages."""

MOST_NUMBERS: Final = 200
"""The most numbers looked up at once."""

_OF_A_SEARCH: Final = ("search", "birth_year", "limit", "page")
"""Inputs without a meaning for numbers."""

_BETWEEN: Final = re.compile(r"[\s,;]+")


class PersonFound(TitledPerson, frozen=True):
    """A person found by a search, or by one of many numbers."""

    likeness: int
    """Of the name or number to the text, from 0 to 100."""
    merged: Sentence | None
    """The merge of this number into another player; None: not merged."""
    asked: str
    """The number as asked for; empty: found by a search."""
    ratings: tuple[RatingInForce, ...]
    """In force, in each pool or in the pool asked for; empty: none."""


class AboutFound(AboutPage, frozen=True, kw_only=True):
    """Persons found."""

    unknown: tuple[str, ...] = ()
    """Numbers asked for that nobody has."""


def players_asked(house: House, asked: "SearchPlayers") -> Answer[PersonFound, AboutFound]:
    """Return the persons found by a search, or by many numbers.

    Raises Refused for the inputs of a search beside numbers, and as both answers.
    """
    if not asked.numbers:
        of_page = {"limit": asked.limit, "page": asked.page}
        year, pool = asked.birth_year, asked.pool
        return people_found(house, asked.search, birth_year=year, pool=pool, **of_page)
    for one in structs.fields(asked):
        if one.name in _OF_A_SEARCH and getattr(asked, one.name) != one.default:
            problem = Sentence(
                "numbers are looked up all at once, without {input}: leave it out",
                input=Input(one.name),
            )
            raise Refused(problem, code="options-contradict", field=one.name)
    return people_numbered(house, asked.numbers, asked.pool)


def people_found(
    house: House,
    text: str,
    *,
    birth_year: int = 0,
    limit: int = 20,
    page: int = 1,
    pool: str | None = None,
) -> Answer[PersonFound, AboutFound]:
    """Return the persons like a name, or with a number; the most like first.

    With the ratings in force in each pool, or in one. `about` holds `next_page` if there is one.
    Raises Refused for an empty text, and for a page or a limit out of range.
    """
    if not text.strip():
        raise _nothing_asked("search", text)
    if not 1 <= limit <= MOST_FOUND:
        raise out_of_range("limit", limit, 1, MOST_FOUND)
    check_page(page, MOST_FOUND)
    most = min(page * limit + 1, MOST_FOUND)
    found = search.search(house.read, text, birth_year=birth_year, limit=most)
    following = page + 1 if len(found) > page * limit else None
    of_page = [("", *match) for match in found[(page - 1) * limit : page * limit]]
    about = AboutFound(known_to=known_to(house.read), next_page=following)
    return Answer(about, _with_ratings(house, of_page, pool))


def people_numbered(
    house: House, texts: Sequence[str], pool: str | None = None
) -> Answer[PersonFound, AboutFound]:
    """Return the persons with some numbers, in the order first asked; `about` names unknown ones.

    A text may hold several, with spaces, commas or semicolons between; a number without a body is
    one that lists print, or a register number. Raises LimitExceeded; Refused for no number.
    """
    numbers = [number for text in texts for number in _BETWEEN.split(text.strip()) if number]
    if not numbers:
        raise _nothing_asked("numbers", " ".join(texts))
    check_at_most(Sentence("numbers"), len(numbers), MOST_NUMBERS)
    printed = sorted(printed_schemes(house))
    written = {number: _as_written(number, printed) for number in numbers}
    known = identities.all_registered(house.read, {one for of in written.values() for one in of})
    players = {
        number: [who for who in map(known.get, of) if isinstance(who, int)]
        for number, of in written.items()
    }
    people = persons(house.read, sorted({who for some in players.values() for who in some}))
    found = [
        (number, people[who], SAME)
        for number in players
        for who in dict.fromkeys(players[number])
        if who in people
    ]
    unknown = tuple(number for number, some in players.items() if not some)
    about = AboutFound(known_to=known_to(house.read), unknown=unknown)
    return Answer(about, _with_ratings(house, found, pool))


def _nothing_asked(field: str, found: str) -> Refused:
    problem = Sentence("a player is found by a name or a number: write one")
    expected = Sentence("a name or a number")
    return Refused(problem, code="text-wrong", field=field, found=found, expected=expected)


def _as_written(number: str, printed: Sequence[str]) -> list[str]:
    """Return what a number can mean, each as `identities.registered` reads it."""
    if ":" in number:
        return [number]
    return [*(f"{scheme}:{number}" for scheme in printed), number]


def _of_either(
    ratings: Mapping[int, tuple[RatingInForce, ...]], player: int, kept: int
) -> tuple[RatingInForce, ...]:
    """Return in each pool the rating of a number; where the list has none, of the kept player.

    A list that has not taken a merge in has the merged number with its own rating.
    """
    of_kept, own = ({one.pool: one for one in ratings.get(who, ())} for who in (kept, player))
    return tuple(one for _, one in sorted((of_kept | own).items()))


def _with_ratings(
    house: House, found: Sequence[tuple[str, Person, int]], pool: str | None
) -> tuple[PersonFound, ...]:
    """Return persons as rows, each with the number asked for and the likeness."""
    merged, printed = merges(house.read), printed_schemes(house)
    kept = {person.player: kept_player(merged, person.player) for _, person, _ in found}
    ratings = ratings_in_force(house, sorted({*kept, *kept.values()}), pool)
    return tuple(
        widened(
            PersonFound,
            titled_person(person, printed),
            likeness=likeness,
            merged=merge_of(merged, person.player),
            asked=number,
            ratings=_of_either(ratings, person.player, kept[person.player]),
        )
        for number, person, likeness in found
    )
