"""Addresses inside a page: of other pages, of answers for programs, of files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlencode

from ops.doors.declare import PARAMETER
from ops.pages.declare import MOMENT, PAGES, Moment, Page

if TYPE_CHECKING:
    from ops.http.address import Address

VERSION: Final = "/v1"
"""The beginning of an address for programs; a page has its language there."""


@cache
def addresses() -> Mapping[str, Address]:
    """Return the addresses of the service by name."""
    from ops.http.addresses import all_addresses

    return {address.name: address for address in all_addresses()}


@cache
def pages() -> Mapping[str, Page]:
    """Return the pages by their names."""
    return {page.name: page for page in PAGES}


def path_of(page: Page) -> str:
    """Return the path of a page after its language, with parameters in braces."""
    if page.path is not None:
        return page.path
    return addresses()[page.question].path.removeprefix(VERSION)


def filled(path: str, values: Mapping[str, object]) -> str:
    """Return a path with its parameters; the other values are asked beside it. None: not asked."""
    in_path = PARAMETER.findall(path)
    for name in in_path:
        path = path.replace(f"{{{name}}}", quote(str(values[name]), safe=":"))
    return path + beside((name, value) for name, value in values.items() if name not in in_path)


def beside(values: Iterable[tuple[str, object]]) -> str:
    """Return what is asked beside a path; empty values are not asked."""
    asked = [(name, str(value)) for name, value in values if value not in (None, "")]
    return f"?{urlencode(asked)}" if asked else ""


class Links:
    """The addresses that one page names; those of pages are in its language, of its moment."""

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
        self._moment = moment

    def to(self, question: str, /, **values: object) -> str:
        """Return the address of the page of a question, or of a text, at the moment of this page.

        A question without a page is answered for programs.
        """
        asked = {**self._moment.given, **values}
        if question not in pages():
            return filled(addresses()[question].path, values)
        return f"/{self._language}{filled(path_of(pages()[question]), asked)}"

    def here(self, **values: object) -> str:
        """Return the address of this page, with other values; None: without the value."""
        return self._of(self._language, values)

    def in_language(self, language: str) -> str:
        """Return the address of this page in a language."""
        return self._of(language, {})

    @property
    def answer(self) -> str:
        """The address of the same answer for programs; empty: there is none."""
        return self.file("") if self._page.question else ""

    def file(self, form: str, **values: object) -> str:
        """Return the address of the answer in a form such as csv, with what is asked here."""
        path = addresses()[self._page.question].path + (f".{form}" if form else "")
        return filled(path, {**self._path, **dict(self._query), **values})

    @property
    def known(self) -> Collection[str]:
        """The questions that have a page."""
        return pages().keys()

    @property
    def others(self) -> list[tuple[str, str]]:
        """What is asked here beside the moment, and beside the page of a list."""
        return [(name, value) for name, value in self._query if name not in (*MOMENT, "page")]

    @property
    def bare(self) -> str:
        """The address of this page with nothing beside the path."""
        return f"/{self._language}{filled(path_of(self._page), self._path)}"

    def _of(self, language: str, values: Mapping[str, object]) -> str:
        asked = {**self._path, **dict(self._query), **values}
        return f"/{language}{filled(path_of(self._page), asked)}"
