"""Corrected units of closed lists with both sides of each value and game, and who decided."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from msgspec.structs import replace

from ledger.actors.bodies import decider
from ledger.register.identities import RegisterNumber
from ledger.store.reading import Recorded
from projections.queries import PoolQuery
from projections.queries.corrections import corrected_by
from projections.queries.explain.sheets import (
    CorrectedSheet,
    DecidedCorrection,
    Explanation,
    GameOnBothSides,
    GameSheet,
    UnitSheet,
)
from projections.queries.explain.shown import shown_of_correction
from projections.queries.merges_on_lists import merges_on
from projections.rating.corrected import MERGED
from projections.state.law import Law


def both_sides(pool: PoolQuery, explained: Explanation) -> tuple[CorrectedSheet, ...]:
    """Return the corrected units of an explanation, each with its decisions and both sides."""
    decided = [_decided(pool, explained, sheet) for sheet in explained.corrected]
    events = pool.official.ledger.read.at(sorted({at for found in decided for at in found}))
    return tuple(
        _with_both(pool, sheet, tuple(_decision(events[at], found[at]) for at in sorted(found)))
        for sheet, found in zip(explained.corrected, decided, strict=True)
    )


def _with_both(
    pool: PoolQuery, sheet: CorrectedSheet, decisions: tuple[DecidedCorrection, ...]
) -> CorrectedSheet:
    law, of = Law(pool.facts, sheet.list.law_known), sheet.list
    return replace(
        sheet,
        edition=law.edition_of_list(of.list_date).name,
        decisions=decisions,
        shown=shown_of_correction(pool.law, sheet.booked, sheet.corrected, sheet.tournament),
        games=tuple(_games(sheet)),
    )


def _decided(pool: PoolQuery, explained: Explanation, sheet: CorrectedSheet) -> dict[int, str]:
    """Return the events since the list before that corrected a unit, with their tournaments."""
    on, player = explained.list, explained.player
    known = (pool.lists()[on.number - 1].through_position, on.through_position)
    found = {
        position: corrected.tournament
        for corrected in corrected_by(pool, player, sheet.list.number, *known)
        for position in corrected.positions
        if sheet.tournament in ("", corrected.tournament)
    }
    merges = merges_on(pool, player, on) if sheet.kind == MERGED else ()
    return found | {position: "" for _, position in merges}


def _decision(event: Recorded, tournament: str) -> DecidedCorrection:
    body = event.decoded()
    by, article = (str(getattr(body.payload, name, "") or "") for name in ("by", "article"))
    stated = body.grounds.decided_on if body.grounds else None
    kind = event.type.partition(".")[0]
    day = stated or body.valid_on
    return DecidedCorrection(
        event.position, kind, tournament, by, decider(event), day, article or body.article
    )


def _games(sheet: CorrectedSheet) -> Iterator[GameOnBothSides]:
    """Yield the games of two sides, with the result of each."""
    was, now = (_by_opponent(side) for side in (sheet.booked, sheet.corrected))
    for key in dict.fromkeys((*now, *was)):
        tournament, number, opponent = key
        for one in zip_longest(was.get(key, ()), now.get(key, ())):
            last = one[1] or one[0]
            booked, corrected = (game.result if game else "" for game in one)
            yield GameOnBothSides(
                tournament, number, opponent, last.white, booked, corrected, last.corrected_by
            )


_Key = tuple[str, int, RegisterNumber]
"""Tournament, round, opponent."""


def _by_opponent(unit: UnitSheet) -> Mapping[_Key, list[GameSheet]]:
    found = defaultdict[_Key, list[GameSheet]](list)
    for sheet in unit.tournaments:
        for game in sheet.games:
            found[sheet.tournament, game.round, game.opponent].append(game)
    return found
