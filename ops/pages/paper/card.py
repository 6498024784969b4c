"""A player on paper: the numbers of each pool, list by list with causes, categories."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ledger.sentences import ListName, Sentence
from ops.pages import values
from ops.pages.courses import course_of, described
from ops.pages.paper.document import (
    Block,
    Chart,
    Column,
    Document,
    Figure,
    Figures,
    Heading,
    Table,
    Text,
    cell,
    of_reader,
    signed,
    table,
    text,
    texts,
)
from ops.words import states

if TYPE_CHECKING:
    from ops.pages.drawing import Shown


def document(shown: "Shown") -> Document:
    """Return the card of a player."""
    (person,) = shown.answer.rows
    name, on = person.name or person.player, shown.question.as_of
    return of_reader(
        shown.federation,
        title=text(f"{person.title} {name}" if person.title else name),
        above=text(Sentence("Player card")),
        facts=texts(
            [
                person.federation,
                person.birth_year and Sentence("born in {year}", year=person.birth_year),
                Sentence("number {number}", number=person.player),
                person.numbers,
                person.other_titles,
                on and Sentence("Situation on {day}", day=on),
            ]
        ),
        blocks=tuple(_blocks(shown, person)),
        foot=texts([Sentence("Ledger up to event {event}", event=shown.answer.about.known_to)]),
    )


def _blocks(shown: "Shown", person: Any) -> Iterator[Block]:
    if person.merged:
        yield Text(text(person.merged), "box")
    if person.ratings:
        yield Figures(tuple(_figure(shown, rating) for rating in person.ratings))
        for rating, pool in zip(person.ratings, person.pools, strict=True):
            if pool.revised and pool.revised.rating != rating.rating:
                yield Text(_revised(shown, rating, pool.revised), "box")
    else:
        yield Text(text(Sentence("This player has no rating on any list.")), "box")
    for pool in person.pools:
        title = text(shown.titles[pool.pool])
        yield from _course(shown, person, pool)
        yield Heading(text(Sentence("List by list: {pool}", pool=title)))
        yield _history(pool)
        yield Text(text(Sentence("Lists on which nothing changed are left out.")), "muted")
        if pool.categories:
            yield Heading(text(Sentence("Category")), 2)
            yield _categories(pool)


def _course(shown: "Shown", person: Any, pool: Any) -> Iterator[Block]:
    """Yield the chart of a pool where the rating changed, up to its last list or the day asked."""
    changed = [step.in_force_from for step in pool.course if step.in_force_from]
    if len(changed) > 1:
        named = [ListName(one.list).day for one in person.ratings if one.pool == pool.pool]
        until = shown.question.as_of or max([*changed, *(day for day in named if day)])
        title = Sentence("Course of the rating: {pool}", pool=text(shown.titles[pool.pool]))
        yield Heading(text(title))
        svg = course_of(pool, until, text(title), "paper")
        yield Chart(str(svg), text(described(pool)))


def _figure(shown: "Shown", rating: Any) -> Figure:
    notes = texts(
        [
            values.list_of(rating.list),
            rating.rank and Sentence("place {rank}", rank=rating.rank),
            None if rating.k is None else f"K {rating.k}",
            rating.title or rating.category,
            rating.peak and Sentence("highest {peak}", peak=rating.peak),
            rating.active is False and Sentence("inactive"),
        ]
    )
    value = text(rating.rating or Sentence("none"))
    return Figure(text(shown.titles[rating.pool]), value, " · ".join(notes))


def _revised(shown: "Shown", rating: Any, revised: Any) -> str:
    """Return that the revised rating is another one, as the page of a player has it."""
    both = Sentence(
        "{pool}: official {official}, revised {revised}.",
        pool=text(shown.titles[rating.pool]),
        official=rating.rating or Sentence("none"),
        revised=revised.rating or Sentence("none"),
    )
    meaning = Sentence(
        "The revised rating is what it would be if every fact had been known in time; published "
        "lists stay as they are."
    )
    return f"{text(both)} {text(meaning)}"


def _history(pool: Any) -> Table:
    beside = [pool.revised.history] if pool.revised else []
    columns = [
        Column(text(Sentence("List, and where the change comes from")), wide=True),
        Column(text(Sentence("Rating")), number=True),
        Column(text(Sentence("Change")), number=True),
        *(Column(text(Sentence("Revised")), number=True) for _ in beside),
        Column(text(Sentence("Games")), number=True),
        Column("K", number=True),
    ]
    rows = (
        (
            cell(
                values.list_name(row.list) if row.printing else Sentence("carried over"),
                "strong",
                _causes(row),
            ),
            cell(row.rating or Sentence("none"), "strong"),
            signed(row.change),
            *(cell(rating or Sentence("none")) for rating in revised),
            cell(row.games or "", "muted"),
            cell("" if row.k is None else row.k, "muted"),
        )
        for row, *revised in reversed([*zip(pool.history, *beside, strict=True)])
    )
    return table(columns, rows)


def _causes(row: Any) -> Iterator[Any]:
    """Yield where a change comes from, as the page of a player has it."""
    for one in row.tournaments:
        name = one.name or one.tournament
        several = len(row.tournaments) > 1 and one.points is not None
        yield f"{name} {signed(one.points).text}" if several else name
    for one in row.corrected:
        kind = states.word("correction booked", one.kind)
        yield f"{text(kind)}: {values.list_name(one.of)}"
    for one in row.decisions:
        by = one.decided_by_name or one.decided_by
        article = values.cited(one.article)
        yield ", ".join(texts([states.word("event", one.event), by, article]))
    for one in row.years_ended:
        yield Sentence("end of {year}", year=one.year)
    for one in row.lines:
        yield states.word("line of a change", one.kind)


def _categories(pool: Any) -> Table:
    columns = [
        Column(text(Sentence("Category")), wide=True),
        Column(text(Sentence("Day")), number=True),
        Column(text(Sentence("Article")), number=True),
    ]
    rows = (
        (
            cell(f"{text(row.before)} → {text(row.after)}", "strong", _basis(row)),
            cell(row.on, "muted"),
            cell(values.article(row.article) if row.article else "", "muted"),
        )
        for row in reversed(pool.categories)
    )
    return table(columns, rows)


def _basis(row: Any) -> Iterator[Any]:
    """Yield what a change of category rests on: a tournament by its name."""
    for one in row.rests_on:
        tournament = one.values.get("text")
        yield row.tournaments.get(tournament, one) if tournament else one
