"""Years of birth as the register holds them: what a list may contradict."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from ledger.events.register import PlayerDetailsCorrected, PlayersRegistered
from ledger.store.reading import Reader

_AS_IT_WAS = 9_999


def birth_years(read: Reader) -> NDArray[np.int32]:
    """Give the years of birth by register number, as corrected; 0 is unknown."""
    years = np.zeros(1, dtype=np.int32)
    for each in read.stream("register"):
        said = each.decoded().payload
        if isinstance(said, PlayersRegistered | PlayerDetailsCorrected):
            players = columns.read(said.player, columns.PLAYER)
            told = columns.read(said.birth_year, columns.YEAR)
            if len(players) and players[-1] >= len(years):
                years = np.concatenate([years, np.zeros(players[-1] + 1 - len(years), np.int32)])
            years[players] = np.where(told == _AS_IT_WAS, years[players], told)
    return years
