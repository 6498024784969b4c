"""Checks of a report's days, of facts needed by a rulebook, and of printed ratings.

A complete report cannot have been received before its end, nor any after today; see `check_days`.

A printed rating rates nobody: a tournament is played with the rating of a list. A difference is a
warning. A printed rating of a player without a rating in the pool needs a decision, as unrated
opponents change the gains of others.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from ledger.events.external import ExternalListSearched
from ledger.intake.external_list.looking_up import LookUp
from ledger.intake.formats import layout
from ledger.intake.formats.manual_facts import ManualFacts
from ledger.intake.formats.pairings import GOES_ON
from ledger.intake.formats.problems import A_DAY, Place, Problems, setting
from ledger.intake.import_report.options import ImportOptions
from ledger.tournaments.report import Entrant, TournamentReport
from ledger.wording import counted

MOST_DAYS: Final = 400
"""From start to end of a report, where a person did not give both by hand."""

_MOST_NAMED: Final = 5

ALL: Final = "all"
"""In place of start numbers: every entrant without a known rating."""


def check_days(
    report: TournamentReport,
    received_on: date,
    today: date,
    by_hand: Container[str],
    problems: Problems,
) -> None:
    """Refuse a report ending after the receipt, or too long: mostly a wrong year.

    Nothing is received after today, that of the ledger's zone; so no end lies after it either, but
    that of a tournament of which the file itself tells that rounds are to come: a warning.
    `by_hand` are the names of the facts given by hand; who gave both days may have any length.
    """
    if received_on > today:
        expected = f"a day that has begun: today is {today} in the ledger's zone"
        place = Place("received_on (given by hand)")
        answer = setting("received_on", A_DAY)
        problems.refuse(
            place, str(received_on), expected, f"correct it: {' '.join(answer)}", answer
        )
    end, length = str(report.end), (report.end - report.start).days
    if report.end > received_on:
        expected = f"a day not after the day of receipt, {received_on}"
        if report.rounds_to_come:
            found = f"{end}, with {counted(report.rounds_to_come, 'round')} to come"
            problems.warn(Place("end"), found, expected, f"it was taken as it is; {GOES_ON}")
        else:
            remedy = "correct it, or give it: --set end=YYYY-MM-DD (or --set received_on=…)"
            problems.refuse(Place("end"), end, expected, remedy)
    if length > MOST_DAYS and not ("start" in by_hand and "end" in by_hand):
        expected = f"a day at most {MOST_DAYS} days after the start, {report.start}"
        remedy = "correct it, or give both: --set start=YYYY-MM-DD --set end=YYYY-MM-DD"
        problems.refuse(Place("end"), end, expected, remedy)


def check_given(
    given: ManualFacts, report: TournamentReport | None, options: ImportOptions, problems: Problems
) -> None:
    """Warn of missing facts of a new tournament, needed by its rulebooks."""
    if options.target is not None:
        return
    if options.asks_registration and given.registered_on is None:
        expected = "the day on which the tournament was registered"
        answer = setting("registered_on", A_DAY)
        remedy = f"give it: {' '.join(answer)}; nothing is assumed in its place"
        problems.warn(Place("registered_on (given by hand)"), "", expected, remedy, answer)
    if options.asks_time_control and report is not None and not report.time_control:
        expected = "the time control, on which it rests whether the games are rated"
        answer = setting("time_control")
        remedy = f"give it, in seconds such as 5400+30: {' '.join(answer)}"
        problems.warn(Place("time control"), "", expected, remedy, answer)


def warn_of_unnumbered(
    report: TournamentReport, players: Sequence[int], found: Iterable[LookUp], problems: Problems
) -> None:
    """Warn of entrants who count as absent from external lists for want of a number."""
    lists: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    for one in found:
        name = f"{one.fact.body} {one.fact.list}"
        lists.setdefault((one.scheme, one.unnumbered), []).append(name)
    for (scheme, unnumbered), names in lists.items():
        pairs = zip(report.entrants, players, strict=True)
        entrants = [entrant for entrant, player in pairs if player in unnumbered]
        if not entrants:
            continue
        words = _shortened([f"{entrant.number} {entrant.name}" for entrant in entrants])
        without = f"{counted(len(entrants), 'entrant')} without a {scheme} number"
        expected = f"the {scheme} numbers, by which {' and '.join(names)} are searched, of {words}"
        remedy = (
            "they count as absent from these lists; of whoever is on one all the same, record the "
            "row (ledger event record external-list-completed), or decide the rating (ledger event "
            "record entry-capital-decided)"
        )
        problems.warn(layout.REPORTED_NUMBER.of_entrant(entrants[0]), without, expected, remedy)


@dataclass(frozen=True, slots=True)
class KnownRatings:
    """The ratings of some players known in a pool on a day."""

    pool: str
    list: str
    """The list in force; "" is none."""
    ratings: Mapping[int, int]
    """By player, without the unrated."""


Known = Callable[
    [Iterable[str], date, Sequence[int], Sequence[ExternalListSearched]], Iterable[KnownRatings]
]
"""Gives for pools, a day and players what is known of them, with what is about to be recorded of
other bodies' lists. Pools whose ratings nobody prints are left out."""


def check_printed(
    report: TournamentReport,
    players: Sequence[int],
    known: Iterable[KnownRatings],
    unrated: Sequence[str],
    problems: Problems,
) -> None:
    """Refuse printed ratings of players unknown to a pool; warn of different ratings.

    `unrated` are start numbers, or `ALL`, of entrants who are to count as unrated all the same.
    """
    printed = [
        (entrant, player)
        for entrant, player in zip(report.entrants, players, strict=True)
        if entrant.rating
    ]
    for of in known:
        if not of.list:
            if printed:
                found = f"{counted(len(printed), 'rating')} in the file"
                expected = (
                    f"a list of {of.pool} in force on the first day: {_without_list(of, printed)}"
                )
                remedy = "carry over the ratings first, if the pool does not begin with nothing"
                problems.warn(Place(layout.RATING.name), found, expected, remedy)
            continue
        missing = [entrant for entrant, player in printed if player not in of.ratings]
        asked = [e for e in missing if ALL not in unrated and str(e.number) not in unrated]
        if asked:
            _ask(of, asked, problems)
        idle = [n for n in unrated if n != ALL and n not in {str(e.number) for e in missing}]
        if idle:
            expected = f"start numbers of entrants whose printed ratings {of.pool} does not know"
            remedy = "check the start numbers: a player with a rating keeps it"
            problems.warn(Place("unrated (given by hand)"), ",".join(idle), expected, remedy)
        differing = [
            (entrant, of.ratings[player])
            for entrant, player in printed
            if of.ratings.get(player, entrant.rating) != entrant.rating
        ]
        if differing:
            _warn_of_differing(of, differing, problems)


def _without_list(of: KnownRatings, printed: Sequence[tuple[Entrant, int]]) -> str:
    """Return how entrants with printed ratings count in a pool without a list."""
    entering = sum(player in of.ratings for _, player in printed)
    unrated = counted(len(printed) - entering, "of them counts", "of them count") + " as unrated"
    if not entering:
        return unrated
    enter = counted(entering, "enters", "enter")
    return f"{enter} with a rating of another list or by decision, {unrated}"


def _ask(of: KnownRatings, asked: Sequence[Entrant], problems: Problems) -> None:
    few = len(asked) <= _MOST_NAMED
    numbers = ",".join(str(entrant.number) for entrant in asked) if few else ALL
    answer = setting("unrated", numbers)
    words = _shortened([f"{entrant.number} {entrant.name} {entrant.rating}" for entrant in asked])
    expected = (
        f"ratings that {of.pool} knows; its list {of.list} does not contain {words}, nor does "
        "another body's list recorded for that day, and nothing was decided"
    )
    unnumbered = [str(entrant.number) for entrant in asked if not entrant.reported_number.strip()]
    search = f", which is searched by number: add that of {_shortened(unnumbered)} to the file"
    remedy = (
        f"record the other body's list of that day{search if unnumbered else ''} (ledger "
        "external-list record), or let them count as unrated, until their rating is decided "
        f"(ledger event record entry-capital-decided): {' '.join(answer)}"
    )
    found = f"{counted(len(asked), 'printed rating')} of unknown source"
    place = Place(layout.RATING.name, asked[0].line)
    problems.refuse(place, found, expected, remedy, answer)


def _warn_of_differing(
    of: KnownRatings, differing: Sequence[tuple[Entrant, int]], problems: Problems
) -> None:
    words = [f"{e.number} {e.name} {e.rating} (list {rating})" for e, rating in differing]
    found = f"{counted(len(differing), 'printed rating')}"
    expected = f"those of {of.pool}, list {of.list}, which count; others are {_shortened(words)}"
    remedy = "check that the arbiter used that list; otherwise nothing needs to be done"
    problems.warn(Place(layout.RATING.name, differing[0][0].line), found, expected, remedy)


def _shortened(words: Sequence[str]) -> str:
    more = len(words) - _MOST_NAMED
    return ", ".join(words[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
