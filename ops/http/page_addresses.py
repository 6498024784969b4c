"""The pages as addresses: the addresses of their questions, in each language, answered as HTML."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from msgspec import Struct, structs

from ops.doors.declare import Asked
from ops.house import House
from ops.http.address import Address
from ops.http.addresses import by_name
from ops.pages.declare import MOMENT, PAGES, PAPER, Page
from ops.pages.links import path_of, taken
from ops.words import LANGUAGES

Q = TypeVar("Q", bound=Struct)


def text(_house: House, _asked: Asked) -> None:
    """Return no answer: a text stands in its template."""


_TEXT: Final = Address("GET", "", text, Asked, None, "list")
"""The address of a text, which everybody sees as everybody sees lists."""


def page_addresses() -> Iterator[Address]:
    """Yield the address of each page in each language."""
    for page in PAGES:
        of = by_name().get(page.question, _TEXT)
        for language in LANGUAGES:
            yield from _in_language(of, page, language)


def _in_language(of: Address, page: Page, language: str) -> Iterator[Address]:
    """Yield the address of a page; its paper is a form of it, or stands behind its last word."""
    made = replace(
        of,
        path=f"/{language}{path_of(page)}",
        forms=(page.form,),
        files={},
        file_asks=None,
        page=page,
        language=language,
        name=f"{page.name}-{language}",
    )
    if page.on_paper is None:
        yield made
    elif made.path.endswith("}"):
        yield replace(made, forms=(page.form, PAPER), files={PAPER: of.work})
    else:
        yield made
        path, name = f"{made.path}.{PAPER}", f"{made.name}-{PAPER}"
        yield replace(made, path=path, forms=(PAPER,), long=True, name=name)


def as_sent(sent: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return what a browser sent; a control that was left empty asks nothing."""
    return [(name, value.strip()) for name, value in sent if value.strip()]


def asked_on(
    page: Page, asks: type[Struct], path: Mapping[str, str], sent: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return what is asked on a page by what was sent, and what is usual where nothing was.

    The moment goes along on every page; a question that does not take it is asked without.
    """
    names = taken(asks, {**dict.fromkeys(MOMENT, ""), **path})
    found = [(name, value) for name, value in sent if name in names or name not in MOMENT]
    as_of = dict(sent).get(MOMENT[0], "")
    usual = {**page.usual, **({page.day: as_of} if page.day and as_of else {})}
    given = {name for name, _ in found}
    return [*found, *(one for one in usual.items() if one[0] not in given)]


def as_in_form(page: Page, question: Q, form: str) -> Q:
    """Return what is asked in a form of a page: on paper, a list is not parted into pages."""
    return structs.replace(question, **page.on_paper or {}) if form == PAPER else question


def is_asked(page: Page, sent: Iterable[tuple[str, str]]) -> bool:
    """Return whether what was sent asks for an answer, and not for the form alone."""
    return not page.needs or any(name in page.needs for name, _ in sent)
