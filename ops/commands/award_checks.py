"""Checks of awards and withdrawals of categories, and of parameters left to the body."""

from __future__ import annotations

from collections.abc import Sequence

from ledger import columns
from ledger.errors import Refused
from ledger.events.category import CategoryDecided, CategoryWithdrawn
from ledger.events.pool import ParameterSet
from ledger.register import identities
from projections.categories.change import Change
from projections.categories.ladder import CATEGORIES, SETTABLE, Ladder
from projections.queries import PoolQuery, categories
from projections.queries.categories import first_on_or_after, first_open_day, settled_through
from projections.rulebooks.engine.categories import PERMANENCE
from projections.state.law import Law
from projections.state.pool import CategoryDecision

Decided = ParameterSet | CategoryDecided


def check(pool: PoolQuery, fact: Decided) -> None:
    """Refuse a decision without possible effect."""
    if isinstance(fact, ParameterSet):
        _check_parameter(pool, fact)
    else:
        _check_decision(pool, fact)


def _check_parameter(pool: PoolQuery, fact: ParameterSet) -> None:
    names = (*SETTABLE, *sorted(pool.law.body_parameters))
    if fact.name not in names:
        raise Refused(
            f"{pool.name}: {fact.name!r} is nothing that is left to the body; "
            f"it sets {', '.join(names[:-1])} and {names[-1]}",
            code="not-left-open",
            field="name",
            found=fact.name,
            expected=", ".join(names),
        )
    if fact.in_force_from < first_open_day(pool, fact.in_force_from):
        raise Refused(
            f"{pool.name}: sealed lists rest on {fact.in_force_from}; what was published stays: "
            f"let it be in force from a day after {settled_through(pool)}",
            code="day-is-settled",
            field="in-force-from",
            found=fact.in_force_from,
            expected=f"a day after {settled_through(pool)}",
        )
    if fact.name in pool.law.body_parameters:
        _check_left_open(pool, fact)
    elif fact.name == CATEGORIES:
        _check_categories(pool, fact)
    elif fact.word not in PERMANENCE:
        raise Refused(
            f"{fact.name}: --word is one of {', '.join(PERMANENCE)}",
            code="word-wrong",
            field="word",
            expected=", ".join(PERMANENCE),
        )


def _check_left_open(pool: PoolQuery, fact: ParameterSet) -> None:
    """Refuse an unknown word, and a number in another unit."""
    may_be = pool.law.body_parameters[fact.name]
    if may_be.words:
        if fact.word not in may_be.words:
            raise Refused(
                f"{fact.name}: --word is one of {', '.join(may_be.words)}",
                code="word-wrong",
                field="word",
                expected=", ".join(may_be.words),
            )
        return
    unit = pool.law.editions[-1].numbers["stated"][fact.name].unit
    if fact.value is None or fact.unit != unit or fact.value < may_be.least:
        least = f", {may_be.least} or more" if may_be.least else ""
        raise Refused(
            f"{fact.name}: --value is a whole number{least}, with --unit {unit}",
            code="value-wrong",
            field="value",
            found=fact.value,
            expected=f"a whole number{least}, unit {unit}",
        )


def _check_categories(pool: PoolQuery, fact: ParameterSet) -> None:
    """Refuse categories stated by the text, and categories not ascending from 0."""
    edition = Law(pool.facts, pool.known).edition_on(fact.in_force_from)
    if edition is not None and CATEGORIES in edition.numbers:
        article = edition.numbers["stated"][CATEGORIES].article
        raise Refused(
            f"{pool.name}: the text states the categories ({article}); adopt another",
            code="categories-stated",
            field="name",
            found=fact.name,
        )
    if fact.rows is None:
        raise Refused(
            f'{fact.name}: write --rows, as \'[["Third", 0], ["Second", 1500]]\', '
            "and --unit points",
            code="rows-needed",
            field="rows",
        )
    wrong = _wrong_row(fact.rows)
    if wrong:
        raise Refused(
            f"{fact.name}: --rows: {wrong}; names, each once, with thresholds that grow from 0, "
            "then titles, which are only awarded, with null",
            code="rows-wrong",
            field="rows",
            found=wrong,
        )


def _wrong_row(rows: Sequence[tuple[str, int | None]]) -> str:
    """Return the wrong row with the reason; empty: none."""
    before: int | None = -1
    for at, (name, number) in enumerate(rows):
        says = f"row {at + 1}, {name!r},"
        if name != " ".join(name.split()):
            return f"{says} has blanks that nobody sees: write {' '.join(name.split())!r}"
        if name in {other for other, _ in rows[:at]}:
            return f"{says} is there twice"
        if at == 0 and number != 0:
            return f"{says} is the lowest category: its threshold is 0"
        if number is not None and before is None:
            return f"{says} is a category and stands after the title {rows[at - 1][0]!r}"
        if number is not None and before is not None and number <= before:
            return f"{says} from {number} is not above {rows[at - 1][0]!r} from {before}"
        before = number
    return "" if rows else "there are none"


def _check_decision(pool: PoolQuery, fact: CategoryDecided) -> None:
    ladder = first_on_or_after(pool, fact.on)
    if fact.category not in ladder.names:
        raise Refused(
            f"{pool.name} has no category {fact.category!r}: there are {', '.join(ladder.names)}",
            code="unknown-category",
            field="category",
            found=fact.category,
            expected=", ".join(ladder.names),
        )
    players, last = columns.read(fact.player, columns.PLAYER).tolist(), pool.official.facts.players
    for player in players:
        if player > last:
            raise Refused(
                f"player {identities.show(player)}: the register holds no such player",
                code="unknown-player",
                field="player",
                found=identities.show(player),
            )
        withdrawn = isinstance(fact, CategoryWithdrawn)
        decided = CategoryDecision(pool.known + 1, fact.on, player, fact.category, withdrawn, "")
        brings = categories.change_by(pool, decided)
        if withdrawn:
            _check_withdrawal(ladder, decided, brings)
        elif brings is not None and not brings.is_effective:
            raise Refused(
                f"player {identities.show(player)}: holds {brings.before} on {fact.on} already",
                code="category-held-already",
                field="player",
                found=identities.show(player),
            )


def _check_withdrawal(ladder: Ladder, decided: CategoryDecision, brings: Change | None) -> None:
    """Refuse the withdrawal of categories not held, lowest, or given by the rating."""
    if brings is not None and brings.how != "no effect":
        return
    who, category = f"player {identities.show(decided.player)}", decided.category
    held = brings.before if brings else ""
    if held != category:
        what = "title" if category in ladder.titles else "category"
        raise Refused(
            f"{who}: holds {held or f'no {what}'} on {decided.on}, not {category}",
            code="category-not-held",
            field="category",
            found=held,
            expected=category,
        )
    if ladder.place(held) == 0:
        raise Refused(
            f"{who}: {held} is the lowest category, there is none to fall back to",
            code="lowest-category",
            field="category",
            found=held,
        )
    raise Refused(
        f"{who}: {held} follows the rating; only what was awarded is withdrawn",
        code="not-awarded",
        field="player",
        found=held,
    )
