"""Answers as rows, for every way of showing them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from ledger.errors import Damaged
from ledger.register import identities
from ledger.register.person_words import names_on
from ledger.store.kept import list_digest
from ledger.store.ledger import Ledger
from ops.answers import categories, in_force
from ops.answers.answer import check_limit
from ops.answers.rating_causes import causes_of
from ops.answers.rows import Row
from ops.answers.selection import EVERYBODY, Selection
from projections import findings, list_document
from projections.finding import Finding
from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList, State
from projections.queries.corrections import corrected_units
from projections.queries.recounts import recounts
from projections.steps.corrected import BOOKED, VOID, in_words


def chosen(pool: PoolQuery, period: str | None, as_of: date | None) -> RatingList:
    """Give the list asked for: a period's, the one in force on a day, or the last that is known.

    One that is not published, where that puts it in force, is given only if it is asked for.
    """
    if period is not None:
        return pool.list_of(period)
    return _last_in_force(pool) if as_of is None else pool.list_in_force(as_of)


def _last_in_force(pool: PoolQuery) -> RatingList:
    return [each for each in pool.lists() if each.in_force_from != NOT_IN_FORCE][-1]


def rests_on(pool: PoolQuery, row: RatingList, as_of: date | None = None) -> Row:
    """Say what an answer rests on: the list, the editions, the position known."""
    about: Row = {
        "pool": pool.name,
        "list": row.period,
        "in_force_from": in_force.of_list(pool, row),
    }
    sealed = pool.facts.closing(row.period)
    if sealed is not None:
        about["printing"] = sealed.event.printing
        about["editions"] = sorted(sealed.event.numbers_digests)
        about["sealed_by"] = f"#{row.position}"
        about["digest"] = row.digest
    about["known_to"] = f"#{pool.known}"
    note = _note(pool, row, as_of)
    return {**about, "note": note} if note else about


def _note(pool: PoolQuery, row: RatingList, as_of: date | None) -> str:
    """Say what else holds, or may hold, than the list of an answer."""
    if row.in_force_from == NOT_IN_FORCE:
        return "not published, so not in force: the list before it holds"
    if never := overtaken(pool, row):
        return never
    if row.number != _last_in_force(pool).number:
        return ""
    closed = [each.period for each in pool.lists() if each.number > row.number]
    if closed:
        return f"closed and not published, so not in force: {', '.join(closed)}"
    if as_of is not None and as_of > row.in_force_from:
        return "the last list known; a later one may hold on that day"
    return ""


def overtaken(pool: PoolQuery, row: RatingList) -> str:
    """Say of a list that was published when a newer one held that it never was in force."""
    newer = pool.overtaken_by(row)
    if newer is None:
        return ""
    return f"published on {row.in_force_from}, when {newer.period} held: it never was in force"


def list_rows(
    pool: PoolQuery, row: RatingList, limit: int | None, selection: Selection = EVERYBODY
) -> list[Row]:
    """Give a list's rows by rating, highest first. Read from the sealed document itself.

    They are numbered as they are shown: among the players who are asked for.
    """
    check_limit(limit)
    values = _carried(pool) if row.number == 0 else dict(sealed_list(pool, row).values)
    letters = {column.name: column.letters for column in pool.law.list_columns if column.letters}
    asked = np.flatnonzero(selection.rows(pool, row, values))
    order = asked[np.argsort(-values["rating"][asked], kind="stable")][:limit].tolist()
    players = [int(values["player"][at]) for at in order]
    names = names_on(pool.official.ledger.read, players, row.list_date)
    shown = []
    for rank, (at, player) in enumerate(zip(order, players, strict=True), start=1):
        cells: Row = {name: int(values[name][at]) for name in values if name != "player"}
        cells |= {name: letters[name][cells[name]] for name in letters if name in cells}
        shown.append(
            {"no": rank, "player": identities.show(player), "name": names.get(player, ""), **cells}
        )
    return shown


def sealed_list(pool: PoolQuery, row: RatingList) -> list_document.ReadList:
    """Give a sealed list read from its document. Raises Damaged where it is not what it was."""
    data = pool.official.ledger.read.document(row.digest)
    if data is None:
        raise Damaged(f"the document of list {row.period} ({row.digest}) is gone")
    if (found := list_digest(data)) != row.digest:
        raise Damaged(f"the document of list {row.period} is not what was sealed: {found}")
    return list_document.read(data)


def _carried(pool: PoolQuery) -> dict[str, NDArray[np.int64]]:
    states = pool.states(range(1, pool.official.facts.players + 1), 0)
    held = sorted(states)
    ratings = [states[player].rating for player in held]
    return {"player": np.array(held, dtype=np.int64), "rating": np.array(ratings, dtype=np.int64)}


def rating_row(pool: PoolQuery, player: int, row: RatingList, as_of: date | None = None) -> Row:
    """Give one player's rating on a list, and his category on a day."""
    state = pool.state(player, row.number)
    held = categories.held_by(pool, player, as_of)
    name = identities.names(pool.official.ledger.read, [player]).get(player, "")
    return {
        "player": identities.show(player),
        "name": name,
        "rating": state.rating or "none",
        **_fields(state),
        **categories.said(held, player),
        "list": row.period,
        "in_force_from": in_force.of_list(pool, row),
    }


def history_rows(pool: PoolQuery, player: int, until: RatingList) -> list[Row]:
    """Give a row for each list on which something changed for a player, and what changed it.

    Oldest first.
    """
    by_number = {each.number: each for each in pool.lists()}
    held = categories.held_by(pool, player, until.in_force_from)
    rows: list[Row] = []
    all_changes = pool.changes(player, until.number)
    before, corrections = 0, _corrections(pool, player, all_changes)
    causes = causes_of(pool, player, all_changes)
    years = any(each.years_ended for each in causes.values())
    for number, state, games in _by_list(all_changes):
        row = by_number[number]
        change = "" if not (before and state.rating) else f"{state.rating - before:+d}"
        rows.append(
            {
                "list": row.period,
                "from": in_force.of_list(pool, row),
                "rating": state.rating or "none",
                "change": change,
                "games": games,
                **_fields(state),
                **categories.fields_on_day(held, _held_from(pool, row)),
                **({"corrected": corrections.get(number, "")} if corrections else {}),
                "tournaments": causes[number].tournaments,
                "decisions": causes[number].decisions,
                **({"years_ended": causes[number].years_ended} if years else {}),
            }
        )
        before = state.rating
    return rows


def _held_from(pool: PoolQuery, row: RatingList) -> date:
    """Give the day of which a list shows categories; of one that never held, none."""
    return row.in_force_from if in_force.is_or_was(pool, row) else date.min


def _corrections(pool: PoolQuery, player: int, changes: Sequence[State]) -> dict[int, str]:
    """Give, by list, what it booked of closed ones."""
    periods = {each.number: each.period for each in pool.lists()}
    found: dict[int, list[str]] = {}
    for each in corrected_units(pool, player):
        if each.unit.kind == BOOKED:
            points = in_words(each.unit.due_points - each.unit.booked_points)
            found.setdefault(each.on, []).append(f"{points} of {periods[each.unit.number]}")
        elif each.unit.kind == VOID:
            found.setdefault(each.on, []).append(f"first rating {periods[each.unit.number]} void")
    moved = {(each.number, each.place): each.moved for each in changes}
    for one in recounts(pool, player):
        more = moved.get((one.on, one.place), 0)
        if more:
            found.setdefault(one.on, []).append(f"{more:+d} of {one.tournament}")
    return {number: ", ".join(said) for number, said in found.items()}


def _by_list(changes: Sequence[State]) -> Iterator[tuple[int, State, int]]:
    """Give a player's last state on each list, with the games of the whole list."""
    last: dict[int, State] = {}
    games: dict[int, int] = {}
    for state in changes:
        last[state.number] = state
        games[state.number] = games.get(state.number, 0) + state.games
    for number, state in sorted(last.items()):
        yield number, state, games[number]


def _fields(state: State) -> Row:
    shown = {"k": "K", "games": "games_so_far", "peak": "peak"}
    return {title: state.fields[name] for name, title in shown.items() if name in state.fields}


def finding_rows(pool: PoolQuery, subject: str) -> list[Row]:
    """Give the findings of a tournament or a player."""
    ledger = pool.official.ledger
    if subject in pool.official.facts.announcements or subject.startswith("T-"):
        found = findings.of_tournament(pool, subject)
    else:
        found = findings.of_player(pool, identities.find(ledger.read, subject))
    return shown(ledger, found)


def shown(ledger: Ledger, found: Sequence[Finding]) -> list[Row]:
    """Give findings as rows, with the names of the players, and of others on whom they rest."""
    players = {each.player for each in found if each.player}
    names = identities.names(ledger.read, sorted(players.union(*(each.others for each in found))))
    return [
        {
            "kind": each.kind,
            "about": each.about,
            "player": identities.show(each.player) if each.player else "",
            "name": names.get(each.player or 0, ""),
            "article": each.article,
            "says": each.says + _named(each.others, names),
            "remedy": each.remedy,
        }
        for each in found
    ]


def _named(players: Sequence[int], names: Mapping[int, str]) -> str:
    """Give who others are, in brackets after what is said."""
    said = [f"{identities.show(each)} {names.get(each, '')}".strip() for each in players]
    return f" ({'; '.join(said)})" if said else ""


def remedies_typed(tournament: str, found: Sequence[Finding]) -> Iterator[str]:
    """Say with which commands the remedies of findings are typed."""
    remedies = " ".join(each.remedy for each in found)
    if "tell " in remedies:
        yield f"  to tell: ledger tournament correct details {tournament} --set …=… --by …"
    for decision in ("exemption-granted", "tournament-refused"):
        if decision in remedies:
            article = " --article …" if decision == "exemption-granted" else ""
            yield (
                f"  to record: ledger event record {decision} --tournament {tournament}"
                f"{article} --by …"
            )
