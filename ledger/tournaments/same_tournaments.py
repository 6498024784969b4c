"""Tournaments probably recorded twice: the same players, days and results.

A file saved anew, or in another format, has another digest and would be rated a second time.
Players and games tell: two real tournaments of the same people in the same week, one rapid and one
blitz, have other results. A report counts as recorded and as corrected, for a file may be that of
before or of after; a report in parts counts by its parts, and as a whole; an annulled one does not
count.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain

import numpy as np

from ledger.columns import Wide
from ledger.events.counting import Comparison, ReportCompared
from ledger.register.merges import Merge, merges
from ledger.sentences import Remedy
from ledger.store.reading import Reader
from ledger.store.twins import TYPES
from ledger.time_limit import check_time
from ledger.tournaments import sketches
from ledger.tournaments.current_report import CurrentReport, Days
from ledger.tournaments.ended_reports import like_some, outlines
from ledger.tournaments.recorded_report import folded
from ledger.tournaments.sketches import NEAR_DAYS, Outline, Same, Sketch, joined, may_share


def _recorded_sketches(
    read: Reader, tournament: str, merged: Mapping[int, Merge], known: int | None = None
) -> list[Sketch]:
    """Return the sketches of the current reports of a tournament: part by part, and whole."""
    state = folded(read, tournament, known)
    parts = [part for part in state.parts if not state.annulment(part.position)]
    of_parts = [sketches.of_part(part, merged) for part in parts]
    of_whole = ([versions[at] for versions in of_parts] for at in (0, -1))
    return [*chain.from_iterable(of_parts), *map(joined, of_whole if len(parts) > 1 else ())]


def own_sketches(read: Reader, new: Sketch, others: Sequence[CurrentReport]) -> list[Sketch]:
    """Return the sketches of a new report, which may be a part beside other parts."""
    if not others:
        return [new]
    merged = merges(read)
    return [new, joined([new, *(sketches.of_part(part, merged)[-1] for part in others)])]


def same_as(read: Reader, asked: Sequence[Sketch], besides: str = "") -> list[Same]:
    """Return the recorded tournaments equal to one, or like it, the equal and likeliest first.

    `asked` are its sketches, `besides` is its own id. Cost: the reports that ended within NEAR_DAYS
    of it and share players with it, found in memory; then the streams of its likes.
    """
    merged = merges(read)
    candidates = dict.fromkeys(
        outline.tournament
        for span in _spans(one.end for one in asked)
        for outline in like_some(read, *span, asked, merged)
        if outline.tournament != besides
        and any(outline.meets(one, outline.shares(one)) for one in asked)
    )
    likes = (_best(asked, _recorded_sketches(read, name, merged)) for name in candidates)
    return sorted((same for same in likes if same is not None), key=_likeness)


def _ended(
    read: Reader, spans: Iterable[Days], merged: Mapping[int, Merge], known: int | None = None
) -> Iterator[Outline]:
    """Yield days and players of all reports that ended in some days, also of replaced ones."""
    found = [at for span in spans for at in read.valid_between(TYPES, *span)]
    return outlines(read, [at for at in found if known is None or at <= known], merged)


def _best(asked: Iterable[Sketch], recorded: Sequence[Sketch]) -> Same | None:
    likes = (one.same(other) for one in asked for other in recorded)
    return min((same for same in likes if same is not None), key=_likeness, default=None)


def _likeness(same: Same) -> tuple[bool, int, int, Same]:
    return not same.equal, -same.shared_players, -same.shared_games, same


def same_tournaments(
    read: Reader, near: Iterable[date] | None = None, known: int | None = None
) -> list[tuple[Sketch, Same]]:
    """Return pairs of recorded tournaments equal or alike, the earlier recorded first.

    Of those with a report that ended near some days (None: all), as known at a position (None:
    now). One pass over these reports; what is kept of each are its days and players.
    """
    merged = merges(read, known)
    spans = [(date.min, date.max)] if near is None else _spans(near)
    pairs = dict.fromkeys(_meeting(_ended(read, spans, merged, known)))
    names = dict.fromkeys(chain.from_iterable(pairs))
    recorded = {name: _recorded_sketches(read, name, merged, known) for name in names}
    found = []
    for pair in pairs:
        one, other = sorted((recorded[name] for name in pair), key=_first_position)
        same = _best(one, other)
        if same is not None:
            found.append((one[0], same))
    return sorted(found, key=lambda pair: (pair[0].position, pair[1].position))


def _spans(days: Iterable[date]) -> list[Days]:
    """Return spans of NEAR_DAYS around some days; spans that touch are joined."""
    near, spans = timedelta(days=NEAR_DAYS), list[Days]()
    for day in sorted(set(days)):
        first = spans.pop()[0] if spans and day - near <= spans[-1][1] else day - near
        spans.append((first, day + near))
    return spans


def _first_position(recorded: Sequence[Sketch]) -> int:
    return min((sketch.position for sketch in recorded), default=-1)


def _meeting(reports: Iterable[Outline]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of tournaments that may be the same, found by their players."""
    found = list(reports)
    if not found:
        return
    days = np.array([(one.start.toordinal(), one.end.toordinal()) for one in found])
    sizes = np.array([len(one.players) for one in found])
    players = np.concatenate([one.players for one in found])
    report = np.repeat(np.arange(len(found)), sizes)
    in_order = np.lexsort((days[report, 0], players))
    codes = _pairs(players[in_order], report[in_order], days)
    pairs, shared = np.unique(codes, return_counts=True)
    one, other = np.divmod(pairs, len(found))
    enough = may_share(shared, np.minimum(sizes[one], sizes[other]))
    for at, there in zip(one[enough].tolist(), other[enough].tolist(), strict=True):
        names = found[at].tournament, found[there].tournament
        if names[0] != names[1]:
            yield min(names), max(names)


def _pairs(players: Wide, report: Wide, days: Wide) -> Wide:
    """Return the pairs of reports near in days, once for each player that they share.

    The entries stand by player. A pair is a number: the lower index times the number of reports,
    plus the higher one.
    """
    found = [np.empty(0, np.int64)]
    for apart in range(1, len(players)):
        check_time()
        same = np.flatnonzero(players[apart:] == players[:-apart])
        if not len(same):
            break
        one, other = report[same], report[same + apart]
        between = np.maximum(days[one, 0] - days[other, 1], days[other, 0] - days[one, 1])
        one, other = one[between <= NEAR_DAYS], other[between <= NEAR_DAYS]
        found.append(np.minimum(one, other) * len(days) + np.maximum(one, other))
    return np.concatenate(found)


def comparison(tournament: str, file: str, event: Comparison) -> Remedy:
    """Return the decision about whether a file reports the event of a tournament."""
    return Remedy("decide-report-compared", tournament=tournament, file=file, event=event, by=None)


def last_comparison(
    read: Reader, pairs: Iterable[tuple[str, str]], known: int | None = None
) -> ReportCompared | None:
    """Return the last decision about whether a file reports the event of a tournament.

    `pairs` are tournaments, each with a file (SHA-256) that is not its own.
    """
    decided = {
        event.position: fact
        for tournament, file in pairs
        for event in read.stream(f"tournament-{tournament}", ReportCompared.TYPE)
        if (known is None or event.position <= known)
        and (fact := event.decoded().payload).file == file
    }
    return decided[max(decided)] if decided else None


def said_of(read: Reader, one: str, other: str, known: int | None = None) -> Comparison | None:
    """Return what was said of two recorded tournaments; None: nothing.

    A body about a file of either; otherwise who handed in a report of one after the other was
    recorded.
    """
    parts, others = (folded(read, name, known).parts for name in (one, other))
    against = [(one, part) for part in others] + [(other, part) for part in parts]
    files = [(tournament, getattr(part.report, "file", "")) for tournament, part in against]
    decided = last_comparison(read, files, known)
    if decided is not None:
        return decided.event
    return "another" if _said_after(parts, others) or _said_after(others, parts) else None


def _said_after(parts: Sequence[CurrentReport], others: Sequence[CurrentReport]) -> bool:
    """Return whether some parts came with the word `another_event` after the others."""
    first = min((part.position for part in others), default=-1)
    return any(part.reported.another_event and part.position > first for part in parts)
