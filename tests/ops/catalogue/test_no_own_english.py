"""No program reads its English sentences: programs compare whole sentences, values and codes."""

import ast

import pytest

from ops.catalogue.found import ROOT
from tests.support.read_english import declared, faults, files

TREES = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text()) for path in files()}
DECLARED = declared(TREES.values())

NO_SENTENCES = {
    ("ops/appeals/deciding.py", "fact.remedy == 'new-printing'"): "a code of an event",
    (
        "ops/appeals/receipts.py",
        "result.fact.remedy == 'new-printing'",
    ): "the same",
    ("ledger/events/outside_play.py", "self.ground == 'rule'"): "the same",
    ("ops/upkeep/eras.py", "event.ground == 'rule'"): "the same",
    ("projections/state/folding.py", "fact.ground == 'rule'"): "the same",
    ("ops/law/coverage.py", "doubtful.says.partition(OTHER_VALUE)"): "a text in a file of the law",
}
"""Attributes of the same name that hold other texts. The list only gets shorter."""


def test_no_program_reads_what_a_sentence_says():
    found = {(file, code) for file, tree in TREES.items() for _, code in faults(tree, DECLARED)}
    assert found == NO_SENTENCES.keys()


@pytest.mark.parametrize(
    "fault",
    [
        "def f(of: Finding):\n    return 'opponent' in str(of.says)",
        "def f(of):\n    return of.says.endswith('needs a decision')",
        "def f(of):\n    return of.says == 'complete'",
        "def f(of):\n    return of.says.template == 'complete'",
        "def f(of):\n    return of.says in ('complete', 'late')",
        "def f(of):\n    text = str(of.says)\n    lower = text.lower()\n    return 'late' in lower",
        "def f(of):\n    return re.search('late', said(of.waits_for))",
        "def f(of):\n    return _LATE.fullmatch(f'{of.says}') is not None",
        "def f(says: Sentence | None):\n    return str(says).partition(': ')[2]",
        "def f():\n    try:\n        g()\n    except Refused as error:\n"
        "        return 'unknown' in str(error)",
        "def f():\n    try:\n        g()\n    except (KeyError, BadEvent) as error:\n"
        "        return f'{error}'.startswith('no ')",
        "from ledger.sentences import plain\ndef f(text):\n    return plain(text) == 'none'",
        "def f(error):\n    return words_of(error) != 'none'",
        "def f(of):\n    if (says := of.says) and says == 'x':\n        return str(says)",
        "def g() -> Sentence:\n    ...\ndef f():\n    return 'x' in str(g())",
    ],
)
def test_one_that_does_is_found(fault):
    assert [*faults(ast.parse(fault), DECLARED)]


@pytest.mark.parametrize(
    "right",
    [
        "def f(of):\n    return of.says == NO_SENTENCE",
        "def f(one, other):\n    return one.says == other.says",
        "def f(of):\n    return str(of.code) == 'late'",
        "def f(of):\n    return f'{of.article}: {of.says}'",
        "def f():\n    try:\n        g()\n    except OSError as error:\n"
        "        return 'locked' in str(error)",
        "from ledger.spelling import plain\ndef f(name):\n    return plain(name).split()",
    ],
)
def test_values_codes_and_texts_of_others_are_read(right):
    assert not [*faults(ast.parse(right), DECLARED)]
