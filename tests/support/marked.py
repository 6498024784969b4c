"""Answers with each sentence marked: the text, and the named values.

Doors say sentences by a language; here the language says each between marks, with its values as
they are in every language.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

import pytest

import ops.words
from ledger.sentences import Language, Sentence, Value

_SAYS, _NAMES, _NEXT, _ENDS = "\ue000\ue001\ue002\ue003"
"""Marks: before what is said, before the values, between two of them, at the end."""

_MARKED: Final = re.compile(f"{_SAYS}([^{_SAYS}{_ENDS}]*){_NAMES}([^{_ENDS}]*){_ENDS}")


class Marking(Language):
    """A language with marked sentences."""

    def __init__(self, of: Language) -> None:
        self.code, self._of = of.code, of

    def say(self, words: Sentence) -> str:
        """Return a sentence between marks; nested sentences are not marked."""
        return f"{_SAYS}{self._of.say(words)}{_NAMES}{_named(words)}{_ENDS}" if words else ""


def _named(value: Value) -> str:
    match value:
        case Sentence():
            return _NEXT.join(f"{name}={_named(of)}" for name, of in sorted(value.values.items()))
        case str():
            return value
        case Sequence():
            return _NEXT.join(map(_named, value))
    return str(value)


@contextmanager
def marking() -> Iterator[None]:
    """Mark every sentence of a door."""
    plainly = ops.words.language
    with pytest.MonkeyPatch.context() as patched:
        marked = lambda *asked, **how: Marking(plainly(*asked, **how))  # noqa: E731 - used once
        patched.setattr(ops.words, "language", marked)
        yield


def said(text: str) -> str:
    """Return an answer without marks."""
    return _MARKED.sub(r"\1", text)


def values(text: str) -> str:
    """Return an answer with the values of each sentence in place of the text."""
    return _MARKED.sub(r"\2", text)
