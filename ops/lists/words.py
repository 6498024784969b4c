"""Titles and rows of tables about lists."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.sentences import ListName, Position, Sentence, plain
from ops.answers.cause_words import cause_words
from ops.doors.documents import Row, cells
from ops.words import said, states
from ops.words.states import NO_CATEGORY, NONE

if TYPE_CHECKING:
    from ops.answers.categories import CategoryChange
    from ops.answers.inactivity_penalties import InactivityPenalty
    from ops.answers.list_rows import RatingListRow
    from ops.lists.changes import AboutComparison, ListChange
    from ops.lists.supposed_changes import SupposedChange


def compared_lists(pool: str, about: "AboutComparison") -> Sentence:
    """Return the title of a comparison."""
    earlier, later = _sides(about)
    return Sentence("{pool}: {earlier} to {later}", pool=pool, earlier=earlier, later=later)


def _sides(about: "AboutComparison") -> Iterator[Sentence]:
    """Yield the two lists; of one list twice with the printing, track or moment of each."""
    lists = about.earlier_list, about.later_list
    printings = about.earlier_printing, about.later_printing
    other = about.known_to if about.other_known_to is None else about.other_known_to
    positions, tracks = (about.known_to, other), (about.track, about.other_track or about.track)
    one_list = lists[0] == lists[1]
    by_printing = one_list and printings[0] != printings[1]
    by_moment = one_list and not by_printing and positions[0] != positions[1]
    for at, period in enumerate(lists):
        differs = []
        if by_printing:
            differs.append(Sentence("printing {printing}", printing=printings[at]))
        if tracks[0] != tracks[1]:
            differs.append(Sentence("{track} track", track=states.word("track", tracks[at])))
        if by_moment:
            differs.append(Sentence("known to {position}", position=Position(positions[at])))
        on = Sentence("list {list:of}", list=ListName(period))
        yield Sentence("{on} ({differs})", on=on, differs=differs) if differs else on


def list_change(row: "ListChange") -> Row:
    """Return a difference between two lists, with causes where asked for."""
    what = states.word("difference of two lists", row.what)
    texts = cells(row, {"change": ""}, what=what)
    texts.pop("causes", None)
    if row.causes is None:
        return texts
    return {**texts, "causes": plain([cause_words(cause) for cause in row.causes])}


def list_row(row: "RatingListRow", scheme: str) -> Row:
    """Return a row of a list: the rank, then the columns in the order of FIDE's lists."""
    columns = {"games" if name == "period_games" else name: of for name, of in row.columns.items()}
    columns.pop("inactive", None)  # among the flags
    rating, person = columns.pop("rating"), row.person
    return {
        "rank": row.rank,
        "player": row.player,
        scheme: row.number,
        "title": person.title or None,
        "women_title": person.women_title or None,
        "other_titles": person.other_titles or None,
        "online_title": person.online_title or None,
        "name": row.name,
        "federation": person.federation or None,
        "committee": row.committee or None,
        "rating": rating,
        "change": row.change,
        **columns,
        "tournaments": row.tournaments,
        "birth_year": person.birth_year,
        "sex": person.sex or None,
        "flag": person.flag or None,
        "category": row.category,
        "awarded_title": row.awarded_title,
    }


def penalty_row(row: "InactivityPenalty") -> Row:
    """Return the inactivity penalties of a player."""
    years = [said(Sentence("earlier"))] * row.carried_over + list(map(str, row.years))
    rating = row.rating or NONE
    return cells(row, {"carried_over": ""}, rating=rating, years=" ".join(years))


def list_value(row: "SupposedChange") -> Row:
    """Return a value of a player in a supposed history."""
    return cells(row, what=states.word("difference of two lists", row.what))


def change_row(row: "CategoryChange") -> Row:
    """Return a change of category, with the player."""
    return cells(
        row,
        {"outranked": "beside", "before": "from", "after": "to", "tournaments": ""},
        before=row.before or NO_CATEGORY,
        after=row.after or NO_CATEGORY,
        skipped=", ".join(row.skipped),
        rating_before=row.rating_before or NONE,
        rating_after=row.rating_after or NONE,
        list=row.list or "",
        on=row.on or Sentence("not published"),
    )


def own_change_row(row: "CategoryChange") -> Row:
    """Return a change of category of one player, the day first."""
    others = {
        name: cell for name, cell in change_row(row).items() if name not in ("player", "name")
    }
    return {"on": others.pop("on"), **others}
