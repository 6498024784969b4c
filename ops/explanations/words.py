"""The lines of an explanation as sentences, for every door; a door adds the layout."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from ledger.register import identities
from ledger.sentences import NO_SENTENCE, Count, ListName, Position, Sentence, Value, tabled
from ops.answers.categories import CategoryChange
from ops.answers.explanation import ExplanationDocument
from ops.words.states import LINES, NO_CATEGORY, word
from projections.queries.calculation.sheets import Calculated, CalculatedStep
from projections.queries.explain.sheets import (
    Cell,
    CorrectedSheet,
    DecidedCorrection,
    Leg,
    Line,
    UnitSheet,
)
from projections.rating.corrected import BOOKED, LAPSED, MERGED, VOID
from projections.rulebooks.engine.titles import title

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


def headline(explained: ExplanationDocument) -> Sentence:
    """Return whose worksheet it is, of which list, by which edition."""
    on = explained.list
    says = (
        Sentence("{player}: {pool}, list {list:of} of {day}, edition {edition}")
        if on.number
        else Sentence("{player}: {pool}, list carried over of {day}, edition -")
    )
    of_list: dict[str, Value] = (
        {"list": ListName(on.period), "edition": explained.edition} if on.number else {}
    )
    number = identities.show(explained.player)
    player = f"{number} {explained.names[number]}"
    return says.about(player=player, pool=explained.pool, day=on.list_date, **of_list)


def origin(explained: ExplanationDocument) -> Sentence:
    """Return where a list comes from: carried over, computed, or sealed."""
    on = explained.list
    if not on.number:
        return Sentence("carried over")
    if explained.track != "official":
        return Sentence(
            "computed on the revised track as known at {known}, never published",
            known=Position(explained.known_to),
        )
    return Sentence(
        "sealed by {event}, digest {digest}", event=Position(on.position), digest=on.digest
    )


def rating_change(old: int | None, new: int | None) -> Sentence:
    """Return the rating before and after."""
    return Sentence("rating {old} -> {new}", old=old, new=new)


def categories(explained: ExplanationDocument) -> Iterator[Sentence]:
    """Yield the category held on the day of a list, and the changes that rest on the list."""
    if explained.category:
        article = tabled(explained.category_article)
        yield Sentence(
            "category {category} [{article}]", category=explained.category, article=article
        )
    elif explained.category is not None:
        yield Sentence("category {category}", category=NO_CATEGORY)
    yield from map(_category_change, explained.categories)


def _category_change(change: CategoryChange) -> Sentence:
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


def headings(unit: UnitSheet) -> Iterator[Sentence]:
    """Yield which year a step ends, or which competition of an earlier list it corrects."""
    if unit.year_ended:
        yield Sentence("end of the year {year}", year=unit.year_ended)
    if unit.corrects:
        yield Sentence(
            "correction of {tournament}, which an earlier list booked and which stays there",
            tournament=unit.corrects,
        )


def named_values(step: UnitSheet | CalculatedStep) -> Iterator[tuple[Sentence, Cell]]:
    """Yield the values between the tournaments and the lines, each with its name, in order."""
    for name, cell in step.printed_before.items():
        yield Sentence("{name} printed before", name=title(name)), cell
    for name in step.shown:
        yield title(name), step.cells[name]
    for name, cell in step.printed_here.items():
        yield Sentence("{name} printed here", name=title(name)), cell


def waiting(unit: UnitSheet | CalculatedStep) -> Sentence:
    """Return what stands above the results that wait."""
    article = unit.cells["pooled_games"].article
    return Sentence("results that wait for a first rating [{article}]", article=tabled(article))


def waiting_result(row: Mapping[str, Any], *, typed: bool = False) -> Sentence:
    """Return a result that waits; `typed`: of a calculation."""
    status = Sentence("does not count: {why}", why=row["why"]) if "why" in row else _COUNTS
    return Sentence(
        "{source}, ended {month}: {games}, opponents' ratings {ratings}, score {score}: {status}",
        source=_source(row, typed=typed),
        month=f"{row['ended_month'] // 12}-{row['ended_month'] % 12 + 1:02d}",
        games=Count(row["counted_games"], "game"),
        ratings=row["opponent_rating_sum"],
        score=Fraction(row["half_points"], 2),
        status=status,
    )


_COUNTS: Final = Sentence("counts")


def _source(row: Mapping[str, Any], *, typed: bool) -> Sentence:
    position = row["position"]
    if position < 0:
        return Sentence("carried over")
    if typed:
        return Sentence("tournament {number}", number=position)
    return Sentence(
        "{tournament} {name} ({report})",
        tournament=row["tournament"],
        name=row["name"],
        report=Position(position),
    )


def round_robin(row: Mapping[str, Any]) -> Sentence:
    """Return the average rating of a round robin in which a player without rating played."""
    return Sentence(
        "a round robin of {opponents} opponents; Rc {average}",
        opponents=row["all_opponents"],
        average=Fraction(row["average_numerator"], row["average_denominator"]),
    )


def leg(walked: Leg) -> Sentence:
    """Return a stretch of a walk over thresholds."""
    article = tabled(walked.article)
    says = Sentence("of the deviation: {start} to {end} [{article}]", article=article)
    return says.about(start=walked.start, end=walked.end)


def coefficient(walked: Leg) -> Sentence:
    """Return the coefficient of a stretch."""
    return Sentence("S {coefficient}", coefficient=walked.coefficient)


def line_kind(line: Line) -> Sentence:
    """Return the kind of a line."""
    return Sentence("line: {kind}", kind=LINES[line.kind])


def decision(taken: DecidedCorrection) -> Sentence:
    """Return a decision with its body, day and event."""
    what = word("event", taken.event)
    says = Sentence("{what}, {day} ({event})")
    by: dict[str, Value] = {}
    if taken.decided_by:
        says, by = Sentence("{what}, by {by}, {day} ({event})"), {"by": taken.decided_by_name}
    return says.about(what=what, day=taken.decided_on, event=Position(taken.position), **by)


def computed_again(correction: CorrectedSheet) -> Sentence:
    """Return which unit of a closed list is computed again, and what comes of it."""
    effect = _EFFECTS[correction.kind]
    if not correction.tournament:
        return Sentence(
            "list {list:of}, which stays as sealed, computed again as corrected: {effect}",
            list=ListName(correction.list.period),
            effect=effect,
        )
    if correction.kind == LAPSED:
        effect = Sentence("lapsed: the rating of the player ended since")
    return Sentence(
        "{tournament} on list {list:of}, which stays as sealed, computed again as corrected: "
        "{effect}",
        tournament=correction.tournament,
        list=ListName(correction.list.period),
        effect=effect,
    )
