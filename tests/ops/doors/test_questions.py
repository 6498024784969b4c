"""A declared question has the same inputs at every door, with the bounds of each."""

import ast
import shlex
from datetime import date
from pathlib import Path

import pytest
from msgspec import structs

from ledger.errors import Refused
from ops import answers
from ops.cli.declared import typed
from ops.cli.every import app
from ops.doors.catalogue import MODULES, questions
from ops.doors.fields import described, help_of, struct_served
from ops.doors.forms import asked_by_form, controls
from ops.doors.reading import read
from ops.http.addresses import all_addresses
from ops.lists.questions import CompareLists, ShowList
from ops.lists.supposed import ShowSupposedList
from tests.support.commands import arguments_of

QUESTIONS = {of.name: of for of in questions() if not of.sent}
ADDRESSES = {at.path: at for at in all_addresses() if at.method == "GET"}


def from_command(of):
    """The question that the example of its docstring asks."""
    _, bound, _ = app.parse_args(shlex.split(of.example)[1:])
    names = {field.name for field in structs.fields(of.kind)}
    inputs = {name: value for name, value in bound.kwargs.items() if name in names}
    return typed(of.kind, bound.args, inputs)


def address_of(of):
    """The address of its rows; a file that shows something else has one for each form."""
    own = (f"{of.path}.{form}" for form in of.kind.FORMS)
    return next((ADDRESSES[path] for path in own if path in ADDRESSES), None) or ADDRESSES[of.path]


def in_path(of, question):
    return {name: str(getattr(question, name)) for name in address_of(of).path_parameters}


def parameters(of, question):
    """What a client sends: each input that is not the usual one."""
    path = in_path(of, question)
    for field in structs.fields(of.kind):
        value = getattr(question, field.name)
        if field.name not in path and (field.required or value != field.default):
            for one in value if isinstance(value, tuple) else (value,):
                yield field.name, {True: "true", False: "false"}.get(one, str(one))


def sent_by_browser(of, question):
    """What a browser sends: every control, also an empty one, but no check that is not set."""
    for control in controls(of.kind, question):
        if control.kind != "check" or control.value:
            yield control.name, control.value.replace("\n", "\r\n")


@pytest.mark.parametrize("of", QUESTIONS.values(), ids=QUESTIONS)
def test_the_example_typed_sent_and_sent_as_a_form_asks_the_same(of):
    question = from_command(of)
    defaults = {field.name: field.default for field in structs.fields(of.kind)}
    assert not defaults or any(getattr(question, name) != of for name, of in defaults.items())
    path = in_path(of, question)
    kind = address_of(of).in_file(of.kind.FORMS[0] if of.kind.FORMS else "json").asks
    sent = read(kind, path, parameters(of, question))
    assert structs.asdict(sent) == structs.asdict(question)
    by_form = asked_by_form(of.kind, path, sent_by_browser(of, question))
    assert structs.asdict(by_form) == structs.asdict(question)


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


def test_a_form_names_every_field_that_is_wrong():
    sent = [("as_of", "yesterday"), ("sex", ""), ("page", "0"), ("colour", "red")]
    with pytest.raises(Refused) as refused:
        asked_by_form(ShowList, {"pool": "p"}, sent)
    assert {problem.field for problem in refused.value.refusals()} == {"as_of", "page", "colour"}


def test_each_line_of_a_form_is_a_value():
    sent = [("result", "#12#3 1 0\r\n\r\n #14#0 = =\r\n")]
    found = asked_by_form(ShowSupposedList, {"pool": "p"}, sent)
    assert found.result == ("#12#3 1 0", "#14#0 = =")


def test_controls_hold_what_was_asked():
    shown = ShowList(pool="p", as_of=date(2026, 3, 1), sex="w")
    found = {at.name: (at.kind, at.value) for at in controls(ShowList, shown)}
    assert "pool" not in found
    assert found["as_of"] == ("date", "2026-03-01")
    assert found["sex"] == ("choice", "w")
    assert found["limit"] == ("number", "50")
    compared = controls(CompareLists, CompareLists(pool="p", period="a", other="b", causes=True))
    assert {at.name: (at.kind, at.value) for at in compared}["causes"] == ("check", "true")


def test_answers_rest_on_no_declaration():
    """They name a declared question as the type of an argument only."""
    found = [
        (path.name, node.module)
        for path in Path(str(answers.__file__)).parent.glob("*.py")
        for statement in ast.parse(path.read_text(encoding="utf-8")).body
        if not isinstance(statement, ast.If)
        for node in ast.walk(statement)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
    ]
    assert found == []
