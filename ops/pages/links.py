"""Addresses inside a page: of other pages, of answers for programs, of files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, TypeVar
from urllib.parse import quote, urlencode

from msgspec import Struct, structs

from ledger.errors import Refusal
from ledger.sentences import Remedy
from ops.doors.catalogue import file_of, questions
from ops.doors.declare import PARAMETER, DeclaredQuestion
from ops.doors.fields import CURRENT, struct_served
from ops.doors.forms import Control, controls, gathered
from ops.doors.forms import usual as usual_of
from ops.pages.declare import MOMENT, PAGES, PAGING, PAPER, Moment, Page

V = TypeVar("V")

VERSION: Final = "/v1"
"""The beginning of an address for programs; a page has its language there."""


@cache
def questions_by_name() -> Mapping[str, DeclaredQuestion]:
    """Return the questions by name."""
    return {of.name: of for of in questions()}


@cache
def _asks(question: str) -> type[Struct]:
    """Return what is asked by a question, with the bounds of the service."""
    return struct_served(questions_by_name()[question].kind)


@cache
def pages() -> Mapping[str, Page]:
    """Return the pages by their names."""
    return {page.name: page for page in PAGES}


def path_of(page: Page) -> str:
    """Return the path of a page after its language, with parameters in braces."""
    if page.path is not None:
        return page.path
    return questions_by_name()[page.question].path.removeprefix(VERSION)


def filled(path: str, values: Mapping[str, object]) -> str:
    """Return a path with its parameters; the other values are asked beside it. None: not asked."""
    in_path = _parameters(path)
    for name in in_path:
        path = path.replace(f"{{{name}}}", quote(str(values[name]), safe=":"))
    return path + beside((name, value) for name, value in values.items() if name not in in_path)


@cache
def _parameters(path: str) -> list[str]:
    """Return the names of the parameters of the path of a page or an address."""
    return PARAMETER.findall(path)


def beside(values: Iterable[tuple[str, object]]) -> str:
    """Return what is asked beside a path, a list value by value; empty values are not asked."""
    asked = [
        (name, str(one))
        for name, value in values
        for one in (value if isinstance(value, list | tuple) else (value,))
        if one not in (None, "")
    ]
    return f"?{urlencode(asked)}" if asked else ""


def taken(asks: type[Struct], values: Mapping[str, V]) -> dict[str, V]:
    """Return the values that a question takes; a list asked for by its name is asked without a day.

    What a page keeps for the others, such as the moment, not every question takes.
    """
    names = _names_asked(asks)
    if values.get("period", CURRENT) != CURRENT:
        names = names - {"as_of"}
    return {name: value for name, value in values.items() if name in names}


@cache
def _names_asked(asks: type[Struct]) -> frozenset[str]:
    """Return the names under which a question is asked."""
    return frozenset(field.encode_name for field in structs.fields(asks))


class Links:
    """The addresses of the links on a page, with the language and the moment of the page."""

    def __init__(
        self,
        language: str,
        page: Page,
        path: Mapping[str, str],
        query: Sequence[tuple[str, str]],
        moment: Moment,
    ) -> None:
        """Name addresses from a page asked for by its parameters."""
        self._language, self._page, self._path, self._query = language, page, path, query
        self.moment, self._kept = moment, moment.given
        self._asked = dict[str, list[str]]()
        for name, value in query:
            self._asked.setdefault(name, []).append(value)

    def to(self, question: str, /, **values: object) -> str:
        """Return the address of the page of a question, or of a text, at the moment of this page.

        A question without a page is answered for programs.
        """
        page = pages().get(question)
        asked = {**values} if page and page.form == "atom" else {**self._kept, **values}
        if page is None:
            return filled(questions_by_name()[question].path, taken(_asks(question), asked))
        return f"/{self._language}{filled(path_of(page), asked)}"

    def written(self, question: str, form: str, /, **values: object) -> str:
        """Return the address of a file in a form, for a question that a file answers."""
        path = f"{questions_by_name()[question].path}.{form}"
        return filled(path, taken(_asks(question), {**self._kept, **values}))

    def settles(self, remedy: Remedy) -> str:
        """Return the address of the page that settles a matter; empty: none does by itself."""
        page = pages().get(remedy.use_case)
        if page is None:
            return ""
        asked = {name: str(value) for name, value in remedy.arguments.items() if value is not None}
        if any(name not in asked for name in PARAMETER.findall(path_of(page))):
            return ""
        return self.to(remedy.use_case, **taken(_asks(page.question), asked))

    def here(self, **values: object) -> str:
        """Return the address of this page, with other values; None: without the value."""
        return self._of(self._language, values)

    def in_language(self, language: str) -> str:
        """Return the address of this page in a language."""
        return self._of(language, {})

    @property
    def answer(self) -> str:
        """The address of the same answer for programs; empty: there is none."""
        return self._answer("")

    @property
    def csv(self) -> str:
        """The address of the rows of the same answer for a spreadsheet."""
        return self._answer("csv")

    def _answer(self, form: str) -> str:
        usual = {
            **self._page.usual,
            **({self._page.day: self.moment.as_of} if self._page.day else {}),
        }
        asked = {name: value for name, value in usual.items() if not self.typed(name)}
        return self.file(form, **asked) if self._page.question else ""

    @property
    def paper(self) -> str:
        """The address of this page as PDF, with what is asked here; empty: it has none."""
        if self._page.on_paper is None:
            return ""
        asked = {**self._path, **self._asked, **dict.fromkeys(self._page.on_paper)}
        return f"/{self._language}{filled(f'{path_of(self._page)}.{PAPER}', asked)}"

    def file(self, form: str, **values: object) -> str:
        """Return the address of the answer in a form such as csv, with what is asked here."""
        of = questions_by_name()[self._page.question]
        file = file_of(of)
        asks = file.name if file and form in file.kind.FORMS else of.name
        path = of.path + (f".{form}" if form else "")
        return filled(path, taken(_asks(asks), {**self._path, **self._asked, **values}))

    @property
    def known(self) -> Collection[str]:
        """The questions that have a page."""
        return pages().keys()

    @property
    def others(self) -> list[tuple[str, str]]:
        """What is asked here beside the moment, and beside the page of a list."""
        return [(name, value) for name, value in self._query if name not in (*MOMENT, "page")]

    def typed(self, name: str) -> str:
        """Return a value asked here as it was typed; of several the first, of none an empty one."""
        return self._asked.get(name, [""])[0]

    def takes(self, name: str) -> bool:
        """Return whether the question of this page takes an input."""
        of = self._page.question
        if name == "as_of" and self._page.day:
            return True
        return bool(of) and name in taken(_asks(of), {**self._path, name: ""})

    @property
    def summary(self) -> str:
        """What is asked on this page, in English."""
        return questions_by_name()[self._page.question].summary

    def controls(self, problems: Iterable[Refusal] = ()) -> Mapping[str, Control]:
        """Return the controls of what is asked on this page, by name; not those of its moment.

        What a pager asks has none either: who asks something else begins with the first page.
        """
        question = self._page.question
        if not question:
            return {}
        of, asks = questions_by_name()[question], _asks(question)
        usual = {name: [value] for name, value in self._page.usual.items()}
        sent = {**usual_of(asks), **usual, **gathered(self._query)}
        apart = {*PARAMETER.findall(of.path), *MOMENT, *PAGING, self._page.day}
        return {one.name: one for one in controls(asks, apart, sent, problems)}

    @property
    def bare(self) -> str:
        """The address of this page with nothing beside the path."""
        return f"/{self._language}{filled(path_of(self._page), self._path)}"

    @property
    def by_day(self) -> str:
        """The address of the list in force, for the page of a list by its name; else empty."""
        of, path = self._page.question, {**self._path, "period": CURRENT}
        if not of or self._path.get("period", CURRENT) == CURRENT:
            return ""
        if "as_of" not in taken(_asks(of), {**path, "as_of": ""}):
            return ""
        return f"/{self._language}{filled(path_of(self._page), path)}"

    def _of(self, language: str, values: Mapping[str, object]) -> str:
        asked = {**self._path, **self._asked, **values}
        return f"/{language}{filled(path_of(self._page), asked)}"
