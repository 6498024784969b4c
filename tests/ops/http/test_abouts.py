"""The basis of an answer has a type, for the examples and in the document of the API."""

from typing import Any, get_args, get_origin

import msgspec
import pytest

from ledger.sentences import Sentence, plain
from ops.answers.answer import Answer, Instant
from ops.http import examples
from ops.http.addresses import NOUNS, all_addresses
from ops.http.openapi import document
from ops.http.replies import json_bytes


def answers(kind: Any) -> list[Any]:
    """Return the answers of rows among the types of an answer."""
    if get_origin(kind) is Answer:
        return [kind]
    return [answer for part in get_args(kind) for answer in answers(part)]


def abouts(kind: Any) -> list[type[msgspec.Struct]]:
    """Return the types of the bases of an address's answers."""
    found = [get_args(answer)[1] for answer in answers(kind)]
    return [about for one in found for about in get_args(one) or (one,)]


TYPED = {one.name: abouts(one.answers) for one in all_addresses() if answers(one.answers)}
EXAMPLES = {
    name: answer.forms["json"]["about"]
    for name, answer in examples.of_nouns(NOUNS).items()
    if name in TYPED and "rows" in answer.forms["json"]
}


def read(kind: type, value: Any) -> Any:
    """Read a value of one of our types as documents write the value."""
    if kind is Instant:
        return INSTANTS.setdefault(value, Instant(len(INSTANTS)))
    return plain(value) if kind is Sentence else kind(value)


INSTANTS: dict[str, Instant] = {}


def is_whole(about: Any, kind: type[msgspec.Struct]) -> bool:
    """Whether a type holds the whole basis of an answer, with nothing lost on the way."""
    try:
        found = msgspec.convert(about, kind, dec_hook=read)
    except msgspec.ValidationError:
        return False
    written = msgspec.json.decode(json_bytes(found))
    instants = {field.name for field in msgspec.structs.fields(kind) if field.type is Instant}
    return {**written, **{name: about.get(name) for name in instants}} == about


def test_most_answers_of_rows_have_an_example():
    assert len(TYPED) > 40
    assert len(EXAMPLES) > 35


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_rests_on_what_its_type_says(name):
    about, kinds = EXAMPLES[name], TYPED[name]
    assert any(is_whole(about, kind) for kind in kinds)
    assert not any(is_whole({**about, "unheard_of": 1}, kind) for kind in kinds)


def test_the_document_of_the_api_names_the_type():
    schemas = document(all_addresses())["components"]["schemas"]
    found = schemas["AnswerOfRatingListRowAboutListPageOrCarriedInPage"]["properties"]["about"]
    assert [one["$ref"].rpartition("/")[2] for one in found["anyOf"]] == [
        "AboutListPage",
        "AboutCarriedInPage",
    ]
    for kinds in TYPED.values():
        for kind in kinds:
            described = schemas[kind.__name__]["properties"]
            assert described.keys() == {one.encode_name for one in msgspec.structs.fields(kind)}
