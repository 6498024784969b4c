"""Tables for people show words, not codes: types of events, records of games, outcomes of files."""

import re
import shutil

import pytest

from ledger.register import identities
from ops.house import open_house
from ops.tournaments.corrections import AnnulReport, CorrectEntrant, CorrectResult
from ops.words import states
from tests.support.command import done

OPEN, SWISS = "T-000012", "T-000011"
CODES = [code for code in states.TABLES["event"] if "-" in code]
RAW = re.compile(rf"\b(?:{'|'.join(CODES)})\b")


@pytest.fixture(scope="module")
def corrected(sample, tmp_path_factory):
    """The sample with a result and an entrant corrected, and a report annulled."""
    copy = tmp_path_factory.mktemp("corrected") / "ledger"
    shutil.copy(sample, copy)
    with open_house(str(copy)) as house:
        CorrectResult(tournament=OPEN, game="1:1", white="=", black="=", by="fide-qc").record(house)
        CorrectEntrant(
            tournament=OPEN, start_number=2, player=identities.show(1), by="fide-qc"
        ).record(house)
        AnnulReport(tournament=SWISS, by="fide-qc").record(house)
    return copy


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize(
    "words",
    [
        ("event", "list"),
        ("event", "decisions"),
        ("tournament", "show", OPEN),
        ("tournament", "show", SWISS),
        ("pool", "findings", "fide-standard", OPEN),
        ("pool", "findings", "fide-standard", SWISS),
        ("tournament", "trail", OPEN),
    ],
    ids=" ".join,
)
def test_types_of_events_are_words_in_tables_and_codes_in_documents(
    corrected, monkeypatch, words, language
):
    monkeypatch.setenv("LEDGER_LANG", language)
    command = (*words, "--ledger", corrected)
    assert RAW.findall(done(*command)) == []
    if words[0] in ("event", "tournament"):
        assert RAW.findall(done(*command, "--format", "json"))


@pytest.mark.parametrize(
    ("words", "code", "english", "italian"),
    [
        (("game", "list", "--tournament", OPEN), "report", "report", "rapporto"),
        (("tournament", "slips"), "complete", "complete", "completa"),
    ],
)
def test_records_of_games_and_outcomes_of_files_are_words(
    sample, monkeypatch, words, code, english, italian
):
    for language, word in (("en", english), ("it", italian)):
        monkeypatch.setenv("LEDGER_LANG", language)
        assert f"  {word}  " in done(*words, "--ledger", sample)
        assert f'"{code}"' in done(*words, "--ledger", sample, "--format", "json")
