"""The law of a pool: adopted editions by day, their stored documents, and set parameters.

A rulebook names the numbers that the body may set with `parameter-set`
(`Rulebook.body_parameters`). Of the numbers in force on a day, the newest known holds; before the
first, the number in the edition.

The document of an edition is the whole law in force: every number, every column with article and
file, and the text of all files. Numbers of admission are bound by the document alone: the digest of
the numbers leaves these out (see `rulebooks.engine.admission`).
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from hashlib import sha256
from operator import attrgetter
from typing import Any, Final

import msgspec

from ledger import canonical
from ledger.errors import Refused
from ledger.events.pool import PeriodClosed
from ledger.sentences import Body, Position, Remedy, Sentence
from projections.rulebooks import rulebook
from projections.rulebooks.engine import sources
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import Column
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.numbers import Number
from projections.rulebooks.engine.rulebook import OutsideRulebook, in_force
from projections.rulebooks.engine.terms import Force
from projections.state.pool import Adoption, Parameter, PoolFacts


def due_of(facts: PoolFacts, event: PeriodClosed) -> Due:
    """Return the days of a list as stated by its closing event."""
    planned = rulebook(facts.rulebook).calendar.due(event.period, facts.announced)
    return replace(planned, list_date=event.list_date, cut_off=event.cut_off)


class LawChanged(Refused):
    """A number of an adopted edition differs from the adopted value."""


class Law:
    """The editions adopted for a pool, by day."""

    def __init__(self, facts: PoolFacts, known: int | None = None) -> None:
        self.rulebook = rulebook(facts.rulebook)
        self.facts, self._known = facts, known
        self._known_adopted: list[Adoption] | None = None
        """All adoptions recorded when those in force were sorted by day."""
        self._since: list[date] = []
        self._adopted: list[Adoption] = []
        self._held: dict[str, Edition] = {}
        """The editions found to be as adopted."""

    def edition_on(self, day: date) -> Edition | None:
        """Return the edition in force on a day; None before the first adopted.

        Raises LawChanged where its numbers are not those that were adopted.
        """
        if self._known_adopted != self.facts.adopted:
            self._lay_out()
        at = bisect_right(self._since, day) - 1
        if at < 0:
            return None
        adopted = self._adopted[at]
        if adopted.edition not in self._held:
            self._held[adopted.edition] = self._as_adopted(adopted)
        return self._held[adopted.edition]

    def _lay_out(self) -> None:
        """Order the valid adoptions by day: of two of the same edition the later recorded."""
        adopted, known = self.facts.adopted, self._known
        valid = {
            adoption.edition: adoption
            for adoption in adopted
            if known is None or adoption.position <= known
        }
        self._adopted = sorted(valid.values(), key=attrgetter("in_force_from"))
        self._since = [adoption.in_force_from for adoption in self._adopted]
        self._known_adopted, self._held = list(adopted), {}

    def _as_adopted(self, adopted: Adoption) -> Edition:
        edition = self.rulebook.edition(adopted.edition)
        if edition.digest != adopted.numbers_digest:
            raise LawChanged(
                Sentence(
                    "{rulebook} {edition}: numbers have digest {digest}, adopted were {adopted}: "
                    "restore the numbers that were adopted",
                    rulebook=self.rulebook.name,
                    edition=edition.name,
                    digest=edition.digest,
                    adopted=adopted.numbers_digest,
                )
            )
        if others := changed(edition, adopted.numbers):
            raise LawChanged(
                Sentence(
                    "{rulebook} {edition}: {changed}: restore the numbers that were adopted",
                    rulebook=self.rulebook.name,
                    edition=edition.name,
                    changed="; ".join(others),
                )
            )
        return self.facts.supposed(edition)

    def published(self, through: int) -> dict[int, date] | None:
        """Return the day from which each list is in force, known at a position; None: list dates.

        Reading `never_published`: a list without a known day of publication is not in force; the
        list before it remains in force.
        """
        if self.rulebook.in_force_by is Force.LIST_DATE:
            return None
        return self.facts.published_lists(through)

    def edition_of_list(self, day: date) -> Edition:
        """Return the edition in force on a list date. Raises OutsideRulebook."""
        edition = self.edition_on(day)
        if edition is None:
            raise self._not_covered(day)
        return edition

    def _not_covered(self, day: date) -> OutsideRulebook:
        """Return the refusal of a day before the first edition in force, or without any."""
        first = min((adoption.in_force_from for adoption in self.facts.adopted), default=None)
        if first:
            words = Sentence(
                "no adopted edition of {rulebook} covers {day}: coverage begins on {first}",
                first=first,
            )
            expected = Sentence("{first} or later", first=first)
        else:
            adopt = Remedy("adopt-edition", pool=self.facts.opened.pool, edition=None)
            words = Sentence(
                "no adopted edition of {rulebook} covers {day}: adopt one ({adopt})", adopt=adopt
            )
            expected = Sentence("a day with an adopted edition")
        says = words.about(rulebook=self.rulebook.name, day=day)
        return OutsideRulebook(says, field="day", found=day, expected=expected)


class _Numbers(msgspec.Struct):
    """The binding part of a document."""

    numbers: dict[str, Any] = {}


_KEPT: Final[dict[str, dict[str, Any]]] = {}
"""The numbers of documents by digest: every pool that adopts an edition has the same document."""

_MOST_KEPT: Final = 256


def document_of(edition: Edition) -> bytes:
    """Return the document of an edition, in canonical JSON; of the same numbers written once."""
    stated = edition.numbers["stated"]
    numbers, document = edition.__dict__.get("_document", (None, b""))
    if numbers != stated:
        document = _document(edition)
        edition.__dict__["_document"] = dict(stated), document
    return document


def _document(edition: Edition) -> bytes:
    stated = edition.numbers["stated"]
    files = sources.files_of(edition)
    return canonical.encode(
        {
            "rulebook": edition.rulebook,
            "edition": edition.name,
            "numbers": {name: number.stated for name, number in stated.items()},
            "columns": {name: _column(column) for name, column in edition.columns.items()},
            "files": {name: path.read_text(encoding="utf-8") for name, path in files.items()},
        }
    )


def _column(rule: Column) -> dict[str, Any]:
    function = rule.function
    return {
        "article": rule.article,
        "level": rule.level.value,
        "unit": rule.unit,
        "does": rule.does,
        "needs": rule.needs,
        "function": function.__name__,
        "file": sources.file_of(function.__module__),
    }


def numbers_kept(data: bytes | None, digest: str) -> dict[str, Any]:
    """Return the numbers in the document of an adoption; none without the recorded document.

    A missing or damaged document is a separate fault, found by `ledger verify`.
    """
    if data is None or sha256(data).hexdigest() != digest:
        return {}
    if digest not in _KEPT:
        if len(_KEPT) == _MOST_KEPT:
            _KEPT.clear()
        _KEPT[digest] = _numbers_in(data)
    return _KEPT[digest]


def _numbers_in(data: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(data, type=_Numbers).numbers
    except msgspec.MsgspecError:
        return {}


def changed(edition: Edition, kept: Mapping[str, Any]) -> list[str]:
    """Return a message for each adopted number with another value now, or removed."""
    stated = edition.numbers["stated"]
    removed = [f"{name} is removed, adopted was {kept[name]}" for name in kept.keys() - stated]
    return sorted(removed) + [
        f"{name} is {stated[name].stated} ({stated[name].file}), adopted was {was}"
        for name, was in kept.items()
        if name in stated and stated[name].stated != was
    ]


def known_parameters(facts: PoolFacts, names: Iterable[str], known: int) -> list[Parameter]:
    """Return the parameters set under some names, as known at a position."""
    if not facts.parameters:  # mostly: it is asked for every day on which somebody enters
        return []
    wanted = frozenset(names)
    return [
        parameter
        for parameter in facts.parameters
        if parameter.position <= known and parameter.name in wanted
    ]


def parameter_on(facts: PoolFacts, name: str, day: date, known: int) -> Parameter | None:
    """Return the parameter in force on a day, if set."""
    found: Parameter | None = in_force(
        (
            (parameter.in_force_from, parameter)
            for parameter in known_parameters(facts, (name,), known)
        ),
        day,
    )
    return found


def as_set(edition: Edition, facts: PoolFacts, day: date, known: int) -> Edition:
    """Return an edition with the numbers set by the body and in force on a day.

    The day is the first day of an event, the last day of a year end, and the list date for
    decisions and corrections of closed lists.
    """
    if not facts.parameters:  # mostly, and a list asks it of every first day
        return edition
    there = edition.numbers["stated"]
    return edition.stating(
        tuple(
            _set(there[name], parameter)
            for name in rulebook(facts.rulebook).body_parameters
            if name in there and (parameter := parameter_on(facts, name, day, known)) is not None
        )
    )


def _set(number: Number, parameter: Parameter) -> Number:
    by = Sentence(
        "set by {by} from {day} on ({event})",
        by=Body(parameter.by),
        day=parameter.in_force_from,
        event=Position(parameter.position),
    )
    return replace(number, stated=parameter.said, set_by=by)


def of_list(law: Law, day: date, known: int) -> Edition:
    """Return the edition of a list date with the numbers set. Raises OutsideRulebook."""
    return as_set(law.edition_of_list(day), law.facts, day, known)


def number_on(facts: PoolFacts, name: str, day: date, known: int) -> Number:
    """Return the number in force on a day: as set, or as stated by the edition.

    Raises OutsideRulebook if no adopted edition covers the day.
    """
    found: Number = of_list(Law(facts, known), day, known).numbers["stated"][name]
    return found
