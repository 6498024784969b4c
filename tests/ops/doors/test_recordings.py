"""A declared recording has the same inputs at every door, and the declared events."""

from typing import Any, get_type_hints

import pytest
from cyclopts import Parameter
from msgspec import structs

from ledger.errors import Refused
from ledger.events.catalogue import DEFINITIONS
from ops.appeals.recordings import DecideAppeal, FileAppeal, NotifyAppeal, SetAppealRules
from ops.cli.declared import typed
from ops.cli.shared_options import Acting, Changing
from ops.doors.catalogue import questions, recordings
from ops.doors.circumstances import Circumstances, Confirmations
from ops.doors.declare import Declared
from ops.doors.fields import described, help_of
from ops.doors.reading import converted
from ops.doors.uploads import File
from ops.http.addresses import all_addresses
from ops.tournaments.import_inputs import ImportInputs
from projections.calculation import Calculation
from tests.support.commands import arguments_of

RECORDINGS = {of.name: of for of in recordings()}
SENT: dict[str, Declared[Any]] = RECORDINGS | {of.name: of for of in questions() if of.sent}
SENT["import-report"] = Declared(ImportInputs, "tournament import", "/v1/reports")
"""What is sent with a body."""
ADDRESSES: dict[str, Any] = {at.name: at for at in all_addresses()}


def names_in(body):
    """Return the names in a body."""
    return body.parts if isinstance(body, File) else body.__struct_fields__ if body else ()


@pytest.mark.parametrize("name", SENT)
def test_every_input_has_a_meaning_and_one_place_at_every_door(name):
    of, at = SENT[name], ADDRESSES[name]
    collected = arguments_of(of.words)
    helps = {argument.field_info.name: argument.parameter.help for argument in collected}
    in_body = [*of.kind.__struct_fields__] if at.body is Calculation else names_in(at.body)
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


CORRECTIONS = [
    {"command": "tournament annul", "tournament": "T-000001"},
    {"command": "list reprint", "period": "2025-11", "in_force_from": "2025-11-02"},
]


@pytest.mark.parametrize(
    ("outcome", "last", "locks"),
    [("upheld", 1, True), ("dismissed", 1, False), ("upheld", 0, False)],
)
def test_only_a_decision_that_prints_a_list_again_makes_others_wait(outcome, last, locks):
    given = {"outcome": outcome, "by": "b", "appeal": "A-1", "corrections": [CORRECTIONS[last]]}
    assert converted(DecideAppeal, given, "body").locks is locks


def test_the_circumstances_have_one_declaration_for_every_door():
    """Options have the names and meanings of the struct; addresses have the same parameters."""
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
