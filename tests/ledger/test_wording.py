"""How numbers of things and positions are said."""

import re
from pathlib import Path

import pytest

from ledger.wording import counted, positions

ROOT = Path(__file__).parents[2]

THINGS = "games|tournaments|players|entrants|rounds|events|rows|lists|faults|entries|decisions"


@pytest.mark.parametrize(
    ("number", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1500, "1,500 games")]
)
def test_one_thing_is_said_as_one(number, said):
    assert counted(number, "game") == said


def test_things_that_do_not_end_in_s_are_named():
    assert [counted(number, "entry", "entries") for number in (1, 2)] == ["1 entry", "2 entries"]


def test_positions_are_named_from_the_first_to_the_last():
    assert [positions(9, 12), positions(9, 9)] == ["#9 to #12", "#9"]


def test_no_command_puts_a_number_before_a_plural_by_itself():
    """`{found} games` would read `1 games`: `counted` writes the plural."""
    for path in [*ROOT.glob("ops/*.py"), *ROOT.glob("ops/cli/*.py")]:
        text = path.read_text(encoding="utf-8")
        assert not re.findall(rf"\{{[^{{}}]*\}} (?:{THINGS})\b", text), path.name
