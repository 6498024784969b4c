"""Pools that rate a tournament as one: its report comes whole, and in parts it is not taken."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.errors import Refused
from ledger.events.pool import PoolOpened
from ops.house import House
from projections.rulebooks import rulebook


def whole_by_pool(house: House) -> dict[str, str]:
    """Give, by pool, the article under which a report comes whole; not those that take parts."""
    opened: list[PoolOpened] = [
        each.decoded().payload for each in house.read.of_type(PoolOpened.TYPE)
    ]
    articles = {each.pool: rulebook(each.rulebook).whole_article for each in opened}
    return {pool: article for pool, article in articles.items() if article}


def refuse_divided(house: House, tournament: str, pools: Iterable[str]) -> None:
    """Refuse to let a tournament whose report came in parts count for such a pool."""
    whole_by = whole_by_pool(house)
    for pool in pools:
        if pool in whole_by:
            raise Refused(
                f"{tournament}: its report came in parts, and {pool} rates a tournament as one "
                f"({whole_by[pool]}): announce it for {pool} by itself, and hand it in whole",
                code="report-in-parts",
                field="pools",
                found=pool,
            )
