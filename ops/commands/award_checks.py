"""Checks of parameters left to the body, of categories, and of a bonus by decision."""

from collections.abc import Sequence

from ledger import columns
from ledger.errors import Refused
from ledger.events.outside_play import BonusGranted, BonusWithdrawn
from ledger.events.pool import CategoryDecided, CategoryWithdrawn, ParameterSet
from ledger.expected import day_after, named, or_more
from ledger.register import identities
from ledger.sentences import NO_SENTENCE, Count, Input, Position, Remedy, Sentence
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
            Sentence(
                "{pool}: '{name}' is nothing that is left to the body; it sets {names}",
                pool=pool.name,
                name=fact.name,
                names=named(names),
            ),
            code="not-left-open",
            field="name",
            found=fact.name,
            expected=named(names),
        )
    if fact.in_force_from < first_open_day(pool, fact.in_force_from):
        later = day_after(settled_through(pool))
        raise Refused(
            Sentence(
                "{pool}: closed lists rest on {day}; what was published stays: let it be in force "
                "from {later}",
                pool=pool.name,
                day=fact.in_force_from,
                later=later,
            ),
            code="day-is-settled",
            field="in_force_from",
            found=fact.in_force_from,
            expected=later,
        )
    if fact.name in pool.law.body_parameters:
        _check_left_open(pool, fact)
    elif fact.name == CATEGORIES:
        _check_categories(pool, fact)
    else:
        _check_word(fact, PERMANENCE)


def _check_word(fact: ParameterSet, words: Sequence[str]) -> None:
    if fact.word not in words:
        expected = named(words)
        problem = Sentence(
            "{name}: {input} is one of {words}",
            name=fact.name,
            input=Input("word"),
            words=expected,
        )
        raise Refused(problem, code="word-wrong", field="word", expected=expected)


def _check_left_open(pool: PoolQuery, fact: ParameterSet) -> None:
    may_be = pool.law.body_parameters[fact.name]
    if may_be.words:
        _check_word(fact, may_be.words)
        return
    unit = pool.law.editions[-1].numbers["stated"][fact.name].unit
    if fact.value is None or fact.unit != unit or fact.value < may_be.least:
        number = Sentence("a whole number")
        if may_be.least:
            number = Sentence("a whole number, {least} or more", least=may_be.least)
        expected = Sentence(
            "{number}, with {input} {unit}", number=number, input=Input("unit"), unit=unit
        )
        problem = Sentence(
            "{name}: {input} is {expected}",
            name=fact.name,
            input=Input("value"),
            expected=expected,
        )
        raise Refused(
            problem, code="value-wrong", field="value", found=fact.value, expected=expected
        )


def _check_categories(pool: PoolQuery, fact: ParameterSet) -> None:
    edition = Law(pool.facts, pool.known).edition_on(fact.in_force_from)
    if edition is not None and CATEGORIES in edition.numbers:
        article = edition.numbers["stated"][CATEGORIES].article
        problem = Sentence(
            "{pool}: the text states the categories ({article}); adopt another",
            pool=pool.name,
            article=article,
        )
        raise Refused(problem, code="categories-stated", field="name", found=fact.name)
    if fact.rows is None:
        raise Refused(
            Sentence(
                "{name}: write {rows}, as '{example}', and {unit} points",
                name=fact.name,
                rows=Input("rows"),
                example='[["Third", 0], ["Second", 1500]]',
                unit=Input("unit"),
            ),
            code="rows-needed",
            field="rows",
        )
    wrong = _wrong_row(fact.rows)
    if wrong:
        problem = Sentence(
            "{name}: {input}: {wrong}; names, each once, with thresholds that grow from 0, then "
            "titles, which are only awarded, with null",
            name=fact.name,
            input=Input("rows"),
            wrong=wrong,
        )
        raise Refused(problem, code="rows-wrong", field="rows", found=wrong)


def _wrong_row(rows: Sequence[tuple[str, int | None]]) -> Sentence:
    """Return the wrong row with the reason; no sentence: none."""
    before: int | None = -1
    for at, (name, number) in enumerate(rows):
        row = Sentence("row {row}, '{name}'", row=at + 1, name=name)
        if name != (seen := " ".join(name.split())):
            return Sentence(
                "{row}: it has blanks that nobody sees: write '{seen}'", row=row, seen=seen
            )
        if name in {other for other, _ in rows[:at]}:
            return Sentence("{row}: it is there twice", row=row)
        if at == 0 and number != 0:
            return Sentence("{row}: it is the lowest category, so its threshold is 0", row=row)
        lower = rows[at - 1][0]
        if number is not None and before is None:
            return Sentence(
                "{row}: it is a category and comes after the title '{title}'", row=row, title=lower
            )
        if number is not None and before is not None and number <= before:
            return Sentence(
                "{row}: {threshold} is not above {before}, that of '{lower}'",
                row=row,
                threshold=number,
                before=before,
                lower=lower,
            )
        before = number
    return NO_SENTENCE if rows else Sentence("there are none")


def _check_category(pool: PoolQuery, fact: CategoryDecided) -> None:
    ladder = first_on_or_after(pool, fact.on)
    if fact.category not in ladder.names:
        found, expected = fact.category, named(ladder.names)
        problem = Sentence(
            "{pool} has no category '{category}': there are {names}",
            pool=pool.name,
            category=found,
            names=expected,
        )
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
            problem = Sentence(
                "holds {category} on {day} already", category=brings.before, day=fact.on
            )
            raise of_player(player, problem, code="category-held-already")


def _check_withdrawal(ladder: Ladder, decided: CategoryDecision, brings: Change | None) -> None:
    if brings is not None and brings.how != "no effect":
        return
    player, category = decided.player, decided.category
    present = brings.before if brings else ""
    if present != category:
        none = Sentence("no title") if category in ladder.titles else Sentence("no category")
        raise of_player(
            player,
            Sentence(
                "holds {present} on {day}, not {category}",
                present=present or none,
                day=decided.on,
                category=category,
            ),
            code="category-not-held",
            field="category",
            found=present,
            expected=category,
        )
    if ladder.place(present) == 0:
        problem = Sentence(
            "{category} is the lowest category, there is none to fall back to", category=present
        )
        raise of_player(player, problem, code="lowest-category", field="category", found=present)
    problem = Sentence(
        "{category} follows the rating; only what was awarded is withdrawn", category=present
    )
    raise of_player(player, problem, code="not-awarded", found=present)


# ------------------------------------------------------------------------------------------ bonus


class NoSuchBonus(Refused):
    """No decision at a position granted the player a bonus."""

    def __init__(self, player: int, position: int | None) -> None:
        """Name the player and the position."""
        super().__init__(
            Sentence(
                "player {player}: {position} is no bonus by decision; a bonus by rule follows its "
                "tournament: correct the tournament",
                player=identities.show(player),
                position=Position(position or 0),
            ),
            field="granted",
            found=f"#{position}",
            expected=Sentence("the position of a bonus by decision"),
        )


def check_points(player: int, points: int) -> None:
    """Refuse a bonus of less than a point."""
    if points < 1:
        problem = Sentence("a bonus has one point at least")
        raise of_player(
            player,
            problem,
            code="points-needed",
            field="points",
            found=points,
            expected=or_more(1),
        )


def _check_bonus(pool: PoolQuery, fact: BonusGranted | BonusWithdrawn) -> None:
    players = columns.read(fact.player, columns.PLAYER).tolist()
    points = columns.read(fact.points, columns.NUMBER).tolist()
    listed = pool.states(players, pool.lists()[-1].number)
    for player in players:
        if player not in listed or not listed[player].rating:
            raise of_player(
                player,
                Sentence(
                    "no rating in {pool} to which points could be added, or from which they could "
                    "be taken",
                    pool=pool.name,
                ),
                code="no-rating",
                expected=Sentence("a player on the last list"),
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
            problem = Sentence(
                "the bonus of {granted} was taken back already ({withdrawn})",
                granted=Position(position or 0),
                withdrawn=Position(bonus.position),
            )
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
            Sentence(
                "{position} gave {granted}, not {points}: a bonus is taken back whole",
                position=Position(position or 0),
                granted=Count(granted, "point"),
                points=points,
            ),
            code="points-differ",
            field="points",
            found=points,
            expected=granted,
        )
