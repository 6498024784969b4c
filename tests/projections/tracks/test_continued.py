"""The revised track continued has the same lists as computed from the beginning."""

import shutil
from datetime import date, timedelta

import pytest
from msgspec import structs

from ledger.events.external import ExternalListRecorded, LaterRows
from ledger.events.pool import ParameterSet
from ledger.events.register import PlayerDetailsChanged, PlayersMerged
from ops.closings.recordings import CloseList
from ops.house import House, open_house
from projections.state.law import due_of
from projections.tracks.continued import (
    _BESIDE_LISTS,
    _FROM_A_DAY,
    _LATER_ROWS,
    RevisedTracks,
    continued,
)
from projections.tracks.revised import in_order, revised
from tests.support.command import done
from tests.support.continued_histories import HISTORIES, positions
from tests.support.corrected_ledgers import corrected_ledger
from tests.support.event_samples import by_type
from tests.support.recording import LONG_AFTER, a_ledger, begin, following, record
from tests.support.worlds import FIDE, PAIR, PERIODS, federation


def lists(track):
    """Return all lists by pool, with the digests of lists and records, and the known facts."""
    return {name: pool.closed for name, pool in track.facts.pools.items()}


def documents(track):
    """Return the digests of the lists absent from the ledger."""
    return track.results.documents.digests()


@pytest.mark.parametrize(("family", "seed"), HISTORIES)
def test_a_history_continued_has_the_same_lists(family, seed, tmp_path_factory, tmp_path):
    source, times = tmp_path / "ledger", 0
    corrected_ledger(tmp_path_factory, family, seed, source)
    with open_house(str(source), LONG_AFTER) as house:
        first, *later = positions(house.official.facts.position, 4, 7)
        made = revised(house.official.known_at(first))
        for position in later:
            official = house.official.known_at(position)
            whole, further = revised(official), continued(made, official)
            if further is not None:
                assert lists(further.track) == lists(whole.track)
                assert documents(further.track) == documents(whole.track)
                times += 1
            made = further or whole
    assert times


def test_the_track_of_a_later_position_is_continued(sample, tmp_path):
    """After the publication of the last list, and a further actor."""
    address = shutil.copy(sample, tmp_path / "sample.ledger")
    role = ("--role", "administrator", "--by", "body")
    done("actor", "add", "club", *role, "--ledger", address)
    with open_house(str(address)) as house:
        head = house.official.facts.position
        tracks, ends = RevisedTracks(), (head - 2, head - 1, head)
        shown = [tracks.at(house.official.known_at(end)).track for end in ends]
        assert [track.facts.position for track in shown] == list(ends)
        lists_of_all = len(in_order(house.official.facts))
        assert all(made.computed_lists < lists_of_all for made in tracks.kept())
        assert lists(shown[-1]) == lists(revised(house.official).track)


def test_a_track_with_a_merge_before_the_first_list_goes_on_with_one_player(tmp_path):
    """Asked before the first list is closed, and again afterwards."""
    with a_ledger(str(tmp_path / "ledger"), LONG_AFTER) as ledger, following(ledger) as official:
        begin(ledger, federation(PAIR), FIDE)
        record(ledger, "merge", PlayersMerged(kept=1, merged=2, by="fsi"))
        official.catch_up()
        made = revised(official.track)
        CloseList(pool=FIDE, period=PERIODS[0]).record(House(ledger, official))
        official.catch_up()
        further = continued(made, official.track)
        assert further is not None
        assert lists(further.track) == lists(revised(official.track).track)


@pytest.mark.parametrize("type_name", sorted(_BESIDE_LISTS))
def test_what_no_list_rests_on_computes_no_list(lists_of_a_season, type_name, tmp_path):
    """Nor is a list changed: the track computed from the beginning is the same."""
    address = shutil.copy(lists_of_a_season, tmp_path / "ledger")
    fact = by_type()[type_name]
    names = structs.asdict(fact).keys()
    fact = structs.replace(fact, **({"pool": FIDE} if "pool" in names else {}))
    with open_house(str(address), LONG_AFTER) as house:
        before = revised(house.official)
        record(house.ledger, "beside", fact)
        house.catch_up()
        further = continued(before, house.official)
        assert further is not None
        assert further.computed_lists == 0
        assert further.track.facts.position == before.track.facts.position + 1
        assert lists(further.track) == lists(revised(house.official).track)


@pytest.mark.parametrize("type_name", sorted(_FROM_A_DAY))
def test_what_counts_from_a_day_computes_the_lists_from_that_day(
    lists_of_a_season, type_name, tmp_path
):
    address = shutil.copy(lists_of_a_season, tmp_path / "ledger")
    with open_house(str(address), LONG_AFTER) as house:
        made, order = revised(house.official), in_order(house.official.facts)
        days = [
            due_of(made.track.facts.pools[one.event.pool], one.event).list_date for one in order
        ]
        for day, some in ((max(days) + timedelta(days=1), False), (max(days), True)):
            record(house.ledger, f"from {day}", valid_from(day, by_type()[type_name]))
            house.catch_up()
            further = continued(made, house.official)
            assert further is not None
            assert bool(further.computed_lists) == some
            assert further.computed_lists < len(order)
            assert lists(further.track) == lists(revised(house.official).track)
            made = further


@pytest.mark.parametrize("type_name", sorted(_LATER_ROWS))
def test_rows_added_to_an_external_list_count_from_its_day(lists_of_a_season, type_name, tmp_path):
    address, samples = shutil.copy(lists_of_a_season, tmp_path / "ledger"), by_type()
    fact = samples[type_name]
    assert isinstance(fact, LaterRows)
    with open_house(str(address), LONG_AFTER) as house:
        listed = structs.replace(
            samples[ExternalListRecorded.TYPE],
            body=fact.body,
            list=fact.list,
            list_date=date(2031, 1, 1),
        )
        record(house.ledger, "the list", listed)
        house.catch_up()
        made = revised(house.official)
        record(house.ledger, "its rows", fact)
        house.catch_up()
        further = continued(made, house.official)
        assert further is not None
        assert further.computed_lists == 0
        assert lists(further.track) == lists(revised(house.official).track)


def valid_from(day, fact):
    """Return a fact of the pool like another one, but of a day."""
    names = structs.asdict(fact).keys()
    pool = {"pool": FIDE} if "pool" in names else {}
    changed = structs.replace(fact, **{fact.DAY: day}, **pool)
    if isinstance(changed, PlayerDetailsChanged):  # two who stand on every list
        both = {"player": "0000000100000002", "federation": "SUISUI"}
        return structs.replace(changed, **both)
    if isinstance(changed, ParameterSet):
        return structs.replace(changed, name="permanence", word="permanent", rows=None, unit=None)
    return changed


@pytest.fixture(scope="module")
def lists_of_a_season(tmp_path_factory):
    """Make a history with corrected reports, and other lists on the revised track."""
    address = tmp_path_factory.mktemp("season") / "ledger"
    corrected_ledger(tmp_path_factory, "fide", 7, address)
    return address
