"""Both disciplines of draughts in one ledger: who enters one with what he holds in the other."""

from __future__ import annotations

from datetime import date

import pytest
from msgspec import structs

from ledger import columns
from ledger.events.external import ExternalListRecorded
from ledger.events.pool import EntryCapitalDecided, RatingsAnnulled
from ops import verifying, worksheet
from projections.answers import Pool
from projections.explain import explain
from projections.findings import of_player, of_tournament
from tests.projections.recording import a_ledger, following, record, registered
from tests.projections.two_disciplines import INTERNATIONAL, ITALIAN, Draughts
from tests.projections.worlds import federation, games, rated, tournament

MAESTRO, NEW, DUTCH = 1, 2, 3


@pytest.fixture
def draughts(tmp_path):
    """1 is Maestro in Italian draughts, now at 3850; 2 is new; 3 is Dutch; 4 plays both."""
    world = federation([], newcomers=[1, 2, 3, 4])
    people = structs.replace(registered(world), federation="ITAITANEDITA")
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        record(ledger, "people", people)
        found = Draughts(ledger, official)
        found.open(ITALIAN, rated(MAESTRO, 3900), rated(4, 3900))
        found.open(INTERNATIONAL, rated(4, 2000))
        yield found


def world_list(day: str, ratings: dict[int, int]) -> ExternalListRecorded:
    """A list of the world body."""
    return ExternalListRecorded(
        body="fmjd", list=day[:7], list_date=date.fromisoformat(day), file="0" * 64, file_rows=9,
        player=columns.write(sorted(ratings), columns.PLAYER),
        values={"rating": columns.write((ratings[p] for p in sorted(ratings)), columns.NUMBER)},
    )  # fmt: skip


def entered(pool: Pool, player: int, period: str) -> tuple[int, str]:
    """With what a player entered on a list, and why."""
    (unit, *_) = explain(pool, player, pool.list_of(period)).units
    cell = unit.tournaments[0].cells["entry_capital"]
    assert unit.before == 0
    assert unit.lines[0].points == cell.value
    return int(cell.value), cell.why


def test_article_vi_13_a_maestro_enters_the_other_discipline_as_nazionale(draughts):
    """He falls below 3900 in February; the list of March shows 3850 and his category stays."""
    draughts.submit(tournament("A", "2015-02-01", "2015-02-01", games(4, "1 1 1 1")), ITALIAN)
    italian = draughts.close(ITALIAN, "march")
    assert italian.current(MAESTRO, 1).rating < 3900
    assert italian.current(MAESTRO, 1).fields["category"] == 4
    draughts.submit(tournament("B", "2015-04-01", "2015-04-01", games(1, "4 =")), INTERNATIONAL)
    draughts.close(INTERNATIONAL, "march")
    pool = draughts.close(INTERNATIONAL, "june")
    why = "VI.13, table 20: converted from the category in Italian draughts"
    assert entered(pool, MAESTRO, "june") == (2500, why)
    assert pool.current(MAESTRO, 2).fields["category"] == 2
    text = "\n".join(worksheet.lines(pool, explain(pool, MAESTRO, pool.list_of("june"))))
    assert f"enters with 2500: {why}" in text
    assert "other ratings of the list march of rubele-italiana, in force from 2015-03-31" in text
    other = "\n".join(worksheet.lines(pool, explain(pool, 4, pool.list_of("june"))))
    assert "other ratings" not in other
    assert verifying.verify(draughts.ledger).faults == []


def test_article_vi_13_only_what_was_sealed_before_is_seen(draughts):
    """Nobody sealed anything for Italian draughts: what was carried over is in force."""
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(1, "2 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "march")
    assert entered(pool, MAESTRO, "march")[0] == 2500
    assert entered(pool, NEW, "march") == (500, "VI.9, table 11: new to the system")


def test_article_vi_2_table_22_a_foreigner_converts_from_the_list_in_force(draughts):
    """That of January is in force in February, and is named; that of March is not."""
    record(draughts.ledger, "january", world_list("2015-01-01", {DUTCH: 2001}))
    record(draughts.ledger, "march", world_list("2015-03-01", {DUTCH: 2400}))
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "march")
    why = "VI.2, table 22: converted from the rating on the world body's list"
    assert entered(pool, DUTCH, "march") == (4402, why)
    text = "\n".join(worksheet.lines(pool, explain(pool, DUTCH, pool.list_of("march"))))
    assert "fmjd ratings of the list 2015-01 of fmjd, in force from 2015-01-01" in text
    assert of_player(pool, DUTCH) == []


def test_article_vi_2_table_22_without_a_list_findings_ask_for_a_decision(draughts):
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "march")
    assert entered(pool, DUTCH, "march")[0] == 500
    (mine,) = of_player(pool, DUTCH)
    assert mine in of_tournament(pool, "B")
    assert (mine.kind, mine.article) == ("needs a decision", "VI.2, table 22")
    assert "entry-capital-decided" in mine.remedy


def test_article_vi_9_a_decision_of_the_commission_goes_before_a_conversion(draughts):
    """So a Grande Maestro enters: titles are nothing that a capital gives."""
    decided = EntryCapitalDecided(
        pool=INTERNATIONAL, player="00000001", rating="2700", by="technical-commission"
    )
    record(draughts.ledger, "decided", decided)
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(1, "4 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "march")
    assert entered(pool, MAESTRO, "march") == (
        2700, "VI.9, table 11: entry decided by the commission",
    )  # fmt: skip


def test_article_vi_2_table_22_an_idle_foreigner_ceases_and_converts_anew(draughts):
    """He plays in 2015 and not in 2016 and 2017; in 2018 the list of that year converts him.

    Reading `used_up`: with what he first entered was decided, and is nothing any more."""
    record(draughts.ledger, "first", world_list("2015-01-01", {DUTCH: 1990}))
    decided = EntryCapitalDecided(
        pool=INTERNATIONAL, player="00000003", rating="3600", by="technical-commission"
    )
    record(draughts.ledger, "decided", decided)
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    for period in ("march", "june", "2017"):
        pool = draughts.close(INTERNATIONAL, period)
    assert [pool.current(DUTCH, number).rating for number in (2, 3)] == [3557, 0]
    assert pool.current(DUTCH, 3).fields["category"] == 3
    assert pool.current(DUTCH, 3).fields["malus_taken"] == 0
    record(draughts.ledger, "second", world_list("2018-01-01", {DUTCH: 2201}))
    draughts.submit(tournament("C", "2018-02-01", "2018-02-01", games(4, "3 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, "2018")
    assert entered(pool, DUTCH, "2018")[0] == 5282


@pytest.mark.parametrize("annulled_by", ["the rule", "the commission"])
def test_reading_begun_anew_a_late_event_of_who_ceased_is_explained(draughts, annulled_by):
    """He enters with it and starts the next late one from there: what B moved is no more."""
    record(draughts.ledger, "first", world_list("2015-01-01", {DUTCH: 1990}))
    draughts.submit(tournament("B", "2015-02-01", "2015-02-01", games(4, "3 =")), INTERNATIONAL)
    draughts.close(INTERNATIONAL, "march")
    if annulled_by == "the commission":
        annulled = RatingsAnnulled(pool=INTERNATIONAL, player="00000003", by="council")
        record(draughts.ledger, "annulled", annulled)
    else:
        for period in ("june", "2017"):
            draughts.close(INTERNATIONAL, period)
    period = "2018" if annulled_by == "the rule" else "june"
    for name, day in (("C", "2015-01-10"), ("D", "2015-01-20")):
        draughts.submit(tournament(name, day, day, games(4, "3 =")), INTERNATIONAL)
    pool = draughts.close(INTERNATIONAL, period)
    units = explain(pool, DUTCH, pool.list_of(period)).units
    one, two = [each for each in units if each.tournaments]
    assert (one.before, int(one.lines[0].points)) == (0, 3582)
    assert two.tournaments[0].cells["capital_before"].value == one.after
    assert "needs a decision" not in [each.kind for each in of_player(pool, DUTCH)]
    assert verifying.verify(draughts.ledger).faults == []
    assert verifying.verify(draughts.ledger).faults == []


def test_an_earlier_list_of_the_other_discipline_that_is_not_closed_is_told(draughts):
    """June of one before March of the other: it enters players by older capitals."""
    march = closing.close(draughts.ledger, draughts.official, INTERNATIONAL, "march")
    june = closing.close(draughts.ledger, draughts.official, INTERNATIONAL, "june")
    assert (march.unseen, june.unseen) == ((), ((ITALIAN, "march"),))
    closing.close(draughts.ledger, draughts.official, ITALIAN, "march")
    june = closing.close(draughts.ledger, draughts.official, ITALIAN, "june")
    assert june.unseen == ()
