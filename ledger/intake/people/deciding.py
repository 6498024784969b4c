"""The map of a file's entrants: read as somebody filled it in, written to be filled in."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from ledger.intake.formats.problems import Problems
from ledger.intake.people.claims import claims
from ledger.intake.people.decisions import COLUMNS, Decisions, read_decisions
from ledger.intake.people.entrants import Matching
from ledger.intake.people.recognising import Answer, Recognition
from ledger.spreadsheet import cell
from ledger.store.reading import Reader
from ledger.tournaments.report import Entrant

__all__ = ["Decisions", "map_to_fill_in", "read_decisions", "undecided"]


def map_to_fill_in(read: Reader, entrants: Iterable[Entrant], matching: Matching) -> str:
    """Write the map that a file needs before it can be taken, as CSV text.

    A line for each entrant of whom a person must say who he is, by start number; the column
    `player` is empty, `candidates` names who he may be. Only the header where all are known.
    """
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(_row(each) for each in undecided(read, entrants, matching))
    return text.getvalue()


def undecided(read: Reader, entrants: Iterable[Entrant], matching: Matching) -> list[Answer]:
    """Give the entrants of whom a person must say who they are, by start number."""
    unheard = Problems()
    made = claims(entrants, matching.number_scheme, matching.decisions.by_number, unheard)
    asked = Recognition(
        read, matching.number_scheme, matching.register_new, matching.decisions, unheard
    )
    found = [each for each in asked.answers(made) if each.undecided]
    return sorted(found, key=lambda each: each.claim.entrant.number)


def _row(answer: Answer) -> dict[str, str | int]:
    entrant = answer.claim.entrant
    return {
        "number": entrant.number,
        "name": cell(entrant.name),
        "player": "",
        "birth_year": entrant.birth_year or "",
        "candidates": cell(" | ".join(map(str, answer.suggested))),
    }
