"""The slip of an import states the outcome for a file of any content."""

import json

import pytest

from ledger import limits
from ledger.errors import Damaged, Refused
from ledger.intake.formats.problems import MOST_KEPT, Place, Problems, ReportRefused
from ledger.intake.import_report.importing import import_report
from ledger.intake.import_report.receipts import (
    SlipLine,
    complete_slip,
    lines_of_slip,
    refused_slip,
)
from ledger.kept_sentences import from_kept
from ledger.sentences import Sentence
from ledger.store.slips import Slip, Slips
from tests.support.pool_ledgers import chess
from tests.support.received_reports import OLD

LOST = "Ros\udce9\0"
"""A lone surrogate and a NUL: no database keeps them."""


def refused(*found: str) -> ReportRefused:
    """A refusal for a value in line 3."""
    problems = Problems()
    for each in found:
        problems.refuse(Place("name", 3, 15, 47), each, "a name", "write it")
    return ReportRefused(problems.all())


def kept(ledger, slip):
    """Keep a slip and read the slip back."""
    slips = Slips(ledger.engine)
    return slips.read(slips.write(slip))


def said(slip):
    """Return the sentences of a slip, a text for each line."""
    return [str(line.says) for line in lines_of_slip(slip)]


def test_the_slip_of_a_report_that_was_taken(ledger):
    receipt = import_report(ledger, OLD, chess())
    slip = kept(ledger, complete_slip("open.trf", receipt, 17))
    assert (slip.number, slip.instant, slip.file_name) == (1, 17, "open.trf")
    assert (slip.outcome, slip.file, slip.tournament) == ("complete", receipt.file, "T-000001")
    assert slip.first_position == 3
    assert said(slip) == [f"warning: {warning}" for warning in receipt.warnings]
    assert {line.code for line in lines_of_slip(slip)} == {"warning"}


def test_the_slip_of_a_report_that_was_refused_says_each_problem(ledger):
    refusal = refused("", "x" * 70)
    slip = kept(ledger, refused_slip("open.trf", b"bytes", refusal, 17, "T-000412"))
    assert (slip.outcome, slip.tournament, slip.first_position) == ("refused", "T-000412", None)
    assert said(slip) == [f"refused: {problem}" for problem in refusal.problems]
    assert {line.code for line in lines_of_slip(slip)} == {"report-refused"}


def test_a_refusal_in_one_sentence_is_kept_as_it_is(ledger):
    slip = kept(ledger, refused_slip("open.trf", b"", Refused("no tournament\nat all"), 17))
    assert (slip.tournament, said(slip)) == (None, ["no tournament\nat all"])


@pytest.mark.parametrize("refusal", [refused(LOST), Refused(LOST)])
def test_what_a_database_cannot_keep_is_marked(ledger, refusal):
    slip = kept(ledger, refused_slip(f"{LOST}.trf", b"", refusal, 17, LOST))
    escaped = "Ros\\udce9\\x00"
    assert (slip.file_name, slip.tournament) == (f"{escaped}.trf", escaped)
    assert escaped in said(slip)[0]


@pytest.mark.parametrize("characters", [254, 255, 256])
def test_names_and_ids_are_cut_at_what_is_kept(ledger, characters):
    slip = kept(ledger, refused_slip("n" * characters, b"", Refused(""), 17, "t" * characters))
    assert slip.file_name == "n" * min(characters, limits.FILE_NAME_CHARACTERS)
    assert slip.tournament == "t" * limits.ID_CHARACTERS


def test_the_longest_refusals_fit_on_a_slip(ledger):
    """As many problems as are kept, each with a text as long as a line of a file can be."""
    problems = Problems()
    for line in range(MOST_KEPT + 1):
        for tell in (problems.refuse, problems.warn):
            tell(Place("name" * 10, line, 15, 47), f"{line}" + "\U0001f600" * 10_000, "x", "y")
    slip = kept(ledger, refused_slip("open.trf", b"", ReportRefused(problems.all()), 17))
    assert len(lines_of_slip(slip)) == 2 * MOST_KEPT + 2
    long = kept(ledger, refused_slip("open.trf", b"", Refused("\U0001f600" * 20_000), 17))
    assert len(said(long)[0]) == 10_000


def test_words_of_a_slip_are_codes_templates_and_values():
    """A value is kept as a value, apart from the sentences."""
    slip = refused_slip("open.trf", b"", refused("Å"), 17)
    problem = refused("Å").problems[0]
    (kept,) = json.loads(slip.words)
    assert str(problem) not in slip.words
    assert from_kept(kept["says"]) == lines_of_slip(slip)[0].says
    values = [*values_in(kept["says"])]
    assert {problem.line, problem.place.column, problem.found} <= {*values}


def values_in(kept):
    """Yield every value in a kept sentence, and in nested sentences."""
    for value in kept["values"].values():
        yield from values_in(value) if isinstance(value, dict) else [value]


def test_a_refusal_that_is_a_sentence_is_said_in_the_language_of_the_reader(ledger):
    refusal = Refused(Sentence("list {list} is not published yet", list="2026-02"), code="early")
    slip = kept(ledger, refused_slip("open.trf", b"", refusal, 17))
    assert lines_of_slip(slip) == (SlipLine("early", refusal.words),)


@pytest.mark.parametrize(
    "words",
    [
        '["text"]',
        '[{"code": "a"}]',
        '[{"code": "a", "says": "text"}]',
        '[{"code": "a", "says": {"sentence": "{gone}", "more": "", "values": {}}}]',
        '[{"code": "a", "says": {"sentence": "{", "more": "", "values": {}}}]',
        '[{"code": "a", "says": {"sentence": "{n:il}", "more": "", "values": {"n": 1}}}]',
    ],
)
def test_words_that_were_changed_are_a_damage_and_not_a_fault_of_the_program(words):
    with pytest.raises(Damaged, match="cannot be read"):
        lines_of_slip(Slip(17, "open.trf", "0" * 64, "refused", words=words))
