"""How announcements name pairing systems, in the languages of this house."""

import numpy as np
import pytest

from projections.rulebooks.fide.standard.round_robins import (
    DOUBLE,
    ROUND_ROBINS,
    says,
    says_another,
)


@pytest.mark.parametrize(
    ("text", "round_robin", "double", "another"),
    [
        ("", False, False, False),
        ("Swiss", False, False, True),
        ("Round-robin", True, False, False),
        ("girone all'italiana", True, False, False),
        ("Double Round Robin", True, True, False),
        ("girone doppio", True, True, False),
        ("girone, andata e ritorno", True, True, False),
    ],
)
def test_a_pairing_system_is_read_as_it_is_announced(text, round_robin, double, another):
    """Article 6 asks for a round robin, a double round robin, and (`round_robin_told`) for
    another.
    """
    texts = np.array([text], dtype=object)
    assert says(texts, ROUND_ROBINS).tolist() == [round_robin]
    assert says(texts, DOUBLE).tolist() == [double]
    assert says_another(texts, ROUND_ROBINS).tolist() == [another]
