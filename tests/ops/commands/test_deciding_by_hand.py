"""A decision recorded by hand follows the law of the list that will take the decision."""

from datetime import date
from functools import partial

import pytest

from ledger import columns
from ledger.errors import Refused
from ledger.events.counting import ExemptionGranted, TournamentCancelled, TournamentRefused
from ledger.events.pool import (
    CategoryAwarded,
    EntryCapitalDecided,
    RatingsAdjusted,
    RatingsAnnulled,
)
from ledger.events.register import PlayersMerged
from ledger.events.tournament import TournamentRegistered
from ledger.store.requests import NewEvent, Request
from ops.closings.recordings import CloseList
from ops.commands.decision_checks import PlayedAlready
from ops.events.record_decision import record
from ops.house import House
from tests.support.recording import a_ledger, begin, following, submit
from tests.support.recording import record as record_fact
from tests.support.worlds import FIDE, PAIR, RUBELE, federation, rated, won


def entering(rating: int) -> RatingsAdjusted:
    """Return an entry decided by the rating body for player 2, without a rating before."""
    return adjusting(2, 0, rating)


def adjusting(player: int, before: int, after: int) -> RatingsAdjusted:
    return RatingsAdjusted(
        pool=FIDE,
        player=columns.write([player], columns.PLAYER),
        before=columns.write([before], columns.RATING),
        after=columns.write([after], columns.RATING),
        by="fide-qc",
    )


@pytest.mark.parametrize(("year", "floor"), [(2018, 1000), (2023, 1000), (2025, 1400)])
def test_article_7_2_1_a_decision_is_held_to_the_floor_of_the_next_list(tmp_path, year, floor):
    """Below and on: 1000 until February 2024, 1400 since."""
    world = federation(
        [rated(1, 2000)], newcomers=[2], periods=(f"{year}-08",), on=date(year, 7, 1)
    )
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, world, FIDE, editions=("2014-07-01", "2022-01-01", "2024-03-01"))
        with pytest.raises(Refused, match=f"none to {floor - 1} could not hold"):
            record(House(ledger), entering(floor - 1))
        assert record(House(ledger), entering(floor)).receipt.first_position > 0


def test_article_7_2_1_above_the_floor_holds_too(tmp_path):
    world = federation([rated(1, 2000)], newcomers=[2], periods=("2018-08",), on=date(2018, 7, 1))
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, world, FIDE, editions=("2014-07-01",))
        assert record(House(ledger), entering(1001)).receipt.first_position > 0


def test_a_decision_about_a_player_who_is_not_registered_is_refused(tmp_path):
    """Below, on and above the last register number."""
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, federation(PAIR), FIDE)
        submit(ledger, won("A", "2025-07-05", "2025-07-10"), FIDE)
        head = ledger.read.head()
        excepted = [
            ExemptionGranted(tournament="A", player=player, article="10.1", by="fide-council")
            for player in (1, 2, 3)
        ]
        with pytest.raises(Refused, match="player 3-7: the register holds no such player"):
            record(House(ledger), excepted[2])
        assert ledger.read.head() == head
        for fact in excepted[:2]:
            record(House(ledger), fact)


@pytest.mark.parametrize(
    ("book", "decided"),
    [
        (FIDE, partial(RatingsAdjusted, before="20000000", after="20101500")),
        (RUBELE, partial(EntryCapitalDecided, rating="20002000")),
        (RUBELE, partial(CategoryAwarded, category="Maestro", on=date(2025, 7, 1))),
    ],
    ids=["adjusted", "entered", "awarded"],
)
def test_a_decision_of_a_pool_about_a_player_who_is_not_registered_is_refused(
    tmp_path, book, decided
):
    """One of two players is unknown; no list could be computed with such a decision."""
    two = columns.write([1, 3], columns.PLAYER)
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, federation(PAIR), book, [("2025-08", date(2025, 8, 1))])
        with pytest.raises(Refused, match="player 3-7: the register holds no such player"):
            record(House(ledger), decided(pool=book, player=two, by="the-body"))


@pytest.mark.parametrize("is_closed", [False, True])
def test_a_tournament_that_was_reported_is_refused_and_not_cancelled(tmp_path, is_closed):
    """Also after booking: the next list books the opposite."""
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, federation(PAIR), FIDE)
        submit(ledger, won("A", "2025-07-05", "2025-07-10"), FIDE)
        if is_closed:
            CloseList(pool=FIDE).record(House(ledger, official))
        with pytest.raises(PlayedAlready, match="decide-tournament-refused tournament=A"):
            record(House(ledger), TournamentCancelled(tournament="A", by="organiser"))
        refused = TournamentRefused(tournament="A", by="fide-qc")
        assert record(House(ledger), refused).receipt.first_position


def test_a_tournament_without_a_report_may_be_cancelled(tmp_path):
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, federation(PAIR), FIDE)
        day = date(2025, 7, 5)
        announced = TournamentRegistered(
            tournament="B", name="B", pools=(FIDE,), start=day, end=day
        )
        ledger.append(Request("b", (NewEvent(announced),)))
        assert record(
            House(ledger), TournamentCancelled(tournament="B", by="organiser")
        ).receipt.first_position


def test_an_adjustment_waits_only_until_the_list_that_takes_it_is_closed(tmp_path):
    """The adjustment is the last event of the list; the next list has room for another
    adjustment.
    """
    with a_ledger(str(tmp_path / "ledger")) as ledger, following(ledger) as official:
        begin(ledger, federation(PAIR), FIDE)
        position = record(House(ledger), adjusting(1, 2000, 2010)).receipt.last_position
        with pytest.raises(Refused, match="another decision waits for the next list"):
            record(House(ledger), adjusting(1, 2000, 2020))
        closed = CloseList(pool=FIDE).record(House(ledger, official)).result
        assert closed.event.through_position == position
        record(House(ledger), adjusting(1, 2010, 2020))


def test_a_decision_about_a_merged_number_is_refused_and_names_the_kept_player(tmp_path):
    """As in a file of events; typed words find the kept player by the merged number."""
    with a_ledger(str(tmp_path / "ledger")) as ledger:
        begin(ledger, federation([rated(1, 2000), rated(2, 2100)], newcomers=[3]), FIDE)
        kept = adjusting(1, 2000, 2010)
        for merged in (2, 3):
            record_fact(ledger, f"merge {merged}", PlayersMerged(kept=1, merged=merged, by="fsi"))
        for fact in (adjusting(2, 2100, 2110), annulling(2), adjusting(3, 0, 1900)):
            with pytest.raises(
                Refused, match=r"was merged into 1-3 by event #\d+: decide about 1-3"
            ):
                record(House(ledger), fact)
        assert record(House(ledger), kept).receipt.first_position > 0


def annulling(player: int) -> RatingsAnnulled:
    return RatingsAnnulled(
        pool=FIDE, player=columns.write([player], columns.PLAYER), ground="decision", by="fide-qc"
    )
