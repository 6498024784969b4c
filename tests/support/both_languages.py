"""An answer in both languages: values to compare, and sentences without Italian."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ledger.sentences import Body, Sentence, Word
from ops.answers.answer import Answer
from ops.catalogue import found
from ops.catalogue import updating as catalogue
from ops.doors.documents import answer_document
from ops.words import speaking
from tests.support import marked


def values(answer: Answer[Any, Any], language: str) -> str:
    """Return an answer in a language, with values in place of sentences."""
    with marked.marking(), speaking(language):
        return marked.values(json.dumps(answer_document(answer), ensure_ascii=False))


def said(answer: Answer[Any, Any], language: str) -> Any:
    """Return the rows of an answer as a door writes in a language."""
    with speaking(language):
        return answer_document(answer)["rows"]


def not_translated(answer: Answer[Any, Any]) -> list[str]:
    """Return the texts of an answer without a sentence of the catalogue."""
    return not_in_italian((answer.about, answer.rows))


def not_in_italian(value: Any) -> list[str]:
    """Return the sentences in a value without Italian, nested sentences included."""
    known = catalogue.translated()
    return [
        str(one)
        for one in sentences(value)
        if one and not (_is_in(known, one) if found.has_words(one.template) else _names_only(one))
    ]


def _is_in(known: Any, one: Sentence) -> bool:
    context = one.of if isinstance(one, Word) else None
    message = known.get((one.template, one.more) if one.more else one.template, context)
    return message is not None and catalogue.is_translated(message)


def _names_only(one: Sentence) -> bool:
    """Return whether a template without words only joins sentences, or holds a name."""
    text = one.values.get("text", "")
    return isinstance(text, Body) or " " not in str(text)


def sentences(value: Any) -> Iterator[Sentence]:
    """Yield all sentences in a value, nested sentences included."""
    match value:
        case Sentence():
            yield value
            yield from sentences(tuple(value.values.values()))
        case Mapping():
            yield from sentences(tuple(value.values()))
        case str():
            return
        case Struct():
            yield from sentences(tuple(getattr(value, name) for name in value.__struct_fields__))
        case Sequence():
            for item in value:
                yield from sentences(item)
