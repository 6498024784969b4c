"""What does not fit an event is told in words: where, what was found, what is expected."""

import re
from typing import Any, Literal

import msgspec
import pytest

from ledger import canonical
from ledger.errors import BadEvent
from ledger.events.catalogue import DEFINITIONS, read
from ledger.events.complaints import bad_event

SET = {
    "pool": "rubele-italiana",
    "name": "malus_limit",
    "in_force_from": "2026-01-01",
    "by": "fid",
    "value": 300,
    "unit": "points",
}
ROWS = {**SET, "value": None}


def complaint(payload: dict[str, Any], event: str = "parameter-set.v1", **said: Any) -> str:
    """What is said of a payload that does not fit."""
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(payload, DEFINITIONS[event], strict=True)
    return str(bad_event(raised.value, payload, **said))


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"in_force_from": "1.1.2026"}, "in_force_from: found '1.1.2026', expected a day like"),
        ({"value": "ten"}, "value: found 'ten', expected a whole number"),
        ({"value": -3}, "value: found -3, expected a whole number, at least 0"),
        ({"pool": "a pool"}, "pool: found 'a pool', expected an id: letters"),
        ({"colour": "red"}, "it has no field colour: correct the name, or leave it out"),
        ({"by": 3}, "by: found 3, expected text"),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_what_is_expected(changed, says):
    assert complaint({**SET, **changed}).startswith(says)


class Closed(msgspec.Struct, tag_field="command", tag="list close"):
    """A command with a choice."""

    how: Literal["now", "later"] = "now"


class Opened(msgspec.Struct, tag_field="command", tag="list open"):
    """Another command."""


class Document(msgspec.Struct):
    """A choice in a field and in a list, and commands by their names."""

    level: Literal["low", "high"] | None = None
    levels: tuple[Literal["low", "high"], ...] = ()
    commands: tuple[Closed | Opened, ...] = ()


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"level": "lwo"}, "level: found 'lwo', expected one of high, low"),
        ({"levels": ["low", "lwo"]}, "levels, item 2: found 'lwo', expected one of high, low"),
        (
            {"commands": [{"command": "list close"}, {"command": "close"}]},
            "commands, item 2, command: found 'close', expected one of list close, list open",
        ),
        (
            {"commands": [{"command": "list close", "how": "soon"}]},
            "commands, item 1, how: found 'soon', expected one of later, now",
        ),
    ],
)
def test_the_words_of_a_choice_are_named(document, says):
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(document, Document)
    assert str(bad_event(raised.value, document, kind=Document)) == says
    assert "one of the words it takes" in str(bad_event(raised.value, document))


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """An object with two fields, one of which holds such objects."""

    name: str = ""
    within: tuple["Named", ...] = ()


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (
            {"pool": 1},
            "it has no field pool: correct the name, or leave it out; it has name, within",
        ),
        (
            {"within": [{"nme": "a"}]},
            "within, item 1: it has no field nme: correct the name, or leave it out; it has name, "
            "within",
        ),
    ],
)
def test_where_a_field_is_unknown_the_others_are_named(document, says):
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(document, Named)
    assert str(bad_event(raised.value, document, kind=Named)) == says


def test_the_fields_of_an_event_are_named_without_its_stored_form():
    data = canonical.encode({"payload": {**SET, "by": "A B"}})
    with pytest.raises(BadEvent, match=r"^parameter-set\.v1: by: found 'A B', expected an id"):
        read("parameter-set.v1", data)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("Third", "rows: found 'Third', expected a list [ … ]"),
        ([["Third", 0], ["Second"]], "rows, item 2: found ['Second'], expected a list of 2"),
        ([["Third", "x"]], "rows, item 1, item 2: found 'x', expected a whole number"),
    ],
)
def test_a_place_in_rows_is_counted_from_one(rows, says):
    assert complaint({**ROWS, "rows": rows}).startswith(says)


def test_what_is_missing_is_named():
    payload = {name: value for name, value in SET.items() if name != "by"}
    assert complaint(payload) == "it lacks by: add it"


def test_a_text_that_is_empty_or_too_long_is_told():
    decided = {"tournament": "T-1", "by": "fide-qc"}
    empty = complaint({**decided, "article": ""}, "exemption-granted.v1")
    assert empty == "article: found '', expected text, not an empty one"
    long = complaint({**decided, "article": "8" * 81}, "exemption-granted.v1")
    assert long.endswith("expected at most 80 characters")


def test_fields_are_named_as_people_type_them():
    said = complaint({**SET, "in_force_from": "soon"}, named=lambda field: f"--{field}", of="X")
    assert said.startswith("--in_force_from: found 'soon'")
    assert said.endswith("(`ledger event schema X` shows its fields)")


def test_our_own_checks_are_words_already():
    assert complaint(ROWS) == "exactly one of value, word and rows must be set"


WRONG: tuple[Any, ...] = ([[[]]], 1, "?", {"a": 1}, -1, True, "x" * 300, None)
"""Values of which no field takes all."""


def complaints(of: str) -> list[str]:
    """What is said of each field of an event with each wrong value, alone in its payload."""
    said = []
    for field in msgspec.structs.fields(DEFINITIONS[of]):
        for wrong in WRONG:
            payload = {field.name: wrong}
            try:
                msgspec.convert(payload, DEFINITIONS[of], strict=True)
            except msgspec.ValidationError as error:
                said.append(str(bad_event(error, payload)))
    return said


@pytest.mark.parametrize("of", sorted(DEFINITIONS))
def test_no_word_of_the_decoder_is_left(of):
    found = complaints(of)
    assert found
    assert not [each for each in found if re.search(r"`\$|Expected|Invalid|Object", each)]
