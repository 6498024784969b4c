"""A warning where a report prints other ratings than those with which its tournament is rated.

A printed rating rates nobody. Where it differs the arbiter had another list, or an entrant is
another person than the number says.

Reading `printed_ratings`: they are compared where a pool rates with the list in force when a
tournament began, and the file has the numbers of the body whose lists these are. Nothing printed,
or no rating on the list, is no difference here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ledger import columns, register
from ledger.events.file_reading import FileReading
from ledger.events.report import ReportFact
from ledger.store.reading import Reader
from ledger.wording import counted
from projections.finding import Finding
from projections.rating.layout import Part
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.terms import Basis

_MOST_SHOWN: Final = 5
_LOOK: Final = "look whether the file was made with an older list, or names another person"


def of_part(read: Reader, law: Rulebook, part: Part, ratings: NDArray[Any]) -> Iterator[Finding]:
    """Warn of the printed ratings of one tournament that differ, those that differ most first.

    `ratings` are those with which it is rated, of its entrants row by row; 0 is none.
    """
    report = part.reports[0]
    printed = _printed(read, law, report.position)
    if law.basis is not Basis.IN_FORCE_AT_START or printed.shape != ratings.shape:
        return
    apart = np.where((printed > 0) & (ratings > 0), abs(printed.astype(np.int64) - ratings), 0)
    if not apart.any():
        return
    rows = np.argsort(-apart, kind="stable")[: min(_MOST_SHOWN, np.count_nonzero(apart))]
    shown = ", ".join(
        f"{register.show(int(part.player[row]))} {printed[row]} (list {ratings[row]})"
        for row in rows.tolist()
    )
    differ = counted(int(np.count_nonzero(apart)), "printed rating")
    says = f"{differ} of {np.count_nonzero(printed)} not that of the list in force: {shown}"
    article = part.edition.columns[law.own].article if law.own else law.scope_article
    yield Finding("warning", report.tournament, None, article, says, _LOOK)


def _printed(read: Reader, law: Rulebook, position: int) -> NDArray[np.int64]:
    """Give the ratings that a report prints of its entrants; none where they are another body's."""
    for recorded in read.at([position] if position >= 0 else []).values():
        said = recorded.decoded().payload
        if isinstance(said, ReportFact):
            scheme = (said.reading or FileReading()).scheme
            if scheme == law.number_scheme:
                return columns.read(said.entrants.rating, columns.RATING).astype(np.int64)
    return np.zeros(0, dtype=np.int64)
