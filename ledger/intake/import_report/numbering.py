"""The numbers that a ledger gives its tournaments: T-000001 onwards."""

from __future__ import annotations

import re
from typing import Final

from ledger.errors import Refused
from ledger.intake.formats.ids import is_id
from ledger.intake.formats.problems import Place, Problems
from ledger.intake.import_report.options import ImportOptions
from ledger.store.reading import Reader
from ledger.store.requests import NO_STREAM

_LAST_OWN_NUMBER: Final = 999_999
_OWN_STREAM: Final = re.compile("tournament-T-([0-9]{6})")


def next_tournament(read: Reader) -> str:
    """Give the next number of a tournament, T-000001 onwards. Raises Refused after T-999999."""
    last = read.last_stream("tournament-T")
    match = _OWN_STREAM.fullmatch(last) if last else None
    if last and (match is None or int(match[1]) >= _LAST_OWN_NUMBER):
        raise Refused(
            f"no number follows {last!r}: give the tournament an id of its own",
            code="no-number-follows",
            found=last,
        )
    return f"T-{int(match[1]) + 1 if match else 1:06d}"


def tournament_of(read: Reader, options: ImportOptions, problems: Problems) -> str:
    """Give the tournament that a report is of: the one meant, or a new one's id."""
    if options.target is not None:
        return options.target
    given = options.tournament
    if given is None:
        return next_tournament(read)
    if is_id(given) and read.stream_version(f"tournament-{given}") != NO_STREAM:
        expected = "an id that no tournament has yet"
        remedy = f"choose another id, or none; if it was announced: --of {given}"
        problems.refuse(Place("tournament"), given, expected, remedy)
    return given
