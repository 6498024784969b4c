"""Players found by a name or a number, or by many numbers, with the ratings in force."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from ledger.errors import Refused, check_at_most
from ledger.register import identities, search
from ledger.register.likeness import SAME
from ledger.register.merges import kept_player, merges
from ledger.register.people import Person, persons
from ledger.sentences import Sentence
from ops.answers.abouts import AboutPage, widened
from ops.answers.answer import Answer, check_page, known_to, out_of_range
from ops.answers.people import TitledPerson, merge_of, titled_person
from ops.answers.persons import printed_schemes
from ops.answers.ratings_in_force import RatingInForce, ratings_in_force
from ops.house import House

MOST_FOUND: Final = search.MOST_FOUND
"""The most persons of one search, over all pages."""

MOST_NUMBERS: Final = 200
"""The most numbers looked up at once."""

_BETWEEN: Final = re.compile(r"[\s,;]+")


class PersonFound(TitledPerson, frozen=True):
    """A person found by a search, or by one of many numbers."""

    likeness: int
    """Of the name or number to the text, from 0 to 100."""
    merged: str
    """The merge of this number into another player, as a sentence; empty: none."""
    asked: str
    """The number as asked for; empty: found by a search."""
    ratings: tuple[RatingInForce, ...]
    """In force, in each pool or in the pool asked for; empty: none."""


class AboutFound(AboutPage, frozen=True, kw_only=True):
    """Persons found."""

    unknown: tuple[str, ...] = ()
    """Numbers asked for that nobody has."""


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
        problem = Sentence("a player is found by a name or a number: write one")
        expected = Sentence("a name or a number")
        raise Refused(problem, code="text-wrong", field="search", found=text, expected=expected)
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
    """Return the persons with some numbers, in the order asked; `about` names unknown numbers.

    A text may hold several, with spaces, commas or semicolons between; a number without a body is
    one that lists print, or a register number. Raises LimitExceeded.
    """
    numbers = [number for text in texts for number in _BETWEEN.split(text.strip()) if number]
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
        for number in numbers
        for who in dict.fromkeys(players[number])
        if who in people
    ]
    unknown = tuple(dict.fromkeys(number for number in numbers if not players[number]))
    about = AboutFound(known_to=known_to(house.read), unknown=unknown)
    return Answer(about, _with_ratings(house, found, pool))


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
