"""One tournament shown: its details, its report or parts, what corrected it, who booked it."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.clock import local_day
from ledger.events.counting import (
    ExemptionGranted,
    GameDecision,
    TournamentCancelled,
    TournamentRefused,
    TournamentReinstated,
)
from ledger.events.games import SheetCompleted
from ledger.events.report import EntrantReassigned, ReportReplaced, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.store.reading import Reader
from ledger.tournaments.corrections import Correction
from ledger.tournaments.registration import DETAILS
from ledger.tournaments.sheets import games_for
from ledger.wording import counted
from ops.answers.rows import Row
from ops.answers.tournament_details import detail_words, details_now
from ops.answers.tournament_games import (
    Tournament,
    player_words,
    players_of,
    read_tournament,
    result_words,
)
from ops.house import House
from projections.findings.corrections import changes_nothing
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import late_correction
from projections.state.decisions import overridden_by
from projections.state.history import pools_of


def view(house: House, tournament: str, known: int | None = None) -> dict[str, list[Row]]:
    """Give details, reports and corrections of a tournament as known at a position (None: now).

    Raises Refused for an unknown one.
    """
    of = read_tournament(house.read, tournament, known)
    details = details_now(of) | _waiting(house.read, of, known)
    return {
        "details": [
            {"detail": name, "value": value}
            for name, value in details.items()
            if value not in (None, False)
        ],
        "reports": _reports(house, of, known),
        "corrections": [_correction(house, of, each, known) for each in of.history.corrections],
    }


def _waiting(read: Reader, of: Tournament, known: int | None) -> dict[str, int]:
    """Count the games recorded one by one that stand on no completed sheet; nothing where none."""
    reports = (of.report(position) for position in of.history.current)
    sheets = [report for report in reports if isinstance(report, SheetCompleted)]
    complete = {event_id for sheet in sheets for event_id in sheet.ids()}
    waiting = [
        game
        for game in games_for(read, of.id, None)
        if game.event_id not in complete and (known is None or game.position <= known)
    ]
    return {"games on no complete sheet": len(waiting)} if waiting else {}


def _reports(house: House, of: Tournament, known: int | None) -> list[Row]:
    booked = _booked(house, of, known)
    rows = []
    for each in of.history.in_order():
        said = of.report(each.position)
        rows.append(
            {
                "report": f"#{each.position}",
                "part": said.part,
                "start": each.start,
                "end": each.end,
                "received": each.about.received_on,
                "entrants": len(players_of(each)),
                "games": each.game_count,
                "booked": booked.get(of.history.roots[each.position], "not on a list yet"),
            }
        )
    return rows


def _booked(house: House, of: Tournament, known: int | None) -> dict[int, str]:
    """Give, by the first report of each chain, the lists that booked it."""
    found: dict[int, list[str]] = {}
    for name in sorted(pools_of(of.events) & house.official.facts.pools.keys()):
        for booked in house.pool(name).bookings_of(of.id):
            sealed = house.official.facts.pools[name].closed[booked.number - 1]
            if known is None or sealed.position <= known:
                root = of.history.roots[booked.position]
                found.setdefault(root, []).append(
                    f"{name} {sealed.event.period} (#{booked.position} by #{sealed.position})"
                )
    return {root: ", ".join(lists) for root, lists in found.items()}


def _correction(house: House, of: Tournament, each: Correction, known: int | None) -> Row:
    read, zone = house.read, house.zone
    return {
        "position": f"#{each.position}",
        "recorded_on": local_day(read.true_instant(each.position), zone),
        "event": each.kind,
        "by": getattr(each.payload, "by", None),
        "article": getattr(each.payload, "article", None),
        "says": _says(read, each),
        "stands": ", ".join([_stands(house, of, each), *_late(house, of, each, known)]),
    }


def _late(house: House, of: Tournament, each: Correction, known: int | None) -> Iterator[str]:
    """Say of each closed list that had booked what is corrected which one takes the correction."""
    for name in sorted(pools_of(of.events) & house.official.facts.pools.keys()):
        pool = house.pool(name, known)
        booked = _lists_of(pool, of)
        found = late_correction(pool, of.history, booked, each) if booked else None
        if found is not None and pool.law.corrected:
            closed, taking = found
            on = f"list {taking.period}" if taking else "the next list"
            yield f"list {closed.period} of {name} stays: booked on {on}"


def _lists_of(pool: PoolQuery, of: Tournament) -> dict[int, RatingList]:
    """Give, by the first report of each chain, the list that booked it, of those known."""
    booked = pool.bookings_of(of.id)
    lists = {each.number: each for each in pool.lists()} if booked else {}
    return {of.history.roots[each.position]: lists[each.number] for each in booked}


def _stands(house: House, of: Tournament, each: Correction) -> str:
    if each.no_effect:
        return f"no effect: {each.no_effect}"
    if each.ended:
        return "ended with its report"
    by = overridden_by(of.history.corrections, each, lambda one: _has_effect(house, of, one))
    return "holds" if by is None else f"overtaken by #{by.position}"


def _has_effect(house: House, of: Tournament, each: Correction) -> bool:
    """Tell whether a correction acts by the law of a pool; a decision not by the body may not."""
    names = sorted(pools_of(of.events) & house.official.facts.pools.keys())
    pools = [house.pool(name) for name in names]
    return not pools or any(changes_nothing(pool, of.history, each) is None for pool in pools)


def _says(read: Reader, each: Correction) -> str:
    """Say what a correction changed, from what into what."""
    match each.payload:
        case ResultCorrected() as said:
            after = result_words(said.white_result + said.black_result)
            return f"game #{said.report}#{said.game}: {result_words(each.before)} → {after}"
        case EntrantReassigned() as said:
            before = player_words(read, int(each.before)) if each.before else ""
            who = f"entrant in row {said.entrant} of #{said.report}"
            return f"{who}: {before} → {player_words(read, said.player)}"
        case SheetCompleted() as said:
            games = counted(len(said.games.white_result), "game")
            return f"sheet #{said.replaces} → #{each.position}: {games}"
        case ReportReplaced() as said:
            return f"report #{said.replaces} → #{each.position}"
        case TournamentDetailsCorrected() as said:
            given = {name: getattr(said.details, name) for name in DETAILS}
            return detail_words({name: value for name, value in given.items() if value is not None})
        case ExemptionGranted(game=int(game)) as said:
            return f"game #{said.report}#{game}: exempt from {said.article}"
        case ExemptionGranted() as said:
            whom = f"{player_words(read, said.player)}: " if said.player else ""
            return f"{whom}exempt from {said.article}"
        case GameDecision() as said:
            return f"game #{said.report}#{said.game}: {each.kind.removeprefix('game-')}"
        case TournamentRefused() | TournamentCancelled() | TournamentReinstated():
            return each.kind.removeprefix("tournament-")
    return ""
