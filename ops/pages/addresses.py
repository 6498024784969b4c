"""The pages as addresses: the addresses of their questions, in each language, answered as HTML."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from msgspec import Struct, structs

from ops.doors.reading import is_repeated
from ops.house import House
from ops.http.address import Address
from ops.pages.declare import MOMENT, PAGES, Page
from ops.pages.links import addresses, path_of
from ops.words import LANGUAGES


class Nothing(Struct):
    """What is asked of a text."""


def text(_house: House, _asked: Nothing) -> None:
    """Return no answer: a text stands in its template."""


_TEXT: Final = Address("GET", "", text, Nothing, None, "list")
"""The address of a text, which everybody sees as everybody sees lists."""


def page_addresses() -> Iterator[Address]:
    """Yield the address of each page in each language."""
    for page in PAGES:
        of = addresses().get(page.question, _TEXT)
        for language in LANGUAGES:
            yield replace(
                of,
                path=f"/{language}{path_of(page)}",
                forms=("html",),
                files={},
                page=page,
                language=language,
                name=f"{page.name}-{language}",
            )


def asked_on(
    page: Page, asks: type[Struct], sent: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return what is asked on a page: an empty control asks nothing, a list one value a line.

    The moment goes along on every page; a question that does not take it is asked without.
    """
    fields = {field.encode_name: field for field in structs.fields(asks)}
    found: list[tuple[str, str]] = []
    for name, value in sent:
        if name in MOMENT and name not in fields:
            continue
        several = name in fields and is_repeated(fields[name].type)
        found += [(name, one.strip()) for one in _values(value, several) if one.strip()]
    as_of = dict(sent).get(MOMENT[0], "").strip()
    usual = {**page.usual, **({page.day: as_of} if page.day and as_of else {})}
    given = {name for name, _ in found}
    return [*found, *(one for one in usual.items() if one[0] not in given)]


def _values(value: str, several: bool) -> Sequence[str]:
    return value.splitlines() if several else [value]
