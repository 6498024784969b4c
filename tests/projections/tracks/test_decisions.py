"""Decisions about ratings on the revised track rest on the official lists."""

import shutil
from datetime import date

import numpy as np
import pytest
from msgspec import structs

from ledger.events.external import ExternalListRecorded
from ledger.events.pool import EntryCapitalDecided, RatingsAnnulled
from projections.rating.official_lists import OfficialLists
from projections.rating.standings import Standings
from projections.state.adjustments import Adjustment, DecidedChange
from projections.tracks.revised import revised
from tests.support.command import done, run
from tests.support.draughts_desk import JUNE, MARCH, SEPTEMBER, a_chain
from tests.support.recording import a_ledger, following, record, registered
from tests.support.two_disciplines import INTERNATIONAL, LISTS, Draughts
from tests.support.worlds import RUBELE, federation, games, rated, tournament

CHESS, ADJUSTED = "fide-standard", "fide:99000463"
"""A player with 2439 from December 2025 on; the game of the second round of September was lost."""
CHAIN, ENTERED = "rubele-italiana", "fid:X02060"
"""A player of the sample who entered in May 2025 with 2000, by a decision taken after April."""


@pytest.fixture
def address(sample, tmp_path):
    """Return a copy of the sample that a test may change."""
    return ("--ledger", str(shutil.copy(sample, tmp_path / "sample.ledger")))


def history(pool, player, track, address):
    """Return the rows of a player's history on a track, by list."""
    asked = ("player", "history", pool, player, "--track", track, "--format", "json", *address)
    return {row["list"]: row for row in run(*asked).document["rows"]}


def test_reading_decided_change_acts_on_the_revised_rating_by_as_many_points(address):
    """Nine points less than 2439 are decided for April: nine less than the revised rating."""
    done("tournament", "correct", "result", "T-000001", "2:2", "--by", "arbiters", *address,
         "--white", "0", "--black", "1")  # fmt: skip
    done("event", "record", "ratings-adjusted", "--pool", CHESS, "--player", ADJUSTED, *address,
         "--before", "2439", "--after", "2430", "--by", "fsi")  # fmt: skip
    done("list", "close", CHESS, "2026-04", *address)
    rows = history(CHESS, ADJUSTED, "revised", address)
    before, after = rows["2025-12"]["rating"], rows["2026-04"]["rating"]
    assert before < 2439
    assert after == before - 9


@pytest.mark.parametrize(("revised", "after"), [(402, 2), (401, 1), (400, 1), (399, 1)])
def test_reading_decided_change_leaves_at_least_one_point(revised, after):
    """400 points are taken of 500; of fewer a single point stays."""
    official = np.array([0, 500], dtype=np.int16)
    standings = Standings({"rating": official}, [date(2025, 1, 1)], {0: official})
    taken = {1: DecidedChange(Adjustment(7, 1, 500, 100))}
    lists = OfficialLists([], standings, dict)
    (change,) = lists.changes(taken, 1, lambda _: revised).values()
    assert change.adjustment is not None
    assert (change.adjustment.before, change.adjustment.after) == (revised, after)


def test_reading_decided_annulment_holds_for_a_rating_of_the_revised_track_alone(tmp_path):
    """20 entered in February, as became known in July; no rating was annulled officially."""
    with a_chain(str(tmp_path / "ledger")) as chain:
        chain.shut(MARCH)
        chain.record(RatingsAnnulled(pool=RUBELE, player="00000020", by="commission"))
        chain.shut(JUNE)
        chain.play("A", "2014-02-01", 20, "3 1")
        chain.shut(SEPTEMBER)
        assert chain.capitals(20, MARCH, JUNE, SEPTEMBER) == [0, 0, 564]
        standings = revised(chain.official.track).track.replay(RUBELE).begun()
        assert [standings.rating_of(number, 20) for number in (1, 2, 3)] == [564, 0, 0]


def test_reading_decided_entry_holds_for_an_entry_on_an_earlier_list(address):
    """The first tournament was in March: the list of March was closed before the decision."""
    days = ("--set", "start=2025-03-08", "--set", "end=2025-03-09")
    done("tournament", "correct", "details", "T-000018", *days, "--by", "fsi", *address)
    first, *_ = history(CHAIN, ENTERED, "revised", address).values()
    assert first["list"] == "2025-04-05"
    assert first["decisions"][0]["event"] == "entry-capital-decided"
    assert first["rating"] == 1649


def test_reading_used_up_holds_for_an_entry_on_an_earlier_list(tmp_path):
    """2 enters by the decision in March 2015, is idle for two years, and converts in 2018.

    Where the reports and the decision come before the list of 2018, the revised ratings are the
    official ones of a ledger in which they came before that of March.
    """
    in_time, late = (ratings_recorded_before(place, tmp_path) for place in ("march", "2018"))
    assert in_time["official"] == in_time["revised"] == late["revised"] == [3557, 3557, 0, 5217]


def ratings_recorded_before(period, folder):
    """Return the ratings of a foreigner on four lists, by track; all is recorded before a list."""
    people = structs.replace(registered(federation([], newcomers=[1, 2])), federation="ITANED")
    with a_ledger(str(folder / period)) as ledger, following(ledger) as official:
        record(ledger, "people", people)
        draughts = Draughts(ledger, official)
        draughts.open(INTERNATIONAL, rated(1, 2000))
        for each, _ in LISTS:
            if each == period:
                record(ledger, "decision and list", *FACTS)
                for name, day in (("B", "2015-02-01"), ("C", "2018-02-01")):
                    draughts.submit(tournament(name, day, day, games(1, "2 =")), INTERNATIONAL)
            draughts.close(INTERNATIONAL, each)
        tracks = {"official": official.track, "revised": revised(official.track).track}
        standings = {name: each.replay(INTERNATIONAL).begun() for name, each in tracks.items()}
        return {name: [each.rating_of(at, 2) for at in (1, 2, 3, 4)]
                for name, each in standings.items()}  # fmt: skip


FACTS = (
    EntryCapitalDecided(pool=INTERNATIONAL, player="00000002", rating="3600", by="commission"),
    ExternalListRecorded(
        body="fmjd", list="2018-01", list_date=date(2018, 1, 1), file="0" * 64, file_rows=9,
        player="00000002", values={"rating": "2201"},
    ),
)  # fmt: skip
