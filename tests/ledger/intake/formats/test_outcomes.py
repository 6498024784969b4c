"""Each sample has an outcome, pinned in words an arbiter can read."""

import pytest

from tests.support.sample_outcomes import OUTCOMES, outcome, samples


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_the_outcome_of_a_sample_is_the_one_pinned(sample):
    pinned = OUTCOMES / f"{sample.name}.txt"
    assert outcome(sample) == pinned.read_text(encoding="utf-8")


def test_every_pinned_outcome_is_of_a_sample():
    pinned = sorted(path.name for path in OUTCOMES.iterdir())
    assert pinned == sorted(f"{sample.name}.txt" for sample in samples())
    assert len(pinned) == 16
