"""The revised track of commands, computed for the first command that asks.

A command is a program of its own and computes the track from the beginning. In a quick run the
commands of a test share the tracks in memory, as the requests of a service do.
"""

from typing import Any

import pytest

from ops.house import House
from projections.tracks.continued import RevisedTracks
from tests.support.counts import FULL


def share_revised_tracks(patch: pytest.MonkeyPatch) -> None:
    """Let all commands ask the same tracks, apart from those of a service; in a full run none."""
    tracks, begin = RevisedTracks(), House.__init__

    def sharing(house: House, *arguments: Any, **named: Any) -> None:
        begin(house, *arguments, **named)
        if house._shared is None:
            house._revised = tracks

    if not FULL:
        patch.setattr(House, "__init__", sharing)
