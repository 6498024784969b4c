"""Lists of other bodies before the reports, after the reports, or among the reports: the same
rating list.

An office records the lists on the first of the month and the reports afterwards; another hands in
its reports first. Who enters with which rating is told by the lists alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ledger.register import identities
from ops.closings.recordings import CloseList
from projections.queries import PoolQuery, findings
from projections.queries.explain import explain
from tests.oracles import uisp, uisp_replay, world
from tests.oracles.uisp import Cadence
from tests.oracles.uisp_replay import Event, Quarter, Season
from tests.support.counts import FULL
from tests.support.lists_and_reports import (
    CARRIED_ON,
    ISSUE,
    LIST,
    NAMELESS,
    UISP,
    External,
    Played,
    Rounds,
    an_office,
    name_of,
)
from tests.support.report_files import RESULTS

SEEDS = range(40 if FULL else 3)
CARRIED, NUMBERED, STRANGERS = (1, 2), range(1, 8), range(20, 30)
DAYS = (date(2025, 10, 4), date(2025, 10, 30), date(2025, 11, 8))


@dataclass(frozen=True)
class Quarterly:
    """Carried ratings, lists of other bodies, and the tournaments of a quarter."""

    carried: dict[int, int]
    lists: list[External]
    played: list[Played] = field(default_factory=list)


def drawn(seed: int) -> Quarterly:
    """Two months of FIDE's list, both Italian lists of days of their own, three tournaments."""
    random = Random(f"lists and reports {seed}")

    def listed(body: str, day: date, *columns: str) -> External:
        chosen = random.sample([*NUMBERED, *STRANGERS], 9)
        ratings = {
            name: {
                one: random.choice([0, *(random.randint(1000, 2300) for _ in range(4))])
                for one in chosen
                if random.random() < 0.6
            }
            for name in columns
        }
        ratings[columns[0]].setdefault(chosen[0], 1500)
        return External(body, day, ratings)

    months = (date(2025, month, 1) for month in (10, 11))
    lists = [listed("fide", day, "standard", "rapid", "blitz") for day in months]
    lists.append(listed("fsi", date(2020, 12, 1), "standard"))
    lists.append(listed("fsi", date(2020, 10, 1), "rapid"))
    quarter = Quarterly({one: random.randint(1300, 2100) for one in CARRIED}, lists)
    for number, day in enumerate(DAYS):
        entrants = [*random.sample(NUMBERED, 5), *NAMELESS[number : number + 1]]
        random.shuffle(entrants)
        rounds = drawn_rounds(random, len(entrants))
        quarter.played.append(Played(f"Open {number}", day, entrants, rounds))
    return quarter


def drawn_rounds(random: Random, entrants: int) -> Rounds:
    rounds = []
    for _ in range(3):
        order = random.sample(range(1, entrants + 1), entrants)
        pairs = zip(order[::2], order[1::2], strict=False)
        results = ["1-0", "½-½", "0-1", "+--"]
        rounds.append([(white, black, random.choice(results)) for white, black in pairs])
    return rounds


def by_hand(quarter: Quarterly) -> dict[str, int]:
    """Return the list by the slow calculation: ratings by name."""
    events = []
    for played in quarter.played:
        games = [
            world.Game(played.entrants[white - 1], played.entrants[black - 1], *RESULTS[result])
            for pairs in played.rounds
            for white, black, result in pairs
        ]
        end = played.day + timedelta(2)
        whole = world.Tournament(played.name, played.day, end, tuple(games))
        events.append(Event(whole, Cadence(5400, 30)))
    *monthly, standard, rapid = quarter.lists
    italian = External("fsi", standard.day, standard.ratings | rapid.ratings)  # both in force
    season = Season(
        tuple(range(1, 10)),
        quarter.carried,
        CARRIED_ON,
        tuple(events),
        (Quarter(LIST, ISSUE, None),),
        tuple(uisp.ExternalList(one.body, one.day, one.ratings) for one in (*monthly, italian)),
    )
    (made,) = uisp_replay.replay(season)
    return {name_of(person): row.rating for person, row in made.rows.items()}


def orders(quarter: Quarterly, seed: int) -> dict[str, list[External | Played]]:
    """Return the orders: lists first, reports first, and mixed; reports come in the order
    of play.
    """
    random, mixed = Random(f"orders {seed}"), {}
    for name in ("mixed", "mixed again"):
        order: list[External | Played] = random.sample(quarter.lists, len(quarter.lists))
        places = sorted(random.choices(range(len(order) + 1), k=len(quarter.played)))
        for taken, (place, played) in enumerate(zip(places, quarter.played, strict=True)):
            order.insert(place + taken, played)
        mixed[name] = order
    return {
        "lists first": [*quarter.lists, *quarter.played],
        "reports first": [*quarter.played, *quarter.lists],
        **mixed,
    }


def entering(pool: PoolQuery, player: int) -> list[Any]:
    """Return the rating on entering, and the list behind it, as in the worksheet."""
    units = explain(pool, player, pool.list_of(LIST)).units
    sheets = [sheet.entered_by for unit in units for sheet in unit.tournaments]
    return [(by.rating, by.why, by.source, by.listed) for by in sheets if by is not None]


def outcome(
    folder: Path, carried: dict[int, int], order: Sequence[External | Played]
) -> dict[str, Any]:
    """Take lists and reports in an order; return the answers before the closing, and after."""
    folder.mkdir()
    with an_office(folder, carried) as office:
        for one in order:
            if isinstance(one, External):
                office.record(one)
            else:
                office.bring_in(one)
        house = office.house
        house.catch_up()
        names = [f"T-{number:06d}" for number in range(1, len(DAYS) + 1)]
        said = [findings.of_tournament(house.pool(UISP), name) for name in names]
        sealed = CloseList(pool=UISP).record(house)
        house.catch_up()
        pool = house.pool(UISP)
        revised = PoolQuery(house.revised(pool.known), UISP)
        players = range(1, identities.last_player(house.read) + 1)
        words = identities.names(house.read, players)
        return {
            "digest": sealed.result.event.list_digest,
            "official": {words[one]: pool.state(one, 1).rating for one in players},
            "revised": {words[one]: revised.state(one, 1).rating for one in players},
            "entering": {words[one]: entering(pool, one) for one in players},
            "findings": said,
        }


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_lists_and_reports_changes_nothing(tmp_path, seed):
    """Both tracks, worksheets and findings; and the ratings agree with the slow calculation."""
    quarter = drawn(seed)
    found = {
        name: outcome(tmp_path / name, quarter.carried, order)
        for name, order in orders(quarter, seed).items()
    }
    first = found["lists first"]
    for name, other in found.items():
        assert other == first, name
    assert first["revised"] == first["official"]
    listed = {name: rating for name, rating in first["official"].items() if rating}
    assert listed == by_hand(quarter)
    assert not [one for said in first["findings"] for one in said if one.kind == "needs a decision"]
