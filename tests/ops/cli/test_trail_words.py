"""The words of a trail's table for opposite events, and for the causes of a difference."""

import re
import shutil
from typing import get_args

import pytest

from ledger.sentences import Position, Sentence
from ops.answers.cause_words import cause_words
from ops.answers.causes import ChangeCause, Kind
from ops.cli import output
from tests.support.command import done


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (
            ("player", "died", "56-6", "--on", "2026-03-02", "--by", "fsi"),
            ("player", "withdraw-death", "56-6", "--by", "fsi"),
            ("Died on 2026-03-02", "The news of a death was wrong"),
        ),
        (
            ("tournament", "annul", "T-000013", "--by", "fsi"),
            ("tournament", "reinstate", "T-000013", "--by", "fsi"),
            ("does not count any more", "counts again"),
        ),
    ],
)
def test_a_trail_says_which_of_two_opposite_events_was_recorded(
    sample, tmp_path, first, second, told
):
    address = ("--ledger", str(shutil.copy(sample, tmp_path / "sample.ledger")))
    done(*first, *address)
    done(*second, *address)
    shown = done("player", "trail", "56-6", "--first", "#88", *address)
    assert max(map(len, shown.splitlines())) <= output.READABLE
    *_, one, by_one, other, by_other = re.split(r"\n(?:#\d+|(?= +valid on))", shown)
    assert (told[0] in one, told[1] in other) == (True, True)
    for recorded in (by_one, by_other):
        assert re.match(r" +valid on \S+, recorded by local; by fsi(\n|$)", recorded)


def test_a_cause_says_whose_rating_it_is_on_which_list_and_for_which_list():
    of_line = Sentence("The increase of {list}.", list="2024-03")
    causes = (
        ChangeCause("entrant", "2026-01", "51-5", rated_on="2025-11"),
        ChangeCause("own-rating", "2026-01", rated_on="2025-11"),
        ChangeCause("entrant", "2026-01", "51-5", rated_on="2026-01", rated_alone=True),
        ChangeCause("line", "2024-03", "lift", says=of_line),
        ChangeCause("law", "2026-03"),
        ChangeCause("law", "2026-03", "inactive"),
        ChangeCause("correction", "2025-10", "T-000003", Position(90)),
        ChangeCause("correction", "2025-10", "birth-year", Position(90)),
        ChangeCause("decision", "2025-10", "players-merged", Position(90)),
        ChangeCause("decision", "2025-10", "title awarded", Position(90)),
        ChangeCause("unexplained", "2025-10"),
    )
    assert [str(cause_words(cause)) for cause in causes] == [
        "other rating of 51-5 on 2025-11, used for 2026-01",
        "other rating of the player on 2025-11, used for 2026-01",
        "51-5 is rated on 2026-01 in one of the two histories alone",
        "on 2024-03 by the rule: The increase of 2024-03.",
        "activity, age or categories by the rules on 2026-03",
        "inactive by the rules on 2026-03",
        "correction T-000003 #90 on 2025-10",
        "correction year of birth #90 on 2025-10",
        "decision players merged #90 on 2025-10",
        "decision title awarded #90 on 2025-10",
        "unexplained on 2025-10",
    ]


def test_a_cause_of_every_kind_has_words():
    for kind in get_args(Kind):
        about = {"decision": "players-merged", "law": "k"}.get(kind, "T-000001")
        assert str(cause_words(ChangeCause(kind, "2026-01", about, Position(90))))
