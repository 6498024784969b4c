"""The languages in which doors say sentences, and the one of the present answer.

it.po        sentences in Italian by their English, built to it.mo
italian      how Italian writes values
english      how English writes values on a page
states       the words of codes
fields       names of fields: headings of tables, and what is asked
columns      tables of text: columns aligned, wrapped where a terminal is narrow
building     it.mo made of it.po when the project is installed
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Final

from ledger.sentences import ENGLISH, Body, Input, Language, Remedy, Sentence, Value, parsed
from ops.words.english import ReadEnglish

if TYPE_CHECKING:
    from ledger.actors.bodies import Naming

LANGUAGES: Final = ("en", "it")
"""Codes of the languages (ISO 639), the usual one first."""

_present: ContextVar[Language] = ContextVar("language", default=ENGLISH)
_terms: ContextVar[frozenset[str]] = ContextVar("terms", default=frozenset())
_naming: ContextVar["Naming | None"] = ContextVar("naming", default=None)


def said(words: Sentence) -> str:
    """Return a sentence in the language of the present answer."""
    return _present.get().say(words)


def parts(words: Sentence) -> Iterator[tuple[str, Value, str]]:
    """Yield the texts of a sentence, each with the value after it, and that value as text."""
    language = _present.get()
    for text, name, form in parsed(language.template(words)):
        value = "" if name is None else words.values[name]
        yield text, value, language.formed(value, form)


def written(value: Value) -> str:
    """Return a value as the language of the present answer writes it."""
    return _present.get().write(value)


def present() -> str:
    """Return the code of the language of the present answer."""
    return _present.get().code


def spoken() -> str:
    """Return the languages of the present answer (RFC 9110, 8.5).

    Beside Italian also English, in which a sentence without Italian is said.
    """
    return ", ".join(dict.fromkeys((present(), LANGUAGES[0])))


@contextmanager
def speaking(
    code: str,
    remedy: Callable[[Remedy], str] = str,
    named: Callable[[Input], str] = str,
    *,
    read: bool = False,
) -> Iterator[None]:
    """Say sentences in a language; remedies and names of inputs are written as the door does.

    `read`: days and numbers as people read them on a page.
    """
    spoken_before = _present.set(language(code, remedy, named, read=read))
    terms_before = _terms.set(frozenset())
    naming_before = _naming.set(_naming.get())
    try:
        yield
    finally:
        _naming.reset(naming_before)
        _terms.reset(terms_before)
        _present.reset(spoken_before)


def say_terms_of(system: str) -> None:
    """Say the terms of a system of rating in the present answer: it is about a pool of it.

    Such as *gara* of draughts for *torneo*. An answer about pools of several systems says those of
    none: "" has its own, those of chess.
    """
    _terms.set(_terms.get() | {system})


@contextmanager
def in_terms_of(system: str) -> Iterator[None]:
    """Say the terms of a system of rating and of no other; "" says those of none."""
    before = _terms.set(frozenset({system}))
    try:
        yield
    finally:
        _terms.reset(before)


def say_bodies_as(naming: "Naming | None") -> None:
    """Say bodies by their public names until the end of `speaking`; None: by their ids."""
    _naming.set(naming)


def _named_body(body: Body, code: str) -> str:
    naming = _naming.get()
    return naming.of(body, code) if naming else body.id


def terms() -> str:
    """Return the system whose terms are said: a context of the catalogue; "": of none."""
    found = _terms.get()
    return next(iter(found)) if len(found) == 1 else ""


@cache
def language(
    code: str,
    remedy: Callable[[Remedy], str] = str,
    named: Callable[[Input], str] = str,
    *,
    read: bool = False,
) -> Language:
    """Return a language by its code, as a door speaks it."""
    if code == LANGUAGES[0]:
        return (ReadEnglish if read else Language)(remedy, named, _named_body)
    from ops.words.italian import Italian

    return Italian(remedy, named, _named_body, terms)


@cache
def sentences_digest() -> str:
    """Return the digest of every sentence of the program, in English and Italian."""
    from ops.words import italian

    return italian.digest()


def preferred(accepted: str) -> str:
    """Return the language that a client likes best (RFC 9110, 12.5.4); English where it likes none.

    Of two that it likes as much the first holds.
    """
    best, found = 0.0, LANGUAGES[0]
    for wish in accepted.split(","):
        code, _, weight = wish.strip().partition(";q=")
        likes = _number(weight) if weight else 1.0
        named = code.strip().lower().partition("-")[0]
        named = LANGUAGES[0] if named == "*" else named
        if named in LANGUAGES and likes > best:
            best, found = likes, named
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def of_environment(variables: Mapping[str, str]) -> str:
    """Return the language of a terminal: LEDGER_LANG, then the locale of messages."""
    for name in ("LEDGER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if variables.get(name):
            code = variables[name].lower().replace(".", "_").partition("_")[0]
            return code if code in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
