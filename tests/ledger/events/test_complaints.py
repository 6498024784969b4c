"""Wrong values of an event are refused in words: the place, the found and the expected value."""

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from ledger import canonical
from ledger.errors import BadEvent
from ledger.events.catalogue import DEFINITIONS, read
from ledger.events.complaints import bad_event
from ledger.sentences import Remedy, Sentence, plain

SET = {
    "pool": "rubele-italiana",
    "name": "malus_limit",
    "in_force_from": "2026-01-01",
    "by": "fid",
    "value": 300,
    "unit": "points",
}
ROWS = {**SET, "value": None}


def refusal(document: Any, kind: Any, **said: Any) -> BadEvent:
    """Return the refusal of a wrong document."""
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(document, kind, strict=said.get("strict", True))
    return bad_event(raised.value, document, kind, **said)


def complaint(payload: dict[str, Any], event: str = "parameter-set.v1", **said: Any) -> str:
    """Return the refusal of a wrong payload."""
    return str(refusal(payload, DEFINITIONS[event], **said))


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
    assert str(refusal(document, Document)) == says


class Named(msgspec.Struct, forbid_unknown_fields=True):
    """An object with two fields, the second a list of such objects."""

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
    assert str(refusal(document, Named)) == says


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
    kind, wrong = DEFINITIONS["parameter-set.v1"], {**SET, "in_force_from": "soon"}
    found = refusal(wrong, kind, named=lambda field: f"--{field}", of="X")
    assert str(found).startswith("--in_force_from: found 'soon'")
    (data,) = found.refusals()
    assert (data.field, data.remedy) == ("--in_force_from", Remedy("show-event-schema", type="X"))


def test_what_is_found_and_expected_are_values_of_the_sentence():
    """In either language."""
    found = refusal({**SET, "value": -3}, DEFINITIONS["parameter-set.v1"]).words
    assert found.values["place"] == plain("value")
    says = found.values["says"]
    assert isinstance(says, Sentence)
    least = Sentence("a whole number, at least {least}", least=0)
    assert says.values == {"found": "-3", "expected": least}


class Limited(msgspec.Struct):
    """Values with each limit."""

    some: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)] = (1,)
    above: Annotated[int, Meta(gt=2, lt=5)] = 3
    either: int | str | None = None
    by_name: dict[Annotated[str, Meta(max_length=3)], int] = {}
    exact: Fraction = Fraction(0)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"some": []}, "some: found [], expected a list, not an empty one"),
        ({"some": [1, 2, 3]}, "some: found [1, 2, 3], expected a list of at most 2"),
        ({"above": 2}, "above: found 2, expected a whole number, at least 3"),
        ({"above": 5}, "above: found 5, expected a whole number, at most 4"),
        ({"either": []}, "either: found [], expected a whole number or text"),
        ({"by_name": {"long": 1}}, "by_name, long: found 'long', expected at most 3 characters"),
        ({"by_name": {"a": "b"}}, "by_name, a: found 'b', expected a whole number"),
        ({"exact": "a"}, "exact: found 'a', expected a number as text, such as 4.70"),
        ([], "found [], expected an object { … }"),
        ({"either": {}}, "either: expected a whole number or text"),
    ],
)
def test_each_limit_is_told(document, says):
    assert str(refusal(document, Limited)) == says


def test_numbers_typed_as_text_are_told_by_their_limits():
    said = complaint({**SET, "value": "-3"}, strict=False)
    assert said == "value: found '-3', expected a whole number, at least 0"


@pytest.mark.parametrize("data", [b"", b'{"payload": ', b"nothing", b"[" * 5000])
def test_bytes_that_are_no_json_are_refused(data):
    with pytest.raises(BadEvent, match=r"^parameter-set\.v1: expected a whole JSON document"):
        read("parameter-set.v1", data)


def test_a_check_of_a_part_is_told_with_its_place():
    document = {"payload": {**SET, "unit": None}, "grounds": {"attachments": ["b" * 64, "a" * 64]}}
    with pytest.raises(BadEvent, match="grounds: digests of attachments must be in increasing"):
        read("parameter-set.v1", canonical.encode(document))


def test_our_own_checks_are_words_already():
    assert complaint(ROWS) == "exactly one of value, word, rows is needed"


WRONG: tuple[Any, ...] = ([[[]]], 1, "?", {"a": 1}, -1, True, "x" * 300, None)
"""Values of which no field takes all."""


def complaints(of: str) -> list[str]:
    """Return the refusal of each wrong value of each field, alone in the payload."""
    said = []
    for field in msgspec.structs.fields(DEFINITIONS[of]):
        for wrong in WRONG:
            payload = {field.name: wrong}
            try:
                msgspec.convert(payload, DEFINITIONS[of], strict=True)
            except msgspec.ValidationError as error:
                said.append(str(bad_event(error, payload, DEFINITIONS[of])))
    return said


@pytest.mark.parametrize("of", sorted(DEFINITIONS))
def test_no_word_of_the_decoder_is_left(of):
    found = complaints(of)
    assert found
    assert not [warning for warning in found if re.search(r"`\$|Expected|Invalid|Object", warning)]
