"""The revised track is the official track of a ledger in which every fact was recorded in time.

It is where both admit the same games: admission goes by the official ratings of each ledger, which
are others in the second one (`test_admission`). No history here has a tournament so near a limit.
"""

import shutil
from contextlib import contextmanager

import pytest

from ops.house import open_house
from projections.tracks.revised import revised
from tests.support.command import done
from tests.support.corrected_families import SEVERAL
from tests.support.corrected_ledgers import corrected_ledger
from tests.support.counts import FULL
from tests.support.kept_state import kept_rows, store_of
from tests.support.recorded_again import in_time
from tests.support.recording import LONG_AFTER
from tests.support.seasons import SEASONS, UISP, brought_in
from tests.support.tentative_ledgers import with_next

NAMES = ["", *(season.name for season in SEASONS)]
"""Of all seasons; the sample has no name."""

AGAIN = NAMES if FULL else ["", UISP.name]
"""The seasons recorded again in a quick run."""


def digests(track):
    """The digests of all lists, by pool."""
    pools = track.facts.pools.items()
    return {name: [closed.event.list_digest for closed in pool.closed] for name, pool in pools}


@contextmanager
def both(address, clock=None):
    """The official and the revised track of a ledger."""
    with open_house(str(address), clock) as house:
        yield house.official, revised(house.official).track


@pytest.mark.parametrize("name", AGAIN)
def test_a_season_recorded_in_time_has_the_revised_lists(name, tmp_path_factory, tmp_path):
    source = brought_in(tmp_path_factory, name)
    with both(source) as (_, track), in_time(source, tmp_path / "again") as official:
        assert digests(track) == digests(official)
        assert digests(revised(official).track) == digests(official)


@pytest.mark.parametrize(
    ("family", "seed"),
    [(name, seed) for name, one in SEVERAL.items() for seed in one.seeds[: None if FULL else 1]],
)
def test_a_history_recorded_in_time_has_the_revised_lists(family, seed, tmp_path_factory, tmp_path):
    source = tmp_path / "ledger"
    assert corrected_ledger(tmp_path_factory, family, seed, source)
    with (
        both(source, LONG_AFTER) as (late, track),
        in_time(source, tmp_path / "again", LONG_AFTER) as official,
    ):
        assert digests(track) == digests(official)
        assert digests(track) != digests(late)


RESULT = ("tournament", "correct", "result", "T-000001", "1:1", "--by", "arbiters")


def test_a_correction_and_its_inverse_leave_every_revised_list_as_before(sample, tmp_path):
    """The result corrected is in the first tournament of the sample: a list is closed since."""
    address = str(shutil.copy(sample, tmp_path / "sample.ledger"))
    found = []
    for white, black in (("", ""), ("0", "1"), ("1", "0")):
        if white:
            done(*RESULT, "--white", white, "--black", black, "--ledger", address)
        with both(address) as (official, track):
            found.append((digests(official), digests(track)))
    (official, before), (same, between), (still, after) = found
    assert official == same == still
    assert between["fide-standard"] != before["fide-standard"] == official["fide-standard"]
    assert after == before


def test_a_computed_track_stores_nothing_by_itself(sample):
    with open_house(str(sample)) as house:
        rows = kept_rows(store_of(house).engine)
        track = revised(house.official).track
        assert track.store is None
        assert with_next(track, "fide-standard").official.store is None
        assert kept_rows(store_of(house).engine) == rows
