"""A language with the values of sentences and no words."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest

from ledger.sentences import Count, Remedy, Sentence, Value, Word, parsed
from ops import words
from ops.catalogue.of_rulebooks import IN_WORDS
from ops.words.italian import Italian


class ValuesAlone(Italian):
    """Italian without words; sentences without Italian are kept in `unknown`.

    So the words left in a text are data, or were never said as a sentence.
    """

    def __init__(self) -> None:
        super().__init__()
        self.unknown: set[str] = set()

    def template(self, words: Sentence) -> str:
        """Return the values of a sentence, side by side."""
        english, known = words.template, self._catalogue._catalog  # type: ignore[attr-defined]  # what gettext has read
        keys = {english, (english, 0)}
        if isinstance(words, Word):
            keys = {f"{words.of}\4{english}"}
        in_words = any(IN_WORDS.search(text) for text, *_ in parsed(english))
        if in_words and not keys & known.keys():
            self.unknown.add(english)
        return " ".join(f"{{{name}}}" for _, name, _ in parsed(english) if name)

    def write(self, value: Value) -> str:
        """A value without words of the language."""
        match value:
            case None | bool() | Remedy():
                return ""
            case Count():
                return str(value.number)
            case date():
                return value.isoformat()
        return super().write(value)


@contextmanager
def values_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[ValuesAlone]:
    """Say sentences by their values, for a while."""
    language = ValuesAlone()
    with monkeypatch.context() as patched:
        patched.setattr(words, "language", lambda *_asked, **_how: language)
        with words.speaking("it"):
            yield language
