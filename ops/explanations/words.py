"""The lines of a worksheet as sentences, for every door; a door adds the layout."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from ledger.sentences import NO_SENTENCE, Count, Position, Sentence, Value, tabled
from ops.answers.categories import CategoryChange
from ops.explanations.tournament_words import named
from ops.words.states import NO_CATEGORY, word
from projections.queries import PoolQuery, RatingList
from projections.queries.calculation.sheets import Calculated
from projections.queries.explain.sheets import (
    CorrectedSheet,
    Explanation,
    Line,
    UnitSheet,
)
from projections.rating.corrected import BOOKED, LAPSED, MERGED, VOID
from projections.rulebooks.engine.terms import Leg
from projections.rulebooks.engine.titles import title

LINES: Final[Mapping[str, Sentence]] = {
    "entry": Sentence("entry"),
    "play": Sentence("play"),
    "rounding": Sentence("rounding"),
    "floor": Sentence("floor"),
    "bonus": Sentence("bonus"),
    "Q": Sentence("Q"),
    "adjustment": Sentence("adjustment"),
    "bonus by decision": Sentence("bonus by decision"),
    "correction": Sentence("correction"),
    "merge": Sentence("merge"),
    "lift": Sentence("lift"),
    "malus": Sentence("malus"),
    "malus withdrawn": Sentence("malus withdrawn"),
    "deviation": Sentence("deviation"),
    "exit": Sentence("exit"),
}
"""The kinds of lines in words."""

NOTHING_BOOKED: Final = Sentence("no tournament of this player was booked on this list")
SUM: Final = Sentence("sum of the lines")
BOOKED_SO_FAR, AS_CORRECTED = Sentence("booked"), Sentence("corrected")
"""Headings of the two sides of a corrected unit."""

_EFFECTS: Final[Mapping[str, Sentence]] = {
    BOOKED: Sentence("the difference is booked on this list"),
    LAPSED: Sentence("lapsed: the player has not been on every list since"),
    VOID: Sentence("the first rating of the player is void"),
    MERGED: Sentence(
        "the difference is booked on this list, with the merge or separation of players"
    ),
}
"""What a correction of a closed list does, by its kind."""


# The whole worksheet


def headline(explained: Explanation, name: str) -> Sentence:
    """Return whose worksheet it is, of which list, by which edition."""
    on = explained.list
    says = (
        Sentence("{player}: {pool}, list {list} of {day}, edition {edition}")
        if on.number
        else Sentence("{player}: {pool}, list carried over of {day}, edition -")
    )
    of_list: dict[str, Value] = (
        {"list": on.period, "edition": explained.edition} if on.number else {}
    )
    return says.about(
        player=named(explained.player, name), pool=explained.pool, day=on.list_date, **of_list
    )


def origin(pool: PoolQuery, on: RatingList) -> Sentence:
    """Return where a list comes from: carried over, computed, or sealed."""
    if not on.number:
        return Sentence("carried over")
    if pool.track != "official":
        return Sentence(
            "computed on the revised track as known at {known}, never published",
            known=Position(pool.known),
        )
    return Sentence(
        "sealed by {event}, digest {digest}", event=Position(on.position), digest=on.digest
    )


def rating_change(old: int | None, new: int | None) -> Sentence:
    """Return the rating before and after."""
    return Sentence("rating {old} -> {new}", old=old, new=new)


def category(held: str | None, article: str) -> Sentence:
    """Return the category held on the day of a list."""
    if not held:
        return Sentence("category {category}", category=NO_CATEGORY)
    return Sentence("category {category} [{article}]", category=held, article=tabled(article))


def category_change(change: CategoryChange) -> Sentence:
    """Return a change of category, with what it rests on."""
    how = word("change of category", change.how)
    if change.skipped:
        how = Sentence("{how}, skipping {skipped}", how=how, skipped=change.skipped)
    return Sentence(
        "category {before} -> {after}: {how}, by {by} [{article}]",
        before=change.before or NO_CATEGORY,
        after=change.after or NO_CATEGORY,
        how=how,
        by=_together(change.rests_on),
        article=tabled(change.article),
    )


def _together(causes: Sequence[Sentence]) -> Sentence:
    return reduce(_beside, causes) if causes else NO_SENTENCE


def _beside(cause: Sentence, other: Sentence) -> Sentence:
    return Sentence("{cause} {other}", cause=cause, other=other)


# A calculation from typed numbers

NOT_FROM_A_LEDGER: Final = Sentence(
    "not from a ledger: every game that was played is taken to be admitted for rating"
)


def calculation(calculated: Calculated) -> Sentence:
    """Return which list a calculation is for, by which edition."""
    return Sentence(
        "calculation: {rulebook}, list of {day}, edition {edition}",
        rulebook=calculated.rulebook,
        day=calculated.list_date,
        edition=calculated.edition,
    )


# A step: results that wait, columns, legs, lines


def year_ended(year: int) -> Sentence:
    """Return which year a step ends."""
    return Sentence("end of the year {year}", year=year)


def corrects(tournament: str) -> Sentence:
    """Return which competition of an earlier list a step corrects."""
    return Sentence(
        "correction of {tournament}, which an earlier list booked and which stays there",
        tournament=tournament,
    )


def waiting(unit: UnitSheet) -> Sentence:
    """Return what stands above the results that wait."""
    article = unit.cells["pooled_games"].article
    return Sentence("results that wait for a first rating [{article}]", article=tabled(article))


def waiting_result(row: Mapping[str, Any], *, typed: bool = False) -> Sentence:
    """Return a result that waits; `typed`: of a calculation."""
    status = Sentence("does not count: {why}", why=row["why"]) if "why" in row else _COUNTS
    return Sentence(
        "{source}, ended {month}: {games}, opponents' ratings {ratings}, score {score}: {status}",
        source=_source(row["position"], typed=typed),
        month=f"{row['ended_month'] // 12}-{row['ended_month'] % 12 + 1:02d}",
        games=Count(row["counted_games"], "game"),
        ratings=row["opponent_rating_sum"],
        score=Fraction(row["half_points"], 2),
        status=status,
    )


_COUNTS: Final = Sentence("counts")


def _source(position: int, *, typed: bool) -> Sentence:
    if position < 0:
        return Sentence("carried over")
    if typed:
        return Sentence("tournament {number}", number=position)
    return Sentence("report {report}", report=Position(position))


def round_robin(row: Mapping[str, Any]) -> Sentence:
    """Return the average rating of a round robin in which a player without rating played."""
    return Sentence(
        "a round robin of {opponents} opponents; Rc {average}",
        opponents=row["all_opponents"],
        average=Fraction(row["average_numerator"], row["average_denominator"]),
    )


def printed_before(name: str) -> Sentence:
    """Return the name of a value that the list before printed."""
    return Sentence("{name} printed before", name=title(name))


def leg(walked: Leg, article: str) -> Sentence:
    """Return a stretch of a walk over thresholds."""
    says = (
        Sentence("of the deviation: {start} to {end} [{article}]", article=tabled(article))
        if article
        else Sentence("of the deviation: {start} to {end}")
    )
    return says.about(start=walked.start, end=walked.end)


def coefficient(walked: Leg) -> Sentence:
    """Return the coefficient of a stretch."""
    return Sentence("S {coefficient}", coefficient=walked.coefficient)


def line_kind(line: Line) -> Sentence:
    """Return the kind of a line."""
    return Sentence("line: {kind}", kind=LINES[line.kind])


def line_reason(line: Line) -> Sentence:
    """Return the reason of a line, or the sentence of its rule."""
    return line.why or line.says


def computed_again(correction: CorrectedSheet) -> Sentence:
    """Return which unit of a closed list is computed again, and what comes of it."""
    effect = _EFFECTS[correction.kind]
    if not correction.tournament:
        return Sentence(
            "list {list}, which stays as sealed, computed again as corrected: {effect}",
            list=correction.list.period,
            effect=effect,
        )
    if correction.kind == LAPSED:
        effect = Sentence("lapsed: the rating of the player ended since")
    return Sentence(
        "{tournament} on list {list}, which stays as sealed, computed again as corrected: {effect}",
        tournament=correction.tournament,
        list=correction.list.period,
        effect=effect,
    )
