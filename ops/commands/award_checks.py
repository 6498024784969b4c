"""Checks of parameters left to the body, of categories, and of a bonus by decision."""

from collections.abc import Sequence

from ledger import columns
from ledger.errors import Refused
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.events.pool import CategoryDecided, CategoryWithdrawn, ParameterSet
from ledger.register import identities
from ledger.sentences import Remedy
from ops.commands.refusals import of_player
from projections.categories.change import Change
from projections.categories.ladder import CATEGORIES, SETTABLE, Ladder
from projections.queries import PoolQuery, categories
from projections.queries.categories import first_on_or_after, first_open_day, settled_through
from projections.rulebooks.engine.categories import PERMANENCE
from projections.state.law import Law
from projections.state.pool import CategoryDecision

Decided = ParameterSet | CategoryDecided | BonusGranted | BonusWithdrawn


def check(pool: PoolQuery, fact: Decided) -> None:
    """Refuse a decision without possible effect."""
    if isinstance(fact, ParameterSet):
        _check_parameter(pool, fact)
    elif isinstance(fact, CategoryDecided):
        _check_category(pool, fact)
    else:
        _check_bonus(pool, fact)


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
    else:
        _check_word(fact, PERMANENCE)


def _check_word(fact: ParameterSet, words: Sequence[str]) -> None:
    if fact.word not in words:
        expected = ", ".join(words)
        problem = f"{fact.name}: --word is one of {expected}"
        raise Refused(problem, code="word-wrong", field="word", expected=expected)


def _check_left_open(pool: PoolQuery, fact: ParameterSet) -> None:
    may_be = pool.law.body_parameters[fact.name]
    if may_be.words:
        _check_word(fact, may_be.words)
        return
    unit = pool.law.editions[-1].numbers["stated"][fact.name].unit
    if fact.value is None or fact.unit != unit or fact.value < may_be.least:
        least = f", {may_be.least} or more" if may_be.least else ""
        expected = f"a whole number{least}, with --unit {unit}"
        problem = f"{fact.name}: --value is {expected}"
        raise Refused(
            problem, code="value-wrong", field="value", found=fact.value, expected=expected
        )


def _check_categories(pool: PoolQuery, fact: ParameterSet) -> None:
    edition = Law(pool.facts, pool.known).edition_on(fact.in_force_from)
    if edition is not None and CATEGORIES in edition.numbers:
        article = edition.numbers["stated"][CATEGORIES].article
        problem = f"{pool.name}: the text states the categories ({article}); adopt another"
        raise Refused(problem, code="categories-stated", field="name", found=fact.name)
    if fact.rows is None:
        raise Refused(
            f'{fact.name}: write --rows, as \'[["Third", 0], ["Second", 1500]]\', '
            "and --unit points",
            code="rows-needed",
            field="rows",
        )
    wrong = _wrong_row(fact.rows)
    if wrong:
        problem = (
            f"{fact.name}: --rows: {wrong}; names, each once, with thresholds that grow from 0, "
            "then titles, which are only awarded, with null"
        )
        raise Refused(problem, code="rows-wrong", field="rows", found=wrong)


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
            return f"{says} is a category and comes after the title {rows[at - 1][0]!r}"
        if number is not None and before is not None and number <= before:
            return f"{says} from {number} is not above {rows[at - 1][0]!r} from {before}"
        before = number
    return "" if rows else "there are none"


def _check_category(pool: PoolQuery, fact: CategoryDecided) -> None:
    ladder = first_on_or_after(pool, fact.on)
    if fact.category not in ladder.names:
        found, expected = fact.category, ", ".join(ladder.names)
        problem = f"{pool.name} has no category {found!r}: there are {expected}"
        raise Refused(
            problem, code="unknown-category", field="category", found=found, expected=expected
        )
    withdrawn = isinstance(fact, CategoryWithdrawn)
    for player in columns.read(fact.player, columns.PLAYER).tolist():
        decided = CategoryDecision(pool.known + 1, fact.on, player, fact.category, withdrawn, "")
        brings = categories.change_by(pool, decided)
        if withdrawn:
            _check_withdrawal(ladder, decided, brings)
        elif brings is not None and not brings.is_effective:
            problem = f"holds {brings.before} on {fact.on} already"
            raise of_player(player, problem, code="category-held-already")


def _check_withdrawal(ladder: Ladder, decided: CategoryDecision, brings: Change | None) -> None:
    if brings is not None and brings.how != "no effect":
        return
    player, category = decided.player, decided.category
    present = brings.before if brings else ""
    if present != category:
        what = "title" if category in ladder.titles else "category"
        raise of_player(
            player,
            f"holds {present or f'no {what}'} on {decided.on}, not {category}",
            code="category-not-held",
            field="category",
            found=present,
            expected=category,
        )
    if ladder.place(present) == 0:
        problem = f"{present} is the lowest category, there is none to fall back to"
        raise of_player(player, problem, code="lowest-category", field="category", found=present)
    problem = f"{present} follows the rating; only what was awarded is withdrawn"
    raise of_player(player, problem, code="not-awarded", found=present)


# ------------------------------------------------------------------------------------------ bonus


class NoSuchBonus(Refused):
    """No decision at a position granted the player a bonus."""

    def __init__(self, player: int, position: int | None) -> None:
        """Name the player and the position."""
        super().__init__(
            f"player {identities.show(player)}: #{position} is no bonus by decision; a bonus by "
            "rule follows its tournament: correct the tournament",
            field="granted",
            found=f"#{position}",
            expected="the position of a bonus by decision",
        )


def check_points(player: int, points: int) -> None:
    """Refuse a bonus of less than a point."""
    if points < 1:
        problem = "a bonus has one point at least"
        raise of_player(
            player,
            problem,
            code="points-needed",
            field="points",
            found=points,
            expected="1 or more",
        )


def _check_bonus(pool: PoolQuery, fact: BonusGranted | BonusWithdrawn) -> None:
    players = columns.read(fact.player, columns.PLAYER).tolist()
    points = columns.read(fact.points, columns.NUMBER).tolist()
    listed = pool.states(players, pool.lists()[-1].number)
    for player in players:
        if player not in listed or not listed[player].rating:
            raise of_player(
                player,
                f"no rating in {pool.name} to which points could be added, or from which they "
                "could be taken",
                code="no-rating",
                expected="a player on the last list",
                remedy=Remedy("show-rating", pool=pool.name, player=identities.show(player)),
            )
    for player, number in zip(players, points, strict=True):
        check_points(player, number)
        if isinstance(fact, BonusWithdrawn):
            _check_taken_back(pool, fact.withdraws, player, number)


def granted_points(pool: PoolQuery, position: int | None, player: int) -> int:
    """Return the points granted to a player at a position. Raises NoSuchBonus."""
    for bonus in pool.facts.bonuses:
        if (bonus.player, bonus.position) == (player, position) and bonus.points > 0:
            return bonus.points
    raise NoSuchBonus(player, position)


def _check_taken_back(pool: PoolQuery, position: int | None, player: int, points: int) -> None:
    """Refuse to take back other points than granted, or a bonus taken back already."""
    granted = granted_points(pool, position, player)
    for bonus in pool.facts.bonuses:
        if bonus.player == player and bonus.withdraws == position:
            problem = f"the bonus of #{position} was taken back already (#{bonus.position})"
            raise of_player(
                player,
                problem,
                code="bonus-withdrawn-already",
                field="granted",
                found=f"#{position}",
            )
    if points != granted:
        raise of_player(
            player,
            f"#{position} gave {granted} points, not {points}: a bonus is taken back whole",
            code="points-differ",
            field="points",
            found=points,
            expected=granted,
        )
