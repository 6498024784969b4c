"""The index of tests in `ledger rules` is made of the names of tests."""

import json

from ops.law.rule_tests import FILE
from tests.projections.rulebooks.tests_of_articles import index


def test_the_index_of_tests_is_up_to_date():
    written = json.loads(FILE.read_text(encoding="utf-8"))
    assert written == index(), (
        "run: python -m tests.projections.rulebooks.tests_of_articles, and commit the file"
    )
