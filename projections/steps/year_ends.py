"""The end of a year as a step: of a list that is replayed, or of one player who asks again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections.rating import NOTHING, Step
from projections.rating.recounts import NOBODY
from projections.rating.waiting import nothing_waiting
from projections.rating.year_end import (
    UNTOLD,
    YearEnd,
    YearEndInputs,
    first_whole_year,
    players_again,
)
from projections.rulebooks.engine.columns import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.reports import Report
from projections.steps.corrected import NOTHING_CORRECTED
from projections.steps.standings import Standings

if TYPE_CHECKING:
    from projections.steps import Booked

Federations = Callable[[date], NDArray[np.bytes_]]
"""Gives for a day, by register number, the federations held then."""


def of_list(
    booked: Booked, standings: Standings, birth_year: NDArray[np.int16], turn: YearEnd
) -> Step:
    """Give the end of a year on a list: of who has a rating, or of whom late events concern."""
    players = np.flatnonzero(standings.state["rating"] > 0)
    if turn.again:
        late = players_again(turn.year, booked.rated(), _players_of)
        players = np.union1d(late, booked.recounts.players_of(turn.year))
    moved = standings.moved_at(turn.order, players) if turn.again else np.zeros_like(players)
    turning = YearEndInputs(
        turn,
        booked.law.turned,
        booked.law.state,
        first_whole_year(booked.since),
        _federations(booked, turn, players),
        moved,
        counted_beside(booked.law, turn, booked.counted_beside, players),
        np.isin(players, booked.recounts.left.get(turn.year, NOBODY)),
        standings.entered_in(players),
    )
    listed = {name: values[players] for name, values in standings.state.items()}
    return of_players(turning, players, listed, booked.due.list_date, birth_year[players])


def of_players(
    turning: YearEndInputs,
    players: NDArray[np.int64],
    listed: Mapping[str, NDArray[Any]],
    list_date: date,
    birth_year: NDArray[Any],
) -> Step:
    """Give the end of a year for some players, from how they stood before it."""
    step = outside_play(turning.turn.edition, players, listed, list_date, birth_year)
    return replace(step, turning=turning)


def outside_play(
    edition: Edition,
    players: NDArray[np.int64],
    listed: Mapping[str, NDArray[Any]],
    list_date: date,
    birth_year: NDArray[Any],
) -> Step:
    """Give a step in which nobody plays."""
    return Step(
        list_date=list_date,
        edition=edition,
        parts=(),
        rating_at_start=(),
        players=players,
        unit_of_entry=(),
        listed=listed,
        birth_year=birth_year.astype(np.int32),
        waiting=nothing_waiting(),
        adjusted=NOTHING > 0,
        adjusted_from=NOTHING,
        adjusted_to=NOTHING,
        decided_points=NOTHING,
        decided_rating=NOTHING,
        **NOTHING_CORRECTED.facts(players),
    )


def federations(
    known: Federations | None, players: NDArray[np.integer], day: date
) -> NDArray[np.bytes_]:
    """Give the federations of players on a day; where nobody can tell, none."""
    return np.full(len(players), UNTOLD) if known is None else known(day).take(players)


CountedBeside = Callable[[str, range], NDArray[np.int64]]
"""Gives, for the word of a pool looked at, which of some years counted, by register number."""


def counted_beside(
    law: Rulebook, turn: YearEnd, counted: CountedBeside | None, players: NDArray[np.int64]
) -> dict[str, NDArray[np.int64]]:
    """Give the years counted in pools looked at, where the edition of a turn asks for them."""
    asked, numbers = law.counted_beside, turn.edition.numbers
    if asked is None:
        return {}
    if counted is None or numbers[asked.number] != asked.word:
        return dict.fromkeys(law.looks_at, np.zeros((), dtype=np.int64))
    years = range(turn.year - numbers[asked.years] + 1, turn.year + 1)
    return {word: counted(word, years).take(players) for word in law.looks_at}


def _federations(booked: Booked, turn: YearEnd, players: NDArray[np.int64]) -> NDArray[np.bytes_]:
    asked = "federation" in turn.edition.asked
    return federations(booked.federations if asked else None, players, turn.order[0])


def _players_of(report: Report) -> NDArray[np.int32]:
    return columns.read(report.player, columns.PLAYER)
