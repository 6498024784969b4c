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
from ledger.intake.formats.problems import A_DAY, Place, Problems, Words, by_hand, option, setting
from ledger.intake.import_report.options import ImportOptions, correct_it
from ledger.sentences import Count, ListName, Remedy, Sentence
from ledger.tournaments.report import Entrant, TournamentReport

MOST_DAYS: Final = 400
"""From start to end of a report, where a person did not give both by hand."""

_MOST_NAMED: Final = 5

_DECIDE: Final = Remedy("decide-entry-capital-decided")

ALL: Final = "all"
"""In place of start numbers: every entrant without a known rating."""


def check_days(
    report: TournamentReport,
    received_on: date,
    today: date,
    given: Container[str],
    problems: Problems,
) -> None:
    """Refuse a report ending after the receipt, or too long: mostly a wrong year.

    Nothing is received after today, that of the ledger's zone; so no end lies after it either, but
    that of a tournament of which the file itself tells that rounds are to come: a warning.
    `given` are the names of the facts given by hand; who gave both days may have any length.
    """
    if received_on > today:
        expected = Sentence("a day that has begun: today is {day} in the ledger's zone", day=today)
        answer = setting("received_on", A_DAY)
        place = by_hand("received_on")
        problems.refuse(place, str(received_on), expected, correct_it(*answer), answer)
    end, length = str(report.end), (report.end - report.start).days
    if report.end > received_on:
        expected = Sentence("a day not after the day of receipt, {day}", day=received_on)
        if report.rounds_to_come:
            found = Sentence(
                "{day}, with {rounds} to come",
                day=report.end,
                rounds=Count(report.rounds_to_come, "round"),
            )
            remedy = Sentence("it was taken as it is; {goes_on}", goes_on=GOES_ON)
            problems.warn(Place("end"), found, expected, remedy)
        else:
            remedy = Sentence(
                "correct it, or give it: {end} (or {received_on})",
                end=option(setting("end", A_DAY)),
                received_on=option(setting("received_on")),
            )
            problems.refuse(Place("end"), end, expected, remedy)
    if length > MOST_DAYS and not ("start" in given and "end" in given):
        expected = Sentence(
            "a day at most {days} after the start, {start}",
            days=Count(MOST_DAYS, "day"),
            start=report.start,
        )
        start_and_end = [option(setting(name, A_DAY)) for name in ("start", "end")]
        remedy = Sentence("correct it, or give both: {options}", options=start_and_end)
        problems.refuse(Place("end"), end, expected, remedy)


def check_given(
    given: ManualFacts, report: TournamentReport | None, options: ImportOptions, problems: Problems
) -> None:
    """Warn of missing facts of a new tournament, needed by its rulebooks."""
    if options.target is not None:
        return
    if options.asks_registration and given.registered_on is None:
        expected = Sentence("the day on which the tournament was registered")
        answer = setting("registered_on", A_DAY)
        remedy = Sentence(
            "give it: {option}; nothing is assumed in its place", option=option(answer)
        )
        problems.warn(by_hand("registered_on"), "", expected, remedy, answer)
    if options.asks_time_control and report is not None and not report.time_control:
        expected = Sentence("the time control, on which it rests whether the games are rated")
        answer = setting("time_control")
        remedy = Sentence("give it, in seconds such as 5400+30: {option}", option=option(answer))
        problems.warn(Place(Sentence("time control")), "", expected, remedy, answer)


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
        without = Sentence(
            "{entrants} without a {scheme} number",
            entrants=Count(len(entrants), "entrant"),
            scheme=scheme,
        )
        expected = Sentence(
            "the {scheme} numbers, by which these lists are searched: {lists}; of {entrants}",
            scheme=scheme,
            lists=names,
            entrants=words,
        )
        remedy = Sentence(
            "they count as absent from these lists; of whoever is on one all the same, record the "
            "row ({complete}), or decide the rating ({decide})",
            complete=Remedy("decide-external-list-completed"),
            decide=_DECIDE,
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
                found = Sentence("{ratings} in the file", ratings=Count(len(printed), "rating"))
                expected = Sentence(
                    "a list of {pool} in force on the first day: {without}",
                    pool=of.pool,
                    without=_without_list(of, printed),
                )
                remedy = Sentence(
                    "carry over the ratings first, if the pool does not begin with nothing"
                )
                problems.warn(Place(layout.RATING.name), found, expected, remedy)
            continue
        missing = [entrant for entrant, player in printed if player not in of.ratings]
        asked = [e for e in missing if ALL not in unrated and str(e.number) not in unrated]
        if asked:
            _ask(of, asked, problems)
        idle = [n for n in unrated if n != ALL and n not in {str(e.number) for e in missing}]
        if idle:
            expected = Sentence(
                "start numbers of entrants whose printed ratings {pool} does not know", pool=of.pool
            )
            remedy = Sentence("check the start numbers: a player with a rating keeps it")
            problems.warn(by_hand("unrated"), ",".join(idle), expected, remedy)
        differing = [
            (entrant, of.ratings[player])
            for entrant, player in printed
            if of.ratings.get(player, entrant.rating) != entrant.rating
        ]
        if differing:
            _warn_of_differing(of, differing, problems)


def _without_list(of: KnownRatings, printed: Sequence[tuple[Entrant, int]]) -> Sentence:
    """Return how entrants with printed ratings count in a pool without a list."""
    entering = sum(player in of.ratings for _, player in printed)
    unrated = Sentence(
        "{number} of them counts as unrated",
        "{number} of them count as unrated",
        number=len(printed) - entering,
    )
    if not entering:
        return unrated
    return Sentence(
        "{number} enters with a rating of another list or by decision, {unrated}",
        "{number} enter with a rating of another list or by decision, {unrated}",
        number=entering,
        unrated=unrated,
    )


def _ask(of: KnownRatings, asked: Sequence[Entrant], problems: Problems) -> None:
    few = len(asked) <= _MOST_NAMED
    numbers = ",".join(str(entrant.number) for entrant in asked) if few else ALL
    answer = setting("unrated", numbers)
    words = _shortened([f"{entrant.number} {entrant.name} {entrant.rating}" for entrant in asked])
    expected = Sentence(
        "ratings that {pool} knows; its list {list} does not contain {entrants}, nor does "
        "another body's list recorded for that day, and nothing was decided",
        pool=of.pool,
        list=ListName(of.list),
        entrants=words,
    )
    unnumbered = [str(entrant.number) for entrant in asked if not entrant.reported_number.strip()]
    record = Sentence("record the other body's list of that day")
    if unnumbered:
        record = Sentence(
            "{record}, which is searched by number: add that of {entrants} to the file",
            record=record,
            entrants=_shortened(unnumbered),
        )
    remedy = Sentence(
        "{record} ({record_list}), or let them count as unrated, until their rating is decided "
        "({decide}): {option}",
        record=record,
        record_list=Remedy("record-external-list"),
        decide=_DECIDE,
        option=option(answer),
    )
    found = Sentence(
        "{number} printed rating of unknown source",
        "{number} printed ratings of unknown source",
        number=len(asked),
    )
    place = Place(layout.RATING.name, asked[0].line)
    problems.refuse(place, found, expected, remedy, answer)


def _warn_of_differing(
    of: KnownRatings, differing: Sequence[tuple[Entrant, int]], problems: Problems
) -> None:
    words = [
        Sentence(
            "{entrant} (list {rating})", entrant=f"{e.number} {e.name} {e.rating}", rating=rating
        )
        for e, rating in differing
    ]
    found = Sentence("{number} printed rating", "{number} printed ratings", number=len(differing))
    expected = Sentence(
        "those of {pool}, list {list}, which count; others are {entrants}",
        pool=of.pool,
        list=ListName(of.list),
        entrants=_shortened(words),
    )
    remedy = Sentence("check that the arbiter used that list; otherwise nothing needs to be done")
    problems.warn(Place(layout.RATING.name, differing[0][0].line), found, expected, remedy)


def _shortened(entrants: Sequence[Words]) -> Sequence[Words] | Sentence:
    first, more = entrants[:_MOST_NAMED], len(entrants) - _MOST_NAMED
    return Sentence("{first} and {more} more", first=first, more=more) if more > 0 else first
