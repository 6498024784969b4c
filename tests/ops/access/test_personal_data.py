"""Which personal data each role sees: every field of an answer about a person is in one table."""

import importlib
import pkgutil
import re

import msgspec
import pytest

import ops.answers
from ledger.actors.roles import HeldRole
from ledger.register.words import Words
from ops.access.actors import LOCAL, PUBLIC, Actor
from ops.access.personal_data import PERSONAL_DATA, hidden_fields, redacted
from tests.support.actors import DAY

PERSONAL = re.compile(
    "(?<!tour)name|birth|sex|federation|title|^numbers?$|card|committee|flag|earlier|note|officials"
    "|^deaths|^suspensions"
    "|recorded_by|approved_by|party|statement|handed_in_by|last_used|actor_"
)
"""How the names of fields about persons begin or end."""

ELSEWHERE = {"title_since"}
"""Fields with such a name that hold no personal data by themselves."""

READERS = ("rating-officer", "auditor", "committee", "administrator")


def actor(role):
    return Actor("a", (HeldRole(role, "uisp", DAY),))


def fields_of_answers():
    """The fields of every row of an answer."""
    for module in pkgutil.walk_packages(ops.answers.__path__, "ops.answers."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
                yield from kind.__struct_fields__


def test_every_field_about_a_person_is_in_the_table():
    """A new field of an answer comes with its line of the table."""
    found = {name for name in fields_of_answers() if PERSONAL.search(name)} - ELSEWHERE
    in_table = {field for datum in PERSONAL_DATA.values() for field in datum.fields}
    assert found <= in_table
    assert {*Words.__struct_fields__} <= in_table


def test_a_field_is_in_one_line_of_the_table():
    fields = [field for datum in PERSONAL_DATA.values() for field in datum.fields]
    assert len(fields) == len(set(fields))


@pytest.mark.parametrize(
    ("datum", "roles"),
    [
        ("name", {"public", "player", "submitter", *READERS}),
        ("birth year", {"public", "player", "submitter", *READERS}),
        ("sex", {"public", "player", "submitter", *READERS}),
        ("other numbers", {"submitter", *READERS}),
        ("reported names", {"submitter", *READERS}),
        ("import slip", {"submitter", *READERS}),
        ("day of birth", {*READERS}),
        ("suspensions", {*READERS}),
        ("day of death", {*READERS}),
        ("notes", {*READERS}),
        ("parties of an appeal", {"player", "submitter", *READERS}),
        ("recorder", {*READERS}),
        ("actor", {"administrator"}),
        ("use of a key", {"administrator"}),
    ],
)
def test_what_each_role_sees(datum, roles):
    """Written down a second time."""
    fields = {*PERSONAL_DATA[datum].fields}
    every = {role: actor(role) for role in ("player", "submitter", *READERS)} | {"public": PUBLIC}
    assert {role for role, one in every.items() if not hidden_fields(one) & fields} == roles
    assert not hidden_fields(LOCAL) & fields


def test_the_command_line_hides_nothing():
    assert hidden_fields(LOCAL) == frozenset()


def test_hidden_fields_are_emptied_wherever_they_are():
    row = {
        "player": 7,
        "name": "Rossi, Maria",
        "recorded_by": "u-1",
        "last_used": 17,
        "inner": [{"numbers": {"fid": "1"}, "lines": ["x"], "number": "99"}],
    }
    assert redacted(row, hidden_fields(PUBLIC)) == {
        "player": 7,
        "name": "Rossi, Maria",
        "recorded_by": "",
        "last_used": None,
        "inner": [{"numbers": {}, "lines": [], "number": "99"}],
    }
    assert redacted(row, hidden_fields(LOCAL)) == row
