"""What every command about single games asks of their source."""

from __future__ import annotations

from ledger.errors import Refused, Remedy
from ledger.recorded.folding import fold
from ledger.recorded.sheets import reported_from_file
from ops.tournaments import Tournament


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
            remedy=Remedy("announce", ("--pool", "POOL", "--set", "name=NAME")),
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
            remedy=Remedy("announce", ("--pool", "POOL", "--set", "name=NAME")),
        )
    return pools[0]
