"""A declared question has the same inputs at every door, with the bounds of each."""

import ast
from pathlib import Path

import pytest
from msgspec import structs

from ledger.errors import Refused
from ops import answers
from ops.doors.catalogue import MODULES, questions
from ops.doors.fields import described, help_of, struct_served
from ops.doors.reading import read
from ops.lists.questions import ShowList
from tests.support.commands import arguments_of

QUESTIONS = {of.name: of for of in questions() if not of.sent}


@pytest.mark.parametrize("of", QUESTIONS.values(), ids=QUESTIONS)
def test_every_input_has_a_meaning_at_every_door(of):
    helps = {
        name: argument.parameter.help
        for argument in arguments_of(of.words)
        for name in (argument.field_info.name,)
    }
    for field in structs.fields(of.kind):
        assert described(field.type), field.name
        assert helps[field.name] == help_of(field.type)


def test_a_service_bounds_what_the_own_machine_does_not():
    assert ShowList(pool="p", limit=0).limit == 0
    with pytest.raises(Refused, match="limit"):
        read(struct_served(ShowList), {"pool": "p", "period": "l"}, [("limit", "0")])
    assert read(struct_served(ShowList), {"pool": "p"}, [("limit", "1000")]).limit == 1000
    with pytest.raises(Refused, match="limit"):
        read(struct_served(ShowList), {"pool": "p"}, [("limit", "1001")])


def test_answers_rest_on_no_declaration():
    """Answers name a declared question as the type of an argument only."""
    found = [
        (path.name, node.module)
        for path in Path(str(answers.__file__)).parent.glob("*.py")
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if not isinstance(statement, ast.If)
        for node in ast.walk(statement)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
    ]
    assert found == []
