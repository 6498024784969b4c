"""The page about the formats is true: examples are read, words are the words of the readers."""

import re
from pathlib import Path

from ledger.intake.formats import detecting, tdf
from ledger.intake.formats.cross_table import sheet
from ledger.intake.formats.detecting import read_report

PAGE = (Path(detecting.__file__).parent / "FORMATS.md").read_text(encoding="utf-8")
EXAMPLES = re.findall("```\n(.*?)```", PAGE, re.DOTALL)


def test_its_cross_tables_are_read():
    tables = [example for example in EXAMPLES if "number;" in example]
    reports = [read_report(example.encode()).accepted() for example in tables]
    assert [len(report.games) for report in reports] == [6, 3]


def test_its_line_of_vega_has_the_fields_of_the_reader():
    (line,) = [example for example in EXAMPLES if example.startswith("001")]
    assert line.count(tdf.BAR) == len(tdf.FIELDS) - 1 + 3
    named = PAGE[PAGE.index("The fields are") : PAGE.index(", and a field for each round")]
    assert named.count(",") == len(tdf.FIELDS) - 1


def test_it_names_every_column_and_key_in_both_languages():
    words = {*sheet.COLUMNS, *sheet.LEFT_ALONE, *sheet.KEYS, *sheet.ITALIAN}
    named = {word.lower() for word in re.findall("`([^`]+)`", PAGE)}
    assert words <= named


def test_it_names_every_record_of_vega_and_every_form():
    codes = {*tdf.AS_IN_TRF, *tdf.OWN, *tdf.ARBITERS, *tdf.NOT_NEEDED}
    assert all(code in PAGE for code in codes)
    assert "--form " + "|".join(detecting.FORMS[1:]) in PAGE
