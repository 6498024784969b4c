"""The meaning of each option of an import, as every door shows it."""

from collections.abc import Mapping
from typing import Final, Literal

Form = Literal["auto", "trf", "tdf", "cross-table"]
DateOrder = Literal["ymd", "dmy"]

MEANINGS: Final[Mapping[str, str]] = {
    "pool": "the pool a new tournament counts for; repeat for more",
    "of": "the tournament announced or begun before, e.g. T-000003",
    "replaces": "replace the report of this tournament, e.g. T-000003",
    "part": "number of the part of a long report, from 1, where the pools take parts",
    "last_part": "no part follows",
    "rounds": "take only these rounds out of the file, e.g. 5-9",
    "by_month": "divide a whole file into a part for each month of its rounds",
    "number_scheme": "the body of the printed numbers: fide, fid …; by default by the format",
    "register_new": "register entrants the register does not know",
    "another_event": "it is another event than the recorded tournament that it is equal to or like",
    "form": "the format of the file",
    "date_order": "the order of dates with two digits of the year",
    "set": "a fact missing from the file, as key=value; repeat for more",
}
"""By option; a door may write it as a sentence."""
