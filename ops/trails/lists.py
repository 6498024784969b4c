"""A list as entries of a player's trail: its rating with the lines, tournaments, categories."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import structs

from ledger.register import identities
from ledger.sentences import Count, ListName, Position, Sentence
from ops.answers.categories import CategoryChange
from ops.answers.rating_lists import force, in_force_from
from ops.trails.entries import TrailEntry
from ops.words.states import NO_CATEGORY
from projections.queries import PoolQuery, RatingList
from projections.queries.explain import explain
from projections.queries.explain.sheets import Explanation, TournamentSheet, UnitSheet


def list_entries(
    pool: PoolQuery,
    on: RatingList,
    player: int,
    closing: TrailEntry,
    changes: Sequence[CategoryChange],
) -> Iterator[TrailEntry]:
    """Yield a list as an entry, then its tournaments and the changes of category.

    Raises Damaged where the worksheet differs from the published rating.
    """
    explained = explain(pool, player, on)
    lines = tuple(line for unit in explained.units for line in unit.lines)
    played = [*_tournaments(pool, explained, closing)]
    closing = structs.replace(closing, player=identities.show(player))
    yield structs.replace(
        closing,
        force=force(pool, on),
        in_force_from=in_force_from(pool, on),
        rating_before=explained.old,
        rating=explained.new,
        lines=lines,
        says=_of_list(closing.list, explained),
        games=sum(one.games or 0 for one in played),
        values={"edition": explained.edition},
    )
    yield from played
    for change in changes:
        values = {"how": change.how, "before": change.before, "after": change.after}
        booked = structs.replace(closing, kind="category", article=change.article, values=values)
        booked = structs.replace(booked, says=_of_category(closing.list, change))
        yield structs.replace(booked, valid_on=change.on or closing.valid_on)


def _of_list(period: str, explained: Explanation) -> Sentence:
    """Return what a list says about the player's rating."""
    if explained.old and explained.new:
        return Sentence(
            "List {list:of}: from {before} to {rating}",
            list=ListName(period),
            before=explained.old,
            rating=explained.new,
        )
    if explained.new:
        return Sentence(
            "List {list:of}: enters with {rating}", list=ListName(period), rating=explained.new
        )
    if explained.old:
        return Sentence(
            "List {list:of}: leaves; {before} before", list=ListName(period), before=explained.old
        )
    return Sentence("List {list:of}: no rating", list=ListName(period))


def _of_category(period: str, change: CategoryChange) -> Sentence:
    return Sentence(
        "List {list:of}: category from {before} to {after}",
        list=ListName(period),
        before=change.before or NO_CATEGORY,
        after=change.after or NO_CATEGORY,
    )


def _tournaments(
    pool: PoolQuery, explained: Explanation, closing: TrailEntry
) -> Iterator[TrailEntry]:
    for unit in explained.units:
        for sheet in unit.tournaments:
            games = [game for game in sheet.games if game.cells["counts"].value]
            scores = [Fraction(game.cells["score_hundredths"].value) for game in games]
            yield structs.replace(
                closing,
                kind="tournament",
                valid_on=sheet.end,
                tournament=sheet.tournament,
                games=len(games),
                score=sum(scores, Fraction(0)),
                variation=variation_of(pool, unit, sheet),
                values={"report": Position(sheet.report), "edition": sheet.edition},
                says=Sentence(
                    "{tournament} on list {list:of}: {games}, score {score}",
                    tournament=sheet.tournament,
                    list=ListName(closing.list),
                    games=Count(len(games), "game"),
                    score=sum(scores, Fraction(0)),
                ),
            )


def variation_of(pool: PoolQuery, unit: UnitSheet, sheet: TournamentSheet) -> Fraction | None:
    """Return the rating points by a tournament; None: without a rating before."""
    if not unit.before:
        return None
    if pool.law.chained:
        return Fraction((unit.after or 0) - unit.before)
    of = pool.law.worksheet
    coefficient = unit.cells[of.coefficient].value if of.coefficient else 1
    return Fraction(sheet.cells[of.variation].value) * Fraction(coefficient)
