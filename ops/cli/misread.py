"""Words for arguments that cannot be read."""

from datetime import date

from cyclopts import CoercionError, CycloptsError


def words_of(error: CycloptsError) -> str:
    """Return what is wrong with an argument; of a day also how a day is written."""
    if isinstance(error, CoercionError) and error.target_type is date and error.token:
        named = f"{error.token.keyword}: " if error.token.keyword else ""
        return f'{named}"{error.token.value}" is no day: write year, month, day, as 2026-01-31'
    return str(error)
