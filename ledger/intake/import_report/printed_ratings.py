"""Ratings printed in a file, compared with the ratings known to the pools.

A printed rating rates nobody: a tournament is played with the rating of a list. A difference is a
warning. A printed rating of a player without a rating in the pool needs a decision, as unrated
opponents change the gains of others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Final, Protocol

from ledger.events.external import ExternalListCompleted
from ledger.intake.formats import layout
from ledger.intake.formats.problems import Place, Problems, setting
from ledger.tournaments.report import Entrant, TournamentReport
from ledger.wording import counted

_MOST_NAMED: Final = 5

ALL: Final = "all"
"""In place of start numbers: every entrant without a known rating."""


class PoolRatings(Protocol):
    """Ratings of the entrants known to a pool on the first day."""

    @property
    def pool(self) -> str:
        """The pool."""

    @property
    def list(self) -> str:
        """The list in force, or ""."""

    @property
    def ratings(self) -> Mapping[int, int]:
        """Known ratings by player."""


Known = Callable[
    [Iterable[str], date, Sequence[int], Sequence[ExternalListCompleted]], Iterable[PoolRatings]
]
"""Gives for pools, a day and players what is known of them, with what is about to be recorded of
other bodies' lists. Pools whose ratings nobody prints are left out."""


def check_printed(
    report: TournamentReport,
    players: Sequence[int],
    known: Iterable[PoolRatings],
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
            _warn_of_none(of, printed, problems)
            continue
        missing = [entrant for entrant, player in printed if player not in of.ratings]
        asked = [e for e in missing if ALL not in unrated and str(e.number) not in unrated]
        if asked:
            _ask(of, asked, problems)
        idle = [n for n in unrated if n != ALL and n not in {str(e.number) for e in missing}]
        if idle:
            _warn_of_idle(of, idle, problems)
        differing = [
            (entrant, of.ratings[player])
            for entrant, player in printed
            if of.ratings.get(player, entrant.rating) != entrant.rating
        ]
        if differing:
            _warn_of_differing(of, differing, problems)


def _warn_of_none(
    of: PoolRatings, printed: Sequence[tuple[Entrant, int]], problems: Problems
) -> None:
    if printed:
        found = f"{counted(len(printed), 'rating')} in the file"
        expected = f"a list of {of.pool} in force on the first day: everybody counts as unrated"
        remedy = "carry over the ratings first, if the pool does not begin with nothing"
        problems.warn(Place(layout.RATING.name), found, expected, remedy)


def _ask(of: PoolRatings, asked: Sequence[Entrant], problems: Problems) -> None:
    few = len(asked) <= _MOST_NAMED
    numbers = ",".join(str(entrant.number) for entrant in asked) if few else ALL
    answer = setting("unrated", numbers)
    expected = (
        f"ratings that {of.pool} knows; its list {of.list} does not contain {_named(asked)}, nor "
        "does another body's list recorded for that day, and nothing was decided"
    )
    remedy = (
        "record the other body's list of that day (lists record); or let them count as unrated, "
        f"until their rating is decided (record entry-capital-decided): {' '.join(answer)}"
    )
    found = f"{counted(len(asked), 'printed rating')} of unknown source"
    place = Place(layout.RATING.name, asked[0].line)
    problems.refuse(place, found, expected, remedy, answer)


def _warn_of_idle(of: PoolRatings, idle: Sequence[str], problems: Problems) -> None:
    found = ",".join(idle)
    expected = f"start numbers of entrants whose printed ratings {of.pool} does not know"
    remedy = "check the start numbers: a player with a rating keeps it"
    problems.warn(Place("unrated (given by hand)"), found, expected, remedy)


def _warn_of_differing(
    of: PoolRatings, differing: Sequence[tuple[Entrant, int]], problems: Problems
) -> None:
    words = [f"{e.number} {e.name} {e.rating} (list {rating})" for e, rating in differing]
    found = f"{counted(len(differing), 'printed rating')}"
    expected = f"those of {of.pool}, list {of.list}, which count; others are {_shortened(words)}"
    remedy = "check that the arbiter used that list; otherwise nothing needs to be done"
    problems.warn(Place(layout.RATING.name, differing[0][0].line), found, expected, remedy)


def _named(entrants: Sequence[Entrant]) -> str:
    return _shortened([f"{e.number} {e.name} {e.rating}" for e in entrants])


def _shortened(words: Sequence[str]) -> str:
    more = len(words) - _MOST_NAMED
    return ", ".join(words[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
