"""Every event definition: read back as written, strict, and described by a valid JSON Schema."""

import dataclasses
import json
import re
from datetime import date
from typing import Any

import jsonschema
import msgspec
import pytest
from msgspec import inspect

from ledger import canonical, limits
from ledger.errors import BadEvent
from ledger.events import catalogue
from ledger.events.base import Fact
from ledger.events.catalogue import Body
from ledger.events.pool import ParameterSet
from tests.support import event_samples

TYPES = sorted(catalogue.DEFINITIONS)
SAMPLES = event_samples.by_type()
WRONG: tuple[Any, ...] = (None, 7, "seven", [], {}, True)


def body(fact: Fact, **other: Any) -> Body[Any]:
    """Return an event as recorded."""
    said: dict[str, Any] = {
        "event_id": "0123456789abcdef" * 2,
        "stream": fact.stream(),
        "type": fact.TYPE,
        "valid_on": fact.valid_on() or date(2026, 1, 1),
        "recorded_by": "local",
        "payload": fact,
    }
    return Body(**said | other)


def document(type_name: str) -> Any:
    """A sample as plain JSON."""
    return json.loads(catalogue.write(body(SAMPLES[type_name])))


def read(type_name: str, said: Any) -> Body[Any]:
    """Read plain JSON as an event."""
    return catalogue.read(type_name, canonical.encode(said))


def objects(said: Any) -> list[dict[str, Any]]:
    """Every object in a document, itself first."""
    inner = said.values() if isinstance(said, dict) else said if isinstance(said, list) else ()
    found = [each for value in inner for each in objects(value)]
    return [said, *found] if isinstance(said, dict) else found


def test_every_type_has_a_sample():
    """A new event is not ready without a sample."""
    assert SAMPLES.keys() == catalogue.DEFINITIONS.keys()


@pytest.mark.parametrize("type_name", TYPES)
def test_an_event_is_read_back_as_it_was_written(type_name):
    """Bytes to event to bytes: nothing is lost, nothing is added."""
    written = body(SAMPLES[type_name])
    data = catalogue.write(written)
    assert catalogue.read(type_name, data) == written
    assert catalogue.write(catalogue.read(type_name, data)) == data
    assert canonical.encode(canonical.decode(data)) == data


@pytest.mark.parametrize("type_name", TYPES)
def test_names_and_streams_have_their_form(type_name):
    """Types are kebab-case with a version, streams `category` or `category-id`."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*\.v[1-9][0-9]*", type_name)
    assert re.fullmatch(
        r"(ledger|register)|(pool|tournament|external|sheet|actor|key|appeal|proposal|rulebook)-.+",
        SAMPLES[type_name].stream(),
    )


@pytest.mark.parametrize("type_name", TYPES)
def test_an_unknown_field_is_refused_wherever_it_stands(type_name):
    """Nothing is passed over in silence, neither around the payload nor deep inside."""
    for index, _ in enumerate(objects(document(type_name))):
        said = document(type_name)
        found = objects(said)[index]
        if any(
            found is said.get("payload", {}).get(name) for name in ("numbers_digests", "values")
        ):
            continue  # keys there are names of editions, of columns
        found["surprise"] = 1
        with pytest.raises(BadEvent, match="surprise"):
            read(type_name, said)


@pytest.mark.parametrize("type_name", TYPES)
def test_a_value_of_another_type_is_refused_wherever_it_stands(type_name):
    """Text for a number, a number for text, null, an empty list: none passes for the other."""
    for index, found in enumerate(objects(document(type_name))):
        for name, value in found.items():
            for wrong in WRONG:
                if type(wrong) is type(value) or (wrong is None and _may_be_null(type_name, name)):
                    continue
                said = document(type_name)
                objects(said)[index][name] = wrong
                with pytest.raises(BadEvent):
                    read(type_name, said)


def _may_be_null(type_name: str, name: str) -> bool:
    """A field that may be left out may be null when read, and is never written as null."""
    parts = [Body[Any], catalogue.DEFINITIONS[type_name]]
    info = [*map(inspect.type_info, parts), *_structs(inspect.type_info(parts[1]))]
    fields = [field for kind in info if hasattr(kind, "fields") for field in kind.fields]
    return any(field.encode_name == name and not field.required for field in fields)


def _structs(info: Any) -> list[Any]:
    inner = [getattr(info, name, None) for name in ("type", "item_type")]
    inner += [field.type for field in getattr(info, "fields", ())]
    inner += [*getattr(info, "types", ())]
    found = [struct for part in inner if part is not None for struct in _structs(part)]
    return [info, *found] if isinstance(info, inspect.StructType) else found


@pytest.mark.parametrize("type_name", TYPES)
def test_a_missing_field_is_refused(type_name):
    """A field without default is required."""
    payload = type(SAMPLES[type_name])
    info: Any = inspect.type_info(payload)
    for field in info.fields:
        if field.required:
            said = document(type_name)
            del said["payload"][field.name]
            with pytest.raises(BadEvent, match=field.name):
                read(type_name, said)


@pytest.mark.parametrize("type_name", TYPES)
def test_no_field_can_hold_what_canonical_json_does_not(type_name):
    """No floats, no bytes, no free-form values; integers have limits, keys a pattern."""
    stack: list[Any] = [inspect.type_info(catalogue.DEFINITIONS[type_name])]
    while stack:
        info = stack.pop()
        match info:
            case inspect.Metadata():
                stack.append(info.type)
            case inspect.StructType():
                assert info.forbid_unknown_fields
                stack += [field.type for field in info.fields]
            case inspect.UnionType():
                stack += info.types
            case inspect.TupleType():
                stack += info.item_types
            case inspect.VarTupleType():
                stack.append(info.item_type)
            case inspect.DictType():
                stack.append(info.value_type)
                assert isinstance(info.key_type, inspect.StrType)
                assert info.key_type.pattern
            case inspect.IntType():
                assert info.ge is not None
                assert info.lt is not None
                assert info.lt <= limits.INTEGER + 1
            case inspect.LiteralType():
                assert all(isinstance(value, str) for value in info.values)
            case _:
                plain = inspect.StrType | inspect.DateType | inspect.BoolType | inspect.NoneType
                assert isinstance(info, plain), info


@pytest.mark.parametrize("type_name", TYPES)
def test_the_schema_is_valid_and_describes_the_event(type_name):
    """JSON Schema 2020-12 accepts the sample, and refuses the same values as the reader."""
    schema = catalogue.schema(type_name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]
    validator = jsonschema.Draft202012Validator(schema)
    said = document(type_name)
    validator.validate(said)
    for wrong in (
        said | {"surprise": 1},
        said | {"payload": said["payload"] | {"surprise": 1}},
        said | {"type": "another.v1"},
        said | {"event_id": said["event_id"] + "\n"},
        {name: value for name, value in said.items() if name != "recorded_by"},
    ):
        assert not validator.is_valid(wrong)


def test_unknown_types_are_refused_with_those_that_are_known():
    """The refusal names the types this program can read."""
    for call in (lambda: catalogue.schema("x.v1"), lambda: catalogue.read("x.v1", b"{}")):
        with pytest.raises(BadEvent, match=r"unknown event type 'x\.v1'.*list-published\.v1"):
            call()


def test_a_body_that_says_another_type_is_refused():
    """The type beside the body and the type inside are equal."""
    data = catalogue.write(body(SAMPLES["list-published.v1"]))
    other = data.replace(b"list-published.v1", b"list-publishes.v1")
    with pytest.raises(BadEvent, match="says it is"):
        catalogue.read("list-published.v1", other)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b"\xff", b"NaN", b"[" * 100_000, b'{"a":' * 100_000]
)
def test_bytes_that_are_no_event_are_refused(data):
    """Nothing but BadEvent comes out of the reader."""
    with pytest.raises(BadEvent):
        catalogue.read("list-published.v1", data)


@pytest.mark.parametrize("text", ["a b", "", "-a", "a" * 201, "a\n", "é", "a/b", "a\0"])
def test_identifiers_are_ascii_from_end_to_end(text):
    """No blank, no newline at the end, no path."""
    published = msgspec.structs.replace(SAMPLES["list-published.v1"], pool=text)
    with pytest.raises(BadEvent):
        catalogue.write(body(published, stream="pool-x"))


@pytest.mark.parametrize("name", ["event_id", "causation", "supersedes"])
@pytest.mark.parametrize("text", ["0" * 31, "0" * 33, "G" * 32, "0" * 32 + "\n", "A" * 32])
def test_event_ids_are_32_hexadecimal_digits(name, text):
    """An id is written in a single way: lower case."""
    with pytest.raises(BadEvent, match=name):
        catalogue.write(body(SAMPLES["list-published.v1"], **{name: text}))


def test_what_stands_around_a_payload_is_written_only_where_it_is_said():
    """Absent is absent, not null: an event is written in a single way."""
    fact = SAMPLES["list-published.v1"]
    assert b"null" not in catalogue.write(body(fact))
    said = body(fact, approved_by="b", causation="0" * 32, supersedes="1" * 32)
    assert catalogue.read(fact.TYPE, catalogue.write(said)) == said


def test_a_value_python_would_let_pass_is_refused_when_written():
    """Definitions are checked when bytes are made, for objects of any origin."""
    published = msgspec.structs.replace(SAMPLES["list-published.v1"], printing=1.0)
    for wrong in (published, msgspec.structs.replace(published, printing=True)):
        with pytest.raises(BadEvent, match="printing"):
            catalogue.write(body(wrong))


def test_text_not_in_nfc_is_refused():
    """Two ways to write an accent would be two names."""
    named = msgspec.structs.replace(SAMPLES["tournament-registered.v1"], name="Citta\u0300")
    with pytest.raises(BadEvent, match="normal form C"):
        catalogue.write(body(named))


@dataclasses.dataclass(frozen=True)
class Crooked:
    """A sample with a change that the columns do not allow."""

    type_name: str
    path: str
    value: Any
    why: str


def crooked_teams(**wrong: str) -> dict[str, Any]:
    """A team of two entrants with a fault."""
    return {"name": ["Borgo"], "number": "0001", "size": "0002", "member": "00000001"} | wrong


CROOKED = [
    Crooked("players-registered.v1", "player", "0000000200000001" + "00000571", "increasing"),
    Crooked("players-registered.v1", "player", "0000000100000001" + "00000571", "increasing"),
    Crooked("players-registered.v1", "player", "0000000000000002" + "00000571", "begin with 1"),
    Crooked("players-registered.v1", "player", "000000010000000200000571" * 2, "differ in length"),
    Crooked("players-registered.v1", "birth_year", "19750000", "differ in length"),
    Crooked("players-registered.v1", "birth_year", "197500002O11", "not a digit"),
    Crooked("players-registered.v1", "birth_year", "19750000201", "whole number"),
    Crooked("players-registered.v1", "sex", "mwx", "sex"),
    Crooked("players-registered.v1", "sex", "mw", "sex"),
    Crooked("players-registered.v1", "federation", "ITAFRA", "federation"),
    Crooked("players-registered.v1", "federation", "ITAfra---", "federation"),
    Crooked("players-registered.v1", "commitment", "A" * 192, "commitment"),
    Crooked("tournament-registered.v1", "start", "2026-02-02", "after end"),
    Crooked("tournament-registered.v1", "pools", [], "at least one pool"),
    Crooked("tournament-registered.v1", "weight", "0", "weight"),
    Crooked("tournament-registered.v1", "federation", "ITA\n", "federation"),
    Crooked("tournament-submitted.v1", "start", "2026-02-02", "after end"),
    Crooked("tournament-submitted.v1", "file", "D" * 64, "file"),
    Crooked("tournament-submitted.v1", "entrants.player", "000000020000000200000001", "twice"),
    Crooked("tournament-submitted.v1", "entrants.number", "000200010003", "start numbers"),
    Crooked("tournament-submitted.v1", "entrants.commitment", "1" * 128, "commitment"),
    Crooked("tournament-submitted.v1", "entrants.commitment", "x" * 192, "commitment"),
    Crooked("tournament-submitted.v1", "games.white", "00000003", "not there"),
    Crooked("tournament-submitted.v1", "games.white", "00010001", "against themselves"),
    Crooked("tournament-submitted.v1", "games.white", "0000", "differ in length"),
    Crooked("tournament-submitted.v1", "games.white_result", "1", "white_result"),
    Crooked("tournament-submitted.v1", "games.black_result", "0x", "black_result"),
    Crooked("tournament-submitted.v1", "rounds", [{"games": 1}], "add up"),
    Crooked("tournament-submitted.v1", "byes", [{"round": 3, "entrant": 0, "code": "U"}], "bye"),
    Crooked("tournament-submitted.v1", "byes", [{"round": 1, "entrant": 3, "code": "U"}], "bye"),
    Crooked("tournament-submitted.v1", "byes", [{"round": 1, "entrant": 0, "code": "X"}], "code"),
    Crooked("report-part-submitted.v1", "part", None, "which part"),
    Crooked("report-replaced.v1", "replaces", -1, "replaces"),
    Crooked("report-replaced.v1", "entrants.half_points", "0003", "differ in length"),
    Crooked("report-replaced.v1", "teams", crooked_teams(size="0001"), "add up"),
    Crooked("report-replaced.v1", "teams", crooked_teams(member="00000002"), "not there"),
    Crooked("report-replaced.v1", "teams", crooked_teams(member="00010001"), "in two teams"),
    Crooked("report-replaced.v1", "teams", crooked_teams(number=""), "differ in length"),
    Crooked("result-corrected.v1", "white_result", "F", "white_result"),
    Crooked("entrant-reassigned.v1", "player", 0, "player"),
    Crooked("exemption-granted.v1", "game", 3, "both report and game"),
    Crooked("exemption-granted.v1", "article", "", "article"),
    Crooked("game-excluded.v1", "game", -1, "game"),
    Crooked("tournament-details-corrected.v1", "details", {}, "at least one"),
    Crooked("tournament-details-corrected.v1", "details.pools", [], "at least one pool"),
    Crooked("tournament-details-corrected.v1", "details.start", "2026-02-03", "after end"),
    Crooked("player-details-changed.v1", "federation", "SUI", "for each of 2 rows"),
    Crooked("player-details-corrected.v1", "sex", "x", "sex"),
    Crooked("external-list-recorded.v1", "values", {}, "at least one column"),
    Crooked("external-list-searched.v1", "listed", "12", "must hold 1 or 0"),
    Crooked("external-list-searched.v1", "listed", "1", "differ in length"),
    Crooked("external-list-searched.v1", "listed", "", "differ in length"),
    Crooked("external-list-recorded.v1", "values", {"rapid": "2000"}, "differ in length"),
    Crooked("ratings-carried-over.v1", "rating", "2012", "differ in length"),
    Crooked("ratings-carried-over.v1", "k", "20", "differ in length"),
    Crooked("ratings-carried-over.v1", "newcomers.games", "00030001", "differ in length"),
    Crooked("ratings-carried-over.v1", "newcomers.rating_sum", "0000541x", "not a digit"),
    Crooked("ratings-adjusted.v1", "after", "", "differ in length"),
    Crooked("entry-capital-decided.v1", "rating", "30000", "whole number"),
    Crooked("bonus-granted.v1", "points", "-010", "not a digit"),
    Crooked("bonus-granted.v1", "ground", "mercy", "ground"),
    Crooked("bonus-withdrawn.v1", "points", "-010", "not a digit"),
    Crooked("list-scheduled.v1", "cut_off", "2026-03-02", "after the issue day"),
    Crooked("personal-data-erased.v1", "player", "0000057100000571", "increasing"),
    Crooked("personal-data-erased.v1", "player", "571", "whole number"),
    Crooked("personal-data-erased.v1", "names", [{"report": 7, "entrant": ""}], "no entrant"),
    Crooked("personal-data-erased.v1", "names", [{"report": 7, "entrant": "00020001"}], "order"),
    Crooked("personal-data-erased.v1", "notes", [7, 7], "notes"),
    Crooked("personal-data-erased.v1", "slips", [3, 2], "slips"),
    Crooked("period-closed.v1", "through_position", 1 << 53, "through_position"),
    Crooked("period-closed.v1", "through_position", -1, "through_position"),
    Crooked("period-closed.v1", "numbers_digests", {"2024\n": "e" * 64}, "numbers_digests"),
    Crooked("period-closed.v1", "printing", 0, "printing"),
    Crooked("ledger-opened.v1", "format", 0, "format"),
    Crooked("ledger-restored.v1", "incarnation", 1, "incarnation"),
    Crooked("ledger-restored.v1", "known_hash", "9" * 63, "known_hash"),
]


@pytest.mark.parametrize("case", CROOKED, ids=lambda case: f"{case.type_name}-{case.path}")
def test_columns_that_do_not_fit_each_other_are_refused(case):
    """Every row is whole, every reference is inside the event."""
    said = document(case.type_name)
    *folders, last = case.path.split(".")
    place = said["payload"]
    for folder in folders:
        place = place[folder]
    place[last] = case.value
    with pytest.raises(BadEvent, match=case.why):
        catalogue.read(case.type_name, json.dumps(said).encode())


def test_events_about_too_many_players_are_refused():
    """Larger events come in parts."""
    many = range(1, limits.EVENT_PLAYERS + 2)
    adjusted = {"pool": "p", "by": "b", "player": event_samples.players(*many)}
    adjusted |= {"before": "2000" * len(many), "after": "2001" * len(many)}
    said = document("ratings-adjusted.v1") | {"payload": adjusted}
    with pytest.raises(BadEvent, match="send parts"):
        read("ratings-adjusted.v1", said)
    for name in ("player", "before", "after"):
        adjusted[name] = adjusted[name][: -len(adjusted[name]) // len(many)]
    assert read("ratings-adjusted.v1", said).payload.before.startswith("2000")


def test_a_parameter_says_one_thing_and_numbers_have_their_unit():
    """A value, a word or rows; a word alone has no unit."""
    said: dict[str, Any] = {
        "pool": "uisp",
        "name": "n",
        "in_force_from": date(2026, 1, 1),
        "by": "sector",
    }
    assert ParameterSet(**said, word="follows").rows is None
    assert ParameterSet(**said, value=9, unit="games").value == 9
    with pytest.raises(BadEvent, match="exactly one of value, word, rows"):
        ParameterSet(**said)
    with pytest.raises(BadEvent, match="exactly one of value, word, rows"):
        ParameterSet(**said, word="follows", rows=(("Prima", 1600),))
    with pytest.raises(BadEvent, match="a word has none"):
        ParameterSet(**said, word="follows", unit="points")
    with pytest.raises(BadEvent, match="numbers need a unit"):
        ParameterSet(**said, rows=(("Prima", 1600),))


def test_a_schema_is_found_without_the_version():
    """As taken by `event record` and `event list --type`."""
    assert catalogue.schema("ratings-adjusted") == catalogue.schema("ratings-adjusted.v1")
    with pytest.raises(BadEvent, match="unknown event type 'ratings'"):
        catalogue.schema("ratings")
