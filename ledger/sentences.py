"""Sentences for people, as values: a template in English, and the values named in it.

A sentence is made where something is found or refused, and said by a door, in the language of its
reader. Programs compare templates and values, never texts.

    Sentence("{tournament} ended on {day:on}", tournament="T-000412", day=date(2026, 3, 1))

The word after a colon is a form of the value in that language, such as a day after a preposition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Final, NamedTuple, TypeAlias

from ledger.wording import counted, decimal


class Count(NamedTuple):
    """A number of things, with their noun: a key of `NOUNS`."""

    number: int
    noun: str


class Position(int):
    """Position of an event in the ledger: #40."""


class Amount(int):
    """A number of what the sentence names itself: 1,048,576."""


class Input(NamedTuple):
    """An input of a question or a recording, by its name over HTTP, such as `known_at`."""

    name: str

    def __str__(self) -> str:
        return self.name


class Body(NamedTuple):
    """A body by its id, said by its public name; `on` is the day of the name, None: today."""

    id: str
    on: date | None = None


class Lines(tuple["Sentence", ...]):
    """Sentences, each on a line of its own."""

    __slots__ = ()


class Figures(str):
    """A number written out with its places, or several of them: 9.30."""

    __slots__ = ()


class ListName(str):
    """The name of a rating list: 2025-12 of a month, 2025-12-05 of a day; others as they are.

    Forms in English: `of` after the word list, `the` for the list with that word.
    """

    __slots__ = ()

    @property
    def day(self) -> date | None:
        """The day named, of a month its first; None: the name is neither."""
        parts = self.split("-")
        if [*map(len, parts)] not in ([4, 2], [4, 2, 2]) or not all(map(str.isdecimal, parts)):
            return None
        year, month, day = map(int, (*parts, "1")[:3])
        try:
            return date(year, month, day)
        except ValueError:
            return None

    @property
    def of_month(self) -> bool:
        """Whether it names a month, and no day of it."""
        return self.count("-") == 1


class Signed(Fraction):
    """Points added or taken, with their sign: +4.50."""


class Change(int):
    """Difference of two ratings, or points added: +9."""


Value: TypeAlias = (
    "str | int | date | Fraction | Body | Count | Input | Sentence | Remedy"
    " | Sequence[Value] | None"
)
"""What a sentence may name."""

NOUNS: Final[Mapping[str, str]] = {
    "day": "days",
    "entrant": "entrants",
    "entry": "entries",
    "era": "eras",
    "event": "events",
    "fault": "faults",
    "key": "keys",
    "file": "files",
    "closed list": "closed lists",
    "counted game": "counted games",
    "game": "games",
    "group": "groups",
    "hour": "hours",
    "list": "lists",
    "player": "players",
    "part": "parts",
    "point": "points",
    "rating": "ratings",
    "report": "reports",
    "round": "rounds",
    "row": "rows",
    "second": "seconds",
    "tournament": "tournaments",
    "turn": "turns",
    "value": "values",
}
"""The nouns of counts, each with its plural in English."""


LIST_FORMS: Final = ("of", "the")
"""What may stand after a colon in an English sentence: the name of a list after `list`, or with
it."""


class Sentence:
    """A sentence: template and values. Two are equal if both are."""

    __slots__ = ("more", "template", "values")

    def __init__(self, template: str, more: str = "", /, **values: Value) -> None:
        """Make a sentence; `more` is its template where the value `number` is not 1."""
        self.template, self.more = template, more
        self.values: Mapping[str, Value] = values

    def about(self, **values: Value) -> Sentence:
        """Return the sentence with further values, for a template that stands in a table."""
        return Sentence(self.template, self.more, **self.values, **values)

    def with_texts(self, change: Callable[[str], str], /) -> Sentence:
        """Return the sentence with its texts changed, such as long ones cut."""
        values = {name: _changed(value, change) for name, value in self.values.items()}
        return Sentence(self.template, self.more, **values)

    def with_plain_texts(self, change: Callable[[str], str]) -> Sentence:
        """Return the sentence with those of its texts changed that no catalogue knows (`plain`)."""
        text = self.values.get("text")
        if self.template == _PLAIN and isinstance(text, str):
            return plain(change(text))
        values = {name: _with_plain(value, change) for name, value in self.values.items()}
        return Sentence(self.template, self.more, **values) if values else self

    def cut(self, most: int) -> Sentence:
        """Return the sentence; of a longer one so many characters of its English."""
        text = str(self)
        return self if len(text) <= most else plain(f"{text[:most]}…")

    def remedies(self) -> Iterator[Remedy]:
        """Yield the remedies named in the sentence."""
        yield from _remedies(self)

    def __bool__(self) -> bool:
        return bool(self.template)

    def __str__(self) -> str:
        """Return the sentence in English, for logs and tests."""
        return ENGLISH.say(self)

    def __repr__(self) -> str:
        return f"Sentence({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.template, *sorted(map(str, self.values))))

    def _parts(self) -> tuple[str, str, Mapping[str, Value]]:
        return self.template, self.more, self.values


class Word(Sentence):
    """Words without values that stand in a table, such as a state, or the heading of a column.

    `of` says of what they are said: a language may need other words for each.
    """

    __slots__ = ("of",)

    def __init__(self, template: str, of: str) -> None:
        super().__init__(template)
        self.of = of

    def with_texts(self, _change: Callable[[str], str], /) -> Word:
        """Return the words: they have no texts that change."""
        return self

    def _parts(self) -> tuple[str, str, Mapping[str, Value]]:
        return self.template, self.of, self.values


def _changed(value: Value, change: Callable[[str], str]) -> Value:
    match value:
        case ListName():
            return ListName(change(value))
        case str():
            return change(value)
        case Sentence():
            return value.with_texts(change)
        case Body() | Count() | Input():
            return value
        case tuple() | list():
            return tuple(_changed(item, change) for item in value)
    return value


def _with_plain(value: Value, change: Callable[[str], str]) -> Value:
    match value:
        case Sentence():
            return value.with_plain_texts(change)
        case Body() | Count() | Input():
            return value
        case tuple() | list():
            return tuple(_with_plain(item, change) for item in value)
    return value


def _remedies(value: Value) -> Iterator[Remedy]:
    match value:
        case Remedy():
            yield value
        case Sentence():
            for one in value.values.values():
                yield from _remedies(one)
        case tuple() | list():
            for one in value:
                yield from _remedies(one)


class Remedy:
    """What settles a matter: a use case with its arguments, said by each door in its way.

    A use case has the name of its address (`ops/doors/remedies.py` has all); an argument that is
    None is for a person to choose. `words` say the remedy where no use case alone does.
    """

    __slots__ = ("arguments", "use_case", "words")

    def __init__(
        self, use_case: str = "", words: str | Sentence = "", /, **arguments: Value
    ) -> None:
        self.use_case, self.words = use_case, plain(words)
        self.arguments: Mapping[str, Value] = arguments

    def __str__(self) -> str:
        """Return the use case and its arguments, for logs and CSV."""
        given = (f"{name}={ENGLISH.write(of)}" for name, of in self.arguments.items())
        return str(self.words) or " ".join((self.use_case, *given))

    def __repr__(self) -> str:
        return f"Remedy({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Remedy) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash((self.use_case, *self.arguments))

    def _parts(self) -> tuple[str, Sentence, Mapping[str, Value]]:
        return self.use_case, self.words, self.arguments


def tabled(text: str, **values: Value) -> Sentence:
    """Return a sentence whose template stands in a table that the catalogue reads.

    Such are the clauses, columns and numbers of rulebooks, and the headings of doors.
    """
    return Sentence(text, **values) if text else NO_SENTENCE


def plain(text: str | Body | Sentence | Remedy | Sequence[Sentence]) -> Sentence:
    """Return a text that no catalogue knows, a body, a remedy, or sentences, as one sentence."""
    if isinstance(text, Sentence):
        return text
    if isinstance(text, Remedy):
        return Sentence("{remedy}", remedy=text)
    if not isinstance(text, str | Body) and len(text) == 1:
        return text[0]
    return Sentence(_PLAIN, text=text) if text else NO_SENTENCE


def by_id(body: Body, _code: str) -> str:
    """Return a body as its id: where no ledger is open, its name is not known."""
    return body.id


class Language:
    """How a language says a sentence: the template, and each type of value.

    `remedy` writes what settles a matter as a door does, `named` the name of an input, `body` the
    name of a body in the language of a code.
    """

    code: str = "en"

    def __init__(
        self,
        remedy: Callable[[Remedy], str] = str,
        named: Callable[[Input], str] = str,
        body: Callable[[Body, str], str] = by_id,
    ) -> None:
        self._remedy, self._named, self._body = remedy, named, body

    def say(self, words: Sentence) -> str:
        """Return a sentence as text."""
        values = words.values
        return "".join(
            text if name is None else text + self.formed(values[name], form)
            for text, name, form in parsed(self.template(words))
        )

    def template(self, words: Sentence) -> str:
        """Return the template of a sentence in this language."""
        return words.more if words.more and words.values["number"] != 1 else words.template

    def formed(self, value: Value, form: str) -> str:
        """Return a value as text, in a form; English has forms of names of lists alone."""
        assert not form or form in LIST_FORMS, form
        return self.write(value)

    def write(self, value: Value) -> str:
        """Return a value as text."""
        match value:
            case str():
                return str(value)  # and no name of a list
            case None | bool():
                return "none" if value is None else "yes" if value else "no"
            case Amount():
                return f"{int(value):,}"
            case Input():
                return self._named(value)
            case Body():
                return self._body(value, self.code)
            case Count():
                return counted(value.number, value.noun, NOUNS[value.noun])
            case Sentence():
                return self.say(value)
            case Remedy():
                return self.say(value.words) if value.words else self._remedy(value)
            case Position():
                return f"#{int(value)}"
            case Change():
                return f"{int(value):+d}"
            case Fraction():
                return decimal(value, sign=isinstance(value, Signed))
            case Sequence():
                return _between(value).join(self.write(item) for item in value)
        return str(value)


def _between(values: Sequence[Value]) -> str:
    """Return what stands between several values."""
    if isinstance(values, Lines):
        return "\n"
    return "; " if any(isinstance(item, Sentence) for item in values) else ", "


@lru_cache(maxsize=8_192)
def parsed(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the parts of a template: a text, the value after it (None: none), and its form."""
    return tuple((text, name, form or "") for text, name, form, _ in Formatter().parse(template))


ENGLISH: Final = Language()
_PLAIN: Final = "{text}"
"""The template of a text of elsewhere."""

NO_SENTENCE: Final = Sentence("")
"""No sentence."""
