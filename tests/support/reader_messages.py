"""Messages of a reading, as shown to an arbiter."""

from collections.abc import Mapping
from typing import Any

from ledger.intake.formats.reading import NO_FACTS
from ledger.intake.formats.trf.reader import read_trf
from ledger.tournaments.report import TournamentReport


def refusals(file: bytes, facts: Mapping[str, str] = NO_FACTS, **options: Any) -> list[str]:
    """Return the messages of refusal of a file; options are points and date_order."""
    return [str(refusal) for refusal in read_trf(file, facts, **options).refusals]


def warnings(file: bytes, facts: Mapping[str, str] = NO_FACTS, **options: Any) -> list[str]:
    """Return the messages of warning alone."""
    return [str(warning) for warning in read_trf(file, facts, **options).warnings]


def accepted(file: bytes, facts: Mapping[str, str] = NO_FACTS, **options: Any) -> TournamentReport:
    """Return the report of a file without refusals."""
    return read_trf(file, facts, **options).accepted()
