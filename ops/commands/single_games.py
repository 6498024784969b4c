"""What every command about single games asks of their source."""

from __future__ import annotations

from datetime import date

from ledger.errors import Refused, Remedy
from ledger.tournaments.current_report import Announced
from ledger.tournaments.folding import fold
from ledger.tournaments.sheets import reported_from_file
from ops.answers.tournament_games import Tournament


def pool_of_source(of: Tournament) -> str:
    """Return the pool for which the games of a source are rated.

    Raises Refused for a tournament that has a report, or counts for several pools.
    """
    known = fold(of.events)
    report = reported_from_file(known)
    if report is not None:
        raise Refused(
            f"{of.id} has a report (#{report.position}), which says all its games: correct that, "
            "or announce another tournament for games recorded one by one",
            code="report-stands",
            field="tournament",
            found=of.id,
            expected="a tournament without a report",
            remedy=Remedy("tournament announce", ("--pool", "POOL", "--set", "name=NAME")),
        )
    pools = known.announced.pools if known.announced else ()
    if len(pools) != 1:
        raise Refused(
            f"{of.id} counts for {', '.join(pools)}, and a single game is rated in one pool: "
            "announce a tournament for each",
            code="one-pool-needed",
            field="tournament",
            found=", ".join(pools),
            expected="a tournament that counts for one pool",
            remedy=Remedy("tournament announce", ("--pool", "POOL", "--set", "name=NAME")),
        )
    return pools[0]


def check_day(tournament: str, announced: Announced | None, played_on: date, today: date) -> None:
    """Raise Refused for a day that is to come, and for one outside the announced days."""
    if played_on > today:
        raise Refused(
            f"played on {played_on}: today is {today} in the ledger's zone",
            code="day-to-come",
            field="played-on",
            found=played_on,
            expected=f"{today} or before",
        )
    start, end = (announced.start, announced.end) if announced else (None, None)
    if start is not None and played_on < start:
        raise _outside(tournament, played_on, "start", start)
    if end is not None and played_on > end:
        raise _outside(tournament, played_on, "end", end)


def _outside(tournament: str, played_on: date, detail: str, day: date) -> Refused:
    correction = (tournament, "--set", f"{detail}={played_on}")
    return Refused(
        f"played on {played_on}: {tournament} is announced with {detail} {day}; if that is wrong: "
        f"ledger tournament correct details {' '.join(correction)} --by …",
        code="day-outside-tournament",
        field="played-on",
        found=played_on,
        expected=f"{'not before' if detail == 'start' else 'not after'} {day}",
        remedy=Remedy("tournament correct details", correction),
    )
