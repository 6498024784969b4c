"""A declared recording has the same inputs at every door, and the events that it names."""

import json
import shlex
from typing import Any, get_type_hints

import msgspec
import pytest
from cyclopts import Parameter
from msgspec import structs

from ledger.errors import Refused
from ledger.events.catalogue import DEFINITIONS
from ops.appeals.recordings import DecideAppeal, FileAppeal, NotifyAppeal, SetAppealRules
from ops.cli.declared import typed
from ops.cli.every import app
from ops.cli.shared_options import Acting, Changing
from ops.doors.catalogue import questions, recordings
from ops.doors.circumstances import Circumstances, Confirmations
from ops.doors.fields import described, help_of
from ops.doors.reading import converted, read
from ops.doors.uploads import File, Upload
from ops.http.addresses import all_addresses
from ops.http.answering import FileGiven
from ops.http.declared import told_at
from tests.support.commands import arguments_of

RECORDINGS = {of.name: of for of in recordings()}
SENT = RECORDINGS | {of.name: of for of in questions() if of.sent}
"""What is sent with a body."""
ADDRESSES: dict[str, Any] = {at.name: at for at in all_addresses()}
FILES = ("decisions.jsonl", "january.jsonl", "october.csv", "standard_sep26frl.zip")
"""Files that examples hand in."""
CORRECTIONS = [
    {"command": "tournament annul", "tournament": "T-000001"},
    {"command": "list reprint", "period": "2025-11", "in_force_from": "2025-11-02"},
]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    """A folder with the files that examples name."""
    (tmp_path / "decision.json").write_text(json.dumps(CORRECTIONS))
    (tmp_path / "questions.csv").write_text("pool,player\np,1-1\n")
    for name in FILES:
        (tmp_path / name).write_text(name)
    monkeypatch.chdir(tmp_path)


def from_command(of):
    """The recording of the example in its docstring."""
    _, bound, _ = app.parse_args(shlex.split(of.example)[1:])
    names = {field.name for field in structs.fields(of.kind)}
    inputs = {name: value for name, value in bound.kwargs.items() if name in names}
    return kept(typed(of.kind, bound.args, inputs))


def kept(told):
    """The same with the bytes of its files in place of their paths."""
    files = {name: of for name, of in structs.asdict(told).items() if isinstance(of, Upload)}
    return structs.replace(told, **{name: of.kept(100) for name, of in files.items()})


def over_http(of, told):
    """The same recording, sent: its path, and as JSON whatever is not the usual value."""
    at = ADDRESSES[of.name]
    path = {name: str(getattr(told, name)) for name in at.path_parameters}
    usual = {field.name: field.default for field in structs.fields(of.kind)}
    sent = {
        name: value
        for name, value in msgspec.to_builtins(told).items()
        if name not in path and getattr(told, name) != usual[name]
    }
    if isinstance(at.body, File):
        query = [(name, one) for name in sent.keys() - {"file"} for one in every(sent[name])]
        return told_at(
            of.kind, read(at.asks, path, query), FileGiven(told.file.name, told.file.data)
        )
    asked = read(at.asks, path, ())
    if at.body is None:
        return told_at(of.kind, asked)
    return told_at(
        of.kind, asked, converted(at.body, json.loads(msgspec.json.encode(sent)), "body")
    )


def names_in(body):
    """The names of what a body holds."""
    return body.parts if isinstance(body, File) else body.__struct_fields__ if body else ()


def every(value):
    """The values of a parameter as text."""
    return [str(one) for one in (value if isinstance(value, tuple | list) else (value,))]


@pytest.mark.parametrize("of", SENT.values(), ids=SENT)
def test_the_example_typed_and_sent_records_the_same(of):
    told = from_command(of)
    usual = {field.name: field.default for field in structs.fields(of.kind)}
    assert any(getattr(told, name) != value for name, value in usual.items())
    assert over_http(of, told) == told


@pytest.mark.parametrize("of", SENT.values(), ids=SENT)
def test_every_input_has_a_meaning_and_one_place_at_every_door(of):
    collected = arguments_of(of.words)
    helps = {argument.field_info.name: argument.parameter.help for argument in collected}
    at = ADDRESSES[of.name]
    in_body = names_in(at.body)
    for field in structs.fields(of.kind):
        assert described(field.type), field.name
        assert helps[field.name] == help_of(field.type)
        assert (field.name in in_body) is (field.name not in at.asks.__struct_fields__)


@pytest.mark.parametrize("of", RECORDINGS.values(), ids=RECORDINGS)
def test_an_address_has_the_events_of_its_recording(of):
    at = ADDRESSES[of.name]
    assert (at.method, at.path) == ("POST", of.path)
    assert [event.TYPE for event in at.events] == [*of.types]
    assert {*at.beside} <= {*DEFINITIONS.values()} - {*at.events}


def test_what_is_typed_otherwise_is_read_where_it_is_typed():
    told = typed(FileAppeal, ("p", "report"), {"contested": "#40"})
    assert told.contested == 40
    with pytest.raises(Refused, match="position"):
        typed(FileAppeal, ("p", "report"), {"contested": "forty"})
    assert from_command(RECORDINGS["decide-appeal"]).reprints
    assert typed(NotifyAppeal, ("A-1",), {"on": "2026-01-01", "source": "x"}).replaces is None


def test_a_service_bounds_the_days_that_the_event_bounds_for_who_types():
    days = {"kind": "report", "in_force_from": "2026-01-01", "by": "b"}
    body = ADDRESSES["set-appeal-rules"].body
    assert converted(body, {**days, "answer_days": 366}, "body").answer_days == 366
    for wrong in (0, 367):
        with pytest.raises(Refused, match="answer_days"):
            converted(body, {**days, "answer_days": wrong}, "body")
        told = typed(SetAppealRules, ("p", "report"), {**days, "answer_days": wrong})
        assert told.answer_days == wrong


@pytest.mark.parametrize(
    ("outcome", "last", "locks"),
    [("upheld", 1, True), ("dismissed", 1, False), ("upheld", 0, False)],
)
def test_only_a_decision_that_prints_a_list_again_makes_others_wait(outcome, last, locks):
    given = {"outcome": outcome, "by": "b", "appeal": "A-1", "corrections": [CORRECTIONS[last]]}
    assert converted(DecideAppeal, given, "body").locks is locks


def test_the_circumstances_have_one_declaration_for_every_door():
    """Options have the names and meanings of the struct; addresses have its parameters."""
    kinds = get_type_hints(Acting, include_extras=True)
    for of in structs.fields(Circumstances):
        (option,) = (mark for mark in kinds[of.name].__metadata__ if isinstance(mark, Parameter))
        assert option.help == described(of.type)
        assert getattr(Acting(), of.name) == of.default
    for name, declared in RECORDINGS.items():
        assert issubclass(ADDRESSES[name].asks, Confirmations)
        assert issubclass(ADDRESSES[name].asks, Circumstances) is declared.kind.GROUNDED


def test_options_of_a_command_are_read_as_circumstances():
    typed_so: Any = {"preview": True, "reason": "a wrong result", "expect": None}
    assert Acting(**typed_so).stated() == Circumstances(**typed_so)
    assert Changing(values_are_right=True).stated() == Confirmations(values_are_right=True)
