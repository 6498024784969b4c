"""Settings of the federation where the draughts rules leave a choice: numbers, and
idle places.

Both disciplines in one ledger; 3 and 4 are Dutch. Lists of both are closed year by year.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from ledger import columns
from ledger.errors import Refused
from ledger.events.outside_play import MalusApplied
from ledger.events.pool import (
    ListScheduled,
    ParameterSet,
    PoolOpened,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.store.ledger import Ledger
from ops.answers import inactivity_penalties
from ops.closings.recordings import CloseList
from ops.events import record_decision
from ops.house import House
from ops.law import reading_rules
from ops.players import outlook
from ops.tournaments.cross_table_document import documents
from ops.tournaments.cross_table_text import lines
from projections.queries import PoolQuery
from projections.queries.explain import cross_table, explain
from projections.state.history import tournament_history
from projections.state.law import as_set
from tests.support.answer_rows import fields
from tests.support.recording import ZONE, a_ledger, adopt, following, record, registered
from tests.support.spoiling import result_corrected
from tests.support.two_disciplines import INTERNATIONAL, ITALIAN, Draughts
from tests.support.verified_worlds import verify
from tests.support.worlds import carried_over, federation, games, rated, tournament

YEARS = ("2015", "2016", "2017", "2018")
DUTCH, OTHER = 3, 4


class Years(Draughts):
    """A ledger of both pools with a list at the end of each year."""

    def open(self, pool: str, *carried: Any) -> None:
        opened = PoolOpened(pool=pool, rulebook=pool, zone=ZONE, first_period=YEARS[0])
        record(self.ledger, f"open {pool}", opened)
        adopt(self.ledger, pool, "2008-01-01")
        for year in YEARS:
            day = date(int(year), 12, 31)
            said = ListScheduled(pool=pool, period=year, issue_day=day, cut_off=day)
            record(self.ledger, f"schedule {pool} {year}", said)
        record(self.ledger, f"carry {pool}", carried_over(federation(carried, on=BEGUN), pool))

    def set(self, pool: str, name: str, said: int | str, since: str) -> None:
        """Let the federation set something from a day on."""
        value = {"value": said, "unit": "points"} if isinstance(said, int) else {"word": said}
        fact = ParameterSet(
            pool=pool, name=name, in_force_from=date.fromisoformat(since), by="council", **value
        )
        record(self.ledger, f"set {pool} {name} {since}", fact)

    def rating(self, player: int, year: str, pool: str = ITALIAN) -> int:
        self.official.catch_up()
        asked = PoolQuery(self.official.track, pool)
        return asked.state(player, asked.list_of(year).number).rating


BEGUN = date(2015, 1, 1)


@contextmanager
def two_pools(folder: Path) -> Iterator[Years]:
    world = federation([], newcomers=[1, 2, 3, 4])
    people = structs.replace(registered(world), federation="ITAITANEDNED")
    with a_ledger(str(folder / "ledger")) as ledger, following(ledger) as official:
        record(ledger, "people", people)
        found = Years(ledger, official)
        found.open(ITALIAN, *(rated(player, 2000) for player in (1, 2, 3, 4)))
        found.open(INTERNATIONAL, *(rated(player, 2000) for player in (1, 2, 3, 4)))
        yield found


@pytest.fixture
def pools(tmp_path):
    with two_pools(tmp_path) as found:
        yield found


def drawn(name: str, day: str, one: int, other: int):
    return tournament(name, day, day, games(one, f"{other} ="))


# -------------------------------------------------------------------------------------- idle_scope


@pytest.mark.parametrize(("scope", "after"), [("discipline", 0), ("system", 1900), ("", 1900)])
@pytest.mark.parametrize("booked", [True, False])
def test_reading_idle_scope_an_event_of_the_other_discipline(pools, scope, after, booked):
    """3 plays only international draughts in 2016: in Italian draughts the player ceases with
    2016, or keeps the score less the points of two years, as without a setting. Reading
    `valid_beside`: whether the other pool has closed a list by then does not matter.
    """
    if scope:
        pools.set(ITALIAN, "idle_scope", scope, "2015-06-01")
    pools.submit(drawn("A", "2016-05-01", DUTCH, 1), INTERNATIONAL)
    for year in YEARS[:2]:
        if booked:
            pools.close(INTERNATIONAL, year)
        pools.close(ITALIAN, year)
    assert pools.rating(DUTCH, "2016") == after
    assert pools.rating(OTHER, "2016") == 0
    asked = PoolQuery(pools.official.track, ITALIAN)
    explain(asked, DUTCH, asked.list_of("2016"))
    assert verify(pools.ledger).faults == []


def test_reading_valid_beside_only_counted_games_make_an_event_valid(pools):
    """A win by forfeit does not, nor an event of 2014, nor an event recorded after the closing."""
    forfeit = tournament("A", "2016-05-01", "2016-05-01", games(DUTCH, "1 +"))
    pools.submit(forfeit, INTERNATIONAL)
    for year in YEARS[:2]:
        pools.close(ITALIAN, year)
    assert pools.rating(DUTCH, "2016") == 0
    pools.submit(drawn("B", "2016-05-02", DUTCH, 1), INTERNATIONAL)
    assert verify(pools.ledger).faults == []


@pytest.mark.parametrize(("since", "after"), [("2016-12-31", 0), ("2017-01-01", 1900)])
def test_a_year_goes_by_what_was_in_force_on_its_last_day(pools, since, after):
    pools.submit(drawn("A", "2016-05-01", DUTCH, 1), INTERNATIONAL)
    pools.close(ITALIAN, "2015")
    pools.set(ITALIAN, "idle_scope", "discipline", since)
    pools.close(ITALIAN, "2016")
    assert pools.rating(DUTCH, "2016") == after
    events = list(pools.ledger.read.of_type(RatingsAnnulled.TYPE))
    assert len(events) == 1  # 4 in any case, with 3 or without
    assert verify(pools.ledger).faults == []


# ------------------------------------------------------------------------------------- malus_limit


def test_reading_b9_another_limit_holds_for_years_that_end_from_its_day_on(pools):
    """Of 1, idle from 2015 on: 50, 50, then 20 of a limit of 120, then nothing."""
    pools.close(ITALIAN, "2015")
    pools.set(ITALIAN, "malus_limit", 120, "2017-01-01")
    for year in YEARS[1:]:
        pools.close(ITALIAN, year)
    assert [pools.rating(1, year) for year in YEARS] == [1950, 1900, 1880, 1880]
    applied = [event.decoded().payload for event in pools.ledger.read.of_type(MalusApplied.TYPE)]
    assert [(row.period, row.points[:4]) for row in applied] == [
        ("2015", "0050"), ("2016", "0050"), ("2017", "0020"),
    ]  # fmt: skip
    assert verify(pools.ledger).faults == []


def test_the_register_the_law_and_what_lies_ahead_show_what_is_set(pools):
    pools.close(ITALIAN, "2015")
    pools.set(ITALIAN, "malus_limit", 60, "2016-01-01")
    asked = pools.close(ITALIAN, "2016")
    assert [
        row["left"]
        for row in fields(inactivity_penalties.inactivity_penalties(asked, asked.list_of("2015")))
    ] == [400] * 4
    assert {
        row["left"]
        for row in fields(inactivity_penalties.inactivity_penalties(asked, asked.list_of("2016")))
    } == {0}
    shown = {
        on: next(
            row
            for row in reading_rules.articles_on(
                reading_rules.in_force(asked, date.fromisoformat(on)), "table 18"
            )
            if row["what"] == "malus_limit"
        )
        for on in ("2015-12-31", "2016-01-01")
    }
    assert [cell["value"] for cell in shown.values()] == [450, 60]
    assert str(shown["2016-01-01"]["says"]).endswith("the edition states 450.")
    (left,) = [
        row
        for row in fields(outlook.player_outlook(asked, 1))
        if row["what"] == "left of the limit"
    ]
    assert (left["points"], str(left["says"]).split(",")[0]) == (0, "provisional: 60 in all")


def test_what_is_set_is_not_known_before_it_is_recorded(pools):
    known = pools.ledger.read.head().next_position - 1
    pools.set(ITALIAN, "malus_limit", 60, "2015-01-02")
    track = pools.official.catch_up()
    pool, day = track.facts.pools[ITALIAN], date(2015, 12, 31)
    edition = PoolQuery(track, ITALIAN).law.editions[0]
    assert as_set(edition, pool, day, known) is edition
    assert as_set(edition, pool, day, known + 1).numbers["malus_limit"] == 60
    assert as_set(edition, pool, date(2015, 1, 1), known + 1) is edition


def test_a_list_closed_with_less_than_is_recorded_does_not_know_what_is_set(pools):
    """Up to an earlier position: the edition's 450 hold."""
    known = pools.ledger.read.head().next_position - 1
    pools.set(ITALIAN, "malus_limit", 10, "2015-01-02")
    CloseList(pool=ITALIAN, period="2015", through=known).record(
        House(pools.ledger, pools.official)
    )
    assert pools.rating(1, "2015") == 1950
    assert verify(pools.ledger).faults == []


# --------------------------------------------------------------------------------- minimum_capital


@pytest.mark.parametrize(("begins", "after"), [("2016-05-31", 1810), ("2016-06-01", 2500)])
def test_article_vi_6_reading_minimum_set_goes_by_the_first_day_of_an_event(pools, begins, after):
    """Both have 1950 after an idle year. 1 loses 1.00 of D at 150 points, and has the bonus."""
    pools.set(ITALIAN, "minimum_capital", 2500, "2016-06-01")
    pools.close(ITALIAN, "2015")
    pools.submit(tournament("A", begins, "2016-06-02", games(1, "2 0")), ITALIAN)
    asked = pools.close(ITALIAN, "2016")
    assert pools.rating(1, "2016") == after
    (unit,) = explain(asked, 1, asked.list_of("2016")).units
    floor = {
        line.points: str(line.why).partition(" (")[2].removesuffix(")")
        for line in unit.lines
        if line.kind == "floor"
    }
    assert list(floor) == ([690] if after == 2500 else [])
    for by in floor.values():
        assert re.fullmatch(r"minimum capital 2500, set by council from 2016-06-01 on \(#\d+\)", by)
    assert verify(pools.ledger).faults == []


def test_reading_minimum_set_a_raised_minimum_waits_for_a_valid_event(pools):
    """An event without a counted game puts nobody back to the minimum, nor does a year; and
    nothing is taken below.
    """
    pools.set(ITALIAN, "minimum_capital", 2500, "2015-02-01")
    pools.submit(tournament("A", "2016-05-01", "2016-05-01", games(1, "2 +")), ITALIAN)
    pools.close(ITALIAN, "2015")
    asked = pools.close(ITALIAN, "2016")
    assert [pools.rating(player, "2016") for player in (1, 2)] == [2000, 2000]
    explain(asked, 1, asked.list_of("2016"))
    (row,) = [
        e for e in fields(outlook.player_outlook(asked, 1)) if e["what"] == "below the minimum"
    ]
    assert (row["rating"], row["article"]) == (2500, "VI.6, table 12")
    assert "set by council from 2015-02-01 on" in str(row["says"])
    pools.submit(drawn("B", "2017-05-01", 1, 2), ITALIAN)
    pools.close(ITALIAN, "2017")
    assert [pools.rating(player, "2017") for player in (1, 2)] == [2500, 2500]
    assert verify(pools.ledger).faults == []


def test_reading_minimum_set_a_late_event_goes_by_that_of_its_day(pools):
    """Of 2016, booked in 2017, when the minimum is another."""
    pools.set(ITALIAN, "minimum_capital", 2500, "2017-01-01")
    pools.close(ITALIAN, "2015")
    pools.close(ITALIAN, "2016")
    pools.submit(drawn("A", "2016-05-01", 1, 2), ITALIAN)
    pools.close(ITALIAN, "2017")
    assert pools.rating(1, "2017") < 2500
    assert verify(pools.ledger).faults == []


@pytest.mark.parametrize(("to", "holds"), [(2499, False), (2500, True)])
def test_reading_minimum_set_a_correction_goes_by_that_of_its_list(pools, to, holds):
    """VI.5: to the minimum at least."""
    pools.set(ITALIAN, "minimum_capital", 2500, "2015-12-31")
    text = columns.write([1], columns.PLAYER)
    said = RatingsAdjusted(pool=ITALIAN, player=text, before="2000", after=str(to), by="ctf")
    record(pools.ledger, "adjust", said)
    pools.close(ITALIAN, "2015")
    assert (pools.rating(1, "2015") == to) is holds
    assert verify(pools.ledger).faults == []


def test_the_tabellone_names_who_set_the_minimum(pools):
    pools.set(ITALIAN, "minimum_capital", 2500, "2015-02-01")
    pools.official.catch_up()
    asked = PoolQuery(pools.official.track, ITALIAN)
    for day, said in (("2015-01-31", False), ("2015-02-01", True)):
        table = cross_table.before_play(asked, [1, 2], date.fromisoformat(day))
        (document,) = documents(asked, [table], before=True).tables
        told = list(lines(document))
        assert any(text.startswith("minimum capital 2500, set by") for text in told) is said


@pytest.mark.parametrize(
    ("since", "least"), [("2016-12-30", 1950), ("2016-12-31", 1950), ("2017-01-01", 100)]
)
def test_the_tabellone_takes_corrections_by_the_day_announced_for_their_list(pools, since, least):
    """The list of 2016 bears 31 December. 1 drew twice, and lost by a correction that waits: the
    capital before the event of May is the one in the table, in `outlook` and as sealed.
    """
    twice = tournament("A", "2015-05-01", "2015-05-01", games(1, "2 = 2 ="))
    pools.submit(twice, ITALIAN)
    pools.close(ITALIAN, "2015")
    pools.set(ITALIAN, "minimum_capital", least, since)
    pools.submit(drawn("B", "2016-05-01", 1, 2), ITALIAN)
    reported = stands_at(pools.ledger, "A")
    for game in (0, 1):
        record(pools.ledger, f"corrected {game}", result_corrected("A", game, "01")(reported))
    pools.official.catch_up()
    asked = PoolQuery(pools.official.track, ITALIAN)
    assert capital(cross_table.before_play(asked, [1, 2], date(2016, 5, 1))) == max(least, 1710)
    of_b = tournament_history(pools.ledger.read.stream("tournament-B"))
    (before,) = cross_table.played(asked, of_b, "B")
    assert capital(before) == max(least, 1710)
    asked = pools.close(ITALIAN, "2016")
    (sealed,) = cross_table.played(asked, of_b, "B")
    assert capital(sealed) == capital(before)


def stands_at(ledger: Ledger, tournament: str) -> int:
    """The position of the report of a tournament."""
    (position,) = tournament_history(ledger.read.stream(f"tournament-{tournament}")).current
    return position


def capital(table: cross_table.Table) -> int:
    """With which 1 comes."""
    return next(entrant.rating for entrant in table.entrants if entrant.player == 1)


# ---------------------------------------------------------------------------- what may be set


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        ({"name": "idle_scope", "word": "federation"}, "one of discipline, system"),
        ({"name": "idle_scope", "value": 2, "unit": "years"}, "one of discipline, system"),
        ({"name": "idle_clock", "word": "last-event"}, "one of solar-years"),
        ({"name": "malus_limit", "word": "none"}, "a whole number, with unit points"),
        ({"name": "malus_limit", "value": 9, "unit": "years"}, "whole number, with unit points"),
        (
            {"name": "minimum_capital", "value": 0, "unit": "points"},
            "whole number, 1 or more, with",
        ),
        (
            {"name": "malus_points", "value": 9, "unit": "points"},
            "malus_limit, minimum_capital",
        ),
    ],
)
def test_what_cannot_take_effect_is_refused(pools, said, refused):
    """Words, units and names unknown to the rule."""
    fact = ParameterSet(pool=ITALIAN, by="council", in_force_from=date(2016, 1, 1), **said)
    with pytest.raises(Refused, match=refused):
        record_decision.record(House(pools.ledger), fact)


@pytest.mark.parametrize(("day", "sealed"), [(30, True), (31, True), (32, False)])
def test_what_a_sealed_list_has_passed_is_set_no_more(pools, day, sealed):
    """The day before the list of 2015, the day of the list, the day after."""
    pools.close(ITALIAN, "2015")
    since = date(2015, 12, 1) + timedelta(days=day - 1)
    fact = ParameterSet(
        pool=ITALIAN, name="malus_limit", value=9, unit="points", in_force_from=since, by="council"
    )
    with pytest.raises(Refused, match="what was published stays") if sealed else nullcontext():
        record_decision.record(House(pools.ledger), fact)


def test_what_can_is_recorded(pools):
    for said in ({"name": "idle_scope", "word": "system"},
                 {"name": "malus_limit", "value": 300, "unit": "points"}):  # fmt: skip
        since = date(2015, 1, 2)
        fact = ParameterSet(pool=ITALIAN, by="council", in_force_from=since, **said)
        record_decision.record(House(pools.ledger), fact)
