"""Ratings of many players and days at once: one pass over each list asked about."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

import msgspec

from ledger.errors import LedgerError, Refused, check_at_most
from ledger.intake.formats.problems import Problems, ReportRefused
from ledger.intake.formats.rows import Row
from ledger.intake.formats.table import read_table
from ledger.register import identities
from ledger.sentences import Position, Sentence
from ops.answers import categories
from ops.answers.abouts import Force, Known, widened
from ops.answers.answer import (
    Answer,
)
from ops.answers.clocks import BeforeTheLedger, pool_known_at
from ops.answers.player_ratings import rated_on
from ops.answers.rating_lists import chosen
from ops.answers.stated_lists import BASIS, stated_columns, stated_list, stated_row
from ops.house import House, TrackName
from ops.players.ratings import MOST, RatingAsked
from projections.queries import NOBODY, PoolQuery, RatingList, State
from projections.queries.merges_on_lists import merged_numbers


class RatingFound(msgspec.Struct, frozen=True, kw_only=True):
    """A rating asked for, with its list; or the reason for no answer. None: no such value."""

    pool: str
    asked: str
    """The player as asked for."""
    as_of: date | None = None
    """The day as asked for."""
    player: str | None = None
    name: str | None = None
    rating: int | None = None
    k: int | None = None
    games_so_far: int | None = None
    games_at_least: bool = False
    """Whether games before the ledger are not known, so that there can be more."""
    peak: int | None = None
    category: str | None = None
    title: str | None = None
    list: str | None = None
    printing: int | None = None
    in_force_from: date | None = None
    force: Force | None = None
    track: str | None = None
    known_to: Position | None = None
    basis: str | None = None
    """`carried in`: a list with a stated day, from before the ledger; `message` names it."""
    file: str | None = None
    """SHA-256 of the file of the list carried in; empty: not known."""
    refused: str | None = None
    """The code of the refusal; None: answered."""
    message: Sentence | None = None


class AboutRatings(Known, frozen=True):
    """Many ratings."""

    ratings: int
    """Ratings asked for."""


_Rows = dict[int, int]
"""Players by the place of the question."""

_Found = dict[int, RatingFound]
"""Answers by the place of the question."""


class QuestionsRefused(ReportRefused):
    """A file of questions with problems; `problems` lists all of them."""

    WHAT = Sentence("file of questions")


_COLUMNS: Final = ("pool", "player", "as_of", "known_at", "track")
_TRACKS: Final[dict[str, TrackName]] = {
    "": "official",
    "official": "official",
    "revised": "revised",
}


def questions_in(data: bytes) -> tuple[RatingAsked, ...]:
    """Read a CSV file of pool and player, and of as_of, known_at and track where a row has them.

    Raises QuestionsRefused.
    """
    problems = Problems()
    rows = [_question(row, problems) for row in read_table(data, _COLUMNS, _COLUMNS[:2], problems)]
    if problems.refused:
        raise QuestionsRefused(problems.all())
    return tuple(rows)


def _question(row: Row, problems: Problems) -> RatingAsked:
    as_of: date | None = None
    if row.text("as_of"):
        try:
            as_of = date.fromisoformat(row.text("as_of"))
        except ValueError:
            problems.refuse(*row.value("as_of"), "a day YYYY-MM-DD", "correct it")
    track = _TRACKS.get(row.text("track"))
    if track is None:
        problems.refuse(*row.value("track"), "official or revised", "correct it")
    known_at = row.text("known_at") or None
    return RatingAsked(row.text("pool"), row.text("player"), as_of, known_at, track or "official")


def ratings_query(house: House, asked: Sequence[RatingAsked]) -> Answer[RatingFound, AboutRatings]:
    """Return the ratings asked for, in their order; a refusal concerns its row alone.

    Raises LimitExceeded for more than `MOST`.
    """
    check_at_most(Sentence("ratings"), len(asked), MOST)
    players = identities.all_registered(house.read, {row.player for row in asked})
    found: _Found = {}
    pools: dict[tuple[str, str | None, TrackName], _Rows] = {}
    for at, row in enumerate(asked):
        who = players[row.player]
        if isinstance(who, Refused):
            found[at] = _refused(row, who)
        else:
            pools.setdefault((row.pool, row.known_at, row.track), {})[at] = who
    for (name, known_at, track), rows in pools.items():
        try:
            pool = pool_known_at(house, name, known_at, track)
        except BeforeTheLedger as before:
            found |= {at: _carried_in(house, asked[at], rows[at], before) for at in rows}
        except Refused as refused:
            found |= {at: _refused(asked[at], refused) for at in rows}
        else:
            found |= _of_pool(pool, asked, rows)
    about = AboutRatings(len(asked), known_to=Position(house.official.facts.position))
    return Answer(about, tuple(found[at] for at in range(len(asked))))


def _carried_in(
    house: House, asked: RatingAsked, player: int, before: BeforeTheLedger
) -> RatingFound:
    """Return a rating by a list with a stated day, from before the ledger; or a refusal."""
    try:
        stated = stated_list(house, asked.pool, before, asked.as_of, asked.track)
        row = stated_row(stated, player)
    except Refused as refused:
        return _refused(asked, refused)
    return RatingFound(
        pool=asked.pool,
        asked=asked.player,
        as_of=asked.as_of,
        player=identities.show(player),
        name=identities.names(house.read, [player]).get(player, ""),
        rating=row.get("rating") or None,
        **stated_columns(house, stated, player, row)._asdict(),
        list=stated.name,
        in_force_from=stated.stated_day,
        basis=BASIS,
        file=stated.file,
        message=stated.says(),
    )


def _of_pool(pool: PoolQuery, asked: Sequence[RatingAsked], rows: _Rows) -> _Found:
    """Return the answers of one pool at one moment of knowledge."""
    found: _Found = {}
    days: dict[date | None, _Rows] = {}
    for at, player in rows.items():
        days.setdefault(asked[at].as_of, {})[at] = player
    lists: dict[tuple[int, int], tuple[PoolQuery, RatingList, list[date | None]]] = {}
    for day, of_day in days.items():
        try:
            shown, row = chosen(pool, None, day)
        except Refused as refused:
            found |= {at: _refused(asked[at], refused) for at in of_day}
        else:
            merged = merged_numbers(shown, row)
            days[day] = {at: merged.get(player, player) for at, player in of_day.items()}
            of_list = lists.setdefault((row.number, row.position), (shown, row, []))
            of_list[-1].append(day)
    players_shown = {player for of_day in days.values() for player in of_day.values()}
    names = identities.names(pool.official.ledger.read, sorted(players_shown))
    for shown, row, on in lists.values():
        players = {player for day in on for player in days[day].values()}
        states = shown.states(sorted(players), row.number)
        for day in on:
            found |= _on_day(shown, row, day, asked, days[day], states, names)
    return found


def _on_day(
    pool: PoolQuery,
    row: RatingList,
    day: date | None,
    asked: Sequence[RatingAsked],
    rows: _Rows,
    states: Mapping[int, State],
    names: Mapping[int, str],
) -> _Found:
    """Return the answers of a day: ratings of its list, categories on the day."""
    alone = next(iter(rows.values())) if len(set(rows.values())) == 1 else None
    held = categories.on_day(pool, alone, day)
    return {
        at: widened(
            RatingFound,
            rated_on(pool, row, player, states.get(player, NOBODY), categories.held(held, player)),
            pool=pool.name,
            asked=asked[at].player,
            as_of=day,
            player=identities.show(player),
            name=names.get(player, ""),
            track=pool.track,
            known_to=Position(pool.known),
        )
        for at, player in rows.items()
    }


def _refused(asked: RatingAsked, refused: LedgerError) -> RatingFound:
    return RatingFound(
        pool=asked.pool,
        asked=asked.player,
        as_of=asked.as_of,
        refused=refused.code,
        message=refused.words,
    )
