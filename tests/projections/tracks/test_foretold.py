"""What a preview computed of the revised track serves the recording that it announced."""

import shutil

import pytest

from ops.house import open_house
from ops.tournaments.corrections import CorrectResult
from projections.tracks import continued
from projections.tracks.revised import in_order, revised
from tests.support.corrected_ledgers import corrected_ledger
from tests.support.recording import LONG_AFTER
from tests.support.worlds import FIDE


@pytest.fixture
def house(tmp_path_factory, tmp_path):
    address = tmp_path_factory.mktemp("foretold") / "ledger"
    corrected_ledger(tmp_path_factory, "fide", 7, address)
    copy = shutil.copy(address, tmp_path / "copy.ledger")
    with open_house(str(copy), LONG_AFTER) as house:
        yield house


def correction(house, game=0):
    """Return a correction of a game of the list booked last."""
    (report, *_) = house.official.facts.pools[FIDE].booked[-1]
    recorded = house.read.at([report])[report]
    won = recorded.decoded().payload.games.white_result[game] == "1"
    return CorrectResult(
        tournament=recorded.stream.removeprefix("tournament-"),
        game=f"#{report}#{game}",
        white="0" if won else "1",
        black="1" if won else "0",
        by="body",
    )


def previewed(house, recording):
    """Preview a recording on the revised track; return its lists."""
    with house.tentatively() as tentative:
        recording.record(tentative)
        tentative.catch_up()
        return lists(tentative.revised_with(tentative.official))


def lists(track):
    return [closed.event.list_digest for closed in in_order(track.facts)]


def computed(house):
    """Return the lists of the revised track, and how many were computed for the question."""
    house.catch_up()
    made = house.revised_beside(house.official)
    return lists(made.track), made.computed_lists


def only(monkeypatch):
    """Let no list be computed any more."""
    for name in ("revised", "continued"):
        monkeypatch.setattr(continued, name, lambda *_: pytest.fail("computed again"))


def test_the_recording_that_follows_computes_no_list(house, monkeypatch):
    recording = correction(house)
    found = previewed(house, recording)
    recording.record(house)
    with monkeypatch.context() as patch:
        only(patch)
        assert computed(house)[0] == found
    assert found == lists(revised(house.official).track)


def test_it_goes_on_from_there(house):
    recording = correction(house)
    previewed(house, recording)
    recording.record(house)
    computed(house)
    correction(house, 1).record(house)
    assert computed(house)[0] == lists(revised(house.official).track)


@pytest.mark.parametrize("first", [True, False])
def test_after_another_recording_it_is_not_used(house, first):
    """Recorded in between, or in place of it."""
    recording, other = correction(house), correction(house, 1)
    found = previewed(house, recording)
    other.record(house)
    if first:
        recording.record(house)
    anew, count = computed(house)
    assert anew == lists(revised(house.official).track)
    assert anew != found
    assert count > 0


def test_beyond_the_memory_it_is_left_out(house, monkeypatch):
    monkeypatch.setattr(continued, "MOST_FORETOLD_BYTES", 0)
    recording = correction(house)
    found = previewed(house, recording)
    recording.record(house)
    assert computed(house)[0] == found
    assert house._revised._foretold is None
