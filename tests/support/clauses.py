"""The clauses of an edition with a decision about a tournament."""

import numpy as np

from projections.rulebooks.engine.admission import FINDING, TO_DECIDE
from projections.rulebooks.engine.columns import TOURNAMENT


def clauses(edition):
    """Return every clause of an edition with a needed decision, without the remedy."""
    names = [
        name
        for name, rule in edition.columns.items()
        if rule.level is TOURNAMENT and rule.unit == FINDING
    ]
    facts = edition.outside([TOURNAMENT], names)
    untold = {name: np.array([""], dtype=object) for name in facts if name.endswith("_text")}
    nothing = dict.fromkeys(facts, np.zeros(1, dtype=np.int64)) | untold
    sheet = edition.evaluate([TOURNAMENT], nothing, names)
    cases = [case for name in names for case in sheet.choices[name].cases]
    said = {str(sheet.clause(case.clause)) for case in cases if case.value is TO_DECIDE}
    return said - {"1.2: first control after move 0"}  # 0 is no bound: it never comes up
