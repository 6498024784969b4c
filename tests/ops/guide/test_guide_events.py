"""The page of the five events names the types in the catalogue, and describes every event truly."""

import re

from ledger.events import catalogue
from tests.support.shown_pages import ROOT

PAGE = (ROOT / "ops" / "guide" / "events.md").read_text()

NAMES = {
    "game played": {"game-played.v1", "sheet-completed.v1"},
    "tournament submitted": {
        "tournament-submitted.v1", "report-part-submitted.v1", "report-replaced.v1",
    },
    "period closed": {"period-closed.v1", "list-published.v1"},
    "bonus granted": {"bonus-granted.v1", "bonus-withdrawn.v1"},
    "foreign player converted": {
        "foreign-player-converted.v1", "entry-rating-taken.v1", "entry-capital-decided.v1",
    },
}  # fmt: skip
"""The five events of the mission, and how each is recorded."""


def rows() -> dict[str, set[str]]:
    """The table of the page: the events recorded of each name."""
    cells = [line.split("|") for line in PAGE.splitlines() if line.startswith("| ")]
    return {
        cell[1].strip(): set(re.findall(r"`([a-z-]+\.v[0-9]+)`", cell[3])) for cell in cells[1:]
    }


def test_the_five_events_of_the_mission_stand_there_with_what_is_recorded_of_each():
    assert rows() == NAMES


def test_every_event_named_is_in_the_catalogue():
    named = set(re.findall(r"`([a-z]+(?:-[a-z]+)*\.v[0-9]+)`", PAGE))
    assert named <= catalogue.DEFINITIONS.keys()


def test_every_event_that_says_what_happens_to_players_games_or_lists_is_named():
    """A new event of such a kind is not ready before being named on the page."""
    kinds = re.compile(
        "game-played|sheet-|-submitted|report-replaced|period-|list-published|bonus-|entry-|-converted"
    )
    about = {name for name in catalogue.DEFINITIONS if kinds.search(name)}
    assert about == set().union(*NAMES.values())
