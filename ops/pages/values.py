"""Values as pages write them: days, numbers, names of lists, words of codes."""

import re
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Final
from uuid import NAMESPACE_OID, uuid5

from ledger.sentences import Amount, ListName, Sentence, Value, plain, tabled
from ops.words import said, states, written
from projections.queries import CARRIED_OVER
from projections.rulebooks import rulebook
from projections.rulebooks.engine.titles import title

NOTHING: Final = "–"
"""In place of a value that is not there."""

_IN_SECONDS: Final = re.compile("([0-9]+)(?:[+]([0-9]+))?")
"""A time control: seconds for the whole game, and for each move."""
_IN_MINUTES: Final = re.compile("([0-9]+) ?min(?: ?[+] ?([0-9]+) ?s(?:ec)?(?:/move)?)?")
"""The same with minutes for the whole game, as reports print it."""

_BETWEEN: Final = re.compile("[, ]+")

_SYSTEMS: Final = {"swiss": Sentence("Swiss system"), "round": Sentence("round robin")}
"""Pairing systems, by a part of their names in reports."""


_ASIDE: Final = re.compile(r" \(`[^`]*`\)")
"""Names of the code in brackets, behind what they are in words."""
_CODE: Final = re.compile("`([^`]*)`")


def for_readers(value: Value) -> str:
    """Return a value as text; a sentence without names of the code, or with their words."""
    text = written(value)
    if not isinstance(value, Sentence) or "`" not in value.template:
        return text
    return _CODE.sub(lambda code: f"“{said(title(code[1]))}”", _ASIDE.sub("", text))


def words(of: str, code: object) -> str:
    """Return the words of a code of a table (`ops.words.states`)."""
    return said(states.word(of, str(code)))


def rulebook_title(name: str) -> str:
    """Return the short title of a rulebook. Raises OutsideRulebook."""
    return said(tabled(rulebook(name).short_title))


def urn(*named: str) -> str:
    """Return a name for ever, as feeds have it, of what has these names."""
    return uuid5(NAMESPACE_OID, " ".join(named)).urn


def day(text: str) -> date | str:
    """Return the day that a text names, as of a moment or of an edition; another text as it is."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


def minute(microseconds: int) -> str:
    """Return an instant (microseconds since 1970) by day and minute, in UTC."""
    at = datetime.fromtimestamp(microseconds // 1_000_000, UTC)
    return f"{written(at.date())}, {at:%H:%M} UTC"


def number(value: int | Fraction | None) -> str:
    """Return a number of points, with its decimals if it has some."""
    return NOTHING if value is None else written(Fraction(value))


def amount(value: int) -> str:
    """Return how many there are, with the thousands apart."""
    return written(Amount(value))


def article(stated: str) -> str:
    """Return articles as stated, in words: `VI.10, table 17`; a typed text with braces as it is."""
    return stated if "{" in stated else said(tabled(stated))


def cited(stated: str) -> str:
    """Return articles behind `art.` where they are numbers: `table 17` stands alone."""
    first, known = stated.partition(" ")[0], article(stated)
    numbered = bool(first) and first == first.upper() and not first.startswith("#")
    return said(Sentence("art. {article}", article=known)) if numbered else known


def points(value: Fraction | None) -> str:
    """Return the points of a tournament, halves as ½."""
    if value is None or value.denominator not in (1, 2):
        return number(value)
    whole, half = int(value), value.denominator != 1
    return f"{whole or '' if half else whole}{'½' * half}"


def span(start: date, end: date) -> str:
    """Return the days from one to another, the month and the year once where they are the same."""
    if start == end:
        return written(end)
    day, month, year = written(start).split(" ")
    if (start.month, start.year) == (end.month, end.year):
        return f"{day}–{written(end)}"
    return f"{day} {month}{'' if start.year == end.year else f' {year}'} – {written(end)}"


def time_control(text: str) -> str:
    """Return a time control of one period, as reports have it, in words; others as they are."""
    printed = _IN_MINUTES.fullmatch(text)
    found = printed or _IN_SECONDS.fullmatch(text)
    if found is None or (not printed and int(found[1]) % 60):
        return text
    number = int(found[1]) if printed else int(found[1]) // 60
    minutes = Sentence("{number} minute", "{number} minutes", number=number)
    if not found[2]:
        return said(minutes)
    return said(
        Sentence("{minutes} + {seconds} seconds a move", minutes=minutes, seconds=int(found[2]))
    )


def article_number(stated: str) -> str:
    """Return the first article of those stated: `VI.9` of `VI.9, table 12`."""
    return _BETWEEN.split(stated.strip(), maxsplit=1)[0] or stated


def system(text: str) -> str:
    """Return a pairing system as reports have it in words; one of another name as it is."""
    known = (of for name, of in _SYSTEMS.items() if name in text.casefold())
    return said(next(known, plain(text)))


def list_name(name: str) -> str:
    """Return the name of a list in words: `2026-03` is a month, `2025-12-05` a day."""
    return said(Sentence("carried over")) if name == CARRIED_OVER else written(ListName(name))


def list_of(name: str) -> str:
    """Return the same after the word for a list."""
    return said(Sentence("list {list:of}", list=ListName(name)))
