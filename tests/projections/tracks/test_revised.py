"""The revised track is the official track of a ledger in which every fact was recorded in time.

It is where both admit the same games: admission goes by the official ratings of each ledger, which
are others in the second one (`test_admission`). No history here has a tournament so near a limit.
"""

import shutil
from contextlib import contextmanager

import pytest

from ops.house import open_house
from projections.tracks.revised import Revised
from tests.support.command import done
from tests.support.corrected_families import SEVERAL
from tests.support.corrected_ledgers import corrected_ledger
from tests.support.counts import FULL
from tests.support.kept_state import kept_rows
from tests.support.recorded_again import in_time
from tests.support.recording import LONG_AFTER
from tests.support.seasons import SEASONS, UISP, brought_in

NAMES = ["", *(season.name for season in SEASONS)]
"""Of all seasons; the sample has no name."""

AGAIN = NAMES if FULL else ["", UISP.name]
"""The seasons recorded again in a quick run."""


def digests(track):
    """The digests of all lists, by pool."""
    pools = track.facts.pools.items()
    return {name: [closed.event.list_digest for closed in pool.closed] for name, pool in pools}


@contextmanager
def revised(address, clock=None):
    """The official and the revised track of a ledger."""
    with open_house(str(address), clock) as house:
        yield house.official, Revised(house.official)


@pytest.mark.parametrize("name", AGAIN)
def test_a_season_recorded_in_time_has_the_revised_lists(name, tmp_path_factory, tmp_path):
    source = brought_in(tmp_path_factory, name)
    with revised(source) as (_, track), in_time(source, tmp_path / "again") as official:
        assert digests(track) == digests(official)
        assert digests(Revised(official)) == digests(official)


@pytest.mark.parametrize(
    ("family", "seed"),
    [(name, seed) for name, one in SEVERAL.items() for seed in one.seeds[: None if FULL else 1]],
)
def test_a_history_recorded_in_time_has_the_revised_lists(family, seed, tmp_path_factory, tmp_path):
    source = tmp_path / "ledger"
    assert corrected_ledger(tmp_path_factory, family, seed, source)
    with (
        revised(source, LONG_AFTER) as (late, track),
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
        with revised(address) as (official, track):
            found.append((digests(official), digests(track)))
    (official, before), (same, between), (still, after) = found
    assert official == same == still
    assert between["fide-standard"] != before["fide-standard"] == official["fide-standard"]
    assert after == before


def test_a_computed_track_stores_nothing_by_itself(sample):
    with revised(sample) as (official, track):
        rows = kept_rows(official.store.engine)
        for refused in (
            track.rebuild,
            track.store.empty,
            lambda: track.store.write(0, {}, 0, None),
        ):
            with pytest.raises(TypeError, match="computed track"):
                refused()
        assert kept_rows(official.store.engine) == rows
