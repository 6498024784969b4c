"""The pools of one body close a list of one date in the order of the rulebooks."""

import pytest

from ops.closings.close_period import OutOfOrder
from tests.support.two_pools import BLITZ, FIDE, RAPID, pools_of
from tests.support.worlds import rated

TWO = [rated(1, 1900), rated(2, 1900)]


@pytest.fixture
def pools(tmp_path):
    """The three pools of one body."""
    with pools_of(str(tmp_path / "ledger"), 2) as made:
        for pool in (FIDE, RAPID, BLITZ):
            made.open(pool, TWO)
        yield made


def test_standard_rapid_blitz_is_the_order(pools):
    with pytest.raises(OutOfOrder, match=r"fide-standard, fide-rapid close .* 2025-08-01 first"):
        pools.close("2025-08", BLITZ)
    with pytest.raises(OutOfOrder, match="close-list pool=fide-standard period=2025-08"):
        pools.close("2025-08", RAPID)
    pools.close("2025-08", FIDE)
    with pytest.raises(OutOfOrder, match=r"fide-blitz 2025-08: fide-rapid closes"):
        pools.close("2025-08", BLITZ)
    pools.close("2025-08", RAPID, BLITZ)


def test_the_order_is_that_of_one_date(pools):
    """The next standard list may come before the last blitz list."""
    pools.close("2025-08", FIDE, RAPID)
    pools.close("2025-09", FIDE)
    pools.close("2025-08", BLITZ)
    with pytest.raises(OutOfOrder, match="2025-09-01"):
        pools.close("2025-09", BLITZ)


def test_what_was_sealed_after_the_position_taken_does_not_count_as_sealed(pools):
    pools.official.catch_up()
    before = pools.official.track.facts.position
    pools.close("2025-08", FIDE)
    with pytest.raises(OutOfOrder, match=f"by #{before} it has not"):
        pools.close("2025-08", RAPID, through=before)
    pools.close("2025-08", RAPID, through=before + 1)


def test_a_pool_that_begins_later_is_not_waited_for(tmp_path):
    with pools_of(str(tmp_path / "ledger"), 2) as pools:
        pools.open(FIDE, TWO, first="2025-09")
        pools.open(RAPID, TWO)
        pools.close("2025-08", RAPID)
        with pytest.raises(OutOfOrder):
            pools.close("2025-09", RAPID)


def test_pools_of_other_bodies_are_not_waited_for(tmp_path):
    """A second standard pool, and the rapid pool beside, close independently."""
    with pools_of(str(tmp_path / "ledger"), 2) as pools:
        pools.open(FIDE, TWO)
        pools.open("other-standard", TWO, law=FIDE)
        pools.open("other-rapid", TWO, law=RAPID, beside="other-standard")
        pools.open(BLITZ, TWO)
        pools.close("2025-08", FIDE, BLITZ)
        with pytest.raises(OutOfOrder, match="other-standard"):
            pools.close("2025-08", "other-rapid")
        pools.close("2025-08", "other-standard", "other-rapid")


def test_a_closing_that_was_made_is_given_again_whatever_the_order(pools):
    pools.close("2025-08", FIDE, RAPID, BLITZ)
    pools.close("2025-08", BLITZ, RAPID, FIDE)
