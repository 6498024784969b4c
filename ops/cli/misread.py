"""Words for arguments that cannot be read."""

from datetime import date

from cyclopts import CoercionError, CycloptsError

from ledger.sentences import Sentence, plain


def words_of(error: CycloptsError) -> Sentence:
    """Return what is wrong with an argument; of a day also how a day is written."""
    if isinstance(error, CoercionError) and error.target_type is date and error.token:
        problem = Sentence(
            '"{text}" is no day: write year, month, day, as 2026-01-31', text=error.token.value
        )
        if error.token.keyword:
            return Sentence("{option}: {problem}", option=error.token.keyword, problem=problem)
        return problem
    return plain(str(error))
