"""The basis of a tournament on a worksheet, in sentences: the ratings used, that of the player."""

from collections.abc import Iterator, Mapping
from datetime import date

from ledger.sentences import ListName, Sentence, tabled
from projections.queries import RatingList
from projections.queries.explain.sheets import Cell, EnteredBy
from projections.queries.recompute import OtherPoolList


def ratings_used(edition: str, used: RatingList | None) -> Sentence:
    """Return the edition, and the list with the ratings before a tournament; None: a chain."""
    ratings = Sentence("the moment just before this event") if used is None else _list_used(used)
    return Sentence(
        "edition {edition}; ratings of {used}", edition=date.fromisoformat(edition), used=ratings
    )


def other_ratings(seen: OtherPoolList) -> Sentence:
    """Return the list of another pool whose ratings a tournament was played with."""
    used = _list_of(seen.used, seen.pool)
    if seen.word == "other":
        return Sentence("other ratings of {used}", used=used)
    return Sentence("{word} ratings of {used}", word=seen.word, used=used)


def _list_used(on: RatingList) -> Sentence:
    if not on.number:
        return Sentence("the list carried over, {since}", since=_since(on))
    return Sentence("the list {list:of}, {since}", list=ListName(on.period), since=_since(on))


def _list_of(on: RatingList, pool: str) -> Sentence:
    if not on.number:
        return Sentence("the list carried over of {pool}, {since}", pool=pool, since=_since(on))
    return Sentence(
        "the list {list:of} of {pool}, {since}",
        list=ListName(on.period),
        pool=pool,
        since=_since(on),
    )


def _since(on: RatingList) -> Sentence:
    """Return the day from which a list is in force; the list before the first may be empty."""
    if on.in_force_from == date.min:
        return Sentence("empty: nothing was carried over")
    return Sentence("in force from {day}", day=on.in_force_from)


def of_player(
    cells: Mapping[str, Cell], own_rating: str, entered_by: EnteredBy | None, *, rated: bool
) -> Iterator[Sentence]:
    """Yield the player's rating at the start with its reason, from the cells of an entry.

    Not `rated` with a rating: it ended after the tournament began.
    """
    own = cells[own_rating]
    if own.value:
        yield Sentence("own rating {rating}: {why}", rating=own.value, why=own.why)
    if own.value and not rated:
        yield Sentence(
            "rated when it began, unrated since: the games wait [{article}]",
            article=tabled(cells["waits"].article),
        )
    if entered_by is not None:
        yield _entered(entered_by)


def _entered(by: EnteredBy) -> Sentence:
    """Return the rating of a player without one, the reason, and the list that gives it."""
    plays, enters = Sentence("plays with {rating}: {why}"), Sentence("enters with {rating}: {why}")
    says = plays if by.guest else enters
    entry = says.about(rating=by.rating, why=by.words)
    if by.source is None:
        return entry
    return Sentence(
        "{entry}: {body} {list} of {day} ({column}) says {listed}",
        entry=entry,
        body=by.source.body,
        list=by.source.list,
        day=by.source.list_date,
        column=by.source.column,
        listed=by.listed,
    )
